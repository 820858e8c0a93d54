# SPDX-License-Identifier: MIT
"""scripts/plot_experiment.py draws and tabulates what the results say, and says in one line what is wrong with them.

Needs ZERMELO_PROGRAM and ZERMELO_SOURCE_DIR. But for the program's own, the results are made up here, with shares and
lengths that differ from case to case.
"""

import csv
import html.parser
import itertools
import json
import os
import pathlib
import subprocess
from collections import defaultdict

import matplotlib.image
import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.collections import PolyCollection, QuadMesh

import experiment_results
import plot_experiment
from plotting import plot_style
from colors_of import colors_of
from in_process import run_in_process
from shown_text import shown_text

PROGRAM = os.environ["ZERMELO_PROGRAM"]
SCRIPT = pathlib.Path(os.environ["ZERMELO_SOURCE_DIR"]) / "scripts" / "plot_experiment.py"
POSITION_COLUMNS = ["positions", "legal_positions", "edges", "win", "loss", "tie", "draw", "mouse_wins", "cat_wins"]
RESULT_COLUMNS = [*POSITION_COLUMNS, "max_distance_plies", "max_tie_plies", "start_outcome", "start_winner",
                  "start_plies", "start_result", "start_decided_by", "start_answer", "signature"]
TIMING_COLUMNS = ["case", "program", "engine", "threads", "memory_bytes", "total_seconds", "seed_seconds"]
TEXT_COLUMNS = ["start_outcome", "start_winner", "start_result", "start_decided_by", "start_answer", "signature",
                "histogram", "program", "engine"]
JUMPS = [{"rows": [4, 5, 6, 8], "cols": [4, 5, 6, 8]}, {"cat_jump": [1, 2, 3]}, {"seed": [7, 8]}]


def made_up(number, values):
    """The results of a case."""
    positions = 50 * number + 100
    tie, draw = number % 3, number % 7
    mouse = (7 * number) % 40 + 10
    return {"positions": positions + 10, "legal_positions": positions, "edges": 4 * positions,
            "win": positions - tie - draw, "loss": 0, "tie": tie, "draw": draw, "mouse_wins": mouse,
            "cat_wins": positions - tie - draw - mouse, "max_distance_plies": 3 + (5 * number) % 17,
            "max_tie_plies": "" if number % 2 else 4, "start_outcome": "draw", "start_result": "draw",
            "signature": f"{number:016x}"}


