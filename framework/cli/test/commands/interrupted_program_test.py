#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Signals, terminals and readers: the program answers at once, ends as asked, and leaves nothing half-written."""

import fcntl
import os
import pty
import select
import signal
import subprocess
import time

import pytest

from program import PROGRAM, is_handled, run, run_into_full_log

# A minute of work, in some hundred megabytes.
LONG_SOLVE = ["solve", "cat_and_mouse_ii", "rows=70", "cols=70", "cat_jump=70", "mouse_jump=70", "--engine", "implicit"]


def test_an_interrupted_solve_of_the_product_engine_leaves_nothing(tmp_path):
    words = ["solve", "cat_and_mouse_ii", "rows=40", "cols=40", "--engine", "product", "-o", str(tmp_path / "t.h5")]
    log = str(tmp_path / "waves.csv")
    lines = ["a line of a log, as long as others are"] * 10
    assert run_into_full_log([*words, "--log", log], log, lines, by=signal.SIGINT) == (130, "zermelo: interrupted\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("signals", [[signal.SIGINT], [signal.SIGTERM], [signal.SIGHUP],
                                     [signal.SIGINT, signal.SIGINT]])
def test_an_interrupted_solve_leaves_the_old_table_and_nothing_else(tmp_path, signals):
    (tmp_path / "t.h5").write_text("old")
    words = [PROGRAM, *LONG_SOLVE, "--threads", "2", "-o", str(tmp_path / "t.h5")]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as solving:
        assert solving.stdout.readline().startswith("estimate")  # signals are handled by now
        for number in signals:
            solving.send_signal(number)
        _, message = solving.communicate()
    assert (solving.returncode, message) == (130, "zermelo: interrupted\n")
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


def test_play_is_interrupted_while_it_waits():
    with subprocess.Popen([PROGRAM, "play", "mnk"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as playing:
        while not playing.stdout.readline().startswith(b"   9"):
            pass  # until all moves are shown
        playing.send_signal(signal.SIGINT)
        assert playing.wait() == 130
        assert playing.stderr.read() == b"zermelo: interrupted\n"


def asking(*words):
    """A program that reads lines and answers them."""
    return subprocess.Popen([PROGRAM, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            bufsize=1)


def test_a_line_is_answered_before_the_next_is_written(tmp_path):
    table = str(tmp_path / "t.h5")
    assert run("solve", "mnk", "-o", table).returncode == 0
    for words, lines in ((["probe", table, "--stdin"], ["board=.../.../...", "board=X../.../..."]),
                         (["cops"], ["Ch", "petersen", "Dhc"])):
        with asking(*words) as asked:
            for line in lines:
                asked.stdin.write(line + "\n")
                assert asked.stdout.readline().startswith(line + "  ")
            asked.stdin.close()
            assert asked.wait() == 0


def test_an_interrupted_stream_says_how_it_goes_on():
    with asking("cops") as asked:
        asked.stdin.write("Ch\nDhc\n")
        assert asked.stdout.readline() and asked.stdout.readline()
        while not is_handled(asked.pid):
            time.sleep(0.001)
        asked.terminate()
        assert asked.wait() == 130
        assert asked.stderr.read() == "zermelo: interrupted; resume with --skip 2\n"
