# SPDX-License-Identifier: MIT
"""Tests `zermelo probe --line --all`: all lines of best play agree with the best moves that probe lists for single
positions."""
import os
import pathlib
import re

import pytest

from program import report, run
from solved_tables import objects, solved

DATA = pathlib.Path(os.environ["ZERMELO_DATA_DIR"])

GAMES = {  # a table, and one of its positions
    "pursuit": (["cat_and_mouse_ii", f"@{DATA / 'grids' / 'official_1.json'}"], "mouse=2,0 cat=1,1 turn=mouse"),
    "draws": (["cat_and_mouse_ii", "rows=4", "cols=4", "walls=0.2", "seed=3"], None),
    "ties": (["mnk"], "board=X../.O./..X"),
    "explored": (["connect_four", "rows=4", "cols=4"], None),
    "relative_to_player_to_move": (["dobutsu_shogi", "drops=no"], None),
}


DEPTH = 3


def best_play(table, state):
    """The positions, each with its smallest ply, and the best moves from those above the depth."""
    plies, moves, layer = {state: 0}, set(), [state]
    for ply in range(1, DEPTH + 1):
        found = []
        for one in objects("probe", table, "--stdin", "--all", stdin="\n".join(layer)):
            for move in one["moves"]:
                if move["best"]:
                    moves.add((one["state"], move["state"]))
                    if plies.setdefault(move["state"], ply) == ply and move["state"] not in found:
                        found.append(move["state"])
        layer = found
    return plies, moves


@pytest.mark.parametrize("name", GAMES)
def test_optimal_lines_follow_best_moves_of_probe(tmp_path, name):
    arguments, state = GAMES[name]
    table = str(solved(tmp_path, {"t": arguments}) / "t.h5")
    state = state or report("find", table, "outcome=win", "plies>=5", "--limit", "1")["state"]
    plies, moves = best_play(table, state)
    arguments = ["probe", table, state, "--line", "--all", "--depth", str(DEPTH), "--limit", "100000"]
    probed = report(*arguments)
    lines = probed["lines"]
    assert lines["depth"] == DEPTH
    assert {one["state"]: one["depth"] for one in lines["positions"]} == plies
    states = [one["state"] for one in lines["positions"]]
    assert len(states) == len(plies) and states[0] == state
    assert {(states[one["from"]], states[one["to"]]) for one in lines["moves"]} == moves
    assert len(lines["moves"]) == len(moves)
    for one, single in zip(lines["positions"], objects("probe", table, "--stdin", "--all", stdin="\n".join(states)), strict=True):
        assert (one["outcome"], one["plies"]) == (single["outcome"], single["plies"])
        assert one["num_moves"] == len({move["state"] for move in single["moves"]})
    # The single line without --all is among them.
    single = report("probe", table, state, "--line")
    assert single["line"] == probed["line"] and "lines" not in single
    principal = [one["state"] for one in single["line"]["positions"]][:DEPTH + 1]
    assert set(zip(principal, principal[1:])) <= moves
    expect_tree(run(*arguments).stdout, run("probe", table, state, "--all").stdout, plies, moves)


def expect_tree(display, before, plies, moves):
    """The text has every move once, after the text without lines."""
    begin, title, tree = display.partition("lines       ")
    assert begin.startswith(before) and title
    first, *rest = tree.splitlines()
    assert first == f"best play to ply {DEPTH}: positions {len(plies):,}, moves {len(moves):,}"
    above, found = [], []
    for line in rest:
        ply, indent, text = re.fullmatch(r" *(\d+) ( *)(\S.*?)  .*", line).groups()
        assert len(indent) == 2 * int(ply) and plies[text] <= int(ply)
        reference = re.search(r"; its moves are shown at ply (\d+)$", line)
        assert not reference or int(reference[1]) == plies[text]
        above[int(ply):] = [text]
        if int(ply) > 0:
            found.append((above[int(ply) - 1], text))
    assert sorted(found) == sorted(moves)
