# SPDX-License-Identifier: MIT
"""Draws the results of an experiment: outcomes and maps over parameters, extreme cases, and growth."""

import itertools
import textwrap

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import CenteredNorm, LogNorm
from matplotlib.patches import Patch
from matplotlib.ticker import LogLocator, MaxNLocator, NullLocator, PercentFormatter

from modules.experiment_results import by_code
from modules.experiment_text import RAW, averaging, listed, number_of, outcome_names, shortened, spread_of_counts
from modules.plot_style import (COUNT_COLOR, LEAST_SHARE_WRITTEN, LEGEND_OUTSIDE, LINE_COLORS, LOG_SCALE_FROM_RATIO,
                                MIB, NOBODY_WINS_DRAW, end_name, flat_color, literal)

LINE_COLOR = LINE_COLORS[2]
NO_CASE_COLOR = "#e4e4e4"
MOST_LABELS = 40  # text labels along an axis
MOST_TICKS = 15  # ticks along a numeric axis
LEAST_TICK_GAP = 0.035  # share of the axis between ticks, so that labels do not touch
LOG_SCALE_FROM_STEPS = 5  # ratio of the last step of a parameter to the first
LONGEST_SIDE_WITH_NUMBERS = 15  # cells along a side of a map
LONGEST_SIDE_WITH_DECIMALS = 10
LARGEST_NUMBER_POINTS = 10  # font size of a map's numbers
POINTS_ALONG_A_SIDE = 90  # font size times the number of cells along the map's longest side
LETTERS_AT_THAT_SIZE = 5  # a cell with longer text gets a smaller font
EVEN_PERCENT = 50
BRIGHTNESS_OF_RGB = (0.299, 0.587, 0.114)  # ITU-R BT.601
LEAST_BRIGHTNESS_UNDER_BLACK = 0.5  # on brighter colours, black text is readable
MOST_EXTREMES = 10
MOST_VECTOR_MARKS = 2000  # with more marks, an SVG stores them as one image
LONGEST_TITLE_LINE = 88  # letters
LONGEST_AXIS_LINE = {"x": 80, "y": 36}  # letters
LONGEST_TICK = 45  # letters of a case's name
LEAST_SECONDS_DRAWN = 1e-3  # shorter times are noise
MARKERS = "os^Dv"
PANELS_IN_A_ROW = 3


def set_title(figure, results, *lines):
    text = [f"{results.game}: {number_of(len(results.cases), 'case')}", *lines]
    wrapped = [textwrap.fill(line, LONGEST_TITLE_LINE, break_long_words=True) for line in text]
    figure.suptitle(literal("\n".join(wrapped)), fontsize="medium")


# --- axes ------------------------------------------------------------------------------------------------------


def trim(ax):
    ax.spines[["top", "right"]].set_visible(False)


def cases_of(axis, selected):
    """Returns the number of displayed cases with each value of an axis."""
    return np.bincount(axis.parameter.codes[selected], minlength=len(axis.parameter.values))


def set_parameter_axis(ax, parameter, label):
    """Places ticks at the values if there is space. The scale is logarithmic if the steps between values grow."""
    numbers = parameter.numbers
    steps = np.diff(numbers)
    ends = numbers[[0, -1]]
    if numbers[0] > 0 and steps[-1] >= LOG_SCALE_FROM_STEPS * steps[0]:
        ax.set_xscale("log")
        label += " (log scale)"
        gaps = np.diff(np.log(numbers)) / np.log(ends[1] / ends[0])
    else:
        gaps = steps / (ends[1] - ends[0])
    if len(numbers) <= MOST_TICKS and gaps.min() >= LEAST_TICK_GAP:
        ax.set_xticks(numbers, map(literal, parameter.values))
        ax.xaxis.set_minor_locator(NullLocator())
    elif ax.get_xscale() == "linear" and (numbers % 1 == 0).all():
        ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set_xlabel(literal(label))


def set_text_axis(ax, axis, counts):
    """Labels the values from top to bottom, with their numbers of cases if these differ. Values that are too many for
    labels are numbered."""
    values = axis.parameter.values
    if len(values) <= MOST_LABELS:
        differ = counts.min() < counts.max()
        labels = [shortened(value) + (f" ({count:,})" if differ else "") for value, count in zip(values, counts)]
        ax.set_yticks(range(len(values)), map(literal, labels))
        ax.tick_params(axis="y", length=0)
        ax.set_ylabel(literal(axis.label + (" (number of cases)" if differ else "")))
    else:
        numbers = [int(number) for number in MaxNLocator(integer=True).tick_values(1, len(values))
                   if 1 <= number <= len(values)]
        ax.set_yticks([number - 1 for number in numbers], [f"{number:,}" for number in numbers])
        ax.set_ylabel(literal(f"{axis.label} (number of the value, in the order of the cases)"))
    ax.set_ylim(len(values) - 0.5, -0.5)


