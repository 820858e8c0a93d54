# SPDX-License-Identifier: MIT
"""zermelo probe --line --all: every line of best play, against the best moves that probe names position by position."""
import json
import os
import pathlib
import re

import pytest

from program import report, run

DATA = pathlib.Path(os.environ["ZERMELO_DATA_DIR"])

GAMES = {  # a table, and a position of it
    "pursuit": (["cat_and_mouse_ii", f"@{DATA / 'grids' / 'official_1.json'}"], "mouse=2,0 cat=1,1 turn=mouse"),
    "draws": (["cat_and_mouse_ii", "rows=4", "cols=4", "walls=0.2", "seed=3"], None),
    "ties": (["mnk"], "board=X../.O./..X"),
    "explored": (["connect_four", "rows=4", "cols=4"], None),
    "seen_by_mover": (["dobutsu_shogi", "drops=no"], None),
}


@pytest.fixture(name="table", params=GAMES, scope="module")
def fixture_table(request, tmp_path_factory):
    words, state = GAMES[request.param]
    path = str(tmp_path_factory.mktemp("table") / f"{request.param}.h5")
    solved = run("solve", *words, "-o", path)
    assert solved.returncode == 0, solved.stderr
    return path, state or json.loads(run("find", path, "outcome=win", "plies>=5", "--limit", "1", "--json").stdout)["state"]


def best_play(table, state, depth):
    """The positions, each with its least ply, and the best moves of those above the depth."""
    plies, moves, layer = {state: 0}, set(), [state]
    for ply in range(depth):
        found = []
        for one in layer:
            for move in report("probe", table, *one.split())["moves"]:
                if not move["best"]:
                    continue
                moves.add((one, move["state"]))
                if move["state"] not in plies:
                    plies[move["state"]] = ply + 1
                    found.append(move["state"])
        layer = found
    return plies, moves


def test_lines_are_the_best_moves_that_probe_names(table):
    path, state = table
    depth = 3
    plies, moves = best_play(path, state, depth)
    probed = report("probe", path, *state.split(), "--line", "--all", "--depth", str(depth))
    lines = probed["lines"]
    assert lines["depth"] == depth
    assert {one["state"]: one["depth"] for one in lines["positions"]} == plies
    states = [one["state"] for one in lines["positions"]]
    assert len(states) == len(plies) and states[0] == state
    assert {(states[one["from"]], states[one["to"]]) for one in lines["moves"]} == moves
    assert len(lines["moves"]) == len(moves)
    for one in lines["positions"][:10]:
        alone = report("probe", path, *one["state"].split())
        assert (one["outcome"], one["plies"]) == (alone["outcome"], alone["plies"])
        assert one["num_moves"] == len({move["state"] for move in alone["moves"]})
    # The one line that is shown without --all is among them.
    alone = report("probe", path, *state.split(), "--line")
    assert alone["line"] == probed["line"] and "lines" not in alone
    principal = [one["state"] for one in alone["line"]["positions"]][:depth + 1]
    assert set(zip(principal, principal[1:])) <= moves


def test_the_tree_has_every_move_once(table):
    path, state = table
    depth = 3
    plies, moves = best_play(path, state, depth)
    shown = run("probe", path, *state.split(), "--line", "--all", "--depth", str(depth), "--limit", "100000").stdout
    before, title, tree = shown.partition("lines       ")
    assert before.startswith(run("probe", path, *state.split(), "--all").stdout)
    assert title
    first, *rest = tree.splitlines()
    assert first == f"best play to ply {depth}: positions {len(plies):,}, moves {len(moves):,}"
    above, found = [], []
    for line in rest:
        ply, indent, text = re.fullmatch(r" *(\d+) ( *)(\S.*?)  .*", line).groups()
        assert len(indent) == 2 * int(ply) and plies[text] <= int(ply)
        shown_elsewhere = re.search(r"; its moves are shown at ply (\d+)$", line)
        assert not shown_elsewhere or int(shown_elsewhere[1]) == plies[text]
        above[int(ply):] = [text]
        if int(ply) > 0:
            found.append((above[int(ply) - 1], text))
    assert sorted(found) == sorted(moves)
