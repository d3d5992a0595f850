"""Programs that run for long: the C# compiler as a library, and a web service under `wrk` (Debian package)."""
import functools
import os
import re
import shutil
import subprocess
import time
import urllib.request

from harness.engines import BUILT, SOURCES, Failure, tests

PORT = 5077
ADDRESS = f"http://127.0.0.1:{PORT}"
CONNECTIONS = 32
START_SECONDS = 60
SECONDS_OF_LOAD = 5
FIRST_SECONDS = 10
# It is warm when so many loads in turn were not faster by so much than the best before.
LOADS_SETTLED = 2
FASTER = 0.97
MOST_LOADS = 10
TICKS = os.sysconf("SC_CLK_TCK")
PARTS = ("// include:", "[JsonSerializable", "[GeneratedRegex", "[LibraryImport")  # what a compilation of one file without generators lacks


@functools.cache
def build(name):
    target = os.path.join(BUILT, "services", name)
    subprocess.run(["dotnet", "build", os.path.join(SOURCES, "services", name), "-c", "Release", "-o", target, "--nologo", "-v", "q"], check=True,
                   stdout=subprocess.DEVNULL)
    return os.path.join(target, name + ".dll")


def sources():
    """A twentieth of the test programs, of those that are whole in one file."""
    for program in tests.find_programs([])[::20]:
        path = os.path.join(tests.SOURCES, program.name + ".cs")
        with open(path, encoding="utf-8-sig") as file:
            text = file.read()
        if not any(part in text for part in PARTS):
            yield path


def compiler(engine, rounds):
    """Milliseconds until the end of rounds 1, 3, 10, ... over the same files. The engines must make code of the same size."""
    for count, milliseconds, _, size in map(str.split, engine.lines(build("compiler"), str(rounds), *sources())):
        yield {"row": f"compiler, until round {count}", "unit": "ms", "samples": [int(milliseconds)], "result": size}


def processor_seconds(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def resident_kib(pid):
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        return int(re.search(r"VmRSS:\s+(\d+)", file.read())[1])


def load(path, pid, seconds=SECONDS_OF_LOAD):
    """Microseconds from answer to answer, and of the service's processors for each."""
    before = processor_seconds(pid)
    output = subprocess.run(["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", ADDRESS + path], capture_output=True, text=True, check=True).stdout
    if "Non-2xx" in output:
        raise Failure(output)
    requests = int(re.search(r"(\d+) requests in", output)[1])
    return 1e6 / float(re.search(r"Requests/sec:\s+([\d.]+)", output)[1]), (processor_seconds(pid) - before) * 1e6 / requests


def warm_up(path, pid):
    """Load until the service does not become faster."""
    best, settled, loads = float("inf"), 0, 0
    while settled < LOADS_SETTLED and loads < MOST_LOADS:
        time_of_answer, _ = load(path, pid)
        settled = settled + 1 if time_of_answer > best * FASTER else 0
        best = min(best, time_of_answer)
        loads += 1


def wait_for_answer(service):
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            return urllib.request.urlopen(ADDRESS + "/json", timeout=START_SECONDS).read().decode()
        except OSError:
            if time.monotonic() > deadline or service.poll() is not None:
                raise
            time.sleep(0.005)


def row(name, unit, value, **more):
    return {"row": f"web, {name}", "unit": unit, "samples": [value], **more}


def web(engine):
    """Until the first answer; then, if there is a `wrk`, under load: the first seconds, and when warm."""
    dll = build("web")
    started = time.perf_counter()
    service = subprocess.Popen(engine.command(dll, "--urls", ADDRESS), env=engine.environment(), stdout=subprocess.DEVNULL)
    try:
        answer = wait_for_answer(service)
        yield row("first answer", "ms", (time.perf_counter() - started) * 1e3, result=answer)
        for path in ("/plain", "/json") if shutil.which("wrk") else ():
            yield row(f"{path} first", "us", load(path, service.pid, FIRST_SECONDS)[0])
            warm_up(path, service.pid)
            wall, processor = load(path, service.pid)
            yield row(f"{path} warm", "us", wall)
            yield row(f"{path} warm, processor", "us", processor)
        yield row("resident", "KiB", resident_kib(service.pid))
    finally:
        service.terminate()
        service.wait()
