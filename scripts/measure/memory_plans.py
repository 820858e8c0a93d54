#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the memory that instances of all games use with the memory that the program plans.

    scripts/measure/memory_plans.py [PROGRAM] [--only TEXT] [--markdown]

The default PROGRAM is build/release/bin/zermelo. Every instance runs in a separate process, whose peak is the largest
resident size that the system reports at its end. Prints a table, and the instances whose peak is not between LEAST and
MOST times the plan; the exit status is 1 if there are any. Needs some minutes and 2 GiB.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# The allowed range of the peak, as a multiple of the plan.
LEAST = 1 / 1.6
MOST = 1 / 0.9

GRAPH = "cat_and_mouse"
GRID = "cat_and_mouse_ii"
BOARD = "mnk"
SEEDS = "awari"
STORES = "kalah"
BOXES = "dots_and_boxes"
DISCS = "othello"
FILE = "graph_file"

# Files for graph_file: a game, its parameters, and the options of the command `export`.
EXPORTS = {
    "sparse.h5": (GRAPH, "nodes=1000 degree=3 seed=1", "--graph"),
    "sparse.pg": (GRAPH, "nodes=1000 degree=3 seed=1", "--pgsolver --wins mouse --no-names"),
    "grid.h5": (GRID, "rows=32 cols=32 cat_jump=2 mouse_jump=2", "--graph"),
    "board.pg": (BOARD, "rows=3 cols=4 k=3", "--pgsolver --wins x"),
}

EACH_ENGINE = "each engine that is available"  # in place of options

# A game, its parameters, and the options of the command `solve`.
SOLVES = [
    # Sparse graphs.
    (GRAPH, "graph=@data/graphs/official_1.json", ""),
    (GRAPH, "nodes=100", ""),
    (GRAPH, "nodes=1000 degree=3 seed=1", EACH_ENGINE),
    (GRAPH, "nodes=4000 degree=4 seed=2", ""),
    (GRAPH, "nodes=4000 degree=4 seed=2", "--engine implicit"),
    (GRAPH, "nodes=3000 degree=3 seed=3", "--verify"),
    (GRAPH, "nodes=3000 degree=3 seed=3", "--reachable"),
    (GRAPH, "nodes=3000 degree=3 seed=3", "--engine implicit --verify --reachable"),
    # Dense graphs.
    (GRAPH, "nodes=400 degree=200 seed=4", EACH_ENGINE),
    (GRAPH, "nodes=2000 degree=1000 seed=5", ""),
    (GRAPH, "nodes=2000 degree=1000 seed=5", "--engine implicit"),
    (GRAPH, "nodes=2000 degree=1000 seed=5", "--verify"),
    (GRAPH, "nodes=2000 degree=1999", ""),
    (GRAPH, "nodes=6000 degree=3000", ""),
    (GRAPH, "nodes=6000 degree=60 seed=6", "--verify"),
    # Open grids and grids with walls.
    (GRID, "grid=@data/grids/official_1.txt mouse_jump=2", "--verify"),
    (GRID, "rows=8 cols=8", ""),
    (GRID, "rows=32 cols=32 cat_jump=2 mouse_jump=2", EACH_ENGINE),
    (GRID, "rows=64 cols=64 walls=0.1 seed=7 cat_jump=2 mouse_jump=2", ""),
    (GRID, "rows=64 cols=64 walls=0.1 seed=7 cat_jump=2 mouse_jump=2", "--engine implicit"),
    (GRID, "rows=64 cols=64 walls=0.1 seed=7", "--verify"),
    (GRID, "rows=64 cols=64 walls=0.1 seed=7", "--reachable"),
    (GRID, "rows=96 cols=96 walls=0.2 seed=8", ""),
    (GRID, "rows=64 cols=64 walls=0.4 seed=9 cat_jump=3 mouse_jump=5", ""),
    (GRID, "rows=48 cols=48 walls=0.4 seed=9", "--engine implicit --verify --reachable"),
    # Odd shapes and long jumps.
    (GRID, "rows=1 cols=1500 cat_jump=1500 mouse_jump=1500", ""),
    (GRID, "rows=1 cols=1500 cat_jump=1500 mouse_jump=1500", "--engine implicit"),
    (GRID, "rows=1500 cols=1 cat_jump=1500 mouse_jump=1500", "--verify"),
    (GRID, "rows=1 cols=3000 cat_jump=1500 mouse_jump=3000", ""),
    (GRID, "rows=1 cols=2000 cat_jump=1 mouse_jump=1", ""),
    (GRID, "rows=1 cols=2000 cat_jump=1 mouse_jump=2", "--verify"),
    (GRID, "rows=2 cols=1000 cat_jump=30 mouse_jump=20", ""),
    (GRID, "rows=40 cols=40 cat_jump=40 mouse_jump=40", ""),
    (GRID, "rows=40 cols=40 cat_jump=40 mouse_jump=40", "--engine explicit"),
    (GRID, "rows=20 cols=80 cat_jump=80 mouse_jump=80", "--engine implicit"),
    (GRID, "rows=300 cols=300 walls=0.97 seed=1", ""),
    (GRID, "rows=7 cols=300 walls=0.1 seed=3 cat_jump=4 mouse_jump=3", "--verify"),
    # Boards.
    (BOARD, "", ""),
    (BOARD, "rows=3 cols=4 k=3", "--engine implicit"),
    (BOARD, "rows=3 cols=4 k=4", "--engine explicit"),
    (BOARD, "rows=2 cols=7 k=3", ""),
    (BOARD, "rows=2 cols=7 k=3", "--engine explicit --verify"),
    (BOARD, "rows=1 cols=14 k=5", "--engine queue"),
    (BOARD, "rows=1 cols=16 k=4", "--engine implicit --verify --reachable"),
    # Points.
    (SEEDS, "seeds=12", ""),
    (SEEDS, "seeds=10", "--engine queue"),
    (SEEDS, "seeds=10", "--engine explicit --verify"),
    (STORES, "pits=4 seeds=3", ""),
    (BOXES, "rows=2 columns=3", "--engine one_pass"),
    (BOXES, "rows=2 columns=4", ""),
    (DISCS, "value=margin", ""),
    # Graphs from files.
    (FILE, "file=sparse.h5", ""),
    (FILE, "file=sparse.h5", "--engine queue --threads 1"),
    (FILE, "file=sparse.h5", "--verify --reachable"),
    (FILE, "file=sparse.pg", ""),
    (FILE, "file=grid.h5", ""),
    (FILE, "file=board.pg", ""),
]

