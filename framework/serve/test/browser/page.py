# SPDX-License-Identifier: MIT
"""The page in a browser: actions and visible state."""

import json
import shutil
import urllib.parse
import urllib.request

try:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.keys import Keys
    from selenium.webdriver.support.ui import Select, WebDriverWait
except ImportError:  # `browser` then skips the test
    webdriver = Service = ActionChains = Keys = Select = WebDriverWait = None

import pytest

SECONDS = 20  # maximum wait for the effect of an action

IS_READY = "return !document.body.classList.contains('busy') && !document.querySelector('main').inert"
PIECES = """return Object.fromEntries([...document.querySelectorAll('#board .piece')].map(
  piece => [piece.getAttribute('transform'), `${piece.getAttribute('class')} ${piece.dataset.piece}`]))"""
SNAPSHOT = f"""const done = arguments[0];
const isShown = () => {{ {IS_READY} }}, pieces = () => {{ {PIECES} }};
const look = () => {{
  if (!isShown()) return setTimeout(look, 2);
  const places = {{}};
  for (const spot of document.querySelectorAll('#board .place')) {{
    const {{left, right, top, bottom}} = spot.querySelector('.area').getBoundingClientRect();
    places[spot.dataset.place] = [spot.getAttribute('aria-label'), (left + right) / 2, (top + bottom) / 2];
  }}
  const state = new URLSearchParams(location.hash.split('?')[1]).get('state');
  done({{state, pieces: pieces(), places}});
}};
look();"""
CHOICE = "return [...document.querySelectorAll('#choice button')].find(one => one.title === arguments[0])"
HEATS = """return [...document.querySelectorAll('#board .heats .heat')].map(
  path => `${path.getAttribute('class')} ${path.getAttribute('fill-opacity')} ${path.getAttribute('d')}`)"""


def browser():
    """A browser without a window. Skips the test if none is available."""
    programs = shutil.which("chromium"), shutil.which("chromedriver")
    if webdriver is None or None in programs:
        pytest.skip("a browser needs chromium, chromium-driver and python3-selenium")
    options = webdriver.ChromeOptions()
    options.binary_location = programs[0]
    for option in ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                   "--host-resolver-rules=MAP tables.example 127.0.0.1"]:
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(service=Service(programs[1]), options=options)


