#!/usr/bin/env python3
"""Makes src/engine.profdata and src/optimizer/optimizer.fdata.xz anew: what runs how often, by which the code of the two libraries is laid out (docs/decisions/0018).

After `make build`. For the first it builds an instrumented engine, runs programs on it that start, compile, collect and throw, and merges what it has counted; for the second BOLT
instruments libcelerjit.so, which then optimises what the programs of peak speed run for long. The build works with old files too: functions that have changed since are laid out as they come.
Worth while when start-up, or a compilation, has become slower by some percent.
"""
import argparse
import collections
import glob
import lzma
import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests"))
import run as tests  # noqa: E402

BUILD = os.path.join(ROOT, "build", "instrumented")
PROFILE = os.path.join(ROOT, "src", "engine.profdata")
LINKED_OPTIMIZER = os.path.join(ROOT, "build", "release", "src", "optimizer", "libcelerjit-linked.so")
OPTIMIZER_PROFILE = os.path.join(ROOT, "src", "optimizer", "optimizer.fdata.xz")
SOURCES = os.path.join(ROOT, "bench", "programs")
BUILT = os.path.join(tests.OUT, "bench", "programs")
SECONDS = 600
STARTS = 5
# Program, words. Start-up and compilation count most; the rest is there so that collections, exceptions, threads and I/O are no cold code.
TRAINING = [
    *[(name, []) for name in ("hello", "tool") for _ in range(STARTS)],
    *[(f"inventory/{name}", ["--once"]) for name in (
        "n5-async", "n5-json", "n6a-system", "n6a-threading", "n6b-collections", "n6b-reflection", "n7b-regex", "n7c-collections-linq", "n7c-files")],
    ("warm/control", ["async-yield", "exceptions-thrown", "lock", "binary-trees"]),
    ("gc/steady", ["50", "3", "2"]),
]
# Programs whose methods are optimised for the second profile: each runs all of its cases until they have settled.
OPTIMIZED = [f"warm/{name}" for name in ("arrays", "calls", "collections", "control", "library", "numeric", "sequences", "text")]
LEAST_SHARE = 1e-7  # of all that was counted: ways that are taken less often count as not taken


def build():
    subprocess.run(["cmake", "--preset", "instrumented"], cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
    subprocess.run(["cmake", "--build", BUILD, "--target", "celer", "coreclr"], cwd=ROOT, check=True)


def overlay(folder, *files):
    """Makes an engine of these files in a folder, and gives the `dotnet` that runs on it."""
    for file in files:
        shutil.copy(file, folder)
    root = os.path.join(folder, "root")
    subprocess.run([os.path.join(folder, "celer"), "root", root], cwd=folder, env=tests.clean_environment(), check=True, stdout=subprocess.DEVNULL)
    return os.path.join(root, "dotnet")


def run(dotnet, words, **environment):
    print(" ".join([os.path.relpath(words[0], tests.OUT), *words[1:]]), flush=True)
    subprocess.run([dotnet, *words], env={**tests.clean_environment(), **environment}, stdout=subprocess.DEVNULL, timeout=SECONDS, check=True)


def make_engine_profile(folder):
    """What each process has counted is added up in files of the folder."""
    build()
    dotnet = overlay(folder, *(os.path.join(BUILD, "src", name) for name in ("celer", "libcoreclr.so")), os.path.join(tests.OUT, "libcelerjit.so"))
    compiler = [os.path.join(tests.OUT, "compile", "celer-compile.dll"), SOURCES, os.path.join(folder, "programs")]
    for words in [*([os.path.join(BUILT, name + ".dll"), *words] for name, words in TRAINING), compiler]:
        run(dotnet, words, LLVM_PROFILE_FILE=os.path.join(folder, "%4m.profraw"))
    subprocess.run(["llvm-profdata-22", "merge", "--sparse", "-o", PROFILE, *glob.glob(os.path.join(folder, "*.profraw"))], check=True)


def merged(files):
    """What BOLT counted in several processes, a line for each branch and call with its number, which is rounded to its first digit."""
    counts = collections.Counter()
    for path in files:
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                branch, _, count = line.rpartition(" ")
                counts[branch] += int(count)
    least = counts.total() * LEAST_SHARE
    return "".join(f"{branch} {float(f'{count:.1g}'):.0f}\n" for branch, count in sorted(counts.items()) if count >= least)


def make_optimizer_profile(folder):
    counted = os.path.join(folder, "counted")
    subprocess.run(["llvm-bolt-22", LINKED_OPTIMIZER, "-instrument", "-o", os.path.join(folder, "libcelerjit.so"), "-instrumentation-file-append-pid",
                    "-instrumentation-file=" + counted], check=True, stdout=subprocess.DEVNULL)
    dotnet = overlay(folder, *(os.path.join(tests.OUT, name) for name in ("celer", "libcoreclr.so")))
    for name in OPTIMIZED:
        run(dotnet, [os.path.join(BUILT, name + ".dll")])
    with lzma.open(OPTIMIZER_PROFILE, "wt", preset=9 | lzma.PRESET_EXTREME) as file:
        file.write(merged(glob.glob(counted + ".*.fdata")))


def main():
    makers = {"engine": (make_engine_profile, PROFILE), "optimizer": (make_optimizer_profile, OPTIMIZER_PROFILE)}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=makers, help="make this one alone")
    only = parser.parse_args().only
    if not tests.compile_programs(SOURCES, BUILT):
        sys.exit("the programs do not compile")
    for make, path in [makers[only]] if only else makers.values():
        with tempfile.TemporaryDirectory(prefix="celer-profile-") as folder:
            make(folder)
        print(f"{os.path.relpath(path, ROOT)}: {os.path.getsize(path) // 1024} KiB")


if __name__ == "__main__":
    main()
