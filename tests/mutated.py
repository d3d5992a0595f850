#!/usr/bin/env python3
"""Runs damaged programs on CoreCLR and on Celer: no signal, no internal error, and nearly all end with the same exception or output.

Each of the programs in tests/mutated/seeds is damaged in one place: a cell of a table, a byte of a heap, of IL, of a method's header or
clauses, or of the headers (tests/mutated/Mutator.part). A driver runs many in one process; one that ends the process or does not end is
noted and the rest is given to a new process. What differs is run again by itself. Mutants that end CoreCLR by a signal, that do not end there, or that print
something else every time (an address, say), are left out.
"""
import argparse
import collections
import concurrent.futures
import os
import re
import sys

import run

SOURCES = os.path.join(run.ROOT, "tests", "mutated")
BUILT = os.path.join(run.OUT, "tests", "mutated")
SAMPLE, EVERYTHING, PART = 480, 20000, 60
EQUAL_PERCENT = 99  # of all, at least so many must end as on CoreCLR (docs/compatibility.md)
COMPARED_PERCENT = 50  # of all, at least so many must have been loaded and compared
EQUAL_PERCENT_OF_PART = 98  # of 480 of which 99.3 % are equal, 3.3 differ on average, with a standard deviation of 1.8
RACES = 30  # how often CoreCLR is asked again whether it always ends the same
SECONDS, SECONDS_ALONE = 3, 20  # for one mutant among others, and by itself
DEADLY = ("signal", "internal")
SIGNALS = range(129, 160)
INTERNAL = re.compile(r"internal error|assertion|Assertion|Celer:.*CELER_|fatal: ")
FAILED_ON_PURPOSE = re.compile(r"^Unhandled exception\. ([\w.+]+)", re.MULTILINE)


class Driver(run.Program):
    def __init__(self):
        super().__init__("driver", SOURCES, BUILT)


class Answer:
    """How a mutant ended on one engine."""

    def __init__(self, title, main, walk, exit_code=0, stderr=""):
        self.title, self.main, self.walk, self.exit, self.stderr = title, main, walk, exit_code, stderr

    @property
    def died(self):
        return self.exit != 0

    def internal(self):
        match = INTERNAL.search(self.stderr) or INTERNAL.search(self.main + self.walk)
        return match is not None


def by_number(text):
    answers = {}
    for line in text.splitlines():
        match = re.match(r"(\d+) ([^|]*) \| ([^|]*(?:\|[^|]*)*) \| ([^|]*)$", line)
        if match:
            answers[int(match[1])] = Answer(match[2], match[3], match[4])
    return answers


def run_mutants(engine, suite, first, count, seconds):
    """The answers of mutants [first, first + count), by number."""
    driver = Driver()
    answers = {}
    end = first + count
    while first < end:
        words = [engine, driver.dll, os.path.join(BUILT, "seeds"), str(first), str(end - first), str(seconds)]
        result = run.execute(words, driver, dict(suite.base, DOTNET_GCHeapHardLimit="0x18000000"), (end - first) * seconds + 60)
        answers |= by_number(result["stdout"])
        while first in answers:
            first += 1
        if first < end and answers.get(first - 1, Answer("", "", "")).main != "did not end":
            unhandled = FAILED_ON_PURPOSE.search(result["stderr"])
            answers[first] = Answer("", unhandled[1] if unhandled else f"exit {result['exit']}{result['timeout']}", "", result["exit"] or 1, result["stderr"])
            first += 1
    return answers


def main_kind(text):
    """The exception that ended Main, or all that it printed."""
    return text if text.startswith("returned ") else text.partition(" ")[0]


def crashed(answer):
    return answer.exit in SIGNALS and not FAILED_ON_PURPOSE.search(answer.stderr)


def verdict(wanted, got):
    if crashed(wanted) or wanted.main == "did not end":
        return "left out"
    if got.internal():
        return "internal"
    if got.died and not (wanted.died and (FAILED_ON_PURPOSE.search(got.stderr) or got.exit == wanted.exit not in SIGNALS)):
        return "signal"
    if main_kind(wanted.main) != main_kind(got.main):
        return "main"
    return "equal" if wanted.walk == got.walk else "walk"


def is_of_the_program(decision, got):
    """Whether what differs is what the program did: another result, or an unhandled exception; no crash."""
    return decision == "main" or decision == "signal" and FAILED_ON_PURPOSE.search(got.stderr) is not None


