"""What is run in which order, how far it has come, and how long it will still take."""
import collections
import math
import time

from harness import results
from harness.engines import MODES
from harness.suites import SUITES
from harness.turns import in_order

MOST_TURNS = 6  # of rows whose processes differ
MOST_MINUTES = 120  # after which no more of those are begun: `make bench-all` takes less than three hours on slower machines, too

Job = collections.namedtuple("Job", "id suite task engines turn")


class Scope:
    """How much is measured."""

    def __init__(self, lister, filters=(), suites=(), everything=False, turns=2, factor=None, starts=None, most_turns=None):
        self.lister, self.filters, self.suites, self.turns = lister, filters, suites, turns
        self.most_turns = most_turns or (MOST_TURNS if everything else turns)
        self.factor = factor or (1 if everything else 0.3)
        self.one_in = 1 if everything or filters else 8
        self.modes, self.modes_one_in = everything and not filters, 4
        self.services = self.native = everything or bool(filters)
        self.starts = starts or (20 if everything else 5)

    def wants(self, program):
        return not self.filters or any(part in program for part in self.filters)


def jobs_of(suite, scope, engines, again=""):
    """The engines take turns, in the order A B, then B A; those of a suite that measures them side by side are one job. With `again`, the suite's own engines
    give way to one and the same twice."""
    for task in suite.tasks(scope):
        names = [again, f"{again} again"] if again else list(task.engines or suite.engines)
        if again and task.engines == MODES:
            continue  # those are compared with each other
        for turn in range(task.turns or scope.turns):
            ordered = in_order(names, turn)
            for group in [ordered] if suite.side_by_side else [[name] for name in ordered]:
                yield job_of(suite, task, [engines[name] for name in group], turn)


def job_of(suite, task, engines, turn):
    part = f"{len(task.parts)} of " if task.parts else ""
    return Job(f"{suite.name}: {part}{task.program}, {', '.join(engine.name for engine in engines)}, turn {turn}", suite, task, engines, turn)


def make(scope, engines, again=""):
    return [job for suite in SUITES if not scope.suites or suite.name in scope.suites for job in jobs_of(suite, scope, engines, again)]


def repeated(jobs, table, turn, again=""):
    """Of jobs that measure case by case, side by side: another turn of the cases that are not settled yet."""
    found = []
    for job in (job for job in jobs if job.turn == 0 and job.suite.side_by_side and job.task.parts and job.task.engines != MODES):
        pair = (f"{again} again", again) if again else job.suite.pair
        parts = [part for part in job.task.parts if not table.is_settled(job.suite.name, job.task.program, part, pair)]
        if parts:
            task = job.task._replace(parts=parts, seconds=job.task.seconds * len(parts) / len(job.task.parts))
            found.append(job_of(job.suite, task, in_order(job.engines, turn), turn))
    return found


def seconds_of(job):
    return job.task.seconds * len(job.engines)


class Progress:
    """Says what was done and how long the rest takes, from how the guesses for what is done came out."""

    def __init__(self, jobs):
        self.left = sum(map(seconds_of, jobs))
        self.count, self.number = len(jobs), 0
        self.guessed = self.taken = 1.0

    def skip(self, job):
        self.number += 1
        self.left -= seconds_of(job)

    def ended(self, job, seconds, rows, failures):
        self.number += 1
        self.left -= seconds_of(job)
        self.guessed += seconds_of(job)
        self.taken += seconds
        minutes = max(self.left, 0) * self.taken / self.guessed / 60
        failed = f", {failures} FAILED" if failures else ""
        print(f"[{self.number}/{self.count}] {job.id}: {rows} rows{failed}, {seconds:.0f} s; about {minutes:.0f} min left", flush=True)


def execute(jobs, store, scope, again=""):
    """All jobs, then, while there is time, more processes of those rows whose processes differ."""
    end = time.monotonic() + MOST_MINUTES * 60
    execute_once(jobs, store, scope)
    for turn in range(scope.turns, scope.most_turns):
        execute_once(repeated(jobs, results.Table(store.path), turn, again), store, scope, end)


def execute_once(jobs, store, scope, end=math.inf):
    """Runs what the store does not have yet. An engine that fails is a result."""
    progress = Progress(jobs)
    for job in jobs:
        if time.monotonic() > end:
            return
        if job.id in store.done:
            progress.skip(job)
            continue
        store.append({"job": job.id, "begin": time.strftime("%H:%M:%S")})
        started, rows, failures, broken = time.monotonic(), 0, 0, False
        fields = {"job": job.id, "suite": job.suite.name, "program": results.program_name(job.task.program), "turn": job.turn}
        try:
            for engine, row in job.suite.measure(job.engines, job.task, scope):
                store.append({**fields, "engine": engine.name, **row})
                rows += 1
                failures += "failure" in row
        except Exception as problem:  # the others still run
            for engine in job.engines:
                store.append({**fields, "engine": engine.name, "row": results.program_name(job.task.program), "failure": f"{type(problem).__name__}: {problem}"})
            failures, broken = failures + 1, True
        seconds = time.monotonic() - started
        store.append({"job": job.id, "done": not broken, "seconds": round(seconds, 1)})
        progress.ended(job, seconds, rows, failures)
