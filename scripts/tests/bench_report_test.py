# SPDX-License-Identifier: MIT
"""Tests that scripts/bench_report.py writes measurements into tables, and reports invalid input in one line."""

import json
import re

import pytest

from message_pattern import matches
from program import run
from script_calls import SOURCE, call, line_of, output_of

SCRIPT = SOURCE / "scripts/bench_report.py"
REPORT = """\
# Benchmark report

| machine |  |
| --- | --- |
| processor | Abacus \\| 9, 2 cores |
| memory | 3.0 GiB |
| compiler | GCC 12.2.0 |
| flags | `-O3` |
| zermelo | 0.1.0, revision abc |

## `chase rows=3 walls=0.1`

4,000,000 positions, 32,500,000 edges; 3 runs each.

| engine | threads | solve (s) | M positions/s | M edges/s | bytes/position | bytes/edge | x textbook | x queue | x stream | x gather |
| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |
| implicit | 1 | 2.00 (1.90 to 2.25) | 2 | 16.2 | 2.50 | 0.31 | 6.00 | 1.50 | 9.00 | 1.20 |
| implicit | 2 | 1.00 (0.90 to 1.50) | 2 | 16.2 | 2.50 | 0.31 | 6.00 | 1.50 | 9.00 | 1.20 |
| textbook | 1 | 12.00 (12.00 to 12.00) | 2 | 16.2 | 2.50 | - | 6.00 | 1.50 | - | - |

By phase:

| engine | threads | seed (s) | propagate (s) | textbook (s) |
| --- | --: | --: | --: | --: |
| implicit | 1 | 0.200 (0.200 to 0.200) | 1.80 (1.80 to 1.80) | - |
| implicit | 2 | 0.100 (0.100 to 0.100) | 0.900 (0.900 to 0.900) | - |
| textbook | 1 | - | - | 12.00 (12.00 to 12.00) |
| *stream limit* | 2 | - | 0.100 (0.100 to 0.100) | - |
| *gather limit* | 2 | - | 0.750 (0.700 to 0.800) | - |

## Propagation on more threads

| instance | engine | M positions | threads | on the fewest (s) | on the most (s) | times faster |
| --- | --- | --: | --: | --: | --: | --: |
| `chase rows=3 walls=0.1` | implicit | 4 | 1 to 2 | 1.80 (1.80 to 1.80) | 0.900 (0.900 to 0.900) | 2.00 |

## Microbenchmarks

| step | items | one pass | M items/s |
| --- | --- | --: | --: |
| store/threads:2 | edges | 45.0 ms | 401.0 |
"""


def timing(median, least=None, greatest=None):
    return {"median": median, "min": least or median, "max": greatest or median}


def result(engine, threads, seconds, **changed):
    figures = {
        "positions_per_second": 2e6, "edges_per_second": 16.25e6, "bytes_per_position": 2.5, "bytes_per_edge": 0.3125,
        "ratio_to_textbook": 6.0, "ratio_to_queue": 1.5, "ratio_to_stream_limit": 9.0, "ratio_to_gather_limit": 1.2,
        "signature": "00000000000000ff",
    }
    return {"engine": engine, "threads": threads, "seconds": seconds, **figures, **changed}


def queue_result(seconds=timing(1), **changed):
    return result("queue", 1, {"solve": seconds}, **changed)


MACHINE = {"processor": "Abacus | 9", "cores": 2, "memory_bytes": 3 * 2**30, "compiler": "GCC 12.2.0", "flags": "-O3",
           "version": "0.1.0", "revision": "abc"}


def instance(**changed):
    return {
        "game": "chase",
        "params": {"rows": 3, "walls": 0.1, "move_limit": None},
        "positions": 4_000_000,
        "edges": 32_500_000,
        "repeat": 3,
        "machine": MACHINE,
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
    return call(SCRIPT, *files)


def test_bench_report_tables_contain_all_measurements(tmp_path):
    text = output_of(report_on(microbenchmarks(), instance(), folder=tmp_path))
    introduction = re.compile(r"Every result was verified, .*?\n\n", re.DOTALL)
    assert introduction.sub("", text) == REPORT


def test_bench_report_of_single_run_has_no_range_or_comparison(tmp_path):
    single = instance(repeat=1, results=instance()["results"][:1], limits=[])
    text = output_of(report_on(single, folder=tmp_path))
    assert "; 1 run each.\n" in text and "\n| implicit | 1 | 2.00 | 2 |" in text and "\n| implicit | 1 | 0.200 | 1.80 |\n" in text
    assert "## Propagation" not in text


def test_bench_report_reads_program_output_from_stdin():
    measured = run("bench", "mnk", "--repeat", "1", "--threads", "1,2", "--json", "--quiet").stdout
    text = output_of(call(SCRIPT, input=measured)).split("\n## ")[1]
    assert text.startswith("`mnk rows=3 cols=3 k=3`\n")
    engines = [(entry["engine"], str(entry["threads"])) for entry in json.loads(measured)["results"]]
    assert re.findall(r"^\| (\w+) \| (\d+) ", text.split("By phase:")[0], re.MULTILINE) == engines
    assert {"implicit", "explicit", "queue"} <= {engine for engine, _ in engines}


@pytest.mark.parametrize("documents, message", [
    (["nonsense"], "0.json: ... line 1, column 1: ..."),
    (["[" * 100_000], "0.json: invalid report..."),
    (["[]"], "0.json: ... report: ... object"),
    (["{}"], "0.json: ... report: 'game': ... text"),
    ([instance(results={})], "0.json: ... report: 'results': ... list"),
    ([instance(results=[7])], "0.json: ... 'results': ... object"),
    ([instance(edges="many")], "0.json: ... report: 'edges': ... number"),
    ([instance(edges=-1)], "0.json: ... report: 'edges': ... 0, got '-1'"),
    ([instance(edges=float("nan"))], "0.json: ... report: 'edges': ... 0, got 'nan'"),
    ([instance(results=[result("queue", 1, {"seed": timing(1)})])], "0.json: ... seconds ... 'solve' ..."),
    ([instance(results=[queue_result(1)])], "0.json: seconds: 'solve': ... object"),
    ([instance(results=[queue_result(ratio_to_queue="1")])], "0.json: ... 'results': 'ratio_to_queue': ... number"),
    ([instance(results=[queue_result(signature=s) for s in "ab"])], "0.json: ... different signatures"),
    ([instance(), instance(machine=MACHINE | {"flags": "-O2"})], "1.json: ... another machine ..."),
    ([microbenchmarks(error_message="wrong")], "0.json: store/threads:2/real_time: wrong"),
])
def test_bench_report_rejects_invalid_input_in_one_line(tmp_path, documents, message):
    assert matches(f"...{message}", line_of(report_on(*documents, folder=tmp_path)))


def test_bench_report_rejects_missing_file_in_one_line(tmp_path):
    missing = tmp_path / "missing.json"
    assert line_of(call(SCRIPT, missing)).startswith(f"cannot read {missing}: ")
