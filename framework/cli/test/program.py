# SPDX-License-Identifier: MIT
"""Calls the tested program."""

import contextlib
import csv
import fcntl
import json
import os
import signal
import struct
import subprocess
import termios
import time

import pytest

PROGRAM = os.environ["ZERMELO_PROGRAM"]


def run(*arguments, stdin=""):
    return subprocess.run([PROGRAM, *arguments], input=stdin, capture_output=True, text=True, check=False)


def commands(of=PROGRAM):
    """The commands in a program's help."""
    help_text = subprocess.run([of, "--help"], capture_output=True, text=True, check=True).stdout
    section = help_text.split("Subcommands:\n")[1].split("\n\n")[0]
    return [line.split()[0] for line in section.splitlines()]


def report(*arguments):
    """The JSON object that a successful command prints."""
    done = run(*arguments, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def failure(*arguments, status=2):
    """The one line that a failing command prints on stderr, and nothing on stdout."""
    done = run(*arguments)
    assert done.returncode == status, done
    assert done.stdout == ""
    assert done.stderr.startswith("zermelo: ") and done.stderr.endswith("\n")
    assert done.stderr.count("\n") == 1
    return done.stderr[len("zermelo: "):-1]


def signalled(arguments, is_time, by=signal.SIGINT):
    """Starts a program and sends it a signal when is_time(its process id) holds, or it has exited. Returns the exit
    status, and the text on stdout and stderr."""
    with subprocess.Popen([PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
        while program.poll() is None and not is_time(program.pid):
            time.sleep(0.001)
        program.send_signal(by)
        output, errors = program.communicate()
    return program.returncode, output, errors


def peak_of(*arguments, is_time=None):
    """The maximum resident size of a command in bytes, its exit status, and its stderr. The command is interrupted when
    is_time(its process id) holds."""
    with subprocess.Popen([PROGRAM, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as program:
        if is_time:
            while not is_time(program.pid) and program.poll() is None:
                time.sleep(0.001)
            program.send_signal(signal.SIGINT)
        errors = program.stderr.read()
        _, status, usage = os.wait4(program.pid, 0)
        program.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_maxrss * 1024, program.returncode, errors


@contextlib.contextmanager
def narrow_log(log, lines):
    """Creates a log of waves with space for about these lines. Yields a function that returns whether it is full, and
    one that reads its content. The log must not exist before, and does not exist afterwards."""
    page, longest_line = 4096, 80
    os.mkfifo(log)
    pipe = os.open(log, os.O_RDWR | os.O_NONBLOCK)
    fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, page)
    os.write(pipe, bytes(page - sum(map(len, lines))))

    def unread():
        return struct.unpack("i", fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)))[0]
    yield lambda: page - unread() < longest_line, lambda: unread() and os.read(pipe, page)
    os.close(pipe)
    os.remove(log)


def run_into_full_log(arguments, log, lines, by=signal.SIGKILL):
    """Starts a program that writes a log of waves, with space for about these lines, and sends it a signal when it
    waits for more: in the middle of the work, independent of its speed. Returns the exit status, and its stderr."""
    with narrow_log(log, lines) as (is_full, read_log), subprocess.Popen(
            [PROGRAM, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as program:
        while not is_full():
            assert program.poll() is None, program.stderr.read()
            time.sleep(0.001)
        program.send_signal(by)
        while program.poll() is None:  # the signal is handled after the program's write
            if by != signal.SIGKILL:
                read_log()
        return program.returncode, program.stderr.read()


@contextlib.contextmanager
def small_disk(folder, size):
    """Mounts a file system of this size on a folder. Skips the test if that is not allowed."""
    folder.mkdir(exist_ok=True)
    if subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder], capture_output=True,
                      check=False).returncode != 0:
        pytest.skip("may not mount a file system")
    try:
        yield
    finally:
        subprocess.run(["umount", folder], check=True)


def is_handled(pid):
    """Whether the program has a handler for SIGINT."""
    try:
        with open(f"/proc/{pid}/status", encoding="ascii") as status:
            caught = [line.split()[1] for line in status if line.startswith("SigCgt:")]
    except FileNotFoundError:
        return False
    return bool(caught) and int(caught[0], 16) >> (signal.SIGINT - 1) & 1 == 1


def rows_of(path):
    """The lines of a file of comma-separated values, by column."""
    with open(path, encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


ENGINES_WITH_WAVES = [one["engine"] for one in report("solve", "mnk", "--explain")["plan"]["engines"]
                      if one["saves"] and one["engine"] != "one_pass"]  # only for slices
