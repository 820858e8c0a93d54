#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Games solved slice by slice into a folder: the same solution as the whole, through every command; what is done is not
done again; and sets that are not whole, or not what they say, are refused."""

import fcntl
import json
import os
import shutil
import signal
import subprocess
import time

import h5py
import numpy as np
import pytest

from checkpoint_digest import altered_checkpoint, sign_parameters
from program import PROGRAM, failure, is_handled, report, run
from table_sets import GAME, KINGS, fits_after_one_refusal, fixture_sets, summary_of

# One whose last slice takes long enough to be stopped in, and what that slice enters; and the slices of kings alone.
LONG = ["draughts", "pieces=4", "--slices", "2k-2k"]


@pytest.fixture(name="kings", scope="module")
def fixture_kings(tmp_path_factory):
    """What the program says of the set of kings that nobody disturbed."""
    folder = tmp_path_factory.mktemp("kings") / "set"
    assert run("solve", *KINGS, "-o", str(folder)).returncode == 0
    return summary_of(folder)


@pytest.fixture(name="copied")
def fixture_copied(sets, tmp_path):
    """A set that may be damaged."""
    shutil.copytree(sets[0] / "set", tmp_path / "set")
    return tmp_path / "set"


def test_the_set_has_the_solution_of_the_whole(sets):
    folder, solved = sets
    whole = summary_of(folder / "whole.h5")
    assert summary_of(folder / "set") == whole
    assert {name: solved[name] for name in ("counts", "winners")} == {name: whole[name] for name in ("counts", "winners")}
    assert solved["edges"] == report("stats", str(folder / "whole.h5"))["edges"]
    names = [one["name"] for group in solved["groups"] for one in group["slices"]]
    assert names == ["KvK", "KvKR", "KQvK", "KQvKR"]
    assert all(group["verify"]["accepted"] and not group["done_before"] for group in solved["groups"])
    with h5py.File(folder / "whole.h5") as file:
        for name in names:
            with h5py.File(folder / "set" / f"{name}.h5") as part:
                assert part.attrs["slice"].decode() == name
                first = part.attrs["first_position"]
                for values in ("outcome", "distance"):
                    here = part[values][()]
                    assert np.array_equal(here, file[values][()].ravel()[first:first + here.size])


def test_draughts_in_groups_of_two_slices_have_the_solution_of_the_whole(tmp_path):
    game = ["draughts", "pieces=2"]
    for threads in ("1", "2"):
        solved = report("solve", *game, "--slices", "all", "-o", str(tmp_path / threads), "--threads", threads)
        assert any(len(group["slices"]) == 2 for group in solved["groups"])
        assert any(group["engine"] == "one_pass" for group in solved["groups"])
    assert run("solve", *game, "-o", str(tmp_path / "whole.h5")).returncode == 0
    assert summary_of(tmp_path / "1") == summary_of(tmp_path / "2") == summary_of(tmp_path / "whole.h5")
    assert run("verify", str(tmp_path / "1")).returncode == 0
    explained = report("solve", *game, "--slices", "all", "-o", str(tmp_path / "e"), "--engine", "explicit")
    assert {group["engine"] for group in explained["groups"]} == {"explicit"}
    assert summary_of(tmp_path / "e") == summary_of(tmp_path / "whole.h5")


def said_without_what_varies(solved):
    return [[group[name] for name in ("slices", "engine", "edges")] for group in solved["groups"]]


def test_groups_side_by_side_are_done_in_the_order_of_the_plan(tmp_path):
    game = ["draughts", "pieces=2", "--slices", "all"]
    plans = {threads: report("solve", *game, "--explain", "--threads", threads)["plan"] for threads in ("1", "4")}
    beside = {threads: [group["beside_last"] for group in plan["groups"]] for threads, plan in plans.items()}
    assert not any(beside["1"]) and sum(beside["4"]) > len(beside["4"]) // 2
    alone = report("solve", *game, "-o", str(tmp_path / "1"), "--threads", "1")
    for name, more in (("4", []), ("saved", ["--checkpoint", "0"]), ("verified", ["--verify"])):
        at_once = report("solve", *game, "-o", str(tmp_path / name), "--threads", "4", *more)
        assert said_without_what_varies(at_once) == said_without_what_varies(alone)
        assert summary_of(tmp_path / name) == summary_of(tmp_path / "1")
        assert [group["verify"]["accepted"] for group in at_once["groups"] if "verify" in group] == \
            [True] * (len(at_once["groups"]) if more == ["--verify"] else 0)
    least = max(group["solving_bytes"] + group["input_bytes"] for group in plans["4"]["groups"])
    narrow = report("solve", *game, "--explain", "--threads", "4", "--memory-limit", f"{least // 1024 + 1}K")["plan"]
    assert narrow["peak_bytes"] <= narrow["limit_bytes"] and \
        sum(group["beside_last"] for group in narrow["groups"]) < sum(beside["4"])


def test_groups_side_by_side_are_interrupted_and_gone_on_with(tmp_path):
    folder = tmp_path / "set"
    words = ["solve", *KINGS, "-o", str(folder), "--threads", "3"]
    with subprocess.Popen([PROGRAM, *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as program:
        while not (folder / "0-1k.h5").exists():
            assert program.poll() is None
            time.sleep(0.001)
        program.send_signal(signal.SIGINT)
        message, status = program.stderr.read(), program.wait()
    assert status in (0, 130) and not list(folder.glob("*.checkpoint"))
    if status == 130:
        assert message.endswith(f"zermelo: interrupted; the same command resumes with what is done in {folder}\n")
    went_on = report(*words)
    assert any(group["done_before"] for group in went_on["groups"])
    assert report("verify", str(folder))["accepted"]


def test_a_group_that_is_done_is_not_done_again_beside_others(tmp_path):
    game, folder = ["draughts", "pieces=2"], str(tmp_path / "set")
    words = ["solve", *game, "--slices", "all", "-o", folder, "--threads", "3"]
    report(*words[:3], "--slices", "1k-0", *words[5:])
    written = os.stat(f"{folder}/1k-0.h5").st_mtime_ns
    went_on = report(*words)
    assert [group["done_before"] for group in went_on["groups"]].count(True) == 1
    assert os.stat(f"{folder}/1k-0.h5").st_mtime_ns == written
    assert report("verify", folder)["accepted"]


@pytest.mark.parametrize("size", [("rows=3", "cols=3"), ("rows=2", "cols=3"), ("rows=1", "cols=1", "k=1")])
def test_a_game_of_placing_is_solved_slice_by_slice_in_one_pass(tmp_path, size):
    game = ["mnk", *size]
    solved = report("solve", *game, "--slices", "all", "-o", str(tmp_path / "set"), "--verify")
    stones = [int(group["slices"][0]["name"].removeprefix("stones-")) for group in solved["groups"]]
    assert stones == list(range(len(stones)))[::-1] and {len(group["slices"]) for group in solved["groups"]} == {1}
    assert {group["engine"] for group in solved["groups"]} == {"one_pass"}
    assert all(group["verify"]["accepted"] for group in solved["groups"])
    whole = report("solve", *game, "-o", str(tmp_path / "whole.h5"))
    assert summary_of(tmp_path / "set") == summary_of(tmp_path / "whole.h5")
    assert solved["edges"] == whole["edges"]
    assert run("diff", str(tmp_path / "set"), str(tmp_path / "whole.h5")).returncode == 0
    alone = report("solve", *game, "--slices", "all", "--outcomes", "-o", str(tmp_path / "alone"), "--verify")
    assert {group["engine"] for group in alone["groups"]} == {"outcomes"}
    assert alone["counts"] == whole["counts"]
    assert report("diff", "--outcomes", str(tmp_path / "alone"), str(tmp_path / "whole.h5"))["equal"]


def test_a_refusal_names_the_memory_that_is_enough(tmp_path):
    assert fits_after_one_refusal("solve", *GAME, "--slices", "all", "-o", str(tmp_path / "set"))
    assert fits_after_one_refusal("solve", *GAME, "--slices", "all", "--outcomes", "-o", str(tmp_path / "alone"))


def words_of(command, folder):
    """With which a command looks at a set."""
    rest = {"solve": ["-o", folder], "diff": [folder, folder], "export": [folder, "--csv"], "find": [folder, "--count"]}
    return [command, *([*GAME, "--slices", "all"] if command == "solve" else []), *rest.get(command, [folder])]


COMMANDS = ["solve", "verify", "probe", "stats", "find", "play", "diff", "export"]


@pytest.fixture(name="other_table", scope="module")
def fixture_other_table(tmp_path_factory):
    """A table of a slice of the same name in another instance."""
    folder = tmp_path_factory.mktemp("other") / "set"
    assert run("solve", "chess_ending", "pieces=KQvKR", "rows=4", "cols=5", "--slices", "KQvK", "-o", str(folder)).returncode == 0
    return folder / "KQvK.h5"


@pytest.mark.parametrize("command", COMMANDS)
def test_sets_with_wrong_tables_are_refused(copied, other_table, command):
    def message():
        return failure(*words_of(command, str(copied)))
    table = copied / "KQvK.h5"
    whole = table.read_bytes()
    os.remove(table)
    assert str(table) in message()
    table.write_bytes(whole[:len(whole) // 2])
    assert str(table) in message()
    shutil.copy(copied / "KvKR.h5", table)
    assert "it is of another slice than set.json says" in message()
    shutil.copy(other_table, table)
    assert "it is of another game or instance than set.json says" in message()
    table.write_bytes(whole)
    with h5py.File(table, "r+") as file:
        file.attrs.modify("signature", np.bytes_("0123456789abcdef"))
    assert "it has another signature than set.json says" in message()
    table.write_bytes(whole)
    with h5py.File(table, "r+") as file:
        file.attrs.modify("format_version", file.attrs["format_version"] + 1)
    assert str(table) in message() and "version" in message()
    table.write_bytes(whole)
    for change in CHANGES:
        index = json.loads((copied / "set.json").read_text())
        CHANGES[change](index)
        (copied / "set.json").rename(copied / "kept")
        (copied / "set.json").write_text(json.dumps(index))
        assert f"{copied}/set.json: " in message() or change == "game" and command != "solve", change
        os.replace(copied / "kept", copied / "set.json")
    if command not in ("probe", "play"):  # which need a start, and this game has none
        assert run(*words_of(command, str(copied))).returncode == 0


CHANGES = {
    "size": lambda index: index["slices"][2].update(positions=index["slices"][2]["positions"] + 1),
    "version": lambda index: index.update(format_version=2),
    "format": lambda index: index.update(format="zermelo-table"),
    "game": lambda index: index.update(game="draughts"),
    "name": lambda index: index["slices"][2].update(name="KRvK"),
}


def test_a_table_that_contradicts_itself_is_found_by_verify(copied):
    with h5py.File(copied / "KQvKR.h5", "r+") as file:
        values = file["distance"][()]
        values[np.flatnonzero(file["outcome"][()] == 1)[0]] += 2
        file["distance"][...] = values
    assert "KQvKR.h5" in failure("verify", str(copied))


def test_a_false_share_in_the_index_is_found_by_verify(copied):
    assert report("verify", str(copied), "--signature")["accepted"]
    index = json.loads((copied / "set.json").read_text())
    share = index["slices"][3]["share"]
    index["slices"][3]["share"] = share[:-1] + ("0" if share[-1] != "0" else "1")
    (copied / "set.json").write_text(json.dumps(index))
    for words in ([], ["--signature"]):
        done = run("verify", str(copied), *words)
        assert done.returncode == 1 and "FALSE       slice KQvKR: its share in set.json" in done.stdout


def test_a_false_player_to_move_of_a_slice_is_found_by_verify(copied):
    with h5py.File(copied / "KQvKR.h5", "r+") as file:
        legal = int(np.flatnonzero(file["outcome"][()])[1])
        first = int(file.attrs["first_position"])
        file["to_move"][legal // 8] ^= 1 << legal % 8
    for words in ([], ["--signature"]):
        done = run("verify", str(copied), *words)
        assert done.returncode == 1
        assert f"FALSE       slice KQvKR: to_move: position {first + legal} (" in done.stdout


def stopped_in_a_slice(words, folder, by):
    """What a solve into a folder says, and its status, that gets a signal while it works on the slice 2k-2k."""
    for _ in range(1000):  # it may be faster than the signal
        shutil.rmtree(folder, ignore_errors=True)
        stopped = stopped_once([*words, "-o", str(folder)], folder / "2k-2k.checkpoint", by)
        if stopped is not None and stopped[1] != 0:
            return stopped
    raise AssertionError("it is always faster")


def stopped_once(words, checkpoint, by):
    with subprocess.Popen([PROGRAM, *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as program:
        while not (checkpoint.exists() and is_handled(program.pid)):
            if program.poll() is not None:
                return None
            time.sleep(0.001)
        program.send_signal(by)
        return program.stderr.read(), program.wait()


@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGINT])
def test_a_killed_solve_goes_on_with_what_is_done(kings, tmp_path, by):
    folder = tmp_path / "set"
    words = ["solve", *KINGS, "--checkpoint", "0"]
    message, status = stopped_in_a_slice(words, folder, by)
    if by == signal.SIGINT:
        assert (status, message) == (
            130, f"zermelo: interrupted; the same command resumes with what is done in {folder}\n")
    else:
        assert status == -signal.SIGKILL
    done = [path.name for path in folder.glob("*.h5")]
    times = {name: os.stat(folder / name).st_mtime_ns for name in done}
    index = json.loads((folder / "set.json").read_text())
    finished = [one["name"] for one in index["slices"] if one["done"]]
    went_on = report(*words[:-2], "-o", str(folder))  # side by side, but for the one with a checkpoint
    assert 0 < len(finished) < sum(len(group["slices"]) for group in went_on["groups"])
    assert [one["name"] for group in went_on["groups"] if group["done_before"] for one in group["slices"]] and \
        all(os.stat(folder / f"{name}.h5").st_mtime_ns == times[f"{name}.h5"] for name in finished)
    assert not list(folder.glob("*.checkpoint"))
    assert summary_of(folder) == kings
    assert report("verify", str(folder))["accepted"]


def test_a_set_is_added_to_by_one_at_a_time(copied):
    folder = os.open(copied, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        assert failure("solve", *GAME, "--slices", "all", "-o", str(copied)) == \
            f"{copied}: another solve is at work in this folder"
        assert report("stats", str(copied))["positions"] > 0
    finally:
        os.close(folder)
    assert run("solve", *GAME, "--slices", "all", "-o", str(copied)).returncode == 0


def test_groups_are_done_as_one(tmp_path):
    game = ["draughts", "pieces=2"]
    folder = tmp_path / "set"
    assert failure("verify", str(folder)) and run("solve", *game, "--slices", "all", "-o", str(folder)).returncode == 0
    index = json.loads((folder / "set.json").read_text())
    group = next(group for group in report("solve", *game, "--slices", "all", "--explain")["plan"]["groups"]
                 if len(group["slices"]) > 1)
    for one in index["slices"]:
        if one["name"] == group["slices"][1]:
            one["done"] = False
    (folder / "set.json").write_text(json.dumps(index))
    assert "which are solved as one, one is done and one is not" in failure("stats", str(folder))


def test_a_checkpoint_with_other_inputs_is_refused(tmp_path):
    folder = tmp_path / "set"
    words = ["solve", *LONG, "--checkpoint-waves", "1"]
    stopped_in_a_slice(words, folder, signal.SIGKILL)
    checkpoint = folder / "2k-2k.checkpoint"
    whole = checkpoint.read_bytes()
    with h5py.File(checkpoint) as file:
        answer = file.attrs["parameter_slices_entered"].decode()
        assert file.attrs["parameter_slices_solved"].decode() == "2k-2k"
    entered = dict(one.split(":") for one in answer.split(","))
    index = json.loads((folder / "set.json").read_text())
    assert entered and entered.items() <= {one["name"]: one.get("signature") for one in index["slices"]}.items()
    with altered_checkpoint(checkpoint) as file:
        file.attrs.modify("parameter_slices_entered", np.bytes_(answer[:-1] + ("1" if answer[-1] == "0" else "0")))
        sign_parameters(file)
    refused = run(*words, "-o", str(folder))  # it has reported the slices that are done
    assert refused.returncode == 2 and "is of another instance: it has slices_entered=" in refused.stderr
    checkpoint.write_bytes(whole)
    assert run(*words, "-o", str(folder)).returncode == 0


def test_a_checkpoint_of_another_engine_is_gone_on_with(tmp_path):
    folder = tmp_path / "set"
    words = ["solve", *LONG, "--checkpoint-waves", "1"]
    stopped_in_a_slice([*words, "--engine", "implicit"], folder, signal.SIGKILL)
    assert run(*words, "-o", str(folder)).returncode == 0
    assert run("verify", str(folder)).returncode == 0
