# SPDX-License-Identifier: MIT
"""Tests that scripts/measure/python_costs.py runs, rejects unknown arguments in one line, and compares with a correct
solver."""

import os
import pathlib
import re
import subprocess
import sys

import numpy as np
import pytest

import zermelo
from message_pattern import matches
from random_graphs import random_graph

SCRIPTS = pathlib.Path(os.environ["ZERMELO_SOURCE_DIR"]) / "scripts" / "measure"
sys.path.append(str(SCRIPTS))
from numpy_solver import solve_with_numpy  # noqa: E402


def run(*arguments):
    return subprocess.run([sys.executable, SCRIPTS / "python_costs.py", *arguments], capture_output=True, text=True, check=False)


def test_python_costs_prints_a_measurement_for_every_row():
    done = run("--quick", "--repeat", "1")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[:2] == ["| what | measured | beside | ratio |", "|---|--:|--:|--:|"]
    for phrase in ("solve_graph", "the program", "two threads", "explore", "solve_rules", "probe_many", "import zermelo", "Ctrl-C"):
        assert [line for line in lines if phrase in line], phrase
    assert all(re.fullmatch(r"\| [^|]+ \| -?[\d.]+ \| [^|]+ \| -?[\d.]+ \|", line) for line in lines[2:]), done.stdout


@pytest.mark.parametrize(("arguments", "message"), [
    (["travel"], "ROW: ... solve, program, ... got 'travel'"),
    (["--repeat", "0"], "--repeat: ... 1, got '0'"),
])
def test_python_costs_rejects_unknown_arguments(arguments, message):
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert matches(f"python_costs.py: error: {message}", done.stderr.splitlines()[-1])


@pytest.mark.parametrize("seed", range(20))
def test_numpy_reference_of_python_costs_matches_solve_graph(seed):
    """The reference is another algorithm in another language."""
    rng = np.random.default_rng(seed)
    arrays = random_graph(rng, int(rng.integers(1, 60)))
    arrays["terminal"][arrays["terminal"] > 2] = 1
    solution = zermelo.solve_graph(**arrays)
    assert [*map(np.ndarray.tolist, solve_with_numpy(**arrays))] == [solution.outcome.tolist(), solution.distance.tolist()]
