#!/usr/bin/env python3
"""Every way to start a program, and every way to start it wrongly: Celer must answer as `dotnet` does.

Each case runs on CoreCLR and then through `out/root/dotnet` and `out/celer run`, one also through an apphost under
DOTNET_ROOT=out/root; output, errors and exit code must be equal, apart from the folder of the .NET installation in messages.
"""
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


class Start:
    """One way to start a program; `home` is the installation folder it names in messages."""
    def __init__(self, name, prefix, home, settings=()):
        self.name, self.prefix, self.home, self.settings = name, prefix, home, dict(settings)

    def run(self, words, folder):
        """Words of the form NAME=VALUE before the others are environment, with $FOLDER for the folder of the cases."""
        environment = {**run.clean_environment(), **self.settings}
        words = list(words)
        while re.match(r"[A-Za-z_]+=", words[0]):
            name, _, value = words.pop(0).partition("=")
            environment[name] = value.replace("$FOLDER", folder)
        process = subprocess.run([*self.prefix, *words], cwd=folder, env=environment, capture_output=True, text=True,
                                 timeout=run.TIMEOUT_SECONDS, input="one line\nünï")
        code = process.returncode if process.returncode >= 0 else 128 - process.returncode
        texts = [text.replace(self.home, "$DOTNET").replace(folder, "$FOLDER") for text in (process.stdout, process.stderr)]
        return {"stdout": texts[0], "stderr": texts[1], "exit": code, "timeout": ""}


def runtime_configuration(version, **options):
    framework = {"name": "Microsoft.NETCore.App", "version": version}
    return json.dumps({"runtimeOptions": {"tfm": "net10.0", "framework": framework, **options}})


def write(folder, name, content):
    with open(os.path.join(folder, name), "wb" if isinstance(content, bytes) else "w") as file:
        file.write(content)


def prepare(folder, dotnet_home):
    """Lays out the cases: name -> command words."""
    programs = os.path.join(OUT, "tests", "programs")
    for program in ("01-basics/hello", "00-exitcode/return42", "01-basics/arguments", "exceptions/unhandled",
                    "runtime/host-settings", "runtime/startup-hook"):
        name = os.path.basename(program)
        for extension in (".dll", ".runtimeconfig.json"):
            shutil.copy(os.path.join(programs, program + extension), os.path.join(folder, name + extension))
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
        "settings nobody needs": ["DOTNET_TieredCompilation=0", "DOTNET_TieredPGO=0", "DOTNET_ReadyToRun=0", "host-settings.dll"],
        "configuration properties": ["configured.dll"],
        "older framework": ["older.dll"],
        "roll forward": ["forward.dll"],
        "roll forward by the environment": ["DOTNET_ROLL_FORWARD=Major", "older.dll"],
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


def main():
    dotnet = shutil.which("dotnet")
    home = os.path.dirname(os.path.realpath(dotnet))
    if not run.compile_programs():
        return 1
    reference = Start("CoreCLR", [dotnet], home)
    starts = [Start("out/root/dotnet", [os.path.join(OVERLAY, "dotnet")], OVERLAY),
              Start("celer run", [os.path.join(OUT, "celer"), "run"], OVERLAY),
              Start("celer", [os.path.join(OUT, "celer")], OVERLAY)]
    passed = failed = 0
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
        sample.build()
        expected = Start("apphost on CoreCLR", [sample.APPHOST], home, {"DOTNET_ROOT": home}).run(["a", "b"], folder)
        judge("apphost", "DOTNET_ROOT=out/root", expected,
              Start("", [sample.APPHOST], OVERLAY, {"DOTNET_ROOT": OVERLAY}).run(["a", "b"], folder))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
