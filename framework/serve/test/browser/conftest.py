# SPDX-License-Identifier: MIT
"""A browser, and the program that serves tables to it. Tests are skipped if no browser is available."""

import os
import pathlib
import sys

import pytest

from page import Page, browser

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from serving import served, solve_tables  # noqa: E402

DATA = os.environ["ZERMELO_DATA_DIR"]
MARKUP = "<img src=x onerror=alert(1)>"

NAMES_OF_MARKUP = """parity 2;
start 0;
0 1 0 1,2 "<img/src=x>";
1 1 1 0,2 "<b>mill</b>";
2 0 0 2 "<script>alert(1)</script>";
"""

TABLES = {
    "tictactoe": ["mnk"],
    "kpk": ["chess_ending", "pieces=KPvK"],
    "grid": ["cat_and_mouse_ii", f"grid=@{DATA}/grids/official_1.txt", "cat_jump=1", "mouse_jump=2"],
    "open_grid": ["cat_and_mouse_ii", "rows=12", "cols=12", "walls=0.1", "seed=7", "cat_jump=2", "mouse_jump=2"],
    "graph": ["cat_and_mouse", f"graph=@{DATA}/graphs/official_1.json"],
    "quixo": ["quixo"],
    "morris": ["morris"],
    "l_game": ["l_game"],
    "shares": ["fair_shares"],
    "kalah": ["kalah"],
    "othello": ["othello", "value=margin"],
    "dots": ["dots_and_boxes"],
    MARKUP: ["mnk", "rows=2", "cols=2", "k=2"],
}


@pytest.fixture(scope="session", name="folder")
def solved_tables(tmp_path_factory):
    """The folder of all tables, one of which is truncated."""
    folder = tmp_path_factory.mktemp("tables")
    (folder / "names.pg").write_text(NAMES_OF_MARKUP, encoding="utf-8")
    solve_tables(folder, {**TABLES, "names": ["graph_file", f"file={folder / 'names.pg'}"]})
    (folder / "cut.h5").write_bytes((folder / "tictactoe.h5").read_bytes()[:5000])
    return folder


@pytest.fixture(scope="session", name="address")
def served_tables(folder):
    """The address of a server of all tables."""
    with served(str(folder)) as server:
        yield f"http://127.0.0.1:{server.port}/"


@pytest.fixture(scope="session", name="driver")
def started_browser():
    driver = browser()
    yield driver
    driver.quit()


@pytest.fixture(name="page")
def fresh_page(driver, address):
    """The page in a window of 1280 x 900. The browser's console must stay empty."""
    page = Page(driver, address)
    page.show(1280, 900)
    page.log()
    yield page
    assert page.log() == []
