#!/usr/bin/env python3
"""Builds Celer, runs all suites, names what failed and closes with the total. `--all` adds what takes long; names choose suites."""
import argparse
import glob
import json
import os
import re
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TOTAL = re.compile(r"^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$")
SANITIZERS = {"ASAN_OPTIONS": "detect_leaks=0:use_sigaltstack=0", "UBSAN_OPTIONS": "print_stacktrace=1"}
FUZZ_TARGETS = ("metadata", "signature", "il", "types", "import")
FUZZ_MUTATIONS = 50
LINES_OF_BUILD = 60  # shown of a build that fails
LINES_OF_TEST = 30
UNIT_SECONDS = 900
# Who reads the end of a log only (CI keeps no more) sees the first failures of each suite again there.
FAILURES_REPEATED = 3
LINES_REPEATED = 12


class Failure:
    def __init__(self, name, output=()):
        self.name = name
        self.output = list(output)


failures = {}  # those of each suite that had any, by its name, for the end of the log


def note_failure(name, output=()):
    failures[next(reversed(failures))].append(Failure(name, output))


def fail(name, output=()):
    """Notes a failure and shows the end of what it printed."""
    note_failure(name, output)
    print(f"FAILED {name}")
    print("".join(f"    {line[:300]}\n" for line in output), end="", flush=True)


def execute(words, **options):
    """Runs to the end and returns (exit code, output lines); a time-out is a failure too."""
    try:
        result = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                                **{"cwd": ROOT, **options})
        return result.returncode, result.stdout.splitlines()
    except subprocess.TimeoutExpired as late:
        output = late.stdout or b""
        return -1, [*output.decode(errors="replace").splitlines(), f"did not end in {late.timeout} s"]


def run_step(name, words, **options):
    """A step that only can fail. Returns whether it did not."""
    code, output = execute(words, **options)
    if code:
        errors = [line for line in output if "error:" in line or "FAILED" in line]
        fail(f"{name} (exit {code})", [*errors[:LINES_OF_TEST], *output[-LINES_OF_BUILD:]])
    return code == 0


def build_celer():
    return (0, 0, 0) if run_step("make build", ["make", "--no-print-directory", "build"]) else (0, 1, 0)


def configure(preset):
    return (os.path.exists(os.path.join(ROOT, "build", preset, "build.ninja"))
            or run_step(f"configuring {preset}", ["cmake", "--preset", preset]))


def build(preset, targets):
    words = ["cmake", "--build", f"build/{preset}", "-j", str(os.cpu_count()), "--target", *targets]
    return configure(preset) and run_step(f"building {preset}", words)


def listed_tests(preset):
    shown = subprocess.run(["ctest", "--test-dir", f"build/{preset}", "--show-only=json-v1"], cwd=ROOT, capture_output=True, text=True)
    return json.loads(shown.stdout)["tests"]


def components_with_tests():
    """The folders of src that have a GoogleTest program."""
    tests = glob.glob("src/*/**/*_test.cpp", root_dir=ROOT, recursive=True)
    return {path.split(os.sep)[1] for path in tests}


def unit_tests(preset):
    """Every GoogleTest program of a preset. A program that does not end well counts as a failure of its own."""
    names = None
    while not names or names != [test["name"] for test in listed_tests(preset)]:  # building may find new programs
        names = configure(preset) and [test["name"] for test in listed_tests(preset)]
        if not names or not build(preset, [name + "_test" for name in names]):
            return 0, 1, 0
    passed = failed = skipped = 0
    for name in components_with_tests() - set(names):
        failed += 1
        fail(f"{name}_test ({preset}) is not built")
    environment = {**os.environ, **SANITIZERS, "GTEST_BRIEF": "1", "GTEST_COLOR": "no"}
    for test in listed_tests(preset):
        code, output = execute(test["command"], cwd=os.path.join(ROOT, "build", preset), env=environment, timeout=UNIT_SECONDS)
        text = "\n".join(output)
        wrong = sorted(set(re.findall(r"^\[  FAILED  \] (\w+(?:/\w+)*\.\w+(?:/\w+)*)", text, re.MULTILINE)))
        good = sum(map(int, re.findall(r"^\[  PASSED  \] (\d+) test", text, re.MULTILINE)))
        passed += good
        skipped += len(set(re.findall(r"^\[  SKIPPED \] (\w+\.\w+)", text, re.MULTILINE)))
        if not wrong and (code or not good):
            wrong = [f"the program itself, exit {code}" if code else "no test passed"]
        failed += len(wrong)
        if wrong:
            fail(f"{test['name']}_test ({preset}): {', '.join(wrong)}", output[-LINES_OF_TEST:])
    return passed, failed, skipped


