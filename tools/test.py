#!/usr/bin/env python3
"""Runs all suites and closes with their total. `--all` adds what takes long; names as arguments choose suites."""
import argparse
import json
import os
import re
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TOTAL = re.compile(r"^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$")


def listed_tests(preset):
    shown = subprocess.run(["ctest", "--test-dir", f"build/{preset}", "--show-only=json-v1"], cwd=ROOT, capture_output=True, text=True)
    return json.loads(shown.stdout)["tests"]


def configure(preset):
    if not os.path.exists(os.path.join(ROOT, "build", preset, "build.ninja")):
        subprocess.run(["cmake", "--preset", preset], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def build(preset, targets):
    """Builds targets of a configured preset; shows the errors and returns False if that fails."""
    command = ["cmake", "--build", f"build/{preset}", "-j", str(os.cpu_count()), "--target", *targets]
    log = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, errors="replace")
    if log.returncode:
        print("\n".join(line for line in log.stdout.splitlines() if "error" in line or "FAILED" in line)[-3000:])
    return log.returncode == 0


def tests_of(preset):
    """Configures the preset and builds its test programs. Returns them as ctest lists them, or None if they do not build."""
    configure(preset)
    targets = [test["name"] + "_test" for test in listed_tests(preset)]
    return listed_tests(preset) if build(preset, targets) else None


def unit_tests(preset):
    """Every GoogleTest program of a preset. A program that does not end well counts as a failure of its own."""
    tests = tests_of(preset)
    if not tests:
        print(f"the tests of the preset {preset} do not build")
        return 0, 1, 0
    passed = failed = skipped = 0
    environment = dict(os.environ, ASAN_OPTIONS="detect_leaks=0:use_sigaltstack=0", UBSAN_OPTIONS="print_stacktrace=1", GTEST_BRIEF="1")
    for test in tests:
        try:
            result = subprocess.run(test["command"], cwd=os.path.join(ROOT, "build", preset), env=environment, capture_output=True,
                                    text=True, errors="replace", timeout=600)
            output, code = result.stdout + result.stderr, result.returncode
        except subprocess.TimeoutExpired:
            output, code = "no end after 600 s", -1
        failures = len(set(re.findall(r"^\[  FAILED  \] (\w+(?:/\w+)*\.\w+(?:/\w+)*)", output, re.MULTILINE)))
        passed += sum(map(int, re.findall(r"^\[  PASSED  \] (\d+) test", output, re.MULTILINE)))
        skipped += len(set(re.findall(r"^\[  SKIPPED \] (\w+\.\w+)", output, re.MULTILINE)))
        if code and not failures:
            failures = 1
        failed += failures
        if failures:
            print(f"FAILED unit tests of {test['name']} ({preset}), exit {code}:")
            print("\n".join("    " + line[:200] for line in output.splitlines()[-25:]))
    return passed, failed, skipped


def command(*words):
    """A suite that is a program: passes its output on and reads its closing line."""
    process = subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True, errors="replace")
    total = None
    for line in process.stdout:
        match = TOTAL.match(line.strip())
        if match:
            total = match
        else:
            print(line, end="", flush=True)
    code = process.wait()
    if not total:
        print(f"{words[0]} did not close with a total (exit {code})")
        return 0, 1, 0
    return int(total[1]), int(total[2]), int(total[3] or 0)


def verifying_engine():
    """All programs on an engine that checks imported code and, at the end of each run, the arena rule."""
    configure("verify")
    if not build("verify", ["celer", "coreclr"]):
        print("the preset verify does not build")
        return 0, 1, 0
    directory = os.path.join(ROOT, "out", "verify")
    os.makedirs(directory, exist_ok=True)
    for name in ("celer", "libcoreclr.so"):
        subprocess.run(["install", "-C", "-m", "755", f"build/verify/src/{name}", directory], cwd=ROOT, check=True)
    subprocess.run([f"{directory}/celer", "root", f"{directory}/root"], check=True)
    return command("tests/run.py", "--mode", "plain", "--engine", f"{directory}/root/dotnet", "--quiet")


SUITES = {
    "unit": lambda: unit_tests("release"),
    "sanitizers": lambda: unit_tests("dev"),
    "tidy": lambda: command("tools/tidy.py"),
    "hosts": lambda: command("tests/hosts.py"),
    "real": lambda: command("tests/real.py"),
    "programs": lambda: command("tests/run.py", "--mode", "all"),
    "arena": verifying_engine,
}
LONG_SUITES = {
    "threads": lambda: unit_tests("tsan"),
    "stress": lambda: command("tests/run.py", "--mode", "gcstress", "--repeat", "20", "--quiet"),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("suites", nargs="*", help="of: " + ", ".join([*SUITES, *LONG_SUITES]))
    parser.add_argument("--all", action="store_true", help="also " + " and ".join(LONG_SUITES))
    options = parser.parse_args()
    known = {**SUITES, **LONG_SUITES}
    unknown = [name for name in options.suites if name not in known]
    if unknown:
        parser.error("no suite " + ", ".join(unknown))
    totals = [0, 0, 0]
    for name in options.suites or (known if options.all else SUITES):
        print(f"== {name}", flush=True)
        started = time.monotonic()
        counts = known[name]()
        totals = [a + b for a, b in zip(totals, counts)]
        print(f"-- {name}: {counts[0]} passed, {counts[1]} failed, {counts[2]} skipped, {time.monotonic() - started:.0f} s", flush=True)
    print(f"{totals[0]} passed, {totals[1]} failed" + (f", {totals[2]} skipped" if totals[2] else ""))
    return 1 if totals[1] or not totals[0] else 0


if __name__ == "__main__":
    sys.exit(main())
