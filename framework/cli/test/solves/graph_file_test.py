#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The game graph_file: graphs that NumPy and other programs have written, parity games as texts, and their tables."""

import os
import random
import re
import shutil

import h5py
import numpy as np
import pytest

from parity_games import ParityGame
from program import failure, report, run

DATA = os.environ["ZERMELO_DATA_DIR"]
ROADS = f"{DATA}/parity/roads.pg"


def solve(file, *words):
    return report("solve", "graph_file", f"file={file}", "--quiet", *words)


# Parity games

def test_a_parity_game_is_solved_and_its_positions_have_its_names(tmp_path):
    table = str(tmp_path / "t.h5")
    shutil.copy(ROADS, tmp_path)
    solved = solve(ROADS, "-o", table, "--verify")
    assert solved["verify"]["accepted"]
    assert solved["params"] == {"file": "roads.pg", "digest": solved["params"]["digest"]}
    assert solved["winners"] == {"even": 2, "odd": 2, "tie": 0, "draw": 3}  # draws are endless, and so odd's
    probed = report("probe", table)
    assert (probed["state"], probed["winner"], probed["decided_by"]) == ("gate", "odd", "infinite_play")
    assert [move["state"] for move in probed["moves"]] == ["mill", "bridge"]
    assert report("probe", table, "well")["plies"] == 1
    assert report("probe", table, "position=3")["state"] == "harbour"
    assert "'pub' is not the name of one position" in failure("probe", table, "pub")


def test_vertices_may_be_missing_or_share_a_line(tmp_path):
    game, table = tmp_path / "game.pg", str(tmp_path / "t.h5")
    game.write_bytes(b'\xef\xbb\xbfparity 6;\nstart 5;\n5 0 0 2,3 "gate"; 2 0 1 2;\n3 1 0 3 "mill";\n')
    solved = solve(game, "-o", table, "--verify")
    assert (solved["positions"], solved["legal_positions"], solved["start"]["state"]) == (7, 3, "gate")
    assert solved["winners"] == {"even": 2, "odd": 1, "tie": 0, "draw": 0}
    solution = tmp_path / "game.sol"
    solution.write_bytes(b"\xef\xbb\xbfparitysol 6; 5 0 2; 2 0; 3 1;\n")
    assert report("verify", table, "--solution", str(solution))["accepted"]


def random_parity_game(rng, size):
    """A game whose vertices have one priority, but for sinks."""
    priority = rng.randrange(4)
    lines = [f"parity {size - 1};\n"]
    for vertex in range(size):
        if rng.random() < 0.15:
            lines.append(f'{vertex} {rng.randrange(4)} {rng.randrange(2)} {vertex} "sink";\n')
            continue
        successors = rng.sample(range(size), rng.randint(1, min(4, size)))
        if successors == [vertex]:
            successors = [(vertex + 1) % size]
        lines.append(f'{vertex} {priority} {rng.randrange(2)} {",".join(map(str, successors))} "v{vertex}";\n')
    return "".join(lines)


def test_random_parity_games_have_the_winners_that_zielonkas_algorithm_finds(tmp_path):
    rng = random.Random(5)
    game, table = tmp_path / "game.pg", str(tmp_path / "t.h5")
    for _ in range(30):
        text = random_parity_game(rng, rng.randint(2, 30))
        game.write_text(text, encoding="ascii")
        solve(game, "-o", table)
        others = ParityGame(text)
        won = others.solve()
        with h5py.File(table) as file:
            outcome = file["outcome"][()]
        winner_of_infinite_play = next((others.priority[v] % 2 for v in range(len(outcome))
                                        if others.successors[v] != [v]), 0)
        for vertex, code in enumerate(outcome):
            mover = others.owner[vertex]
            winner = {1: mover, 2: 1 - mover, 4: winner_of_infinite_play}[code]
            assert vertex in won[winner], text


