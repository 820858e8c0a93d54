# SPDX-License-Identifier: MIT
"""Tests studies by `zermelo-mpi run` on some ranks against `zermelo run` on one machine."""

import json
import os
import shutil
import signal
import subprocess

import pytest

import mpi_program
from message_pattern import matches
from mpi_program import PLAIN, in_two_folders, only_line, separate_sessions, reported
from mpi_program import ended as run

STUDY = """
question = "Who wins?"
game = "cat_and_mouse_ii"

[parameters]
walls = 0.1

[[sweep]]
rows = [4, 5, 6]
cols = [4, 5, 6]

[[sweep]]
seed = { from = 0, count = 4 }

[[statistic]]
name = "mouse_share"
count = "winner=mouse"
of = "to_move=mouse ended=no"

[tables]
where = ["rows = 4"]
"""

def study(folder, text=STUDY):
    path = folder / "study.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def command(ranks, *arguments):
    return mpi_program.command(ranks, "run", *arguments)


def results(folder):
    return (folder / "results.csv").read_text(encoding="utf-8")


def journal(folder):
    """The lines of cases, all of them complete."""
    text = (folder / "journal.jsonl").read_text(encoding="utf-8")
    assert text.endswith("\n")
    return [json.loads(line) for line in text.splitlines()][1:]


@pytest.fixture(name="whole", scope="module")
def fixture_whole(tmp_path_factory):
    """A folder with a study and its results on one machine."""
    folder = tmp_path_factory.mktemp("whole")
    done = run([PLAIN, "run", study(folder), "-o", str(folder / "results"), "--quiet"])
    assert (done.returncode, done.stderr) == (0, "")
    return folder


def test_study_on_ranks_matches_single_machine(whole, tmp_path):
    arguments = (str(whole / "study.toml"), "-o", str(tmp_path / "results"))
    done = run(command(3, *arguments, "--verbose"))
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert sorted(line.split(":")[0] for line in lines[:-1]) == sorted(f"case {i}" for i in range(1, 13))
    assert matches("12 cases, 0 ..., 0 ...", lines[-1])
    assert results(tmp_path / "results") == results(whole / "results")
    assert sorted(os.listdir(tmp_path / "results")) == sorted(os.listdir(whole / "results"))
    tables = sorted(os.listdir(whole / "results" / "tables"))
    assert tables and sorted(os.listdir(tmp_path / "results" / "tables")) == tables
    for table in tables:
        assert run([PLAIN, "diff", str(whole / "results" / "tables" / table),
                    str(tmp_path / "results" / "tables" / table)]).returncode == 0
    again = reported(run(command(1, *arguments, "--resume", "--threads", "2", "--json")))
    assert (again["cases"], again["failed"], again["done_before"]) == (12, 0, 12)


@pytest.mark.parametrize("goes_on", [[PLAIN, "run"], command(3)], ids=["one machine", "ranks"])
def test_killed_study_on_ranks_resumes_on_one_machine_or_ranks(whole, goes_on, tmp_path):
    arguments = [str(whole / "study.toml"), "-o", str(tmp_path / "results")]
    with separate_sessions() as variables, subprocess.Popen([*command(2), *arguments, "--verbose", "--threads", "1"],
                                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                                       env=variables) as job:
        for _ in range(3):
            assert job.stdout.readline().startswith("case ")
        job.send_signal(signal.SIGTERM)
        job.communicate(timeout=600)
    before = journal(tmp_path / "results")
    assert len(before) >= 3
    assert reported(run([*goes_on, *arguments, "--resume", "--json"]))["done_before"] == len(before)
    assert results(tmp_path / "results") == results(whole / "results")


def test_unwritable_table_on_one_rank_stops_the_study(whole, tmp_path):
    arguments = [str(whole / "study.toml"), "-o", str(tmp_path / "results")]
    table = sorted(os.listdir(whole / "results" / "tables"))[-1]
    taken = tmp_path / "results" / "tables" / table
    taken.mkdir(parents=True)
    shutil.copy(whole / "results" / "journal.jsonl", tmp_path / "results")
    # Only the first line is done.
    lines = (tmp_path / "results" / "journal.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    (tmp_path / "results" / "journal.jsonl").write_text(lines[0], encoding="utf-8")
    line = only_line(run(command(2, *arguments, "--resume")), status=3)
    assert line.startswith("rank ") and table in line
    assert not (tmp_path / "results" / "results.csv").exists()
    journal(tmp_path / "results")
    taken.rmdir()
    assert run(command(3, *arguments, "--resume")).returncode == 0
    assert results(tmp_path / "results") == results(whole / "results")


@pytest.mark.parametrize("others_seeds, line", [
    (5, "...different studies..."),
    (4, "study-results: ... all ranks ..."),
])
def test_study_rejects_ranks_in_different_folders(tmp_path, others_seeds, line):
    one, other = ({"study.toml": STUDY.replace("count = 4", f"count = {seeds}").encode()} for seeds in (4, others_seeds))
    assert [matches(line, reported) for reported in in_two_folders(tmp_path, one, other, "run", "study.toml")] == [True]
    assert others_seeds == 4 or not (tmp_path / "rank_0" / "study-results").exists()
