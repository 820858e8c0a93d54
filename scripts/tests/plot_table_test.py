# SPDX-License-Identifier: MIT
"""Tests that scripts/plot_table.py draws every kind of picture, and reports invalid input in one line, and that
scripts/draw_tour.py draws the picture of the tour."""

import contextlib
import os
import shutil
import sys

import h5py
import numpy as np
import pytest
from matplotlib.patches import StepPatch

import draw_tour
import plot_table
import zermelo
from modules import table_comparison
from modules.table_values import legal_positions, winners_by_walkers_distance
from drawn_pictures import expect_picture
from in_process import run_in_process
from modules.escaped_text import escaped_text
from message_pattern import matches
from program import run
from script_calls import SOURCE, call, line_of, output_of

SCRIPT = SOURCE / "scripts/plot_table.py"
GAMES = {
    "grid": ["cat_and_mouse_ii", "grid=####F/#C.../M....", "cat_jump=1", "mouse_jump=2"],
    "random_grid": ["cat_and_mouse_ii", "rows=9", "cols=12", "walls=0.2", "seed=1"],
    "corridor": ["cat_and_mouse_ii", "grid=C..M....F"],
    "board": ["mnk"],
    "graph": ["cat_and_mouse", "graph=[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]"],
    "fast_cat": ["cat_and_mouse_ii", "rows=9", "cols=12", "walls=0.2", "seed=1", "cat_jump=2"],
    "draws": ["cat_and_mouse_ii", "rows=8", "cols=10", "walls=0.2", "seed=7", "mouse_jump=2"],
    "points": ["othello", "value=margin"],
    "grid_of_lines": ["cat_and_mouse_ii", 'grid=["C..", "M.F"]', "mouse_jump=2"],
}


def solve(*arguments):
    assert run("solve", *arguments, "--quiet").returncode == 0


