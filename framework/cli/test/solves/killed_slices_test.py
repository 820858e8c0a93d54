#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Tests a solve by slices that is killed in a slice, between slices, or while a table is written. Each time the same
command continues, does not repeat finished slices, and ends with the solution of an undisturbed solve."""

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
from message_pattern import matches
from program import PROGRAM, report, run

SLICE = "2k-2k"  # the only slice of its group, and the last one that the solve reaches
WITHOUT_CHECKPOINTS = ["solve", "draughts", "pieces=4", "--slices", SLICE]
ARGUMENTS = [*WITHOUT_CHECKPOINTS, "--checkpoint", "0"]


@pytest.fixture(name="undisturbed", scope="module")
def fixture_undisturbed(tmp_path_factory):
    """The folder of a set that was solved without interruption."""
    folder = tmp_path_factory.mktemp("undisturbed") / "set"
    report(*WITHOUT_CHECKPOINTS, "-o", str(folder))
    return folder


def done_slices(folder):
    """Returns the identification of the table file by the name of each finished slice."""
    index = json.loads((folder / "set.json").read_text())
    done = [one["name"] for one in index["slices"] if one["done"]]
    looks = {name: os.stat(folder / f"{name}.h5") for name in done}
    return {name: (status.st_ino, status.st_mtime_ns, status.st_size) for name, status in looks.items()}


def is_stopped(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
        return stat.read().rpartition(")")[2].split()[0] == "T"


def kill_when(folder, is_so, arguments=ARGUMENTS, by=signal.SIGKILL):
    """Lets the solve run in short steps, checks the folder while it is stopped, and sends a signal when the folder is
    in the wanted state. If the solve finishes before, it is started again. Returns its output."""
    for _ in range(100):
        shutil.rmtree(folder, ignore_errors=True)
        with subprocess.Popen([PROGRAM, *arguments, "-o", str(folder)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                              text=True) as program:
            while program.poll() is None:
                time.sleep(0.001)
                program.send_signal(signal.SIGSTOP)
                while program.poll() is None and not is_stopped(program.pid):
                    time.sleep(0.0001)
                is_ended = program.poll() is None and is_so(folder)
                if is_ended:
                    program.send_signal(by)
                program.send_signal(signal.SIGCONT)
                if is_ended:
                    message, status = program.stderr.read(), program.wait()
                    if status == 0:
                        break
                    assert status == (-signal.SIGKILL if by == signal.SIGKILL else 130)
                    return message
    raise AssertionError("it is always faster")


def has_saved_a_wave(folder):
    """Whether the solve has saved a wave of the slice, and has not finished the slice."""
    return (folder / f"{SLICE}.checkpoint").exists() and not (folder / f"{SLICE}.h5").exists()


def in_a_slice(folder):
    kill_when(folder, has_saved_a_wave)
    assert f"{SLICE}.checkpoint" in os.listdir(folder)


def interrupted_in_a_slice(folder):
    message = kill_when(folder, has_saved_a_wave, by=signal.SIGINT)
    assert matches(f"zermelo: interrupted; ... {folder}\n", message)


def while_a_table_is_written(folder):
    """Kills the solve while the table has a hidden name. No other hidden file is as large, without checkpoints."""
    kill_when(folder, lambda here: any(is_part_of_table(here / name) for name in names_in(here)), WITHOUT_CHECKPOINTS)
    assert len([name for name in names_in(folder) if is_part_of_table(folder / name)]) == 1


def names_in(folder):
    return os.listdir(folder) if folder.exists() else []


def is_part_of_table(path):
    larger_than_index = 1 << 15
    try:
        return path.name.startswith(".zermelo-") and os.stat(path).st_size > larger_than_index
    except FileNotFoundError:
        return False


def between_slices(folder):
    """Kills the solve between slices. Nobody reads the output, and the pipe has space for the report on only one group,
    so the solve waits after the second group."""
    page, free_bytes = 4096, 200
    reading, writing = os.pipe()
    fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, page)
    os.write(writing, bytes(page - free_bytes))
    with subprocess.Popen([PROGRAM, *ARGUMENTS, "-o", str(folder)], stdout=writing, stderr=subprocess.DEVNULL) as program:
        def has_finished_two():
            return (folder / "set.json").exists() and len(done_slices(folder)) > 1 and \
                not [name for name in os.listdir(folder) if name.startswith(".zermelo-") or name.endswith(".checkpoint")]
        while not has_finished_two():
            assert program.poll() is None
            time.sleep(0.01)
        program.kill()
        assert program.wait() == -signal.SIGKILL
    os.close(reading)
    os.close(writing)
    assert len(done_slices(folder)) == 2


@pytest.mark.parametrize("kill", [in_a_slice, interrupted_in_a_slice, between_slices, while_a_table_is_written])
def test_killed_slice_solve_resumes_with_results_of_an_uninterrupted_solve(kill, undisturbed, tmp_path):
    folder = tmp_path / "set"
    kill(folder)
    done = done_slices(folder)
    assert 0 < len(done) < len(done_slices(undisturbed))
    resumed = report(*ARGUMENTS, "-o", str(folder))
    assert {one["name"] for group in resumed["groups"] if group["done_before"] for one in group["slices"]} == set(done)
    after = done_slices(folder)
    assert {name: after[name] for name in done} == done
    assert sorted(os.listdir(folder)) == sorted(os.listdir(undisturbed))
    assert report("stats", str(folder))["signature"] == report("stats", str(undisturbed))["signature"]
    assert run("verify", str(folder)).returncode == 0


def test_resume_rejects_slice_checkpoint_with_other_inputs(tmp_path):
    folder = tmp_path / "set"
    in_a_slice(folder)
    checkpoint = folder / f"{SLICE}.checkpoint"
    whole = checkpoint.read_bytes()
    with h5py.File(checkpoint) as file:
        answer = file.attrs["parameter_slices_entered"].decode()
        assert file.attrs["parameter_slices_solved"].decode() == SLICE
    reachable = dict(one.split(":") for one in answer.split(","))
    index = json.loads((folder / "set.json").read_text())
    assert reachable and reachable.items() <= {one["name"]: one.get("signature") for one in index["slices"]}.items()
    with altered_checkpoint(checkpoint) as file:
        file.attrs.modify("parameter_slices_entered", np.bytes_(answer[:-1] + ("1" if answer[-1] == "0" else "0")))
        sign_parameters(file)
    rejected = run(*ARGUMENTS, "-o", str(folder))  # the solve has reported the slices that are done
    assert rejected.returncode == 2 and "expected slices_entered=" in rejected.stderr
    checkpoint.write_bytes(whole)
    assert run(*ARGUMENTS, "-o", str(folder)).returncode == 0


def test_slice_checkpoint_of_another_engine_is_resumed(tmp_path):
    folder = tmp_path / "set"
    kill_when(folder, has_saved_a_wave, [*ARGUMENTS, "--engine", "implicit"])
    assert run(*ARGUMENTS, "-o", str(folder)).returncode == 0
    assert run("verify", str(folder)).returncode == 0
