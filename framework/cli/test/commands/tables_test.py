#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Analysing tables: find, stats, diff and probe against what h5py reads."""

import csv
import json
import os
import random
import subprocess

import h5py
import numpy as np
import pytest

from program import PROGRAM, failure, report, run
from solved_tables import Entries, GAMES, altered_copy, fixture_table, fixture_tables, lines_of

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


def test_find_does_not_depend_on_threads(tables):
    table = str(tables / "board.h5")
    assert len({run("find", table, "plies>2", "--threads", str(n)).stdout for n in (1, 2, 5)}) == 1


def test_numbers_below_those_of_a_field_are_compared(tables):
    table = str(tables / "grid.h5")

    def count(*words):
        return report("find", table, *words, "--count")["count"]

    assert count("plies>=-1") == count("plies>=0") > 0 == count("plies<-1") == count("plies=-9223372036854775808")
    assert count("position>-5") == count("position!=-1") == count("moves>=-1") == count() > 0 == count("position<=-1")


@pytest.mark.parametrize("condition, expected", [
    ("cta=1", "'cta=1': there is no field 'cta'; did you mean 'cat'?"),
    ("cat", "'cat' is no condition; write FIELD=VALUE, or with != < <= > >="),
    ("cat.rwo=1", "'cat.rwo=1': there is no field 'cat.rwo'; did you mean 'cat.row'?"),
    ("cat=9,9", "'cat=9,9': cat has no such place; one is 0,1"),
    ("cat<3,2", "'cat<3,2': cat is a tuple, which is = or != another"),
    ("turn>mouse", "'turn>mouse': turn is a word, which is = or != another"),
    ("turn=dog", "'turn=dog': known: mouse, cat"),
    ("winner=dog", "'winner=dog': known: mouse, cat, nobody"),
    ("outcome=lost", "'outcome=lost': did you mean 'loss'?"),
    ("plies>=x", "'plies>=x': plies is a whole number from -9223372036854775808 to 9223372036854775807"),
    ("cat.row=x", "'cat.row=x': cat.row is a whole number from -9223372036854775808 to 9223372036854775807"),
    ("winning_moves>9223372036854775808", "'winning_moves>9223372036854775808': winning_moves is a whole number from "
     "-9223372036854775808 to 9223372036854775807"),
])
def test_find_refuses_what_is_no_condition(tables, condition, expected):
    assert failure("find", str(tables / "grid.h5"), condition) == expected


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


def test_a_game_without_an_axis_of_turns_has_no_classes(tables):
    assert report("stats", str(tables / "board.h5"))["classes"] is None


def test_stats_do_not_depend_on_threads(table):
    reports = [report("stats", table, "--threads", str(n)) for n in (1, 2, 5)]
    assert reports[0] == reports[1] == reports[2]


def test_stats_refuse_an_unknown_field(tables):
    assert failure("stats", str(tables / "grid.h5"), "--by", "dog") == (
        "no field 'dog'; known: turn, cat, cat.row, cat.column, mouse, mouse.row, mouse.column")


def test_stats_refuse_to_count_by_a_long_axis(tmp_path):
    table = str(tmp_path / "t.h5")
    assert run("solve", "mnk", "rows=3", "cols=4", "k=3", "-o", table).returncode == 0
    assert failure("stats", table, "--by", "position") == (
        "the axis position has 143,365 places, too many to count by; at most 65,536")


# diff


def test_diff_accepts_tables_of_different_engines_and_threads(table, tmp_path):
    name = os.path.basename(table)[:-3]
    for engine, threads in [("explicit", "1"), ("implicit", "2"), ("queue", "1")]:
        other = str(tmp_path / "other.h5")
        run("solve", *GAMES[name], "--engine", engine, "--threads", threads, "-o", other)
        compared = report("diff", table, other)
        assert compared["equal"] and compared["compared"] == Entries(table).outcome.size
        assert run("diff", table, other).stdout.endswith("all the same\nequal\n")


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


