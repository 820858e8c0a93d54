# SPDX-License-Identifier: MIT
"""Means and quantiles that zermelo run records of the positions of each case, and means over seeds."""

import csv
import io
import json
import re

import numpy as np
import pytest

from program import report, rows_of, run
from studies import results_of

GRID = ["M..#.", "..#..", "C...F", ".#..."]
STATISTICS = """
[[statistic]]
name = "mean_plies"
mean = "plies"
[[statistic]]
name = "median_plies"
median = "plies"
of = "turn=mouse outcome=win ended=no"
[[statistic]]
name = "late"
quantile = "plies"
at = 0.9
of = "winner=cat"
[[statistic]]
name = "moves"
mean = "moves"
[[statistic]]
name = "cat_moves"
quantile = "moves"
at = 0.25
of = "turn=cat ended=no"
[[statistic]]
name = "row"
mean = "cat.row"
of = "outcome=loss"
[[statistic]]
name = "never"
mean = "plies"
of = "outcome=tie"
[[statistic]]
name = "share"
count = "winner=cat"
"""


def positions_of(folder, *words):
    """The table FOLDER/t.h5 of a game, and its positions as find has them."""
    table = str(folder / "t.h5")
    assert run("solve", *words, "-o", table).returncode == 0
    return table, list(csv.DictReader(io.StringIO(run("find", table, "--csv").stdout)))


def count_moves(state, jumps):
    """By the rules of LeetCode 1728, written anew: along a row or column up to a wall, or none."""
    places = {name: (int(row), int(column)) for name, row, column in re.findall(r"(\w+)=(\d+),(\d+)", state)}
    if places["mouse"] == places["cat"] or any(GRID[row][column] == "F" for row, column in places.values()):
        return 0
    turn = re.search(r"turn=(\w+)", state)[1]
    row, column = places[turn]
    targets = {(row, column)}
    for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        for steps in range(1, jumps[turn] + 1):
            r, c = row + steps * down, column + steps * right
            if not (0 <= r < len(GRID) and 0 <= c < len(GRID[0])) or GRID[r][c] == "#":
                break
            targets.add((r, c))
    return len(targets)


def test_means_and_quantiles_are_those_of_the_positions(tmp_path):
    grid = "\n".join(GRID)
    text = f'game = "cat_and_mouse_ii"\n[parameters]\ngrid = {json.dumps(grid)}\nmouse_jump = 2\ncat_jump = 3\n'
    (row,) = results_of(tmp_path, text + STATISTICS, "--threads", "2")
    _, positions = positions_of(tmp_path, "cat_and_mouse_ii", f"grid={grid}", "mouse_jump=2", "cat_jump=3")
    assert len(positions) == int(row["legal_positions"])

    def plies(keep):
        return [int(p["plies"]) for p in positions if p["plies"] and keep(p)]

    def moves(keep):
        return [count_moves(p["state"], {"mouse": 2, "cat": 3}) for p in positions if keep(p)]

    def ended(p):
        return p["plies"] == "0"

    def turn(p):
        return re.search(r"turn=(\w+)", p["state"])[1]

    expected = {
        "mean_plies": np.mean(plies(lambda p: True)),
        "median_plies": np.median(plies(lambda p: turn(p) == "mouse" and p["outcome"] == "win" and not ended(p))),
        "late": np.quantile(plies(lambda p: p["winner"] == "cat"), 0.9),
        "moves": np.mean(moves(lambda p: True)),
        "cat_moves": np.quantile(moves(lambda p: turn(p) == "cat" and not ended(p)), 0.25),
        "row": np.mean([int(re.search(r"cat=(\d+)", p["state"])[1]) for p in positions if p["outcome"] == "loss"]),
        "share": np.mean([p["winner"] == "cat" for p in positions]),
    }
    for name, value in expected.items():
        assert float(row[name]) == pytest.approx(value, rel=1e-12), name
    assert row["never"] == ""
    assert float(row["moves"]) * len(positions) == pytest.approx(int(row["edges"]))


def test_a_quantile_lies_between_two_numbers_as_numpy_has_it(tmp_path):
    at = [0, 0.1, 0.25, 0.5, 0.77, 0.995, 1]
    text = 'game = "mnk"\n' + "".join(f'[[statistic]]\nname = "q{number}"\nquantile = "plies"\nat = {q}\nof = "outcome=win"\n'
                                      for number, q in enumerate(at))
    (row,) = results_of(tmp_path, text)
    _, positions = positions_of(tmp_path, "mnk")
    plies = [int(p["plies"]) for p in positions if p["outcome"] == "win"]
    assert [float(row[f"q{number}"]) for number in range(len(at))] == pytest.approx(np.quantile(plies, at))


