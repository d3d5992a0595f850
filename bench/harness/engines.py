"""The engines that are measured, and one run of a program on one of them."""
import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
OUT = os.path.join(ROOT, "out")
SOURCES = os.path.join(ROOT, "bench")
BUILT = os.path.join(OUT, "bench")
sys.path.insert(0, os.path.join(ROOT, "tests"))
import run as tests  # noqa: E402  tests/run.py

SILENCE_SECONDS = 120  # a process that prints nothing for so long is ended
ERROR_LENGTH = 300

# A process's peak counts what its parent held when it was started, so the parent is a Python with nothing loaded.
PEAK_OF = """
import os, sys
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=[(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)])
_, status, usage = os.wait4(child, 0)
print(usage.ru_maxrss)
sys.exit(status != 0)
"""


class Failure(Exception):
    """What an engine did instead of running a program to its end."""


class Engine:
    """`program` is the command that runs a dll; without one, what is measured is itself the program."""

    def __init__(self, name, title, program, settings=()):
        self.name, self.title, self.program, self.settings = name, title, program, dict(settings)

    def command(self, dll, *words):
        return [*([self.program] if self.program else []), dll, *words]

    def environment(self, extra=()):
        return {**tests.clean_environment(), **self.settings, **dict(extra)}

    def run(self, dll, *words, extra=()):
        """Returns (output, errors, wall seconds) of one run."""
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            started = time.perf_counter()
            process = subprocess.run(self.command(dll, *words), stdin=subprocess.DEVNULL, stdout=out, stderr=err, env=self.environment(extra))
            wall = time.perf_counter() - started
            out.seek(0), err.seek(0)
            output, errors = out.read().decode(errors="replace"), err.read().decode(errors="replace")
        if process.returncode:
            raise Failure(f"exit {process.returncode}: {errors.strip()[:ERROR_LENGTH]}")
        return output, errors, wall

    def lines(self, dll, *words, extra=()):
        """The lines of one run as they come. Raises Failure at its end if it did not end well, or when it is silent for too long."""
        process = Process(self, (dll, *words), extra)
        try:
            process.hear_nothing_more()
            while (line := process.line()) is not None:
                yield line
        finally:
            process.close()

    def peak_kib(self, dll, *words):
        """The peak resident size of one run."""
        words = [sys.executable, "-I", "-S", "-c", PEAK_OF, *self.command(dll, *words)]
        process = subprocess.run(words, env=self.environment(), stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if process.returncode:
            raise Failure(f"exit {process.returncode}: {process.stderr.strip()[:ERROR_LENGTH]}")
        return int(process.stdout)


class Process:
    """A program that runs on an engine, is told lines and prints some. Raises Failure where it did not end well or is silent for too long."""

    def __init__(self, engine, words, extra=()):
        self.errors = tempfile.TemporaryFile()
        self.folder = tempfile.TemporaryDirectory(prefix="celer-bench-")
        environment = engine.environment({"TMPDIR": self.folder.name, **dict(extra)})
        self.process = subprocess.Popen(engine.command(*words), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, env=environment,
                                        text=True, errors="replace")

    def hear_nothing_more(self):
        self.process.stdin.close()

    def line(self):
        """The next; None after a good end."""
        timer = threading.Timer(SILENCE_SECONDS, self.process.kill)
        timer.daemon = True
        timer.start()
        line = self.process.stdout.readline()
        was_silent = timer.finished.is_set()
        timer.cancel()
        if line:
            return line.rstrip("\n")
        if was_silent:
            raise Failure(f"printed nothing for {SILENCE_SECONDS} s")
        code = self.process.wait()
        if code:
            self.errors.seek(0)
            raise Failure(f"exit {code}: {self.errors.read().decode(errors='replace').strip()[:ERROR_LENGTH]}")
        return None

    def ask(self, line):
        """What it answers: the next line that is an object of JSON."""
        try:
            print(line, file=self.process.stdin, flush=True)
        except BrokenPipeError:
            pass  # its end says more
        while (answer := self.line()) is not None:
            if answer.startswith('{"'):
                return json.loads(answer)
        raise Failure("ended early")

    def close(self):
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.errors):
            with contextlib.suppress(BrokenPipeError):  # what it was told last and has not read
                stream.close()
        self.folder.cleanup()


OPTIMIZER = "libcelerjit.so"  # beside the overlay whose `dotnet` is measured
# name: what the report calls it, whose program it is, its environment
TABLE = {
    "coreclr": ("CoreCLR", "dotnet", {}),
    "coreclr-untiered": ("CoreCLR without tiers", "dotnet", {"DOTNET_TieredCompilation": "0"}),
    "coreclr-unprofiled": ("CoreCLR without profiles", "dotnet", {"DOTNET_TieredPGO": "0"}),
    "coreclr-jitted": ("CoreCLR without precompiled code", "dotnet", {"DOTNET_ReadyToRun": "0"}),
    "coreclr-optimized": ("CoreCLR, all code optimised", "dotnet", {"DOTNET_ReadyToRun": "0", "DOTNET_TieredCompilation": "0"}),
    "coreclr-tier0": ("CoreCLR, no code optimised", "dotnet", {"DOTNET_JITMinOpts": "1", "DOTNET_ReadyToRun": "0", "DOTNET_TieredCompilation": "0"}),
    "celer": ("Celer", "celer", {}),
    "celer-tier0": ("Celer, tier 0 alone", "celer", {"CELER_TieringDelayMicroseconds": "1000000000"}),
    "celer-optimized": ("Celer, all code optimised", "celer", {"CELER_AltJit": "*", "CELER_AltJitName": OPTIMIZER}),
    "clang": ("clang -O3", None, {}),
    "nativeaot": ("NativeAOT", None, {}),
}
MODES = ("coreclr-untiered", "coreclr-unprofiled", "coreclr-jitted", "celer-tier0", "celer-optimized")


def engines(celer, other=None):
    """The table, for a given `dotnet` that runs on Celer. `NAME again` is the same engine under another name; Celer's are of the build `other` then."""
    dotnet = shutil.which("dotnet") or sys.exit("bench: there is no `dotnet` on the path")

    def made(own, suffix=""):
        programs = {"celer": own, "dotnet": dotnet, None: None}
        optimizer = os.path.join(os.path.dirname(os.path.dirname(own)), OPTIMIZER)
        return {name + suffix: Engine(name + suffix, title + suffix, programs[whose], {key: optimizer if value == OPTIMIZER else value for key, value in settings.items()})
                for name, (title, whose, settings) in TABLE.items()}

    return {**made(celer), **made(other or celer, " again")}


def first_line(words):
    try:
        return subprocess.run(words, capture_output=True, text=True, cwd=ROOT).stdout.strip().split("\n")[0]
    except OSError:
        return ""


def machine():
    """What the figures depend on."""
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        processor = re.search(r"model name\s*: (.*)", file.read())
    with open("/proc/meminfo", encoding="utf-8") as file:
        memory = int(re.search(r"MemTotal:\s+(\d+)", file.read())[1])
    return {"processor": processor[1] if processor else "unknown", "cores": os.cpu_count(), "memory_gib": round(memory / 2 ** 20),
            "kernel": os.uname().release, "dotnet": first_line(["dotnet", "--version"]), "celer": first_line(["git", "rev-parse", "--short", "HEAD"]),
            "date": time.strftime("%Y-%m-%d")}
