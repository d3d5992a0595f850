#!/usr/bin/env python3
"""Makes src/engine.profdata anew: what of the engine runs how often, by which the compiler lays its code out (docs/decisions/0018).

After `make build`. Builds an instrumented engine, runs programs on it that start, compile, collect and throw, and merges what it has counted. The build works with an
old profile too: functions that have changed are without one. Worth while when start-up has become slower by some percent.
"""
import glob
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


def build():
    subprocess.run(["cmake", "--preset", "instrumented"], cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
    subprocess.run(["cmake", "--build", BUILD, "--target", "celer", "coreclr"], cwd=ROOT, check=True)


def train(folder):
    """Runs everything; what each process has counted is added up in files of the folder."""
    for name in ("celer", "libcoreclr.so"):
        shutil.copy(os.path.join(BUILD, "src", name), folder)
    shutil.copy(os.path.join(tests.OUT, "libcelerjit.so"), folder)
    root = os.path.join(folder, "root")
    environment = {**tests.clean_environment(), "LLVM_PROFILE_FILE": os.path.join(folder, "%4m.profraw")}
    subprocess.run([os.path.join(folder, "celer"), "root", root], env=environment, check=True, stdout=subprocess.DEVNULL)
    compiler = [os.path.join(tests.OUT, "compile", "celer-compile.dll"), SOURCES, os.path.join(folder, "programs")]
    for words in [*([os.path.join(BUILT, name + ".dll"), *words] for name, words in TRAINING), compiler]:
        print(" ".join([os.path.relpath(words[0], tests.OUT), *words[1:]]), flush=True)
        subprocess.run([os.path.join(root, "dotnet"), *words], env=environment, stdout=subprocess.DEVNULL, timeout=SECONDS, check=True)


def main():
    build()
    if not tests.compile_programs(SOURCES, BUILT):
        sys.exit("the programs do not compile")
    with tempfile.TemporaryDirectory(prefix="celer-profile-") as folder:
        train(folder)
        subprocess.run(["llvm-profdata-22", "merge", "--sparse", "-o", PROFILE, *glob.glob(os.path.join(folder, "*.profraw"))], check=True)
    print(f"{os.path.relpath(PROFILE, ROOT)}: {os.path.getsize(PROFILE) // 1024} KiB")


if __name__ == "__main__":
    main()
