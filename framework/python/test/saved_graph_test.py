# SPDX-License-Identifier: MIT
"""Solutions in files: what h5py finds there, and what stays if a file cannot be written."""

import os

import h5py
import numpy as np
import pytest

import zermelo
from slow_solver import random_graph


def text(value):
    return value.decode() if isinstance(value, bytes) else value


def test_a_saved_solution_holds_the_graph_and_the_answers(tmp_path):
    arrays = random_graph(np.random.default_rng(1), 90, holes=0.1, distances=True)
    solution = zermelo.solve_graph(**arrays, infinite_play="second")
    path = tmp_path / "graph.h5"
    solution.save(path)
    assert os.listdir(tmp_path) == ["graph.h5"]
    with h5py.File(path) as file:
        for name in ("indptr", "indices", "to_move", "terminal"):
            assert file[name][()].tolist() == arrays[name].tolist()
        assert file["outcome"][()].tolist() == solution.outcome.tolist()
        distance = file["distance"][()]
        has_one = solution.distance != np.iinfo(np.uint16).max
        assert distance.dtype == np.uint32 and distance[has_one].tolist() == solution.distance[has_one].tolist()
        assert (distance[~has_one] == np.iinfo(np.uint32).max).all()
        attributes = {name: text(value) for name, value in file.attrs.items()}
        again = zermelo.solve_graph(
            **{name: file[name][()] for name in ("indptr", "indices", "to_move", "terminal")},
            distance=np.where((arrays["terminal"] >= 1) & (arrays["terminal"] <= 3), distance, 0),
            **{name: attributes[name] for name in ("no_moves", "infinite_play", "seen_by")})
    assert again.signature == solution.signature
    assert (attributes["format"], attributes["format_version"], attributes["complete"]) == ("zermelo-graph", 1, 1)
    assert (attributes["positions"], attributes["edges"]) == (90, len(arrays["indices"]))


def test_keys_are_saved_as_names(tmp_path):
    game = zermelo.explore(("a", 3), lambda s: [("é", s[1] - 1)], to_move=lambda s: 0,
                           terminal=lambda s: 1 if s[1] == 0 else None)
    game.solve().save(tmp_path / "named.h5")
    with h5py.File(tmp_path / "named.h5") as file:
        ends, names = file["names_indptr"][()], file["names"][()].tobytes()
        assert [names[a:b].decode() for a, b in zip(ends, ends[1:])] == [str(state) for state in game.states]


def test_a_folder_that_is_not_there_is_the_systems_error(tmp_path):
    solution = zermelo.solve_graph([0, 0], [], [0], [0])
    with pytest.raises(FileNotFoundError):
        solution.save(tmp_path / "nowhere" / "graph.h5")


def test_a_file_that_was_there_stays_if_writing_fails(tmp_path, monkeypatch):
    solution = zermelo.solve_graph([0, 0], [], [0], [0])
    path = tmp_path / "graph.h5"
    path.write_text("old")
    monkeypatch.setattr(os, "replace", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        solution.save(path)
    assert path.read_text() == "old" and os.listdir(tmp_path) == ["graph.h5"]
