# SPDX-License-Identifier: MIT
"""Tests that scripts/plot_experiment.py draws means over seeds with error bars, and the winner from the start, and
never pools a swept parameter."""

import matplotlib.image
import numpy as np
import pytest
from matplotlib.collections import QuadMesh
from matplotlib.colors import to_rgba

import plot_experiment
from modules.experiment_results import ResultsError
from made_up_results import (axis_of, captions_of, lines_of, longest_win_ax, no_open_figures, page_of, plot, png_only, results_of,
                             run_study, write_results)
from message_pattern import matches
from program import rows_of
from script_calls import line_of
from modules.experiment_lines import student_quantile, wilson_interval
from modules.plot_style import flat_color

SEEDS = {"seed": list(range(6))}
WALLS = [{"walls": [0.0, 0.1, 0.25]}, {"mouse_jump": [1, 2]}, SEEDS]


def won_by(winners):
    """A change of results: the mouse (m), the cat (c) or nobody (n) wins each case from the start."""
    def change(number, cells):
        winner = {"m": "mouse", "c": "cat", "n": ""}[winners[number - 1]]
        cells |= {"start_outcome": "win" if winner else "draw", "start_winner": winner}
    return change


def drawn(results, column, error=None, x="walls"):
    one = plot_experiment.quantities(results, [column])[0]
    return plot_experiment.draw_lines(results, one, plot_experiment.choose_layout(results, axis_of(results, x)), error)


def start_map(results):
    return next(one for one in plot_experiment.choose_pictures(results)[0] if one.name == "start_map_walls_mouse_jump")


def mesh_of(ax):
    return next(mesh for mesh in ax.collections if isinstance(mesh, QuadMesh))


def bars_of(ax):
    """The means of each line and the ends of its bars: arrays of shape (values,) and (values, 2)."""
    return [(container.lines[0].get_ydata(), np.array([segment[:, 1] for segment in container.lines[2][0].get_segments()]))
            for container in ax.containers]


# Two-sided 95 % points of Student's t, NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2.
@pytest.mark.parametrize("freedom, quantile", [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (9, 2.262), (10, 2.228),
                                               (19, 2.093), (30, 2.042), (100, 1.984), (100_000, 1.960)])
def test_student_quantiles_match_published_tables(freedom, quantile):
    assert student_quantile(freedom) == pytest.approx(quantile, abs=6e-4)


