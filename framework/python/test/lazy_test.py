# SPDX-License-Identifier: MIT
"""Attributes that are made when they are first asked for, without a lock that instances or a forked child would share."""

import concurrent.futures
import os
import signal
import threading
import types

import numpy as np
import pytest
import zermelo
from zermelo._lazy import lazy

SECONDS = 30  # what takes longer hangs


@pytest.fixture(name="thread_in_winner")
def fixture_thread_in_winner():
    """A thread is making the `winner` of another solution, and goes on doing so."""
    is_inside, leaves = threading.Event(), threading.Event()

    def winners(progress):
        is_inside.set()
        leaves.wait(SECONDS)
        return np.zeros(2, np.int8)

    other = zermelo.Solution(types.SimpleNamespace(winners=winners), {})
    thread = threading.Thread(target=lambda: other.winner)
    thread.start()
    is_inside.wait(SECONDS)
    yield
    leaves.set()
    thread.join()


def solved():
    return zermelo.solve_graph([0, 1, 1], [1], [0, 1], [0, 1])


def test_a_solution_does_not_wait_for_another(thread_in_winner):
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        assert pool.submit(lambda: solved().winner.tolist()).result(SECONDS / 2) == [0, 0]


def test_a_forked_child_does_not_wait_for_a_thread_of_its_parent(thread_in_winner):
    child = os.fork()
    if child == 0:
        status = 1
        try:
            signal.alarm(SECONDS // 2)
            status = 0 if solved().winner.tolist() == [0, 0] else 1
        finally:
            os._exit(status)
    assert os.waitpid(child, 0)[1] == 0


def test_threads_that_ask_at_the_same_time_get_one_value():
    meeting = threading.Barrier(4)

    class Asked:
        @lazy
        def value(self):
            """Of no use."""
            meeting.wait(SECONDS)
            return object()

    asked = Asked()
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        assert len({id(value) for value in pool.map(lambda _: asked.value, range(4))}) == 1
    assert asked.value is asked.value and Asked.value.__doc__ == "Of no use."


def test_threads_that_summarize_at_the_same_time_agree():
    solution = solved()
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: solution._core.summary(None)["signature"], range(64)))
    assert set(found) == {solution.signature}
