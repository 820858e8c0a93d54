#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Tests `zermelo export`: exported data, read by other programs, agrees with the table."""

import itertools
import os
import shutil
import subprocess

import h5py
import numpy as np
import pytest

from checkpoint_digest import altered_copy
from message_pattern import matches
from program import PROGRAM, failure, report, signalled
from solved_tables import DRAW, LOSS, OUTCOMES, TIE, WIN, Table, printed_rows, solved

NO_DISTANCE = 65535
OF_OTHER = {0: 0, WIN: LOSS, LOSS: WIN, TIE: TIE, DRAW: DRAW}

GAMES = {
    "cat_and_mouse": ["cat_and_mouse", "@" + os.environ["ZERMELO_DATA_DIR"] + "/graphs/official_1.json"],
    "cat_and_mouse_ii": ["cat_and_mouse_ii", "rows=6", "cols=6", "walls=0.3", "seed=3", "cat_jump=1", "mouse_jump=2"],
    "short_limit": ["cat_and_mouse_ii", "rows=6", "cols=6", "walls=0.3", "seed=3", "move_limit=2"],
    "mnk": ["mnk"],
}


@pytest.fixture(name="folder", scope="module")
def fixture_folder(tmp_path_factory):
    return solved(tmp_path_factory.mktemp("tables"), GAMES)


@pytest.fixture(name="table", params=GAMES)
def fixture_table(folder, request):
    return folder / f"{request.param}.h5"


@pytest.fixture(name="large", scope="module")
def fixture_large(tmp_path_factory):
    """A table whose exports take seconds and many megabytes."""
    arguments = ["cat_and_mouse_ii", "rows=30", "cols=30", "cat_jump=30", "mouse_jump=30"]
    return solved(tmp_path_factory.mktemp("large"), {"t": arguments}) / "t.h5"


