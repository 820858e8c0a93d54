#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Tests slices without inner moves, solved for outcomes only: they can be exported, wrong ones are detected, and a
solve resumes."""

import json
import os
import shutil
import signal

import h5py
import numpy as np
import pytest

import program
from program import report, run, signalled

STAIRS = os.path.join(os.path.dirname(program.PROGRAM), "stairs")


@pytest.fixture(autouse=True, scope="module")
def fixture_program():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(program, "PROGRAM", STAIRS)
        yield


@pytest.fixture(name="folder", scope="module")
def fixture_folder(tmp_path_factory):
    """Sets with only outcomes in which nobody or the first player wins infinite play, and the first of them with
    distances."""
    folder = tmp_path_factory.mktemp("sets")
    for name, endless, options in (("nobody", "nobody", ["--outcomes"]), ("first", "first", ["--outcomes"]), ("full", "nobody", [])):
        game = ["stairs", "stairs=5", "places=2000", f"endless={endless}"]
        assert run("solve", *game, "--slices", "all", *options, "-o", folder / name).returncode == 0
    return folder


@pytest.fixture(name="copied")
def fixture_copied(folder, tmp_path):
    """A set with only outcomes, for a test to damage."""
    shutil.copytree(folder / "nobody", tmp_path / "set")
    return tmp_path / "set"


def test_outcome_only_set_exports_graph_and_arrays(folder, tmp_path):
    for name in ("nobody", "full"):
        assert run("export", folder / name, "--graph", "-o", tmp_path / f"{name}.h5").returncode == 0
        assert run("export", folder / name, "--numpy", "-o", tmp_path / f"{name}.npy").returncode == 0
    with h5py.File(tmp_path / "nobody.h5") as one, h5py.File(tmp_path / "full.h5") as two:
        assert np.array_equal(one["indices"][()], two["indices"][()])
    one, two = (np.load(tmp_path / f"{name}.npy") for name in ("nobody", "full"))
    assert np.array_equal(one["outcome"], two["outcome"]) and (one["distance"][4000:] == 65535).all()


def test_verify_finds_wrong_outcomes_of_outcome_only_set(copied):
    with h5py.File(copied / "stair-3.h5", "r+") as file:
        file["outcome"][np.flatnonzero(file["outcome"][()] == 1)[0]] = 2
    done = run("verify", copied)
    assert done.returncode in (1, 2) and "stair-3" in done.stdout + done.stderr


def test_verify_finds_wrong_outcomes_with_correct_signatures(copied, folder):
    # A table with another rule, with its own signatures.
    index, other = (json.loads((folder / "set.json").read_text()) for folder in (copied, folder / "first"))
    source = folder / "first" / "stair-5.h5"
    with h5py.File(copied / "stair-5.h5", "r+") as file, h5py.File(source) as wrong:
        file["outcome"][...] = wrong["outcome"][()]
        for name in ("wins", "losses", "ties", "draws", "first_player_wins", "second_player_wins", "signature"):
            file.attrs.modify(name, wrong.attrs[name])
    for name in ("signature", "share"):
        index["slices"][5][name] = other["slices"][5][name]
    (copied / "set.json").write_text(json.dumps(index))
    done = run("verify", copied)
    assert done.returncode == 1 and "rejected" in done.stdout and "FALSE" not in done.stdout


def test_interrupted_outcome_only_solve_resumes_at_its_slice(tmp_path):
    game = ["stairs", "stairs=6", "places=100000"]
    arguments = ["solve", *game, "--slices", "all", "--outcomes"]
    folder = tmp_path / "set"
    for by in (signal.SIGINT, signal.SIGKILL):
        done = len(list(folder.glob("*.h5")))
        status, _, message = signalled([*arguments, "-o", folder], lambda _, done=done: len(list(folder.glob("*.h5"))) >= done + 2, by)
        if by == signal.SIGINT and status != 0:
            assert message.startswith("zermelo: interrupted; ")
    finished = [one["name"] for one in json.loads((folder / "set.json").read_text())["slices"] if one["done"]]
    times = {name: os.stat(folder / f"{name}.h5").st_mtime_ns for name in finished}
    assert report(*arguments, "-o", folder)["positions"] == 7 * 200000
    assert times == {name: os.stat(folder / f"{name}.h5").st_mtime_ns for name in finished} and len(times) > 1
    assert run("solve", *game, "--slices", "all", "-o", tmp_path / "full").returncode == 0
    assert report("diff", folder, tmp_path / "full", "--outcomes")["equal"]