@pytest.fixture(scope="session")
def tables(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tables")
    for name, arguments in GAMES.items():
        solve(*arguments, "-o", folder / f"{name}.h5")
    return folder


@pytest.fixture(name="opened")
def fixture_opened(tables):
    """A function that opens tables by their names."""
    with contextlib.ExitStack() as stack:
        yield lambda *names: [stack.enter_context(zermelo.open(tables / f"{name}.h5")) for name in names]


def copy_with(table, to, **attributes):
    """A copy of a table with other texts of attributes, as bytes."""
    shutil.copy(table, to)
    with h5py.File(to, "r+", libver=("v110", "v110")) as file:
        for name, text in attributes.items():
            file.attrs[name] = np.bytes_(text)


def plot(*arguments, **environment):
    return run_in_process(plot_table, *arguments, **environment)


def test_plot_table_names_default_picture_by_kind_next_to_the_table(tables, tmp_path):
    pictures = {
        "grid.png": ["grid.h5"], "corridor.png": ["corridor.h5"], "graph.png": ["graph.h5"], "grid_shares.png": ["grid.h5", "--shares"],
        "grid_comparison.png": ["grid.h5", tables / "board.h5"], "points_margins.png": ["points.h5", "--value", "margin"]}
    for name, (table, *arguments) in pictures.items():
        shutil.copy(tables / table, tmp_path)
        assert output_of(plot(tmp_path / table, *arguments)) == f"{tmp_path / name}\n"
        expect_picture(tmp_path / name)

    # Each view of a map is another picture.
    pictures = [(tmp_path / "grid.png").read_bytes()]
    views = [["--walker", "cat"], ["--fixed", "cat=2,4"], ["--turn", "cat"]]
    for view in views:
        assert plot(tmp_path / "grid.h5", *view).returncode == 0
        pictures.append((tmp_path / "grid.png").read_bytes())
    assert len(set(pictures)) == 1 + len(views)


def test_plot_table_is_reproducible_across_processes(tables, tmp_path):
    """Each process has its own hash seed."""
    for name in ("t.svg", "t.png"):
        arguments = [tables / "corridor.h5", "-o", tmp_path / name]
        output_of(plot(*arguments, SOURCE_DATE_EPOCH="1000000000"))
        drawn = (tmp_path / name).read_bytes()
        output_of(call(SCRIPT, *arguments, env={**os.environ, "SOURCE_DATE_EPOCH": "1000000001"}))
        assert (tmp_path / name).read_bytes() == drawn


def test_draw_tour_reads_distances_and_open_cells_and_writes_a_picture(tables, tmp_path):
    picture = tmp_path / "t.png"
    plies, open_cells, starts = draw_tour.read_map(tables / "grid.h5")
    assert starts == [(1, 1), (2, 0)]
    assert open_cells.tolist() == [[cell != "#" for cell in row] for row in ("####F", "#C...", "M....")]
    assert plies["mouse"][2, 0] == 5 and plies["cat"][1, 1] == 0 and np.isnan(plies["cat"][2, 0])
    assert output_of(run_in_process(draw_tour, tables / "grid.h5", picture)) == ""
    expect_picture(picture)
    assert run_in_process(draw_tour, picture).stderr == "usage: scripts/draw_tour.py TABLE PICTURE\n"


@pytest.mark.parametrize("turn", [None, "mouse"])
def test_plotted_shares_match_the_positions(opened, turn):
    (table,) = opened("draws")
    counts = winners_by_walkers_distance(table, turn)
    counts = counts[counts.any(axis=1)]
    share_ax, position_ax = plot_table.draw_shares(table, turn).axes
    steps = [patch.get_data() for patch in share_ax.patches if isinstance(patch, StepPatch)]
    won = counts[:, counts.any(axis=0)]
    assert won.shape[1] == 3  # mouse, cat and nobody; a pursuit has no ties
    heights = np.array([step.values - step.baseline for step in steps]).T
    assert np.allclose(heights, won / won.sum(axis=1, keepdims=True))
    assert np.allclose(steps[-1].values, 1)
    assert position_ax.patches[0].get_data().values.tolist() == counts.sum(axis=1).tolist()
    labels = [text.get_text() for text in share_ax.get_legend().get_texts()]
    assert labels == [f"{name}\n({count:,} positions)" for name, count in zip(
        ("nobody forces the end:\nthe cat wins", "cat wins", "mouse wins"), won.sum(axis=0)[::-1])]


def test_plotted_comparison_matches_the_table_metadata(opened):
    compared = opened("draws", "grid")
    share_ax, distance_ax = table_comparison.draw_comparison(compared).axes
    widths = np.array([bar.get_width() for bar in share_ax.patches]).reshape(-1, len(compared)).T
    lines = [patch.get_data().values for patch in distance_ax.patches]
    for table, shares, line in zip(compared, widths, lines, strict=True):
        stated = [table.winners[name] / legal_positions(table) for name in ("mouse", "cat", "draw")]
        assert np.allclose(shares, stated)
        assert np.isclose(line.sum(), 1 - stated[-1])


def test_plotted_margins_match_the_positions(opened):
    (table,) = opened("points")
    expected, legal = table.count(by="margin"), legal_positions(table)
    (ax,) = plot_table.draw_margins(table).axes
    drawn = {round(bar.get_x() + bar.get_width() / 2): bar for bar in ax.patches}
    assert {margin: bar.get_height() for margin, bar in drawn.items()} == expected and sum(expected.values()) == legal
    assert 0 in drawn and min(drawn) < -8 and max(drawn) > 8
    colors = {margin: bar.get_facecolor()[:3] for margin, bar in drawn.items()}
    assert len(set(colors.values())) > 10 and min(colors[0]) > 0.9  # pale at 0
    red, _, blue = colors[max(drawn)]
    assert blue > red
    red, _, blue = colors[min(drawn)]
    assert red > blue
    low, high = ax.get_xlim()
    assert low == -high


@pytest.mark.parametrize("chosen, names", [
    (["random_grid", "fast_cat"], ["cat_jump=1", "cat_jump=2"]),
    (["random_grid", "fast_cat", "board"],
     ["cat_and_mouse_ii, cat_jump=1", "cat_and_mouse_ii, cat_jump=2", "mnk"]),
    (["grid", "corridor"], ["grid=####F/#C.../M...., mouse_jump=2", "grid=C..M....F, mouse_jump=1"]),
    (["grid", "grid_of_lines"], ["grid=####F/#C.../M....", "grid_of_lines"]),
    (["board", "copy_of_board"], ["board", "copy_of_board"]),
])
def test_compared_tables_are_labelled_by_their_differences(tables, opened, chosen, names):
    shutil.copy(tables / "board.h5", tables / "copy_of_board.h5")
    assert table_comparison.names_of(opened(*chosen)) == names


def test_plot_table_escapes_text_of_tables_and_files(tables, tmp_path):
    """Text is neither interpreted by an SVG viewer, nor by Matplotlib, for which $ begins a formula. Names in a table
    are the game's; file names are arbitrary."""
    one, two = tmp_path / "1\x1b[2J$.h5", tmp_path / "$\\frac{$\u202e.h5"
    for path in (one, two):
        copy_with(tables / "random_grid.h5", path, engine=b"\x1b]0;title\x07\n")
    for arguments in ([one], [one, "--shares"], [one, two]):
        assert output_of(plot(*arguments, "-o", tmp_path / "t.svg")) == f"{tmp_path / 't.svg'}\n"
        picture = (tmp_path / "t.svg").read_text()
        assert [line for line in picture.split("\n") if escaped_text(line) != line] == []
    assert r"1\u001b[2J$" in picture and r"$\frac{$\u202e" in picture


def test_plot_table_rejects_unexpected_player_names(tables, tmp_path):
    copy_with(tables / "random_grid.h5", tmp_path / "t.h5", second_player=b"$cat\x1b[2J$")
    assert line_of(plot(tmp_path / "t.h5")).isprintable()


@pytest.mark.parametrize("table, arguments", [
    ("grid.h5", []), ("board.h5", []), ("draws.h5", ["--shares"]), ("points.h5", ["--value", "margin"]),
    ("random_grid.h5", ["fast_cat.h5", "board.h5"]),
], ids=["map", "histogram", "shares", "margins", "comparison"])
def test_plot_table_draws_every_kind_of_svg_for_unknown_game(tables, tmp_path, monkeypatch, table, arguments):
    """A table of another program, whose parameters may be any text."""
    for name in (table, *arguments):
        if name.endswith(".h5"):
            copy_with(tables / name, tmp_path / name, game=b"stairs")
    monkeypatch.chdir(tmp_path)
    assert output_of(plot(table, *arguments, "-o", "t.svg")) == "t.svg\n"
    picture = (tmp_path / "t.svg").read_text()
    assert "<svg" in picture and "stairs" in picture


def test_picture_of_table_set_is_next_to_its_folder(tmp_path, monkeypatch):
    folder = tmp_path / "set"
    solve("chess_ending", "pieces=KQvKR", "rows=4", "cols=4", "--slices", "all", "-o", folder)
    monkeypatch.chdir(folder)
    for name in (folder, "."):
        assert output_of(plot(name)) == f"{folder}.png\n"
        os.remove(f"{folder}.png")
    os.remove(folder / "KvK.h5")
    assert line_of(plot(folder)).startswith(f"{folder / 'KvK.h5'}: ")


def test_plot_table_compares_and_counts_outcome_only_tables(tmp_path):
    solve("mnk", "--slices", "all", "--outcomes", "-o", tmp_path / "alone")
    solve("mnk", "--slices", "all", "-o", tmp_path / "full")
    for drawn in ([tmp_path / "alone", tmp_path / "full"], [tmp_path / "alone"]):
        output_of(plot(*drawn, "-o", tmp_path / "t.png"))


def test_plot_table_names_the_interpreter_for_another_python(tables, tmp_path):
    """A Python for which the package is not built, here one without NumPy; and one that does not find the package."""
    done = call(sys.executable, "-S", SCRIPT, tables / "grid.h5")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (f"plot_table.py: cannot import zermelo: {sys.executable} has no NumPy; use "
                           f"{zermelo._build.PYTHON}\n")
    shutil.copytree(SCRIPT.parent, tmp_path / "scripts", ignore=shutil.ignore_patterns("tests", "__pycache__"))
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = call(tmp_path / "scripts" / "plot_table.py", tables / "grid.h5", env=environment)
    assert matches("... package zermelo; ... scripts/python, ... PYTHONPATH ...", line_of(done))


@pytest.mark.parametrize("arguments, message", [
    (["grid.h5", "--walker", "dog"], "--walker: ... cat or mouse, got 'dog'"),
    (["grid.h5", "--fixed", "cat=0,0"], "--fixed: ... cat ... 0,0"),
    (["grid.h5", "--fixed", "cat=1"], "--fixed: ... got 'cat=1'"),
    (["grid.h5", "--walker", "cat", "--fixed", "cat=1,1"], "--fixed: 'cat' ... --walker; ..."),
    (["grid.h5", "--turn", "dog"], "--turn: expected mouse or cat, got 'dog'"),
    (["board.h5", "--walker", "cat"], "--walker ... a grid"),
    (["graph.h5", "--shares"], "cat_and_mouse: ... column, ... 0"),
    (["grid.h5", "--shares", "--turn", "dog"], "--turn: expected mouse or cat, got 'dog'"),
    (["grid.h5", "--shares", "--walker", "cat"], "--walker ... --shares"),
    (["grid.h5", "board.h5", "--shares"], "--shares ... several tables"),
    (["board.h5", "--value", "margin"], "board.h5: --value margin: ... mnk..."),
    (["grid.h5", "--value", "margin", "--turn", "cat"], "--turn ... --value margin"),
    (["points.h5", "board.h5", "--value", "margin"], "--value ... several tables"),
    (["grid.h5"] * 8, "... 7 tables, got 8"),
    (["grid.h5", "missing.h5"], "missing.h5: ..."),
    (["missing.h5"], "missing.h5: ..."),
    (["text.h5"], "text.h5: ... HDF5 file"),
    (["grid.h5", "-o", "t.txt"], "... .svg..."),
    (["grid.h5", "-o", "missing/t.png"], "missing/t.png: ..."),
])
def test_plot_table_reports_bad_input_in_one_line_with_status_2(tables, monkeypatch, arguments, message):
    monkeypatch.chdir(tables)
    (tables / "text.h5").write_text("no table")
    assert matches(f"...{message}", line_of(plot(*arguments)))
