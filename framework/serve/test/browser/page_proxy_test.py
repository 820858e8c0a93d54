# SPDX-License-Identifier: MIT
"""Tests the page behind a proxy that forwards `Host` as the server knows it, with and without a path prefix."""

import contextlib
import http.client
import http.server
import threading
import urllib.parse

import pytest

from page import Page

POST = """const done = arguments[0];
fetch('api/tables/tictactoe/positions', {method: 'POST', body: ''}).then(answer => done(answer.status));"""


@contextlib.contextmanager
def proxied(address, prefix):
    """The port of a proxy, and the headers of the requests that it forwards, by path."""
    server, passed = urllib.parse.urlsplit(address).netloc, {}

    class Proxy(http.server.BaseHTTPRequestHandler):
        def pass_on(self):
            if not self.path.startswith(f"{prefix}/"):
                self.send_error(404)
                return
            path = self.path.removeprefix(prefix)
            passed[path] = self.headers
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            asking = http.client.HTTPConnection(server, timeout=60)
            asking.request(self.command, path, body or None, {**self.headers, "Host": server})
            answer = asking.getresponse()
            text = answer.read()
            self.send_response(answer.status)
            for name, value in answer.getheaders():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(text)
            asking.close()

        do_GET = do_POST = pass_on

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Proxy) as proxy:
        running = threading.Thread(target=proxy.serve_forever)
        running.start()
        try:
            yield proxy.server_address[1], passed
        finally:
            proxy.shutdown()
            running.join()


# A browser reports whether a page queries its own server over https or on this machine, but not over http to
# tables.example.
@pytest.mark.parametrize("host, status", [("localhost", 200), ("tables.example", 403)])
@pytest.mark.parametrize("prefix", ["", "/zermelo"])
def test_page_loads_and_posts_behind_a_proxy(driver, address, host, status, prefix):
    with proxied(address, prefix) as (port, passed):
        page = Page(driver, f"http://{host}:{port}{prefix}/")
        page.show(1280, 900)
        page.log()
        page.open("tictactoe")
        assert passed["/page.js"]["Origin"] == f"http://{host}:{port}"
        assert page.sentence == "x to move: a tie in 9 plies."
        page.all("#moves button")[0].click()
        page.settle(lambda: page["undo"].is_enabled())
        assert page.log() == []
        assert driver.execute_async_script(POST) == status
        page.log()  # the browser logs the rejected requests
        driver.get("about:blank")