def test_confidence_intervals_of_shares_match_wilson():
    # Newcombe, Two-sided confidence intervals for the single proportion, Stat. Med. 17 (1998), table I, method 3.
    assert wilson_interval(81 / 263, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson_interval(0, 20) == pytest.approx((0, 0.1611), abs=5e-5)


def half_interval(cells):
    """Half of the interval of a mean of six seeds; 2.5706 is Student's t of five degrees."""
    return 2.5706 * cells.std(axis=2, ddof=1) / np.sqrt(6)


@pytest.mark.parametrize("error, ends_of", [
    (None, lambda cells: (cells.mean(axis=2) - half_interval(cells), cells.mean(axis=2) + half_interval(cells))),
    ("sd", lambda cells: (cells.mean(axis=2) - cells.std(axis=2, ddof=1), cells.mean(axis=2) + cells.std(axis=2, ddof=1))),
    ("range", lambda cells: (cells.min(axis=2), cells.max(axis=2))),
])
def test_lines_show_means_over_seeds_with_requested_error_bars(tmp_path, error, ends_of):
    folder = write_results(tmp_path, WALLS)
    cells = np.array([float(line["max_distance_plies"]) for line in lines_of(folder)]).reshape(3, 2, 6)
    ax = drawn(results_of(folder), "longest_win", error).axes[0]
    for line, (means, ends) in enumerate(bars_of(ax)):
        assert np.allclose(means, cells.mean(axis=2)[:, line])
        assert np.allclose(ends, np.stack(ends_of(cells), axis=2)[:, line], atol=1e-4)
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["1", "2"]
    assert ax.get_legend().get_title().get_text() == "mouse_jump"


def test_caption_gives_number_of_few_seeds_and_single_cases_have_no_bars(tmp_path):
    few = write_results(tmp_path / "few", [{"walls": [0.1, 0.2]}, {"seed": [1, 2]}])
    assert "2 cases for each point" in captions_of(results_of(few))["longest_win_by_walls"]
    single = results_of(write_results(tmp_path / "single", [{"walls": [0.1, 0.2]}, {"mouse_jump": [1, 2]}]))
    assert captions_of(single)["longest_win_by_walls"] == "The only case of each point."
    ax = longest_win_ax(single, axis_of(single, "walls"))
    assert [line.get_ydata().tolist() for line in ax.lines] == single.columns["max_distance_plies"].reshape(2, 2).T.tolist()


def test_engines_are_neither_seeds_nor_an_axis(tmp_path):
    sweeps = [{"walls": [0.1, 0.2]}, {"seed": [1, 2, 3]}, {"engine": ["queue", "product"]}]
    results = results_of(write_results(tmp_path, sweeps))
    names = [picture.name for picture in plot_experiment.choose_pictures(results)[0]]
    assert {"outcomes_by_walls", "growth"} <= set(names) and not [name for name in names if "engine" in name]
    assert results.distinct.sum() == 6
    means = drawn(results, "longest_win").axes[0].containers[0].lines[0].get_ydata()
    assert means.tolist() == results.columns["max_distance_plies"].reshape(2, 3, 2)[:, :, 0].mean(axis=1).tolist()


def test_lines_draw_a_panel_per_value_of_a_third_parameter_but_omit_a_fourth(tmp_path):
    sweeps = [{"walls": [0.0, 0.1]}, {"mouse_jump": [1, 2, 3]}, {"cat_jump": [1, 2]}, SEEDS]
    results = results_of(write_results(tmp_path / "three", sweeps))
    figure = drawn(results, "longest_win")
    assert [ax.get_title() for ax in figure.axes] == ["cat_jump = 1", "cat_jump = 2"]
    cells = results.columns["max_distance_plies"].reshape(2, 3, 2, 6).mean(axis=3)
    for panel, ax in enumerate(figure.axes):
        assert np.allclose([means for means, _ in bars_of(ax)], cells[:, :, panel].T)
    folder = write_results(tmp_path / "four", [*sweeps[:-1], {"rows": [4, 5]}])
    results = results_of(folder)
    pictures, left_out = plot_experiment.choose_pictures(results)
    assert not [picture for picture in pictures if picture.name.startswith("longest_win")]
    assert left_out[0].startswith("No lines: over walls, ")
    assert matches("over walls, ... rows (2 values); ... --where rows=VALUE",
                   line_of(plot(folder, "--x", "walls", "--lines", "mouse_jump")))


@pytest.mark.usefixtures("png_only")
def test_plot_experiment_selects_cases_columns_and_axes(tmp_path):
    folder = write_results(tmp_path, [*WALLS, {"cat_jump": [1, 2]}, {"rows": [4, 5]}], statistics=("near",))
    page = page_of(folder, "--x", "mouse_jump", "--y", "near", "--y", "win", "--where", "cat_jump=2", "--where", "walls=0.10",
                   "--where", "walls=0.25", "--error", "sd")
    names = {path.stem for path in (folder / "plots").glob("*.png")}
    assert {"statistic_1_by_mouse_jump", "win_by_mouse_jump", "outcomes_by_mouse_jump"} <= names
    assert not {"longest_win_by_mouse_jump", "statistic_1_by_walls", "outcomes_by_walls"} & names
    assert "48 cases solved" in page.text
    assert "cases with walls=0.10 or 0.25" in page.text
    assert "near by mouse_jump, walls and rows. " in page.text


@pytest.mark.parametrize("arguments, message", [
    (["--x", "wals"], "--x: 'wals' ...; use one of walls and mouse_jump"),
    (["--x", "seed"], "--x: 'seed' ... seeds..."),
    (["--x", "walls", "--lines", "walls"], "--lines: 'walls' ... --x; ..."),
    (["--lines", "walls"], "--lines ... --x"),
    (["--y", "nearr"], "--y: ... 'nearr'; use one of longest_win, near, ..."),
    (["--where", "wall=1"], "--where: ... 'wall'; use one of grid, mouse_jump, seed, walls"),
    (["--where", "walls=0.2"], "--where: walls ... '0.2'; ... 0.0, 0.1, 0.25"),
    *[(["--where", f"grid={value}"], f"--where: grid ... '{value}'; ... a.txt") for value in ("foo", "1", "nan")],
    (["--where", "walls"], "argument --where: ... FIELD=VALUE, got 'walls'"),
    (["--error", "se"], "argument --error: invalid choice: 'se' ..."),
])
def test_plot_experiment_reports_impossible_selections_in_one_line(tmp_path, arguments, message):
    done = plot(write_results(tmp_path, WALLS, fixed={"grid": "a.txt"}, statistics=("near",)), *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    last = done.stderr.splitlines()[-1]
    assert matches(f"plot_experiment.py: {message}", last) or matches(f"plot_experiment.py: error: {message}", last)
    assert not (tmp_path / "plots").exists()


def test_selection_without_matching_cases_is_rejected(tmp_path):
    results = results_of(write_results(tmp_path, [{"walls": [0.1, 0.2], "rows": [4, 5]}]))
    with pytest.raises(ResultsError, match="^--where: "):
        results.where({"walls": ["0.1"], "rows": ["5"]})


def test_start_map_shows_seeds_won_by_each_player(tmp_path):
    of_cells = ["nnnnnn", "mmmccc", "mmccnn", "cccccc", "mnnnnn", "mmmmmm"]
    results = results_of(write_results(tmp_path, WALLS, change=won_by("".join(of_cells))))
    picture = start_map(results)
    assert "mouse–cat" in picture.caption and picture.caption.endswith("6 cases for each cell.")
    ax, bar_ax = picture.draw().axes
    mesh = mesh_of(ax)
    leads = mesh.get_array().reshape(2, 3).T.ravel()  # in the order of of_cells
    assert np.allclose(leads, [0, 0, 0, -1, 1 / 6, 1])
    texts = np.array([text.get_text() for text in ax.texts]).reshape(2, 3).T.ravel()
    assert texts.tolist() == ["0–0–6", "3–3", "2–2–2", "0–6", "1–0–5", "6–0"]
    white, orange, blue = (1, 1, 1, 1), to_rgba(flat_color(1)), to_rgba(flat_color(0))
    colors = mesh.to_rgba(leads)  # neither player's colour where nobody is ahead
    assert np.allclose(colors[[0, 1, 2, 3, 5]], [white, white, white, orange, blue])
    assert not np.allclose(colors[4], white) and colors[4].min() > max(orange[2], blue[0])  # a light blue
    assert bar_ax.get_ylabel().replace("\n", " ") == "seeds with which the mouse wins, less those with which the cat wins"
    (means, ends), _ = bars_of(drawn(results, "start").axes[0])
    assert np.allclose(means, [0, 2 / 6, 1 / 6])
    assert np.allclose(ends, [wilson_interval(mean, 6) for mean in means])


def test_start_map_of_single_cases_has_colours_of_winners(tmp_path):
    results = results_of(write_results(tmp_path, WALLS[:2], change=won_by("cmmnmc")))
    picture = start_map(results)
    assert picture.caption == "Who wins from the start, in the only case of each cell."
    ax = picture.draw().axes[0]
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["mouse wins", "cat wins", "nobody wins"]
    colors = ax.images[0].get_array().reshape(2, 3, 4)
    by_winner = results.start_winners.reshape(3, 2).T
    assert all(len({tuple(color) for color in colors[by_winner == winner]}) == 1 for winner in range(3))


@pytest.mark.usefixtures("png_only")
def test_program_results_are_plotted_with_their_seed_means(tmp_path):
    folder = run_study(tmp_path, """
question = "Who wins?"
game = "cat_and_mouse_ii"
[parameters]
walls = 0.2
[[sweep]]
rows = [4, 5, 2000]  # boards of 2000 x 2000 are too large: these cases fail
cols = [4, 5, 2000]
[[sweep]]
cat_jump = [1, 2]
[[sweep]]
seed = { from = 0, count = 5 }
[[statistic]]
name = "mouse_share"
count = "winner=mouse"
of = "to_move=mouse ended=no"
[[statistic]]
name = "moves"
mean = "moves"
[tables]
keep = true
""", status=1)
    page = page_of(folder)
    assert "20 cases solved, 10 failed." in page.text
    assert "mouse_share counts positions with winner=mouse of those with to_move=mouse ended=no." in page.text
    assert "moves is the mean of moves over all legal positions. " in page.text
    pictures = [link for link in page.links if link.endswith(".png")]
    assert {"map_rows_cat_jump.png", "statistic_1_by_rows.png", "growth.png"} <= set(pictures)
    for picture in pictures:
        assert matplotlib.image.imread(folder / "plots" / picture)[:, :, :3].std() > 0

    results, lines = results_of(folder), lines_of(folder)
    assert [axis.label for axis in results.axes] == ["rows = cols", "cat_jump"]
    assert results.players == ("mouse", "cat")
    assert {p.name for p in results.parameters} == {"rows", "cols", "cat_jump", "seed", "walls"}
    for name in ("positions", "edges", "win", "max_distance_plies", "start_plies", "mouse_share", "moves"):
        np.testing.assert_equal(results.columns[name], [float(line[name] or "nan") for line in lines])
    assert results.start_winners.tolist() == [("mouse", "cat").index(line["start_winner"]) for line in lines]

    means_of_seeds = {(row["cat_jump"], row["rows"], row["column"]): row for row in rows_of(folder / "seed_means.csv")}
    for column in ("mouse_share", "moves"):
        for jump, (means, ends) in zip("12", bars_of(drawn(results, column, "ci95", x="rows").axes[0]), strict=True):
            for rows, mean, end in zip("45", means, ends, strict=True):
                row = means_of_seeds[jump, rows, column]
                assert row["cases"] == "5" and mean == pytest.approx(float(row["mean"]))
                half = 2.7764 * float(row["standard_error"])  # Student's t of four degrees
                assert end == pytest.approx([mean - half, mean + half], rel=1e-4)


def test_plot_experiment_draws_negative_start_margins(tmp_path):
    results = results_of(run_study(tmp_path, 'game = "kalah"\n[parameters]\npits = 2\n[[sweep]]\nseeds = [1, 2, 3, 4, 5, 6]\n'))
    assert results.columns["start_margin"].tolist() == [2, -2, -2, -12, 6, 8]
    ax = drawn(results, "start_margin", x="seeds").axes[0]
    assert ax.lines[0].get_ydata().tolist() == [2, -2, -2, -12, 6, 8]
    low, high = ax.get_ylim()
    assert low < -12 and high > 8