def test_the_file_of_a_game_is_not_overwritten(tmp_path):
    graph = tmp_path / "roads.pg"
    shutil.copy(ROADS, graph)
    text = graph.read_bytes()
    table = tmp_path / "t.h5"
    (tmp_path / "link.h5").symlink_to(graph)
    for words in [[f"file={graph}"], [f"@{graph}"], [f"file=@{graph}"], [f'{{"file": "{graph}"}}']]:
        for other in [graph, f"{tmp_path}/./roads.pg", tmp_path / "link.h5"]:
            for option in ["-o", "--log"]:
                message = failure("solve", "graph_file", *words, option, str(other))
                assert message in [f"{option}: {other} is what the {noun} is read from" for noun in ("game", "instance")]
    solve(graph, "-o", str(table))
    for form in ["--csv", "--pgsolver", "--graph", "--numpy"]:
        for other in [graph, f"{tmp_path}/./roads.pg", tmp_path / "link.h5"]:
            assert failure("export", str(table), form, "-o", str(other)) == f"-o: {other} is what the game is read from"
    assert graph.read_bytes() == text
    # The folder of a study's results begins empty.
    study = tmp_path / "s.toml"
    study.write_text('game = "graph_file"\n[parameters]\nfile = "roads.pg"\n', encoding="ascii")
    assert "there is something already" in failure("run", str(study), "-o", str(tmp_path))
    assert graph.read_bytes() == text


def test_distances_that_no_table_holds_are_refused(tmp_path):
    graph = tmp_path / "far.h5"
    for plies in (1 << 20, 500_000_000):
        write_graph(graph, {**ARRAYS, "distance": np.array([0, 0, plies, 0, 0], np.uint32)})
        assert failure("solve", "graph_file", f"file={graph}") == \
            f"{graph}: distance[2] is {plies}; it must be at most 1048575"
    write_graph(graph, {**ARRAYS, "distance": np.array([0, 0, (1 << 20) - 1, 0, 0], np.uint32)})
    assert solve(graph, "-o", str(tmp_path / "t.h5"), "--verify")["max_distance_plies"] == (1 << 20) + 2


def test_a_start_in_a_hole_is_refused_before_the_solve(tmp_path):
    graph = tmp_path / "hole.h5"
    write_graph(graph, ARRAYS, start=4)
    assert failure("solve", "graph_file", f"file={graph}") == f"{graph}: start is 4, a hole: terminal[4] is 4"


def test_every_text_of_a_position_leads_back_to_it(tmp_path):
    names = ["gate", "start", "moves=1", "plies_played=3", "old gate", "old  gate", "-x", "--json", " mill", "x=1",
             "position=0", "gate plies_played=1", "7"]
    graph = tmp_path / "names.pg"
    graph.write_text("".join(f'{v} 0 0 {(v + 1) % len(names)} "{name}";\n' for v, name in enumerate(names)),
                     encoding="ascii")
    table = str(tmp_path / "t.h5")
    solve(graph, "-o", table)
    states = [report("probe", table, f"position={v}")["state"] for v in range(len(names))]
    assert [report("probe", table, *state.split())["position"] for state in states] == list(range(len(names)))
    assert [state for state, name in zip(states, names) if state == name] == ["gate", "old gate", "x=1", "7"]


def test_it_is_exported_as_it_was_read(tmp_path):
    shutil.copy(ROADS, tmp_path)
    table = str(tmp_path / "t.h5")
    solve(ROADS, "-o", table)
    exported = run("export", table, "--pgsolver").stdout
    text = (tmp_path / "roads.pg").read_text(encoding="ascii")
    assert exported == text


# Graph files

ARRAYS = {
    "indptr": np.array([0, 2, 3, 3, 4, 4]),
    "indices": np.array([1, 3, 2, 0]),
    "to_move": np.array([0, 1, 0, 1, 0], np.uint8),
    "terminal": np.array([0, 0, 1, 0, 4], np.uint8),
}


def write_graph(path, arrays, libver="v110", **attributes):
    with h5py.File(path, "w", libver=libver) as file:
        file.attrs.update({"format": "zermelo-graph", "format_version": 1, "complete": 1} | attributes)
        for name, array in arrays.items():
            file[name] = array
    return path


