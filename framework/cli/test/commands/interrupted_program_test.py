#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Tests signals, terminals and readers: the program reacts immediately, exits in an orderly way, and leaves no
incomplete files."""

import fcntl
import os
import pty
import select
import signal
import subprocess
import time

import pytest

from program import PROGRAM, is_handled, run, run_into_full_log

# A solve that takes about a minute and some hundred megabytes.
LONG_SOLVE = ["solve", "cat_and_mouse_ii", "rows=70", "cols=70", "cat_jump=70", "mouse_jump=70", "--engine", "implicit"]


def test_interrupted_product_solve_leaves_no_file(tmp_path):
    arguments = ["solve", "cat_and_mouse_ii", "rows=40", "cols=40", "--engine", "product", "-o", str(tmp_path / "t.h5")]
    log = str(tmp_path / "waves.csv")
    lines = ["a line of a log, as long as others are"] * 10
    assert run_into_full_log([*arguments, "--log", log], log, lines, by=signal.SIGINT) == (130, "zermelo: interrupted\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("signals", [[signal.SIGINT], [signal.SIGTERM], [signal.SIGHUP],
                                     [signal.SIGINT, signal.SIGINT]])
def test_interrupted_solve_leaves_only_the_old_table(tmp_path, signals):
    (tmp_path / "t.h5").write_text("old")
    arguments = [PROGRAM, *LONG_SOLVE, "--threads", "2", "-o", str(tmp_path / "t.h5")]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as solving:
        assert solving.stdout.readline().startswith("estimate")  # signals are handled from now on
        for number in signals:
            solving.send_signal(number)
        _, message = solving.communicate()
    assert (solving.returncode, message) == (130, "zermelo: interrupted\n")
    assert [path.name for path in tmp_path.iterdir()] == ["t.h5"]
    assert (tmp_path / "t.h5").read_text() == "old"


def test_progress_is_printed_only_on_a_terminal(tmp_path):
    waited = 60
    for quiet in [[], ["--quiet"]]:
        ours, theirs = pty.openpty()
        arguments = [*LONG_SOLVE, "--threads", "1", *quiet]
        with subprocess.Popen([PROGRAM, *arguments], stdout=subprocess.DEVNULL, stderr=theirs) as solving:
            os.close(theirs)
            display = bytearray()
            fcntl.fcntl(ours, fcntl.F_SETFL, os.O_NONBLOCK)
            started = time.monotonic()
            while b"positions" not in display and time.monotonic() < started + waited:
                if select.select([ours], [], [], 0.5)[0]:
                    display += os.read(ours, 4096)
            waited = time.monotonic() - started + 0.2
            solving.send_signal(signal.SIGINT)
            solving.wait()
        os.close(ours)
        assert (b"positions" in display) == (not quiet)
        assert b"\n" not in display.replace(b"zermelo: interrupted\r\n", b"")


def test_closed_output_pipe_is_not_an_error():
    read_end, write_end = os.pipe()
    os.close(read_end)
    done = subprocess.run([PROGRAM, "list", "mnk"], stdout=write_end, stderr=subprocess.PIPE, check=False)
    os.close(write_end)
    assert (done.returncode, done.stderr) == (0, b"")


def test_play_stops_on_interrupt_while_waiting_for_input():
    with subprocess.Popen([PROGRAM, "play", "mnk"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as playing:
        while not playing.stdout.readline().startswith(b"   9"):
            pass  # until all moves are displayed
        playing.send_signal(signal.SIGINT)
        assert playing.wait() == 130
        assert playing.stderr.read() == b"zermelo: interrupted\n"


def asking(*arguments):
    """A program that reads lines and prints results."""
    return subprocess.Popen([PROGRAM, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            bufsize=1)


def test_streams_answer_each_line_before_the_next_is_sent(tmp_path):
    table = str(tmp_path / "t.h5")
    assert run("solve", "mnk", "-o", table).returncode == 0
    for arguments, lines in ((["probe", table, "--stdin"], ["board=.../.../...", "board=X../.../..."]),
                         (["cops"], ["Ch", "petersen", "Dhc"])):
        with asking(*arguments) as process:
            for line in lines:
                process.stdin.write(line + "\n")
                assert process.stdout.readline().startswith(line + "  ")
            process.stdin.close()
            assert process.wait() == 0


def test_interrupted_stream_reports_how_to_resume():
    with asking("cops") as process:
        process.stdin.write("Ch\nDhc\n")
        assert process.stdout.readline() and process.stdout.readline()
        while not is_handled(process.pid):
            time.sleep(0.001)
        process.terminate()
        assert process.wait() == 130
        assert "--skip 2\n" in process.stderr.read()
