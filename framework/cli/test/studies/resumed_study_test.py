# SPDX-License-Identifier: MIT
"""zermelo run --resume: what is not done again, what is refused, and what a changed study keeps."""

import fcntl
import json
import os
import shutil
import signal
import subprocess

import h5py
import pytest

from journal_file import entries_of, make_version_1
from program import PROGRAM, failure, report, rows_of, run
from studies import STUDY, TABLES, started, study


def test_killed_twice_and_resumed_it_gives_the_same_bytes(tmp_path):
    path = study(tmp_path, STUDY.replace("count = 5", "count = 50"))
    assert run("run", path, "-o", str(tmp_path / "whole")).returncode == 0
    expected = (tmp_path / "whole" / "results.csv").read_bytes()
    cases = expected.count(b"\n") - 1
    folder = tmp_path / "killed"
    journal = folder / "journal.jsonl"
    # The run is ahead of its reader by at most 190 lines: the pipe and Python's buffers hold no more.
    for _ in range(2):
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
    assert report("run", path, "-o", str(folder), "--resume")["done_before"] == cases, "the line that was cut off is gone"


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
    text = STUDY.replace("count = 5", "count = 30")
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
    path = study(tmp_path, STUDY.replace("count = 5", "count = 30"))
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


def test_accepted_changes_go_with_resume(whole, tmp_path):
    message = failure("run", str(whole / "study.toml"), "-o", str(tmp_path / "r"), "--accept-changes")
    assert "--accept-changes requires --resume" in message
