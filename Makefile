# Celer. `make run` and `make test` are all that a fresh machine needs; each installs what is missing first.
SHELL := /bin/bash
JOBS ?= $(shell nproc)
PRESET ?= release
BUILD := build/$(PRESET)

export CCACHE_BASEDIR := $(CURDIR)
export CCACHE_NOHASHDIR := 1

.DEFAULT_GOAL := build
.PHONY: build deps run test test-all bench bench-all bench-gc format tidy fuzz docs clean

## build: the runtime library, the command and the overlay out/root, whose `dotnet` runs on Celer
build: deps
	@test $(BUILD)/build.ninja -nt CMakePresets.json || cmake --preset $(PRESET) >/dev/null
	cmake --build $(BUILD) -j $(JOBS) --target celer coreclr second_compiler celerjit
	@mkdir -p out
	@install -C -m 755 $(BUILD)/src/celer out/celer
	@install -C -m 755 $(BUILD)/src/libcoreclr.so out/libcoreclr.so
	@test ! -f $(BUILD)/src/optimizer/libcelerjit.so || install -C -m 755 $(BUILD)/src/optimizer/libcelerjit.so out/libcelerjit.so
	@install -C -m 755 $(BUILD)/tests/second_compiler/libsecond_compiler.so out/libsecond_compiler.so
	@out/celer root out/root

## deps: the packages that the build and the tests need
deps:
	@tools/install-deps.sh

## run: a real program over some megabytes of real text, on CoreCLR and on Celer; the outputs must be equal
run: build
	@tests/sample.py

## test: builds Celer and runs all suites: unit tests (also under sanitizers), fuzz seeds, tidy, and programs on CoreCLR and on Celer
test: deps
	@tools/test.py

## test-all: the same, every program 20 times under GC stress, stress in pieces, a thousand random programs, 20,000 damaged ones, the growth suite, and the thread sanitizer
test-all: deps
	@tools/test.py --all

## bench: Celer beside CoreCLR, a sample of some minutes: start-up, memory, kernels, compile time, cases of the inventories, peak speed
bench: build
	@bench/run.py $(BENCH_OPTIONS)

## bench-all: all of it, with services and modes, unattended, under three hours on two cores; BENCH_OPTIONS=--resume goes on after a stop
bench-all: build
	@tools/install-deps.sh benchmarks
	@bench/run.py --all $(BENCH_OPTIONS)

## bench-gc: the collector beside CoreCLR's two: latency and memory of heaps up to 6 GB, programs that allocate, stopping of threads; 15 minutes
bench-gc: build
	@bench/gc.py $(BENCH_OPTIONS)

## format: lay the sources out
format:
	@git ls-files 'src/*.cpp' 'src/*.h' 'fuzz/*.cpp' | xargs clang-format-22 -i

## tidy: layering, sizes, includes, paths
tidy:
	@tools/tidy.py

## fuzz: every fuzz target for FUZZ_SECONDS (default 60)
fuzz: deps
	@tools/fuzz.sh $(or $(FUZZ_SECONDS),60)

## docs: where the documentation is
docs:
	@echo "The chapters are Markdown, read as they are:"; ls README.md ARCHITECTURE.md docs/*.md docs/*/*.md 2>/dev/null

clean:
	rm -rf build out
