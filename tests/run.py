#!/usr/bin/env python3
"""Differential runner: every program of tests/programs on CoreCLR and on Celer; both must print the same bytes and exit alike.

Nothing that is expected is written down: it comes from running the installed CoreCLR, and is kept in out/tests/expected under
the hash of everything that decides it. Directives in the first lines of a program (see docs/howto/test-program.md):

    // args: a b "c d"     command line           // stdin: text       standard input (\\n for a line end)
    // env: NAME=VALUE     environment            // skip: MODE why    not in that mode (or `all`)
    // stderr: N lines     compare only the first N lines of standard error
    // timeout: SECONDS    for slow programs      // options: ...      for the compiler
"""
import argparse
import collections
import concurrent.futures
import difflib
import hashlib
import json
import os
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SOURCES = os.path.join(ROOT, "tests", "programs")
OUT = os.path.join(ROOT, "out")
BUILT = os.path.join(OUT, "tests", "programs")
EXPECTED = os.path.join(OUT, "tests", "expected")

if not os.access(os.path.expanduser("~"), os.W_OK):  # the SDK writes there
    os.environ["HOME"] = os.path.join(OUT, "home")
    os.makedirs(os.environ["HOME"], exist_ok=True)

# The modes that every program runs in: the environment that Celer gets. CoreCLR runs once, in none of them.
MODES = {
    "plain": {},
    "gcstress": {"CELER_GCStress": "500"},
    "verify": {"CELER_GCStress": "2000", "CELER_HeapVerify": "1", "CELER_GCVerifyStores": "1"},
    "minopts": {"CELER_JITMinOpts": "1", "CELER_JitVerify": "1"},
    "second": {"CELER_AltJit": "*", "CELER_AltJitName": os.path.join(OUT, "libsecond_compiler.so")},
    # All methods but the framework's, of which every program takes others, since LLVM takes milliseconds for each.
    "optimized": {"CELER_AltJit": "*", "CELER_AltJitName": os.path.join(OUT, "libcelerjit.so"), "CELER_AltJitEvery": "4"},
    "mixed": {"CELER_AltJit": "*", "CELER_AltJitName": os.path.join(OUT, "libcelerjit.so"), "CELER_AltJitEvery": "10"},
    "osr": {"CELER_AltJitName": os.path.join(OUT, "libcelerjit.so"), "CELER_OsrAtOnce": "10"},
    "tiered": {"CELER_TieringDelayMicroseconds": "0", "CELER_TieringIntervalMicroseconds": "300", "CELER_TieringSamples": "1"},
}
SLOW_MODES = ("optimized",)  # neither in `all` nor in `rest`: LLVM compiles most of what runs
# Areas whose programs are in `all` in some modes only, the others of which are `rest`: what is long and has many programs, and what is not
# about code, of which the test's compiler says nothing new.
WITHOUT_SECOND = tuple(mode for mode in MODES if mode != "second")
FEW_MODES = {
    "features": ("plain", "gcstress", "tiered"),
    **dict.fromkeys(("library", "reflection", "threads", "gc", "interop", "async"), WITHOUT_SECOND),
}
TIMEOUT_SECONDS = 120  # of processor time; at least so much time passes first
WAITING = 10  # times the timeout may pass while a program waits
PROGRAMS_AT_LEAST = 400  # without filters
PARTLY_OPTIMIZED = ("mixed", "osr", "tiered")  # what is skipped in `optimized` is, in these too
LINES_SHOWN = 12
LINES_OF_CRASH = 20
# What the host says where it did not get to start a program: then both engines say it, and nothing was tested.
NOT_STARTED = re.compile("You must install or update .NET|The application to execute does not exist|A fatal error (was encountered|occurred)"
                         "|No frameworks were found|The specified (runtimeconfig.json|framework)|Cannot execute dotnet")


class Program:
    def __init__(self, name, sources=SOURCES, built=BUILT):
        self.name = name
        self.dll = os.path.join(built, name + ".dll")
        self.args, self.environment, self.skip = [], {}, {}
        self.stdin, self.stderr_lines, self.timeout = "", None, TIMEOUT_SECONDS
        with open(os.path.join(sources, name + ".cs"), encoding="utf-8-sig") as source:
            for line in source:
                if not line.startswith("//"):
                    break
                match = re.match(r"// (\w+): ?(.*)", line.rstrip("\n"))
                if match:
                    self.directive(*match.groups())

    def directive(self, key, value):
        if key == "args":
            self.args = shlex.split(value)
        elif key == "stdin":
            self.stdin = value.replace("\\n", "\n")
        elif key == "env":
            name, _, setting = value.partition("=")
            self.environment[name] = setting
        elif key == "skip":
            mode, _, reason = value.partition(" ")
            self.skip[mode] = reason
        elif key == "stderr":
            self.stderr_lines = int(value.split()[0])
        elif key == "timeout":
            self.timeout = int(value)

    def key(self, runtime):
        digest = hashlib.sha256()
        library = native_library(self.dll[:-4])
        for path in (self.dll, self.dll[:-4] + ".runtimeconfig.json", *([library] if os.path.exists(library) else [])):
            with open(path, "rb") as file:
                digest.update(file.read())
        settings = [runtime, self.args, sorted(self.environment.items()), self.stdin]
        digest.update(json.dumps(settings).encode())
        return digest.hexdigest()[:32]


