#!/usr/bin/env python3
"""Celer beside CoreCLR on this machine: without options a sample of some minutes, with --all everything (under three hours on two cores).

Each process is of one engine and one program; the engines take turns. Results go as they come to OUTPUT/results.jsonl, from which a stopped run
goes on with --resume; then OUTPUT/report.md and report.json are made. Names choose programs (`bench/run.py n6a-jit hello`), whole and not sampled.
docs/howto/measure.md says what is measured and how.
"""
import argparse
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from harness import benchmarkdotnet, engines, pictures, plan, report, results, suites  # noqa: E402


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("filters", nargs="*", metavar="PROGRAM", help="only programs whose name contains one of these")
    parser.add_argument("--engine", default=os.path.join(engines.OUT, "root", "dotnet"), type=os.path.abspath, help="the `dotnet` to measure")
    parser.add_argument("--all", action="store_true", help="everything, also the modes of both engines and the services")
    parser.add_argument("--suite", action="append", default=[], choices=[suite.name for suite in suites.SUITES], help="only this one (may be repeated)")
    parser.add_argument("--self", metavar="ENGINE", default="", choices=list(engines.TABLE), help="an engine beside itself: how far can rows be trusted?")
    parser.add_argument("--before", metavar="DOTNET", type=os.path.abspath, help="with --self: its second half is this `dotnet` of another build")
    parser.add_argument("--turns", type=int, default=2, help="processes for each engine and program (default: 2)")
    parser.add_argument("--most-turns", type=int, metavar="N", help=f"as many for rows whose processes differ (default: {plan.MOST_TURNS} with --all, else --turns)")
    parser.add_argument("--time", type=float, metavar="FACTOR", help="scales how long a case is measured (default: 1 with --all, else 0.3)")
    parser.add_argument("--starts", type=int, help="processes in a turn of a start-up (default: 20 with --all, else 5)")
    parser.add_argument("--output", type=os.path.abspath, help="folder of the results (default: out/bench/all with --all or --accept, else out/bench/sample)")
    parser.add_argument("--resume", action="store_true", help="go on with the results that are there")
    parser.add_argument("--report", action="store_true", help="only make the report again")
    parser.add_argument("--accept", action="store_true", help="put the report that is there into docs/benchmarks.md")
    parser.add_argument("--benchmarkdotnet", metavar="FILTER", nargs="+", help="benchmarks of the inventories under BenchmarkDotNet, on both engines, beside our own results")
    options = parser.parse_args()
    options.output = options.output or os.path.join(engines.BUILT, "all" if options.all or options.accept else "sample")
    return options


def measure(options, path, chosen):
    suites.build_programs()
    scope = plan.Scope(chosen["coreclr"], options.filters, options.suite, options.all, options.turns, options.time, options.starts, options.most_turns)
    jobs = plan.make(scope, chosen, options.self)
    if not jobs:
        sys.exit("bench: there is nothing of that name")
    store = results.Store(path, not options.resume, engines.machine())
    try:
        plan.execute(jobs, store, scope, options.self)
    except KeyboardInterrupt:
        sys.exit("\nbench: stopped; --resume goes on")


def write_report(options, path):
    table = results.Table(path)
    drawn = pictures.draw(path, options.output)
    text = "# Benchmarks\n\n" + report.markdown(table, [(title, os.path.basename(file)) for title, file in drawn])
    for name, content in (("report.md", text), ("report.json", report.as_json(table))):
        with open(os.path.join(options.output, name), "w", encoding="utf-8") as file:
            file.write(content)
    shown = text.partition("\n## All rows")[0]
    print(f"\n{shown}\nAll rows: {os.path.relpath(os.path.join(options.output, 'report.md'))}")


def accept(path):
    table = results.Table(path)
    folder = os.path.join(engines.ROOT, "docs", "pictures")
    report.accept(report.markdown(table, [(title, f"pictures/{os.path.basename(file)}") for title, file in pictures.draw(path, folder)]))


def main():
    options = parse_options()
    path = os.path.join(options.output, "results.jsonl")
    if not os.path.exists(options.engine):
        sys.exit(f"{os.path.relpath(options.engine)} does not exist; `make build` makes it")
    chosen = engines.engines(options.engine, options.before)
    if options.benchmarkdotnet:
        return benchmarkdotnet.run(options.benchmarkdotnet, [chosen["coreclr"], chosen["celer"]], path, options.turns)
    if options.accept:
        accept(path)
        return 0
    if not options.report:
        measure(options, path, chosen)
    write_report(options, path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
