# SPDX-License-Identifier: MIT
"""Tests `zermelo run --resume` after kills, interrupts, and full or read-only disks."""

import signal
import subprocess

from message_pattern import matches
from program import failure, report, run, small_disk
from studies import STUDY, started, study


def test_study_killed_twice_resumes_with_results_of_an_uninterrupted_study(tmp_path):
    path = study(tmp_path, STUDY.replace("count = 5", "count = 50"))
    assert run("run", path, "-o", str(tmp_path / "whole")).returncode == 0
    expected = (tmp_path / "whole" / "results.csv").read_bytes()
    cases = expected.count(b"\n") - 1
    folder = tmp_path / "killed"
    journal = folder / "journal.jsonl"
    # The run is ahead of its reader by at most 190 lines, since the pipe and Python's buffers hold no more.
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
    assert report("run", path, "-o", str(folder), "--resume")["done_before"] == cases, "the truncated line is ignored"


def test_interrupted_study_reports_how_to_resume(tmp_path):
    path = study(tmp_path, STUDY.replace("count = 5", "count = 30"))
    folder = tmp_path / "r"
    with started(path, "-o", folder) as runner:
        assert runner.stdout.readline().startswith("case ")
        runner.send_signal(signal.SIGINT)
        _, err = runner.communicate()
    assert runner.returncode == 130
    assert matches(f"zermelo: interrupted; ... --resume ... {folder}\n", err)
    assert report("run", path, "-o", str(folder), "--resume")["failed"] == 0


def test_full_disk_stops_study_without_losing_cases(tmp_path):
    """The disk has space for only some of the cases; after it is enlarged, the run resumes."""
    path = study(tmp_path, STUDY.replace("count = 5", "count = 40"))
    disk = tmp_path / "disk"
    with small_disk(disk, "100k"):
        message = failure("run", path, "-o", str(disk / "r"), status=3)
        assert message == f"cannot write {disk}/r/journal.jsonl: No space left on device"
        assert not (disk / "r" / "results.csv").exists()
        subprocess.run(["mount", "-o", "remount,size=10m", disk], check=True)
        resumed = report("run", path, "-o", str(disk / "r"), "--resume")
        assert resumed["done_before"] > 50 and resumed["failed"] == 0
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        message = failure("run", path, "-o", str(disk / "new"))
        assert matches(f"cannot make ... {disk}/new: ...", message)
        message = failure("run", path, "-o", str(disk / "r"), "--resume", status=3)
        assert message == f"cannot write {disk}/r/journal.jsonl: Read-only file system"
