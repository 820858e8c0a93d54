#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Tests that solves and verifications of table sets do not exceed the given memory and disk space."""

import json
import re

import h5py
import pytest

from program import failure, report, run
from table_sets import KINGS, summary_of


def expect_to_fit_after_one_failure(*arguments):
    """Runs a command with the memory that its error about a low limit names."""
    message = failure(*arguments, "--memory-limit", "1M", status=3)
    named = re.fullmatch(r"slice \S+: .* 1\.0 MiB, and (\d+M) suffices .*", message)
    assert run(*arguments, "--memory-limit", named[1]).returncode == 0


@pytest.mark.parametrize("game, slices, options", [
    (["chess_ending", "pieces=KQvKR", "rows=4", "cols=4"], None, []),
    (["chess_ending", "pieces=KQvKR", "rows=4", "cols=4"], None, ["--outcomes"]),
    (["connect_four", "rows=4", "cols=4"], "stones-16", [])])  # all slices are explored before
def test_memory_error_names_a_sufficient_limit(game, slices, options, tmp_path):
    folder = str(tmp_path / "set")
    if slices:
        assert run("solve", *game, "--slices", slices, "-o", folder).returncode == 0
    expect_to_fit_after_one_failure("solve", *game, "--slices", "all", *options, "-o", folder)
    expect_to_fit_after_one_failure("verify", folder)


def peak_of_verifying(folder, *arguments):
    done = report("verify", str(folder), *arguments)
    return done["peak_bytes"], {name: done[name] for name in ("accepted", "checked", "wrong", "signature")}


def test_verify_of_table_set_stays_within_memory_limit(tmp_path):
    folder = tmp_path / "set"
    assert run("solve", *KINGS, "-o", str(folder), "--threads", "1").returncode == 0
    peak, found = peak_of_verifying(folder, "--threads", "1")
    mebibyte = 1 << 20
    assert re.fullmatch(r"slice \S+: .* all entries .* 1.0 MiB, and \d+M .*",
                        failure("verify", str(folder), "--memory-limit", "1M", status=3))
    for threads in ("1", "5"):
        expect_to_fit_after_one_failure("verify", str(folder), "--threads", threads)
    for limit in (peak // mebibyte + 6, 4096):
        within, same = peak_of_verifying(folder, "--threads", "1", "--memory-limit", f"{limit}M")
        assert within <= limit * mebibyte and same == found
    index = json.loads((folder / "set.json").read_text())
    with h5py.File(folder / "0-1k.h5", "r+") as file:  # it is the first table that is read
        file["outcome"].id.write_direct_chunk((0,), b"no outcomes")
    assert run("verify", str(folder)).returncode == 2
    arguments = ["verify", str(folder), "--threads", "1", "--memory-limit"]
    named = int(re.search(r"and (\d+)M suffices", failure(*arguments, "1M", status=3))[1])
    rejected = failure(*arguments, f"{named - 4}M", status=3)  # before the damaged table is read
    names = {one["name"] for one in index["slices"]}
    assert set(re.match(r"slice (\S+): verifying needs", rejected)[1].split("+")) <= names


def test_slice_inputs_that_do_not_fit_are_read_from_files(tmp_path):
    game = ["draughts", "pieces=3"]
    roomy, narrow = (report("solve", *game, "--slices", "all", "-o", str(tmp_path / name), *more)
                     for name, more in (("roomy", []), ("narrow", ["--memory-limit", limit_of(game)])))
    assert max_input_bytes(narrow) < max_input_bytes(roomy)
    assert summary_of(tmp_path / "narrow") == summary_of(tmp_path / "roomy")


def test_slice_inputs_read_from_files_stay_within_memory_limit(tmp_path):
    arguments = ["solve", "mnk", "rows=3", "cols=5", "k=3", "--slices", "all", "-o", str(tmp_path / "set"), "--threads", "8"]
    named = int(re.search(r"and (\d+)M suffices", failure(*arguments, "--memory-limit", "1M", status=3))[1])
    solved = report(*arguments, "--memory-limit", f"{named}M")
    assert solved["peak_bytes"] <= named << 20
    on_disk = sum(path.stat().st_size for path in (tmp_path / "set").iterdir())
    plan = report(*arguments[:-4], "--threads", "8", "--explain")["plan"]
    assert max_input_bytes(solved) < max_input_bytes(plan)
    assert 1 / 3 < on_disk / plan["disk_bytes"] < 3


def max_input_bytes(solved):
    return max(group["input_bytes"] for group in solved["groups"])


@pytest.mark.parametrize("threads", ["1", "2", "8"])
def test_explored_slices_stay_within_memory_limit(tmp_path, threads):
    def solve(limit):
        return run("solve", "connect_four", "rows=4", "cols=5", "k=3", "--slices", "all", "-o", str(tmp_path / limit),
                   "--threads", threads, "--memory-limit", limit, "--json")
    small, explored = solve("22M"), solve("32M")
    assert small.returncode == 3 and ": exploring " in small.stderr
    named = re.search(r"and (\d+)M suffices", explored.stderr)[1]
    assert explored.returncode == 3
    solved = solve(f"{named}M")
    assert solved.returncode == 0 and json.loads(solved.stdout)["peak_bytes"] <= int(named) << 20


@pytest.mark.parametrize("game", [["connect_four", "rows=4", "cols=4"], ["morris", "board=three", "men=4", "moves=diagonal"],
                                  ["chess_ending", "pieces=KPvKP", "rows=3", "cols=3"]], ids=lambda game: game[0])
def test_many_small_tables_use_about_the_planned_disk_space(tmp_path, game):
    folder = tmp_path / "set"
    plan = report("solve", *game, "--slices", "all", "-o", str(folder), "--explain")["plan"]
    on_disk = sum(path.stat().st_size for path in folder.glob("*.h5"))
    assert 1 / 2 < on_disk / plan["disk_bytes"] < 2


def limit_of(game):
    """A memory limit that suffices for every slice, but not for the largest one together with its inputs."""
    plan = report("solve", *game, "--slices", "all", "--explain")["plan"]
    return f"{max(group['solving_bytes'] for group in plan['groups']) // 1024 + 1}K"
