#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""zermelo export: what other programs make of a table is what the table says."""

import csv
import io
import json
import os
import re
import shutil
import signal
import subprocess
import time

import h5py
import numpy as np
import pytest

from parity_games import ParityGame
from program import PROGRAM, failure, run
from exported_table import DRAW, LOSS, OUTCOMES, TIE, Table, WIN, boards_in_order

NO_DISTANCE = 65535

GAMES = {
    "cat_and_mouse": ["cat_and_mouse", "@" + os.environ["ZERMELO_DATA_DIR"] + "/graphs/official_1.json"],
    "larger_cat_and_mouse": ["cat_and_mouse", "nodes=30", "seed=5"],
    "cat_and_mouse_ii": ["cat_and_mouse_ii", "rows=6", "cols=6", "walls=0.3", "seed=3", "cat_jump=1", "mouse_jump=2"],
    "short_limit": ["cat_and_mouse_ii", "rows=6", "cols=6", "walls=0.3", "seed=3", "move_limit=2"],
    "mnk": ["mnk"],
}


@pytest.fixture(name="folder", scope="module")
def fixture_folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("tables")
    for name, words in GAMES.items():
        solved = run("solve", *words, "-o", str(made / f"{name}.h5"))
        assert (solved.returncode, solved.stderr) == (0, "")
    return made


@pytest.fixture(name="table", params=GAMES)
def fixture_table(folder, request):
    return folder / f"{request.param}.h5"


@pytest.fixture(name="large", scope="module")
def fixture_large(tmp_path_factory):
    """Its exports take seconds and many megabytes."""
    path = tmp_path_factory.mktemp("large") / "t.h5"
    assert run("solve", "cat_and_mouse_ii", "rows=30", "cols=30", "cat_jump=30", "mouse_jump=30", "-o",
               str(path)).returncode == 0
    return path


