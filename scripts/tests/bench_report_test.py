# SPDX-License-Identifier: MIT
"""scripts/bench_report.py writes what was measured into tables, and says in one line what is wrong with its input."""

import json
import os
import pathlib
import subprocess

import pytest

from script_ends import line_of

PROGRAM = pathlib.Path(os.environ["ZERMELO_PROGRAM"])
SCRIPT = pathlib.Path(os.environ["ZERMELO_SOURCE_DIR"]) / "scripts" / "bench_report.py"


def timing(median, least=None, greatest=None):
    return {"median": median, "min": least or median, "max": greatest or median}


def result(engine, threads, seconds, **changed):
    figures = {
        "positions_per_second": 2e6, "edges_per_second": 16.25e6, "bytes_per_position": 2.5, "bytes_per_edge": 0.3125,
        "ratio_to_textbook": 6.0, "ratio_to_queue": 1.5, "ratio_to_stream_limit": 9.0, "ratio_to_gather_limit": 1.2,
        "signature": "00000000000000ff",
    }
    return {"engine": engine, "threads": threads, "seconds": seconds, **figures, **changed}


def instance(**changed):
    return {
        "game": "chase",
        "params": {"rows": 3, "walls": 0.1, "move_limit": None},
        "positions": 4_000_000,
        "edges": 32_500_000,
        "repeat": 3,
        "machine": {"processor": "Abacus | 9", "cores": 2, "memory_bytes": 3 * 2**30, "compiler": "GCC 12.2.0",
                    "flags": "-O3", "version": "0.1.0", "revision": "abc"},
        "limits": [{"threads": 2, "stream": timing(0.1), "gather": timing(0.75, 0.7, 0.8)}],
        "results": [
            result("implicit", 1, {"solve": timing(2.0, 1.9, 2.25), "propagate": timing(1.8), "seed": timing(0.2)}),
            result("implicit", 2, {"solve": timing(1.0, 0.9, 1.5), "propagate": timing(0.9), "seed": timing(0.1)}),
            result("textbook", 1, {"solve": timing(12.0), "textbook": timing(12.0)}, bytes_per_edge=None,
                   ratio_to_stream_limit=None, ratio_to_gather_limit=None),
        ],
        **changed,
    }


def microbenchmarks(**changed):
    entry = {"name": "store/threads:2/real_time", "real_time": 45.0, "time_unit": "ms", "items_per_second": 4.01e8,
             "label": "edges"}
    return {"context": {}, "benchmarks": [entry | changed]}


def report_on(*documents, folder):
    files = []
    for number, document in enumerate(documents):
        files.append(folder / f"{number}.json")
        files[-1].write_text(document if isinstance(document, str) else json.dumps(document))
    return subprocess.run([SCRIPT, *files], capture_output=True, text=True)


def lines_of(*documents, folder):
    done = report_on(*documents, folder=folder)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout.splitlines()


def table_below(lines, heading):
    """The cells of the first table below the line that is `heading`, without its rule."""
    below = lines[lines.index(heading) + 1:]
    start = next(number for number, line in enumerate(below) if line.startswith("|"))
    rows = []
    for line in below[start:]:
        if not line.startswith("|"):
            break
        rows.append(line.removeprefix("| ").removesuffix(" |").split(" | "))
    assert all(len(row) == len(rows[0]) for row in rows)
    assert set("".join(rows[1])) <= set("-:")
    return rows[:1] + rows[2:]


def test_the_machine_comes_first(tmp_path):
    assert table_below(lines_of(instance(), folder=tmp_path), "# Benchmark report")[1:] == [
        ["processor", "Abacus \\| 9, 2 cores"],
        ["memory", "3.0 GiB"],
        ["compiler", "GCC 12.2.0"],
        ["flags", "`-O3`"],
        ["zermelo", "0.1.0, revision abc"],
    ]


def test_one_row_per_engine_and_threads_and_a_dash_for_null(tmp_path):
    lines = lines_of(instance(), folder=tmp_path)
    heading = "## `chase rows=3 walls=0.1`"
    assert "4,000,000 positions, 32,500,000 edges; 3 runs each." in lines
    assert table_below(lines, heading) == [
        ["engine", "threads", "solve (s)", "M positions/s", "M edges/s", "bytes/position", "bytes/edge", "x textbook",
         "x queue", "x stream", "x gather"],
        ["implicit", "1", "2.00 (1.90 to 2.25)", "2", "16.2", "2.50", "0.31", "6.00", "1.50", "9.00", "1.20"],
        ["implicit", "2", "1.00 (0.90 to 1.50)", "2", "16.2", "2.50", "0.31", "6.00", "1.50", "9.00", "1.20"],
        ["textbook", "1", "12.00 (12.00 to 12.00)", "2", "16.2", "2.50", "-", "6.00", "1.50", "-", "-"],
    ]


