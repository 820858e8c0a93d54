#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Tests the program as a server: its responses equal the output of other commands, and it starts and ends properly.
Positions are tested in served_positions_test.py, other requests in the C++ tests."""

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
def test_served_counts_and_statistics_match_the_commands(tables, server, name):
    table = tables[name]
    reported = report("stats", table)
    stats = server.json(name, "stats")
    assert stats.pop("table") == name and reported.pop("table") == table
    assert stats == reported
    assert server.json(name, "histogram") == reported["histogram"]
    assert server.json(name, "count", where="plies>=2") == report("find", table, "plies>=2", "--count")
    about = server.json(name)
    assert (about["name"], about["signature"], about["game"]) == (name, reported["signature"], reported["game"])
    found = run("find", table, "plies>=1", "--longest", "--limit", "30", "--json").stdout.splitlines()
    pages, after = [], {}
    while len(pages) < len(found):
        page = server.json(name, "find", where="plies>=1", longest="", limit=10, **after)
        pages += page["positions"]
        after = {"after": page["next"]}
    assert pages[:30] == [json.loads(line) for line in found]


def test_serve_without_table_solves_the_demo_games(tmp_path):
    with served(env={**os.environ, "TMPDIR": str(tmp_path)}) as server:
        assert server.first_line.startswith("3 tables at http://127.0.0.1:")
        tables = server.json()["tables"]
        assert [table["game"] for table in tables] == ["cat_and_mouse", "cat_and_mouse_ii", "cat_and_mouse_ii"]
        assert json.loads(tables[0]["params"]["graph"]) == json.loads((DATA / "graphs/official_1.json").read_text("utf-8"))
        assert tables[1]["params"]["grid"].split("/") == (DATA / "grids/official_1.txt").read_text("utf-8").split()
        assert server.json("grid", "position")["answer"] is True
        assert len(list(tmp_path.iterdir())) == 1
        assert server.end() == (0, "")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is missing")
def test_serve_documentation_examples_match_actual_answers(tables, tmp_path):
    page = (pathlib.Path(__file__).resolve().parents[2] / "docs" / "serve.md").read_text(encoding="utf-8")
    display = next(block for block in page.split("```") if "$ curl" in block).split("\n", 1)[1]
    shutil.copy(tables["grid"], tmp_path / "t.h5")
    with served(str(tmp_path / "t.h5")) as server:
        output = ""
        for line in display.splitlines():
            if not line.startswith("$ "):
                continue
            command = line[2:].replace(":8913/", f":{server.port}/")
            output += line + "\n" + subprocess.run(["bash", "-c", command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                                   text=True, check=True).stdout
    assert output == display


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signal_stops_the_server_despite_open_connections(tables, by):
    with served(tables["grid"]) as server:
        assert server.json("grid")["game"] == "cat_and_mouse_ii"
        with socket.create_connection(("127.0.0.1", server.port)) as waiting:
            waiting.sendall(b"GET / HT")
            assert server.end(by) == (0, "")
            with contextlib.suppress(ConnectionResetError):  # if the server has exited before it read those bytes
                assert waiting.recv(1) == b""


def test_serve_reports_port_in_use(tables):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert failure("serve", tables["grid"], "--port", str(port)).startswith(f"cannot listen on 127.0.0.1:{port}: ")


def test_serve_options_set_log_host_allowed_hosts_and_allowed_origins(tables):
    options = ["--log", "--host", "0.0.0.0", "--allow-host", "tables.example", "--allow-origin", "https://page.example"]
    with served(tables["grid"], *options) as server:
        assert server.query("/api/tables", Host="tables.example:8000")[0] == 200
        status, _, text = server.query("/api/tables", Host="localhost:9001")
        assert status == 421 and "--allow-host" in json.loads(text)["error"]
        preflight = {"Origin": "https://page.example", "Access-Control-Request-Method": "POST"}
        status, headers, text = server.query("/api/tables/grid/positions", method="OPTIONS", **preflight)
        assert (status, headers["Access-Control-Allow-Origin"], text) == (204, "https://page.example", "")
        server.query("/api/tables/grid/position?state=%1b")
        status, errors = server.end()
    warning, *lines = errors.splitlines()  # of several connections, in any order
    assert status == 0 and "this address" in warning
    assert len(lines) == 4 and sum("GET /api/tables/grid/position?state=%1b 400 " in line for line in lines) == 1
    assert all(line.isprintable() for line in lines)


def test_serve_errors_shorten_text_of_a_table(tables, tmp_path):
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
            status, _, text = server.query(f"/api/tables/{name}")
            assert (status, json.loads(text)["error"]) == (503, error) and "x" * 41 not in error, name
            assert "x" * 41 not in run("stats", str(tmp_path / f"{name}.h5")).stderr, name


def test_truncated_slice_is_reported_and_set_is_served_again_after_repair(tables, tmp_path):
    shutil.copytree(tables["set"], tmp_path / "set")
    cut = max((tmp_path / "set").glob("*.h5"), key=lambda file: file.stat().st_size)
    whole = cut.read_bytes()
    cut.write_bytes(whole[:len(whole) // 2])
    with served(str(tmp_path / "set")) as server:
        for path in ("set", "set/position", "set/stats", "set/slice?axis=cut"):
            status, headers, text = server.query(f"/api/tables/{path}")
            error = json.loads(text)["error"]
            assert status == 503 and error.startswith("set/K") and str(tmp_path) not in text, path
            assert "Retry-After" in headers
        assert server.json()["tables"][0]["error"] == error
        (tmp_path / "new").write_bytes(whole)
        os.replace(tmp_path / "new", cut)
        deadline = time.monotonic() + 60
        while server.query("/api/tables/set")[0] != 200 and time.monotonic() < deadline:
            time.sleep(0.05)
        assert server.json()["tables"][0]["error"] is None
        cut.write_bytes(whole[:len(whole) // 2])
        status, _, text = server.query("/api/tables/set/stats")
        assert status == 503 and str(tmp_path) not in text


def test_server_answers_304_for_known_etag_and_rejects_other_methods(server):
    status, headers, _ = server.query("/api/tables/grid/histogram")
    assert status == 200
    assert server.query("/api/tables/grid/histogram", **{"If-None-Match": headers["ETag"]})[0] == 304
    assert {method: server.query("/api/tables/grid/histogram", method=method)[0] for method in ("PUT", "DELETE", "BREW")} == {
        "PUT": 405, "DELETE": 405, "BREW": 405}


@pytest.mark.parametrize("target, status", [
    ("/api/tables/grid/find?limit=0", 400), ("/api/tables/grid/find?where=", 200),
    ("/api/tables/chess/count?by=position", 400), ("/api/tables/chess/count?by=turn", 200),
    ("/api/tables/grid/find?after=99999999999999999999", 400), ("/api/tables/grid/find?after=200", 200),
    ("/api/tables/grid/random?seed=18446744073709551616", 400),
    ("/api/tables/grid/slice?axis=mouse&turn=cat&cat=99", 400), ("/api/tables/grid/slice?axis=mouse&turn=cat&cat=9", 200),
    ("/../../etc/passwd", 404), ("//", 404), ("/api/tables/%2e%2e%2fgrid", 404), ("/api/tables/GRID", 404), ("/", 200),
])
def test_server_answers_each_target_with_its_status_or_a_one_line_error(server, target, status):
    found, headers, text = server.query(target)
    assert found == status, text
    assert headers["X-Content-Type-Options"] == "nosniff" and "default-src 'none'" in headers["Content-Security-Policy"]
    if status >= 400:
        assert list(json.loads(text)) == ["error"] and text.count("\n") == 1 and tempfile.gettempdir() not in text
