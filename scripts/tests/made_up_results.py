# SPDX-License-Identifier: MIT
"""Made-up results of an experiment, and the output of plot_experiment.py for them.

Shares and lengths differ from case to case.
"""

import csv
import functools
import html
import itertools
import json
import operator
import re

import matplotlib.pyplot as plt
import pytest

from modules import experiment_results
import plot_experiment
from modules import plot_style
from in_process import run_in_process
from program import rows_of, run
from script_calls import output_of

POSITION_COLUMNS = ["positions", "legal_positions", "edges", "win", "loss", "tie", "draw", "mouse_wins", "cat_wins"]
RESULT_COLUMNS = [*POSITION_COLUMNS, "max_distance_plies", "max_tie_plies", "start_outcome", "start_winner",
                  "start_plies", "start_result", "start_decided_by", "start_answer", "signature"]
TIMING_COLUMNS = ["case", "program", "engine", "threads", "memory_bytes", "total_seconds", "seed_seconds"]
TEXT_COLUMNS = ["start_outcome", "start_winner", "start_result", "start_decided_by", "start_answer", "signature",
                "histogram", "program", "engine"]


def made_up(number, values):
    """Made-up results of a case."""
    positions = 50 * number + 100
    tie, draw = number % 3, number % 7
    mouse = (7 * number) % 40 + 10
    return {"positions": positions + 10, "legal_positions": positions, "edges": 4 * positions,
            "win": positions - tie - draw, "loss": 0, "tie": tie, "draw": draw, "mouse_wins": mouse,
            "cat_wins": positions - tie - draw - mouse, "max_distance_plies": 3 + (5 * number) % 17,
            "max_tie_plies": "" if number % 2 else 4,
            "signature": f"{number:016x}"}


def write_results(folder, sweeps, fixed=None, statistics=(), failing=lambda values: False, change=lambda *_: None):
    """Writes a folder of results; `change` may alter the cells of a case, and return its total_seconds and
    memory_bytes."""
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
    columns = ["case", *parameters, *RESULT_COLUMNS, *statistics, "error"]
    with (open(folder / "results.csv", "w", newline="") as results,
          open(folder / "timings.csv", "w", newline="") as timings):
        lines = csv.DictWriter(results, columns, restval="", lineterminator="\n")
        times = csv.DictWriter(timings, TIMING_COLUMNS, restval="", lineterminator="\n")
        lines.writeheader()
        times.writeheader()
        steps = [[dict(zip(sweep, values)) for values in zip(*sweep.values())] for sweep in sweeps]
        for number, chosen in enumerate(itertools.product(*steps), 1):
            values = functools.reduce(operator.or_, chosen, fixed)
            cells = {"case": number, **values}
            if failing(values):
                lines.writerow(cells | {"error": f"no <room> for {number}"})
                times.writerow({"case": number})
                continue
            cells |= made_up(number, values)
            cells |= {name: (number % 10) / 10 for name in statistics}
            made_up_cost = ((number * 37) % 101 / 1000 + 0.001, 2**20 * ((number * 53) % 97 + 1))
            seconds, memory = change(number, cells) or made_up_cost
            lines.writerow(cells)
            times.writerow({"case": number, "engine": ("product", "implicit")[number % 2], "threads": 1,
                            "total_seconds": seconds, "memory_bytes": memory})
    describe(folder)
    return folder


def describe(folder, *numbers):
    """Writes columns.json for the two CSV files. `numbers` are additional columns of numbers."""
    study = experiment_results.read_study(folder / "study.toml")
    kinds = dict.fromkeys([*RESULT_COLUMNS, *TIMING_COLUMNS, *numbers], "number")
    kinds |= dict.fromkeys(TEXT_COLUMNS, "text") | {name: name for name in ("case", "repetition", "table", "error")}
    kinds |= dict.fromkeys((f"{player}_wins" for player in ("mouse", "cat", "first", "second")), "wins")
    kinds |= dict.fromkeys((statistic.name for statistic in study["statistics"]), "statistic")
    columns = {}
    for file in ("results.csv", "timings.csv"):
        header = (folder / file).read_text().split("\n", 1)[0].split(",")
        columns[file] = [{"name": name, "kind": kinds.get(name, "parameter")} for name in header]
    (folder / "columns.json").write_text(json.dumps(columns))


def run_study(folder, text, status=0):
    """Runs a study by the program; returns the folder of results."""
    study = folder / "study.toml"
    study.write_text(text, encoding="utf-8")
    done = run("run", study, "-o", folder / "results", "--quiet")
    assert done.returncode == status, done
    return folder / "results"


def lines_of(folder):
    """The solved cases, with the columns of results.csv and of timings.csv."""
    timings = {line["case"]: line for line in rows_of(folder / "timings.csv")}
    return [timings[line["case"]] | line for line in rows_of(folder / "results.csv") if not line["error"]]


def plot(*arguments):
    return run_in_process(plot_experiment, *arguments)


def results_of(folder):
    return experiment_results.read_results(folder)


def axis_of(results, name):
    return next(axis for axis in results.axes if axis.name == name)


def longest_win_ax(results, axis):
    longest_win = plot_experiment.quantities(results, ["longest_win"])[0]
    return plot_experiment.draw_lines(results, longest_win, plot_experiment.choose_layout(results, axis)).axes[0]


class Page:
    """Links, alternative texts and all text of a page."""

    def __init__(self, path):
        source = path.read_text(encoding="utf-8")
        self.links = re.findall(r' (?:src|href)="(.*?)"', source)
        self.alts = re.findall(r' alt="(.*?)"', source)
        self.text = " ".join(html.unescape(re.sub("<.*?>", " ", source)).split())


def page_of(folder, *arguments):
    """Draws the pictures of results with these arguments; returns their page."""
    index = folder / "plots" / "index.html"
    assert output_of(plot(folder, *arguments)) == f"{index}\n"
    return Page(index)


@pytest.fixture(autouse=True)
def no_open_figures():
    yield
    plt.close("all")


@pytest.fixture
def png_only(monkeypatch):
    """Leaves every SVG empty, for tests that check only names of pictures or the page."""
    def save_figure(figure, path, **options):
        if path.suffix == ".svg":
            path.touch()
        else:
            plot_style.save_figure(figure, path, **options)
    monkeypatch.setattr(plot_experiment, "save_figure", save_figure)


def captions_of(results):
    return {picture.name: picture.caption for picture in plot_experiment.choose_pictures(results)[0]}
