#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Long solves: saved between waves, killed, continued, and logged wave by wave."""

import json
import os
import random
import resource
import signal
import subprocess

import h5py
import numpy
import pytest

from program import PROGRAM, failure, report, rows_of, run

# Some 70 waves, each of which takes some ten milliseconds to save.
GAME = ["cat_and_mouse_ii", "rows=40", "cols=40", "walls=0.1", "seed=3", "cat_jump=2", "mouse_jump=2"]
ENGINES = ["product", "implicit", "explicit"]


@pytest.fixture(name="whole", scope="module")
def fixture_whole(tmp_path_factory):
    """The report and the log of a solve that nobody disturbed."""
    folder = tmp_path_factory.mktemp("whole")
    solved = report("solve", *GAME, "-o", str(folder / "t.h5"), "--log", str(folder / "waves.csv"))
    return solved, rows_of(folder / "waves.csv")


def kill_at_wave(wave, words, log):
    """Starts a solve and kills it as soon as the log has a wave; returns whether it was still at work."""
    with subprocess.Popen([PROGRAM, *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as solve:
        while solve.poll() is None:
            if os.path.exists(log) and open(log, encoding="ascii").read().count("\n") > wave:
                solve.send_signal(signal.SIGKILL)
                break
        solve.wait()
        return solve.returncode == -signal.SIGKILL


@pytest.mark.parametrize("engine", ENGINES)
def test_killed_at_five_random_waves_and_continued_it_ends_alike(engine, whole, tmp_path):
    expected, log_of_whole = whole
    chance = random.Random(engine)
    table, log = str(tmp_path / "t.h5"), str(tmp_path / "waves.csv")
    words = ["solve", *GAME, "--engine", engine, "-o", table, "--log", log, "--checkpoint-waves", "1", "--resume", "--json"]
    # Where a solve is killed it has saved the wave before, so each of them gets further than the last.
    kills = sorted(chance.sample(range(2, len(log_of_whole) // 2), 5))
    killed = 0
    for wave in kills:
        killed += kill_at_wave(wave, words, log)
        assert not os.path.exists(table)
        assert os.path.exists(table + ".checkpoint")
    assert killed == len(kills)
    solved = report(*words[:-1])
    assert solved["signature"] == expected["signature"]
    assert (solved["counts"], solved["edges"]) == (expected["counts"], expected["edges"])
    assert run("verify", table).returncode == 0
    assert sorted(os.listdir(tmp_path)) == ["t.h5", "waves.csv"]
    counts = ["wave", "distance_plies", "win", "loss", "tie"]
    assert [[row[c] for c in counts] for row in rows_of(log)] == [[row[c] for c in counts] for row in log_of_whole]


@pytest.mark.parametrize("begins,ends", [("implicit", "explicit"), ("implicit", "product"), ("product", "implicit"),
                                         ("product", "explicit")])
def test_another_engine_and_number_of_threads_continue_a_solve(begins, ends, whole, tmp_path):
    table, log = str(tmp_path / "t.h5"), str(tmp_path / "waves.csv")
    words = ["solve", *GAME, "-o", table, "--log", log, "--checkpoint", "0"]
    assert kill_at_wave(20, [*words, "--engine", begins, "--threads", "2"], log)
    solved = report("solve", *GAME, "-o", table, "--engine", ends, "--threads", "1", "--resume")
    assert solved["signature"] == whole[0]["signature"]
    assert "resume" in solved["seconds"] and ("seed" in solved["seconds"]) == (ends == "product")


def test_log_adds_up_to_the_solution(whole):
    solved, waves = whole
    assert [int(row["wave"]) for row in waves] == list(range(1, len(waves) + 1))
    for outcome in ["win", "loss", "tie"]:
        assert sum(int(row[outcome]) for row in waves) == solved["counts"][outcome]
    assert max(int(row["distance_plies"]) for row in waves) == solved["max_distance_plies"]
    assert all(float(row["seconds"]) >= 0 and int(row["resident_bytes"]) > 1 << 20 for row in waves)


def test_every_engine_stores_its_table_with_its_times(tmp_path):
    signatures = set()
    for engine in [*ENGINES, "queue", "textbook"]:
        table = str(tmp_path / f"{engine}.h5")
        extra = ["--checkpoint-waves", "5"] if engine in ENGINES else []
        solved = report("solve", *GAME, "--engine", engine, "-o", table, *extra)
        assert ("checkpoint" in solved["seconds"]) == bool(extra)
        signatures.add(solved["signature"])
        with h5py.File(table) as file:
            assert file.attrs["engine"].decode() == engine
    assert len(signatures) == 1


def test_resume_without_a_checkpoint_says_so_and_starts(tmp_path):
    table = str(tmp_path / "t.h5")
    solved = run("solve", *GAME, "-o", table, "--resume", "--json")
    assert solved.returncode == 0
    assert solved.stderr == f"zermelo: there is no {table}.checkpoint; solving from the start\n"
    assert os.listdir(tmp_path) == ["t.h5"]


@pytest.fixture(name="checkpoint")
def fixture_checkpoint(tmp_path):
    """A table's name, with a checkpoint of words and a log but no table beside it."""
    table, log = str(tmp_path / "t.h5"), str(tmp_path / "waves.csv")
    assert kill_at_wave(10, ["solve", *GAME, "--engine", "implicit", "-o", table, "--log", log, "--checkpoint-waves", "1"], log)
    return table


def test_checkpoint_of_another_instance_is_refused(checkpoint):
    other = [word.replace("seed=3", "seed=4") for word in GAME]
    assert failure("solve", *other, "-o", checkpoint, "--resume", "--json") == \
        f"--resume: {checkpoint}.checkpoint is of another instance: it has seed=3, not 4"
    assert failure("solve", "mnk", "rows=3", "cols=3", "k=3", "-o", checkpoint, "--resume", "--json") == \
        f"--resume: {checkpoint}.checkpoint is of another instance: it is of cat_and_mouse_ii, not of mnk"
    assert os.path.exists(checkpoint + ".checkpoint")


def test_damaged_checkpoint_is_refused(checkpoint):
    with open(checkpoint + ".checkpoint", "r+b") as file:
        file.seek(-1000, os.SEEK_END)
        before = file.read(1)
        file.seek(-1000, os.SEEK_END)
        file.write(bytes([before[0] ^ 1]))
    assert f"{checkpoint}.checkpoint" in failure("solve", *GAME, "-o", checkpoint, "--resume", "--json")
    with open(checkpoint + ".checkpoint", "wb"):
        pass
    assert f"{checkpoint}.checkpoint" in failure("solve", *GAME, "-o", checkpoint, "--resume", "--json")


def test_interrupted_solve_says_how_it_goes_on(checkpoint):
    log = checkpoint + ".csv"
    words = ["solve", *GAME, "-o", checkpoint, "--resume", "--log", log, "--checkpoint-waves", "1"]
    with subprocess.Popen([PROGRAM, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as solve:
        while not os.path.exists(log) or open(log, encoding="ascii").read().count("\n") < 15:
            assert solve.poll() is None
        solve.send_signal(signal.SIGINT)
        _, said = solve.communicate()
    assert solve.returncode == 130
    assert said == f"zermelo: interrupted; the same command with --resume goes on from {checkpoint}.checkpoint\n"


def test_options_that_do_not_go_together_are_refused(tmp_path):
    assert failure("solve", *GAME, "--checkpoint", "1", "--json") == \
        "--checkpoint needs -o FILE: a checkpoint lies beside the table"
    assert failure("solve", *GAME, "--resume", "--json") == "--resume needs -o FILE: a checkpoint lies beside the table"
    table = str(tmp_path / "t.h5")
    for engine in ["queue", "textbook"]:
        for option in ["--checkpoint=1", "--resume", "--log=" + str(tmp_path / "w.csv")]:
            assert failure("solve", *GAME, "-o", table, "--engine", engine, option, "--json") == \
                f"engine '{engine}' is not available: it works without waves, between which a solve is logged and saved"
    for minutes in ["-1", "nan", "inf", "x", "1e9"]:
        assert failure("solve", *GAME, "-o", table, "--checkpoint", minutes) == \
            f"--checkpoint: '{minutes}' is not a number of minutes from 0 to 525600"
    assert "not in range" in failure("solve", *GAME, "-o", table, "--checkpoint-waves", "0")
    assert os.listdir(tmp_path) == []


def test_log_that_cannot_be_written_is_an_error(tmp_path):
    missing = str(tmp_path / "no_such_folder" / "w.csv")
    assert failure("solve", *GAME, "--log", missing, "--json") == f"--log: cannot write {missing}: No such file or directory"
    assert failure("solve", *GAME, "--log", "/dev/full", "--json", status=3) == \
        "--log: cannot write /dev/full: No space left on device"


def test_other_files_are_not_taken_for_logs(checkpoint, tmp_path):
    notes = tmp_path / "notes.txt"
    notes.write_text("dear diary\n")
    for words in [["--resume", "-o", checkpoint], []]:
        assert failure("solve", *GAME, *words, "--log", str(notes), "--json") == \
            f"--log: {notes} exists and is no log of waves"
    assert notes.read_text() == "dear diary\n"
    for log in [checkpoint, checkpoint + ".checkpoint", os.path.join(os.path.dirname(checkpoint), ".", "t.h5")]:
        assert failure("solve", *GAME, "--resume", "-o", checkpoint, "--log", log, "--json") == \
            f"--log: {log} is where the solve is stored"


def test_checkpoint_is_not_overwritten_by_a_solve_that_does_not_continue_it(checkpoint):
    with open(checkpoint + ".checkpoint", "rb") as file:
        before = file.read()
    assert failure("solve", *GAME, "-o", checkpoint, "--checkpoint", "1", "--json") == \
        f"there is a checkpoint, {checkpoint}.checkpoint: go on from it with --resume, or remove it"
    assert run("solve", "mnk", "-o", checkpoint).returncode == 0
    with open(checkpoint + ".checkpoint", "rb") as file:
        assert file.read() == before


def test_solve_goes_on_where_it_cannot_be_saved(whole, tmp_path):
    table = str(tmp_path / "t.h5")
    most_bytes = 2 << 20  # enough for the table, not for a checkpoint

    def limit_files():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes))

    done = subprocess.run([PROGRAM, "solve", *GAME, "-o", table, "--checkpoint-waves", "20", "--json"],
                          capture_output=True, text=True, check=False, preexec_fn=limit_files)
    assert done.returncode == 0
    assert json.loads(done.stdout)["signature"] == whole[0]["signature"]
    lines = done.stderr.splitlines()
    assert len(lines) == len(whole[1]) // 20
    assert all(line == f"zermelo: not saved, going on: {table}.checkpoint: cannot write: File too large" for line in lines)
    assert os.listdir(tmp_path) == ["t.h5"]


def test_folder_in_the_checkpoints_place_is_refused_at_once(tmp_path):
    table = str(tmp_path / "t.h5")
    os.mkdir(table + ".checkpoint")
    assert failure("solve", *GAME, "-o", table, "--checkpoint", "1", "--json") == \
        f"cannot write {table}.checkpoint: it is a folder"


def test_checkpoint_that_breaks_the_rules_is_refused(checkpoint):
    def mix(values):
        values = (values ^ (values >> numpy.uint64(30))) * numpy.uint64(0xBF58476D1CE4E5B9)
        values = (values ^ (values >> numpy.uint64(27))) * numpy.uint64(0x94D049BB133111EB)
        return values ^ (values >> numpy.uint64(31))

    with h5py.File(checkpoint + ".checkpoint", "r+") as file:
        words = file["words"][:]
        positions = numpy.arange(words.size, dtype=numpy.uint64)

        def digest():
            with numpy.errstate(over="ignore"):
                return b"%016x" % mix(mix(positions) + words.astype(numpy.uint64)).sum(dtype=numpy.uint64)

        assert digest() == file.attrs["digest"], "the digest is not what the format's page says"
        words[5] ^= 1 << 13  # the player to move
        file["words"][:] = words
        file.attrs.modify("digest", numpy.bytes_(digest()))
    assert failure("solve", *GAME, "--engine", "implicit", "-o", checkpoint, "--resume", "--json") == \
        f"--resume: {checkpoint}.checkpoint: the saved solve is not one of these rules: position 5"
