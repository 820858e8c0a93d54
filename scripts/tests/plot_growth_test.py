# SPDX-License-Identifier: MIT
"""Tests that scripts/plot_growth.py draws reports of solves, and reports invalid input in one line."""

import json

import pytest

import plot_growth
from drawn_pictures import expect_picture
from in_process import run_in_process
from message_pattern import matches
from program import run
from script_calls import line_of, output_of


def plot(*arguments):
    return run_in_process(plot_growth, *arguments)


@pytest.fixture(scope="module")
def reports(tmp_path_factory):
    folder = tmp_path_factory.mktemp("reports")
    files = []
    for size in (8, 16):
        files.append(folder / f"{size}.json")
        files[-1].write_text(run("solve", "cat_and_mouse_ii", f"rows={size}", f"cols={size}", "--verify", "--json").stdout)
    return files


def test_plot_growth_draws_a_picture(reports, tmp_path):
    assert output_of(plot(*reports, "-o", tmp_path / "growth.png")) == f"{tmp_path / 'growth.png'}\n"
    expect_picture(tmp_path / "growth.png")


def test_plot_growth_escapes_formulas_and_control_characters(reports, tmp_path):
    odd = json.loads(reports[0].read_text())
    odd["game"], odd["engine"] = "a$b\x1b[2J", r"$\frac{$\u202e"
    (tmp_path / "odd.json").write_text(json.dumps(odd))
    output_of(plot(tmp_path / "odd.json", "-o", tmp_path / "odd.svg"))
    picture = (tmp_path / "odd.svg").read_text()
    assert "a$b\\u001b[2J" in picture and r"$\frac{$\u202e" in picture
    assert "\x1b" not in picture and "\u202e" not in picture


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("no json", "invalid report ...--json..."),
        ("{}", "invalid report ... 'seconds'"),
        (json.dumps({"positions": 0, "peak_bytes": 1, "seconds": {"seed": 1}}), "...seconds and peak_bytes above 0..."),
        (json.dumps({"positions": 1, "peak_bytes": 1, "seconds": {"seed": 1, "total": -1}}), "...seconds of total: ... 0, got '-1'"),
        (json.dumps({"positions": 1, "peak_bytes": 1, "seconds": {"seed": 1, "a\n\x1b": float("inf")}}),
         r"...seconds of a\n\u001b: ... 0, got 'inf'"),
        (json.dumps({"positions": 1, "peak_bytes": 1, "seconds": {"seed": 1}}), "invalid report ...--json..."),
    ],
)
def test_plot_growth_reports_bad_report_in_one_line(tmp_path, text, message):
    bad = tmp_path / "bad.json"
    bad.write_text(text)
    assert matches(f"...{message}", line_of(plot(bad, "-o", tmp_path / "x.png")))
    assert not (tmp_path / "x.png").exists()


def test_plot_growth_reports_bad_file_name_in_one_line(reports, tmp_path):
    assert ".svg" in plot(*reports, "-o", tmp_path / "x.pdf").stderr
    assert "none.json" in plot(tmp_path / "none.json").stderr
