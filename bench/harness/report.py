"""The report of a file of results, as Markdown: means by area, the slowest rows with their causes, every row, what failed."""
import collections
import json
import os

from harness import figures
from harness.engines import MODES, ROOT, SOURCES, TABLE
from harness.suites import SUITES

START, END = "<!-- results, made by bench/run.py --accept -->", "<!-- end of results -->"
DOCUMENT = os.path.join(ROOT, "docs", "benchmarks.md")
CAUSES = os.path.join(SOURCES, "causes.tsv")
WORST = 20
TIMES_MS = (1, 3, 10, 30, 100, 300, 1000)  # since the first call of a case
SCALES = {"ns": ((1e9, "s"), (1e6, "ms"), (1e3, "µs"), (1, "ns")), "us": ((1e6, "s"), (1e3, "ms"), (1, "µs")), "ms": ((1e3, "s"), (1, "ms")), "KiB": ((1024, "MiB"),)}


def pairs(table):
    """For each suite in the file, whose rows are compared: an engine with itself, if that is what was measured."""
    found = {}
    for suite in SUITES:
        names = {name for row in table.of(suite.name) for name in row.engines}
        again = next((name for name in names if name.endswith(" again")), None)
        if names:
            found[suite.name] = (again, again.removesuffix(" again")) if again else suite.pair
    return found


def amount(value, unit):
    for scale, name in SCALES.get(unit, ((1, unit),)):
        if value >= scale or scale == SCALES.get(unit, ((1, unit),))[-1][0]:
            return f"{value / scale:.{0 if value / scale >= 99.95 else 1 if value / scale >= 9.995 else 2}f} {name}".strip()
    return ""


def decimals(ratio):
    return "" if ratio is None else f"{ratio:.2f}"


def causes():
    """(program, row) -> why it is slow, of bench/causes.tsv."""
    if not os.path.exists(CAUSES):
        return {}
    with open(CAUSES, encoding="utf-8") as file:
        return {(program, row): cause for program, row, cause in (line.rstrip("\n").split("\t") for line in file if line.strip())}


def areas(table):
    """Area -> (rows that count, own engine, other), an area being a program of the inventory or of warm, or a whole suite."""
    found = collections.OrderedDict()
    for suite, (own, other) in pairs(table).items():
        for row in table.of(suite):
            if own != other and row.counts(own, other):
                name = f"{suite}/{row.program}" if suite in ("inventory", "warm") else suite
                found.setdefault(name, ([], own, other))[0].append(row)
    return found


def mean(rows, own, other):
    return figures.geometric_mean(row.ratio(own, other) for row in rows)


def area_lines(table):
    yield "| area | rows | mean ratio | below 0.97 | above 1.03 | slowest row |"
    yield "|---|---|---|---|---|---|"
    for name, (rows, own, other) in areas(table).items():
        slowest = max(rows, key=lambda row: row.ratio(own, other))
        faster = sum(row.ratio(own, other) < 0.97 for row in rows)
        slower = sum(row.ratio(own, other) > 1.03 for row in rows)
        yield f"| {name} | {len(rows)} | {mean(rows, own, other):.2f} | {faster} | {slower} | {cell(slowest.name)} {slowest.ratio(own, other):.2f} |"
    for suite in ("inventory", "warm"):
        rows = [row for row in table.of(suite) if row.counts(*pairs(table)[suite])] if suite in pairs(table) else []
        if rows:
            yield f"| **{suite}, all** | {len(rows)} | **{mean(rows, *pairs(table)[suite]):.2f}** | | | |"


def mode_lines(table):
    """Every mode over the rows that it was measured with, beside both engines at their defaults over the same rows."""
    rows = [row for row in table.of("inventory") if row.has("celer", "coreclr", *MODES)]
    if not rows:
        return
    yield f"Over {len(rows)} cases of the inventories, time beside CoreCLR at its defaults: " + ", ".join(
        f"{TABLE[name][0]} {mean([row for row in rows if row.counts(name, 'coreclr')], name, 'coreclr'):.2f}" for name in ("celer", *MODES)) + "."


def cell(text):
    return text.replace("|", "\\|").replace("\n", " ")


def worst_lines(table):
    why = causes()
    rows = [(row.ratio(own, other), row) for rows, own, other in areas(table).values() for row in rows if row.ratio(own, other) > 1]
    yield "| row | ratio | why |"
    yield "|---|---|---|"
    for ratio, row in sorted(rows, key=lambda pair: -pair[0])[:WORST]:
        yield f"| {row.program}, {cell(row.name)} | {ratio:.2f} | {cell(why.get((row.program, row.name), ''))} |"


def interval_text(row, own, other):
    low, high = row.ratio_interval(own, other)
    return f"{low:.2f} to {high:.2f}" if low and high else ""


def bytes_text(row, own, other):
    own_bytes, other_bytes = (min(row.engines[name].bytes, default=None) for name in (own, other))
    if own_bytes == other_bytes:
        return "" if not own_bytes else f"{own_bytes:g}"
    return f"{own_bytes or 0:g} against {other_bytes or 0:g}"


def columns(table, suite):
    """The engines whose figures are shown. The modes have too few of the inventories' cases; what they mean is said in one line."""
    hidden = MODES if suite.name == "inventory" else ()
    measured = {name for row in table.of(suite.name) for name in row.engines}
    return list(dict.fromkeys((*pairs(table)[suite.name], *(name for name in TABLE if name in measured and name not in hidden))))


