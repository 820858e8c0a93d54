#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What the package for Python takes: solves of graphs in arrays beside good NumPy, exploring above the user's functions,
and how soon Ctrl-C ends a call.

    scripts/python scripts/measure/python_costs.py [--moves MILLIONS] [--threads N...] [--only NAME...]

Prints a line for each number. CPU times are those of this process; Ctrl-C is timed by the clock, so leave the machine idle.
"""

import argparse
import os
import signal
import threading
import time

import numpy as np

import zermelo


def cpu_seconds():
    times = os.times()
    return times.user + times.system


def status_bytes(key):
    with open("/proc/self/status", encoding="ascii") as lines:
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(key))


def measured(call):
    """What the call returns, its CPU and wall seconds, and the bytes that it had at most beyond those from before."""
    with open("/proc/self/clear_refs", "w", encoding="ascii") as reset:
        reset.write("5")  # lowers VmHWM, see proc(5)
    before, cpu, wall = status_bytes("VmRSS:"), cpu_seconds(), time.perf_counter()
    result = call()
    return result, cpu_seconds() - cpu, time.perf_counter() - wall, status_bytes("VmHWM:") - before


def random_moves(num_moves):
    """Positions with four random moves each, a twentieth of them ends."""
    rng = np.random.default_rng(1)
    size = num_moves // 4
    terminal = np.zeros(size, np.uint8)
    terminal[rng.random(size) < 0.05] = 1
    ends = np.flatnonzero(terminal)
    terminal[ends] = rng.integers(1, 4, ends.size)
    indptr = np.zeros(size + 1, np.int64)
    np.cumsum(np.where(terminal == 0, 4, 0), out=indptr[1:])
    return {"indptr": indptr, "indices": rng.integers(0, size, indptr[-1], dtype=np.int32),
            "to_move": rng.integers(0, 2, size).astype(np.uint8), "terminal": terminal}


def pursuit(num_moves):
    """A hunter who moves like a king and a prey that moves straight, on a square; they take turns and may stay. The prey is
    lost when caught."""
    side = max(4, round((num_moves / 14) ** 0.25))
    cells = side * side
    row, column = np.divmod(np.arange(cells), side)
    steps = []
    for down, right in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)):
        to_row, to_column = row + down, column + right
        inside = (to_row >= 0) & (to_row < side) & (to_column >= 0) & (to_column < side)
        steps.append(np.where(inside, to_row * side + to_column, -1))
    steps = np.stack(steps, axis=1)
    hunter, prey = np.divmod(np.arange(cells * cells), cells)
    is_over = hunter == prey
    half = cells * cells
    by_hunter = np.where(steps[hunter] >= 0, half + steps[hunter] * cells + prey[:, None], -1)
    by_prey = np.where(steps[prey] >= 0, hunter[:, None] * cells + steps[prey], -1)
    by_prey[:, 5:] = -1
    targets = np.concatenate([by_hunter, by_prey])
    targets[np.concatenate([is_over, is_over])] = -1
    indptr = np.zeros(2 * half + 1, np.int64)
    np.cumsum((targets >= 0).sum(axis=1), out=indptr[1:])
    return {"indptr": indptr, "indices": targets[targets >= 0].astype(np.int32),
            "to_move": np.repeat(np.array([0, 1], np.uint8), half),
            "terminal": np.concatenate([is_over, is_over]).astype(np.uint8)}


def solve_by_numpy(indptr, indices, to_move, terminal):
    """Level by level, with arrays for the predecessors. Returns outcomes and distances as a Solution has them."""
    size = len(to_move)
    counts = np.diff(indptr).astype(np.int32)
    sources = np.repeat(np.arange(size, dtype=np.int32), counts)[np.argsort(indices, kind="stable")]
    starts = np.zeros(size + 1, np.int64)
    np.cumsum(np.bincount(indices, minlength=size), out=starts[1:])
    outcome = np.zeros(size, np.uint8)
    distance = np.full(size, 65535, np.uint16)
    winner = np.full(size, 2, np.uint8)

    def predecessors(of):
        lengths = starts[of + 1] - starts[of]
        first = np.repeat(starts[of] - np.concatenate([[0], np.cumsum(lengths)[:-1]]), lengths)
        return sources[first + np.arange(first.size)], lengths

    winner[terminal == 1], winner[terminal == 2] = 0, 1
    stuck = (terminal == 0) & (counts == 0)
    winner[stuck] = 1 - to_move[stuck]
    frontier, plies = np.flatnonzero(winner < 2), 0
    while frontier.size:
        outcome[frontier] = np.where(winner[frontier] == to_move[frontier], 1, 2)
        distance[frontier] = plies
        found, lengths = predecessors(frontier)
        by = np.repeat(winner[frontier], lengths)
        is_open = winner[found] == 2
        found, by = found[is_open], by[is_open]
        wins = to_move[found] == by
        won, won_by = found[wins], by[wins]
        winner[won] = won_by
        lost, times = np.unique(found[~wins], return_counts=True)
        counts[lost] -= times.astype(np.int32)
        lost = lost[(counts[lost] == 0) & (winner[lost] == 2)]
        winner[lost] = 1 - to_move[lost]
        frontier, plies = np.concatenate([np.unique(won), lost]), plies + 1
    outcome[(outcome == 0) & (terminal != 4)] = 4
    frontier, plies = np.flatnonzero(terminal == 3), 0
    while frontier.size:
        outcome[frontier], distance[frontier] = 3, plies
        found, _ = predecessors(frontier)
        frontier, plies = np.unique(found[outcome[found] == 4]), plies + 1
    return outcome, distance


def compare(name, arrays, threads):
    moves = len(arrays["indices"])
    by_threads = {}
    for number in threads:
        solution, *by_threads[number] = measured(lambda: zermelo.solve_graph(**arrays, threads=number))
        cpu, wall, memory = by_threads[number]
        print(f"{name}: {moves:,} moves, {number} threads: {cpu:.2f} s CPU, {wall:.2f} s, {memory / moves:.1f} bytes a move")
    (outcome, distance), cpu, _, memory = measured(lambda: solve_by_numpy(**arrays))
    assert (outcome == solution.outcome).all() and (distance == solution.distance).all()
    own_cpu, _, own_memory = by_threads[threads[0]]
    print(f"{name}: NumPy {cpu:.2f} s CPU, {memory / moves:.1f} bytes a move: {cpu / own_cpu:.1f} times the time, "
          f"{memory / own_memory:.1f} times the memory")


def explore_costs():
    size = 1_000_000

    def moves(state):
        return (state * 3 + 1) % size, (state * 7 + 2) % size, (state * 11 + 5) % size, (state + 1) % size

    def to_move(state):
        return state & 1

    def terminal(state):
        return 1 if state % 50 == 49 else 0

    def call_functions(states):
        for state in states:
            to_move(state)
            if not terminal(state):
                for _ in moves(state):
                    pass

    game, cpu, _, _ = measured(lambda: zermelo.explore(0, moves, to_move=to_move, terminal=terminal))
    _, functions, _, _ = measured(lambda: call_functions(game.states))
    print(f"explore: {(cpu - functions) / len(game.indices) * 1e6:.2f} µs a move above the functions")


def interrupt_costs(arrays, threads):
    solution = zermelo.solve_graph(**arrays, threads=threads)
    sent = 0.0

    def send():
        nonlocal sent
        sent = time.perf_counter()
        os.kill(os.getpid(), signal.SIGINT)

    calls = {"solve": lambda: zermelo.solve_graph(**arrays, threads=threads), "verify": solution.verify,
             "strategy": solution.strategy}
    for name, call in calls.items():
        _, _, wall, _ = measured(call)
        took = []
        for share in np.linspace(0.03, 0.93, 19):
            timer = threading.Timer(share * wall, send)
            try:
                timer.start()
                call()
                timer.join()
                time.sleep(0.2)
            except KeyboardInterrupt:
                took.append(time.perf_counter() - sent)
            timer.join()
        print(f"Ctrl-C in {name}, {len(took)} times: {1000 * np.median(took):.0f} ms, at most {1000 * max(took):.0f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=float, default=12.5, help="in millions (default: 12.5)")
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    names = ("random", "pursuit", "explore", "interrupt")
    parser.add_argument("--only", nargs="+", choices=names, default=names)
    options = parser.parse_args()
    num_moves = round(options.moves * 1e6)
    if "random" in options.only:
        compare("random moves", random_moves(num_moves), options.threads)
    if "pursuit" in options.only:
        compare("pursuit", pursuit(num_moves), options.threads)
    if "explore" in options.only:
        explore_costs()
    if "interrupt" in options.only:
        interrupt_costs(random_moves(num_moves), options.threads[-1])


if __name__ == "__main__":
    main()
