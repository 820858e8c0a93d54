# SPDX-License-Identifier: MIT
"""scripts/plot_table.py draws tables of both kinds, and says in one line what is wrong with its input.

Needs ZERMELO_PROGRAM and ZERMELO_SOURCE_DIR.
"""

import os
import pathlib
import subprocess

import matplotlib.image
import numpy as np
import pytest

PROGRAM = pathlib.Path(os.environ["ZERMELO_PROGRAM"])
SCRIPT = pathlib.Path(os.environ["ZERMELO_SOURCE_DIR"]) / "scripts" / "plot_table.py"
GAMES = {
    "grid": ["cat_and_mouse_ii", "grid=####F/#C.../M....", "cat_jump=1", "mouse_jump=2"],
    "random_grid": ["cat_and_mouse_ii", "rows=9", "cols=12", "walls=0.2", "seed=1"],
    "corridor": ["cat_and_mouse_ii", "grid=C..M....F"],
    "board": ["mnk"],
    "graph": ["cat_and_mouse", "graph=[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]"],
}


@pytest.fixture(scope="session")
def tables(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tables")
    for name, words in GAMES.items():
        subprocess.run([PROGRAM, "solve", *words, "-o", folder / f"{name}.h5", "--quiet"], check=True)
    return folder


def plot(*words):
    return subprocess.run([SCRIPT, *words], capture_output=True, text=True)


def colors_of(picture):
    """The numbers of pixels and of different colours."""
    pixels = matplotlib.image.imread(picture)[:, :, :3].reshape(-1, 3)
    return len(pixels), len(np.unique(pixels, axis=0))


@pytest.mark.parametrize("name", GAMES)
def test_every_table_has_a_picture_beside_it(tables, name):
    done = plot(tables / f"{name}.h5")
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"{tables / name}.png\n"
    assert done.stderr == ""
    pixels, colors = colors_of(tables / f"{name}.png")
    assert pixels > 300_000
    assert colors > 50


def test_each_view_is_another_picture(tables, tmp_path):
    views = [[], ["--walker", "cat"], ["--fixed", "cat=2,4"], ["--turn", "cat"]]
    pictures = []
    for number, words in enumerate(views):
        picture = tmp_path / f"{number}.png"
        assert plot(tables / "grid.h5", "-o", picture, *words).returncode == 0
        pictures.append(picture.read_bytes())
    assert len(set(pictures)) == len(views)


def test_svg_by_its_name(tables, tmp_path):
    assert plot(tables / "grid.h5", "-o", tmp_path / "t.svg").returncode == 0
    assert "<svg" in (tmp_path / "t.svg").read_text()


@pytest.mark.parametrize("words, message", [
    (["grid.h5", "--walker", "dog"], "--walker: 'dog' is not cat or mouse"),
    (["grid.h5", "--fixed", "cat=0,0"], "--fixed: the cat cannot stand on 0,0"),
    (["grid.h5", "--fixed", "cat=1"], "--fixed: 'cat=1' is not NAME=ROW,COLUMN"),
    (["grid.h5", "--walker", "cat", "--fixed", "cat=1,1"], "--fixed: 'cat' is the walker whose cells are drawn"),
    (["grid.h5", "--turn", "dog"], "--turn: 'dog' is not mouse or cat"),
    (["board.h5", "--walker", "cat"], "--walker: a table without a grid has only a histogram"),
    (["missing.h5"], "no such file"),
    (["text.h5"], "file signature not found"),
    (["grid.h5", "-o", "t.txt"], "the picture's name must end in .png or .svg"),
    (["grid.h5", "-o", "missing/t.png"], "No such file or directory"),
])
def test_bad_input_is_one_line_and_status_2(tables, monkeypatch, words, message):
    monkeypatch.chdir(tables)
    (tables / "text.h5").write_text("no table")
    done = plot(*words)
    assert done.returncode == 2
    assert done.stdout == ""
    assert message in done.stderr
    assert done.stderr.startswith("plot_table.py: ")
    assert done.stderr.count("\n") == 1