def test_phases_are_in_the_order_of_a_solve_with_the_limits_below(tmp_path):
    phases = table_below(lines_of(instance(repeat=1), folder=tmp_path), "By phase:")
    assert phases == [
        ["engine", "threads", "seed (s)", "propagate (s)", "textbook (s)"],
        ["implicit", "1", "0.200", "1.80", "-"],
        ["implicit", "2", "0.100", "0.900", "-"],
        ["textbook", "1", "-", "-", "12.00"],
        ["*stream limit*", "2", "-", "0.100", "-"],
        ["*gather limit*", "2", "-", "0.750", "-"],
    ]


def test_propagation_is_compared_between_numbers_of_threads(tmp_path):
    lines = lines_of(instance(repeat=1), folder=tmp_path)
    assert table_below(lines, "## Propagation on more threads")[1:] == [
        ["`chase rows=3 walls=0.1`", "implicit", "4", "1 to 2", "1.80", "0.900", "2.00"],
    ]


def test_one_number_of_threads_has_nothing_to_compare(tmp_path):
    alone = instance(results=instance()["results"][:1], limits=[])
    assert "## Propagation on more threads" not in lines_of(alone, folder=tmp_path)


def test_microbenchmarks_come_last_without_their_clock(tmp_path):
    lines = lines_of(microbenchmarks(), instance(), folder=tmp_path)
    assert table_below(lines, "## Microbenchmarks") == [
        ["step", "items", "one pass", "M items/s"],
        ["store/threads:2", "edges", "45.0 ms", "401.0"],
    ]
    assert lines.index("## Microbenchmarks") > lines.index("## Propagation on more threads")


def test_what_the_program_prints_is_read_from_standard_input():
    measured = subprocess.run([PROGRAM, "bench", "mnk", "--repeat", "1", "--threads", "1,2", "--json", "--quiet"],
                              capture_output=True, text=True, check=True)
    done = subprocess.run([SCRIPT], input=measured.stdout, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    rows = table_below(done.stdout.splitlines(), "## `mnk rows=3 cols=3 k=3`")
    engines = [(entry["engine"], str(entry["threads"])) for entry in json.loads(measured.stdout)["results"]]
    assert [tuple(row[:2]) for row in rows[1:]] == engines
    assert {"implicit", "explicit", "queue"} <= {engine for engine, _ in engines}


def other_machine():
    return instance(machine=instance()["machine"] | {"flags": "-O2"})


@pytest.mark.parametrize("documents, message", [
    (["nonsense"], "0.json: not JSON: line 1, column 1: "),
    (["[" * 100_000], "0.json: not a report"),
    (["[]"], "0.json: the report is not an object"),
    (["{}"], "0.json: the report has no text 'game'"),
    ([instance(results={})], "0.json: the report has no list 'results'"),
    ([instance(results=[7])], "0.json: an entry of 'results' is not an object"),
    ([instance(edges="many")], "0.json: the report has no number 'edges'"),
    ([instance(edges=-1)], "0.json: the report: 'edges' is -1"),
    ([instance(edges=float("nan"))], "0.json: the report: 'edges' is nan"),
    ([instance(results=[result("queue", 1, {"seed": timing(1)})])],
     "0.json: a result has no seconds of the phase 'solve'"),
    ([instance(results=[result("queue", 1, {"solve": 1})])], "0.json: seconds has no object 'solve'"),
    ([instance(results=[result("queue", 1, {"solve": timing(1)}, ratio_to_queue="1")])],
     "0.json: an entry of 'results' has no number 'ratio_to_queue'"),
    ([instance(results=[result("queue", 1, {"solve": timing(1)}, signature=s) for s in "ab"])],
     "0.json: the results have different signatures"),
    ([instance(), other_machine()], "1.json: comes from another machine or another build than the first one"),
    ([microbenchmarks(error_message="wrong")], "0.json: store/threads:2/real_time: wrong"),
])
def test_nonsense_is_refused_in_one_line(tmp_path, documents, message):
    assert message in line_of(report_on(*documents, folder=tmp_path))


def test_a_missing_file_is_refused_in_one_line(tmp_path):
    missing = tmp_path / "missing.json"
    done = subprocess.run([SCRIPT, missing], capture_output=True, text=True)
    assert line_of(done) == f"{missing}: No such file or directory"
