# SPDX-License-Identifier: MIT
"""Tests the appearance and the texts of the page: widths, colour schemes, names for screen readers, violations, maps,
untrusted strings."""

import urllib.parse

import pytest

from conftest import MARKUP
from page import Select

OVERFLOW = """return [...document.querySelectorAll('body *')].filter(
  one => one.getBoundingClientRect().right > innerWidth + 1 && getComputedStyle(one).display !== 'none'
    && !one.closest('.unseen, .list, #drawing')).map(one => one.outerHTML.slice(0, 80))"""
CONTRAST = """
const numbers = color => color.match(/[\\d.]+/g).map(Number);
const light = color => numbers(color).slice(0, 3).map(c => c / 255).map(
  c => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4).reduce(
  (sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
const behind = one => { for (; one; one = one.parentElement) {
  const color = getComputedStyle(one).backgroundColor; if (numbers(color)[3] !== 0) return color; } };
return [...document.querySelectorAll('body *')].filter(
  one => !one.closest('svg, .unseen, :disabled, .out') && one.checkVisibility() && one.tagName !== 'OPTION'
    && [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim())).map(one => {
    const [a, b] = [light(getComputedStyle(one).color), light(behind(one))].sort((p, q) => q - p);
    return [(a + 0.05) / (b + 0.05), one.outerHTML.slice(0, 80)]; }).filter(([ratio]) => ratio < 4.5)"""
BACKGROUND = "return getComputedStyle(document.body).backgroundColor"
NAMED = {"button", "link", "textbox", "combobox", "checkbox", "gridcell", "grid", "option", "image"}


def open_panels_filled(page):
    page.open_panels()
    page.settle(lambda: page.all("#histogram_found svg, #histogram_found p:not(:empty)")
                and page.all("#longest_found h3"))


@pytest.mark.parametrize("width", [320, 1280])
@pytest.mark.parametrize("table", ["tictactoe", "grid", "morris", "kpk"])
def test_page_fits_the_window_and_has_readable_contrast(page, table, width):
    page.show(width, 900)
    page.open(table, "white=Kd4,Pe4 black=Kd8 turn=white" if table == "kpk" else None)
    open_panels_filled(page)
    assert page.driver.execute_script("return document.documentElement.scrollWidth") <= width
    assert page.driver.execute_script(OVERFLOW) == []
    color = page.driver.execute_script(BACKGROUND)
    assert page.driver.execute_script(CONTRAST) == []
    page.show(width, 900, "dark")
    assert page.driver.execute_script(BACKGROUND) != color
    assert page.driver.execute_script(CONTRAST) == []


def test_every_control_has_an_accessible_name(page):
    page.open("grid")
    open_panels_filled(page)
    page.choose("map", "mouse")
    nodes = page.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    roles = {}
    for node in nodes:
        role = node.get("role", {}).get("value")
        if role in NAMED | {"row"}:
            roles.setdefault(role, []).append(node.get("name", {}).get("value", ""))
    assert set(roles) == NAMED | {"row"}
    for role in NAMED:
        assert all(name.strip() for name in roles[role]), (role, roles[role])
    assert len(roles["row"]) == 3 and len(roles["gridcell"]) == 10
    assert len([one for one in page.all("#board [tabindex='0']")]) == 1


def test_page_is_small_and_loads_nothing_from_other_sites(page):
    page.open("grid")
    open_panels_filled(page)
    page.choose("map", "cat")
    fetched = page.driver.execute_script(
        "return performance.getEntriesByType('resource').map(one => [one.name, one.decodedBodySize])")
    assert all(name.startswith(page.address) for name, _ in fetched), fetched
    files = {name.rsplit("/", 1)[1]: size for name, size in fetched if "/api/" not in name}
    assert {"page.css", "page.js"} <= set(files) and 50_000 < sum(files.values()) < 100_000, files


def test_page_escapes_markup_in_table_names(page):
    page.open(MARKUP)
    open_panels_filled(page)
    assert MARKUP in page.driver.title
    assert MARKUP in [option.text for option in Select(page["table"]).options]
    page.enter("state", "<img/src=x>")
    page.settle(lambda: "<img/src" in page["error"].text)
    page.enter("where", "<img/src=x>")
    page.settle(lambda: "<img/src" in page["found_text"].text)
    assert page.all("img") == []
    page.log()  # the browser logs that the server has rejected both


