#!/usr/bin/env python3
"""Every way to start a program, and every way to start it wrongly: Celer must answer as `dotnet` does.

Each case runs on CoreCLR and then through `out/root/dotnet` and `out/celer run`, one also through an apphost under
DOTNET_ROOT=out/root; output, errors and exit code must be equal, apart from the folder of the .NET installation in messages.
What Celer does better or cannot do yet, and the overlay itself, is checked without CoreCLR.
"""
import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import run
import sample

ROOT, OUT = run.ROOT, run.OUT
OVERLAY = os.path.join(OUT, "root")
PROGRAMS_OF_OVERLAY = 10  # at least: the host, and those of the SDK


class Start:
    """One way to start a program; `home` is the installation folder it names in messages."""
    def __init__(self, name, prefix, home, settings=()):
        self.name, self.prefix, self.home, self.settings = name, prefix, home, dict(settings)

    def run(self, words, folder, before=None):
        """Words of the form NAME=VALUE before the others are environment, with $FOLDER for the folder of the cases;
        `before` is called in the new process."""
        environment = {**run.clean_environment(), **self.settings}
        words = list(words)
        while re.match(r"[A-Za-z_]+=", words[0]):
            name, _, value = words.pop(0).partition("=")
            environment[name] = value.replace("$FOLDER", folder)
        process = subprocess.run([*self.prefix, *words], cwd=folder, env=environment, capture_output=True, text=True,
                                 timeout=run.TIMEOUT_SECONDS, input="one line\nünï", preexec_fn=before)
        code = process.returncode if process.returncode >= 0 else 128 - process.returncode
        texts = [text.replace(self.home, "$DOTNET").replace(folder, "$FOLDER") for text in (process.stdout, process.stderr)]
        return {"stdout": texts[0], "stderr": texts[1], "exit": code, "timeout": ""}


def runtime_configuration(version, **options):
    framework = {"name": "Microsoft.NETCore.App", "version": version}
    return json.dumps({"runtimeOptions": {"tfm": "net10.0", "framework": framework, **options}})


def dependencies(program, library):
    """A deps.json of a program with one library that lies nowhere."""
    name = "10.0.0"
    libraries = {f"{program}/{name}": {"dependencies": {library: name}, "runtime": {program + ".dll": {}}},
                 f"{library}/{name}": {"runtime": {library + ".dll": {}}}}
    target = ".NETCoreApp,Version=v10.0"
    return json.dumps({"runtimeTarget": {"name": target}, "targets": {target: libraries},
                       "libraries": {key: {"type": "project", "serviceable": False, "sha512": ""} for key in libraries}})


def write(folder, name, content):
    with open(os.path.join(folder, name), "wb" if isinstance(content, bytes) else "w") as file:
        file.write(content)


