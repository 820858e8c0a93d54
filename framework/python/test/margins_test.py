# SPDX-License-Identifier: MIT
"""Tests games for points: margins as arrays and of single positions, in tables and in memory."""

import numpy as np
import pytest
import zermelo
from program import run
from zermelo import Game, Outcome

GAMES = {
    "awari": Game("awari", pits=2, seeds=5),  # relative to the player to move; moves gain points, and there are cycles
    "kalah": Game("kalah", pits=3, seeds=2),  # without a ranking; a player who gains may move again
    "dots_and_boxes": Game("dots_and_boxes", rows=1, columns=2),
    "othello": Game("othello", n=4, value="margin"),  # only terminals have points
}


@pytest.fixture(name="solution", params=GAMES, scope="module")
def fixture_solution(request):
    return GAMES[request.param].solve(verify=True)


@pytest.fixture(name="table")
def fixture_table(solution, tmp_path):
    solution.save(tmp_path / "t.h5")
    with zermelo.open(tmp_path / "t.h5") as table:
        yield table


def test_margins_of_saved_table_match_the_solution(solution, table):
    margin, outcome = table.margin, table.outcome
    assert margin.shape == table.shape and margin.dtype == np.int8 and not margin.flags.writeable and table.margin is margin
    sign = np.select([outcome == Outcome.WIN, outcome == Outcome.LOSS], [1, -1], 0)
    assert np.array_equal(np.sign(margin), sign) and np.abs(margin).max() > 1
    assert np.array_equal(solution.margin, margin) and solution.signature == table.signature
    legal = table.find_numbers()
    for p in legal[:: legal.size // 200 + 1].tolist():
        assert table.probe(p).margin == margin.ravel()[p], p
        assert solution.probe(p) == table.probe(p) and solution.line(p) == table.line(p)
    assert solution.verify() and solution.verify().checked == len(table)
    numbers = np.random.default_rng(3).permutation(len(table))[:600].reshape(2, -1)
    values = table.probe_many(numbers)
    assert np.array_equal(values.margin, margin.ravel()[numbers]) and values.margin.dtype == margin.dtype
    assert (values.winner is None) == (table.game == "awari")
    table.close()
    with pytest.raises(ValueError, match="closed"):
        _ = table.margin


def test_select_returns_parts_with_margins(table):
    whole = table.select()
    assert np.array_equal(whole.margin, table.margin)
    first = table.axes[0]
    for index in {0, first.size - 1}:
        part = table.select(**{first.name: first.value(index)})
        assert np.array_equal(part.margin, table.margin[index])
    dataset = table.to_xarray()
    assert np.array_equal(dataset.margin.values, table.margin) and dataset.margin.dims == dataset.outcome.dims


def test_find_and_count_accept_conditions_on_margins(table):
    margin = table.margin.ravel()
    legal = table.outcome.ravel() != Outcome.ILLEGAL
    assert np.array_equal(table.find_numbers("margin>=2"), np.flatnonzero(legal & (margin >= 2)))
    points, numbers = np.unique(margin[legal], return_counts=True)
    assert table.count(by="margin") == dict(zip(points.tolist(), numbers.tolist()))


def test_table_set_returns_margins(tmp_path):
    solved = Game("awari", pits=2, seeds=4).solve()
    assert run("solve", "awari", "pits=2", "seeds=4", "--slices", "all", "-o", str(tmp_path / "set")).returncode == 0
    with zermelo.open(tmp_path / "set") as table:
        assert np.array_equal(table.margin, solved.margin) and table.margin.dtype == np.int8
