# SPDX-License-Identifier: MIT
"""Solves tables, starts the program as their server, and sends requests."""

import contextlib
import http.client
import json
import signal
import subprocess
from urllib.parse import quote, urlencode

from program import PROGRAM, run


def solve_tables(folder, instances):
    """Solves the instances of a dict, arguments by name. Returns their tables in this folder by name: files NAME.h5,
    and folders NAME for those solved in slices."""
    tables = {}
    for name, arguments in instances.items():
        tables[name] = str(folder / (name if "--slices" in arguments else f"{name}.h5"))
        solved = run("solve", *arguments, "-o", tables[name], "--quiet")
        assert solved.returncode == 0, solved.stderr
    return tables


class Server:
    """The running program, and requests to it."""

    def __init__(self, *arguments, **surroundings):
        self.process = subprocess.Popen([PROGRAM, "serve", "--port", "0", *arguments], stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True, **surroundings)
        self.first_line = self.process.stdout.readline()
        self.port = int(self.first_line.split(":")[-1].strip().strip("/")) if " at http://" in self.first_line else None

    def query(self, path, body=None, method=None, **headers):
        """Status, headers and body of the response."""
        asking = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        asking.request(method or ("POST" if body is not None else "GET"), path, body, headers)
        answer = asking.getresponse()
        text = answer.read().decode()
        asking.close()
        return answer.status, dict(answer.getheaders()), text

    def json(self, *path, **arguments):
        status, _, text = self.query("/api/tables" + "".join("/" + quote(part, safe="") for part in path) +
                                   ("?" + urlencode(arguments, doseq=True) if arguments else ""))
        assert status == 200, text
        return json.loads(text)

    def end(self, by=signal.SIGINT):
        """Exit status and stderr."""
        self.process.send_signal(by)
        _, errors = self.process.communicate(timeout=60)
        return self.process.returncode, errors


@contextlib.contextmanager
def served(*arguments, **surroundings):
    server = Server(*arguments, **surroundings)
    try:
        assert server.port is not None, server.process.communicate()
        yield server
    finally:
        if server.process.poll() is None:
            server.end(signal.SIGTERM)
