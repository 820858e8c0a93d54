# SPDX-License-Identifier: MIT
"""Tests playing games on the page: with mouse and keys, against perfect play, back and forth."""

import pytest

from page import Keys, changed_cells

PLAY = """const [plies, done] = arguments;
const listed = () => document.querySelectorAll('#played li').length, isOpen = one =>
  !one.querySelector('.after').textContent.endsWith('has won');
let next = listed();
const play = () => {
  if (listed() < next) return setTimeout(play);
  if (listed() > plies) return done();
  next = listed() + 1;
  [...document.querySelectorAll('#moves button')].find(isOpen).click();
  setTimeout(play);
};
play();"""
WON = "board=XO./.../..."  # x wins in 5 plies
TURN_OF_X, ENDED, MOUSE_WINS = "x to move.", "Play has ended", "mouse to move: mouse wins in 1 ply."


def best_move(page, table):
    """The best move of the position on the page, and the cell that it changes."""
    position = page.position(page.api("tables", table), state=page.state)
    move = next(move for move in position["moves"] if move["rank"] == 0)
    (cell,) = changed_cells(position, move)
    return move, cell


def walk_to(page, names, wanted):
    """Moves to a cell of a 3 x 3 board by arrow keys, and chooses it by Enter."""
    focused = page.focused.get_attribute("aria-label").split(",")[0]
    start, end = names.index(focused), names.index(wanted)
    column, row = end % 3 - start % 3, end // 3 - start // 3
    page.press(*[Keys.ARROW_RIGHT if column > 0 else Keys.ARROW_LEFT] * abs(column),
               *[Keys.ARROW_DOWN if row > 0 else Keys.ARROW_UP] * abs(row))
    assert page.focused.get_attribute("aria-label").startswith(wanted)
    page.press(Keys.ENTER)


def test_game_played_by_keyboard_ends_as_predicted(page):
    page.open("tictactoe", WON)
    assert page.sentence == "x to move: x wins in 5 plies."
    names, stops = page.names, []
    while page.focused.get_attribute("role") != "gridcell":
        page.press(Keys.TAB)
        stops.append(page.focused.get_attribute("id"))
        assert len(stops) < 10, stops
    for _ in range(5):
        move, cell = best_move(page, "tictactoe")
        walk_to(page, names, names[cell])
        assert page.state == move["state"]
        assert page["spoken"].get_attribute("textContent").startswith(("x plays X", "o plays O"))
    assert page["spoken"].get_attribute("textContent").endswith(f"{ENDED}: x has won.")
    assert page.sentence == f"{ENDED}: x has won." and page.moves == []
    page.press(Keys.TAB)
    assert page.focused.get_attribute("role") != "gridcell", "the board is one tab stop"
    page.focused.send_keys(Keys.CONTROL, "z")
    page.settle(lambda: page.sentence == "x to move: x wins in 1 ply.")


def test_undo_and_redo_restore_positions(page):
    page.open("tictactoe")
    for cell in [0, 4, 8]:
        page.click_cell(cell)
    states = ["board=.../.../...", "board=X../.../...", "board=X../.O./...", "board=X../.O./..X"]
    for state in states[2::-1]:
        page.click("undo")
        assert page.state == state
    assert not page["undo"].is_enabled()
    for state in states[1:]:
        page.click("redo")
        assert page.state == state
    assert not page["redo"].is_enabled()
    page.click("undo")
    page.click_cell(1)
    assert page.state == "board=XX./.O./..." and not page["redo"].is_enabled()


def test_link_back_and_reload_restore_the_position(page):
    page.open("tictactoe")
    page.click_cell(4)
    page.click_cell(0)
    link = page.hash
    assert "state=board" in link and page["link"].get_attribute("href").endswith(link)
    one, none = "board=.../.X./...", "board=.../.../..."
    for go, state in ((page.driver.back, one), (page.driver.back, none), (page.driver.forward, one), (page.driver.refresh, one),
                      (lambda: page.click("undo"), none), (lambda: page.click("redo"), one)):
        go()
        page.settle(lambda state=state: page.state == state)
    page.open("grid")
    page.driver.get(page.address + link)
    page.settle(lambda: page.state == "board=O../.X./...")
    assert page["table"].get_attribute("value") == "tictactoe"


@pytest.mark.parametrize("side", ["x", "o"])
def test_perfect_play_responds_to_moves(page, side):
    page.open("tictactoe")
    page.choose("side", side)
    for turn in range(1, 5):
        stones = 2 * turn - (2 if side == "x" else 1)
        page.settle(lambda stones=stones: page.sentence in (f"{side} to move.",) and page.state.count(".") == 9 - stones
                    or page.sentence.startswith(ENDED))
        if page.sentence.startswith(ENDED):
            break
        page.click_cell(best_move(page, "tictactoe")[1])
    page.settle(lambda: page.sentence.startswith(ENDED) or page.state.count(".") == 1)
    assert "has won" not in page.sentence


