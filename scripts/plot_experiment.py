#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Draws the results of an experiment, as PNG and SVG with a page, index.html, that shows them.

FOLDER has study.toml, results.csv, timings.csv and columns.json. Drawn are: who wins, the longest win and each recorded statistic
over each swept parameter, maps over two parameters (the first statistic, or without any the share that the first player
wins of all legal positions; and the longest win), the slowest and the largest cases, and time and memory by size. A
parameter that is not on an axis is averaged over, and the caption says so; seeds are never on an axis.

Example:
  scripts/plot_experiment.py results/jumps
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

from experiment_results import ResultsError, read_results
from plotting.experiment_pictures import (LEAST_CASES_FOR_BAND, draw_extremes, draw_growth, draw_maps, draw_outcomes,
                                          draw_spread, largest, map_pairs, mapped_statistic, measured)
from plotting.experiment_words import (RAW, averaging, listed, number_of, outcome_names, shortened, title_name,
                                       without_value)
from plotting.plot_style import MIB, PlotError, save_figure
from shown_text import shown_text

MOST_MAPS = 6
ENGINE = "engine"  # as a swept parameter
MOST_FAILURES_SHOWN = 10


@dataclass(frozen=True)
class Picture:
    """`name` is that of the files, without suffix; `draw` makes the figure."""

    name: str
    title: str
    caption: str
    draw: Callable


# --- what there is to draw -------------------------------------------------------------------------------------


def choose_pictures(results):
    """The pictures that the results have values for, and sentences about those that are left out."""
    pictures, left_out = [], []
    columns = [("longest_win", "longest win", results.columns["max_distance_plies"], False, "")]
    columns += [(f"statistic_{number}", one.name, results.columns[one.name], True, f"{one.name} counts {one.words}. ")
                for number, one in enumerate(results.statistics, 1)]
    for _, name, values, _, _ in columns:
        if results.cases.size and np.isnan(values).all():
            left_out.append(f"No case has a value of {name}.")
    # Every engine finds the same: it makes a difference to time and memory only.
    axes = [axis for axis in results.axes if axis.name != ENGINE]
    for axis in axes:
        pictures.append(Picture(
            f"outcomes_by_{axis.name}", f"Who wins by {axis.label}",
            f"Shares of the legal positions, {RAW}; the mean of the cases with each value, every case with the same "
            f"weight; {averaging(results, axis)}.",
            lambda axis=axis: draw_outcomes(results, axis)))
    for stem, name, values, is_share, counted in columns:
        if np.isnan(values).all():
            continue
        for axis in axes:
            pictures.append(Picture(
                f"{stem}_by_{axis.name}", f"{title_name(name, is_share)} by {axis.label}",
                f"{counted}The median of the cases with each value, and the band of 10 to 90 % of them, or every case "
                f"if some value has fewer than {LEAST_CASES_FOR_BAND}; {averaging(results, axis)}."
                f"{without_value(values)}",
                lambda axis=axis, values=values, name=name, is_share=is_share:
                    draw_spread(results, axis, values, name, is_share=is_share)))
    pairs = map_pairs(results)
    statistic = mapped_statistic(results)
    if statistic:
        left = f"the mean of {statistic.name}, which counts {statistic.words}"
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
    if any(largest(results.columns[name]).size for name in ("total_seconds", "memory_bytes")):
        pictures.append(Picture("slowest_and_largest", "The slowest and the largest cases",
                                "With their engines; parameters that have one value in all cases are not named.",
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
    """Name, least, median and greatest value of the main columns, as texts."""
    def texts(name, values, form):
        known = values[~np.isnan(values)]
        return (name, *(form(value(known)) for value in (np.min, np.median, np.max))) if known.size else None

    whole, percent = "{:,.10g}".format, "{:.2%}".format
    rows = [texts(name, results.columns[column], whole) for name, column in
            (("positions", "positions"), ("legal positions", "legal_positions"), ("moves", "edges"))]
    rows += [texts(f"{name} (share of the legal positions)", column, percent)
             for name, column in zip(outcome_names(results), results.shares().T)]
    rows += [texts("longest win (plies)", results.columns["max_distance_plies"], whole),
             texts("longest tie (plies)", results.columns["max_tie_plies"], whole)]
    rows += [texts(one.name, results.columns[one.name], percent) for one in results.statistics]
    rows += [texts("time (seconds)", results.columns["total_seconds"], "{:,.4g}".format),
             texts("memory (MiB)", results.columns["memory_bytes"] / MIB, "{:,.4g}".format)]
    return [row for row in rows if row]


def swept_text(results):
    texts = []
    for axis in results.axes:
        values = axis.parameter.values
        texts.append(f"{axis.label}: {shortened(values[0])} to {shortened(values[-1])}, {len(values)} values"
                     if axis.parameter.numbers is not None else f"{axis.label}: {len(values)} values")
    return texts


def page(results, folder, pictures, left_out):
    def escape(text):
        return html.escape(shown_text(text))

    title = f"{folder.resolve().name}: {results.game}"
    lines = ["<!DOCTYPE html>", '<html lang="en">', "<head>", '<meta charset="utf-8">',
             f"<title>{escape(title)}</title>", f"<style>\n{STYLE}\n</style>", "</head>", "<body>",
             f"<h1>{escape(title)}</h1>"]
    if results.question:
        lines.append(f"<p>{escape(results.question)}</p>")
    lines.append(f"<p>{number_of(len(results.cases), 'case')} solved, {len(results.failures):,} failed.</p>")
    facts = swept_text(results)
    never = results.averaged_over(*results.axes)
    if never:
        facts.append(f"on no axis, but averaged over: {listed(never)}")
    fixed = [f"{p.name}={shortened(p.values[0])}" for p in results.parameters if len(p.values) == 1]
    if fixed:
        facts.append(f"the same in all cases: {', '.join(fixed)}")
    if facts:
        lines += ["<ul>", *(f"<li>{escape(fact)}</li>" for fact in facts), "</ul>"]
    if results.failures:
        shown = results.failures[:MOST_FAILURES_SHOWN]
        lines.append("<h2>Failures</h2>")
        if len(shown) < len(results.failures):
            lines.append(f"<p>The first {len(shown)} of {len(results.failures):,}.</p>")
        lines += ["<ul>", *(f"<li>case {case} ({escape(words)}): {escape(error)}</li>" for case, words, error in shown),
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


def write_page(results, folder, output):
    """Draws everything into a folder, which is made; returns the page's path."""
    pictures, left_out = choose_pictures(results)
    index = output / "index.html"
    try:
        output.mkdir(parents=True, exist_ok=True)
        for picture in pictures:
            figure = picture.draw()
            for suffix in (".png", ".svg"):
                save_figure(figure, output / f"{picture.name}{suffix}", dpi=120)
            plt.close(figure)
        index.write_text(page(results, folder, pictures, left_out), encoding="utf-8")
    except OSError as error:
        raise PlotError(f"{error.filename or output}: {error.strerror or os.strerror(error.errno)}") from error
    return index


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", metavar="FOLDER", type=pathlib.Path, help="the results of an experiment")
    parser.add_argument("-o", "--output", metavar="FOLDER", type=pathlib.Path,
                        help="where the pictures and the page go; default: plots, in the results")
    arguments = parser.parse_args()
    try:
        results = read_results(arguments.folder)
        print(shown_text(write_page(results, arguments.folder, arguments.output or arguments.folder / "plots")))
    except (PlotError, ResultsError) as error:
        print(f"plot_experiment.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