def export(*arguments):
    """Returns the bytes that export prints."""
    done = subprocess.run([PROGRAM, "export", *arguments], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout


def export_to(path, *arguments):
    assert export(*arguments, "-o", str(path)) == b""
    return path


# CSV

def test_csv_export_has_one_line_per_legal_position(table):
    stored = Table(table)
    rows = printed_rows("export", str(table), "--csv")
    state = [] if stored.columns else ["state"]
    assert list(rows[0]) == ["position", *state, *stored.columns, "to_move", "outcome", "winner", "plies"]
    for row in rows[::500] if state else []:
        probed = report("probe", str(table), *row["state"].split())
        assert (probed["outcome"], probed["state"]) == (row["outcome"], row["state"])
    legal = np.flatnonzero(stored.outcome)
    assert [int(row["position"]) for row in rows] == list(legal)
    winners = stored.winners()
    for row, position in zip(rows, legal):
        outcome = stored.outcome[position]
        for name, values in stored.columns.items():
            assert row[name] == str(values[position])
        assert row["to_move"] == stored.players[stored.to_move[position]]
        assert row["outcome"] == OUTCOMES[outcome]
        assert row["winner"] == (stored.players[winners[position]] if winners[position] >= 0 else "")
        assert row["plies"] == ("" if outcome == DRAW else str(stored.distance[position]))


def test_csv_export_is_identical_for_all_thread_counts(large, tmp_path):
    text = export(str(large), "--csv", "--threads", "1")
    assert export(str(large), "--csv", "--threads", "5") == text
    assert export_to(tmp_path / "t.csv", str(large), "--csv").read_bytes() == text
    assert text.count(b"\n") == np.count_nonzero(Table(large).outcome) + 1


# Pictures

def test_graphviz_export_draws_every_position_and_move(folder):
    if shutil.which("dot") is None:
        pytest.skip("Graphviz is not installed")
    table = folder / "cat_and_mouse.h5"
    text = export(str(table), "--dot")
    assert export(str(table), "--format", "dot", "--threads", "3") == text
    drawn = subprocess.run(["dot", "-Tsvg"], input=text, capture_output=True, check=False)
    assert (drawn.returncode, drawn.stderr) == (0, b"")
    stored = Table(table)
    assert drawn.stdout.count(b'class="node"') == np.count_nonzero(stored.outcome)
    assert drawn.stdout.count(b'class="edge"') == stored.attributes["edges"]


# NumPy

def test_numpy_export_can_be_memory_mapped(table, tmp_path):
    stored = Table(table)
    array = np.load(export_to(tmp_path / "t.npy", str(table), "--numpy"), mmap_mode="r")
    assert isinstance(array, np.memmap)
    assert array.shape == stored.shape
    assert array.dtype == np.dtype([("outcome", "u1"), ("distance", "<u2")])
    assert np.array_equal(array["outcome"].ravel(), stored.outcome)
    assert np.array_equal(array["distance"].ravel(), stored.distance)


# Graphs

class Graph:
    def __init__(self, path):
        with h5py.File(path) as file:
            self.indptr, self.indices = file["indptr"][()], file["indices"][()]
            self.to_move, self.terminal = file["to_move"][()], file["terminal"][()]

    def successors(self, vertex):
        return self.indices[self.indptr[vertex]:self.indptr[vertex + 1]]


def solve_slowly(graph):
    """(outcome, distance) of every position, computed in passes over all of them, if nobody wins infinite play."""
    is_own = graph.terminal == graph.to_move + 1
    outcome = np.select([graph.terminal == 4, graph.terminal == 3, is_own, graph.terminal > 0], [0, TIE, WIN, LOSS], DRAW).tolist()
    distance = np.where(np.isin(graph.terminal, [1, 2, 3]), 0, NO_DISTANCE)
    to_move = graph.to_move.tolist()
    moves = {int(v): graph.successors(v).tolist() for v in np.flatnonzero(graph.terminal == 0)}
    for is_of_ties in (False, True):
        for plies in itertools.count(1):
            found = {}
            for v in (v for v in moves if outcome[v] == DRAW):
                values = {outcome[to] if to_move[to] == to_move[v] else OF_OTHER[outcome[to]] for to in moves[v]}
                if is_of_ties and TIE in values:
                    found[v] = TIE
                elif WIN in values or values == {LOSS}:
                    found[v] = WIN if WIN in values else LOSS
            if not found:
                break
            for v, value in found.items():
                outcome[v], distance[v] = value, plies
    return outcome, distance


def test_solving_an_exported_graph_reproduces_the_table(table, tmp_path):
    stored = Table(table)
    graph = Graph(export_to(tmp_path / "g.h5", str(table), "--graph"))
    outcome, distance = solve_slowly(graph)
    assert np.array_equal(outcome, stored.outcome)
    assert np.array_equal(distance, stored.distance)
    legal = stored.outcome > 0
    assert np.array_equal(graph.to_move[legal], stored.to_move[legal])
    assert np.all(graph.to_move[~legal] == 0) and np.array_equal(graph.terminal == 4, ~legal)


def test_export_rejects_table_with_wrong_edge_count(folder, tmp_path):
    edges = Table(folder / "mnk.h5").attributes["edges"]
    path = altered_copy(folder / "mnk.h5", tmp_path, lambda file: file.attrs.modify("edges", np.int64(edges + 1)))
    message = failure("export", path, "--graph", "-o", str(tmp_path / "g.h5"))
    assert matches(f"{path}: ... 'edges' ... {edges + 1} moves, ... {edges}", message)
    assert [left.name for left in tmp_path.iterdir()] == ["altered.h5"]


# Incomplete files

@pytest.mark.parametrize("form", ["--pgsolver", "--graph"])
def test_interrupted_export_leaves_no_file(form, large, tmp_path):
    arguments = ["export", str(large), form, "-o", str(tmp_path / "out")]
    assert signalled(arguments, lambda _: list(tmp_path.iterdir())) == (130, "", "zermelo: interrupted\n")
    assert not list(tmp_path.iterdir())
