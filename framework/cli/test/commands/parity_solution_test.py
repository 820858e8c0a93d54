#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Tests solutions of parity games and strategies: export writes correct ones, and verify distinguishes right and wrong
ones."""

import json
import os
import re

import numpy as np
import pytest

from checkpoint_digest import altered_copy
from parity_games import ParityGame
from message_pattern import matches
from program import failure, run
from solved_tables import DRAW, LOSS, WIN, Table, objects

GRAPH = "@" + os.environ["ZERMELO_DATA_DIR"] + "/graphs/official_1.json"
# name: (arguments of a game, player of the query if the table needs one)
CASES = {
    "endless play of nobody, for first player": (["cat_and_mouse", GRAPH], 0),
    "endless play of nobody, for second player": (["cat_and_mouse", "nodes=20", "seed=5"], 1),
    "endless play of the cat": (["cat_and_mouse_ii", "rows=5", "cols=5", "walls=0.3", "seed=3", "mouse_jump=2"], None),
    "endless play of the cat, with ignored move limit": (
        ["cat_and_mouse_ii", "rows=6", "cols=6", "walls=0.3", "seed=3", "move_limit=2"], None),
    "endless play of the cat, for the mouse": (["cat_and_mouse_ii", "rows=4", "cols=5", "walls=0.2", "seed=7"], 0),
    "ties, for first player": (["mnk"], 0),
    "ties, for second player": (["mnk"], 1),
}


class Case:
    def __init__(self, folder, arguments, requested):
        self.table = str(folder / "t.h5")
        assert run("solve", *arguments, "-o", self.table).returncode == 0
        self.query = [] if requested is None else ["--wins", Table(self.table).players[requested]]
        self.game = ParityGame(exported(self.table, "--pgsolver", *self.query))
        self.winner, self.move = parsed(exported(self.table, "--solution", *self.query))

    def verify(self, winner, move, *options):
        """The program's report on a solution."""
        text = written(winner, move)
        return run("verify", self.table, "--solution", "-", *self.query, *options, stdin=text)


@pytest.fixture(name="case", params=CASES, scope="module")
def fixture_case(request, tmp_path_factory):
    return Case(tmp_path_factory.mktemp("case"), *CASES[request.param])


def exported(table, *options):
    done = run("export", table, *options)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def written(winner, move):
    lines = [f"paritysol {len(winner) - 1};"]
    lines += [f"{v} {winner[v]};" if move[v] is None else f"{v} {winner[v]} {move[v]};" for v in range(len(winner))]
    return "\n".join(lines) + "\n"


def parsed(text):
    """Winners, and moves or None, by vertex."""
    header, *lines = text.splitlines()
    arguments = [re.fullmatch(r"(\d+) ([01])(?: (\d+))?;", line).groups() for line in lines]
    assert header == f"paritysol {len(arguments) - 1};"
    assert [int(vertex) for vertex, _, _ in arguments] == list(range(len(arguments)))
    return [int(won) for _, won, _ in arguments], [None if to is None else int(to) for _, _, to in arguments]


def is_end(game, vertex):
    return game.successors[vertex] == [vertex]


# Output of export.

def test_exported_parity_solution_matches_a_parity_game_solver(case):
    won = case.game.solve()
    assert {v for v, player in enumerate(case.winner) if player == 1} == won[1]
    assert won[0] and won[1]
    for v, to in enumerate(case.move):
        assert (to is not None) == (case.winner[v] == case.game.owner[v])


def test_exported_strategy_has_a_best_move_at_every_nonterminal_position(case):
    header, *lines = exported(case.table, "--format", "strategy").splitlines()
    moves = dict(tuple(map(int, line.split(","))) for line in lines)
    assert header == "position,move" and list(moves) == sorted(moves)
    table = Table(case.table)
    ends = (table.outcome == 0) | (table.distance == 0)
    assert set(moves) == {int(v) for v in np.flatnonzero(~ends)}
    winners = table.forced_winners()
    for v, to in moves.items():
        reached = [to for to in case.game.successors[v]
                   if winners[to] == winners[v] and (table.outcome[to] == DRAW) == (table.outcome[v] == DRAW)
                   and (table.outcome[v] == DRAW or table.distance[to] + 1 == table.distance[v])]
        assert to == min(reached)


