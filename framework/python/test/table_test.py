# SPDX-License-Identifier: MIT
"""Tests that tables and solutions of games give the program's results, for one position or many."""

import dataclasses
import json
import pickle

import numpy as np
import pandas
import pytest
import zermelo
from message_pattern import matches
from program import report, run
from rejections import rejection
from saved_tables import fixture_folder  # noqa: F401, pytest finds it
from zermelo import Game, InputError, Outcome

GRID = {"rows": 5, "cols": 6, "walls": 0.2, "seed": 2, "mouse_jump": 2}
GAMES = {
    "graph": Game("cat_and_mouse", nodes=12, degree=3, seed=4),
    "grid": Game("cat_and_mouse_ii", **GRID),
    "limited": Game("cat_and_mouse_ii", **GRID, move_limit=4),
    "board": Game("mnk", misere=True),
    "explored": Game("connect_four", rows=4, cols=4, k=3),
    "ending": Game("chess_ending", pieces="KRvK", rows=5, cols=5),
    "points": Game("kalah", pits=3, seeds=2),
    "mover": Game("fair_shares", n=12),
}
OPTIONAL = {"notation", "cells", "changes", "hands", "to_move", "moves"}  # left out if missing


def lines_of(*parts, stdin=""):
    done = run(*parts, stdin=stdin)
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture(name="path", params=[*GAMES, "set"], scope="module")
def fixture_path(folder, request):
    if request.param != "set":
        return str(folder / f"{request.param}.h5")
    assert run("solve", "chess_ending", "pieces=KPvK", "rows=5", "cols=5", "--slices", "all", "-o", str(folder / "set")).returncode == 0
    return str(folder / "set")


@pytest.fixture(name="table")
def fixture_table(path):
    with zermelo.open(path) as table:
        yield table


@pytest.fixture(name="grid")
def fixture_grid(folder):
    with zermelo.open(folder / "grid.h5") as table:
        yield table


def members(position, in_line=False):
    """The members as in the program's JSON, without missing ones."""
    text = json.dumps(dataclasses.asdict(position))  # tuples become lists
    found = json.loads(text, object_hook=lambda one: {
        name: value for name, value in one.items() if value is not None or name not in OPTIONAL})
    if "moves" not in found:
        del found["plies_played"], found["drawing"]
    if not in_line:
        assert found.pop("gained") is None
    return found


def sampled(table, number=60):
    legal = table.find_numbers()
    return legal[np.linspace(0, legal.size - 1, min(number, legal.size)).astype(int)].tolist()


def test_table_probe_has_the_members_of_program_output(table, path):
    states = [table.probe(p).state for p in sampled(table)]
    reported = lines_of("probe", path, "--stdin", "--all", "--json", stdin="".join(f"{state}\n" for state in states))
    for state, one in zip(states, reported):
        assert members(table.probe(state)) == one
        assert table.best_moves(state) == tuple(move for move in table.moves(state) if move.best)


def test_table_probe_accepts_numbers_text_coordinates_and_plies(grid):
    by_fields = grid.probe("turn=mouse cat=0,1 mouse=2,1")
    assert grid.probe(turn="mouse", cat=(0, 1), mouse=(2, 1)) == by_fields == grid.probe(np.int64(by_fields.position))
    assert grid.probe("turn=mouse", cat=(0, 1), mouse=(2, 1)) == by_fields
    assert grid.probe() == grid.probe("start") == grid.probe(grid.start)
    after = grid.probe("moves=1,1")
    assert after.plies_played == 2 and after.position == grid.moves("moves=1")[0].position
    assert grid.probe("moves=1,1", plies_played=0).plies_played == 0
    assert grid.moves("start", plies_played=1) == grid.probe("start", plies_played=1).moves
    assert grid.best_moves("start", plies_played=1) == grid.probe("start", plies_played=1).best_moves
    assert grid.probe(turn="mouse", cat=np.array([0, 1]), mouse=[2, 1]) == by_fields
    assert grid.start_state == grid.probe().state
    with pytest.raises(dataclasses.FrozenInstanceError):
        by_fields.state = ""


