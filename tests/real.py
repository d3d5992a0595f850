#!/usr/bin/env python3
"""Real programs: what people run, not what was written to test an engine. Each must do on Celer what it does on CoreCLR.

Compilers and builds must write the same bytes, programs must print the same. Names as arguments choose checks; --list names them.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree

import run
import sample

ROOT, OUT = run.ROOT, run.OUT
SOURCES = os.path.join(ROOT, "tests", "real")
CORECLR, CELER = shutil.which("dotnet"), os.path.join(OUT, "root", "dotnet")
SECONDS = 600


class Skipped(Exception):
    """This machine lacks what the check needs."""


def dotnet(engine, words, folder, may_fail=False):
    """Runs `dotnet WORDS` on an engine, without servers that outlive it. Returns what it printed."""
    environment = {**run.clean_environment(), "DOTNET_CLI_USE_MSBUILD_SERVER": "0", "MSBUILDDISABLENODEREUSE": "1",
                   "UseSharedCompilation": "false", "DOTNET_GENERATE_ASPNET_CERTIFICATE": "false", "TMPDIR": folder}
    process = subprocess.Popen([engine, *words], cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, start_new_session=True)
    try:
        output, errors = process.communicate(timeout=SECONDS)
    finally:
        run.kill_group(process.pid)
    if process.returncode and not may_fail:
        tail = (output + errors).decode(errors="replace").strip()[-3000:]
        name = "Celer" if engine == CELER else "CoreCLR"
        raise RuntimeError(f"`dotnet {' '.join(words)[:200]}` on {name} ended with {process.returncode}:\n{tail}")
    return output.decode(errors="replace")


def equal(expected, actual, what):
    """Compares two texts or two files' bytes."""
    if expected == actual:
        return
    if isinstance(expected, bytes):
        raise RuntimeError(f"{what} differ: {len(expected)} and {len(actual)} bytes")
    wanted, got = ({"stdout": text, "stderr": "", "exit": 0, "timeout": ""} for text in (expected, actual))
    raise RuntimeError(f"{what} differ:\n" + run.difference(wanted, got, None))


def both(words, folder, what):
    """The same command on both engines must print the same. Returns that."""
    expected = dotnet(CORECLR, words, folder)
    if not expected.strip():
        raise RuntimeError(f"{what}: nothing on CoreCLR")
    equal(expected, dotnet(CELER, words, folder), what)
    return expected


def content(*path):
    with open(os.path.join(*path), "rb") as file:
        return file.read()


def installed(*path):
    """The newest file or folder of the .NET installation whose path has a version in the place of `*`."""
    home = os.path.dirname(os.path.realpath(CORECLR))
    before, after = path[:path.index("*")], path[path.index("*") + 1:]
    versions = [name for name in os.listdir(os.path.join(home, *before)) if name.startswith("10.")]
    newest = max(versions, key=lambda name: [int(part) for part in name.split("-")[0].split(".")])
    return os.path.join(home, *before, newest, *after)


def references():
    folder = installed("packs", "Microsoft.NETCore.App.Ref", "*", "ref", "net10.0")
    return [os.path.join(folder, name) for name in sorted(os.listdir(folder)) if name.endswith(".dll")]


def compile_and_run(folder, compiler, options):
    """Compiles program.dll with a compiler of the SDK on both engines, to equal bytes, and runs it on both."""
    response, program = os.path.join(folder, "options.rsp"), os.path.join(folder, "program.dll")
    with open(response, "w", encoding="utf-8") as file:
        file.write("\n".join([*options, *(f"-r:{path}" for path in references())]))
    images = []
    for engine in (CORECLR, CELER):
        dotnet(engine, [compiler, "@" + response], folder)
        images.append(content(program))
    equal(*images, "the dlls that the compiler writes")
    with open(os.path.join(folder, "program.runtimeconfig.json"), "wb") as file:
        file.write(content(run.BUILT, "01-basics", "hello.runtimeconfig.json"))
    printed = both([program], folder, "what the program prints")
    return f"{len(images[0])} bytes of code and {len(printed.splitlines())} lines of output alike"


