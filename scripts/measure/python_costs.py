# SPDX-License-Identifier: MIT
"""Measures the costs of the Python package. Each row compares two implementations, which run in turn.

    scripts/python scripts/measure/python_costs.py [ROW...] [--quick] [--repeat N]

ROWs are solve, program, threads, explore, rules, probe, import and interrupt, which are measured in this order (default:
all). The row `program` runs build/release/bin/zermelo, or the program that ZERMELO_PROGRAM names. Prints a table in
Markdown. Times are medians; each call runs in a separate process. With --quick instances are small, only to check that
the script works. Other jobs on the machine distort the times, but processor times (CPU) less than others.
"""
import argparse
import collections
import json
import os
import pathlib
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import traceback
import typing

import numpy as np
import zermelo
from numpy_solver import solve_with_numpy

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "framework/docs/examples/python"))
from pursuit_in_numpy import Pursuit  # noqa: E402

ROWS = {}  # name: function of the arguments, which yields lines of the table


def row(function):
    ROWS[function.__name__.removeprefix("measure_")] = function
    return function


class Taken(typing.NamedTuple):
    """The costs of a call."""

    wall: float  # seconds
    processors: float  # seconds of all processors
    peak: float  # bytes, beyond those before the call


def status_bytes(name):
    status = pathlib.Path("/proc/self/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith(name))


def peak_bytes():
    """Without pages of libraries, which a forked process reads again."""
    return status_bytes("VmHWM") - status_bytes("RssFile")


def taken_by(call, prepare=lambda: ()):
    """The costs of call(*prepare()) beyond prepare(), in a separate process without memory of other calls."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            arguments = prepare()
            pathlib.Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # the peak restarts
            peak, wall, processors = peak_bytes(), time.perf_counter(), time.process_time()
            call(*arguments)
            taken = time.perf_counter() - wall, time.process_time() - processors, peak_bytes() - peak
            os.write(writer, json.dumps(taken).encode())
        except BaseException:
            traceback.print_exc()
        os._exit(0)
    os.close(writer)
    with open(reader, encoding="ascii") as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    if not text:
        sys.exit("python_costs.py: a measured call failed")
    return Taken(*json.loads(text))


def medians(repeat, *calls, prepare=lambda: ()):
    """The median costs of each call; calls run in turn."""
    runs = [[taken_by(call, prepare) for call in calls] for _ in range(repeat)]
    return [Taken(*map(statistics.median, zip(*its_runs))) for its_runs in zip(*runs)]


def random_graph(positions):
    """A graph with four moves from every position, except one in a hundred, which are terminals."""
    random = np.random.default_rng(1)
    terminal = np.where(random.random(positions) < 0.01, random.integers(1, 3, positions), 0).astype(np.uint8)
    indptr = np.zeros(positions + 1, np.int64)
    np.cumsum(np.where(terminal == 0, 4, 0), out=indptr[1:])
    indices = random.integers(0, positions, indptr[-1], dtype=np.int32)
    return {"indptr": indptr, "indices": indices, "to_move": random.integers(0, 2, positions, dtype=np.uint8),
            "terminal": terminal}


def pursuit(side, longest):
    """A cat and a mouse on an open grid; both may stay or jump. The mouse wins in the corner, the cat where it meets it."""
    cells = side * side
    row_of, column_of = np.divmod(np.arange(cells), side)
    steps = [(0, 0), *((sign * k * down, sign * k * (1 - down)) for k in range(1, longest + 1) for sign in (-1, 1) for down in (0, 1))]
    to = np.stack([np.where((0 <= row_of + down) & (row_of + down < side) & (0 <= column_of + right) & (column_of + right < side),
                            (row_of + down) * side + column_of + right, -1) for down, right in steps], axis=1).astype(np.int32)
    turn, cat, mouse = np.indices((2, cells, cells), dtype=np.int32).reshape(3, -1)
    terminal = np.where(cat == mouse, 2, np.where(mouse == cells - 1, 1, 0)).astype(np.uint8)
    there = np.where((turn == 0)[:, None], to[mouse], to[cat])
    targets = np.where((turn == 0)[:, None], (cells + cat[:, None]) * cells + there, there * cells + mouse[:, None])
    is_move = (there >= 0) & (terminal == 0)[:, None]
    indptr = np.concatenate(([0], np.cumsum(is_move.sum(axis=1))))
    return {"indptr": indptr, "indices": targets[is_move].astype(np.int32), "to_move": turn.astype(np.uint8), "terminal": terminal}


def expect_one_solution(arrays):
    ours, theirs = zermelo.solve_graph(**arrays), solve_with_numpy(**arrays)
    if not (np.array_equal(ours.outcome, theirs[0]) and np.array_equal(ours.distance, theirs[1])):
        raise ValueError("NumPy and solve_graph give different solutions")


@row
def measure_solve(arguments):
    """solve_graph on one thread, compared with NumPy: processor time and memory."""
    quick = arguments.quick
    for name, arrays in (("random", random_graph(20_000 if quick else 3_125_000)),
                         ("pursuit", pursuit(8 if quick else 32, 2))):
        taken_by(lambda: expect_one_solution(arrays))
        moves = arrays["indices"].size
        solve, numpy = medians(arguments.repeat, lambda: zermelo.solve_graph(**arrays, threads=1), lambda: solve_with_numpy(**arrays))
        yield (f"`solve_graph`, {name}, {moves:,} moves, CPU s", f"{solve.processors:.3f}", f"NumPy {numpy.processors:.3f}", f"{numpy.processors / solve.processors:.1f}")
        yield (f"the same, bytes a move", f"{solve.peak / moves:.1f}", f"NumPy {numpy.peak / moves:.1f}", f"{numpy.peak / max(1, solve.peak):.1f}")


@row
def measure_program(arguments):
    """solve_graph, compared with the program's solve of the same graph from a file, both on one thread."""
    default = pathlib.Path(__file__).resolve().parents[2] / "build/release/bin/zermelo"
    program = os.environ.get("ZERMELO_PROGRAM", str(default))
    arrays = random_graph(20_000 if arguments.quick else 12_500_000)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "g.h5")
        taken_by(lambda: zermelo.solve_graph(**arrays).save(path))

        def seconds_of_program():
            done = subprocess.run([program, "solve", "graph_file", f"file={path}", "--threads", "1", "--json", "--quiet"],
                                  check=True, stdout=subprocess.PIPE)
            return json.loads(done.stdout)["seconds"]["total"]  # without reading the file

        runs = [(taken_by(lambda: zermelo.solve_graph(**arrays, threads=1)).wall, seconds_of_program()) for _ in range(arguments.repeat)]
    ours, theirs = map(statistics.median, zip(*runs))
    yield (f"`solve_graph` with its check, {arrays['indices'].size:,} random moves, wall s", f"{ours:.3f}",
           f"the program's solve {theirs:.3f}", f"{ours / theirs:.2f}")


