#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Tests that the server and the program display equal positions: by their strings, after moves (a game reduced by
symmetry or a set may store images), with plies played, and with the player to move of relative positions. Both use the
same functions, so one game of each kind is enough."""

import json
import random

import pytest

from program import report, run
from serving import served, solve_tables

INSTANCES = {
    "walkers_with_plies": ["cat_and_mouse", "nodes=12", "degree=3", "seed=4", "move_limit=9"],
    "walkers_on_a_grid": ["cat_and_mouse_ii", "rows=6", "cols=7", "walls=0.2", "seed=2", "cat_jump=2"],
    "with_notation": ["chess_ending", "pieces=KPvK", "rows=6", "cols=5"],
    "explored": ["connect_four", "rows=4", "cols=4", "k=3"],
    "relative_to_player_to_move": ["dobutsu_shogi", "drops=no"],
    "without_board": ["fair_shares"],
    "with_symmetry": ["dots_and_boxes", "rows=1", "columns=3", "symmetry=yes"],
    "symmetry_relative_to_player_to_move": ["quixo", "symmetry=yes"],
    "slices": ["chess_ending", "pieces=KQvK", "--slices", "all"],
    "slices_relative_to_player_to_move": ["draughts", "pieces=2", "--slices", "all"],
    "slices_for_points": ["kalah", "seeds=2", "--slices", "all"],
}
GRAPH_FILE = 'parity 3;\nstart 0;\n0 0 0 1,2 "gate";\n1 0 1 0,3 "mill";\n2 0 1 2,3 "well";\n3 1 0 3 "end";\n'
ONLY_SINGLE = {"drawing", "cells", "hands"}  # members of a response that a line of a list lacks
DRAWN = 25  # random positions of each table
MADE = 40  # positions after random moves from there


@pytest.fixture(name="tables", scope="module")
def solved_tables(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tables")
    (folder / "names.pg").write_text(GRAPH_FILE, encoding="ascii")
    return solve_tables(folder, {**INSTANCES, "names": ["graph_file", f"file={folder / 'names.pg'}"]})


@pytest.fixture(name="server", scope="module")
def served_tables(tables):
    with served(*tables.values()) as server:
        yield server


def listed(server, name, lines):
    """The responses of the server to lines of positions, with their moves."""
    status, _, text = server.query(f"/api/tables/{name}/positions?moves", body=lines)
    assert status == 200, text
    return [json.loads(line) for line in text.splitlines()]


def without_board(position):
    """The form of a position in a list."""
    moves = [{name: value for name, value in move.items() if name not in ("changes", "hands")} for move in position["moves"]]
    return {**{name: value for name, value in position.items() if name not in ONLY_SINGLE}, "moves": moves}


def queries(server, name):
    """Random positions and positions produced by moves, some with plies played or with the player to move."""
    chosen = random.Random(name)
    about = server.json(name)
    drawn = [server.json(name, "random", seed=seed)["state"] for seed in range(DRAWN)]
    answers = listed(server, name, "\n".join(drawn))
    made = [move["state"] for answer in answers for move in answer["moves"]]
    states = drawn + chosen.sample(made, min(MADE, len(made)))
    for i, state in enumerate(states):
        plies = f" plies_played={chosen.randrange(12)}" if i % 3 == 0 else ""
        player = f" to_move={chosen.choice(about['players'])}" if about["seen_by"] == "player_to_move" and i % 2 else ""
        yield state + plies + player
    if about["start"] is not None:
        yield ""


@pytest.mark.parametrize("name", [*INSTANCES, "names"])
def test_served_positions_match_probe(tables, server, name):
    requested = list(queries(server, name))
    lines = "".join(f"{line}\n" for line in requested)
    probed = run("probe", tables[name], "--stdin", "--json", "--all", stdin=lines)
    assert (probed.returncode, probed.stderr) == (0, "")
    expected = [json.loads(line) for line in probed.stdout.splitlines()]
    assert len(expected) == len(requested) > DRAWN / 2
    assert [server.json(name, "position", state=line) for line in requested] == expected
    assert listed(server, name, lines) == [without_board(position) for position in expected]
    state = expected[0]["state"]
    assert server.json(name, "line", state=state) == report("probe", tables[name], *state.split(), "--line")["line"]
