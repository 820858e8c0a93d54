# SPDX-License-Identifier: MIT
"""Tests plies made by clicks on each kind of board: the drawing matches the server, without jumps."""

import collections
import random

import pytest

from page import changed_cells

PLIES = 25
GAMES = {"kpk": "white=Kd4,Pe4 black=Kd8 turn=white", "grid": None, "graph": None, "quixo": None, "morris": None,
         "l_game": None}


def expect_drawn(seen, position, shape):
    """Checks that the names of the cells match the position's pieces."""
    for cell, piece in enumerate(position["cells"]):
        name = shape["places"][cell]["name"]
        expected = "empty" if piece is None else shape["pieces"][piece]["name"]
        label = seen["places"][str(cell)][0]
        assert label.startswith(f"{name}, {expected}"), (cell, label, expected)
    assert len(seen["places"]) == len(position["cells"])
    assert len(seen["pieces"]) == sum(piece is not None for piece in position["cells"])


def kind_of(position, move):
    """The pieces that appear and disappear on the cells that a move changes."""
    return tuple(sorted(f"{position['cells'][cell]} {move['cells'][cell]}" for cell in changed_cells(position, move)))


def play_a_ply(page, about, seen, position, choose, made):
    """Makes a move by clicks, if there is a move, of the least frequent kind so far; among moves that end play, one of
    each kind. Returns the new view and the position, or nothing for a terminal position. `made`: the number of moves of
    each kind"""
    moves = [(move, kind_of(position, move)) for move in position["moves"] if changed_cells(position, move)]
    if not moves:
        return None, None
    ranks = [(move["ends"] and made[kind] > 0, made[kind]) for move, kind in moves]
    move, kind = choose.choice([one for one, rank in zip(moves, ranks) if rank == min(ranks)])
    made[kind] += 1
    changed, before = changed_cells(position, move), seen["pieces"]
    seen = page.play_on_board(move, changed, seen)
    after = seen["pieces"]
    assert seen["state"] == move["state"]
    assert sum(before.get(at) != after.get(at) for at in before.keys() | after.keys()) == len(changed)
    other = next(player for player in about["players"] if player != position["to_move"])
    reached = page.position(about, state=seen["state"], to_move=other if about["seen_by"] == "player_to_move" else None)
    assert (reached["to_move"], reached["cells"], reached["hands"]) == (other, move["cells"], move["hands"])
    return seen, reached


@pytest.mark.parametrize("table", GAMES)
def test_board_layout_does_not_jump_between_moves(page, table):
    choose = random.Random(39)
    about = page.api("tables", table)
    made = collections.Counter()
    seen = position = None
    for _ in range(PLIES):
        if position is None:
            page.open(table, GAMES[table])
            seen = page.snapshot()
            position = page.position(about, state=seen["state"])
        expect_drawn(seen, position, about["board"])
        seen, position = play_a_ply(page, about, seen, position, choose, made)


def test_graph_board_draws_nodes_without_overlap(page):
    page.open("graph")
    centers = page.driver.execute_script("""return [...document.querySelectorAll('#board circle.area')].map(
      area => [Number(area.getAttribute('cx')), Number(area.getAttribute('cy'))])""")
    assert len(centers) == 6
    for i, (x, y) in enumerate(centers):
        for other_x, other_y in centers[:i]:
            assert (x - other_x) ** 2 + (y - other_y) ** 2 > 80 ** 2


def test_moves_that_change_the_same_cells_get_buttons_below_the_board(page):
    page.open("kpk", "white=Kd6,Pe7 black=Kb7 turn=white")
    page.click_named("e7", "e8")
    choices = page["choice"].find_elements("tag name", "button")
    assert page.state == "white=Kd6,Pe7 black=Kb7 turn=white"
    assert [one.text for one in choices] == ["♙ e7–e8 ♕", "♙ e7–e8 ♖", "♙ e7–e8 ♗", "♙ e7–e8 ♘"]
    choices[0].click()
    page.settle(lambda: "Qe8" in page.state)
    assert "e8, white queen" in page.labels


def test_moves_without_button_below_the_board_are_counted(page):
    page.open("l_game")
    position = page.position(page.api("tables", "l_game"), state=page.state)
    spots = {move["state"]: set(changed_cells(position, move)) for move in position["moves"]}
    fitting = {state: [other for other in spots.values() if other >= changed] for state, changed in spots.items()}
    state = max(fitting, key=lambda state: (len(fitting[state]), -len(spots[state])))
    assert len(fitting[state]) > 12
    for cell in spots[state]:
        page.click_cell(cell)
    assert len(page.all("#choice button")) == 12
    assert page["choice"].text.split("\n")[-1] == f"{len(fitting[state]) - 12} more in the list"
    assert page["spoken"].get_attribute("textContent") == (
        f"{len(fitting[state])} moves fit. Choose one below the board or in the list.")


def test_selected_piece_shows_its_targets_and_can_be_deselected(page):
    page.open("kpk", "white=Kd6,Pe6 black=Kd8 turn=white")
    page.click_named("d6")
    named = dict(zip(page.names, page.labels))
    assert sorted(name for name, label in named.items() if "can be chosen" in label) == ["c5", "c6", "d5", "e5"]
    assert "chosen" in named["d6"].split(", ")
    page.click_named("d6")
    assert not any("chosen" in label.split(", ") for label in page.labels)


def test_game_without_board_shows_drawing_and_move_list(page):
    page.open("shares")
    assert page["drawing"].is_displayed() and page["drawing"].text != ""
    assert not page["board"].is_displayed()
    start, moves = page.state, page.moves
    page.driver.find_element("css selector", "#moves button").click()
    page.settle(lambda: page.state != start)
    assert page.moves != moves
