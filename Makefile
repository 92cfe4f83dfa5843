# Targets need the Swift toolchain and a C compiler only, unless a comment beside them says more.

SWIFT ?= swift
# Where the command is built: `make install BUILD=/tmp/formpost` writes nothing into the tree.
BUILD = .build
PREFIX ?= /usr/local
DESTDIR ?=
release = $(BUILD)/release

# Many tests at once, each with programs of its own, would wait for each other for a minute.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH ?= 8

.PHONY: tools build release minimal-root debian-root debian-swift dist deb reproducible image check demo receiver build-tests build-scenarios test sanitize libcurls differential fuzz adversary bench counts snapshots pictures interop docs format lint portability clean install uninstall

build: tools
	$(SWIFT) build -c release --product formpost --scratch-path "$(BUILD)"

# Says what is missing.
tools:
	@Sources/Packaging/check-tools "$(SWIFT)" "$(BUILD)"

# The commit that `--version` names; a new one is a new build.
$(BUILD)/commit: tools
	@Sources/Packaging/commit >"$@.new"
	@cmp -s "$@.new" "$@" || cp "$@.new" "$@"

# What is installed and handed on; see there.
released = $(BUILD)/released
release: $(released)/formpost

$(released)/formpost: $(BUILD)/commit Package.swift $(wildcard Sources/Packaging/*) \
		$(shell find Sources -name '*.swift' -o -name '*.[ch]')
	SWIFT="$(SWIFT)" Sources/Packaging/build-release $(released)

# Without debug information, which takes a fifteenth of the time. The compiler gets 30 files at a time, so
# that no processor waits while another compiles half of the largest target.
debug_flags = -debug-info-format none -Xswiftc -driver-batch-size-limit -Xswiftc 30
build_debug = $(SWIFT) build $(debug_flags)

# That it runs where there is no Swift, in a root of little else; as root.
minimal-root: release
	$(build_debug) --product receiver
	Tests/Packaging/minimal-root $(released)/formpost .build/debug/receiver

# The package in whole roots of Debian, which it gets, and under lintian; as root.
debian-root: deb
	$(build_debug) --product receiver
	Tests/Packaging/debian-root $(dist)/formpost_*.deb .build/debug/receiver

# That Debian 13's own Swift builds it, in a root with nothing but what apt brings; as root. ROOT keeps the root.
debian-swift:
	Tests/Packaging/debian-swift $(ROOT)

# Archives of this version in .build/dist: the last commit's source, the command as it is installed,
# what is inside (SPDX), and their SHA-256. Needs git and GNU tar.
dist = $(BUILD)/dist
tree = $(BUILD)/dist-tree
dist: release
	rm -rf "$(tree)"
	$(MAKE) -s -o "$(released)/formpost" install DESTDIR="$(abspath $(tree))" PREFIX=
	install -m 644 README.md "$(tree)/README.md"
	Sources/Packaging/build-dist "$(released)/formpost" "$(tree)" "$(dist)"

# The package of this version for Debian and Ubuntu, beside the archives. Needs git and dpkg-deb.
deb_tree = $(BUILD)/deb-tree
deb: release
	rm -rf "$(deb_tree)"
	$(MAKE) -s -o "$(released)/formpost" install DESTDIR="$(abspath $(deb_tree))" PREFIX=/usr \
		zsh_folder=vendor-completions
	Sources/Packaging/build-deb "$(released)/formpost" "$(deb_tree)" "$(dist)"

# That two builds at two places make the same archives, and the same package: two release builds.
reproducible:
	Tests/Packaging/reproducible

# An image of the command alone, or with BASE=debian:12-slim on that image, with its shell; needs docker
# or podman.
BASE ?=
image: release
	Sources/Packaging/build-image "$(released)/formpost" "$(BUILD)/image" $(BASE)

# Uploads a picture to a receiver of our own on a free loopback port.
demo: build
	$(SWIFT) build -c release --product receiver --scratch-path "$(BUILD)"
	Tests/Receiver/demo.sh $(release)/formpost $(release)/receiver

# A receiver for uploads of one's own: it prints its URL, and answers with the parts that came.
receiver:
	$(SWIFT) build -c release --product receiver --scratch-path "$(BUILD)"
	$(release)/receiver

# EXHAUSTIVE=1 also builds Tests/*/Exhaustive, StressTests and SupportTests, and runs more random forms
# and all rows of the long tables that are compared with curl.
exhaustive = $(if $(EXHAUSTIVE),FORMPOST_EXHAUSTIVE=1)
# SCENARIO='words' runs only the scenarios that have them: see Tests/Scenarios/README.md.
test: $(if $(SCENARIO),build-scenarios,build-tests)
	$(exhaustive) Tests/Suite/$(if $(SCENARIO),scenarios,run) $(SWIFT)

build-scenarios: tools
	$(build_debug) --product formpost
	$(build_debug) --product scenarios

# Some snapshots, and much of what differs between libcurls, is in the tests that take longer.
snapshots libcurls: EXHAUSTIVE = 1

build-tests: tools
	$(exhaustive) $(build_debug) --build-tests

check: test

# The transport under ThreadSanitizer and AddressSanitizer.
sanitize:
	Tests/Sanitizers/run

# The end-to-end tests with other libcurls than the system's; gets them, as root on Debian.
libcurls: build-tests
	Tests/Libcurls/run .build/libcurls

# Random -F lists, and random lines of --curl, by formpost and by curl 7.88.1, which it needs: COUNT of them from
# number FIRST of a SEED on.
SEED ?= 3
COUNT ?= 2000
FIRST ?= 0

differential: build-tests
	FORMPOST_SEED=$(SEED) FORMPOST_COUNT=$(COUNT) FORMPOST_FIRST=$(FIRST) \
		$(SWIFT) test --skip-build --filter 'DifferentialRandomTests|CurlLineRandomTests'

# The grammar of -F under libFuzzer; what it finds stays in .build/fuzz.
RUNS ?= 1000000

fuzz:
	Tests/Fuzz/run.sh .build/fuzz $(RUNS)

# Uploads to servers, proxies and parsers that others wrote; installs them, as root.
# GROUPS=tls makes one group of the checks only.
interop: release
	Tests/Interop/run $(released)/formpost $(GROUPS)

# Uploads that go on where they stopped, and answers that come early, against an adversary who owns
# server, network and file; needs python3. EVERY_BYTE=1 cuts each request and answer at every byte, and not at line ends alone.
adversary: release
	Tests/Adversary/adversary $(released)/formpost $(if $(EVERY_BYTE),--every-byte)

# Beside the system's curl on loopback, as ratios, and the plot of the README, for which HTTPie is measured as well;
# needs python3, nginx for HTTPS and HTTPie (`http`). QUICK=1 leaves the long runs and the plot out, PLOT=1 runs
# what the plot needs.
plot = Fixtures/bench.json Fixtures/bench-light.svg Fixtures/bench-dark.svg
bench: release .build/sink
	Tests/Benchmarks/bench $(released)/formpost .build/sink $(firstword $(plot)) $(if $(QUICK),quick,$(if $(PLOT),plot))
	$(if $(QUICK),,Tests/Benchmarks/plot $(plot))

# Instructions of starting and of encoding beside the recorded ones, and of each entry of a list beside
# those of longer lists; needs python3 and valgrind. RECORD=1 records the former, LENGTHS=1 has lists of
# 100,000 entries as well.
counts: release .build/sink
	Tests/Benchmarks/counts $(released)/formpost .build/sink $(if $(RECORD),record,$(if $(LENGTHS),lengths))

.build/sink: Tests/Benchmarks/sink.c
	mkdir -p .build
	$(CC) -O2 -D_GNU_SOURCE -pthread -o $@ $<

format:
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests

# The style of the code, the arrows between the folders of the command, and a doc comment at every public symbol
# of the libraries; needs python3.
lint:
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests
	Tests/Lint/rooms
	FLAGS='$(debug_flags)' Tests/Documentation/symbols .build/symbols
	Tests/Documentation/undocumented .build/symbols

# What other systems compile, as far as that can be told on this one.
portability:
	SWIFT="$(SWIFT)" Tests/Portability/typecheck

# The documentation of the libraries, a website in .build/docs; beside it the manual as a page, manual.html, and the
# libraries' pages without the website, in libraries. Fails if a picture of the README is out of date; needs python3.
pictures = Fixtures/terminal-light.svg Fixtures/terminal-dark.svg
docs:
	FLAGS='$(debug_flags)' Tests/Documentation/symbols .build/symbols
	Tests/Documentation/build .build/symbols .build/docs
	$(build_debug) --product formpost
	.build/debug/formpost --generate man >.build/formpost.1
	Tests/Documentation/pages .build/formpost.1 .build/docs
	Tests/Documentation/terminal .build/debug/formpost $(pictures) --check
	Tests/Benchmarks/plot $(plot) --check

# The picture of the README, from a terminal in which the command runs; needs python3.
pictures:
	$(build_debug) --product formpost
	Tests/Documentation/terminal .build/debug/formpost $(pictures)

# Help, manual, tables and completions as they are now become what the tests compare with, and the table of
# several files in README.md is made from them.
snapshots: build-tests
	$(exhaustive) FORMPOST_RECORD_SNAPSHOTS=1 $(SWIFT) test --skip-build --filter Snapshot

clean:
	$(SWIFT) package clean

# Everything but the command is made by the command, or by the one that FORMPOST names, where this
# machine cannot run it.
FORMPOST ?= $(released)/formpost
man1 = $(DESTDIR)$(PREFIX)/share/man/man1
bash_completions = $(DESTDIR)$(PREFIX)/share/bash-completion/completions
# Debian's zsh looks for those of packages elsewhere.
zsh_folder = $(if $(and $(filter /usr,$(PREFIX)),$(wildcard /etc/debian_version)),vendor-completions,site-functions)
zsh_completions = $(DESTDIR)$(PREFIX)/share/zsh/$(zsh_folder)
fish_completions = $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
doc = $(DESTDIR)$(PREFIX)/share/doc/formpost

install: release
	@Sources/Packaging/check-start "$(FORMPOST)"
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(man1)" "$(doc)"
	install -d "$(bash_completions)" "$(zsh_completions)" "$(fish_completions)"
	install -m 755 "$(released)/formpost" "$(DESTDIR)$(PREFIX)/bin/formpost"
	install -m 644 Sources/Packaging/NOTICES Sources/Packaging/progress.schema.json "$(doc)"
	umask 022 && "$(FORMPOST)" --help history >"$(doc)/HISTORY"
	umask 022 && "$(FORMPOST)" --generate man >"$(man1)/formpost.1"
	umask 022 && "$(FORMPOST)" --generate complete-bash >"$(bash_completions)/formpost"
	umask 022 && "$(FORMPOST)" --generate complete-zsh >"$(zsh_completions)/_formpost"
	umask 022 && "$(FORMPOST)" --generate complete-fish >"$(fish_completions)/formpost.fish"

uninstall:
	rm -f "$(DESTDIR)$(PREFIX)/bin/formpost" "$(man1)/formpost.1"
	rm -f "$(bash_completions)/formpost" "$(zsh_completions)/_formpost"
	rm -f "$(fish_completions)/formpost.fish"
	rm -f "$(doc)/NOTICES" "$(doc)/progress.schema.json" "$(doc)/HISTORY"
	! [ -d "$(doc)" ] || rmdir "$(doc)" 2>/dev/null || true
