#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What is written by way of symbolic links, and in folders that are gone."""

import os
import signal
import subprocess

import pytest

from program import PROGRAM, failure, report, run, run_into_full_log

GAME = ["cat_and_mouse_ii", "rows=12", "cols=12", "walls=0.1", "seed=3"]


@pytest.fixture(name="linked")
def fixture_linked(tmp_path):
    """Makes a name below near/ a link to the same name below far/, and gives both paths."""
    for name in ("near", "far"):
        (tmp_path / name).mkdir()

    def link(name):
        (tmp_path / "near" / name).symlink_to(f"../far/{name}")
        return tmp_path / "near" / name, tmp_path / "far" / name

    return link


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_table_is_written_where_its_link_leads(linked):
    link, file = linked("t.h5")
    for seed in ("3", "4"):  # there is nothing yet, and an old table
        solved = report("solve", *GAME[:-1], f"seed={seed}", "-o", link)
        assert link.is_symlink() and not file.is_symlink()
        assert names_in(link.parent) == names_in(file.parent) == ["t.h5"]
        assert report("stats", file)["signature"] == solved["signature"]


@pytest.mark.parametrize("form", ["--csv", "--numpy", "--graph"])
def test_an_export_is_written_where_its_link_leads(form, linked, tmp_path):
    table = str(tmp_path / "t.h5")
    assert run("solve", *GAME, "-o", table).returncode == 0
    plain = tmp_path / "plain"
    link, file = linked("out")
    for path in (plain, link):
        assert run("export", table, form, "-o", path).returncode == 0
    assert link.is_symlink()
    assert names_in(link.parent) == names_in(file.parent) == ["out"]
    if form != "--graph":  # which says when it was written
        assert file.read_bytes() == plain.read_bytes()


def test_results_of_a_study_are_written_where_their_link_leads(linked, tmp_path):
    study = tmp_path / "s.toml"
    study.write_text('game = "cat_and_mouse_ii"\n[[sweep]]\nrows = [3, 4]\ncols = [3, 4]\n', encoding="ascii")
    assert run("run", study, "-o", tmp_path / "plain").returncode == 0
    link, file = linked("results.csv")
    (link.parent / "journal.jsonl").touch()
    assert run("run", study, "-o", link.parent, "--resume").returncode == 0
    assert link.is_symlink()
    assert file.read_bytes() == (tmp_path / "plain" / "results.csv").read_bytes()


def test_a_checkpoint_is_written_and_removed_where_its_link_leads(linked, tmp_path):
    log, whole_log = tmp_path / "log.csv", tmp_path / "whole.csv"
    words = ["solve", *GAME, "--engine", "implicit"]
    assert run(*words, "-o", tmp_path / "whole.h5", "--log", whole_log).returncode == 0
    link, file = linked("t.h5.checkpoint")
    words += ["-o", link.with_suffix("")]
    lines = whole_log.read_text(encoding="ascii").splitlines(True)[:6]
    assert run_into_full_log([*words, "--checkpoint-waves", "1", "--log", log], log, lines)[0] == -signal.SIGKILL
    assert link.is_symlink() and file.exists()
    done = run(*words, "--resume", "--json")
    assert done.returncode == 0 and '"resume"' in done.stdout
    assert link.is_symlink() and not file.exists()
    assert run("diff", link.with_suffix(""), tmp_path / "whole.h5").returncode == 0


def test_links_that_lead_nowhere_are_refused_before_the_solve(tmp_path):
    gone = tmp_path / "gone.h5"
    gone.symlink_to("no_folder/t.h5")
    assert failure("solve", *GAME, "-o", gone) == \
        f"cannot write {gone}, a link to {tmp_path}/no_folder/t.h5: {tmp_path}/no_folder is no folder"
    for name, other in (("a", "b"), ("b", "a")):
        (tmp_path / name).symlink_to(other)
    assert failure("solve", *GAME, "-o", tmp_path / "a") == \
        f"cannot write {tmp_path}/a: Too many levels of symbolic links"
