#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Tests the game graph_file: graphs from NumPy and other programs, parity games as text, and their tables."""

import os
import shutil

import h5py
import numpy as np
import pytest

from checkpoint_digest import sign_parameters
from message_pattern import matches
from program import failure, report, run

DATA = os.environ["ZERMELO_DATA_DIR"]
ROADS = f"{DATA}/parity/roads.pg"


def solve(file, *arguments):
    return report("solve", "graph_file", f"file={file}", "--quiet", *arguments)


# Graph files

ARRAYS = {
    "indptr": np.array([0, 2, 3, 3, 4, 4]),
    "indices": np.array([1, 3, 2, 0]),
    "to_move": np.array([0, 1, 0, 1, 0], np.uint8),
    "terminal": np.array([0, 0, 1, 0, 4], np.uint8),
}


def write_graph(path, arrays, libver="v110", **attributes):
    with h5py.File(path, "w", libver=libver) as file:
        file.attrs.update({"format": "zermelo-graph", "format_version": 1, "complete": 1} | attributes)
        for name, array in arrays.items():
            file[name] = array
    return path


def terminals(size):
    """A graph without moves."""
    return {"indptr": np.zeros(size + 1, np.int64), "indices": np.zeros(0, np.uint32),
            "to_move": np.zeros(size, np.uint8), "terminal": np.ones(size, np.uint8)}


def values_of(table):
    with h5py.File(table) as file:
        return file["outcome"][()].tolist(), file["distance"][()].tolist()


def test_graph_file_solves_numpy_arrays(tmp_path):
    graph = write_graph(tmp_path / "g.h5", ARRAYS | {"distance": np.array([0, 0, (1 << 20) - 1, 0, 0], np.uint32)})
    farthest = solve(graph, "-o", str(tmp_path / "t.h5"), "--verify")["max_distance_plies"]
    assert farthest == (1 << 20) + 2
    outcome, distance = values_of(tmp_path / "t.h5")
    assert outcome == [1, 2, 1, 2, 0]
    assert distance[:4] == [farthest - 1, farthest - 2, farthest - 3, farthest]


def test_graph_file_applies_attributes_and_distances(tmp_path):
    loops = {"indptr": np.array([0, 1, 1, 1]), "indices": np.array([0]), "to_move": np.array([0, 0, 1], np.uint8),
             "terminal": np.array([0, 0, 2], np.uint8), "distance": np.array([0, 0, 3], np.uint32)}
    for no_moves, code in {"loses": 2, "wins": 1, "ties": 3, "draws": 4}.items():
        graph = write_graph(tmp_path / "g.h5", loops, no_moves=no_moves, infinite_play="second", start=2)
        solved = solve(graph, "-o", str(tmp_path / "t.h5"))
        outcome, distance = values_of(tmp_path / "t.h5")
        assert (outcome, distance[2]) == ([4, code, 1], 3)
        assert solved["start"]["plies"] == 3
        assert report("stats", str(tmp_path / "t.h5"))["infinite_play"] == "second"


def test_graph_file_rejects_unsupported_filters_and_datasets(tmp_path):
    def rejection(name, array, **options):
        graph = write_graph(tmp_path / "g.h5", ARRAYS)
        with h5py.File(graph, "r+", libver="v110") as file:
            del file[name]
            file.create_dataset(name, data=array, **options)
        return failure("solve", "graph_file", f"file={graph}").removeprefix(f"{graph}: ")

    assert matches("... 'to_move' ... filter 32000; ...",
                   rejection("to_move", ARRAYS["to_move"], chunks=(5,), compression="lzf"))
    assert matches("... 'indices' ... 2097152 elements; ... 1048576 ...",
                   rejection("indices", np.zeros(2**21, np.uint32), chunks=(2**21,)))
    graph = write_graph(tmp_path / "g.h5", ARRAYS, no_moves=3)
    assert failure("solve", "graph_file", f"file={graph}").startswith(f"{graph}: attribute 'no_moves'")


def test_graph_file_rejects_hdf5_without_checksums(tmp_path):
    old = write_graph(tmp_path / "old.h5", ARRAYS, libver="earliest")
    assert matches(f"{old}: ... without checksums; ... libver='v110'", failure("solve", "graph_file", f"file={old}"))


def test_graph_file_rejects_too_large_graph_before_reading(tmp_path):
    graph = write_graph(tmp_path / "g.h5", terminals(3_000_000))
    rejected = failure("solve", "graph_file", f"file={graph}", "--memory-limit", "40MiB", status=3)
    assert rejected.startswith("file=") and "40" in rejected


def test_graph_file_plan_includes_memory_of_names(tmp_path):
    size = 500_000
    names = {"names": np.zeros(0, np.uint8), "names_indptr": np.zeros(size + 1, np.int64)}
    size_of = {}
    for key, lists in {"bare": terminals(size), "named": terminals(size) | names}.items():
        graph = write_graph(tmp_path / f"{key}.h5", lists)
        engines = {plan["engine"]: plan for plan in solve(graph, "--explain")["plan"]["engines"]}
        size_of[key] = engines["queue"]["peak_bytes"]
    index_bytes = 4 * 2**20 + size // 8
    assert size_of["named"] - size_of["bare"] == 8 * (size + 1) + index_bytes


