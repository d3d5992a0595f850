#!/usr/bin/env python3
"""How much real programs keep alive by accident: bytes that live after full collections, at the same places of a program on both engines (each
assembly that is loaded, with what the program is doing then on the stack, and the end of the process). Celer may keep 2 % more than CoreCLR."""
import os
import statistics
import subprocess
import sys
import tempfile

import real
import run

SOURCE = os.path.join(run.ROOT, "tests", "retention", "hook.cs")
ALLOWED = 1.02
LEAST_BYTES = 1_000_000  # less is the hook's own affair
LEAST_PLACES = 3


def compile_hook(folder):
    hook = os.path.join(folder, "hook.dll")
    compiler = real.installed("sdk", "*", "Roslyn", "bincore", "csc.dll")
    real.dotnet(real.CORECLR, [compiler, "-nologo", "-t:library", f"-out:{hook}", *(f"-r:{path}" for path in real.references()), SOURCE], folder)
    return hook


def programs(folder):
    """Name, command line, and whether nothing but the program's statics lives at its end."""
    references = [f"-r:{path}" for path in real.references()]
    compilers = real.installed("sdk", "*", "Roslyn", "bincore")
    yield "csc", [os.path.join(compilers, "csc.dll"), "-nologo", "-t:library", f"-out:{folder}/a.dll", *references, SOURCE], True
    yield "vbc", [os.path.join(compilers, "vbc.dll"), "-nologo", "-optioninfer", f"-out:{folder}/b.dll", "-nostdlib", "-sdkpath:" + os.path.dirname(real.references()[0]),
                  "-vbruntime-", '-define:_MyType="Empty"', *references, f"{real.SOURCES}/program.vb"], True
    library = real.installed("sdk", "*", "FSharp", "FSharp.Core.dll")
    # It ends the process while its main thread's frames are still there.
    yield "fsc", [os.path.join(os.path.dirname(library), "fsc.dll"), "--nologo", f"--out:{folder}/c.dll", "--noframework", "--targetprofile:netcore",
                  f"-r:{library}", *references, f"{real.SOURCES}/program.fs"], False


def live_bytes(engine, words, hook, folder):
    """By place: of places of one name the first."""
    path = os.path.join(folder, "live")
    environment = {**run.clean_environment(), "DOTNET_STARTUP_HOOKS": hook, "RETENTION_FILE": path}
    subprocess.run([engine, *words], cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, timeout=real.SECONDS, check=True)
    found = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            place, size = line.split()
            found.setdefault(place, int(size))
    os.remove(path)
    return found


def judge(words, hook, folder, ends_empty):
    """Returns what is wrong, or null, and a text with the figures."""
    expected, actual = (live_bytes(engine, words, hook, folder) for engine in (real.CORECLR, real.CELER))
    ratios = {place: actual[place] / size for place, size in expected.items() if place in actual and min(size, actual[place]) >= LEAST_BYTES}
    at_end = ratios.pop("exit", None)
    if len(ratios) < LEAST_PLACES or at_end is None:
        return "too few places", f"{len(ratios)} places"
    middle = statistics.median(ratios.values())
    most = max(expected[place] for place in ratios)
    text = f"{len(ratios)} places with up to {most / 1e6:.1f} MB live, median {middle:.3f} of CoreCLR's, at the end {at_end:.3f}"
    is_wrong = middle > ALLOWED or ends_empty and at_end > ALLOWED
    return "more is live than on CoreCLR" if is_wrong else None, text


def main():
    failed = passed = 0
    with tempfile.TemporaryDirectory(prefix="celer-retention-") as folder:
        hook = compile_hook(folder)
        for name, words, ends_empty in programs(folder):
            try:
                problem, text = judge(words, hook, folder, ends_empty)
            except (subprocess.SubprocessError, OSError, ValueError) as error:
                problem, text = "did not end well", str(error)[:1000]
            failed += problem is not None
            passed += problem is None
            print(f"FAILED {name}: {problem}: {text}" if problem else f"{name}: {text}", flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
