# SPDX-License-Identifier: MIT
"""Tests the program on published results of games that are too large for the tests in their folders."""
import json
import os
import pathlib

import pytest

from program import report

PUBLISHED = pathlib.Path(os.environ["ZERMELO_DATA_DIR"]) / "published"
KNOWN = json.loads((PUBLISHED / "solved_games.json").read_text(encoding="utf-8"))
SMALL = json.loads((PUBLISHED / "small_games.json").read_text(encoding="utf-8"))


def test_quixo_4_x_4_matches_published_table_of_steps():
    known = KNOWN["quixo_4x4"]
    solved = report("solve", "--quiet", "quixo", "n=4", "symmetry=yes")
    everything = solved["all_positions"]
    assert everything["positions"] == 3**16
    assert everything["histogram"] == {"win": known["win"], "loss": known["loss"], "tie": {}}
    for kind in ("win", "loss", "draw"):
        assert everything[kind] == known[f"{kind}_total"]
    assert (solved["start"]["outcome"], solved["start"]["plies"]) == ("win", known["start_plies"])


@pytest.mark.parametrize("goals", ["standard", "advanced"])
def test_teeko_start_and_first_moves_match_results_of_steele(goals, tmp_path):
    known = KNOWN["teeko"][goals]
    table = tmp_path / "teeko.h5"
    start = report("solve", "--quiet", "teeko", f"goals={goals}", "-o", str(table))["start"]
    assert (start["outcome"], start["plies"]) == (known["start"], known.get("start_plies"))
    moves = report("probe", str(table))["moves"]
    assert len(moves) == 25 and len({move["position"] for move in moves}) == 6  # the points up to symmetry
    centre = "board=...../...../..O../...../....."
    winning = [move["state"] for move in moves if move["outcome"] == "loss"]
    assert winning == [centre] * len(known.get("winning_first_moves", []))


def test_longest_mate_of_queen_against_rook_matches_known_length():
    groups = report("solve", "--quiet", "chess_ending", "pieces=KQvKR")["groups"]
    [longest] = [group["max_distance_plies"] for group in groups
                 if (group["group"], group["to_move"]) == ("KQvKR", "white")]
    assert (longest + 1) // 2 == KNOWN["chess_KQvKR_8x8"]["longest_mate_moves"]


@pytest.mark.parametrize("first", ["fox", "geese"])
def test_four_geese_enclose_the_fox_on_a_chessboard(first):
    known = SMALL[f"fox_and_geese_8x8_4_{first}_first"]
    solved = report("solve", "--quiet", "fox_and_geese", f"first={first}", "--reachable")
    counts = solved["reachable"]["counts"]
    assert [counts[kind] for kind in ("win", "loss", "tie", "draw")] == [known["W"], known["L"], 0, 0]
    assert (solved["start"]["winner"], solved["start"]["plies"]) == ("geese", known["start_plies"])
