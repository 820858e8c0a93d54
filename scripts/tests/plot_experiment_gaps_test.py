# SPDX-License-Identifier: MIT
"""Tests that scripts/plot_experiment.py leaves out missing results, and reports errors in them in one line."""

import csv

import numpy as np
import pytest

from modules import experiment_results
import plot_experiment
from modules.escaped_text import escaped_text
from made_up_results import (captions_of, describe, longest_win_ax, no_open_figures, page_of, plot, png_only,
                             results_of, run_study, write_results)
from message_pattern import matches
from script_calls import line_of


def insert_column(path, name, before, cells):
    """Adds a column to a CSV file before another one, or as the last."""
    with open(path, newline="") as file:
        header, *lines = csv.reader(file)
    index = header.index(before) if before else len(header)
    with open(path, "w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(
            [*line[:index], cell, *line[index:]] for line, cell in zip([header, *lines], [name, *cells], strict=True))


@pytest.mark.usefixtures("png_only")
def test_failed_cases_are_listed_on_the_page_and_excluded_from_its_statistics(tmp_path):
    folder = write_results(tmp_path, [{"rows": [4, 5, 6]}, {"seed": list(range(6))}],
                           failing=lambda values: values["rows"] > 4)
    page = page_of(folder)
    assert "6 cases solved, 12 failed." in page.text
    assert "The first 10 of 12." in page.text
    assert "case 7 (rows=5 seed=0): no <room> for 7" in page.text
    assert "no <room> for 16" in page.text and "no <room> for 17" not in page.text
    assert " positions 160 285 410 " in page.text


def test_study_without_successful_cases_has_page_without_pictures(tmp_path):
    folder = write_results(tmp_path, [{"rows": [4, 5]}], statistics=("near",), failing=lambda values: True)
    page = page_of(folder)
    assert [path.name for path in (folder / "plots").iterdir()] == ["index.html"]
    assert "0 cases solved, 2 failed." in page.text
    assert "case 2 (rows=5): no <room> for 2" in page.text


def test_failed_cases_may_lack_a_line_of_timings(tmp_path):
    folder = write_results(tmp_path, [{"rows": [4, 5, 6]}], failing=lambda values: values["rows"] == 5)
    expected = results_of(folder)
    lines = (folder / "timings.csv").read_text().splitlines(keepends=True)
    assert lines.pop(2).strip(",\n") == "2"
    (folder / "timings.csv").write_text("".join(lines))
    results = results_of(folder)
    assert results.engines.tolist() == expected.engines.tolist() == ["implicit", "implicit"]
    assert results.columns["total_seconds"].tolist() == expected.columns["total_seconds"].tolist()


def test_additional_columns_are_neither_parameters_nor_statistics(tmp_path):
    folder = write_results(tmp_path, [{"rows": [4, 5, 6]}], statistics=("near",))
    expected = results_of(folder)
    insert_column(folder / "results.csv", "table", "positions", ["tables/rows=4-1a2b3c4d.h5", "", "tables/rows=6-5e6f7a8b.h5"])
    insert_column(folder / "results.csv", "cycles", "error", ["12", "3.5", ""])
    insert_column(folder / "timings.csv", "table_bytes", None, ["1234", "", "4321"])
    describe(folder, "cycles", "table_bytes")
    results = results_of(folder)
    assert [p.name for p in results.parameters] == ["rows"]
    assert results.statistics == expected.statistics
    np.testing.assert_equal(dict(results.columns), expected.columns | {
        "cycles": np.array([12, 3.5, np.nan]), "table_bytes": np.array([1234, np.nan, 4321])})


@pytest.mark.usefixtures("png_only")
def test_empty_columns_are_omitted_and_reported(tmp_path):
    def change(number, cells):
        cells |= {"max_distance_plies": "", "near": "" if number < 4 else 0.5, "far": ""}
        return ("", "")

    folder = write_results(tmp_path, [{"rows": [4, 5, 6]}, {"cat_jump": [1, 2, 3]}], statistics=("near", "far"),
                           change=change)
    page = page_of(folder)
    assert sorted(path.name for path in (folder / "plots").glob("*.png")) == [
        "map_rows_cat_jump.png", "outcomes_by_cat_jump.png", "outcomes_by_rows.png", "statistic_1_by_cat_jump.png",
        "statistic_1_by_rows.png"]
    assert "of longest win." in page.text and "of far." in page.text and "3 cases without" in page.text


