# SPDX-License-Identifier: MIT
"""Runs studies by zermelo-mpi run on some ranks beside zermelo run on one machine."""

import json
import os
import shutil
import signal
import subprocess

import pytest

import mpi_program
from mpi_program import PLAIN, in_two_folders, only_line, own_sessions, reported, side_by_side
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

LISTED = """
[[case]]
game = "mnk"

[[case]]
game = "fair_shares"
n = 12

[[case]]
game = "mnk"
rows = 4
cols = 5
k = 4

[[case]]
game = "cat_and_mouse_ii"
rows = 12
cols = 12
walls = 0.2
move_limit = "none"

[solve]
memory_limit = "60M"
verify = "all"
"""


def study(folder, text=STUDY):
    path = folder / "study.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def command(ranks, *words):
    return mpi_program.command(ranks, "run", *words)


def results(folder):
    return (folder / "results.csv").read_text(encoding="utf-8")


def journal(folder):
    """The lines of cases; all of them are whole."""
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


def test_ranks_run_a_study_like_one_machine(whole, tmp_path):
    words = (str(whole / "study.toml"), "-o", str(tmp_path / "results"))
    done = run(command(3, *words, "--verbose"))
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert sorted(line.split(":")[0] for line in lines[:-1]) == sorted(f"case {i}" for i in range(1, 13))
    assert lines[-1].startswith("12 cases, 0 of them failed, 0 done before")
    assert results(tmp_path / "results") == results(whole / "results")
    assert sorted(os.listdir(tmp_path / "results")) == sorted(os.listdir(whole / "results"))
    tables = sorted(os.listdir(whole / "results" / "tables"))
    assert tables and sorted(os.listdir(tmp_path / "results" / "tables")) == tables
    for table in tables:
        assert run([PLAIN, "diff", str(whole / "results" / "tables" / table),
                    str(tmp_path / "results" / "tables" / table)]).returncode == 0
    again = reported(run(command(1, *words, "--resume", "--threads", "2", "--json")))
    assert (again["cases"], again["failed"], again["done_before"]) == (12, 0, 12)


@pytest.mark.parametrize("goes_on", [[PLAIN, "run"], command(3)], ids=["one machine", "ranks"])
def test_a_run_that_was_killed_goes_on(whole, goes_on, tmp_path):
    words = [str(whole / "study.toml"), "-o", str(tmp_path / "results")]
    with own_sessions() as variables, subprocess.Popen([*command(2), *words, "--verbose", "--threads", "1"],
                                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                                       env=variables) as job:
        for _ in range(3):
            assert job.stdout.readline().startswith("case ")
        job.send_signal(signal.SIGTERM)
        job.communicate(timeout=600)
    before = journal(tmp_path / "results")
    assert len(before) >= 3
    assert reported(run([*goes_on, *words, "--resume", "--json"]))["done_before"] == len(before)
    assert results(tmp_path / "results") == results(whole / "results")


def test_a_case_that_does_not_fit_all_ranks_fails_alone(tmp_path):
    path = study(tmp_path, LISTED)
    expected = run([PLAIN, "run", path, "-o", str(tmp_path / "plain"), "--quiet"])
    assert expected.returncode == 1
    folder = tmp_path / "ranks"
    done = run(command(3, path, "-o", str(folder), "--threads", "1", "--json"))
    assert done.returncode == 1
    assert json.loads(done.stdout)["failed"] == 1
    found, plain = ([line for line in results(where).splitlines() if "rows=4 cols=5" not in line]
                    for where in (folder, tmp_path / "plain"))
    assert len(found) == 4 and found == plain
    (error,) = [line["error"] for line in journal(folder) if "error" in line]
    assert "engine 'distributed' needs about" in error
    assert error.endswith(" more than a rank's share of the memory limit of 60.0 MiB")


