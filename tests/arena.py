#!/usr/bin/env python3
"""The arena as data: what one process has made of a program's types and code, another one starts with.

Each program runs once and writes its arena (CELER_ArenaWrite); then so many processes run it from there (CELER_ArenaRead). All of
them must print what CoreCLR prints, and those that read must hardly compile: that is what they are given. With filters, every
program of tests/programs that they match; without, those below and the program of `make run`.
"""
import argparse
import os
import re
import shutil
import sys
import tempfile

import run
import sample

PROGRAMS = ("01-basics/hello", "statics/per-process")
REPORT = re.compile(r"^celer: (?:compiled (\d+) methods|phases:).*\n", re.MULTILINE)
NOT_WRITTEN = "celer: the arena is not written: "
SHARE = 10  # at most one method in so many is compiled again
RUNS = 3


def textstats():
    sample.build()
    sample.make_corpus()
    program = run.Program.__new__(run.Program)
    program.name, program.dll, program.args = "make run", sample.PROGRAM, [sample.CORPUS]
    program.environment, program.skip, program.stdin, program.stderr_lines, program.timeout = {}, {}, "", None, run.TIMEOUT_SECONDS
    return program


class Check:
    def __init__(self, suite, folder, runs):
        self.suite, self.folder, self.runs = suite, folder, runs
        self.counts = {"passed": 0, "failed": 0, "skipped": 0}

    def fail(self, program, text):
        self.counts["failed"] += 1
        print(f"FAILED {program.name}: {text}", flush=True)

    def skip(self, program, why):
        self.counts["skipped"] += 1
        print(f"{program.name}: not written: {why}", flush=True)

    def celer(self, program, **settings):
        """What a run printed without the report, and the number of methods that it compiled."""
        environment = {**self.suite.base, **program.environment, "CELER_JitTimes": "1", **settings}
        result = self.suite.celer(program, environment)
        compiled = [int(number) for number in REPORT.findall(result["stderr"]) if number]
        result["stderr"] = REPORT.sub("", result["stderr"])
        return result, compiled[0] if compiled else None

    def program(self, program, must_write):
        path = os.path.join(self.folder, "arena")
        expected = self.suite.expected(program)
        written, first = self.celer(program, CELER_ArenaWrite=path)
        if NOT_WRITTEN in written["stderr"] and not must_write:
            return self.skip(program, written["stderr"].partition(NOT_WRITTEN)[2].partition("\n")[0])
        if text := run.difference(expected, written, program):
            return self.fail(program, f"the process that writes\n{text}")
        if first is None or not os.path.exists(path):
            if must_write or first is not None:
                return self.fail(program, "no arena was written")
            return self.skip(program, "the process does not end by returning or Environment.Exit")
        size, most = os.path.getsize(path), 0
        for number in range(self.runs):
            read, compiled = self.celer(program, CELER_ArenaRead=path)
            text = run.difference(expected, read, program)
            if not text and (compiled is None or (must_write and compiled * SHARE > first)):
                text = f"    {compiled} methods compiled, {first} in the process before"
            if text:
                return self.fail(program, f"run {number + 1} from the arena\n{text}")
            most = max(most, compiled)
        os.remove(path)
        self.counts["passed"] += 1
        print(f"{program.name}: {first} methods compiled, then {most} in each of {self.runs} processes ({size >> 20} MiB)", flush=True)

    def refused(self, program, name, change, reason):
        """A file that does not fit is refused, and says why."""
        path = os.path.join(self.folder, "arena")
        if not os.path.exists(path):
            self.celer(program, CELER_ArenaWrite=path)
        with open(path, "r+b") as file:
            change(file)
        result, _ = self.celer(program, CELER_ArenaRead=path)
        os.remove(path)
        if result["exit"] == 0 or reason not in result["stderr"]:
            return self.fail(program, f"{name}: exit {result['exit']}, {result['stderr'][:200]}")
        self.counts["passed"] += 1

    def changed(self, program, other):
        """An assembly that is another one than when the arena was written."""
        copy = run.Program(program.name)
        copy.dll = os.path.join(self.folder, "program.dll")
        for extension in (".dll", ".runtimeconfig.json"):
            shutil.copy(program.dll[:-4] + extension, copy.dll[:-4] + extension)
        self.celer(copy, CELER_ArenaWrite=os.path.join(self.folder, "arena"))
        self.refused(copy, "changed", lambda _: shutil.copy(other.dll, copy.dll), "is another file than it was")

    def refusals(self, program):
        def write_at(offset, data):
            return lambda file: (file.seek(offset), file.write(data))
        self.refused(program, "no arena", write_at(0, b"PK"), "the file holds no arena")
        self.refused(program, "another build", write_at(8, b"\0" * 8), "another build of the engine")
        self.refused(program, "cut off", lambda file: file.truncate(os.path.getsize(file.name) // 2), "the file is not as long as it says")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("filters", nargs="*", help="run the programs whose area/name contains one of these instead")
    parser.add_argument("--runs", type=int, default=RUNS, help="processes that start from each arena")
    parser.add_argument("--no-compile", action="store_true", help="trust out/tests/programs as it is")
    run.add_engine_options(parser)
    options = parser.parse_args()
    run.heed_signals()
    if not options.no_compile and not (run.compile_programs() and run.compile_native()):
        return 1
    suite = run.Suite(options)
    with tempfile.TemporaryDirectory(prefix="celer-arena-") as folder:
        check = Check(suite, folder, options.runs)
        if options.filters:
            for program in run.find_programs(options.filters):
                if "all" not in program.skip:
                    check.program(program, must_write=False)
        else:
            programs = [run.Program(name) for name in PROGRAMS]
            for program in [*programs, textstats()]:
                check.program(program, must_write=True)
            check.refusals(programs[0])
            check.changed(*programs)
    print(", ".join(f"{count} {what}" for what, count in check.counts.items() if count or what != "skipped"))
    return 1 if check.counts["failed"] or not check.counts["passed"] else 0


if __name__ == "__main__":
    sys.exit(main())
