# life: run, convert and check cellular automata. `make help` lists the targets.

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
TRIPLE = $(shell $(SWIFT) -print-target-info | sed -nE 's/.*"triple": "(.*)",/\1/p')
BUILD = $(SWIFT) build -c release --product life --explicit-target-dependency-import-check error
# Optimized, because the laws compare millions of cells, and with the modules that `make` builds.
# Built apart, because `swift test` has flags of its own and would compile all modules again.
# With all tests started at once, those that wait for a terminal or a signal wait too long.
TEST = $(SWIFT) build -c release --build-tests && Tests/run-tests $(SWIFT) test -c release --skip-build \
  --experimental-maximum-parallelization-width 6
LIFE = .build/release/life
BINDIR = $(DESTDIR)$(PREFIX)/bin
SHARE = $(DESTDIR)$(PREFIX)/share
export SWIFT_BACKTRACE = enable=no

.DEFAULT_GOAL := build
.PHONY: help help-more build run check test test-all test-consumer test-player test-dist test-arm64 docs pictures dist remove-dist test-debug test-address \
  test-thread laws soak cluster-test mutation coverage fuzz fuzz-ci golden index format lint bench \
  bench-peers bench-lifelib bench-threads bench-auto bench-collection random-rules corpus \
  corpus-hashlife corpus-identify corpus-roundtrip install uninstall clean

help: ## List the targets that every contributor needs.
	@grep -hE '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "%-18s%s\n", $$1, $$2}'

help-more: ## List the rest: benchmarks, long tests, corpora, packaging.
	@grep -hE '^[a-z0-9-]+:.*#\+' $(MAKEFILE_LIST) | awk -F ':.*#[+] ' '{printf "%-18s%s\n", $$1, $$2}'

build: ## Build the release program, .build/release/life.
	$(BUILD)

run: build ## Run the program: make run ARGS='run gosper-gun -n 60 --to plaintext'.
	@$(LIFE) $(ARGS)

test: ## Run the tests that start no program, with a case of each law (40 seconds).
	export LIFE_LAWS=fast; $(TEST)

test-all: build ## Run all tests, as CI does (about four minutes).
	$(TEST)

check: ## Run the tests of the layers that changed, without optimization (LAYER=LifeIO: of a layer).
	SWIFT=$(SWIFT) Tests/check $(LAYER)

# What a compiler needs to import the modules that `make` built.
IMPORTS = -I .build/release/Modules -Xcc -ISources/CPatterns/include \
  -Xcc -fmodule-map-file=.build/release/CPatterns.build/module.modulemap \
  $(foreach library,CCPU CZlib,-Xcc -fmodule-map-file=Sources/$(library)/module.modulemap)

