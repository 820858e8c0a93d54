# SPDX-License-Identifier: MIT
"""Answers that come late, in pieces or not at all: what is shown is the last wish, whole."""

HOLD = """
const real = window.fetch, [part] = arguments;
let isFirst = true;
window.fetch = async (url, options) => {
  const response = await real(url, options);
  if (!isFirst || !url.includes(part)) return response;
  isFirst = false;
  window.isHeld = true;
  response.json = () => new Promise((_, fail) => {
    options.signal?.addEventListener('abort', () => fail(new DOMException('', 'AbortError')));
    window.cut = () => fail(new TypeError('cut'));
  });
  return response;
};"""


def hold(page, part):
    """Keeps back the first answer from an address with this part."""
    page.driver.execute_script(HOLD, part)


def is_held(page):
    return page.driver.execute_script("return window.isHeld === true")


def test_of_two_quick_moves_the_second_is_made(page):
    page.open("tictactoe")
    hold(page, "/position")
    first, second = page.all("#moves button")[:2]
    wanted = second.get_attribute("title")
    first.click()
    page.wait(lambda: is_held(page))
    second.click()
    page.settle(lambda: page.state == wanted)
    assert page.driver.execute_script("return [history.state.at, history.state.play.length]") == [1, 2]
    assert not page["error"].is_displayed()
    page.click("undo")
    assert page.state == "board=.../.../..."


def test_an_answer_that_breaks_off_is_said_and_shows_nothing_else(page):
    page.open("tictactoe")
    state, moves = page.state, page.moves
    hold(page, "/position")
    page.all("#moves button")[0].click()
    page.wait(lambda: is_held(page))
    page.driver.execute_script("window.cut()")
    page.settle(lambda: page["error"].is_displayed())
    assert page["error"].text == "The answer of the server breaks off."
    assert (page.state, page.moves) == (state, moves)
    page.all("#moves button")[0].click()
    page.settle(lambda: page.state != state)
    assert not page["error"].is_displayed()