def clean_environment():
    """The environment of a run: this one without what steers a runtime or differs between machines."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("DOTNET_", "COMPlus_", "CELER_"))}
    kept.update(DOTNET_NOLOGO="1", DOTNET_CLI_TELEMETRY_OPTOUT="1", LC_ALL="C.UTF-8", TZ="UTC")
    return kept


def cpu_seconds(group):
    """The processor time of a process group so far, with that of the children it waited for."""
    ticks = 0
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:
            continue  # it ended
        if int(fields[2]) == group:
            ticks += sum(int(field) for field in fields[11:15])
    return ticks / os.sysconf("SC_CLK_TCK")


def communicate(process, stdin, timeout):
    """What the process printed. After `timeout` seconds it may go on for as long as it has not computed that much: a loaded
    machine lets it wait. What hangs ends after WAITING times that. Raises TimeoutExpired."""
    started = time.monotonic()
    seconds = timeout
    while True:
        try:
            return process.communicate(stdin, seconds)
        except subprocess.TimeoutExpired:
            if time.monotonic() - started >= WAITING * timeout or cpu_seconds(process.pid) >= timeout:
                raise
            stdin, seconds = None, 1


OUT_OF_TIME = re.compile(r"did not end in .*, of which it computed ([\d.]+) \(limit (\d+)\)")  # what the next says of a timeout


def execute(command, program, environment, timeout):
    """Runs in a process group and a directory of its own, so that nothing outlives the run."""
    with tempfile.TemporaryDirectory(prefix="celer-test-") as folder:
        environment = dict(environment, TMPDIR=folder)
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   env=environment, cwd=folder, start_new_session=True)
        timed_out, started = "", time.monotonic()
        try:
            stdout, stderr = communicate(process, program.stdin.encode(), timeout)
        except subprocess.TimeoutExpired:
            timed_out = f"did not end in {time.monotonic() - started:.0f} s, of which it computed {cpu_seconds(process.pid):.1f} (limit {timeout})"
            kill_group(process.pid)
            try:
                stdout, stderr = process.communicate(timeout=5)
            except subprocess.TimeoutExpired:
                stdout, stderr = b"", b""
        finally:
            kill_group(process.pid)
        code = process.returncode if process.returncode is None or process.returncode >= 0 else 128 - process.returncode
        folder_bytes = folder.encode()
        return {"stdout": stdout.replace(folder_bytes, b"$TMPDIR").decode("utf-8", "surrogateescape"),
                "stderr": stderr.replace(folder_bytes, b"$TMPDIR").decode("utf-8", "surrogateescape"),
                "exit": code, "timeout": timed_out}


def kill_group(pid):
    try:
        os.killpg(pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass


class Suite:
    """The two engines. `options` has `engine`, `j` and `timeout`."""

    def __init__(self, options):
        self.options = options
        self.reference = shutil.which("dotnet")
        if not self.reference:
            sys.exit("there is no `dotnet` on the path")
        if not os.path.exists(options.engine):
            sys.exit(f"{os.path.relpath(options.engine)} does not exist; `make build` makes it")
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        sys.stdout.reconfigure(errors="backslashreplace")  # programs may print what is no text
        runtimes = subprocess.run([self.reference, "--list-runtimes"], capture_output=True, text=True, check=True).stdout
        self.runtime = [line.split()[1] for line in runtimes.splitlines() if line.startswith("Microsoft.NETCore.App 10.")][-1]
        self.base = clean_environment()
        os.makedirs(EXPECTED, exist_ok=True)

    def expected(self, program):
        path = os.path.join(EXPECTED, program.key(self.runtime) + ".json")
        if os.path.exists(path):
            with open(path, encoding="utf-8", errors="surrogateescape") as file:
                return json.load(file)
        environment = dict(self.base, **program.environment)
        result = execute([self.reference, program.dll, *program.args], program, environment, program.timeout)
        if not result["timeout"]:
            temporary = f"{path}.{os.getpid()}.{threading.get_ident()}"
            with open(temporary, "w", encoding="utf-8", errors="surrogateescape") as file:
                json.dump(result, file)
            os.replace(temporary, path)
        return result

    def run(self, program, mode, settings=None):
        """Returns (verdict, text, seconds): passed, failed or skipped, what to say about it, and how long Celer took. Celer gets `settings`, too."""
        for name in (mode, "all", *(["optimized"] if mode in PARTLY_OPTIMIZED else [])):
            if name in program.skip:
                return "skipped", program.skip[name], 0
        expected = self.expected(program)
        if expected["timeout"]:
            return "failed", f"    CoreCLR itself {expected['timeout']}", 0
        if NOT_STARTED.search(expected["stderr"]):
            return "failed", f"    CoreCLR did not start it: {expected['stderr'][:200].strip()}", 0
        environment = {**self.base, **MODES[mode], **(settings or {}), **program.environment}
        started = time.monotonic()
        actual = self.celer(program, environment)
        seconds = time.monotonic() - started
        text = difference(expected, actual, program)
        if not text:
            return "passed", "", seconds
        if not actual["timeout"]:
            text += "\n" + self.second_look(program, environment, expected, actual)
        return "failed", text, seconds

    def celer(self, program, environment):
        return execute([self.options.engine, program.dll, *program.args], program, environment, self.options.timeout or program.timeout)

    def second_look(self, program, environment, expected, actual):
        """After a failure: does it fail again, and does CoreCLR still print the same? A crash is run again with its report."""
        crashed = actual["exit"] >= 128 and actual["exit"] != expected["exit"]
        again = self.celer(program, dict(environment, CELER_CrashReport="1") if crashed else environment)
        lines = ["run again: " + ("fails" if difference(expected, again, program) else "passes")]
        if crashed:
            lines += again["stderr"].splitlines()[-LINES_OF_CRASH:]
        reference = execute([self.reference, program.dll, *program.args], program, dict(self.base, **program.environment), program.timeout)
        if difference(expected, reference, program):
            lines.append("CoreCLR does not always print the same")
        return "\n".join("    " + line[:200] for line in lines)


def difference(expected, actual, program):
    lines = []
    if actual["timeout"]:
        lines.append(actual["timeout"])
    elif expected["exit"] != actual["exit"]:
        lines.append(f"exit code: CoreCLR {expected['exit']}, Celer {actual['exit']}")
    for stream in ("stdout", "stderr"):
        wanted, got = expected[stream], actual[stream]
        if stream == "stderr" and program.stderr_lines is not None:
            wanted, got = ("".join(text.splitlines(True)[:program.stderr_lines]) for text in (wanted, got))
        if wanted != got:
            diff = difflib.unified_diff(wanted.splitlines(), got.splitlines(), f"{stream} of CoreCLR", f"{stream} of Celer",
                                        n=1, lineterm="")
            shown = [line[:200] for line in diff] or [f"{stream} differs in its line ends"]
            if len(shown) > LINES_SHOWN:
                shown[LINES_SHOWN:] = [f"... {len(shown) - LINES_SHOWN} more lines"]
            lines += shown
    return "\n".join("    " + line for line in lines)


def compile_programs(sources=SOURCES, built=BUILT):
    """Builds the compiler once, then every changed program. Returns whether all compiled."""
    compiler = os.path.join(OUT, "compile", "celer-compile.dll")
    folder = os.path.join(ROOT, "tests", "compile")
    parts = [os.path.join(folder, name) for name in os.listdir(folder)]
    if not os.path.exists(compiler) or os.path.getmtime(compiler) < max(os.path.getmtime(part) for part in parts):
        build = subprocess.run(["dotnet", "build", folder, "-c", "Release", "-o", os.path.dirname(compiler), "-nodeReuse:false",
                                "-v", "quiet", "--nologo"], capture_output=True, text=True)
        if build.returncode:
            sys.exit("the compiler of the test programs did not build:\n" + build.stdout + build.stderr)
        os.utime(compiler)
    return subprocess.run(["dotnet", compiler, sources, built]).returncode == 0


def native_library(path):
    """Of X.c beside the program X.cs: libX.so beside X.dll, where P/Invokes of "X" find it."""
    folder, name = os.path.split(path)
    return os.path.join(folder, f"lib{name}.so")


def compile_native(sources=SOURCES, built=BUILT):
    """Builds the C library of every program that has one, if it changed. Returns whether all compiled."""
    failed = False
    for folder, _, files in os.walk(sources):
        for source in (os.path.join(folder, file) for file in files if file.endswith(".c")):
            library = native_library(os.path.join(built, os.path.relpath(source, sources)[:-2]))
            if os.path.exists(library) and os.path.getmtime(library) >= os.path.getmtime(source):
                continue
            os.makedirs(os.path.dirname(library), exist_ok=True)
            failed |= subprocess.run(["cc", "-std=gnu17", "-O1", "-Wall", "-Werror", "-shared", "-fPIC", "-o", library, source]).returncode != 0
    return not failed


def find_programs(filters):
    names = []
    for folder, _, files in os.walk(SOURCES):
        for file in files:
            if file.endswith(".cs"):
                names.append(os.path.relpath(os.path.join(folder, file), SOURCES)[:-3])
    chosen = [name for name in sorted(names) if not filters or any(part in name for part in filters)]
    return [Program(name) for name in chosen]


def add_engine_options(parser):
    parser.add_argument("-j", type=int, default=os.cpu_count(), help="programs at a time (default: the number of cores)")
    parser.add_argument("--engine", type=os.path.abspath, default=os.path.join(OUT, "root", "dotnet"), help="the `dotnet` to judge")
    parser.add_argument("--timeout", type=int, help=f"seconds per program (default: the program's own, or {TIMEOUT_SECONDS})")


def parse_options():
    parser = argparse.ArgumentParser(description="Runs the test programs on CoreCLR and on Celer and compares.")
    parser.add_argument("filters", nargs="*", help="run only programs whose area/name contains one of these")
    parser.add_argument("--mode", default="plain", help="comma-separated, of: " + ", ".join(MODES) + "; or `all`, or `rest` of what `all` leaves out")
    parser.add_argument("--repeat", type=int, default=1, help="run everything so many times")
    parser.add_argument("--list", action="store_true", help="only name the programs")
    parser.add_argument("--no-compile", action="store_true", help="trust out/tests/programs as it is")
    add_engine_options(parser)
    options = parser.parse_args()
    options.modes = [mode for mode in MODES if mode not in SLOW_MODES] if options.mode in ("all", "rest") else options.mode.split(",")
    for mode in options.modes:
        if mode not in MODES:
            parser.error(f"no mode `{mode}`")
    return options


def is_chosen(program, mode, choice):
    """Whether `--mode CHOICE` means that mode of that program."""
    few = FEW_MODES.get(program.name.partition("/")[0])
    is_in_all = not few or mode in few
    return {"all": is_in_all, "rest": not is_in_all}.get(choice, True)


def verdicts(suite, programs, modes, repeat=1, choice=""):
    """Runs every program in every mode and prints the failures. Returns how many passed, failed and were skipped."""
    counts = collections.Counter()
    durations = []
    by_mode = collections.Counter()
    started = time.monotonic()
    tasks = [(program, mode) for _ in range(repeat) for mode in modes for program in programs if is_chosen(program, mode, choice)]
    with concurrent.futures.ThreadPoolExecutor(suite.options.j) as pool:
        futures = {pool.submit(suite.run, *task): task for task in tasks}
        for future in concurrent.futures.as_completed(futures):
            program, mode = futures[future]
            verdict, text, seconds = future.result()
            counts[verdict] += 1
            by_mode[mode] += seconds
            durations.append((seconds, f"{program.name} ({mode}) {seconds:.1f} s"))
            if verdict == "failed":
                print(f"FAILED {program.name} ({mode})\n{text}", flush=True)
    print(f"{len(programs)} programs in {time.monotonic() - started:.0f} s, {suite.options.j} at a time: "
          + ", ".join(f"{mode} {seconds:.0f} s" for mode, seconds in by_mode.items()) + "; the slowest: "
          + ", ".join(text for _, text in sorted(durations, reverse=True)[:3]), flush=True)
    return counts


def closed(counts):
    """Prints the total. Returns the exit code."""
    print(f"{counts['passed']} passed, {counts['failed']} failed"
          + (f", {counts['skipped']} skipped" if counts["skipped"] else ""))
    return 1 if counts["failed"] or not counts["passed"] else 0


def heed_signals():
    """What a shell starts in the background ignores these, and so would the programs, on both engines."""
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP):
        if signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)


def main():
    options = parse_options()
    heed_signals()
    programs = find_programs(options.filters)
    if options.list:
        print("\n".join(program.name for program in programs))
        return 0
    if not options.no_compile and not (compile_programs() and compile_native()):
        return 1
    if not options.filters and len(programs) < PROGRAMS_AT_LEAST:
        print(f"FAILED only {len(programs)} programs were found, of at least {PROGRAMS_AT_LEAST}")
        return 1
    return closed(verdicts(Suite(options), programs, options.modes, options.repeat, options.mode))


if __name__ == "__main__":
    sys.exit(main())