class Page:
    def __init__(self, driver, address):
        self.driver = driver
        self.address = address

    def all(self, selector):
        return self.driver.find_elements("css selector", selector)

    def __getitem__(self, name):
        """The element with this id."""
        return self.driver.find_element("id", name)

    def api(self, *path, **parameters):
        """The response of the server, without the page."""
        url = f"{self.address}api/{'/'.join(urllib.parse.quote(part, safe='') for part in path)}"
        query = urllib.parse.urlencode({name: value for name, value in parameters.items() if value is not None}, doseq=True)
        with urllib.request.urlopen(f"{url}?{query}" if query else url) as answer:
            return json.load(answer)

    def position(self, about, **parameters):
        """A position with its moves; on a board, all have `cells`, a piece or None by cell, and `hands`. `about`
        describes the table."""
        position = self.api("tables", about["name"], "position", **parameters)
        if about["board"]:
            position["cells"] = with_changes([None] * len(about["board"]["places"]), position["cells"])
            for move in position["moves"]:
                move["cells"] = with_changes(position["cells"], move.pop("changes"))
                move.setdefault("hands", position["hands"])
        return position

    # --- actions ------------------------------------------------------------------------------------------------------

    def open(self, table, state=None, **parameters):
        """Opens a table as a new visitor does, with `#TABLE?state=...` in the address."""
        parameters = {"state": state, **parameters} if state else parameters
        query = f"?{urllib.parse.urlencode(parameters)}" if parameters else ""
        self.driver.get("about:blank")
        self.driver.get(f"{self.address}#{urllib.parse.quote(table, safe='')}{query}")
        self.settle(lambda: self["sentence"].text != "")
        return self

    def settle(self, is_done=lambda: True):
        """Waits until loading has finished, and a condition holds."""
        def is_settled(driver):
            return driver.execute_script(IS_READY) and is_done()
        WebDriverWait(self.driver, SECONDS, poll_frequency=0.02).until(is_settled)

    def wait(self, is_done):
        """Waits until a condition holds, also during loading."""
        WebDriverWait(self.driver, SECONDS, poll_frequency=0.02).until(lambda _: is_done())

    def open_panels(self):
        self.driver.execute_script("document.querySelectorAll('details').forEach(one => one.open = true)")

    def cell(self, cell):
        return self.driver.find_element("css selector", f'#board .place[data-place="{cell}"]')

    def click_cell(self, cell):
        ActionChains(self.driver, duration=0).move_to_element(self.cell(cell)).click().perform()
        self.settle()

    def click_named(self, *names):
        """Clicks the cells of these names."""
        for name in names:
            self.click_cell(self.names.index(name))

    def enter(self, name, text):
        """Replaces the text of a field, and presses Enter."""
        self[name].clear()
        self[name].send_keys(text, Keys.ENTER)

    def press(self, *keys):
        for key in keys:
            ActionChains(self.driver, duration=0).send_keys(key).perform()
            self.settle()

    def drag(self, start, end):
        """Drags a piece to another cell, and holds it there."""
        ActionChains(self.driver).click_and_hold(self.cell(start)).move_by_offset(9, 9).move_to_element(
            self.cell(end)).perform()

    def drop(self):
        ActionChains(self.driver).release().perform()
        self.settle()

    @property
    def focused(self):
        return self.driver.switch_to.active_element

    def show(self, width, height, scheme="light"):
        """Sets the window's size in pixels, and the colour scheme."""
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                    {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
            {"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}]})

    def click(self, name):
        self[name].click()
        self.settle()

    def choose(self, name, value):
        """Chooses a value in a list of the page."""
        Select(self[name]).select_by_value(value)
        self.settle()

    def play_on_board(self, move, spots, seen):
        """Clicks the cells that a move changes until the move is made; pieces before their targets. Returns the new
        view. `seen`: the view before"""
        before = seen["state"]
        for cell in sorted(spots, key=lambda cell: move["cells"][cell] is not None):
            _, x, y = seen["places"][str(cell)]
            for deed in ("mousePressed", "mouseReleased"):  # by ActionChains a click takes twice as long
                self.driver.execute_cdp_cmd("Input.dispatchMouseEvent",
                                            {"type": deed, "x": x, "y": y, "button": "left", "clickCount": 1})
            seen = self.snapshot()
            if seen["state"] != before:
                return seen
        button = self.driver.execute_script(CHOICE, move["state"])
        assert button is not None, (before, move["state"], self["choice"].text)
        button.click()
        return self.snapshot()

    # --- visible state ------------------------------------------------------------------------------------------------

    def snapshot(self):
        """`state`, `pieces`, and `places`, for each its name for a screen reader and its centre in the window: all in
        one snapshot, when no requests are pending."""
        return self.driver.execute_async_script(SNAPSHOT)

    @property
    def state(self):
        """The position in the address, as a string."""
        return self.driver.execute_script("return new URLSearchParams(location.hash.split('?')[1]).get('state')")

    @property
    def sentence(self):
        return self["sentence"].text

    @property
    def hash(self):
        return self.driver.execute_script("return location.hash")

    @property
    def heats(self):
        """The colours of the map, each with the outlines of its cells; empty without a map."""
        return self.driver.execute_script(HEATS)

    @property
    def labels(self):
        """Names of the cells for a screen reader, by cell."""
        spots = self.driver.execute_script("""return [...document.querySelectorAll('#board .place')].map(
          spot => [Number(spot.dataset.place), spot.getAttribute('aria-label')])""")
        return [label for _, label in sorted(spots)]

    @property
    def names(self):
        """Names of the cells, by cell."""
        return [label.split(",")[0] for label in self.labels]

    @property
    def history(self):
        """The index of the position in the play in the browser's history entry, and the length of the play."""
        return self.driver.execute_script("return [history.state.at, history.state.play.length]")

    @property
    def moves(self):
        """The texts of the listed moves, with their values."""
        return [button.text.replace("\n", " ") for button in self.all("#moves button")]

    def log(self):
        """Messages of the browser's console."""
        return self.driver.get_log("browser")


def with_changes(cells, changes):
    changed = dict(changes)
    return [changed.get(cell, piece) for cell, piece in enumerate(cells)]


def changed_cells(before, after):
    return [cell for cell, (was, now) in enumerate(zip(before["cells"], after["cells"])) if was != now]
