#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What probe, play, find, stats, diff, export and studies say of games for points."""

import collections
import csv
import io
import json
import os
import pathlib
import shutil
import sys

import h5py
import numpy as np
import pytest

from program import failure, report, run

sys.path.append(str(pathlib.Path(os.environ["ZERMELO_DATA_DIR"]).parent / "scripts"))
import check_strategy  # noqa: E402  # pylint: disable=wrong-import-position

GAMES = {
    "awari": ["awari", "pits=2", "seeds=5"],  # seen by the player to move; moves gain points, and there are cycles
    "dots_and_boxes": ["dots_and_boxes", "rows=1", "columns=2"],  # who gains moves again
    "othello": ["othello", "n=4", "value=margin"],  # ends alone have points
}
HAS_GAINS = {"awari", "dots_and_boxes"}
MAX_PROBED = 1000


@pytest.fixture(name="solved", params=GAMES, scope="module")
def fixture_solved(request, tmp_path_factory):
    """The game's name and its table."""
    path = tmp_path_factory.mktemp("margins") / f"{request.param}.h5"
    done = run("solve", *GAMES[request.param], "-o", str(path))
    assert done.returncode == 0, done.stderr
    return request.param, str(path)


def objects(*words, stdin=""):
    done = run(*words, "--json", stdin=stdin)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def some_states(table):
    found = objects("find", table)
    return [one["state"] for one in found[::len(found) // MAX_PROBED + 1]]


def test_moves_keep_at_most_the_margin_and_best_ones_keep_it(solved):
    game, table = solved
    gains = set()
    for here in objects("probe", table, "--stdin", "--all", stdin="\n".join(some_states(table)) + "\n"):
        assert here["margin"] == 0 or (here["margin"] > 0) == (here["outcome"] == "win"), here
        assert here["moves"] == [] or max(move["margin"] for move in here["moves"]) == here["margin"], here
        for move in here["moves"]:
            gains.add(move["gain"])
            assert (move["margin"] == here["margin"]) or not move["best"], here
    assert (gains == {None}) == (game not in HAS_GAINS)
    assert game not in HAS_GAINS or len(gains) > 1


def test_gains_and_the_margin_of_the_end_add_up_along_every_line(solved):
    game, table = solved
    for here in objects("probe", table, "--stdin", "--line", stdin="\n".join(some_states(table)) + "\n"):
        positions = here["line"]["positions"]
        first = positions[0]["to_move"]
        sum_of_gains = 0
        for before, at in zip([None, *positions], positions):
            if before is not None:
                sum_of_gains += (at["gain"] or 0) * (1 if before["to_move"] == first else -1)
            rest = at["margin"] if at["to_move"] == first else -at["margin"]
            assert sum_of_gains + rest == here["margin"], here
            assert at["gained"] == (sum_of_gains if game in HAS_GAINS else None)


def test_positions_are_found_sorted_and_counted_by_margin(solved):
    _, table = solved
    everything = objects("find", table)
    margins = [one["margin"] for one in everything]
    middle = sorted(margins)[2 * len(margins) // 3]
    assert report("find", table, f"margin>={middle}", "--count")["count"] == sum(m >= middle for m in margins)
    assert [one["margin"] for one in objects("find", table, "--sort", "-margin")] == sorted(margins, reverse=True)
    text = run("find", table, "--csv").stdout
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [int(row["margin"]) for row in rows] == margins
    assert int(rows[0]["position"]) == everything[0]["position"]

    counted = collections.Counter((one["outcome"], one["margin"], one["plies"]) for one in everything)
    by = report("find", table, "--count", "--by", "outcome,margin,plies")
    assert {(c["values"]["outcome"], c["values"]["margin"], c["values"]["plies"]): c["count"] for c in by["counts"]} == counted

    told = report("stats", table)
    stats = {}
    for of in told["margins"]:
        for outcome in ("win", "loss", "tie"):
            for plies, count in of["histogram"][outcome].items():
                stats[outcome, {"win": 1, "loss": -1, "tie": 0}[outcome] * of["points"], int(plies)] = count
        if of["draw"]:
            stats["draw", 0, None] = of["draw"]
    assert stats == counted
    even = sum(count for (outcome, _, _), count in counted.items() if outcome in ("tie", "draw"))
    assert f"even        {even:,}: tie " in run("stats", table).stdout


def test_a_margin_of_1_is_said_of_entries(tmp_path):
    table, other = str(tmp_path / "t.h5"), str(tmp_path / "other.h5")
    assert run("solve", "dots_and_boxes", "rows=1", "columns=1", "-o", table).returncode == 0
    shutil.copy(table, other)
    with h5py.File(other, "r+") as file:
        file["distance"][0] -= 1
    entries = "turn=first: loss by 1 in 4 plies | loss by 1 in 3 plies\n"
    assert entries in run("diff", table, other).stdout
    assert "turn=first: stored loss by 1 in 3 plies; its moves demand loss by 1 in 4" in run("verify", other).stdout


def test_diff_tells_margins_from_outcomes_and_distances(solved, tmp_path):
    _, table = solved
    other = str(tmp_path / "other.h5")
    shutil.copy(table, other)
    with h5py.File(other, "r+") as file:
        margin = file["margin"][()]
        place = tuple(axis[0] for axis in np.nonzero(margin == 1))
        margin[place] = 2
        file["margin"][...] = margin
    done = run("diff", table, other, "--json")
    told = json.loads(done.stdout)
    assert (done.returncode, told["equal"]) == (1, False)
    assert (told["different_outcomes"], told["different_margins"], told["different_distances"]) == (0, 1, 0)
    assert (told["entries"][0]["first"]["margin"], told["entries"][0]["second"]["margin"]) == (1, 2)
    assert "0 of them in the outcome, 1 other in the margin; the first:\n" in run("diff", table, other).stdout
    assert run("diff", table, other, "--outcomes").returncode == 1


def test_exports_have_margins(solved, tmp_path):
    _, table = solved
    expected = {one["position"]: one["margin"] for one in objects("find", table)}
    rows = csv.DictReader(io.StringIO(run("export", table, "--csv").stdout))
    assert {int(row["position"]): int(row["margin"]) for row in rows} == expected
    array = str(tmp_path / "a.npy")
    assert run("export", table, "--numpy", "-o", array).returncode == 0
    loaded = np.load(array).ravel()
    assert {int(p): int(loaded["margin"][p]) for p in np.nonzero(loaded["outcome"])[0]} == expected
    assert "points" in failure("export", table, "--graph", "-o", str(tmp_path / "g.h5"))


def test_the_best_moves_are_exported(solved):
    _, table = solved
    best = dict(map(int, line.split(",")) for line in run("export", table, "--format", "strategy").stdout.splitlines()[1:]
                if line)
    for here in objects("probe", table, "--stdin", "--all", stdin="\n".join(some_states(table)) + "\n"):
        if here["moves"]:
            assert best[here["position"]] in [move["position"] for move in here["moves"] if move["best"]], here


def test_a_strategy_is_proved_from_the_file_alone(solved, tmp_path):
    game, table = solved
    found = objects("find", table, "margin>=1", "--sort", "-margin,-plies", "--limit", "3")
    for number, here in enumerate([*found, report("probe", table)]):
        player = report("probe", table, here["state"])["to_move"]
        file = tmp_path / f"{number}.csv"
        words = ["export", table, "--from", here["state"], "--strategy", player]
        assert run(*words, "--csv", "-o", str(file)).returncode == 0
        positions = check_strategy.read_csv(file)
        points = f"{here['margin']:+}" if here["margin"] else "0"
        assert check_strategy.check(positions, player).startswith(f"{player} gets {points} points at least: ")
        columns = tmp_path / f"{number}.h5"
        assert run(*words, "--columns", "-o", str(columns)).returncode == 0
        assert check_strategy.read_columns(columns) == positions
        assert game not in HAS_GAINS or any(one["gains"] for one in positions)
        positions[0]["margin"] += 1
        with pytest.raises(check_strategy.StrategyError, match="a move keeps "):
            check_strategy.check(positions, player)


if __name__ == "__main__":
    sys.exit(pytest.main([__file__]))