def prepare(folder, dotnet_home):
    """Lays out the cases: name -> command words."""
    programs = os.path.join(OUT, "tests", "programs")
    for program in ("01-basics/hello", "00-exitcode/return42", "01-basics/arguments", "exceptions/unhandled",
                    "runtime/host-settings", "runtime/startup-hook", "runtime/absent-library", "runtime/trusted-assemblies",
                    "runtime/limits-of-the-machine", "runtime/optimised-at-once"):
        name = os.path.basename(program)
        for extension in (".dll", ".runtimeconfig.json"):
            shutil.copy(os.path.join(programs, program + extension), os.path.join(folder, name + extension))
    write(folder, "absent-library.deps.json", dependencies("absent-library", "Absent.Library"))
    write(folder, "text.dll", "this is not an assembly\n")
    write(folder, "text.runtimeconfig.json", runtime_configuration("10.0.0"))
    write(folder, "empty.dll", b"")
    write(folder, "empty.runtimeconfig.json", runtime_configuration("10.0.0"))
    shared = os.path.join(dotnet_home, "shared", "Microsoft.NETCore.App")
    version = sorted(name for name in os.listdir(shared) if name.startswith("10.0."))[-1]
    shutil.copy(os.path.join(shared, version, "System.Linq.dll"), os.path.join(folder, "library.dll"))
    write(folder, "library.runtimeconfig.json", runtime_configuration("10.0.0"))
    shutil.copy(os.path.join(programs, "01-basics/hello.dll"), os.path.join(folder, "future.dll"))
    write(folder, "future.runtimeconfig.json", runtime_configuration("10.9.0"))
    shutil.copy(os.path.join(programs, "01-basics/hello.dll"), os.path.join(folder, "malformed.dll"))
    write(folder, "malformed.runtimeconfig.json", "{ not json")
    properties = {"System.GC.Server": True, "System.GC.Concurrent": False, "Test.Text": "text", "Test.Number": 5,
                  "Test.Switch": True, "System.GC.HeapHardLimit": 0x10000000}
    for name, version, options in (("configured", "10.0.0", {"configProperties": properties}),
                                   ("older", "8.0.0", {}), ("forward", "8.0.0", {"rollForward": "Major"})):
        shutil.copy(os.path.join(programs, "runtime/host-settings.dll"), os.path.join(folder, name + ".dll"))
        write(folder, name + ".runtimeconfig.json", runtime_configuration(version, **options))
    return {
        "settings": ["host-settings.dll", "a b", "", "ünï"],
        "settings from the environment": ["DOTNET_gcServer=1", "DOTNET_GCHeapHardLimit=0x10000000", "host-settings.dll"],
        "settings of the older prefix": ["COMPlus_gcConcurrent=0", "host-settings.dll"],
        "settings of tiers": ["DOTNET_TieredCompilation=0", "DOTNET_TieredPGO=0", "DOTNET_ReadyToRun=0", "host-settings.dll"],
        "configuration properties": ["configured.dll"],
        "older framework": ["older.dll"],
        "roll forward": ["forward.dll"],
        "roll forward by the environment": ["DOTNET_ROLL_FORWARD=Major", "older.dll"],
        "absent library": ["absent-library.dll"],
        "absent library, found by a handler": ["absent-library.dll", "answer"],
        "program through exec": ["exec", "hello.dll"],
        "trusted assemblies": ["trusted-assemblies.dll"],
        "limits": ["limits-of-the-machine.dll"],
        "processors by the environment": ["DOTNET_PROCESSOR_COUNT=5", "limits-of-the-machine.dll"],
        "processors by the older prefix": ["COMPlus_PROCESSOR_COUNT=7x", "limits-of-the-machine.dll"],
        "no number of processors": ["DOTNET_PROCESSOR_COUNT=0x7", "limits-of-the-machine.dll"],
        "high memory": ["DOTNET_GCHighMemPercent=50", "limits-of-the-machine.dll"],
        "hard limit in percent": ["DOTNET_GCHeapHardLimitPercent=20", "limits-of-the-machine.dll"],
        "startup hook": ["DOTNET_STARTUP_HOOKS=$FOLDER/startup-hook.dll", "hello.dll"],
        "startup hooks": ["DOTNET_STARTUP_HOOKS=$FOLDER/startup-hook.dll:$FOLDER/startup-hook.dll:", "hello.dll"],
        "startup hook by a relative path": ["DOTNET_STARTUP_HOOKS=folder/startup-hook.dll", "hello.dll"],
        "hello": ["hello.dll"],
        "exit code": ["return42.dll"],
        "arguments": ["arguments.dll", "one", "two words", ""],
        "unhandled exception": ["unhandled.dll"],
        "no such file": ["nothing.dll"],
        "not an assembly": ["text.dll"],
        "empty file": ["empty.dll"],
        "no entry point": ["library.dll"],
        "framework not installed": ["future.dll"],
        "malformed configuration": ["malformed.dll"],
    }


def control_groups():
    """Folders for a group of our own in the hierarchies of processors and memory, or None; and the names of their files."""
    if os.path.exists("/sys/fs/cgroup/cgroup.controllers"):
        return ["/sys/fs/cgroup"], ("cpu.max", "{quota} 100000", "max 100000"), ("memory.max", "max")
    folders = ["/sys/fs/cgroup/cpu", "/sys/fs/cgroup/memory"]
    return folders, ("cpu.cfs_quota_us", "{quota}", "-1"), ("memory.limit_in_bytes", "-1")


@contextlib.contextmanager
def limited(quota, memory):
    """A function that moves the calling process into a control group with a quota (of 100000) and a limit; None: no such."""
    parents, (quota_file, quota_text, no_quota), (memory_file, no_memory) = control_groups()
    folders = [os.path.join(parent, f"celer-hosts-{os.getpid()}") for parent in parents]
    texts = {quota_file: quota_text.format(quota=quota) if quota else no_quota, memory_file: str(memory or no_memory)}
    try:
        for folder in folders:
            os.mkdir(folder)
        for name, text in texts.items():
            path = next(path for path in (os.path.join(folder, name) for folder in folders) if os.path.exists(path))
            with open(path, "w", encoding="ascii") as file:
                file.write(text)

        def enter():
            for folder in folders:
                with open(os.path.join(folder, "cgroup.procs"), "w", encoding="ascii") as file:
                    file.write("0")
        yield enter
    except (OSError, StopIteration):
        yield None
    finally:
        for folder in folders:
            with contextlib.suppress(OSError):
                os.rmdir(folder)


