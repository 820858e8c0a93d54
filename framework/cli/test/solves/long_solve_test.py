#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Tests long solves that are saved between waves, killed, resumed, and logged wave by wave."""

import csv
import json
import os
import random
import resource
import signal
import subprocess

import h5py
import numpy
import pytest

from checkpoint_digest import altered_checkpoint
from message_pattern import matches
from program import ENGINES_WITH_WAVES, PROGRAM, failure, report, run, run_into_full_log

# About 100 waves on a long board.
GAME = ["cat_and_mouse_ii", "rows=8", "cols=80", "walls=0.2", "seed=4", "cat_jump=2", "mouse_jump=2"]
COUNTS = ["wave", "distance_plies", "win", "loss", "tie"]


@pytest.fixture(name="whole", scope="module")
def fixture_whole(tmp_path_factory):
    """The report of an undisturbed solve, and the lines of its log."""
    folder = tmp_path_factory.mktemp("whole")
    solved = report("solve", *GAME, "-o", str(folder / "t.h5"), "--log", str(folder / "waves.csv"))
    with open(folder / "waves.csv", encoding="ascii") as log:
        return solved, log.readlines()


def waves_saved(table):
    with h5py.File(table + ".checkpoint") as file:
        return int(file.attrs["waves"])


def counts_of(log):
    return [[row[c] for c in COUNTS] for row in csv.DictReader(log)]


@pytest.mark.parametrize("engine", ENGINES_WITH_WAVES)
def test_solve_killed_three_times_resumes_with_results_of_uninterrupted_solve(engine, whole, tmp_path):
    expected, lines = whole
    chance = random.Random(engine)
    table, log = str(tmp_path / "t.h5"), str(tmp_path / "waves.csv")
    arguments = ["solve", *GAME, "--engine", engine, "-o", table, "--checkpoint-waves", "1", "--resume", "--log", log]
    saved = 0
    for _ in range(3):
        more = lines[saved + 1:saved + chance.randint(5, 9)]
        assert run_into_full_log(arguments, log, [lines[0], *more])[0] == -signal.SIGKILL
        assert not os.path.exists(table)
        before, saved = saved, waves_saved(table)
        assert before < saved < len(lines) - 1
    with open(log, "w", encoding="ascii") as cut_off:  # it was killed in the middle of a line, after the last saved
                                                       # wave
        cut_off.write("".join(lines[:saved + 3]) + lines[saved + 3][:9])
    solved = report(*arguments)
    assert solved["signature"] == expected["signature"]
    assert (solved["counts"], solved["edges"]) == (expected["counts"], expected["edges"])
    assert run("verify", table).returncode == 0
    assert sorted(os.listdir(tmp_path)) == ["t.h5", "waves.csv"]
    with open(log, encoding="ascii") as written:
        assert counts_of(written) == counts_of(lines)


@pytest.mark.parametrize("begins,ends", [("implicit", "explicit"), ("implicit", "product"), ("product", "implicit"),
                                         ("product", "explicit")])
def test_solve_resumes_with_another_engine_and_thread_count(begins, ends, whole, tmp_path):
    table, log = str(tmp_path / "t.h5"), str(tmp_path / "waves.csv")
    arguments = ["solve", *GAME, "-o", table, "--engine", begins, "--threads", "2", "--checkpoint", "0", "--log", log]
    assert run_into_full_log(arguments, log, whole[1][:21])[0] == -signal.SIGKILL
    solved = report("solve", *GAME, "-o", table, "--engine", ends, "--threads", "1", "--resume")
    assert solved["signature"] == whole[0]["signature"]
    assert "resume" in solved["seconds"] and ("seed" in solved["seconds"]) == (ends == "product")


def save_some_waves(engine, whole, folder):
    """The name of a table that does not exist, but has a checkpoint."""
    table, log = str(folder / "t.h5"), str(folder / "waves.csv")
    arguments = ["solve", *GAME, "--engine", engine, "-o", table, "--checkpoint-waves", "1", "--log", log]
    assert run_into_full_log(arguments, log, whole[1][:11])[0] == -signal.SIGKILL
    return table


@pytest.fixture(name="checkpoint")
def fixture_checkpoint(whole, tmp_path):
    """The table's name for an engine that saves words."""
    return save_some_waves("implicit", whole, tmp_path)


