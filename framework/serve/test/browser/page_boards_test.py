# SPDX-License-Identifier: MIT
"""A hundred plies by clicks on each kind of board: what is drawn is what the server says, never a jump."""

import random

import pytest

from page import changed_places

PLIES = 100
GAMES = {"tictactoe": None, "kpk": "white=Kd4,Pe4 black=Kd8 turn=white", "grid": None, "graph": None, "quixo": None, "morris": None,
         "l_game": None}


def drawn(page, position, shape):
    """Whether the names of the places say what the position has on them."""
    for place, (label, piece) in enumerate(zip(page.labels, position["cells"])):
        name = shape["places"][place]["name"]
        expected = "empty" if piece is None else shape["pieces"][piece]["name"]
        assert label.startswith(f"{name}, {expected}"), (place, label, expected)
    assert len(page.driver.find_elements("css selector", "#board .piece")) == sum(
        piece is not None for piece in position["cells"])


@pytest.mark.parametrize("table", GAMES)
def test_boards_never_jump(page, table):
    choose = random.Random(39)
    about = page.api("tables", table)
    shape, players = about["board"], about["players"]
    page.open(table, GAMES[table])
    to_move = page.api("tables", table, "position", state=page.state)["to_move"]
    plies = 0
    while plies < PLIES:
        position = page.api("tables", table, "position", state=page.state, to_move=to_move)
        drawn(page, position, shape)
        by_state = {move["state"]: move for move in position["moves"] if changed_places(position, move)}
        going_on = [move for move in by_state.values() if not move["ends"]] or list(by_state.values())
        if not going_on:
            page.open(table, GAMES[table])
            to_move = page.api("tables", table, "position", state=page.state)["to_move"]
            plies += 1
            continue
        move = choose.choice(going_on)
        page.play_on_board(move, changed_places(position, move))
        assert page.state == move["state"]
        to_move = players[1 - players.index(to_move)]
        after = page.api("tables", table, "position", state=page.state, to_move=to_move)
        assert (after["cells"], after["hands"], after["to_move"]) == (move["cells"], move["hands"], to_move)
        plies += 1


def test_a_graph_is_laid_out_without_places_upon_each_other(page):
    page.open("graph")
    centers = page.driver.execute_script("""return [...document.querySelectorAll('#board circle.area')].map(
      area => [Number(area.getAttribute('cx')), Number(area.getAttribute('cy'))])""")
    assert len(centers) == 6
    for i, (x, y) in enumerate(centers):
        for other_x, other_y in centers[:i]:
            assert (x - other_x) ** 2 + (y - other_y) ** 2 > 80 ** 2
