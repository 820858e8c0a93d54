#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Runs the real program: every command, its exit statuses, and what it says of bad input."""

import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess

import h5py
import pytest

from program import ENGINES, ENGINES_WITH_WAVES, PROGRAM, commands, failure, report, run

GRID = "####F/#C.../M...."  # the problem's first example, cat_jump=1 mouse_jump=2: the mouse wins in 5 plies


@pytest.fixture(name="table", scope="module")
def fixture_table(tmp_path_factory):
    path = str(tmp_path_factory.mktemp("tables") / "t.h5")
    solved = run("solve", "cat_and_mouse_ii", "grid=" + GRID, "cat_jump=1", "mouse_jump=2", "-o", path)
    assert (solved.returncode, solved.stderr) == (0, "")
    return path


# help and version

def test_help_of_every_command_has_examples():
    assert "solve" in run("--help").stdout
    for command in commands():
        shown = run(command, "--help")
        assert (shown.returncode, shown.stderr) == (0, "")
        assert f"zermelo {command}" in shown.stdout.split("Examples:")[1]


def test_version_names_version_and_revision():
    assert re.fullmatch(r"zermelo \d+\.\d+\.\d+ \(\S+\)\n", run("--version").stdout)


# list

def test_list_names_the_games():
    names = [game["name"] for game in report("list")["games"]]
    games = pathlib.Path(os.environ["ZERMELO_SOURCE_DIR"], "games")
    assert names == sorted(folder.name for folder in games.iterdir() if (folder / "README.md").is_file())
    assert [line.split()[0] for line in run("list").stdout.splitlines()] == names


def test_list_of_a_game_shows_parameters_and_an_example():
    game = report("list", "cat_and_mouse_ii")
    parameters = {parameter["name"]: parameter for parameter in game["parameters"]}
    assert parameters["cat_jump"]["type"] == "integer" and parameters["cat_jump"]["minimum"] == 1
    assert parameters["move_limit"]["default"] == "1000"
    text = run("list", "cat_and_mouse_ii").stdout
    assert "mouse_jump" in text and "hooks" not in text and "hooks" not in game
    assert "zermelo solve cat_and_mouse_ii grid=@FILE" in text
    assert "zermelo solve chess_ending pieces=KRvK" in run("list", "chess_ending").stdout, "a text that has a default"


def test_list_of_a_game_shows_its_hooks_where_they_are_asked_for():
    hooks = {hook["name"]: hook for hook in report("list", "cat_and_mouse_ii", "--hooks")["hooks"]}
    assert hooks["for_each_predecessor"]["found"]
    assert hooks["canonical"] == {"name": "canonical", "found": False, "fallback": "no symmetry is used"}
    text = run("list", "cat_and_mouse_ii", "--hooks").stdout
    assert "missing: no symmetry is used" in text and "zermelo solve cat_and_mouse_ii grid=@FILE" in text


# solve

def test_solve_reports_everything():
    solved = report("solve", "cat_and_mouse_ii", "grid=" + GRID, "cat_jump=1", "mouse_jump=2", "--reachable",
                    "--verify", "--threads", "2", "--engine", "explicit")
    assert solved["game"] == "cat_and_mouse_ii"
    assert solved["params"]["cat_jump"] == 1 and solved["params"]["grid"] == GRID
    assert solved["engine"] == "explicit" and solved["threads"] == 2
    assert solved["positions"] == solved["legal_positions"] == 200
    assert sum(solved["counts"].values()) == 200 and set(solved["counts"]) == {"win", "loss", "tie", "draw"}
    assert solved["winners"] == {"mouse": 88, "cat": 112, "tie": 0, "draw": 0}
    assert solved["max_distance_plies"] == 8 and solved["max_tie_plies"] is None
    assert 0 < solved["reachable"]["positions"] <= 200
    assert sum(solved["reachable"]["counts"].values()) == solved["reachable"]["positions"]
    assert solved["start"] == {"state": "mouse=2,0 cat=1,1 turn=mouse", "position": 15, "outcome": "win", "winner": "mouse",
                               "plies": 5, "margin": None, "result": "win", "decided_by": "play", "answer": True}
    assert re.fullmatch("[0-9a-f]{16}", solved["signature"])
    assert solved["edges"] > 0 and solved["peak_bytes"] > 0 and "total" in solved["seconds"]
    assert solved["verify"] == {"accepted": True, "checked": 200, "wrong": 0, "first": []}


