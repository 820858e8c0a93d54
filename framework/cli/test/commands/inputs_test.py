#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Graphs and instances in every form that the documents show, and in forms with a fault."""

import json
import os
import pathlib
import random
import re

import h5py
import numpy as np
import pytest

from checkpoint_digest import hash_of
from program import failure, report, run

DOCUMENT = pathlib.Path(os.environ["ZERMELO_SOURCE_DIR"], "framework", "docs", "inputs.md")


def rows_of(heading):
    """The texts of the table below a heading."""
    section = DOCUMENT.read_text(encoding="utf-8").split(f"## {heading}\n")[1].split("\n## ")[0]
    texts = re.findall(r"^\| `(.*?)` \|", section, re.MULTILINE)
    return [text.replace("↵", "\n") for text in texts]


GRAPHS = rows_of("Graphs")
INSTANCES = rows_of("Instances")


def cops(*words, stdin=""):
    done = run("solve", "cops_and_robbers", *words, "cops=1", "--json", stdin=stdin)
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


def test_the_tables_have_as_many_rows_as_there_are_forms():
    assert (len(GRAPHS), len(INSTANCES)) == (25, 4)


@pytest.mark.parametrize("text", GRAPHS)
def test_a_graph_in_the_table_is_the_path(text, path, tmp_path):
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
def test_a_graph_in_one_line_is_read_in_a_stream(text):
    for mark, end in [("", "\n"), ("\ufeff", "\r\n"), ("", "  ")]:
        done = run("cops", "--csv", stdin=mark + text + end)
        assert (done.returncode, done.stderr) == (0, "")
        assert ",4,3,1,2," in done.stdout.splitlines()[1], "nodes, edges, cop number and capture time"


@pytest.mark.parametrize("text", [text for text in GRAPHS])
def test_both_games_read_the_same_graphs(text):
    given = run("solve", "cat_and_mouse", f"graph={text}", "--json")
    assert (given.returncode, given.stderr) == (0, "")
    assert json.loads(given.stdout)["signature"] == report("solve", "cat_and_mouse", "graph=1/0,2/1,3/2")["signature"]


@pytest.mark.parametrize("text", INSTANCES)
def test_an_instance_in_the_table_is_the_example(text, example, tmp_path):
    file = tmp_path / "instance.txt"
    file.write_bytes(("\ufeff" + text + " \n").replace("\n", "\r\n").encode())
    for words, stdin in [((text,), ""), ((f"@{file}",), ""), (("@-",), text)]:
        done = run("solve", "cat_and_mouse_ii", *words, "--json", stdin=stdin)
        assert (done.returncode, done.stderr) == (0, "")
        assert json.loads(done.stdout)["signature"] == example


def test_a_stored_graph_that_may_be_read_in_two_ways_is_read_as_it_was(tmp_path):
    text = "1 5/0 2/1 3/2 4/3 5/4 0"
    assert "both fit" in failure("solve", "cops_and_robbers", f"graph={text}")
    table = tmp_path / "t.h5"
    report("solve", "cops_and_robbers", f"graph=adjacency:{text}", "-o", str(table))
    with h5py.File(table, "r+") as file:
        names = file.attrs["parameters"].decode().split()
        file.attrs["parameter_graph"] = np.bytes_(text)
        texts = [part for name in names for part in (name, file.attrs[f"parameter_{name}"].decode())]
        file.attrs.modify("parameters_checksum", np.bytes_(f"{hash_of(texts):016x}"))
    assert run("verify", str(table)).returncode == 0


def graph6_of(pairs, nodes):
    """The characters of graph6, and of digraph6 behind its '&', for the pairs that may be edges in their order."""
    bits = "".join("1" if is_edge else "0" for is_edge in pairs)
    bits += "0" * (-len(bits) % 6)
    return chr(63 + nodes) + "".join(chr(63 + int(bits[i:i + 6], 2)) for i in range(0, len(bits), 6))