def test_diff_names_what_else_differs(tables):
    compared = run("diff", str(tables / "grid.h5"), str(tables / "limited.h5"))
    assert compared.returncode == 1
    assert "parameter move_limit: 1000 | 4\n" in compared.stdout and "all the same" in compared.stdout
    compared = run("diff", str(tables / "grid.h5"), str(tables / "board.h5"))
    assert compared.returncode == 1
    assert compared.stdout.startswith("game: cat_and_mouse_ii | mnk\n")
    assert "the positions are not the same ones" in compared.stdout


def test_diff_compares_what_tables_say_of_themselves(tables, tmp_path):
    def alter(file):
        file.attrs.modify("first_player_wins", file.attrs["first_player_wins"] + 1)
        file.attrs.modify("second_player_wins", file.attrs["second_player_wins"] - 1)
    changed = run("diff", str(tables / "grid.h5"), altered_copy(str(tables / "grid.h5"), tmp_path, alter), "--json")
    assert changed.returncode == 1
    assert [statement["what"] for statement in json.loads(changed.stdout)["statements"]] == ["counts"]


def test_a_default_that_the_game_has_got_later_leaves_tables_as_they_were(tables, tmp_path):
    def parameters(file):
        with h5py.File(file) as table:
            return table.attrs["parameters"].decode(), table.attrs["parameters_checksum"].decode()
    plain, explicit, misere = str(tables / "board.h5"), str(tmp_path / "explicit.h5"), str(tmp_path / "misere.h5")
    assert parameters(plain) == ("cols k rows", "835342d8e18e273f")  # from before there was misere=no
    assert "misere" not in run("solve", "mnk", "misere=no", "exact=no", "-o", explicit).stdout
    assert parameters(explicit) == parameters(plain)
    assert run("diff", plain, explicit).returncode == 0
    assert "parameters  cols=3 k=3 misere=yes rows=3\n" in run("solve", "mnk", "misere=yes", "-o", misere).stdout
    assert parameters(misere)[0] == "cols k misere rows"
    assert "parameter misere: absent | yes\n" in run("diff", plain, misere).stdout
    assert report("stats", misere)["params"] == {"cols": 3, "k": 3, "misere": "yes", "rows": 3}
    assert report("stats", explicit)["params"] == {"cols": 3, "k": 3, "rows": 3}
    assert run("verify", misere).returncode == 0


# probe

def test_probe_takes_plies_played_once(tables):
    assert failure("probe", str(tables / "board.h5"), "plies_played=1", "plies_played=2") == (
        "'plies_played=2': plies_played is given twice")


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


def test_a_position_that_is_refused_says_which_rule_it_breaks(tables):
    assert failure("probe", str(tables / "board.h5"), "board=XX./.../...") == (
        "position: 'board=XX./.../...' is not legal: there are 2 X and 0 O, and X begins: "
        "there are as many, or one X more")


def test_probe_names_each_line_that_is_not_a_position_and_answers_the_others(tables):
    asked = "board=.../.../...\nboard=..\nboard=X../.../...\nturn\n"
    done = run("probe", str(tables / "board.h5"), "--stdin", stdin=asked)
    assert done.returncode == 2
    assert [line.split("  ")[0] for line in done.stdout.splitlines()] == ["board=.../.../...", "board=X../.../..."]
    wrong = done.stderr.splitlines()
    assert [line.split(": ")[1] for line in wrong] == ["standard input, line 2", "standard input, line 4"]
    as_json = run("probe", str(tables / "board.h5"), "--stdin", "--json", stdin=asked)
    assert (as_json.returncode, as_json.stderr) == (2, done.stderr)
    answers = [json.loads(line) for line in as_json.stdout.splitlines()]
    assert [answer.get("state") for answer in answers] == ["board=.../.../...", None, "board=X../.../...", None]
    assert [answers[1], answers[3]] == [{"error": line.split(": ", 2)[2]} for line in wrong]
    assert failure("probe", str(tables / "board.h5"), "--stdin", "board=.../.../...") == (
        "'board=.../.../...': with --stdin positions come from standard input")


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


def test_count_stands_alone(tables):
    assert failure("find", str(tables / "board.h5"), "--count", "--limit", "3") == "--limit excludes --count"


def test_signature_and_sample_exclude_each_other(tables):
    assert "--signature excludes --sample" in failure(
        "verify", str(tables / "grid.h5"), "--signature", "--sample", "5")
