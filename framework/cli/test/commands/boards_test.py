# SPDX-License-Identifier: MIT
"""Tests the boards in the JSON of `zermelo probe`: along random plays, only the changes of moves occur and pieces keep
their colours, also in games reduced by symmetry and with positions relative to the player to move."""
import json
import random
import subprocess

import pytest

from program import PROGRAM, report

# Games with parameters, and the minimum and maximum number of cells that a move changes.
GAMES = {
    "board of stones": (["mnk"], 1, 1),
    "falling stones": (["connect_four", "rows=3", "cols=4"], 1, 1),
    "cubes": (["quixo"], 0, 3),
    "cubes with symmetry": (["quixo", "symmetry=yes"], 0, 3),
    "discs": (["othello"], 0, 10),
    "two L's": (["l_game"], 2, 10),
    "three men": (["morris"], 1, 2),
    "six men's board": (["morris", "board=two_rings", "men=4"], 1, 3),
    "nine men's board": (["morris", "board=nine", "men=3"], 1, 3),
    "pawn": (["chess_ending", "pieces=KPvK", "rows=5", "cols=4"], 2, 3),
    "animals": (["dobutsu_shogi", "drops=no"], 2, 2),
    "draughts": (["draughts", "pieces=3"], 2, 5),
    "cars": (["dodgem"], 1, 2),
    "boxes": (["dots_and_boxes"], 1, 3),
    "kalah": (["kalah"], 1, 6),
    "fox": (["fox_and_geese", "rows=5", "cols=5"], 2, 2),
    "hare": (["hare_and_hounds"], 2, 2),
    "star": (["mu_torere"], 2, 2),
    "five points": (["pong_hau_ki"], 2, 2),
    "tigers": (["tigers_and_goats", "captured=0"], 2, 3),
    "graph": (["cat_and_mouse", "nodes=12", "degree=3", "seed=4"], 2, 2),
    "grid": (["cat_and_mouse_ii", "rows=5", "cols=6", "walls=0.2", "seed=2", "mouse_jump=2"], 0, 2),
    "cops": (["cops_and_robbers", "graph=grid:3x4"], 0, 4),
}
PLIES = 100


def board_after(here, move):
    """The cells with pieces, and the content of hands, after a move."""
    cells = dict(here["cells"]) | dict(move["changes"])
    return sorted([cell, piece] for cell, piece in cells.items() if piece is not None), move.get("hands", here["hands"])


@pytest.mark.parametrize("name", GAMES)
def test_probe_reports_the_cells_that_each_move_changes(tmp_path, name):
    arguments, least, most = GAMES[name]
    table = str(tmp_path / "t.h5")
    start = report("solve", *arguments, "-o", table)["start"]
    first = start["state"] if start else report("find", table, "moves>=2", "--limit", "1")["state"]
    chance = random.Random(1)
    with subprocess.Popen([PROGRAM, "probe", table, "--stdin", "--all", "--json"], text=True, bufsize=1,
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE) as probe:
        def query(arguments):
            probe.stdin.write(arguments + "\n")
            return json.loads(probe.stdout.readline())
        here = query(first)
        for _ in range(PLIES):
            seen = set()
            for move in here["moves"]:
                before, cells = dict(here["cells"]), [cell for cell, _ in move["changes"]]
                assert cells == sorted(set(cells)), (here["state"], move["state"])
                assert all(before.get(cell) != piece for cell, piece in move["changes"]), (here["state"], move["state"])
                assert least <= len(cells) <= most, (here["state"], move["state"])
                assert move.get("hands") != here["hands"], "unchanged hands are omitted"
                seen.add(json.dumps(board_after(here, move)))
            assert len(seen) == len({move["state"] for move in here["moves"]}), here["state"]
            if not here["moves"]:
                here = query(first)
                continue
            move = chance.choice(here["moves"])
            # If positions are relative to the player to move, their text does not name the player, except in
            # dots_and_boxes.
            named = {"first": " to_move=second", "second": " to_move=first"}.get(here["to_move"], "")
            before, here = here, query(move["state"] + (named if arguments[0] != "dots_and_boxes" else ""))
            assert (here["cells"], here["hands"]) == board_after(before, move), here["state"]
            assert move["ends"] == (not here["moves"])
