#!/usr/bin/env python3
"""Runs the matrices: programs of tests/matrices that make thousands of small cases themselves, on CoreCLR and on Celer, and compares.

A matrix takes `FIRST COUNT`, numbers of its cases or seeds, and prints one or more lines for each, beginning with the number, and last
`cases N`: how many single answers were compared. The numbers are given out in parts, so that one that ends the process costs little.
"""
import argparse
import collections
import concurrent.futures
import os
import re
import sys

import run

SOURCES = os.path.join(run.ROOT, "tests", "matrices")
BUILT = os.path.join(run.OUT, "tests", "matrices")
LINES_SHOWN = 3
# How many numbers each matrix has in `make test` and in `make test-all`, and how many one process does.
MATRICES = {"variance": (61, 600, 20), "load": (1000, 3000, 100), "entry": (70, 70, 10), "vectors": (1000, 10180, 400), "support": (1, 1, 1)}


def support_switches():
    """Each switch of CoreCLR's that has to do with instruction sets by itself, widths, and what limits others beside them."""
    sets = ["HWIntrinsic", "SSE42", "AVX", "AVX2", "AVX512", "AVX512v2", "AVX512v3", "AVX10v1", "AVX10v2", "AVX512VP2INTERSECT", "AES", "VAES", "GFNI", "SHA", "AVXVNNI",
            "AVXVNNIINT", "AVXIFMA", "WAITPKG", "X86Serialize", "APX"]
    widths = [f"DOTNET_{option}={bits}" for option in ("PreferredVectorBitWidth", "MaxVectorTBitWidth") for bits in (64, 128, 256, 384, 512, 1024)]
    both = [f"DOTNET_PreferredVectorBitWidth={preferred} DOTNET_MaxVectorTBitWidth={most}" for preferred in (128, 256, 512) for most in (128, 256, 512)]
    limits = [f"DOTNET_Enable{name}=0" for name in ("AVX512", "AVX2", "AVX", "SSE42")]
    beside = ["DOTNET_EnableAVX512v2=0", "DOTNET_EnableGFNI=0", "DOTNET_EnableVAES=0 DOTNET_EnableAES=0", "DOTNET_PreferredVectorBitWidth=512 DOTNET_MaxVectorTBitWidth=512",
              "DOTNET_PreferredVectorBitWidth=128"]
    return [*(f"DOTNET_Enable{name}=0" for name in sets), *widths, *both, *(f"{limit} {other}" for limit in limits for other in beside)]


# Switches under which a matrix runs as well, in both engines, and with how many numbers in `make test`.
SWITCHES = {"vectors": {"DOTNET_EnableAVX512=0": 1000, "DOTNET_EnableAVX2=0": 1000, "DOTNET_EnableHWIntrinsic=0": 1000},
            "support": dict.fromkeys(support_switches(), 1)}


def known_differences(name):
    """The titles of numbers that are known to differ: tests/matrices/NAME.known, NAME.SWITCH.known with a switch, one a line
    (after its number if others have the same title), with `# why` lines between. `? ` before one: CoreCLR's answer varies from run to run."""
    path = os.path.join(SOURCES, name + ".known")
    if not os.path.exists(path):
        return set()
    with open(path, encoding="utf-8") as file:
        return {line.rstrip("\n") for line in file if not line.startswith("#")}


class Part(run.Program):
    """One process of a matrix."""

    def __init__(self, name, first, count, switch=None):
        super().__init__(name, SOURCES, BUILT)
        self.args = [str(first), str(count)]
        self.timeout = 300
        self.switch = switch
        for setting in switch.split() if switch else ():
            self.directive("env", setting)
        self.title = f"{name} ({switch})" if switch else name


def by_number(text):
    """The lines of each number; what belongs to none is under ''."""
    groups = collections.defaultdict(list)
    number = ""
    for line in text.splitlines():
        match = re.match(r"(\d+) ", line)
        number = match[1] if match else "" if line.startswith("cases ") else number
        groups[number].append(line)
    return groups


def where_they_differ(a, b):
    """The two lines without most of what they share at their start."""
    shared = len(os.path.commonprefix([a, b]))
    start = max(shared - 60, 0) if shared > 120 else 0
    head = a[:40] + " ... " if start else ""
    return f"    CoreCLR {head}{a[start:start + 400]}\n    Celer   {head}{b[start:start + 400]}\n"


