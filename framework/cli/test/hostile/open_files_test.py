#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Sets with more slices than a process may have files open: they are solved, gone on with, and read by every command."""

import json
import resource
import subprocess

import pytest

from program import PROGRAM

MOST = 16  # of which a set may take some
SETS = {
    "ranked": ["chess_ending", "pieces=KPvKP", "rows=3", "cols=3"],
    "explored": ["connect_four", "rows=4", "cols=4"],
}


def run_with_few_files(*words, status=0):
    done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=False,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (MOST, MOST)))
    assert (done.returncode, done.stderr) == (status, ""), done
    return done.stdout


@pytest.fixture(name="folder", scope="module", params=SETS)
def fixture_folder(request, tmp_path_factory):
    """A set whose last slice is left to do, and has been solved then, with few files open."""
    folder = str(tmp_path_factory.mktemp(request.param) / "set")
    words = ["solve", *SETS[request.param], "-o", folder, "--json", "--slices"]
    plan = json.loads(run_with_few_files(*words[:-4], "--explain", "--json", "--slices", "all"))["plan"]
    assert len(plan["groups"]) > MOST
    last = plan["groups"][-1]["slices"][0]
    but_last = ",".join(name for group in plan["groups"][:-1] for name in group["slices"])
    run_with_few_files(*words, but_last)
    done = json.loads(run_with_few_files(*words, "all", "--verify"))
    solved = [one["name"] for group in done["groups"] if not group["done_before"] for one in group["slices"]]
    assert solved == [last]
    return folder


def test_all_slices_are_verified(folder):
    whole = json.loads(run_with_few_files("verify", folder, "--json"))
    assert whole["accepted"] and whole["slices_to_do"] == []
    assert json.loads(run_with_few_files("verify", folder, "--json", "--sample", "50"))["accepted"]
    assert json.loads(run_with_few_files("verify", folder, "--signature", "--json"))["accepted"]


def test_all_commands_read_all_slices(folder):
    stats = json.loads(run_with_few_files("stats", folder, "--json"))
    lines = run_with_few_files("export", folder, "--csv").splitlines()
    assert len(lines) == 1 + stats["legal_positions"]
    assert int(run_with_few_files("find", folder, "--count")) == stats["legal_positions"]
    run_with_few_files("diff", folder, folder)
    state = json.loads(run_with_few_files("find", folder, "--longest", "--limit", "1", "--json"))["state"]
    assert json.loads(run_with_few_files("probe", folder, *state.split(), "--line", "--json"))["state"] == state
