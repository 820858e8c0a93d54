# SPDX-License-Identifier: MIT
"""Runs zermelo-mpi on one to four ranks beside zermelo on one machine."""

import errno
import json
import os
import signal
import subprocess
import time

import pytest

PLAIN = os.environ["ZERMELO_PROGRAM"]
PROGRAM = os.environ["ZERMELO_MPI_PROGRAM"]
MPIRUN = os.environ["ZERMELO_MPIRUN"]

GAMES = [
    ("mnk", "rows=3", "cols=3", "k=3"),
    ("cat_and_mouse", "graph=[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]"),
    ("cat_and_mouse_ii", "rows=9", "cols=9", "walls=0.2", "seed=3"),
    ("cat_and_mouse_ii", "rows=5", "cols=5", "walls=0.1", "seed=4", "move_limit=none"),
    ("chess_ending", "pieces=KQvK"),
    ("cops_and_robbers", "graph=grid:4x4", "cops=2"),
    ("draughts", "pieces=2"),
    ("hare_and_hounds",),
    ("l_game",),
    ("mu_torere",),
    ("pong_hau_ki",),
    ("quixo",),
    ("quixo", "symmetry=yes"),
]
PRODUCTS = [
    ("cat_and_mouse", "graph=[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]"),
    ("cat_and_mouse", "nodes=80", "degree=4", "seed=1"),
    ("cat_and_mouse_ii", "rows=9", "cols=9", "walls=0.2", "seed=3"),
    ("cat_and_mouse_ii", "rows=5", "cols=5", "walls=0.1", "seed=4", "move_limit=none"),
    ("cat_and_mouse_ii", "rows=12", "cols=20", "walls=0.1", "seed=5", "cat_jump=3", "mouse_jump=2", "move_limit=20"),
    ("cops_and_robbers", "graph=grid:5x5", "cops=1"),
]


def ended(words, **options):
    """Of a job of ranks, which are ended if they wait for each other for ever."""
    return subprocess.run([MPIRUN, *words], capture_output=True, text=True, check=False, timeout=600, **options)


def mpirun(ranks, *words, **options):
    return ended(["-n", str(ranks), PROGRAM, *words], **options)


