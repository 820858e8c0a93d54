# SPDX-License-Identifier: MIT
"""Calls zermelo-mpi on ranks."""

import json
import os
import subprocess

PLAIN = os.environ["ZERMELO_PROGRAM"]
PROGRAM = os.environ["ZERMELO_MPI_PROGRAM"]
MPIRUN = os.environ["ZERMELO_MPIRUN"]
SECONDS = 600  # after which ranks wait for each other for ever


def command(ranks, *words):
    return [MPIRUN, "-n", str(ranks), PROGRAM, *words]


def ended(words, **options):
    return subprocess.run(words, capture_output=True, text=True, check=False, timeout=SECONDS, **options)


def reported(done):
    """The JSON object that a successful command has printed."""
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def lines_of(done):
    """What the program has said on stderr; mpirun has a word of its own on a program that fails."""
    begin = "zermelo-mpi: "
    return [line[len(begin):] for line in done.stderr.splitlines() if line.startswith(begin)]


def only_line(done, status=2):
    """The one line of a failing command, which prints nothing on stdout."""
    assert (done.returncode, done.stdout) == (status, "")
    (line,) = lines_of(done)
    return line