def random_forms():
    """100,000 random bodies of the importer's form: tier 0 against the interpreter. A process keeps the code that it makes, so several."""
    if not build("release", ["form_test"]):
        return 0, 1, 0
    passed = 0
    for seed in range(100001, 600001, 100000):
        environment = {**os.environ, "CELER_FORM_SEED": str(seed), "CELER_FORM_BODIES": "20000"}
        code, output = execute(["build/release/tests/form/form_test", "--gtest_filter=Form.RandomBodies"], env=environment, timeout=UNIT_SECONDS)
        passed += code == 0
        if code:
            fail(f"random forms from seed {seed} (exit {code})", output[-LINES_OF_TEST:])
    return passed, 5 - passed, 0


def fuzz_replay():
    """Every fuzz target over its seeds, each also damaged in ways that are always the same."""
    if not build("dev", ["fuzz_seeds", *(f"{name}_fuzz" for name in FUZZ_TARGETS)]):
        return 0, 1, 0
    seeds = os.path.join(ROOT, "out", "fuzz", "seeds")
    if not run_step("fuzz_seeds", ["build/dev/fuzz/fuzz_seeds", seeds]):
        return 0, 1, 0
    passed = 0
    for name in FUZZ_TARGETS:
        words = [f"build/dev/fuzz/{name}_fuzz", str(FUZZ_MUTATIONS), os.path.join(seeds, name)]
        code, output = execute(words, env={**os.environ, **SANITIZERS}, timeout=UNIT_SECONDS)
        passed += code == 0
        if code:
            fail(f"{name}_fuzz (exit {code})", output[-LINES_OF_BUILD:])
    return passed, len(FUZZ_TARGETS) - passed, 0


def command(*words):
    """A suite that is a program: passes its output on and reads its closing line."""
    process = subprocess.Popen(words, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                               errors="replace")
    total = None
    noted = 0
    for line in process.stdout:
        match = TOTAL.match(line.strip())
        if match:
            total = match
            continue
        if line.startswith("FAILED "):
            note_failure(line[len("FAILED "):].strip())
            noted = LINES_REPEATED
        elif noted:
            failures[next(reversed(failures))][-1].output.append(line.rstrip("\n"))
            noted -= 1
        print(line, end="", flush=True)
    code = process.wait()
    if not total:
        fail(f"{words[0]} did not close with a total (exit {code})")
        return 0, 1, 0
    passed, failed, skipped = int(total[1]), int(total[2]), int(total[3] or 0)
    if code and not failed:
        fail(f"{words[0]} tested too little (exit {code})")
        failed = 1
    return passed, failed, skipped


def verifying_engine():
    """All programs on an engine that checks imported code and, at the end of each run, the arena rule."""
    if not build("verify", ["celer", "coreclr"]):
        return 0, 1, 0
    folder = os.path.join(ROOT, "out", "verify")
    os.makedirs(folder, exist_ok=True)
    for name in ("celer", "libcoreclr.so"):
        subprocess.run(["install", "-C", "-m", "755", f"build/verify/src/{name}", folder], cwd=ROOT, check=True)
    if not run_step("celer root", [f"{folder}/celer", "root", f"{folder}/root"]):
        return 0, 1, 0
    return command("tests/run.py", "--mode", "plain", "--engine", f"{folder}/root/dotnet")