def is_luck(suite, number, decision, wanted, got):
    """Whether CoreCLR, asked again, ends otherwise too. What a thread does may come before or after Main's end; and with types confused,
    addresses decide whether a process dies, so that a crash of Celer is luck only if CoreCLR also dies so."""
    if decision != "signal" and decision != "main":
        return False
    again = (run_mutants(suite.reference, suite, number, 1, SECONDS_ALONE)[number] for _ in range(RACES))
    if is_of_the_program(decision, got):
        return any(main_kind(answer.main) != main_kind(wanted.main) for answer in again)
    return any(crashed(answer) for answer in again)


def judge(suite, numbers):
    """(number, verdict, CoreCLR's answer, Celer's) for a part."""
    first, count = numbers
    wanted = run_mutants(suite.reference, suite, first, count, SECONDS)
    got = run_mutants(suite.options.engine, suite, first, count, SECONDS)
    rows = []
    for number in range(first, first + count):
        a, b = wanted[number], got[number]
        decision = verdict(a, b)
        if decision != "equal":
            a = run_mutants(suite.reference, suite, number, 1, SECONDS_ALONE)[number]
            b = run_mutants(suite.options.engine, suite, number, 1, SECONDS_ALONE)[number]
            decision = verdict(a, b)
            if is_luck(suite, number, decision, a, b):
                decision = "left out"
        rows.append((number, decision, a, b))
    return rows


def celer_alone(suite, numbers):
    """The same on Celer only: finds what ends the process."""
    got = run_mutants(suite.options.engine, suite, *numbers, SECONDS)
    return [(number, "internal" if a.internal() else "signal" if a.died else "equal", a, a) for number, a in sorted(got.items())]


def show(number, decision, wanted, got):
    print(f"{'FAILED' if decision in DEADLY else 'differs'} {number} {decision}: {got.title or wanted.title}")
    for name, answer in (("CoreCLR", wanted), ("Celer", got)):
        print(f"    {name:8}{answer.main[:300]} | {answer.walk[:200]}")
    if got.died:
        print("".join(f"            {line[:200]}\n" for line in got.stderr.splitlines()[:8]), end="", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--all", action="store_true", help=f"{EVERYTHING} mutants instead of {SAMPLE}")
    parser.add_argument("--first", type=int, default=0, help="the number of the first mutant")
    parser.add_argument("--count", type=int, help="how many")
    parser.add_argument("--alone", action="store_true", help="on Celer only: what ends the process")
    parser.add_argument("--walk", action="store_true", help="show also where only the walk differs")
    run.add_engine_options(parser)
    options = parser.parse_args()
    if not run.compile_programs(SOURCES, BUILT):
        return 1
    suite = run.Suite(options)
    end = options.first + (options.count or (EVERYTHING if options.all else SAMPLE))
    parts = [(at, min(PART, end - at)) for at in range(options.first, end, PART)]
    totals = collections.Counter()
    answered = 0  # by the driver on CoreCLR: with a title
    with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
        for rows in pool.map(lambda part: (celer_alone if options.alone else judge)(suite, part), parts):
            for row in rows:
                totals[row[1]] += 1
                answered += bool(row[2].title) and row[1] != "left out"
                if row[1] not in ("equal", "left out") and (row[1] != "walk" or options.walk):
                    show(*row)
    dead = sum(totals[kind] for kind in DEADLY)
    compared = sum(totals.values()) - totals["left out"]
    equal = 100 * (compared - dead - totals["main"]) / max(compared, 1)
    print(f"{compared} mutants compared, {totals['left out']} left out; {totals['signal']} signals, {totals['internal']} internal errors, "
          f"{totals['main']} ended otherwise ({equal:.2f} % equal), {totals['walk']} walked otherwise")
    bound = EQUAL_PERCENT if options.all else EQUAL_PERCENT_OF_PART
    if equal < bound:
        print(f"FAILED fewer than {bound} % end as on CoreCLR")
    too_few = 100 * answered < COMPARED_PERCENT * sum(totals.values())
    if too_few:
        print(f"FAILED only {answered} of {sum(totals.values())} mutants got an answer of CoreCLR")
    too_many = totals["main"] if equal < bound else 0  # else they are neither passed nor failed
    failed = dead + too_many + too_few
    print(f"{totals['equal'] + totals['walk']} passed, {failed} failed, {totals['main'] - too_many} skipped")
    return 1 if failed or not compared else 0


if __name__ == "__main__":
    sys.exit(main())