def test_interrupted_solve_reports_how_to_resume(checkpoint, whole):
    log = checkpoint + ".csv"
    arguments = ["solve", *GAME, "-o", checkpoint, "--resume", "--checkpoint-waves", "1", "--log", log]
    status, message = run_into_full_log(arguments, log, whole[1][:8], by=signal.SIGINT)
    assert status == 130 and matches(f"zermelo: interrupted; ... --resume ... {checkpoint}.checkpoint\n", message)


def test_resume_rejects_checkpoint_that_does_not_fit_product_memory(checkpoint, whole):
    arguments = ["solve", *GAME, "-o", checkpoint, "--engine", "product", "--resume"]
    plan = report("solve", *GAME, "--explain")["plan"]["engines"]
    (rows,) = (one["peak_bytes"] for one in plan if one["engine"] == "product")
    with h5py.File(checkpoint + ".checkpoint") as file:
        taken = file["words"].size * file["words"].dtype.itemsize
    assert matches(f"{checkpoint}.checkpoint: ... {taken} bytes, ... {taken - 1} ... available; engine 'product' ...",
                   failure(*arguments, "--memory-limit", str(rows + taken - 1), "--json", status=3))
    assert report(*arguments, "--memory-limit", str(rows + taken))["signature"] == whole[0]["signature"]


@pytest.mark.parametrize("engine", ["implicit", "product"])
def test_solve_resumes_within_its_original_memory_limit(engine, whole, tmp_path):
    table, arguments = save_some_waves(engine, whole, tmp_path), ["solve", *GAME, "--engine", engine]
    plan = report(*arguments, "--explain")["plan"]["engines"]
    (peak,) = (one["peak_bytes"] for one in plan if one["engine"] == engine)
    arguments += ["-o", table, "--memory-limit", str(peak)]
    assert report(*arguments, "--resume")["signature"] == whole[0]["signature"]
    assert run("verify", table).returncode == 0


def test_solve_continues_when_checkpoint_cannot_be_written(whole, tmp_path):
    table = str(tmp_path / "t.h5")
    most_bytes = 1 << 19  # enough for the table, not for a checkpoint

    def limit_files():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes))

    done = subprocess.run([PROGRAM, "solve", *GAME, "-o", table, "--checkpoint-waves", "20", "--json"],
                          capture_output=True, text=True, check=False, preexec_fn=limit_files)
    assert done.returncode == 0
    assert json.loads(done.stdout)["signature"] == whole[0]["signature"]
    lines = done.stderr.splitlines()
    assert len(lines) == (len(whole[1]) - 1) // 20
    assert all(matches(f"zermelo: ... not saved, ...: {table}.checkpoint: cannot write: ...", line) for line in lines)
    assert os.listdir(tmp_path) == ["t.h5"]


def expect_rules_broken(table, engine, at):
    assert matches(f"--resume: {table}.checkpoint: ... rules: ... position {at}",
                   failure("solve", *GAME, "--engine", engine, "-o", table, "--resume", "--json"))


def test_resume_rejects_invalid_packed_words_in_checkpoint(checkpoint):
    with altered_checkpoint(checkpoint + ".checkpoint") as file:
        file["words"][5] ^= 1 << 13  # the player to move
    expect_rules_broken(checkpoint, "implicit", 5)


def test_resume_rejects_invalid_entries_in_checkpoint(whole, tmp_path):
    table = save_some_waves("product", whole, tmp_path)
    with altered_checkpoint(table + ".checkpoint") as file:
        at = numpy.flatnonzero(file["entries"][:] == 1)[0]  # an undecided position
        file["entries"][at] = 0  # becomes illegal
    for engine in ENGINES_WITH_WAVES:
        expect_rules_broken(table, engine, at)


def test_checkpoint_symlink_is_followed_for_writing_and_removing(whole, tmp_path):
    link, file = tmp_path / "t.h5.checkpoint", tmp_path / "far" / "checkpoint"
    file.parent.mkdir()
    link.symlink_to("far/checkpoint")
    table = save_some_waves("implicit", whole, tmp_path)
    assert link.is_symlink() and file.exists()
    assert report("solve", *GAME, "-o", table, "--resume")["signature"] == whole[0]["signature"]
    assert link.is_symlink() and not file.exists()
