#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Tests that a requested position and its moves are displayed as requested, even if the table of a game reduced by
symmetry stores a mirror image or a rotated board. Also tests positions by numbers of moves from the start,
moves=N,N,..."""

import random
import re

import pytest

from program import report, run

SIDE = 5
TURNS = {  # the square (file, rank), both from 0, after each symmetry of the board
    "same": lambda x, y: (x, y), "left and right": lambda x, y: (SIDE - 1 - x, y),
    "up and down": lambda x, y: (x, SIDE - 1 - y), "half a turn": lambda x, y: (SIDE - 1 - x, SIDE - 1 - y),
    "diagonal": lambda x, y: (y, x), "other diagonal": lambda x, y: (SIDE - 1 - y, SIDE - 1 - x),
    "left turn": lambda x, y: (SIDE - 1 - y, x), "right turn": lambda x, y: (y, SIDE - 1 - x),
}


@pytest.fixture(scope="module", name="folder")
def solved_tables(tmp_path_factory):
    path = tmp_path_factory.mktemp("shown")
    for name, *arguments in [("rook", "chess_ending", "pieces=KRvK", f"rows={SIDE}", f"cols={SIDE}"),
                         ("pawn", "chess_ending", "pieces=KPvK", f"rows={SIDE}", f"cols={SIDE}"),
                         ("folded", "quixo", "n=3", "symmetry=yes"), ("plain", "quixo", "n=3"),
                         ("shogi", "dobutsu_shogi", "drops=no"), ("mnk", "mnk"), ("morris", "morris"),
                         ("chase", "cat_and_mouse_ii", "rows=4", "cols=4", "seed=3", "move_limit=9")]:
        assert run("solve", *arguments, "-o", str(path / f"{name}.h5")).returncode == 0
    return path


def turned(text, turn):
    def square(found):
        x, y = turn("abcde".index(found[1]), int(found[2]) - 1)
        return f"{'abcde'[x]}{y + 1}"
    return re.sub(r"(?<=[KQRBNP])([a-e])([1-5])", square, text)


def pieces_of(text):
    """The pieces of both sides, as lists of a letter and a square, and the player to move."""
    fields = dict(field.split("=") for field in text.split())
    return [sorted(fields[side].split(",")) for side in ("white", "black")], fields["turn"]


def is_one_move(before, after):
    """Whether one piece of the player to move has moved, and at most one piece of the opponent has disappeared from its
    target."""
    (sides, to_move), (later, other) = pieces_of(before), pieces_of(after)
    mine, theirs = (0, 1) if to_move == "white" else (1, 0)
    left, came = set(sides[mine]) - set(later[mine]), set(later[mine]) - set(sides[mine])
    taken = set(sides[theirs]) - set(later[theirs])
    square = {piece[1:] for piece in came}
    return (other != to_move and len(left) == len(came) == 1 and set(later[theirs]) <= set(sides[theirs])
            and {piece[1:] for piece in taken} in (set(), square))


def without_numbers(probed):
    """A probe with each move once, without the table's position numbers and the tree of lines, in which a game reduced
    by symmetry has each image once."""
    moves = {move["state"]: {key: move[key] for key in move if key != "position"} for move in probed["moves"]}
    line = [{key: one[key] for key in one if key != "position"} for one in probed["line"]["positions"]]
    return {**probed, "position": None, "moves": moves, "line": {**probed["line"], "positions": line}, "lines": None}


@pytest.mark.parametrize("name, turns", [("rook", list(TURNS)), ("pawn", ["same", "left and right"])])
def test_probe_displays_rotated_board_in_its_given_orientation(folder, name, turns):
    table = str(folder / f"{name}.h5")
    rng = random.Random(1)
    positions = report("stats", table)["positions"]
    for number in rng.sample(range(positions), 3):
        state = report("find", table, f"position>={number}", "ended=no", "--limit", "1")["state"]
        requested = {turn: turned(state, TURNS[turn]) for turn in turns}
        probed = {turn: report("probe", table, requested[turn], "--all", "--line") for turn in turns}
        for turn, text in requested.items():
            one = probed[turn]
            assert pieces_of(one["state"]) == pieces_of(text)
            assert one["position"] == probed["same"]["position"]
            moves = [move["state"] for move in one["moves"]]
            assert len(set(moves)) == len(moves) and all(is_one_move(text, move) for move in moves)
            values = {str(pieces_of(turned(move["state"], TURNS[turn]))): (move["plies"], move["best"])
                      for move in probed["same"]["moves"]}
            assert values == {str(pieces_of(move["state"])): (move["plies"], move["best"]) for move in one["moves"]}
            line = [at["state"] for at in one["line"]["positions"]]
            assert all(is_one_move(*pair) for pair in zip(line, line[1:])) and line[0] == one["state"]
            repeats = one["line"]["repeats_from"]
            assert repeats is None or is_one_move(line[-1], line[repeats])


def test_probe_of_game_reduced_by_symmetry_matches_unreduced_game(folder):
    reduced, plain = str(folder / "folded.h5"), str(folder / "plain.h5")
    assert report("stats", reduced)["legal_positions"] < report("stats", plain)["legal_positions"] / 6
    rng = random.Random(2)
    for number in rng.sample(range(3**9), 8):
        state = report("find", plain, f"position={number}")["state"]
        probed = [report("probe", table, state, "--all", "--line") for table in (reduced, plain)]
        moves = [list(dict.fromkeys(move["state"] for move in one["moves"])) for one in probed]
        assert moves[0] == moves[1]
        assert without_numbers(probed[0]) == without_numbers(probed[1])
        assert probed[1]["position"] == number and len(probed[0]["moves"]) == len(moves[0])
        drawn = [run("probe", table, state, "--line").stdout for table in (reduced, plain)]
        assert drawn[0] == drawn[1]


def test_probe_plays_moves_given_by_number_from_the_start(folder):
    for name in ["mnk", "chase", "folded", "shogi", "morris"]:
        table = str(folder / f"{name}.h5")
        rng = random.Random(3)
        numbers, here = [], report("probe", table)
        assert here == report("probe", table, "start") == report("probe", table, "moves=")
        while here["moves"] and len(numbers) < 6:
            numbers.append(rng.randint(1, len(here["moves"])))
            there = here["moves"][numbers[-1] - 1]
            field = "moves=" + ",".join(map(str, numbers))
            here = report("probe", table, field)
            assert {key: there[key] for key in ("state", "position", "outcome", "winner", "plies")}.items() \
                <= here.items()
            assert here["plies_played"] == len(numbers)
            named = report("probe", table, *there["state"].split())
            assert (named["state"], named["position"], named["plies"]) == \
                (there["state"], there["position"], there["plies"])
        assert report("probe", table, field, "plies_played=0")["plies_played"] == 0
        answered = run("probe", table, "--stdin", stdin=f"{field}\n").stdout
        assert answered.startswith(here["state"])
