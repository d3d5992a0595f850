#!/usr/bin/env python3
"""Writes docs/features.md: for every row of the inventories of features, which program shows it or why none does.

The rows are in tests/features/PREFIX.tsv (id, layer, title, reason why no program shows it, or "shown by FILE: NAME OF THE CHECK" for the suites in
Python). What shows them is found in the programs: `// rows: ID...` in the first lines of tests/programs/**/*.cs, and [Row("BENCHMARK", "ID"...)] in
bench/programs/inventory/*.cs. Entries of the inventories that are no benchmark are in tests/features/PREFIX-benchmarks.tsv (id, program or reason).
The number of rows that nothing shows is in tests/features/unshown, and may only fall. Areas of the class libraries are in tests/features/areas.tsv (name, what
a program that uses the area says, a regular expression); each has at least ten programs. `--check` writes nothing; tools/tidy.py does the same.
"""
import argparse
import collections
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
REPORT = "docs/features.md"
UNSHOWN = "tests/features/unshown"
AREAS = "tests/features/areas.tsv"
LEAST_OF_AREA = 10  # programs
PROGRAMS = "tests/programs/"
BENCHMARKS = "bench/programs/inventory/"
LAYERS = ("JIT", "VM", "GC", "THREAD", "INTEROP", "STARTUP/AOT", "TRACE", "LIB", "NATIVE", "TOOL")
TITLE_LENGTH = 80
ROWS_LINE = re.compile(r"// rows: ?(.*)")
ROW_ATTRIBUTE = re.compile(r'\bRow\(((?:\s*"[^"]*"\s*,?)+)\)')
BY_SUITE = re.compile(r"shown by (\S+\.py): \S")
PROGRAM_PATH = re.compile(r"\b(?:tests|bench)/[\w./-]+\.(?:cs|py)\b")

# File of the rows, prefix of their ids, how many there are, prefix of the entries about benchmarks, how many.
Inventory = collections.namedtuple("Inventory", "file title rows count entries entry_count")
INVENTORIES = (
    Inventory("n5", ".NET 5", "N5", 237, "B5", 58),
    Inventory("n6a", ".NET 6, the runtime and its core types", "N6a", 186, "B6a", 69),
    Inventory("n6b", ".NET 6, the libraries", "N6b", 227, "B6b", 56),
    Inventory("n7a", ".NET 7, the runtime", "N7a", 163, "B7a", 47),
    Inventory("n7b", ".NET 7, reflection to regular expressions", "N7b", 180, "B7b", 63),
    Inventory("n7c", ".NET 7, collections to diagnostics", "N7c", 216, "B7c", 43),
)
Row = collections.namedtuple("Row", "id layer title reason")


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8-sig") as file:
        return file.read()


def read_with_parts(path):
    """A program and the files that it includes (tests/compile)."""
    text = read(path)
    parts = re.findall(r"^// include: *(.+?) *$", text, re.MULTILINE)
    return "\n".join([text, *(read(os.path.join(os.path.dirname(path), part)) for part in parts)])


def exists(path):
    return os.path.isfile(os.path.join(ROOT, path))


def row_ids(inventory):
    return [f"{inventory.rows}-{number:03}" for number in range(1, inventory.count + 1)]


def entry_ids(inventory):
    return [f"{inventory.entries}-{number:02}" for number in range(1, inventory.entry_count + 1)]


def directive_ids(text):
    """The ids of the `// rows:` lines at the head of a program."""
    ids = []
    for line in text.splitlines():
        if not line.startswith("//"):
            break
        match = ROWS_LINE.match(line)
        ids += match[1].split() if match else []
    return ids


def is_skipped(text):
    """Programs that no engine runs show nothing."""
    return re.search(r"\A(?://.*\n)*// skip: all\b", text) is not None


def attribute_ids(text):
    """(entry, rows) of each [Row("entry", "row"...)]."""
    for match in ROW_ATTRIBUTE.finditer(text):
        entry, *rows = re.findall(r'"([^"]*)"', match[1])
        yield entry, rows


