"""What is measured: suites of programs. A suite gives tasks, and measures a task on an engine as rows.

A row is what goes into the file of results: its name, a unit, samples (costs: less is better), and where they are known the bytes allocated, the
result (compared between the engines), the curve from the first call on; or a failure.
"""
import collections
import json
import os
import re

from harness import native, services
from harness.engines import BUILT, MODES, Failure, tests, SOURCES

PROGRAMS = os.path.join(SOURCES, "programs")
BUILT_PROGRAMS = os.path.join(BUILT, "programs")
VECTOR_KERNELS = ("base64", "hashing", "search", "strings", "tensor", "transcoding")
SECONDS_OF_START = 0.4
SECONDS_OF_CASE = 1.6
SECONDS_OF_WARM_ROW = 2.5
COMPILER_ROUNDS = 30

# `parts` are the names of what is measured, or None for all of it; `engines` those of the suite where None; `seconds` a guess for one engine.
Task = collections.namedtuple("Task", "program parts seconds engines turns", defaults=(None, None))


def dll_of(*path):
    return os.path.join(BUILT_PROGRAMS, *path) + ".dll"


def programs_in(folder):
    return sorted(file[:-3] for file in os.listdir(os.path.join(PROGRAMS, folder)) if file.endswith(".cs"))


def build_programs():
    if not tests.compile_programs(PROGRAMS, BUILT_PROGRAMS):
        raise SystemExit("bench: the programs do not compile")


class Suite:
    """`engines` take turns; ratios are those of each to the first."""

    def __init__(self, name, title, engines):
        self.name, self.title, self.engines = name, title, engines

    def tasks(self, scope):
        raise NotImplementedError

    def measure(self, engine, task, scope):
        raise NotImplementedError


class Inventory(Suite):
    """The benchmarks of the inventories: one process per program, all cases in it."""

    def tasks(self, scope):
        listed = [(program, self.cases(scope.lister, program)) for program in programs_in("inventory") if scope.wants(program)]
        for program, cases in self.sampled(listed, scope.one_in):
            yield Task(program, cases, SECONDS_OF_START + SECONDS_OF_CASE * scope.factor * len(cases))
        if scope.modes:
            for program, cases in self.sampled(listed, scope.modes_one_in):
                yield Task(program, cases, SECONDS_OF_START + SECONDS_OF_CASE * scope.factor * len(cases), MODES, 1)

    @staticmethod
    def sampled(listed, one_in):
        """Every so manieth case, counted through all programs."""
        number = 0
        for program, cases in listed:
            chosen = [case for i, case in enumerate(cases, number) if i % one_in == 0]
            number += len(cases)
            if chosen:
                yield program, chosen

    @staticmethod
    def cases(engine, program):
        lines = engine.run(dll_of("inventory", program), "--list", extra=environment_of(program))[0].splitlines()
        return [line.split("\t")[1] for line in lines if line.count("\t") == 1]

    def measure(self, engine, task, scope):
        """After a case that ends the process, another does the rest."""
        left = list(task.parts)
        while left:
            started, before = None, len(left)
            try:
                for line in engine.lines(dll_of("inventory", task.program), "--time", str(scope.factor), *left, extra=environment_of(task.program)):
                    fields = json.loads(line) if line.startswith('{"') else {}
                    if "start" in fields:
                        started = fields["start"]
                    elif fields.get("case") in left:
                        left.remove(fields["case"])
                        yield self.row(fields)
            except Failure as problem:
                failed = [started] if started in left else left
                yield from ({"row": case, "failure": str(problem)} for case in failed)
                left = [case for case in left if case not in failed]
            else:
                if len(left) == before:
                    yield from ({"row": case, "failure": "not among the program's cases"} for case in left)
                    return

    @staticmethod
    def row(fields):
        row = {"row": fields["case"], "ids": fields["ids"], "unit": "ns", "result": fields["result"]}
        if "ns" in fields:
            row.update(samples=fields["ns"], bytes=fields["bytes"], first_ns=fields["first_ns"], curve=fields["curve"])
        else:
            row["failure"] = fields["result"]
        return row


def environment_of(program):
    return tests.Program(program, os.path.join(PROGRAMS, "inventory"), os.path.join(BUILT_PROGRAMS, "inventory")).environment


