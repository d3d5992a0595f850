"""What is measured: suites of programs. A suite gives tasks, and measures a task on an engine as rows.

A row is what goes into the file of results: its name, a unit, samples (costs: less is better), and where they are known how many of them each of its
turns has, the bytes allocated, the result (compared between the engines), the curve from the first call on; or a failure.
"""
import collections
import os
import re

from harness import native, services, turns
from harness.engines import BUILT, MODES, SOURCES, Failure, tests

PROGRAMS = os.path.join(SOURCES, "programs")
BUILT_PROGRAMS = os.path.join(BUILT, "programs")
VECTOR_KERNELS = ("base64", "hashing", "search", "strings", "tensor", "transcoding")
SECONDS_OF_START = 0.4
SECONDS_OF_CASE = 1.6
SECONDS_OF_WARM_ROW = 2
COMPILER_ROUNDS = 30

# `parts` are the names of what is measured, or None for all of it; `engines` those of the suite where None; `seconds` a guess for one engine.
Task = collections.namedtuple("Task", "program parts seconds engines turns", defaults=(None, None))


def dll_of(program):
    return os.path.join(BUILT_PROGRAMS, program) + ".dll"


def programs_in(folder):
    return sorted(file[:-3] for file in os.listdir(os.path.join(PROGRAMS, folder)) if file.endswith(".cs"))


def build_programs():
    if not tests.compile_programs(PROGRAMS, BUILT_PROGRAMS):
        raise SystemExit("bench: the programs do not compile")


class Suite:
    """`engines` take turns; the last is compared with the first. Those that are `side_by_side` do so for each figure, others for each process."""

    side_by_side = False

    def __init__(self, name, title, engines):
        self.name, self.title, self.engines = name, title, engines

    @property
    def pair(self):
        """(own, other): whose ratio the suite is about."""
        return self.engines[-1], self.engines[0]

    def tasks(self, scope):
        raise NotImplementedError

    def measure(self, engines, task, scope):
        """Gives (engine, row)."""
        for engine in engines:
            yield from ((engine, row) for row in self.rows(engine, task, scope))

    def rows(self, engine, task, scope):
        raise NotImplementedError


class InTurns(Suite):
    """Programs whose cases are measured on all engines at the same time, in turns: one process per engine and program, all cases in it."""

    side_by_side = True

    def measure(self, engines, task, scope):
        workers = [turns.Worker(engine, lambda engine=engine: (self.path(engine, task.program), *self.words(scope)), self.environment(task.program)) for engine in engines]
        for engine, case, fields in turns.measure(workers, task.parts, scope.factor):
            yield engine, self.row(case, fields)

    def path(self, engine, program):
        return dll_of(program)

    def words(self, scope):
        return ["--told"]

    def environment(self, program):
        return {}

    @staticmethod
    def row(case, fields):
        row = {"row": case, "unit": "ns", **{name: fields[name] for name in ("ids", "result", "bytes", "first_ns", "curve") if name in fields}}
        if "ns" in fields:
            row["samples"] = [sample for taken in fields["ns"] for sample in taken]
            row["slices"] = [len(taken) for taken in fields["ns"]]
        else:
            row["failure"] = fields.get("failure") or fields["result"]
        return row


class Inventory(InTurns):
    """The benchmarks of the inventories."""

    def tasks(self, scope):
        listed = [(f"inventory/{name}", self.cases(scope.lister, f"inventory/{name}")) for name in programs_in("inventory") if scope.wants(name)]
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

    def cases(self, engine, program):
        lines = engine.run(dll_of(program), "--list", extra=self.environment(program))[0].splitlines()
        return [line.split("\t")[1] for line in lines if line.count("\t") == 1]

    def words(self, scope):
        return ["--told", "--time", str(scope.factor)]

    def environment(self, program):
        return tests.Program(program, PROGRAMS, BUILT_PROGRAMS).environment


