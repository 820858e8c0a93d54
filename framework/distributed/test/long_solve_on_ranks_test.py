# SPDX-License-Identifier: MIT
"""Tests jobs of zermelo-mpi that end early, and resume on another number of ranks, or on one machine."""

import os
import pathlib
import signal
import subprocess
import time

import pytest

import mpi_program
from message_pattern import matches
from mpi_program import (MPIRUN, PLAIN, PROGRAM, ended, in_two_folders, lines_of, only_line, separate_sessions, reported,
                         side_by_side)
from program import narrow_log, run_into_full_log, small_disk

GRID = ("cat_and_mouse_ii", "rows=9", "cols=9", "walls=0.2", "seed=3")
TIED = ("cat_and_mouse_ii", "rows=5", "cols=5", "walls=0.1", "seed=4", "move_limit=none")
LARGE = ("cat_and_mouse_ii", "rows=24", "cols=24", "walls=0.1", "seed=3")  # words in many messages
STORED = ("fair_shares", "n=12")  # moves are stored


def command(ranks, *arguments):
    """The command on some ranks; 0 ranks: on one machine."""
    if ranks == 0:
        engine = "explicit" if STORED[0] in arguments else "implicit"
        return [PLAIN, *arguments, "--engine", engine]
    return mpi_program.command(ranks, *arguments)


def failure(ranks, *arguments, status=2):
    return only_line(ended(command(ranks, *arguments)), status)


def report(ranks, *arguments):
    return reported(ended([*command(ranks, *arguments), "--json"]))


def begun(ranks, folder, arguments):
    """A job whose processes write their ids to one file per rank."""
    call = ["sh", "-c", 'echo $$ > "$1"; shift; exec "$@"', "sh"]
    if ranks == 0:
        return [*call, str(folder / "0"), *command(0, *arguments)]
    job = [MPIRUN]
    for rank in range(ranks):
        job += [*([":"] if rank else []), "-n", "1", *call, str(folder / str(rank)), PROGRAM, *arguments]
    return job


