# SPDX-License-Identifier: MIT
"""Calls the program that is being tested."""

import csv
import json
import os
import subprocess

PROGRAM = os.environ["ZERMELO_PROGRAM"]


def run(*words, stdin=""):
    return subprocess.run([PROGRAM, *words], input=stdin, capture_output=True, text=True, check=False)


def report(*words):
    """The JSON object that a successful command prints."""
    done = run(*words, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def failure(*words, status=2):
    """The one line that a failing command prints on stderr, and nothing on stdout."""
    done = run(*words)
    assert done.returncode == status, done
    assert done.stdout == ""
    assert done.stderr.startswith("zermelo: ") and done.stderr.endswith("\n")
    assert done.stderr.count("\n") == 1
    return done.stderr[len("zermelo: "):-1]


def rows_of(path):
    """The lines of a file of comma-separated values, by column."""
    with open(path, encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))
