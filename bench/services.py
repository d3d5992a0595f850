#!/usr/bin/env python3
"""Programs that run for long, on Celer and on CoreCLR: the C# compiler as a library, and a web service under `wrk` (Debian package).

The compiler: milliseconds until the end of rounds 1, 3, 10, ... over the same files. The service: requests a second in the first seconds and
when warm, its processor time for a request, its resident size. Engines take turns, the least time and the most requests count. out/bench-services.json.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import time
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests"))
import run as tests  # noqa: E402  tests/run.py

SOURCES = os.path.join(ROOT, "bench", "services")
BUILT = os.path.join(ROOT, "out", "bench", "services")
PORT = 5077
ADDRESS = f"http://127.0.0.1:{PORT}"
CONNECTIONS = 32
START_SECONDS = 30
TICKS = os.sysconf("SC_CLK_TCK")


def build(name):
    subprocess.run(["dotnet", "build", os.path.join(SOURCES, name), "-c", "Release", "-o", os.path.join(BUILT, name), "--nologo", "-v", "q"], check=True,
                   stdout=subprocess.DEVNULL)
    return os.path.join(BUILT, name, name + ".dll")


def compiler_rounds(dotnet, dll, rounds, files):
    """Milliseconds by round."""
    output = subprocess.run([dotnet, dll, str(rounds), *files], env=tests.clean_environment(), capture_output=True, text=True, check=True).stdout
    return {int(words[0]): (int(words[1]), words[3]) for words in map(str.split, output.splitlines())}


def measure_compiler(engines, rounds, turns):
    dll = build("compiler")
    files = [os.path.join(tests.SOURCES, program.name + ".cs") for program in tests.find_programs([])][::20]
    best, sizes = {}, {}
    for _ in range(turns):
        for name, dotnet in engines.items():
            for count, (milliseconds, size) in compiler_rounds(dotnet, dll, rounds, files).items():
                best[name, count] = min(best.get((name, count), milliseconds), milliseconds)
                if sizes.setdefault(count, size) != size:
                    raise RuntimeError(f"round {count}: the engines made different code")
    return [{"rounds": count, "celer_ms": best["celer", count], "coreclr_ms": best["coreclr", count]} for count in sorted(sizes)]


def processor_seconds(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def resident_kib(pid):
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        return int(re.search(r"VmRSS:\s+(\d+)", file.read())[1])


def load(path, seconds, pid):
    """Requests a second, and the service's processor microseconds for each."""
    before = processor_seconds(pid)
    output = subprocess.run(["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", ADDRESS + path], capture_output=True, text=True, check=True).stdout
    if "Non-2xx" in output:
        raise RuntimeError(output)
    requests = int(re.search(r"(\d+) requests in", output)[1])
    return float(re.search(r"Requests/sec:\s+([\d.]+)", output)[1]), (processor_seconds(pid) - before) * 1e6 / requests


def serve(dotnet, dll, seconds):
    service = subprocess.Popen([dotnet, dll, "--urls", ADDRESS], env=tests.clean_environment(), stdout=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                urllib.request.urlopen(ADDRESS + "/plain", timeout=START_SECONDS).read()
                break
            except OSError:
                if time.monotonic() > deadline or service.poll() is not None:
                    raise
                time.sleep(0.01)
        row = {}
        for path in ("/plain", "/json"):
            row[path + " first"], _ = load(path, seconds, service.pid)
            for _ in range(2):
                load(path, seconds, service.pid)
            row[path + " warm"], row[path + " processor us"] = load(path, seconds, service.pid)
        row["resident KiB"] = resident_kib(service.pid)
        return row
    finally:
        service.terminate()
        service.wait()


def measure_web(engines, seconds, turns):
    dll = build("web")
    rows = {}
    for _ in range(turns):
        for name, dotnet in engines.items():
            for what, value in serve(dotnet, dll, seconds).items():
                better = min if what.endswith(("us", "KiB")) else max
                kept = rows.setdefault(what, {})
                kept[name] = better(kept.get(name, value), value)
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", default=os.path.join(ROOT, "out", "root", "dotnet"), help="the `dotnet` to measure")
    parser.add_argument("--rounds", type=int, default=30, help="of the compiler")
    parser.add_argument("--seconds", type=int, default=5, help="of each load of the service")
    parser.add_argument("--turns", type=int, default=2)
    options = parser.parse_args()
    engines = {"celer": options.engine, "coreclr": shutil.which("dotnet") or sys.exit("bench: there is no `dotnet` on the path")}
    result = {"compiler": measure_compiler(engines, options.rounds, options.turns)}
    print("C# compiler as a library    Celer ms   CoreCLR ms   ratio")
    for row in result["compiler"]:
        print(f"  {row['rounds']:>4} rounds {'':14} {row['celer_ms']:9}  {row['coreclr_ms']:11}  {row['celer_ms'] / row['coreclr_ms']:6.2f}")
    if shutil.which("wrk"):
        result["web"] = measure_web(engines, options.seconds, options.turns)
        print("web service                    Celer      CoreCLR   ratio")
        for what, row in result["web"].items():
            print(f"  {what:<22} {row['celer']:11.0f}  {row['coreclr']:11.0f}  {row['celer'] / row['coreclr']:6.2f}")
    else:
        print("the web service is not measured: there is no `wrk`")
    with open(os.path.join(ROOT, "out", "bench-services.json"), "w", encoding="utf-8") as file:
        json.dump(result, file, indent=2)
    return 0


if __name__ == "__main__":
    sys.exit(main())
