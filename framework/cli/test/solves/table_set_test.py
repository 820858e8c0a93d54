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

from program import PROGRAM, failure, report, run
from table_sets import GAME, KINGS, expect_parts_of_whole, fits_after_one_refusal, fixture_sets, slices_of, summary_of


@pytest.fixture(name="copied")
def fixture_copied(sets, tmp_path):
    """A set that may be damaged."""
    shutil.copytree(sets[0] / "set", tmp_path / "set")
    return tmp_path / "set"


def test_the_set_has_the_solution_of_the_whole(sets):
    folder, solved = sets
    whole = summary_of(folder / "whole.h5")
    assert summary_of(folder / "set") == whole
    for name in ("counts", "winners", "edges"):
        assert solved[name] == whole[name]
    names = slices_of(solved)
    assert names == ["KvK", "KvKR", "KQvK", "KQvKR"]
    expect_parts_of_whole(folder / "whole.h5", folder / "set", names, ["outcome", "distance"])


def test_draughts_in_groups_of_two_slices_have_the_solution_of_the_whole(tmp_path):
    game = ["draughts", "pieces=2"]
    assert run("solve", *game, "-o", str(tmp_path / "whole.h5")).returncode == 0
    for words in (["--threads", "1"], ["--threads", "2"], ["--engine", "explicit"]):
        folder = tmp_path / words[1]
        solved = report("solve", *game, "--slices", "all", "-o", str(folder), *words)
        assert any(len(group["slices"]) == 2 for group in solved["groups"])
        engines = {group["engine"] for group in solved["groups"]}
        assert engines == {"explicit"} if words[1] == "explicit" else "one_pass" in engines
        assert summary_of(folder) == summary_of(tmp_path / "whole.h5")
    assert run("verify", str(tmp_path / "1")).returncode == 0


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
    folder = tmp_path / "set"
    words = ["solve", "draughts", "pieces=2", "-o", str(folder), "--threads", "3", "--slices"]
    report(*words, "1k-0")
    written = os.stat(folder / "1k-0.h5").st_mtime_ns
    went_on = report(*words, "all")
    assert [group["done_before"] for group in went_on["groups"]].count(True) == 1
    assert os.stat(folder / "1k-0.h5").st_mtime_ns == written
    assert report("verify", str(folder))["accepted"]


@pytest.mark.parametrize("size", [("rows=3", "cols=3"), ("rows=2", "cols=3"), ("rows=1", "cols=1", "k=1")])
def test_a_game_of_placing_is_solved_slice_by_slice_in_one_pass(tmp_path, size):
    words = ["solve", "mnk", *size, "-o"]
    solved = report(*words, str(tmp_path / "set"), "--slices", "all", "--verify")
    stones = [int(name.removeprefix("stones-")) for name in slices_of(solved)]
    assert stones == list(range(len(stones)))[::-1] and len(stones) == len(solved["groups"])
    alone = report(*words, str(tmp_path / "alone"), "--slices", "all", "--outcomes", "--verify")
    for engine, groups in (("one_pass", solved["groups"]), ("outcomes", alone["groups"])):
        assert all(group["engine"] == engine and group["verify"]["accepted"] for group in groups)
    whole = report(*words, str(tmp_path / "whole.h5"))
    assert summary_of(tmp_path / "set") == summary_of(tmp_path / "whole.h5")
    assert solved["edges"] == whole["edges"] and alone["counts"] == whole["counts"]
    assert run("diff", str(tmp_path / "set"), str(tmp_path / "whole.h5")).returncode == 0
    assert report("diff", "--outcomes", str(tmp_path / "alone"), str(tmp_path / "whole.h5"))["equal"]


def test_a_refusal_names_the_memory_that_is_enough(tmp_path):
    assert fits_after_one_refusal("solve", *GAME, "--slices", "all", "-o", str(tmp_path / "set"))
    assert fits_after_one_refusal("solve", *GAME, "--slices", "all", "--outcomes", "-o", str(tmp_path / "alone"))


def words_of(command, folder):
    """With which a command looks at a set."""
    rest = {"solve": ["-o", folder], "diff": [folder, folder], "export": [folder, "--csv"], "find": [folder, "--count"]}
    return [command, *([*GAME, "--slices", "all"] if command == "solve" else []), *rest.get(command, [folder])]


