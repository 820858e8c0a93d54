#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The program as a server: what it answers is what the other commands print, and it starts and ends in order. Positions are
in served_positions_test.py, and what is answered to requests of any kind in the tests in C++."""

import contextlib
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import time

import h5py
import pytest

from program import failure, report, run
from serving import served, solve_tables

DATA = pathlib.Path(os.environ["ZERMELO_DATA_DIR"])
TABLES = {
    "grid": ["cat_and_mouse_ii", f"grid=@{DATA}/grids/official_1.txt", "cat_jump=1", "mouse_jump=2"],
    "graph": ["cat_and_mouse", "nodes=12", "degree=3", "seed=4"],
    "board": ["mnk"],
    "chess": ["chess_ending", "pieces=KRvK"],
    "explored": ["connect_four", "rows=4", "cols=4", "k=3"],
    "set": ["chess_ending", "pieces=KQvK", "--slices", "all"],
}


@pytest.fixture(name="tables", scope="module")
def solved_tables(tmp_path_factory):
    return solve_tables(tmp_path_factory.mktemp("tables"), TABLES)


@pytest.fixture(name="server", scope="module")
def server_of_all(tables):
    with served(os.path.dirname(tables["grid"])) as server:
        yield server


@pytest.mark.parametrize("name", TABLES)
def test_counts_and_statistics_are_those_of_the_commands(tables, server, name):
    table = tables[name]
    told = report("stats", table)
    stats = server.json(name, "stats")
    assert stats.pop("table") == name and told.pop("table") == table
    assert stats == told
    assert server.json(name, "histogram") == told["histogram"]
    assert server.json(name, "count", where="plies>=2") == report("find", table, "plies>=2", "--count")
    about = server.json(name)
    assert (about["name"], about["signature"], about["game"]) == (name, told["signature"], told["game"])
    found = run("find", table, "plies>=1", "--longest", "--limit", "30", "--json").stdout.splitlines()
    pages, after = [], {}
    while len(pages) < len(found):
        page = server.json(name, "find", where="plies>=1", longest="", limit=10, **after)
        pages += page["positions"]
        after = {"after": page["next"]}
    assert pages[:30] == [json.loads(line) for line in found]


def test_the_founding_games_are_solved_without_a_table(tmp_path):
    with served(env={**os.environ, "TMPDIR": str(tmp_path)}) as server:
        assert server.said.startswith("3 tables at http://127.0.0.1:")
        tables = server.json()["tables"]
        assert [table["game"] for table in tables] == ["cat_and_mouse", "cat_and_mouse_ii", "cat_and_mouse_ii"]
        assert json.loads(tables[0]["params"]["graph"]) == json.loads((DATA / "graphs/official_1.json").read_text("utf-8"))
        assert tables[1]["params"]["grid"].split("/") == (DATA / "grids/official_1.txt").read_text("utf-8").split()
        assert server.json("grid", "position")["answer"] is True
        assert len(list(tmp_path.iterdir())) == 1
        assert server.end() == (0, "")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is missing")
def test_the_documentation_shows_what_is_answered(tables, tmp_path):
    page = (pathlib.Path(__file__).resolve().parents[2] / "docs" / "serve.md").read_text(encoding="utf-8")
    shown = next(block for block in page.split("```") if "$ curl" in block).split("\n", 1)[1]
    shutil.copy(tables["grid"], tmp_path / "t.h5")
    with served(str(tmp_path / "t.h5")) as server:
        said = ""
        for line in shown.splitlines():
            if not line.startswith("$ "):
                continue
            command = line[2:].replace(":8913/", f":{server.port}/")
            said += line + "\n" + subprocess.run(["bash", "-c", command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                                 text=True, check=True).stdout
    assert said == shown


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_beside_connections_that_are_open(tables, by):
    with served(tables["grid"]) as server:
        assert server.json("grid")["game"] == "cat_and_mouse_ii"
        with socket.create_connection(("127.0.0.1", server.port)) as waiting:
            waiting.sendall(b"GET / HT")
            assert server.end(by) == (0, "")
            with contextlib.suppress(ConnectionResetError):  # if the server ended before it read those bytes
                assert waiting.recv(1) == b""


def test_a_port_that_is_taken_is_refused_in_a_line(tables):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert failure("serve", tables["grid"], "--port", str(port)) == f"cannot listen on 127.0.0.1:{port}: Address already in use"


def test_each_option_has_its_effect(tables):
    options = ["--log", "--host", "0.0.0.0", "--allow-host", "tables.example", "--allow-origin", "https://page.example"]
    with served(tables["grid"], *options) as server:
        assert server.ask("/api/tables", Host="tables.example:8000")[0] == 200
        status, _, text = server.ask("/api/tables", Host="localhost:9001")
        assert status == 421 and "--allow-host" in json.loads(text)["error"]
        asks = {"Origin": "https://page.example", "Access-Control-Request-Method": "POST"}
        status, headers, text = server.ask("/api/tables/grid/positions", method="OPTIONS", **asks)
        assert (status, headers["Access-Control-Allow-Origin"], text) == (204, "https://page.example", "")
        server.ask("/api/tables/grid/position?state=%1b")
        status, errors = server.end()
    warning, *lines = errors.splitlines()  # of several connections, in any order
    assert status == 0 and warning.startswith("zermelo: whoever reaches this address")
    assert len(lines) == 4 and sum("GET /api/tables/grid/position?state=%1b 400 " in line for line in lines) == 1
    assert all(line.isprintable() for line in lines)


def test_errors_shorten_text_of_a_table(tables, tmp_path):
    with h5py.File(tables["grid"]) as sound:
        names = list(sound.attrs)
    for name in names:
        shutil.copy(tables["grid"], tmp_path / f"{name}.h5")
        with h5py.File(tmp_path / f"{name}.h5", "r+", libver=("v110", "v110")) as file:
            file.attrs.create(name, b"x" * 60_000, dtype="S60000")
    with served(str(tmp_path)) as server:
        errors = {table["name"]: table["error"] for table in server.json()["tables"] if table["error"]}
        assert {"game", "parameter_grid", "axes", "format"} <= set(errors)
        for name, error in errors.items():
            status, _, text = server.ask(f"/api/tables/{name}")
            assert (status, json.loads(text)["error"]) == (503, error) and "x" * 41 not in error, name
            assert "x" * 41 not in run("stats", str(tmp_path / f"{name}.h5")).stderr, name


def test_a_slice_that_is_cut_is_said_and_the_set_is_served_again_once_it_is_whole(tables, tmp_path):
    shutil.copytree(tables["set"], tmp_path / "set")
    cut = max((tmp_path / "set").glob("*.h5"), key=lambda file: file.stat().st_size)
    whole = cut.read_bytes()
    cut.write_bytes(whole[:len(whole) // 2])
    with served(str(tmp_path / "set")) as server:
        for path in ("set", "set/position", "set/stats", "set/slice?axis=cut"):
            status, headers, text = server.ask(f"/api/tables/{path}")
            error = json.loads(text)["error"]
            assert status == 503 and error.startswith("set/K") and str(tmp_path) not in text, path
            assert "Retry-After" in headers
        assert server.json()["tables"][0]["error"] == error
        (tmp_path / "new").write_bytes(whole)
        os.replace(tmp_path / "new", cut)
        deadline = time.monotonic() + 60
        while server.ask("/api/tables/set")[0] != 200 and time.monotonic() < deadline:
            time.sleep(0.05)
        assert server.json()["tables"][0]["error"] is None
        cut.write_bytes(whole[:len(whole) // 2])
        status, _, text = server.ask("/api/tables/set/stats")
        assert status == 503 and str(tmp_path) not in text


def test_an_answer_that_is_known_is_not_sent_again_and_methods_are_checked(server):
    status, headers, _ = server.ask("/api/tables/grid/histogram")
    assert status == 200
    assert server.ask("/api/tables/grid/histogram", **{"If-None-Match": headers["ETag"]})[0] == 304
    assert {method: server.ask("/api/tables/grid/histogram", method=method)[0] for method in ("PUT", "DELETE", "BREW")} == {
        "PUT": 405, "DELETE": 405, "BREW": 405}


@pytest.mark.parametrize("target, status", [
    ("/api/tables/grid/find?limit=0", 400), ("/api/tables/grid/find?where=", 200),
    ("/api/tables/chess/count?by=position", 400), ("/api/tables/chess/count?by=turn", 200),
    ("/api/tables/grid/find?after=99999999999999999999", 400), ("/api/tables/grid/find?after=200", 200),
    ("/api/tables/grid/random?seed=18446744073709551616", 400),
    ("/api/tables/grid/slice?axis=mouse&turn=cat&cat=99", 400), ("/api/tables/grid/slice?axis=mouse&turn=cat&cat=9", 200),
    ("/../../etc/passwd", 404), ("//", 404), ("/api/tables/%2e%2e%2fgrid", 404), ("/api/tables/GRID", 404), ("/", 200),
])
def test_any_target_has_its_status_and_one_line_of_error(server, target, status):
    found, headers, text = server.ask(target)
    assert found == status, text
    assert headers["X-Content-Type-Options"] == "nosniff" and "default-src 'none'" in headers["Content-Security-Policy"]
    if status >= 400:
        assert list(json.loads(text)) == ["error"] and text.count("\n") == 1 and tempfile.gettempdir() not in text
