#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Games without a ranking slice by slice: explored forwards into files of keys, solved backwards into tables that have
them; the same solution as the whole; interrupted, both resume; and files of keys that are not what they state are
refused."""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import time

import h5py
import pytest

from program import PROGRAM, failure, is_handled, report, run
from table_sets import expect_parts_of_whole, fits_after_one_refusal, fixture_sets, slices_of, summary_of

GAME = ["connect_four", "rows=4", "cols=4"]
RINGS = ["morris", "board=three", "men=4", "moves=diagonal"]
LAST = "stones-16"


@pytest.fixture(name="explored_set", scope="module")
def fixture_explored_set(tmp_path_factory):
    """A set that is explored, of which the last slice is solved."""
    folder = tmp_path_factory.mktemp("explored") / "set"
    assert run("solve", *GAME, "--slices", LAST, "-o", str(folder)).returncode == 0
    return folder


@pytest.fixture(name="part")
def fixture_part(explored_set, tmp_path):
    """A copy of that set, which a test changes."""
    return pathlib.Path(shutil.copytree(explored_set, tmp_path / "set"))


def test_the_set_has_the_positions_and_the_solution_of_the_whole(sets):
    folder, solved = sets
    whole = summary_of(folder / "whole.h5")
    assert summary_of(folder / "set") == whole and whole["positions"] == 161029
    assert sum(one["positions"] for one in solved["explored"]) == 161029
    assert sum(one["moves"] for one in solved["explored"]) == solved["edges"] == 304574
    assert [one["slices"] for one in solved["explored"]] == [f"stones-{stones}" for stones in range(17)]
    assert {group["engine"] for group in solved["groups"]} == {"one_pass"}
    assert not list((folder / "set").glob("*.keys")), "they are in the tables"
    both = [report("stats", str(folder / name), "--state-signature") for name in ("set", "whole.h5")]
    assert both[0]["state_signature"] == both[1]["state_signature"]
    expect_parts_of_whole(folder / "whole.h5", folder / "set", slices_of(solved), ["outcome", "distance", "key"])


@pytest.mark.parametrize("name", ["set", "whole.h5"])
def test_tables_that_differ_in_one_key_alone_are_different(sets, tmp_path, name):
    other = tmp_path / "other.h5"
    shutil.copyfile(sets[0] / "whole.h5", other)
    with h5py.File(other, "r+") as file:
        keys, kept = file["key"][()].tolist(), set(file["sampled_key"][()].tolist() + file["first_key"][()].tolist())
        place = next(p for p in range(100_000, len(keys))
                     if keys[p] not in kept and keys[p] + 1 < keys[p + 1])  # where no digest and no order tells
        file["key"][place] = keys[place] + 1
    compared = run("diff", str(sets[0] / name), str(other))
    assert (compared.returncode, compared.stderr) == (1, "")
    assert compared.stdout == (f"key of position {place:,}: {keys[place]} | {keys[place] + 1}\n"
                               "the positions are not the same ones\ndifferent\n")
    assert failure("verify", str(other)).startswith(f"{other}: the key {keys[place] + 1} is no position of the game")
    answer = json.loads(run("diff", str(sets[0] / name), str(other), "--json", "--threads", "1").stdout)
    assert (answer["equal"], answer["compared"], len(answer["statements"])) == (False, 0, 1)


def test_one_refusal_names_the_memory_that_is_enough(sets, part):
    assert fits_after_one_refusal("verify", str(sets[0] / "set"))
    assert fits_after_one_refusal("solve", *GAME, "--slices", "all", "-o", str(part))


@pytest.mark.parametrize("threads", ["1", "2"])
def test_groups_with_moves_inside_have_the_solution_of_the_whole(tmp_path, threads):
    folder = str(tmp_path / "set")
    solved = report("solve", *RINGS, "--slices", "all", "-o", folder, "--verify", "--threads", threads)
    assert {group["engine"] for group in solved["groups"]} == {"one_pass", "explicit"}
    assert sum(one["moves"] for one in solved["explored"]) == solved["edges"], "each once between the same two classes"
    assert run("solve", *RINGS, "-o", str(tmp_path / "whole.h5")).returncode == 0
    assert summary_of(folder) == summary_of(tmp_path / "whole.h5")
    assert run("verify", folder).returncode == 0


def test_a_slice_that_was_taken_out_of_the_index_is_noticed(sets, part):
    whole = part.parent / "whole"
    shutil.copytree(sets[0] / "set", whole)
    shutil.copy(part / "stones-0.keys", part.parent)
    for folder, place, file in ((whole, -1, f"{LAST}.h5"), (part, -1, f"{LAST}.h5"), (part, 0, "stones-0.keys")):
        sound = (folder / "set.json").read_text()
        index = json.loads(sound)
        gone = index["slices"].pop(place)["name"]
        for one in index["slices"] if place == 0 else []:
            one["first_position"] -= 1
        (folder / "set.json").write_text(json.dumps(index))
        for words in (["solve", *GAME, "--slices", "all", "-o", folder], ["diff", folder, folder], ["export", folder, "--csv"],
                      *([command, folder] for command in ("verify", "probe", "stats", "find", "play"))):
            assert failure(*words) == f"{folder}/set.json: slice {gone} is missing, and {folder}/{file} is there"
        (folder / "set.json").write_text(sound)


def stopped_while_exploring(words, folder, by):
    """Sends a signal to a solve into a folder when it has explored some slices, and not all."""
    for _ in range(1000):  # it may be faster than the signal
        shutil.rmtree(folder, ignore_errors=True)
        with subprocess.Popen([PROGRAM, *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as program:
            while program.poll() is None and not ((folder / "stones-7.keys").exists() and is_handled(program.pid)):
                time.sleep(0.001)
            program.send_signal(by)
            message, status = program.stderr.read(), program.wait()
        if not (folder / "set.json").exists():
            return status, message
    raise AssertionError("it is always faster")


@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGINT])
def test_interrupted_exploring_goes_on(sets, tmp_path, by):
    folder = tmp_path / "set"
    words = ["solve", *GAME, "--slices", "all", "-o", str(folder)]
    expected = (-signal.SIGKILL, "") if by == signal.SIGKILL else (
        130, f"zermelo: interrupted; the same command resumes with what is done in {folder}\n")
    assert stopped_while_exploring(words, folder, by) == expected
    went_on = report(*words)
    before = [one["slices"] for one in went_on["explored"] if one["done_before"]]
    assert before == [f"stones-{stones}" for stones in range(len(before))] and len(before) > 5
    assert went_on["legal_positions"] == 161029
    assert summary_of(folder) == summary_of(sets[0] / "whole.h5")


def test_entered_slices_that_are_damaged_are_refused_while_exploring(tmp_path):
    folder = tmp_path / "set"
    words = ["solve", *GAME, "--slices", "all", "-o", str(folder)]
    stopped_while_exploring(words, folder, signal.SIGKILL)
    keys = folder / "stones-5.keys"
    keys.write_bytes(keys.read_bytes()[:-5])
    assert failure(*words) == f"{keys}: it is truncated"
    os.remove(keys)
    os.mkfifo(keys)
    assert str(keys) in failure(*words)