def test_solve_gives_one_signature_for_every_engine():
    words = ["solve", "cat_and_mouse_ii", "grid=" + GRID, "mouse_jump=2"]
    signatures = {report(*words, "--engine", engine)["signature"]
                  for engine in ["auto", *ENGINES]}
    assert len(signatures) == 1


def test_a_grid_of_40_x_40_is_solved_alike_by_all_engines_and_verified():
    words = ["solve", "cat_and_mouse_ii", "rows=40", "cols=40", "walls=0.1", "seed=7", "cat_jump=2", "mouse_jump=2"]
    solves = [report(*words, "--engine", engine) for engine in ENGINES_WITH_WAVES[1:]]
    solves.insert(0, report(*words, "--engine", ENGINES_WITH_WAVES[0], "--verify"))  # for all that have its signature
    assert [solved["engine"] for solved in solves] == ENGINES_WITH_WAVES
    assert solves[0]["verify"] == {"accepted": True, "checked": 4164498, "wrong": 0, "first": []}
    for solved in solves:
        for same in ["signature", "counts", "winners", "edges", "max_distance_plies", "start"]:
            assert solved[same] == solves[0][same]


def test_the_product_engine_is_chosen_where_there_is_one(tmp_path):
    def chosen(*words):
        return report("solve", *words)["engine"]
    assert chosen("cat_and_mouse", "nodes=20", "degree=3") == "product"
    assert chosen("cat_and_mouse_ii", "rows=4", "cols=4", "-o", tmp_path / "t.h5", "--checkpoint", "1") == "product"
    assert chosen("mnk") == "implicit"
    refused = run("solve", "mnk", "--engine", "product")
    assert (refused.returncode, refused.stderr) == (
        2, "zermelo: engine 'product' is not available: the game has no product form\n")


def test_tables_of_all_engines_are_the_same(tmp_path):
    words = ["cat_and_mouse_ii", "rows=30", "cols=21", "walls=0.2", "seed=3", "mouse_jump=2"]
    for engine in ["product", "implicit"]:
        report("solve", *words, "--engine", engine, "-o", tmp_path / f"{engine}.h5", "--threads", "2")
    with h5py.File(tmp_path / "product.h5") as ours, h5py.File(tmp_path / "implicit.h5") as theirs:
        for array in ["outcome", "distance"]:
            assert (ours[array][:] == theirs[array][:]).all()
        assert ours.attrs["signature"] == theirs.attrs["signature"]


@pytest.mark.parametrize("engine", ["product", "implicit", "queue"])
def test_a_sample_can_be_verified(engine):
    words = ["solve", "cat_and_mouse_ii", "rows=20", "cols=20", "--engine", engine]
    assert report(*words, "--verify=sample:1000")["verify"]["checked"] == 1000
    assert report(*words, "--verify=sample:1000000000")["verify"]["checked"] == 320000  # there are no more
    for bad in ["sample:0", "sample:", "sample:x", "some", "sample:-1"]:
        refused = run(*words, "--verify=" + bad)
        assert (refused.returncode, refused.stdout) == (2, "")
        assert refused.stderr.startswith(f"zermelo: --verify={bad}: give --verify, or --verify=sample:N")


def test_solve_speaks_to_people():
    text = run("solve", "cat_and_mouse_ii", "grid=" + GRID, "mouse_jump=2", "--verify").stdout
    assert re.search(r"^estimate +engine product, about .* of ", text, re.M)
    assert re.search(r"^value +mouse wins in 5 plies$", text, re.M)
    assert re.search(r"^winners +mouse 88, cat 112, tie 0, draw 0$", text, re.M)
    assert re.search(r"^verified +200 positions, entries right$", text, re.M)


def test_explain_prints_the_plan_and_the_hooks():
    text = run("solve", "mnk", "--explain").stdout
    assert re.search(r"^  explicit +about ", text, re.M)
    assert re.search(r"^  canonical +missing: no symmetry is used$", text, re.M)
    explained = report("solve", "mnk", "--explain")
    assert explained["plan"]["chosen"] == explained["engine"]
    assert {hook["name"] for hook in explained["hooks"]} >= {"start", "canonical"}


