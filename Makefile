# life: run, convert and check cellular automata. `make help` lists what there is.

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
BUILD = $(SWIFT) build -c release --product life --explicit-target-dependency-import-check error
# Statically linked, the program starts in a millisecond and runs where no Swift is installed.
STATIC := $(if $(filter Linux,$(shell uname -s)),-Xswiftc -static-executable)
# Optimised: the laws compare millions of cells. Every call to the system can be made to fail.
TEST = $(SWIFT) test -c release -Xswiftc -enable-testing -Xswiftc -DFAULTS \
  --scratch-path .build/tests
LIFE = .build/release/life
BINDIR = $(DESTDIR)$(PREFIX)/bin
SHARE = $(DESTDIR)$(PREFIX)/share
export SWIFT_BACKTRACE = enable=no

.DEFAULT_GOAL := build
.PHONY: help build test test-debug test-address test-thread laws soak mutation coverage fuzz \
  fuzz-ci golden format lint bench bench-peers bench-auto bench-collection random-rules corpus \
  corpus-hashlife install uninstall clean

help: ## Show this list.
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 18

build: ## Build the release program, .build/release/life.
	$(BUILD) $(STATIC)

test: ## Run the tests (under five minutes).
	$(TEST)

test-debug: ## Run the tests without optimisation, with every check of the language.
	LIFE_LAWS=brief $(SWIFT) test --scratch-path .build/debug-tests

# What a sanitizer finds, in the tests or in a program that they start, goes to files of its own.
# A leak is none: what lives as long as the program is not given back; nor is memory that is not
# there, because we ask.
SANITIZE = LIFE_LAWS=brief LIFE_SANITIZER=$(1) $(2)_OPTIONS=exitcode=99:$\
  detect_leaks=0:allocator_may_return_null=1:log_path=$(CURDIR)/.build/$(1)-tests/findings \
  $(SWIFT) test -c release --sanitize=$(1) -Xswiftc -enable-testing -Xswiftc -DFAULTS \
  --scratch-path .build/$(1)-tests; \
  code=$$?; ! grep -sE 'ERROR: |WARNING: Thread' .build/$(1)-tests/findings.* && exit $$code

test-address: ## Run the tests with the address sanitizer, their short form.
	@rm -f .build/address-tests/findings.*
	$(call SANITIZE,address,ASAN)

test-thread: ## Run the tests with the thread sanitizer, their short form.
	@rm -f .build/thread-tests/findings.*
	$(call SANITIZE,thread,TSAN)

laws: ## Run the laws in their long form (the better part of an hour).
	LIFE_LAWS=long $(TEST)

soak: ## Kill, let calls fail, mangle files, plant bombs: how many promises break (hours).
	$(TEST) --filter TidyTests
	@for script in interruptions fail-calls same-bytes memory-caps bombs mutants; do \
	  printf '%s: ' $$script; python3 Tests/Soak/$$script .build/tests/release/life; done

mutation: ## Break the sources at 200 places: how many breaks the tests don't notice (hours).
	$(TEST) --filter TidyTests
	Tests/Soak/mutation

coverage: ## Tell how much of the sources the tests run.
	$(SWIFT) build -c release --build-tests --enable-code-coverage -Xswiftc -enable-testing \
	  -Xswiftc -DFAULTS --scratch-path .build/coverage
	Tests/Soak/coverage .build/coverage/release

FUZZ = LIFE_FUZZ=1 $(SWIFT) build -c release --product fuzz --scratch-path .build/fuzz
# The longest run of a target, in seconds and in executions.
FUZZ_TIME ?= 36000
FUZZ_RUNS ?= 10000000

fuzz: ## Run every fuzz target with the address sanitizer (hours; FUZZ_TIME=SECONDS each at most).
	$(FUZZ)
	Tests/Fuzz/run .build/fuzz/release/fuzz $(FUZZ_TIME) $(FUZZ_RUNS)

fuzz-ci: ## Run every fuzz target for a minute.
	$(MAKE) fuzz FUZZ_TIME=60

golden: build ## Rewrite the golden files from what the program says now.
	LIFE_GOLDEN=update $(TEST) --filter CommandTests

format: ## Format the sources.
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests

lint: ## Check the format of the sources.
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests

bench: build ## Measure the engines against the plain scalar loop.
	$(LIFE) bench

bench-peers: build ## Measure beside bgolly (needs the package golly), in turn on one core.
	Tests/Benchmarks/bench-peers $(LIFE)

bench-auto: build ## Measure auto beside every single engine, on one core.
	Tests/Benchmarks/bench-auto $(LIFE)

bench-collection: build ## Time golly's own patterns beside bgolly, with each engine.
	Tests/Benchmarks/bench-collection $(LIFE)

random-rules: build ## Compare random rules of every family with bgolly.
	Tests/Corpus/random-rules $(LIFE)

corpus: build ## Tell of every file of CORPUS=DIR how it runs, beside bgolly (RULES=DIR: rule files).
	Tests/Corpus/corpus $(LIFE) $(CORPUS) $(if $(RULES),--rules $(RULES))

corpus-hashlife: build ## Compare golly's HashLife patterns, or FOLDER=DIR's, with bgolly.
	Tests/Corpus/hashlife $(LIFE) $(FOLDER)

install: build ## Install program, manual, completions and patterns under PREFIX.
	install -d $(BINDIR) $(SHARE)/man/man1 $(SHARE)/bash-completion/completions \
	  $(SHARE)/zsh/site-functions $(SHARE)/fish/vendor_completions.d $(SHARE)/life
	install -m 755 $(LIFE) $(BINDIR)/life.new
	strip $(BINDIR)/life.new
	mv -f $(BINDIR)/life.new $(BINDIR)/life
	$(LIFE) man > $(SHARE)/man/man1/life.1
	$(LIFE) completions bash > $(SHARE)/bash-completion/completions/life
	$(LIFE) completions zsh > $(SHARE)/zsh/site-functions/_life
	$(LIFE) completions fish > $(SHARE)/fish/vendor_completions.d/life.fish
	rm -rf $(SHARE)/life/patterns
	cp -R patterns $(SHARE)/life/patterns

uninstall: ## Remove what install put there.
	rm -f $(BINDIR)/life $(SHARE)/man/man1/life.1 $(SHARE)/bash-completion/completions/life \
	  $(SHARE)/zsh/site-functions/_life $(SHARE)/fish/vendor_completions.d/life.fish
	rm -rf $(SHARE)/life

clean: ## Remove everything that was built.
	rm -rf .build
