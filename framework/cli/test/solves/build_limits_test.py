#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Tests games that are planned before they are built: a game that does not fit is rejected immediately, for a command
line and for a table, and Ctrl-C stops building a game that fits."""

import os

import pytest

from program import failure, is_handled, peak_of, report

DATA = os.environ["ZERMELO_DATA_DIR"]
MEBIBYTE = 1 << 20


@pytest.mark.parametrize("name, parameters", [("jump_bomb", "rows"), ("degree_bomb", "degree=8191")])
@pytest.mark.parametrize("command", [["stats"], ["verify"], ["find"], ["probe"]])
def test_commands_reject_table_with_huge_parameters_before_building(command, name, parameters):
    peak, status, message = peak_of(*command, f"{DATA}/hostile/{name}.h5")
    assert status in (2, 3) and message.count("\n") == 1
    assert parameters in message
    assert peak < 128 * MEBIBYTE


def test_solve_rejects_too_large_game_before_building():
    arguments = ["cat_and_mouse", "nodes=2000", "degree=1000", "--memory-limit", "30M"]
    assert failure("solve", *arguments, status=3).startswith("degree=1000 nodes=2000: ")
    peak, _, _ = peak_of("solve", *arguments)
    assert peak < 30 * MEBIBYTE
    line = failure("solve", "cat_and_mouse_ii", "rows=1", "cols=100000", "cat_jump=99999", status=3)
    assert "cat_jump=99999" in line and "at most 67108864" in line


def test_memory_plan_includes_memory_of_the_built_game():
    def peaks(degree):
        plan = report("solve", "cat_and_mouse", "nodes=400", f"degree={degree}", "--explain")["plan"]
        return {engine["engine"]: engine["peak_bytes"] for engine in plan["engines"] if engine["available"]}
    sparse, dense = peaks(4), peaks(200)
    assert sparse.keys() == dense.keys() >= {"implicit", "explicit"}
    for engine, peak in dense.items():
        assert peak - sparse[engine] >= 4 * 4 * 400 * (200 - 4)  # four lists of moves, 4 bytes per edge


def test_interrupt_stops_building_a_game():
    # The graph lacks one of 33 million possible edges. Drawing all others at random takes 17 times as many draws. The
    # drawn edges take 4 MiB; afterwards their lists take 256 MiB.
    arguments = ["solve", "cat_and_mouse", "nodes=8192", f"degree={8191 - 2 / 8192}", "--memory-limit", "4G", "--quiet"]
    peak, status, message = peak_of(*arguments, is_time=is_handled)
    assert (status, message) == (130, "zermelo: interrupted\n")
    assert peak < 128 * MEBIBYTE
