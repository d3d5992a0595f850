#!/usr/bin/env python3
"""What programs make and drop must go: each kind of thing, made a million times, leaves no more memory on Celer than on CoreCLR.

tests/growth/growth.cs makes the things and prints the memory that the process has of its own after full collections. The long form
runs every kind on both engines and prints one table: Celer may end with CoreCLR's memory x 1.2 + 20 MB, and, in tier 0 and in four
parts, the last two may add next to nothing: half a million things of most kinds less than two bytes each. The short form (--short) runs a
hundredth on Celer alone, in four parts: once in tier 0, and once with the optimising tier, whose library may come at any time. Both run
tests/growth/limits.cs too: programs that use up the engine's own memory get an OutOfMemoryException.
"""
import argparse
import concurrent.futures
import os
import subprocess
import sys
import time

import run

SOURCES = os.path.join(run.ROOT, "tests", "growth")
BUILT = os.path.join(run.OUT, "tests", "growth")
MILLION = 1_000_000
FACTOR, SLACK_KIB = 1.2, 20 * 1024  # of CoreCLR's end memory
PARTS_SLACK_KIB = 768  # what the last two of four parts may add by chance
OPTIMIZER_KIB = 8 * 1024  # the optimising tier's library at work
TIER_0 = {"DOTNET_JITMinOpts": "1"}
SECONDS = 3600

# Where a million is not what is made: how many, and why.
FEWER = {
    "contexts": (10_000, "each loads an assembly"),
    "contexts-from-bytes": (10_000, "each loads an assembly"),
    "collectible-assemblies": (10_000, "each writes and loads an assembly"),
    "expressions": (200_000, "compiled one by one"),
    "regexes-compiled": (20_000, "some hundred methods' worth of IL each"),
    "generic-instances": (30_000, "kept for ever, by both engines"),
    "exceptions-of-tokens": (100_000, "CoreCLR keeps 3 KB of each"),
    "exceptions-of-initialisers": (100_000, "CoreCLR keeps some of each"),
    "exceptions-of-handlers": (2_000, "CoreCLR takes longer for each than for the one before"),
    "missing-assemblies": (200_000, "CoreCLR keeps some of each"),
    "threads": (200_000, "each is a thread of the system"),
    "threads-compiling": (100_000, "each is a thread of the system, and a method"),
}
# Kinds of which two parts may add more by chance: one more region of loader heaps in each of two sections; memory of malloc's that threads left.
VARYING = ("dynamic-methods", "contexts", "collectible", "expressions", "threads")
VARYING_KIB = 2048
# Kinds that an engine must keep, and what four parts may add for one of them.
KEPT_BYTES = {"interned-strings": 400, "generic-instances": 4000}
SHORT_AT_LEAST = 400  # things in the short form
KINDS_AT_LEAST = 40
# Programs of tests/growth/limits.cs, on Celer alone: what is used up, and the MiB that a section of the engine's memory then has.
LIMITS = {"types": 32, "arrays": 32, "pointers": 32, "methods": 32, "statics": 32, "dynamic-methods": 64, "literals": 32,
          "assemblies": 32, "deep-stack": 0}


def count_of(kind):
    return FEWER.get(kind, (MILLION, ""))[0]


def measure(engine, kind, count, parts, timeout, settings=None):
    """KiB after each part, and the seconds it took. Raises RuntimeError if the program did not end well."""
    started = time.monotonic()
    try:
        result = subprocess.run([engine, os.path.join(BUILT, "growth.dll"), kind, str(count), str(parts)],
                                env={**run.clean_environment(), **(settings or {})}, stdin=subprocess.DEVNULL, capture_output=True,
                                text=True, errors="replace", timeout=timeout)
    except subprocess.TimeoutExpired:
        raise RuntimeError(f"did not end in {timeout} s") from None
    values = [int(line) for line in result.stdout.split()]
    if result.returncode or len(values) != parts:
        raise RuntimeError(f"exit code {result.returncode}\n{result.stderr.strip()[-1500:]}")
    return values, time.monotonic() - started


def kinds_of(filters):
    listed = subprocess.run(["dotnet", os.path.join(BUILT, "growth.dll")], capture_output=True, text=True, check=True).stdout.split()
    unknown = {*FEWER, *KEPT_BYTES} - set(listed)
    if len(listed) < KINDS_AT_LEAST or unknown:
        sys.exit(f"growth.cs lists {len(listed)} kinds, of at least {KINDS_AT_LEAST}; without {sorted(unknown)}")
    return [kind for kind in listed if not filters or any(part in kind for part in filters)]


