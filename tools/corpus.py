#!/usr/bin/env python3
"""corpus.py OUT: writes a real text of some megabytes, made of documents that this machine has anyway: the licence texts of the
distribution and the documentation of the .NET libraries. Does nothing if OUT is there."""
import glob
import os
import shutil
import sys

WANTED_BYTES = 5_000_000


def sources():
    yield from sorted(glob.glob("/usr/share/common-licenses/*"))
    yield os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "LICENSE")
    dotnet = shutil.which("dotnet")
    root = os.environ.get("DOTNET_ROOT") or (os.path.dirname(os.path.realpath(dotnet)) if dotnet else "")
    documents = glob.glob(os.path.join(root, "packs", "Microsoft.NETCore.App.Ref", "*", "ref", "*", "*.xml"))
    yield from sorted(documents, key=lambda path: (os.path.basename(path), path))


def main():
    target = sys.argv[1]
    if os.path.exists(target):
        return
    os.makedirs(os.path.dirname(os.path.abspath(target)), exist_ok=True)
    written = 0
    with open(target + ".part", "wb") as out:
        for path in sources():
            if written >= WANTED_BYTES:
                break
            if os.path.isfile(path):
                with open(path, "rb") as source:
                    written += out.write(source.read().rstrip() + b"\n\n")
    os.replace(target + ".part", target)
    print(f"wrote {target}: {written / 1e6:.1f} MB of real text")


if __name__ == "__main__":
    main()
