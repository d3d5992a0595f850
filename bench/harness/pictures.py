"""The pictures of the report, as SVG by matplotlib (Debian: python3-matplotlib). Without it there are none.

Another Python may stand before Debian's on the path: then that one draws, by this file as a program: pictures.py RESULTS FOLDER.
"""
import os
import subprocess
import sys

if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from harness import report, results  # noqa: E402

BLUE, GREY = "#2060a0", "#888888"
DEBIAN_PYTHON = "/usr/bin/python3"
PICTURES = {"benchmarks-areas.svg": "Ratios by area", "benchmarks-curve.svg": "From the first call to full speed",
            "benchmarks-rounds.svg": "The compiler, round after round"}


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


def draw(path, folder):
    """Draws what a file of results has data for. Returns [(title, path)]."""
    os.makedirs(folder, exist_ok=True)
    for name in PICTURES:
        if os.path.exists(os.path.join(folder, name)):
            os.remove(os.path.join(folder, name))
    plot = plotting()
    if plot:
        table = results.Table(path)
        for name, draw_one in zip(PICTURES, (draw_areas, draw_curve, draw_rounds)):
            draw_one(plot, table, os.path.join(folder, name))
    elif __name__ == "__main__" or not os.path.exists(DEBIAN_PYTHON) or subprocess.run([DEBIAN_PYTHON, os.path.abspath(__file__), path, folder]).returncode:
        print("bench: no pictures, there is no matplotlib")
    return [(title, os.path.join(folder, name)) for name, title in PICTURES.items() if os.path.exists(os.path.join(folder, name))]


def save(plot, figure, path):
    figure.savefig(path, bbox_inches="tight", metadata={"Date": None})
    plot.close(figure)


def draw_areas(plot, table, path):
    """A line for each area: its rows as dots, their geometric mean as a bar."""
    areas = report.areas(table)
    if not areas:
        return
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


def draw_curve(plot, table, path):
    curves = {engine: report.speed_curve(table, engine) for engine in ("celer", "coreclr")} if table.of("inventory") else {}
    if not curves or not all(curves.values()):
        return
    figure, axes = plot.subplots(figsize=(6, 3))
    for (engine, curve), colour in zip(curves.items(), (BLUE, GREY)):
        axes.plot(*zip(*curve), marker="o", color=colour, label=report.TABLE[engine][0])
    axes.set_xscale("log"), axes.set_yscale("log")
    axes.set_xlabel("ms since a case's first call")
    axes.set_ylabel("time of a call / CoreCLR's when warm")
    axes.legend(frameon=False)
    save(plot, figure, path)


def draw_rounds(plot, table, path):
    """The C# compiler as a library: Celer's time until each round beside CoreCLR's."""
    rows = [row for row in table.of("services") if row.program == "compiler" and row.has("celer", "coreclr")]
    if not rows:
        return
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


if __name__ == "__main__":
    draw(*sys.argv[1:])
