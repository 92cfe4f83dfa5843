# Everything needs the Swift toolchain and a C compiler only.

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=
release = .build/release

.PHONY: build demo test differential fuzz large-forms format lint clean install uninstall

build:
	$(SWIFT) build -c release --product formpost

# Uploads a picture to a receiver of our own on a free loopback port.
demo: build
	$(SWIFT) build -c release --product receiver
	Tests/Receiver/demo.sh $(release)/formpost $(release)/receiver

test:
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build

# Random -F lists by formpost and by curl: COUNT of them from number FIRST of a SEED on.
SEED ?= 3
COUNT ?= 2000
FIRST ?= 0

differential:
	$(SWIFT) build --build-tests
	FORMPOST_SEED=$(SEED) FORMPOST_COUNT=$(COUNT) FORMPOST_FIRST=$(FIRST) \
		$(SWIFT) test --skip-build --filter DifferentialRandomTests

# The grammar of -F under libFuzzer; what it finds stays in .build/fuzz.
RUNS ?= 1000000

fuzz:
	Tests/Fuzz/run.sh .build/fuzz $(RUNS)

large-forms:
	Tests/Fuzz/build.sh measure .build/fuzz
	.build/fuzz/form-measure

format:
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests

lint:
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests

clean:
	$(SWIFT) package clean

install: build
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 $(release)/formpost "$(DESTDIR)$(PREFIX)/bin/formpost"

uninstall:
	rm -f "$(DESTDIR)$(PREFIX)/bin/formpost"
