#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Slices that every move leaves, settled by outcome alone: the outcomes of the game solved with distances, through every
command; and what would need distances, or would prove nothing, is refused in a line."""

import json
import os
import shutil
import signal
import subprocess
import time

import h5py
import numpy as np
import pytest

import program
from program import failure, report, run

STAIRS = os.path.join(os.path.dirname(program.PROGRAM), "stairs")
GAMES = {endless: ["stairs", "stairs=5", "places=2000", f"endless={endless}"] for endless in ("nobody", "first", "second")}
UPPER = [f"stair-{number}" for number in range(1, 6)]


@pytest.fixture(autouse=True, scope="module")
def fixture_program():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(program, "PROGRAM", STAIRS)
        yield


@pytest.fixture(name="sets", scope="module")
def fixture_sets(tmp_path_factory):
    """By who wins endless play: sets by outcome, and of the same game with distances, and the reports on the first."""
    folder = tmp_path_factory.mktemp("sets")
    answer = {}
    for endless, game in GAMES.items():
        assert run("solve", *game, "--slices", "all", "-o", folder / f"{endless}-full").returncode == 0
        answer[endless] = report("solve", *game, "--slices", "all", "--outcomes", "--verify", "--threads", "2",
                                 "-o", folder / endless)
    return folder, answer


@pytest.fixture(name="copied")
def fixture_copied(sets, tmp_path):
    """A set by outcome that may be damaged."""
    shutil.copytree(sets[0] / "nobody", tmp_path / "set")
    return tmp_path / "set"


def test_each_table_has_the_outcomes_of_the_full_one(sets):
    folder, answer = sets
    for endless in GAMES:
        kinds = set()
        for name in UPPER:
            with h5py.File(folder / endless / f"{name}.h5") as one, h5py.File(folder / f"{endless}-full" / f"{name}.h5") as two:
                assert "distance" not in one and one.attrs["distances"] == 0 and one.attrs["engine"] == b"outcomes"
                assert np.array_equal(one["outcome"][()], two["outcome"][()])
                assert one.attrs["edges"] == two.attrs["edges"]
                kinds |= set(one["outcome"][()].tolist())
        assert kinds == {0, 1, 2, 3, 4}
        assert [group["engine"] for group in answer[endless]["groups"]][1:] == ["outcomes"] * 5
        assert all(group["verify"]["accepted"] and group["verify"]["checked"] == 4000
                   for group in answer[endless]["groups"])
        full = report("stats", folder / f"{endless}-full")
        assert {name: answer[endless][name] for name in ("counts", "winners", "edges")} == \
            {name: full[name] for name in ("counts", "winners", "edges")}


def test_a_graph_and_arrays_are_exported(sets, tmp_path):
    for name in ("nobody", "nobody-full"):
        assert run("export", sets[0] / name, "--graph", "-o", tmp_path / f"{name}.h5").returncode == 0
        assert run("export", sets[0] / name, "--numpy", "-o", tmp_path / f"{name}.npy").returncode == 0
    with h5py.File(tmp_path / "nobody.h5") as one, h5py.File(tmp_path / "nobody-full.h5") as two:
        assert np.array_equal(one["indices"][()], two["indices"][()])
    one, two = (np.load(tmp_path / f"{name}.npy") for name in ("nobody", "nobody-full"))
    assert np.array_equal(one["outcome"], two["outcome"]) and (one["distance"][4000:] == 65535).all()


def test_a_set_by_outcome_that_proves_nothing_is_refused(copied, sets):
    index = json.loads((copied / "set.json").read_text())

    def said_of(change):
        changed = json.loads(json.dumps(index))
        change(changed["slices"])
        (copied / "set.json").write_text(json.dumps(changed))
        messages = {failure(*words, copied) for words in (["stats"], ["verify"])}
        (copied / "set.json").write_text(json.dumps(index))
        assert len(messages) == 1
        return messages.pop()

    def set_distances(slices, number, value):
        slices[number]["distances"] = value
    assert said_of(lambda slices: set_distances(slices, 0, False)) == \
        f"{copied}/set.json: slice stair-0 has outcomes alone, which prove nothing where moves stay inside"
    assert said_of(lambda slices: set_distances(slices, 5, True)) == \
        f"{copied}/set.json: slice stair-5 has distances, and slice stair-3, which it enters, has none"
    assert said_of(lambda slices: set_distances(slices, 5, 1)).endswith("'distances' is neither true nor false")
    shutil.copy(sets[0] / "nobody-full" / "stair-1.h5", copied / "stair-1.h5")
    assert "it has another signature than set.json says" in failure("stats", copied)
    table = sets[0] / "nobody" / "stair-1.h5"
    assert failure("stats", table).endswith("it is slice stair-1 of a table set: give the folder")


def test_wrong_and_damaged_outcomes_are_found(copied):
    table = copied / "stair-3.h5"
    whole = table.read_bytes()
    table.write_bytes(whole[:len(whole) // 2])
    assert str(table) in failure("verify", copied)
    table.write_bytes(whole)
    with h5py.File(table, "r+") as file:
        file["outcome"][np.flatnonzero(file["outcome"][()] == 1)[0]] = 2
    done = run("verify", copied)
    assert done.returncode in (1, 2) and "stair-3" in done.stdout + done.stderr


def test_wrong_outcomes_whose_signature_is_right_break_the_rules(copied, sets):
    # The table of another rule, under the signatures that it has itself.
    index, other = (json.loads((folder / "set.json").read_text()) for folder in (copied, sets[0] / "first"))
    source = sets[0] / "first" / "stair-5.h5"
    with h5py.File(copied / "stair-5.h5", "r+") as file, h5py.File(source) as wrong:
        file["outcome"][...] = wrong["outcome"][()]
        for name in ("wins", "losses", "ties", "draws", "first_player_wins", "second_player_wins", "signature"):
            file.attrs.modify(name, wrong.attrs[name])
    for name in ("signature", "share"):
        index["slices"][5][name] = other["slices"][5][name]
    (copied / "set.json").write_text(json.dumps(index))
    done = run("verify", copied)
    assert done.returncode == 1 and "rejected" in done.stdout and "FALSE" not in done.stdout


def test_a_solve_by_outcome_goes_on_at_the_slice(tmp_path):
    game = ["stairs", "stairs=6", "places=100000"]
    words = ["solve", *game, "--slices", "all", "--outcomes"]
    folder = tmp_path / "set"
    for by in (signal.SIGINT, signal.SIGKILL):
        with subprocess.Popen([STAIRS, *words, "-o", folder], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                              text=True) as solve:
            done = len(list(folder.glob("*.h5")))
            while len(list(folder.glob("*.h5"))) < done + 2 and solve.poll() is None:
                time.sleep(0.001)
            solve.send_signal(by)
            message = solve.stderr.read()
        if by == signal.SIGINT and solve.returncode != 0:
            assert message.startswith("zermelo: interrupted; the same command resumes with what is done in ")
    finished = [one["name"] for one in json.loads((folder / "set.json").read_text())["slices"] if one["done"]]
    times = {name: os.stat(folder / f"{name}.h5").st_mtime_ns for name in finished}
    assert report(*words, "-o", folder)["positions"] == 7 * 200000
    assert times == {name: os.stat(folder / f"{name}.h5").st_mtime_ns for name in finished} and len(times) > 1
    assert run("solve", *game, "--slices", "all", "-o", tmp_path / "full").returncode == 0
    assert report("diff", folder, tmp_path / "full", "--outcomes")["equal"]
