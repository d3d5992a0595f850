#!/usr/bin/env python3
"""Celer beside CoreCLR on this machine, interleaved: kernels, allocation, start-up, memory, compile time.

Prints one table and writes out/bench.json. Ratios are Celer / CoreCLR of the same quantity: below 1, Celer needs less.
The kernels and the start-up are compared with a CoreCLR whose code comes from its compiler too, as Celer's does:
DOTNET_ReadyToRun=0, and for the kernels also DOTNET_JITMinOpts=1 DOTNET_TieredCompilation=0. Those whose time the class libraries spend in
vectors are also run at tier 0 alone, beside a CoreCLR that optimises all of its code (DOTNET_TieredCompilation=0).

With --warm: peak speed instead. Both engines at their default settings, after warm-up (programs/warm); out/bench-warm.json.
"""
import argparse
import json
import math
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests"))
import run as tests  # noqa: E402  tests/run.py

OUT = os.path.join(ROOT, "out")
BUILT = os.path.join(OUT, "bench", "programs")
OPTIMIZED = {"DOTNET_ReadyToRun": "0", "DOTNET_TieredCompilation": "0"}
ONLY_TIER0 = {"CELER_TieringDelayMicroseconds": "1000000000"}  # nothing is promoted
VECTOR_KERNELS = ["base64", "hashing", "search", "strings", "tensor", "transcoding"]
TIER0 = {"DOTNET_JITMinOpts": "1", "DOTNET_ReadyToRun": "0", "DOTNET_TieredCompilation": "0"}
JITTED = {"DOTNET_ReadyToRun": "0"}


# A process's peak counts what its parent held when it was started, so the parent is a Python with nothing loaded.
PEAK_OF = """
import os, sys
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=[(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)])
_, status, usage = os.wait4(child, 0)
print(usage.ru_maxrss)
sys.exit(status != 0)
"""


class Engine:
    def __init__(self, name, program, settings):
        self.name, self.program, self.settings = name, program, settings

    def run(self, dll, extra=()):
        """Returns (output, errors, wall seconds) of one run."""
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            started = time.perf_counter()
            process = subprocess.run([self.program, dll], stdout=out, stderr=err, env=self.environment(extra))
            wall = time.perf_counter() - started
            out.seek(0), err.seek(0)
            output, errors = out.read().decode(), err.read().decode(errors="replace")
        if process.returncode:
            raise RuntimeError(f"{self.name} failed on {os.path.relpath(dll, ROOT)}, exit {process.returncode}: {errors.strip()[:300]}")
        return output, errors, wall

    def peak_kib(self, dll):
        """The peak resident size of one run."""
        words = [sys.executable, "-I", "-S", "-c", PEAK_OF, self.program, dll]
        return int(subprocess.run(words, env=self.environment(), capture_output=True, check=True).stdout)

    def environment(self, extra=()):
        return {**tests.clean_environment(), **self.settings, **dict(extra)}


def timed(engines, dll, rounds):
    """The least self-timed nanoseconds per engine, the engines taking turns; the checksums must agree."""
    best, checks = {}, set()
    for _ in range(rounds):
        for engine in engines:
            nanoseconds, check = engine.run(dll)[0].split()
            best[engine.name] = min(best.get(engine.name, math.inf), int(nanoseconds))
            checks.add(check)
    if len(checks) != 1:
        raise RuntimeError(f"{os.path.basename(dll)}: the engines computed different results: {checks}")
    return best


def kernels(celer, reference, rounds, names=()):
    """The rows of programs/kernels: all, or those of the names."""
    rows = []
    folder = os.path.join(BUILT, "kernels")
    for file in sorted(os.listdir(folder)):
        if file.endswith(".dll") and (not names or file[:-4] in names):
            best = timed([celer, reference], os.path.join(folder, file), rounds)
            rows.append({"kernel": file[:-4], "celer_ns": best["celer"], "coreclr_ns": best[reference.name],
                         "ratio": best["celer"] / best[reference.name]})
    return rows


def geometric_mean(rows):
    return math.exp(statistics.fmean(math.log(row["ratio"]) for row in rows))


def warm_rows(celer, reference, rounds, filters):
    """The rows of programs/warm: one process per engine and program in each round, the engines taking turns."""
    rows = []
    folder = os.path.join(BUILT, "warm")
    for file in sorted(os.listdir(folder)):
        if not file.endswith(".dll") or (filters and not any(part in file for part in filters)):
            continue
        best, allocated, checks = {}, {}, {}
        for _ in range(rounds):
            for engine in (celer, reference):
                for line in engine.run(os.path.join(folder, file))[0].splitlines():
                    name, nanoseconds, size, check = line.split()
                    key = (name, engine.name)
                    best[key] = min(best.get(key, math.inf), int(nanoseconds))
                    allocated[key] = min(allocated.get(key, math.inf), int(size))
                    if checks.setdefault(name, check) != check:
                        raise RuntimeError(f"{file}, {name}: different results: {checks[name]} and {check}")
        for name in checks:
            own, other = (name, celer.name), (name, reference.name)
            rows.append({"program": file[:-4], "row": name, "celer_ns": best[own], "coreclr_ns": best[other],
                         "ratio": best[own] / best[other], "celer_bytes": allocated[own], "coreclr_bytes": allocated[other]})
    return rows


