# SPDX-License-Identifier: MIT
"""Answers that come late, in pieces or not at all: what is shown is the last wish, whole."""

import os
import shutil

import pytest

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
REFUSE = """
const real = window.fetch, [part, number, status] = %s;
let asked = 0;
window.fetch = async (url, options) => {
  if (!url.includes(part) || ++asked !== number) return real(url, options);
  return new Response('{"error": "not now"}', {status});
};"""
FETCHED = "return performance.getEntriesByType('resource').map(one => one.name.split('?')[0])"
OPTION = """
const option = [...document.querySelectorAll('#table option')].find(({value}) => value === arguments[0]);
return option ? [option.disabled, option.text.includes(': ')] : null;"""


def hold(page, part):
    """Keeps back the first answer from an address with this part."""
    page.driver.execute_script(HOLD, part)


def is_held(page):
    return page.driver.execute_script("return window.isHeld === true")


def test_a_busy_server_is_asked_for_its_tables_again(page):
    added = page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": REFUSE % ["/tables", 1, 503]})
    page.open("tictactoe")
    page.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)
    assert page.sentence == "x to move: a tie in 9 plies." and not page["error"].is_displayed()


def test_of_two_quick_moves_the_second_is_made(page):
    page.open("tictactoe")
    hold(page, "/position")
    first, second = page.all("#moves button")[:2]
    wanted = second.get_attribute("title")
    first.click()
    page.wait(lambda: is_held(page))
    second.click()
    page.settle(lambda: page.state == wanted)
    assert page.history == [1, 2]
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
    assert page["error"].text == "The answer of the server is incomplete."
    assert (page.state, page.moves) == (state, moves)
    page.all("#moves button")[0].click()
    page.settle(lambda: page.state != state)
    assert not page["error"].is_displayed()


@pytest.mark.parametrize("part", ["/line", "/find", "/histogram"])
def test_open_panels_show_the_table_that_is_chosen_and_no_late_failure_of_another(page, part):
    page.open("tictactoe")
    hold(page, part)
    page.open_panels()
    page.wait(lambda: is_held(page) and (page.all("#histogram_found svg") or part == "/histogram"))
    page.choose("table", "grid")
    page.settle(lambda: len(page.all("#line_found a")) == 5 and page.all("#longest_found a"))
    page.settle(lambda: page.all("#histogram_found svg") and "cat_and_mouse_ii" in page["facts_found"].text)
    page.driver.execute_script("window.cut()")
    assert page["line_found"].text.split("\n")[0] == "mouse M 2,0–2,2"
    assert page.all("details .error") == []


def test_a_panel_that_fails_asks_again_when_it_is_opened_again(page):
    page.open("tictactoe")
    page.driver.execute_script(REFUSE % ["/histogram", 1, 400])
    summary = page["histogram"].find_element("tag name", "summary")
    summary.click()
    page.settle(lambda: page["histogram_found"].text == "not now")
    summary.click()
    summary.click()
    page.settle(lambda: page.all("#histogram_found svg"))


def test_a_line_is_one_question(page):
    page.open("kpk", "white=Ka1,Pa2 black=Kh8 turn=white")
    page.driver.execute_script("performance.clearResourceTimings()")
    page["line"].find_element("tag name", "summary").click()
    page.settle(lambda: len(page.all("#line_found a")) > 20)
    assert page.driver.execute_script(FETCHED) == [f"{page.address}api/tables/kpk/line"]
    assert page["line_found"].text.split("\n")[0].startswith("white ")


def test_the_list_has_tables_that_are_new_or_have_been_repaired(page, folder):
    page.open("tictactoe")
    assert page.driver.execute_script(OPTION, "cut") == [True, True] and page.driver.execute_script(OPTION, "late") is None
    try:
        shutil.copy(folder / "tictactoe.h5", folder / "whole")
        os.replace(folder / "whole", folder / "cut.h5")
        shutil.copy(folder / "graph.h5", folder / "late.h5")

        def is_listed():
            page["table"].click()
            return page.driver.execute_script(OPTION, "cut") == [False, False] and page.driver.execute_script(OPTION, "late")
        page.wait(is_listed)
        for table in ("cut", "late"):
            page.choose("table", table)
            page.settle(lambda table=table: page["about"].text.split()[0] == ("mnk" if table == "cut" else "cat_and_mouse"))
    finally:
        (folder / "cut.h5").write_bytes((folder / "tictactoe.h5").read_bytes()[:5000])
        (folder / "late.h5").unlink(missing_ok=True)


def test_perfect_play_tries_again_after_a_failure(page):
    page.open("tictactoe")
    page.choose("side", "x")
    page.driver.execute_script(REFUSE % ["/position", 2, 400])
    page.click_place(4)
    page.settle(lambda: page["error"].text == "not now")
    assert page.state == "board=.../.X./..."
    page.settle(lambda: page.state.count("O") == 1)
    assert page.sentence == "x to move." and not page["error"].is_displayed()