def values_of(table):
    with h5py.File(table) as file:
        return file["outcome"][()].tolist(), file["distance"][()].tolist()


@pytest.mark.parametrize("indptr", [np.int32, np.int64, np.uint32])
@pytest.mark.parametrize("indices", [np.int32, np.int64, np.uint32])
def test_arrays_of_numpy_are_solved(tmp_path, indptr, indices):
    graph = write_graph(tmp_path / "g.h5", ARRAYS | {"indptr": ARRAYS["indptr"].astype(indptr),
                                                      "indices": ARRAYS["indices"].astype(indices)})
    solve(graph, "-o", str(tmp_path / "t.h5"), "--verify")
    outcome, distance = values_of(tmp_path / "t.h5")
    assert outcome == [1, 2, 1, 2, 0]
    assert distance[:4] == [2, 1, 0, 3]


def test_attributes_and_distances_are_obeyed(tmp_path):
    loops = {"indptr": np.array([0, 1, 1, 1]), "indices": np.array([0]), "to_move": np.array([0, 0, 1], np.uint8),
             "terminal": np.array([0, 0, 2], np.uint8), "distance": np.array([0, 0, 3], np.uint32)}
    for no_moves, code in {"loses": 2, "wins": 1, "ties": 3, "draws": 4}.items():
        graph = write_graph(tmp_path / "g.h5", loops, no_moves=no_moves, infinite_play="second", start=2)
        solved = solve(graph, "-o", str(tmp_path / "t.h5"))
        outcome, distance = values_of(tmp_path / "t.h5")
        assert (outcome, distance[2]) == ([4, code, 1], 3)
        assert solved["start"]["plies"] == 3
        assert report("stats", str(tmp_path / "t.h5"))["infinite_play"] == "second"


@pytest.mark.parametrize("change, message", [
    ({"indices": np.array([1, 3, 2, 5])}, "indices"),
    ({"indices": np.array([1, 3, 2, 4])}, "indices"),  # into a hole
    ({"indptr": np.array([0, 2, 1, 3, 4, 4])}, "indptr"),
    ({"indptr": np.array([0, 2, 3, 4, 4, 4])}, "2"),  # out of an end
    ({"terminal": np.array([0, 0, 6, 0, 4], np.uint8)}, "terminal"),
    ({"to_move": np.array([0, 2, 0, 1, 0], np.uint8)}, "to_move"),
    ({"distance": np.array([1, 0, 0, 0, 0], np.uint32)}, "distance"),
    ({"to_move": np.array([0, 1, 0, 1], np.uint8)}, "dataset 'to_move' has 4 elements, not 5"),
    ({"to_move": np.array([0, 1, 0, 1, 0])}, "dataset 'to_move' has another type than uint8"),
    ({"indices": np.array([1., 3., 2., 0.])}, "dataset 'indices' has another type than int64, uint32, int32"),
])
def test_wrong_arrays_are_refused_by_name(tmp_path, change, message):
    graph = write_graph(tmp_path / "g.h5", ARRAYS | change)
    refused = failure("solve", "graph_file", f"file={graph}")
    assert refused.startswith(f"{graph}: ") and message in refused


def test_chunks_filters_and_texts_that_are_not_read_are_named(tmp_path):
    def refusal(name, array, **options):
        graph = write_graph(tmp_path / "g.h5", ARRAYS)
        with h5py.File(graph, "r+", libver="v110") as file:
            del file[name]
            file.create_dataset(name, data=array, **options)
        return failure("solve", "graph_file", f"file={graph}").removeprefix(f"{graph}: ")

    assert refusal("to_move", ARRAYS["to_move"], chunks=(5,), compression="lzf") == (
        "dataset 'to_move' uses the filter 32000, which is not read; shuffle, deflate (gzip) and fletcher32 are")
    assert refusal("indices", np.zeros(2**21, np.uint32), chunks=(2**21,)) == (
        "dataset 'indices' has chunks of 2097152 elements, at most 1048576 are read")
    graph = write_graph(tmp_path / "g.h5", ARRAYS, no_moves=3)
    assert failure("solve", "graph_file", f"file={graph}") == f"{graph}: attribute 'no_moves' is not a text"


