# SPDX-License-Identifier: MIT
"""scripts/measure/engines_table.py makes a short table of what zermelo bench measured, puts it between two marks, and says in one
line what it cannot read."""

import json
import os
import pathlib
import subprocess

import pytest

from script_ends import line_of, output_of

PROGRAM = os.environ["ZERMELO_PROGRAM"]
SCRIPT = pathlib.Path(os.environ["ZERMELO_SOURCE_DIR"]) / "scripts" / "measure" / "engines_table.py"
MARKS = "<!-- table of engines -->\n", "<!-- end of the table of engines -->\n"


@pytest.fixture(scope="module", name="report")
def measure_a_small_game():
    done = subprocess.run([PROGRAM, "bench", "mnk", "rows=2", "--repeat", "1", "--json", "--quiet"], capture_output=True,
                          text=True, check=True)
    return json.loads(done.stdout)


def table(report, *words):
    return subprocess.run([SCRIPT, "-", "--day", "2026-11-27", *words], input=json.dumps(report), capture_output=True,
                          text=True, check=False)


def refusal(report, *words):
    return line_of(table(report, *words))


def with_seconds(report, seconds):
    """The report, with the median seconds of a solve by engine and threads, and no other results."""
    timings = {key: {"median": median, "min": median, "max": median} for key, median in seconds.items()}
    result = report["results"][0]
    return report | {"results": [result | {"engine": engine, "threads": threads, "seconds": {"solve": timing}}
                                 for (engine, threads), timing in timings.items()]}


def test_all_engines_of_the_program(report):
    output = output_of(table(report))
    head, empty, columns, rule, *rows = output.splitlines()
    assert head.startswith("`mnk ") and head.endswith(", 2026-11-27.") and "; one run on " in head
    assert (empty, columns.count("|"), rule.count("--:")) == ("", 9, 7)
    assert len(rows) == len(report["results"])
    assert {row.split("`")[1] for row in rows} == {result["engine"] for result in report["results"]}


def test_the_fastest_engine_is_first_by_its_fastest_run(report):
    seconds = {("slow", 1): 9, ("quick", 1): 8, ("quick", 2): 1.25, ("middling", 2): 3, ("middling", 1): 2}
    rows = table(with_seconds(report, seconds)).stdout.splitlines()[4:]
    assert [row.split("|")[1:4] for row in rows] == [
        [" `quick` ", " 2 ", " 1.25 "], [" `quick` ", " 1 ", " 8.00 "], [" `middling` ", " 2 ", " 3.00 "],
        [" `middling` ", " 1 ", " 2.00 "], [" `slow` ", " 1 ", " 9.00 "]]


def test_the_table_takes_the_place_of_the_one_between_the_marks(report, tmp_path):
    page = tmp_path / "page.md"
    page.write_text("before\n" + MARKS[0] + "old\n" + MARKS[1] + "after\n", encoding="utf-8")
    for _ in range(2):
        done = table(report, "--into", page)
        assert (done.returncode, done.stdout, done.stderr) == (0, f"{page}\n", "")
        assert page.read_text(encoding="utf-8") == (
            "before\n" + MARKS[0] + "\n" + table(report).stdout + "\n" + MARKS[1] + "after\n")


def test_what_cannot_be_read_is_one_line(report, tmp_path):
    assert refusal({"benchmarks": []}) == "-: microbenchmarks alone; this is for a report of zermelo bench"
    assert refusal({}) == "-: the report has no text 'game'"
    assert refusal(report, "--into", tmp_path / "no.md") == f"{tmp_path}/no.md: No such file or directory"
    (tmp_path / "page.md").write_text(MARKS[0], encoding="utf-8")
    assert refusal(report, "--into", tmp_path / "page.md").startswith(f"{tmp_path}/page.md: no line '<!-- table")
