#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A checkpoint that is written by way of a symbolic link."""

import signal

from program import run, run_into_full_log

GAME = ["cat_and_mouse_ii", "rows=12", "cols=12", "walls=0.1", "seed=3"]


def test_a_checkpoint_is_written_and_removed_where_its_link_leads(tmp_path):
    log, whole_log = tmp_path / "log.csv", tmp_path / "whole.csv"
    words = ["solve", *GAME, "--engine", "implicit"]
    assert run(*words, "-o", tmp_path / "whole.h5", "--log", whole_log).returncode == 0
    for name in ("near", "far"):
        (tmp_path / name).mkdir()
    link, file = (tmp_path / name / "t.h5.checkpoint" for name in ("near", "far"))
    link.symlink_to("../far/t.h5.checkpoint")
    words += ["-o", link.with_suffix("")]
    lines = whole_log.read_text(encoding="ascii").splitlines(True)[:6]
    assert run_into_full_log([*words, "--checkpoint-waves", "1", "--log", log], log, lines)[0] == -signal.SIGKILL
    assert link.is_symlink() and file.exists()
    done = run(*words, "--resume", "--json")
    assert done.returncode == 0 and '"resume"' in done.stdout
    assert link.is_symlink() and not file.exists()
    assert run("diff", link.with_suffix(""), tmp_path / "whole.h5").returncode == 0
