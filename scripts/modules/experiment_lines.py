# SPDX-License-Identifier: MIT
"""Draws means over seeds with error bars as lines over a parameter: one line for each value of a second parameter, one
panel for each value of a third. Other swept parameters are never averaged; the user must choose a value for each."""

import functools
import math
import textwrap
from dataclasses import dataclass

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import MaxNLocator, PercentFormatter

from modules.experiment_results import ENGINE, ResultsError, by_code
from modules.experiment_pictures import (LONGEST_AXIS_LINE, MARKERS, MOST_LABELS, PANELS_IN_A_ROW, finish_panels, panel_figure,
                                         set_parameter_axis, set_text_axis, set_title, spans_much, trim)
from modules.experiment_text import listed, shortened, spread_of_counts, without_value
from modules.plot_style import LEGEND_OUTSIDE, LINE_COLORS, LINE_STYLES, literal

CONFIDENCE = 0.95
NORMAL_QUANTILE = 1.959963984540054  # the quantile at (1 + CONFIDENCE) / 2
ERRORS = ("ci95", "sd", "range")
BISECTIONS = 60  # steps until an angle below pi / 2 is exact to the last bit of a float
LEAST_SEEDS_FOR_INTERVAL = 5  # with fewer seeds, error bars are ranges by default
MOST_LINES = 12
MOST_PANELS = 12
DODGE = 0.5  # share of the space of a text value over which its lines are distributed


@dataclass(frozen=True)
class Quantity:
    """A number for each case. `values` is an array of floats, `unit` is their unit in labels ("" for a share), and
    `sentence` describes the quantity in captions. If `is_yes_no`, all values are 0 or 1."""

    stem: str
    name: str
    values: np.ndarray
    unit: str = ""
    sentence: str = ""
    is_yes_no: bool = False

    @property
    def is_share(self):
        return not self.unit


@dataclass(frozen=True)
class Layout:
    """The axes of a picture of lines; `lines` and `panels` may be None."""

    x: object
    lines: object = None
    panels: object = None

    @property
    def axes(self):
        return [axis for axis in (self.x, self.lines, self.panels) if axis]

    def cells_of_cases(self, selected):
        """Returns the numbers of panels, lines and values of x, and for each selected case the index of its cell in an
        array of this shape."""
        axes = [self.panels, self.lines, self.x]
        shape = tuple(len(axis.parameter.values) if axis else 1 for axis in axes)
        codes = tuple(axis.parameter.codes[selected] if axis else np.zeros(selected.sum(), dtype=np.int64) for axis in axes)
        return shape, np.ravel_multi_index(codes, shape)

    @property
    def panel_titles(self):
        if not self.panels:
            return [""]
        return [f"{self.panels.label} = {shortened(value)}" for value in self.panels.parameter.values]


def swept_axes(results):
    """Returns the axes of all swept parameters except the seed and the engine."""
    return [axis for axis in results.axes if axis.name != ENGINE]


def find_axis(results, name, option):
    """Returns the axis with a parameter, perhaps as a companion. Raises ResultsError if the parameter is not swept."""
    for axis in swept_axes(results):
        if name in (axis.name, *(p.name for p in axis.companions)):
            return axis
    names = [axis.name for axis in swept_axes(results)]
    raise ResultsError(f"{option}: '{name}' is not a swept parameter with several values (other than seeds); "
                       f"{'use one of ' + listed(names) if names else 'this study has none'}")


def choose_layout(results, x, lines=None):
    """Returns the layout over x. By default, the lines are the parameter with the most values that has enough colours.
    Raises ResultsError if the picture would have too many parameters, lines or panels."""
    others = [axis for axis in swept_axes(results) if axis.name not in (x.name, lines.name if lines else "")]
    if not lines and others:
        few = [axis for axis in others if len(axis.parameter.values) <= len(LINE_COLORS)]
        lines = max(few, key=lambda axis: len(axis.parameter.values)) if few else min(
            others, key=lambda axis: len(axis.parameter.values))
        others.remove(lines)
    too_many = others[1:]
    if lines and len(lines.parameter.values) > MOST_LINES:
        too_many = [lines, *too_many]
    if others and len(others[0].parameter.values) > MOST_PANELS:
        too_many = [others[0], *too_many]
    if too_many:
        raise too_many_axes(x, too_many)
    return Layout(x, lines, others[0] if others else None)


def too_many_axes(x, axes):
    """Returns a ResultsError that asks for a value of each of these parameters."""
    counts = listed([f"{axis.label} ({len(axis.parameter.values)} values)" for axis in axes])
    options = " ".join(f"--where {axis.name}=VALUE" for axis in axes)
    return ResultsError(f"over {x.label}, too many values of other parameters: {counts}; choose with {options}")


