# SPDX-License-Identifier: MIT
"""zermelo run: cases, results and files of results."""

import json
import random
import subprocess

import h5py
import pytest

from program import ENGINES, ENGINES_WITH_WAVES, failure, report, rows_of, run
from studies import STUDY, TABLES, started, study


def test_every_case_is_what_solve_says(whole):
    rows = rows_of(whole / "results" / "results.csv")
    assert [int(row["case"]) for row in rows] == list(range(1, 61))
    expected = [(r, r, c, m, s) for r in range(4, 8) for c in (1, 2) for m in (1, 2) for s in range(5) if c <= m]
    names = ["rows", "cols", "cat_jump", "mouse_jump", "seed"]
    assert [tuple(int(row[name]) for name in names) for row in rows] == expected
    for row in random.Random(1).sample(rows, 12):
        solved = report("solve", "cat_and_mouse_ii", "walls=0.1", *(f"{name}={row[name]}" for name in names))
        assert row["signature"] == solved["signature"]
        for name in ("positions", "legal_positions", "edges"):
            assert int(row[name]) == solved[name]
        assert int(row["mouse_wins"]) == solved["winners"]["mouse"]
        assert row["start_winner"] == solved["start"]["winner"]
        assert row["start_answer"] == str(solved["start"]["answer"]).lower()


def test_statistics_are_shares_that_find_counts(whole, tmp_path):
    row = rows_of(whole / "results" / "results.csv")[37]
    table = str(tmp_path / "t.h5")
    words = [f"{name}={row[name]}" for name in ("rows", "cols", "cat_jump", "mouse_jump", "seed", "walls")]
    assert run("solve", "cat_and_mouse_ii", *words, "-o", table).returncode == 0
    of = report("find", table, "to_move=mouse ended=no", "--count")["count"]
    count = report("find", table, "to_move=mouse ended=no", "winner=mouse", "--count")["count"]
    assert float(row["mouse_share"]) == count / of


def test_results_h5_has_the_columns_of_the_csv(whole):
    rows = rows_of(whole / "results" / "results.csv")
    with h5py.File(whole / "results" / "results.h5") as file:
        assert file.attrs["format"] == b"zermelo-columns" and file.attrs["complete"] == 1
        assert file.attrs["study"].decode().strip() == STUDY.strip()
        columns = file["results"]
        assert list(columns) == list(rows[0])
        assert list(columns["edges"]) == [int(row["edges"]) for row in rows]
        assert list(columns["mouse_share"]) == [float(row["mouse_share"]) for row in rows]
        assert [text.decode() for text in columns["signature"]] == [row["signature"] for row in rows]
        assert list(file["timings"]["case"]) == list(range(1, 61))


def test_results_do_not_depend_on_threads_and_engine_order(whole, tmp_path):
    expected = (whole / "results" / "results.csv").read_bytes()
    for threads in ("1", "5"):
        folder = tmp_path / threads
        assert run("run", str(whole / "study.toml"), "-o", str(folder), "--threads", threads).returncode == 0
        assert (folder / "results.csv").read_bytes() == expected


def test_the_effective_study_is_the_same_study(whole, tmp_path):
    effective = run("run", str(whole / "study.toml"), "--print-effective").stdout
    again = study(tmp_path, effective)
    assert run("run", again, "--print-effective").stdout == effective
    assert run("run", again, "-o", str(tmp_path / "r")).returncode == 0
    assert (tmp_path / "r" / "results.csv").read_bytes() == (whole / "results" / "results.csv").read_bytes()


def test_instances_are_what_was_read_even_if_their_files_change(tmp_path):
    last = tmp_path / "zlast.txt"
    last.write_text("MCF..\n.....\n", encoding="ascii")
    for number in range(300):
        (tmp_path / f"{number:03}.txt").write_text("MCF" + "." * (number % 50), encoding="ascii")
    path = study(tmp_path, 'game = "cat_and_mouse_ii"\n[[sweep]]\ngrid = { files = "*.txt" }\n')
    assert run("run", path, "-o", str(tmp_path / "whole")).returncode == 0
    with started(path, "-o", tmp_path / "r", "--threads", "1") as runner:
        assert runner.stdout.readline().startswith("case 1: ")
        last.write_text("no grid", encoding="ascii")
        runner.communicate()
    assert (tmp_path / "r" / "results.csv").read_bytes() == (tmp_path / "whole" / "results.csv").read_bytes()


