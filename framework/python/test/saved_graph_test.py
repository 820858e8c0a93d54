# SPDX-License-Identifier: MIT
"""Tests solutions in files: h5py reads their contents, and the old file remains if writing fails."""

import os

import h5py
import numpy as np
import pytest

import zermelo
from message_pattern import matches
from rejections import rejection
from random_graphs import plies_of, random_graph
from zermelo import _graph_file, _progress


def test_saved_solution_contains_graph_and_answers(tmp_path):
    arrays = random_graph(np.random.default_rng(1), 90, unused=0.1, distances=True)
    solution = zermelo.solve_graph(**arrays, infinite_play="second")
    path = tmp_path / "graph.h5"
    solution.save(path)
    assert os.listdir(tmp_path) == ["graph.h5"]
    with h5py.File(path) as file:
        for name in ("indptr", "indices", "to_move", "terminal"):
            assert np.array_equal(file[name], arrays[name])
        assert np.array_equal(file["outcome"], solution.outcome)
        assert file["distance"].dtype == np.uint32 and plies_of(file["distance"][()]) == plies_of(solution.distance)
        wanted = {"format": "zermelo-graph", "format_version": 1, "complete": 1, "positions": 90, "edges": len(arrays["indices"]),
                  "no_moves": "loses", "infinite_play": "second", "seen_by": "players"}
        assert {name: file.attrs[name] for name in wanted} == wanted


def test_saved_solution_stores_keys_in_names(tmp_path):
    game = zermelo.explore(("a", 3), lambda s: [("é", s[1] - 1)], to_move=lambda s: 0,
                           terminal=lambda s: 1 if s[1] == 0 else None)
    game.solve().save(tmp_path / "named.h5")
    with h5py.File(tmp_path / "named.h5") as file:
        ends, names = file["names_indptr"][()], file["names"][()].tobytes()
        assert [names[a:b].decode() for a, b in zip(ends, ends[1:])] == [str(state) for state in game.states]


@pytest.fixture(name="solution")
def fixture_solution():
    return zermelo.solve_graph([0, 0], [], [0], [0])


def test_save_rejects_unwritable_paths(solution, tmp_path):
    table = zermelo.Game("mnk", rows=2, cols=2, k=2).solve()
    (tmp_path / "folder").mkdir()
    before = sorted(tmp_path.iterdir())
    for path, why in ((tmp_path / "nowhere" / "g.h5", f"{tmp_path / 'nowhere'} ... a folder"),
                      (tmp_path / "folder", "... a folder")):
        for save in (solution.save, table.save):
            assert matches(f"cannot write {path}: {why}", rejection(save, path))
    assert sorted(tmp_path.iterdir()) == before


def test_saved_file_has_default_permissions_and_umask_is_unchanged(solution, tmp_path, monkeypatch):
    mask = os.umask(0o027)
    try:
        monkeypatch.setattr(os, "umask", lambda _: pytest.fail("the umask is that of all threads"))
        solution.save(tmp_path / "g.h5")
    finally:
        monkeypatch.undo()
        os.umask(mask)
    assert (tmp_path / "g.h5").stat().st_mode & 0o777 == 0o640


def test_save_accepts_file_names_that_are_not_utf_8(solution, tmp_path):
    folder = os.fsencode(tmp_path)
    solution.save(folder + b"/\xfe.h5")
    table = zermelo.Game("mnk", rows=2, cols=2, k=2).solve()
    table.save(folder + b"/\xff.h5")
    assert sorted(os.listdir(folder)) == [b"\xfe.h5", b"\xff.h5"]
    with zermelo.open(folder + b"/\xff.h5") as opened:
        assert opened.signature == table.signature
        assert opened.path == os.fsdecode(folder + b"/\xff.h5")
    with zermelo.open(opened.path) as opened:
        assert opened.counts == table.counts


def test_save_reports_progress_and_can_be_stopped(tmp_path, monkeypatch):
    monkeypatch.setattr(_graph_file, "_ENTRIES_PER_WRITE", 4)
    monkeypatch.setattr(_progress, "_SECONDS_BETWEEN_REPORTS", 0.0)
    arrays = random_graph(np.random.default_rng(1), 90)
    solution = zermelo.solve_graph(**arrays)
    seen = []
    solution.save(tmp_path / "g.h5", progress=lambda *report: seen.append(report))
    assert {phase for phase, _, _ in seen} == {"write"} and seen == sorted(seen)
    assert seen[0][1] == 0 and seen[-1][1] < seen[-1][2]

    def stop(phase, done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solution.save(tmp_path / "other.h5", progress=stop)
    assert os.listdir(tmp_path) == ["g.h5"]


def test_failed_save_leaves_the_old_file(solution, tmp_path, monkeypatch):
    path = tmp_path / "graph.h5"
    path.write_text("old")
    monkeypatch.setattr(os, "replace", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        solution.save(path)
    assert path.read_text() == "old" and os.listdir(tmp_path) == ["graph.h5"]
