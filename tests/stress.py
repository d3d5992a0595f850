#!/usr/bin/env python3
"""Stress in pieces: `tests/stress.py --hours 2` runs pieces until the time is over, `--report` adds up all that ran so far.

A piece is drawn by its number, so a number repeats it (`--first N --count 1`):

    programs  some test programs, each in a mode and with a stressed collector, both drawn: how often it collects, small budgets,
              verification, poisoned memory, one marking thread or several
    random    new random programs (tests/random_programs.py) in all modes that change code, under the same collectors
    heap      the collector's random graphs and all its other tests with new seeds, in the build with sanitizers too

What ran is added to out/stress/pieces.jsonl, with the processor time that it took. A program that ran out of processor time is named and counted as
skipped: with many collections most are only slow, but one that would never end is among these.
The collector's tests are those of the last build, whatever --engine says.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import random
import resource
import subprocess
import sys
import time

import random_programs
import run

FOLDER = os.path.join(run.OUT, "stress")
PIECES = os.path.join(FOLDER, "pieces.jsonl")
PROGRAMS = 24  # in a piece
RANDOM_PROGRAMS = 20
FIRST_RANDOM_SEED = 1_000_000  # beyond those of the suites
HEAP_TESTS = ["build/release/src/gc_test", "build/dev/src/gc_test"]
CODE_MODES = [mode for mode in run.MODES if mode not in ("gcstress", "verify")]
SECONDS = 60  # of processor time for a program: with a collection at each allocation many do not end


def collector(draw):
    """The environment of a stressed collector."""
    chosen = {"CELER_GCStress": str(draw.choice([1, 3, 20, 100, 300, 500, 1000, 2000]))}
    if draw.random() < 0.2:
        chosen = {"DOTNET_GCgen0size": format(draw.choice([4096, 65536, 262144]), "x")}
    for name in ("CELER_HeapVerify", "CELER_GCVerifyStores", "CELER_GCPoison"):
        if draw.random() < 0.3:
            chosen[name] = "1"
    if draw.random() < 0.3:
        chosen["CELER_GCThreads"] = str(draw.choice([1, 2, 4]))
    return chosen


def run_stressed(suite, program, mode, settings):
    """A program that may not run in a mode of the suites that is like this one is skipped, as are those that rest on when collections are."""
    if any(name in program.skip for name in ("gcstress", "verify", "stress")):
        return "skipped"
    program.timeout = min(program.timeout, SECONDS)
    verdict, text, _ = suite.run(program, mode, settings)
    if verdict != "failed":
        return verdict
    out_of_time = run.OUT_OF_TIME.search(text)
    is_slow = out_of_time is not None and float(out_of_time[1]) >= float(out_of_time[2])
    what = f"{program.name} ({mode}) {' '.join(f'{name}={value}' for name, value in settings.items())}"
    print(f"{'OUT OF TIME' if is_slow else 'FAILED'} {what}\n{text}", flush=True)
    return "skipped" if is_slow else "failed"


def run_all(draw, suite, chosen):
    tasks = [(suite, program, draw.choice(CODE_MODES), collector(draw)) for program in chosen]
    with concurrent.futures.ThreadPoolExecutor(suite.options.j) as pool:
        return collections.Counter(pool.map(lambda task: run_stressed(*task), tasks))


def programs(draw, options):
    return run_all(draw, run.Suite(options), draw.sample(run.find_programs([]), PROGRAMS))


def random_sources(draw, options):
    first = FIRST_RANDOM_SEED + draw.randrange(10**9)
    seeds = range(first, first + RANDOM_PROGRAMS)
    sources, built = os.path.join(FOLDER, "source"), os.path.join(FOLDER, "built")
    random_programs.write_sources(seeds, random_programs.METHODS, sources)
    if not run.compile_programs(sources, built):
        return collections.Counter(failed=1)
    return run_all(draw, random_programs.Suite(options), [run.Program(f"r{seed}", sources, built) for seed in seeds])


def heap(draw, _):
    counts = collections.Counter()
    for test in HEAP_TESTS:
        if not os.path.exists(os.path.join(run.ROOT, test)):
            print(f"{test} is not there: `tools/test.py unit sanitizers` builds both", flush=True)
            counts["skipped"] += 1
            continue
        command = [os.path.join(run.ROOT, test), "--gtest_shuffle", f"--gtest_random_seed={draw.randint(1, 99999)}"]
        ended = subprocess.run(command, capture_output=True, text=True, errors="replace", env=run.clean_environment())
        counts["passed" if ended.returncode == 0 else "failed"] += 1
        if ended.returncode:
            print(f"FAILED {' '.join(command)}\n" + (ended.stdout + ended.stderr)[-3000:], flush=True)
    return counts


KINDS = {"programs": programs, "random": random_sources, "heap": heap}


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run_piece(number, options):
    draw = random.Random(number)
    kind = draw.choices(list(KINDS), [6, 3, 1])[0]
    started, used = time.time(), processor_seconds()
    counts = KINDS[kind](draw, options)
    used = round(processor_seconds() - used, 1)
    piece = {"piece": number, "kind": kind, "commit": options.commit, "started": int(started), "processor_seconds": used, **counts}
    with open(PIECES, "a", encoding="utf-8") as file:
        file.write(json.dumps(piece) + "\n")
    print(f"piece {number} ({kind}): {counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped, {used:.0f} s of processor time",
          flush=True)
    return counts


def report():
    sums = collections.defaultdict(collections.Counter)
    with open(PIECES, encoding="utf-8") as file:
        for piece in map(json.loads, file):
            for key in ("kind " + piece["kind"], "commit " + piece["commit"], "all"):
                sums[key].update({name: piece.get(name, 0) for name in ("passed", "failed", "skipped", "processor_seconds")}, pieces=1)
    for key, counts in sorted(sums.items()):
        print(f"{key}: {counts['processor_seconds'] / 3600:.2f} h of processor time in {counts['pieces']} pieces, {counts['passed']} passed, "
              f"{counts['failed']} failed, {counts['skipped']} skipped")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hours", type=float, default=0.5, help="how long to begin new pieces (default: half an hour)")
    parser.add_argument("--first", type=int, default=int(time.time()), help="the number of the first piece (default: the time)")
    parser.add_argument("--count", type=int, default=sys.maxsize, help="at most so many pieces")
    parser.add_argument("--report", action="store_true", help="only add up what ran")
    run.add_engine_options(parser)
    options = parser.parse_args()
    if options.report:
        return report()
    run.heed_signals()
    os.makedirs(FOLDER, exist_ok=True)
    if not (run.compile_programs() and run.compile_native()):
        return 1
    options.commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=run.ROOT, capture_output=True, text=True, check=True).stdout.strip()
    end = time.monotonic() + options.hours * 3600
    total = collections.Counter()
    number = options.first
    while time.monotonic() < end and number < options.first + options.count:
        total += run_piece(number, options)
        number += 1
    return run.closed(total)


if __name__ == "__main__":
    sys.exit(main())
