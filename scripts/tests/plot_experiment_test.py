# SPDX-License-Identifier: MIT
"""Tests that scripts/plot_experiment.py draws and tabulates results.

The results are made up, with shares and lengths that differ from case to case.
"""

import itertools
from collections import defaultdict

import numpy as np
import pytest
from matplotlib.collections import PolyCollection, QuadMesh

import plot_experiment
from drawn_pictures import expect_picture
from message_pattern import matches
from made_up_results import (axis_of, captions_of, lines_of, longest_win_ax, no_open_figures, page_of, plot, png_only,
                             results_of, write_results)

JUMPS = [{"rows": [4, 5, 6, 8], "cols": [4, 5, 6, 8]}, {"cat_jump": [1, 2, 3]}, {"seed": [7, 8]}]


def grouped(folder, names, value):
    """`value` of each case, grouped by the values of the columns: a dict of lists."""
    groups = defaultdict(list)
    for line in lines_of(folder):
        groups[tuple(line[name] for name in names)].append(value(line))
    return groups


def mouse_share(line):
    return int(line["mouse_wins"]) / int(line["legal_positions"])


@pytest.fixture(scope="module")
def jumps(tmp_path_factory):
    return write_results(tmp_path_factory.mktemp("jumps"), JUMPS, fixed={"mouse_jump": 2}, statistics=("near wins",))


def test_plot_experiment_writes_every_picture_in_png_and_svg_and_on_the_page(jumps):
    page = page_of(jumps)
    plots = jumps / "plots"
    kinds = ("outcomes", "longest_win", "statistic_1")
    names = {f"{kind}_by_{name}" for kind in kinds for name in ("rows", "cat_jump")}
    names |= {"map_rows_cat_jump", "slowest_and_largest", "growth"}
    assert {path.name for path in plots.iterdir()} == {
        "index.html", *(name + suffix for name in names for suffix in (".png", ".svg"))}
    assert sorted(page.links) == sorted(name + suffix for name in names for suffix in (".png", ".svg"))
    assert len(page.alts) == len(names) and all(page.alts)
    for name in names:
        assert "<svg" in (plots / f"{name}.svg").read_text()
        expect_picture(plots / f"{name}.png")
    # The page has the question, and names averaged parameters.
    assert "Who <wins>, & when?" in page.text
    assert "24 cases solved, 0 failed." in page.text
    assert "all cases: mouse_jump=2" in page.text
    assert "averaged over: seed" in page.text
    assert "Who wins by rows = cols and cat_jump. " in page.text and "taken over seed." in page.text


def test_summary_table_has_minimum_median_and_maximum_of_columns(jumps):
    rows = {row[0]: row[1:] for row in plot_experiment.summary_rows(results_of(jumps))}
    cases = lines_of(jumps)
    for name, column in (("positions", "positions"), ("moves", "edges"), ("longest win (plies)", "max_distance_plies")):
        numbers = sorted(int(line[column]) for line in cases)
        assert list(rows[name]) == [f"{value:,.10g}" for value in (numbers[0], np.median(numbers), numbers[-1])]
    shares = sorted(map(mouse_share, cases))
    assert list(rows["mouse wins (share of the legal positions)"]) == [
        f"{value:.2%}" for value in (shares[0], np.median(shares), shares[-1])]
    assert list(rows["longest tie (plies)"]) == ["4", "4", "4"]
    assert list(rows["near wins"]) == ["0.00%", "40.00%", "90.00%"]


