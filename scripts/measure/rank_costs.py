#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Measures the costs of solves on ranks, fits a cost model to small instances, and checks it on larger instances.

    scripts/measure/rank_costs.py [PROGRAM] [--mpirun MPIRUN] [--repeat N] [--quick]
    scripts/measure/rank_costs.py --predict POSITIONS MOVES SHARE WAVES NODES...

The default PROGRAM is build/release/bin/zermelo-mpi. Ranks have one thread each. Other jobs on the machine distort the
times. Prints Markdown tables: predicted and measured times of each run, and the bytes that each game sends. With
--predict it measures nothing, but predicts seconds and bytes from the numbers of positions and of moves per position,
the share of moves between nodes and the number of waves, by the constants at the top of this file. For example a
pursuit of 10^11 positions on 64 nodes, of which 5 % of the moves lead from one to another: --predict 1e11 4.6 0.05 3000
64

The model, in seconds on R ranks:

    moves / R * of_move * beside(R)  +  sent * of_byte  +  rounds * of_round

`of_move` is the time of one rank per move in the smaller instance of the game; `beside` is the slowdown of ranks that
share a machine; `of_byte` is the time per byte to another rank, with listing, ordering, sending and receiving;
`of_round` is that of a round in which all ranks wait. `sent` is the largest number of bytes sent by a rank.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
RANKS = (1, 2, 4)

# A game, and a smaller and a larger instance of it.
GAMES = [
    ("cat_and_mouse_ii", "rows=64 cols=64 walls=0.1 seed=7", "rows=96 cols=96 walls=0.1 seed=7"),
    ("cat_and_mouse_ii", "rows=32 cols=32 cat_jump=2 mouse_jump=2", "rows=48 cols=48 cat_jump=2 mouse_jump=2"),
    ("cat_and_mouse", "nodes=1000 degree=4 seed=1", "nodes=2000 degree=4 seed=1"),
    ("cops_and_robbers", "graph=grid:7x7 cops=3", "graph=grid:8x8 cops=3"),
    ("draughts", "pieces=3", "pieces=4"),
    ("mnk", "rows=3 cols=5 k=4", "rows=4 cols=4 k=4"),
    ("chess_ending", "pieces=KQvK", "pieces=KQvKR rows=7 cols=7"),
]
QUICK = [("mnk", "rows=3 cols=3", "rows=3 cols=4"), ("cat_and_mouse_ii", "rows=8 cols=8", "rows=12 cols=12")]

# Constants of a cluster, for --predict. The first four were measured on one machine; the others are assumed.
CLUSTER = {
    "of_move": 6e-9,  # seconds, on one core: a pursuit on a grid, which is among the fastest
    "beside": 1.25,  # slowdown against one rank, since ranks wait for each other
    "of_byte": 10e-9,  # seconds, on one core, beside the network
    "rounds_of_wave": 5,
    "speedup_of_node": 20,  # of 64 cores over one: they share their memory's bandwidth
    "bytes_per_second": 10e9,  # of a node, on a network of 100 Gbit/s
    "bytes_of_message": 4,
    "of_round": 50e-6,  # among 16 nodes
    "bytes_per_position": 2.2,
}


def measure(command, repeat):
    """The report of the run with the median time, with `taken` seconds for the solve."""
    runs = []
    environment = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    for _ in range(repeat):
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, env=environment)
        if done.returncode != 0:
            raise RuntimeError(f"{' '.join(command)}: status {done.returncode}: {done.stderr.strip()}")
        runs.append(json.loads(done.stdout))
    report = runs[0]
    report["taken"] = statistics.median(run["seconds"]["total"] for run in runs)
    return report


def cut_of(report):
    """The cut of the positions, and the share of moves between ranks, from the plan."""
    how = next(one["how"] for one in report["plan"]["engines"] if one["engine"] == "distributed")
    where, rest = how.split(" cut ", 1)[1].split(", ", 1)
    return where, float(rest.split(" %")[0])


def measure_all(arguments, games):
    """[game, arguments, is_large, ranks] -> report"""
    runs = {}
    for game, *instances in games:
        for is_large, instance in enumerate(instances):
            for ranks in RANKS:
                print(f"{game} {instance} on {ranks}", file=sys.stderr)
                command = [arguments.mpirun, "-n", str(ranks), "--oversubscribe", "--bind-to", "none", arguments.program,
                           "solve", game, *instance.split(), "--threads", "1", "--engine", "distributed", "--json", "--explain"]
                runs[game, instance, bool(is_large), ranks] = measure(command, arguments.repeat)
    return runs


