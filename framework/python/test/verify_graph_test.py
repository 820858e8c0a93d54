# SPDX-License-Identifier: MIT
"""Tests verify_graph: right solutions are accepted, and each inserted error is rejected with its index."""

import itertools

import numpy as np
import pytest

import zermelo
from message_pattern import matches
from rejections import rejection
from random_graphs import DRAW, LOSS, TIE, WIN, random_graph


@pytest.mark.parametrize("infinite_play", ["nobody", "first", "second"])
@pytest.mark.parametrize("threads", [1, 2])
def test_verify_graph_accepts_correct_solutions(infinite_play, threads):
    options = {"infinite_play": infinite_play, "threads": threads}
    for seed in range(15):
        arrays = random_graph(np.random.default_rng(seed), 100, unused=0.1)
        solution = zermelo.solve_graph(**arrays, **options)
        signed = np.where(solution.distance == np.iinfo(np.uint16).max, -1, solution.distance.astype(np.int32))
        for answers in ({}, {"distance": solution.distance}, {"strategy": solution.strategy()},
                        {"distance": signed, "strategy": solution.strategy()}):
            report = zermelo.verify_graph(**arrays, outcome=solution.outcome, **answers, **options)
            assert report and report.accepted and report.checked == 100 and report.failures == (), str(report)
    assert str(report) == "100 positions, all correct"


@pytest.mark.parametrize("seed", range(40))
def test_verify_graph_detects_wrong_outcomes_and_distances(seed):
    rng = np.random.default_rng(seed)
    arrays = random_graph(rng, 80)
    solution = zermelo.solve_graph(**arrays)

    def wrong_positions(**answers):
        report = zermelo.verify_graph(**arrays, **answers)
        assert not report
        assert matches(f"{report.wrong} of 80 positions ...; ... {report.failures[0].position}: ...", str(report))
        return [failure.position for failure in report.failures]

    index = int(rng.integers(80))
    outcome, distance = solution.outcome.copy(), solution.distance.copy()
    outcome[index] = rng.choice([code for code in (WIN, LOSS, TIE, DRAW) if code != outcome[index]])
    assert wrong_positions(outcome=outcome) == [index]
    distance[index] = np.iinfo(np.uint16).max if outcome[index] == DRAW else 3
    assert index in wrong_positions(outcome=outcome, distance=distance)
    longer = solution.distance.copy()
    index = int(rng.choice(np.flatnonzero(solution.outcome != DRAW)))
    longer[index] += 1
    assert index in wrong_positions(outcome=solution.outcome, distance=longer)


#: The first player moves everywhere, and wins from 0 via 1, but not by cycling: 0 -> 2 -> 0.
ROUND = {"indptr": [0, 2, 2, 3], "indices": [1, 2, 0], "to_move": [0, 0, 0], "terminal": [0, 1, 0], "outcome": [WIN, WIN, WIN]}
#: Position 0 is a tie via 2; the second player wins the cycle 0, 1, 0.
LOST_ROUND = {"indptr": [0, 2, 3, 3], "indices": [1, 2, 0], "to_move": [0, 1, 0], "terminal": [0, 0, 3], "outcome": [TIE, TIE, TIE],
              "infinite_play": "second"}
#: Position 0 is a tie via 1, a loss via 2, and a draw by staying.
STAYS = {"indptr": [0, 3, 3, 3], "indices": [1, 2, 0], "to_move": [0, 0, 0], "terminal": [0, 3, 2], "outcome": [TIE, TIE, LOSS]}


@pytest.mark.parametrize(("graph", "strategy", "reason"), [
    (ROUND, [2, -1, 0], "move to 2 allows infinite play"),
    (ROUND, [-1, -1, 0], "move here"),
    (ROUND, [0, -1, 0], "move to 0"),
    (ROUND, [1, 0, 0], "move to 0"),
    (LOST_ROUND, [1, 0, -1], "move to 1 allows infinite play"),
    (LOST_ROUND, [-1, 0, -1], "move here"),
    (STAYS, [-1, -1, -1], None),
    (STAYS, [2, -1, -1], "move to 2 does"),
])
def test_verify_graph_requires_strategy_to_preserve_the_outcome(graph, strategy, reason):
    report = zermelo.verify_graph(**graph, strategy=strategy)
    assert report.accepted == (reason is None)
    assert reason is None or reason in report.failures[0].reason


def guaranteed(rows, to_move, results, endless, player, strategy):
    """Returns for each position the least result that the strategy guarantees to `player`."""
    worst = [set() for _ in rows]
    for v in range(len(rows)):
        reached, stack = set(), [v]
        while stack:
            at = stack.pop()
            if at in reached:
                continue
            reached.add(at)
            stack += [strategy[at]] if to_move[at] == player and rows[at] else rows[at]
        worst[v] = {results[at] for at in reached if not rows[at]}
        followed = {at: [strategy[at]] if to_move[at] == player else rows[at] for at in reached if rows[at]}
        last = None
        while followed != last:  # the rest is play that may be endless
            last = followed
            rest = {at: [to for to in row if to in last] for at, row in last.items()}
            followed = {at: row for at, row in rest.items() if row}
        worst[v] |= {endless} if followed else set()
    return [min(results) for results in worst]