def check_limits(judge, reference, start, folder):
    """Processors and memory under an affinity mask and in control groups. Returns how many parts were skipped."""
    words = ["limits-of-the-machine.dll"]

    def one_processor():
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    judge("one processor by affinity", start.name, reference.run(words, folder, one_processor), start.run(words, folder, one_processor))
    for quota, memory in ((50000, 0), (100001, 200 << 20), (1000000, 0), (0, 300 << 20)):
        with limited(quota, memory) as enter:
            if enter is None:
                print("skipped: control groups cannot be made here")
                return 1
            judge(f"control group with quota {quota} and {memory} bytes", start.name, reference.run(words, folder, enter),
                  start.run(words, folder, enter))
    return 0


def check_requests(judge, start, folder):
    """What is asked for and not to be had yet is said on standard error, and nothing else changes."""
    plain = start.run(["hello.dll"], folder)
    for setting, line in (("DOTNET_EnableEventPipe=1", "DOTNET_EnableEventPipe is set, but Celer writes no event traces yet."),
                          ("COMPlus_DbgEnableMiniDump=1", "COMPlus_DbgEnableMiniDump is set, but Celer writes no dumps yet."),
                          ("CORECLR_ENABLE_PROFILING=1", "CORECLR_ENABLE_PROFILING is set, but Celer loads no profilers yet."),
                          ("DOTNET_DiagnosticPorts=/nowhere", "DOTNET_DiagnosticPorts is set, but Celer has no diagnostic ports yet."),
                          ("DOTNET_MODIFIABLE_ASSEMBLIES=debug",
                           "DOTNET_MODIFIABLE_ASSEMBLIES is set, but Celer has no hot reload yet: changes need a restart.")):
        judge(setting, start.name, {**plain, "stderr": f"celer: {line}\n"}, start.run([setting, "hello.dll"], folder))
    for setting in ("DOTNET_EnableEventPipe=0", "CORECLR_ENABLE_PROFILING=0", "DOTNET_MODIFIABLE_ASSEMBLIES=none", "DOTNET_DbgEnableMiniDump="):
        judge(setting, start.name, plain, start.run([setting, "hello.dll"], folder))


def bytes_of_code(start, folder, *words):
    """Of all code that a run made; the optimiser has none of it."""
    words = ["CELER_JitTimes=1", "CELER_TieringDelayMicroseconds=1000000000", *words]
    return int(re.search(r"of IL, (\d+) of code", start.run(words, folder)["stderr"])[1])


def copy_without(folder, program, copy, switch):
    """Another program, which is the same but for a switch that its configuration turns off."""
    shutil.copy(os.path.join(folder, program + ".dll"), os.path.join(folder, copy + ".dll"))
    with open(os.path.join(folder, program + ".runtimeconfig.json")) as file:
        configuration = json.load(file)
    configuration["runtimeOptions"].setdefault("configProperties", {})[switch] = False
    write(folder, copy + ".runtimeconfig.json", json.dumps(configuration))


def check_first_calls(judge, reference, start, folder):
    """Which methods that are called once are optimised; nothing is by samples, which begin too late. Asked is the last that would be."""
    program, switch = "optimised-at-once", "System.Runtime.TieredCompilation"
    for copy, name in (("untiered", switch), ("without-quick-code", switch + ".QuickJit"), ("without-quick-loops", switch + ".QuickJitForLoops")):
        copy_without(folder, program, copy, name)
    output = reference.run([program + ".dll"], folder)["stdout"]
    everything, loops, asked = ["Plain", "Loops", "Asked"], ["Loops", "Asked"], ["Asked"]
    for settings, copy, expected in (([], program, asked),
                                     (["DOTNET_TieredCompilation=0"], program, everything), ([], "untiered", everything),
                                     (["DOTNET_TC_QuickJit=0"], program, everything), ([], "without-quick-code", everything),
                                     (["DOTNET_TC_QuickJitForLoops=0"], program, loops), ([], "without-quick-loops", loops)):
        listing = os.path.join(folder, "listing.txt")
        words = [*settings, "CELER_TieringDelayMicroseconds=1000000000", "DOTNET_JitDisasmSummary=1", f"DOTNET_JitStdOutFile={listing}", copy + ".dll", listing, *expected]
        judge(f"optimised at the first call: {settings or copy}", start.name, text_result(f"{output}{' '.join(expected)}\n"), start.run(words, folder))
        os.remove(listing)


