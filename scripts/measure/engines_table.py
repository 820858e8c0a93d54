#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Prints a report of `zermelo bench GAME ... --json` as a short Markdown table, beginning with the fastest engine.

FILE is the report of one instance. With --into the table replaces the one between the two marks in PAGE.

Examples:
  zermelo bench mnk --json > mnk.json
  scripts/measure/engines_table.py mnk.json --into experiments/README.md
"""

import argparse
import datetime
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent))

from bench_report import PROPAGATION, WHOLE_SOLVE, ReportError, read_all, show, show_millions, show_seconds, table
from modules.marked_text import MarksError, deliver

COLUMNS = ["engine", "threads", "solve (s)", "M positions/s", "bytes/position", "x textbook", "x queue", "x gather"]


def rows(results):
    """The rows by engine, ordered by its fastest run, with the most threads first."""
    fastest = {}
    for result in results:
        seconds = result.seconds[WHOLE_SOLVE].median
        fastest[result.engine] = min(seconds, fastest.get(result.engine, seconds))
    for result in sorted(results, key=lambda one: (fastest[one.engine], one.engine, -one.threads)):
        yield [f"`{result.engine}`", result.threads, show_seconds(result.seconds[WHOLE_SOLVE], runs=1),
               show_millions(result.positions_per_second), show(result.bytes_per_position),
               show(result.ratio_to_textbook), show(result.ratio_to_queue),
               show(result.ratio_to_gather_limit if PROPAGATION in result.seconds else None)]


def page(instance, day):
    machine = instance.machine
    cores = "1 core" if machine.cores == 1 else f"{machine.cores} cores"
    runs = "one run" if instance.repeat == 1 else f"medians of {instance.repeat} runs"
    head = (f"`{instance.name}`: {instance.positions:,} positions, {instance.edges:,} moves; {runs} on {cores} of "
            f"{machine.processor}, {machine.compiler}, `{machine.flags}`, {day}.")
    return "\n".join([head, "", *table(COLUMNS, rows(instance.results))]) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", metavar="FILE", type=pathlib.Path, help="a report in JSON (-: standard input)")
    parser.add_argument("--day", metavar="DAY", type=datetime.date.fromisoformat, default=datetime.date.today(),
                        help="date of the measurement, such as 2026-11-27 (default: today)")
    parser.add_argument("--into", metavar="PAGE", type=pathlib.Path, help="write the table into PAGE instead of printing it")
    arguments = parser.parse_args()
    try:
        instances, _ = read_all([arguments.file])
        if not instances:
            raise ReportError(f"{arguments.file}: expected a report of zermelo bench, got only microbenchmarks")
        deliver(page(instances[0], arguments.day), "table of engines", arguments.into)
    except (ReportError, MarksError) as error:
        print(f"engines_table.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