@pytest.mark.parametrize("threads", ["1", "2"])
def test_graph_file_solve_stops_at_its_memory_limit(tmp_path, threads):
    size = 300_000  # terminal positions with this number of distances, each with separate lists
    arrays = terminals(size) | {"distance": np.arange(size, dtype=np.uint32)}
    arguments = [f"file={write_graph(tmp_path / 'g.h5', arrays)}", "--engine", "explicit", "--threads", threads]
    (peak,) = (one["peak_bytes"] for one in report("solve", "graph_file", *arguments, "--explain")["plan"]["engines"]
               if one["engine"] == "explicit")
    rejected = failure("solve", "graph_file", *arguments, "-o", str(tmp_path / "t.h5"), "--memory-limit", str(peak), "--json", status=3)
    assert matches("300,000 positions: engine 'explicit': ... memory limit ...", rejected)
    assert os.listdir(tmp_path) == ["g.h5"]


def test_exported_graph_file_has_the_digest_of_its_source(tmp_path):
    shutil.copy(ROADS, tmp_path)
    for graph in (write_graph(tmp_path / "g.h5", ARRAYS), tmp_path / "roads.pg"):
        digest = solve(graph, "-o", str(tmp_path / "t.h5"))["params"]["digest"]
        assert run("export", str(tmp_path / "t.h5"), "--graph", "-o", str(tmp_path / "again.h5")).returncode == 0
        assert solve(tmp_path / "again.h5")["params"]["digest"] == digest


# Tables

@pytest.fixture(name="folder")
def folder_of_a_table(tmp_path):
    shutil.copy(ROADS, tmp_path)
    solve(tmp_path / "roads.pg", "-o", str(tmp_path / "t.h5"))
    return tmp_path


@pytest.mark.parametrize("name", ["../roads.pg", "/etc/passwd", "sub/roads.pg", ".", "..", "sub/"])
def test_untrusted_table_cannot_open_other_files(folder, name):
    (folder / "sub").mkdir()
    shutil.copy(folder / "roads.pg", folder / "sub")
    with h5py.File(folder / "t.h5", "r+", libver="v110") as file:
        file.attrs.create("parameter_file", name.encode(), dtype=f"S{len(name)}")
        sign_parameters(file)
    assert matches(f"{folder}/t.h5: graph: ... folder, got '{name}'", failure("probe", str(folder / "t.h5")))


# Every game without gains, which graphs do not support. dobutsu_shogi and teeko have too many positions for a test.

GAMES = [
    ["cat_and_mouse", "nodes=12", "seed=1"],
    ["cat_and_mouse_ii", "rows=4", "cols=4", "walls=0.2", "seed=3"],
    ["chess_ending", "pieces=KPvK", "rows=5", "cols=4"],
    ["connect_four", "rows=3", "cols=4", "k=3"],
    ["cops_and_robbers", "graph=grid:3x3", "cops=2"],
    ["dodgem", "n=3"],
    ["draughts", "pieces=2"],
    ["fair_shares", "n=20"],
    ["fox_and_geese", "rows=4", "cols=4"],
    ["hare_and_hounds"],
    ["l_game"],
    ["mnk"],
    ["mnk", "misere=yes", "rows=2", "cols=3"],
    ["morris"],
    ["mu_torere"],
    ["othello", "n=2"],
    ["pong_hau_ki"],
    ["quixo", "n=3", "symmetry=yes"],
    ["tigers_and_goats", "captured=0"],
]


def test_list_of_exported_games_contains_every_shipped_game():
    left_out = {"graph_file", "dobutsu_shogi", "teeko", "awari", "dots_and_boxes", "kalah"}
    assert {arguments[0] for arguments in GAMES} | left_out == {game["name"] for game in report("list")["games"]}


def names_of(graph):
    with h5py.File(graph) as file:
        text, ends = file["names"][()].tobytes(), file["names_indptr"][()]
        return [text[begin:end].decode() for begin, end in zip(ends[:-1], ends[1:])], file["terminal"][()]


@pytest.mark.parametrize("arguments", GAMES, ids=" ".join)
def test_exported_game_keeps_signature_and_position_text(tmp_path, arguments):
    table, graph, bare = str(tmp_path / "t.h5"), tmp_path / "g.h5", tmp_path / "bare.h5"
    again, once_more = str(tmp_path / "again.h5"), str(tmp_path / "g2.h5")
    solved = report("solve", *arguments, "--quiet", "-o", table)
    for options in (["-o", str(graph)], ["--no-names", "-o", str(bare)]):
        assert run("export", table, "--graph", *options, "--quiet").returncode == 0
    with h5py.File(bare) as file, h5py.File(table) as stored:
        assert "names" not in file and "names_indptr" not in file
        edges, repeats = file.attrs["edges"], "repeated_moves" in stored.attrs
    assert edges <= solved["edges"] if repeats else edges == solved["edges"]
    for found in (solve(graph, "-o", again), solve(bare)):
        assert found["edges"] == edges
        for member in ("positions", "legal_positions", "counts", "signature"):
            assert found[member] == solved[member]
    names, terminal = names_of(graph)
    assert [not name for name in names] == (terminal == 4).tolist()
    # The texts of the graph's positions are these names: they are exported, and can be used as input.
    assert run("export", again, "--graph", "-o", once_more, "--quiet").returncode == 0
    assert names_of(once_more)[0] == names
    for number in range(0, len(names), len(names) // 3 + 1):
        if names[number]:
            probed = report("probe", again, *names[number].split(" "))
            assert (probed["position"], probed["state"]) == (number, names[number])
