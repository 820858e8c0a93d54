# SPDX-License-Identifier: MIT
"""scripts/zermelo_table.py says of tables what the program says of them, and refuses bad questions in one line.

Needs ZERMELO_PROGRAM.
"""

import json
import math
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys

import numpy as np
import pytest

import zermelo_table
from zermelo_table import TableError, open_table
from program_tables import PROGRAM, copied, folder, path

SAMPLE_OF_EACH_OUTCOME = 20


def report(*words):
    done = subprocess.run([PROGRAM, *words, "--json"], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def answers(path, states, *words):
    """What the program says of positions, asked for one after the other."""
    done = subprocess.run([PROGRAM, "probe", path, "--stdin", "--json", *words], input="".join(f"{one}\n" for one in states),
                          capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def legal_sample(table):
    """Indices of legal positions of every outcome there is, seeded; the start first."""
    chosen = [table.start]
    for code in (zermelo_table.WIN, zermelo_table.LOSS, zermelo_table.TIE, zermelo_table.DRAW):
        found = np.argwhere(table.outcome[()] == code).tolist()
        chosen += map(tuple, random.Random(table.game).sample(found, min(SAMPLE_OF_EACH_OUTCOME, len(found))))
    return chosen


def values_at(table, index):
    return {axis.name: axis.value(place) for axis, place in zip(table.axes, index)}


def subset(size, number):
    """The set of so many numbers that has this number among all of its size, in the order of their bits."""
    members = []
    for left in range(size, 0, -1):
        member = left - 1
        while math.comb(member + 1, left) <= number:
            member += 1
        number -= math.comb(member, left)
        members.insert(0, member)
    return members


def board_words(table, number):
    """A board of m,n,k-games from its number: by the stones, the cells that they are on, and which of these are o's."""
    rows, cols = int(table.parameters["rows"]), int(table.parameters["cols"])
    stones = 0
    while number >= (slice_size := math.comb(rows * cols, stones) * math.comb(stones, stones // 2)):
        number -= slice_size
        stones += 1
    number_of_occupied, number_of_o = divmod(number, math.comb(stones, stones // 2))
    occupied = subset(stones, number_of_occupied)
    of_o = {occupied[i] for i in subset(stones // 2, number_of_o)}
    cells = "".join(("O" if cell in of_o else "X") if cell in occupied else "." for cell in range(rows * cols))
    return "board=" + "/".join(cells[row * cols:(row + 1) * cols] for row in range(rows))


def assert_same_value(position, told, has_winner=True):
    for field in ("outcome", "plies", "result", "decided_by") + (("winner",) if has_winner else ()):
        assert getattr(position, field) == told[field], (position, field, told)


# --- single positions ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["graph", "graph_limit", "grid", "no_limit", "chunks"])
def test_probe_says_what_the_program_says(folder, name):
    path = folder / f"{name}.h5"
    decided = set()
    with open_table(path) as table:
        sample = legal_sample(table)
        positions = [table.probe(**values_at(table, index)) for index in sample]
        for index, position, told in zip(sample, positions, answers(path, [one.state for one in positions]), strict=True):
            assert position.index == index
            assert position.to_move == position.state.split("turn=")[1].split()[0]
            assert_same_value(position, told)
            decided.add(told["decided_by"])
    # Otherwise the sample would say little of the rules.
    assert decided >= {"graph": {"play", None}, "graph_limit": {"play", "move_limit"}, "no_limit": {"play"},
                       "grid": {"play", "move_limit", "infinite_play"}, "chunks": {"play"}}[name]


def test_probe_of_a_game_without_a_turn_axis_says_what_the_program_says(folder):
    path = folder / "board.h5"
    with open_table(path) as table:
        numbers = [number for (number,) in legal_sample(table)]
        told = answers(path, [board_words(table, number) for number in numbers])
        for number, one in zip(numbers, told, strict=True):
            position = table.probe(position=number)
            assert_same_value(position, one)
            words = board_words(table, number)
            assert position.to_move == ("x" if words.count("X") == words.count("O") else "o")


def test_probe_of_a_table_that_does_not_tell_turns_leaves_only_the_winner_open(folder, copied):
    path = folder / "board.h5"
    with open_table(copied(lambda file: file.pop("to_move"), "board")) as table:
        numbers = [number for (number,) in legal_sample(table)]
        told = answers(path, [board_words(table, number) for number in numbers])
        for number, one in zip(numbers, told, strict=True):
            position = table.probe(position=number)
            assert_same_value(position, one, has_winner=False)
            assert (position.to_move, position.raw_winner, position.winner) == (None, None, None)


@pytest.mark.parametrize("plies_played", [0, 3, 6, 7])
def test_plies_played_count_against_the_move_limit(folder, plies_played):
    path = folder / "grid.h5"
    with open_table(path) as table:
        position = table.probe(plies_played=plies_played)
        told = report("probe", path, f"plies_played={plies_played}")
        assert_same_value(position, told)
        assert position.winner == ("mouse" if plies_played <= 3 else "cat")  # it takes the mouse 3 of 6 plies
        assert position.raw_winner == "mouse"


def test_a_position_is_asked_for_by_words_values_or_not_at_all(folder):
    with open_table(folder / "grid.h5") as table:
        start = table.probe()
        assert table.probe(table.start_text) == start
        assert table.probe(start.state) == start
        assert table.probe(**values_at(table, table.start)) == start
        assert table.probe("turn=mouse mouse=6,9", cat=(2, 2)) == start


@pytest.mark.parametrize("name, words, message", [
    ("grid", "turn=dog cat=0,0 mouse=0,0", "turn=dog: not one of mouse, cat"),
    ("grid", "turn=cat cat=90,0 mouse=0,0", "cat=90,0: no place of this axis has the row and the column 90,0"),
    ("grid", "turn=cat cat=3 mouse=0,0", "cat=3: expected cat=ROW,COLUMN"),
    ("grid", "turn=cat cat=x,y mouse=0,0", "cat=x,y: expected cat=ROW,COLUMN"),
    ("grid", "turn=cat cat=0,0", "axis 'mouse' is not given"),
    ("grid", "turn=cat cat=0,0 mouse=0,0 dog=1", "'dog' is not an axis; the axes are turn, cat, mouse"),
    ("grid", "turn=cat cat=0,0 mouse=0,0 cat=1,1", "field 'cat' is given twice"),
    ("grid", "cat", "'cat' is not a field=value word"),
    ("graph", "turn=cat cat=0 mouse=3", "cat=0: no place of this axis has the node 0"),
    ("board", "position=143365", "position=143365: not from 0 to 143364"),
    ("board", "position=-1", "position=-1: not from 0 to 143364"),
    ("board", "position=11711", "position=11711: no legal position"),
    ("board", "board=XO../..../....", "'board' is not an axis; the axes are position"),
])
def test_a_bad_question_is_one_line(folder, name, words, message):
    with open_table(folder / f"{name}.h5") as table, pytest.raises(TableError) as raised:
        table.probe(words)
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)


def test_negative_plies_played_are_refused(folder):
    with open_table(folder / "grid.h5") as table, pytest.raises(TableError, match="plies_played=-1"):
        table.probe(plies_played=-1)


# --- arrays ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fixed", [{"turn": "cat", "cat": (1, 3)}, {"mouse": (2, 0)}, {"turn": "mouse"}])
def test_a_slice_has_the_values_of_its_positions(folder, fixed):
    with open_table(folder / "no_limit.h5") as table:
        part = table.select(**fixed)
        assert [axis.name for axis in part.axes] == [axis.name for axis in table.axes if axis.name not in fixed]
        for place in np.ndindex(part.outcome.shape):
            position = table.probe(**fixed, **{axis.name: axis.value(at) for axis, at in zip(part.axes, place)})
            assert zermelo_table.OUTCOMES[part.outcome[place]] == position.outcome
            assert part.plies[place] == position.plies
            assert table.winner_names[part.winner[place]] == position.raw_winner


def test_a_slice_masks_what_has_no_distance(folder):
    with open_table(folder / "grid.h5") as table:
        part = table.select()
        assert np.count_nonzero(part.winner == zermelo_table.NOBODY_WINS_DRAW) == table.counts["draw"] > 0
        assert np.array_equal(part.plies.mask, part.outcome == zermelo_table.DRAW)


def test_winners_are_refused_where_nothing_says_whose_turn_it_is(copied):
    with open_table(copied(lambda file: file.pop("to_move"), "board")) as table:
        part = table.select(position=0)
        assert part.outcome == zermelo_table.WIN
        for ask in (lambda: part.winner, table.histogram, table.winners_by_walkers_distance):
            with pytest.raises(TableError):
                ask()


def test_xarray_reads_by_labels(folder):
    with open_table(folder / "grid.h5") as table, table.to_xarray() as dataset:
        part = table.select(turn="cat")
        assert np.array_equal(dataset.outcome.sel(turn="cat"), part.outcome)
        assert np.array_equal(dataset.distance.sel(turn="cat"), part.plies.data)
        assert dataset.cat_row.values.tolist() == table.axes[1].coordinates["row"].tolist()


# --- the whole table -------------------------------------------------------------------------------------------


def test_metadata_are_those_of_stats(path):
    told = report("stats", path)
    with open_table(path) as table:
        assert table.game == told["game"]
        assert table.positions == told["positions"] == table.outcome.size
        assert table.legal_positions == told["legal_positions"]
        assert table.counts == told["counts"]
        assert table.winners == told["winners"]
        assert table.infinite_play == told["infinite_play"]
        assert table.move_limit == told["move_limit"]
        assert table.edges == told["edges"]
        assert (table.engine, table.threads) == (told["engine"], told["threads"])
        assert table.seconds == told["seconds"]
        assert [{"name": axis.name, "size": axis.size} for axis in table.axes] == told["axes"]
        assert table.start_text == told["start"]["state"]
        given = {name: "none" if value is None else str(value) for name, value in told["params"].items()
                 if not isinstance(value, float)}
        assert given.items() <= table.parameters.items()


def test_the_histogram_is_that_of_stats(path):
    told = report("stats", path)
    with open_table(path) as table:
        counted = table.histogram(by="outcome")
        assert {name: counts.tolist() for name, counts in counted.items()} == told["histogram"]
        assert {name: counts.tolist() for name, counts in table.stored_histogram.items()} == told["histogram"]
        assert table.tells_turns
        by_winner = table.histogram()
        assert {name: counts.sum() for name, counts in by_winner.items()} == {
            name: count for name, count in told["winners"].items() if name != "draw"}
        for name, counts in by_winner.items():
            longest = told["longest"][name]
            assert (longest is None) == (not counts.any())
            if longest is not None:
                farthest = np.flatnonzero(counts)[-1]
                assert (farthest, counts[farthest]) == (longest["plies"], longest["positions"])


def test_an_unknown_histogram_is_refused(folder):
    with open_table(folder / "grid.h5") as table, pytest.raises(TableError, match="by='plies': not winner or outcome"):
        table.histogram(by="plies")


def test_the_signature_is_that_of_stats(path):
    with open_table(path) as table:
        assert table.signature() == report("stats", path)["signature"] == table.stored_signature
        table.check_signature()


def test_one_changed_value_changes_the_signature(copied):
    def change(file):
        file["distance"][0, 5, 5] ^= 1
    with open_table(copied(change)) as table, pytest.raises(TableError, match="signature: stored [0-9a-f]{16}, the"):
        table.check_signature()


@pytest.mark.parametrize("name", ["grid", "chunks"])
def test_chunks_are_the_table_piece_by_piece(folder, name):
    with open_table(folder / f"{name}.h5") as table:
        outcome = np.full(table.outcome.shape, 255, dtype=np.uint8)
        pieces = 0
        for index, piece, _ in table.chunks():
            assert (outcome[index] == 255).all()
            outcome[index] = piece
            pieces += 1
        assert np.array_equal(outcome, table.outcome[()])
        assert (pieces > 1) == (name == "chunks")


@pytest.mark.parametrize("turn", [None, "cat", "mouse"])
@pytest.mark.parametrize("name", ["grid", "chunks"])
def test_winners_by_the_walkers_distance_are_those_of_the_positions(folder, name, turn):
    with open_table(folder / f"{name}.h5") as table:
        counts = table.winners_by_walkers_distance(turn)
        expected = np.zeros_like(counts)
        turns = table.turn_axis.labels if turn is None else (turn,)
        _, cat, mouse = table.axes
        cells = [mouse.value(place) for place in range(mouse.size)]
        for mover in turns:
            for place in range(cat.size):
                row, column = cat.value(place)
                winner = table.select(turn=mover, cat=(row, column)).winner
                apart = [abs(row - r) + abs(column - c) for r, c in cells]
                np.add.at(expected, (apart, winner), 1)
        assert np.array_equal(counts, expected)
        if turn is None:
            assert dict(zip(table.winner_names, counts.sum(axis=0))) == table.winners


def test_a_graph_has_no_grid_to_measure_distances_on(folder):
    with open_table(folder / "graph.h5") as table, pytest.raises(TableError, match="coordinates row and column, not 0"):
        table.winners_by_walkers_distance()


# --- moves -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["graph", "grid"])
def test_moves_are_those_of_the_program(folder, name):
    path = folder / f"{name}.h5"
    best = 0
    with open_table(path) as table:
        for index in legal_sample(table)[:10]:
            values = values_at(table, index)
            told = report("probe", path, *table.probe(**values).state.split())["moves"]
            assert table.moves(**values) == told
            assert table.best_moves(table.probe(**values).state) == [move for move in told if move["best"]]
            best += sum(move["best"] for move in told)
    assert best > 0


def test_moves_take_the_games_own_notation(folder):
    with open_table(folder / "board.h5") as table:
        states = [move["state"] for move in table.best_moves("board=XX../OO../....")]
    assert states == ["board=XXX./OO../...."]


def test_no_words_are_the_start(folder):
    with open_table(folder / "grid.h5") as table:
        assert table.moves() == table.moves(table.start_text) != []


def test_what_the_program_refuses_is_a_table_error_of_one_line(folder):
    with open_table(folder / "grid.h5") as table:
        for words in ("turn=cat", "--help"):
            with pytest.raises(TableError) as raised:
                table.moves(words)
            assert str(raised.value).startswith(f"{folder / 'grid.h5'}: position: ")
            assert "\n" not in str(raised.value)


def test_the_program_is_found_by_argument_variable_path_or_beside(folder, tmp_path, monkeypatch):
    fake = tmp_path / "zermelo"
    fake.write_text("#!/bin/sh\necho '{\"moves\": []}'\n")
    fake.chmod(0o755)
    with open_table(folder / "grid.h5", program=fake) as table:
        assert table.moves() == []  # the argument comes before the variable
    assert zermelo_table.find_program() == str(PROGRAM)
    monkeypatch.delenv("ZERMELO_PROGRAM")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert zermelo_table.find_program() == str(fake)
    monkeypatch.setenv("PATH", str(folder))
    assert zermelo_table.find_program() == str(pathlib.Path(zermelo_table.__file__).parent / "run")
    with open_table(folder / "grid.h5", program=tmp_path / "none") as table:
        with pytest.raises(TableError, match="none: No such file"):
            table.moves()


# --- the example ----------------------------------------------------------------------------------------------


def run_example(folder, *words):
    script = pathlib.Path(zermelo_table.__file__).with_name("table_example.py")
    return subprocess.run([script, *words], capture_output=True, text=True, env={**os.environ, "TMPDIR": str(folder)})


def test_the_example_runs_from_top_to_bottom(tmp_path):
    done = run_example(tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "winners: {'mouse': 5226, 'cat': 2702, 'tie': 0, 'draw': 264}" in done.stdout  # that of the program
    picture = pathlib.Path(done.stdout.splitlines()[-1])
    assert picture.parent.parent == tmp_path
    assert "<svg" in picture.read_text()


def test_the_example_takes_a_table(folder, tmp_path):
    shutil.copy(folder / "no_limit.h5", tmp_path / "t.h5")
    done = run_example(tmp_path, tmp_path / "t.h5")
    assert (done.returncode, done.stderr) == (0, "")
    assert "best: mouse=2,2 cat=1,1 turn=cat, mouse in 4 plies" in done.stdout
    assert "<svg" in (tmp_path / "t_shares.svg").read_text()
