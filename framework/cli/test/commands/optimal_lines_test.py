# SPDX-License-Identifier: MIT
"""zermelo probe --line --all: every line of best play, against the best moves that probe names position by position."""
import os
import pathlib
import re

import pytest

from program import report, run
from solved_tables import objects, solved

DATA = pathlib.Path(os.environ["ZERMELO_DATA_DIR"])

GAMES = {  # a table, and a position of it
    "pursuit": (["cat_and_mouse_ii", f"@{DATA / 'grids' / 'official_1.json'}"], "mouse=2,0 cat=1,1 turn=mouse"),
    "draws": (["cat_and_mouse_ii", "rows=4", "cols=4", "walls=0.2", "seed=3"], None),
    "ties": (["mnk"], "board=X../.O./..X"),
    "explored": (["connect_four", "rows=4", "cols=4"], None),
    "seen_by_mover": (["dobutsu_shogi", "drops=no"], None),
}


DEPTH = 3


def best_play(table, state):
    """The positions, each with its least ply, and the best moves of those above the depth."""
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
def test_lines_are_the_best_moves_that_probe_names(tmp_path, name):
    words, state = GAMES[name]
    table = str(solved(tmp_path, {"t": words}) / "t.h5")
    state = state or report("find", table, "outcome=win", "plies>=5", "--limit", "1")["state"]
    plies, moves = best_play(table, state)
    words = ["probe", table, state, "--line", "--all", "--depth", str(DEPTH), "--limit", "100000"]
    probed = report(*words)
    lines = probed["lines"]
    assert lines["depth"] == DEPTH
    assert {one["state"]: one["depth"] for one in lines["positions"]} == plies
    states = [one["state"] for one in lines["positions"]]
    assert len(states) == len(plies) and states[0] == state
    assert {(states[one["from"]], states[one["to"]]) for one in lines["moves"]} == moves
    assert len(lines["moves"]) == len(moves)
    for one, alone in zip(lines["positions"], objects("probe", table, "--stdin", "--all", stdin="\n".join(states)), strict=True):
        assert (one["outcome"], one["plies"]) == (alone["outcome"], alone["plies"])
        assert one["num_moves"] == len({move["state"] for move in alone["moves"]})
    # The one line that is shown without --all is among them.
    alone = report("probe", table, state, "--line")
    assert alone["line"] == probed["line"] and "lines" not in alone
    principal = [one["state"] for one in alone["line"]["positions"]][:DEPTH + 1]
    assert set(zip(principal, principal[1:])) <= moves
    expect_tree(run(*words).stdout, run("probe", table, state, "--all").stdout, plies, moves)


def expect_tree(shown, before, plies, moves):
    """The text has every move once, behind what is shown without lines."""
    begin, title, tree = shown.partition("lines       ")
    assert begin.startswith(before) and title
    first, *rest = tree.splitlines()
    assert first == f"best play to ply {DEPTH}: positions {len(plies):,}, moves {len(moves):,}"
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
