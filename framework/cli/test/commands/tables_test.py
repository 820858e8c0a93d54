#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Tests the analysis of tables: find, stats, diff and probe agree with entries read by h5py."""

import json
import random

import numpy as np
import pytest

from checkpoint_digest import altered_copy
from program import report, run
from solved_tables import (DRAW, LOSS, WIN, Table, fixture_table, fixture_tables, found, lines_of,
                           objects, printed_rows)

# find

FOUND = [  # a table, conditions, and the positions that satisfy them
    ("board", "outcome=win plies>=2 plies<5", lambda t: (t.outcome == WIN) & (t.distance >= 2) & (t.distance < 5)),
    ("board", "outcome!=tie plies!=3", lambda t: t.is_decided & (t.distance != 3)),
    ("graph", "outcome=draw", lambda t: t.outcome == DRAW),
    ("graph", "outcome!=loss", lambda t: (t.outcome != LOSS) & (t.outcome > 0)),
    ("graph", "outcome!=win plies>=0", lambda t: t.outcome == LOSS),  # draws have no distance
    ("graph", "cat=3 mouse>5", lambda t: (t.columns["cat_node"] == 3) & (t.columns["mouse_node"] > 5)),
    ("grid", "turn=mouse cat.row<2", lambda t: (t.columns["turn"] == "mouse") & (t.columns["cat_row"] < 2)),
    ("grid", "cat=1,2", lambda t: (t.columns["cat_row"] == 1) & (t.columns["cat_column"] == 2)),
    ("grid", "mouse!=1,2 mouse.column>=3", lambda t: ~((t.columns["mouse_row"] == 1) & (t.columns["mouse_column"] == 2))
     & (t.columns["mouse_column"] >= 3)),
    ("grid", "position>=100 position<=104 position!=102", lambda t: np.isin(np.arange(t.outcome.size), [100, 101, 103, 104])),
    ("grid", "ended=yes", lambda t: t.distance == 0),
    ("grid", "ended=no turn=cat", lambda t: (t.distance != 0) & (t.columns["turn"] == "cat")),
    *((name, "winner=nobody", lambda t: (t.winners() == -1) & (t.outcome > 0)) for name in ("graph", "grid", "board")),
    *((name, "winner=cat", lambda t: t.winners() == 1) for name in ("graph", "grid", "limited")),
    *((name, "to_move=mouse winner!=mouse", lambda t: (t.to_move == 0) & (t.winners() != 0)) for name in ("graph", "limited")),
]


@pytest.mark.parametrize("name, conditions, holds", FOUND, ids=[f"{name}: {conditions}" for name, conditions, _ in FOUND])
def test_find_matches_h5py_selection(tables, name, conditions, holds):
    expected = list(np.flatnonzero(holds(Table(tables / f"{name}.h5"))))
    assert found(str(tables / f"{name}.h5"), conditions) == expected
    assert lines_of("find", str(tables / f"{name}.h5"), *conditions.split(), "--count") == [str(len(expected))]


def test_find_writes_the_same_positions_as_text_csv_and_json(table):
    arguments = ["find", table, "plies>=3", "--limit", "7"]
    text, by_csv, by_json = lines_of(*arguments), printed_rows(*arguments, "--csv"), objects(*arguments)
    assert len(text) == 7
    for line, row, one in zip(text, by_csv, by_json, strict=True):
        assert line.startswith(one["state"] + "  ") and row["state"] == one["state"]
        assert (row["outcome"], row["winner"], int(row["plies"])) == (one["outcome"], one["winner"] or "", one["plies"])
        probed = report("probe", table, *one["state"].split())
        assert {key: probed[key] for key in one} == one


# diff

def test_diff_reports_differing_positions(tables, tmp_path):
    table = str(tables / "grid.h5")
    stored = Table(table)
    numbers = np.flatnonzero(stored.distance == 3)[:3]
    where = [np.unravel_index(number, stored.shape) for number in numbers]

    def alter(file):
        file["distance"][where[0]] = 2
        file["distance"][where[2]] = 4
        file["outcome"][where[1]] = WIN + LOSS - int(stored.outcome[numbers[1]])
    altered = altered_copy(table, tmp_path, alter)
    changed = run("diff", table, altered, "--json")
    assert changed.returncode == 1
    compared = json.loads(changed.stdout)
    assert (compared["equal"], compared["different_outcomes"], compared["different_distances"]) == (False, 1, 2)
    assert compared["statements"] == []
    states = [report("find", table, f"position={n}")["state"] for n in numbers]
    assert [entry["state"] for entry in compared["entries"]] == states
    assert [entry["second"]["plies"] for entry in compared["entries"]] == [2, 3, 4]
    text = run("diff", table, altered, "--limit", "1").stdout.splitlines()
    assert text[0].startswith("3 of ") and len(text) == 3 and text[-1] == "different"


def test_table_omits_defaults_of_parameters_added_later(tables):
    attributes = Table(tables / "board.h5").attributes  # from a version without misere=no
    assert (attributes["parameters"], attributes["parameters_checksum"]) == (b"cols k rows", b"835342d8e18e273f")


# probe

def random_states(table, count):
    legal = [row["state"] for row in printed_rows("find", table, "--csv")]
    assert len(legal) == np.count_nonzero(Table(table).outcome)
    return random.Random(table[-8:]).sample(legal, count)


def test_probe_answers_each_line_of_stdin(table):
    states = random_states(table, 4)
    for state, answer in zip(states, objects("probe", table, "--stdin", stdin="\n".join(states)), strict=True):
        single = report("probe", table, *state.split())
        assert objects("probe", table, "--stdin", "--all", stdin=state) == [single]
        assert single.pop("moves") is not None
        assert answer == single
    text = lines_of("probe", table, "--stdin", stdin="\n".join(states))
    assert [line.split("  ")[0] for line in text] == states


def test_probe_line_follows_best_moves_to_the_end(table):
    for state in random_states(table, 4):
        probed = report("probe", table, *state.split(), "--line")
        line, repeats_from = probed["line"]["positions"], probed["line"]["repeats_from"]
        assert line[0]["state"] == probed["state"]
        requested = "".join(f"{one['state']} plies_played={ply}\n" for ply, one in enumerate(line[:-1]))
        for answer, following in zip(objects("probe", table, "--stdin", "--all", stdin=requested), line[1:], strict=True):
            assert following["state"] == next(move["state"] for move in answer["moves"] if move["best"])
        if repeats_from is None:
            assert len(line) - 1 == probed["plies"] and line[-1]["plies"] == 0
        else:
            assert probed["plies"] is None and repeats_from < len(line)
