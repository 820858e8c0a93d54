# SPDX-License-Identifier: MIT
"""Tests long calls: Ctrl-C at any moment, the arguments and exceptions of `progress`, and other Python threads during a
call."""

import functools
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
from random_graphs import random_graph
from zermelo import _progress


@pytest.fixture(scope="module", name="calls")
def fixture_calls():
    """Calls for some seven million moves, which take several intervals of `progress`."""
    arrays = random_graph(np.random.default_rng(1), 2_500_000, ends=0.1)
    solution = zermelo.solve_graph(**arrays)
    verify = functools.partial(zermelo.verify_graph, **arrays, outcome=solution.outcome)
    return {"solve": functools.partial(zermelo.solve_graph, **arrays), "verify": solution.verify, "strategy": solution.strategy,
            "verify_graph": functools.partial(verify, distance=solution.distance), "verify_outcomes": verify,
            "game": zermelo.Game("mnk", rows=4, cols=4, k=4).solve}


@pytest.mark.parametrize("name", ["solve", "verify", "strategy", "verify_graph", "verify_outcomes"])
def test_ctrl_c_stops_a_call_at_any_moment(calls, name):
    call = calls[name]
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


@pytest.mark.parametrize("name", ["solve", "verify_outcomes", "game"])
def test_exceptions_of_progress_callback_propagate(calls, name):
    seen = []

    def stop(*report):
        seen.append(report)
        raise LookupError

    with pytest.raises(LookupError):
        calls[name](progress=stop)
    assert len(seen) == 1


def test_progress_callback_receives_phase_and_done_and_total_work(calls):
    seen = []
    calls["solve"](progress=lambda *report: seen.append((threading.get_ident(), *report)), threads=2)
    assert seen
    for thread, phase, done, total in seen:
        assert thread == threading.get_ident() and isinstance(phase, str) and phase
        assert isinstance(done, int) and isinstance(total, int) and done >= 0 and total >= 0


def test_other_python_threads_run_during_a_call(calls):
    steps = []
    ends = threading.Event()

    def count():
        while not ends.wait(0.001):
            steps.append(1)

    counter = threading.Thread(target=count)
    counter.start()
    before = len(steps)
    calls["solve"]()
    assert len(steps) > before + 3
    ends.set()
    counter.join()


def test_progress_true_prints_and_erases_a_line_on_stderr(calls, monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm", None)
    display = io.StringIO()
    monkeypatch.setattr(sys, "stderr", display)
    calls["solve"](progress=True)
    parts = display.getvalue().split("\r")
    assert any(": " in part for part in parts)
    assert parts[-1] == "" and parts[-2].strip() == ""


def test_progress_true_uses_tqdm_bars_when_installed(monkeypatch):
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
    with _progress.display(True) as show:
        for report in (("seed", 1, 10), ("seed", 4, 10), ("propagate", 2, 0)):
            show(*report)
    assert [(bar.desc, bar.n, bar.total, bar.is_open) for bar in bars] == [("seed", 4, 10, False), ("propagate", 2, None, False)]
