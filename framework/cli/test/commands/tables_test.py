#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Analysing tables: find, stats, diff and probe against what h5py reads."""

import csv
import json
import random
import subprocess

import h5py
import numpy as np
import pytest

from program import PROGRAM, report, run
from solved_tables import Entries, altered_copy, fixture_table, fixture_tables, lines_of

OUTCOMES = ["illegal", "win", "loss", "tie", "draw"]


# find

def found(table, *conditions):
    """Position numbers, by --csv."""
    return [int(row["position"]) for row in csv.DictReader(lines_of("find", table, "--csv", *conditions))]


@pytest.mark.parametrize("outcome", OUTCOMES[1:])
def test_find_by_outcome_and_distance_finds_what_h5py_finds(table, outcome):
    entries = Entries(table)
    is_outcome = entries.outcome == OUTCOMES.index(outcome)
    has_distance = np.isin(entries.outcome, [1, 2, 3])
    assert found(table, f"outcome={outcome}") == list(np.flatnonzero(is_outcome))
    assert found(table, f"outcome={outcome} plies>=2", "plies<5") == list(
        np.flatnonzero(is_outcome & has_distance & (entries.distance >= 2) & (entries.distance < 5)))
    assert found(table, f"outcome!={outcome}", "plies!=3") == list(
        np.flatnonzero(~is_outcome & has_distance & (entries.distance != 3)))


def test_find_by_places_finds_what_h5py_finds(tables):
    entries = Entries(tables / "grid.h5")
    turn, cat, mouse = entries.index
    row, column = entries.coordinates["cat_row"], entries.coordinates["cat_column"]
    table = str(tables / "grid.h5")
    assert found(table, "turn=mouse cat.row<2") == list(np.flatnonzero((turn == 0) & (row[cat] < 2)))
    place = 7
    tuple_of = f"{row[place]},{column[place]}"
    assert found(table, f"cat={tuple_of}") == list(np.flatnonzero(cat == place))
    assert found(table, f"mouse!={tuple_of} mouse.column>=3 turn!=mouse") == list(
        np.flatnonzero((mouse != place) & (column[mouse] >= 3) & (turn == 1)))
    assert found(table, "position>=100 position<=104 position!=102") == [100, 101, 103, 104]
    assert found(table, "ended=yes") == list(np.flatnonzero(entries.distance == 0))
    assert found(table, "ended=no turn=cat") == list(np.flatnonzero((entries.distance != 0) & (turn == 1)))
    assert found(table, "plies<0") == [] and found(table, "cat.row>99") == []
    graph = Entries(tables / "graph.h5")
    assert found(str(tables / "graph.h5"), "cat=3 mouse>5") == list(
        np.flatnonzero((graph.coordinates["cat_node"][graph.index[1]] == 3) & (graph.index[2] > 5)))


@pytest.mark.parametrize("name", ["graph", "grid", "limited"])
def test_find_by_winner_and_player_goes_by_the_rules(tables, name):
    table = str(tables / f"{name}.h5")
    entries = Entries(table)
    first_moves = entries.index[0] == 0
    winner = entries.winner(first_moves)
    for number, player in enumerate(entries.players):
        assert found(table, f"winner={player}") == list(np.flatnonzero(winner == number))
        assert found(table, f"to_move={player} winner!={player}") == list(
            np.flatnonzero((winner != number) & (first_moves == (number == 0))))
    assert found(table, "winner=nobody") == list(np.flatnonzero(winner == -1))


def test_find_writes_text_csv_and_json_alike(table):
    text = lines_of("find", table, "plies>=3", "--limit", "7")
    rows = list(csv.DictReader(lines_of("find", table, "plies>=3", "--limit", "7", "--csv")))
    objects = [json.loads(line) for line in lines_of("find", table, "plies>=3", "--limit", "7", "--json")]
    assert len(text) == len(rows) == len(objects) == 7
    for line, row, one in zip(text, rows, objects):
        assert line.startswith(one["state"] + "  ") and row["state"] == one["state"]
        assert (row["outcome"], row["winner"], int(row["plies"])) == (one["outcome"], one["winner"] or "", one["plies"])
        probed = report("probe", table, *one["state"].split())
        assert {key: probed[key] for key in one} == one