def test_explain_shows_what_would_not_fit():
    refused = run("solve", "mnk", "--explain", "--memory-limit", "1K")
    assert refused.returncode == 3
    assert re.search(r"^  implicit +about .*, over the limit$", refused.stdout, re.M)


def test_instances_come_from_files_and_json(tmp_path):
    grid = tmp_path / "grid.txt"
    grid.write_text(GRID.replace("/", "\n") + "\n")
    instance = {"grid": GRID.split("/"), "catJump": 1, "mouseJump": 2}
    whole = tmp_path / "instance.json"
    whole.write_text(json.dumps(instance, indent=1))
    forms = [["grid=@" + str(grid), "mouse_jump=2"], ["@" + str(grid), "mouse_jump=2"], ["@" + str(whole)],
             [json.dumps(instance)], ["grid=" + json.dumps(instance["grid"]), "mouse_jump=2"]]
    assert len({report("solve", "cat_and_mouse_ii", *words)["signature"] for words in forms}) == 1
    graph = tmp_path / "graph.json"
    graph.write_text("[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]")
    for words in [["@" + str(graph)], ["graph=@" + str(graph)], ["graph=" + graph.read_text()]]:
        assert report("solve", "cat_and_mouse", *words)["start"]["answer"] == 0


# tables

def test_probe_without_fields_is_the_start(table):
    probed = report("probe", table)
    assert probed["state"] == "mouse=2,0 cat=1,1 turn=mouse" and probed["plies"] == 5
    assert probed["answer"] is True and probed["plies_played"] == 0
    assert probed["to_move"] == "mouse" and probed["drawing"] == "####F\n#C...\nM...."
    assert probed["cells"] == [[1, 1], [5, 0]] and probed["hands"] == []
    for move in probed["moves"]:
        assert set(move) == {"state", "position", "outcome", "winner", "plies", "gain", "margin", "best", "rank", "ends", "changes"}
        assert move["state"].endswith("turn=cat")
    best = [move for move in probed["moves"] if move["best"]]
    assert best and all(move["plies"] == 4 and move["winner"] == "mouse" for move in best)


def test_probe_of_a_position_in_any_order_of_fields(table):
    probed = report("probe", table, "turn=mouse", "mouse=0,4", "cat=1,1")
    assert (probed["outcome"], probed["winner"], probed["plies"], probed["moves"]) == ("win", "mouse", 0, [])
    assert "mouse has won" in run("probe", table, "turn=mouse mouse=0,4 cat=1,1").stdout


def test_probe_counts_plies_played_against_the_limit(table):
    assert report("probe", table, "plies_played=995")["winner"] == "mouse"
    late = report("probe", table, "plies_played=996")
    assert (late["outcome"], late["winner"], late["decided_by"], late["answer"]) == ("win", "cat", "move_limit", False)
    assert {move["winner"] for move in late["moves"]} == {"cat"}


def test_stats_tells_what_is_in_a_table(table):
    stats = report("stats", table)
    assert stats["winners"]["mouse"] == 88 and stats["max_distance_plies"] == 8
    assert sum(stats["histogram"]["win"]) == stats["counts"]["win"]
    assert stats["longest"]["cat"]["plies"] == 8 and stats["longest"]["tie"] is None
    assert stats["start"]["plies"] == 5 and stats["infinite_play"] == "cat" and stats["move_limit"] == 1000
    assert [axis["name"] for axis in stats["axes"]] == ["turn", "cat", "mouse"]
    assert stats["program_version"] in run("--version").stdout
    text = run("stats", table).stdout
    assert "farthest cat win: 8 plies" in text and "#####" in text
    state = stats["longest"]["cat"]["first"][0]
    assert report("probe", table, state)["plies"] == 8


def test_verify_accepts_a_true_table(table):
    checked = report("verify", table)
    assert checked["accepted"] and checked["wrong"] == 0 and checked["false_statements"] == []
    assert checked["signature"] == report("stats", table)["signature"]
    assert run("verify", table).stdout.endswith("accepted\n")