ALIKE = 'game = "cat_and_mouse_ii"\n[parameters]\nrows = 6\ncols = 7\n'


def test_every_engine_finds_the_same(tmp_path):
    engines = ENGINES[::-1]
    path = study(tmp_path, f"{ALIKE}[[sweep]]\nengine = {engines}\n[solve]\none_at_a_time = true\nverify = 'all'\n")
    assert report("run", path, "-o", str(tmp_path / "r"), "--threads", "2")["failed"] == 0
    rows = rows_of(tmp_path / "r" / "results.csv")
    assert [row["engine"] for row in rows] == engines and len({row["signature"] for row in rows}) == 1
    timings = rows_of(tmp_path / "r" / "timings.csv")
    assert [row["engine"] for row in timings] == engines
    assert [row["threads"] for row in timings] == ["2" if engine in ENGINES_WITH_WAVES else "1" for engine in engines]


def test_columns_json_has_the_columns_of_the_files_and_their_kinds(tmp_path):
    text = TABLES.replace("[tables]", '[record]\nhistogram = true\n[[statistic]]\nname = "share"\n'
                          'count = "winner=cat"\n[tables]')
    text = "repetitions = 2\n" + text.replace("[1, 2, 3]", "[1, 2]").replace("rows = 4\ncols = 4\n", "") + \
        "[[sweep]]\nrows = [200000, 4]\ncols = [4, 4]\n"
    done = run("run", study(tmp_path, text), "-o", str(tmp_path / "r"))
    assert done.returncode == 1
    columns = json.loads((tmp_path / "r" / "columns.json").read_text(encoding="utf-8"))
    assert list(columns) == ["results.csv", "timings.csv"]
    for file, listed in columns.items():
        assert [column["name"] for column in listed] == list(rows_of(tmp_path / "r" / file)[0])
    kinds = {}
    for column in columns["results.csv"]:
        kinds.setdefault(column["kind"], []).append(column["name"])
    assert kinds["parameter"] == ["cat_jump", "cols", "rows"]
    assert kinds["number"] == ["positions", "legal_positions", "edges", "win", "loss", "tie", "draw",
                               "max_distance_plies", "max_tie_plies", "start_plies"]
    assert kinds["wins"] == ["mouse_wins", "cat_wins"]
    assert kinds["statistic"] == ["share"]
    assert {"histogram", "signature"} < set(kinds["text"])
    for kind in ("case", "repetition", "table", "error"):
        assert kinds[kind] == [kind]


def test_no_statistic_takes_the_name_of_another_column(whole, tmp_path):
    for name in rows_of(whole / "results" / "results.csv")[0]:
        text = STUDY.replace('"mouse_share"', f'"{name}"')
        if name != "mouse_share":
            message = failure("run", study(tmp_path, text), "-o", str(tmp_path / "r"))
            assert message.endswith(f"statistic '{name}': another column has this name")


def test_small_cases_do_not_count_the_program_each(tmp_path):
    """The memory limit is far below what the program itself takes."""
    text = 'game = "cat_and_mouse_ii"\n[parameters]\nrows = 4\ncols = 4\n[[sweep]]\nseed = [1, 2, 3]\n' \
        '[solve]\nmemory_limit = "2M"\n'
    done = report("run", study(tmp_path, text), "-o", str(tmp_path / "r"), "--threads", "2")
    assert done["failed"] == 0
    for row in rows_of(tmp_path / "r" / "timings.csv"):
        assert row["threads"] == "1" and int(row["memory_bytes"]) < 2**20


