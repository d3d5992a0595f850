"""The same benchmarks under BenchmarkDotNet on both engines: do its ratios agree with ours?"""
import glob
import json
import os
import shutil
import statistics
import subprocess
import sys

from harness import figures, results
from harness.engines import BUILT, OUT, SOURCES, Failure

TARGET = os.path.join(BUILT, "benchmarkdotnet")
AGREEING = 1.1  # what two ratios may differ by and still say the same


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


def measure(engine, dll, pattern):
    """Case -> median ns and bytes of a call."""
    folder = os.path.join(OUT, "bench", "benchmarkdotnet-" + engine.name)
    shutil.rmtree(folder, ignore_errors=True)
    try:
        for line in engine.lines(dll, folder, "--filter", pattern):
            if line.startswith("// Benchmark: "):
                print(f"{engine.name}: {line[len('// Benchmark: '):]}", flush=True)
    except Failure as problem:
        print(f"{engine.name}: {problem}")
    found = {}
    for path in glob.glob(os.path.join(folder, "results", "*-report-full.json")):
        with open(path, encoding="utf-8-sig") as file:
            for benchmark in json.load(file)["Benchmarks"]:
                if benchmark.get("Statistics"):
                    found[case_name(benchmark)] = benchmark["Statistics"]["Median"], (benchmark.get("Memory") or {}).get("BytesAllocatedPerOperation", 0)
    return found


def run(pattern, engines, path):
    """Prints for each case both medians, the ratio, and the ratio of our own last results. Returns the exit code."""
    dll = build()
    other, own = (measure(engine, dll, pattern) for engine in engines)
    rows = results.Table(path).of("inventory") if os.path.exists(path) else []
    ours = {plain(row.name): row.ratio("celer", "coreclr") for row in rows if row.has("celer", "coreclr")}
    print("case                                                    Celer ns   CoreCLR ns   ratio   ours   bytes")
    apart = []
    for case in (case for case in other if case in own):
        ratio = figures.ratio(own[case][0], other[case][0], "ns")
        mine = ours.get(case)
        apart += [max(ratio / mine, mine / ratio)] if mine else []
        size = f"{own[case][1]}" if own[case][1] == other[case][1] else f"{own[case][1]} against {other[case][1]}"
        print(f"  {case:<50} {own[case][0]:12.2f} {other[case][0]:12.2f}  {ratio:6.2f} {format(mine, '6.2f') if mine else '     -'}   {size}")
    for case in sorted(set(other) ^ set(own)):
        print(f"  {case}: on one engine only")
    if apart:
        print(f"{sum(ratio <= AGREEING for ratio in apart)} of {len(apart)} ratios agree with ours within a tenth; in the median they differ by {(statistics.median(apart) - 1) * 100:.0f} %")
    return 0 if own and set(other) == set(own) else 1