def test_verify_graph_accepts_exactly_the_correct_strategies():
    """Compares all strategies of small random graphs with their guaranteed results by a search of all play."""
    accepted = rejected = 0
    for seed in range(200):
        rng = np.random.default_rng(seed)
        size = int(rng.integers(3, 7))
        terminal = rng.choice([0, 0, 0, 1, 2, 3, 5], size)
        rows = [rng.integers(0, size, rng.integers(1, 3)).tolist() if code == 0 else [] for code in terminal]
        to_move, wins_endless = rng.integers(0, 2, size), (0, 1, None)[seed % 3]
        arrays = {"indptr": np.cumsum([0, *map(len, rows)]), "indices": np.array(sum(rows, []), np.int64), "to_move": to_move,
                  "terminal": terminal, "infinite_play": {0: "first", 1: "second", None: "nobody"}[wins_endless]}
        outcome = zermelo.solve_graph(**arrays).outcome

        def value(v, player):
            return outcome[v] if to_move[v] == player else {WIN: LOSS, LOSS: WIN}.get(outcome[v], outcome[v])

        def rank(value, player):
            if wins_endless is None:
                return [LOSS, TIE, WIN].index(TIE if value == DRAW else value)
            return ([LOSS, TIE, DRAW, WIN] if player == wins_endless else [LOSS, DRAW, TIE, WIN]).index(value)

        for moves in itertools.product(*(sorted(set(row)) or [-1] for row in rows)):
            is_strategy = all(to < 0 or value(to, to_move[v]) == outcome[v] for v, to in enumerate(moves))
            for player in (0, 1):
                result = {1: WIN if player == 0 else LOSS, 2: LOSS if player == 0 else WIN, 3: TIE}
                least = guaranteed(rows, to_move, [rank(result.get(code, DRAW), player) for code in terminal],
                                   rank(DRAW, player), player, moves)
                is_strategy &= all(rank(value(v, player), player) <= least[v] for v in range(size))
            report = zermelo.verify_graph(**arrays, outcome=outcome, strategy=moves)
            assert report.accepted == is_strategy, (seed, moves, str(report))
            accepted, rejected = accepted + is_strategy, rejected + (not is_strategy)
    assert accepted > 100 and rejected > 100


def test_verify_graph_rejects_strategies_relative_to_the_player_to_move():
    arrays = {"indptr": [0, 1, 1], "indices": [1], "to_move": [0, 0], "terminal": [0, 0], "seen_by": "player_to_move"}
    assert zermelo.verify_graph(**arrays, outcome=[WIN, LOSS], distance=[1, 0])
    assert matches("strategy cannot ... seen_by='player_to_move'; ...",
                   rejection(zermelo.verify_graph, **arrays, outcome=[WIN, LOSS], strategy=[1, -1]))


def test_verify_graph_uses_end_distance_for_terminals():
    arrays = random_graph(np.random.default_rng(3), 60, distances=True)
    solution = zermelo.solve_graph(**arrays)
    arrays["terminal_distance"] = arrays.pop("distance")
    for distance in (solution.distance, None):
        assert zermelo.verify_graph(**arrays, outcome=solution.outcome, distance=distance)
    del arrays["terminal_distance"]
    assert not zermelo.verify_graph(**arrays, outcome=solution.outcome, distance=solution.distance)


def test_verify_graph_rejects_terminal_distances_given_as_answer():
    ends = {"indptr": [0, 1, 1], "indices": [1], "to_move": [0, 1], "terminal": [0, 1], "outcome": [1, 2]}
    assert matches("distance[1] is 4, ... terminal_distance", rejection(zermelo.verify_graph, **ends, distance=[0, 4]))
    wrong = zermelo.verify_graph(**ends, distance=[5, 4])  # a solution, without a distance at the end
    assert [failure.position for failure in wrong.failures] == [1]


def test_verify_graph_reports_the_lowest_wrong_positions_for_all_thread_counts():
    arrays = random_graph(np.random.default_rng(4), 100_000)
    outcome = zermelo.solve_graph(**arrays).outcome.copy()
    wrong = np.flatnonzero(np.random.default_rng(5).random(len(outcome)) < 0.3)
    outcome[wrong] = np.where(outcome[wrong] == WIN, LOSS, WIN)
    for threads in (1, 2, 3):
        report = zermelo.verify_graph(**arrays, outcome=outcome, threads=threads)
        assert (report.checked, report.wrong) == (len(outcome), len(wrong))
        assert [failure.position for failure in report.failures] == wrong[:10].tolist()
