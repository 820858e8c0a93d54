# SPDX-License-Identifier: MIT
"""zermelo run: cases, results and files of results."""

import random
import subprocess

import h5py
import pytest

from program import report, rows_of, run
from studies import STUDY, started, study


def test_every_case_is_what_solve_says(whole, tmp_path):
    rows = rows_of(whole / "results" / "results.csv")
    assert [int(row["case"]) for row in rows] == list(range(1, 61))
    expected = [(r, r, c, m, s) for r in range(4, 8) for c in (1, 2) for m in (1, 2) for s in range(5) if c <= m]
    names = ["rows", "cols", "cat_jump", "mouse_jump", "seed"]
    assert [tuple(int(row[name]) for name in names) for row in rows] == expected
    table = str(tmp_path / "t.h5")
    for row in random.Random(1).sample(rows, 12):
        words = [f"{name}={row[name]}" for name in names]
        solved = report("solve", "cat_and_mouse_ii", "walls=0.1", *words, "-o", table)
        for name in ("signature", "positions", "legal_positions", "edges"):
            assert row[name] == str(solved[name])
        assert int(row["mouse_wins"]) == solved["winners"]["mouse"]
        assert row["start_winner"] == solved["start"]["winner"]
        assert row["start_answer"] == str(solved["start"]["answer"]).lower()
        of, count = (report("find", table, "to_move=mouse ended=no", *more, "--count")["count"] for more in ([], ["winner=mouse"]))
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


def test_cases_are_listed_by_a_dry_run_and_with_verbose(whole, tmp_path):
    for options in (["--dry-run"], ["-o", str(tmp_path / "r"), "--verbose", "--threads", "1"]):
        done = run("run", str(whole / "study.toml"), *options)
        lines = done.stdout.splitlines()
        assert done.returncode == 0 and len(lines) == 61
        assert lines[2].startswith("case 3: rows=4 cols=4 cat_jump=1 mouse_jump=1 seed=2  ")
        assert lines[-1].startswith("60 cases, ")
    planned = report("run", str(whole / "study.toml"), "--dry-run")
    assert [case["case"] for case in planned["cases"]] == list(range(1, 61))
    solved = rows_of(whole / "results" / "results.csv")
    assert [case["positions"] for case in planned["cases"]] == [int(row["positions"]) for row in solved]
    assert planned["refused"] == 0 and planned["seconds"] > 0 and planned["memory_bytes"] > 0


@pytest.mark.parametrize("engine", ["netcdf4", "h5netcdf"])
def test_xarray_opens_the_results(whole, engine):
    code = f"""import xarray
results = xarray.open_dataset({str(whole / "results" / "results.h5")!r}, group="results", engine={engine!r})
print(dict(results.sizes), results.signature.values[1], float(results.mouse_share[1]))"""
    done = subprocess.run(["/usr/bin/python3", "-c", code], capture_output=True, text=True, check=True)
    row = rows_of(whole / "results" / "results.csv")[1]
    assert done.stdout == f"{{'case': 60}} {row['signature']} {float(row['mouse_share'])}\n"
