# SPDX-License-Identifier: MIT
"""Tests responses that are late, in parts or missing: the page shows the complete result of the last request."""

import os
import shutil

import pytest

DELAY = """
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
FAIL = """
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


def delay(page, part):
    """Delays the first response from an address with this part."""
    page.driver.execute_script(DELAY, part)


def is_delayed(page):
    return page.driver.execute_script("return window.isHeld === true")


def test_page_retries_table_list_when_server_is_busy(page):
    added = page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": FAIL % ["/tables", 1, 503]})
    page.open("tictactoe")
    page.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)
    assert page.sentence == "x to move: a tie in 9 plies." and not page["error"].is_displayed()


def test_second_of_two_quick_moves_is_played(page):
    page.open("tictactoe")
    delay(page, "/position")
    first, second = page.all("#moves button")[:2]
    wanted = second.get_attribute("title")
    first.click()
    page.wait(lambda: is_delayed(page))
    second.click()
    page.settle(lambda: page.state == wanted)
    assert page.history == [1, 2]
    assert not page["error"].is_displayed()
    page.click("undo")
    assert page.state == "board=.../.../..."


def test_truncated_answer_shows_only_an_error(page):
    page.open("tictactoe")
    state, moves = page.state, page.moves
    delay(page, "/position")
    page.all("#moves button")[0].click()
    page.wait(lambda: is_delayed(page))
    page.driver.execute_script("window.cut()")
    page.settle(lambda: page["error"].is_displayed())
    assert page["error"].text == "The response of the server is incomplete; try again."
    assert (page.state, page.moves) == (state, moves)
    page.all("#moves button")[0].click()
    page.settle(lambda: page.state != state)
    assert not page["error"].is_displayed()


@pytest.mark.parametrize("part", ["/line", "/find", "/histogram"])
def test_open_panels_show_selected_table_and_ignore_late_errors_of_another(page, part):
    page.open("tictactoe")
    delay(page, part)
    page.open_panels()
    page.wait(lambda: is_delayed(page) and (page.all("#histogram_found svg") or part == "/histogram"))
    page.choose("table", "grid")
    page.settle(lambda: len(page.all("#line_found a")) == 5 and page.all("#longest_found a"))
    page.settle(lambda: page.all("#histogram_found svg") and "cat_and_mouse_ii" in page["facts_found"].text)
    page.driver.execute_script("window.cut()")
    assert page["line_found"].text.split("\n")[0] == "mouse M 2,0–2,2"
    assert page.all("details .error") == []


def test_failed_panel_retries_when_reopened(page):
    page.open("tictactoe")
    page.driver.execute_script(FAIL % ["/histogram", 1, 400])
    summary = page["histogram"].find_element("tag name", "summary")
    summary.click()
    page.settle(lambda: page["histogram_found"].text == "not now")
    summary.click()
    summary.click()
    page.settle(lambda: page.all("#histogram_found svg"))


def test_line_panel_sends_one_request(page):
    page.open("kpk", "white=Ka1,Pa2 black=Kh8 turn=white")
    page.driver.execute_script("performance.clearResourceTimings()")
    page["line"].find_element("tag name", "summary").click()
    page.settle(lambda: len(page.all("#line_found a")) > 20)
    assert page.driver.execute_script(FETCHED) == [f"{page.address}api/tables/kpk/line"]
    assert page["line_found"].text.split("\n")[0].startswith("white ")


def test_table_list_shows_new_and_repaired_tables(page, folder):
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


def test_perfect_play_retries_after_a_failed_request(page):
    page.open("tictactoe")
    page.choose("side", "x")
    page.driver.execute_script(FAIL % ["/position", 2, 400])
    page.click_cell(4)
    page.settle(lambda: page["error"].text == "not now")
    assert page.state == "board=.../.X./..."
    page.settle(lambda: page.state.count("O") == 1)
    assert page.sentence == "x to move." and not page["error"].is_displayed()
