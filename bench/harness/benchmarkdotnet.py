"""The same benchmarks under BenchmarkDotNet on both engines: do its ratios agree with ours?"""
import glob
import json
import os
import shutil
import subprocess
import sys

from harness import figures, results
from harness.engines import BUILT, OUT, SOURCES, Failure
from harness.turns import in_order

TARGET = os.path.join(BUILT, "benchmarkdotnet")
PAIR = "celer", "coreclr"


def build():
    words = ["dotnet", "build", os.path.join(SOURCES, "benchmarkdotnet"), "-c", "Release", "-o", TARGET, "--nologo", "-v", "q"]
    made = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if made.returncode:
        sys.exit("bench: the project for BenchmarkDotNet does not build:\n" + "\n".join(line for line in made.stdout.splitlines() if "error" in line))
    return os.path.join(TARGET, "benchmarks.dll")


def case_name(benchmark):
    """As the harness names the case, without the quotes around its strings."""
    values = [parameter.partition("=")[2] for parameter in benchmark["Parameters"].split("&")] if benchmark["Parameters"] else []
    return plain(f"{benchmark['Type']}.{benchmark['Method']}({', '.join(values)})")


def plain(name):
    return name.replace('"', "").replace("'", "")


def measure(engine, dll, patterns):
    """Case -> ns of a call in each iteration, and bytes of a call, of one process."""
    folder = os.path.join(OUT, "bench", "benchmarkdotnet-" + engine.name)
    shutil.rmtree(folder, ignore_errors=True)
    try:
        for line in engine.lines(dll, folder, "--filter", *patterns):
            if line.startswith("// Benchmark: "):
                print(f"{engine.name}: {line[len('// Benchmark: '):]}", flush=True)
    except Failure as problem:
        print(f"{engine.name}: {problem}")
    found = {}
    for path in glob.glob(os.path.join(folder, "results", "*-report-full.json")):
        with open(path, encoding="utf-8-sig") as file:
            for benchmark in json.load(file)["Benchmarks"]:
                if benchmark.get("Statistics"):
                    found[case_name(benchmark)] = benchmark["Statistics"]["OriginalValues"], (benchmark.get("Memory") or {}).get("BytesAllocatedPerOperation", 0)
    return found


def rows_of(dll, patterns, engines, turns):
    """A row for each case that ran on every engine in every turn, and the names of the others."""
    rows, seen = {}, set()
    for turn in range(turns):
        found = {engine.name: measure(engine, dll, patterns) for engine in in_order(engines, turn)}
        seen.update(*found.values())
        for case in set.intersection(*map(set, found.values())):
            row = rows.setdefault(case, results.Row("benchmarkdotnet", "", case, "ns"))
            for name, cases in found.items():
                samples, size = cases[case]
                row.engines[name].add({"samples": samples, "slices": [len(samples)], "bytes": size})
    whole = {case: row for case, row in sorted(rows.items()) if all(len(figure.turns) == turns for figure in row.engines.values())}
    return list(whole.values()), sorted(seen - set(whole))


def agree(one, other):
    """Whether two rows say the same: their intervals of the ratio meet."""
    low, high = one.ratio_interval(*PAIR)
    other_low, other_high = other.ratio_interval(*PAIR)
    return low <= other_high and other_low <= high


def ratio_text(row):
    if row is None:
        return ""
    low, high = row.ratio_interval(*PAIR)
    return f"{row.ratio(*PAIR):.2f} ({low:.2f} to {high:.2f})"


def run(patterns, engines, path, turns):
    """Prints for each case both medians and the ratio with its interval, and the ratio of our own last results. Returns the exit code."""
    rows, partial = rows_of(build(), patterns, engines, turns)
    last = results.Table(path).of("inventory") if os.path.exists(path) else []
    ours = {plain(row.name): row for row in last if row.has(*PAIR)}
    print(f"{'case':<50} {'Celer ns':>12} {'CoreCLR ns':>12}   {'ratio':<22} {'ours':<22} bytes")
    compared = []
    for row in rows:
        own, other = (row.engines[name] for name in PAIR)
        mine = ours.get(row.name)
        apart = mine is not None and not agree(row, mine)
        compared += [(row, mine)] if mine else []
        size = f"{own.bytes[0]}" if own.bytes == other.bytes else f"{own.bytes[0]} against {other.bytes[0]}"
        print(f"{row.name:<50} {own.median:12.2f} {other.median:12.2f}   {ratio_text(row):<22} {ratio_text(mine):<22} {size}{'   apart' if apart else ''}")
    for case in partial:
        print(f"  {case}: not on every engine in every turn")
    if compared:
        means = [figures.geometric_mean(row.ratio(*PAIR) for row in side) for side in zip(*compared)]
        print(f"{sum(agree(*pair) for pair in compared)} of {len(compared)} ratios agree with ours; means {means[0]:.3f} and ours {means[1]:.3f}")
    return 0 if rows and not partial else 1