def test_outcome_areas_show_mean_shares_per_combination_of_other_parameters(tmp_path):
    folder = write_results(tmp_path, [{"walls": [0.1, 0.2, 0.3]}, {"mouse_jump": [1, 2]}, {"cat_jump": [1, 2]}, {"seed": [1, 2]}],
                           failing=lambda values: values["mouse_jump"] == values["cat_jump"] == 2)
    results = results_of(folder)
    figure = plot_experiment.draw_outcomes(results, axis_of(results, "walls"), results.axes[1:])
    assert [ax.get_title() for ax in figure.axes] == [
        "mouse_jump = 1, cat_jump = 1", "mouse_jump = 1, cat_jump = 2", "mouse_jump = 2, cat_jump = 1"]
    shares = grouped(folder, ["mouse_jump", "cat_jump", "walls"], lambda line: [
        int(line[column]) / int(line["legal_positions"]) for column in ("mouse_wins", "cat_wins", "tie", "draw")])
    for ax, jumps in zip(figure.axes, (("1", "1"), ("1", "2"), ("2", "1")), strict=True):
        areas = [area for area in ax.collections if isinstance(area, PolyCollection)]
        assert [area.get_label() for area in areas] == ["mouse wins", "cat wins", "tie", "nobody forces the end"]
        below = dict.fromkeys(("0.1", "0.2", "0.3"), 0)
        for winner, area in enumerate(areas):
            for walls, bottom in below.items():
                heights = [y for x, y in area.get_paths()[0].vertices if x == float(walls)]
                below[walls] = bottom + np.mean(shares[(*jumps, walls)], axis=0)[winner]
                assert np.isclose(min(heights), bottom) and np.isclose(max(heights), below[walls])
        assert np.allclose(list(below.values()), 1)


def test_outcome_areas_of_too_many_combinations_are_omitted_with_a_hint(tmp_path):
    results = results_of(write_results(tmp_path, [{"walls": [0.1, 0.2]}, {"rows": list(range(4, 12))}, {"cat_jump": [1, 2]}]))
    pictures, left_out = plot_experiment.choose_pictures(results)
    assert [picture.name for picture in pictures if picture.name.startswith("outcomes")] == [
        "outcomes_by_rows"]
    for name, hint in zip(("walls", "cat_jump"), left_out):
        assert matches(f"No shares ...: over {name}, ... rows (8 values); ... --where rows=VALUE.", hint)


def meshes_of(figure):
    return [mesh for ax in figure.axes[:2] for mesh in ax.collections if isinstance(mesh, QuadMesh)]


@pytest.mark.parametrize("statistics, value, title, label, caption", [
    (("near wins",), lambda line: float(line["near wins"]), "Mean of near wins", "near wins (%)",
     "Left the mean of near wins, which counts positions with winner=mouse of those with turn=mouse; "
     "right the median of the longest win; taken over seed."),
    ((), mouse_share, "Mean share of the first player", "mouse wins (% of the legal positions, raw)",
     "Left the mean share that the mouse wins of all legal positions, as stored: "),
], ids=["statistic", "without a statistic"])
def test_maps_show_mean_of_first_statistic_or_first_player(tmp_path, statistics, value, title, label, caption):
    folder = write_results(tmp_path, JUMPS, statistics=statistics)
    results = results_of(folder)
    across, up = plot_experiment.map_pairs(results)[0]
    assert (across.name, up.name) == ("rows", "cat_jump")  # the seed is not an axis
    figure = plot_experiment.draw_maps(results, across, up)
    shares = grouped(folder, ["cat_jump", "rows"], value)
    longest = grouped(folder, ["cat_jump", "rows"], lambda line: int(line["max_distance_plies"]))
    cells = list(itertools.product("123", "4568"))
    means = [100 * np.mean(shares[cell]) for cell in cells]
    assert np.allclose(meshes_of(figure)[0].get_array().ravel(), means)
    assert np.allclose(meshes_of(figure)[1].get_array().ravel(), [np.median(longest[cell]) for cell in cells])
    assert np.allclose([float(text.get_text()) for text in figure.axes[0].texts], means, rtol=0, atol=0.051)
    assert figure.axes[0].get_title() == title
    assert sorted(ax.get_ylabel() for ax in figure.axes[2:]) == ["longest win (plies)", label]
    assert captions_of(results)["map_rows_cat_jump"].startswith(caption)
    if statistics:
        assert min(means) < 50 < max(means) and meshes_of(figure)[0].norm(50) == 0.5


