"""The file of results: a line of JSON for each row of each process, as it comes, and a line when a process has ended well or not.

A job is one process (or one series of processes) of an engine. It has a line where it begins and one where it has ended, and its rows count only
between both, so that a run can be stopped at any time. One that failed as a whole is done again by a run that goes on.
"""
import collections
import itertools
import json
import os
import statistics

from harness import figures

SETTLED = 0.01  # the standard error of a ratio


class Store:
    def __init__(self, path, fresh, machine):
        self.path = path
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if fresh and os.path.exists(path):
            os.replace(path, path + ".old")
        self.done = set() if fresh or not os.path.exists(path) else {line["job"] for line in read_lines(path) if line.get("done")}
        self.file = open(path, "w" if not self.done else "a", encoding="utf-8")
        if not self.done:
            self.append({"machine": machine})

    def append(self, line):
        self.file.write(json.dumps(line) + "\n")
        self.file.flush()


def program_name(program):
    """Of a program in a folder."""
    return os.path.basename(program)


def read_lines(path):
    """Without the last, if it was cut off."""
    with open(path, encoding="utf-8") as file:
        for line in file:
            try:
                yield json.loads(line)
            except json.JSONDecodeError:
                continue


def rows_of_ended_jobs(lines):
    """Of each job the last time that it was run."""
    begun, ended = {}, {}
    for line in lines:
        if "begin" in line:
            begun[line["job"]] = []
        elif "row" in line:
            begun[line["job"]].append(line)
        elif "done" in line:
            ended[line["job"]] = begun[line["job"]]
    return [row for rows in ended.values() for row in rows]


def medians_of_slices(samples, lengths):
    ends = list(itertools.accumulate(lengths))
    return [statistics.median(samples[end - length:end]) for end, length in zip(ends, lengths)]


class Figure:
    """What one engine needed for a row."""

    def __init__(self):
        self.turns, self.slices, self.bytes, self.results, self.failures, self.curves, self.first = [], [], [], set(), [], [], []

    def add(self, line):
        if line.get("failure"):
            self.failures.append(line["failure"])
            return
        if line.get("samples"):
            self.turns.append(line["samples"])
            self.slices.append(medians_of_slices(line["samples"], line.get("slices", ())))
        for name, kept in (("bytes", self.bytes), ("curve", self.curves), ("first_ns", self.first)):
            if line.get(name) is not None:
                kept.append(line[name])
        if line.get("result") is not None:
            self.results.add(line["result"])

    @property
    def median(self):
        return figures.median(self.turns)

    @property
    def interval(self):
        return figures.interval(self.turns)

    @property
    def is_measured(self):
        return bool(self.turns) and not self.failures


class Row:
    """One thing that is measured, on every engine."""

    def __init__(self, suite, program, name, unit):
        self.suite, self.program, self.name, self.unit, self.ids = suite, program, name, unit, ""
        self.engines = collections.defaultdict(Figure)

    def has(self, *names):
        return all(name in self.engines and self.engines[name].is_measured for name in names)

    def ratios_of_processes(self, own, other):
        """Of engines that have measured in turns, what each process did beside the one that ran at the same time: medians over the slices."""
        pairs = zip(self.engines[own].slices, self.engines[other].slices)
        return [statistics.median(figures.ratio(*pair, self.unit) for pair in zip(*slices)) for slices in pairs if all(slices)]

    def ratio(self, own, other):
        if not self.has(own, other):
            return None
        if ratios := self.ratios_of_processes(own, other):
            return statistics.median(ratios)
        return figures.ratio(self.engines[own].median, self.engines[other].median, self.unit)

    def ratio_interval(self, own, other):
        """From the best of one engine beside the worst of the other to the reverse; None where there is nothing to divide."""
        (own_low, own_high), (other_low, other_high) = self.engines[own].interval, self.engines[other].interval
        return figures.ratio(own_low, other_high, self.unit), figures.ratio(own_high, other_low, self.unit)

    def is_settled(self, own, other):
        """Whether more processes would tell little that is new."""
        return not self.counts(own, other) or figures.uncertainty(self.ratios_of_processes(own, other)) < SETTLED

    def counts(self, own, other):
        return self.has(own, other) and self.ratio(own, other) and figures.counts(self.engines[own].median, self.engines[other].median, self.unit)

    @property
    def problem(self):
        """Why the row is not one."""
        for name, figure in self.engines.items():
            if figure.failures:
                return f"{name}: {figure.failures[0]}"
        results = {name: sorted(figure.results) for name, figure in self.engines.items() if figure.results}
        if len({tuple(texts) for texts in results.values()}) > 1:
            return "different results: " + "; ".join(f"{name} {', '.join(texts)}" for name, texts in results.items())
        return ""


class Table:
    """All rows of a file of results, in the order in which they came."""

    def __init__(self, path):
        lines = list(read_lines(path))
        self.machine = next((line["machine"] for line in lines if "machine" in line), {})
        self.rows = {}
        for line in rows_of_ended_jobs(lines):
            key = line["suite"], line["program"], line["row"]
            row = self.rows.setdefault(key, Row(*key, line.get("unit", "ns")))
            row.ids = row.ids or line.get("ids", "")
            row.engines[line["engine"]].add(line)

    def is_settled(self, suite, program, row, pair):
        found = self.rows.get((suite, program_name(program), row))
        return found is None or found.is_settled(*pair)

    def of(self, *suites):
        return [row for row in self.rows.values() if row.suite in suites]
