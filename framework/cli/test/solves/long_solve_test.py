#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Long solves: saved between waves, killed, continued, and logged wave by wave."""

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

from checkpoint_digest import digest_of
from program import BASELINES, ENGINES, ENGINES_WITH_WAVES, PROGRAM, failure, report, rows_of, run, run_into_full_log

# Some 100 waves on a long board.
GAME = ["cat_and_mouse_ii", "rows=8", "cols=80", "walls=0.2", "seed=4", "cat_jump=2", "mouse_jump=2"]
COUNTS = ["wave", "distance_plies", "win", "loss", "tie"]


@pytest.fixture(name="whole", scope="module")
def fixture_whole(tmp_path_factory):
    """The report of a solve that nobody disturbed, and the lines of its log."""
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
def test_killed_at_three_random_waves_and_continued_it_ends_alike(engine, whole, tmp_path):
    expected, lines = whole
    chance = random.Random(engine)
    table, log = str(tmp_path / "t.h5"), str(tmp_path / "waves.csv")
    words = ["solve", *GAME, "--engine", engine, "-o", table, "--checkpoint-waves", "1", "--resume", "--log", log]
    saved = 0
    for _ in range(3):
        more = lines[saved + 1:saved + chance.randint(5, 9)]
        assert run_into_full_log(words, log, [lines[0], *more])[0] == -signal.SIGKILL
        assert not os.path.exists(table)
        before, saved = saved, waves_saved(table)
        assert before < saved < len(lines) - 1
    with open(log, "w", encoding="ascii") as cut_off:  # it was killed in the middle of a line, behind what it saved
        cut_off.write("".join(lines[:saved + 3]) + lines[saved + 3][:9])
    solved = report(*words)
    assert solved["signature"] == expected["signature"]
    assert (solved["counts"], solved["edges"]) == (expected["counts"], expected["edges"])
    assert run("verify", table).returncode == 0
    assert sorted(os.listdir(tmp_path)) == ["t.h5", "waves.csv"]
    with open(log, encoding="ascii") as written:
        assert counts_of(written) == counts_of(lines)


@pytest.mark.parametrize("begins,ends", [("implicit", "explicit"), ("implicit", "product"), ("product", "implicit"),
                                         ("product", "explicit")])
def test_another_engine_and_number_of_threads_continue_a_solve(begins, ends, whole, tmp_path):
    table, log = str(tmp_path / "t.h5"), str(tmp_path / "waves.csv")
    words = ["solve", *GAME, "-o", table, "--engine", begins, "--threads", "2", "--checkpoint", "0", "--log", log]
    assert run_into_full_log(words, log, whole[1][:21])[0] == -signal.SIGKILL
    solved = report("solve", *GAME, "-o", table, "--engine", ends, "--threads", "1", "--resume")
    assert solved["signature"] == whole[0]["signature"]
    assert "resume" in solved["seconds"] and ("seed" in solved["seconds"]) == (ends == "product")


def test_log_adds_up_to_the_solution(whole):
    solved, lines = whole
    waves = list(csv.DictReader(lines))
    assert [int(row["wave"]) for row in waves] == list(range(1, len(waves) + 1))
    for outcome in ["win", "loss", "tie"]:
        assert sum(int(row[outcome]) for row in waves) == solved["counts"][outcome]
    assert max(int(row["distance_plies"]) for row in waves) == solved["max_distance_plies"]
    assert all(float(row["seconds"]) >= 0 and int(row["resident_bytes"]) > 1 << 20 for row in waves)


def test_every_engine_stores_its_table_with_its_times(tmp_path):
    signatures = set()
    for engine in ENGINES:
        table = str(tmp_path / f"{engine}.h5")
        extra = ["--checkpoint-waves", "5"] if engine in ENGINES_WITH_WAVES else []
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


def save_some_waves(engine, whole, folder):
    """The name of a table, with a checkpoint but no table beside it."""
    table, log = str(folder / "t.h5"), str(folder / "waves.csv")
    words = ["solve", *GAME, "--engine", engine, "-o", table, "--checkpoint-waves", "1", "--log", log]
    assert run_into_full_log(words, log, whole[1][:11])[0] == -signal.SIGKILL
    return table


@pytest.fixture(name="checkpoint")
def fixture_checkpoint(whole, tmp_path):
    """That of an engine that saves words."""
    return save_some_waves("implicit", whole, tmp_path)


def test_checkpoint_of_another_instance_is_refused(checkpoint):
    other = [word.replace("seed=4", "seed=5") for word in GAME]
    assert failure("solve", *other, "-o", checkpoint, "--resume", "--json") == \
        f"--resume: {checkpoint}.checkpoint is of another instance: it has seed=4, not 5"
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


def test_interrupted_solve_says_how_it_goes_on(checkpoint, whole):
    log = checkpoint + ".csv"
    words = ["solve", *GAME, "-o", checkpoint, "--resume", "--checkpoint-waves", "1", "--log", log]
    message = f"zermelo: interrupted; the same command with --resume resumes from {checkpoint}.checkpoint\n"
    assert run_into_full_log(words, log, whole[1][:8], by=signal.SIGINT) == (130, message)


