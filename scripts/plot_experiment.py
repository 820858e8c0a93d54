#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Draws the results of an experiment as PNG and SVG pictures, and writes a page, index.html, that displays them.

FOLDER has study.toml, results.csv, timings.csv and columns.json. Drawn are: who wins over each swept parameter, with a panel
for each combination of the others; the longest win, each recorded statistic and who wins from the start, as means over
seeds with error bars, over each swept parameter, with a line for each value of a second and a panel for each value of a
third; maps over two parameters of who wins from the start, of the first share (without any, the share that the first
player wins of all legal positions) and of the longest win; the slowest and the largest cases; and time and memory by
size. Seeds are never on an axis.

Examples:
  scripts/plot_experiment.py results/jumps
  scripts/plot_experiment.py results/jumps --x walls --lines mouse_jump --error ci95 --y mouse_share
  scripts/plot_experiment.py results/jumps --where cat_jump=2 --where cat_jump=3
"""

import argparse
import html
import os
import pathlib
import sys
from dataclasses import dataclass
from typing import Callable

import matplotlib.pyplot as plt
import numpy as np

from modules.experiment_results import ENGINE, NO_START, ResultsError, read_results
from modules.experiment_lines import (ERRORS, LEAST_SEEDS_FOR_INTERVAL, Quantity, choose_layout, choose_panels, draw_lines,
                                      find_axis, lines_caption, swept_axes)
from modules.experiment_pictures import (LEAST_SECONDS_DRAWN, draw_extremes, draw_growth, draw_maps, draw_outcomes,
                                         drawn_seconds, largest, map_pairs, mapped_statistic, measured)
from modules.experiment_start import draw_start, start_caption, start_quantity
from modules.experiment_text import RAW, averaging, listed, number_of, outcome_names, shortened, without_value
from modules.plot_style import MIB, PlotError, save_figure
from modules.escaped_text import escaped_text

MOST_MAPS = 6
MAX_LISTED_FAILURES = 10


@dataclass(frozen=True)
class Picture:
    """`name` is that of the files, without suffix; `draw` makes the figure."""

    name: str
    title: str
    caption: str
    draw: Callable


# --- choice of pictures ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Choice:
    """The requested options; None: chosen by the results."""

    x: str | None = None
    lines: str | None = None
    error: str | None = None
    y: tuple[str, ...] | None = None
    conditions: dict | None = None

    @property
    def facts(self):
        """Sentences on the filters of the drawn cases."""
        return [f"only cases with {name}={' or '.join(values)}" for name, values in (self.conditions or {}).items()]


def quantities(results, names=None):
    """The quantities drawn as lines: the longest win, the statistics and the start, or the columns with these names."""
    of_statistics = {one.name: Quantity(f"statistic_{number}", one.name, results.columns[one.name],
                                        "" if one.is_share else one.field, one.sentence)
                     for number, one in enumerate(results.statistics, 1)}
    longest = Quantity("longest_win", "Longest win", results.columns["max_distance_plies"], "plies")
    start = [start_quantity(results)] if (results.start_winners != NO_START).any() else []
    if names is None:
        return [longest, *of_statistics.values(), *start]
    known = {"longest_win": longest, **of_statistics, **{one.stem: one for one in start}}
    known |= {name: Quantity(name, name, values, "plies" if name.endswith("_plies") else name)
              for name, values in results.columns.items() if name not in known}
    unknown = [name for name in names if name not in known]
    if unknown:
        raise ResultsError(f"--y: unknown column '{unknown[0]}'; use one of {', '.join(known)}")
    return [known[name] for name in dict.fromkeys(names)]


def line_pictures(results, choice, xs):
    """Pictures of lines and maps of the start, and sentences about omitted ones."""
    pictures, left_out = [], []
    if choice.lines and not choice.x:
        raise ResultsError("--lines needs --x")
    lines = find_axis(results, choice.lines, "--lines") if choice.lines else None
    if lines and lines.name == xs[0].name:
        raise ResultsError(f"--lines: '{choice.lines}' is the parameter of --x; choose another parameter")
    drawn = quantities(results, choice.y)
    for one in drawn:
        if results.cases.size and np.isnan(one.values).all():
            left_out.append(f"No case has a value of {one.name.lower() if one.stem == 'longest_win' else one.name}.")
    for x in xs if results.cases.size else []:
        try:
            layout = choose_layout(results, x, lines)
        except ResultsError as error:
            if choice.x:
                raise
            left_out.append(f"No lines: {error}.")
            continue
        pictures += [Picture(
            f"{one.stem}_by_{x.name}", f"{one.name} by {listed([axis.label for axis in layout.axes])}",
            lines_caption(results, one, layout, choice.error),
            lambda one=one, layout=layout: draw_lines(results, one, layout, choice.error))
            for one in drawn if not np.isnan(one.values).all()]
    if any(one.stem == "start" for one in drawn) and xs:
        widest = max(xs, key=lambda axis: (axis.parameter.numbers is not None, len(axis.parameter.values)))
        pictures += start_maps(results, widest, lines)
    return pictures, left_out


def start_maps(results, x, lines):
    """The map of the winner from the start, if there is space for the parameters."""
    try:
        layout = choose_layout(results, x, lines)
    except ResultsError:
        return []
    if not layout.lines:
        return []
    labels = listed([axis.label for axis in layout.axes])
    return [Picture(f"start_map_{layout.x.name}_{layout.lines.name}", f"Who wins from the start by {labels}",
                    start_caption(results, layout), lambda: draw_start(results, layout))]


def choose_pictures(results, choice=Choice()):
    """The pictures for which the results have values, and sentences about omitted ones."""
    pictures = []
    axes = [find_axis(results, choice.x, "--x")] if choice.x else swept_axes(results)
    left_out = []
    for axis in axes:
        try:
            others = choose_panels(results, axis)
        except ResultsError as error:
            left_out.append(f"No shares of outcomes: {error}.")
            continue
        labels = listed([one.label for one in (axis, *others)])
        pictures.append(Picture(
            f"outcomes_by_{axis.name}", f"Who wins by {labels}",
            f"Shares of the legal positions, {RAW}; the mean of the cases with each value, every case with the same "
            f"weight; {averaging(results, axis, *others)}.",
            lambda axis=axis, others=others: draw_outcomes(results, axis, others)))
    of_lines, without_lines = line_pictures(results, choice, axes)
    pictures += of_lines
    left_out += without_lines
    pairs = map_pairs(results)
    statistic = mapped_statistic(results)
    if statistic:
        left = f"the mean of {statistic.name}, which counts {statistic.description}"
        left_without = without_value(results.columns[statistic.name], statistic.name)
    else:
        left, left_without = f"the mean share that the {results.players[0]} wins of all legal positions, {RAW}", ""
    left_without += without_value(results.columns["max_distance_plies"], "longest win")
    for across, up in pairs[:MOST_MAPS]:
        pictures.append(Picture(
            f"map_{across.name}_{up.name}", f"{across.label} and {up.label}",
            f"Left {left}; right the median of the longest win; {averaging(results, across, up)}.{left_without}",
            lambda across=across, up=up: draw_maps(results, across, up)))
    if len(pairs) > MOST_MAPS:
        left_out.append(f"Of {len(pairs)} maps the {MOST_MAPS} with the most cells are drawn; not drawn: " + ", ".join(
            f"{across.label} and {up.label}" for across, up in pairs[MOST_MAPS:]) + ".")
    if any(largest(values).size for values in (drawn_seconds(results), results.columns["memory_bytes"])):
        noise = (results.columns["total_seconds"] < LEAST_SECONDS_DRAWN).sum()
        pictures.append(Picture("slowest_and_largest", "The slowest and the largest cases",
                                "With their engines; parameters that have one value in all cases are not named."
                                + (f" Times below a millisecond are noise: {number_of(noise, 'case')} without a bar."
                                   if noise else ""),
                                lambda: draw_extremes(results)))
    unmeasured = len(results.cases) - (measured(results, "total_seconds") & measured(results, "memory_bytes")).sum()
    if unmeasured < len(results.cases):
        pictures.append(Picture(
            "growth", "Time and memory by the number of positions",
            "A mark a case." + (f" {number_of(unmeasured, 'case')} without a time or memory above 0 left out."
                                if unmeasured else ""),
            lambda: draw_growth(results)))
    return pictures, left_out


# --- the page --------------------------------------------------------------------------------------------------

STYLE = """body { font-family: sans-serif; max-width: 62em; margin: 2em auto; padding: 0 1em; line-height: 1.4; }
figure { margin: 2em 0; }
img { max-width: 100%; }
figcaption { color: #444; }
table { border-collapse: collapse; }
th, td { border-bottom: 1px solid #ccc; padding: 0.2em 0.8em; text-align: right; }
th:first-child { text-align: left; font-weight: normal; }"""


def summary_rows(results):
    """Name, least, median and greatest value of the main columns, as strings."""
    def strings(name, values, form):
        known = values[~np.isnan(values)]
        return (name, *(form(value(known)) for value in (np.min, np.median, np.max))) if known.size else None

    integer, percent = "{:,.10g}".format, "{:.2%}".format
    rows = [strings(name, results.columns[column], integer) for name, column in
            (("positions", "positions"), ("legal positions", "legal_positions"), ("moves", "edges"))]
    rows += [strings(f"{name} (share of the legal positions)", column, percent)
             for name, column in zip(outcome_names(results), results.shares().T)]
    rows += [strings("longest win (plies)", results.columns["max_distance_plies"], integer),
             strings("longest tie (plies)", results.columns["max_tie_plies"], integer)]
    rows += [strings(one.name, results.columns[one.name], percent) if one.is_share else
             strings(f"{one.name} ({one.field})", results.columns[one.name], "{:,.6g}".format) for one in results.statistics]
    rows += [strings("time (seconds)", results.columns["total_seconds"], "{:,.4g}".format),
             strings("memory (MiB)", results.columns["memory_bytes"] / MIB, "{:,.4g}".format)]
    return [row for row in rows if row]


def swept_text(results):
    strings = []
    for axis in results.axes:
        values = axis.parameter.values
        strings.append(f"{axis.label}: {shortened(values[0])} to {shortened(values[-1])}, {len(values)} values"
                     if axis.parameter.numbers is not None else f"{axis.label}: {len(values)} values")
    return strings


def page(results, folder, pictures, left_out, chosen=()):
    def escape(text):
        return html.escape(escaped_text(text))

    title = f"{folder.resolve().name}: {results.game}"
    lines = ["<!DOCTYPE html>", '<html lang="en">', "<head>", '<meta charset="utf-8">',
             f"<title>{escape(title)}</title>", f"<style>\n{STYLE}\n</style>", "</head>", "<body>",
             f"<h1>{escape(title)}</h1>"]
    if results.question:
        lines.append(f"<p>{escape(results.question)}</p>")
    lines.append(f"<p>{number_of(len(results.cases), 'case')} solved, {len(results.failures):,} failed.</p>")
    facts = [*chosen, *swept_text(results)]
    never = results.averaged_over(*results.axes)
    if never:
        facts.append(f"on no axis, but averaged over: {listed(never)}")
    fixed = [f"{p.name}={shortened(p.values[0])}" for p in results.parameters if len(p.values) == 1]
    if fixed:
        facts.append(f"the same in all cases: {', '.join(fixed)}")
    if facts:
        lines += ["<ul>", *(f"<li>{escape(fact)}</li>" for fact in facts), "</ul>"]
    if results.failures:
        display = results.failures[:MAX_LISTED_FAILURES]
        lines.append("<h2>Failures</h2>")
        if len(display) < len(results.failures):
            lines.append(f"<p>The first {len(display)} of {len(results.failures):,}.</p>")
        lines += ["<ul>", *(f"<li>case {case} ({escape(instance)}): {escape(error)}</li>" for case, instance, error in display),
                  "</ul>"]
    rows = summary_rows(results)
    if rows:
        lines += ["<h2>Numbers</h2>", "<table>",
                  "<tr><th>of a case</th><th>least</th><th>median</th><th>greatest</th></tr>"]
        lines += ["<tr><th>{}</th><td>{}</td><td>{}</td><td>{}</td></tr>".format(*map(escape, row)) for row in rows]
        lines.append("</table>")
    if pictures:
        lines.append("<h2>Pictures</h2>")
    for picture in pictures:
        lines += ["<figure>", f'<img src="{picture.name}.png" alt="{escape(picture.title)}">',
                  f"<figcaption>{escape(picture.title)}. {escape(picture.caption)} "
                  f'<a href="{picture.name}.svg">SVG</a></figcaption>', "</figure>"]
    lines += [f"<p>{escape(sentence)}</p>" for sentence in left_out]
    return "\n".join([*lines, "</body>", "</html>", ""])


def write_page(results, folder, output, choice=Choice()):
    """Draws everything into a new folder; returns the path of the page."""
    results = results.where(choice.conditions or {})
    pictures, left_out = choose_pictures(results, choice)
    index = output / "index.html"
    try:
        output.mkdir(parents=True, exist_ok=True)
        for picture in pictures:
            figure = picture.draw()
            for suffix in (".png", ".svg"):
                save_figure(figure, output / f"{picture.name}{suffix}", dpi=120)
            plt.close(figure)
        index.write_text(page(results, folder, pictures, left_out, choice.facts), encoding="utf-8")
    except OSError as error:
        raise PlotError(f"{error.filename or output}: {error.strerror or os.strerror(error.errno)}") from error
    return index


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", metavar="FOLDER", type=pathlib.Path, help="the results of an experiment")
    parser.add_argument("-o", "--output", metavar="FOLDER", type=pathlib.Path,
                        help="folder for the pictures and the page (default: plots, in the results)")
    parser.add_argument("--x", metavar="PARAMETER", help="draw only over this parameter (default: over each)")
    parser.add_argument("--lines", metavar="PARAMETER", help="draw a line for each value of this parameter; needs --x")
    parser.add_argument("--y", metavar="COLUMN", action="append",
                        help="draw lines of this column of results.csv or timings.csv, of longest_win or of start (whether the "
                             "first player wins from the start); may be repeated (default: both, and the statistics)")
    parser.add_argument("--error", choices=ERRORS,
                        help="bars over seeds: a 95 %% confidence interval (Student's t; of start Wilson's), the standard "
                             "deviation, or the least and the greatest value (default: ci95, but range if a point has "
                             f"fewer than {LEAST_SEEDS_FOR_INTERVAL} seeds)")
    parser.add_argument("--where", metavar="FIELD=VALUE", action="append", default=[],
                        help="only cases with this value of a parameter; may be repeated, also for one parameter")
    arguments = parser.parse_args()
    conditions = {}
    for argument in arguments.where:
        name, equals, value = argument.partition("=")
        if not equals:
            parser.error(f"argument --where: expected FIELD=VALUE, got '{argument}'")
        conditions.setdefault(name, []).append(value)
    choice = Choice(arguments.x, arguments.lines, arguments.error, arguments.y and tuple(arguments.y), conditions)
    try:
        results = read_results(arguments.folder)
        output = arguments.output or arguments.folder / "plots"
        print(escaped_text(write_page(results, arguments.folder, output, choice)))
    except (PlotError, ResultsError) as error:
        print(f"plot_experiment.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