def is_supported(lines):
    """Whether this machine has the instructions of a number: false if every answer is that it has not."""
    answers = {word for line in lines[1:] for way in line.split("|")[1:] for word in way.split()[2:]}
    return answers != {"PlatformNotSupportedException"}


def difference(expected, actual):
    """The numbers whose lines differ, as (title, number, the first such lines), and the titles of those that do not and say something."""
    wanted, got = by_number(expected["stdout"]), by_number(actual["stdout"])
    texts, equal = [], []
    for number in [*wanted, *(number for number in got if number not in wanted)]:
        if not number or wanted[number] == got[number]:
            if is_supported(wanted[number]):
                equal += wanted[number][:1]
            continue
        pairs = [(a, b) for a, b in zip(wanted[number] + [""] * 99, got[number] + [""] * 99) if a != b]
        texts.append((title(wanted[number]), number, "".join(where_they_differ(a, b) for a, b in pairs[:LINES_SHOWN])))
    if expected["exit"] != actual["exit"]:
        texts.append(("", "?", f"    exit code: CoreCLR {expected['exit']}, Celer {actual['exit']}\n    {actual['stderr'][-600:]}\n"))
    return texts, {title([line]) for line in equal} | {line.strip() for line in equal}


def title(lines):
    return lines[0].partition(" ")[2].strip() if lines else ""


def compare(suite, part):
    expected = suite.expected(part)
    environment = dict(suite.base, **part.environment, **run.MODES[suite.options.mode])
    actual = run.execute([suite.options.engine, part.dll, *part.args], part, environment, part.timeout)
    cases = re.search(r"^cases (\d+)", expected["stdout"], re.MULTILINE)
    problem = actual["timeout"] or expected["timeout"] or ("" if cases else "CoreCLR did not get to the end: " + expected["stderr"][:600])
    answered = len([number for number in by_number(expected["stdout"]) if number])
    if not problem and (answered < int(part.args[1]) or int(cases[1]) < answered):
        problem = f"CoreCLR answered {answered} of {part.args[1]} numbers, {cases[1]} cases"
    texts, equal = difference(expected, actual)
    own = known_differences(f"{part.name}.{part.switch.split()[0]}" if part.switch else part.name)
    known = {name.removeprefix("? ") for name in own} | known_differences(part.name)  # with a switch, fewer of these may differ
    shown = [(number, text) for name, number, text in texts if name not in known and f"{number} {name}" not in known]
    shown += [("known", f"    no longer differs: {name}\n") for name in sorted(own & equal)]
    return part, shown, len(texts) - len(shown), int(cases[1]) if cases else 0, problem


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("matrices", nargs="*", metavar="MATRIX", help="of: " + ", ".join(MATRICES))
    parser.add_argument("--all", action="store_true", help="as many numbers as in `make test-all`")
    parser.add_argument("--first", type=int, help="the first number")
    parser.add_argument("--count", type=int, help="how many numbers")
    parser.add_argument("--mode", choices=run.MODES, default="plain", help="what Celer runs in")
    run.add_engine_options(parser)
    options = parser.parse_args()
    unknown = [name for name in options.matrices if name not in MATRICES]
    if unknown:
        parser.error("no matrix " + ", ".join(unknown))
    if not run.compile_programs(SOURCES, BUILT):
        return 1
    suite = run.Suite(options)
    parts, numbers = [], 0
    for name in options.matrices or MATRICES:
        sample, everything, step = MATRICES[name]
        first, count = options.first or 0, options.count or (everything if options.all else sample)
        for switch, share in [(None, sample), *SWITCHES.get(name, {}).items()]:
            wanted = count if options.all or options.count else share
            numbers += wanted
            parts += [Part(name, at, min(step, first + wanted - at), switch) for at in range(first, first + wanted, step)]
    failed = cases = known = 0
    with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
        for part, texts, different, count, problem in pool.map(lambda part: compare(suite, part), parts):
            cases += count
            known += max(different, 0)
            failed += len(texts) + bool(problem)
            for number, text in texts:
                print(f"FAILED {part.title} {number}\n{text}", end="")
            if problem:
                print(f"FAILED {part.title} {' '.join(part.args)}: {problem}")
    print(f"{numbers} numbers of {', '.join(options.matrices or MATRICES)}, {cases} cases" + (f", {known} numbers known to differ" if known else ""))
    print(f"{max(numbers - failed - known, 0)} passed, {failed} failed, {known} skipped")
    return 1 if failed or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
