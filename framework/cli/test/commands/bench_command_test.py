#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Tests `zermelo bench`: its numbers are consistent, at any speed."""

import pytest

from program import report

PHASES = {
    "product": {"seed", "propagate", "summarize", "solve", "total"},
    "implicit": {"seed", "propagate", "finish", "summarize", "solve", "total"},
    "explicit": {"build", "seed", "propagate", "finish", "summarize", "solve", "total"},
    "queue": {"seed", "propagate", "summarize", "solve", "total"},
    "textbook": {"textbook", "convert", "summarize", "solve", "total"},
}


def test_bench_rates_and_ratios_follow_from_its_times():
    bench = report("bench", "cat_and_mouse_ii", "rows=12", "cols=12", "walls=0.1", "seed=3", "--threads", "1,2", "--repeat", "3")
    solves = {result["engine"]: result["seconds"]["solve"]["median"] for result in bench["results"]}
    limits = {limit["threads"]: limit for limit in bench["limits"]}
    for result in bench["results"]:
        assert set(result["seconds"]) == PHASES[result["engine"]]
        assert all(0 <= timing["min"] <= timing["median"] <= timing["max"] for timing in result["seconds"].values())
        assert {"bytes_per_position", "bytes_per_edge"} <= set(result)
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
