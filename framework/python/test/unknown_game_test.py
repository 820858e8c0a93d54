# SPDX-License-Identifier: MIT
"""Tests that a table of an unknown game, such as one of your own program, is read without rules: its values are those
of the same table under the name of its game."""

import numpy as np
import pytest
import zermelo
from message_pattern import matches
from rejections import rejection
from saved_tables import BOARD, GRID, fixture_copied, fixture_folder  # noqa: F401, pytest finds them

GAMES = {
    "grid": GRID,  # an axis stores the player to move
    "board": BOARD,  # a dataset stores the player to move
    "keys": zermelo.Game("connect_four", rows=4, cols=4, k=3),
    "mover": zermelo.Game("fair_shares", n=12),
    "points": zermelo.Game("dots_and_boxes", rows=1, columns=2),
    "mover_with_points": zermelo.Game("awari", pits=2, seeds=4),
    "drawn": zermelo.Game("pong_hau_ki"),  # only the rules determine whether a drawn start is terminal
}
NO_RULES = "unknown game 'stairs'; only the values can be read, not the rules"


def of_unknown_game(file):
    file.attrs["game"] = np.bytes_(b"stairs")


@pytest.fixture(name="pair", params=GAMES)
def fixture_pair(request, folder, copied):
    """A table, and the same table with another name of the game."""
    with zermelo.open(folder / f"{request.param}.h5") as known, \
            zermelo.open(copied(of_unknown_game, request.param)) as table:
        yield known, table


of_the_grid = pytest.mark.parametrize("pair", ["grid"], indirect=True)


def test_table_of_unknown_game_has_its_metadata(pair):
    known, table = pair
    assert (table.game, known.game) == ("stairs", known.metadata["game"])
    for name in ("players", "axes", "shape", "counts", "winners", "signature", "start", "has_distances"):
        assert getattr(table, name) == getattr(known, name), name
    strings = {None: "none", True: "yes", False: "no"}
    assert table.parameters == {name: strings[value] if value is None or isinstance(value, bool) else str(value)
                                for name, value in known.parameters.items()}
    assert table.metadata | {"game": "", "table": "", "params": ""} == known.metadata | {"game": "", "table": "", "params": ""}
    reported, expected = table.stats(), known.stats()
    for name in ("counts", "winners", "signature", "turns", "histogram"):
        assert reported[name] == expected[name], name


def test_table_of_unknown_game_returns_outcomes_distances_and_margins(pair):
    known, table = pair
    assert np.array_equal(table.outcome, known.outcome) and np.array_equal(table.distance, known.distance)
    numbers = np.random.default_rng(5).permutation(len(known))[:2000]
    if known.winners is None:
        assert table.probe_many(numbers).winner is None
        assert "relative" in rejection(lambda: table.winner)
    else:
        assert np.array_equal(table.winner, known.winner)
    if known.game in ("awari", "dots_and_boxes"):
        assert np.array_equal(table.margin, known.margin) and np.count_nonzero(table.margin) > 0
    else:
        assert "for points" in rejection(lambda: table.margin)
    for found, expected in zip(table.probe_many(numbers), known.probe_many(numbers)):
        assert np.array_equal(found, expected)


def test_table_of_unknown_game_probes_values_without_moves(pair):
    known, table = pair
    legal = known.find_numbers()
    for number in legal[np.linspace(0, legal.size - 1, 40).astype(int)].tolist():
        here, expected = table.probe(number), known.probe(number)
        for name in ("position", "outcome", "winner", "plies", "margin", "result", "decided_by", "plies_played", "to_move"):
            assert getattr(here, name) == getattr(expected, name), name
        assert (here.moves, here.best_moves, here.drawing, here.cells) == (None, (), None, None)
        assert table.probe(here.state) == here  # its string contains its indices on the axes
        assert table.probe_many([here.state]).outcome == table.outcome.ravel()[number]
    for unused in np.flatnonzero(known.outcome.ravel() == 0)[:3].tolist():
        assert f"got {unused}" in rejection(table.probe, unused)
    if known.start is not None:
        assert table.probe().position == known.start


@of_the_grid
def test_table_of_unknown_game_answers_queries_about_values_and_axes(pair):
    known, table = pair
    for conditions in (("turn=cat", "cat.row<3", "winner=mouse"), ("plies>=5",), ("outcome=draw",)):
        assert table.count(*conditions) == known.count(*conditions) > 0
        assert np.array_equal(table.find_numbers(*conditions), known.find_numbers(*conditions))
    assert table.count(by="turn,winner") == known.count(by="turn,winner")
    assert table.stats(by="cat.row")["groups"] == known.stats(by="cat.row")["groups"]
    assert [one.position for one in table.find(longest=True, limit=5)] == [
        one.position for one in known.find(longest=True, limit=5)]
    part, expected = table.select(turn="cat", mouse=(2, 1)), known.select(turn="cat", mouse=(2, 1))
    assert part.axes == expected.axes and np.array_equal(part.winner, expected.winner)
    index = known.find("turn=cat", "plies>=1", limit=1)[0].position
    values = {axis.name: axis.value(at) for axis, at in zip(known.axes, np.unravel_index(index, known.shape))}
    assert table.probe(**values).position == index
    assert table.to_xarray().equals(known.to_xarray())


@of_the_grid
def test_table_of_unknown_game_rejects_queries_that_need_rules(pair):
    known, table = pair
    number = known.find_numbers("plies>=3")[0].item()
    for call in (table.moves, table.best_moves, table.line):
        assert rejection(call, number) == NO_RULES
    for conditions in (("moves>=2",), ("winning_moves=1",), ("reachable=yes",)):
        assert rejection(table.find, *conditions).endswith(NO_RULES)
    assert rejection(table.stats, only_moves=True).endswith(NO_RULES)
    assert rejection(table.stats, state_signature=True) == NO_RULES
    assert rejection(table.probe, "moves=1").endswith(NO_RULES)
    assert rejection(table.count, best_move_to=table.probe(number).state).endswith(NO_RULES)
    for text in ("C..", "turn=cat cat=2,0", "turn=cat cat=2,0 mouse=70,0", "turn=dog cat=2,0 mouse=2,1"):
        reported = rejection(table.probe, text)
        assert reported.endswith(NO_RULES) and "the axes turn, cat, mouse" in reported


def set_strings(**strings):
    return lambda file: file.attrs.update({name: np.bytes_(text) for name, text in strings.items()})


@pytest.mark.parametrize("change, message", [
    (lambda file: (of_unknown_game(file), file.pop("to_move"), file.pop("to_move_byte")),  # as older programs wrote them
     "unknown game 'stairs'; ... player ..."),
    (set_strings(game=b"mo\x1b[2Juse"), "...': ... plain text"),
    (set_strings(game=b"stairs", first_player=b"mo\x1b[2Juse"), "...plain text")], ids=["bits", "game", "player"])
def test_open_rejects_unknown_game_without_players_to_move_or_plain_names(copied, change, message):
    assert matches(f"...{message}", rejection(zermelo.open, copied(change, "board")))
