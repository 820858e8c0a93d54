# SPDX-License-Identifier: MIT
"""Tests tables and solutions shared by threads, together with h5py, and after a fork. Attributes computed on first
access have no lock shared by instances or a forked child."""

import concurrent.futures
import multiprocessing
import os
import signal
import threading
import types

import h5py
import numpy as np
import pytest
import zermelo
from random_graphs import random_graph
from zermelo._lazy import lazy

THREADS = 8
SECONDS = 60  # a child that takes longer hangs


@pytest.fixture(name="path", scope="module")
def fixture_path(tmp_path_factory):
    path = tmp_path_factory.mktemp("shared") / "t.h5"
    zermelo.Game("cat_and_mouse_ii", rows=16, cols=16, walls=0.1, seed=3).solve().save(path)
    return str(path)


@pytest.fixture(name="table")
def fixture_table(path):
    # The memory for chunks is minimal, so that threads evict each other's.
    with zermelo.open(path, cache_bytes=0) as table:
        yield table


def expect_right(table, outcome, distance, numbers):
    for p in numbers.tolist():
        probed = table.probe(p)
        assert zermelo.Outcome[probed.outcome.upper()] == outcome[p]
        assert probed.plies is None or probed.plies == distance[p]
    values = table.probe_many(numbers, threads=2)
    assert np.array_equal(values.outcome, outcome[numbers]) and np.array_equal(values.distance, distance[numbers])


@pytest.mark.skipif("asan" in os.environ.get("LD_PRELOAD", ""),
                    reason="a process that is forked beside threads may find the sanitizer's allocator locked, for good")
def test_threads_probe_while_others_read_the_file_by_h5py(table, path):
    outcome, distance = table.outcome.ravel(), table.distance.ravel()
    legal = table.find_numbers()
    stops = threading.Event()
    rounds = []

    def read_by_h5py():
        while not stops.is_set():
            with h5py.File(path) as file:
                assert np.array_equal(file["outcome"][()].ravel(), outcome)
            rounds.append(1)

    def probe(seed):
        random = np.random.default_rng(seed)
        for _ in range(5):
            expect_right(table, outcome, distance, random.choice(legal, 200))
            with zermelo.open(path) as other:
                expect_right(other, outcome, distance, random.choice(legal, 20))

    reader = threading.Thread(target=read_by_h5py)
    reader.start()
    try:
        with concurrent.futures.ThreadPoolExecutor(THREADS) as pool:
            for done in [pool.submit(probe, seed) for seed in range(THREADS)]:
                done.result(timeout=SECONDS)
    finally:
        stops.set()
        reader.join()
    assert rounds


@pytest.mark.parametrize("solve", [lambda n: zermelo.Game("mnk", rows=3, cols=2 + n % 3).solve(threads=2),
                                   lambda n: zermelo.solve_graph(**random_graph(np.random.default_rng(n), 2000), threads=2)],
                         ids=["game", "graph"])
def test_concurrent_solves_give_the_signatures_of_sequential_solves(solve):
    expected = [solve(n).signature for n in range(THREADS)]
    with concurrent.futures.ThreadPoolExecutor(THREADS) as pool:
        assert list(pool.map(lambda n: solve(n).signature, [*range(THREADS)] * 2)) == expected * 2


def in_child(work):
    """Whether `work()` ends well in a forked child. Ends a child that hangs."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            signal.alarm(SECONDS)
            work()
            status = 0
        finally:
            os._exit(status)
    return os.waitpid(child, 0)[1] == 0


def test_forked_process_reads_and_solves_like_its_parent(table, path):
    outcome, distance = table.outcome.ravel(), table.distance.ravel()
    numbers = table.find_numbers()[::37]
    signature = zermelo.Game("mnk").solve(threads=2).signature  # threads of oneTBB, which the child does not have

    def work():
        expect_right(table, outcome, distance, numbers)
        assert np.array_equal(table.outcome.ravel(), outcome)
        assert table.count("outcome=win", threads=2) == table.counts["win"]
        with zermelo.open(path) as other:
            expect_right(other, outcome, distance, numbers[:50])
        assert zermelo.Game("mnk").solve(threads=2).signature == signature
    for _ in range(3):
        assert in_child(work)
    expect_right(table, outcome, distance, numbers)


def test_process_pool_receives_open_tables(table):
    numbers = table.find_numbers()[::101].tolist()
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map(table.probe, numbers) == [table.probe(p) for p in numbers]


@pytest.fixture(name="thread_in_winner")
def fixture_thread_in_winner():
    """A thread that is computing the `winner` of another solution all the time."""
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


def expect_winner():
    assert solved().winner.tolist() == [0, 0]


@pytest.mark.usefixtures("thread_in_winner")
def test_solutions_and_forked_children_do_not_wait_for_other_threads():
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        pool.submit(expect_winner).result(SECONDS / 2)
    assert in_child(expect_winner)


def test_lazy_value_is_the_same_object_for_concurrent_threads():
    meeting = threading.Barrier(4)

    class Lazy:
        @lazy
        def value(self):
            """An unused value."""
            meeting.wait(SECONDS)
            return object()

    requested = Lazy()
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        assert len({id(value) for value in pool.map(lambda _: requested.value, range(4))}) == 1
    assert requested.value is requested.value and Lazy.value.__doc__ == "An unused value."


def test_concurrent_summaries_of_a_solution_are_equal():
    solution = solved()
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: solution._core.summary(None)["signature"], range(64)))
    assert set(found) == {solution.signature}
