#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Tests `zermelo find` by moves, groups and reachability, sorted and counted, and `zermelo stats --only-moves`, against
the moves of exported graphs.

The values of positions are those of the table; kept values, winning moves and reachability are computed here.
"""

import collections
import json
import re

import h5py
import pytest

from program import failure, report, run
from solved_tables import found, lines_of, printed_rows

LOST, EVEN, WON = range(3)

GAMES = {
    "ties": ["mnk"],
    "explored": ["connect_four", "rows=4", "cols=3", "k=3"],
    "draws and zugzwangs": ["mu_torere"],
    "won endless play and move limit": ["cat_and_mouse_ii", "grid=..#.F/....#/C#.../...M.", "mouse_jump=2", "move_limit=5"],
    "groups and mirror images": ["chess_ending", "pieces=KRvK", "rows=4", "cols=4"],
}
Position = collections.namedtuple("Position", "at state turn outcome winner plies value moves winning keeping after")


class Solved:
    """A table, with the moves of all of its positions."""

    def __init__(self, arguments, folder):
        self.game = arguments[0]
        self.table, graph = str(folder / "t.h5"), str(folder / "g.h5")
        for command in (["solve", *arguments, "-o", self.table], ["export", self.table, "--graph", "-o", graph]):
            done = run(*command)
            assert done.returncode == 0, done.stderr
        stats = report("stats", self.table)
        self.start, self.players = stats["start"], [turn["to_move"] for turn in stats["turns"]]
        self.limit = stats["move_limit"] or 10**9
        self.endless = {self.players[0]: WON, self.players[1]: LOST}.get(stats["infinite_play"], EVEN)  # for the first
        self.rows = {int(row["position"]): row for row in printed_rows("find", self.table, "--csv")}
        with h5py.File(graph) as file:
            ends, targets, self.to_move = file["indptr"][()], file["indices"][()].tolist(), file["to_move"][()].tolist()
        self.positions = {}
        for at, row in self.rows.items():
            after = sorted(set(targets[ends[at]:ends[at + 1]]))
            turn = self.to_move[at]
            value = self.value(at, turn, 0)
            values_of_moves = [self.value(to, turn, 1) for to in after]
            self.positions[at] = Position(
                at, row["state"], turn, row["outcome"], row["winner"] or "nobody",
                int(row["plies"]) if row["plies"] else None, value, len(after), values_of_moves.count(WON),
                sum(w >= value for w in values_of_moves), after)
        self.reached = set()
        frontier = {self.start["position"]} if self.start else set()
        while frontier:
            self.reached |= frontier
            frontier = {to for p in frontier for to in self.positions[p].after} - self.reached

    def value(self, at, whose, played):
        """The value of a position for a player after a number of plies, which count towards the limit."""
        row = self.rows[at]
        if row["outcome"] in ("win", "loss") and int(row["plies"]) + played <= self.limit:
            return WON if (row["outcome"] == "win") == (self.to_move[at] == whose) else LOST
        if row["outcome"] == "tie":
            return EVEN
        return self.endless if whose == 0 else WON - self.endless


@pytest.fixture(name="solved", params=GAMES, scope="module")
def fixture_solved(request, tmp_path_factory):
    return Solved(GAMES[request.param], tmp_path_factory.mktemp("table"))


def test_find_selects_positions_by_move_counts(solved):
    positions = solved.positions.values()
    assert found(solved.table, "winning_moves=1", "moves>=2") == [p.at for p in positions
                                                                  if p.winning == 1 and p.moves >= 2]
    assert found(solved.table, "keeping_moves<3 ended=no plies!=2") == [
        p.at for p in positions if p.keeping < 3 and p.moves and p.plies not in (2, None)]
    assert found(solved.table, "moves=0") == [p.at for p in positions if not p.moves]
    assert lines_of("find", solved.table, "winning_moves!=0", "--count") == [
        str(sum(p.winning > 0 for p in positions))]
    assert all((p.winning > 0) == (p.value == WON) for p in positions if p.moves)


def test_find_selects_zugzwang_positions(solved):
    if solved.game in ("mnk", "connect_four"):
        assert failure("find", solved.table, "zugzwang=yes").startswith(f"'zugzwang=yes': {solved.game} ")
        assert report("stats", solved.table)["classes"] is None
        return
    first, second = solved.players
    turned = [re.sub("turn=.*", f"turn={[second, first][p.turn]}", p.state) for p in solved.positions.values()]
    there = [json.loads(line).get("position") for line in run("probe", solved.table, "--stdin", "--json", stdin="\n".join(turned))
             .stdout.splitlines()]
    expected, boards = [], collections.Counter()
    for p, other in zip(solved.positions.values(), there, strict=True):
        if other is not None:
            value = solved.value(other, p.turn, 0)
            boards[p.turn, p.value, value] += 1
            if p.value < value:
                expected.append(p.at)
    assert found(solved.table, "zugzwang=yes") == found(solved.table, "zugzwang=mutual") == expected
    assert lines_of("find", solved.table, "zugzwang=no", "--count") == [str(len(solved.rows) - len(expected))]
    classes = report("stats", solved.table)["classes"]
    assert 2 * classes["zugzwangs"] == 2 * classes["mutual_zugzwangs"] == len(expected)
    assert [classes[name] for name in "NPLR"] == [
        boards[0, mine, theirs] for mine, theirs in ((WON, LOST), (LOST, WON), (WON, WON), (LOST, LOST))]


def test_find_counts_positions_by_fields(solved):
    by = ["to_move", "moves", "winning_moves", "keeping_moves"]
    counts = collections.Counter((solved.players[p.turn], p.moves, p.winning, p.keeping)
                                 for p in solved.positions.values() if p.plies != 1)
    display = collections.Counter()
    for condition in ("plies!=1", "outcome=draw"):  # draws have no distance, and do not meet the first condition
        done = report("find", solved.table, condition, "--count", "--by", ",".join(by))
        assert done["by"] == by
        for entry in done["counts"]:
            display[tuple(entry["values"][name] for name in by)] += entry["count"]
    assert display == counts
    arguments = ["find", solved.table, "--count", "--by", "winner,moves"]
    done = lines_of(*arguments, "--csv", "--threads", "3")
    assert done == lines_of(*arguments, "--csv", "--threads", "1")
    order = [*solved.players, "nobody"]
    rows = sorted(collections.Counter((order.index(p.winner), p.moves) for p in solved.positions.values()).items())
    assert done == ["winner,moves,count"] + [f"{order[winner]},{moves},{count}" for (winner, moves), count in rows]
    assert [line.replace(",", "").split() for line in lines_of(*arguments)] == [["winner", "moves", "positions"]] + [
        [order[winner], str(moves), str(count)] for (winner, moves), count in rows]


def test_find_selects_reachable_and_unreachable_positions(solved):
    if not solved.start:
        assert failure("find", solved.table, "reachable=no").startswith("'reachable=no': chess_ending ")
        return
    assert found(solved.table, "reachable=no") == [
        at for at in solved.positions if at not in solved.reached]
    assert lines_of("find", solved.table, "reachable=yes", "--count") == [str(len(solved.reached))]


def test_find_sorts_positions_by_fields(solved):
    def order(p):
        return (-p.keeping, p.plies is None, p.plies or 0, p.at)
    expected = [p.at for p in sorted(solved.positions.values(), key=order)]
    assert found(solved.table, "--sort", "-keeping_moves,plies") == expected
    assert found(solved.table, "--sort", "-keeping_moves,plies", "--limit", "7") == expected[:7]
    by_plies = [p for p in solved.positions.values() if p.plies is not None]
    expected = [p.at for p in sorted(by_plies, key=lambda p: (-p.plies, p.at))]
    assert found(solved.table, "plies>=0", "--sort=-plies") == found(solved.table, "--longest") == expected


def test_find_returns_positions_whose_best_move_leads_to_target(solved):
    for number, target in list(solved.positions.items())[::max(1, len(solved.positions) // 5)]:
        back = {"win": "loss", "loss": "win"}.get(target.outcome, target.outcome)
        plies = None if target.plies is None else target.plies + 1
        expected = [p.at for p in solved.positions.values() if number in p.after and (p.outcome, p.plies) == (back, plies)]
        assert found(solved.table, "--best-move-to", target.state) == expected
    if solved.start:
        start = ["--best-move-to", solved.start["state"]]
        assert found(solved.table, "--best-move-to", "start") == found(solved.table, *start)


def test_stats_counts_positions_with_an_only_move_by_distance(solved):
    stats = report("stats", solved.table, "--only-moves")["only_moves"]
    assert [entry["to_move"] for entry in stats] == solved.players
    for turn, entry in enumerate(stats):
        for name, value in (("won", WON), ("even", EVEN)):
            going = [p for p in solved.positions.values() if p.turn == turn and p.value == value and p.moves]
            only = [p for p in going if p.keeping == 1 and p.moves > 1]
            counts = entry[name]
            assert (counts["positions"], counts["only_move"]) == (len(going), len(only))
            for key, those in (("positions", going), ("only_move", only)):
                by_plies = collections.Counter(p.plies for p in those if p.plies is not None)
                assert dict(enumerate(counts["by_plies"][key])) == {
                    plies: by_plies[plies] for plies in range(len(counts["by_plies"][key]))}
                assert sum(by_plies.values()) == sum(counts["by_plies"][key])
    text = lines_of("stats", solved.table, "--only-moves")
    assert sum(line.startswith("only moves ") for line in text) == 1
