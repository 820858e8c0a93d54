# SPDX-License-Identifier: MIT
"""Tests means and quantiles that `zermelo run` records for the positions of each case, and means over seeds."""

import csv
import io
import json
import re

import numpy as np
import pytest

from program import rows_of, run
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


def count_moves(state, jumps):
    """Moves by the rules of LeetCode 1728, implemented independently: along a row or column up to a wall, or no
    move."""
    cells = {name: (int(row), int(column)) for name, row, column in re.findall(r"(\w+)=(\d+),(\d+)", state)}
    if cells["mouse"] == cells["cat"] or any(GRID[row][column] == "F" for row, column in cells.values()):
        return 0
    turn = re.search(r"turn=(\w+)", state)[1]
    row, column = cells[turn]
    targets = {(row, column)}
    for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        for steps in range(1, jumps[turn] + 1):
            r, c = row + steps * down, column + steps * right
            if not (0 <= r < len(GRID) and 0 <= c < len(GRID[0])) or GRID[r][c] == "#":
                break
            targets.add((r, c))
    return len(targets)


def test_study_means_and_quantiles_match_the_positions(tmp_path):
    grid = "\n".join(GRID)
    text = f'game = "cat_and_mouse_ii"\n[parameters]\ngrid = {json.dumps(grid)}\nmouse_jump = 2\ncat_jump = 3\n'
    (row,) = results_of(tmp_path, text + STATISTICS, "--threads", "2")
    table = str(tmp_path / "t.h5")
    assert run("solve", "cat_and_mouse_ii", f"grid={grid}", "mouse_jump=2", "cat_jump=3", "-o", table).returncode == 0
    positions = list(csv.DictReader(io.StringIO(run("find", table, "--csv").stdout)))
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


def test_seed_means_group_cases_that_differ_only_in_seed(tmp_path):
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
