# SPDX-License-Identifier: MIT
"""Tests explore and solve_networkx: games by functions on states and as graphs of networkx, and results by state and
node."""

import os
import runpy

import networkx
import pytest

import zermelo
from message_pattern import matches
from rejections import rejection
from zermelo import Terminal


@pytest.fixture(name="game", scope="module")
def fixture_game():
    rules = runpy.run_path(os.environ["ZERMELO_SOURCE_DIR"] + "/framework/docs/examples/python/tic_tac_toe.py")
    return zermelo.explore("." * 9, rules["moves"], to_move=rules["to_move"], terminal=rules["terminal"])


@pytest.fixture(name="solution", scope="module")
def fixture_solution(game):
    return game.solve()


def test_explored_tic_tac_toe_has_known_counts_of_positions_and_outcomes(game, solution):
    assert (len(game), len(game.arrays["indices"]), game.states[0]) == (5478, 16167, "." * 9)
    assert repr(game) == "<Explored: 5,478 states, 16,167 moves>"
    assert solution.counts == {"win": 2836, "loss": 1574, "tie": 1068, "draw": 0}
    assert solution["." * 9] == zermelo.Value("tie", None, 9)
    assert solution.solution.verify() and solution.verify()
    assert solution.value("XO.......").winner == "first"
    assert {move.position for move in solution.best_moves("XO.......")} <= {move.position for move in solution.moves("XO.......")}
    line = solution.line("." * 9).positions
    assert len(line) == 10 and "." not in line[-1]
    strategy = solution.strategy()
    assert strategy["." * 9] == line[1] and line[-1] not in strategy
    assert "XXXXXXXXX" not in solution and "." * 9 in solution and len(solution) == 5478
    with pytest.raises(KeyError):
        solution.value("XXXXXXXXX")


@pytest.mark.parametrize(("change", "error", "message"), [
    ({"limit": 5}, zermelo.ResourceError, "... 5 states; ..."),
    ({"limit": None}, TypeError, "limit: ... got NoneType"),
    ({"limit": -1}, zermelo.InputError, "limit: expected 0 to "),
    ({"to_move": lambda s: 2}, zermelo.InputError, "to_move(0): expected 0 or 1, got 2"),
    ({"to_move": lambda s: -1}, zermelo.InputError, "to_move(0): "),
    ({"to_move": lambda s: None}, zermelo.InputError, "to_move(0): "),
    ({"terminal": lambda s: 4}, zermelo.InputError, "terminal(0): ... got 4"),
    ({"terminal": lambda s: 6}, zermelo.InputError, "terminal(0): "),
    ({"terminal": lambda s: True}, TypeError, "terminal(0): ... got True"),
    ({"terminal": lambda s: False}, TypeError, "terminal(0): ... got False"),
    ({"moves": lambda s: [[s]]}, TypeError, "moves(0): ... got [0]"),
    ({"moves": lambda s: None}, TypeError, "moves(0): ... got None"),
    ({"moves": lambda s, used=iter([1, 2]): used}, TypeError, "moves(1): ... iterator"),
    ({"start": [0]}, TypeError, "start: ... hashable ... [0]"),
])
def test_explore_reports_invalid_return_values_with_state(change, error, message):
    options = {"start": 0, "moves": lambda s: [s + 1], "to_move": lambda s: 0, "terminal": lambda s: 0, "limit": 1000, **change}
    assert matches(f"{message}...", rejection(zermelo.explore, error=error, **options))


def test_explored_game_compares_by_identity_and_solution_is_a_mapping(game, solution):
    assert zermelo.solve_graph(**game.arrays).signature == solution.solution.signature
    single = [zermelo.explore(0, lambda s: [], to_move=lambda s: 0, terminal=lambda s: 0) for _ in range(2)]
    assert game == game and single[0] != single[1] and len({game}) == 1
    options = {"no_moves": "draws", "infinite_play": "nobody", "seen_by": "player_to_move"}
    assert single[0].solve(**options).solution.conventions == options
    assert list(solution) == game.states == list(solution.keys())
    assert dict(solution) == {board: solution.value(board) for board in game.states}
    assert solution.get("none") is None and solution.get("." * 9).plies == 9
    assert len({solution}) == 1 and solution != game.solve()


def test_explore_accepts_number_of_states_equal_to_limit():
    game = zermelo.explore(0, lambda s: [(s + 1) % 7], to_move=lambda s: s % 2, terminal=lambda s: None, limit=7)
    assert game.states == list(range(7)) and game.solve().counts["draw"] == 7