def test_parity_exports_are_identical_for_all_thread_counts(case):
    for form in (["--solution", *case.query], ["--format", "strategy"], ["--pgsolver", *case.query]):
        assert exported(case.table, *form, "--threads", "1") == exported(case.table, *form, "--threads", "3")


def test_graph_file_solve_of_parity_export_gives_the_same_winners(case, tmp_path):
    (tmp_path / "game.pg").write_text(exported(case.table, "--pgsolver", *case.query), encoding="ascii")
    table = str(tmp_path / "t.h5")
    assert run("solve", "graph_file", f"file={tmp_path}/game.pg", "-o", table).returncode == 0
    assert [one["winner"] for one in objects("find", table)] == [["even", "odd"][winner] for winner in case.winner]


# Output of verify.

def test_verify_accepts_correct_parity_solution(case):
    legal = int(np.count_nonzero(Table(case.table).outcome))
    done = case.verify(case.winner, case.move)
    assert (done.returncode, done.stdout.splitlines()[2:]) == (0, [
        f"verified    {legal:,} positions, winners and moves right", "winners     those of the table", "accepted"])
    answer = json.loads(case.verify(case.winner, case.move, "--json").stdout)
    assert answer == {"table": case.table, "solution": "-", "accepted": True, "checked": legal, "wrong": 0, "first": [],
                      "different_winners": 0, "first_different": None}


def first_named(done):
    """Returns (the first wrong position, the reason)."""
    assert done.returncode == 1 and done.stdout.endswith("rejected\n")
    number, line, reason = re.search(r"the first:\n  (\d+) \([^)]*\), line (\d+): (.*)\n", done.stdout).groups()
    assert int(line) == int(number) + 2  # as in `written`
    return int(number), reason


def test_verify_reports_missing_winner_or_move_in_parity_solution(case):
    own = next(v for v in range(len(case.winner)) if case.move[v] is not None and not is_end(case.game, v))
    text = written(case.winner, case.move)
    without = re.sub(rf"(?m)^{own} .*\n", "", text)
    done = run("verify", case.table, "--solution", "-", *case.query, stdin=without)
    assert f"  {own} ({case.game.name[own]}): no winner" in done.stdout
    moves = list(case.move)
    moves[own] = None
    vertex, reason = first_named(case.verify(case.winner, moves))
    assert vertex == own and reason.endswith(" missing")


def test_verify_rejects_move_at_terminal_in_parity_solution(case):
    ends = [v for v in range(len(case.winner)) if is_end(case.game, v) and case.game.name[v] != "illegal"]
    moves = list(case.move)
    for v in ends:
        moves[v] = v
    assert case.verify(case.winner, moves).returncode == 0
    end = ends[len(ends) // 2]
    moves[end] = ends[0] if end != ends[0] else ends[1]
    vertex, reason = first_named(case.verify(case.winner, moves))
    assert vertex == end and f"to {moves[end]} (" in reason
    named, = json.loads(case.verify(case.winner, moves, "--json").stdout)["first"]
    assert named == {"state": case.game.name[end], "position": end, "line": end + 2, "reason": reason}


def test_verify_distinguishes_wrong_table_from_wrong_parity_solution(tmp_path):
    # The solution answers the query for the cat, and verify checks the query for the mouse: the table's draws count for
    # different players.
    case = Case(tmp_path, *CASES["endless play of nobody, for first player"])
    players = Table(case.table).players
    done = run("verify", case.table, "--solution", "-", "--wins", players[1], stdin=written(case.winner, case.move))
    assert done.returncode == 1
    # The table is wrong, and the solution is right.
    stored = Table(case.table)
    number = np.flatnonzero((stored.outcome == WIN) & (stored.distance > 0))[0]

    def alter(file):
        file["outcome"][np.unravel_index(number, stored.shape)] = LOSS
    altered = altered_copy(case.table, tmp_path, alter)
    done = run("verify", altered, "--solution", "-", *case.query, stdin=written(case.winner, case.move))
    assert done.returncode == 1
    assert matches(f"...FALSE ... another winner ... {number} (...", done.stdout.replace("\n", " "))
    strategy = str(tmp_path / "moves.csv")
    assert failure("export", altered, "--format", "strategy", "-o", strategy).endswith("zermelo verify")
    assert not os.path.exists(strategy)