def test_table_probe_applies_move_limit_to_plies_played(folder):
    with zermelo.open(folder / "limited.h5") as table:
        (late, *_), (soon, *_) = (table.find(plies, limit=1) for plies in ("plies>=5", "plies=3"))
        assert (late.result, late.decided_by) == ("win", "move_limit")
        assert (soon.decided_by, table.probe(soon.state, plies_played=2).decided_by) == ("play", "move_limit")


def test_table_lines_match_the_program(table, path):
    for p in sampled(table, 4):
        state = table.probe(p).state
        reported = report("probe", path, *state.split(), "--line")["line"]
        line = table.line(state)
        assert [members(position, in_line=True) for position in line.positions] == [
            {name: value for name, value in one.items() if name != "gain"} for one in reported["positions"]]
        assert line.repeats_from == reported["repeats_from"]


def test_table_arrays_match_single_probes(table):
    outcome, distance, legal = table.outcome.ravel(), table.distance.ravel(), table.find_numbers()
    assert table.outcome.shape == table.shape and outcome.size == len(table)
    assert (outcome.dtype, distance.dtype) == (np.uint8, np.uint16)
    none = np.iinfo(distance.dtype).max
    for p in sampled(table):
        probed = table.probe(p)
        assert Outcome(outcome[p]).name.lower() == probed.outcome
        assert (None if distance[p] == none else distance[p]) == probed.plies
        if probed.decided_by == "play" and table.winners is not None:
            assert {0: table.players[0], 1: table.players[1], 2: None}[int(table.winner.ravel()[p])] == probed.winner
    with pytest.raises(ValueError):
        outcome[0] = 1
    counts = {name.lower(): int(np.count_nonzero(outcome == Outcome[name])) for name in ("WIN", "LOSS", "TIE", "DRAW")}
    assert counts == table.counts
    histogram = table.histogram()
    for name, code in (("win", 1), ("loss", 2), ("tie", 3)):
        counted = np.bincount(distance[outcome == code], minlength=histogram[name].size)
        assert np.array_equal(counted, histogram[name])
    wholes = [table.outcome, table.distance]
    if table.winners is None:
        assert table.select().winner is table.probe_many([0, 1]).winner is None
        assert "relative" in rejection(lambda: table.winner)
    else:
        wholes.append(table.winner)
        winner = table.winner.ravel()
        assert winner.dtype == np.int8
        assert np.array_equal(outcome == 0, winner == -1) and np.array_equal(outcome == 4, winner == 3)
    for numbers in (np.random.default_rng(7).choice(legal, 1000).astype(np.uint32).reshape(10, 100), legal[:0]):
        for found, whole in zip(table.probe_many(numbers, threads=3), wholes):
            assert found.dtype == whole.dtype and np.array_equal(found, whole.ravel()[numbers])


def test_probe_many_accepts_position_text(table):
    numbers = sampled(table)
    assert table.probe_many(numbers[0]).outcome == table.outcome.ravel()[numbers[0]]
    states = [table.probe(p).state for p in numbers]
    for requested in (states, tuple(states), iter(states), np.array(states), np.array(states, object), pandas.Series(states),
                  pandas.Series(states, dtype="string"), pandas.Index(states), pandas.Series(numbers),
                  pandas.Series(numbers, dtype="Int64")):
        assert np.array_equal(table.probe_many(requested).outcome, table.outcome.ravel()[numbers])
    assert table.probe_many(np.array(states[:4], object).reshape(2, 2)).outcome.shape == (2, 2)


