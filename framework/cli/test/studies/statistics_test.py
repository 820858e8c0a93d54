# SPDX-License-Identifier: MIT
"""Means and quantiles that zermelo run records of the positions of each case, and means over seeds."""

import csv
import io
import json
import re

import numpy as np
import pytest

from journal_file import entries_of
from program import report, run
from studies import study

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


def rows_of(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


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
    text = f'game = "cat_and_mouse_ii"\n[parameters]\ngrid = {json.dumps(chr(10).join(GRID))}\nmouse_jump = 2\ncat_jump = 3\n'
    path = study(tmp_path, text + STATISTICS)
    assert run("run", path, "-o", str(tmp_path / "r"), "--threads", "2").returncode == 0
    (row,) = rows_of(tmp_path / "r" / "results.csv")
    table = str(tmp_path / "t.h5")
    words = [f"grid={chr(10).join(GRID)}", "mouse_jump=2", "cat_jump=3"]
    assert run("solve", "cat_and_mouse_ii", *words, "-o", table).returncode == 0
    found = run("find", table, "position>=0", "--limit", "1000000", "--csv").stdout
    positions = list(csv.DictReader(io.StringIO(found)))
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
    assert run("run", study(tmp_path, text), "-o", str(tmp_path / "r")).returncode == 0
    (row,) = rows_of(tmp_path / "r" / "results.csv")
    table = str(tmp_path / "t.h5")
    assert run("solve", "mnk", "-o", table).returncode == 0
    found = csv.DictReader(io.StringIO(run("find", table, "outcome=win", "--limit", "1000000", "--csv").stdout))
    plies = [int(p["plies"]) for p in found]
    assert [float(row[f"q{number}"]) for number in range(len(at))] == pytest.approx(np.quantile(plies, at))


def test_moves_of_an_explored_game_and_of_a_folded_one_are_its_edges(tmp_path):
    text = '[[case]]\ngame = "dodgem"\n[[case]]\ngame = "quixo"\nn = 3\n[[statistic]]\nname = "moves"\nmean = "moves"\n'
    assert run("run", study(tmp_path, text), "-o", str(tmp_path / "r")).returncode == 0
    for row in rows_of(tmp_path / "r" / "results.csv"):
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
    done = report("run", study(tmp_path, SEEDS), "-o", str(tmp_path / "r"))
    assert done["cases"] == 32
    rows = rows_of(tmp_path / "r" / "results.csv")
    means = rows_of(tmp_path / "r" / "seed_means.csv")
    described = json.loads((tmp_path / "r" / "columns.json").read_text(encoding="utf-8"))
    kinds = {column["name"]: column["kind"] for column in described["seed_means.csv"]}
    assert list(kinds.items()) == [("cols", "parameter"), ("rows", "parameter"), ("walls", "parameter"), ("column", "text"),
                                   ("cases", "number"), ("mean", "number"), ("standard_error", "number")]
    assert list(means[0]) == list(kinds)
    of_results = {column["name"]: column["kind"] for column in described["results.csv"]}
    numbers = [name for name, kind in of_results.items() if kind in ("number", "wins", "statistic")]
    assert [(mean["rows"], mean["walls"]) for mean in means[::len({m["column"] for m in means[:20]})]][:1] == [("4", "0.1")]
    seen = {(mean["rows"], mean["walls"], mean["column"]): mean for mean in means}
    assert len(seen) == len(means)
    for size in "45":
        for walls in ("0.1", "0.2"):
            for name in numbers:
                sample = [float(row[name]) for row in rows if (row["rows"], row["walls"], row["repetition"]) == (size, walls, "1")
                          and row[name]]
                if not sample:
                    assert (size, walls, name) not in seen
                    continue
                mean = seen.pop((size, walls, name))
                assert mean["cases"] == str(len(sample))
                assert float(mean["mean"]) == pytest.approx(np.mean(sample))
                if len(sample) == 1:
                    assert mean["standard_error"] == ""
                else:
                    error = np.std(sample, ddof=1) / np.sqrt(len(sample))
                    assert float(mean["standard_error"]) == pytest.approx(error, abs=1e-12)
    assert not seen


def test_without_seeds_there_are_no_means_over_them(tmp_path):
    folder = tmp_path / "r"
    assert run("run", study(tmp_path, SEEDS), "-o", str(folder)).returncode == 0
    one = SEEDS.replace("[[sweep]]\nseed = { from = 0, count = 4 }\n", "").replace("cols = 4", "cols = 4\nseed = 0")
    assert run("run", study(tmp_path, one), "-o", str(folder), "--resume", "--accept-changes").returncode == 0
    assert not (folder / "seed_means.csv").exists()
    assert list(json.loads((folder / "columns.json").read_text(encoding="utf-8"))) == ["results.csv", "timings.csv"]


@pytest.mark.parametrize("game, parameters, conditions", [
    ("mu_torere", {}, ["zugzwang=yes", "moves>=3", "winning_moves=1", "turn=x", "zugzwang=no moves=1"]),
    ("connect_four", {"rows": 4, "cols": 3, "k": 3},
     ["reachable=yes", "keeping_moves<3", "winning_moves>=1 moves>2", "board!=.../.../.../..."]),
    ("chess_ending", {"pieces": "KRvK", "rows": 4, "cols": 4}, ["group=KRvK", "zugzwang=yes", "moves<3 group=KvK"]),
])
def test_conditions_that_take_the_rules_are_met_as_find_meets_them(tmp_path, game, parameters, conditions):
    text = f'game = "{game}"\n[parameters]\n' + "".join(f"{name} = {json.dumps(v)}\n" for name, v in parameters.items())
    for i, condition in enumerate(conditions):
        text += (f'[[statistic]]\nname = "share{i}"\ncount = "{condition}"\n'
                 f'[[statistic]]\nname = "wins{i}"\nof = "{condition}"\ncount = "outcome=win"\n'
                 f'[[statistic]]\nname = "mean{i}"\nof = "{condition}"\nmean = "winning_moves"\n')
    assert run("run", study(tmp_path, text), "-o", str(tmp_path / "r")).returncode == 0
    (row,) = rows_of(tmp_path / "r" / "results.csv")
    assert not row["error"]
    table = str(tmp_path / "t.h5")
    assert run("solve", game, *(f"{name}={v}" for name, v in parameters.items()), "-o", table).returncode == 0

    def count(*words):
        return report("find", table, *words, "--count")["count"]

    num_shares = set()
    for i, condition in enumerate(conditions):
        matches = count(condition)
        num_shares.add(matches)
        assert float(row[f"share{i}"]) == pytest.approx(matches / count())
        if matches == 0:
            assert row[f"wins{i}"] == row[f"mean{i}"] == ""
            continue
        assert float(row[f"wins{i}"]) == pytest.approx(count(condition, "outcome=win") / matches)
        by = report("find", table, condition, "--count", "--by", "winning_moves")["counts"]
        mean = sum(one["values"]["winning_moves"] * one["count"] for one in by) / matches
        assert float(row[f"mean{i}"]) == pytest.approx(mean)
    assert len(num_shares) > 2


def test_another_measure_of_the_same_name_is_recorded_anew(tmp_path):
    text = 'game = "mnk"\n[[statistic]]\nname = "number"\nmean = "plies"\n'
    folder = str(tmp_path / "r")
    assert run("run", study(tmp_path, text), "-o", folder).returncode == 0
    for changed in (text.replace("mean", "median"), text.replace('mean = "plies"', 'quantile = "plies"\nat = 0.4'),
                    text.replace("plies", "moves")):
        path = study(tmp_path, changed)
        assert report("run", path, "-o", folder, "--resume", "--accept-changes")["done_before"] == 0
        assert report("run", path, "-o", folder, "--resume")["done_before"] == 1
    (row,) = rows_of(tmp_path / "r" / "results.csv")
    _, entries = entries_of(tmp_path / "r" / "journal.jsonl")
    assert entries[-1]["results"]["number"] == float(row["number"])


def test_the_printed_study_is_the_same_study(tmp_path):
    text = f'game = "cat_and_mouse_ii"\n[parameters]\nrows = 3\ncols = 3\n{STATISTICS}'
    path = study(tmp_path, text)
    printed = run("run", path, "--print-effective").stdout
    assert "quantile = 'moves'\nat = 0.25\n" in printed and "mean = 'plies'\n" in printed
    assert run("run", path, "-o", str(tmp_path / "r")).returncode == 0
    again = study(tmp_path, printed, "printed.toml")
    assert report("run", again, "-o", str(tmp_path / "r"), "--resume")["done_before"] == 1
