# SPDX-License-Identifier: MIT
"""Tests that the interpreter exits normally while daemon threads are in calls."""

import pathlib
import subprocess
import sys

import pytest

HEAD = """
import atexit, threading, time
atexit.register(lambda: last())  # before the package registers anything
import numpy as np, zermelo
from one_move import OneMove, ending_at
from random_graphs import random_graph
started = threading.Event()
last = lambda: None
small = [0, 1, 1], [1], [0, 1], [0, 1]

def run(work, threads=1):
    for _ in range(threads):
        threading.Thread(target=work, daemon=True).start()
    started.wait()
"""

WORK = {
    "solve": """
arrays = random_graph(np.random.default_rng(1), 400_000, ends=0.02)

def solve():
    while True:
        zermelo.solve_graph(**arrays, threads=2, progress=lambda *_: started.set())
run(solve)
""",
    "probe": """
solution = zermelo.Game("mnk").solve()

def probe():
    while True:
        solution.probe(5)
        started.set()
run(probe, 4)
time.sleep(0.05)
""",
    "call back": """
class Rules(OneMove):
    def predecessors(self, positions):
        started.set()
        time.sleep(0.2)
        return super().predecessors(positions)
run(lambda: zermelo.solve_rules(Rules(describe=ending_at(3)), engine="implicit"))
""",
    "many calls": """
def solve():
    while True:
        zermelo.solve_graph(*small)
        started.set()
run(solve, 4)
""",
    "at exit": """
last = lambda: print(zermelo.solve_graph(*small).counts["win"])
atexit.register(last)
""",
}


@pytest.mark.parametrize("work", WORK)
def test_daemon_thread_in_a_call_does_not_disturb_exit(work):
    done = subprocess.run([sys.executable, "-c", f"{HEAD}{WORK[work]}print('ends')"], capture_output=True, text=True, check=False,
                          timeout=100, cwd=pathlib.Path(__file__).parent)
    assert (done.returncode, done.stdout, done.stderr) == (0, "ends\n1\n1\n" if work == "at exit" else "ends\n", "")