def altered_copy(table, folder, alter):
    import h5py
    path = str(folder / "altered.h5")
    with open(table, "rb") as source, open(path, "wb") as copy:
        copy.write(source.read())
    with h5py.File(path, "r+") as file:
        alter(file)
    return path


def test_verify_can_check_a_sample(table):
    checked = report("verify", table, "--sample", "50")
    assert checked["checked"] == 50 and checked["accepted"]
    # What a table says of itself takes all of its entries.
    assert "signature" not in checked and "false_statements" not in checked
    assert "signature" not in run("verify", table, "--sample", "50").stdout
    assert run("verify", table, "--sample", "0").returncode == 2


def test_verify_refuses_a_false_distance(table, tmp_path):
    def alter(file):
        place = tuple(index[0] for index in (file["distance"][...] == 8).nonzero())
        file["distance"][place] = 7
    path = altered_copy(table, tmp_path, alter)
    refused = run("verify", path, "--json")
    assert (refused.returncode, refused.stderr) == (1, "")
    checked = json.loads(refused.stdout)
    assert not checked["accepted"] and checked["wrong"] >= 1
    assert {"state", "outcome", "plies", "margin", "reason"} == set(checked["first"][0])
    assert any("signature" in statement for statement in checked["false_statements"])
    text = run("verify", path).stdout
    assert checked["first"][0]["state"] + ": stored " in text and text.endswith("rejected\n")


def test_verify_refuses_a_false_signature(table, tmp_path):
    def alter(file):
        true = file.attrs["signature"]
        file.attrs.modify("signature", true[:-1] + (b"0" if true[-1:] != b"0" else b"1"))
    refused = run("verify", altered_copy(table, tmp_path, alter), "--json")
    assert refused.returncode == 1
    checked = json.loads(refused.stdout)
    assert checked["wrong"] == 0 and not checked["accepted"]
    assert [statement[:10] for statement in checked["false_statements"]] == ["signature:"]


def test_verify_survives_a_value_in_a_hole(tmp_path):
    table = str(tmp_path / "mnk.h5")
    assert run("solve", "mnk", "rows=2", "cols=2", "k=2", "-o", table).returncode == 0

    def alter(file):
        place = tuple(index[0] for index in (file["outcome"][...] == 0).nonzero())
        file["outcome"][place] = 1
        file["distance"][place] = 3
    refused = run("verify", altered_copy(table, tmp_path, alter))
    assert (refused.returncode, refused.stderr) == (1, "")
    assert "REFUSED" in refused.stdout


# bad input