def export(*words):
    """What is exported to standard output, as bytes."""
    done = subprocess.run([PROGRAM, "export", *words], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout


def export_to(path, *words):
    done = run("export", *words, "-o", str(path))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return path


# CSV

def test_csv_has_a_line_for_every_legal_position(table):
    stored = Table(table)
    text = export(str(table), "--csv").decode()
    assert text.count("\n") == np.count_nonzero(stored.outcome) + 1
    rows = list(csv.DictReader(io.StringIO(text, newline=""), strict=True))
    state = [] if stored.columns else ["state"]
    assert list(rows[0]) == ["position", *state, *stored.columns, "to_move", "outcome", "winner", "plies"]
    for row in rows[::500] if state else []:
        probed = json.loads(run("probe", str(table), *row["state"].split(), "--json").stdout)
        assert (probed["outcome"], probed["state"]) == (row["outcome"], row["state"])
    legal = np.flatnonzero(stored.outcome)
    assert [int(row["position"]) for row in rows] == list(legal)
    to_move, winners = stored.to_move(), stored.winners_by_the_rules()
    for row, position in zip(rows, legal):
        outcome = stored.outcome[position]
        for name, values in stored.columns.items():
            assert row[name] == str(values[position])
        assert row["to_move"] == stored.players[to_move[position]]
        assert row["outcome"] == OUTCOMES[outcome]
        assert row["winner"] == (stored.players[winners[position]] if winners[position] >= 0 else "")
        assert row["plies"] == ("" if outcome == DRAW else str(stored.distance[position]))


def test_text_is_the_same_on_any_number_of_threads_and_in_a_file(large, tmp_path):
    text = export(str(large), "--csv", "--threads", "1")
    assert export(str(large), "--csv", "--threads", "5") == text
    assert export_to(tmp_path / "t.csv", str(large), "--csv").read_bytes() == text
    assert text.count(b"\n") == np.count_nonzero(Table(large).outcome) + 1


# Pictures

def dot_of(path, *words):
    """The vertices' attributes by number, and the moves with whether they are best; read line by line."""
    text = export(str(path), "--format", "dot", *words).decode()
    assert text.startswith("digraph ") and text.endswith("}\n")
    assert text == export(str(path), "--dot", "--threads", "3", *words).decode()
    vertices, moves = {}, {}
    for line in text.splitlines():
        vertex = re.fullmatch(r'  (\d+) \[label="(.*)", shape=(\w+), fillcolor="([^"]+)"(.*)\];', line)
        move = re.fullmatch(r"  (\d+) -> (\d+)( \[.*\])?;", line)
        if vertex:
            assert vertex[1] not in vertices
            vertices[int(vertex[1])] = vertex.groups()[1:]
        elif move:
            moves[int(move[1]), int(move[2])] = move[3] is not None
    return vertices, moves


@pytest.mark.parametrize("name", ["cat_and_mouse", "cat_and_mouse_ii", "mnk"])
def test_a_picture_shows_every_legal_position_with_its_value_and_its_moves(folder, tmp_path, name):
    table = folder / f"{name}.h5"
    stored = Table(table)
    vertices, moves = dot_of(table, "--limit", "100000")
    assert sorted(vertices) == list(np.flatnonzero(stored.outcome))
    to_move, winners = stored.to_move(), stored.winners()
    colours = {0: "#9ecae1", 1: "#fdbe85"}
    for p, (label, shape, colour, rest) in vertices.items():
        assert shape == ["ellipse", "box"][to_move[p]]
        undecided = "#d9d9d9" if stored.outcome[p] == TIE else "white"
        assert colour == colours.get(winners[p], undecided)
        plies = "" if stored.outcome[p] == DRAW else f" in {stored.distance[p]}"
        assert label.endswith(f"\\n{OUTCOMES[stored.outcome[p]]}{plies}")
    with h5py.File(export_to(tmp_path / "g.h5", str(table), "--graph")) as graph:
        starts, targets = graph["indptr"][()], graph["indices"][()]
        stored_moves = {(p, int(to)) for p in range(len(starts) - 1) for to in targets[starts[p]:starts[p + 1]]}
        assert set(moves) == stored_moves
    for (p, to), best in moves.items():
        same = winners[p] == winners[to] and (stored.outcome[p] == TIE) == (stored.outcome[to] == TIE)
        plies = stored.distance.astype(int)
        assert best == (same and (plies[p] == plies[to] if stored.outcome[p] == DRAW else plies[p] == plies[to] + 1))
    have_best = {p for (p, _), best in moves.items() if best}
    assert have_best == {p for p, attributes in vertices.items() if "peripheries=2" not in attributes[3]}


def test_graphviz_draws_the_picture(folder, tmp_path):
    if shutil.which("dot") is None:
        pytest.skip("Graphviz is not installed")
    text = export(str(folder / "cat_and_mouse.h5"), "--dot")
    drawn = subprocess.run(["dot", "-Tsvg"], input=text, capture_output=True, check=False)
    assert (drawn.returncode, drawn.stderr) == (0, b"")
    vertices, moves = dot_of(folder / "cat_and_mouse.h5")
    assert drawn.stdout.count(b'class="node"') == len(vertices)
    assert drawn.stdout.count(b'class="edge"') == len(moves)


# NumPy

def test_numpy_maps_the_array_of_the_table(table, tmp_path):
    stored = Table(table)
    array = np.load(export_to(tmp_path / "t.npy", str(table), "--numpy"), mmap_mode="r")
    assert isinstance(array, np.memmap)
    assert array.shape == stored.shape
    assert array.dtype == np.dtype([("outcome", "u1"), ("distance", "<u2")])
    assert np.array_equal(array["outcome"].ravel(), stored.outcome)
    assert np.array_equal(array["distance"].ravel(), stored.distance)


# PGSolver

def check_winners(table, *question, asked):
    """A solver of parity games that knows nothing of tables finds the winners of the table: `asked` wins where it has a
    forced win, or endless play is its own by the rules; else the other one. asked=None: the table has no other case.
    """
    stored = Table(table)
    game = ParityGame(export(str(table), "--pgsolver", *question).decode())
    assert len(game.owner) == stored.outcome.size
    holes = stored.outcome == 0
    assert np.array_equal(np.array(game.name) == "illegal", holes)
    expected = stored.winners()
    rule = stored.attributes["infinite_play"].decode()
    owner_of_endless = {"first": 0, "second": 1, "nobody": None if asked is None else 1 - asked}[rule]
    expected[stored.outcome == DRAW] = -2 if owner_of_endless is None else owner_of_endless
    expected[stored.outcome == TIE] = -2 if asked is None else 1 - asked
    found = np.zeros(stored.outcome.size, int)
    found[list(game.solve()[1])] = 1
    assert np.array_equal(found[~holes], expected[~holes])
    return stored, game


@pytest.mark.parametrize("name", ["cat_and_mouse", "larger_cat_and_mouse", "mnk"])
@pytest.mark.parametrize("asked", [0, 1])
def test_either_question_of_a_game_with_draws_or_ties_is_answered_as_the_table_says(folder, name, asked):
    table = folder / f"{name}.h5"
    stored, _ = check_winners(table, "--wins", Table(table).players[asked], asked=asked)
    assert np.count_nonzero(stored.outcome >= TIE) > 0
    assert set(stored.winners()) == {-1, 0, 1}


@pytest.mark.parametrize("name", ["cat_and_mouse_ii", "short_limit"])
def test_endless_play_is_the_cats_without_a_question_or_with_one(folder, name):
    table = folder / f"{name}.h5"
    stored, _ = check_winners(table, asked=None)
    assert np.count_nonzero(stored.outcome == DRAW) > 0
    assert np.max(stored.distance[stored.outcome == WIN]) > 2  # beyond the short limit, which is not applied
    for asked in [0, 1]:
        check_winners(table, "--wins", stored.players[asked], asked=asked)


# graph

class Graph:
    def __init__(self, path):
        with h5py.File(path) as file:
            self.attributes = dict(file.attrs)
            self.types = {name: file[name].dtype for name in file}
            self.indptr, self.indices = file["indptr"][()], file["indices"][()]
            self.to_move, self.terminal = file["to_move"][()], file["terminal"][()]

    def successors(self, vertex):
        return self.indices[self.indptr[vertex]:self.indptr[vertex + 1]]


def retrograde_analysis(graph):
    """(outcome, distance) of every position, wave by wave, where nobody wins endless play."""
    size = len(graph.to_move)
    predecessors = [[] for _ in range(size)]
    for vertex in range(size):
        for to in graph.successors(vertex):
            predecessors[to].append(vertex)
    left = np.diff(graph.indptr)
    winner, distance = np.full(size, -1), np.full(size, NO_DISTANCE)
    wave = [vertex for vertex in range(size) if graph.terminal[vertex] in (1, 2)]
    for vertex in wave:
        winner[vertex], distance[vertex] = graph.terminal[vertex] - 1, 0
    plies = 0
    while wave:
        plies += 1
        following = []
        for to in wave:
            for vertex in predecessors[to]:
                if distance[vertex] != NO_DISTANCE:
                    continue
                if graph.to_move[vertex] != winner[to]:
                    left[vertex] -= 1
                    if left[vertex] > 0:
                        continue
                winner[vertex], distance[vertex] = winner[to], plies
                following.append(vertex)
        wave = following
    outcome = np.where(winner == -1, DRAW, np.where(winner == graph.to_move, WIN, LOSS))
    outcome[graph.terminal == 4] = 0
    wave = [vertex for vertex in range(size) if graph.terminal[vertex] == 3]
    plies = 0
    while wave:
        following = set()
        for vertex in wave:
            outcome[vertex], distance[vertex] = TIE, plies
            following.update(predecessors[vertex])
        wave = [vertex for vertex in following if outcome[vertex] == DRAW]
        plies += 1
    return outcome, distance


def test_a_graph_that_is_solved_again_gives_the_table(table, tmp_path):
    stored = Table(table)
    graph = Graph(export_to(tmp_path / "g.h5", str(table), "--graph"))
    outcome, distance = retrograde_analysis(graph)
    assert np.array_equal(outcome, stored.outcome)
    assert np.array_equal(distance, stored.distance)
    legal = stored.outcome > 0
    assert np.array_equal(graph.to_move[legal], stored.to_move()[legal])
    assert np.all(graph.to_move[~legal] == 0) and np.array_equal(graph.terminal == 4, ~legal)


def test_a_graph_says_what_it_is(table, tmp_path):
    stored = Table(table).attributes
    graph = Graph(export_to(tmp_path / "g.h5", str(table), "--graph"))
    assert graph.types == {"indptr": np.int64, "indices": np.uint32, "to_move": np.uint8, "terminal": np.uint8,
                           "names": np.uint8, "names_indptr": np.int64}
    answer = graph.attributes
    assert (answer["format"], answer["format_version"], answer["complete"]) == (b"zermelo-graph", 1, 1)
    same = ["game", "first_player", "second_player", "positions", "edges", "parameters_checksum"]
    same += [name for name in stored if name.startswith("parameter")]
    for name in same:
        assert answer[name] == stored[name]
    assert graph.indptr[0] == 0 and graph.indptr[-1] == len(graph.indices) == stored["edges"]


def test_a_graph_has_every_move_of_tic_tac_toe(folder, tmp_path):
    graph = Graph(export_to(tmp_path / "g.h5", str(folder / "mnk.h5"), "--graph"))
    assert np.count_nonzero(graph.terminal != 4) == 5478
    boards = list(boards_in_order(9))
    numbers = {board: number for number, board in enumerate(boards)}
    for position in np.flatnonzero(graph.terminal == 0):
        board = boards[position]
        stone = "XO"[graph.to_move[position]]
        moves = [numbers[board[:cell] + stone + board[cell + 1:]] for cell in range(9) if board[cell] == "."]
        assert sorted(graph.successors(position)) == sorted(moves)


def test_a_table_with_a_false_number_of_edges_is_refused(folder, tmp_path):
    path = tmp_path / "false.h5"
    path.write_bytes((folder / "mnk.h5").read_bytes())
    with h5py.File(path, "r+") as file:
        edges = file.attrs["edges"]
        file.attrs.modify("edges", np.int64(edges + 1))
    message = failure("export", str(path), "--graph", "-o", str(tmp_path / "g.h5"))
    assert message == (f"{path}: its attribute 'edges' is not that of the game: the graph has {edges} moves, "
                       f"not {edges + 1}")
    assert [left.name for left in tmp_path.iterdir()] == ["false.h5"]


# wrong use, and files that do not come about

@pytest.mark.parametrize("form", ["--pgsolver", "--graph"])
def test_an_interrupted_export_leaves_nothing(form, large, tmp_path):
    words = [PROGRAM, "export", str(large), form, "-o", str(tmp_path / "out")]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as exporting:
        while not list(tmp_path.iterdir()) and exporting.poll() is None:
            time.sleep(0.001)
        exporting.send_signal(signal.SIGINT)
        streams = exporting.communicate()
    assert (exporting.returncode, *streams) == (130, "", "zermelo: interrupted\n")
    assert not list(tmp_path.iterdir())


def test_a_reader_that_leaves_ends_the_export(large):
    with subprocess.Popen([PROGRAM, "export", str(large), "--csv"], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as exporting:
        assert exporting.stdout.readline().startswith(b"position,")
        exporting.stdout.close()
        assert exporting.stderr.read() == b""
        assert exporting.wait() == 0
