#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Draws how time and memory grow with the number of positions, from the reports of several solves.

Every FILE is the output of `zermelo solve ... --json`. Both axes are logarithmic, with the line of proportional growth
through the smallest instance for comparison.

Examples:
  for n in 32 64 128; do scripts/run solve cat_and_mouse_ii rows=$n cols=$n --json > grid_$n.json; done
  scripts/plot_growth.py grid_*.json -o growth.svg
"""

import argparse
import json
import math
import pathlib
import sys

import matplotlib.pyplot as plt

from modules.plot_style import MIB, PlotError, literal, save_figure
from modules.escaped_text import escaped_text

# Steps in addition to the solve, each with its own line.
STEPS = {"verify": "verifying", "write": "writing the table"}
NOT_SOLVING = ("total", "summarize", "read", "reach", "checkpoint", *STEPS)
LINE = {"marker": "o", "markersize": 4}
PROPORTIONAL = {"linestyle": ":", "color": "#7f7f7f", "label": "in proportion to positions"}


def read_report(path):
    try:
        report = json.loads(path.read_text())
        seconds = report["seconds"]
        report["solve"] = sum(time for phase, time in seconds.items() if phase not in NOT_SOLVING)
        if report["solve"] <= 0 or report["positions"] <= 0 or report["peak_bytes"] <= 0:
            raise PlotError(f"{path}: expected positions, seconds and peak_bytes above 0, which logarithmic axes need")
        for phase, time in seconds.items():
            if not 0 <= time < math.inf:
                raise PlotError(f"{path}: seconds of {phase}: expected a finite number of at least 0, got '{time}'")
        report["name"] = (str(report["game"]), f"{report['engine']}, {report['threads']} threads")
    except OSError as error:
        raise PlotError(f"cannot read {path}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise PlotError(f"{path}: invalid report of zermelo solve --json: {error}") from error
    return report


def draw_proportional(ax, positions, first):
    ax.plot(positions, [first * p / positions[0] for p in positions], **PROPORTIONAL)


def draw(reports):
    reports = sorted(reports, key=lambda report: report["positions"])
    positions = [report["positions"] for report in reports]
    figure, (time_ax, memory_ax) = plt.subplots(1, 2, figsize=(10, 4.5), layout="constrained")
    games, engines = (sorted(set(names)) for names in zip(*(report["name"] for report in reports)))
    figure.suptitle(literal(f"{', '.join(games)}: {'; '.join(engines)}"))

    solve = [report["solve"] for report in reports]
    time_ax.plot(positions, solve, label="solving", **LINE)
    for phase, label in STEPS.items():
        steps = [(r["positions"], r["seconds"][phase]) for r in reports if r["seconds"].get(phase, 0) > 0]
        if steps:
            time_ax.plot(*zip(*steps), label=label, **LINE)
    draw_proportional(time_ax, positions, solve[0])
    time_ax.set_ylabel("seconds")
    time_ax.set_title("Time")

    memory = [report["peak_bytes"] / MIB for report in reports]
    memory_ax.plot(positions, memory, label="peak", **LINE)
    draw_proportional(memory_ax, positions, memory[0])
    memory_ax.set_ylabel("MiB")
    memory_ax.set_title("Memory")
    for ax in (time_ax, memory_ax):
        ax.set_xscale("log")
        ax.set_yscale("log")
        ax.set_xlabel("positions")
        ax.grid(which="major", alpha=0.3)
        ax.legend(frameon=False)
    return figure


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("reports", metavar="FILE", type=pathlib.Path, nargs="+", help="a report of solve --json")
    parser.add_argument("-o", "--output", type=pathlib.Path, default=pathlib.Path("growth.png"),
                        help="the picture, .png or .svg (default: growth.png)")
    arguments = parser.parse_args()
    try:
        if arguments.output.suffix not in (".png", ".svg"):
            raise PlotError(f"{arguments.output}: expected a name that ends in .png or .svg")
        figure = draw([read_report(path) for path in arguments.reports])
        try:
            save_figure(figure, arguments.output, dpi=150)
        except OSError as error:
            raise PlotError(f"cannot write {arguments.output}: {error.strerror}") from error
    except PlotError as error:
        print(f"plot_growth.py: {error}", file=sys.stderr)
        return 2
    print(escaped_text(arguments.output))
    return 0


if __name__ == "__main__":
    sys.exit(main())