class Findings:
    """What the files say: the rows, the programs that show each, and what is wrong with it."""

    def __init__(self, paths):
        self.problems = []
        self.rows = {}
        self.reasons = {}  # of entries that are no benchmark
        self.shown = collections.defaultdict(list)  # row -> names of programs
        self.measured = collections.defaultdict(list)  # entry -> names of programs
        for inventory in INVENTORIES:
            self.read_rows(inventory)
            self.read_entries(inventory)
        for path in paths:
            if path.startswith((PROGRAMS, BENCHMARKS)) and path.endswith(".cs"):
                self.read_program(path, read(path))
        for row in self.rows.values():
            if BY_SUITE.match(row.reason):
                self.shown[row.id].append(row.reason[len("shown by "):])
        self.areas = self.count_areas([read_with_parts(path) for path in paths if path.startswith(PROGRAMS) and path.endswith(".cs")])
        self.known_rows = {row for inventory in INVENTORIES for row in row_ids(inventory)}
        self.unshown = [row for row in sorted(self.known_rows) if row not in self.shown]
        self.judge()

    def read_table(self, path, columns):
        if not exists(path):
            self.problems.append(f"{path} is missing")
            return
        for number, line in enumerate(read(path).splitlines(), 1):
            fields = [field.strip() for field in line.split("\t")]
            fields += [""] * (columns - len(fields))
            if len(fields) > columns or not all(fields[:columns - (columns == 4)]):
                self.problems.append(f"{path}:{number}: not {columns} fields")
            else:
                yield number, fields

    def count_areas(self, programs):
        """Area -> how many programs use it."""
        areas = {}
        for number, (area, pattern) in self.read_table(AREAS, 2):
            areas[area] = sum(re.search(pattern, text) is not None for text in programs)
            if areas[area] < LEAST_OF_AREA:
                self.problems.append(f"{AREAS}:{number}: {area} has {areas[area]} programs, not {LEAST_OF_AREA}")
        return areas

    def read_rows(self, inventory):
        path = f"tests/features/{inventory.file}.tsv"
        known = set(row_ids(inventory))
        for number, fields in self.read_table(path, 4):
            row = Row(*fields)
            if row.id not in known or row.id in self.rows:
                self.problems.append(f"{path}:{number}: {row.id} " + ("comes twice" if row.id in self.rows else "is no row of this inventory"))
            if row.layer not in LAYERS:
                self.problems.append(f"{path}:{number}: no layer {row.layer}")
            if len(row.title) > TITLE_LENGTH:
                self.problems.append(f"{path}:{number}: a title of more than {TITLE_LENGTH} characters")
            match = BY_SUITE.match(row.reason)
            if match and not exists(match[1]):
                self.problems.append(f"{path}:{number}: there is no {match[1]}")
            self.rows[row.id] = row

    def read_entries(self, inventory):
        path = f"tests/features/{inventory.file}-benchmarks.tsv"
        known = set(entry_ids(inventory))
        for number, (entry, reason) in self.read_table(path, 2):
            if entry not in known or entry in self.reasons:
                self.problems.append(f"{path}:{number}: {entry} " + ("comes twice" if entry in self.reasons else "is no entry of this inventory"))
            self.problems += [f"{path}:{number}: there is no {program}" for program in PROGRAM_PATH.findall(reason) if not exists(program)]
            self.reasons[entry] = reason

    def read_program(self, path, text):
        if is_skipped(text):
            return
        for row in directive_ids(text):
            self.show(row, path[len(PROGRAMS):-3], path)
        name = "bench " + path[len(BENCHMARKS):-3]
        for entry, rows in attribute_ids(text) if path.startswith(BENCHMARKS) else ():
            if not any(entry in entry_ids(inventory) for inventory in INVENTORIES):
                self.problems.append(f"{path}: there is no entry {entry}")
            if name not in self.measured[entry]:
                self.measured[entry].append(name)
            for row in rows:
                self.show(row, name, path)

    def show(self, row, name, path):
        if not any(row in row_ids(inventory) for inventory in INVENTORIES):
            self.problems.append(f"{path}: there is no row {row}")
        elif name not in self.shown[row]:
            self.shown[row].append(name)

    def judge(self):
        for inventory in INVENTORIES:
            for row in row_ids(inventory):
                reason = self.rows[row].reason if row in self.rows else None
                if reason is None:
                    self.problems.append(f"tests/features/{inventory.file}.tsv: {row} is missing")
                elif reason and not BY_SUITE.match(reason) and row in self.shown:
                    self.problems.append(f"{row} is shown by {self.shown[row][0]} and also has a reason why it is not: {reason}")
                elif not reason and row not in self.shown:
                    self.problems.append(f"{row} is neither shown by a program nor is there a reason why not")
            for entry in entry_ids(inventory):
                if (entry in self.measured) == (entry in self.reasons):
                    self.problems.append(f"{entry} is " + ("a benchmark and also listed as none" if entry in self.reasons else "neither a benchmark nor listed"))

    def summary(self):
        return f"features: {len(self.known_rows) - len(self.unshown)} of {len(self.known_rows)} rows are shown by programs, {len(self.unshown)} are not"


