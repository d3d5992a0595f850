#!/usr/bin/env python3
"""The collector beside CoreCLR's workstation and server collectors: latency and memory of a heap with so much live, programs that live
from allocation, the memory of heaps whose objects differ in size and life, pauses beside a million of what it keeps tables of, and how
long it takes to stop 200 threads. Prints a table of the least (latencies, memory) or the best of the turns, with ratios to CoreCLR's
default, and writes it to out/bench/gc/report.md. docs/howto/measure.md."""
import argparse
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from harness import engines, suites  # noqa: E402

LIVE_MB = (50, 500, 2000, 6000)
TABLES = ("nothing", "finalizers", "weak-references", "handles", "dependent-handles", "interned-strings", "locks-and-hash-codes")
ROWS = ("trees", "lists", "dictionaries", "strings", "json")
PATTERNS = ("few-of-many", "small-among-8k", "small-among-large", "medium-among-small", "medium-among-medium", "large", "texts", "queue",
            "phases", "array-pool")
SECONDS = 6
THREADS = 2
SUSPENDED = 200
HIGHER_IS_BETTER = {"operations/s"}
SHOWN = ("operations/s", "p50-us", "p99.9-us", "p99.99-us", "worst-us", "peak-kb", "paused-ms", "full-collections", "round-us", "resident-kb", "p99-us", "pause-us", "pause-p50-us", "pause-p99-us")


def engines_of(celer):
    return [engines.Engine("coreclr", "CoreCLR", "dotnet"),
            engines.Engine("coreclr-server", "CoreCLR, server", "dotnet", {"DOTNET_gcServer": "1"}.items()),
            engines.Engine("celer", "Celer", celer)]


def jobs(quick, seconds):
    for live in LIVE_MB[:2] if quick else LIVE_MB:
        yield f"{live} MB live", "steady", [str(live), str(seconds), str(THREADS)]
    for row in ROWS:
        yield row, "throughput", [row]
    for pattern in PATTERNS:
        yield pattern, "patterns", [pattern]
    for kind in TABLES:
        yield f"a million {kind}", "tables", [kind]
    yield f"{SUSPENDED} threads stopped", "suspend", [str(SUSPENDED)]


def figures_of(engine, program, words):
    output, _, _ = engine.run(suites.dll_of(os.path.join("gc", program)), *words)
    return {name: float(value) for name, value in (line.split() for line in output.splitlines())}


def better(name, values):
    return max(values) if name in HIGHER_IS_BETTER else min(values)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", default=os.path.join(engines.OUT, "root", "dotnet"), type=os.path.abspath, help="the `dotnet` to measure")
    parser.add_argument("--turns", type=int, default=2)
    parser.add_argument("--quick", action="store_true", help="only heaps up to 500 MB")
    parser.add_argument("--seconds", type=int, default=SECONDS, help="of steady allocation")
    parser.add_argument("titles", nargs="*", help="only these: '500 MB live', trees, ...")
    options = parser.parse_args()
    chosen_jobs = [job for job in jobs(options.quick, options.seconds) if not options.titles or job[0] in options.titles]
    if not chosen_jobs:
        parser.error(f"there is nothing of these titles, but: {', '.join(job[0] for job in jobs(options.quick, options.seconds))}")
    suites.build_programs()
    chosen = engines_of(options.engine)
    lines = ["| | | " + " | ".join(engine.title for engine in chosen) + " | Celer / CoreCLR |", "|---|---|" + "---|" * (len(chosen) + 1)]
    print("\n".join(lines), flush=True)
    failed = False
    for title, program, words in chosen_jobs:
        runs = {engine.name: [] for engine in chosen}
        for _ in range(options.turns):
            for engine in chosen:
                try:
                    runs[engine.name].append(figures_of(engine, program, words))
                except engines.Failure as failure:
                    print(f"{title}: {engine.title}: {failure}", file=sys.stderr)
                    failed = True
        for name in SHOWN:
            values = {engine: better(name, [run[name] for run in those]) for engine, those in runs.items() if those and name in those[0]}
            if "celer" not in values:
                continue
            ratio = f"{values['celer'] / values['coreclr']:.2f}" if values.get("coreclr") else ""
            lines.append(f"| {title} | {name} | " + " | ".join(f"{values[engine.name]:.0f}" if engine.name in values else "" for engine in chosen) + f" | {ratio} |")
            print(lines[-1], flush=True)
    folder = os.path.join(engines.BUILT, "gc")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "report.md"), "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
