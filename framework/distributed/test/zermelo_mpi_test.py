# SPDX-License-Identifier: MIT
"""Tests zermelo-mpi on one to four ranks against zermelo on one machine. The tests of the library solve random graphs
on each number of ranks."""

import contextlib
import csv
import errno
import json
import os
import resource
import signal
import subprocess
import time

import h5py
import pytest

from message_pattern import matches
from mpi_program import (GRACE, MPIRUN, PROGRAM, in_two_folders, lines_of, mpirun, separate_sessions, plain, report, run_two,
                         side_by_side)
from program import small_disk

GAMES = [
    ("mnk", "rows=3", "cols=3", "k=3"),
    ("cat_and_mouse", "graph=[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]"),
    ("cat_and_mouse_ii", "rows=9", "cols=9", "walls=0.2", "seed=3"),
    ("cat_and_mouse_ii", "rows=5", "cols=5", "walls=0.1", "seed=4", "move_limit=none"),
    ("chess_ending", "pieces=KQvK"),
    ("cops_and_robbers", "graph=grid:4x4", "cops=2"),
    ("draughts", "pieces=2"),
    ("fair_shares", "n=20"),  # without predecessors
    ("fox_and_geese", "rows=6", "cols=6"),
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
# Tiny games with an idle rank, layers, stored moves, and rows of a product.
ON_ALL = [(GAMES[1], "distributed"), (GAMES[2], "distributed"), (GAMES[6], "distributed"), (GAMES[7], "distributed"),
          (PRODUCTS[0], "distributed_product"), (PRODUCTS[2], "distributed_product")]
PLAIN_ENGINES = {"distributed": "implicit", "distributed_product": "product"}


def plain_engine(arguments, engine):
    return "explicit" if arguments[0] == "fair_shares" else PLAIN_ENGINES[engine]


def study_of(cases):
    """A study that solves, verifies and stores cases: (arguments of a game, engine)."""
    text = '[tables]\n[solve]\nverify = "all"\n'
    for (game, *parameters), engine in cases:
        values = [f"{name} = '{value}'" for name, value in (argument.split("=", 1) for argument in parameters)]
        text += "\n".join(["[[case]]", f'game = "{game}"', f'engine = "{engine}"', *values, ""])
    return text


def test_solution_of_every_game_on_ranks_equals_single_machine(tmp_path):
    """Two and three ranks solve all games in one job each."""
    cases = [(arguments, "distributed") for arguments in GAMES] + [(arguments, "distributed_product") for arguments in PRODUCTS]
    plain_cases = [(arguments, plain_engine(arguments, engine)) for arguments, engine in cases]
    (tmp_path / "plain.toml").write_text(study_of(plain_cases), encoding="utf-8")
    plain("run", str(tmp_path / "plain.toml"), "-o", str(tmp_path / "plain"), "--quiet")
    expected, plain_tables = rows_and_tables(tmp_path / "plain")
    assert len(expected) == len(set(plain_tables)) == len(cases)
    (tmp_path / "ranks.toml").write_text(study_of(cases), encoding="utf-8")
    for ranks in (2, 3):
        folder = tmp_path / str(ranks)
        done = mpirun(ranks, "run", str(tmp_path / "ranks.toml"), "-o", str(folder), "--quiet", "--threads", str(ranks - 1))
        assert (done.returncode, done.stderr) == (0, "")
        found, tables = rows_and_tables(folder)
        assert found == expected
    for pair in zip(plain_tables, tables, strict=True):
        plain("diff", *pair)


def rows_and_tables(folder):
    """The results of a study, without engines, and its tables."""
    with open(folder / "results.csv", encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    for row in rows:
        del row["engine"]
    return rows, [str(folder / row.pop("table")) for row in rows]


@pytest.mark.parametrize("arguments, engine", ON_ALL, ids=lambda one: " ".join(one) if isinstance(one, tuple) else one)
def test_reports_and_tables_of_ranks_match_single_machine(arguments, engine, tmp_path):
    expected = json.loads(plain("solve", *arguments, "--engine", plain_engine(arguments, engine), "-o", str(tmp_path / "plain.h5"),
                                "--json"))
    numbers = (4,) if arguments[0] in ("cat_and_mouse", "draughts") else (1, 4)
    tables = {ranks: str(tmp_path / f"{ranks}.h5") for ranks in numbers}
    options = ("--engine", engine) if engine == "distributed" else ()
    reports = side_by_side(lambda ranks: report(ranks, "solve", *arguments, *options, "-o", tables[ranks], "--verify",
                                                "--threads", "1" if ranks == 4 else "2"), tables)
    for (ranks, table), found in zip(tables.items(), reports, strict=True):
        assert found["ranks"] == ranks == len(found["peak_bytes_by_rank"])
        assert found["engine"] == engine
        assert found["rounds"] > 0 and len(found["sent_bytes_by_rank"]) == ranks
        # A cut without remote moves is chosen if there is one.
        assert ranks > 1 or found["sent_bytes_by_rank"] == [0]
        assert ranks == 1 or "cat" not in arguments[0] or sum(found["sent_bytes_by_rank"]) > 0
        assert found["verify"] == {"accepted": True, "checked": expected["positions"], "wrong": 0, "first": []}
        for name in set(expected) - {"engine", "threads", "seconds", "peak_bytes", "table"}:
            assert found[name] == expected[name], name
        plain("diff", str(tmp_path / "plain.h5"), table)
    plain("verify", tables[4])


def test_ranks_of_different_versions_are_rejected(tmp_path):
    version = plain("--version").strip()
    revision = version[version.index("(") + 1:-1].encode("ascii")
    with open(PROGRAM, "rb") as program:
        code = program.read()
    if revision not in code:
        pytest.skip("the revision is in a library")
    if revision == b"unknown":
        pytest.skip("without git, the revision may be the end of another text of the program")
    assert b"\0" + revision + b"\0" in code
    other = tmp_path / "other"
    other.write_bytes(code.replace(b"\0" + revision + b"\0", b"\0" + b"x" * len(revision) + b"\0"))
    other.chmod(0o755)
    done = run_two(["-n", "1", PROGRAM, "solve", "mnk"], ["-n", "1", str(other), "solve", "mnk"])
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = lines_of(done)
    assert "different versions" in line


@pytest.mark.parametrize("others_grid, line", [
    ({"grid.txt": b"CM.\n.#.\n..F\n"}, "...different instances..."),
    ({}, "rank 1: cannot read grid.txt: ..."),
], ids=["different file", "missing file"])
def test_unshared_input_file_stops_all_ranks(tmp_path, others_grid, line):
    (message,) = in_two_folders(tmp_path, {"grid.txt": b"CM.\n...\n..F\n"}, others_grid, "solve", "cat_and_mouse_ii",
                             "grid=@grid.txt")
    assert matches(line, message)


def once_it_is_read(fifo, job):
    """Returns the writing end of a FIFO as soon as the job reads from it."""
    while True:
        try:
            return os.open(fifo, os.O_WRONLY | os.O_NONBLOCK)
        except OSError as nobody:
            assert nobody.errno == errno.ENXIO and job.poll() is None
            time.sleep(0.01)


@contextlib.contextmanager
def waiting_for_a_grid(tmp_path, grid, *arguments, **environment):
    """A job of two ranks that solve a grid. The second rank waits for its grid, and the first for the second.
    Yields the job, a file to write that grid to, and the ids of the ranks."""
    for name in ("0", "1"):
        (tmp_path / name).mkdir()
    (tmp_path / "0" / "grid.txt").write_text(grid, encoding="utf-8")
    os.mkfifo(tmp_path / "1" / "grid.txt")
    call = ["sh", "-c", 'echo $$ > pid; exec "$@"', "sh", PROGRAM, "solve", "cat_and_mouse_ii", "grid=@grid.txt", *arguments]
    one, other = (["-n", "1", "-wdir", str(tmp_path / name), *call] for name in ("0", "1"))
    with separate_sessions() as sessions, subprocess.Popen(
            [MPIRUN, *one, ":", *other], env={**sessions, **environment}, text=True, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE) as job:
        try:
            end = once_it_is_read(tmp_path / "1" / "grid.txt", job)
            yield job, end, [int((tmp_path / name / "pid").read_text(encoding="utf-8")) for name in ("0", "1")]
        finally:
            job.kill()


def ended_by(signaled, number, tmp_path, **environment):
    """Returns the status and lines of a job of two ranks, one of which got a signal, while the second waits for the
    rest of its instance, which never comes, and the first waits for the second."""
    table = tmp_path / "t.h5"
    with waiting_for_a_grid(tmp_path, "CM.\n...\n..F\n", "-o", str(table), **environment) as (job, end, ranks):
        os.kill(ranks[int(signaled)], number)
        output, errors = job.communicate(timeout=600)
        os.close(end)
    assert output == ""
    assert not table.exists()
    job.stderr = errors
    return job.returncode, lines_of(job)


def test_killed_rank_stops_the_job(tmp_path):
    assert ended_by("1", signal.SIGKILL, tmp_path, **{GRACE: "1"}) == (137, [])


def test_rank_out_of_memory_stops_the_job(tmp_path):
    grid = "CM" + 94 * "." + "\n" + 94 * (96 * "." + "\n") + 95 * "." + "F\n"
    arguments = ["--engine", "distributed", "--threads", "1", "--memory-limit", "2G", "--json", "-o", str(tmp_path / "t.h5")]
    with waiting_for_a_grid(tmp_path, grid, *arguments) as (job, end, ranks):
        with open(f"/proc/{ranks[1]}/status", encoding="ascii") as status:
            (used,) = [int(line.split()[1]) << 10 for line in status if line.startswith("VmSize:")]
        # Its share of the positions, 170 MB, exceeds the additional memory that the limit allows.
        most = used + (120 << 20)
        resource.prlimit(ranks[1], resource.RLIMIT_AS, (most, most))
        os.write(end, grid.encode("ascii"))
        os.close(end)
        output, errors = job.communicate(timeout=600)
    assert (job.returncode, output) == (3, "")
    job.stderr = errors
    assert lines_of(job) == ["rank 1: out of memory"]
    assert sorted(os.listdir(tmp_path)) == ["0", "1"]


def test_hanging_rank_stops_the_job(tmp_path):
    folders = {stopped: tmp_path / f"stopped_{stopped}" for stopped in ("0", "1")}
    for folder in folders.values():
        folder.mkdir()
    ends = side_by_side(  # the jobs only wait
        lambda stopped: ended_by(stopped, signal.SIGSTOP, folders[stopped], ZERMELO_RANK_TIMEOUT="4"), folders)
    for stopped, end in zip(folders, ends, strict=True):
        assert end == (3, [f"rank {stopped} has not responded for 4 seconds"])


# Tables that ranks write

@pytest.mark.parametrize("arguments, names, least_chunks", [
    (("cat_and_mouse_ii", "rows=24", "cols=24", "walls=0.1", "seed=5"), ("outcome", "distance"), 9),
    (("mnk", "rows=3", "cols=4"), ("outcome", "distance", "to_move"), 2)])
def test_tables_of_ranks_have_the_same_chunks_as_single_machine(tmp_path, arguments, names, least_chunks):
    arguments = ("solve", *arguments, "--quiet")
    plain(*arguments, "-o", str(tmp_path / "plain.h5"))
    with h5py.File(tmp_path / "plain.h5") as expected:
        assert expected["outcome"].id.get_num_chunks() >= least_chunks
        tables = {ranks: tmp_path / f"{ranks}.h5" for ranks in (3, 4)}
        side_by_side(lambda ranks: report(ranks, *arguments, "-o", str(tables[ranks]), "--threads", "2"), tables)
        for table in tables.values():
            with h5py.File(table) as found:
                for name in names:
                    one, other = expected[name].id, found[name].id
                    assert one.get_num_chunks() == other.get_num_chunks()
                    for i in range(one.get_num_chunks()):
                        offset = one.get_chunk_info(i).chunk_offset
                        assert one.read_direct_chunk(offset) == other.read_direct_chunk(offset)
                assert (expected["distance"][...] == found["distance"][...]).all()
            plain("diff", str(tmp_path / "plain.h5"), str(table))
            plain("verify", str(table))


def test_full_disk_on_ranks_leaves_the_old_table(tmp_path):
    with small_disk(tmp_path / "disk", "300k"):
        table = tmp_path / "disk" / "t.h5"
        plain("solve", "mnk", "-o", str(table))
        old = table.read_bytes()
        for ranks in (1, 3):
            done = mpirun(ranks, "solve", "cat_and_mouse", "nodes=1200", "degree=4", "-o", str(table))
            assert done.returncode == 3
            prefix = "rank 0: " if ranks > 1 else ""
            assert lines_of(done) == [f"{prefix}{table}: cannot write: No space left on device"]
            assert done.stdout.count("signature") == 1  # the result is reported although the table is not written
            assert (os.listdir(table.parent), table.read_bytes()) == (["t.h5"], old)


def ended_while_writing(tmp_path, number):
    """Ends a rank by a signal when rank 0 has begun to write. Returns the status and lines of the job; None if it
    was too late, and the table exists."""
    table = tmp_path / "t.h5"
    pid = tmp_path / "pid"
    pid.unlink(missing_ok=True)
    arguments = [PROGRAM, "solve", "cat_and_mouse_ii", "rows=48", "cols=48", "--threads", "1", "--quiet", "-o", str(table)]
    job_arguments = [MPIRUN, "-n", "1", *arguments, ":", "-n", "1", "sh", "-c", 'echo $$ > "$0"; exec "$@"', str(pid), *arguments]
    with separate_sessions() as variables, subprocess.Popen(
            job_arguments, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env={**variables, GRACE: "1"}) as job:
        while job.poll() is None and not any(name.endswith(".tmp") for name in os.listdir(tmp_path)):
            time.sleep(0.001)
        if job.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(pid.read_text(encoding="utf-8")), number)
        _, errors = job.communicate(timeout=600)
    if job.returncode == 0 or (number == signal.SIGKILL and table.exists()):
        plain("verify", str(table))
        table.unlink()
        return None
    job.stderr = errors
    return job.returncode, lines_of(job)


@pytest.mark.parametrize("number, status, lines", [
    (signal.SIGINT, 130, ["rank 1: interrupted"]), (signal.SIGKILL, 137, [])])
def test_rank_failure_while_writing_leaves_no_table(number, status, lines, tmp_path):
    for _ in range(20):
        end = ended_while_writing(tmp_path, number)
        if end is not None:
            assert end == (status, lines)
            assert not (tmp_path / "t.h5").exists()
            return
    raise AssertionError("every table was written before the signal arrived")