def test_files_of_other_kinds_are_refused(tmp_path):
    old = write_graph(tmp_path / "old.h5", ARRAYS, libver="earliest")
    assert failure("solve", "graph_file", f"file={old}") == (
        f"{old}: an HDF5 file without checksums, so no graph: with h5py, write it with libver='v110'")
    table = tmp_path / "t.h5"
    solve(ROADS, "-o", str(table))
    assert failure("solve", "graph_file", f"file={table}") == f"{table}: an HDF5 file, but no graph"
    missing = tmp_path / "missing.h5"
    assert "no such file" in failure("solve", "graph_file", f"file={missing}")
    assert "the name of a file" in failure("solve", "graph_file", "file=")
    assert "'file' is missing" in failure("solve", "graph_file")


def test_a_graph_that_does_not_fit_is_refused_before_it_is_read(tmp_path):
    size = 3_000_000
    graph = write_graph(tmp_path / "g.h5", {"indptr": np.zeros(size + 1, np.int64), "indices": np.zeros(0, np.uint32),
                                            "to_move": np.zeros(size, np.uint8), "terminal": np.ones(size, np.uint8)})
    refused = failure("solve", "graph_file", f"file={graph}", "--memory-limit", "40MiB", status=3)
    assert "building the game takes about" in refused and "40" in refused


def test_a_line_that_does_not_fit_is_refused_before_it_is_read(tmp_path):
    graph = tmp_path / "hub.pg"
    graph.write_text("0 0 0 1" + ",1" * 20_000_000 + ";\n1 0 0 1;\n")
    refused = failure("solve", "graph_file", f"file={graph}", "--memory-limit", "40MiB", status=3)
    assert re.search(r"hub.pg: the line that begins at byte 0 is longer than \d+ bytes", refused)


def test_the_memory_of_names_is_planned(tmp_path):
    size = 500_000
    arrays = {"indptr": np.zeros(size + 1, np.int64), "indices": np.zeros(0, np.uint32),
              "to_move": np.zeros(size, np.uint8), "terminal": np.ones(size, np.uint8)}
    names = {"names": np.zeros(0, np.uint8), "names_indptr": np.zeros(size + 1, np.int64)}
    size_of = {}
    for key, lists in {"bare": arrays, "named": arrays | names}.items():
        graph = write_graph(tmp_path / f"{key}.h5", lists)
        engines = {plan["engine"]: plan for plan in solve(graph, "--explain")["plan"]["engines"]}
        size_of[key] = engines["queue"]["peak_bytes"]
    index_bytes = 4 * 2**20 + size // 8
    assert size_of["named"] - size_of["bare"] == 8 * (size + 1) + index_bytes


@pytest.mark.parametrize("threads", ["1", "2"])
def test_a_solve_that_takes_more_than_was_planned_ends_at_its_limit(tmp_path, threads):
    size = 300_000  # ends at as many distances, each with lists of its own
    arrays = {"indptr": np.zeros(size + 1, np.int64), "indices": np.zeros(0, np.uint32), "to_move": np.zeros(size, np.uint8),
              "terminal": np.ones(size, np.uint8), "distance": np.arange(size, dtype=np.uint32)}
    words = [f"file={write_graph(tmp_path / 'g.h5', arrays)}", "--engine", "explicit", "--threads", threads]
    (peak,) = (one["peak_bytes"] for one in report("solve", "graph_file", *words, "--explain")["plan"]["engines"]
               if one["engine"] == "explicit")
    refused = failure("solve", "graph_file", *words, "-o", str(tmp_path / "t.h5"), "--memory-limit", str(peak), "--json", status=3)
    assert re.fullmatch(r"300,000 positions: engine 'explicit': .* are taken, .* the memory limit is .*", refused)
    assert os.listdir(tmp_path) == ["g.h5"]