@row
def measure_threads(arguments):
    """solve_graph on two threads, compared with one: wall and processor time."""
    arrays = random_graph(20_000 if arguments.quick else 12_500_000)
    two, one = medians(arguments.repeat, *(lambda t=t: zermelo.solve_graph(**arrays, threads=t) for t in (2, 1)))
    name = f"{arrays['indices'].size:,} random moves"
    yield f"two threads, {name}, wall s", f"{two.wall:.3f}", f"one {one.wall:.3f}", f"{two.wall / one.wall:.2f}"
    yield f"two threads, {name}, CPU s", f"{two.processors:.3f}", f"one {one.processors:.3f}", f"{two.processors / one.processors:.2f}"


def bare_loop(start, moves, to_move, terminal):
    """The costs of the user's functions: breadth-first search that stores only visited states."""
    seen, queue, count = {start}, collections.deque([start]), 0
    while queue:
        state = queue.popleft()
        to_move(state)
        if terminal(state):
            continue
        for to in moves(state):
            count += 1
            if to not in seen:
                seen.add(to)
                queue.append(to)
    return count


@row
def measure_explore(arguments):
    """explore, compared with a bare loop over the same functions."""
    stones = 8 if arguments.quick else 60

    def moves(state):
        return [(*rest[:i], left, *rest[i + 1:]) for rest in (state,) for i in range(3) for left in
                range(max(0, rest[i] - 3), rest[i])]

    functions = {"to_move": lambda state: sum(state) & 1, "terminal": lambda state: 0}
    start = (stones, stones, stones)
    count = bare_loop(start, moves, **functions)
    whole, bare = medians(arguments.repeat, lambda: zermelo.explore(start, moves, **functions),
                          lambda: bare_loop(start, moves, **functions))
    yield (f"`explore`, {count:,} moves, CPU µs a move", f"{whole.processors / count * 1e6:.2f}", f"bare loop {bare.processors / count * 1e6:.2f}",
           f"{whole.processors / bare.processors:.2f}")


def arrays_of_rules(game):
    """Calls the functions of rules like solve_rules, for their costs only. Returns the moves."""
    moves, batch = 0, 65_536
    for first in range(0, game.num_positions, batch):
        last = min(game.num_positions, first + batch)
        _, terminal = game.describe(first, last)
        moves += game.successors(np.flatnonzero(terminal == 0) + first)[1].size
    return moves