def show_warm(rows):
    print("row                          Celer us   CoreCLR us   ratio   bytes allocated")
    for row in rows:
        own, other = row["celer_bytes"], row["coreclr_bytes"]
        print(f"  {row['row']:<24} {row['celer_ns'] / 1e3:10.1f}  {row['coreclr_ns'] / 1e3:10.1f}  {row['ratio']:6.2f}   "
              + (f"{own}" if own == other else f"{own}, CoreCLR {other}"))
    print(f"  {'geometric mean':<24} {'':10}  {'':10}  {geometric_mean(rows):6.2f}")


def start_up(engines, runs):
    dll = os.path.join(BUILT, "hello.dll")
    walls, memory = {engine.name: [] for engine in engines}, {engine.name: [] for engine in engines}
    for _ in range(runs):
        for engine in engines:
            walls[engine.name].append(engine.run(dll)[2])
            memory[engine.name].append(engine.peak_kib(dll))
    return {name: {"min_ms": min(walls[name]) * 1e3, "median_ms": statistics.median(walls[name]) * 1e3,
                   "peak_kib": statistics.median(memory[name])} for name in walls}


def compile_time(celer, dll):
    errors = celer.run(dll, {"CELER_JitTimes": "1"})[1]
    match = re.search(r"celer: compiled (\d+) methods in ([\d.]+) us \(avg ([\d.]+) us\)", errors)
    return {"methods": int(match[1]), "total_us": float(match[2]), "average_us": float(match[3])} if match else None


def show_kernels(rows, about, wanted):
    print(f"kernel              Celer ms   CoreCLR ms   ratio     ({about})")
    for row in rows:
        print(f"  {row['kernel']:<16} {row['celer_ns'] / 1e6:9.2f}  {row['coreclr_ns'] / 1e6:10.2f}  {row['ratio']:6.2f}")
    print(f"  {'geometric mean':<16} {'':9}  {'':10}  {geometric_mean(rows):6.2f}    (wanted: {wanted})")


def show(result):
    show_kernels(result["kernels"], "CoreCLR: " + " ".join(f"{k}={v}" for k, v in TIER0.items()), "at most 1.30")
    show_kernels(result["vector_kernels"], "tier 0 alone beside CoreCLR's optimised code", "at most 3, none above 8")
    print("hello world              min ms   median ms   peak MiB")
    for name, row in result["hello"].items():
        print(f"  {name:<20} {row['min_ms']:9.1f}  {row['median_ms']:10.1f}  {row['peak_kib'] / 1024:9.1f}")
    print("allocation, small objects in one thread      million/s")
    for name, rate in result["allocation_per_second"].items():
        print(f"  {name:<40} {rate / 1e6:12.1f}")
    compiled = result["compile"]
    print("compile time at tier 0" if compiled else "compile time at tier 0: not reported by this engine")
    for name, row in (compiled or {}).items():
        print(f"  {name:<20} {row['methods']:6} methods, {row['average_us']:.1f} us each    (wanted: at most 50)")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", default=os.path.join(OUT, "root", "dotnet"), help="the `dotnet` to measure")
    parser.add_argument("--rounds", type=int, help="runs of each kernel per engine (default: 5; with --warm 2)")
    parser.add_argument("--warm", nargs="*", metavar="PROGRAM", help="peak speed, of all programs or of those")
    parser.add_argument("--runs", type=int, default=20, help="runs of hello world per engine")
    options = parser.parse_args()
    dotnet = shutil.which("dotnet") or sys.exit("bench: there is no `dotnet` on the path")
    celer = Engine("celer", options.engine, {})
    reference = Engine("CoreCLR, no images", dotnet, JITTED)
    if not tests.compile_programs(os.path.join(ROOT, "bench", "programs"), BUILT):
        return 1
    if options.warm is not None:
        rows = warm_rows(celer, Engine("coreclr", dotnet, {}), options.rounds or 2, options.warm)
        show_warm(rows)
        with open(os.path.join(OUT, "bench-warm.json"), "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=2)
        return 0
    rounds = options.rounds or 5
    rows = kernels(celer, Engine("coreclr", dotnet, TIER0), rounds)
    allocation = timed([celer, Engine("coreclr", dotnet, {})], os.path.join(BUILT, "allocation.dll"), rounds)
    compiled = {}
    for name, dll in (("hello world", "hello.dll"), ("strings kernel", "kernels/strings.dll")):
        row = compile_time(celer, os.path.join(BUILT, dll))
        if row:
            compiled[name] = row
    result = {
        "kernels": rows,
        "kernels_geometric_mean": geometric_mean(rows),
        "vector_kernels": kernels(Engine("celer", options.engine, ONLY_TIER0), Engine("coreclr", dotnet, OPTIMIZED), rounds, VECTOR_KERNELS),
        "hello": start_up([celer, reference, Engine("CoreCLR", dotnet, {})], options.runs),
        "allocation_per_second": {name: 2_000_000 * 1e9 / ns for name, ns in allocation.items()},
        "compile": compiled or None,
    }
    show(result)
    with open(os.path.join(OUT, "bench.json"), "w", encoding="utf-8") as file:
        json.dump(result, file, indent=2)
    return 0


if __name__ == "__main__":
    sys.exit(main())
