#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""zermelo run: cases, results, resuming, and what is refused."""

import csv
import fcntl
import json
import os
import random
import shutil
import signal
import subprocess
import time

import h5py
import numpy as np
import pytest

from journal_file import entries_of, line_of, make_version_1
from program import ENGINES, ENGINES_WITH_WAVES, PROGRAM, failure, report, rows_of, run, run_into_full_log

STUDY = """
question = "Who wins?"
game = "cat_and_mouse_ii"
where = ["cat_jump <= mouse_jump"]

[parameters]
walls = 0.1

[[sweep]]
rows = { from = 4, to = 7 }
cols = [4, 5, 6, 7]

[[sweep]]
cat_jump = [1, 2]

[[sweep]]
mouse_jump = [1, 2]

[[sweep]]
seed = { from = 0, count = 5 }

[[statistic]]
name = "mouse_share"
count = "winner=mouse"
of = "to_move=mouse ended=no"
"""


def study(folder, text, name="study.toml"):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def started(*words):
    """A run that prints a line for each case into a narrow pipe: it waits while nobody reads."""
    return subprocess.Popen([PROGRAM, "run", *words, "--verbose"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            text=True, pipesize=4096)


@pytest.fixture(name="whole", scope="module")
def fixture_whole(tmp_path_factory):
    """A folder with a study and the results of a run that nobody disturbed."""
    folder = tmp_path_factory.mktemp("whole")
    done = report("run", study(folder, STUDY), "-o", str(folder / "results"), "--quiet")
    assert (done["cases"], done["failed"], done["done_before"]) == (60, 0, 0)
    return folder


def test_every_case_is_what_solve_says(whole):
    rows = rows_of(whole / "results" / "results.csv")
    assert [int(row["case"]) for row in rows] == list(range(1, 61))
    expected = [(r, r, c, m, s) for r in range(4, 8) for c in (1, 2) for m in (1, 2) for s in range(5) if c <= m]
    names = ["rows", "cols", "cat_jump", "mouse_jump", "seed"]
    assert [tuple(int(row[name]) for name in names) for row in rows] == expected
    for row in random.Random(1).sample(rows, 12):
        solved = report("solve", "cat_and_mouse_ii", "walls=0.1", *(f"{name}={row[name]}" for name in names))
        assert row["signature"] == solved["signature"]
        for name in ("positions", "legal_positions", "edges"):
            assert int(row[name]) == solved[name]
        assert int(row["mouse_wins"]) == solved["winners"]["mouse"]
        assert row["start_winner"] == solved["start"]["winner"]
        assert row["start_answer"] == str(solved["start"]["answer"]).lower()


def test_statistics_are_shares_that_find_counts(whole, tmp_path):
    row = rows_of(whole / "results" / "results.csv")[37]
    table = str(tmp_path / "t.h5")
    words = [f"{name}={row[name]}" for name in ("rows", "cols", "cat_jump", "mouse_jump", "seed", "walls")]
    assert run("solve", "cat_and_mouse_ii", *words, "-o", table).returncode == 0
    of = report("find", table, "to_move=mouse ended=no", "--count")["count"]
    count = report("find", table, "to_move=mouse ended=no", "winner=mouse", "--count")["count"]
    assert float(row["mouse_share"]) == count / of


def test_results_h5_has_the_columns_of_the_csv(whole):
    rows = rows_of(whole / "results" / "results.csv")
    with h5py.File(whole / "results" / "results.h5") as file:
        assert file.attrs["format"] == b"zermelo-columns" and file.attrs["complete"] == 1
        assert file.attrs["study"].decode().strip() == STUDY.strip()
        columns = file["results"]
        assert list(columns) == list(rows[0])
        assert list(columns["edges"]) == [int(row["edges"]) for row in rows]
        assert list(columns["mouse_share"]) == [float(row["mouse_share"]) for row in rows]
        assert [text.decode() for text in columns["signature"]] == [row["signature"] for row in rows]
        assert list(file["timings"]["case"]) == list(range(1, 61))


def test_results_do_not_depend_on_threads_and_engine_order(whole, tmp_path):
    expected = (whole / "results" / "results.csv").read_bytes()
    for threads in ("1", "5"):
        folder = tmp_path / threads
        assert run("run", str(whole / "study.toml"), "-o", str(folder), "--threads", threads).returncode == 0
        assert (folder / "results.csv").read_bytes() == expected


def test_killed_five_times_and_resumed_it_gives_the_same_bytes(tmp_path):
    path = study(tmp_path, STUDY.replace("count = 5", "count = 100"))
    assert run("run", path, "-o", str(tmp_path / "whole")).returncode == 0
    expected = (tmp_path / "whole" / "results.csv").read_bytes()
    cases = expected.count(b"\n") - 1
    folder = tmp_path / "killed"
    journal = folder / "journal.jsonl"
    # The run is ahead of its reader by at most 190 lines: the pipe and Python's buffers hold no more.
    for _ in range(5):
        with started(path, "-o", folder, "--resume", "--threads", "2") as runner:
            for _ in range(cases // 60):
                assert runner.stdout.readline().startswith("case ")
            runner.send_signal(signal.SIGKILL)
        assert runner.returncode == -signal.SIGKILL
        assert not (folder / "results.csv").exists()
    with open(journal, "ab") as cut_off:
        cut_off.write(b'{"case": 3, "resul')
    resumed = report("run", path, "-o", str(folder), "--resume")
    assert 0 < resumed["done_before"] < cases
    assert (folder / "results.csv").read_bytes() == expected


def test_resume_refuses_a_study_that_has_changed(whole, tmp_path):
    shutil.copytree(whole / "results", tmp_path / "results")
    changed = study(tmp_path, STUDY.replace("walls = 0.1", "walls = 0.2"))
    assert "begun by another study" in failure("run", changed, "-o", str(tmp_path / "results"), "--resume")
    assert run("run", changed, "-o", str(tmp_path / "results"), "--resume", "--accept-changes").returncode == 0


def test_a_study_is_the_same_from_any_folder(tmp_path):
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "g.txt").write_text("M.C\n...\n..F\n", encoding="ascii")
    path = study(tmp_path / "sub", 'game = "cat_and_mouse_ii"\n[parameters]\ngrid = "@g.txt"\n', "s.toml")
    folder = str(tmp_path / "r")
    assert run("run", path, "-o", folder).returncode == 0
    done = subprocess.run([PROGRAM, "run", "s.toml", "-o", folder, "--resume"], cwd=tmp_path / "sub", check=False,
                          capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "1 done before" in done.stdout


def test_accepted_changes_keep_the_cases_that_are_in_both_studies(tmp_path):
    text = 'game = "cat_and_mouse_ii"\n[parameters]\nrows = 4\ncols = 4\n[[sweep]]\ncat_jump = [1, 2, 3]\n'
    folder = str(tmp_path / "r")
    assert run("run", study(tmp_path, text), "-o", folder).returncode == 0
    changed = text.replace("[1, 2, 3]", "[4, 3]")
    done = report("run", study(tmp_path, changed), "-o", folder, "--resume", "--accept-changes")
    assert (done["cases"], done["done_before"]) == (2, 1)
    rows = rows_of(tmp_path / "r" / "results.csv")
    assert [(row["case"], row["cat_jump"]) for row in rows] == [("1", "4"), ("2", "3")]
    fresh = tmp_path / "fresh"
    assert run("run", study(tmp_path, changed), "-o", str(fresh)).returncode == 0
    assert (tmp_path / "r" / "results.csv").read_bytes() == (fresh / "results.csv").read_bytes()
    # It is the changed study's folder now.
    assert report("run", study(tmp_path, changed), "-o", folder, "--resume")["done_before"] == 2


def test_accepted_changes_solve_again_what_is_recorded_or_read_otherwise(tmp_path):
    for name in "ab":
        (tmp_path / f"{name}.txt").write_text("M.C\n...\n..F\n", encoding="ascii")
    text = """game = "cat_and_mouse_ii"
[[sweep]]
grid = ["@a.txt", "@b.txt"]
[[statistic]]
name = "share"
count = "winner=mouse"
"""
    folder = str(tmp_path / "r")
    path = study(tmp_path, text)
    assert run("run", path, "-o", folder).returncode == 0
    (tmp_path / "b.txt").write_text("M#C\n.#.\n..F\n", encoding="ascii")
    assert report("run", path, "-o", folder, "--resume", "--accept-changes")["done_before"] == 1
    rows = rows_of(tmp_path / "r" / "results.csv")
    assert rows[0]["signature"] != rows[1]["signature"]
    study(tmp_path, text.replace("winner=mouse", "winner=cat"))
    assert report("run", path, "-o", folder, "--resume", "--accept-changes")["done_before"] == 0
    changed = rows_of(tmp_path / "r" / "results.csv")
    assert changed[0]["share"] != rows[0]["share"] and changed[0]["signature"] == rows[0]["signature"]


TABLES = """game = "cat_and_mouse_ii"
[parameters]
rows = 4
cols = 4
[[sweep]]
cat_jump = [1, 2, 3]
[tables]
where = ["cat_jump != 2"]
"""


def test_accepted_changes_of_repetitions_and_tables_give_what_a_fresh_run_gives(tmp_path):
    text = TABLES[:TABLES.index("[tables]")]
    folder = str(tmp_path / "r")
    assert run("run", study(tmp_path, text), "-o", folder).returncode == 0
    changes = ["repetitions = 2\n" + text, TABLES, TABLES.replace("!= 2", "= 2"), text]
    for number, changed in enumerate(changes):
        path = study(tmp_path, changed)
        assert run("run", path, "-o", folder, "--resume", "--accept-changes").returncode == 0
        assert run("run", path, "-o", str(tmp_path / str(number))).returncode == 0
        expected = (tmp_path / str(number) / "results.csv").read_bytes()
        assert (tmp_path / "r" / "results.csv").read_bytes() == expected
        for row in rows_of(tmp_path / "r" / "results.csv"):
            if row.get("table"):
                assert report("stats", str(tmp_path / "r" / row["table"]))["signature"] == row["signature"]


def test_a_table_that_has_been_lost_is_made_again(tmp_path):
    path = study(tmp_path, TABLES)
    assert run("run", path, "-o", str(tmp_path / "r")).returncode == 0
    table = tmp_path / "r" / rows_of(tmp_path / "r" / "results.csv")[0]["table"]
    expected = report("stats", str(table))["signature"]
    table.unlink()
    assert report("run", path, "-o", str(tmp_path / "r"), "--resume")["done_before"] == 2
    assert report("stats", str(table))["signature"] == expected


@pytest.mark.parametrize("put", [
    lambda table, of_other: shutil.copyfile(of_other, table),
    lambda table, of_other: os.truncate(table, table.stat().st_size - 1),
    lambda table, of_other: table.write_bytes(bytes(table.stat().st_size)),
    lambda table, of_other: table.write_bytes(table.read_bytes() + b"0"),
], ids=["of another case", "cut", "no table", "longer"])
def test_a_table_that_is_not_the_one_that_was_kept_is_made_again(tmp_path, put):
    path = study(tmp_path, TABLES)
    assert run("run", path, "-o", str(tmp_path / "r")).returncode == 0
    table, of_other = (tmp_path / "r" / row["table"] for row in rows_of(tmp_path / "r" / "results.csv") if row["table"])
    expected = report("stats", str(table))["signature"]
    put(table, of_other)
    assert report("run", path, "-o", str(tmp_path / "r"), "--resume")["done_before"] == 2
    assert report("stats", str(table))["signature"] == expected
    assert report("run", path, "-o", str(tmp_path / "r"), "--resume")["done_before"] == 3


def test_a_journal_of_before_sizes_of_tables_were_kept_is_gone_on_with(tmp_path):
    path = study(tmp_path, TABLES)
    assert run("run", path, "-o", str(tmp_path / "r")).returncode == 0
    rows = rows_of(tmp_path / "r" / "results.csv")
    tables = [tmp_path / "r" / row["table"] if row["table"] else None for row in rows]
    expected = {table.stat().st_size if table else None for table in tables}
    sizes = []
    make_version_1(tmp_path / "r" / "journal.jsonl", lambda entry: sizes.append(entry.pop("table_bytes", None)))
    assert set(sizes) == expected, "of the cases whose tables are kept"
    assert report("run", path, "-o", str(tmp_path / "r"), "--resume")["done_before"] == 3
    shutil.copyfile(tables[2], tables[0])
    assert report("run", path, "-o", str(tmp_path / "r"), "--resume")["done_before"] == 2


@pytest.mark.parametrize("lost", [None, "max_tie_plies", "start_plies", "mouse_share"])
def test_an_interrupted_run_of_the_version_before_is_resumed(lost, whole, tmp_path):
    folder = tmp_path / "r"
    shutil.copytree(whole / "results", folder)
    journal = folder / "journal.jsonl"
    lines = journal.read_text(encoding="utf-8").splitlines(keepends=True)
    journal.write_text("".join(lines[:40]), encoding="utf-8")
    make_version_1(journal, lambda entry: entry.get("results", {}).pop(lost, None))
    for name in ("results.csv", "timings.csv", "results.h5", "columns.json"):
        (folder / name).unlink()
    resumed = run("run", str(whole / "study.toml"), "-o", str(folder), "--resume", "--json")
    assert resumed.returncode == run("run", str(whole / "study.toml"), "-o", str(tmp_path / "anew")).returncode
    assert resumed.stderr == (
        "" if lost is None else f"zermelo: 39 of 39 cases in the journal have no '{lost}', which this version records: "
        "they are solved again\n")
    assert json.loads(resumed.stdout)["done_before"] == (39 if lost is None else 0)
    assert (folder / "results.csv").read_bytes() == (whole / "results" / "results.csv").read_bytes()
    head, entries = entries_of(journal)
    assert head["format_version"] == 2 and all("digest" in entry for entry in entries)
    assert report("run", str(whole / "study.toml"), "-o", str(folder), "--resume")["done_before"] == 60


def test_tables_of_instances_from_files_are_found_again(tmp_path):
    (tmp_path / "g.txt").write_text("#F..\nC..M\n", encoding="utf-8")
    text = 'game = "cat_and_mouse_ii"\n[parameters]\ngrid = "@g.txt"\nmouse_jump = 2\n[[sweep]]\ncat_jump = [1, 2]\n'
    path = study(tmp_path, text + "[tables]\nkeep = true\n")
    assert run("run", path, "-o", str(tmp_path / "r")).returncode == 0
    assert report("run", path, "-o", str(tmp_path / "r"), "--resume")["done_before"] == 2


def test_a_study_is_what_was_read_even_if_its_file_changes_or_is_a_pipe(tmp_path):
    text = STUDY.replace("count = 5", "count = 100")
    path = study(tmp_path, text)
    with started(path, "-o", tmp_path / "r") as runner:
        assert runner.stdout.readline().startswith("case ")
        os.remove(path)
        runner.communicate()
    assert runner.returncode == 0
    assert (tmp_path / "r" / "study.toml").read_text(encoding="utf-8").strip() == text.strip()
    with h5py.File(tmp_path / "r" / "results.h5") as file:
        assert file.attrs["study"].decode().strip() == text.strip()
    piped = run("run", "/dev/stdin", "-o", str(tmp_path / "p"), stdin=STUDY)
    assert (piped.returncode, piped.stderr) == (0, "")
    assert (tmp_path / "p" / "study.toml").read_text(encoding="utf-8").strip() == STUDY.strip()


@pytest.mark.parametrize("line", [
    '{"key": "a"}', '{"key": "a", "error": "", "timings": {}}', '{"key": "a", "results": {}, "timings": {}, "error": 5}', "[]", "5", '{"key": 1}',
    '{"key": "a", "results": [], "timings": {}}', '{"key": "a", "results": {}, "timings": 1}',
])
def test_a_journal_that_is_none_is_refused(whole, tmp_path, line):
    shutil.copytree(whole / "results", tmp_path / "results")
    journal = tmp_path / "results" / "journal.jsonl"
    with open(journal, "a", encoding="ascii") as file:
        file.write(line + "\n")
    before = journal.read_bytes()
    message = failure("run", str(whole / "study.toml"), "-o", str(tmp_path / "results"), "--resume")
    assert message == f"{journal}:62: not a case"
    assert journal.read_bytes() == before


def test_kept_tables_are_those_of_their_cases_whatever_their_numbers(tmp_path):
    folder = str(tmp_path / "r")
    assert run("run", study(tmp_path, TABLES), "-o", folder).returncode == 0
    changed = study(tmp_path, TABLES.replace("[1, 2, 3]", "[2, 3, 4]"))
    assert report("run", changed, "-o", folder, "--resume", "--accept-changes")["done_before"] == 2
    rows = rows_of(tmp_path / "r" / "results.csv")
    assert [row["cat_jump"] for row in rows] == ["2", "3", "4"] and rows[0]["table"] == ""
    for row in rows[1:]:
        assert f"cat_jump={row['cat_jump']}" in row["table"]
        table = str(tmp_path / "r" / row["table"])
        assert report("stats", table)["signature"] == row["signature"]
        assert report("verify", table)["accepted"]


def test_a_run_that_was_killed_before_its_first_case_is_gone_on_with(tmp_path):
    path = study(tmp_path, TABLES)
    (tmp_path / "r" / "tables").mkdir(parents=True)
    (tmp_path / "r" / "journal.jsonl").write_bytes(b'{"format":"zerm')
    assert report("run", path, "-o", str(tmp_path / "r"), "--resume")["cases"] == 3


def test_cases_that_have_failed_are_tried_again(tmp_path):
    text = 'game = "cat_and_mouse_ii"\n[parameters]\nrows = 40\ncols = 40\n[[sweep]]\nseed = [1, 2]\n' \
        '[solve]\nmemory_limit = "1M"\n'
    folder = str(tmp_path / "r")
    failed = run("run", study(tmp_path, text), "-o", folder, "--json")
    assert failed.returncode == 1 and json.loads(failed.stdout)["failed"] == 2
    assert failed.stderr.count("FAILED: ") == 2
    assert all(row["error"].endswith(", more than the memory limit of 1.0 MiB") for row in rows_of(tmp_path / "r" / "results.csv"))
    assert [row["engine"] for row in rows_of(tmp_path / "r" / "timings.csv")] == ["", ""]
    done = report("run", study(tmp_path, text.replace("1M", "1G")), "-o", folder, "--resume", "--accept-changes")
    assert (done["done_before"], done["failed"]) == (0, 0)
    assert all(not row["error"] for row in rows_of(tmp_path / "r" / "results.csv"))


def test_a_case_that_no_memory_can_hold_is_refused_in_words_that_do_not_depend_on_the_machine(tmp_path):
    text = 'game = "cat_and_mouse_ii"\n[[sweep]]\nrows = [4, 512]\ncols = [4, 512]\n' \
        '[solve]\nengine = "explicit"\n'
    planned = run("run", study(tmp_path, text), "--dry-run")
    assert planned.returncode == 1 and "REFUSED: " in planned.stdout.splitlines()[1]
    done = run("run", study(tmp_path, text), "-o", str(tmp_path / "r"))
    assert done.returncode == 1
    rows = rows_of(tmp_path / "r" / "results.csv")
    assert rows[0]["error"] == ""
    assert rows[1]["error"].endswith(", more than there is")


def test_interrupted_it_says_how_to_go_on(tmp_path):
    path = study(tmp_path, STUDY.replace("count = 5", "count = 200"))
    folder = tmp_path / "r"
    with started(path, "-o", folder) as runner:
        assert runner.stdout.readline().startswith("case ")
        runner.send_signal(signal.SIGINT)
        _, err = runner.communicate()
    assert runner.returncode == 130
    assert err == f"zermelo: interrupted; the same command with --resume resumes in {folder}\n"
    assert report("run", path, "-o", str(folder), "--resume")["failed"] == 0


def test_a_disk_that_fills_up_ends_the_run_and_loses_nothing(tmp_path):
    """Room for the journal of some cases, then none; on a larger disk the run resumes."""
    path = study(tmp_path, STUDY.replace("count = 5", "count = 40"))
    disk = tmp_path / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=100k", "tmpfs", disk], capture_output=True,
                      check=False).returncode != 0:
        pytest.skip("may not mount a file system")
    try:
        message = failure("run", path, "-o", str(disk / "r"), status=3)
        assert message == f"{disk}/r/journal.jsonl: cannot write: No space left on device"
        assert not (disk / "r" / "results.csv").exists()
        subprocess.run(["mount", "-o", "remount,size=10m", disk], check=True)
        resumed = report("run", path, "-o", str(disk / "r"), "--resume")
        assert resumed["done_before"] > 50 and resumed["failed"] == 0
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        message = failure("run", path, "-o", str(disk / "new"))
        assert message == f"{disk}/new: cannot make the folder: Read-only file system"
        message = failure("run", path, "-o", str(disk / "r"), "--resume", status=3)
        assert message == f"{disk}/r/journal.jsonl: cannot write: Read-only file system"
    finally:
        subprocess.run(["umount", disk], check=True)


def test_a_table_that_cannot_be_written_ends_the_run(tmp_path):
    folder = str(tmp_path / "r")
    path = study(tmp_path, TABLES)
    assert run("run", path, "-o", folder).returncode == 0
    shutil.rmtree(tmp_path / "r" / "tables")
    (tmp_path / "r" / "tables").write_bytes(b"")
    more = study(tmp_path, TABLES.replace("[1, 2, 3]", "[4]"), "more.toml")
    message = failure("run", more, "-o", folder, "--resume", "--accept-changes", status=3)
    assert message.startswith(f"{folder}/tables: cannot make the folder: ")


def test_two_runs_do_not_share_a_folder(whole, tmp_path):
    shutil.copytree(whole / "results", tmp_path / "results")
    with open(tmp_path / "results" / "journal.jsonl", "ab") as at_work:
        fcntl.flock(at_work, fcntl.LOCK_EX)
        message = failure("run", str(whole / "study.toml"), "-o", str(tmp_path / "results"), "--resume")
    assert message.endswith("journal.jsonl: another run is at work in this folder")


def test_a_folder_without_a_run_is_not_gone_on_with(whole, tmp_path):
    (tmp_path / "study.toml").write_text("mine", encoding="ascii")
    message = failure("run", str(whole / "study.toml"), "-o", str(tmp_path), "--resume")
    assert message == f"{tmp_path}: there is something already, and no run to go on with"
    assert (tmp_path / "study.toml").read_text(encoding="ascii") == "mine"


def test_a_file_that_has_changed_is_a_change_of_the_study(tmp_path):
    (tmp_path / "g.txt").write_text("M.C\n...\n..F\n", encoding="ascii")
    path = study(tmp_path, 'game = "cat_and_mouse_ii"\n[[sweep]]\ngrid = { files = "*.txt" }\n')
    assert run("run", path, "-o", str(tmp_path / "r")).returncode == 0
    (tmp_path / "g.txt").write_text("M.C\n.#.\n..F\n", encoding="ascii")
    assert "begun by another study" in failure("run", path, "-o", str(tmp_path / "r"), "--resume")


def test_the_effective_study_is_the_same_study(whole, tmp_path):
    effective = run("run", str(whole / "study.toml"), "--print-effective").stdout
    again = study(tmp_path, effective)
    assert run("run", again, "--print-effective").stdout == effective
    assert run("run", again, "-o", str(tmp_path / "r")).returncode == 0
    assert (tmp_path / "r" / "results.csv").read_bytes() == (whole / "results" / "results.csv").read_bytes()


def test_the_effective_study_keeps_files_graphs_and_texts(tmp_path):
    (tmp_path / "g.g6").write_text("Ch\nDhc\n", encoding="ascii")
    (tmp_path / "one.txt").write_text("2 3/3/0 3/0 1 2", encoding="ascii")
    (tmp_path / "two.txt").write_text("1,2/0,2/0,1", encoding="ascii")
    for sweep in ('{ graph6 = "g.g6" }', '{ files = "*.txt" }', '["@one.txt", "1,2/0,2/0,1", """1,2\n0,2\n0,1"""]'):
        text = f'question = "a \\"b\\" c"\ngame = "cat_and_mouse"\n[[sweep]]\ngraph = {sweep}\n'
        original = study(tmp_path, text)
        effective = run("run", original, "--print-effective")
        again = study(tmp_path, effective.stdout, "again.toml")
        assert run("run", again, "--print-effective").stdout == effective.stdout
        shutil.rmtree(tmp_path / "r", ignore_errors=True)
        first = run("run", original, "-o", str(tmp_path / "r"))
        assert (first.returncode, first.stderr) == (0, "")
        # The same digest: it resumes.
        cases = report("run", again, "-o", str(tmp_path / "r"), "--resume")
        assert cases["done_before"] == cases["cases"] > 1


def test_files_are_named_as_they_are(tmp_path):
    folder = tmp_path / "a[1] b*"
    folder.mkdir()
    names = ["1e5", "8", "inf", "nan"]
    for number, name in enumerate(names):
        (folder / f"{name}.grid").write_text("MCF" + "." * number, encoding="ascii")
        (folder / name).write_text("MCF" + "." * number, encoding="ascii")
    path = study(folder, 'game = "cat_and_mouse_ii"\n[[sweep]]\ngrid = { files = "*.grid" }\n')
    assert run("run", path, "-o", str(tmp_path / "r")).returncode == 0
    assert [row["grid"] for row in rows_of(tmp_path / "r" / "results.csv")] == [f"{name}.grid" for name in names]
    listed = ", ".join(f'"@{name}"' for name in names)
    path = study(folder, f'game = "cat_and_mouse_ii"\n[[sweep]]\ngrid = [{listed}]\n')
    assert run("run", path, "-o", str(tmp_path / "s")).returncode == 0
    assert [row["grid"] for row in rows_of(tmp_path / "s" / "results.csv")] == names


def test_instances_are_what_was_read_even_if_their_files_change(tmp_path):
    last = tmp_path / "zlast.txt"
    last.write_text("MCF..\n.....\n", encoding="ascii")
    for number in range(300):
        (tmp_path / f"{number:03}.txt").write_text("MCF" + "." * (number % 50), encoding="ascii")
    path = study(tmp_path, 'game = "cat_and_mouse_ii"\n[[sweep]]\ngrid = { files = "*.txt" }\n')
    assert run("run", path, "-o", str(tmp_path / "whole")).returncode == 0
    with started(path, "-o", tmp_path / "r", "--threads", "1") as runner:
        assert runner.stdout.readline().startswith("case 1: ")
        last.write_text("no grid", encoding="ascii")
        runner.communicate()
    assert (tmp_path / "r" / "results.csv").read_bytes() == (tmp_path / "whole" / "results.csv").read_bytes()


def test_results_do_not_depend_on_how_the_study_is_named(tmp_path):
    (tmp_path / "e").mkdir()
    (tmp_path / "e" / "bad.txt").write_text("MCF\n..\n", encoding="ascii")
    text = 'game = "cat_and_mouse_ii"\n[[sweep]]\ngrid = ["@bad.txt", "MCF"]\n[[statistic]]\nname = "far"\n' \
        'count = "mouse=0,2"\n'
    study(tmp_path / "e", text, "s.toml")
    for number, (where, name) in enumerate([(tmp_path, "e/s.toml"), (tmp_path / "e", "s.toml")]):
        done = subprocess.run([PROGRAM, "run", name, "-o", tmp_path / str(number)], cwd=where, capture_output=True,
                              check=False)
        assert done.returncode == 1
    rows = rows_of(tmp_path / "0" / "results.csv")
    assert rows[0]["error"].startswith("bad.txt: line 2 ") and rows[1]["error"] == ""
    assert (tmp_path / "0" / "results.csv").read_bytes() == (tmp_path / "1" / "results.csv").read_bytes()


def test_numbers_are_those_that_are_written(tmp_path):
    text = 'game = "cat_and_mouse_ii"\n[parameters]\nrows = 9\ncols = 9\n[[sweep]]\n' \
        'walls = [0.1234567890123456, 0.1234567890123457, 0.1, 1e-7]\n'
    planned = report("run", study(tmp_path, text), "--dry-run")
    assert [case["walls"] for case in planned["cases"]] == [0.1234567890123456, 0.1234567890123457, 0.1, 1e-7]
    text = text.replace("[0.1234567890123456, 0.1234567890123457, 0.1, 1e-7]", "{ from = 0, to = 0.3, step = 0.1 }")
    planned = report("run", study(tmp_path, text), "--dry-run")
    assert [case["walls"] for case in planned["cases"]] == [0, 0.1, 0.2, 0.3]


ALIKE = 'game = "cat_and_mouse_ii"\n[parameters]\nrows = 6\ncols = 7\n'


def test_every_engine_finds_the_same(tmp_path):
    engines = ENGINES[::-1]
    path = study(tmp_path, f"{ALIKE}[[sweep]]\nengine = {engines}\n[solve]\none_at_a_time = true\nverify = 'all'\n")
    assert report("run", path, "-o", str(tmp_path / "r"), "--threads", "2")["failed"] == 0
    rows = rows_of(tmp_path / "r" / "results.csv")
    assert [row["engine"] for row in rows] == engines and len({row["signature"] for row in rows}) == 1
    timings = rows_of(tmp_path / "r" / "timings.csv")
    assert [row["engine"] for row in timings] == engines
    assert [row["threads"] for row in timings] == ["2" if engine in ENGINES_WITH_WAVES else "1" for engine in engines]


def test_threads_and_repetitions_of_each_case(tmp_path):
    path = study(tmp_path, f"repetitions = 3\n{ALIKE}[solve]\nthreads = 3\nverify = 'sample:100'\n")
    assert report("run", path, "-o", str(tmp_path / "r"), "--threads", "2")["cases"] == 3
    rows = rows_of(tmp_path / "r" / "results.csv")
    assert [row["repetition"] for row in rows] == ["1", "2", "3"] and len({row["signature"] for row in rows}) == 1
    assert [row["threads"] for row in rows_of(tmp_path / "r" / "timings.csv")] == ["3", "3", "3"]


def test_a_large_case_has_all_threads(tmp_path):
    text = 'game = "cat_and_mouse_ii"\n[[sweep]]\nrows = [4, 40]\ncols = [4, 40]\n'
    assert report("run", study(tmp_path, text), "-o", str(tmp_path / "r"), "--threads", "3")["failed"] == 0
    assert [int(row["positions"]) > 4_000_000 for row in rows_of(tmp_path / "r" / "results.csv")] == [False, True]
    assert [row["threads"] for row in rows_of(tmp_path / "r" / "timings.csv")] == ["1", "3"]


# A small case and one of some 70 waves, which runs alone; both with a statistic.
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
LARGE_WORDS = ["rows=40", "cols=40", "walls=0.1", "seed=3", "cat_jump=2", "mouse_jump=2"]


@pytest.fixture(name="large", scope="module")
def fixture_large(tmp_path_factory):
    """The results of LARGE from a run that nobody disturbed, on one thread, with the log of its large case."""
    folder = tmp_path_factory.mktemp("large")
    done = run("run", study(folder, LARGE), "-o", str(folder / "r"), "--threads", "1", "--log")
    assert (done.returncode, done.stderr) == (0, "")
    assert not (folder / "r" / "checkpoints").exists()
    (log,) = (folder / "r" / "logs").iterdir()
    return whole_run((folder / "r" / "results.csv").read_bytes(), log)


class whole_run:
    """Results, and a log of waves by its name and its lines."""

    def __init__(self, results, log):
        self.results, self.log_name, self.log = results, log.name, log.read_text(encoding="ascii").splitlines(True)


def end_in_a_case(whole, path, folder, waves=15, by=signal.SIGKILL):
    """Starts a run that saves its large case after each wave, and ends it after about so many waves of that case."""
    (folder / "logs").mkdir(parents=True, exist_ok=True)
    (folder / "journal.jsonl").touch()
    words = ["run", path, "-o", str(folder), "--resume", "--log", "--checkpoint-waves", "1"]
    status, message = run_into_full_log(words, folder / "logs" / whole.log_name, whole.log[:1 + waves], by)
    assert status == (-signal.SIGKILL if by == signal.SIGKILL else 130)
    assert not (folder / "results.csv").exists()
    return message


def checkpoint_in(folder):
    (checkpoint,) = (folder / "checkpoints").glob("[!.]*")
    return checkpoint


def waves_saved(folder):
    with h5py.File(checkpoint_in(folder)) as file:
        return int(file.attrs["waves"])


@pytest.mark.parametrize("engine", ENGINES_WITH_WAVES)
def test_killed_twice_in_the_middle_of_a_case_it_goes_on_there(engine, large, tmp_path):
    path = study(tmp_path, LARGE.replace("implicit", engine))
    folder = tmp_path / "r"
    saved = 0
    for waves in (10, 20):
        end_in_a_case(large, path, folder, waves)
        before, saved = saved, waves_saved(folder)
        assert before < saved < len(large.log) - 1
        assert checkpoint_in(folder).name.startswith("rows=40,cols=40-")
        assert checkpoint_in(folder).name.endswith(f".{engine}.checkpoint")
    (folder / "logs" / large.log_name).write_text("".join(large.log[:saved + 3]), encoding="ascii")
    done = run("run", path, "-o", str(folder), "--resume", "--log", "--threads", "3")
    assert (done.returncode, done.stderr) == (0, "")
    assert "2 cases, 0 of them failed, 1 done before" in done.stdout
    assert (folder / "results.csv").read_bytes() == large.results
    small, one = rows_of(folder / "timings.csv")
    assert (one["engine"], one["threads"]) == (engine, "3")
    if engine != "product":  # which marks its ends again
        assert one["seed_seconds"] == "0.0"
    assert float(one["resume_seconds"]) > 0 and small["resume_seconds"] == "0.0"
    assert not (folder / "checkpoints").exists()
    (log,) = (folder / "logs").iterdir()
    counts = ["wave", "distance_plies", "win", "loss", "tie"]
    assert [[row[c] for c in counts] for row in rows_of(log)] == \
        [[row[c] for c in counts] for row in csv.DictReader(large.log)]


def test_a_case_that_goes_on_does_so_on_its_engine(large, tmp_path):
    """`auto` would take another one for a case that begins."""
    path = study(tmp_path, LARGE)
    folder = tmp_path / "r"
    end_in_a_case(large, path, folder)
    left_to_choose = study(tmp_path, LARGE.replace('engine = "implicit"\n', ""))
    resumed = run("run", left_to_choose, "-o", str(folder), "--resume", "--accept-changes")
    assert (resumed.returncode, resumed.stderr) == (0, "")
    assert (folder / "results.csv").read_bytes() == large.results
    timings = rows_of(folder / "timings.csv")[1]
    assert timings["engine"] == "implicit" and float(timings["resume_seconds"]) > 0


def test_another_engine_that_is_asked_for_starts_anew(large, tmp_path):
    folder = tmp_path / "r"
    end_in_a_case(large, study(tmp_path, LARGE), folder)
    path = study(tmp_path, LARGE.replace("implicit", "explicit"))
    resumed = run("run", path, "-o", str(folder), "--resume", "--accept-changes")
    assert (resumed.returncode, resumed.stderr) == (0, "")
    assert (folder / "results.csv").read_bytes() == large.results
    timings = rows_of(folder / "timings.csv")[1]
    assert (timings["engine"], timings["resume_seconds"]) == ("explicit", "0.0")
    assert not (folder / "checkpoints").exists()


def test_interrupted_in_the_middle_of_a_case_it_goes_on_there(large, tmp_path):
    path = study(tmp_path, LARGE)
    folder = tmp_path / "r"
    message = end_in_a_case(large, path, folder, by=signal.SIGINT)
    assert message == f"zermelo: interrupted; the same command with --resume resumes in {folder}\n"
    assert report("run", path, "-o", str(folder), "--resume")["failed"] == 0
    assert (folder / "results.csv").read_bytes() == large.results
    assert float(rows_of(folder / "timings.csv")[1]["resume_seconds"]) > 0


def damage(checkpoint, *_):
    with open(checkpoint, "r+b") as file:
        file.seek(-1000, os.SEEK_END)
        before = file.read(1)
        file.seek(-1000, os.SEEK_END)
        file.write(bytes([before[0] ^ 1]))


def cut_off(checkpoint, *_):
    with open(checkpoint, "wb"):
        pass


def put_another(checkpoint, folder, large):
    """That of another instance takes its place."""
    table, log = folder / "other.h5", folder / "other.csv"
    other = [word.replace("seed=3", "seed=4") for word in LARGE_WORDS]
    words = ["solve", "cat_and_mouse_ii", *other, "--engine", "implicit", "-o", table, "--checkpoint-waves", "1"]
    assert run_into_full_log([*words, "--log", log], log, large.log[:11])[0] == -signal.SIGKILL
    os.replace(f"{table}.checkpoint", checkpoint)


@pytest.mark.parametrize("spoil, why", [(damage, ""), (cut_off, ""),
                                        (put_another, " is of another instance: it has seed=4, not 3")])
def test_a_checkpoint_that_is_not_believed_is_named_and_the_case_starts_anew(spoil, why, large, tmp_path):
    path = study(tmp_path, LARGE)
    folder = tmp_path / "r"
    end_in_a_case(large, path, folder)
    checkpoint = checkpoint_in(folder)
    spoil(checkpoint, tmp_path, large)
    done = run("run", path, "-o", str(folder), "--resume")
    assert done.returncode == 0
    assert done.stderr.startswith(f"zermelo: {checkpoint}{why}") and done.stderr.endswith("; case 2 starts anew\n")
    assert done.stderr.count("\n") == 1
    assert (folder / "results.csv").read_bytes() == large.results
    assert rows_of(folder / "timings.csv")[1]["resume_seconds"] == "0.0"
    assert not (folder / "checkpoints").exists()


def test_checkpoints_of_cases_that_a_changed_study_has_no_more_go_away(large, tmp_path):
    folder = tmp_path / "r"
    end_in_a_case(large, study(tmp_path, LARGE), folder)
    path = study(tmp_path, LARGE.replace("40", "6"))
    assert report("run", path, "-o", str(folder), "--resume", "--accept-changes")["cases"] == 2
    assert not (folder / "checkpoints").exists()


@pytest.mark.parametrize("engine, goes_on", [("implicit", True), ("explicit", False)])
def test_what_a_case_saved_alone_is_used_or_removed_where_it_might_run_beside_others(engine, goes_on, tmp_path):
    beside_others = LARGE.replace("40", "20")
    alone = study(tmp_path, beside_others.replace("[solve]", "[solve]\none_at_a_time = true"))
    assert run("run", alone, "-o", str(tmp_path / "whole"), "--log").returncode == 0
    (log,) = (tmp_path / "whole" / "logs").glob("rows=20*")
    whole = whole_run((tmp_path / "whole" / "results.csv").read_bytes(), log)
    folder = tmp_path / "r"
    end_in_a_case(whole, alone, folder, 8)
    path = study(tmp_path, beside_others.replace("implicit", engine))
    resumed = run("run", path, "-o", str(folder), "--resume", "--accept-changes")
    assert (resumed.returncode, resumed.stderr) == (0, "")
    assert (folder / "results.csv").read_bytes() == whole.results
    assert (float(rows_of(folder / "timings.csv")[1]["resume_seconds"]) > 0) == goes_on
    assert not (folder / "checkpoints").exists()


@pytest.mark.parametrize("order", [1, -1])
def test_a_journal_with_a_column_that_no_study_has_is_refused_naming_its_first_line(order, whole, tmp_path):
    for wrong, right, what in [("edgez", "edges", "result"), ("seed_hours", "seed_seconds", "time")]:
        folder = tmp_path / wrong
        shutil.copytree(whole / "results", folder)
        journal = folder / "journal.jsonl"
        head, *lines = journal.read_text(encoding="utf-8").replace(f'"{right}"', f'"{wrong}"').splitlines()
        lines = [head, *map(line_of, sorted(map(json.loads, lines), key=str)[::order])]  # cases end in any order
        journal.write_text("\n".join([*lines, ""]), encoding="utf-8")
        # A case that has failed has no results.
        first = next(number for number, line in enumerate(lines, 1) if f'"{wrong}"' in line)
        assert failure("run", str(whole / "study.toml"), "-o", str(folder), "--resume") == \
            f"{journal}:{first}: '{wrong}' is no {what} of this study"


def test_a_case_that_cannot_be_saved_or_logged_goes_on(large, tmp_path):
    path = study(tmp_path, LARGE)
    folder = tmp_path / "r"
    folder.mkdir()
    (folder / "journal.jsonl").touch()
    (folder / "checkpoints").touch()
    (folder / "logs").touch()
    done = run("run", path, "-o", str(folder), "--resume", "--log", "--checkpoint", "0")
    assert done.returncode == 0
    lines = done.stderr.splitlines()
    assert len(lines) == 2
    for line, name in zip(lines, ("checkpoints", "logs")):
        assert line.startswith(f"zermelo: cannot write {folder}/{name}/rows=40,cols=40-")
        assert line.endswith("; case 2 goes on without")
    assert (folder / "results.csv").read_bytes() == large.results


def test_columns_json_has_the_columns_of_the_files_and_their_kinds(tmp_path):
    text = TABLES.replace("[tables]", '[record]\nhistogram = true\n[[statistic]]\nname = "share"\n'
                          'count = "winner=cat"\n[tables]')
    text = "repetitions = 2\n" + text.replace("[1, 2, 3]", "[1, 2]").replace("rows = 4\ncols = 4\n", "") + \
        "[[sweep]]\nrows = [200000, 4]\ncols = [4, 4]\n"
    done = run("run", study(tmp_path, text), "-o", str(tmp_path / "r"))
    assert done.returncode == 1
    columns = json.loads((tmp_path / "r" / "columns.json").read_text(encoding="utf-8"))
    assert list(columns) == ["results.csv", "timings.csv"]
    for file, listed in columns.items():
        assert [column["name"] for column in listed] == list(rows_of(tmp_path / "r" / file)[0])
    kinds = {}
    for column in columns["results.csv"]:
        kinds.setdefault(column["kind"], []).append(column["name"])
    assert kinds["parameter"] == ["cat_jump", "cols", "rows"]
    assert kinds["number"] == ["positions", "legal_positions", "edges", "win", "loss", "tie", "draw",
                               "max_distance_plies", "max_tie_plies", "start_plies"]
    assert kinds["wins"] == ["mouse_wins", "cat_wins"]
    assert kinds["statistic"] == ["share"]
    assert {"histogram", "signature"} < set(kinds["text"])
    for kind in ("case", "repetition", "table", "error"):
        assert kinds[kind] == [kind]


def test_histograms_are_those_of_stats(tmp_path):
    path = study(tmp_path, f"{ALIKE}[record]\nhistogram = true\n")
    assert run("run", path, "-o", str(tmp_path / "r")).returncode == 0
    (row,) = rows_of(tmp_path / "r" / "results.csv")
    table = str(tmp_path / "t.h5")
    assert run("solve", "cat_and_mouse_ii", "rows=6", "cols=7", "-o", table).returncode == 0
    assert json.loads(row["histogram"]) == report("stats", table)["histogram"]


def test_accepted_changes_go_with_resume(whole, tmp_path):
    message = failure("run", str(whole / "study.toml"), "-o", str(tmp_path / "r"), "--accept-changes")
    assert "--accept-changes requires --resume" in message


def test_conditions_compare_whole_numbers_of_many_digits(tmp_path):
    text = 'game = "cat_and_mouse_ii"\nwhere = ["seed >= 9007199254740993"]\n[parameters]\nrows = 3\ncols = 3\n' \
        '[[sweep]]\nseed = [9007199254740992, 9007199254740993]\n'
    planned = report("run", study(tmp_path, text), "--dry-run")
    assert [case["seed"] for case in planned["cases"]] == [9007199254740993]
    message = failure("run", study(tmp_path, text.replace("9007199254740993\"", "nan\"")), "--dry-run")
    assert "'nan' is no parameter of the study, no number" in message


def test_a_statistic_that_some_instances_do_not_know_fails_there(tmp_path):
    statistic = '[[statistic]]\nname = "corner"\ncount = "mouse=10,10"\n'
    for sizes in ("[4, 20]", "[20, 4]"):
        text = f'game = "cat_and_mouse_ii"\n[[sweep]]\nrows = {sizes}\ncols = {sizes}\n{statistic}'
        done = run("run", study(tmp_path, text), "-o", str(tmp_path / sizes))
        assert done.returncode == 1
        for row in rows_of(tmp_path / sizes / "results.csv"):
            assert ("statistic 'corner': " in row["error"]) == (row["rows"] == "4")
    text = f'game = "cat_and_mouse_ii"\n[[sweep]]\nrows = [4, 5]\ncols = [4, 5]\n{statistic}'
    assert "study.toml:5: statistic 'corner': " in failure("run", study(tmp_path, text), "-o", str(tmp_path / "r"))


def test_a_statistic_is_checked_on_what_fits_beside_the_program(tmp_path):
    text = 'game = "cat_and_mouse"\n[parameters]\nnodes = 2000\ndegree = 1000\n[solve]\nmemory_limit = "36M"\n' \
        '[[statistic]]\nname = "a"\ncount = "winer=cat"\n'
    assert ":7: statistic 'a': 'winer=cat': there is no field" in \
        failure("run", study(tmp_path, text), "-o", str(tmp_path / "r"))


def test_no_statistic_takes_the_name_of_another_column(whole, tmp_path):
    for name in rows_of(whole / "results" / "results.csv")[0]:
        text = STUDY.replace('"mouse_share"', f'"{name}"')
        if name != "mouse_share":
            message = failure("run", study(tmp_path, text), "-o", str(tmp_path / "r"))
            assert message.endswith(f"statistic '{name}': another column has this name")


def test_small_cases_do_not_count_the_program_each(tmp_path):
    """The memory limit is far below what the program itself takes."""
    text = 'game = "cat_and_mouse_ii"\n[parameters]\nrows = 4\ncols = 4\n[[sweep]]\nseed = [1, 2, 3]\n' \
        '[solve]\nmemory_limit = "2M"\n'
    done = report("run", study(tmp_path, text), "-o", str(tmp_path / "r"), "--threads", "2")
    assert done["failed"] == 0
    for row in rows_of(tmp_path / "r" / "timings.csv"):
        assert row["threads"] == "1" and int(row["memory_bytes"]) < 2**20


def test_graphs_come_from_graph6_and_grids_from_files(tmp_path):
    # The path on four nodes, the cycle on five, the complete graph on four: known graph6 texts.
    (tmp_path / "g.g6").write_bytes(b">>graph6<<Ch\nDhc\r\nC~")
    path = study(tmp_path, 'game = "cat_and_mouse"\n[[sweep]]\ngraph = { graph6 = "g.g6" }\n')
    assert run("run", path, "-o", str(tmp_path / "r")).returncode == 0
    rows = rows_of(tmp_path / "r" / "results.csv")
    assert [row["graph"] for row in rows] == ["g.g6:1", "g.g6:2", "g.g6:3"]
    for row, graph in zip(rows, ["1/0,2/1,3/2", "1,4/0,2/1,3/2,4/0,3", "1,2,3/0,2,3/0,1,3/0,1,2"]):
        assert row["signature"] == report("solve", "cat_and_mouse", f"graph=adjacency:{graph}")["signature"]


def test_graphs_of_one_node_are_solved(tmp_path):
    (tmp_path / "g.g6").write_text("@\nA_\n", encoding="ascii")  # as geng -c 1 and geng -c 2 write them
    path = study(tmp_path, 'game = "cops_and_robbers"\n[parameters]\ncops = 1\n[[sweep]]\ngraph = { graph6 = "g.g6" }\n')
    assert run("run", path, "-o", str(tmp_path / "r")).returncode == 0
    one, two = rows_of(tmp_path / "r" / "results.csv")
    assert (one["graph"], one["error"], one["positions"], one["start_outcome"]) == ("g.g6:1", "", "2", "win")
    assert one["signature"] == report("solve", "cops_and_robbers", "graph=path:1", "cops=1")["signature"]
    assert (two["error"], two["positions"]) == ("", "8")


def test_more_graphs_than_a_study_takes_are_refused_before_one_is_read(tmp_path):
    (tmp_path / "g.g6").write_text("?\n" * 10_000_001, encoding="ascii")
    path = study(tmp_path, 'game = "cops_and_robbers"\n[[sweep]]\ngraph = { graph6 = "g.g6" }\n')
    assert failure("run", path, "--dry-run") == f"{path}:3: more than 10000000 values"


@pytest.mark.parametrize("lines, at, expected", [
    ("Ch\nDh\n", 2, "graph6: the line ends too early"), ("Ch\nDhcc\n", 2, "graph6: more characters than 5 nodes have"),
    ("\n:An\n", 2, "graph6: character 1 has the code 58, not one of 63 to 126"),
    ("?\n", 1, "graph6: 0 nodes; a graph has 1 to 100000"),
])
def test_a_line_that_is_no_graph6_is_refused_with_its_file_and_line(tmp_path, lines, at, expected):
    (tmp_path / "g.g6").write_text(lines, encoding="ascii")
    path = study(tmp_path, 'game = "cat_and_mouse"\n[[sweep]]\ngraph = { graph6 = "g.g6" }\n')
    message = failure("run", path, "-o", str(tmp_path / "r"))
    assert message.startswith(f"{path}:3: {tmp_path}/g.g6:{at}: {expected}"), message
    assert not (tmp_path / "r").exists()


# Two games with winners, one of them with orbits and groups; nobody is counted as a winner of quixo, which has orbits.
LISTED = """question = "How large are they?"

[[case]]
game = "mnk"
rows = 3
cols = 2
k = 2

[[case]]
game = "cat_and_mouse_ii"
grid = "@g.txt"
cat_jump = 2

[[case]]
game = "quixo"
n = 2
symmetry = "yes"

[[case]]
game = "chess_ending"
rows = 4
cols = 3

[[statistic]]
name = "unforced_share"
count = "outcome=draw"
"""
INSTANCES = [("mnk", "rows=3 cols=2 k=2"), ("cat_and_mouse_ii", "grid=@g.txt cat_jump=2"),
             ("quixo", "n=2 symmetry=yes"), ("chess_ending", "rows=4 cols=3")]


@pytest.fixture(name="listed", scope="module")
def fixture_listed(tmp_path_factory):
    """A folder with a study of several games and its results."""
    folder = tmp_path_factory.mktemp("listed")
    (folder / "g.txt").write_text("M.C\n...\n..F\n", encoding="ascii")
    done = report("run", study(folder, LISTED), "-o", str(folder / "results"), "--quiet")
    assert (done["cases"], done["failed"], done["done_before"]) == (4, 0, 0)
    return folder


def test_cases_of_several_games_are_what_solve_says(listed):
    rows = rows_of(listed / "results" / "results.csv")
    assert [(row["game"], row["instance"]) for row in rows] == INSTANCES
    assert [row["case"] for row in rows] == ["1", "2", "3", "4"]
    for row in rows:
        words = row["instance"].replace("@g.txt", f"@{listed}/g.txt").split()
        solved = report("solve", row["game"], *words)
        for name in ("positions", "legal_positions", "edges", "signature"):
            assert row[name] == str(solved[name])
        wins = list(solved["winners"].values())[:2] if solved["winners"] else ["", ""]
        assert [row["first_wins"], row["second_wins"]] == list(map(str, wins))
        assert row["start_outcome"] == (solved["start"]["outcome"] if solved["start"] else "")
        every = solved.get("all_positions", {"positions": "", "win": ""})
        assert (row["all_positions"], row["all_win"]) == (str(every["positions"]), str(every["win"]))
        assert float(row["unforced_share"]) == solved["counts"]["draw"] / solved["legal_positions"]
    assert [row["first_wins"] == "" for row in rows] == [False, False, True, False]
    assert [row["all_positions"] == "" for row in rows] == [True, True, False, False]
    assert [row["start_outcome"] == "" for row in rows] == [False, False, False, True]


def test_columns_of_several_games_are_in_their_order(listed):
    """The first case has no column for all positions."""
    columns = json.loads((listed / "results" / "columns.json").read_text(encoding="utf-8"))["results.csv"]
    assert [column["name"] for column in columns if column["kind"] == "parameter"] == ["game", "instance"]
    assert [column["name"] for column in columns if column["kind"] == "wins"] == ["first_wins", "second_wins"]
    names = [column["name"] for column in columns]
    assert names == list(rows_of(listed / "results" / "results.csv")[0])
    assert names[:4] == ["case", "game", "instance", "positions"]
    assert names[names.index("max_tie_plies") + 1:] == [
        "all_positions", "all_win", "all_loss", "all_tie", "all_draw", "start_outcome", "start_winner", "start_plies",
        "start_result", "start_decided_by", "start_answer", "signature", "unforced_share", "error"]
    with h5py.File(listed / "results" / "results.h5") as file:
        assert list(file["results"]) == names
        assert np.isnan(file["results"]["all_positions"][0]) and file["results"]["all_positions"][2] == 81
        assert [text.decode() for text in file["results"]["game"]] == [game for game, _ in INSTANCES]


def test_cases_of_several_games_do_not_depend_on_threads_and_interruptions(listed, tmp_path):
    expected = (listed / "results" / "results.csv").read_bytes()
    path = str(listed / "study.toml")
    for threads in ("1", "5"):
        folder = tmp_path / threads
        assert run("run", path, "-o", str(folder), "--threads", threads).returncode == 0
        assert (folder / "results.csv").read_bytes() == expected
        journal = folder / "journal.jsonl"
        journal.write_text("".join(journal.read_text(encoding="utf-8").splitlines(True)[:3]), encoding="utf-8")
        (folder / "results.csv").unlink()
        assert report("run", path, "-o", str(folder), "--resume")["done_before"] == 2
        assert (folder / "results.csv").read_bytes() == expected
    alone = study(listed, LISTED + "[solve]\none_at_a_time = true\nverify = 'all'\n", "alone.toml")
    assert run("run", alone, "-o", str(tmp_path / "alone")).returncode == 0
    assert (tmp_path / "alone" / "results.csv").read_bytes() == expected


def test_the_effective_study_of_several_games_is_the_same_study(listed):
    effective = run("run", str(listed / "study.toml"), "--print-effective").stdout
    again = study(listed, effective, "again.toml")
    assert run("run", again, "--print-effective").stdout == effective
    assert report("run", again, "-o", str(listed / "results"), "--resume")["done_before"] == 4


def test_a_file_of_a_listed_case_that_has_changed_is_a_change_of_the_study(tmp_path):
    text = LISTED[:LISTED.index('[[case]]\ngame = "quixo"')]
    grid = tmp_path / "g.txt"
    grid.write_text("M.C\n...\n..F\n", encoding="ascii")
    path = study(tmp_path, text)
    assert run("run", path, "-o", str(tmp_path / "r")).returncode == 0
    grid.write_text("M.C\n.#.\n..F\n", encoding="ascii")
    assert "begun by another study" in failure("run", path, "-o", str(tmp_path / "r"), "--resume")
    assert report("run", path, "-o", str(tmp_path / "r"), "--resume", "--accept-changes")["done_before"] == 1


def test_dry_run_lists_the_games(listed):
    lines = run("run", str(listed / "study.toml"), "--dry-run").stdout.splitlines()
    expected = [f"case {number}: {game} {instance}  " for number, (game, instance) in enumerate(INSTANCES, 1)]
    assert [line.startswith(text) for line, text in zip(lines, expected)] == [True] * 4
    planned = report("run", str(listed / "study.toml"), "--dry-run")
    assert [(case["game"], case["instance"]) for case in planned["cases"]] == INSTANCES


def test_listed_cases_have_engines_of_their_own(tmp_path):
    case = "[[case]]\ngame = 'mnk'\nrows = 3\ncols = 2\n"
    text = f"{case}engine = 'queue'\n{case}\n{case}engine = 'implicit'\n[solve]\nengine = 'explicit'\n"
    assert run("run", study(tmp_path, text), "-o", str(tmp_path / "r")).returncode == 0
    rows = rows_of(tmp_path / "r" / "results.csv")
    engines = ["queue", "explicit", "implicit"]
    assert [(row["instance"], row["engine"]) for row in rows] == [("rows=3 cols=2", engine) for engine in engines]
    assert len({row["signature"] for row in rows}) == 1
    assert [row["engine"] for row in rows_of(tmp_path / "r" / "timings.csv")] == engines


def test_tables_of_listed_cases_are_kept_under_their_names(tmp_path):
    text = '[[case]]\ngame = "mnk"\nrows = 2\ncols = 2\nk = 2\n[[case]]\ngame = "pong_hau_ki"\n[tables]\n'
    assert run("run", study(tmp_path, text), "-o", str(tmp_path / "r")).returncode == 0
    rows = rows_of(tmp_path / "r" / "results.csv")
    assert rows[0]["table"].startswith("tables/mnk,rows=2,cols=2,k=2-")
    assert rows[1]["table"].startswith("tables/pong_hau_ki-")
    for row in rows:
        assert report("stats", str(tmp_path / "r" / row["table"]))["signature"] == row["signature"]


def test_groups_are_empty_for_a_listed_game_that_names_none(tmp_path):
    text = '[[case]]\ngame = "mnk"\nrows = 2\n[[case]]\ngame = "chess_ending"\nrows = 4\ncols = 3\n' \
        '[record]\ngroups = true\n'
    path = study(tmp_path, text)
    assert run("run", path, "-o", str(tmp_path / "r")).returncode == 0
    first, other = rows_of(tmp_path / "r" / "results.csv")
    assert first["groups"] == ""
    assert json.loads(other["groups"]) == report("solve", "chess_ending", "rows=4", "cols=3")["groups"]
    assert report("run", path, "-o", str(tmp_path / "r"), "--resume")["done_before"] == 2


def test_cases_of_a_game_and_listed_ones_are_not_taken_for_each_other(tmp_path):
    """Their columns are not the same."""
    path = study(tmp_path, 'game = "mnk"\n[parameters]\nrows = 2\n')
    assert run("run", path, "-o", str(tmp_path / "r")).returncode == 0
    path = study(tmp_path, '[[case]]\ngame = "mnk"\nrows = 2\n')
    assert report("run", path, "-o", str(tmp_path / "r"), "--resume", "--accept-changes")["done_before"] == 0
    assert "first_wins" in rows_of(tmp_path / "r" / "results.csv")[0]


def test_a_listed_case_that_fails_is_recorded_and_the_run_goes_on(tmp_path):
    text = '[[case]]\ngame = "mnk"\nrows = 30\ncols = 30\n[[case]]\ngame = "pong_hau_ki"\n'
    done = run("run", study(tmp_path, text), "-o", str(tmp_path / "r"))
    assert done.returncode == 1 and done.stdout.startswith("case 1: mnk rows=30 cols=30  FAILED: ")
    rows = rows_of(tmp_path / "r" / "results.csv")
    assert [bool(row["error"]) for row in rows] == [True, False]
    assert list(rows[0])[:4] == ["case", "game", "instance", "positions"] and list(rows[0])[-1] == "error"


def test_what_exploring_takes_is_the_case_s(tmp_path):
    """A game without a ranking: its 962,894 keys of 8 bytes are found before the solve."""
    path = study(tmp_path, '[[case]]\ngame = "dobutsu_shogi"\ndrops = "no"\n[solve]\none_at_a_time = true\n')
    assert run("run", path, "-o", str(tmp_path / "r")).returncode == 0
    (row,) = rows_of(tmp_path / "r" / "timings.csv")
    assert float(row["explore_seconds"]) > 0 and float(row["sort_seconds"]) > 0
    assert float(row["explore_seconds"]) + float(row["sort_seconds"]) < float(row["total_seconds"])
    assert int(row["memory_bytes"]) > 8 * 962_894


def test_a_case_that_fails_is_recorded_and_the_run_goes_on(tmp_path):
    text = 'game = "mnk"\n[[sweep]]\nrows = [3, 30, 2]\ncols = [3, 30, 2]\nk = [3, 3, 2]\n'
    path = study(tmp_path, text)
    done = run("run", path, "-o", str(tmp_path / "r"), "--json")
    assert done.returncode == 1 and json.loads(done.stdout)["failed"] == 1
    rows = rows_of(tmp_path / "r" / "results.csv")
    assert [bool(row["error"]) for row in rows] == [False, True, False]
    assert rows[1]["rows"] == "30" and rows[1]["signature"] == ""
    assert [row["engine"] != "" for row in rows_of(tmp_path / "r" / "timings.csv")] == [True, False, True]
    stopped = run("run", path, "-o", str(tmp_path / "s"), "--fail-fast", "--threads", "1")
    assert stopped.returncode == 2 and stopped.stderr.startswith("zermelo: case 2: ")


def test_seeds_may_have_many_digits(tmp_path):
    text = 'game = "cat_and_mouse_ii"\n[parameters]\nrows = 3\ncols = 3\n[[sweep]]\nseed = { from = 9007199254740993, count = 2 }\n'
    effective = run("run", study(tmp_path, text), "--print-effective").stdout
    assert "seed = { from = 9007199254740993, step = 1, count = 2 }" in effective
    text = text.replace("count = 2", "to = 9007199254740995")
    planned = report("run", study(tmp_path, text), "--dry-run")
    assert [case["seed"] for case in planned["cases"]] == [9007199254740993, 9007199254740994, 9007199254740995]


def test_dry_run_lists_the_cases(whole):
    done = run("run", str(whole / "study.toml"), "--dry-run")
    lines = done.stdout.splitlines()
    assert done.returncode == 0 and len(lines) == 61
    assert lines[0].startswith("case 1: rows=4 cols=4 cat_jump=1 mouse_jump=1 seed=0  ")
    assert lines[-1].startswith("60 cases, ")
    planned = report("run", str(whole / "study.toml"), "--dry-run")
    assert [case["case"] for case in planned["cases"]] == list(range(1, 61))
    solved = rows_of(whole / "results" / "results.csv")
    assert [case["positions"] for case in planned["cases"]] == [int(row["positions"]) for row in solved]
    assert planned["refused"] == 0 and planned["seconds"] > 0 and planned["memory_bytes"] > 0


def test_every_case_has_a_line_with_verbose(whole, tmp_path):
    done = run("run", str(whole / "study.toml"), "-o", str(tmp_path / "r"), "--verbose", "--threads", "1")
    lines = done.stdout.splitlines()
    assert len(lines) == 61 and lines[2].startswith("case 3: rows=4 cols=4 cat_jump=1 mouse_jump=1 seed=2  ")


@pytest.mark.parametrize("engine", ["netcdf4", "h5netcdf"])
def test_xarray_opens_the_results(whole, engine):
    code = f"""import xarray
results = xarray.open_dataset({str(whole / "results" / "results.h5")!r}, group="results", engine={engine!r})
print(dict(results.sizes), results.signature.values[1], float(results.mouse_share[1]))"""
    done = subprocess.run(["/usr/bin/python3", "-c", code], capture_output=True, text=True, check=True)
    row = rows_of(whole / "results" / "results.csv")[1]
    assert done.stdout == f"{{'case': 60}} {row['signature']} {float(row['mouse_share'])}\n"


GAME = 'game = "cat_and_mouse_ii"\n'
CASE = "[[case]]\n"


@pytest.mark.parametrize("text, expected", [
    ("", ":1: 'game' is missing"),
    ('game = "cat_and_mous"', ":1: unknown game 'cat_and_mous'; did you mean 'cat_and_mouse'?"),
    (GAME + "sweeps = 1", ":2: the file has no key 'sweeps'; did you mean 'sweep'?"),
    (GAME + "[[sweep]]\nrwos = [1]", ":3: cat_and_mouse_ii has no parameter 'rwos'; did you mean 'rows'?"),
    (GAME + "[[sweep]]\nrows = []", ":3: 'rows' is swept over nothing"),
    (GAME + "[[sweep]]\nrows = { from = 5, to = 4 }", ":3: 'rows' is swept over nothing"),
    (GAME + "[[sweep]]\nrows = 5", ":3: 'rows' is swept over a list such as"),
    (GAME + "[[sweep]]\nrows = [1, 2]\ncols = [1]", ":4: 'cols' has 1 values, 'rows' beside it has 2"),
    (GAME + "[parameters]\nrows = 3\n[[sweep]]\nrows = [1]", ":5: 'rows' has a value already"),
    (GAME + "[[sweep]]\nseed = { from = 9223372036854775807, count = 2 }",
     ":3: the last of 2 values is above 9223372036854775807"),
    (GAME + "[[sweep]]\nseed = { from = -9223372036854775808, to = 9223372036854775807 }",
     ":3: more than 10000000 values"),
    (GAME + "[[sweep]]\nseed = [1, 2, 1]", ":2: step 3 of the sweep is step 1 again: seed=1"),
    (GAME + "[[sweep]]\nwalls = { from = 0.1, step = 1e-14, count = 3 }",
     ":2: step 2 of the sweep is step 1 again: walls=0.1"),
    (GAME + "[[sweep]]\nrows = [4, 4]\ncols = [5, 5]", ":2: step 2 of the sweep is step 1 again: rows=4 cols=5"),
    (GAME + "where = [\"rows > 5\"]\n[parameters]\nrows = 4", ":2: no case passes 'where'"),
    (GAME + "[[sweep]]\nseed = { from = 0, to = 20000000 }", ":3: more than 10000000 values"),
    (GAME + "[[sweep]]\nrows = { from = 1, to = 3, step = 0 }", ":3: 'step' is a number above 0"),
    (GAME + "[parameters]\nrows = \"abc\"", ":3: parameter 'rows': 'abc' is not a whole number from 1 to "),
    (GAME + "[[sweep]]\nrows = [4, 100000000]", ":3: parameter 'rows': '100000000' is not a whole number from 1 to "),
    (GAME + "[[sweep]]\nrows = [true]", ":3: a value of 'rows' is a number or a text"),
    (GAME + "[[sweep]]\nrows = { files = \"*\" }", ":3: 'rows' is no text, which a file could have"),
    (GAME + "[parameters]\ngrid = \"@none.txt\"", ":3: cannot read "),
    (GAME + "[[sweep]]\nengine = [\"queue\"]\n[solve]\nengine = \"queue\"", ":5: 'engine' is swept over already"),
    (GAME + "[[sweep]]\nengine = [\"quick\"]", ":3: "),
    (GAME + "repetitions = 0", ":2: 'repetitions' is a whole number from 1 to 1000000"),
    (GAME + "where = [\"rows < 3\"]", ":2: the study gives no 'rows' a value"),
    (GAME + "[solve]\nengine = \"fast\"", ":3: "),
    (GAME + "[solve]\nmemory_limit = 4", ":3: 'memory_limit' is a text, in quotes"),
    (GAME + "[[sweep]]\ngrid = { files = \"none*.txt\" }", ":3: no file is called"),
    (GAME + "rows = [", ":2: "),
    (GAME + "[solve]\nverify = \"al\"", ":3: 'verify' is \"all\", or \"sample:N\" with N at least 1"),
    (GAME + "where = [\"rows < rosw\"]\n[parameters]\nrows = 4",
     ":2: 'rosw' is no parameter of the study, no number, and no value of 'rows'; did you mean 'rows'?"),
    (GAME + "[parameters]\nrows = 4\ncols = 4\n[[statistic]]\nname = \"a\"\ncount = \"winer=cat\"",
     ":5: statistic 'a': 'winer=cat': there is no field 'winer'; did you mean 'winner'?"),
    (GAME + "[parameters]\nrows = 4\ncols = 4\n[[statistic]]\nname = \"edges\"\ncount = \"winner=cat\"",
     ":5: statistic 'edges': another column has this name"),
    (CASE + "rows = 4", ":1: 'game' is missing"),
    (CASE + "game = 'mkn'", ":2: unknown game 'mkn'; did you mean 'mnk'?"),
    (CASE + "game = 'mnk'\nrwos = 3", ":3: mnk has no parameter 'rwos'; did you mean 'rows'?"),
    (CASE + "game = 'mnk'\nrows = [3]", ":3: a value of 'rows' is a number or a text"),
    (CASE + "game = 'mnk'\nrows = 0", ":3: parameter 'rows': '0' is not a whole number from 1 to "),
    (CASE + "game = 'mnk'\nengine = 'quick'", ":3: "),
    (CASE + "game = 'cat_and_mouse_ii'\ngrid = '@none.txt'", ":3: cannot read "),
    (CASE + "game = 'mnk'\n" + CASE + "game = 'mnk'\nrows = 4\n" + CASE + "game = 'mnk'",
     ":6: case 3 is case 1 again: mnk"),
    (GAME + CASE + GAME, ":1: 'game' does not go with [[case]], which has its own game and values"),
    (CASE + GAME + "[parameters]\nrows = 3", ":3: 'parameters' does not go with [[case]]"),
    (CASE + GAME + "[[sweep]]\nrows = [3]", ":3: 'sweep' does not go with [[case]]"),
    ("where = ['rows > 3']\n" + CASE + GAME, ":1: 'where' does not go with [[case]]"),
    (CASE + GAME + "[tables]\nwhere = ['rows > 3']", ":4: 'where' does not go with [[case]]"),
    ("case = []", ":1: no [[case]] is listed"),
    ("case = 5", ":1: 'case' is a list of tables: [[case]]"),
    (CASE + "game = 'mnk'\n[record]\ngroups = true", ":4: none of the games names groups"),
    (CASE + "game = 'mnk'\n[[statistic]]\nname = 'instance'\ncount = 'outcome=win'",
     ":3: statistic 'instance': another column has this name"),
])
def test_a_study_that_is_none_is_refused_with_file_and_line(tmp_path, text, expected):
    path = study(tmp_path, text)
    message = failure("run", path, "-o", str(tmp_path / "r"))
    assert message.startswith(path + expected), message
    assert not (tmp_path / "r").exists()


@pytest.mark.parametrize("deep", ["[{}a]", "{}a = 1", "[parameters]\n{}a = 1", "[[{}a]]", "x = {{ {}a = 1 }}",
                                  "x = {{ a = '''b'''', {}a = 1 }}", 'x = {{ a = """b""""", {}a = 1 }}'])
def test_a_key_that_is_too_deep_for_the_parser_is_refused(tmp_path, deep):
    path = study(tmp_path, GAME + "# . . . . . . . . . . . . . . . . . . .\n" + deep.format("a." * 1_000_000))
    line = 3 + deep.count("\n")
    assert failure("run", path, "--dry-run") == f"{path}:{line}: a key of more than 16 dots"


def test_dots_in_texts_and_numbers_make_no_deep_key(tmp_path):
    board = "MCF" + "." * 30
    quoted = [f'"{board}"', f"'{board}.'", f'"""\n{board}.."""', f"'''{board}...'''", f'"{board}/.\\u002e' + "." * 31 + '"']
    text = "question = '''" + "." * 20 + ' "dots"\n' + "." * 20 + '"' + "'''\n"
    text += GAME + "solve.engine = 'auto' # don't\nrecord.histogram = false\n"
    text += f"[[sweep]]\ngrid = [{', '.join(quoted)}]\n"
    planned = report("run", study(tmp_path, text), "--dry-run")
    assert [len(case["grid"]) for case in planned["cases"]] == [33, 34, 35, 36, 67]
    numbers = ", ".join(f"{n / 1000:.3f}" for n in range(100))
    text = f"{GAME}[parameters]\nrows = 3\ncols = 3\n[[sweep]]\nwalls = [{numbers}]\n"
    assert len(report("run", study(tmp_path, text), "--dry-run")["cases"]) == 100


def test_a_folder_with_something_in_it_is_left_alone(whole, tmp_path):
    (tmp_path / "r").mkdir()
    (tmp_path / "r" / "notes").write_text("mine", encoding="ascii")
    assert "there is something already" in failure("run", str(whole / "study.toml"), "-o", str(tmp_path / "r"))
    assert os.listdir(tmp_path / "r") == ["notes"]