def check_profiles(judge, start, folder):
    """`TieredPGO`: without it tier 0 makes no code that counts."""
    copy_without(folder, "hello", "unprofiled", "System.Runtime.TieredPGO")
    usual = bytes_of_code(start, folder, "hello.dll")
    without = bytes_of_code(start, folder, "DOTNET_TieredPGO=0", "hello.dll")
    by_property = bytes_of_code(start, folder, "unprofiled.dll")
    without_loops = bytes_of_code(start, folder, "DOTNET_TC_OnStackReplacement=0", "hello.dll")
    for case, holds in (("TieredPGO by the environment", without < usual * 0.95),
                        ("TieredPGO by its property", abs(by_property - without) < usual * 0.01),
                        ("loops that stay in their code are counted, too", without_loops > (usual + without) / 2)):
        figures = f"of {usual} bytes of code {without} without profiles, {by_property} by the property, {without_loops} without replaced loops"
        judge(case, start.name, text_result("True"), text_result("True" if holds else figures))


def programs_of_overlay():
    """Paths of the programs in the overlay."""
    for folder, folders, files in os.walk(OVERLAY, followlinks=True):
        folders[:] = [name for name in folders if os.path.join(folder, name) != os.path.join(OVERLAY, "packs")]
        for name in files:
            path = os.path.join(folder, name)
            is_program = name == "libhostfxr.so" or os.path.exists(path[:-4] + ".runtimeconfig.json") and name.endswith(".dll")
            if not is_program and os.access(path, os.X_OK) and not name.endswith((".so", ".dll")):
                with open(path, "rb") as file:
                    begin = file.read(4)
                is_program = begin == b"\x7fELF" or begin[:2] == b"#!"
            if is_program and name != "createdump":
                yield path


def check_overlay(judge, start, folder):
    """No link of the overlay leads a program away, and an overlay made of the overlay is one of the installation."""
    programs = list(programs_of_overlay())
    judge("enough programs in the overlay", start.name, text_result("True"), text_result(str(len(programs) >= PROGRAMS_OF_OVERLAY)))
    leaving = [os.path.relpath(path, OVERLAY) for path in programs if os.path.realpath(path) != path]  # who resolves these leaves the overlay
    judge("programs that links lead away", start.name, text_result(""), text_result("\n".join(leaving)))
    other = os.path.join(folder, "other-root")
    made = subprocess.run([os.path.join(OUT, "celer"), "root", other], env={**os.environ, "DOTNET_ROOT": OVERLAY}, capture_output=True,
                          text=True, check=False)
    judge("an overlay of an overlay", start.name, text_result(""), text_result(made.stderr))
    judge("an overlay of an overlay runs", start.name, start.run(["hello.dll"], folder),
          Start("", [os.path.join(other, "dotnet")], other).run(["hello.dll"], folder))


# The command by itself: words, exit code, and what it must say, on standard error if it fails.
CORELIB, METHOD = "System.Private.CoreLib", ["System.Private.CoreLib", "System.String", "IsNullOrEmpty"]
COMMANDS = [([], 1, "Usage: celer run"), (["run"], 1, "Usage: celer run"), (["root"], 1, "Usage: celer run"), (["publish"], 1, "Usage: celer run"),
            (["--help"], 0, "Usage: celer run"), (["-h"], 0, "celer publish DIR"), (["--version"], 0, ".NET root: "),
            (["publish", "absent-folder"], 1, "there is no folder"), (["publish", "."], 1, "is not self-contained"),
            (["dump"], 1, "Usage: celer dump"), (["dump", "--help"], 0, "Usage: celer dump"), (["dump", "il", CORELIB, "System.String"], 1, "Usage: celer dump"),
            (["dump", "type", CORELIB, "System.Exception"], 0, "_innerException"), (["dump", "type", CORELIB, "System.Environment+SpecialFolder"], 0, "literal"),
            (["dump", "type", "System.Linq", "System.Linq.Enumerable"], 0, "parent System.Object"), (["dump", "type", "./hello.dll", "Program"], 0, "Program"),
            (["dump", "il", *METHOD], 0, "IL_0000: ldarg.0"), (["dump", "import", *METHOD], 0, "LoadVar"), (["dump", "code", *METHOD], 0, " bytes at "),
            (["dump", "type", CORELIB, "No.Such.Type"], 1, "No.Such.Type"), (["dump", "type", "No.Such.Library", "A"], 1, "No.Such.Library"), (["dump", "type", CORELIB, "System.Environment+No+Such"], 1, "no type No in System.Environment"),
            (["dump", "il", CORELIB, "System.String", "NoSuchMethod"], 1, "no method NoSuchMethod"), (["dump", "type", "text.dll", "A"], 1, "text.dll")]


