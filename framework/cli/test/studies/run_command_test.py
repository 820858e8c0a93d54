# SPDX-License-Identifier: MIT
"""Tests `zermelo run`: cases, results and result files."""

import os
import random
import subprocess

import h5py
import pytest

from program import report, rows_of, run
from studies import STUDY, started, study


def test_study_results_of_every_case_match_solve(whole, tmp_path):
    rows = rows_of(whole / "results" / "results.csv")
    assert [int(row["case"]) for row in rows] == list(range(1, 61))
    expected = [(r, r, c, m, s) for r in range(4, 8) for c in (1, 2) for m in (1, 2) for s in range(5) if c <= m]
    names = ["rows", "cols", "cat_jump", "mouse_jump", "seed"]
    assert [tuple(int(row[name]) for name in names) for row in rows] == expected
    table = str(tmp_path / "t.h5")
    for row in random.Random(1).sample(rows, 12):
        arguments = [f"{name}={row[name]}" for name in names]
        solved = report("solve", "cat_and_mouse_ii", "walls=0.1", *arguments, "-o", table)
        for name in ("signature", "positions", "legal_positions", "edges"):
            assert row[name] == str(solved[name])
        assert int(row["mouse_wins"]) == solved["winners"]["mouse"]
        assert row["start_winner"] == solved["start"]["winner"]
        assert row["start_answer"] == str(solved["start"]["answer"]).lower()
        of, count = (report("find", table, "to_move=mouse ended=no", *more, "--count")["count"] for more in ([], ["winner=mouse"]))
        assert float(row["mouse_share"]) == count / of


def test_results_hdf5_has_the_columns_of_results_csv(whole):
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


def test_study_results_store_read_files_even_if_they_change_later(tmp_path):
    last = tmp_path / "zlast.txt"
    last.write_text("MCF..\n.....\n", encoding="ascii")
    for number in range(300):
        (tmp_path / f"{number:03}.txt").write_text("MCF" + "." * (number % 50), encoding="ascii")
    text = 'game = "cat_and_mouse_ii"\n[[sweep]]\ngrid = { files = "*.txt" }\n'
    path = study(tmp_path, text)
    assert run("run", path, "-o", str(tmp_path / "whole")).returncode == 0
    with started(path, "-o", tmp_path / "r", "--threads", "1") as runner:
        assert runner.stdout.readline().startswith("case 1: ")
        last.write_text("no grid", encoding="ascii")
        os.remove(path)
        runner.communicate()
    assert runner.returncode == 0
    assert (tmp_path / "r" / "study.toml").read_text(encoding="utf-8") == text
    with h5py.File(tmp_path / "r" / "results.h5") as file:
        assert file.attrs["study"].decode().strip() == text.strip()
    assert (tmp_path / "r" / "results.csv").read_bytes() == (tmp_path / "whole" / "results.csv").read_bytes()


@pytest.mark.parametrize("engine", ["netcdf4", "h5netcdf"])
def test_xarray_opens_study_results(whole, engine):
    code = f"""import xarray
results = xarray.open_dataset({str(whole / "results" / "results.h5")!r}, group="results", engine={engine!r})
print(dict(results.sizes), results.signature.values[1], float(results.mouse_share[1]))"""
    done = subprocess.run(["/usr/bin/python3", "-c", code], capture_output=True, text=True, check=True)
    row = rows_of(whole / "results" / "results.csv")[1]
    assert done.stdout == f"{{'case': 60}} {row['signature']} {float(row['mouse_share'])}\n"