def test_notes_on_parameters_are_in_the_journal(tmp_path):
    graphs = ["1 2/0 2/0", "1 2 3/0 2/0/0", "1 2/0 2 3/0/1", "1 2/0 2/0 3/2", "1 2/0 2/0 3/2 4/3", "1 2/0 2/0 3/2 4/3 5/4"]
    path = study(tmp_path, f"question = 'Who wins?'\ngame = 'cat_and_mouse'\n[[sweep]]\ngraph = {graphs}\n")
    assert run(command(3, path, "-o", str(tmp_path / "ranks"), "--quiet")).returncode == 0
    notes = [line["notes"] for line in journal(tmp_path / "ranks")]
    assert len(notes) == 6 and all("an edge leads from 1 to 2" in note for (note,) in notes)


def test_a_case_may_ask_for_all_ranks(tmp_path):
    path = study(tmp_path, """
[[case]]
game = "mnk"
engine = "distributed"

[[case]]
game = "fair_shares"
n = 14
engine = "distributed"

[[case]]
game = "cat_and_mouse_ii"
rows = 4
cols = 4
engine = "distributed_product"

[[case]]
game = "mnk"
engine = "implicit"

[[statistic]]
name = "won"
count = "outcome=win"
""")
    folders = {ranks: tmp_path / str(ranks) for ranks in (1, 3)}
    jobs = side_by_side(lambda ranks: run(command(ranks, path, "-o", str(folders[ranks]), "--threads", "1")), folders)
    for (ranks, folder), done in zip(folders.items(), jobs, strict=True):
        assert (done.returncode, done.stderr) == (0, ""), done.stderr
        timings = (folder / "timings.csv").read_text(encoding="utf-8")
        assert timings.count("distributed_product") == 1
        assert timings.count("distributed") == 2 + 1 and timings.count("implicit") == 1
        if ranks > 1:
            assert results(folder) == results(tmp_path / "1")


def test_one_line_says_what_is_wrong(whole, tmp_path):
    alone = study(tmp_path, STUDY.split("[tables]", maxsplit=1)[0] + "[solve]\none_at_a_time = true\n")
    calls = [(str(whole / "study.toml"), "-o", str(whole / "results")), (str(tmp_path / "none.toml"),),
             (alone, "-o", str(tmp_path / "alone"))]
    lines = [only_line(done) for done in side_by_side(lambda call: run(command(2, *call)), calls)]
    assert "there is something already" in lines[0]
    assert "none.toml" in lines[1]
    assert lines[2].endswith("one_at_a_time: ranks run cases side by side; use zermelo run")
    assert not (tmp_path / "alone").exists()
    assert run(command(1, *calls[2])).returncode == 0


def test_a_rank_that_cannot_write_a_table_ends_all(whole, tmp_path):
    words = [str(whole / "study.toml"), "-o", str(tmp_path / "results")]
    table = sorted(os.listdir(whole / "results" / "tables"))[-1]
    taken = tmp_path / "results" / "tables" / table
    taken.mkdir(parents=True)
    shutil.copy(whole / "results" / "journal.jsonl", tmp_path / "results")
    # Nothing is done but the first line.
    lines = (tmp_path / "results" / "journal.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    (tmp_path / "results" / "journal.jsonl").write_text(lines[0], encoding="utf-8")
    line = only_line(run(command(2, *words, "--resume")), status=3)
    assert line.startswith("rank ") and table in line
    assert not (tmp_path / "results" / "results.csv").exists()
    journal(tmp_path / "results")
    taken.rmdir()
    assert run(command(3, *words, "--resume")).returncode == 0
    assert results(tmp_path / "results") == results(whole / "results")


def test_the_plan_of_a_study_is_printed_once(whole):
    path = str(whole / "study.toml")
    assert run(command(2, path, "--print-effective")).stdout == run([PLAIN, "run", path, "--print-effective"]).stdout
    assert run(command(2, path, "--dry-run")).stdout.count("12 cases, ") == 1


@pytest.mark.parametrize("others_seeds, line", [
    (5, "the ranks were given different studies"),
    (4, "study-results: not all ranks see this folder, where tables are to be kept"),
])
def test_ranks_in_different_folders_are_refused(tmp_path, others_seeds, line):
    one, other = ({"study.toml": STUDY.replace("count = 4", f"count = {seeds}").encode()} for seeds in (4, others_seeds))
    assert in_two_folders(tmp_path, one, other, "run", "study.toml") == [line]
    assert others_seeds == 4 or not (tmp_path / "rank_0" / "study-results").exists()
