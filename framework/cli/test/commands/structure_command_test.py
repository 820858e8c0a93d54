#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""zermelo list --structure: the strong components of a game, found once more by another algorithm.

The program runs Tarjan's algorithm on the graph that it stores itself; here, Kosaraju's runs on an exported graph.
"""

import json
import os

import h5py
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


def reversed_rows(starts, targets):
    """The transpose of compressed sparse rows."""
    order = np.argsort(targets, kind="stable")
    sources = np.repeat(np.arange(len(starts) - 1), np.diff(starts))[order]
    return np.searchsorted(targets[order], np.arange(len(starts))), sources


def in_order_of_finishing(starts, targets):
    """All vertices by the time at which a depth-first search is done with them."""
    finished, seen = [], np.zeros(len(starts) - 1, dtype=bool)
    for first in range(len(seen)):
        if seen[first]:
            continue
        seen[first] = True
        path = [(first, starts[first])]
        while path:
            v, edge = path.pop()
            if edge == starts[v + 1]:
                finished.append(v)
                continue
            path.append((v, edge + 1))
            to = targets[edge]
            if not seen[to]:
                seen[to] = True
                path.append((to, starts[to]))
    return finished


def components_of(starts, targets):
    """Kosaraju's algorithm: the component of every vertex, numbered so that moves lead to higher numbers."""
    back_starts, sources = reversed_rows(starts, targets)
    component = np.full(len(starts) - 1, -1)
    count = 0
    for first in reversed(in_order_of_finishing(starts, targets)):
        if component[first] >= 0:
            continue
        component[first] = count
        todo = [first]
        while todo:
            v = todo.pop()
            for u in sources[back_starts[v]:back_starts[v + 1]]:
                if component[u] < 0:
                    component[u] = count
                    todo.append(u)
        count += 1
    return component, count


def structure_of(starts, targets, terminal, legal):
    component, count = components_of(starts, targets)
    sizes = np.bincount(component[legal], minlength=count)
    sources = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    loops = np.zeros(len(starts) - 1, dtype=bool)
    loops[sources[sources == targets]] = True
    depth = np.ones(count, dtype=int)
    pairs = np.unique(np.stack([component[sources], component[targets]]), axis=1)
    for a, b in sorted(zip(*pairs), reverse=True):
        assert a <= b
        if a != b:
            depth[a] = max(depth[a], depth[b] + 1)
    return {
        "positions": len(starts) - 1,
        "legal": int(np.count_nonzero(legal)),
        "ends": int(np.count_nonzero(legal & (terminal != 0))),
        "moves": len(targets),
        "components": int(np.count_nonzero(sizes)),
        "largest_component": int(sizes.max()),
        "on_cycles": int(np.count_nonzero(legal & ((sizes[component] > 1) | loops))),
        "depth": int(depth[np.unique(component[legal])].max()),
    }


@pytest.mark.parametrize("name", GAMES)
def test_the_structure_is_what_another_algorithm_finds(tmp_path, name):
    table, graph = str(tmp_path / "t.h5"), str(tmp_path / "g.h5")
    assert run("solve", *GAMES[name], "-o", table).returncode == 0
    assert run("export", table, "--graph", "-o", graph).returncode == 0
    with h5py.File(table) as file:
        legal = file["outcome"][()].ravel() != 0
    with h5py.File(graph) as file:
        expected = structure_of(file["indptr"][()], file["indices"][()].astype(int), file["terminal"][()], legal)
    done = run("list", *GAMES[name], "--structure", "--json")
    warnings = [line for line in done.stderr.splitlines() if "the graph is directed" not in line]
    assert (done.returncode, warnings) == (0, [])
    found = json.loads(done.stdout)
    assert found.pop("game") == GAMES[name][0]
    assert isinstance(found.pop("params"), dict)
    assert found == expected
    done = run("list", *GAMES[name], "--structure", "--threads", "3", "--json")
    assert json.loads(done.stdout)["depth"] == expected["depth"]
