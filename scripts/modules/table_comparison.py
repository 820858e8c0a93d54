# SPDX-License-Identifier: MIT
"""Draws a comparison of several tables: shares by winner, and distributions of distances."""

import pathlib
import textwrap

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import MaxNLocator, PercentFormatter

from modules.plot_style import (LEAST_SHARE_WRITTEN, LEGEND_OUTSIDE, LINE_COLORS, LINE_STYLES, LOG_SCALE_FROM_RATIO,
                                LONGEST_VALUE, NOBODY_WINS_DRAW, PlotError, end_name, flat_color, literal)
from modules.table_values import legal_positions, parameters, winners

LONGEST_LINE = 32  # letters in a line of a table's name


def names_of(tables):
    """Returns a short distinct name for each table: the game if there are several, and the parameters in which the tables
    of a game differ; also the file name if parameters are too long, and the path if names are equal."""
    games = {table.game for table in tables}
    names = []
    for table in tables:
        rivals = [parameters(other) for other in tables if other.game == table.game]
        differing = {name: value for name, value in parameters(table).items()
                     if any(other.get(name) != value for other in rivals)}
        short = [f"{name}={value}" for name, value in differing.items()
                 if len(value) <= LONGEST_VALUE and "\n" not in value]
        parts = ([table.game] if len(games) > 1 else []) + short
        names.append(", ".join(([pathlib.Path(table.path).stem] if len(short) < len(differing) or not parts else []) + parts))
    return [name if names.count(name) == 1 else f"{table.path}: {name}" for name, table in zip(names, tables)]


def wrapped(name):
    return literal(textwrap.fill(name, LONGEST_LINE, break_long_words=True))


def player_text(tables, number):
    """Returns the player's name if all tables agree, otherwise "first player" or "second player"."""
    names = {table.players[number] for table in tables}
    return names.pop() if len(names) == 1 else ("first player", "second player")[number]


def draw_comparison(tables):
    """Draws each table's shares of positions by winner and by distance.

    Reads only the tables' metadata, not their values. Raises PlotError if there are more tables than colours.
    """
    if len(tables) > len(LINE_COLORS):
        raise PlotError(f"expected at most {len(LINE_COLORS)} tables, got {len(tables)}")
    names = [wrapped(name) for name in names_of(tables)]
    lines = max(name.count("\n") for name in names) + 2  # lines of the largest label of a bar
    share_inches = 1.3 + 0.2 * (lines + 0.5) * len(tables)
    figure, (share_ax, distance_ax) = plt.subplots(
        2, 1, figsize=(10, share_inches + 4.2), height_ratios=[share_inches, 4.2], layout="constrained")
    games = list(dict.fromkeys(table.game for table in tables))
    figure.suptitle(literal(f"{', '.join(games)}: {len(tables)} tables compared"))
    draw_share_bars(share_ax, tables, names)
    draw_distances(distance_ax, tables, names)
    for ax in (share_ax, distance_ax):
        ax.spines[["top", "right"]].set_visible(False)
    return figure


def draw_share_bars(ax, tables, names):
    counts = np.array([list(winners(table).values()) for table in tables])
    shares = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    left = np.zeros(len(tables))
    ends = [f"{player_text(tables, 0)} wins", f"{player_text(tables, 1)} wins", end_name("tie"), end_name("draw")]
    for winner, label in enumerate(ends):
        if not counts[:, winner].any():
            continue
        color = flat_color(winner)
        ax.barh(range(len(tables)), shares[:, winner], left=left, height=0.7, color=color, label=literal(label))
        for number, share in enumerate(shares[:, winner]):
            if share >= LEAST_SHARE_WRITTEN:
                ax.text(left[number] + share / 2, number, f"{share:.1%}", ha="center", va="center", fontsize=9,
                        color="black" if winner == NOBODY_WINS_DRAW else "white")
        left += shares[:, winner]
    ax.set_yticks(range(len(tables)),
                  [f"{name}\n({count:,} positions)" for name, count in zip(names, counts.sum(axis=1))])
    ax.invert_yaxis()  # the first table on top
    ax.tick_params(axis="y", length=0)
    ax.set_xlim(0, 1)
    ax.xaxis.set_major_formatter(PercentFormatter(1))
    ax.set_xlabel("share of positions, as stored: without rules for infinite play and move limit")
    ax.legend(**LEGEND_OUTSIDE)


def draw_distances(ax, tables, names):
    most = 0
    least = 1
    for number, (table, name) in enumerate(zip(tables, names)):
        counts = sum(table.histogram().values())
        share = (counts if counts.size else np.zeros(1)) / max(legal_positions(table), 1)  # empty without distances
        most = max(most, share.max())
        least = min(least, share.min(where=share > 0, initial=1))
        ax.stairs(share, np.arange(len(share) + 1) - 0.5, color=LINE_COLORS[number], label=name, linewidth=1.8,
                  linestyle=LINE_STYLES[number % len(LINE_STYLES)], baseline=None)
    ax.set_ylabel("share of the table's positions")
    if most > LOG_SCALE_FROM_RATIO * least:
        ax.set_yscale("log")
        ax.set_ylim(bottom=least / 2)
        ax.set_ylabel("share of the table's positions (log scale)")
    ax.yaxis.set_major_formatter(
        lambda share, _: np.format_float_positional(100 * share, precision=3, fractional=False, trim="-") + "%")
    ax.set_xlabel("distance to the end (plies)")
    ax.set_xlim(left=-0.6)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.legend(**LEGEND_OUTSIDE)
