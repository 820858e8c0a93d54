#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Tests slices that are solved at the same time, and sets with wrong tables."""

import h5py
import numpy as np
import pytest

from program import failure, report, run, signalled
from table_sets import KINGS, summary_of


@pytest.fixture(name="folder")
def fixture_folder(tmp_path):
    """A set for a test to damage."""
    arguments = ["solve", "chess_ending", "pieces=KQvKR", "rows=4", "cols=4", "--slices", "all"]
    assert run(*arguments, "-o", str(tmp_path / "set")).returncode == 0
    return tmp_path / "set"


def said_without_what_varies(solved):
    return [[group[name] for name in ("slices", "engine", "edges")] for group in solved["groups"]]


def test_parallel_groups_finish_in_the_planned_order(tmp_path):
    game = ["draughts", "pieces=2", "--slices", "all"]
    plans = {threads: report("solve", *game, "--explain", "--threads", threads)["plan"] for threads in ("1", "4")}
    concurrent = {threads: [group["with_previous"] for group in plan["groups"]] for threads, plan in plans.items()}
    assert not any(concurrent["1"]) and sum(concurrent["4"]) > len(concurrent["4"]) // 2
    single = report("solve", *game, "-o", str(tmp_path / "1"), "--threads", "1")
    for name, more in (("4", []), ("saved", ["--checkpoint", "0"]), ("verified", ["--verify"])):
        at_once = report("solve", *game, "-o", str(tmp_path / name), "--threads", "4", *more)
        assert said_without_what_varies(at_once) == said_without_what_varies(single)
        assert summary_of(tmp_path / name) == summary_of(tmp_path / "1")
        assert [group["verify"]["accepted"] for group in at_once["groups"] if "verify" in group] == \
            [True] * (len(at_once["groups"]) if more == ["--verify"] else 0)
    least = max(group["solving_bytes"] + group["input_bytes"] for group in plans["4"]["groups"])
    narrow = report("solve", *game, "--explain", "--threads", "4", "--memory-limit", f"{least // 1024 + 1}K")["plan"]
    assert narrow["peak_bytes"] <= narrow["limit_bytes"] and \
        sum(group["with_previous"] for group in narrow["groups"]) < sum(concurrent["4"])


def test_interrupted_parallel_groups_are_resumed(tmp_path):
    folder = tmp_path / "set"
    arguments = ["solve", *KINGS, "-o", str(folder), "--threads", "3"]
    status, _, message = signalled(arguments, lambda _: (folder / "0-1k.h5").exists())
    assert status in (0, 130) and not list(folder.glob("*.checkpoint"))
    if status == 130:
        assert "zermelo: interrupted; " in message and message.endswith(f" {folder}\n")
    resumed = report(*arguments)
    assert any(group["done_before"] for group in resumed["groups"])
    assert report("verify", str(folder))["accepted"]


def test_verify_detects_inconsistent_table_in_set(folder):
    with h5py.File(folder / "KQvKR.h5", "r+") as file:
        values = file["distance"][()]
        values[np.flatnonzero(file["outcome"][()] == 1)[0]] += 2
        file["distance"][...] = values
    assert "KQvKR.h5" in failure("verify", str(folder))


def test_verify_detects_wrong_player_to_move_in_set(folder):
    assert report("verify", str(folder), "--signature")["accepted"]
    with h5py.File(folder / "KQvKR.h5", "r+") as file:
        legal = int(np.flatnonzero(file["outcome"][()])[1])
        file["to_move"][legal // 8] ^= 1 << legal % 8
        statement = f"to_move: position {file.attrs['first_position'] + legal} ("
    for arguments in ([], ["--signature"]):
        done = run("verify", str(folder), *arguments)
        assert done.returncode == 1 and f"FALSE       slice KQvKR: {statement}" in done.stdout