def test_a_graph_without_names_of_its_own_is_exported_without_names(tmp_path):
    graph = write_graph(tmp_path / "g.h5", ARRAYS)
    solve(graph, "-o", str(tmp_path / "t.h5"))
    assert run("export", str(tmp_path / "t.h5"), "--graph", "-o", str(tmp_path / "again.h5")).returncode == 0
    assert solve(tmp_path / "again.h5")["params"]["digest"] == solve(graph)["params"]["digest"]
    shutil.copy(ROADS, tmp_path)
    solve(ROADS, "-o", str(tmp_path / "r.h5"))
    assert run("export", str(tmp_path / "r.h5"), "--graph", "-o", str(tmp_path / "roads.h5")).returncode == 0
    assert solve(tmp_path / "roads.h5")["params"]["digest"] == solve(ROADS)["params"]["digest"]


# Tables

@pytest.fixture(name="folder")
def folder_of_a_table(tmp_path):
    shutil.copy(ROADS, tmp_path)
    solve(tmp_path / "roads.pg", "-o", str(tmp_path / "t.h5"))
    return tmp_path


def test_a_table_is_opened_beside_its_graph_alone(folder):
    table, graph = folder / "t.h5", folder / "roads.pg"
    for command in ("probe", "stats", "verify"):
        assert run(command, str(table)).returncode == 0
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    moved = elsewhere / "t.h5"
    shutil.copy(table, moved)
    assert failure("probe", str(moved)) == (f"{moved}: its graph, the file 'roads.pg', does not lie beside it: copy it "
                                            "there")
    (elsewhere / "roads.pg").symlink_to(graph)
    assert failure("probe", str(moved)) == (
        f"{moved}: its graph 'roads.pg' is a symbolic link, which tables do not follow: copy the file there")
    linked = run("solve", "graph_file", f"file={elsewhere}/roads.pg", "--quiet")
    assert (linked.returncode, linked.stderr) == (
        0, f"zermelo: {elsewhere}/roads.pg: a symbolic link, which a table does not follow: put a copy of the graph "
           "beside tables that you make of it\n")
    (elsewhere / "roads.pg").unlink()
    changed = graph.read_text(encoding="ascii").replace("harbour", "harbor")
    (elsewhere / "roads.pg").write_text(changed, encoding="ascii")
    assert failure("probe", str(moved)).endswith(": it is another graph")


def parameters_checksum(values):
    digest = 0xcbf29ce484222325
    for byte in b"".join(text.encode() + b"\0" for pair in values for text in pair):
        digest = (digest ^ byte) * 0x100000001b3 % 2**64
    return f"{digest:016x}"


@pytest.mark.parametrize("name", ["../roads.pg", "/etc/passwd", "sub/roads.pg", ".", "..", "sub/"])
def test_a_strangers_table_opens_no_other_file(folder, name):
    (folder / "sub").mkdir()
    shutil.copy(folder / "roads.pg", folder / "sub")
    with h5py.File(folder / "t.h5", "r+", libver="v110") as file:
        digest = file.attrs["parameter_digest"].decode()
        file.attrs.create("parameter_file", name.encode(), dtype=f"S{len(name)}")
        file.attrs.create("parameters_checksum", parameters_checksum([("digest", digest), ("file", name)]).encode(),
                          dtype="S16")
    assert failure("probe", str(folder / "t.h5")) == (f"{folder}/t.h5: its graph is '{name}', no plain name of a file "
                                                      "beside it")


def test_a_digest_can_be_asked_for(folder):
    digest = solve(ROADS)["params"]["digest"]
    assert solve(ROADS, f"digest={digest}")["params"]["digest"] == digest
    assert failure("solve", "graph_file", f"file={ROADS}", f"digest={'0' * 16}") == (
        f"{ROADS}: its graph has the digest {digest}, not {'0' * 16}: it is another graph")
    assert solve(folder / "roads.pg")["params"]["digest"] == digest, "the folder is no part of the graph"