def write_results(folder, sweeps, fixed=None, statistics=(), failing=lambda values: False, change=lambda *_: None,
                  histogram=None):
    """A folder of results; `change` may alter the cells of a case, and return its total_seconds and memory_bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    fixed = fixed or {}
    study = ['game = "cat_and_mouse_ii"', 'question = "Who <wins>, & when?"', "[parameters]"]
    study += [f"{name} = {value!r}" for name, value in fixed.items()]
    for sweep in sweeps:
        study += ["[[sweep]]", *(f"{name} = {values!r}" for name, values in sweep.items())]
    for name in statistics:
        study += ["[[statistic]]", f'name = "{name}"', 'count = "winner=mouse"', 'of = "turn=mouse"']
    (folder / "study.toml").write_text("\n".join(study) + "\n")
    parameters = sorted([*fixed, *itertools.chain(*sweeps)])
    columns = ["case", *parameters, *RESULT_COLUMNS, *["histogram"] * bool(histogram), *statistics, "error"]
    with (open(folder / "results.csv", "w", newline="") as results,
          open(folder / "timings.csv", "w", newline="") as timings):
        lines = csv.DictWriter(results, columns, restval="", lineterminator="\n")
        times = csv.DictWriter(timings, TIMING_COLUMNS, restval="", lineterminator="\n")
        lines.writeheader()
        times.writeheader()
        steps = [[dict(zip(sweep, values)) for values in zip(*sweep.values())] for sweep in sweeps]
        for number, chosen in enumerate(itertools.product(*steps), 1):
            values = dict(fixed)
            for part in chosen:
                values |= part
            cells = {"case": number, **values}
            if failing(values):
                lines.writerow(cells | {"error": f"no <room> for {number}"})
                times.writerow({"case": number})
                continue
            cells |= made_up(number, values)
            cells |= {name: (number % 10) / 10 for name in statistics}
            if histogram:
                cells["histogram"] = histogram
            made_up_cost = ((number * 37) % 101 / 1000 + 0.001, 2**20 * ((number * 53) % 97 + 1))
            seconds, memory = change(number, cells) or made_up_cost
            lines.writerow(cells)
            times.writerow({"case": number, "engine": ("product", "implicit")[number % 2], "threads": 1,
                            "total_seconds": seconds, "memory_bytes": memory})
    describe(folder)
    return folder


def describe(folder):
    """Writes what the columns of the two files of CSV are, as they stand there."""
    study = experiment_results.read_study(folder / "study.toml")
    kinds = dict.fromkeys([*RESULT_COLUMNS, *TIMING_COLUMNS, "table_bytes"], "number")
    kinds |= dict.fromkeys(TEXT_COLUMNS, "text") | {name: name for name in ("case", "repetition", "table", "error")}
    kinds |= dict.fromkeys(("mouse_wins", "cat_wins"), "wins")
    kinds |= dict.fromkeys((statistic.name for statistic in study["statistics"]), "statistic")
    columns = {}
    for file in ("results.csv", "timings.csv"):
        header = (folder / file).read_text().split("\n", 1)[0].split(",")
        columns[file] = [{"name": name, "kind": kinds.get(name, "parameter")} for name in header]
    (folder / "columns.json").write_text(json.dumps(columns))


def lines_of(folder):
    """The solved cases of results.csv, with numbers as numbers."""
    with open(folder / "results.csv", newline="") as file:
        csv.field_size_limit(2**30)
        return [line for line in csv.DictReader(file) if not line["error"]]


def grouped(folder, names, value):
    """What `value` gives of each case, by the values of the columns: a dict of lists."""
    groups = defaultdict(list)
    for line in lines_of(folder):
        groups[tuple(line[name] for name in names)].append(value(line))
    return groups


def insert_column(path, name, before, cells):
    """Gives a file of CSV a column before another one, or as the last."""
    with open(path, newline="") as file:
        header, *lines = csv.reader(file)
    place = header.index(before) if before else len(header)
    with open(path, "w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(
            [*line[:place], cell, *line[place:]] for line, cell in zip([header, *lines], [name, *cells], strict=True))


def mouse_share(line):
    return int(line["mouse_wins"]) / int(line["legal_positions"])


def plot(*words):
    return run_in_process(plot_experiment, *words)


def test_it_is_a_command():
    done = subprocess.run([SCRIPT, "--help"], capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout.startswith("usage: plot_experiment.py"), done.stderr


def results_of(folder):
    return experiment_results.read_results(folder)


def axis_of(results, name):
    return next(axis for axis in results.axes if axis.name == name)


def longest_win_ax(results, axis):
    values = results.columns["max_distance_plies"]
    return plot_experiment.draw_spread(results, axis, values, "longest win", is_share=False).axes[0]


class Page(html.parser.HTMLParser):
    """Links, alternative texts, table rows and all text of a page."""

    def __init__(self, path):
        super().__init__()
        self.links, self.alts, self.rows, self.words, self.in_cell = [], [], [], [], False
        self.feed(path.read_text(encoding="utf-8"))
        self.text = " ".join(self.words)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.links += [attributes[name] for name in ("src", "href") if name in attributes]
        self.alts += [attributes.get("alt")] if tag == "img" else []
        self.in_cell = tag in ("td", "th")
        if tag == "tr":
            self.rows.append([])

    def handle_endtag(self, tag):
        self.in_cell = False

    def handle_data(self, data):
        self.words.append(data)
        if self.in_cell:
            self.rows[-1].append(data)


@pytest.fixture(scope="module")
def jumps(tmp_path_factory):
    return write_results(tmp_path_factory.mktemp("jumps"), JUMPS, fixed={"mouse_jump": 2}, statistics=("near wins",))


@pytest.fixture(autouse=True)
def no_open_figures():
    yield
    plt.close("all")


@pytest.fixture(scope="module")
def drawn(jumps):
    """The script as it ended, and the page that it has written."""
    return plot(jumps), jumps / "plots" / "index.html"


@pytest.fixture
def png_alone(monkeypatch):
    """Leaves every SVG empty, where only names of pictures, or the page, are looked at."""
    def save_figure(figure, path, **options):
        if path.suffix == ".svg":
            path.touch()
        else:
            plot_style.save_figure(figure, path, **options)
    monkeypatch.setattr(plot_experiment, "save_figure", save_figure)


def test_every_picture_is_there_as_png_and_svg_and_on_the_page(drawn):
    done, index = drawn
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{index}\n"
    kinds = ("outcomes", "longest_win", "statistic_1")
    names = {f"{kind}_by_{name}" for kind in kinds for name in ("rows", "cat_jump")}
    names |= {"map_rows_cat_jump", "slowest_and_largest", "growth"}
    assert {path.name for path in index.parent.iterdir()} == {
        "index.html", *(name + suffix for name in names for suffix in (".png", ".svg"))}
    page = Page(index)
    assert sorted(page.links) == sorted(name + suffix for name in names for suffix in (".png", ".svg"))
    assert len(page.alts) == len(names) and all(page.alts)
    for name in names:
        assert "<svg" in (index.parent / f"{name}.svg").read_text()
        pixels, colors = colors_of(index.parent / f"{name}.png")
        assert pixels > 300_000
        assert colors > 50


def test_the_page_asks_the_question_and_says_what_is_averaged(drawn):
    page = Page(drawn[1])
    assert "Who <wins>, & when?" in page.text
    assert "24 cases solved, 0 failed." in page.text
    assert "the same in all cases: mouse_jump=2" in page.text
    assert "on no axis, but averaged over: seed" in page.text
    assert "over cat_jump and seed." in page.text
    assert "over rows = cols and seed." in page.text


def test_the_table_has_least_median_and_greatest_of_the_columns(jumps):
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


@pytest.mark.parametrize("name", ["rows", "cat_jump"])
def test_areas_are_the_mean_shares_of_the_cases(jumps, name):
    results = results_of(jumps)
    axis = axis_of(results, name)
    ax = plot_experiment.draw_outcomes(results, axis).axes[0]
    expected = grouped(jumps, [name], lambda line: [int(line[column]) / int(line["legal_positions"])
                                                    for column in ("mouse_wins", "cat_wins", "tie", "draw")])
    below = dict.fromkeys(expected, 0)
    areas = [area for area in ax.collections if isinstance(area, PolyCollection)]
    assert [area.get_label() for area in areas] == ["mouse wins", "cat wins", "tie", "nobody forces the end"]
    for winner, area in enumerate(areas):
        for (value,), shares in expected.items():
            heights = [y for x, y in area.get_paths()[0].vertices if x == float(value)]
            top = below[(value,)] + np.mean(shares, axis=0)[winner]
            assert np.isclose(min(heights), below[(value,)]) and np.isclose(max(heights), top)
            below[(value,)] = top
    assert np.allclose(list(below.values()), 1)


def test_the_line_is_the_median_and_the_band_10_to_90_percent(jumps):
    results = results_of(jumps)
    ax = longest_win_ax(results, axis_of(results, "cat_jump"))
    expected = grouped(jumps, ["cat_jump"], lambda line: int(line["max_distance_plies"]))
    assert ax.lines[0].get_xdata().tolist() == [1, 2, 3]
    assert ax.lines[0].get_ydata().tolist() == [np.median(expected[(value,)]) for value in "123"]
    band = ax.collections[0].get_paths()[0].vertices
    for value in "123":
        heights = [y for x, y in band if x == float(value)]
        assert np.allclose([min(heights), max(heights)], np.percentile(expected[(value,)], [10, 90]))


def test_few_cases_are_drawn_one_by_one(tmp_path):
    folder = write_results(tmp_path, [{"cat_jump": [1, 2, 3]}, {"mouse_jump": [1, 2]}])
    results = results_of(folder)
    ax = longest_win_ax(results, axis_of(results, "cat_jump"))
    points = sorted(zip(*(data.tolist() for data in ax.lines[0].get_data())))
    assert points == sorted((int(line["cat_jump"]), int(line["max_distance_plies"])) for line in lines_of(folder))
    assert [line.get_label() for line in ax.lines] == ["a case", "median"]


def meshes_of(figure):
    return [mesh for ax in figure.axes[:2] for mesh in ax.collections if isinstance(mesh, QuadMesh)]


def labels_of_colors(figure):
    return [ax.get_ylabel() for ax in figure.axes[2:]]


def captions_of(results):
    return {picture.name: picture.caption for picture in plot_experiment.choose_pictures(results)[0]}


def test_maps_have_the_mean_of_the_first_statistic(jumps):
    results = results_of(jumps)
    across, up = plot_experiment.map_pairs(results)[0]
    assert (across.name, up.name) == ("rows", "cat_jump")  # the seed is no axis
    figure = plot_experiment.draw_maps(results, across, up)
    shares = grouped(jumps, ["cat_jump", "rows"], lambda line: float(line["near wins"]))
    longest = grouped(jumps, ["cat_jump", "rows"], lambda line: int(line["max_distance_plies"]))
    cells = [(jump, row) for jump in "123" for row in "4568"]
    means = [100 * np.mean(shares[cell]) for cell in cells]
    assert np.allclose(meshes_of(figure)[0].get_array().ravel(), means)
    assert np.allclose(meshes_of(figure)[1].get_array().ravel(), [np.median(longest[cell]) for cell in cells])
    assert np.allclose([float(text.get_text()) for text in figure.axes[0].texts], means, rtol=0, atol=0.051)
    assert figure.axes[0].get_title() == "Mean of near wins"
    assert sorted(labels_of_colors(figure)) == ["longest win (plies)", "near wins (%)"]
    assert min(means) < 50 < max(means) and meshes_of(figure)[0].norm(50) == 0.5
    assert captions_of(results)["map_rows_cat_jump"] == (
        "Left the mean of near wins, which counts positions with winner=mouse of those with turn=mouse; "
        "right the median of the longest win; taken over seed.")


def test_maps_without_a_statistic_have_the_mean_share_of_the_first_player(tmp_path):
    folder = write_results(tmp_path, JUMPS)
    results = results_of(folder)
    figure = plot_experiment.draw_maps(results, *plot_experiment.map_pairs(results)[0])
    shares = grouped(folder, ["cat_jump", "rows"], mouse_share)
    assert np.allclose(meshes_of(figure)[0].get_array().ravel(),
                       [100 * np.mean(shares[cell]) for cell in itertools.product("123", "4568")])
    assert figure.axes[0].get_title() == "Mean share of the first player"
    assert "mouse wins (% of the legal positions, raw)" in labels_of_colors(figure)
    assert captions_of(results)["map_rows_cat_jump"].startswith(
        "Left the mean share that the mouse wins of all legal positions, as stored: ")


def test_maps_leave_out_the_cases_without_a_value_of_the_statistic(tmp_path):
    def change(number, cells):
        cells |= {"never": "", "near": "" if number < 6 else 0.5 + number / 100, "far": 0.1}

    folder = write_results(tmp_path, [{"rows": [4, 5]}, {"cat_jump": [1, 2]}, {"seed": [1, 2]}],
                           statistics=("never", "near", "far"), change=change)
    results = results_of(folder)
    figure = plot_experiment.draw_maps(results, *plot_experiment.map_pairs(results)[0])
    values = meshes_of(figure)[0].get_array().ravel()  # two cases a cell; 1 to 4 have rows=4, the left column
    assert np.ma.getmaskarray(values).tolist() == [True, False, True, False]
    assert np.allclose(values.compressed(), [56, 57.5])
    assert "grey: no value" in figure._suptitle.get_text()
    assert captions_of(results)["map_rows_cat_jump"].endswith(" 5 cases without a value of near left out.")


@pytest.mark.parametrize("count, of, words", [
    ("winner=mouse", "to_move=mouse ended=no", "positions with winner=mouse of those with to_move=mouse ended=no"),
    ("outcome=draw", "", "positions with outcome=draw of all legal positions"),
])
def test_captions_say_what_a_statistic_counts(tmp_path, count, of, words):
    folder = write_results(tmp_path, [{"rows": [4, 5]}], statistics=("near",))
    study = (folder / "study.toml").read_text()
    (folder / "study.toml").write_text(study.replace('"winner=mouse"', f'"{count}"').replace('"turn=mouse"', f'"{of}"'))
    assert captions_of(results_of(folder))["statistic_1_by_rows"].startswith(f"near counts {words}. ")


def test_cells_without_a_case_stay_empty(tmp_path):
    folder = write_results(tmp_path, [{"cat_jump": [1, 2, 3]}, {"mouse_jump": [1, 2]}],
                           failing=lambda values: values["cat_jump"] == 3 and values["mouse_jump"] == 2)
    results = results_of(folder)
    figure = plot_experiment.draw_maps(results, *plot_experiment.map_pairs(results)[0])
    mesh = next(mesh for mesh in figure.axes[0].collections if isinstance(mesh, QuadMesh))
    assert np.ma.getmaskarray(mesh.get_array()).ravel().tolist() == [False, False, False, False, False, True]
    assert "grey: no value" in figure._suptitle.get_text()


def test_at_most_six_maps_those_with_the_most_cells(tmp_path):
    sweeps = [{"a": [1, 2]}, {"b": [1, 2, 3]}, {"c": [1, 2]}, {"d": [1, 2, 3, 4]}, {"e": [1, 2]}]
    pictures, left_out = plot_experiment.choose_pictures(results_of(write_results(tmp_path, sweeps)))
    assert [picture.name for picture in pictures if picture.name.startswith("map_")] == [
        "map_d_b", "map_d_a", "map_d_c", "map_d_e", "map_b_a", "map_b_c"]
    assert left_out == [
        "Of 10 maps the 6 with the most cells are drawn; not drawn: b and e, a and c, a and e, c and e."]


def test_the_slowest_and_the_largest_are_named_by_their_parameters(jumps):
    results = results_of(jumps)
    slow_ax, large_ax = plot_experiment.draw_extremes(results).axes
    with open(jumps / "timings.csv", newline="") as file:
        timings = {line["case"]: line for line in csv.DictReader(file)}
    names = {line["case"]: f"rows=cols={line['rows']}, cat_jump={line['cat_jump']}, seed={line['seed']}"
             for line in lines_of(jumps)}
    for ax, column, unit in ((slow_ax, "total_seconds", 1), (large_ax, "memory_bytes", 2**20)):
        ordered = sorted(timings.values(), key=lambda line: -float(line[column]))[:10]
        assert np.allclose([bar.get_width() for bar in ax.patches], [float(line[column]) / unit for line in ordered])
        assert [label.get_text().replace("\n", " ") for label in ax.get_yticklabels()] == [
            names[line["case"]] for line in ordered]


def test_growth_has_a_mark_for_each_case_of_each_engine(jumps):
    figure = plot_experiment.draw_growth(results_of(jumps))
    with open(jumps / "timings.csv", newline="") as file:
        timings = {line["case"]: line for line in csv.DictReader(file)}
    for ax, column, unit in zip(figure.axes, ("total_seconds", "memory_bytes"), (1, 2**20)):
        assert (ax.get_xscale(), ax.get_yscale()) == ("log", "log")
        for marks, engine in zip(ax.lines, ("implicit", "product"), strict=True):
            expected = [(int(line["positions"]), float(timings[line["case"]][column]) / unit)
                        for line in lines_of(jumps) if timings[line["case"]]["engine"] == engine]
            assert np.allclose(np.array(marks.get_data()).T, expected)
        labels = [text.get_text() for text in ax.get_legend().get_texts()]
        assert labels == ["implicit (12 cases)", "product (12 cases)"]


@pytest.mark.usefixtures("png_alone")
def test_texts_are_bars_with_their_names(tmp_path):
    files = ["$a$.txt", "a_folder/with_a_long_name/official_2.txt", "b.txt"]
    folder = write_results(tmp_path, [{"grid": files}, {"mouse_jump": [1, 2]}], statistics=("near",))
    results = results_of(folder)
    axis = axis_of(results, "grid")
    ax = plot_experiment.draw_outcomes(results, axis).axes[0]
    names = [label.get_text() for label in ax.get_yticklabels()]
    assert names == [r"\$a\$.txt", "…ong_name/official_2.txt", "b.txt"]  # the end of a long one, and no formula
    expected = grouped(folder, ["grid"], mouse_share)
    assert np.allclose([bar.get_width() for bar in ax.patches[:3]], [np.mean(expected[(file,)]) for file in files])
    spread_ax = longest_win_ax(results, axis)
    longest = grouped(folder, ["grid"], lambda line: int(line["max_distance_plies"]))
    assert spread_ax.lines[-1].get_xdata().tolist() == [np.median(longest[(file,)]) for file in files]
    assert plot_experiment.map_pairs(results) == []
    assert plot(folder).returncode == 0


@pytest.mark.usefixtures("png_alone")
def test_many_texts_are_numbered(tmp_path):
    folder = write_results(tmp_path, [{"graph": [f"all.g6:{number}" for number in range(1, 61)]}])
    results = results_of(folder)
    ax = plot_experiment.draw_outcomes(results, axis_of(results, "graph")).axes[0]
    assert "number of the value" in ax.get_ylabel()
    assert len(ax.patches) == 4 * 60
    assert plot(folder).returncode == 0


def test_parameters_that_advance_together_are_one_axis_only_if_one_to_one(tmp_path):
    sweeps = [{"rows": [4, 5, 6], "walls": [0.1, 0.2, 0.3], "seed": [1, 2, 3]},
              {"cat_jump": [1, 1, 2], "mouse_jump": [1, 2, 1]}]
    results = results_of(write_results(tmp_path, sweeps))
    assert [axis.label for axis in results.axes] == ["rows (with walls)", "cat_jump", "mouse_jump"]
    assert results.averaged_over(results.axes[1]) == ["rows (with walls)", "mouse_jump", "seed"]


def test_numbers_are_in_their_order_whatever_the_order_of_the_cases(tmp_path):
    results = results_of(write_results(tmp_path, [{"rows": [16, 4, 100, 8]}]))
    (axis,) = results.axes
    assert axis.parameter.values == ("4", "8", "16", "100")
    assert [axis.parameter.values[code] for code in axis.parameter.codes] == ["16", "4", "100", "8"]


def test_whole_numbers_have_whole_ticks(tmp_path):
    results = results_of(write_results(tmp_path, [{"rows": list(range(4, 25))}]))
    assert all(tick % 1 == 0 for tick in longest_win_ax(results, results.axes[0]).get_xticks())


@pytest.mark.usefixtures("png_alone")
def test_one_swept_parameter_has_no_map(tmp_path):
    folder = write_results(tmp_path / "results", [{"nodes": [10, 100, 1000]}])
    plots = tmp_path / "a" / "b"
    assert plot(folder, "-o", plots).returncode == 0
    assert (plots / "index.html").exists() and not (folder / "plots").exists()
    assert sorted(path.name for path in plots.glob("*.png")) == [
        "growth.png", "longest_win_by_nodes.png", "outcomes_by_nodes.png", "slowest_and_largest.png"]


@pytest.mark.usefixtures("png_alone")
@pytest.mark.parametrize("sweeps", [[], [{"seed": [1, 2, 3]}], [{"rows": [5]}]])
def test_without_a_parameter_to_draw_over_the_rest_is_drawn(tmp_path, sweeps):
    folder = write_results(tmp_path, sweeps, fixed={"mouse_jump": 2})
    assert plot(folder).returncode == 0
    assert sorted(path.name for path in (folder / "plots").glob("*.png")) == ["growth.png", "slowest_and_largest.png"]


@pytest.mark.usefixtures("png_alone")
def test_failures_are_listed_and_left_out_of_all_numbers(tmp_path):
    folder = write_results(tmp_path, [{"rows": [4, 5, 6]}, {"seed": list(range(6))}],
                           failing=lambda values: values["rows"] > 4)
    assert plot(folder).returncode == 0
    page = Page(folder / "plots" / "index.html")
    assert "6 cases solved, 12 failed." in page.text
    assert "The first 10 of 12." in page.text
    assert "case 7 (rows=5 seed=0): no <room> for 7" in page.text
    assert "no <room> for 16" in page.text and "no <room> for 17" not in page.text
    assert page.rows[1] == ["positions", "160", "285", "410"]


@pytest.mark.parametrize("results", [None, "case,rows,error\n1,4,no <room> for 1\n2,5,no <room> for 2\n"])
def test_a_study_that_failed_altogether_has_a_page_without_pictures(tmp_path, results):
    folder = write_results(tmp_path, [{"rows": [4, 5]}], statistics=("near",), failing=lambda values: True)
    if results:
        (folder / "results.csv").write_text(results)
        describe(folder)
    done = plot(folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert [path.name for path in (folder / "plots").iterdir()] == ["index.html"]
    page = Page(folder / "plots" / "index.html")
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


@pytest.mark.parametrize("before", ["positions", "error"])
def test_kept_tables_are_neither_parameters_nor_statistics(tmp_path, before):
    folder = write_results(tmp_path, [{"rows": [4, 5, 6]}], statistics=("near",))
    expected = results_of(folder)
    tables = ["tables/rows=4-1a2b3c4d.h5", "", "tables/rows=6-5e6f7a8b.h5"]
    insert_column(folder / "results.csv", "table", before, tables)
    insert_column(folder / "timings.csv", "table_bytes", None, ["1234", "", "4321"])
    describe(folder)
    results = results_of(folder)
    assert [p.name for p in results.parameters] == ["rows"]
    assert [axis.name for axis in results.axes] == ["rows"]
    assert results.statistics == expected.statistics
    np.testing.assert_equal(dict(results.columns), expected.columns | {"table_bytes": np.array([1234, np.nan, 4321])})


@pytest.mark.usefixtures("png_alone")
def test_empty_columns_are_left_out_and_named(tmp_path):
    def change(number, cells):
        cells |= {"max_distance_plies": "", "near": "" if number < 4 else 0.5, "far": ""}
        return ("", "")

    folder = write_results(tmp_path, [{"rows": [4, 5, 6]}, {"cat_jump": [1, 2, 3]}], statistics=("near", "far"),
                           change=change)
    done = plot(folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert sorted(path.name for path in (folder / "plots").glob("*.png")) == [
        "map_rows_cat_jump.png", "outcomes_by_cat_jump.png", "outcomes_by_rows.png", "statistic_1_by_cat_jump.png",
        "statistic_1_by_rows.png"]
    page = Page(folder / "plots" / "index.html")
    assert "No case has a value of longest win." in page.text
    assert "No case has a value of far." in page.text
    assert "3 cases without a value left out." in page.text


def test_times_of_zero_have_no_logarithm_and_are_said_to_be_left_out(tmp_path):
    folder = write_results(tmp_path, [{"rows": [4, 5, 6]}],
                           change=lambda number, cells: (0 if number == 2 else 0.5, 2**20))
    results = results_of(folder)
    assert "1 case without a time or memory above 0 left out." in captions_of(results)["growth"]
    time_ax, memory_ax = plot_experiment.draw_growth(results).axes
    assert [sum(len(marks.get_xdata()) for marks in ax.lines) for ax in (time_ax, memory_ax)] == [2, 3]


def test_long_histograms_are_skipped(tmp_path):
    histogram = '{"win": [' + "1," * 200_000 + "1]}"
    assert len(results_of(write_results(tmp_path, [{"rows": [4, 5]}], histogram=histogram)).cases) == 2


def test_lengths_that_span_much_have_a_log_scale(tmp_path):
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
    """Renames a column in its file and in what describes it."""
    def change(folder):
        alter(name, old, new)(folder)
        alter("columns.json", f'"{old}"', f'"{new}"')(folder)
    return change


@pytest.mark.parametrize("change, message", [
    (lambda folder: (folder / "results.csv").unlink(), "results.csv: No such file or directory"),
    (lambda folder: (folder / "timings.csv").unlink(), "timings.csv: No such file or directory"),
    (lambda folder: (folder / "study.toml").unlink(), "study.toml: No such file or directory"),
    (lambda folder: (folder / "study.toml").write_text("game = "), "study.toml: not a study (Invalid value"),
    (alter("study.toml", "game =", "name ="), "study.toml: the key 'game' is missing"),
    (lambda folder: (folder / "results.csv").write_text(""), "results.csv: it is empty"),
    (lambda folder: (folder / "results.csv").write_text((folder / "results.csv").read_text().splitlines()[0] + "\n"),
     "results.csv: no cases"),
    (lambda folder: (folder / "results.csv").write_bytes(b"\xff\xfe"), "results.csv: not comma-separated values"),
    (alter("results.csv", "signature", "mood"), "results.csv: unknown column 'mood'"),
    (alter("results.csv", ",positions", ""), "results.csv: no column 'positions'"),
    (alter("results.csv", "win,loss", "loss,win"), "results.csv: a column stands there twice, or the columns are in"),
    (alter("study.toml", "rows", "lines"), "results.csv: no column 'lines', which study.toml has"),
    (everywhere("results.csv", "cat_wins", "cat"), "there must be NAME_wins of both players, not 'mouse_wins,cat'"),
    (lambda folder: (folder / "columns.json").unlink(),
     "columns.json: No such file or directory; zermelo run with --resume writes it"),
    (lambda folder: (folder / "columns.json").write_text("{"), "columns.json: not a list of columns (Expecting"),
    (lambda folder: (folder / "columns.json").write_text("[]"), "columns.json: not a list of columns ("),
    (alter("columns.json", "timings.csv", "times.csv"), "columns.json: the key 'timings.csv' is missing"),
    (alter("columns.json", '"kind": "case"', '"sort": "case"'), "columns.json: the key 'kind' is missing"),
    (alter("results.csv", "\n2,", "\n2,3,"), "results.csv:3: 22 cells, the header has 21"),
    (alter("results.csv", "\n2,5,210,", "\n2,5,many,"), "results.csv:3: positions: 'many' is no number"),
    (alter("results.csv", "\n2,5,210,", "\n2,5,-210,"), "results.csv:3: positions: '-210' is no number of at least 0"),
    (alter("timings.csv", "\n1,,implicit,1,", "\n1,,implicit,nan,"), "timings.csv:2: threads: 'nan' is no number"),
    (alter("results.csv", "\n2,5,210,", "\n2,5,1e999,"), "results.csv:3: positions: '1e999' is no number"),
    (everywhere("study.toml", "rows", '"../rows"'), "study.toml: not a study ('../rows' is no parameter)"),
    (alter("results.csv", "\n2,", "\nt\x1bwo\u202e,"), r"results.csv:3: case: 't\u001bwo\u202e' is no whole number"),
    (alter("results.csv", "\n2,", "\ntwo,"), "results.csv:3: case: 'two' is no whole number"),
    (lambda folder: [(folder / "results.csv").write_text("case,rows,error\n1,4,no room\n2,5,\n"), describe(folder)],
     "results.csv:3: neither results nor an error"),
    (alter("timings.csv", "engine", "motor"), "timings.csv: unknown column 'motor'"),
    (alter("timings.csv", "engine,", ""), "timings.csv: no column 'engine'"),
    (everywhere("timings.csv", "engine", "motor"), "timings.csv: no column 'engine'"),
])
def test_bad_results_are_one_line_and_status_2(tmp_path, change, message):
    folder = write_results(tmp_path, [{"rows": [4, 5]}])
    change(folder)
    done = plot(folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert done.stderr.startswith("plot_experiment.py: ")
    assert done.stderr.count("\n") == 1
    assert not (folder / "plots").exists()


def test_a_missing_folder_and_one_that_cannot_be_made_are_one_line(tmp_path):
    done = plot(tmp_path / "none")
    assert (done.returncode, done.stderr) == (2, f"plot_experiment.py: {tmp_path / 'none'}: no such folder\n")
    folder = write_results(tmp_path / "results", [])
    (tmp_path / "file").write_text("")
    done = plot(folder, "-o", tmp_path / "file" / "plots")
    assert done.returncode == 2
    assert done.stderr == f"plot_experiment.py: {tmp_path / 'file' / 'plots'}: Not a directory\n"


def test_a_column_of_numbers_that_nobody_has_heard_of_is_read(tmp_path):
    folder = write_results(tmp_path, [{"rows": [4, 5]}])
    insert_column(folder / "results.csv", "cycles", "error", ["12", "3.5"])
    columns = json.loads((folder / "columns.json").read_text())
    columns["results.csv"].insert(-1, {"name": "cycles", "kind": "number"})
    (folder / "columns.json").write_text(json.dumps(columns))
    results = results_of(folder)
    assert results.columns["cycles"].tolist() == [12, 3.5]
    assert [p.name for p in results.parameters] == ["rows"]


def test_a_column_that_is_wanted_and_not_there_is_named(tmp_path):
    results = results_of(write_results(tmp_path, [{"rows": [4, 5]}]))
    with pytest.raises(experiment_results.ResultsError, match="^no column 'cycles'$"):
        results.columns["cycles"]


@pytest.mark.usefixtures("png_alone")
def test_engines_are_no_axis_of_outcomes(tmp_path):
    folder = write_results(tmp_path, [{"rows": [4, 5]}, {"engine": ["queue", "product"]}])
    done = plot(folder)
    assert (done.returncode, done.stderr) == (0, "")
    pictures = [link for link in Page(folder / "plots" / "index.html").links if link.endswith(".png")]
    assert "outcomes_by_rows.png" in pictures and "growth.png" in pictures
    assert not [picture for picture in pictures if "engine" in picture]


def test_no_text_of_the_results_is_obeyed(tmp_path):
    """Neither by a terminal or browser that shows the page, nor by Matplotlib, for which $ begins a formula."""
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
    for shown in (page, *pictures):
        lines = shown.read_text().split("\n")
        assert [line for line in lines if shown_text(line) != line] == []


def test_results_of_the_program_are_drawn(tmp_path):
    study = tmp_path / "study.toml"
    study.write_text("""