def check_csharp(folder):
    """The C# compiler over all test programs at once."""
    dotnet(CELER, [os.path.join(OUT, "compile", "celer-compile.dll"), run.SOURCES, folder], folder)
    programs = run.find_programs([])
    if len(programs) < run.PROGRAMS_AT_LEAST:
        raise RuntimeError(f"only {len(programs)} programs were found")
    for program in programs:
        equal(content(program.dll), content(folder, program.name + ".dll"), f"the two {program.name}.dll")
    return f"{len(programs)} programs compiled alike"


def check_fsharp(folder):
    compiler = installed("sdk", "*", "FSharp")
    library = os.path.join(compiler, "FSharp.Core.dll")
    shutil.copy(library, folder)
    options = ["--nologo", "--out:program.dll", "--noframework", "--targetprofile:netcore", "--deterministic+", "--optimize+", "--tailcalls+", f"-r:{library}",
               f"{SOURCES}/program.fs"]
    return compile_and_run(folder, os.path.join(compiler, "fsc.dll"), options)


def check_visual_basic(folder):
    options = ["-nologo", "-out:program.dll", "-deterministic", "-optimize", "-optioninfer", "-nostdlib", "-sdkpath:" + os.path.dirname(references()[0]), "-vbruntime-",
               '-define:_MyType=\\"Empty\\"', f"{SOURCES}/program.vb"]
    return compile_and_run(folder, installed("sdk", "*", "Roslyn", "bincore", "vbc.dll"), options)


def build_on_both(folder, source, options=()):
    """`dotnet build` of a project on both engines, in the same place. Returns the folder of what Celer built."""
    results = []
    for engine, name in ((CORECLR, "coreclr"), (CELER, "celer")):
        project, kept = os.path.join(folder, "project"), os.path.join(folder, name)
        shutil.copytree(source, project)
        printed = dotnet(engine, ["build", "-c", "Release", "-o", "built", "-nodeReuse:false", "--nologo", *options], project)
        os.rename(project, kept)
        built = os.path.join(kept, "built")
        images = {file: content(built, file) for file in sorted(os.listdir(built)) if os.path.isfile(os.path.join(built, file))}
        warnings = sorted({line for line in printed.splitlines() if ": warning " in line})
        results.append((images, "\n".join(warnings)))
    (expected, wanted), (actual, got) = results
    equal("\n".join(expected), "\n".join(actual), "the names of the files built")
    for file, image in expected.items():
        equal(image, actual[file], f"the two {file}")
    equal(wanted, got, "the warnings")
    return built, f"{len(expected)} files and {len(wanted.splitlines())} warnings"


def check_build(folder):
    """MSBuild, restore, the compiler and all analyzers."""
    _, what = build_on_both(folder, os.path.join(ROOT, "samples", "textstats"), ["-p:AnalysisMode=All"])
    return what + " alike"


def check_nodes(folder):
    """MSBuild builds two projects at once, in two processes that must take each other for the same MSBuild."""
    projects = {"all": '<MSBuild Projects="one.proj;two.proj" BuildInParallel="true"/>',
                "one": '<Exec Command="sleep 1"/><Message Importance="high" Text="one built"/>',
                "two": '<Exec Command="sleep 1"/><Message Importance="high" Text="two built"/>'}
    for name, task in projects.items():
        with open(os.path.join(folder, name + ".proj"), "w", encoding="utf-8") as file:
            file.write(f'<Project DefaultTargets="Build"><Target Name="Build">{task}</Target></Project>')
    output = dotnet(CELER, ["msbuild", "all.proj", "-m:2", "-nodeReuse:false", "-nologo"], folder)
    if "one built" not in output or "two built" not in output:
        raise RuntimeError(f"the projects were not built: {output.strip()}")
    return "two projects built at once"