def title_of(engine):
    name, again, _ = engine.partition(" again")
    return TABLE[name][0] + again


def compared(row, own, other):
    """Ratio, its interval, and the bytes."""
    if own == other or not row.has(own, other):
        return "", "", ""
    return decimals(row.ratio(own, other)), interval_text(row, own, other), bytes_text(row, own, other)


def suite_lines(table, suite):
    own, other = pairs(table)[suite.name]
    names = columns(table, suite)
    yield f"### {suite.title}"
    yield ""
    yield f"| row | {' | '.join(map(title_of, names))} | ratio | interval | bytes |"
    yield "|---" * (len(names) + 4) + "|"
    for row in (row for row in table.of(suite.name) if any(row.has(name) for name in names)):
        values = [amount(row.engines[name].median, row.unit) if row.has(name) else "" for name in names]
        name = f"{row.program}: {row.name}" if suite.name in ("inventory", "warm") else row.name
        yield f"| {cell(name)} | {' | '.join([*values, *compared(row, own, other)])} |"
    yield ""


def at(curve, milliseconds):
    """What a call took at a time since the first: the pairs are milliseconds and ns."""
    value = None
    for when, nanoseconds in zip(curve[::2], curve[1::2]):
        if when > milliseconds and value is not None:
            break
        value = nanoseconds
    return value


def speed_curve(table, engine):
    """[(ms since a case's first call, time of a call beside CoreCLR's when warm)], geometric means over the cases of both engines."""
    rows = [row for row in table.of("inventory") if row.counts("celer", "coreclr") and row.engines[engine].curves]
    return [(when, figures.geometric_mean(max(at(row.engines[engine].curves[0], when), 1) / max(row.engines["coreclr"].median, 1) for row in rows))
            for when in TIMES_MS if rows]


def curve_lines(table):
    curves = {engine: speed_curve(table, engine) for engine in ("celer", "coreclr") if "inventory" in pairs(table)}
    if not all(curves.values()) or not curves:
        return
    yield "Time of a call, so many ms after the first call of a case, as a multiple of what it takes CoreCLR when warm (geometric means over the inventories' cases):"
    yield ""
    yield "| ms | " + " | ".join(map(str, TIMES_MS)) + " |"
    yield "|---" * (len(TIMES_MS) + 1) + "|"
    for engine, curve in curves.items():
        yield f"| {TABLE[engine][0]} | " + " | ".join(f"{value:.2f}" for _, value in curve) + " |"


def self_lines(table):
    """Of an engine beside itself: how many rows differ by more than 3 %."""
    for suite, (own, other) in pairs(table).items():
        rows = [row for row in table.of(suite) if row.counts(own, other)]
        apart = [row for row in rows if not 1 / 1.03 <= row.ratio(own, other) <= 1.03]
        if own.endswith(" again") and rows:
            yield f"- {suite}: {len(rows) - len(apart)} of {len(rows)} rows are within 3 %; not: " + ", ".join(f"{row.name} {row.ratio(own, other):.2f}" for row in apart)


def problem_lines(table):
    for row in table.rows.values():
        if row.problem:
            yield f"- {row.suite}, {row.program}: {row.name}: {row.problem}"


def section(title, lines):
    lines = list(lines)
    return [f"## {title}", "", *lines, ""] if lines else []


def markdown(table, pictures=()):
    machine = table.machine
    lines = [
        f"{machine.get('date')}; {machine.get('processor')}, {machine.get('cores')} cores, {machine.get('memory_gib')} GiB, Linux {machine.get('kernel')}; "
        f".NET SDK {machine.get('dotnet')}, Celer {machine.get('celer')}. Ratios are Celer / CoreCLR of the same cost: below 1, Celer needs less. Rows that take "
        "less than a nanosecond on both engines count for no mean.",
        "",
        *section("An engine beside itself", self_lines(table)),
        *section("By area", [*area_lines(table), "", *mode_lines(table)]),
        *(f"![{title}]({path})\n" for title, path in pictures),
        *section("From the first call on", curve_lines(table)),
        *section("The slowest rows", worst_lines(table)),
        *section("What failed", problem_lines(table)),
        "## All rows",
        "",
    ]
    for suite in SUITES:
        lines += suite_lines(table, suite) if suite.name in pairs(table) else []
    return "\n".join(lines).rstrip() + "\n"


def as_json(table):
    """The merged rows."""
    rows = [{"suite": row.suite, "program": row.program, "row": row.name, "ids": row.ids, "unit": row.unit, "problem": row.problem,
             "engines": {name: {"median": figure.median, "interval": figure.interval, "bytes": min(figure.bytes, default=None)}
                         for name, figure in row.engines.items() if figure.is_measured}} for row in table.rows.values()]
    return json.dumps({"machine": table.machine, "rows": rows}, indent=1)


def accept(text):
    """Puts the report between the two marks in docs/benchmarks.md."""
    with open(DOCUMENT, encoding="utf-8") as file:
        before, _, rest = file.read().partition(START)
        after = rest.partition(END)[2]
    with open(DOCUMENT, "w", encoding="utf-8") as file:
        file.write(f"{before}{START}\n\n{text}\n{END}{after}")