SUITES = {
    "unit": lambda: unit_tests("release"),
    "sanitizers": lambda: unit_tests("dev"),
    "fuzz": fuzz_replay,
    "tidy": lambda: command("tools/tidy.py"),
    "hosts": lambda: command("tests/hosts.py"),
    "explain": lambda: command("tests/explain.py"),
    "programs": lambda: command("tests/run.py", "--mode", "all"),
    "benchmarks": lambda: command("tests/benchmarks.py"),
    "harness": lambda: command("tests/harness.py"),
    "mutated": lambda: command("tests/mutated.py"),
    "matrices": lambda: command("tests/matrix.py"),
    "random": lambda: command("tests/random_programs.py", "--count", "60"),
    "real": lambda: command("tests/real.py"),
    "growth": lambda: command("tests/growth.py", "--short"),
    "retention": lambda: command("tests/retention.py"),
    "arena": verifying_engine,
    "second-process": lambda: command("tests/arena.py"),
}
LONG_SUITES = {
    "threads": lambda: unit_tests("tsan"),
    "stress": lambda: command("tests/run.py", "--mode", "gcstress", "--repeat", "20"),
    "stress-pieces": lambda: command("tests/stress.py", "--first", "1", "--count", "10", "--hours", "2"),
    "more-programs": lambda: command("tests/run.py", "--mode", "rest"),
    "optimized": lambda: command("tests/run.py", "--mode", "optimized"),
    "more-matrices": lambda: command("tests/matrix.py", "--all"),
    "growth-long": lambda: command("tests/growth.py"),
    "more-mutated": lambda: command("tests/mutated.py", "--all"),
    "more-forms": random_forms,
    "second-processes": lambda: command("tests/arena.py", "--runs", "50"),
    "more-random": lambda: command("tests/random_programs.py", "--seed", "1001", "--count", "1000"),
}


# With --all the longer suite stands for the shorter one that it contains.
CONTAINED = {"mutated": "more-mutated", "matrices": "more-matrices", "growth": "growth-long", "second-process": "second-processes"}


def run_suite(name, suite):
    print(f"== {name}", flush=True)
    failures[name] = []
    started = time.monotonic()
    try:
        counts = suite()
    except Exception as problem:  # a suite that breaks is a failure, and the others still run
        fail(f"{name}: {type(problem).__name__}: {problem}")
        counts = 0, 1, 0
    print(f"-- {name}: {counts[0]} passed, {counts[1]} failed, {counts[2]} skipped, {time.monotonic() - started:.0f} s", flush=True)
    return counts


def show_failures():
    """The first failures of each suite with what they printed, then the names of all."""
    for suite, its_failures in failures.items():
        for failure in its_failures[:FAILURES_REPEATED]:
            print(f"{suite}: FAILED {failure.name[:300]}\n" + "".join(f"    {line[:300]}\n" for line in failure.output[:LINES_REPEATED]), end="")
    names = [failure.name for its_failures in failures.values() for failure in its_failures]
    if names:
        print("Failed:\n" + "\n".join(f"    {name[:300]}" for name in names))


def main():
    known = {**SUITES, **LONG_SUITES}
    sys.stdout.reconfigure(errors="backslashreplace")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("suites", nargs="*", metavar="SUITE", help="of: " + ", ".join(known))
    parser.add_argument("--all", action="store_true", help="also " + ", ".join(LONG_SUITES))
    options = parser.parse_args()
    unknown = [name for name in options.suites if name not in known]
    if unknown:
        parser.error("no suite " + ", ".join(unknown))
    results = [run_suite("build", build_celer)]
    if not results[0][1]:  # without an engine there is nothing to test
        everything = [name for name in known if name not in CONTAINED]
        results += [run_suite(name, known[name]) for name in options.suites or (everything if options.all else SUITES)]
    passed, failed, skipped = map(sum, zip(*results))
    show_failures()
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""), flush=True)
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
