#!/usr/bin/env python3
"""Every benchmark of bench/programs/inventory once on CoreCLR and once on Celer; each case must have the same result on both."""
import argparse
import concurrent.futures
import os
import sys

import run as tests

SOURCES = os.path.join(tests.ROOT, "bench", "programs", "inventory")
BUILT = os.path.join(tests.OUT, "bench", "programs", "inventory")
LINES_SHOWN = 8


def find(filters):
    names = sorted(file[:-3] for file in os.listdir(SOURCES) if file.endswith(".cs"))
    programs = [tests.Program(name, SOURCES, BUILT) for name in names if not filters or any(part in name for part in filters)]
    for program in programs:
        program.args = ["--once"]
    return programs


def results(run):
    """Case -> result, of what `--once` printed."""
    return {case: result for _, case, result in (line.split("\t") for line in run["stdout"].splitlines() if line.count("\t") == 2)}


def ending(run):
    """How a run ended that did not end well."""
    return run["timeout"] or f"exit {run['exit']}: {run['stderr'].strip()[:300]}"


def compare(suite, program):
    """Returns (passed, failed, skipped, lines that say what failed)."""
    if "all" in program.skip:
        return 0, 0, 1, []
    expected = suite.expected(program)
    wanted = results(expected)
    if expected["exit"] or expected["timeout"] or not wanted:
        return 0, 1, 0, [f"FAILED {program.name}: CoreCLR itself: {ending(expected)}"]
    actual = suite.celer(program, {**suite.base, **program.environment})
    got = results(actual)
    wrong = [case for case in wanted if got.get(case) != wanted[case]] + [case for case in got if case not in wanted]
    lines = [f"FAILED {program.name}, {case}: CoreCLR {wanted.get(case)}, Celer {got.get(case)}" for case in wrong]
    if wrong:
        again = results(tests.execute([suite.reference, program.dll, *program.args], program, {**suite.base, **program.environment}, program.timeout))
        lines += [f"    CoreCLR itself does not always give the same: {case}" for case in wrong if again.get(case) != wanted.get(case)][:LINES_SHOWN]
    if actual["exit"] or actual["timeout"]:
        lines.append(f"FAILED {program.name}: {ending(actual)}")
    return len(wanted) - len(wrong), len(wrong) or len(lines), 0, lines


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("filters", nargs="*", help="only programs whose name contains one of these")
    tests.add_engine_options(parser)
    options = parser.parse_args()
    tests.heed_signals()
    if not tests.compile_programs(SOURCES, BUILT):
        return 1
    suite = tests.Suite(options)
    programs = find(options.filters)
    counts = [0, 0, 0]
    with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
        for passed, failed, skipped, lines in pool.map(lambda program: compare(suite, program), programs):
            counts = [counts[0] + passed, counts[1] + failed, counts[2] + skipped]
            if lines:
                print("\n".join(lines), flush=True)
    print(f"{len(programs)} programs of benchmarks")
    print(f"{counts[0]} passed, {counts[1]} failed" + (f", {counts[2]} skipped" if counts[2] else ""))
    return 1 if counts[1] or not counts[0] else 0


if __name__ == "__main__":
    sys.exit(main())