def check_format(folder):
    """`dotnet format` over a file that is badly laid out: the compiler's workspaces and code fixes."""
    results = []
    for engine in (CORECLR, CELER):
        project = os.path.join(folder, "project")
        shutil.copytree(os.path.join(ROOT, "samples", "textstats"), project)
        source = os.path.join(project, "Program.cs")
        text = content(source).decode().replace("    ", "  ").replace(" = ", "=").replace("\n{", " {")
        with open(source, "w", encoding="utf-8") as file:
            file.write(text)
        dotnet(engine, ["format", project, "--severity", "info"], folder)
        results.append(content(source).decode())
        shutil.rmtree(project)
    if results[0] == text:
        raise RuntimeError("`dotnet format` on CoreCLR changed nothing")
    equal(*results, "the formatted sources")
    return f"{len(results[0].splitlines())} lines laid out alike"


def check_web(folder):
    """ASP.NET Core: Kestrel, TLS, HTTP/2, JSON, web sockets."""
    built, what = build_on_both(folder, os.path.join(SOURCES, "web"))
    printed = both([os.path.join(built, "web.dll")], folder, "what the application prints")
    return f"{what}, {len(printed.splitlines())} lines of output alike"


def test_results(path):
    """The results in a .trx file as text, without times; and the engine that the tests ran on."""
    lines, engine = [], ""
    for result in xml.etree.ElementTree.parse(path).findall(".//{*}UnitTestResult"):
        lines.append(f"{result.get('testName')}: {result.get('outcome')}")
        for part in ("Output/{*}StdOut", "Output/{*}ErrorInfo/{*}Message", "Output/{*}ErrorInfo/{*}StackTrace"):
            for text in result.findall("{*}" + part):
                said = [line for line in (text.text or "").splitlines() if not line.startswith("engine: ")]
                engine = next((line for line in (text.text or "").splitlines() if line.startswith("engine: ")), engine)
                lines += ["  " + line for line in said]
    return "\n".join("\n".join(group) for group in sorted(grouped(lines))), engine


def grouped(lines):
    groups = []
    for line in lines:
        if line.startswith("  "):
            groups[-1].append(line)
        else:
            groups.append([line])
    return groups


def check_unit_tests(folder):
    """Restore of packages by name, build, and `dotnet test` with xunit."""
    try:
        built, what = build_on_both(folder, os.path.join(SOURCES, "unit"))
    except RuntimeError as problem:
        if "NU1101" in str(problem) or "NU1102" in str(problem) or "NU1301" in str(problem):
            raise Skipped("the packages of xunit cannot be restored here") from problem
        raise
    results = []
    for engine, name in ((CORECLR, "coreclr"), (CELER, "celer")):
        log = os.path.join(folder, name + ".trx")
        dotnet(engine, ["test", os.path.join(built, "unit.dll"), "--logger", "trx;LogFileName=" + log], folder, may_fail=True)
        results.append(test_results(log))
    (expected, reference), (actual, judged) = results
    equal(expected, actual, "the results of the tests")
    if reference == judged:
        raise RuntimeError(f"the tests did not run on Celer: {judged}")
    return f"{what} and {len(expected.splitlines())} lines of results alike"


def publish(folder, options):
    """Publishes tests/real/bundle with CoreCLR's SDK. Returns the folder."""
    project, published = os.path.join(folder, "project"), os.path.join(folder, "published")
    if not os.path.exists(project):
        shutil.copytree(os.path.join(SOURCES, "bundle"), project)
        subprocess.run(["cc", "-shared", "-fPIC", "-o", "libbundled.so", "bundled.c"], cwd=project, check=True)
    shutil.rmtree(published, ignore_errors=True)
    try:
        dotnet(CORECLR, ["publish", "bundle.csproj", "-c", "Release", "-o", published, "--nologo", *options], project)
    except RuntimeError as problem:
        if re.search("NU1101|NU1102|NU1301|NETSDK1127", str(problem)):
            raise Skipped("the packages of a runtime cannot be restored here") from problem
        raise
    return published