@pytest.fixture(name="other_table", scope="module")
def fixture_other_table(tmp_path_factory):
    """A table of a slice of the same name in another instance."""
    folder = tmp_path_factory.mktemp("other") / "set"
    assert run("solve", "chess_ending", "pieces=KQvKR", "rows=4", "cols=5", "--slices", "KQvK", "-o", str(folder)).returncode == 0
    return folder / "KQvK.h5"


def alter_attribute(table, name, value):
    with h5py.File(table, "r+") as file:
        file.attrs.modify(name, value)


def alter_index(folder, change):
    index = json.loads((folder / "set.json").read_text())
    change(index)
    (folder / "set.json").write_text(json.dumps(index))


SPOIL = {  # what happens to the folder, and what is said
    "missing": (lambda folder, _: os.remove(folder / "KQvK.h5"), "KQvK.h5"),
    "cut off": (lambda folder, _: os.truncate(folder / "KQvK.h5", 3000), "KQvK.h5"),
    "slice": (lambda folder, _: shutil.copy(folder / "KvKR.h5", folder / "KQvK.h5"), "it is of another slice than set.json says"),
    "instance": (lambda folder, other: shutil.copy(other, folder / "KQvK.h5"),
                 "it is of another game or instance than set.json says"),
    "signature": (lambda folder, _: alter_attribute(folder / "KQvK.h5", "signature", np.bytes_("0123456789abcdef")),
                  "it has another signature than set.json says"),
    "version of a table": (lambda folder, _: alter_attribute(folder / "KQvK.h5", "format_version", 99), "version"),
    "size": (lambda folder, _: alter_index(folder, lambda index: index["slices"][2].update(positions=673)), "set.json: "),
    "name": (lambda folder, _: alter_index(folder, lambda index: index["slices"][2].update(name="KRvK")), "set.json: "),
    "format": (lambda folder, _: alter_index(folder, lambda index: index.update(format="zermelo-table")), "set.json: "),
    "version": (lambda folder, _: alter_index(folder, lambda index: index.update(format_version=2)), "set.json: "),
}


@pytest.mark.parametrize("what", SPOIL)
def test_sets_with_wrong_tables_are_refused(copied, other_table, what):
    spoil, said = SPOIL[what]
    spoil(copied, other_table)
    for command in ("solve", "verify", "probe", "stats", "find", "play", "diff", "export"):
        message = failure(*words_of(command, str(copied)))
        assert str(copied) in message and said in message


def test_a_set_with_the_index_of_another_game_is_refused(copied):
    alter_index(copied, lambda index: index.update(game="draughts"))
    assert f"{copied}/set.json: " in failure(*words_of("solve", str(copied)))
    assert failure(*words_of("stats", str(copied)))


def test_a_table_that_contradicts_itself_is_found_by_verify(copied):
    with h5py.File(copied / "KQvKR.h5", "r+") as file:
        values = file["distance"][()]
        values[np.flatnonzero(file["outcome"][()] == 1)[0]] += 2
        file["distance"][...] = values
    assert "KQvKR.h5" in failure("verify", str(copied))


def change_share(folder):
    def change(index):
        share = index["slices"][3]["share"]
        index["slices"][3]["share"] = share[:-1] + ("0" if share[-1] != "0" else "1")
    alter_index(folder, change)
    return "its share in set.json"


def change_player_to_move(folder):
    with h5py.File(folder / "KQvKR.h5", "r+") as file:
        legal = int(np.flatnonzero(file["outcome"][()])[1])
        file["to_move"][legal // 8] ^= 1 << legal % 8
        return f"to_move: position {file.attrs['first_position'] + legal} ("


@pytest.mark.parametrize("change", [change_share, change_player_to_move])
def test_a_false_statement_is_found_by_verify(copied, change):
    assert report("verify", str(copied), "--signature")["accepted"]
    said = change(copied)
    for words in ([], ["--signature"]):
        done = run("verify", str(copied), *words)
        assert done.returncode == 1 and f"FALSE       slice KQvKR: {said}" in done.stdout


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
    folder = tmp_path / "set"
    solved = report("solve", "draughts", "pieces=2", "--slices", "all", "-o", str(folder))
    second = next(group["slices"][1]["name"] for group in solved["groups"] if len(group["slices"]) > 1)

    def forget(index):
        for one in index["slices"]:
            one["done"] = one["done"] and one["name"] != second
    alter_index(folder, forget)
    assert "which are solved as one, one is done and one is not" in failure("stats", str(folder))