def test_parameters_that_files_bring_have_columns(tmp_path):
    for number, rest in [(1, '"catJump": 1, "mouseJump": 2'), (2, '"catJump": 2, "mouseJump": 2, "move_limit": null'),
                         (3, '"catJump": "x"')]:
        (tmp_path / f"{number}.json").write_text(f'{{"grid": ["####F", "#C...", "M...."], {rest}}}', encoding="utf-8")
    (tmp_path / "4.txt").write_text("C.MF", encoding="ascii")
    written = '{"grid": ["C.MF"], "catJump": 1, "mouseJump": 2}'
    text = ('game = "cat_and_mouse_ii"\n[[sweep]]\ngrid = ["@1.json", "@2.json", "@3.json", "@4.txt", '
            f"'{written}']\n"
            '[[statistic]]\nname = "share"\ncount = "winner=mouse"\n')
    done = run("run", study(tmp_path, text), "-o", str(tmp_path / "r"))
    assert done.returncode == 1  # the third case fails
    rows = rows_of(tmp_path / "r" / "results.csv")
    assert list(rows[0])[:6] == ["case", "cat_jump", "grid", "mouse_jump", "move_limit", "positions"]
    assert [(row["cat_jump"], row["grid"], row["mouse_jump"], row["move_limit"]) for row in rows] == [
        ("1", "1.json", "2", ""), ("2", "2.json", "2", "none"), ("x", "3.json", "", ""), ("", "4.txt", "", ""),
        ("1", written, "2", "")]
    assert [bool(row["error"]) for row in rows] == [False, False, True, False, False]
    kinds = {one["name"]: one["kind"] for one in json.loads((tmp_path / "r" / "columns.json").read_text())["results.csv"]}
    assert kinds["cat_jump"] == kinds["mouse_jump"] == "parameter"
    with h5py.File(tmp_path / "r" / "results.h5") as file:
        assert [value.decode() for value in file["results/cat_jump"][()]] == ["1", "2", "x", "", "1"]
    taken = text.replace('"share"', '"cat_jump"')
    assert failure("run", study(tmp_path, taken, "s.toml"), "-o", str(tmp_path / "s")).endswith(
        "statistic 'cat_jump': another column has this name")


def test_what_exploring_takes_is_the_case_s(tmp_path):
    """A game without a ranking: its 962,894 keys of 8 bytes are found before the solve."""
    path = study(tmp_path, '[[case]]\ngame = "dobutsu_shogi"\ndrops = "no"\n[solve]\none_at_a_time = true\n')
    assert run("run", path, "-o", str(tmp_path / "r")).returncode == 0
    (row,) = rows_of(tmp_path / "r" / "timings.csv")
    assert float(row["explore_seconds"]) > 0 and float(row["sort_seconds"]) > 0
    assert float(row["explore_seconds"]) + float(row["sort_seconds"]) < float(row["total_seconds"])
    assert int(row["memory_bytes"]) > 8 * 962_894


def test_dry_run_lists_the_cases(whole):
    done = run("run", str(whole / "study.toml"), "--dry-run")
    lines = done.stdout.splitlines()
    assert done.returncode == 0 and len(lines) == 61
    assert lines[0].startswith("case 1: rows=4 cols=4 cat_jump=1 mouse_jump=1 seed=0  ")
    assert lines[-1].startswith("60 cases, ")
    planned = report("run", str(whole / "study.toml"), "--dry-run")
    assert [case["case"] for case in planned["cases"]] == list(range(1, 61))
    solved = rows_of(whole / "results" / "results.csv")
    assert [case["positions"] for case in planned["cases"]] == [int(row["positions"]) for row in solved]
    assert planned["refused"] == 0 and planned["seconds"] > 0 and planned["memory_bytes"] > 0


def test_every_case_has_a_line_with_verbose(whole, tmp_path):
    done = run("run", str(whole / "study.toml"), "-o", str(tmp_path / "r"), "--verbose", "--threads", "1")
    lines = done.stdout.splitlines()
    assert len(lines) == 61 and lines[2].startswith("case 3: rows=4 cols=4 cat_jump=1 mouse_jump=1 seed=2  ")


@pytest.mark.parametrize("engine", ["netcdf4", "h5netcdf"])
def test_xarray_opens_the_results(whole, engine):
    code = f"""import xarray
results = xarray.open_dataset({str(whole / "results" / "results.h5")!r}, group="results", engine={engine!r})
print(dict(results.sizes), results.signature.values[1], float(results.mouse_share[1]))"""
    done = subprocess.run(["/usr/bin/python3", "-c", code], capture_output=True, text=True, check=True)
    row = rows_of(whole / "results" / "results.csv")[1]
    assert done.stdout == f"{{'case': 60}} {row['signature']} {float(row['mouse_share'])}\n"