def test_zero_times_are_omitted_from_log_scale_and_short_ones_from_bars(tmp_path):
    seconds = [0.0005, 0.25, 0, 0.5]
    folder = write_results(tmp_path, [{"rows": [4, 5, 6, 7]}], change=lambda number, _: (seconds[number - 1], 2**20))
    results = results_of(folder)
    assert "1 case without" in captions_of(results)["growth"]
    time_ax, memory_ax = plot_experiment.draw_growth(results).axes
    assert [sum(len(marks.get_xdata()) for marks in ax.lines) for ax in (time_ax, memory_ax)] == [3, 4]
    assert ": 2 cases without" in captions_of(results)["slowest_and_largest"]
    assert [bar.get_width() for bar in plot_experiment.draw_extremes(results).axes[0].patches] == [0.5, 0.25]


def test_long_histogram_columns_are_skipped(tmp_path):
    folder = write_results(tmp_path, [{"rows": [4, 5]}])
    insert_column(folder / "results.csv", "histogram", "error", 2 * ['{"win": [' + "1," * 200_000 + "1]}"])
    describe(folder)
    assert len(results_of(folder).cases) == 2


def test_widely_varying_lengths_use_a_log_scale(tmp_path):
    def change(number, cells):
        cells["max_distance_plies"] = base**number

    scales = []
    for base in (10, 2):
        results = results_of(write_results(tmp_path, [{"rows": [4, 5, 6, 7]}], change=change))
        scales.append(longest_win_ax(results, results.axes[0]).get_yscale())
    assert scales == ["log", "linear"]


def alter(name, old, new):
    def change(folder):
        text = (folder / name).read_text()
        assert old in text
        (folder / name).write_text(text.replace(old, new, 1))
    return change


def everywhere(name, old, new):
    """Renames a column in its file and in columns.json."""
    def change(folder):
        alter(name, old, new)(folder)
        alter("columns.json", f'"{old}"', f'"{new}"')(folder)
    return change


@pytest.mark.parametrize("change, message", [
    (lambda folder: (folder / "results.csv").unlink(), "results.csv: ..."),
    (lambda folder: (folder / "study.toml").unlink(), "study.toml: ..."),
    (lambda folder: (folder / "study.toml").write_text("game = "), "study.toml: invalid study: Invalid value..."),
    (alter("study.toml", "game =", "name ="), "study.toml: ... 'game' is missing"),
    (lambda folder: (folder / "results.csv").write_text(""), "results.csv: ... empty"),
    (lambda folder: (folder / "results.csv").write_text((folder / "results.csv").read_text().splitlines()[0] + "\n"),
     "results.csv: ... no cases"),
    (lambda folder: (folder / "results.csv").write_bytes(b"\xff\xfe"), "results.csv: invalid CSV: ..."),
    (alter("results.csv", "signature", "mood"), "results.csv: unknown column 'mood'..."),
    (alter("results.csv", ",positions", ""), "results.csv: ... 'positions' is missing"),
    (alter("results.csv", "win,loss", "loss,win"), "results.csv: ... wrong order"),
    (alter("study.toml", "rows", "lines"), "results.csv: ... 'lines' is missing, ... study.toml ..."),
    (everywhere("results.csv", "cat_wins", "cat"), "... NAME_wins ... got 'mouse_wins,cat'"),
    (lambda folder: (folder / "columns.json").unlink(), "columns.json: ...; ... --resume ..."),
    (lambda folder: (folder / "columns.json").write_text("{"), "columns.json: ... columns: Expecting..."),
    (alter("columns.json", "timings.csv", "times.csv"), "columns.json: ... 'timings.csv' is missing"),
    (alter("columns.json", '"kind": "case"', '"sort": "case"'), "columns.json: ... 'kind' is missing"),
    (alter("results.csv", "\n2,", "\n2,3,"), "results.csv:3: expected 21 cells, ... got 22"),
    (alter("results.csv", "\n2,5,210,", "\n2,5,many,"), "results.csv:3: positions: ... 0, got 'many'"),
    (alter("results.csv", "\n2,5,210,", "\n2,5,-210,"), "results.csv:3: positions: ... 0, got '-210'"),
    (alter("timings.csv", "\n1,,implicit,1,", "\n1,,implicit,nan,"), "timings.csv:2: threads: ... 0, got 'nan'"),
    (everywhere("study.toml", "rows", '"../rows"'), "study.toml: ... '../rows' ... parameter"),
    (alter("results.csv", "\n2,", "\nt\x1bwo\u202e,"), r"results.csv:3: case: ... 't\u001bwo\u202e'"),
    (lambda folder: [(folder / "results.csv").write_text("case,rows,error\n1,4,no room\n2,5,\n"), describe(folder)],
     "results.csv:3: ... error"),
    (everywhere("timings.csv", "engine", "motor"), "timings.csv: ... 'engine' is missing"),
])
def test_plot_experiment_reports_bad_results_in_one_line_with_status_2(tmp_path, change, message):
    folder = write_results(tmp_path, [{"rows": [4, 5]}])
    change(folder)
    assert matches(f"...{message}", line_of(plot(folder)))
    assert not (folder / "plots").exists()