def test_words_that_do_not_fit_beside_the_rows_of_product_are_refused(checkpoint, whole):
    words = ["solve", *GAME, "-o", checkpoint, "--engine", "product", "--resume"]
    plan = report("solve", *GAME, "--explain")["plan"]["engines"]
    (rows,) = (one["peak_bytes"] for one in plan if one["engine"] == "product")
    with h5py.File(checkpoint + ".checkpoint") as file:
        taken = file["words"].size * file["words"].dtype.itemsize
    assert failure(*words, "--memory-limit", str(rows + taken - 1), "--json", status=3) == \
        f"{checkpoint}.checkpoint: its words take {taken} bytes, more than the {taken - 1} that are left; " \
        "engine 'product' reads them beside its own rows, other engines take them over"
    assert report(*words, "--memory-limit", str(rows + taken))["signature"] == whole[0]["signature"]


@pytest.mark.parametrize("engine", ["implicit", "product"])
def test_a_solve_goes_on_in_the_memory_in_which_it_was_begun(engine, whole, tmp_path):
    table, words = save_some_waves(engine, whole, tmp_path), ["solve", *GAME, "--engine", engine]
    plan = report(*words, "--explain")["plan"]["engines"]
    (peak,) = (one["peak_bytes"] for one in plan if one["engine"] == engine)
    words += ["-o", table, "--memory-limit", str(peak)]
    assert report(*words, "--resume")["signature"] == whole[0]["signature"]
    assert run("verify", table).returncode == 0


def test_options_that_do_not_go_together_are_refused(tmp_path):
    assert failure("solve", *GAME, "--checkpoint", "1", "--json") == \
        "--checkpoint needs -o FILE: a checkpoint lies beside the table"
    assert failure("solve", *GAME, "--resume", "--json") == "--resume needs -o FILE: a checkpoint lies beside the table"
    table = str(tmp_path / "t.h5")
    for engine in BASELINES:
        for option in ["--checkpoint=1", "--resume", "--log=" + str(tmp_path / "w.csv")]:
            assert failure("solve", *GAME, "-o", table, "--engine", engine, option, "--json") == \
                f"engine '{engine}' is not available: it works without waves, between which a solve is logged and saved"
    for minutes in ["-1", "nan", "inf", "x", "1e9"]:
        assert failure("solve", *GAME, "-o", table, "--checkpoint", minutes) == \
            f"--checkpoint: '{minutes}' is not a number of minutes from 0 to 525600"
    assert "'0' is not a whole number from 1 to 1000000000" in failure("solve", *GAME, "-o", table, "--checkpoint-waves", "0")
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
        f"there is a checkpoint, {checkpoint}.checkpoint: resume from it with --resume, or remove it"
    assert run("solve", "mnk", "-o", checkpoint).returncode == 0
    with open(checkpoint + ".checkpoint", "rb") as file:
        assert file.read() == before


def test_solve_goes_on_where_it_cannot_be_saved(whole, tmp_path):
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
    assert all(line == f"zermelo: not saved, going on: {table}.checkpoint: cannot write: File too large" for line in lines)
    assert os.listdir(tmp_path) == ["t.h5"]


def test_folder_in_the_checkpoints_place_is_refused_at_once(tmp_path):
    table = str(tmp_path / "t.h5")
    os.mkdir(table + ".checkpoint")
    assert failure("solve", *GAME, "-o", table, "--checkpoint", "1", "--json") == \
        f"cannot write {table}.checkpoint: it is a folder"


def alter(table, dataset, change):
    """Changes the array of a checkpoint, and its digest with it."""
    with h5py.File(table + ".checkpoint", "r+") as file:
        assert digest_of(file) == file.attrs["digest"], "the digest is not what the format's page says"
        words = file[dataset][:]
        change(words)
        file[dataset][:] = words
        file.attrs.modify("digest", numpy.bytes_(digest_of(file)))


def expect_rules_broken(table, engine, at):
    assert failure("solve", *GAME, "--engine", engine, "-o", table, "--resume", "--json") == \
        f"--resume: {table}.checkpoint: the saved solve is not one of these rules: position {at}"


def test_checkpoint_of_words_that_breaks_the_rules_is_refused(checkpoint):
    def change_player_to_move(words):
        words[5] ^= 1 << 13
    alter(checkpoint, "words", change_player_to_move)
    expect_rules_broken(checkpoint, "implicit", 5)


def test_checkpoint_of_entries_that_breaks_the_rules_is_refused(whole, tmp_path):
    table = save_some_waves("product", whole, tmp_path)
    at = []

    def make_a_hole(entries):
        at.append(numpy.flatnonzero(entries == 1)[0])  # a position that is not decided yet
        entries[at[0]] = 0
    alter(table, "entries", make_a_hole)
    for engine in ENGINES_WITH_WAVES:
        expect_rules_broken(table, engine, at[0])


def test_names_that_are_too_long_for_files_are_refused(tmp_path):
    too_long, nearly = str(tmp_path / ("x" * 300)), str(tmp_path / ("x" * 250))
    why = "File name too long"
    assert failure("solve", "mnk", "-o", too_long) == f"cannot write {too_long}: {why}"
    assert failure("solve", "mnk", "--log", too_long, "--json") == f"--log: cannot write {too_long}: {why}"
    assert failure("solve", "mnk", "-o", nearly, "--checkpoint", "1") == f"cannot write {nearly}.checkpoint: {why}"
    assert failure("solve", "mnk", "-o", nearly, "--resume", "--json") == \
        f"--resume: cannot read {nearly}.checkpoint: {why}"
    assert failure("play", "x" * 300).startswith("unknown game 'xxx")
