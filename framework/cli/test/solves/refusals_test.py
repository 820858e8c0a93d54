# SPDX-License-Identifier: MIT
"""What a game refuses of a solve: one row for each, before anything is written."""

import pytest

from program import failure

POINTS = "moves gain points, so it is solved group of slices after group"
NOT_SAVED = f"{POINTS}, which in memory is not saved: give --slices all"

REFUSALS = [
    ("awari pits=3 seeds=6 -o TMP/t.h5 --checkpoint 1", f"awari: {NOT_SAVED}"),
    ("awari pits=3 seeds=6 -o TMP/t.h5 --resume", f"awari: {NOT_SAVED}"),
    ("kalah pits=2 seeds=2 -o TMP/t.h5 --checkpoint 1", f"kalah: {NOT_SAVED}"),
    ("awari pits=3 seeds=6 --log TMP/waves.csv", f"--log: awari: {POINTS}, which is not logged"),
    ("awari pits=3 seeds=6 --engine product", "engine 'product' is not available: the game has no product form"),
    ("awari pits=3 seeds=6 --slices all --outcomes -o TMP/set",
     "--outcomes: awari is played for points, which outcomes alone do not keep"),
    ("cat_and_mouse nodes=9 --slices all -o TMP/set",
     "--slices: cat_and_mouse names no slices, it is solved as a whole"),
    ("connect_four rows=7 cols=8 --slices all --explain",
     "--slices: connect_four names no slices, it is solved as a whole"),
    ("chess_ending pieces=KQvK --reachable", "--reachable: chess_ending has no start position"),
]


@pytest.mark.parametrize("words, message", REFUSALS, ids=[words for words, _ in REFUSALS])
def test_is_refused_before_any_work(words, message, tmp_path):
    assert failure("solve", *words.replace("TMP", str(tmp_path)).split()) == message
    assert not list(tmp_path.iterdir())
