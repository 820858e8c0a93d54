# SPDX-License-Identifier: MIT
"""Tests games for points, and moves that gain points: margins on the page, and the boards of these games."""

from page import CHOICE

HEAT_OF = """const [slice, isByPoints] = arguments, done = arguments[2];
import('/heat.js').then(({heatOf}) => done(heatOf(slice, {name: 'cat', places: [0, 1, 2, 3]},
  {players: ['cat', 'mouse'], board: {places: [0, 1, 2, 3]}}, isByPoints)));"""
SLICE = {"outcome": ["win", "loss", "tie", "illegal"], "winner": ["cat", "mouse", None, None], "plies": [3, 5, 2, None],
         "margin": [8, -2, 0, None]}


def test_page_shows_margins_of_values_and_gains_of_moves(page):
    page.open("kalah")
    assert page.sentence == "south to move: south wins by 2 in 11 plies."
    assert page.moves == ["+ a1 −3, b1 c1 +1 south wins by 1 in 10 plies; gains +1, keeps +2 best",
                          "+ b1 −3, c2 c1 +1 south wins by 1 in 10 plies; gains +1, keeps +2 best",
                          "− c1 −3, b2 c2 +1 north wins by 7 in 11 plies; gains +1, keeps −6"]
    page.open("othello")
    assert page.sentence == "black to move: white wins by 8 in 10 plies."
    assert all("gains" not in move for move in page.moves)


def test_sign_of_a_move_matches_its_margin(page):
    about = page.api("tables", "kalah")
    state, move = next(
        (found["state"], move) for found in page.api("tables", "kalah", "find", limit=200)["positions"]
        for move in page.position(about, state=found["state"])["moves"]
        if move["gain"] and move["margin"] > 0 and move["winner"] not in (None, found["winner"]))
    page.open("kalah", state)
    display = next(one for one in page.all("#moves button") if one.get_attribute("title") == move["state"])
    assert display.text.startswith("+") and f"gains +{move['gain']}, keeps +{move['margin']}" in display.text


def test_click_on_a_pit_sows_it(page):
    page.open("kalah")
    page.click_named("b1")
    assert page.state == "south=3,0,4 north=4,3,3 turn=north"
    assert page.driver.execute_script(CHOICE, "") is None
    assert page["played"].get_attribute("textContent").endswith("south b1 −3, c2 c1 +1 (+1)")


def test_dots_and_boxes_page_draws_lines_of_the_board(page):
    page.open("dots", "board=+-+.+/I.I../+-+.+/...../+.+.+ turn=first")
    assert len(page.all("#board .stroke")) == 4 and len(page.all("#board .box")) == 1
    assert len(page.all("#board circle.wall")) == 9 and page.all("#board .piece circle") == []


def test_margin_panel_counts_positions_by_margin(page):
    page.open("kalah")
    page.open_panels()
    page.settle(lambda: page.all("#margins_found svg") and page.all("#line_found p"))
    counts = page.api("tables", "kalah", "count", by="margin")["counts"]
    strings = [one.get_attribute("textContent") for one in page.all("#margins_found title")]
    assert len(strings) == len(counts) > 10 and any(text.endswith(" positions lost by 7") for text in strings)
    assert page["line_found"].text.endswith("south wins by 2 after 11 plies; other moves may be as good.")
    assert "(+1)" in page["line_found"].text and page["where"].get_attribute("placeholder").endswith("margin>=2 plies>=4")
    page.open("tictactoe")
    assert not page["margins"].is_displayed() and "margin" not in page["where"].get_attribute("placeholder")


def test_margin_map_colours_are_stronger_for_larger_margins(page):
    page.open("tictactoe")
    by_points = page.driver.execute_async_script(HEAT_OF, SLICE, True)
    assert [cell and (cell["color"], cell["text"]) for cell in by_points] == [
        ("player_0", "8"), ("player_1", "2"), ("tied", "0"), None]
    strengths = [cell["strength"] for cell in by_points[:3]]
    assert strengths[0] > strengths[1] > strengths[2]
    assert by_points[0]["words"] == "cat here: cat wins by 8 in 3 plies"
    by_plies = page.driver.execute_async_script(HEAT_OF, SLICE, False)
    assert [cell and cell["text"] for cell in by_plies] == ["3", "5", "2", None]
