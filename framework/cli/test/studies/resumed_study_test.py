# SPDX-License-Identifier: MIT
"""zermelo run --resume: what is not done again, what is refused, and what a changed study keeps."""

import json
import os
import shutil
import signal
import subprocess

import h5py
import pytest

from journal_file import entries_of, make_version_1
from program import failure, report, rows_of, run, small_disk
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


def test_a_study_is_what_was_read_even_if_its_file_changes(tmp_path):
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
    with small_disk(disk, "100k"):
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
