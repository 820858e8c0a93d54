#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Tests graphs and instances in every documented form."""

import json
import os
import pathlib
import re

import h5py
import numpy as np
import pytest

from checkpoint_digest import sign_parameters
from program import failure, report, run

DOCUMENT = pathlib.Path(os.environ["ZERMELO_SOURCE_DIR"], "framework", "docs", "inputs.md")


def rows_of(heading):
    """The strings of the table below a heading."""
    section = DOCUMENT.read_text(encoding="utf-8").split(f"## {heading}\n")[1].split("\n## ")[0]
    strings = re.findall(r"^\| `(.*?)` \|", section, re.MULTILINE)
    return [text.replace("↵", "\n") for text in strings]


GRAPHS = rows_of("Graphs")
INSTANCES = rows_of("Instances")


def cops(*arguments, stdin=""):
    done = run("solve", "cops_and_robbers", *arguments, "cops=1", "--json", stdin=stdin)
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)["signature"]


@pytest.fixture(scope="module", name="path")
def signature_of_the_path():
    return cops("graph=path:4")


@pytest.fixture(scope="module", name="example")
def report_of_the_example():
    found = report("solve", "cat_and_mouse_ii", "grid=####F/#C.../M....", "cat_jump=1", "mouse_jump=2")
    assert found["start"]["answer"] is True
    return found["signature"]


def test_documented_tables_of_input_forms_have_expected_row_counts():
    assert (len(GRAPHS), len(INSTANCES)) == (25, 4)


@pytest.mark.parametrize("text", GRAPHS)
def test_every_documented_graph_form_is_read_as_the_same_path_graph(text, path, tmp_path):
    assert cops(f"graph={text}") == path
    file = tmp_path / "graph.txt"
    for end, mark in [("", ""), ("\n", "\ufeff")]:
        file.write_text(mark + text + end, encoding="utf-8")
        assert cops(f"graph=@{file}") == path
    file.write_bytes(text.replace("\n", "\r\n").encode() + b"\r\n")
    assert cops(f"graph=@{file}") == path
    assert cops("graph=@-", stdin=text) == path
    assert cops("@-", stdin=text) == path


@pytest.mark.parametrize("text", [text for text in GRAPHS if "\n" not in text])
def test_cops_reads_every_one_line_graph_form_from_stdin(text):
    for mark, end in [("", "\n"), ("\ufeff", "\r\n"), ("", "  ")]:
        done = run("cops", "--csv", stdin=mark + text + end)
        assert (done.returncode, done.stderr) == (0, "")
        assert ",4,3,1,2," in done.stdout.splitlines()[1], "nodes, edges, cop number and capture time"


@pytest.fixture(scope="module", name="chase")
def signature_of_a_chase():
    return report("solve", "cat_and_mouse", "graph=1/0,2/1,3/2")["signature"]


@pytest.mark.parametrize("text", GRAPHS)
def test_cat_and_mouse_and_cops_and_robbers_read_the_same_graph_forms(text, chase):
    assert report("solve", "cat_and_mouse", f"graph={text}")["signature"] == chase


@pytest.mark.parametrize("text", INSTANCES)
def test_every_documented_instance_form_gives_the_same_signature(text, example, tmp_path):
    file = tmp_path / "instance.txt"
    file.write_bytes(("\ufeff" + text + " \n").replace("\n", "\r\n").encode())
    for arguments, stdin in [((text,), ""), ((f"@{file}",), ""), (("@-",), text)]:
        done = run("solve", "cat_and_mouse_ii", *arguments, "--json", stdin=stdin)
        assert (done.returncode, done.stderr) == (0, "")
        assert json.loads(done.stdout)["signature"] == example


def test_verify_accepts_old_table_with_ambiguous_graph_text(tmp_path):
    text = "1 5/0 2/1 3/2 4/3 5/4 0"
    assert "both fit" in failure("solve", "cops_and_robbers", f"graph={text}")
    table = tmp_path / "t.h5"
    report("solve", "cops_and_robbers", f"graph=adjacency:{text}", "-o", str(table))
    with h5py.File(table, "r+") as file:
        file.attrs["parameter_graph"] = np.bytes_(text)
        sign_parameters(file)
    assert run("verify", str(table)).returncode == 0
