#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Signals, terminals and readers that leave: the program ends as asked, and leaves nothing half-written."""

import fcntl
import os
import pty
import select
import signal
import subprocess
import time

import pytest

from program import PROGRAM, run_into_full_log

# A minute of work, in some hundred megabytes.
LONG_SOLVE = ["solve", "cat_and_mouse_ii", "rows=70", "cols=70", "cat_jump=70", "mouse_jump=70", "--engine", "implicit"]


def start_long_solve(tmp_path, **streams):
    return subprocess.Popen([PROGRAM, *LONG_SOLVE, "--threads", "2", "-o", str(tmp_path / "t.h5")], **streams)


def test_an_interrupted_solve_of_the_product_engine_leaves_nothing(tmp_path):
    words = ["solve", "cat_and_mouse_ii", "rows=40", "cols=40", "--engine", "product", "-o", str(tmp_path / "t.h5")]
    log = str(tmp_path / "waves.csv")
    lines = ["a line of a log, as long as others are"] * 10
    assert run_into_full_log([*words, "--log", log], log, lines, by=signal.SIGINT) == (130, "zermelo: interrupted\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("signals", [[signal.SIGINT], [signal.SIGTERM], [signal.SIGHUP],
                                     [signal.SIGINT, signal.SIGINT]])
def test_an_interrupted_solve_leaves_nothing_behind(tmp_path, signals):
    with start_long_solve(tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as solving:
        assert solving.stdout.readline().startswith("estimate")  # signals are handled by now
        for number in signals:
            solving.send_signal(number)
        _, message = solving.communicate()
    assert (solving.returncode, message) == (130, "zermelo: interrupted\n")
    assert list(tmp_path.iterdir()) == []


def test_an_interrupted_solve_leaves_the_old_table(tmp_path):
    (tmp_path / "t.h5").write_text("old")
    with start_long_solve(tmp_path, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as solving:
        solving.stdout.readline()
        solving.send_signal(signal.SIGINT)
        solving.communicate()
    assert [path.name for path in tmp_path.iterdir()] == ["t.h5"]
    assert (tmp_path / "t.h5").read_text() == "old"


def test_progress_is_shown_on_a_terminal_only(tmp_path):
    waited = 60
    for quiet in [[], ["--quiet"]]:
        ours, theirs = pty.openpty()
        words = [*LONG_SOLVE, "--threads", "1", *quiet]
        with subprocess.Popen([PROGRAM, *words], stdout=subprocess.DEVNULL, stderr=theirs) as solving:
            os.close(theirs)
            shown = bytearray()
            fcntl.fcntl(ours, fcntl.F_SETFL, os.O_NONBLOCK)
            started = time.monotonic()
            while b"positions" not in shown and time.monotonic() < started + waited:
                if select.select([ours], [], [], 0.5)[0]:
                    shown += os.read(ours, 4096)
            waited = time.monotonic() - started + 0.2
            solving.send_signal(signal.SIGINT)
            solving.wait()
        os.close(ours)
        assert (b"positions" in shown) == (not quiet)
        assert b"\n" not in shown.replace(b"zermelo: interrupted\r\n", b"")


def test_a_reader_that_leaves_is_no_error():
    read_end, write_end = os.pipe()
    os.close(read_end)
    done = subprocess.run([PROGRAM, "list", "mnk"], stdout=write_end, stderr=subprocess.PIPE, check=False)
    os.close(write_end)
    assert (done.returncode, done.stderr) == (0, b"")