def test_find_longest_sorts_by_distance_then_by_number(table):
    rows = list(csv.DictReader(lines_of("find", table, "--longest", "--csv")))
    keys = [(-int(row["plies"]), int(row["position"])) for row in rows]
    assert keys == sorted(keys) and len(keys) == np.count_nonzero(np.isin(Entries(table).outcome, [1, 2, 3]))
    assert list(csv.DictReader(lines_of("find", table, "--longest", "--csv", "--limit", "5"))) == rows[:5]


def test_find_counts(table):
    wins = int(np.count_nonzero(Entries(table).outcome == 1))
    assert lines_of("find", table, "outcome=win", "--count") == [str(wins)]
    assert report("find", table, "outcome=win", "--count") == {"count": wins}


# stats

def test_stats_count_by_turn_and_by_a_coordinate(tables):
    table = str(tables / "grid.h5")
    entries = Entries(table)
    stats = report("stats", table, "--by", "cat.row")
    row = entries.coordinates["cat_row"][entries.index[1]]

    def counted(chosen):
        numbers = {name: int(np.count_nonzero(chosen & (entries.outcome == OUTCOMES.index(name))))
                   for name in OUTCOMES[1:]}
        decisive = chosen & np.isin(entries.outcome, [1, 2])
        return numbers, int(entries.distance[decisive].max())

    for turn, group in enumerate(stats["turns"]):
        numbers, longest = counted(entries.index[0] == turn)
        assert group["to_move"] == entries.players[turn] and group["positions"] == sum(numbers.values())
        assert {name: group[name] for name in numbers} == numbers and group["max_distance_plies"] == longest
    assert len(stats["groups"]) == 2 * len(np.unique(row))
    for group in stats["groups"]:
        turn = entries.players.index(group["to_move"])
        numbers, longest = counted((row == int(group["group"])) & (entries.index[0] == turn))
        assert {name: group[name] for name in numbers} == numbers and group["max_distance_plies"] == longest


@pytest.mark.parametrize("name", ["graph", "grid", "limited"])
def test_stats_classify_boards(tables, name):
    table = str(tables / f"{name}.h5")
    entries = Entries(table)
    winner = entries.winner(entries.index[0] == 0)
    if_first, if_second = winner[0], winner[1]
    classes = report("stats", table)["classes"]

    def number(first, second):
        return int(np.count_nonzero((if_first == first) & (if_second == second)))

    assert {key: classes[key] for key in "NPLR"} == {
        "N": number(0, 1), "P": number(1, 0), "L": number(0, 0), "R": number(1, 1)}
    assert classes["boards"] == if_first.size and classes["one_turn_only"] == 0
    assert classes["drawn"] == np.count_nonzero((if_first == -1) | (if_second == -1))
    worth = {0: 1, -1: 0, 1: -1}  # to the first player
    value_first, value_second = np.vectorize(worth.get)(if_first), np.vectorize(worth.get)(if_second)
    zugzwangs = np.flatnonzero(value_first < value_second)
    assert classes["zugzwangs"] == zugzwangs.size
    named = [report("probe", table, *state.split()) for state in classes["first_zugzwangs"]]
    assert len(named) == min(3, zugzwangs.size)
    assert all(entries.players[0] != one["winner"] for one in named)


def test_stats_do_not_depend_on_threads(table):
    reports = [report("stats", table, "--threads", str(n)) for n in (1, 2, 5)]
    assert reports[0] == reports[1] == reports[2]


# diff


