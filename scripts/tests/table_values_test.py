# SPDX-License-Identifier: MIT
"""Tests that counts for pictures equal those of the positions, and that the example for tables runs."""

import os
import shutil

import numpy as np
import pytest
import zermelo

from modules import table_values
from modules.plot_style import PlotError
from modules.table_values import histogram_by_winner, turn_axis, walkers, winners, winners_by_walkers_distance
from script_calls import SOURCE, call, output_of
from saved_tables import BOARD, GRID, fixture_folder  # noqa: F401, pytest finds it

GAMES = {
    "graph": zermelo.Game("cat_and_mouse", nodes=40, seed=3),
    "grid": GRID,
    "no_limit": zermelo.Game("cat_and_mouse_ii", grid="####F/#C.../M....", mouse_jump=2, move_limit=None),
    "board": BOARD,
    "mover": zermelo.Game("fair_shares", n=12),
}


@pytest.fixture(name="chunk_size", params=[300, 1 << 20])
def fixture_chunk_size(request, monkeypatch):
    """Counts a table in many chunks, or in one."""
    monkeypatch.setattr(table_values, "_CHUNK", request.param)


@pytest.mark.usefixtures("chunk_size")
@pytest.mark.parametrize("name", ["graph", "grid", "no_limit", "board"])
def test_histogram_by_winner_matches_the_statistics(folder, name):
    with zermelo.open(folder / f"{name}.h5") as table:
        by_winner = histogram_by_winner(table)
        assert {name: counts.sum() for name, counts in by_winner.items()} == {
            name: count for name, count in table.winners.items() if name != "draw"}
        longest = table.stats()["longest"]
        for name, counts in by_winner.items():
            assert (longest[name] is None) == (not counts.any())
            if longest[name] is not None:
                farthest = np.flatnonzero(counts)[-1]
                assert (farthest, counts[farthest]) == (longest[name]["plies"], longest[name]["positions"])


@pytest.mark.usefixtures("chunk_size")
@pytest.mark.parametrize("turn", [None, "cat", "mouse"])
@pytest.mark.parametrize("name", ["grid", "no_limit"])
def test_winners_by_walkers_distance_match_the_positions(folder, name, turn):
    with zermelo.open(folder / f"{name}.h5") as table:
        counts = winners_by_walkers_distance(table, turn)
        expected = np.zeros_like(counts)
        _, cat, mouse = table.axes
        cells = [mouse.value(index) for index in range(mouse.size)]
        for to_move in turn_axis(table).labels if turn is None else (turn,):
            for index in range(cat.size):
                row, column = cat.value(index)
                winner = table.select(turn=to_move, cat=(row, column)).winner
                apart = np.array([abs(row - r) + abs(column - c) for r, c in cells])
                np.add.at(expected, (apart[winner >= 0], winner[winner >= 0]), 1)
        assert np.array_equal(counts, expected)
        if turn is None:
            assert dict(zip(table_values.winner_names(table), counts.sum(axis=0))) == winners(table)


def test_winners_for_unknown_player_to_move_are_rejected(folder):
    with zermelo.open(folder / "grid.h5") as table, pytest.raises(PlotError, match="turn: .* mouse, cat, got 'dog'"):
        winners_by_walkers_distance(table, "dog")


def test_values_relative_to_player_to_move_are_counted_by_outcome(folder):
    with zermelo.open(folder / "mover.h5") as table:
        assert table.winners is None and list(winners(table).values()) == list(table.counts.values())
        assert turn_axis(table) is None and walkers(table) == ()


@pytest.mark.parametrize("name, expected, picture", [
    (None, "winners: {'mouse': 5226, 'cat': 2702, 'tie': 0, 'draw': 264}", "*/*.svg"),  # of a table that it solves
    ("no_limit.h5", "best: mouse=2,2 cat=1,1 turn=cat, mouse in 4 plies", "no_limit_shares.svg"),
])
def test_table_example_prints_best_moves_and_draws_a_picture(folder, tmp_path, name, expected, picture):
    arguments = [shutil.copy(folder / name, tmp_path)] if name else []
    output = output_of(call(SOURCE / "framework/docs/examples/table_example.py", *arguments, env={**os.environ, "TMPDIR": str(tmp_path)}))
    assert expected in output
    (drawn,) = tmp_path.glob(picture)
    assert output.splitlines()[-1] == str(drawn) and "<svg" in drawn.read_text()