def choose_panels(results, x):
    """Returns the other axes, whose combinations get separate panels. Raises ResultsError if there are too many."""
    others = [axis for axis in swept_axes(results) if axis.name != x.name]
    chosen = sorted(others, key=lambda axis: len(axis.parameter.values))
    while chosen and math.prod(len(axis.parameter.values) for axis in chosen) > MOST_PANELS:
        chosen.pop()
    if len(chosen) < len(others):
        raise too_many_axes(x, [axis for axis in others if axis.name not in {one.name for one in chosen}])
    return others


# --- means and intervals ---------------------------------------------------------------------------------------


@functools.cache
def student_quantile(freedom):
    """Returns the t for which a variable of Student's distribution with `freedom` degrees lies in [-t, t] with
    probability CONFIDENCE: Abramowitz and Stegun, Handbook of Mathematical Functions (1964), 26.7.3 and 26.7.4."""
    is_odd = freedom % 2 == 1
    exponents = np.arange(int(is_odd), freedom - 1, 2)  # exponents of the cosine
    is_first = exponents < 2
    factors = np.cumprod(np.where(is_first, 1, (exponents - 1) / np.where(is_first, 1, exponents)))

    def probability(angle):
        series = math.sin(angle) * float((factors * math.cos(angle) ** exponents).sum())
        return (angle + series) * 2 / math.pi if is_odd else series

    low, high = 0, math.pi / 2
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        low, high = (middle, high) if probability(middle) < CONFIDENCE else (low, middle)
    return math.sqrt(freedom) * math.tan(low)


def wilson_interval(mean, number):
    """Wilson's interval for a share of `number` yes-or-no cases: E. B. Wilson, J. Am. Stat. Assoc. 22 (1927), 209."""
    square = NORMAL_QUANTILE**2
    middle = (mean + square / (2 * number)) / (1 + square / number)
    half = NORMAL_QUANTILE / (1 + square / number) * math.sqrt(mean * (1 - mean) / number + square / (4 * number**2))
    return middle - half, middle + half


def interval(sample, error, *, is_yes_no=False):
    """Returns the lower and the upper end of an error bar, NaN for a single value."""
    mean = sample.mean()
    if error == "range":
        return sample.min(), sample.max()
    if error == "ci95" and is_yes_no:
        return wilson_interval(mean, sample.size)
    if sample.size < 2:
        return np.nan, np.nan
    half = sample.std(ddof=1)
    if error == "ci95":
        half *= student_quantile(sample.size - 1) / math.sqrt(sample.size)
    return mean - half, mean + half


def cells_of(results, quantity, layout):
    """Returns the values of the cases as a nested list of arrays, by panel, line and value of x."""
    selected = results.distinct
    (panels, lines, values), cells = layout.cells_of_cases(selected)
    parts = by_code(cells, panels * lines * values, quantity.values[selected])
    rows = [parts[begin:begin + values] for begin in range(0, len(parts), values)]
    return [rows[begin:begin + lines] for begin in range(0, len(rows), lines)]


def sizes_of(cells):
    return np.array([[[part.size for part in line] for line in panel] for panel in cells])


def error_of(sizes, requested):
    """Returns the kind of error bars: the requested one, or by default "ci95" if every cell with cases has enough of
    them, otherwise "range". None if no cell has more than one case."""
    if sizes.max() < 2:
        return None
    return requested or ("ci95" if sizes[sizes > 0].min() >= LEAST_SEEDS_FOR_INTERVAL else "range")


def error_text(error, quantity):
    return {"ci95": f"{CONFIDENCE:.0%} confidence interval ({'Wilson' if quantity.is_yes_no else 'Student'})",
            "sd": "standard deviation", "range": "range", None: ""}[error]


def lines_caption(results, quantity, layout, requested):
    """Returns the caption of the picture."""
    sizes = sizes_of(cells_of(results, quantity, layout))
    error = error_of(sizes, requested)
    what = "The only case of each point" if error is None else (
        f"The mean over seeds, with its {error_text(error, quantity)}" if error == "ci95" else
        f"The mean over seeds, with the {error_text(error, quantity)} of the cases")
    sentence = f"{quantity.sentence}. " if quantity.sentence else ""
    counts = "" if error is None else f"; {spread_of_counts(sizes, 'for each point')}"
    return f"{sentence}{what}{counts}.{without_value(quantity.values[results.distinct])}"


# --- drawing ---------------------------------------------------------------------------------------------------


