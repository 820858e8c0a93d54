# SPDX-License-Identifier: MIT
"""The end of the interpreter while daemon threads are in calls: the process ends as it would without them."""

import subprocess
import sys

import pytest

HEAD = """
import threading, time
import numpy as np, zermelo
started = threading.Event()

def run(work):
    threading.Thread(target=work, daemon=True).start()
"""

SOLVES = """
random = np.random.default_rng(1)
size, moves = 400_000, 4
terminal = (random.random(size) < 0.02).astype(np.uint8)
to_move = random.integers(0, 2, size).astype(np.uint8)
indptr = np.append(0, np.cumsum(np.where(terminal == 0, moves, 0)))
indices = random.integers(0, size, indptr[-1]).astype(np.int32)

def solve():
    while True:
        zermelo.solve_graph(indptr, indices, to_move, terminal, threads=2, progress=lambda *_: started.set())
run(solve)
started.wait()
"""

PROBES = """
solution = zermelo.Game("mnk").solve()

def probe():
    while True:
        solution.probe(5)
        started.set()
for _ in range(4):
    run(probe)
started.wait()
time.sleep(0.05)
"""

CALLS = """
class Rules:
    num_positions = 10

    def describe(self, first, last):
        return np.zeros(last - first, np.uint8), (np.arange(first, last) == 3).astype(np.uint8)

    def successors(self, positions):
        return np.arange(len(positions) + 1), (positions + 1) % 10

    def predecessors(self, positions):
        started.set()
        time.sleep(0.2)
        return np.arange(len(positions) + 1), (positions - 1) % 10
run(lambda: zermelo.solve_rules(Rules(), engine="implicit"))
started.wait()
"""

MANY_CALLS = """
def solve():
    while True:
        zermelo.solve_graph([0, 1, 1], [1], [0, 1], [0, 1])
        started.set()
for _ in range(4):
    run(solve)
started.wait()
"""


@pytest.mark.parametrize("work", [SOLVES, PROBES, CALLS, MANY_CALLS], ids=["solve", "probe", "call back", "many calls"])
def test_a_daemon_thread_in_a_call_does_not_disturb_the_end(work):
    done = subprocess.run([sys.executable, "-c", f"{HEAD}{work}print('ends')"], capture_output=True, text=True, check=False,
                          timeout=100)
    assert (done.returncode, done.stdout, done.stderr) == (0, "ends\n", "")


def test_what_runs_at_exit_may_still_solve():
    work = """
import atexit
def last():
    print(zermelo.solve_graph([0, 1, 1], [1], [0, 1], [0, 1]).counts["win"])
atexit.register(last)
"""
    done = subprocess.run([sys.executable, "-c", f"import atexit\natexit.register(lambda: last())\n{HEAD}{work}"],
                          capture_output=True, text=True, check=False, timeout=100)
    assert (done.returncode, done.stdout, done.stderr) == (0, "1\n1\n", "")
