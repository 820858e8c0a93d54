# SPDX-License-Identifier: MIT
"""scripts/measure/python_costs.py runs, refuses in one line what it does not know, and measures against a right solver."""

import os
import pathlib
import re
import subprocess
import sys

import numpy as np
import pytest

import zermelo
from random_graphs import random_graph

SCRIPTS = pathlib.Path(os.environ["ZERMELO_SOURCE_DIR"]) / "scripts" / "measure"
sys.path.append(str(SCRIPTS))
from numpy_solver import solve_with_numpy  # noqa: E402


def run(*words):
    return subprocess.run([sys.executable, SCRIPTS / "python_costs.py", *words], capture_output=True, text=True, check=False)


def test_each_row_is_measured():
    done = run("--quick", "--repeat", "1")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[:2] == ["| what | measured | beside | ratio |", "|---|--:|--:|--:|"]
    for word in ("solve_graph", "the program", "two threads", "explore", "solve_rules", "probe_many", "import zermelo", "Ctrl-C"):
        assert [line for line in lines if word in line], word
    assert all(re.fullmatch(r"\| [^|]+ \| -?[\d.]+ \| [^|]+ \| -?[\d.]+ \|", line) for line in lines[2:]), done.stdout


@pytest.mark.parametrize(("words", "message"), [
    (["travel"], "ROW: expected one of solve, program, threads, explore, rules, probe, import, interrupt, got 'travel'"),
    (["--repeat", "0"], "--repeat: expected an integer of at least 1, got '0'"),
])
def test_what_it_does_not_know_is_refused(words, message):
    done = run(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines()[-1] == f"python_costs.py: error: {message}"


@pytest.mark.parametrize("seed", range(20))
def test_what_it_measures_against_is_right(seed):
    """Another algorithm than those of the package, written in another language."""
    rng = np.random.default_rng(seed)
    arrays = random_graph(rng, int(rng.integers(1, 60)))
    arrays["terminal"][arrays["terminal"] > 2] = 1
    solution = zermelo.solve_graph(**arrays)
    assert [*map(np.ndarray.tolist, solve_with_numpy(**arrays))] == [solution.outcome.tolist(), solution.distance.tolist()]