def test_moves_of_an_explored_game_and_of_a_folded_one_are_its_edges(tmp_path):
    text = '[[case]]\ngame = "dodgem"\n[[case]]\ngame = "quixo"\nn = 3\n[[statistic]]\nname = "moves"\nmean = "moves"\n'
    for row in results_of(tmp_path, text):
        assert float(row["moves"]) * int(row["legal_positions"]) == pytest.approx(int(row["edges"]))


SEEDS = """game = "cat_and_mouse_ii"
repetitions = 2
[parameters]
cols = 4
[[sweep]]
rows = [4, 5]
[[sweep]]
seed = { from = 0, count = 4 }
[[sweep]]
walls = [0.1, 0.2]
[[statistic]]
name = "moves"
median = "moves"
[[statistic]]
name = "never"
mean = "plies"
of = "outcome=tie"
"""


def test_means_over_seeds_are_of_the_cases_that_differ_in_their_seed_alone(tmp_path):
    rows = results_of(tmp_path, SEEDS)
    assert len(rows) == 32
    means = rows_of(tmp_path / "r" / "seed_means.csv")
    described = json.loads((tmp_path / "r" / "columns.json").read_text(encoding="utf-8"))
    kinds = {column["name"]: column["kind"] for column in described["seed_means.csv"]}
    assert list(kinds.items()) == [("cols", "parameter"), ("rows", "parameter"), ("walls", "parameter"), ("column", "text"),
                                   ("cases", "number"), ("mean", "number"), ("standard_error", "number")]
    assert list(means[0]) == list(kinds)
    numbers = [column["name"] for column in described["results.csv"] if column["kind"] in ("number", "wins", "statistic")]
    expected = {}
    for size, walls in [("4", "0.1"), ("4", "0.2"), ("5", "0.1"), ("5", "0.2")]:
        cases = [row for row in rows if (row["rows"], row["walls"], row["repetition"]) == (size, walls, "1")]
        for name in numbers:
            if sample := [float(row[name]) for row in cases if row[name]]:
                error = np.std(sample, ddof=1) / np.sqrt(len(sample)) if len(sample) > 1 else None
                expected[size, walls, name] = (len(sample), np.mean(sample), error)
    assert [(mean["rows"], mean["walls"], mean["column"]) for mean in means] == list(expected)
    for mean, (cases, value, error) in zip(means, expected.values()):
        assert mean["cases"] == str(cases) and float(mean["mean"]) == pytest.approx(value)
        assert mean["standard_error"] == "" if error is None else \
            float(mean["standard_error"]) == pytest.approx(error, abs=1e-12)


@pytest.mark.parametrize("game, conditions", [
    (["mu_torere"], ["zugzwang=yes", "moves>=3", "winning_moves=1", "turn=x", "zugzwang=no moves=1"]),
    (["connect_four", "rows=4", "cols=3", "k=3"],
     ["reachable=yes", "keeping_moves<3", "winning_moves>=1 moves>2", "board!=.../.../.../..."]),
    (["chess_ending", "pieces=KRvK", "rows=4", "cols=4"], ["group=KRvK", "zugzwang=yes", "moves<3 group=KvK"]),
])
def test_conditions_that_take_the_rules_are_met_as_find_meets_them(tmp_path, game, conditions):
    text = f'[[case]]\ngame = "{game[0]}"\n' + "".join("{} = '{}'\n".format(*word.split("=")) for word in game[1:])
    for i, condition in enumerate(conditions):
        text += (f'[[statistic]]\nname = "share{i}"\ncount = "{condition}"\n'
                 f'[[statistic]]\nname = "wins{i}"\nof = "{condition}"\ncount = "outcome=win"\n'
                 f'[[statistic]]\nname = "mean{i}"\nof = "{condition}"\nmean = "winning_moves"\n')
    (row,) = results_of(tmp_path, text)
    assert not row["error"]
    table, positions = positions_of(tmp_path, *game)
    num_shares = set()
    for i, condition in enumerate(conditions):
        counts = report("find", table, condition, "--count", "--by", "winning_moves,outcome")["counts"]
        matches = sum(one["count"] for one in counts)
        num_shares.add(matches)
        assert float(row[f"share{i}"]) == pytest.approx(matches / len(positions))
        if matches == 0:
            assert row[f"wins{i}"] == row[f"mean{i}"] == ""
            continue
        wins = sum(one["count"] for one in counts if one["values"]["outcome"] == "win")
        assert float(row[f"wins{i}"]) == pytest.approx(wins / matches)
        mean = sum(one["values"]["winning_moves"] * one["count"] for one in counts) / matches
        assert float(row[f"mean{i}"]) == pytest.approx(mean)
    assert len(num_shares) > 2