question = "Who wins?"
game = "cat_and_mouse_ii"
[[sweep]]
rows = [4, 5, 2000]  # there are no boards that large: these cases fail
cols = [4, 5, 2000]
[[sweep]]
cat_jump = [1, 2]
[[sweep]]
seed = [0, 1]
[[statistic]]
name = "mouse_share"
count = "winner=mouse"
of = "to_move=mouse ended=no"
[tables]
keep = true
""")
    folder = tmp_path / "results"
    ran = subprocess.run([PROGRAM, "run", study, "-o", folder, "--quiet"], capture_output=True, text=True)
    assert ran.returncode == 1, ran
    done = plot(folder)
    assert (done.returncode, done.stderr) == (0, "")
    page = Page(folder / "plots" / "index.html")
    assert "8 cases solved, 4 failed." in page.text
    assert "mouse_share counts positions with winner=mouse of those with to_move=mouse ended=no." in page.text
    pictures = [link for link in page.links if link.endswith(".png")]
    assert {"map_rows_cat_jump.png", "statistic_1_by_rows.png", "growth.png"} <= set(pictures)
    for link in page.links:
        assert (folder / "plots" / link).stat().st_size > 0
    for picture in pictures:
        assert matplotlib.image.imread(folder / "plots" / picture)[:, :, :3].std() > 0
    results = results_of(folder)
    assert [axis.label for axis in results.axes] == ["rows = cols", "cat_jump"]
    assert list(results.columns["mouse_share"]) == [float(line["mouse_share"]) for line in lines_of(folder)]
    assert results.players == ("mouse", "cat")
    assert {p.name for p in results.parameters} == {"rows", "cols", "cat_jump", "seed"}
    for name in ("positions", "edges", "win", "max_distance_plies", "start_plies"):
        expected = [float(line[name] or "nan") for line in lines_of(folder)]
        np.testing.assert_equal(results.columns[name], expected)


def test_a_run_of_the_program_that_failed_altogether_has_a_page(tmp_path):
    study = tmp_path / "study.toml"
    study.write_text('game = "cat_and_mouse_ii"\n[[sweep]]\nrows = [200000, 250000]\n')
    folder = tmp_path / "results"
    assert subprocess.run([PROGRAM, "run", study, "-o", folder, "--quiet"], capture_output=True).returncode == 1
    done = plot(folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert "0 cases solved, 2 failed." in Page(folder / "plots" / "index.html").text
