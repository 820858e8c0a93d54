#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A solve by slices that is killed: in a slice, between slices, and while a table is written. Each time the same command goes
on, solves nothing again that is done, and ends with the solution of a solve that nobody has disturbed."""

import fcntl
import json
import os
import shutil
import signal
import subprocess
import time

import pytest

from program import PROGRAM, report, run

SLICE = "2k-2k"  # alone in its group, and the last of those that it takes
WITHOUT_CHECKPOINTS = ["solve", "draughts", "pieces=4", "--slices", SLICE]
WORDS = [*WITHOUT_CHECKPOINTS, "--checkpoint", "0"]


@pytest.fixture(name="undisturbed", scope="module")
def fixture_undisturbed(tmp_path_factory):
    """The folder of a set that was solved in one go."""
    folder = tmp_path_factory.mktemp("undisturbed") / "set"
    report(*WITHOUT_CHECKPOINTS, "-o", str(folder))
    return folder


def is_there(folder, *names):
    return [os.path.lexists(folder / name) for name in names]


def done_slices(folder):
    """The names of the slices that are done, with what tells whether their tables are the same files."""
    index = json.loads((folder / "set.json").read_text())
    done = [one["name"] for one in index["slices"] if one["done"]]
    looks = {name: os.stat(folder / f"{name}.h5") for name in done}
    return {name: (look.st_ino, look.st_mtime_ns, look.st_size) for name, look in looks.items()}


def is_stopped(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
        return stat.read().rpartition(")")[2].split()[0] == "T"


def kill_when(folder, is_so, words=WORDS):
    """Lets the solve run for moments only, looks at the folder while it stands still, and kills it when that is as wanted.
    It may be faster than the moments: then it is started again."""
    for _ in range(100):
        shutil.rmtree(folder, ignore_errors=True)
        with subprocess.Popen([PROGRAM, *words, "-o", str(folder)], stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL) as program:
            while program.poll() is None:
                time.sleep(0.001)
                program.send_signal(signal.SIGSTOP)
                while program.poll() is None and not is_stopped(program.pid):
                    time.sleep(0.0001)
                if program.poll() is None and is_so(folder):
                    program.kill()
                    assert program.wait() == -signal.SIGKILL
                    return
                program.send_signal(signal.SIGCONT)
    raise AssertionError("it is always faster")


def in_a_slice(folder):
    """It has saved a wave of the slice, and is on its way to the next."""
    kill_when(folder, lambda here: is_there(here, f"{SLICE}.checkpoint", f"{SLICE}.h5") == [True, False])
    assert f"{SLICE}.checkpoint" in os.listdir(folder)


def while_a_table_is_written(folder):
    """The table has a hidden name yet. Nothing else that has one, here where nothing is saved, is as large."""
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
    """Nobody reads what it says, and there is room for what it says of one group: it has finished the second one, and waits."""
    page, room = 4096, 200
    reading, writing = os.pipe()
    fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, page)
    os.write(writing, bytes(page - room))
    with subprocess.Popen([PROGRAM, *WORDS, "-o", str(folder)], stdout=writing, stderr=subprocess.DEVNULL) as program:
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


@pytest.mark.parametrize("kill", [in_a_slice, between_slices, while_a_table_is_written])
def test_killed_it_goes_on_and_ends_alike(kill, undisturbed, tmp_path):
    folder = tmp_path / "set"
    kill(folder)
    done = done_slices(folder)
    assert 0 < len(done) < len(done_slices(undisturbed))
    went_on = report(*WORDS, "-o", str(folder))
    assert {one["name"] for group in went_on["groups"] if group["done_before"] for one in group["slices"]} == set(done)
    after = done_slices(folder)
    assert {name: after[name] for name in done} == done
    assert sorted(os.listdir(folder)) == sorted(os.listdir(undisturbed))
    assert report("stats", str(folder))["signature"] == report("stats", str(undisturbed))["signature"]
    assert run("verify", str(folder)).returncode == 0