def text_figure(axis):
    values = min(len(axis.parameter.values), MOST_LABELS)
    return plt.subplots(figsize=(9.5, 1.9 + 0.3 * values), layout="constrained")


def number_figure(counts):
    """Returns a figure, the axes to draw in and, if the numbers of cases differ by value, the axes for these below."""
    if counts.min() == counts.max():
        figure, ax = plt.subplots(figsize=(9.5, 5), layout="constrained")
        return figure, ax, None
    figure, (ax, count_ax) = plt.subplots(2, 1, figsize=(9.5, 6), height_ratios=[4, 1], sharex=True,
                                          layout="constrained")
    return figure, ax, count_ax


def draw_counts(count_ax, axis, counts):
    """Draws the numbers of cases by value, and the parameter's axis below them."""
    count_ax.vlines(axis.parameter.numbers, 0, counts, color=COUNT_COLOR, linewidth=6)
    count_ax.set_ylim(0, None)
    count_ax.set_ylabel("cases")
    count_ax.yaxis.set_major_locator(MaxNLocator(4, integer=True))
    trim(count_ax)


def finish_number_figure(ax, count_ax, axis, counts):
    if count_ax is not None:
        draw_counts(count_ax, axis, counts)
    set_parameter_axis(count_ax or ax, axis.parameter, axis.label)
    trim(ax)