def line_styles(count):
    colors = LINE_COLORS if count <= len(LINE_COLORS) else plt.get_cmap("viridis")(np.linspace(0, 0.9, count))
    return [{"color": colors[number], "marker": MARKERS[number % len(MARKERS)],
             "linestyle": LINE_STYLES[number // len(LINE_COLORS) % len(LINE_STYLES)]} for number in range(count)]


def draw_lines(results, quantity, layout, requested=None):
    """Draws a quantity over x. `requested` is one of ERRORS, or None to choose by the number of seeds."""
    cells = cells_of(results, quantity, layout)
    sizes = sizes_of(cells)
    error = error_of(sizes, requested)
    is_text = layout.x.parameter.numbers is None
    height = 1.9 + 0.3 * min(len(layout.x.parameter.values), MOST_LABELS) if is_text else (
        5 if len(cells) <= PANELS_IN_A_ROW else 3.6)
    figure, panels = panel_figure(len(cells), height)
    bounds = []
    for ax, of_panel in zip(panels.flat, cells):
        bounds += draw_panel(ax, of_panel, quantity, layout, error)
    is_log = not quantity.is_share and spans_much(np.array(bounds)) and spans_much(quantity.values)
    for ax in panels.flat[:len(cells)]:
        set_quantity_axis(ax, "x" if is_text else "y", quantity, np.array(bounds), is_log)
    finish_panels(panels, layout.panel_titles)
    handles, labels = panels.flat[0].get_legend_handles_labels()
    if layout.lines:
        panels[0, -1].legend(handles, labels, title=literal(textwrap.fill(layout.lines.label, 24)), **LEGEND_OUTSIDE)
    bars = f", bars: {error_text(error, quantity)}" if error else ""
    mean = "mean over seeds, " if error else ""
    set_title(figure, results, f"{quantity.name} by {listed([axis.label for axis in layout.axes])}: {mean}"
              f"{spread_of_counts(sizes, 'for each point')}{bars}")
    return figure


def draw_panel(ax, lines, quantity, layout, error):
    """Draws the lines of a panel. Returns the ends of all error bars, and the means without one."""
    parameter = layout.x.parameter
    is_text = parameter.numbers is None
    labels = [shortened(value) for value in layout.lines.parameter.values] if layout.lines else ["mean"]
    ends = []
    for number, (parts, style, label) in enumerate(zip(lines, line_styles(len(lines)), labels)):
        positions = np.arange(len(parts)) + DODGE * ((number + 0.5) / len(lines) - 0.5) if is_text else parameter.numbers
        known = [index for index, part in enumerate(parts) if part.size]
        if not known:
            continue
        positions = positions[known]
        means = np.array([parts[index].mean() for index in known])
        ends += means.tolist()
        style |= {"label": literal(label), "markersize": 4.5}
        if is_text:
            style["linestyle"] = "none"
        bars = {}
        if error:
            limits = np.array([interval(parts[index], error, is_yes_no=quantity.is_yes_no) for index in known])
            ends += limits[~np.isnan(limits)].tolist()
            bars = {"xerr" if is_text else "yerr": np.abs(limits.T - means), "capsize": 3, "elinewidth": 1}
        ax.errorbar(*((means, positions) if is_text else (positions, means)), **style, **bars)
    if is_text:
        set_text_axis(ax, layout.x, np.ones(len(parameter.values), dtype=int))
        ax.grid(axis="x", alpha=0.3)
    else:
        set_parameter_axis(ax, parameter, layout.x.label)
        ax.grid(axis="y", alpha=0.3)
    trim(ax)
    return ends


def set_quantity_axis(ax, side, quantity, bounds, is_log):
    axis = {"x": ax.xaxis, "y": ax.yaxis}[side]
    set_label, set_scale, set_limit = (getattr(ax, f"set_{side}{name}") for name in ("label", "scale", "lim"))
    unit = quantity.unit or "share"
    if quantity.is_share:
        axis.set_major_formatter(PercentFormatter(1))
    if is_log:
        set_scale("log")
    elif bounds.size and quantity.values[~np.isnan(quantity.values)].min() >= 0:
        set_limit(0, None)
        if not quantity.is_share and (quantity.values[~np.isnan(quantity.values)] % 1 == 0).all():
            axis.set_major_locator(MaxNLocator(integer=True))
    notes = [note for note, is_said in ((unit, unit != quantity.name), ("log scale", is_log)) if is_said]
    label = quantity.name + (f" ({', '.join(notes)})" if notes else "")
    set_label(literal(textwrap.fill(label, LONGEST_AXIS_LINE[side])))
