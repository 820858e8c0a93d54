# SPDX-License-Identifier: MIT
"""Table sets that several tests read, and what the program says of them."""

import re

import pytest

from program import failure, report, run

GAME = ["chess_ending", "pieces=KQvKR", "rows=4", "cols=4"]
KINGS = ["draughts", "pieces=4", "--slices", "own_men<=0,other_men<=0"]


@pytest.fixture(name="sets", scope="module")
def fixture_sets(tmp_path_factory):
    """A set and the table of the same game solved as a whole."""
    folder = tmp_path_factory.mktemp("sets")
    solved = report("solve", *GAME, "--slices", "all", "-o", str(folder / "set"), "--verify")
    assert run("solve", *GAME, "-o", str(folder / "whole.h5")).returncode == 0
    return folder, solved


def summary_of(table):
    stats = report("stats", str(table))
    return {name: stats[name] for name in ("positions", "legal_positions", "counts", "winners", "max_distance_plies",
                                           "max_tie_plies", "signature")}


def fits_after_one_refusal(*words):
    """Whether a command does its work with the memory that its refusal of too little names."""
    message = failure(*words, "--memory-limit", "1M", status=3)
    named = re.fullmatch(r"slice \S+: .*; the memory limit is 1\.0 MiB: all slices fit (\d+M)", message)
    return run(*words, "--memory-limit", named[1]).returncode == 0
