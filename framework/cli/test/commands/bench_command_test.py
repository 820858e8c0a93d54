#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""zermelo bench: what it reports, not how fast anything is."""

import pytest

from program import BASELINES, ENGINES, ENGINES_WITH_WAVES, report, run

GAME = ["cat_and_mouse_ii", "rows=12", "cols=12", "walls=0.1", "seed=3", "cat_jump=2", "mouse_jump=2"]


@pytest.fixture(name="bench", scope="module")
def fixture_bench():
    return report("bench", *GAME, "--threads", "1,2", "--repeat", "3")


def test_every_engine_and_number_of_threads_has_a_result(bench):
    runs = [(result["engine"], result["threads"]) for result in bench["results"]]
    parallel = [(engine, threads) for engine in ENGINES_WITH_WAVES for threads in [1, 2]]
    assert runs == [*parallel, *((baseline, 1) for baseline in BASELINES)]
    assert [limit["threads"] for limit in bench["limits"]] == [1, 2]


def test_results_have_the_figures_that_they_promise(bench):
    signature = report("solve", *GAME)["signature"]
    for result in bench["results"]:
        assert result["signature"] == signature
        assert {"engine", "threads", "seconds", "positions_per_second", "edges_per_second", "bytes_per_position",
                "bytes_per_edge", "ratio_to_textbook", "ratio_to_queue", "ratio_to_stream_limit",
                "ratio_to_gather_limit", "signature"} <= set(result)
        for timing in result["seconds"].values():
            assert 0 <= timing["min"] <= timing["median"] <= timing["max"]
        phases = set(result["seconds"])
        assert {"product": {"seed", "propagate", "solve"},
                "implicit": {"seed", "propagate", "finish", "solve"},
                "explicit": {"build", "seed", "propagate", "finish", "solve"},
                "queue": {"seed", "propagate", "solve"},
                "textbook": {"textbook", "solve"}}.get(result["engine"], phases) == phases


def test_figures_agree_with_each_other(bench):
    solves = {result["engine"]: result["seconds"]["solve"]["median"] for result in bench["results"]}
    limits = {limit["threads"]: limit for limit in bench["limits"]}
    for result in bench["results"]:
        solve = result["seconds"]["solve"]["median"]
        assert result["positions_per_second"] == pytest.approx(bench["positions"] / solve)
        assert result["edges_per_second"] == pytest.approx(bench["edges"] / solve)
        assert result["ratio_to_textbook"] == pytest.approx(solves["textbook"] / solve)
        assert result["ratio_to_queue"] == pytest.approx(solves["queue"] / solve)
        if result["engine"] == "textbook":
            assert result["ratio_to_gather_limit"] is None
            continue
        propagate = result["seconds"]["propagate"]["median"]
        limit = limits[result["threads"]]
        assert result["ratio_to_gather_limit"] == pytest.approx(propagate / limit["gather"]["median"])
        assert result["ratio_to_stream_limit"] == pytest.approx(propagate / limit["stream"]["median"])


def test_machine_and_instance_are_named(bench):
    assert set(bench["machine"]) == {"processor", "cores", "memory_bytes", "compiler", "flags", "version", "revision"}
    assert bench["machine"]["cores"] >= 1 and bench["machine"]["memory_bytes"] > 1 << 20
    assert all(isinstance(bench["machine"][key], str) for key in ["processor", "compiler", "flags", "revision"])
    assert (bench["game"], bench["params"]["rows"], bench["repeat"]) == ("cat_and_mouse_ii", 12, 3)


def test_limits_are_left_out_where_the_stored_graph_does_not_fit():
    words = ["rows=40", "cols=40", "cat_jump=2", "mouse_jump=2"]
    bench = report("bench", "cat_and_mouse_ii", *words, "--repeat", "1", "--threads", "1", "--memory-limit", "60M")
    # Its own graph takes a fraction of the rows of numbers that the kernels walk.
    assert [result["engine"] for result in bench["results"]] == ENGINES_WITH_WAVES
    assert bench["limits"] == []
    assert bench["results"][0]["ratio_to_gather_limit"] is None


def test_text_has_a_line_for_every_result():
    done = run("bench", *GAME, "--repeat", "1", "--threads", "1")
    assert (done.returncode, done.stderr) == (0, "")
    shown = done.stdout
    lines = [line.split()[:2] for line in shown.splitlines()]
    for engine in ENGINES:
        assert [engine, "1"] in lines
