#!/usr/bin/env python3
"""`celer explain`: the sample samples/explained says line by line which remark it must get; every method is compiled by the
optimiser at its first call, so nothing depends on time. And what the command does when there is nothing to report."""
import json
import os
import re
import subprocess
import sys
import tempfile

import run
import sample

NAME = "explained"
SOURCE = os.path.join(run.ROOT, "samples", NAME, "Program.cs")
PROGRAM = os.path.join(run.OUT, NAME, NAME + ".dll")
CELER = os.path.join(run.OUT, "celer")
AT_ONCE = run.MODES["optimized"]
LEAST_MARKS = 7


def explain(folder, *words, **environment):
    return subprocess.run([CELER, "explain", *words], env={**run.clean_environment(), "TMPDIR": folder, **environment}, capture_output=True, text=True,
                          timeout=run.TIMEOUT_SECONDS)


def marks():
    """Pairs of a line and the kind of remark that it must get."""
    with open(SOURCE) as source:
        found = [(number, mark[1]) for number, line in enumerate(source, 1) if (mark := re.search(r"// explain: ([a-z-]+)$", line))]
    assert len(found) >= LEAST_MARKS, "the sample has lost its marks"
    return found


def remarks(report):
    """Pairs as above, of all that the report says about lines of the source."""
    for method in report["methods"]:
        for compilation in method["compilations"]:
            for remark in compilation["remarks"]:
                node = compilation["nodes"][remark["node"]]
                if os.path.basename(node["document"]) == os.path.basename(SOURCE):
                    yield remark["line"], remark["kind"]


def stats(folder, *words):
    return subprocess.run([CELER, "stats", *words], env={**run.clean_environment(), "TMPDIR": folder}, capture_output=True, text=True)


def null_checks(folder, method):
    """How many there are in the optimised code of a method."""
    file = os.path.join(folder, "dump.txt")
    subprocess.run([os.path.join(run.OUT, "root", "dotnet"), PROGRAM, "one"], capture_output=True,
                   env={**run.clean_environment(), **AT_ONCE, "DOTNET_JitDump": method, "DOTNET_JitStdOutFile": file})
    with open(file) as text:
        optimised = text.read().partition(" after LLVM's passes")[2]
    assert "define" in optimised, f"there is no dump of {method}"
    return optimised.count("!make.implicit")


def made_twice(folder):
    """Methods whose better code was made again although the same bodies were put in."""
    file = os.path.join(folder, "again.json")
    again = explain(folder, "--json", "--output", file, PROGRAM, "again")
    assert again.returncode == 0, again.stderr
    with open(file) as text:
        report = json.load(text)
    bodies = [[made["nodes"] for made in method["compilations"] if made["osr_il_offset"] is None] for method in report["methods"]]
    assert any(bodies), "no method was optimised"
    return [of_method[0][0]["method"] for of_method in bodies if any(one == other for one, other in zip(of_method, of_method[1:]))]


def check_statistics(folder, plain, judge):
    """`celer stats`: every activity has its row, and what the program cannot do without took time."""
    file = os.path.join(folder, "stats.json")
    made = stats(folder, "--json", "--output", file, PROGRAM, "one")
    judge("stats: output and exit code are the program's", (made.stdout, made.stderr, made.returncode) == (plain.stdout, "", 1), made.stderr)
    with open(file) as text:
        report = json.load(text)
    activities = report["activities"]
    for name in ("running", "loading", "importing", "compiling", "class-init"):
        judge(f"stats: {name} took time", activities[name]["time_ns"] > 0, str(activities))
    total = report["before_engine_ns"] + sum(row["time_ns"] for row in activities.values())
    judge("stats: the rows are all of the time", total == report["process_ns"], str(report))
    judge("stats: it allocated and compiled", report["allocated_bytes"] > 0 and report["methods_compiled"] > 0, str(report))
    text = stats(folder, PROGRAM)
    judge("stats as text", text.stdout.startswith(plain.stdout) and "making code at tier 0" in text.stdout, text.stdout)
    direct = subprocess.run([os.path.join(run.OUT, "root", "dotnet"), PROGRAM, "one"], capture_output=True, text=True,
                            env={**os.environ, "CELER_Stats": "1"})
    judge("CELER_Stats=1", (direct.stdout, direct.returncode) == (plain.stdout, 1) and "loading assemblies" in direct.stderr, direct.stderr)


def main():
    sample.build(NAME)
    passed = failed = 0

    def judge(case, is_right, text=""):
        nonlocal passed, failed
        passed, failed = passed + bool(is_right), failed + (not is_right)
        if not is_right:
            print(f"FAILED {case}\n{text}")

    plain = subprocess.run([os.path.join(run.OUT, "root", "dotnet"), PROGRAM, "one"], capture_output=True, text=True)
    with tempfile.TemporaryDirectory(prefix="celer-explain-") as folder:
        file = os.path.join(folder, "report.json")
        made = explain(folder, "--json", "--output", file, PROGRAM, "one", **AT_ONCE)
        judge("output and exit code are the program's", (made.stdout, made.stderr, made.returncode) == (plain.stdout, "", 1), made.stderr)
        with open(file) as text:
            report = json.load(text)
        said = set(remarks(report))
        for line, kind in marks():
            about = [other for number, other in sorted(said) if number == line]
            judge(f"line {line}: {kind}", (line, kind) in said, f"    remarks about it: {about}")
        text = explain(folder, PROGRAM, **AT_ONCE)
        judge("as text", text.stdout.startswith(plain.stdout) and "Where the time went" in text.stdout, text.stdout)
        for words, what in [([], "Usage"), (["--nonsense", PROGRAM], "Usage"), (["--output"], "Usage")]:
            wrong = explain(folder, *words)
            judge(f"explain {words}", wrong.returncode == 1 and what in wrong.stderr, wrong.stderr)
        missing = explain(folder, os.path.join(folder, "missing.dll"))
        judge("a program that is not there", missing.returncode != 0 and missing.stderr, missing.stderr)
        killed = explain(folder, PROGRAM, "fail")
        judge("a program that does not end by itself", killed.returncode == 134 and "no report" in killed.stderr, killed.stderr)
        nowhere = explain(folder, "--output", os.path.join(folder, "no", "file"), PROGRAM)
        judge("a report that cannot be written", nowhere.returncode == 1 and "cannot write" in nowhere.stderr, nowhere.stderr)
        direct = subprocess.run([os.path.join(run.OUT, "root", "dotnet"), PROGRAM, "one"], capture_output=True, text=True,
                                env={**os.environ, "CELER_Explain": os.path.join(folder, "no", "file")})
        judge("CELER_Explain to nowhere", (direct.stdout, direct.returncode) == (plain.stdout, 1) and "cannot write" in direct.stderr, direct.stderr)
        allocates = subprocess.run([os.path.join(run.OUT, "root", "dotnet"), PROGRAM, "allocate"], env=run.clean_environment(), timeout=run.TIMEOUT_SECONDS)
        judge("enumerators that only one method sees are not allocated", allocates.returncode == 0)
        judge("a pointer that goes on from where it has read is tested for null once", null_checks(folder, "Program:StepOver") == 1)
        twice = made_twice(folder)
        judge("better code with the same bodies is not made again", not twice, str(twice))
        check_statistics(folder, plain, judge)
        left = [name for name in os.listdir(folder) if re.fullmatch(r"celer-\w{6}\.(json|text)", name)]
        judge("no files are left behind", not left, str(left))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