def test_select_returns_parts_by_axis_value(grid):
    whole = grid.select()
    assert np.array_equal(whole.outcome, grid.outcome) and whole.axes == grid.axes
    assert whole.margin is grid.probe_many([0]).margin is grid.stats()["margins"] is None  # not played for points
    turn, cat, mouse = grid.axes
    for fixed in ({"turn": "mouse"}, {"cat": (1, 2)}, {"cat": np.array([1, 2])}, {"turn": "cat", "cat": (0, 1)},
                  {"mouse": (2, 1), "turn": "mouse", "cat": (1, 2)}):
        index = tuple(axis.index(fixed[axis.name]) if axis.name in fixed else slice(None) for axis in (turn, cat, mouse))
        part = grid.select(**fixed)
        assert np.array_equal(part.outcome, grid.outcome[index]) and np.array_equal(part.winner, grid.winner[index])
        assert np.array_equal(part.distance, grid.distance[index])
        assert part.axes == tuple(axis for axis in grid.axes if axis.name not in fixed)


def test_axis_values_and_indices_convert_both_ways(table):
    for axis in table.axes:
        for index in {0, axis.size // 2, axis.size - 1}:
            assert axis.index(axis.value(index)) == index
        for outside in (axis.size, -1):
            assert "index" in rejection(axis.value, outside)


def test_to_xarray_has_labels_and_coordinates(grid):
    dataset = grid.to_xarray()
    assert dict(dataset.sizes) == dict(zip(("turn", "cat", "mouse"), grid.shape))
    probed = grid.probe(turn="mouse", cat=(0, 1), mouse=(2, 1))
    index = grid.axes[1].index((0, 1)), grid.axes[2].index((2, 1))
    one = dataset.sel(turn="mouse").isel(cat=index[0], mouse=index[1])
    assert int(one.distance) == probed.plies and (int(one.cat_row), int(one.cat_column)) == (0, 1)
    assert dataset.attrs["game"] == "cat_and_mouse_ii" and "margin" not in dataset


def test_table_find_matches_the_program(table, path):
    for parts, options, arguments in (
            ((), {"limit": 7}, ["--limit", "7"]),
            (("outcome=win plies>=2",), {"limit": 5}, ["--limit", "5"]),
            (("outcome=loss",), {"longest": True, "limit": 4}, ["--longest", "--limit", "4"]),
            (("moves>=2",), {"sort": "-moves,plies", "limit": 6}, ["--sort", "-moves,plies", "--limit", "6"])):
        reported = lines_of("find", path, *parts, "--json", *arguments)
        found = table.find(*parts, **options)
        assert [members(one) for one in found] == reported and len(reported) > 0
        assert table.find_numbers(*parts, **options).tolist() == [one["position"] for one in reported]
    start = reported[0]["state"]
    assert [one.position for one in table.find(best_move_to=start)] == [
        one["position"] for one in lines_of("find", path, "--best-move-to", start, "--json")]
    assert table.count("outcome=win") == report("find", path, "outcome=win", "--count")["count"]
    for by in ("winner", "outcome,plies"):
        reported = {tuple(one["values"].values()): one["count"] for one in report("find", path, "--count", "--by", by)["counts"]}
        assert table.count(by=by) == {values if "," in by else values[0]: count for values, count in reported.items()}


def test_table_statistics_match_the_program(table, path):
    axis = table.axes[0].name
    reported = report("stats", path, "--by", axis, "--only-moves", "--state-signature")
    assert table.stats(by=axis, only_moves=True, state_signature=True) == reported
    assert {name: value for name, value in reported.items() if name in table.metadata} == table.metadata
    assert (table.counts, table.winners, table.signature) == (reported["counts"], reported["winners"], reported["signature"])
    assert table.parameters == reported["params"]


def test_table_can_be_closed_and_is_pickled_by_its_path(folder):
    table = zermelo.open(folder / "grid.h5")
    assert repr(table) == f"<Table {str(folder / 'grid.h5')!r}: cat_and_mouse_ii, {len(table):,} positions>"
    axes = table.axes
    again = pickle.loads(pickle.dumps(table))
    assert again.axes == axes and again.axes[0] != axes[1] and len({*axes, *again.axes}) == len(axes)
    assert table.select() != table.select() and not table.closed
    assert again.signature == table.signature and np.array_equal(again.outcome, table.outcome)
    with table as opened:
        assert opened is table
    table.close()
    assert repr(table).endswith("closed>")
    assert table and table.closed
    for query in (table.probe, table.stats, table.count, lambda: table.outcome, lambda: len(table), lambda: table.axes,
                lambda: table.start_state, table.__enter__):
        assert "closed" in rejection(query, error=ValueError)


@pytest.mark.parametrize("query, error, parts", [
    (lambda t: t.probe("turn=dog cat=0,1 mouse=2,1"), InputError, ["dog"]),
    (lambda t: t.probe(-1), InputError, ["position: ", "-1"]),
    (lambda t: t.probe(len(t)), InputError, ["position: expected 0 to "]),
    (lambda t: t.probe(1.5), TypeError, ["state: ... got float"]),
    (lambda t: t.probe(True), TypeError, ["state: ... got bool"]),
    (lambda t: t.probe(3, turn="cat"), TypeError, ["turn"]),
    (lambda t: t.probe("start", plies_played=-1), InputError, ["plies_played: ", "-1"]),
    (lambda t: t.probe("start", plies_played=0.5), TypeError, ["plies_played: ... got float"]),
    (lambda t: t.probe_many([0, len(t)]), InputError, ["positions[1]: expected 0 to "]),
    (lambda t: t.probe_many([0, -5]), InputError, ["positions[1]: ", "-5"]),
    (lambda t: t.probe_many(np.array([2**64 - 1], dtype=np.uint64)), InputError, ["positions[0]: ", "18446744073709551615"]),
    (lambda t: t.probe_many([0, 2**70]), InputError, ["positions[1]: ", "1180591620717411303424"]),
    (lambda t: t.probe_many([0.0]), TypeError, ["float64"]),
    (lambda t: t.probe_many(0.5), TypeError, ["positions: ... got float"]),
    (lambda t: t.probe_many(["start", 5]), TypeError, ["positions[1]: ... got int"]),
    (lambda t: t.probe_many(pandas.Series(["start", None])), TypeError, ["positions[1]: ... got NoneType"]),
    (lambda t: t.probe_many("start"), TypeError, ["positions: ... got str"]),
    (lambda t: t.probe_many(["start", "turn=x"]), InputError, ["positions[1]"]),
    (lambda t: t.find("plies>"), InputError, ["plies>"]),
    (lambda t: t.find(3), TypeError, ["condition: ... got int"]),
    (lambda t: t.find(sort="plies", longest=True), InputError, ["sort='plies'", "longest=True"]),
    (lambda t: t.find(limit=-1), InputError, ["limit: ", "-1"]),
    (lambda t: t.margin, InputError, ["cat_and_mouse_ii", "for points"]),
    (lambda t: t.select(dog=1), InputError, ["'dog'", "turn, cat, mouse"]),
    (lambda t: t.select(turn="dog"), InputError, ["turn: ", "mouse, cat, got 'dog'"]),
    (lambda t: t.select(cat=(9, 9)), InputError, ["9,9"]),
    (lambda t: t.select(cat="x"), InputError, ["cat: ... 'x'"]),
    (lambda t: t.probe("\udc80"), InputError, [r"state: ... got '\udc80', which"]),
    (lambda t: t.probe_many(["start", "\udc80"]), InputError, [r"positions[1]: ... got '\udc80', which"]),
    (lambda t: t.find("winner=\udc80"), InputError, [r"condition: ... got 'winner=\udc80', which"]),
    (lambda t: t.count(by="\udc80"), InputError, [r"by: ... got '\udc80', which"]),
    (lambda t: zermelo.open(t.path + ".none"), FileNotFoundError, [".none"]),
    (lambda t: zermelo.open(3), TypeError, ["int"]),
    (lambda t: zermelo.open(t.path, cache_bytes=1.5), TypeError, ["cache_bytes: ... got float"]),
])
def test_table_rejects_invalid_queries_in_one_line(grid, query, error, parts):
    text = rejection(query, grid, error=error)
    assert all(matches(f"...{part}...", text) for part in parts), text
