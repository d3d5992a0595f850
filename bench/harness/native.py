"""What is no .NET engine: kernels in C++, and hello world compiled ahead of time."""
import functools
import os
import subprocess

from harness.engines import BUILT, SOURCES, Failure

TWINS_OF = "warm/arrays"
AHEAD_OF_TIME = "hello"
COMPILER = ("clang++-22", "-std=c++23", "-O3", "-march=native")
ERROR_LINES = 3


@functools.cache
def twins():
    source = os.path.join(SOURCES, "programs", "twins", "arrays.cpp")
    target = os.path.join(BUILT, "twins", "arrays")
    os.makedirs(os.path.dirname(target), exist_ok=True)
    build([*COMPILER, "-o", target, source])
    return target


@functools.cache
def ahead_of_time():
    """The package of the compiler comes through NuGet. Where it does not, the row has that as its failure."""
    target = os.path.join(BUILT, "nativeaot")
    build(["dotnet", "publish", os.path.join(SOURCES, "startup"), "-c", "Release", "-o", target, "--nologo", "-v", "q"])
    return os.path.join(target, "hello")


def build(words):
    try:
        result = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    except OSError as problem:
        raise Failure(str(problem)) from problem
    if result.returncode:
        errors = [line.strip() for line in (result.stdout + result.stderr).splitlines() if "error" in line]
        raise Failure(f"does not build: {' '.join(errors[:ERROR_LINES])}")