def test_plot_experiment_reports_missing_or_unwritable_folder_in_one_line(tmp_path):
    assert line_of(plot(tmp_path / "none")).startswith(f"{tmp_path / 'none'}: ")
    folder = write_results(tmp_path / "results", [])
    (tmp_path / "file").write_text("")
    plots = tmp_path / "file" / "plots"
    assert line_of(plot(folder, "-o", plots)).startswith(f"{plots}: ")


def test_missing_result_column_is_reported(tmp_path):
    results = results_of(write_results(tmp_path, [{"rows": [4, 5]}]))
    with pytest.raises(experiment_results.ResultsError, match="^no column 'cycles'$"):
        results.columns["cycles"]


def test_pages_and_pictures_escape_text_of_results(tmp_path):
    """Text is neither interpreted by a terminal or browser, nor by Matplotlib, for which $ begins a formula."""
    first, other, broken = "a\x1b[2J\u202e<b>", r"$\frac{$", "\x9b31m$"
    folder = write_results(tmp_path, [{"grid": [first, other, broken]}], failing=lambda values: values["grid"] == broken)
    study = (folder / "study.toml").read_text()
    (folder / "study.toml").write_text(study.replace("Who", r"\u001b]0;title\u0007<script>Who\u2028"))
    done = plot(folder)
    assert (done.returncode, done.stderr, done.stdout) == (0, "", f"{folder / 'plots' / 'index.html'}\n")
    page = folder / "plots" / "index.html"
    assert r"\u001b]0;title\u0007&lt;script&gt;Who\u2028" in page.read_text()
    assert r"\u009b31m$" in page.read_text()
    pictures = list((folder / "plots").glob("*.svg"))
    assert any(r"a\u001b[2J\u202e&lt;b&gt;" in picture.read_text() for picture in pictures)
    for display in (page, *pictures):
        lines = display.read_text().split("\n")
        assert [line for line in lines if escaped_text(line) != line] == []


@pytest.mark.usefixtures("png_only")
@pytest.mark.parametrize("study, display", [
    ('[[case]]\ngame = "quixo"\nn = 2\n[[case]]\ngame = "mnk"\n', ["several games", "first wins", "second wins"]),
    ('game = "fair_shares"\n[[sweep]]\nn = [5, 8, 10, 11]\n', ["player to move wins", "opponent wins"]),
], ids=["several games", "relative to the player to move"])
def test_page_describes_several_games_and_games_relative_to_player_to_move(tmp_path, study, display):
    folder = run_study(tmp_path, study)
    page = page_of(folder)
    assert all(text in page.text for text in display) and ("first wins" in page.text) == ("first wins" in display)
    assert {"growth.png", "slowest_and_largest.png"} <= {path.name for path in (folder / "plots").iterdir()}


def test_page_of_failed_program_run_reports_failed_cases(tmp_path):
    folder = run_study(tmp_path, 'game = "cat_and_mouse_ii"\n[[sweep]]\nrows = [200000, 250000]\n', status=1)
    assert "0 cases solved, 2 failed." in page_of(folder).text