def faulty_texts():
    """Random graphs in every form that can tell, each with one fault: the form, what is wrong, and the text."""
    generator = random.Random(1728)
    for number in range(2):
        nodes = generator.randint(5, 9)
        edges = {(generator.randrange(v), v) for v in range(1, nodes)}
        edges |= {tuple(sorted(generator.sample(range(nodes), 2))) for _ in range(nodes)}
        edges = generator.sample(sorted(edges), len(edges))
        at = generator.randrange(len(edges))
        size = f"{nodes} {len(edges)}"
        heads = {
            "DIMACS": (1, [f"p edge {size}"], "e "),
            "PACE": (1, [f"p tw {size}"], ""),
            "Matrix Market": (1, ["%%MatrixMarket matrix coordinate pattern symmetric", f"{nodes} {size}"], ""),
            "edge list": (0, [f"edges:{size}"], ""),
            "edge list from 1": (1, [f"edges1:{size}"], ""),
            "arc list": (0, [f"arcs:{size}"], ""),
        }
        for form, (first, head, before) in heads.items():
            lines = [f"{before}{a + first} {b + first}" for a, b in edges]
            wrong = {
                "cut": [],
                "twice": [lines[at], lines[at - 1]],
                "beyond": [f"{before}{nodes + first} {first}"],
                "negative": [f"{before}-1 {first}"],
                "word": [f"{before}{first} x"],
                "one": [f"{before}{first}"],
                "weight": [lines[at] + " 0.5"],
            }
            yield form, f"{number}-end", "\n".join(head + lines[:-1])
            for fault, instead in wrong.items():
                yield form, f"{number}-{fault}", "\n".join(head + lines[:at] + instead + lines[at + 1:])
        lists = [[b for a, b in edges if a == v] + [a for a, b in edges if b == v] for v in range(nodes)]
        some = generator.randrange(nodes)
        wrong = {"beyond": lists[some] + [nodes], "twice": lists[some] + lists[some][:1], "word": lists[some] + ["x"],
                 "back": lists[some] + [to for to in range(nodes) if to not in lists[some] + [some]][:1] + ["x"],
                 "loop": lists[some] + [some]}
        for fault, changed in wrong.items():
            now = [changed if v == some else lists[v] for v in range(nodes)]
            yield "adjacency lists", f"{number}-{fault}", "adjacency:" + "\n".join(" ".join(map(str, row)) for row in now)
            yield "adjacency lists", f"{number}-{fault}-json", json.dumps(now)
        yield "adjacency lists", f"{number}-open-json", "adjacency:" + json.dumps(lists)[:-1]
        graph6 = graph6_of([(a, b) in edges for b in range(nodes) for a in range(b)], nodes)
        digraph6 = "&" + graph6_of([(a, b) in edges or (b, a) in edges for a in range(nodes) for b in range(nodes)], nodes)
        for form, line in [("graph6", graph6), ("digraph6", digraph6)]:
            for fault, text in [("cut", line[:-1]), ("longer", line + "?"), ("twice", f"{line}\n{line}"),
                                ("blank", line[:2] + " " + line[3:])]:
                yield form, f"{number}-{fault}", f"{form}:{text}"


FAULTY = list(faulty_texts())


def test_there_are_as_many_faulty_texts_as_said():
    assert len(FAULTY) == 2 * (6 * 8 + 11 + 8)


@pytest.mark.parametrize("form", sorted({form for form, _, _ in FAULTY}))
def test_every_fault_is_refused_with_form_and_place(form, tmp_path):
    file = tmp_path / "graph.txt"
    for named, name, text in FAULTY:
        if named != form:
            continue
        file.write_text(text, encoding="utf-8")
        message = failure("solve", "cops_and_robbers", f"graph=@{file}")
        # Where a file is JSON the parameter is named, too; what is no JSON at all is not a graph's yet.
        assert (re.match(rf'{re.escape(str(file))}(, "graph")?: {form}', message)
                or "not valid JSON" in message), (name, message)


def test_faults_are_refused_in_streams():
    for form, name, text in FAULTY:
        if "json" in name and "open" not in name:
            continue
        done = run("cops", stdin=text.replace("\n", "/"))
        assert done.returncode == 2, (form, name, done)
        assert done.stderr.startswith(f"zermelo: standard input, line 1: graph: {form}"), (name, done.stderr)