# A package that depends on the library, built as another project would build it. With the folder of
# `make` for its products, it compiles its own programs only.
CONSUMER = .build/consumer
test-consumer: build #+ Build and run the package of Tests/Consumer, which uses the libraries.
	$(SWIFT) build -c release --package-path Tests/Consumer --scratch-path .build
	rm -rf $(CONSUMER) && mkdir $(CONSUMER)
	Tests/Docs/code-blocks.py $(CONSUMER) $$(find Sources/Life -name '*.md') Sources/Life/*.swift
	for file in $(CONSUMER)/*.swift; do \
	  $(SWIFT)c -typecheck -module-name article -swift-version 6 $(IMPORTS) $$file || exit 1; \
	done
	cd $(CONSUMER) && ../release/consumer && ../release/tour
	test -s $(CONSUMER)/after.mc && test -s $(CONSUMER)/gun.gif
	cd $(CONSUMER) && { sleep 1; printf '++-+'; sleep 1; printf q; } \
	  | TERM=xterm script -qec ../release/counter counter.out > /dev/null && grep -q 2 counter.out

test-player: build #+ Test the HTML player in Chromium (package chromium).
	Tests/Player/test-player.py $(LIFE)

test-arm64: #+ Run the kernels as arm64 under qemu (qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross).
	SWIFT=$(SWIFT) Tests/Arm64/test-arm64

# The public symbols are read from the modules that `make` built; the manual has none. Articles link
# to files, as a repository's pages need it: in copies, links within a catalog become references, and
# afterwards those between catalogs lead from page to page.
DOCC ?= $(dir $(shell command -v $(SWIFT)))docc
SYMBOLS = .build/docs-symbols
ARCHIVES = .build/docs-archives
CATALOGS = .build/docs-catalogs
LIBRARIES = Life LifeTerminal
docs: build ## Build the manual and the reference pages of the libraries into .build/docs.
	rm -rf .build/docs $(SYMBOLS) $(ARCHIVES) $(CATALOGS)
	mkdir -p $(ARCHIVES)
	for catalog in Sources/*/*.docc; do \
	  mkdir -p $(CATALOGS)/$$(dirname $$catalog) && cp -R $$catalog $(CATALOGS)/$$catalog || exit 1; \
	done
	sed -i -E 's#\[[^]]*\]\(([A-Za-z]+)\.md\)#<doc:\1>#g; s#\]\(Resources/#](#g; '\
	's#\]\([^)]*/Manual\.md\)#](/documentation/manual)#g; s#\]\([^)]*/Life\.md\)#](/documentation/life)#g' \
	  $$(find $(CATALOGS) -name '*.md')
	for library in $(LIBRARIES); do \
	  mkdir -p $(SYMBOLS)/$$library; \
	  $(SWIFT) symbolgraph-extract -module-name $$library -target $(TRIPLE) $(IMPORTS) \
	    -minimum-access-level public -emit-extension-block-symbols -skip-synthesized-members \
	    -output-dir $(SYMBOLS)/$$library || exit 1; \
	  Tests/Docs/undocumented.py $(SYMBOLS)/$$library/$$library.symbols.json || exit 1; \
	  $(DOCC) convert $(CATALOGS)/Sources/$$library/Documentation.docc \
	    --additional-symbol-graph-dir $(SYMBOLS)/$$library \
	    --fallback-display-name $$library --fallback-bundle-identifier $$library \
	    --warnings-as-errors --output-path $(ARCHIVES)/$$library.doccarchive || exit 1; \
	done
	$(DOCC) convert $(CATALOGS)/Sources/LifeCommand/Manual.docc --fallback-display-name Manual \
	  --fallback-bundle-identifier Manual --warnings-as-errors \
	  --output-path $(ARCHIVES)/Manual.doccarchive
	$(DOCC) merge $(ARCHIVES)/*.doccarchive --synthesized-landing-page-name life --output-path .build/docs

PICTURES = Sources/LifeCommand/Manual.docc/Resources
pictures: build #+ Draw the pictures of the README and of the manual.
	Tests/Pictures/draw $(LIFE) $(PICTURES)

test-debug: #+ Run the tests in a debug build.
	LIFE_LAWS=brief Tests/run-tests $(SWIFT) test --scratch-path .build/debug-tests

# The findings of a sanitizer, in the tests or in a program that they start, go to files. Leaks are
# not reported: global state is never freed. A failed allocation returns null, as the code expects.
SANITIZE = LIFE_LAWS=brief LIFE_SANITIZER=$(1) $(2)_OPTIONS=exitcode=99:$\
  detect_leaks=0:allocator_may_return_null=1:log_path=$(CURDIR)/.build/$(1)-tests/findings \
  LIFE_DYNAMIC=1 Tests/run-tests $(SWIFT) test -c release --sanitize=$(1) --scratch-path .build/$(1)-tests; \
  code=$$?; ! grep -sE 'ERROR: |WARNING: Thread' .build/$(1)-tests/findings.* && exit $$code

test-address: #+ Run the short form of the tests with the address sanitizer.
	@rm -f .build/address-tests/findings.*
	$(call SANITIZE,address,ASAN)

test-thread: #+ Run the short form of the tests with the thread sanitizer.
	@rm -f .build/thread-tests/findings.*
	$(call SANITIZE,thread,TSAN)

laws: #+ Run the long form of the laws (almost an hour).
	export LIFE_LAWS=long; $(TEST)

soak: #+ Run the soak scripts: kills, failing calls, damaged files, bombs (hours).
	$(BUILD)
	@for script in interruptions fail-calls same-bytes memory-caps bombs mutants tiny-trees \
	  terminal-output census blocked-calls killed-parents time-limits \
	  folder-states play-kills play-keys streams; do \
	  printf '%s: ' $$script; python3 Tests/Soak/$$script.py $(LIFE); done

cluster-test: build #+ Take a census with Slurm and GNU parallel (packages slurmctld slurmd munge parallel).
	Tests/Cluster/run.py $(LIFE)

mutation: #+ Run the mutation tests: how many of 200 mutants survive (hours).
	$(SWIFT) build -c release --build-tests
	Tests/Soak/mutation.py

coverage: #+ Measure the code coverage of the tests.
	LIFE_DYNAMIC=1 $(SWIFT) build -c release --build-tests --enable-code-coverage \
	  --scratch-path .build/coverage
	Tests/Soak/coverage.py .build/coverage/release

FUZZ = LIFE_FUZZ=1 $(SWIFT) build -c release --product fuzz --scratch-path .build/fuzz
# The limits of each fuzz target, in seconds and in executions.
FUZZ_TIME ?= 36000
FUZZ_RUNS ?= 10000000

fuzz: #+ Run every fuzz target with the address sanitizer (hours; FUZZ_TIME=SECONDS per target).
	$(FUZZ)
	Tests/Fuzz/run .build/fuzz/release/fuzz $(FUZZ_TIME) $(FUZZ_RUNS)

fuzz-ci: #+ Run every fuzz target for one minute.
	$(MAKE) fuzz FUZZ_TIME=60

golden: build #+ Rewrite the golden files with the present output.
	export LIFE_GOLDEN=update; $(TEST) --filter 'CommandTests|LifePlayerTests|EmbeddedCollectionTests'

index: #+ Rewrite the table of the pattern collection from what its patterns are.
	export LIFE_INDEX=update; $(TEST) --filter IndexTests

format: ## Format the sources.
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests

lint: ## Check the format of the sources, and the scripts in Python (package python3-pyflakes).
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests
	@if python3 -c 'import pyflakes' 2> /dev/null; then python3 -m pyflakes Tests/*/*.py; \
	else echo "The scripts in Python were not checked: pyflakes is not installed."; fi