def test_maps_omit_empty_cells_and_cases_without_statistic(tmp_path):
    def change(number, cells):
        cells |= {"never": "", "near": "" if number < 6 else 0.5 + number / 100, "far": 0.1}

    folder = write_results(tmp_path, [{"rows": [4, 5]}, {"cat_jump": [1, 2, 3]}, {"seed": [1, 2]}],
                           statistics=("never", "near", "far"), change=change,
                           failing=lambda values: values["rows"] == 5 and values["cat_jump"] == 3)
    results = results_of(folder)
    figure = plot_experiment.draw_maps(results, *plot_experiment.map_pairs(results)[0])
    values, longest = (mesh.get_array().ravel() for mesh in meshes_of(figure))  # two cases per cell; 1 to 6 have rows=4
    assert np.ma.getmaskarray(values).tolist() == [True, True, False, False, False, True]
    assert np.allclose(values.compressed(), [56, 57.5, 59.5])
    assert np.ma.getmaskarray(longest).tolist() == [False] * 5 + [True]
    assert "grey: " in figure._suptitle.get_text()
    assert captions_of(results)["map_cat_jump_rows"].endswith(" of near left out.")


def test_caption_describes_what_a_statistic_counts(tmp_path):
    folder = write_results(tmp_path, [{"rows": [4, 5]}], statistics=("near",))
    study = (folder / "study.toml").read_text()
    (folder / "study.toml").write_text(study.replace('"turn=mouse"', '""'))
    assert captions_of(results_of(folder))["statistic_1_by_rows"].startswith(
        "near counts positions with winner=mouse of all legal positions. ")


def test_at_most_six_largest_maps_are_drawn(tmp_path):
    sweeps = [{"a": [1, 2]}, {"b": [1, 2, 3]}, {"c": [1, 2]}, {"d": [1, 2, 3, 4]}, {"e": [1, 2]}]
    pictures, left_out = plot_experiment.choose_pictures(results_of(write_results(tmp_path, sweeps)))
    assert [picture.name for picture in pictures if picture.name.startswith("map_")] == [
        "map_d_b", "map_d_a", "map_d_c", "map_d_e", "map_b_a", "map_b_c"]
    assert left_out[-1:] == [
        "Of 10 maps the 6 with the most cells are drawn; not drawn: b and e, a and c, a and e, c and e."]


def test_slowest_and_largest_cases_are_labelled_by_parameters(jumps):
    results = results_of(jumps)
    slow_ax, large_ax = plot_experiment.draw_extremes(results).axes
    for ax, column, unit in ((slow_ax, "total_seconds", 1), (large_ax, "memory_bytes", 2**20)):
        ordered = sorted(lines_of(jumps), key=lambda line: -float(line[column]))[:10]
        assert np.allclose([bar.get_width() for bar in ax.patches], [float(line[column]) / unit for line in ordered])
        assert [label.get_text().replace("\n", " ") for label in ax.get_yticklabels()] == [
            f"rows=cols={line['rows']}, cat_jump={line['cat_jump']}, seed={line['seed']}" for line in ordered]


def test_growth_plot_has_a_mark_per_case_and_engine(jumps):
    figure = plot_experiment.draw_growth(results_of(jumps))
    for ax, column, unit in zip(figure.axes, ("total_seconds", "memory_bytes"), (1, 2**20)):
        assert (ax.get_xscale(), ax.get_yscale()) == ("log", "log")
        for marks, engine in zip(ax.lines, ("implicit", "product"), strict=True):
            expected = [(int(line["positions"]), float(line[column]) / unit)
                        for line in lines_of(jumps) if line["engine"] == engine]
            assert np.allclose(np.array(marks.get_data()).T, expected)
        labels = [text.get_text() for text in ax.get_legend().get_texts()]
        assert labels == ["implicit (12 cases)", "product (12 cases)"]