def test_page_escapes_markup_in_position_names(page):
    page.open("names")
    open_panels_filled(page)
    page.settle(lambda: page["line_found"].text.startswith("even <script>alert(1)</script>\n"))
    assert page["drawing"].text == "<img/src=x>"
    assert [move.split()[1] for move in page.moves] == ["<script>alert(1)</script>", "<b>mill</b>"]
    page.all("#moves button")[1].click()
    page.settle(lambda: page.state == "<b>mill</b>")
    assert page["played"].text.split("\n") == ["<img/src=x>", "even <b>mill</b>"]
    assert page.all("img, b, body script") == []


@pytest.mark.parametrize("wrong, table, error", [
    ("grid?state=rubbish", "grid", "FIELD=VALUE, got 'rubbish'"),
    ("kpk?state=rubbish", "kpk", "rubbish"),  # the game has no start
    ("nonexistent", MARKUP, "unknown table 'nonexistent'"),
    ("cut?state=rubbish", MARKUP, "cut: "),
    ("%?state=rubbish", MARKUP, "'%'"),
])
def test_invalid_address_shows_a_start_position_and_an_error(page, wrong, table, error):
    page.driver.get("about:blank")
    page.driver.get(f"{page.address}#{wrong}")
    page.settle(lambda: page["error"].is_displayed())
    assert error in page["error"].text
    assert Select(page["table"]).first_selected_option.get_attribute("value") == table
    assert page.hash.startswith(f"#{urllib.parse.quote(table, safe='()')}?state=")
    assert page.driver.title == f"{page.sentence} – {table}"
    page.all("#moves button")[0].click()
    page.settle(lambda: page["undo"].is_enabled() and not page["error"].is_displayed())
    page.choose("table", "tictactoe")
    assert page.driver.title.endswith("– tictactoe")
    page.log()  # the browser logs the rejected requests


@pytest.mark.parametrize("table", ["gone", "cut"])
def test_page_does_not_select_unreadable_table_and_shows_others(page, table):
    page.open("tictactoe")
    if table == "gone":
        page.driver.execute_script("document.getElementById('table').add(new Option('gone', 'gone'))")
        page.choose("table", "gone")
    else:
        page.driver.get(f"{page.address}#cut")
    page.settle(lambda: page["error"].is_displayed())
    assert Select(page["table"]).first_selected_option.text == "tictactoe"
    page.choose("table", "grid")
    assert page.sentence == "mouse to move: mouse wins in 5 plies." and not page["error"].is_displayed()
    page.log()  # the browser logs the rejected request


def test_map_is_redrawn_while_a_piece_is_dragged(page):
    page.open("open_grid")
    page.choose("map", "mouse")
    page.settle(lambda: page.heats)
    before, state = page.heats, page.state
    cat = next(cell for cell, label in enumerate(page.labels) if ", cat" in label)
    far = next(cell for cell, label in reversed(list(enumerate(page.labels))) if ", empty" in label)
    page.drag(cat, far)
    page.settle(lambda: page.heats != before)
    assert page.state == state
    page.settle(lambda: page.labels[far].endswith("mouse here: cat wins in 0 plies"))
    during = page.heats
    page.drop()
    page.settle(lambda: page.state != state)
    assert page.labels[far].split(", ")[-2] == "cat" and page.heats == during
    fields = dict(field.split("=") for field in page.state.split() if not field.startswith("mouse"))
    values = page.api("tables", "open_grid", "slice", axis="mouse", **fields)
    expected = [f"mouse here: {winner} wins in {plies} pl" for winner, plies in zip(values["winner"], values["plies"])]
    assert all(fields in label for fields, label in zip(expected, page.labels))  # the cells of both are in the same
                                                                                 # order
    page.choose("map", "")
    assert page.heats == []


def test_panels_show_longest_win_line_histogram_and_counts(page):
    page.open("grid")
    open_panels_filled(page)
    assert "cat, 8 plies" in page["longest_found"].text
    page.settle(lambda: len(page.all("#line_found a")) == 5)
    assert page["line_found"].text.split("\n")[0] == "mouse M 2,0–2,2"
    assert len(page.all("#histogram_found rect")) > 5
    page["where"].send_keys("turn=cat winner=mouse")
    page.click("count")
    page.settle(lambda: "positions" in page["found_text"].text)
    count = page.api("tables", "grid", "count", where=["turn=cat", "winner=mouse"])["count"]
    assert page["found_text"].text == f"{count} positions"
    page["find_form"].find_element("css selector", "[type=submit]").click()
    page.settle(lambda: len(page.all("#found li")) == min(count, 50))
    page.driver.find_element("css selector", "#longest_found a").click()
    page.settle(lambda: page.sentence == "cat to move: mouse wins in 6 plies.")