def cell(text):
    return text.replace("|", "\\|")


def counts(findings, rows):
    shown = sum(row in findings.shown for row in rows)
    return f"{shown} of {len(rows)}" if rows else ""


def layer_table(findings):
    of_layer = collections.defaultdict(list)
    for row in findings.rows.values():
        of_layer[row.id.split("-")[0], row.layer].append(row.id)
    yield "| layer | " + " | ".join(inventory.rows for inventory in INVENTORIES) + " | all |"
    yield "|---" * (len(INVENTORIES) + 2) + "|"
    for layer in LAYERS:
        rows = [of_layer[inventory.rows, layer] for inventory in INVENTORIES]
        yield f"| {layer} | " + " | ".join(counts(findings, part) for part in rows) + f" | {counts(findings, sum(rows, []))} |"
    yield ("| all | " + " | ".join(counts(findings, row_ids(inventory)) for inventory in INVENTORIES)
           + f" | **{counts(findings, sorted(findings.known_rows))}** |")


def reason_table(findings):
    """How often each reason is given, without what follows its colon."""
    reasons = collections.Counter(findings.rows[row].reason.split(":")[0] for row in findings.unshown if row in findings.rows)
    yield "| why not | rows |"
    yield "|---|---|"
    for reason, count in sorted(reasons.items(), key=lambda item: (-item[1], item[0])):
        yield f"| {cell(reason)} | {count} |"


def area_table(findings):
    """How many programs use each area of the class libraries."""
    yield "| area of the class libraries | programs of `tests/programs` that use it |"
    yield "|---|---|"
    yield from (f"| {area} | {count} |" for area, count in findings.areas.items())


def inventory_table(findings, inventory):
    yield f"## {inventory.title}"
    yield ""
    yield "| row | layer | | shown by, or why not |"
    yield "|---|---|---|---|"
    for row in filter(None, map(findings.rows.get, row_ids(inventory))):
        where = ", ".join(sorted(findings.shown[row.id])) if row.id in findings.shown else f"*{cell(row.reason)}*"
        yield f"| {row.id} | {row.layer} | {cell(row.title)} | {where} |"
    yield ""
    yield f"Benchmarks: {sum(entry in findings.measured for entry in entry_ids(inventory))} of {inventory.entry_count}. The others:"
    yield ""
    yield from (f"- {entry}: {findings.reasons[entry]}" for entry in entry_ids(inventory) if entry in findings.reasons)
    yield ""


def report(findings):
    """The text of docs/features.md."""
    lines = [
        "# Features",
        "",
        "Made by `tools/features.py`; edit the programs or `tests/features/*.tsv` instead. Each row is a feature that the editions of .NET from 5 to 7 brought or lean on,",
        "by layer of who does the work. A program of `tests/programs` shows it (named by its path there: it prints the same on CoreCLR and on Celer), a benchmark",
        "(`bench NAME`: `bench/programs/inventory/NAME.cs`; each case has the same result on both), or a check of a suite.",
        "",
        findings.summary().capitalize() + ".",
        "",
        *layer_table(findings),
        "",
        *reason_table(findings),
        "",
        *area_table(findings),
        "",
    ]
    for inventory in INVENTORIES:
        lines += inventory_table(findings, inventory)
    return "\n".join(lines).rstrip() + "\n"


def recorded():
    return int(read(UNSHOWN)) if exists(UNSHOWN) else sum(inventory.count for inventory in INVENTORIES)


def problems(findings):
    """All that is wrong, the report included."""
    yield from findings.problems
    if len(findings.unshown) > recorded():
        yield f"{len(findings.unshown)} rows are not shown; {UNSHOWN} allows {recorded()}: it may only fall"
    elif len(findings.unshown) < recorded() or not exists(REPORT) or read(REPORT) != report(findings):
        yield f"{REPORT} is not up to date: run tools/features.py"


def tracked():
    """Also what is not committed yet."""
    words = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    return sorted(set(filter(exists, subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines())))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="only say what is wrong")
    options = parser.parse_args()
    findings = Findings(tracked())
    if not options.check and len(findings.unshown) <= recorded():
        for path, text in ((UNSHOWN, f"{len(findings.unshown)}\n"), (REPORT, report(findings))):
            with open(os.path.join(ROOT, path), "w", encoding="utf-8") as file:
                file.write(text)
    found = list(problems(findings))
    for problem in found:
        print(problem)
    print(findings.summary())
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