@row
def measure_rules(arguments):
    """solve_rules, compared with only the user's arrays: a pursuit on a grid."""
    size = 8 if arguments.quick else 64
    game = Pursuit(size, size, food=size * size // 2)
    moves = arrays_of_rules(game)
    whole, bare = medians(arguments.repeat, lambda: zermelo.solve_rules(game, infinite_play="second"), lambda: arrays_of_rules(game))
    yield (f"`solve_rules`, {moves:,} moves, CPU ns a move", f"{whole.processors / moves * 1e9:.1f}", f"arrays alone {bare.processors / moves * 1e9:.1f}",
           f"{whole.processors / bare.processors:.2f}")


@row
def measure_probe(arguments):
    """Queries to a stored table, one by one and in bulk."""
    size = 8 if arguments.quick else 64
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "t.h5")
        game = zermelo.Game("cat_and_mouse_ii", rows=size, cols=size, walls=0.1, seed=7, cat_jump=2, mouse_jump=2)
        taken_by(lambda: game.solve().save(path))
        with zermelo.open(path) as table:
            positions = len(table)
        numbers = np.random.default_rng(1).integers(0, positions, 1_000 if arguments.quick else 1_000_000)
        few = [int(number) for number in numbers[:1000]]

        def probe_few(table):
            for number in few:
                table.probe(number)

        def opened_and_warm():
            table = zermelo.open(path, cache_bytes=1 << 30)
            probe_few(table)
            return (table,)

        one, many = medians(arguments.repeat, probe_few, lambda table: table.probe_many(numbers), prepare=opened_and_warm)
        cold, = medians(arguments.repeat, probe_few, prepare=lambda: (zermelo.open(path),))
    one_us, cold_us, many_us = (seconds / number * 1e6 for seconds, number in (
        (one.processors, len(few)), (cold.processors, len(few)), (many.wall, numbers.size)))
    yield f"`probe`, {positions:,} positions, CPU µs", f"{one_us:.1f}", f"`probe_many` {many_us:.3f}", f"{one_us / many_us:.0f}"
    yield "`probe` of a table that has just been opened, CPU µs", f"{cold_us:.1f}", f"from memory {one_us:.1f}", f"{cold_us / one_us:.1f}"


@row
def measure_import(arguments):
    """The time to import the package, compared with only NumPy."""
    def start(module):
        subprocess.run([sys.executable, "-c", f"import {module}"], check=True)

    ours, numpy = medians(arguments.repeat, lambda: start("zermelo"), lambda: start("numpy"))
    yield "`import zermelo`, s with Python's start", f"{ours.wall:.3f}", f"NumPy {numpy.wall:.3f}", f"{ours.wall / numpy.wall:.2f}"


def seconds_to_stop(call, delay):
    """Seconds that the call continues after Ctrl-C, which is sent after `delay` seconds."""
    sent = []

    def send():
        sent.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(delay, send)
    ended = None
    try:
        timer.start()
        call()
        ended = time.perf_counter()
        timer.join()
        time.sleep(0.1)  # the signal is raised here
    except KeyboardInterrupt:
        pass
    return (ended or time.perf_counter()) - sent[0]


@row
def measure_interrupt(arguments):
    """The time until Ctrl-C ends a call, in all its phases."""
    arrays = random_graph(200_000 if arguments.quick else 6_250_000)
    solution = zermelo.solve_graph(**arrays)
    for name, call in (("solve_graph", lambda: zermelo.solve_graph(**arrays)), ("verify", solution.verify)):
        begun = time.perf_counter()
        call()
        took = time.perf_counter() - begun
        stops = [seconds_to_stop(call, took * share) for share in np.linspace(0.02, 0.92, 2 if arguments.quick else 31)]
        stops = [seconds for seconds in stops if seconds > 0] or [0]  # the others had ended before
        yield (f"Ctrl-C in `{name}`, ms at most", f"{1000 * max(stops):.0f}", f"to its end {1000 * took:.0f}",
               f"{max(stops) / took:.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="*", metavar="ROW", help=f"what to measure: {', '.join(ROWS)}")
    parser.add_argument("--quick", action="store_true", help="measure small instances, to check that everything works")
    parser.add_argument("--repeat", type=int, default=3, metavar="N", help="run each N times (default: 3)")
    arguments = parser.parse_args()
    for name in arguments.rows:
        if name not in ROWS:
            parser.error(f"ROW: expected one of {', '.join(ROWS)}, got '{name}'")
    if arguments.repeat < 1:
        parser.error(f"--repeat: expected an integer of at least 1, got '{arguments.repeat}'")
    print("| what | measured | beside | ratio |\n|---|--:|--:|--:|")
    for name in ROWS:  # the last one starts threads in this process, after which it must not fork
        if arguments.rows and name not in arguments.rows:
            continue
        for cells in ROWS[name](arguments):
            print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
