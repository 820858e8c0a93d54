# SPDX-License-Identifier: MIT
"""Tests that scripts/measure/engines_table.py makes a short table of a report of `zermelo bench`, puts it between two
marks, and reports invalid input in one line."""

import json

import pytest

import program
from script_calls import SOURCE, call, line_of, output_of

SCRIPT = SOURCE / "scripts/measure/engines_table.py"
MARKS = "<!-- table of engines -->\n{}<!-- end of the table of engines -->\n"


@pytest.fixture(scope="module", name="report")
def measure_a_small_game():
    return program.report("bench", "mnk", "rows=2", "--repeat", "1", "--quiet")


def table(report, *arguments):
    return call(SCRIPT, "-", "--day", "2026-11-27", *arguments, input=json.dumps(report))


def with_seconds(report, seconds):
    """The report, with the median seconds of a solve by engine and threads, and no other results."""
    timings = {key: {"median": median, "min": median, "max": median} for key, median in seconds.items()}
    result = report["results"][0]
    return report | {"results": [result | {"engine": engine, "threads": threads, "seconds": {"solve": timing}}
                                 for (engine, threads), timing in timings.items()]}


def test_engines_table_has_a_row_per_engine(report):
    output = output_of(table(report))
    head, empty, columns, rule, *rows = output.splitlines()
    assert head.startswith("`mnk ") and head.endswith(", 2026-11-27.") and "; one run on " in head
    assert (empty, columns.count("|"), rule.count("--:")) == ("", 9, 7)
    assert len(rows) == len(report["results"])
    assert {row.split("`")[1] for row in rows} == {result["engine"] for result in report["results"]}


def test_engines_table_sorts_engines_by_fastest_run(report):
    seconds = {("slow", 1): 9, ("quick", 1): 8, ("quick", 2): 1.25, ("middling", 2): 3, ("middling", 1): 2}
    rows = table(with_seconds(report, seconds)).stdout.splitlines()[4:]
    assert [row.split("|")[1:4] for row in rows] == [
        [" `quick` ", " 2 ", " 1.25 "], [" `quick` ", " 1 ", " 8.00 "], [" `middling` ", " 2 ", " 3.00 "],
        [" `middling` ", " 1 ", " 2.00 "], [" `slow` ", " 1 ", " 9.00 "]]


def test_engines_table_replaces_text_between_marks(report, tmp_path):
    page = tmp_path / "page.md"
    page.write_text(MARKS.format("old\n"), encoding="utf-8")
    assert output_of(table(report, "--into", page)) == f"{page}\n"
    assert page.read_text(encoding="utf-8") == MARKS.format(f"\n{table(report).stdout}\n")


def test_engines_table_reports_unreadable_input_in_one_line(report, tmp_path):
    assert line_of(table({"benchmarks": []})).startswith("-: ")
    assert line_of(table(report, "--into", tmp_path / "no.md")).startswith(f"{tmp_path}/no.md: ")
