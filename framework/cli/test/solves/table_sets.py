# SPDX-License-Identifier: MIT
"""Table sets that several tests read, and what the program says of them."""

import re

import h5py
import numpy as np
import pytest

from program import failure, report, run

GAME = ["chess_ending", "pieces=KQvKR", "rows=4", "cols=4"]
KINGS = ["draughts", "pieces=4", "--slices", "own_men<=0,other_men<=0"]


@pytest.fixture(name="sets", scope="module")
def fixture_sets(tmp_path_factory, request):
    """A set and the table of the same game solved as a whole: of the module's GAME, or of the one here."""
    game = getattr(request.module, "GAME", GAME)
    folder = tmp_path_factory.mktemp("sets")
    solved = report("solve", *game, "--slices", "all", "-o", str(folder / "set"), "--verify")
    assert all(group["verify"]["accepted"] and not group["done_before"] for group in solved["groups"])
    assert run("solve", *game, "-o", str(folder / "whole.h5")).returncode == 0
    return folder, solved


def slices_of(solved):
    """The names of the slices in a report on a set."""
    return [one["name"] for group in solved["groups"] for one in group["slices"]]


def summary_of(table):
    stats = report("stats", str(table))
    return {name: stats[name] for name in ("positions", "legal_positions", "counts", "winners", "max_distance_plies",
                                           "max_tie_plies", "signature", "edges")}


def expect_parts_of_whole(whole, folder, names, datasets):
    """The tables of these slices have what the table of the whole has."""
    with h5py.File(whole) as file:
        for name in names:
            with h5py.File(folder / f"{name}.h5") as part:
                assert part.attrs["slice"].decode() == name
                first = part.attrs["first_position"]
                for values in datasets:
                    here = part[values][()]
                    assert np.array_equal(here, file[values][()].ravel()[first:first + here.size])


def fits_after_one_refusal(*words):
    """Whether a command does its work with the memory that its refusal of too little names."""
    message = failure(*words, "--memory-limit", "1M", status=3)
    named = re.fullmatch(r"slice \S+: .*; the memory limit is 1\.0 MiB: all slices fit (\d+M)", message)
    return run(*words, "--memory-limit", named[1]).returncode == 0