def grow_in_parts(kind, count, options, timeout, settings, more_kib=0):
    """(passed, text): does the second half add memory to what the first has left?"""
    slack = PARTS_SLACK_KIB + (VARYING_KIB if kind.startswith(VARYING) else 0)
    allowed = slack + KEPT_BYTES.get(kind, 0) * count // 2 // 1024 + more_kib
    values, seconds = measure(options.engine, kind, count, 4, timeout, settings)
    grown = values[3] - values[1]
    text = f" {values[1]:>9} {values[3]:>9} KiB, {seconds:.1f} s"
    return grown <= allowed, text + (f": grew by {grown} KiB, may by {allowed}" if grown > allowed else "")


def judge_short(kind, options):
    """(passed, text) of one kind."""
    count = max(count_of(kind) // 100, SHORT_AT_LEAST)
    in_tier_0, text = grow_in_parts(kind, count, options, run.TIMEOUT_SECONDS, TIER_0)
    optimized, more = grow_in_parts(kind, count, options, run.TIMEOUT_SECONDS, None, OPTIMIZER_KIB)
    return in_tier_0 and optimized, f"{kind:28} {count:>8}{text}{more}"


def judge_long(kind, options):
    """(passed, text) of one kind on both engines."""
    count, why = FEWER.get(kind, (MILLION, ""))
    count = max(count // options.divide, 1)
    (theirs,), their_seconds = measure("dotnet", kind, count, 1, SECONDS)
    (ours,), our_seconds = measure(options.engine, kind, count, 1, SECONDS)
    allowed = int(theirs * FACTOR) + SLACK_KIB
    text = f"{kind:28} {count:>8} {theirs:>9} {ours:>9} KiB, {their_seconds:.1f} and {our_seconds:.1f} s"
    text += (f" ({why})" if why else "") + ("" if ours <= allowed else f": may have {allowed} KiB")
    in_parts, more = grow_in_parts(kind, count, options, SECONDS, TIER_0)
    return ours <= allowed and in_parts, f"{text}; in parts{more}"


def judge_limit(kind, options):
    """(passed, text): the engine's own memory ends in an OutOfMemoryException and the program goes on."""
    environment = {**run.clean_environment(), "CELER_ArenaSection": str(LIMITS[kind])}
    started = time.monotonic()
    try:
        result = subprocess.run([options.engine, os.path.join(BUILT, "limits.dll"), kind], env=environment, stdin=subprocess.DEVNULL,
                                capture_output=True, text=True, errors="replace", timeout=run.TIMEOUT_SECONDS)
    except subprocess.TimeoutExpired:
        raise RuntimeError(f"did not end in {run.TIMEOUT_SECONDS} s") from None
    text = f"{kind:28} {LIMITS[kind] or 'all'} MiB, {time.monotonic() - started:.1f} s"
    good = result.returncode == 0 and result.stdout.startswith("ok\n1 0.0,1.5,3.0\n")
    return good, text + ("" if good else f": exit code {result.returncode}\n{(result.stdout + result.stderr).strip()[-1500:]}")


def run_kind(judge, kind, options):
    try:
        return judge(kind, options)
    except RuntimeError as problem:
        return False, f"{kind:28} {problem}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("filters", nargs="*", help="only kinds whose name contains one of these")
    parser.add_argument("--short", action="store_true", help="a hundredth, on Celer alone")
    parser.add_argument("--divide", type=int, default=1, metavar="N", help="the long form with an N-th of the counts")
    run.add_engine_options(parser)
    options = parser.parse_args()
    if not run.compile_programs(SOURCES, BUILT):
        return 1
    passed = failed = 0
    judge = judge_short if options.short else judge_long
    limits = [kind for kind in LIMITS if not options.filters or any(part in kind for part in options.filters)]
    tasks = [(judge, kind) for kind in kinds_of(options.filters)] + [(judge_limit, kind) for kind in limits]
    print(f"{'kind':28} {'count':>8} " + ("   at half    at end" if options.short else "  CoreCLR     Celer"))
    with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
        for good, text in pool.map(lambda task: run_kind(*task, options), tasks):
            passed, failed = passed + good, failed + (not good)
            print(text if good else f"FAILED {text}", flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
