# SPDX-License-Identifier: MIT
"""scripts/plot_growth.py draws reports of solves, and says in one line what is wrong with its input.

Needs ZERMELO_PROGRAM and ZERMELO_SOURCE_DIR.
"""

import json
import os
import pathlib
import subprocess

import pytest

import plot_growth
from colors_of import colors_of
from in_process import run_in_process

PROGRAM = pathlib.Path(os.environ["ZERMELO_PROGRAM"])
SCRIPT = pathlib.Path(os.environ["ZERMELO_SOURCE_DIR"]) / "scripts" / "plot_growth.py"


def plot(*words, **environment):
    return run_in_process(plot_growth, *words, **environment)


@pytest.fixture(scope="module")
def reports(tmp_path_factory):
    folder = tmp_path_factory.mktemp("reports")
    files = []
    for size in (8, 16):
        words = ["solve", "cat_and_mouse_ii", f"rows={size}", f"cols={size}", "--verify", "--json", "--quiet"]
        files.append(folder / f"{size}.json")
        files[-1].write_text(subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=True).stdout)
    return files


def test_a_picture_with_lines(reports, tmp_path):
    done = plot(*reports, "-o", tmp_path / "growth.png")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip() == str(tmp_path / "growth.png")
    _, colors = colors_of(tmp_path / "growth.png")
    assert colors > 50


def test_a_picture_is_the_same_whenever_it_is_drawn(reports, tmp_path):
    assert plot(*reports, "-o", tmp_path / "1.svg", SOURCE_DATE_EPOCH="1000000000").returncode == 0  # Matplotlib's time
    # By another process, which has other hashes.
    subprocess.run([SCRIPT, *reports, "-o", tmp_path / "2.svg"], check=True, capture_output=True,
                   env={**os.environ, "SOURCE_DATE_EPOCH": "1000000001"})
    first, other = tmp_path.iterdir()
    assert first.read_bytes() == other.read_bytes()


def test_names_are_no_formulas_and_have_no_control_characters(reports, tmp_path):
    odd = json.loads(reports[0].read_text())
    odd["game"], odd["engine"] = "a$b\x1b[2J", r"$\frac{$\u202e"
    (tmp_path / "odd.json").write_text(json.dumps(odd))
    done = plot(tmp_path / "odd.json", "-o", tmp_path / "odd.svg")
    assert (done.returncode, done.stderr) == (0, "")
    picture = (tmp_path / "odd.svg").read_text()
    assert "a$b\\u001b[2J" in picture and r"$\frac{$\u202e" in picture
    assert "\x1b" not in picture and "\u202e" not in picture


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("no json", "not a report of zermelo solve --json"),
        ("{}", "not a report of zermelo solve --json ('seconds')"),
        (json.dumps({"positions": 0, "peak_bytes": 1, "seconds": {"seed": 1}}), "must be above 0"),
        (json.dumps({"positions": 1, "peak_bytes": 1, "seconds": {"seed": 1, "total": -1}}),
         "seconds of total: -1 is no time"),
        (json.dumps({"positions": 1, "peak_bytes": 1, "seconds": {"seed": 1, "a\n\x1b": float("inf")}}),
         r"seconds of a\n\u001b: inf is no time"),
        (json.dumps({"positions": 1, "peak_bytes": 1, "seconds": {"seed": 1}}), "not a report of zermelo solve --json"),
    ],
)
def test_one_line_about_a_bad_report(tmp_path, text, message):
    bad = tmp_path / "bad.json"
    bad.write_text(text)
    done = plot(bad, "-o", tmp_path / "x.png")
    assert done.returncode == 2
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "x.png").exists()


def test_one_line_about_a_bad_name(reports, tmp_path):
    assert "must end in .png or .svg" in plot(*reports, "-o", tmp_path / "x.pdf").stderr
    assert "No such file" in plot(tmp_path / "none.json").stderr