@pytest.mark.parametrize("words, expected", [
    ([], "no command; see zermelo --help"),
    (["slove"], "unknown command 'slove'; did you mean 'solve'?"),
    (["--jsn"], "unknown option '--jsn'; known: "),
    (["solve"], "GAME is required"),
    (["solve", "mkn"], "unknown game 'mkn'; did you mean 'mnk'?"),
    (["list", "mkn"], "unknown game 'mkn'; did you mean 'mnk'?"),
    (["list", "mnk", "more"], "unexpected argument 'more'"),
    (["list", "--structure"], "list: --structure needs a game"),
    (["list", "--hooks"], "list: --hooks needs a game"),
    (["list", "mnk", "--hooks", "--check"], "--hooks excludes --check"),
    (["solve", "mnk", "--verfy"], "unknown option '--verfy'; did you mean '--verify'?"),
    (["solve", "mnk", "rwos=3"], "mnk has no parameter 'rwos'; did you mean 'rows'?"),
    (["solve", "mnk", "rows=x"], "parameter 'rows': 'x' is not a whole number"),
    (["solve", "mnk", "rows=0"], "parameter 'rows': '0' is not a whole number from 1 to "),
    (["solve", "mnk", "rows"], "'rows' is not a name=value word, such as rows=3"),
    (["solve", "mnk", "rows=3", "rows=3"], "parameter 'rows' is given twice"),
    (["solve", "mnk", "--threads", "0"], "--threads"),
    (["solve", "mnk", "--threads", "x"], "--threads"),
    (["solve", "mnk", "--threads"], "--threads"),
    (["solve", "mnk", "--engine", "implict"], "unknown engine 'implict'; did you mean 'implicit'?"),
    (["solve", "mnk", "--engine", "textbook"], "engine 'textbook' is not available: "),
    (["solve", "mnk", "--memory-limit", "4X"], "'4X' is not a size in bytes"),
    (["solve", "mnk", "-o", "/no/such/folder/t.h5"], "cannot write /no/such/folder/t.h5: "),
    (["solve", "mnk", "-o", "/"], "cannot write /: it is a folder"),
    (["solve", "cat_and_mouse_ii"], "grid"),
    (["solve", "cat_and_mouse_ii", "grid="], "grid"),
    (["solve", "cat_and_mouse_ii", "grid=CMF/.."], "grid"),
    (["solve", "cat_and_mouse_ii", "grid=CMFx"], "x"),
    (["solve", "cat_and_mouse_ii", "grid=CF"], "mouse"),
    (["solve", "cat_and_mouse_ii", "grid=CCMF"], "cat"),
    (["solve", "cat_and_mouse_ii", "grid=CM"], "food"),
    (["solve", "cat_and_mouse_ii", "grid=CMF", "cat_jump=0"], "parameter 'cat_jump': '0' is not a whole number"),
    (["solve", "cat_and_mouse_ii", "grid=@/no/such/file"], "cannot read /no/such/file: No such file or directory"),
    (["solve", "cat_and_mouse", "graph=[[1,9],[0]]"], "9"),
    (["solve", "cat_and_mouse", "graph=[[1,2],[0],[0]", "cat=2"], "graph: line 1, column 15: not valid JSON: "),
    (["solve", "cat_and_mouse", "graph=[[1,2],[0],[0]]", "cat=0"], "cat"),
    (["probe", "/no/such/table.h5"], "/no/such/table.h5"),
    (["play", "/no/such/table.h5"], "/no/such/table.h5"),
    (["play", "mkn"], "unknown game 'mkn'; did you mean 'mnk'?"),
    (["play", "mnk", "--as", "noughts"], "--as: mnk has no player 'noughts'; known: x, o"),
], ids=lambda value: " ".join(value) if isinstance(value, list) else "")
def test_bad_input_is_one_line(words, expected):
    assert expected in failure(*words)


def test_json_errors_name_file_line_and_column(tmp_path):
    broken = tmp_path / "broken.json"
    broken.write_text('{"grid": ["CM",\n "F." ],\n "catJump" 1}')
    message = failure("solve", "cat_and_mouse_ii", "@" + str(broken))
    assert message.startswith(f"{broken}: line 3, column 12: not valid JSON: ")


def test_errors_in_a_file_name_it(tmp_path):
    ragged = tmp_path / "ragged.txt"
    ragged.write_text("CMF\n..\n")
    assert str(ragged) in failure("solve", "cat_and_mouse_ii", "grid=@" + str(ragged))


def test_a_message_is_one_line_whatever_the_words_hold():
    failure("solve", "cat_and_mouse_ii", "gr\nid=CMF")
    failure("solve", "a\nb\tc")


@pytest.mark.parametrize("words, expected", [
    (["mouse=0,0"], "missing"),
    (["mouse=0,0", "cat=1,1", "turn=mouse"], "mouse=0,0"),
    (["mouse=2,0", "cat=1,1", "turn=dog"], "dog"),
    (["mouse=2,0", "cta=1,1", "turn=cat"], "unknown field 'cta'; did you mean 'cat'?"),
    (["plies_played=x"], "plies_played is a whole number"),
    (["plies_played=-1"], "plies_played is a whole number"),
])
def test_bad_positions_are_one_line(table, words, expected):
    assert expected in failure("probe", table, *words)


def test_a_file_that_is_no_table_is_one_line(table, tmp_path):
    text = tmp_path / "text.h5"
    text.write_text("no table")
    cut = tmp_path / "cut.h5"
    with open(table, "rb") as whole:
        cut.write_bytes(whole.read()[:-1000])
    for path in [str(text), str(cut), str(tmp_path)]:
        for command in ["probe", "stats", "verify", "play"]:
            assert path in failure(command, path)


def test_a_table_of_another_version_or_game_is_one_line(table, tmp_path):
    version = altered_copy(table, tmp_path, lambda file: file.attrs.modify("format_version", 2))
    assert "version" in failure("probe", version)
    game = altered_copy(table, tmp_path, lambda file: file.attrs.modify("game", b"cat_and_mouse_iv"))
    assert failure("probe", game) == f"{game}: unknown game 'cat_and_mouse_iv'; did you mean 'cat_and_mouse_ii'?"
    rules = altered_copy(table, tmp_path, lambda file: file.attrs.modify("move_limit", 999))
    assert "move limit" in failure("probe", rules)


