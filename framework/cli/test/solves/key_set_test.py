#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Tests games without a ranking, solved slice by slice: keys that differ, interrupted exploration, and key files that
are damaged during the solve."""

import json
import os
import shutil
import signal

import h5py
import pytest

from message_pattern import matches
from program import failure, is_handled, report, run, signalled
from table_sets import summary_of

GAME = ["connect_four", "rows=4", "cols=4"]


@pytest.fixture(name="folder", scope="module")
def fixture_folder(tmp_path_factory):
    """A set, and the table of the same game solved as a whole."""
    folder = tmp_path_factory.mktemp("sets")
    for arguments in (["--slices", "all", "-o", folder / "set"], ["-o", folder / "whole.h5"]):
        assert run("solve", *GAME, *arguments).returncode == 0
    return folder


@pytest.mark.parametrize("name", ["set", "whole.h5"])
def test_diff_and_verify_detect_one_different_key(folder, tmp_path, name):
    other = tmp_path / "other.h5"
    shutil.copyfile(folder / "whole.h5", other)
    with h5py.File(other, "r+") as file:
        keys, retained = file["key"][()].tolist(), set(file["sampled_key"][()].tolist() + file["first_key"][()].tolist())
        index = next(p for p in range(100_000, len(keys))
                     if keys[p] not in retained and keys[p] + 1 < keys[p + 1])  # changes that neither a digest nor the
                                                                                # order detects
        file["key"][index] = keys[index] + 1
    compared = run("diff", str(folder / name), str(other))
    assert (compared.returncode, compared.stderr) == (1, "")
    assert compared.stdout.startswith(f"key of position {index:,}: {keys[index]} | {keys[index] + 1}\n")
    assert compared.stdout.endswith("different\n")
    assert failure("verify", str(other)).startswith(f"{other}: the key {keys[index] + 1} ")
    answer = json.loads(run("diff", str(folder / name), str(other), "--json", "--threads", "1").stdout)
    assert (answer["equal"], answer["compared"], len(answer["statements"])) == (False, 0, 1)


def stopped_while_exploring(arguments, folder, by):
    """Sends a signal to a solve into a folder when it has explored some slices, but not all."""
    for _ in range(1000):  # the solve may be faster than the signal
        shutil.rmtree(folder, ignore_errors=True)
        status, _, errors = signalled(arguments, lambda pid: (folder / "stones-7.keys").exists() and is_handled(pid), by)
        if not (folder / "set.json").exists():
            return status, errors
    raise AssertionError("it is always faster")


@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGINT])
def test_interrupted_exploration_of_slices_resumes(folder, tmp_path, by):
    whole, folder = folder / "whole.h5", tmp_path / "set"
    arguments = ["solve", *GAME, "--slices", "all", "-o", str(folder)]
    status, errors = stopped_while_exploring(arguments, folder, by)
    assert (status, errors != "") == ((-signal.SIGKILL, False) if by == signal.SIGKILL else (130, True))
    assert by == signal.SIGKILL or matches(f"zermelo: interrupted; ... {folder}\n", errors)
    resumed = report(*arguments)
    before = [one["slices"] for one in resumed["explored"] if one["done_before"]]
    assert before == [f"stones-{stones}" for stones in range(len(before))] and len(before) > 5
    assert resumed["legal_positions"] == 161029
    assert summary_of(folder) == summary_of(whole)


def test_exploration_rejects_damaged_key_files(tmp_path):
    folder = tmp_path / "set"
    arguments = ["solve", *GAME, "--slices", "all", "-o", str(folder)]
    stopped_while_exploring(arguments, folder, signal.SIGKILL)
    keys = folder / "stones-5.keys"
    keys.write_bytes(keys.read_bytes()[:-5])
    assert failure(*arguments).startswith(f"{keys}: ")
    os.remove(keys)
    os.mkfifo(keys)
    assert str(keys) in failure(*arguments)
