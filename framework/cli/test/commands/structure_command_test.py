#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Tests `zermelo list --structure`: the strong components of a game equal those found by another algorithm.

The program runs Tarjan's algorithm on its stored graph; here, networkx runs Kosaraju's algorithm on an exported graph.
"""

import json
import os

import h5py
import networkx
import numpy as np
import pytest

from program import run

DATA = os.environ["ZERMELO_DATA_DIR"]
GAMES = {
    "tic-tac-toe": ["mnk", "rows=3", "cols=3", "k=3"],
    "pursuit of 5 x 5": ["cat_and_mouse_ii", "rows=5", "cols=5", "walls=0.15", "seed=4", "mouse_jump=2"],
    "913, example 1": ["cat_and_mouse", f"@{DATA}/graphs/official_1.json"],
    "913, example 2": ["cat_and_mouse", f"@{DATA}/graphs/official_2.json"],
    "one way": ["cat_and_mouse", "graph=1,2/2,3/4/4,1/5/0"],
}


def structure_of(starts, targets, terminal):
    legal = np.flatnonzero(terminal != 4)
    graph = networkx.DiGraph()
    graph.add_nodes_from(legal.tolist())
    graph.add_edges_from(zip(np.repeat(np.arange(len(starts) - 1), np.diff(starts)).tolist(), targets.tolist()))
    components = list(networkx.kosaraju_strongly_connected_components(graph))
    on_cycles = [v for component in components for v in component if len(component) > 1 or graph.has_edge(v, v)]
    return {
        "positions": len(starts) - 1,
        "legal": len(legal),
        "ends": np.count_nonzero(terminal[legal] != 0),
        "moves": len(targets),
        "components": len(components),
        "largest_component": max(map(len, components)),
        "on_cycles": len(on_cycles),
        "depth": networkx.dag_longest_path_length(networkx.condensation(graph, components)) + 1,
    }


@pytest.mark.parametrize("name", GAMES)
def test_list_structure_reports_same_components_as_an_independent_algorithm(tmp_path, name):
    table, graph = str(tmp_path / "t.h5"), str(tmp_path / "g.h5")
    assert run("solve", *GAMES[name], "-o", table).returncode == 0
    assert run("export", table, "--graph", "-o", graph).returncode == 0
    with h5py.File(graph) as file:
        expected = structure_of(file["indptr"][()], file["indices"][()], file["terminal"][()])
    done = run("list", *GAMES[name], "--structure", "--json")
    warnings = [line for line in done.stderr.splitlines() if "the graph is directed" not in line]
    assert (done.returncode, warnings) == (0, [])
    found = json.loads(done.stdout)
    assert found.pop("game") == GAMES[name][0]
    assert isinstance(found.pop("params"), dict)
    assert found == expected
    done = run("list", *GAMES[name], "--structure", "--threads", "3", "--json")
    assert json.loads(done.stdout)["depth"] == expected["depth"]