def started(program, root, folder):
    """What a published program prints, and the runtime library that it ran on."""
    environment = {**run.clean_environment(), "DOTNET_ROOT": root, "DOTNET_BUNDLE_EXTRACT_BASE_DIR": os.path.join(folder, "extracted")}
    process = subprocess.run([program, "a", "b c"], cwd=folder, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False)
    if process.returncode:
        raise RuntimeError(f"{program} under {root} ended with {process.returncode}: {process.stderr}")
    engine, _, rest = process.stdout.partition("\n")
    return engine.removeprefix("engine: "), rest + process.stderr


def on_celer(library, engine):
    if not os.path.samefile(engine, library):
        raise RuntimeError(f"the program ran on {engine}")


def check_single_file(folder):
    """PublishSingleFile, framework-dependent: the host's bundle, with what may be extracted of it."""
    lines = 0
    for option in ("", "-p:IncludeNativeLibrariesForSelfExtract=true", "-p:IncludeAllContentForSelfExtract=true", "-p:PublishReadyToRun=true"):
        program = os.path.join(publish(folder, ["--no-self-contained", "-p:PublishSingleFile=true", *filter(None, [option])]), "bundle")
        _, expected = started(program, os.path.dirname(os.path.realpath(CORECLR)), folder)
        engine, actual = started(program, os.path.dirname(CELER), folder)
        equal(expected, actual, f"what the single file prints ({option})")
        on_celer(os.path.join(OUT, "libcoreclr.so"), engine)
        lines += len(actual.splitlines())
    return f"4 single files, {lines} lines of output alike"


def check_self_contained(folder):
    """`celer publish`: a folder to take along, with Celer in the place of CoreCLR."""
    published = publish(folder, ["--self-contained"])
    _, expected = started(os.path.join(published, "bundle"), "", folder)
    for _ in range(2):  # again is no harm
        subprocess.run([os.path.join(OUT, "celer"), "publish", published], check=True)
    moved = os.path.join(folder, "moved")
    os.rename(published, moved)
    engine, actual = started(os.path.join(moved, "bundle"), "", folder)
    equal(expected, actual, "what the program prints")
    on_celer(os.path.join(moved, "libcoreclr.so"), engine)
    left = [name for name in os.listdir(moved) if "clrjit" in name or "mscordac" in name]
    if left:
        raise RuntimeError(f"parts of CoreCLR are left: {left}")
    refused = subprocess.run([os.path.join(OUT, "celer"), "publish", folder], capture_output=True, text=True, check=False)
    if refused.returncode != 1 or "no program's runtimeconfig.json" not in refused.stderr:
        raise RuntimeError(f"a folder without a program: {refused.stderr}")
    return f"{len(actual.splitlines())} lines of output alike"


def engines_of(session):
    """The runtime libraries of all processes of a session."""
    libraries = set()
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            if os.getsid(int(process)) == session:
                libraries |= {line.split()[-1] for line in content("/proc", process, "maps").decode().splitlines() if "libcoreclr.so" in line}
        except OSError:
            pass  # it has ended
    return libraries


def wait_until(condition, what, log):
    end = time.monotonic() + SECONDS / 4
    while not condition():
        if time.monotonic() > end:
            raise RuntimeError(f"{what} did not come:\n" + content(log).decode()[-3000:])
        time.sleep(0.1)


