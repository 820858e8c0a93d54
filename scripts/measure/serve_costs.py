#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Measures the costs of `zermelo serve`: requests by many connections, lists, slices, and requests during a scan.

    scripts/measure/serve_costs.py [PROGRAM] [--table FILE] [--quick] [--repeat N]

The default PROGRAM is that of ZERMELO_PROGRAM or build/release/bin/zermelo. The table is one of cat_and_mouse_ii: FILE, or a
pursuit on a grid of 64 x 64 cells, of 27,276,498 positions, which is solved first. Prints a table in Markdown; seconds
of lists, slices and scans are medians. With --quick the grid and all times are small, only to check that the script
works. Other jobs on the machine distort the times; processor times, CPU, less than the others.
"""
import argparse
import contextlib
import http.client
import itertools
import json
import os
import pathlib
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from urllib.parse import quote_plus, urlencode

ROOT = pathlib.Path(__file__).resolve().parents[2]
LISTED_POSITIONS = 10_000  # the maximum of a list
PACKAGE = "apt-get install wrk"

# Each thread of wrk requests the targets in turn, from its own start index.
WRK_SCRIPT = """
local targets = {}
for line in io.lines(os.getenv("SERVE_COSTS_TARGETS")) do targets[#targets + 1] = line end
local next_thread = 0
function setup(thread)
  thread:set("first", next_thread)
  next_thread = next_thread + 1
end
local asked = 0
function request()
  asked = asked + 1
  return wrk.format("GET", targets[(first * 50021 + asked) % #targets + 1])
end
function done(summary, latency)
  local errors = summary.errors
  io.write(string.format('{"requests": %d, "microseconds": %d, "p50": %d, "p99": %d, "max": %d, "errors": %d}',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), latency.max,
    errors.status + errors.connect + errors.read + errors.write + errors.timeout))
end
"""


class MeasureError(Exception):
    """An error that prevents measuring, in one line."""


class Server:
    """The program as a server of one table."""

    def __init__(self, program, table, scratch):
        self.name = pathlib.Path(table).stem
        self.scratch = scratch
        self.process = subprocess.Popen([program, "serve", str(table), "--port", "0"], stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True)
        address = re.search(r" at http://127\.0\.0\.1:(\d+)/", self.process.stdout.readline())
        if not address:
            raise MeasureError(self.process.communicate()[1].strip())
        self.port = int(address[1])

    def end(self):
        self.process.terminate()
        self.process.wait()

    def target(self, route="", query=""):
        return f"/api/tables/{quote_plus(self.name)}{route}{query and '?' + query}"

    def query(self, route="", query="", body=None):
        """The body of the response. Raises MeasureError if it is an error."""
        asking = http.client.HTTPConnection("127.0.0.1", self.port, timeout=600)
        with contextlib.closing(asking):
            asking.request("GET" if body is None else "POST", self.target(route, query), body)
            answer = asking.getresponse()
            text = answer.read()
        if answer.status != 200:
            raise MeasureError(f"{self.target(route, query)[:100]}: {text.decode().strip()}")
        return text

    def processor_seconds(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        user, system = fields[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def peak_bytes(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return int(re.search(r"VmHWM:\s*(\d+) kB", status)[1]) * 1024

    def taken_by(self, call):
        """Wall and processor seconds of the server while it is called, and the result."""
        wall, processors = time.perf_counter(), self.processor_seconds()
        result = call()
        return time.perf_counter() - wall, self.processor_seconds() - processors, result

    def press(self, targets, connections, seconds):
        """The report of wrk for these targets and number of connections."""
        file, script = self.scratch / "targets", self.scratch / "wrk.lua"
        file.write_text("\n".join(targets) + "\n", encoding="ascii")
        script.write_text(WRK_SCRIPT, encoding="ascii")
        done = subprocess.run(["wrk", "-t", "2", "-c", str(connections), "-d", f"{seconds}s", "--timeout", "30s", "-s", script,
                               f"http://127.0.0.1:{self.port}"], capture_output=True, text=True, check=False,
                              env={**os.environ, "SERVE_COSTS_TARGETS": str(file)})
        said = re.search(r"\{.*\}", done.stdout)
        if done.returncode != 0 or not said:
            raise MeasureError(f"wrk: {(done.stderr or done.stdout).strip().splitlines()[-1]}")
        return json.loads(said[0])


def index_on_axis(axis, number):
    """The value of an axis as in a position."""
    if axis["labels"]:
        return axis["labels"][number]
    return ",".join(str(values[number]) for values in (axis["coordinates"]["row"], axis["coordinates"]["column"]))


def random_states(axes, count):
    chosen = random.Random(39)
    return [" ".join(f"{axis['name']}={index_on_axis(axis, chosen.randrange(axis['size']))}" for axis in axes) for _ in range(count)]


def pressed(server, states, connections, seconds):
    """Single positions by a number of connections: requests per second, latency, and processor time per request."""
    targets = [server.target("/position", f"state={quote_plus(state, safe='=,')}") for state in states]
    _, processors, said = server.taken_by(lambda: server.press(targets, connections, seconds))
    if said["requests"] == 0:
        raise MeasureError("wrk got no response from the server; check that the program runs")
    return said, processors / said["requests"]


def measure_positions(server, states, arguments):
    said, processors = pressed(server, states, 32, 1 if arguments.quick else 10)
    yield ("positions with moves by 32 connections", f"{said['requests'] / said['microseconds'] * 1e6:,.0f} a second",
           f"{processors * 1e6:.1f} µs each")
    yield "half of them take at most", f"{said['p50'] / 1000:.2f} ms", ""
    yield "99 % of them take at most", f"{said['p99'] / 1000:.2f} ms", ""
    yield "errors among them", f"{said['errors']:,}", ""


def measure_lists(server, states, arguments):
    body = "\n".join(states[:LISTED_POSITIONS])
    for name, query in (("without", ""), ("with", "moves")):
        runs = [server.taken_by(lambda w=query: server.query("/positions", w, body)) for _ in range(arguments.repeat)]
        wall, processors = (statistics.median(run[i] for run in runs) for i in range(2))
        yield (f"a list of {LISTED_POSITIONS:,} positions {name} moves, {len(runs[0][2]) / 1e6:.1f} MB", f"{wall:.3f} s",
               f"{processors:.2f} s")


def measure_slices(server, axes, arguments):
    chosen = random.Random(1)
    for axis in axes:
        def cut(axis=axis):
            fixed = {other["name"]: index_on_axis(other, chosen.randrange(other["size"])) for other in axes if other is not axis}
            return server.query("/slice", urlencode({"axis": axis["name"], **fixed}))
        walls = [server.taken_by(cut)[0] for _ in range(max(5, arguments.repeat))]
        yield f"a slice along {axis['name']}, {axis['size']:,} places", f"{1000 * statistics.median(walls):.1f} ms", ""


def measure_scans(server, states, arguments):
    """Scans for the longest wins, and single positions during them. Each scan has another limit, so none is cached."""
    limits = itertools.cycle(range(50, 1000))

    def scan():
        return server.taken_by(lambda: server.query("/find", f"longest&limit={next(limits)}"))

    runs = [scan() for _ in range(arguments.repeat)]
    wall, processors = (statistics.median(run[i] for run in runs) for i in range(2))
    yield "the longest wins", f"{wall:.2f} s", f"{processors:.2f} s"
    is_over, failures = threading.Event(), []

    def scan_on():
        try:
            while not is_over.is_set():
                scan()
        except (MeasureError, OSError) as failure:
            failures.append(failure)

    scanning = threading.Thread(target=scan_on)
    scanning.start()
    try:
        said, _ = pressed(server, states, 4, 1 if arguments.quick else 6)
    finally:
        is_over.set()
        scanning.join()
    if failures:
        raise MeasureError(str(failures[0]))
    yield "of positions by 4 connections beside such scans 99 % take at most", f"{said['p99'] / 1000:.2f} ms", ""
    yield "errors beside such scans", f"{said['errors']:,}", ""


def solve_pursuit(program, table, side):
    done = subprocess.run([program, "solve", "cat_and_mouse_ii", f"rows={side}", f"cols={side}", "walls=0.1", "seed=7",
                           "cat_jump=2", "mouse_jump=2", "-o", str(table), "--quiet"], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise MeasureError(done.stderr.strip())


def measure(arguments):
    with tempfile.TemporaryDirectory() as folder:
        table = arguments.table
        if table is None:
            table = pathlib.Path(folder) / "pursuit.h5"
            solve_pursuit(arguments.program, table, 8 if arguments.quick else 64)
        server = Server(arguments.program, table, pathlib.Path(folder))
        try:
            about = json.loads(server.query())
            if about["game"] != "cat_and_mouse_ii":
                raise MeasureError(f"--table {table}: expected cat_and_mouse_ii, got '{about['game']}'")
            states = random_states(about["axes"], 10_000 if arguments.quick else 100_000)
            print(f"A table of {about['positions']:,} positions, on {len(os.sched_getaffinity(0))} cores.\n")
            print("| what | measured | CPU |\n|---|--:|--:|")
            for rows in (measure_positions(server, states, arguments), measure_lists(server, states, arguments),
                         measure_slices(server, about["axes"], arguments), measure_scans(server, states, arguments)):
                for cells in rows:
                    print(f"| {' | '.join(cells)} |", flush=True)
            print(f"| memory of the server at most, of which 256 MiB may be parts of tables | {server.peak_bytes() / 2**20:.0f} MiB | |")
        finally:
            server.end()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default=os.environ.get("ZERMELO_PROGRAM", str(ROOT / "build/release/bin/zermelo")))
    parser.add_argument("--table", type=pathlib.Path, metavar="FILE", help="a table of cat_and_mouse_ii")
    parser.add_argument("--quick", action="store_true", help="measure a small instance, to check that everything works")
    parser.add_argument("--repeat", type=int, default=3, metavar="N", help="run lists and scans N times (default: 3)")
    arguments = parser.parse_args()
    if arguments.repeat < 1:
        parser.error(f"--repeat: expected an integer of at least 1, got '{arguments.repeat}'")
    if shutil.which("wrk") is None:
        sys.exit(f"serve_costs.py: wrk is missing; {PACKAGE}")
    if shutil.which(arguments.program) is None:
        sys.exit(f"serve_costs.py: {arguments.program}: the program does not exist; build it, or give PROGRAM")
    try:
        measure(arguments)
    except MeasureError as failure:
        sys.exit(f"serve_costs.py: {failure}")


if __name__ == "__main__":
    main()
