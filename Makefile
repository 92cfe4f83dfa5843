# Everything needs the Swift toolchain and a C compiler only.

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=
release = .build/release

.PHONY: build demo test format lint clean install uninstall

build:
	$(SWIFT) build -c release --product formpost

# Uploads a picture to a receiver of our own on a free loopback port.
demo: build
	$(SWIFT) build -c release --product receiver
	Tests/Receiver/demo.sh $(release)/formpost $(release)/receiver

test:
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build

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