@pytest.mark.parametrize("name", ["roads.pg", "@roads.pg"])
def test_a_study_finds_graphs_beside_itself(folder, name):
    (folder / "study.toml").write_text(f'game = "graph_file"\n[parameters]\nfile = "{name}"\n', encoding="ascii")
    done = run("run", str(folder / "study.toml"), "-o", str(folder / "out"))
    assert done.returncode == 0, done.stderr
    assert "1 cases, 0 of them failed" in done.stderr + done.stdout


def test_the_name_of_a_file_has_no_form(folder):
    wrong = "file=dimacs:@roads.pg: a form goes with a text, and file is the name of a file: @roads.pg"
    assert failure("solve", "graph_file", "file=dimacs:@roads.pg") == wrong
    assert failure("solve", "graph_file", "dimacs:@roads.pg") == wrong
    (folder / "study.toml").write_text('game = "graph_file"\n[parameters]\nfile = "dimacs:@roads.pg"\n',
                                       encoding="ascii")
    assert wrong in failure("run", str(folder / "study.toml"), "-o", str(folder / "out"))


# Every game whose moves gain no points, which graphs have not. The positions of dobutsu_shogi and teeko are too many for a
# test.

GAMES = [
    ["cat_and_mouse", "nodes=12", "seed=1"],
    ["cat_and_mouse_ii", "rows=4", "cols=4", "walls=0.2", "seed=3"],
    ["chess_ending", "pieces=KPvK", "rows=5", "cols=4"],
    ["connect_four", "rows=3", "cols=4", "k=3"],
    ["cops_and_robbers", "graph=grid:3x3", "cops=2"],
    ["dodgem", "n=3"],
    ["draughts", "pieces=2"],
    ["fair_shares", "n=20"],
    ["fox_and_geese", "rows=4", "cols=4"],
    ["hare_and_hounds"],
    ["l_game"],
    ["mnk"],
    ["mnk", "misere=yes", "rows=2", "cols=3"],
    ["morris"],
    ["mu_torere"],
    ["othello", "n=2"],
    ["pong_hau_ki"],
    ["quixo", "n=3", "symmetry=yes"],
    ["tigers_and_goats", "captured=0"],
]


def test_every_shipped_game_is_in_the_list():
    left_out = {"graph_file", "dobutsu_shogi", "teeko", "awari", "dots_and_boxes", "kalah"}
    assert {words[0] for words in GAMES} | left_out == {game["name"] for game in report("list")["games"]}


def names_of(graph):
    with h5py.File(graph) as file:
        text, ends = file["names"][()].tobytes(), file["names_indptr"][()]
        return [text[begin:end].decode() for begin, end in zip(ends[:-1], ends[1:])], file["terminal"][()]


@pytest.mark.parametrize("words", GAMES, ids=" ".join)
def test_an_exported_game_has_the_signature_and_the_texts_of_its_table(tmp_path, words):
    table, graph, bare = str(tmp_path / "t.h5"), tmp_path / "g.h5", tmp_path / "bare.h5"
    again, once_more = str(tmp_path / "again.h5"), str(tmp_path / "g2.h5")
    solved = report("solve", *words, "--quiet", "-o", table)
    for options in (["-o", str(graph)], ["--no-names", "-o", str(bare)]):
        assert run("export", table, "--graph", *options, "--quiet").returncode == 0
    with h5py.File(bare) as file:
        assert "names" not in file and "names_indptr" not in file
    for found in (solve(graph, "-o", again), solve(bare)):
        for member in ("positions", "legal_positions", "edges", "counts", "signature"):
            assert found[member] == solved[member]
    names, terminal = names_of(graph)
    assert [not name for name in names] == (terminal == 4).tolist()
    # The texts of the graph's positions are these names: they come out again, and lead back.
    assert run("export", again, "--graph", "-o", once_more, "--quiet").returncode == 0
    assert names_of(once_more)[0] == names
    for number in range(0, len(names), len(names) // 3 + 1):
        if names[number]:
            probed = report("probe", again, *names[number].split(" "))
            assert (probed["position"], probed["state"]) == (number, names[number])