def test_values_are_hidden_from_player_until_hint(page):
    page.open("tictactoe", WON)
    page.choose("side", "x")
    assert page.sentence == TURN_OF_X
    assert not any("wins" in move for move in page.moves)
    page.click("hint")
    assert page.sentence.startswith("x to move. Hint: X ") and "x wins in 4 plies" in page.sentence
    assert len(page.all("#board .ring.hinted")) == 1


def test_hidden_values_stay_hidden_after_back_and_reload(page):
    page.open("tictactoe")
    page.click("values")
    page.click_cell(4)
    page.driver.back()
    page.settle(lambda: page.state == "board=.../.../...")
    assert page.sentence == TURN_OF_X and not page["values"].is_selected()
    page.driver.refresh()
    page.settle(lambda: page["sentence"].text != "")
    assert page.sentence == TURN_OF_X and not page["values"].is_selected()


def test_undo_against_perfect_play_returns_to_the_player(page):
    page.open("tictactoe")
    page.choose("side", "x")
    page.click_cell(4)
    page.settle(lambda: page.state.count("O") == 1)
    page.click("undo")
    assert page.state == "board=.../.../..."
    page.click("redo")
    assert page.state.count("O") == 1 and page.sentence == TURN_OF_X


def test_dragging_moves_a_piece(page):
    page.open("kpk", "white=Kd6,Pe6 black=Kd8 turn=white")
    page.drag(*(page.names.index(name) for name in ("d6", "c5")))
    page.drop()
    page.settle(lambda: page.state.startswith("white=Kc5,Pe6"))


def test_touch_moves_a_piece_on_a_scrollable_page(page):
    page.show(400, 400)
    page.open("kpk", "white=Kd6,Pe6 black=Kd8 turn=white")
    start, end = (page.cell(page.names.index(name)) for name in ("d6", "d5"))
    page.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", start)
    (x, y), (_, below) = (page.driver.execute_script("""const box = arguments[0].getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2]""", one) for one in [start, end])
    steps = [{"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}]
    steps += [{"type": "touchMove", "touchPoints": [{"x": x, "y": y + (below - y) * part / 8}]} for part in range(1, 9)]
    for step in [*steps, {"type": "touchEnd", "touchPoints": []}]:
        page.driver.execute_cdp_cmd("Input.dispatchTouchEvent", step)
    page.settle(lambda: page.state.startswith("white=Kd5,Pe6"))


def test_moves_are_listed_best_first_with_sign_and_result(page):
    page.open("grid")
    ranks = {move["state"]: move["rank"] for move in page.api("tables", "grid", "position")["moves"]}
    listed = [ranks[button.get_attribute("title")] for button in page.all("#moves button")]
    assert listed == sorted(ranks.values()) and len(set(listed)) > 1
    assert [move.split()[0] for move in page.moves] == ["+", "−", "−"]
    assert [" ".join(move.split()[-4:]) for move in page.moves][0] == "in 4 plies best"
    page.driver.find_element("css selector", "#moves button").click()
    page.settle(lambda: page.sentence == "cat to move: mouse wins in 4 plies.")


def test_move_list_is_one_tab_stop_and_keeps_focus(page):
    page.open("tictactoe")
    page.driver.execute_script("document.querySelector('#moves button').focus()")
    page.press(Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ENTER)
    assert page.state == "board=..X/.../..."
    focused = page.focused
    assert "move" in focused.get_attribute("class") and focused.text.split()[2:] != []
    assert len(page.all("#moves [tabindex='0']")) == 1


def test_position_can_be_entered_in_notation_or_by_fields(page):
    page.open("kpk", "white=Kd6,Pe6 black=Kd8 turn=white")
    assert page["state"].get_attribute("value") == "3k4/8/3KP3/8/8/8/8/8 w - - 0 1"
    page.enter("state", "8/8/8/8/8/4k3/4P3/4K3 w - - 0 1")
    page.settle(lambda: page.state == "white=Ke1,Pe2 black=Ke3 turn=white")
    page.open("grid")
    page.enter("state", "mouse=2,4 cat=1,1 turn=mouse")
    page.settle(lambda: page.sentence == MOUSE_WINS)
    page.enter("state", "mouse=0,0 cat=1,1 turn=mouse")
    page.settle(lambda: page["error"].is_displayed() and "mouse" in page["error"].text)
    assert page.sentence == MOUSE_WINS
    page.log()  # the browser logs the rejected request


def test_history_stores_the_last_hundred_positions(page):
    page.open("quixo")
    page.driver.execute_async_script(PLAY, 102)
    page.settle()
    assert page.history == [100, 101]
    page.click("undo")
    assert page.history == [100, 102]
    page.driver.refresh()
    page.settle(lambda: len(page.all("#played li")) == 102)
