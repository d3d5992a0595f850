#!/usr/bin/env python3
"""Real programs: what people run, not what was written to test an engine. Each must do on Celer what it does on CoreCLR.

  compiler   the C# compiler compiles every test program, many at a time; each dll equals the one that CoreCLR's run wrote
  build      `dotnet build` of samples/textstats: MSBuild, restore and compiler; the program it made runs
  nodes      MSBuild builds two projects at once, in two processes that must take each other for the same MSBuild
  textstats  the sample over some megabytes of text
"""
import filecmp
import os
import shutil
import subprocess
import sys
import tempfile
import time

import run
import sample

ROOT, OUT = run.ROOT, run.OUT
CELER = os.path.join(OUT, "root", "dotnet")


def celer(words, folder, timeout=600):
    environment = {**run.clean_environment(), "DOTNET_CLI_USE_MSBUILD_SERVER": "0", "MSBUILDDISABLENODEREUSE": "1"}
    result = subprocess.run([CELER, *words], cwd=folder, env=environment, capture_output=True, timeout=timeout)
    if result.returncode:
        tail = (result.stdout + result.stderr).decode(errors="replace").strip()[-2000:]
        raise RuntimeError(f"`dotnet {' '.join(words)}` on Celer ended with {result.returncode}:\n{tail}")
    return result.stdout


def check_compiler(folder):
    celer([os.path.join(OUT, "compile", "celer-compile.dll"), run.SOURCES, folder], folder)
    compared = 0
    for directory, _, files in os.walk(folder):
        for file in (file for file in files if file.endswith(".dll")):
            path = os.path.join(directory, file)
            other = os.path.join(run.BUILT, os.path.relpath(path, folder))
            if not filecmp.cmp(path, other, shallow=False):
                raise RuntimeError(f"{os.path.relpath(path, folder)} is not what the compiler writes on CoreCLR")
            compared += 1
    return f"{compared} programs compiled alike"


def check_build(folder):
    shutil.copytree(os.path.join(ROOT, "samples", "textstats"), os.path.join(folder, "textstats"))
    celer(["build", "textstats", "-c", "Release", "-o", "built", "-nodeReuse:false", "--nologo"], folder)
    text = os.path.join(ROOT, "README.md")
    if celer(["built/textstats.dll", text], folder) != subprocess.run(["dotnet", "built/textstats.dll", text], cwd=folder,
                                                                      capture_output=True, check=True).stdout:
        raise RuntimeError("what was built prints something else on Celer than on CoreCLR")
    return "built and run"


def check_nodes(folder):
    projects = {"all": '<MSBuild Projects="one.proj;two.proj" BuildInParallel="true"/>',
                "one": '<Exec Command="sleep 1"/><Message Importance="high" Text="one built"/>',
                "two": '<Exec Command="sleep 1"/><Message Importance="high" Text="two built"/>'}
    for name, task in projects.items():
        with open(os.path.join(folder, name + ".proj"), "w") as file:
            file.write(f'<Project DefaultTargets="Build"><Target Name="Build">{task}</Target></Project>')
    output = celer(["msbuild", "all.proj", "-m:2", "-nodeReuse:false", "-nologo"], folder, timeout=120)
    if b"one built" not in output or b"two built" not in output:
        raise RuntimeError(f"the projects were not built: {output.decode(errors='replace').strip()}")
    return "two projects built at once"


def check_textstats(folder):
    corpus = os.path.join(OUT, "corpus.txt")
    subprocess.run([os.path.join(ROOT, "tools", "corpus.py"), corpus], check=True, stdout=subprocess.DEVNULL)
    sample.build()
    expected = subprocess.run(["dotnet", sample.PROGRAM, corpus], capture_output=True, check=True).stdout
    if celer([sample.PROGRAM, corpus], folder) != expected:
        raise RuntimeError("the output on Celer differs from CoreCLR's")
    return f"{len(expected)} bytes of output alike"


CHECKS = {"compiler": check_compiler, "build": check_build, "nodes": check_nodes, "textstats": check_textstats}


def main():
    if not run.compile_programs():
        return 1
    failed = 0
    for name, check in CHECKS.items():
        if sys.argv[1:] and name not in sys.argv[1:]:
            continue
        started = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="celer-real-") as folder:
            try:
                print(f"{name}: {check(folder)}, {time.monotonic() - started:.1f} s", flush=True)
            except (RuntimeError, subprocess.SubprocessError, OSError) as problem:
                failed += 1
                print(f"FAILED {name}: {problem}", flush=True)
    ran = len(sys.argv[1:]) or len(CHECKS)
    print(f"{ran - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