class Warm(InTurns):
    """Programs with tables of rows, each of which gives the best time of each slice: those of a folder, or some of them."""

    def __init__(self, name, title, engines, folder, programs=None):
        super().__init__(name, title, engines)
        self.programs = [f"{folder}/{program}" for program in programs or programs_in(folder)]

    def tasks(self, scope):
        for program in self.programs:
            if scope.wants(program):
                rows = self.rows_of(program)[::scope.one_in]
                engines = (*self.engines, "clang") if program == native.TWINS_OF else None
                yield Task(program, rows, SECONDS_OF_START + SECONDS_OF_WARM_ROW * len(rows), engines)

    @staticmethod
    def rows_of(program):
        """From the table at the end of the source."""
        with open(os.path.join(PROGRAMS, program + ".cs"), encoding="utf-8") as file:
            return re.findall(r'\("([\w-]+)", ', file.read().partition("Warm.Run(")[2])

    def path(self, engine, program):
        return native.twins() if engine.name == "clang" else dll_of(program)


class Processes(Suite):
    """Figures of whole processes, started in turns."""

    side_by_side = True

    def measure(self, engines, task, scope):
        """One that fails leaves the others theirs."""
        found = {engine: collections.defaultdict(list) for engine in engines}
        outputs, failed = {}, {}
        for start in range(scope.starts + 1):  # the first finds what the machine has not read yet, and does not count
            for engine in turns.in_order([engine for engine in engines if engine not in failed], start):
                try:
                    figures, outputs[engine] = self.figures(engine, task)
                except Failure as problem:
                    failed[engine] = problem
                    continue
                for row, figure in figures.items() if start else ():
                    found[engine][row].append(figure)
        for engine, rows in found.items():
            if engine in failed:
                yield engine, {"row": task.program, "failure": str(failed[engine])}
                continue
            for (name, unit), samples in rows.items():
                yield engine, {"row": f"{task.program}, {name}", "unit": unit, "samples": samples, "slices": [1] * len(samples), "result": outputs[engine]}

    def figures(self, engine, task):
        """(name, unit) -> figure of one process; and what the program printed, if that is always the same."""
        raise NotImplementedError


class StartUp(Processes):
    """Wall time and peak resident size."""

    def tasks(self, scope):
        for program in ("hello", "tool"):
            if scope.wants(program):
                engines = (*self.engines, "nativeaot") if program == native.AHEAD_OF_TIME and scope.native else None
                yield Task(program, None, scope.starts * 0.3, engines)

    def figures(self, engine, task):
        words = [native.ahead_of_time() if engine.name == "nativeaot" else dll_of(task.program)]
        output, _, wall = engine.run(*words)
        return {("wall", "ms"): wall * 1e3, ("peak", "KiB"): engine.peak_kib(*words)}, output


class CompileTime(Processes):
    """What Celer says of its compiler at tier 0."""

    def tasks(self, scope):
        return [Task(name, None, scope.starts * 0.1, None, 1) for name in ("hello", "tool") if scope.wants(name)]

    def figures(self, engine, task):
        errors = engine.run(dll_of(task.program), extra={"CELER_JitTimes": "1"})[1]
        match = re.search(r"celer: compiled (\d+) methods in ([\d.]+) us \(avg ([\d.]+) us\)", errors)
        if not match:
            raise Failure("does not say how long its compiler took")
        return {("methods", ""): int(match[1]), ("each", "us"): float(match[3])}, None


class Services(Suite):
    """Programs that run for long: the C# compiler as a library, and a web service."""

    def tasks(self, scope):
        if scope.wants("compiler") and scope.services:
            yield Task("compiler", None, 90)
        if scope.wants("web") and scope.services:
            yield Task("web", None, services.SECONDS_OF_LOAD * 8 + 5)

    def rows(self, engine, task, scope):
        return services.compiler(engine, COMPILER_ROUNDS) if task.program == "compiler" else services.web(engine)


SUITES = (
    StartUp("start-up", "Start-up and memory of whole processes", ("coreclr", "coreclr-jitted", "celer")),
    Warm("kernels", "Kernels at tier 0 alone, beside code that CoreCLR does not optimise", ("coreclr-tier0", "celer-tier0"), "kernels"),
    Warm("vectors", "Vector kernels at tier 0 alone, beside optimised code", ("coreclr-optimized", "celer-tier0"), "kernels", VECTOR_KERNELS),
    CompileTime("compile", "Compile time at tier 0", ("celer",)),
    Inventory("inventory", "The inventories of features", ("coreclr", "celer")),
    Warm("warm", "Peak speed of programs", ("coreclr", "celer"), "warm"),
    Services("services", "Programs that run for long", ("coreclr", "celer")),
)
