# SPDX-License-Identifier: MIT
"""Tests large cases of a study, which are saved between waves and resume there after being killed or interrupted."""

import collections
import csv
import os
import re
import signal

import h5py
import numpy
import pytest

from checkpoint_digest import altered_checkpoint, sign_parameters
from message_pattern import matches
from program import ENGINES_WITH_WAVES, report, rows_of, run, run_into_full_log
from studies import study

# A small case and one of about 70 waves, which runs alone; both with a statistic.
LARGE = """game = "cat_and_mouse_ii"
[parameters]
walls = 0.1
seed = 3
cat_jump = 2
mouse_jump = 2
[[sweep]]
rows = [5, 40]
cols = [5, 40]
[solve]
engine = "implicit"
verify = "sample:1000"
[[statistic]]
name = "mouse_share"
count = "winner=mouse"
of = "to_move=mouse ended=no"
"""


@pytest.fixture(name="large", scope="module")
def fixture_large(tmp_path_factory):
    """The results of LARGE from an undisturbed run on one thread, with the log of its large case."""
    folder = tmp_path_factory.mktemp("large")
    done = run("run", study(folder, LARGE), "-o", str(folder / "r"), "--threads", "1", "--log")
    assert (done.returncode, done.stderr) == (0, "")
    assert not (folder / "r" / "checkpoints").exists()
    (log,) = (folder / "r" / "logs").iterdir()
    return whole_run(folder / "r", log)


WholeRun = collections.namedtuple("WholeRun", "results log_name log")


def whole_run(folder, log):
    """The results in a folder, and a log of waves by its name and its lines."""
    return WholeRun((folder / "results.csv").read_bytes(), log.name, log.read_text(encoding="ascii").splitlines(True))


def end_in_a_case(whole, path, folder, waves=15, by=signal.SIGKILL):
    """Starts a run that saves its large case after each wave, and ends it after about `waves` waves of that case."""
    (folder / "logs").mkdir(parents=True, exist_ok=True)
    (folder / "journal.jsonl").touch()
    arguments = ["run", path, "-o", str(folder), "--resume", "--log", "--checkpoint-waves", "1"]
    status, message = run_into_full_log(arguments, folder / "logs" / whole.log_name, whole.log[:1 + waves], by)
    assert status == (-signal.SIGKILL if by == signal.SIGKILL else 130)
    assert not (folder / "results.csv").exists()
    return message


def checkpoint_in(folder):
    (checkpoint,) = (folder / "checkpoints").glob("[!.]*")
    return checkpoint


def resumed(path, folder, whole, *options, done_before=1):
    """The times of the large case, after a run that resumes and ends with the same results."""
    done = run("run", path, "-o", str(folder), "--resume", *options)
    assert (done.returncode, done.stderr) == (0, "")
    assert f" {done_before} done before" in done.stdout
    assert (folder / "results.csv").read_bytes() == whole.results
    assert not (folder / "checkpoints").exists()
    return rows_of(folder / "timings.csv")[1]


@pytest.mark.parametrize("engine", ENGINES_WITH_WAVES)
def test_study_killed_twice_within_a_case_resumes_that_case(engine, large, tmp_path):
    path = study(tmp_path, LARGE.replace("implicit", engine))
    folder = tmp_path / "r"
    saved = 0
    for waves in (10, 20):
        end_in_a_case(large, path, folder, waves)
        with h5py.File(checkpoint_in(folder)) as file:
            before, saved = saved, int(file.attrs["waves"])
        assert before < saved < len(large.log) - 1
        assert re.fullmatch(rf"rows=40,cols=40-\w*\.{engine}\.checkpoint", checkpoint_in(folder).name)
    (folder / "logs" / large.log_name).write_text("".join(large.log[:saved + 3]), encoding="ascii")
    times = resumed(path, folder, large, "--log", "--threads", "3")
    assert (times["engine"], times["threads"]) == (engine, "3") and float(times["resume_seconds"]) > 0
    if engine != "product":  # product marks its terminal positions again
        assert times["seed_seconds"] == "0.0"
    (log,) = (folder / "logs").iterdir()
    counts = ["wave", "distance_plies", "win", "loss", "tie"]
    assert [[row[c] for c in counts] for row in rows_of(log)] == \
        [[row[c] for c in counts] for row in csv.DictReader(large.log)]


