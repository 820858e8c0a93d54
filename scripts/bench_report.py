#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Turns measurements into a report in Markdown.

Reads the output of `zermelo bench GAME ... --json`, one instance per file, and of the microbenchmarks with
--benchmark_format=json. All instances must be measured on the same machine with the same build, since figures of
different ones cannot be compared.

Examples:
  zermelo bench mnk --json | scripts/bench_report.py
  scripts/bench_report.py one.json another.json microbenchmarks.json > report.md
"""

import argparse
import json
import math
import pathlib
import sys
from dataclasses import dataclass, fields

from modules.escaped_text import OneLineError, escaped_text

# The phases in the order of a solve; other phases follow.
PHASES = ("count", "build", "seed", "propagate", "finish")
WHOLE_SOLVE = "solve"
PROPAGATION = "propagate"

INTRODUCTION = """\
Every result was verified, or has the signature of one that was. Seconds are medians, with the least and the greatest
of the runs. Ratios compare medians of one run of `zermelo bench`: *x textbook* and *x queue* say how many times faster
the whole solve is than these baselines, so that more is better; *x stream* and *x gather* how many times longer
propagation takes than a kernel that walks the stored graph and decides nothing, so that less is better.
`experiments/README.md` explains them. A dash means that something was not measured."""


class ReportError(OneLineError):
    """An error in the input. The message is one line."""


# --- reading ---------------------------------------------------------------------------------------------------


def one_line(text):
    return escaped_text(" ".join(text.split()))


class Record:
    """A JSON object with required members of given types."""

    def __init__(self, value, name="the report"):
        if not isinstance(value, dict):
            raise ReportError(f"{name}: expected an object")
        self._value = value
        self._name = name

    def __contains__(self, key):
        return key in self._value

    def _get(self, key, kinds, kind):
        value = self._value.get(key)
        if not isinstance(value, kinds) or isinstance(value, bool):
            raise ReportError(f"{self._name}: '{key}': expected a value of the type {kind}")
        return value

    def number(self, key):
        value = self._get(key, (int, float), "number")
        if not 0 <= value <= sys.float_info.max:
            raise ReportError(f"{self._name}: '{key}': expected a finite number of at least 0, got '{value}'")
        return value

    def number_or_none(self, key):
        if key in self._value and self._value[key] is None:
            return None
        return self.number(key)

    def text(self, key):
        return one_line(self._get(key, str, "text"))

    def record(self, key):
        return Record(self._get(key, dict, "object"), key)

    def records(self, key):
        return [Record(value, f"an entry of '{key}'") for value in self._get(key, list, "list")]

    def __iter__(self):
        return iter(self._value)

    def items(self):
        return self._value.items()


@dataclass
class Timing:
    """The median, the least and the greatest time of the runs, in seconds."""

    median: float
    least: float
    greatest: float


@dataclass
class Machine:
    """The machine and build of the figures."""

    processor: str
    cores: int
    memory_bytes: int
    compiler: str
    flags: str
    version: str
    revision: str


@dataclass
class Result:
    """The result of one engine on one number of threads."""

    engine: str
    threads: int
    seconds: dict  # Timing by phase
    positions_per_second: float
    edges_per_second: float
    bytes_per_position: float | None
    bytes_per_edge: float | None
    ratio_to_textbook: float | None
    ratio_to_queue: float | None
    ratio_to_stream_limit: float | None
    ratio_to_gather_limit: float | None
    signature: str


@dataclass
class Limit:
    """The limit kernels on one number of threads."""

    threads: int
    stream: Timing
    gather: Timing


@dataclass
class Instance:
    """The report of one run of zermelo bench."""

    name: str
    positions: int
    edges: int
    repeat: int
    machine: Machine
    results: list
    limits: list


@dataclass
class Micro:
    """One microbenchmark."""

    name: str
    item: str
    real_time: float
    time_unit: str
    items_per_second: float


def read_fields(kind, record, **given):
    """An object of a dataclass. Fields that are not given are read from the members of the record with the same names."""
    readers = {str: record.text, int: record.number, float: record.number, float | None: record.number_or_none}
    read = {field.name: readers[field.type](field.name) for field in fields(kind) if field.name not in given}
    return kind(**read, **given)


def read_timing(record):
    return Timing(record.number("median"), record.number("min"), record.number("max"))


def read_instance(record):
    instance = [record.text("game")]
    instance += [f"{key}={value}" for key, value in record.record("params").items() if value is not None]
    results = []
    for entry in record.records("results"):
        phases = entry.record("seconds")
        seconds = {phase: read_timing(phases.record(phase)) for phase in phases}
        if WHOLE_SOLVE not in seconds:
            raise ReportError(f"the seconds of the phase '{WHOLE_SOLVE}' are missing in a result")
        results.append(read_fields(Result, entry, seconds=seconds))
    if len({result.signature for result in results}) > 1:
        raise ReportError("wrong results: different signatures")
    limits = [Limit(entry.number("threads"), read_timing(entry.record("stream")), read_timing(entry.record("gather")))
              for entry in record.records("limits")]
    return read_fields(Instance, record, name=one_line(" ".join(instance)), results=results, limits=limits,
                       machine=read_fields(Machine, record.record("machine")))


def read_micro(entry):
    name = entry.text("name")
    if "error_message" in entry:
        raise ReportError(f"{name}: {entry.text('error_message')}")
    # The clock does not matter to readers of a table.
    name = name.removesuffix("/real_time").removesuffix("/manual_time")
    return read_fields(Micro, entry, name=name, item=entry.text("label"))


def read_report(text):
    """The instance, or the list of microbenchmarks."""
    try:
        record = Record(json.loads(text))
    except json.JSONDecodeError as error:
        raise ReportError(f"invalid JSON: line {error.lineno}, column {error.colno}: {error.msg}") from error
    except (ValueError, RecursionError) as error:  # numbers or nesting without end
        raise ReportError("invalid report") from error
    if "benchmarks" not in record:
        return read_instance(record)
    return [read_micro(entry) for entry in record.records("benchmarks")]


def read_all(files):
    """The instances and the microbenchmarks of all files."""
    instances, micros = [], []
    for file in files:
        try:
            text = sys.stdin.read() if str(file) == "-" else file.read_text(encoding="utf-8")
            report = read_report(text)
            if isinstance(report, Instance):
                if instances and report.machine != instances[0].machine:
                    raise ReportError("report of another machine or build than the first; omit it")
                instances.append(report)
            else:
                micros += report
        except OSError as error:
            raise ReportError(f"cannot read {file}: {error.strerror}") from error
        except UnicodeDecodeError as error:
            raise ReportError(f"{file}: invalid UTF-8") from error
        except ReportError as error:
            raise ReportError(f"{file}: {error}") from error
    return instances, micros


# --- writing ---------------------------------------------------------------------------------------------------


def decimals(number):
    """The number of decimals that shows three digits, at least two, and at most microseconds."""
    if number <= 0:
        return 2
    return min(6, max(2, 2 - math.floor(math.log10(number))))


def show_seconds(timing, runs):
    if timing is None:
        return "-"
    digits = decimals(timing.median)
    median = f"{timing.median:.{digits}f}"
    return median if runs == 1 else f"{median} ({timing.least:.{digits}f} to {timing.greatest:.{digits}f})"


def show(number):
    return "-" if number is None else f"{number:.2f}"


def show_figure(number):
    return f"{number:.1f}" if number >= 10 else f"{number:.3g}"


def show_millions(number):
    return show_figure(number / 1e6)


def table(columns, rows, text_columns=1):
    """The lines of a table; columns after the first ones have numbers, aligned to the right."""
    rules = ["---"] * text_columns + ["--:"] * (len(columns) - text_columns)
    return ["| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |"
            for cells in [columns, rules, *rows]]


def machine_lines(machine):
    return table(["machine", ""], [
        ["processor", f"{machine.processor}, {machine.cores} {'core' if machine.cores == 1 else 'cores'}"],
        ["memory", f"{machine.memory_bytes / 2**30:.1f} GiB"],
        ["compiler", machine.compiler],
        ["flags", f"`{machine.flags}`"],
        ["zermelo", f"{machine.version}, revision {machine.revision}"],
    ], text_columns=2)


def result_lines(instance):
    columns = ["engine", "threads", "solve (s)", "M positions/s", "M edges/s", "bytes/position", "bytes/edge",
               "x textbook", "x queue", "x stream", "x gather"]
    rows = [[
        result.engine, result.threads, show_seconds(result.seconds[WHOLE_SOLVE], instance.repeat),
        show_millions(result.positions_per_second), show_millions(result.edges_per_second),
        show(result.bytes_per_position), show(result.bytes_per_edge), show(result.ratio_to_textbook),
        show(result.ratio_to_queue), show(result.ratio_to_stream_limit), show(result.ratio_to_gather_limit)
    ] for result in instance.results]
    return table(columns, rows)


def phase_lines(instance):
    entries = [(result.engine, result.threads, result.seconds) for result in instance.results]
    for limit in instance.limits:
        entries.append(("*stream limit*", limit.threads, {PROPAGATION: limit.stream}))
        entries.append(("*gather limit*", limit.threads, {PROPAGATION: limit.gather}))
    measured = {phase for _, _, seconds in entries for phase in seconds} - {WHOLE_SOLVE}
    phases = [phase for phase in PHASES if phase in measured] + sorted(measured - set(PHASES))
    rows = [[name, threads, *(show_seconds(seconds.get(phase), instance.repeat) for phase in phases)]
            for name, threads, seconds in entries]
    return table(["engine", "threads", *(f"{phase} (s)" for phase in phases)], rows)


def instance_lines(instance):
    runs = "1 run" if instance.repeat == 1 else f"{instance.repeat} runs"
    size = f"{instance.positions:,} positions, {instance.edges:,} edges; {runs} each."
    return [f"## `{instance.name}`", "", size, "", *result_lines(instance), "", "By phase:", "",
            *phase_lines(instance), ""]


def scaling_rows(instance):
    """Propagation on the fewest and on the most threads, for every engine that ran on several numbers of threads."""
    by_engine = {}
    for result in instance.results:
        if PROPAGATION in result.seconds:
            by_engine.setdefault(result.engine, {})[result.threads] = result.seconds[PROPAGATION]
    for engine, by_threads in by_engine.items():
        fewest, most = min(by_threads), max(by_threads)
        if fewest == most:
            continue
        slow, fast = by_threads[fewest], by_threads[most]
        yield [f"`{instance.name}`", engine, show_millions(instance.positions), f"{fewest} to {most}",
               show_seconds(slow, instance.repeat), show_seconds(fast, instance.repeat),
               show(slow.median / fast.median if fast.median > 0 else None)]


def scaling_lines(instances):
    rows = [row for instance in instances for row in scaling_rows(instance)]
    if not rows:
        return []
    columns = ["instance", "engine", "M positions", "threads", "on the fewest (s)", "on the most (s)", "times faster"]
    return ["## Propagation on more threads", "", *table(columns, rows, text_columns=2), ""]


def micro_lines(micros):
    if not micros:
        return []
    rows = [[micro.name, micro.item, f"{show_figure(micro.real_time)} {micro.time_unit}",
             show_millions(micro.items_per_second)] for micro in micros]
    return ["## Microbenchmarks", "", *table(["step", "items", "one pass", "M items/s"], rows, text_columns=2), ""]


def write_report(instances, micros):
    lines = ["# Benchmark report", ""]
    if instances:
        lines += [*machine_lines(instances[0].machine), "", INTRODUCTION, ""]
    for instance in instances:
        lines += instance_lines(instance)
    lines += scaling_lines(instances) + micro_lines(micros)
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=pathlib.Path, default=[pathlib.Path("-")],
                        help="reports in JSON (default: -, standard input)")
    arguments = parser.parse_args()
    try:
        print(write_report(*read_all(arguments.files)), end="")
    except ReportError as error:
        print(f"bench_report.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