bench: build ## Compare the engines with a plain scalar loop; measure frames, answers and the player.
	$(LIFE) bench
	Tests/Benchmarks/bench-answers.py $(LIFE)
	Tests/Benchmarks/bench-play.py $(LIFE)

bench-peers: build #+ Compare with bgolly (package golly) on one core.
	Tests/Benchmarks/bench-peers.py $(LIFE)

bench-lifelib: build #+ Compare with lifelib (package python-lifelib of PyPI) on one core.
	Tests/Benchmarks/bench-lifelib.py $(LIFE)

bench-threads: build #+ Compare two threads with one, on a machine that does nothing else.
	Tests/Benchmarks/bench-threads.py $(LIFE)

bench-auto: build #+ Compare auto with every other engine on one core.
	Tests/Benchmarks/bench-auto.py $(LIFE)

bench-collection: build #+ Compare each engine with bgolly on Golly's patterns.
	Tests/Benchmarks/bench-collection.py $(LIFE)

random-rules: build #+ Compare the cells of random rules of every family with bgolly.
	Tests/Corpus/random-rules.py $(LIFE)

corpus: build #+ Read and run every file of CORPUS=DIR, compared with bgolly (RULES=DIR: rule files).
	Tests/Corpus/corpus.py $(LIFE) $(CORPUS) $(if $(RULES),--rules $(RULES))

corpus-roundtrip: build #+ Convert Golly's patterns, or those of FOLDER=DIR, to all formats and back.
	Tests/Corpus/roundtrip.py $(LIFE) $(FOLDER)

corpus-hashlife: build #+ Compare Golly's HashLife patterns, or those of FOLDER=DIR, with bgolly.
	Tests/Corpus/hashlife.py $(LIFE) $(FOLDER)

corpus-identify: build #+ Check the kinds and periods of Golly's Life patterns, or those of FOLDER=DIR.
	Tests/Corpus/identify.py $(LIFE) $(FOLDER)

install: build ## Install the program, manual pages and completions under PREFIX.
	install -d $(BINDIR) $(SHARE)/man/man1 $(SHARE)/bash-completion/completions \
	  $(SHARE)/zsh/site-functions $(SHARE)/fish/vendor_completions.d
	install -m 755 $(LIFE) $(BINDIR)/life.new
	strip $(BINDIR)/life.new
	mv -f $(BINDIR)/life.new $(BINDIR)/life
	rm -f $(SHARE)/life/commit
	if commit=$$(git describe --always --abbrev=40 --exclude='*' --dirty=-modified 2> /dev/null); then \
	  install -d $(SHARE)/life && echo $$commit > $(SHARE)/life/commit; fi
	for page in $$($(LIFE) man --list); do \
	  $(LIFE) man $$page > $(SHARE)/man/man1/$$page.1 || exit 1; \
	done
	$(LIFE) completions bash > $(SHARE)/bash-completion/completions/life
	$(LIFE) completions zsh > $(SHARE)/zsh/site-functions/_life
	$(LIFE) completions fish > $(SHARE)/fish/vendor_completions.d/life.fish

uninstall: ## Remove the installed files.
	rm -f $(BINDIR)/life $(SHARE)/man/man1/life.1 $(SHARE)/man/man1/life-*.1 \
	  $(SHARE)/bash-completion/completions/life $(SHARE)/zsh/site-functions/_life \
	  $(SHARE)/fish/vendor_completions.d/life.fish
	rm -rf $(SHARE)/life

# The archive and the package depend on the sources only: their files have the time of the last
# commit, and the packers sort them.
VERSION = $(shell sed -nE 's/.*static let version = "(.*)"/\1/p' Sources/LifeRun/Process/ProgramVersion.swift)
PAGE = $(shell sed -nE 's/.*static let page: String\? = "(.*)"/\1/p' Sources/LifeRun/Process/ProgramVersion.swift)
DIST = .build/dist
export SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2> /dev/null || echo 0)
dist: DESTDIR = $(CURDIR)/$(DIST)/root
dist: PREFIX = /usr
dist: remove-dist install ## Pack the program for machines without Swift, as .tar.gz and .deb, with checksums.
	Tests/Dist/pack $(DIST) $(VERSION) $(PAGE)

remove-dist:
	rm -rf $(DIST)

test-dist: #+ Pack twice, compare, and run the program where nothing else is installed.
	Tests/Dist/test-dist

clean: ## Remove all build products.
	rm -rf .build
