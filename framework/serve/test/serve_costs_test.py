# SPDX-License-Identifier: MIT
"""Tests that scripts/measure/serve_costs.py measures each of its rows, and reports missing programs in one line."""

import os
import pathlib
import shutil
import subprocess
import sys

import pytest

from message_pattern import matches
from program import PROGRAM, run

SCRIPT = pathlib.Path(os.environ["ZERMELO_SOURCE_DIR"]) / "scripts" / "measure" / "serve_costs.py"
needs_wrk = pytest.mark.skipif(shutil.which("wrk") is None, reason="wrk is missing")


def measure(*arguments, **surroundings):
    return subprocess.run([sys.executable, SCRIPT, PROGRAM, *arguments], capture_output=True, text=True, check=False, **surroundings)


@needs_wrk
def test_serve_costs_prints_a_measurement_for_every_row():
    done = measure("--quick", "--repeat", "1")
    assert (done.returncode, done.stderr) == (0, "")
    first, _, *lines = done.stdout.splitlines()
    assert " 7,200 positions, " in first
    rows = {cells[0].strip(): cells[1:] for cells in (line.strip("|").split("|") for line in lines)}
    for arguments in ("by 32 connections", "without moves", "with moves", "along turn", "along cat", "along mouse", "the longest wins",
                  "beside such scans", "memory"):
        assert [name for name in rows if arguments in name], arguments
    assert [rows[name][0].strip() for name in ("errors among them", "errors beside such scans")] == ["0", "0"]


def test_serve_costs_reports_missing_wrk():
    done = measure(env={**os.environ, "PATH": ""})
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "serve_costs.py: wrk is missing; apt-get install wrk\n")


@needs_wrk
@pytest.mark.parametrize("name, message", [
    ("missing", "zermelo: {path}: ..."),
    ("board", "--table {path}: ... cat_and_mouse_ii, got 'mnk'"),
])
def test_serve_costs_rejects_unsuitable_table(tmp_path, name, message):
    path = tmp_path / f"{name}.h5"
    if name == "board":
        assert run("solve", "mnk", "rows=2", "-o", str(path), "--quiet").returncode == 0
    done = measure("--table", str(path))
    assert (done.returncode, done.stdout) == (1, "")
    assert matches(f"serve_costs.py: {message.format(path=path)}\n", done.stderr)