def end_in_the_middle(ranks, arguments, log, lines, end):
    """Starts a job that saves itself and writes a log of waves, with space for about these lines. When it has saved and
    waits for space, calls end([process by rank]), and reads the rest of the log. Returns the status and the text on
    stderr."""
    checkpoint = arguments[arguments.index("-o") + 1] + ".checkpoint"
    folder = log.parent / "processes"
    folder.mkdir(exist_ok=True)
    job_arguments = begun(ranks, folder, [*arguments, "--log", str(log)])
    with narrow_log(log, lines) as (is_full, read_log), separate_sessions() as sessions, subprocess.Popen(
            job_arguments, env=sessions, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as job:
        try:
            while not is_full() or not os.path.exists(checkpoint):
                assert job.poll() is None, job.stderr.read()
                time.sleep(0.001)
            end([int((folder / str(rank)).read_text(encoding="ascii")) for rank in range(max(ranks, 1))])
            while job.poll() is None:
                read_log()
                time.sleep(0.001)
            return job.returncode, job.stderr.read()
        finally:
            job.kill()


def kill_last(processes):
    os.kill(processes[-1], signal.SIGKILL)


def log_of(game, folder):
    """The lines of the log of a solve on one machine, and its report."""
    log = folder / "plain.csv"
    found = report(0, "solve", *game, "-o", str(folder / "plain.h5"), "--log", str(log))
    with open(log, encoding="utf-8") as lines:
        return lines.readlines(), found


@pytest.mark.parametrize("game, numbers", [
    (GRID, [(3, 1), (0, 3)]), (TIED, [(1, 4), (4, 2)]), (STORED, [(2, 3), (3, 0)]), (LARGE, [(3, 0)])])
def test_killed_job_resumes_with_another_number_of_ranks(game, numbers, tmp_path):
    """Numbers of ranks before and after. The jobs mostly wait for their processes, so they run in parallel."""
    lines, expected = log_of(game, tmp_path)

    def kill_and_go_on(ranks):
        before, after = ranks
        folder = tmp_path / f"{before}_{after}"
        folder.mkdir()
        expect_to_go_on(before, after, game, folder, lines, expected)
    side_by_side(kill_and_go_on, numbers)


def expect_to_go_on(before, after, game, folder, lines, expected):
    table = str(folder / "t.h5")
    arguments = ["solve", *game, "-o", table, "--checkpoint", "0"]
    status, _ = end_in_the_middle(before, arguments, folder / "log", lines[:len(lines) // 2 + 1], kill_last)
    assert status not in (0, 1, 2, 3, 130)
    assert not os.path.exists(table)
    assert os.path.exists(table + ".checkpoint")
    found = report(after, *arguments, "--resume")
    assert "resume" in found["seconds"]
    for name in ("signature", "waves", "edges", "outcomes"):
        assert found.get(name) == expected.get(name), name
    assert found["signature"] == expected["signature"]
    assert not os.path.exists(table + ".checkpoint")
    assert ended([PLAIN, "diff", str(folder.parent / "plain.h5"), table]).returncode == 0


@pytest.mark.parametrize("interrupted_rank", [0, 1])
def test_interrupted_job_reports_how_to_resume(interrupted_rank, tmp_path):
    lines, expected = log_of(GRID, tmp_path)
    table = str(tmp_path / "t.h5")
    arguments = ["solve", *GRID, "-o", table, "--checkpoint-waves", "2", "--threads", "1"]
    status, errors = end_in_the_middle(2, arguments, tmp_path / "log", lines[:len(lines) // 2 + 1],
                                       lambda processes: os.kill(processes[interrupted_rank], signal.SIGINT))
    assert status == 130
    assert matches(f"zermelo-mpi: interrupted; ... --resume ... {table}.checkpoint", errors.splitlines()[0])
    assert errors.count("zermelo-mpi: ") == 1
    assert report(3, *arguments, "--resume")["signature"] == expected["signature"]


@pytest.fixture(name="saved")
def fixture_saved(tmp_path):
    """The arguments that resume a solve that was killed on one machine, and its checkpoint."""
    lines, _ = log_of(GRID, tmp_path)
    table = str(tmp_path / "t.h5")
    arguments = ["solve", *GRID, "-o", table, "--checkpoint", "0"]
    end_in_the_middle(0, arguments, tmp_path / "log", lines[:len(lines) // 2 + 1], kill_last)
    return ["solve", *GRID, "-o", table, "--resume"], table + ".checkpoint"


def test_all_ranks_reject_invalid_checkpoint_with_one_message(saved, tmp_path):
    arguments, checkpoint = saved
    assert matches(f"checkpoint {checkpoint} exists; ... --resume, ...", failure(3, *arguments[:-1], "--checkpoint", "0"))
    other = ["seed=4" if argument == "seed=3" else argument for argument in arguments]
    assert matches(f"--resume: {checkpoint}: ... another game ...", failure(3, *other))
    with open(checkpoint, "rb") as file:
        whole = file.read()
    middle = len(whole) - len(whole) // 3
    for damaged in (whole[:middle], whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1:]):
        with open(checkpoint, "wb") as file:
            file.write(damaged)
        assert f"--resume: {checkpoint}: " in failure(3, *arguments)
        assert not (tmp_path / "t.h5").exists()


def test_ranks_reject_checkpoint_of_entries(tmp_path):
    table, log = str(tmp_path / "t.h5"), tmp_path / "log"
    lines, _ = log_of(GRID, tmp_path)
    run_into_full_log(["solve", *GRID, "-o", table, "--checkpoint-waves", "1", "--engine", "product", "--log", str(log)], log,
                      lines[:len(lines) // 2 + 1])
    assert matches(f"--resume: {table}.checkpoint: ... entries ... mpirun; ...",
                   failure(3, "solve", *GRID, "-o", table, "--resume"))


def test_checkpoint_missing_on_one_rank_stops_all_ranks(saved, tmp_path):
    arguments, checkpoint = saved
    arguments = ["t.h5" if argument.endswith("t.h5") else argument for argument in arguments]
    seen = {"t.h5.checkpoint": pathlib.Path(checkpoint).read_bytes()}
    (line,) = in_two_folders(tmp_path, seen, {}, *arguments)
    assert matches("rank 1: --resume: t.h5.checkpoint is missing ...", line)


def test_unwritable_checkpoint_is_only_a_warning_on_ranks(tmp_path):
    table = tmp_path / "disk" / "t.h5"
    with small_disk(table.parent, "200k"):
        done = ended(command(3, "solve", "cat_and_mouse_ii", "rows=20", "cols=20", "-o", str(table), "--checkpoint-waves", "5",
                             "--quiet"))
        assert done.returncode == 0
        lines = lines_of(done)
        assert len(set(lines)) == 1 and lines[0].endswith(f": {table}.checkpoint: cannot write: No space left on device")
        assert os.listdir(table.parent) == ["t.h5"]


@pytest.mark.parametrize("poor", [0, 2])
def test_too_little_memory_on_one_rank_stops_all_ranks(poor, tmp_path):
    table = tmp_path / "t.h5"
    arguments = [PROGRAM, "solve", "cat_and_mouse_ii", "rows=96", "cols=96", "-o", str(table), "--threads", "1"]
    job = [MPIRUN]
    for rank in range(3):
        limit = ["sh", "-c", 'ulimit -v 300000; exec "$@"', "sh"] if rank == poor else []
        job += [*([":"] if rank else []), "-n", "1", *limit, *arguments]
    done = ended(job)
    assert done.returncode == 3
    (line,) = lines_of(done)
    # The rank with the least memory sets the limit of all ranks.
    assert matches("169,869,312 positions: ... MiB: distributed_product ...", line)
    assert not table.exists()