def panel_figure(count, height):
    """Returns a figure with a grid of panels, each `height` inches high."""
    across = min(count, PANELS_IN_A_ROW)
    down = -(-count // across)
    width = 9.5 if across == 1 else 5 * across
    return plt.subplots(down, across, figsize=(width, height * down), squeeze=False, sharex=True, sharey=True,
                        layout="constrained")


def finish_panels(panels, titles):
    """Sets the titles of panels, removes inner axis labels, and hides panels without a title."""
    for number, ax in enumerate(panels.flat):
        if number >= len(titles):
            ax.set_visible(False)
            continue
        ax.set_title(literal(titles[number]), fontsize="medium")
        if len(titles) == 1:
            continue
        is_lowest = number + panels.shape[1] >= len(titles)
        ax.tick_params(axis="x", labelbottom=is_lowest)
        if not is_lowest:
            ax.set_xlabel("")
        if number % panels.shape[1]:
            ax.set_ylabel("")


def spans_much(values):
    known = values[~np.isnan(values)]
    return known.size > 0 and 0 < LOG_SCALE_FROM_RATIO * known.min() < known.max()


def set_log_ticks(axis, values):
    """Sets ticks whose labels do not touch, also if an axis spans less than a power of ten."""
    ratio = values.max() / values.min()
    if ratio < 100:
        axis.set_major_locator(MaxNLocator(5) if ratio < 5 else LogLocator(subs=(1, 2, 5)))
        axis.set_major_formatter(lambda value, _: f"{value:,.6g}")
        axis.set_minor_locator(NullLocator())


# --- who wins --------------------------------------------------------------------------------------------------


def mean_shares(shares, axis, selected):
    """Returns the mean shares of the selected cases with each value: shape (values, 4), NaN without cases."""
    number = len(axis.parameter.values)
    return np.array([means(by_code(axis.parameter.codes[selected], number, column[selected])) for column in shares.T]).T


def combinations_of(results, axes):
    """Returns a title and a Boolean per case for each combination of values of these axes that has cases."""
    if not axes:
        return [("", np.ones(len(results.cases), dtype=bool))]
    codes = np.stack([axis.parameter.codes for axis in axes])
    return [(", ".join(f"{axis.label} = {shortened(axis.parameter.values[code])}" for axis, code in zip(axes, combination)),
             (codes == combination[:, None]).all(axis=0)) for combination in np.unique(codes, axis=1).T]


def draw_outcomes(results, axis, others=()):
    """Draws mean shares over an axis, with a panel for each combination of values of the other axes."""
    panels = combinations_of(results, others)
    is_text = axis.parameter.numbers is None
    counts = np.array([cases_of(axis, selected) for _, selected in panels])
    shares = results.shares()
    count_ax = None
    if len(panels) > 1:
        figure, grid = panel_figure(len(panels), 1.9 + 0.3 * len(axis.parameter.values) if is_text else 3.4)
    else:
        figure, ax, count_ax = (*text_figure(axis), None) if is_text else number_figure(counts[0])
        grid = np.array([[ax]])
    styles = {}
    for ax, (_, selected), of_panel in zip(grid.flat, panels, counts):
        styles |= draw_outcome_panel(ax, axis, mean_shares(shares, axis, selected), outcome_names(results))
        finish_outcome_panel(ax, count_ax, axis, of_panel, is_one_of_several=len(panels) > 1)
    finish_panels(grid, [title for title, _ in panels])
    in_order = list(styles) if is_text else list(styles)[::-1]  # in the order of stacking
    handles = [Patch(**styles[winner]) for winner in in_order]
    grid[0, -1].legend(handles=handles, **LEGEND_OUTSIDE)
    set_title(figure, results, f"Who wins by {listed([one.label for one in (axis, *others)])}: mean of {spread_of_counts(counts, 'for each value')}, "
              f"{averaging(results, axis, *others)}")
    return figure


def draw_outcome_panel(ax, axis, shares, names):
    """Returns colours and labels of the winners that occur, in the order of stacking."""
    is_text = axis.parameter.numbers is None
    below = np.zeros(len(shares))
    styles = {}
    for winner, name in enumerate(names):
        part = shares[:, winner]
        if not np.nansum(part):
            continue
        styles[winner] = {"color": flat_color(winner), "label": literal(name)}
        if is_text:
            height = 0.75 if len(shares) <= MOST_LABELS else 1
            ax.barh(range(len(shares)), part, height, left=below, **styles[winner])
            write_shares(ax, part, below, winner)
        else:
            ax.fill_between(axis.parameter.numbers, below, below + part, linewidth=0, **styles[winner])
        below = below + part
    return styles


def finish_outcome_panel(ax, count_ax, axis, counts, *, is_one_of_several):
    label = f"share of the legal positions ({RAW})"
    if axis.parameter.numbers is None:
        set_text_axis(ax, axis, counts)
        ax.set_xlim(0, 1)
        ax.xaxis.set_major_formatter(PercentFormatter(1))
        ax.set_xlabel(textwrap.fill(label, LONGEST_AXIS_LINE["y" if is_one_of_several else "x"]))
        trim(ax)
        return
    finish_number_figure(ax, count_ax, axis, counts)
    ax.set_xlim(axis.parameter.numbers[[0, -1]] if count_ax is None else None)
    ax.set_ylim(0, 1)
    ax.yaxis.set_major_formatter(PercentFormatter(1))
    ax.set_ylabel(textwrap.fill(label, LONGEST_AXIS_LINE["y"]))
    if len(counts) <= MOST_TICKS:  # cases exist only at these values; the areas between are interpolated
        ax.vlines(axis.parameter.numbers[1:-1], 0, 1, color="white", linewidth=0.8)


def write_shares(ax, part, left, winner):
    if len(part) > MOST_LABELS:
        return
    for index, share in enumerate(part):
        if share >= LEAST_SHARE_WRITTEN:
            ax.text(left[index] + share / 2, index, f"{share:.1%}", ha="center", va="center", fontsize=9,
                    color="black" if winner == NOBODY_WINS_DRAW else "white")


# --- maps ------------------------------------------------------------------------------------------------------


def means(parts):
    return np.array([part.mean() if part.size else np.nan for part in parts])


def medians(parts):
    return np.array([np.median(part) if part.size else np.nan for part in parts])


def mapped_statistic(results):
    """Returns the first share that the study records, or None if it has no values."""
    return next((one for one in results.statistics
                 if one.is_share and not np.isnan(results.columns[one.name]).all()), None)


def map_values(results, across, up):
    """Returns three arrays of shape (values up, values across): the mean of the statistic, or by default of the first
    player's share, in %; the median of the longest win in plies; the number of cases. NaN, NaN, 0 without cases."""
    shape = (len(up.parameter.values), len(across.parameter.values))
    codes = up.parameter.codes * shape[1] + across.parameter.codes
    statistic = mapped_statistic(results)
    selected = results.columns[statistic.name] if statistic else results.shares()[:, 0]
    shares = by_code(codes, shape[0] * shape[1], 100 * selected)
    longest = by_code(codes, shape[0] * shape[1], results.columns["max_distance_plies"])
    counts = np.bincount(codes, minlength=shape[0] * shape[1])
    return means(shares).reshape(shape), medians(longest).reshape(shape), counts.reshape(shape)


def draw_maps(results, across, up):
    means, longest, counts = map_values(results, across, up)
    figure, panels = plt.subplots(1, 2, figsize=(12, 5), layout="constrained")
    decimals = 1 if max(means.shape) <= LONGEST_SIDE_WITH_DECIMALS else 0
    statistic = mapped_statistic(results)
    if statistic:
        title, label = f"Mean of {statistic.name}", f"{statistic.name} (%)"
    else:
        title = "Mean share of the first player"
        label = f"{end_name(results.players[0])} (% of the legal positions, raw)"
    if statistic and np.nanmin(means) < EVEN_PERCENT < np.nanmax(means):  # white marks an even share
        colors = {"cmap": "PuOr", "norm": CenteredNorm(EVEN_PERCENT)}
    else:
        colors = {"cmap": "Blues"}
    draw_cells(panels[0], means, across, up, colors, label, f"{{:.{decimals}f}}")
    is_log = spans_much(longest)
    draw_cells(panels[1], longest, across, up, {"cmap": "YlGn", "norm": LogNorm() if is_log else None},
               f"longest win (plies{', log scale' if is_log else ''})", "{:.6g}")
    figure.get_layout_engine().set(wspace=0.08)
    panels[0].set_title(literal(title), fontsize="medium")
    panels[1].set_title("Median of the longest win", fontsize="medium")
    no_value = "; grey: no value" if np.isnan([means, longest]).any() else ""
    set_title(figure, results, f"{across.label} and {up.label}: {spread_of_counts(counts, 'for each cell')}, "
              f"{averaging(results, across, up)}{no_value}")
    return figure


def draw_cells(ax, values, across, up, colors, label, form):
    ax.set_facecolor(NO_CASE_COLOR)
    if np.isfinite(values).any():
        cells = ax.pcolormesh(np.ma.masked_invalid(values), rasterized=values.size > MOST_VECTOR_MARKS, **colors)
        bar = ax.figure.colorbar(cells, ax=ax)
        bar.set_label(literal(label))
        bar.ax.yaxis.set_major_formatter("{x:,.10g}")
        write_in_cells(ax, cells, values, lambda row, column: form.format(values[row, column]))
    set_cell_axes(ax, across, up)


def write_in_cells(ax, cells, values, text_of):
    """Writes text_of(row, column) into each cell with a value, in black or white, if there is space. `cells` is the
    mesh, `values` has its values, NaN or masked where missing."""
    values = np.ma.masked_invalid(values)
    side = max(values.shape)
    if side > LONGEST_SIDE_WITH_NUMBERS:
        return
    for row, column in np.argwhere(~np.ma.getmaskarray(values)):
        text = text_of(row, column)
        size = min(LARGEST_NUMBER_POINTS, POINTS_ALONG_A_SIDE / side) * min(1, LETTERS_AT_THAT_SIZE / len(text))
        brightness = np.dot(cells.to_rgba(values[row, column])[:3], BRIGHTNESS_OF_RGB)
        ax.text(column + 0.5, row + 0.5, text, ha="center", va="center", fontsize=size,
                color="black" if brightness > LEAST_BRIGHTNESS_UNDER_BLACK else "white")


def set_cell_axes(ax, across, up):
    """Places ticks in the middle of cells, which are numbered from 0."""
    for axis, of in ((ax.xaxis, across), (ax.yaxis, up)):
        every = -(-len(of.parameter.values) // MOST_TICKS)
        axis.set_ticks(np.arange(0, len(of.parameter.values), every) + 0.5,
                       [literal(shortened(value)) for value in of.parameter.values[::every]])
    if across.parameter.numbers is None:
        plt.setp(ax.get_xticklabels(), rotation=30, ha="right")
    ax.tick_params(length=0)
    ax.set_xlabel(literal(across.label))
    ax.set_ylabel(literal(up.label))


def map_pairs(results):
    """Returns the pairs of numeric axes, those with the most cells first."""
    axes = [axis for axis in results.axes if axis.parameter.numbers is not None]
    pairs = list(itertools.combinations(axes, 2))
    cells = [len(one.parameter.values) * len(other.parameter.values) for one, other in pairs]
    ordered = [pairs[number] for number in np.argsort([-count for count in cells], kind="stable")]
    return [pair if len(pair[0].parameter.values) >= len(pair[1].parameter.values) else pair[::-1] for pair in ordered]


# --- time and memory -------------------------------------------------------------------------------------------


def largest(values):
    """Returns the indices of the greatest values, greatest first."""
    known = np.flatnonzero(~np.isnan(values))
    return known[np.argsort(-values[known], kind="stable")][:MOST_EXTREMES]


def case_name(results, case):
    description = [f"{names}={shortened(value)}" for names, value in results.description(case)]
    return textwrap.fill(", ".join(description) or f"case {results.cases[case]}", LONGEST_TICK)


def drawn_seconds(results):
    """Returns the solving times of the cases in seconds, NaN below LEAST_SECONDS_DRAWN."""
    seconds = results.columns["total_seconds"]
    return np.where(seconds < LEAST_SECONDS_DRAWN, np.nan, seconds)


def draw_extremes(results):
    seconds, memory = drawn_seconds(results), results.columns["memory_bytes"] / MIB
    panels = [("slowest", seconds, "time of the case (seconds)", "s"),
              ("largest", memory, "memory of the case (MiB)", "MiB")]
    panels = [panel for panel in panels if largest(panel[1]).size]
    names = [[case_name(results, case) for case in largest(values)] for _, values, _, _ in panels]
    heights = [0.9 + 0.18 * sum(name.count("\n") + 1.6 for name in of_panel) for of_panel in names]
    figure, rows = plt.subplots(len(panels), 1, figsize=(9.5, 0.7 + sum(heights)), height_ratios=heights, squeeze=False,
                                layout="constrained")
    for ax, (which, values, label, unit), of_panel in zip(rows[:, 0], panels, names):
        cases = largest(values)
        ax.barh(range(len(cases)), values[cases], color=LINE_COLOR, height=0.7)
        for index, case in enumerate(cases):
            ax.annotate(f"{values[case]:,.4g} {unit}, {literal(results.engines[case])}", (values[case], index), xytext=(4, 0),
                        textcoords="offset points", va="center", fontsize=9)
        ax.set_yticks(range(len(cases)), [literal(name) for name in of_panel], fontsize=9)
        ax.set_ylim(len(cases) - 0.4, -0.6)
        ax.set_xlim(0, 1.3 * values[cases].max() or 1)  # leaves space for the numbers
        ax.set_xlabel(label)
        ax.set_title(f"The {which} case" if len(cases) == 1 else f"The {len(cases)} {which} cases", fontsize="medium")
        ax.tick_params(axis="y", length=0)
        trim(ax)
    set_title(figure, results)
    return figure


def measured(results, name):
    """Returns whether each case has a positive number of positions and a positive value in the column."""
    with np.errstate(invalid="ignore"):
        return (results.columns["positions"] > 0) & (results.columns[name] > 0)


def draw_growth(results):
    figure, panels = plt.subplots(1, 2, figsize=(11, 4.8), layout="constrained")
    size = 5 if len(results.cases) <= MOST_VECTOR_MARKS else 3
    for ax, name, unit, label in ((panels[0], "total_seconds", 1, "time of a case (seconds)"),
                                  (panels[1], "memory_bytes", MIB, "memory of a case (MiB)")):
        usable = measured(results, name)
        for number, engine in enumerate(np.unique(results.engines[usable])):
            of_engine = usable & (results.engines == engine)
            ax.plot(results.columns["positions"][of_engine], results.columns[name][of_engine] / unit, linestyle="none",
                    marker=MARKERS[number % len(MARKERS)], markersize=size, alpha=0.6, markeredgewidth=0,
                    color=LINE_COLORS[(number + 2) % len(LINE_COLORS)], rasterized=of_engine.sum() > MOST_VECTOR_MARKS,
                    label=literal(f"{engine} ({number_of(of_engine.sum(), 'case')})"))
        ax.set_xscale("log")
        ax.set_yscale("log")
        ax.set_xlabel("positions of the case (log scale)")
        ax.set_ylabel(f"{label}, log scale".replace("),", ",") + ")")
        if usable.any():
            set_log_ticks(ax.xaxis, results.columns["positions"][usable])
            set_log_ticks(ax.yaxis, results.columns[name][usable] / unit)
            ax.legend(title="engine", frameon=True, framealpha=0.8)
        ax.grid(which="major", alpha=0.3)
        trim(ax)
    set_title(figure, results, "Time and memory by the number of positions")
    return figure