@pytest.mark.usefixtures("png_only")
def test_string_parameters_are_bars_with_labels(tmp_path):
    files = ["$a$.txt", "a_folder/with_a_long_name/official_2.txt", "b.txt"]
    folder = write_results(tmp_path, [{"grid": files}, {"mouse_jump": [1, 2]}], statistics=("near",))
    results = results_of(folder)
    axis = axis_of(results, "grid")
    ax = plot_experiment.draw_outcomes(results, axis).axes[0]
    names = [label.get_text() for label in ax.get_yticklabels()]
    assert names == [r"\$a\$.txt", "…ong_name/official_2.txt", "b.txt"]  # the end of a long one, without a formula
    expected = grouped(folder, ["grid"], mouse_share)
    assert np.allclose([bar.get_width() for bar in ax.patches[:3]], [np.mean(expected[(file,)]) for file in files])
    lines_ax = longest_win_ax(results, axis)
    longest = {(line["grid"], line["mouse_jump"]): int(line["max_distance_plies"]) for line in lines_of(folder)}
    for jump, marks in zip("12", lines_ax.lines, strict=True):
        assert marks.get_xdata().tolist() == [longest[file, jump] for file in files]
    assert plot_experiment.map_pairs(results) == []
    assert plot(folder).returncode == 0


def test_plot_experiment_numbers_many_string_values(tmp_path):
    folder = write_results(tmp_path, [{"graph": [f"all.g6:{number}" for number in range(1, 61)]}])
    results = results_of(folder)
    ax = plot_experiment.draw_outcomes(results, axis_of(results, "graph")).axes[0]
    assert "number of" in ax.get_ylabel()
    assert len(ax.patches) == 4 * 60
    ax.figure.draw_without_rendering()


def test_parameters_swept_together_share_an_axis_only_if_one_to_one(tmp_path):
    sweeps = [{"rows": [4, 5, 6], "walls": [0.1, 0.2, 0.3], "seed": [1, 2, 3]},
              {"cat_jump": [1, 1, 2], "mouse_jump": [1, 2, 1]}]
    results = results_of(write_results(tmp_path, sweeps))
    assert [axis.label for axis in results.axes] == ["rows (with walls)", "cat_jump", "mouse_jump"]
    assert results.averaged_over(results.axes[1]) == ["rows (with walls)", "mouse_jump", "seed"]


def test_numeric_values_are_sorted_regardless_of_case_order(tmp_path):
    results = results_of(write_results(tmp_path, [{"rows": [16, 4, 100, 8]}]))
    (axis,) = results.axes
    assert axis.parameter.values == ("4", "8", "16", "100")
    assert [axis.parameter.values[code] for code in axis.parameter.codes] == ["16", "4", "100", "8"]


def test_plot_experiment_draws_integer_ticks_on_integer_axes(tmp_path):
    results = results_of(write_results(tmp_path, [{"rows": list(range(4, 25))}]))
    assert all(tick % 1 == 0 for tick in longest_win_ax(results, results.axes[0]).get_xticks())


@pytest.mark.usefixtures("png_only")
@pytest.mark.parametrize("sweeps, over_it", [
    ([{"nodes": [10, 100, 1000]}], ["longest_win_by_nodes.png", "outcomes_by_nodes.png"]),
    ([{"seed": [1, 2, 3]}], []), ([{"rows": [5]}], []), ([], []),
])
def test_single_swept_parameter_has_no_map_and_other_pictures_are_drawn(tmp_path, sweeps, over_it):
    folder = write_results(tmp_path / "results", sweeps, fixed={"mouse_jump": 2})
    plots = tmp_path / "a" / "b"
    assert plot(folder, "-o", plots).returncode == 0
    assert (plots / "index.html").exists() and not (folder / "plots").exists()
    assert sorted(path.name for path in plots.glob("*.png")) == ["growth.png", *over_it, "slowest_and_largest.png"]