@pytest.mark.parametrize("then, engine, goes_on", [("", "implicit", True), ('engine = "explicit"\n', "explicit", False)])
def test_resumed_case_keeps_its_engine_unless_another_is_requested(then, engine, goes_on, large, tmp_path):
    """`auto` would choose another engine for a new case."""
    folder = tmp_path / "r"
    end_in_a_case(large, study(tmp_path, LARGE), folder)
    times = resumed(study(tmp_path, LARGE.replace('engine = "implicit"\n', then)), folder, large, "--accept-changes")
    assert (times["engine"], float(times["resume_seconds"]) > 0) == (engine, goes_on)


def test_study_interrupted_within_a_case_resumes_that_case(large, tmp_path):
    path = study(tmp_path, LARGE)
    folder = tmp_path / "r"
    message = end_in_a_case(large, path, folder, by=signal.SIGINT)
    assert matches(f"zermelo: interrupted; ... --resume ... {folder}\n", message)
    assert float(resumed(path, folder, large)["resume_seconds"]) > 0


def damage(checkpoint):
    with open(checkpoint, "r+b") as file:
        file.seek(-1000, os.SEEK_END)
        before = file.read(1)
        file.seek(-1000, os.SEEK_END)
        file.write(bytes([before[0] ^ 1]))


def put_another(checkpoint):
    """Replaces the checkpoint by one of another instance."""
    with altered_checkpoint(checkpoint) as file:
        file.attrs.modify("parameter_seed", numpy.bytes_("4"))
        sign_parameters(file)


@pytest.mark.parametrize("spoil, why", [(damage, ""), (lambda checkpoint: checkpoint.write_bytes(b""), ""),
                                        (put_another, "... seed=3, got '4'")])
def test_rejected_checkpoint_is_reported_and_case_restarts(spoil, why, large, tmp_path):
    path = study(tmp_path, LARGE)
    folder = tmp_path / "r"
    end_in_a_case(large, path, folder)
    checkpoint = checkpoint_in(folder)
    spoil(checkpoint)
    done = run("run", path, "-o", str(folder), "--resume")
    assert done.returncode == 0
    assert matches(f"zermelo: {checkpoint}{why}...; ...case 2 ...\n", done.stderr)
    assert done.stderr.count("\n") == 1
    assert resumed(path, folder, large, done_before=2)["resume_seconds"] == "0.0"


def test_checkpoints_of_cases_removed_from_study_are_deleted(large, tmp_path):
    folder = tmp_path / "r"
    end_in_a_case(large, study(tmp_path, LARGE), folder)
    path = study(tmp_path, LARGE.replace("40", "6"))
    assert report("run", path, "-o", str(folder), "--resume", "--accept-changes")["cases"] == 2
    assert not (folder / "checkpoints").exists()


@pytest.mark.parametrize("engine, goes_on", [("implicit", True), ("explicit", False)])
def test_checkpoint_of_exclusive_case_is_used_or_removed_by_parallel_resume(engine, goes_on, tmp_path):
    several_cases = LARGE.replace("40", "20")
    sequential = study(tmp_path, several_cases.replace("[solve]", "[solve]\none_at_a_time = true"))
    assert run("run", sequential, "-o", str(tmp_path / "whole"), "--log").returncode == 0
    (log,) = (tmp_path / "whole" / "logs").glob("rows=20*")
    whole = whole_run(tmp_path / "whole", log)
    folder = tmp_path / "r"
    end_in_a_case(whole, sequential, folder, 8)
    times = resumed(study(tmp_path, several_cases.replace("implicit", engine)), folder, whole, "--accept-changes")
    assert (float(times["resume_seconds"]) > 0) == goes_on