def plain(*words):
    done = subprocess.run([PLAIN, *words], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def report(ranks, *words):
    done = mpirun(ranks, *words, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def lines_of(done):
    """What the program has said on stderr; mpirun has a word of its own on a program that fails."""
    begin = "zermelo-mpi: "
    return [line[len(begin):] for line in done.stderr.splitlines() if line.startswith(begin)]


def failure(ranks, *words, status=2, **options):
    done = mpirun(ranks, *words, **options)
    assert (done.returncode, done.stdout) == (status, "")
    (line,) = lines_of(done)
    return line


@pytest.mark.parametrize("words", GAMES, ids=" ".join)
def test_ranks_solve_like_one_machine(words, tmp_path):
    expect_like_one_machine(words, ["--engine", "distributed"], "distributed", "implicit", tmp_path)


@pytest.mark.parametrize("words", PRODUCTS, ids=" ".join)
def test_ranks_solve_products_like_one_machine(words, tmp_path):
    expect_like_one_machine(words, [], "distributed_product", "product", tmp_path)


def expect_like_one_machine(words, options, engine, plain_engine, tmp_path):
    expected = json.loads(plain("solve", *words, "--engine", plain_engine, "-o", str(tmp_path / "plain.h5"), "--json"))
    for ranks in (1, 2, 3, 4):
        table = str(tmp_path / f"{ranks}.h5")
        found = report(ranks, "solve", *words, *options, "-o", table, "--verify", "--threads", str(1 + ranks % 2))
        assert found["ranks"] == ranks == len(found["peak_bytes_by_rank"])
        assert found["engine"] == engine
        assert found["verify"] == {"accepted": True, "checked": expected["positions"], "wrong": 0, "first": []}
        for name in set(expected) - {"engine", "threads", "seconds", "peak_bytes", "table"}:
            assert found[name] == expected[name], name
        plain("diff", str(tmp_path / "plain.h5"), table)
        plain("verify", table)


def test_text_is_printed_once():
    done = mpirun(3, "solve", "mnk")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("signature") == 1
    assert done.stdout.count("\nranks ") == 1


def test_the_plan_says_how_the_positions_are_cut():
    found = report(2, "solve", "cat_and_mouse_ii", "rows=9", "cols=9", "--explain")
    engines = [(one["engine"], one["available"]) for one in found["plan"]["engines"]]
    assert engines == [("distributed_product", True), ("distributed", True)]
    assert found["engine"] == "distributed_product"
    text = mpirun(2, "solve", "cat_and_mouse_ii", "rows=9", "cols=9", "--explain").stdout
    assert "2 ranks cut along " in text and " % of the moves between them" in text
    assert "2 ranks by rows of the cat, " in text and " % of the rows between them" in text
    found = report(2, "solve", "mnk", "--explain")
    engines = [(one["engine"], one["available"]) for one in found["plan"]["engines"]]
    assert engines == [("distributed_product", False), ("distributed", True)]


def test_a_sample_is_verified_where_it_lies():
    for engine in ("distributed_product", "distributed"):
        found = report(3, "solve", "cat_and_mouse_ii", "rows=9", "cols=9", "--engine", engine, "--verify=sample:1000")
        assert found["verify"]["accepted"]
        assert 1000 <= found["verify"]["checked"] <= 1000 + 2 * 3


@pytest.mark.parametrize("ranks", [1, 2, 4])
def test_one_line_says_what_is_wrong(ranks, tmp_path):
    assert failure(ranks, "solve", "no_such_game").startswith("unknown game 'no_such_game'")
    assert failure(ranks, "solve", "mnk", "rows=x").startswith("parameter 'rows'")
    assert failure(ranks) == "no command; see zermelo-mpi --help"
    assert failure(ranks, "probe", "t.h5") == "probe works on one machine; use zermelo probe"
    assert failure(ranks, "solve", "mnk", "--engine", "implicit") == (
        "engine 'implicit' is not available: it solves on one machine")
    assert failure(ranks, "solve", "mnk", "--engine", "distributed_product") == (
        "engine 'distributed_product' is not available: the game has no product form")
    for words in (["--reachable"], ["--log", "log.csv"], ["--slices", "all"], ["--resume"]):
        assert failure(ranks, "solve", "mnk", *words) == f"{words[0]}: ranks do not do this together; use zermelo"
    assert failure(ranks, "solve", "fair_shares") == (
        "engine 'distributed' is not available: the game has no for_each_predecessor")
    assert "has no ranking" in failure(ranks, "solve", "dobutsu_shogi")
    assert "memory limit" in failure(ranks, "solve", "cat_and_mouse_ii", "rows=30", "cols=30", "--memory-limit", "16M",
                                     status=3)
    line = failure(ranks, "solve", "mnk", "-o", str(tmp_path / "no folder" / "t.h5"))
    assert "no folder" in line and line.startswith("rank 0: " if ranks > 1 else "cannot write")


def test_the_plain_program_says_where_the_engine_runs():
    done = subprocess.run([PLAIN, "solve", "mnk", "--engine", "distributed"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (
        2, "zermelo: engine 'distributed' is not available: it runs under MPI alone, in zermelo-mpi\n")


def test_help_and_version():
    assert mpirun(2, "--version").stdout == plain("--version")
    assert mpirun(2, "solve", "--help").stdout.count("Usage: zermelo-mpi solve") == 1
    assert mpirun(2, "list").stdout == plain("list")


def run_two(first, second, **options):
    """Two ranks that are not started alike."""
    return ended([*first, ":", *second], **options)


def test_ranks_with_different_arguments_are_refused():
    done = run_two(["-n", "1", PROGRAM, "solve", "mnk"], ["-n", "1", PROGRAM, "solve", "mnk", "rows=4"])
    assert (done.returncode, done.stdout) == (2, "")
    assert lines_of(done) == ["the ranks were given different arguments"]


def test_ranks_with_different_files_are_refused(tmp_path):
    grids = {"one": "CM.\n...\n..F\n", "other": "CM.\n.#.\n..F\n"}
    for name, grid in grids.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "grid.txt").write_text(grid, encoding="utf-8")
    words = [PROGRAM, "solve", "cat_and_mouse_ii", "grid=@grid.txt"]
    one, other = ([*("-n", "1", "-wdir"), str(tmp_path / name), *words] for name in grids)
    done = run_two(one, other)
    assert (done.returncode, done.stdout) == (2, "")
    assert lines_of(done) == ["the ranks were given different instances"]


def test_a_file_that_one_rank_does_not_have_ends_all(tmp_path):
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
    (tmp_path / "one" / "grid.txt").write_text("CM.\n...\n..F\n", encoding="utf-8")
    words = [PROGRAM, "solve", "cat_and_mouse_ii", "grid=@grid.txt"]
    one, other = ([*("-n", "1", "-wdir"), str(tmp_path / name), *words] for name in ("one", "other"))
    done = run_two(one, other)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = lines_of(done)
    assert line.startswith("rank 1: ") and "grid.txt" in line


def once_it_is_read(fifo, job):
    """The end of a FIFO to write to, once the job reads from it."""
    while True:
        try:
            return os.open(fifo, os.O_WRONLY | os.O_NONBLOCK)
        except OSError as nobody:
            assert nobody.errno == errno.ENXIO and job.poll() is None
            time.sleep(0.01)


def test_a_killed_rank_ends_the_job(tmp_path):
    table = tmp_path / "t.h5"
    # One rank waits for its instance, of which nobody writes the end, until it is killed; the other waits for it.
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
    (tmp_path / "one" / "grid.txt").write_text("CM.\n...\n..F\n", encoding="utf-8")
    os.mkfifo(tmp_path / "other" / "grid.txt")
    words = ["solve", "cat_and_mouse_ii", "grid=@grid.txt", "-o", str(table)]
    one, other = ([*("-n", "1", "-wdir"), str(tmp_path / name), *call] for name, call in (
        ("one", [PROGRAM, *words]), ("other", ["sh", "-c", 'echo $$ > pid; exec "$@"', "sh", PROGRAM, *words])))
    with subprocess.Popen([MPIRUN, *one, ":", *other], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as job:
        try:
            end = once_it_is_read(tmp_path / "other" / "grid.txt", job)
            os.kill(int((tmp_path / "other" / "pid").read_text(encoding="utf-8")), signal.SIGKILL)
            output, _ = job.communicate(timeout=600)
            os.close(end)
        finally:
            job.kill()
    assert (job.returncode, output) == (137, b"")
    assert not table.exists()
