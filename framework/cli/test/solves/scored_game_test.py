#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Tests games for points: solved as a whole and slice by slice, saved and resumed, and stored with their margins.
Tables with wrong margins are detected."""

import os
import signal

import h5py
import numpy as np
import pytest

from checkpoint_digest import mix
from program import report, run, run_into_full_log

# Moves gain points: with a ranking, explored, and with moves that never return.
WITH_GAINS = [["awari", "pits=3", "seeds=6"], ["kalah", "pits=2", "seeds=2"], ["dots_and_boxes", "rows=1", "columns=2"]]
# Terminal positions have points.
SCORED = ["othello", "n=4", "value=margin"]


def values_of(file):
    return [file[name][()].ravel() for name in ("outcome", "distance", "margin")]


def signature(outcome, distance, margin):
    """The signature, as the page on the format defines it."""
    plies = distance.astype(np.uint64)
    plies[plies == np.iinfo(distance.dtype).max] = 2**32 - 1
    points = np.maximum(np.abs(margin.astype(np.int64)) - 1, 0).astype(np.uint64)
    terms = mix(mix(np.arange(outcome.size, dtype=np.uint64)) + outcome.astype(np.uint64) + np.uint64(8) * plies
                + (points << np.uint64(35)))
    return f"{int(terms[outcome != 0].sum(dtype=np.uint64)):016x}"


def expect_parts_of_whole(whole, folder, names):
    """Checks that the tables of these slices agree with the table of the whole game."""
    with h5py.File(whole) as file:
        for name in names:
            with h5py.File(folder / f"{name}.h5") as part:
                assert part.attrs["slice"].decode() == name
                assert 1 <= part.attrs["max_margin"] <= file.attrs["max_margin"]
                first = part.attrs["first_position"]
                for values in ("outcome", "distance", "margin"):
                    here = part[values][()]
                    assert np.array_equal(here, file[values][()].ravel()[first:first + here.size])


@pytest.mark.parametrize("game", WITH_GAINS, ids=lambda game: game[0])
def test_scored_game_solved_by_slices_matches_single_solve(game, tmp_path):
    table, folder = str(tmp_path / "t.h5"), tmp_path / "set"
    for threads in ("1", "2"):
        solved = report("solve", *game, "-o", table, "--verify", "--threads", threads)
        assert solved["verify"]["accepted"]
    sliced = report("solve", *game, "--slices", "all", "-o", str(folder), "--verify")
    assert all(group["verify"]["accepted"] for group in sliced["groups"])
    for path in (table, str(folder)):
        assert run("verify", path).returncode == 0
        assert report("stats", path)["signature"] == solved["signature"]
    with h5py.File(table) as file:
        assert file.attrs["format_version"] == 2
        assert signature(*values_of(file)) == solved["signature"]
    names = [one["name"] for group in sliced["groups"] for one in group["slices"]]
    expect_parts_of_whole(table, folder, names)


def test_killed_scored_solve_resumes_with_results_of_uninterrupted_solve(tmp_path):
    log = tmp_path / "waves.csv"
    expected = report("solve", *SCORED, "-o", str(tmp_path / "whole.h5"), "--log", str(log))
    lines = log.read_text(encoding="ascii").splitlines(keepends=True)
    log.unlink()
    table = str(tmp_path / "t.h5")
    arguments = ["solve", *SCORED, "-o", table, "--checkpoint-waves", "1", "--resume", "--log", str(log)]
    saved, margins = 0, []
    for _ in range(3):
        status, _ = run_into_full_log(arguments, str(log), [lines[0], *lines[saved + 1:saved + 20]])
        assert status == -signal.SIGKILL and not os.path.exists(table)
        with h5py.File(table + ".checkpoint") as file:
            before, saved = saved, int(file.attrs["waves"])
            assert file.attrs["format_version"] == 4 and file.attrs["max_margin"] == 16
            margins.append(int(file.attrs["margin"]))
        assert before < saved < len(lines) - 1
    assert 16 >= margins[0] > margins[-1] > 0
    log.write_text("".join(lines[:saved + 1]), encoding="ascii")
    solved = report(*arguments)
    assert (solved["signature"], solved["counts"]) == (expected["signature"], expected["counts"])
    assert run("verify", table).returncode == 0
    with h5py.File(tmp_path / "whole.h5") as whole, h5py.File(table) as continued:
        assert all(map(np.array_equal, values_of(whole), values_of(continued)))