def check_watch(folder):
    """`dotnet watch`: it and all that it starts run on Celer, and a change restarts the program."""
    source, log = os.path.join(folder, "Program.cs"), os.path.join(folder, "..", os.path.basename(folder) + ".log")
    text = 'System.Console.WriteLine("version 1");\nSystem.Threading.Thread.Sleep(-1);\n'
    for path, words in ((source, text), (os.path.join(folder, "watched.csproj"), '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup>'
                        "<OutputType>Exe</OutputType><TargetFramework>net10.0</TargetFramework></PropertyGroup></Project>")):
        with open(path, "w", encoding="utf-8") as file:
            file.write(words)
    environment = {**run.clean_environment(), "DOTNET_CLI_USE_MSBUILD_SERVER": "0", "MSBUILDDISABLENODEREUSE": "1", "UseSharedCompilation": "false"}
    with open(log, "wb") as output:
        process = subprocess.Popen([CELER, "watch", "--non-interactive"], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                                   stdout=output, stderr=subprocess.STDOUT, start_new_session=True)
    try:
        wait_until(lambda: b"version 1\n" in content(log) and b"Waiting for changes" in content(log), "the program", log)
        engines = engines_of(process.pid)
        with open(source, "w", encoding="utf-8") as file:
            file.write(text.replace("1", "2"))
        wait_until(lambda: b"version 2\n" in content(log), "the changed program", log)
        engines |= engines_of(process.pid)
    finally:
        run.kill_group(process.pid)
        os.remove(log)
    if engines != {os.path.join(OUT, "libcoreclr.so")}:
        raise RuntimeError(f"processes ran on {engines}")
    return "restarted after a change, everything on Celer"


def check_perf(folder):
    """`perf` names compiled code of the sample, which spends nearly all of its time there."""
    sample.build()
    sample.make_corpus()
    data = os.path.join(folder, "perf.data")
    record = ["perf", "record", "-q", "-e", "cpu-clock", "-o", data, CELER, sample.PROGRAM, sample.CORPUS]
    try:
        made = subprocess.run(record, cwd=folder, env={**run.clean_environment(), "DOTNET_PerfMapEnabled": "1"}, capture_output=True, timeout=SECONDS, check=False)
    except FileNotFoundError as problem:
        raise Skipped("there is no perf here") from problem
    if made.returncode:
        raise Skipped("perf may not record here")
    report = subprocess.run(["perf", "report", "-i", data, "--stdio", "--sort", "symbol"], capture_output=True, text=True, timeout=SECONDS, check=True).stdout
    names = re.findall(r"\[\.\] (\S.*\[Tier0\])", report)
    if not names:
        raise RuntimeError("no name of compiled code in the report:\n" + report[:3000])
    return f"{len(names)} methods named"


def check_sample(folder):
    """The sample of `make run`, over some megabytes of text."""
    sample.build()
    sample.make_corpus()
    return f"{len(both([sample.PROGRAM, sample.CORPUS], folder, 'the outputs'))} characters of output alike"


CHECKS = {"csharp": check_csharp, "fsharp": check_fsharp, "visual-basic": check_visual_basic, "build": check_build, "nodes": check_nodes,
          "format": check_format, "web": check_web, "unit-tests": check_unit_tests,
          "single-file": check_single_file, "self-contained": check_self_contained, "watch": check_watch, "perf": check_perf,
          "sample": check_sample}


def main():
    chosen = sys.argv[1:]
    if chosen == ["--list"] or set(chosen) - set(CHECKS):
        print("\n".join(f"{name:13} {check.__doc__ or ''}" for name, check in CHECKS.items()))
        return chosen != ["--list"]
    if not run.compile_programs():
        return 1
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    for name in chosen or CHECKS:
        started = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="celer-real-", ignore_cleanup_errors=True) as folder:
            try:
                verdict, text = "passed", CHECKS[name](folder)
            except Skipped as reason:
                verdict, text = "skipped", f"skipped, {reason}"
            except (RuntimeError, subprocess.SubprocessError, OSError, xml.etree.ElementTree.ParseError) as problem:
                verdict, text = "failed", str(problem)
        counts[verdict] += 1
        print(f"{'FAILED ' if verdict == 'failed' else ''}{name}: {text}, {time.monotonic() - started:.1f} s", flush=True)
    print(f"{counts['passed']} passed, {counts['failed']} failed" + (f", {counts['skipped']} skipped" if counts["skipped"] else ""))
    return 1 if counts["failed"] or not counts["passed"] else 0


if __name__ == "__main__":
    sys.exit(main())