# resources and signals

def test_too_little_memory_is_status_3_before_any_work():
    message = failure("solve", "cat_and_mouse_ii", "rows=30", "cols=30", "--memory-limit", "100K", "--json", status=3)
    assert "100.0 KiB" in message and "implicit needs about" in message
    failure("solve", "cat_and_mouse_ii", "rows=4000", "cols=4000", "--json", status=3)


def test_a_table_that_cannot_be_written_is_status_3_and_what_was_found_is_told(tmp_path):
    limit = 4096  # bytes of a file; the table takes more
    done = subprocess.run([PROGRAM, "solve", "mnk", "-o", str(tmp_path / "t.h5"), "--json"], text=True, check=False,
                          capture_output=True,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
    assert done.returncode == 3
    assert done.stderr == f"zermelo: {tmp_path}/t.h5: cannot write: File too large\n"
    found = json.loads(done.stdout)
    assert found["counts"]["win"] > 0 and "table" not in found
    assert list(tmp_path.iterdir()) == []


def test_output_that_cannot_be_written_is_status_3():
    with open("/dev/full", "wb") as full:
        done = subprocess.run([PROGRAM, "list"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 3
    assert done.stderr == "zermelo: cannot write to standard output: No space left on device\n"


# play

def test_play_against_a_table_to_the_end(table):
    played = run("play", table, "--as", "cat", stdin="1\n" * 50)
    assert (played.returncode, played.stderr) == (0, "")
    assert "You play cat; mouse is played perfectly." in played.stdout
    assert re.search(r"^mouse moves: mouse=\d,\d cat=\d,\d turn=cat$", played.stdout, re.M)
    assert re.search(r"mouse has won after \d+ plies\.\n$", played.stdout)


def test_play_solves_a_game_first_and_takes_field_words():
    played = run("play", "mnk", stdin="hint\nboard=X../.../...\nquit\n")
    assert (played.returncode, played.stderr) == (0, "")
    assert "a tie in 9 plies; best: " in played.stdout
    assert "x> board=X../.../...\no moves: board=X" in played.stdout


def test_play_ends_quietly_with_its_input():
    played = run("play", "mnk", stdin="nonsense\n99\nundo\n")
    assert (played.returncode, played.stderr) == (0, "")
    assert "'nonsense' is no move and no command" in played.stdout
    assert "99 is not a move's number from 1 to 9" in played.stdout
    assert "there is no move of yours to take back" in played.stdout


def test_play_is_interrupted_while_it_waits():
    with subprocess.Popen([PROGRAM, "play", "mnk"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as playing:
        while not playing.stdout.readline().startswith(b"   9"):
            pass  # until all moves are shown
        playing.send_signal(signal.SIGINT)
        assert playing.wait() == 130
        assert playing.stderr.read() == b"zermelo: interrupted\n"


def needs_recent_processor():
    """Whether the program was built for processors with SSE 4.2, and runs under qemu-user, as with no sanitizer."""
    flags = report("bench", "mnk", "rows=1", "cols=1", "k=1", "--repeat", "1")["machine"]["flags"]
    return "-march=x86-64-v2" in flags and "-fsanitize" not in flags


@pytest.mark.skipif(shutil.which("qemu-x86_64") is None, reason="needs qemu-user")
@pytest.mark.parametrize("processor, is_too_old", [("kvm64", True), ("Nehalem", False)])
def test_reports_old_processor(processor, is_too_old):
    if not needs_recent_processor():
        pytest.skip("the program is built for any processor")
    done = subprocess.run(["qemu-x86_64", "-cpu", processor, PROGRAM, "--version"], capture_output=True, text=True, check=False)
    if is_too_old:
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == ("zermelo: this processor lacks SSE 4.2 or POPCNT, which this build needs; "
                               "build with -D ZERMELO_X86_64_V2=OFF\n")
    else:
        assert (done.returncode, done.stderr) == (0, "") and done.stdout.startswith("zermelo ")