# The same for the command `bench`.
BENCHES = [
    (GRAPH, "nodes=1000 degree=3 seed=1", "--engines product,implicit,queue --repeat 1"),
    (GRAPH, "nodes=400 degree=200 seed=4", "--repeat 1"),
    (GRID, "rows=32 cols=32 cat_jump=2 mouse_jump=2", "--repeat 2"),
    (BOARD, "rows=2 cols=7 k=3", "--engines implicit,explicit --repeat 1"),
]


def peak_of(command):
    """Runs a command; returns its output, and its peak resident size in bytes."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        output = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, command))}: status {process.returncode}")
    return output, usage.ru_maxrss * 1024


def write_export(program, folder, name):
    """Writes one of EXPORTS unless it exists."""
    if (folder / name).exists():
        return
    game, instance, options = EXPORTS[name]
    table = folder / "table.h5"
    peak_of([program, "solve", game, *instance.split(), "-o", table, "--quiet"])
    peak_of([program, "export", table, *options.split(), "-o", folder / name, "--quiet"])


def measure_solve(program, folder, game, instance, options):
    if game == FILE:
        name = instance.removeprefix("file=")
        write_export(program, folder, name)
        instance = f"file={folder / name}"
    output, peak = peak_of([program, "solve", game, *instance.split(), *options.split(), "--json", "--explain", "--quiet"])
    report = json.loads(output)
    plans = {one["engine"]: one.get("peak_bytes") for one in report["plan"]["engines"]}
    return report["engine"], plans[report["engine"]], peak


def measure_bench(program, _folder, game, instance, options):
    output, peak = peak_of([program, "bench", game, *instance.split(), *options.split(), "--json", "--quiet"])
    return "bench", json.loads(output)["planned_bytes"], peak


def with_engines(program, instances):
    """The instances; those with EACH_ENGINE once per engine."""
    for game, instance, options in instances:
        if options != EACH_ENGINE:
            yield game, instance, options
            continue
        output, _ = peak_of([program, "solve", game, *instance.split(), "--explain", "--json", "--quiet"])
        for one in json.loads(output)["plan"]["engines"]:
            if one["available"]:
                yield game, instance, f"--engine {one['engine']}"


def measure_all(arguments, row, folder):
    """Prints a row for each instance; returns the ratios of peak to plan by instance."""
    program = str(Path(arguments.program).resolve())
    ratios = {}
    for measure, instances in ((measure_solve, SOLVES), (measure_bench, BENCHES)):
        for game, instance, options in with_engines(program, instances):
            name = " ".join(f"{game} {instance} {options}".split())
            if arguments.only not in name:
                continue
            engine, planned, peak = measure(program, folder, game, instance, options)
            ratios[name] = peak / planned
            display = f"`{name}`" if arguments.markdown else name
            print(row.format(display, engine, f"{planned / 2**20:.1f}", f"{peak / 2**20:.1f}", f"{ratios[name]:.2f}"), flush=True)
    return ratios


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default=str(ROOT / "build/release/bin/zermelo"))
    parser.add_argument("--only", default="", help="only instances whose line contains TEXT")
    parser.add_argument("--markdown", action="store_true", help="print the table in Markdown")
    arguments = parser.parse_args()

    row = "| {} | {} | {} | {} | {} |" if arguments.markdown else "{:<90} {:<9} {:>9} {:>9} {:>6}"
    print(row.format("instance", "engine", "plan, MiB", "peak, MiB", "ratio"), flush=True)
    if arguments.markdown:
        print("|---|---|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as folder:
        ratios = measure_all(arguments, row, Path(folder))
    outside = [f"{name}: {ratio:.2f}" for name, ratio in ratios.items() if not LEAST <= ratio <= MOST]
    print(f"\n{len(ratios)} instances, peak from {min(ratios.values()):.2f} to {max(ratios.values()):.2f} times the plan")
    for line in outside:
        print(f"outside: {line}")
    return 1 if outside else 0


if __name__ == "__main__":
    sys.exit(main())