def check_command(judge, folder):
    for words, code, text in COMMANDS:
        result = subprocess.run([os.path.join(OUT, "celer"), *words], cwd=folder, env=run.clean_environment(), capture_output=True, text=True,
                                timeout=run.TIMEOUT_SECONDS, check=False)
        said = result.stderr if code else result.stdout
        answer = f"{result.returncode} {text if text in said else (result.stdout + result.stderr)[:500]}"
        judge(" ".join(words), "celer", text_result(f"{code} {text}"), text_result(answer))


def check_native_host(judge, folder, home):
    """tests/native_host.c on both runtime libraries."""
    host = os.path.join(folder, "native-host")
    subprocess.run(["cc", "-std=gnu17", "-O1", "-Wall", "-Werror", "-pthread", "-o", host, os.path.join(ROOT, "tests", "native_host.c")], check=True)
    shared = os.path.join(home, "shared", "Microsoft.NETCore.App")
    newest = max((name for name in os.listdir(shared) if name.startswith("10.0.")), key=lambda name: int(name.split(".")[2]))
    framework, program = os.path.join(shared, newest), os.path.join(OUT, "tests", "programs", "interop", "called-by-host.dll")
    trusted = ":".join([program, *(os.path.join(framework, name) for name in os.listdir(framework) if name.endswith(".dll"))])
    results = []
    for library in (os.path.join(framework, "libcoreclr.so"), os.path.join(OUT, "libcoreclr.so")):
        process = subprocess.run([host, library, trusted, program, "called-by-host"], cwd=folder, env=run.clean_environment(), capture_output=True,
                                 text=True, timeout=run.TIMEOUT_SECONDS, check=False)
        results.append({"stdout": process.stdout, "stderr": process.stderr, "exit": process.returncode, "timeout": ""})
    judge("calls of a native host", "libcoreclr.so", *results)
    judge("a native host gets to its end", "CoreCLR", text_result("True"), text_result(str("shutdown 0, " in results[0]["stdout"])))


def text_result(text):
    return {"stdout": text, "stderr": "", "exit": 0, "timeout": ""}


def main():
    dotnet = shutil.which("dotnet")
    home = os.path.dirname(os.path.realpath(dotnet))
    if not run.compile_programs():
        return 1
    reference = Start("CoreCLR", [dotnet], home)
    starts = [Start("out/root/dotnet", [os.path.join(OVERLAY, "dotnet")], OVERLAY),
              Start("celer run", [os.path.join(OUT, "celer"), "run"], OVERLAY),
              Start("celer", [os.path.join(OUT, "celer")], OVERLAY)]
    passed = failed = skipped = 0
    everything = run.Program("01-basics/hello")

    def judge(case, start, expected, actual):
        nonlocal passed, failed
        text = run.difference(expected, actual, everything)
        passed, failed = (passed + 1, failed) if not text else (passed, failed + 1)
        if text:
            print(f"FAILED {case} through {start}\n{text}")

    with tempfile.TemporaryDirectory(prefix="celer-hosts-") as folder:
        for case, words in prepare(folder, home).items():
            expected = reference.run(words, folder)
            for start in starts:
                judge(case, start.name, expected, start.run(words, folder))
        for start in starts[:1]:
            judge("trusted assemblies, each once", start.name, text_result("absent: \ntwice: \nTrue\n"),
                  start.run(["trusted-assemblies.dll", "once"], folder))
            skipped += check_limits(judge, reference, start, folder)
            check_requests(judge, start, folder)
            check_profiles(judge, start, folder)
            check_first_calls(judge, reference, start, folder)
            check_overlay(judge, start, folder)
        check_command(judge, folder)
        check_native_host(judge, folder, home)
        sample.build()
        expected = Start("apphost on CoreCLR", [sample.APPHOST], home, {"DOTNET_ROOT": home}).run(["a", "b"], folder)
        judge("apphost", "DOTNET_ROOT=out/root", expected,
              Start("", [sample.APPHOST], OVERLAY, {"DOTNET_ROOT": OVERLAY}).run(["a", "b"], folder))
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
