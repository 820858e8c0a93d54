#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Tests probe, find, stats, diff and export for games with points."""

import collections
import json
import os
import pathlib
import sys

import numpy as np
import pytest

from checkpoint_digest import altered_copy
from program import failure, report, run
from solved_tables import OUTCOMES, objects, printed_rows, solved

sys.path.append(str(pathlib.Path(os.environ["ZERMELO_DATA_DIR"]).parent / "scripts"))
import check_strategy  # noqa: E402  # pylint: disable=wrong-import-position

GAMES = {
    "awari": ["awari", "pits=2", "seeds=5"],  # relative to the player to move; moves gain points, and there are cycles
    "dots_and_boxes": ["dots_and_boxes", "rows=1", "columns=2"],  # a player who gains moves again
    "othello": ["othello", "n=4", "value=margin"],  # only terminal positions have points
}
HAS_GAINS = {"awari", "dots_and_boxes"}
MAX_PROBED = 1000


@pytest.fixture(name="folder", scope="module")
def fixture_folder(tmp_path_factory):
    return solved(tmp_path_factory.mktemp("margins"), GAMES)


@pytest.fixture(name="game", params=GAMES)
def fixture_game(request):
    return request.param


@pytest.fixture(name="table")
def fixture_table(folder, game):
    return str(folder / f"{game}.h5")


def test_best_moves_and_lines_preserve_the_margin(game, table):
    found = objects("find", table)
    states = [one["state"] for one in found[::len(found) // MAX_PROBED + 1]]
    best = {int(row["position"]): int(row["move"]) for row in printed_rows("export", table, "--format", "strategy")}
    gains = set()
    for here in objects("probe", table, "--stdin", "--all", "--line", "--depth", "0", stdin="\n".join(states) + "\n"):
        assert here["margin"] == 0 or (here["margin"] > 0) == (here["outcome"] == "win"), here
        if here["moves"]:
            assert max(move["margin"] for move in here["moves"]) == here["margin"], here
            assert best[here["position"]] in [move["position"] for move in here["moves"] if move["best"]], here
        for move in here["moves"]:
            gains.add(move["gain"])
            assert (move["margin"] == here["margin"]) or not move["best"], here
        positions = here["line"]["positions"]
        first, gained = positions[0]["to_move"], 0
        for before, at in zip([None, *positions], positions):
            if before is not None:
                gained += (at["gain"] or 0) * (1 if before["to_move"] == first else -1)
            rest = at["margin"] if at["to_move"] == first else -at["margin"]
            assert gained + rest == here["margin"], here
            assert at["gained"] == (gained if game in HAS_GAINS else None)
    assert len(gains) > 1 if game in HAS_GAINS else gains == {None}


def test_find_and_stats_count_positions_by_margin(table):
    counted = collections.Counter((one["outcome"], one["margin"], one["plies"]) for one in objects("find", table))
    by = report("find", table, "--count", "--by", "outcome,margin,plies")
    assert {tuple(one["values"].values()): one["count"] for one in by["counts"]} == counted
    stats = {}
    for of in report("stats", table)["margins"]:
        for outcome, sign in (("win", 1), ("loss", -1), ("tie", 0)):
            for plies, count in of["histogram"][outcome].items():
                stats[outcome, sign * of["points"], int(plies)] = count
        if of["draw"]:
            stats["draw", 0, None] = of["draw"]
    assert stats == counted
    even = sum(count for (outcome, _, _), count in counted.items() if outcome in OUTCOMES[3:])
    assert f"even        {even:,}: tie " in run("stats", table).stdout


def test_diff_and_verify_print_the_margin_of_values_won_by_1(tmp_path):
    table = str(solved(tmp_path, {"t": ["dots_and_boxes", "rows=1", "columns=1"]}) / "t.h5")

    def alter(file):
        file["distance"][0] -= 1
    other = altered_copy(table, tmp_path, alter)
    assert "turn=first: loss by 1 in 4 plies | loss by 1 in 3 plies\n" in run("diff", table, other).stdout
    assert "turn=first: stored loss by 1 in 3 plies; its moves require loss by 1 in 4" in run("verify", other).stdout


def test_diff_counts_margins_separately_from_outcomes_and_distances(table, tmp_path):
    def alter(file):
        margin = file["margin"][()]
        margin[tuple(np.argwhere(margin == 1)[0])] = 2
        file["margin"][...] = margin
    other = altered_copy(table, tmp_path, alter)
    done = run("diff", table, other, "--json")
    reported = json.loads(done.stdout)
    assert (done.returncode, reported["equal"]) == (1, False)
    assert (reported["different_outcomes"], reported["different_margins"], reported["different_distances"]) == (0, 1, 0)
    assert (reported["entries"][0]["first"]["margin"], reported["entries"][0]["second"]["margin"]) == (1, 2)
    assert " in the margin; " in run("diff", table, other).stdout
    assert run("diff", table, other, "--outcomes").returncode == 1


def test_exports_contain_margins(table, tmp_path):
    expected = {one["position"]: one["margin"] for one in objects("find", table)}
    for command in ("export", "find"):
        assert {int(row["position"]): int(row["margin"]) for row in printed_rows(command, table, "--csv")} == expected
    array = str(tmp_path / "a.npy")
    assert run("export", table, "--numpy", "-o", array).returncode == 0
    loaded = np.load(array).ravel()
    assert {int(p): int(loaded["margin"][p]) for p in np.nonzero(loaded["outcome"])[0]} == expected
    assert "margins" in failure("export", table, "--graph", "-o", str(tmp_path / "g.h5"))


def test_exported_strategy_proves_margins(game, table, tmp_path):
    found = objects("find", table, "margin>=1", "--sort", "-margin,-plies", "--limit", "3")
    for number, here in enumerate([*found, report("probe", table)]):
        player = report("probe", table, here["state"])["to_move"]
        file, columns = tmp_path / f"{number}.csv", tmp_path / f"{number}.h5"
        arguments = ["export", table, "--from", here["state"], "--strategy", player]
        assert run(*arguments, "--csv", "-o", str(file)).returncode == run(*arguments, "--columns", "-o", str(columns)).returncode == 0
        positions = check_strategy.read_csv(file)
        assert check_strategy.read_columns(columns) == positions
        points = f"{here['margin']:+}" if here["margin"] else "0"
        assert check_strategy.check(positions, player).startswith(f"{player} gets {points} points ")
        assert game not in HAS_GAINS or any(one["gains"] for one in positions)
        positions[0]["margin"] += 1
        with pytest.raises(check_strategy.StrategyError, match="move keeps "):
            check_strategy.check(positions, player)
