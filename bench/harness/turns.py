"""Engines that take turns while they measure one case, a twentieth of a second each: what else the machine does for seconds costs them the same.

Each engine has a process of its own, which does what it is told (bench/programs/told.part): first they warm up, one after the other.
"""
import time

from harness.engines import Failure, Process

SLICE_MS = 50
SLICES = 10
FEWEST_SLICES = 3
LONGEST_SECONDS = 2  # for each engine: a slice of slow calls is longer, and fewer do


def in_order(engines, turn):
    """A B, then B A."""
    return list(engines) if turn % 2 == 0 else list(reversed(engines))


class Worker:
    """An engine's process for a program. One that fails is replaced when the next case begins. `words` gives the command line, which may fail too."""

    def __init__(self, engine, words, environment):
        self.engine, self.words, self.environment = engine, words, environment
        self.process, self.answer = None, {}

    def tell(self, line):
        """The answer goes to `answer`: a state, or the case's end."""
        try:
            self.process = self.process or Process(self.engine, self.words(), self.environment)
            self.answer = self.process.ask(line)
        except Failure as problem:
            self.answer = {"failure": str(problem)}
            self.end()

    @property
    def is_measuring(self):
        return "state" in self.answer

    def end(self):
        if self.process:
            self.process.close()
        self.process = None


def measure(workers, cases, factor):
    """Gives (engine, case, fields of its line) for each case and worker. `factor` scales how long is measured."""
    try:
        for case in cases:
            for worker in workers:
                worker.tell(case)
            take_turns(workers, max(round(SLICES * factor), FEWEST_SLICES))
            for worker in workers:
                yield worker.engine, case, worker.answer
    finally:
        for worker in workers:
            worker.end()


def take_turns(workers, slices):
    end = time.monotonic() + LONGEST_SECONDS * len(workers)
    for turn in range(slices):
        if turn >= FEWEST_SLICES and time.monotonic() > end:
            break
        for worker in in_order(workers, turn):
            if worker.is_measuring:
                worker.tell(str(SLICE_MS))
    for worker in workers:
        if worker.is_measuring:
            worker.tell("")