def test_diff_names_the_positions_that_differ(tables, tmp_path):
    table = str(tables / "grid.h5")
    entries = Entries(table)
    where = [tuple(place) for place in np.argwhere(entries.distance == 3)[:3]]

    def alter(file):
        file["distance"][where[0]] = 2
        file["distance"][where[2]] = 4
        file["outcome"][where[1]] = 3 - int(entries.outcome[where[1]])
    changed = run("diff", table, altered_copy(table, tmp_path, alter), "--json")
    assert changed.returncode == 1
    compared = json.loads(changed.stdout)
    assert (compared["equal"], compared["different_outcomes"], compared["different_distances"]) == (False, 1, 2)
    assert compared["statements"] == []
    numbers = [np.ravel_multi_index(place, entries.outcome.shape) for place in where]
    states = [lines_of("find", table, f"position={n}", "--json")[0] for n in numbers]
    assert [entry["state"] for entry in compared["entries"]] == [json.loads(state)["state"] for state in states]
    assert [entry["second"]["plies"] for entry in compared["entries"]] == [2, 3, 4]
    text = run("diff", table, str(tmp_path / "altered.h5"), "--limit", "1").stdout.splitlines()
    assert text[0].startswith("3 of ") and len(text) == 3 and text[-1] == "different"


def test_diff_compares_what_tables_say_of_themselves(tables, tmp_path):
    def alter(file):
        file.attrs.modify("first_player_wins", file.attrs["first_player_wins"] + 1)
        file.attrs.modify("second_player_wins", file.attrs["second_player_wins"] - 1)
    changed = run("diff", str(tables / "grid.h5"), altered_copy(str(tables / "grid.h5"), tmp_path, alter), "--json")
    assert changed.returncode == 1
    assert [statement["what"] for statement in json.loads(changed.stdout)["statements"]] == ["counts"]


def test_a_default_that_the_game_has_got_later_is_not_stored(tables, tmp_path):
    explicit = str(tmp_path / "explicit.h5")
    assert run("solve", "mnk", "misere=no", "exact=no", "-o", explicit).returncode == 0
    for table in (str(tables / "board.h5"), explicit):
        with h5py.File(table) as file:  # from before there was misere=no
            assert (file.attrs["parameters"], file.attrs["parameters_checksum"]) == (b"cols k rows", b"835342d8e18e273f")


# probe

def random_states(table, count):
    legal = [row["state"] for row in csv.DictReader(lines_of("find", table, "--csv"))]
    assert len(legal) == np.count_nonzero(Entries(table).outcome)
    return random.Random(table[-8:]).sample(legal, count)


def test_probe_answers_lines_of_standard_input(table):
    states = random_states(table, 4)
    done = run("probe", table, "--stdin", "--json", stdin="\n".join(states))
    assert (done.returncode, done.stderr) == (0, "")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    for state, answer in zip(states, answers, strict=True):
        single = report("probe", table, *state.split())
        assert single.pop("moves") is not None
        assert answer == single
    with_moves = run("probe", table, "--stdin", "--all", "--json", stdin=states[0]).stdout
    assert json.loads(with_moves) == report("probe", table, *states[0].split())
    text = run("probe", table, "--stdin", stdin="\n".join(states)).stdout.splitlines()
    assert [line.split("  ")[0] for line in text] == states


def test_probe_answers_before_the_next_question_is_asked(tables):
    with subprocess.Popen([PROGRAM, "probe", str(tables / "board.h5"), "--stdin"], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, text=True, bufsize=1) as asked:
        for state in ["board=.../.../...", "board=X../.../..."]:
            asked.stdin.write(state + "\n")
            assert asked.stdout.readline().startswith(state + "  ")
        asked.stdin.close()
        assert asked.wait() == 0


def test_a_line_of_best_play_follows_best_moves_to_the_end(table):
    for state in random_states(table, 4):
        probed = report("probe", table, *state.split(), "--line")
        line, repeats_from = probed["line"]["positions"], probed["line"]["repeats_from"]
        assert line[0]["state"] == probed["state"]
        asked = "".join(f"{one['state']} plies_played={ply}\n" for ply, one in enumerate(line[:-1]))
        answers = run("probe", table, "--stdin", "--all", "--json", stdin=asked).stdout.splitlines()
        for answer, following in zip(answers, line[1:], strict=True):
            assert following["state"] == next(move["state"] for move in json.loads(answer)["moves"] if move["best"])
        if repeats_from is None:
            assert len(line) - 1 == probed["plies"] and line[-1]["plies"] == 0
        else:
            assert probed["plies"] is None and repeats_from < len(line)
