# SPDX-License-Identifier: MIT
"""Long calls: Ctrl-C at any moment, what `progress` gets and raises, and other Python threads meanwhile."""

import io
import os
import signal
import sys
import threading
import time
import types

import numpy as np
import pytest

import zermelo
from slow_solver import random_graph
from zermelo import _progress


@pytest.fixture(scope="module", name="large")
def fixture_large():
    """Some seven million moves, which take several of the times between two calls of `progress`, and their solution."""
    arrays = random_graph(np.random.default_rng(1), 2_500_000, ends=0.1)
    return arrays, zermelo.solve_graph(**arrays)


def calls_of(arrays, solution):
    return {
        "solve": lambda **options: zermelo.solve_graph(**arrays, **options),
        "verify": lambda progress=None: solution.verify(progress=progress),
        "strategy": lambda progress=None: solution.strategy(progress=progress),
        "verify_graph": lambda **options: zermelo.verify_graph(**arrays, outcome=solution.outcome,
                                                               distance=solution.distance, **options),
        "verify_outcomes": lambda **options: zermelo.verify_graph(**arrays, outcome=solution.outcome, **options),
    }


@pytest.mark.parametrize("name", ["solve", "verify", "strategy", "verify_graph", "verify_outcomes"])
def test_ctrl_c_ends_a_call_at_any_moment(large, name):
    call = calls_of(*large)[name]
    begun = time.perf_counter()
    call()
    seconds = time.perf_counter() - begun
    interrupted = 0
    for share in (0.1, 0.4, 0.8):
        timer = threading.Timer(share * seconds, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        try:
            call()
            timer.join()
            time.sleep(0.2)  # the signal came too late for the call, and is raised here
        except KeyboardInterrupt:
            interrupted += 1
        timer.join()
    assert interrupted == 3
    assert call() is not None


class Stop(Exception):
    pass


@pytest.mark.parametrize("name", ["solve", "verify_outcomes"])
def test_what_progress_raises_comes_out(large, name):
    seen = []

    def stop(phase, done, total):
        seen.append((phase, done, total))
        raise Stop(phase)

    with pytest.raises(Stop):
        calls_of(*large)[name](progress=stop)
    assert len(seen) == 1


def test_progress_gets_phases_and_numbers(large):
    seen = []
    main = threading.get_ident()

    def note(phase, done, total):
        assert threading.get_ident() == main
        seen.append((phase, done, total))

    calls_of(*large)["solve"](progress=note, threads=2)
    assert seen
    for phase, done, total in seen:
        assert isinstance(phase, str) and phase and isinstance(done, int) and isinstance(total, int)
        assert 0 <= done and 0 <= total


def test_other_threads_of_python_run_meanwhile(large):
    steps = 0
    ends = threading.Event()

    def count():
        nonlocal steps
        while not ends.is_set():
            steps += 1
            time.sleep(0.001)

    counter = threading.Thread(target=count)
    counter.start()
    before = steps
    calls_of(*large)["solve"]()
    assert steps > before + 3
    ends.set()
    counter.join()


def test_true_shows_a_line_on_stderr_and_takes_it_away(large, monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm", None)
    shown = io.StringIO()
    monkeypatch.setattr(sys, "stderr", shown)
    calls_of(*large)["solve"](progress=True)
    parts = shown.getvalue().split("\r")
    assert any(": " in part for part in parts)
    assert parts[-1] == "" and parts[-2].strip() == ""


def test_true_shows_bars_where_there_is_tqdm(monkeypatch):
    bars = []

    class Bar:
        def __init__(self, total, desc, **_):
            self.n, self.total, self.desc, self.is_open = 0, total, desc, True
            bars.append(self)

        def update(self, amount):
            self.n += amount

        def close(self):
            self.is_open = False

    monkeypatch.setitem(sys.modules, "tqdm", types.SimpleNamespace(tqdm=Bar))
    with _progress.shown(True) as show:
        for report in (("seed", 1, 10), ("seed", 4, 10), ("propagate", 2, 0)):
            show(*report)
    assert [(bar.desc, bar.n, bar.total, bar.is_open) for bar in bars] == [("seed", 4, 10, False), ("propagate", 2, None, False)]