class Warm(Suite):
    """Programs that warm their rows up themselves and print for each: name, ns, bytes, checksum."""

    def tasks(self, scope):
        for program in programs_in("warm"):
            if scope.wants(program):
                names = self.names(program)[::scope.one_in]
                engines = (*self.engines, "clang") if program == native.TWINS_OF else None
                yield Task(program, names, SECONDS_OF_START + SECONDS_OF_WARM_ROW * len(names), engines)

    @staticmethod
    def names(program):
        """Of the rows, from the table at the end of the source."""
        with open(os.path.join(PROGRAMS, "warm", program + ".cs"), encoding="utf-8") as file:
            return re.findall(r'^ *\("([\w-]+)", ', file.read().partition("Warm.Run(")[2], re.MULTILINE)

    def measure(self, engine, task, scope):
        path = native.twins() if engine.name == "clang" else dll_of("warm", task.program)
        for line in engine.lines(path, *task.parts):
            name, nanoseconds, size, check = line.split()
            yield {"row": name, "unit": "ns", "samples": [int(nanoseconds)], "bytes": int(size) if engine.program else None, "result": check}


class Kernels(Suite):
    """Programs that print the best ns of some rounds, and a checksum."""

    def __init__(self, name, title, engines, names=None):
        super().__init__(name, title, engines)
        self.names = names

    def tasks(self, scope):
        names = self.names or [f"kernels/{name}" for name in programs_in("kernels")]
        return [Task(name, None, 1.5, None, scope.kernel_turns) for name in names if scope.wants(name)]

    def measure(self, engine, task, scope):
        nanoseconds, check = engine.run(dll_of(task.program))[0].split()
        yield {"row": os.path.basename(task.program), "unit": "ns", "samples": [int(nanoseconds)], "result": check}


class StartUp(Suite):
    """Whole processes: wall time and peak resident size."""

    def tasks(self, scope):
        for program in ("hello", "tool"):
            if scope.wants(program):
                engines = (*self.engines, "nativeaot") if program == native.AHEAD_OF_TIME and scope.native else None
                yield Task(program, None, scope.starts * 0.3, engines)

    def measure(self, engine, task, scope):
        words = [native.ahead_of_time() if engine.name == "nativeaot" else dll_of(task.program)]
        engine.run(*words)
        runs = [engine.run(*words) for _ in range(scope.starts)]
        yield {"row": f"{task.program}, wall", "unit": "ms", "samples": [wall * 1e3 for _, _, wall in runs], "result": runs[0][0]}
        yield {"row": f"{task.program}, peak", "unit": "KiB", "samples": [engine.peak_kib(*words) for _ in range(3)]}


class CompileTime(Suite):
    """What Celer says of its compiler at tier 0."""

    def tasks(self, scope):
        return [Task(name, None, 0.5, None, 1) for name in ("hello", "kernels/strings") if scope.wants(name)]

    def measure(self, engine, task, scope):
        errors = engine.run(dll_of(task.program), extra={"CELER_JitTimes": "1"})[1]
        match = re.search(r"celer: compiled (\d+) methods in ([\d.]+) us \(avg ([\d.]+) us\)", errors)
        if match:
            yield {"row": f"{task.program}, methods", "unit": "", "samples": [int(match[1])]}
            yield {"row": f"{task.program}, each", "unit": "us", "samples": [float(match[3])]}


class Services(Suite):
    """Programs that run for long: the C# compiler as a library, and a web service."""

    def tasks(self, scope):
        if scope.wants("compiler") and scope.services:
            yield Task("compiler", None, 90)
        if scope.wants("web") and scope.services:
            yield Task("web", None, services.SECONDS_OF_LOAD * 8 + 5)

    def measure(self, engine, task, scope):
        return services.compiler(engine, COMPILER_ROUNDS) if task.program == "compiler" else services.web(engine)


SUITES = (
    StartUp("start-up", "Start-up and memory of whole processes", ("coreclr", "coreclr-jitted", "celer")),
    Kernels("kernels", "Kernels, at first beside code that CoreCLR does not optimise", ("coreclr-tier0", "celer")),
    Kernels("vectors", "Vector kernels, tier 0 alone beside optimised code", ("coreclr-optimized", "celer-tier0"), [f"kernels/{name}" for name in VECTOR_KERNELS]),
    Kernels("allocation", "Small objects in one thread", ("coreclr", "celer"), ["allocation"]),
    CompileTime("compile", "Compile time at tier 0", ("celer",)),
    Inventory("inventory", "The inventories of features", ("coreclr", "celer")),
    Warm("warm", "Peak speed of programs", ("coreclr", "celer")),
    Services("services", "Programs that run for long", ("coreclr", "celer")),
)
