"""The pictures of the report, as SVG by matplotlib (Debian: python3-matplotlib). Without it there are none."""
import os

from harness import report

BLUE, GREY = "#2060a0", "#888888"


def plotting():
    """The library, or None."""
    try:
        import matplotlib
    except ImportError:
        return None
    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.hashsalt": "celer", "font.size": 8, "axes.spines.top": False, "axes.spines.right": False})
    import matplotlib.pyplot
    return matplotlib.pyplot


def draw(table, folder):
    """Returns [(title, path)]."""
    plot = plotting()
    if not plot:
        print("bench: no pictures, there is no matplotlib")
        return []
    os.makedirs(folder, exist_ok=True)
    drawn = [draw_areas(plot, table, os.path.join(folder, "benchmarks-areas.svg")), draw_curve(plot, table, os.path.join(folder, "benchmarks-curve.svg")),
             draw_rounds(plot, table, os.path.join(folder, "benchmarks-rounds.svg"))]
    return [found for found in drawn if found]


def save(plot, figure, path):
    figure.savefig(path, bbox_inches="tight", metadata={"Date": None})
    plot.close(figure)


def draw_areas(plot, table, path):
    """A line for each area: its rows as dots, their geometric mean as a bar."""
    areas = report.areas(table)
    if not areas:
        return None
    figure, axes = plot.subplots(figsize=(8, 0.25 * len(areas) + 1))
    for place, (rows, own, other) in enumerate(reversed(areas.values())):
        axes.plot([row.ratio(own, other) for row in rows], [place] * len(rows), "|", color=GREY, alpha=0.6)
        axes.plot(report.mean(rows, own, other), place, "o", color=BLUE)
    axes.set_yticks(range(len(areas)), reversed(areas))
    axes.axvline(1, color="black", linewidth=0.8)
    axes.set_xscale("log", base=2)
    axes.xaxis.set_major_formatter("{x:g}")
    axes.set_xlabel("Celer / CoreCLR: left of 1, Celer needs less. Dots: geometric means")
    save(plot, figure, path)
    return "Ratios by area", path


def draw_curve(plot, table, path):
    curves = {engine: report.speed_curve(table, engine) for engine in ("celer", "coreclr")} if table.of("inventory") else {}
    if not curves or not all(curves.values()):
        return None
    figure, axes = plot.subplots(figsize=(6, 3))
    for (engine, curve), colour in zip(curves.items(), (BLUE, GREY)):
        axes.plot(*zip(*curve), marker="o", color=colour, label=report.TABLE[engine][0])
    axes.set_xscale("log"), axes.set_yscale("log")
    axes.set_xlabel("ms since a case's first call")
    axes.set_ylabel("time of a call / CoreCLR's when warm")
    axes.legend(frameon=False)
    save(plot, figure, path)
    return "From the first call to full speed", path


def draw_rounds(plot, table, path):
    """The C# compiler as a library: Celer's time until each round beside CoreCLR's."""
    rows = [row for row in table.of("services") if row.program == "compiler" and row.has("celer", "coreclr")]
    if not rows:
        return None
    figure, axes = plot.subplots(figsize=(6, 3))
    rounds = [int(row.name.rpartition(" ")[2]) for row in rows]
    for engine, colour in (("celer", BLUE), ("coreclr", GREY)):
        axes.plot(rounds, [row.engines[engine].median / 1000 for row in rows], marker="o", color=colour, label=report.TABLE[engine][0])
    axes.set_xscale("log"), axes.set_yscale("log")
    axes.set_xticks(rounds, rounds)
    axes.set_xlabel("rounds of the C# compiler over the same files")
    axes.set_ylabel("seconds until their end")
    axes.legend(frameon=False)
    save(plot, figure, path)
    return "The compiler, round after round", path