def streets():
    graph = networkx.DiGraph([("gate", "mill"), ("gate", "church"), ("mill", "harbour"), ("mill", "church"), ("well", "well")])
    networkx.set_node_attributes(graph, {"gate": 0, "mill": 1, "church": 1, "well": 0}, "to_move")
    networkx.set_node_attributes(graph, {"harbour": Terminal.FIRST_WON, "church": 3, "well": 0}, "terminal")
    return graph


def test_networkx_solution_is_queried_by_node():
    solution = zermelo.solve_networkx(streets())
    assert solution["gate"] == zermelo.Value("tie", None, 1)
    assert solution["harbour"].winner == "first" and solution["well"].outcome == "draw"
    assert [move.position for move in solution.moves("gate")] == ["mill", "church"]
    assert solution.line("gate") == (("gate", "church"), None) and solution.verify()
    assert zermelo.solve_networkx(streets(), infinite_play="second")["well"].winner == "second"
    assert repr(solution) == "<KeyedSolution of 5 positions: win 1, loss 0, tie 3, draw 1>"


@pytest.mark.parametrize("options", [{}, {"no_moves": "draws", "infinite_play": "second"}, {"no_moves": "wins"}])
def test_networkx_solution_converts_back_to_an_equal_graph(options):
    graph = streets()
    graph.nodes["church"]["distance"] = 3
    graph.add_node("dead end", to_move=1)
    graph.add_edge("well", "dead end")
    solution = zermelo.solve_networkx(graph, **options)
    back = solution.to_networkx()
    assert list(back) == list(graph) and sorted(back.edges()) == sorted(graph.edges())
    assert back.nodes["church"]["distance"] == 3 and back.nodes["gate"]["plies"] == 4
    again = zermelo.solve_networkx(back)
    assert again.solution.signature == solution.solution.signature and dict(again) == dict(solution)


def test_networkx_accepts_other_attribute_names_and_multi_edges():
    graph = networkx.MultiDiGraph()
    graph.add_node("a", player=0)
    graph.add_node("b", end=2)
    graph.add_edges_from([("a", "b"), ("a", "b")])
    solution = zermelo.solve_networkx(graph, "player", "end")
    assert solution["a"].winner == "second" and len(solution.moves("a")) == 2


def test_networkx_undirected_edges_lead_both_ways():
    graph = networkx.path_graph(3)
    networkx.set_node_attributes(graph, {0: 0, 1: 1, 2: 0}, "to_move")
    assert [move.position for move in zermelo.solve_networkx(graph).moves(1)] == [0, 2]


@pytest.mark.parametrize(("node", "data", "error", "message"), [
    ("mill", {"to_move": None}, zermelo.InputError, "node 'mill': ... to_move ...missing; ..."),
    ("mill", {"to_move": 2}, zermelo.InputError, "node 'mill': to_move: ... 0 to 1, got 2"),
    ("mill", {"terminal": True}, TypeError, "node 'mill': terminal: ... got True"),
    ("mill", {"terminal": 6}, zermelo.InputError, "node 'mill': terminal: ... 0 to 5, got 6"),
    ("mill", {"terminal": 1}, zermelo.InputError, "node 'mill': terminal is 1, ... 'harbour'; ... terminal_moves='drop' ..."),
])
def test_networkx_reports_invalid_attributes_with_node(node, data, error, message):
    graph = streets()
    graph.nodes[node].update(data)
    assert matches(message, rejection(zermelo.solve_networkx, graph, error=error))


def test_networkx_rejects_empty_graphs_and_other_objects():
    assert matches("graph: ... 1 node, got 0", rejection(zermelo.solve_networkx, networkx.DiGraph()))
    assert matches("graph: ... got list", rejection(zermelo.solve_networkx, [(0, 1)], error=TypeError))


@pytest.mark.parametrize("graph", [networkx.Graph([("a", "end")]), networkx.DiGraph([("a", "end"), ("end", "end")])])
def test_networkx_can_drop_moves_of_terminals(graph):
    graph.nodes["a"]["to_move"], graph.nodes["end"]["terminal"] = 0, 1
    solution = zermelo.solve_networkx(graph, terminal_moves="drop")
    assert solution["a"] == zermelo.Value("win", "first", 1) and not solution.moves("end")
