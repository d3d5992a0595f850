#!/usr/bin/env python3
"""The sample that `make run` shows: samples/textstats over some megabytes of text, on CoreCLR and on Celer."""
import glob
import os
import shutil
import subprocess
import sys
import time

import run

FOLDER = os.path.join(run.OUT, "textstats")
PROGRAM = os.path.join(FOLDER, "textstats.dll")
APPHOST = os.path.join(FOLDER, "textstats")
CORPUS = os.path.join(run.OUT, "corpus.txt")
CORPUS_BYTES = 5_000_000


def build(name="textstats"):
    """Builds what is not there or older than its source; with an apphost. Into out/NAME."""
    source = os.path.join(run.ROOT, "samples", name)
    built = subprocess.run(["dotnet", "build", source, "-c", "Release", "-o", os.path.join(run.OUT, name), "-nodeReuse:false", "-v", "quiet", "--nologo"],
                           capture_output=True, text=True)
    if built.returncode:
        sys.exit("the sample did not build:\n" + built.stdout + built.stderr)


def documents():
    """Real text that every machine has: the licences of the distribution and the documentation of the .NET libraries."""
    yield from sorted(glob.glob("/usr/share/common-licenses/*"))
    yield os.path.join(run.ROOT, "LICENSE")
    home = os.path.dirname(os.path.realpath(shutil.which("dotnet")))
    found = glob.glob(os.path.join(home, "packs", "Microsoft.NETCore.App.Ref", "*", "ref", "*", "*.xml"))
    yield from sorted(found, key=lambda path: (os.path.basename(path), path))


def make_corpus():
    if os.path.exists(CORPUS):
        return
    written = 0
    with open(CORPUS + ".part", "wb") as out:
        for path in filter(os.path.isfile, documents()):
            if written >= CORPUS_BYTES:
                break
            with open(path, "rb") as source:
                written += out.write(source.read().rstrip() + b"\n\n")
    os.replace(CORPUS + ".part", CORPUS)


def timed(words):
    started = time.monotonic()
    result = subprocess.run(words, stdout=subprocess.PIPE, check=True)
    return result.stdout, time.monotonic() - started


def main():
    build()
    make_corpus()
    expected, coreclr = timed(["dotnet", PROGRAM, CORPUS])
    actual, celer = timed([os.path.join(run.OUT, "celer"), "run", PROGRAM, CORPUS])
    sys.stdout.buffer.write(actual)
    sys.stdout.flush()
    if actual != expected:
        print("The output on Celer differs from CoreCLR's:\n" + expected.decode(errors="backslashreplace"))
        return 1
    print(f"textstats over {os.path.getsize(CORPUS)} bytes of text: the output on Celer equals CoreCLR's, byte for byte")
    print(f"({celer:.2f} s on Celer; {coreclr:.2f} s on CoreCLR with its precompiled libraries)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
