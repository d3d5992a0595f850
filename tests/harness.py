#!/usr/bin/env python3
"""The harness of the benchmarks, on a few cases for a moment: that its rows are whole and its failures told. Nothing is said of how fast anything is."""
import argparse
import os
import subprocess
import sys
import tempfile

import run as tests

sys.path.insert(0, os.path.join(tests.ROOT, "bench"))
from harness import engines, plan, results, suites, turns  # noqa: E402

PROGRAM = "inventory/n5-json"
FACTOR = 0.02


def lines_of_a_run(pair):
    for engine in pair:
        lines = list(engine.lines(suites.dll_of(PROGRAM), "--list"))
        yield f"{engine.name}: the lines of a run", lines and lines == engine.run(suites.dll_of(PROGRAM), "--list")[0].splitlines()


def failing_runs(pair):
    for engine in pair:
        try:
            list(engine.lines(suites.dll_of("no-such-program")))
            yield f"{engine.name}: a run that fails", False
        except engines.Failure as problem:
            yield f"{engine.name}: a run that fails", "exit" in str(problem)


def unknown_cases(pair):
    """What is not there fails, and the case behind it is measured."""
    known = next(pair[0].lines(suites.dll_of(PROGRAM), "--list")).split("\t")[1]
    workers = [turns.Worker(engine, lambda: (suites.dll_of(PROGRAM), "--told", "--time", str(FACTOR)), {}) for engine in pair]
    for engine, case, fields in turns.measure(workers, ["no such case", known], FACTOR):
        yield f"{engine.name}: {case}", "ns" in fields if case == known else "failure" in fields


def rows_of_the_collector(celer):
    """Of `make bench-gc`: each row has a figure of every engine."""
    words = [os.path.join(tests.ROOT, "bench", "gc.py"), "--engine", celer, "--turns", "1", "--seconds", "1", "50 MB live"]
    output = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True).stdout
    rows = [line.strip("|").split("|") for line in output.splitlines() if line.startswith("| 50 MB live |")]
    yield "the collector has rows", len(rows) > 5
    for row in rows:
        yield f"the collector: {row[1].strip()}", all(figure.strip() for figure in row[:5])


def rows_of_suites(pair, chosen):
    """Of jobs as a run has them, through the file of results."""
    scope = plan.Scope(pair[0], ("n5-json", "kernels/calls"), ("inventory", "kernels"), turns=1, factor=FACTOR)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "results.jsonl")
        plan.execute(plan.make(scope, chosen), results.Store(path, True, {}), scope)
        table = results.Table(path)
    for suite in suites.SUITES:
        rows = table.of(suite.name)
        if suite.name in scope.suites:
            yield f"{suite.name} has rows", bool(rows)
        for row in rows:
            slices = [figure.slices for figure in row.engines.values()]
            yield f"{suite.name}: {row.name}: {row.problem}", not row.problem and row.ratio(*suite.pair) and all(len(taken[0]) >= turns.FEWEST_SLICES for taken in slices)


def rows_that_are_repeated(pair):
    """Those whose processes differ get more, until they are settled or have had the most."""
    suite = next(suite for suite in suites.SUITES if suite.name == "inventory")
    times = {"steady": (10.0, 10.0), "apart": (10.0, 13.0)}  # of the second engine in turns 0 and 1; the first takes 10 in both
    job = plan.job_of(suite, suites.Task("inventory/x", list(times), 2), pair, 0)
    with tempfile.TemporaryDirectory() as folder:
        store = results.Store(os.path.join(folder, "results.jsonl"), True, {})
        store.append({"job": job.id, "begin": ""})
        for name, turns_of_own in times.items():
            for own in turns_of_own:
                for engine, time in zip(pair, (10.0, own)):
                    store.append({"job": job.id, "suite": suite.name, "program": "x", "engine": engine.name, "row": name, "unit": "ns", "samples": [time], "slices": [1]})
        store.append({"job": job.id, "done": True})
        table = results.Table(store.path)
        store.file.close()
    yield "a row's ratio is the median of its processes'", abs(table.rows[suite.name, "x", "apart"].ratio(*suite.pair) - 1.15) < 1e-9
    again = plan.repeated([job], table, 2)
    yield "rows whose processes differ are repeated", [job.task.parts for job in again] == [["apart"]] and again[0].task.seconds == 1
    yield "the engines take turns there, too", [[engine.name for engine in plan.repeated([job], table, turn)[0].engines] for turn in (2, 3)] == [
        [engine.name for engine in pair], [engine.name for engine in pair[::-1]]]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    tests.add_engine_options(parser)
    options = parser.parse_args()
    tests.heed_signals()
    suites.build_programs()
    chosen = engines.engines(options.engine)
    pair = [chosen["coreclr"], chosen["celer"]]
    checks = [*lines_of_a_run(pair), *failing_runs(pair), *unknown_cases(pair), *rows_of_the_collector(options.engine), *rows_of_suites(pair, chosen), *rows_that_are_repeated(pair)]
    wrong = [name for name, holds in checks if not holds]
    print("".join(f"FAILED {name}\n" for name in wrong) + f"{len(checks) - len(wrong)} passed, {len(wrong)} failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