def costs_of(runs, cores):
    """Fitted to the smaller instances by least squares of relative errors: `beside` two ranks a core each, `of_byte`,
    `of_round`, none of which is negative."""
    rows = []
    for (game, instance, is_large, ranks), run in runs.items():
        if is_large or ranks == 1:
            continue
        single = runs[game, instance, False, 1]["taken"]
        share = single / min(ranks, cores)
        rows.append(np.array([share, max(run["sent_bytes_by_rank"]), run["rounds"]]) / run["taken"])
    scale = np.abs(rows).max(axis=0)
    scale[scale == 0] = 1
    left = list(range(3))
    while True:  # a negative cost becomes 0
        found = np.zeros(3)
        found[left] = np.linalg.lstsq(np.array(rows)[:, left] / scale[left], np.ones(len(rows)), rcond=None)[0] / scale[left]
        if (found >= 0).all():
            return dict(zip(("beside", "of_byte", "of_round"), found))
        left.remove(int(np.argmin(found)))


def predicted(run, ranks, of_move, costs, cores):
    work = run["edges"] * of_move / min(ranks, cores) * (costs["beside"] if ranks > 1 else 1)
    return work + max(run["sent_bytes_by_rank"]) * costs["of_byte"] + run["rounds"] * costs["of_round"] * (ranks > 1)


def print_runs(runs, costs, cores):
    print("| instance | ranks | moves | cut | moves between ranks | sent by a rank, MB | bytes a move | rounds | seconds | model | ratio |")
    print("|---|--:|--:|---|--:|--:|--:|--:|--:|--:|--:|")
    of_move = {}
    ratios = []
    for (game, instance, is_large, ranks), run in runs.items():
        if ranks == 1 and not is_large:
            of_move[game] = run["taken"] / run["edges"]
        said = predicted(run, ranks, of_move[game], costs, cores)
        where, share = cut_of(run)
        sent = max(run["sent_bytes_by_rank"])
        ratio = said / run["taken"]
        is_fitted = not is_large
        if not is_fitted:
            ratios.append(ratio)
        print(f"| `{game} {instance}` | {ranks} | {run['edges']:,} | {where} | {share} % | {sent / 1e6:.1f} | "
              f"{sum(run['sent_bytes_by_rank']) / run['edges']:.3f} | {run['rounds']:,} | {run['taken']:.2f} | {said:.2f} | "
              f"{ratio:.2f}{' (fitted)' if is_fitted else ''} |")
    inside = sum(0.75 <= ratio <= 1.25 for ratio in ratios)
    print(f"\nOf the {len(ratios)} runs of larger instances, to which nothing was fitted, {inside} are within 25 %.")


def predict(positions, moves, share, waves, nodes):
    """Prints predicted times of one solve on a cluster, by CLUSTER."""
    own_moves = positions * moves / nodes
    sent = own_moves * share * CLUSTER["bytes_of_message"]
    work = (own_moves * CLUSTER["of_move"] * CLUSTER["beside"] + sent * CLUSTER["of_byte"]) / CLUSTER["speedup_of_node"]
    network = sent / CLUSTER["bytes_per_second"]
    buffer_bytes = 4 << 20
    rounds = (CLUSTER["rounds_of_wave"] * waves + sent / buffer_bytes) * CLUSTER["of_round"] * np.log2(nodes) / 4
    print(f"| {nodes:,} | {positions * CLUSTER['bytes_per_position'] / nodes / 1e9:.1f} | {work:.0f} | {network:.0f} | "
          f"{rounds:.0f} | {work + network + rounds:.0f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default=str(ROOT / "build/release/bin/zermelo-mpi"))
    parser.add_argument("--mpirun", default="mpirun")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--quick", action="store_true", help="measure small instances in seconds, to check that everything works")
    parser.add_argument("--predict", nargs="+", type=float, metavar="NUMBER",
                        help="POSITIONS MOVES SHARE WAVES NODES...")
    arguments = parser.parse_args()
    if arguments.predict:
        if len(arguments.predict) < 5:
            parser.error(f"--predict: expected POSITIONS MOVES SHARE WAVES NODES..., got {len(arguments.predict)} numbers")
        print("| nodes | GB a node | work, s | network, s | rounds, s | together, s |\n|--:|--:|--:|--:|--:|--:|")
        for nodes in arguments.predict[4:]:
            predict(*arguments.predict[:4], int(nodes))
        return
    arguments.program = str(Path(arguments.program).resolve())
    cores = len(os.sched_getaffinity(0))
    runs = measure_all(arguments, QUICK if arguments.quick else GAMES)
    costs = costs_of(runs, cores)
    print(f"On {cores} cores: beside another, a rank is {costs['beside']:.2f} times as slow; a byte takes "
          f"{costs['of_byte'] * 1e9:.1f} ns, a round {costs['of_round'] * 1e6:.0f} us.\n")
    print_runs(runs, costs, cores)


if __name__ == "__main__":
    main()
