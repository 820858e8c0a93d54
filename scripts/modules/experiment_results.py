# SPDX-License-Identifier: MIT
"""Reads the results of an experiment as NumPy arrays with one element per case.

A folder of results contains study.toml, results.csv, timings.csv, and columns.json, which describes the columns of both
CSV files. An error in a folder raises ResultsError.
"""

import contextlib
import csv
import dataclasses
import functools
import itertools
import json
import math
import tomllib
from array import array
from dataclasses import dataclass

import numpy as np

from modules.escaped_text import OneLineError

# Random instances are averaged over their seeds, since the value of a seed has no meaning.
SEED = "seed"
SEVERAL_GAMES = "several games"
REPETITION = "repetition"  # the name of a column, and its kind
ENGINE = "engine"  # the name of the engine as a swept parameter; it does not change results
MEDIAN = 0.5
MOST_VALUES_NAMED = 12
NO_START = -1
NOBODY = 2
START_COLUMNS = ("start_outcome", "start_winner")
OUTCOME_WINNERS = {"win": 0, "loss": 1}  # in games with relative positions
LONGEST_FIELD = 2**30  # characters; histograms can exceed the default limit of the csv module


class ResultsError(OneLineError, ValueError):
    """An error in a folder of results. The message is one line."""


@dataclass(frozen=True)
class Parameter:
    """A column of parameter values.

    `values` are its distinct values as strings: numbers in ascending order, other strings in the order of the cases.
    `numbers` are the values as floats, or None if one is not a number. `codes` is an int64 array with the index in
    `values` for each case.
    """

    name: str
    values: tuple[str, ...]
    numbers: np.ndarray | None
    codes: np.ndarray

    def code_of(self, value):
        """Returns the index of a value; a number may be written in another form."""
        if value in self.values:
            return self.values.index(value)
        with contextlib.suppress(ValueError):
            return tuple(() if self.numbers is None else self.numbers).index(float(value))
        known = ", ".join(self.values[:MOST_VALUES_NAMED]) + (", ..." if len(self.values) > MOST_VALUES_NAMED else "")
        raise ResultsError(f"--where: {self.name} has no value '{value}'; it has {known}")

    def of_cases(self, retained):
        """Returns the parameter for the cases marked in a Boolean array, with the values that occur in them."""
        used, codes = np.unique(self.codes[retained], return_inverse=True)
        return Parameter(self.name, tuple(self.values[code] for code in used),
                         None if self.numbers is None else self.numbers[used], codes)


@dataclass(frozen=True)
class Axis:
    """A swept parameter to draw over, and its companions: the parameters that change together with it, one to one."""

    parameter: Parameter
    companions: tuple[Parameter, ...]

    @property
    def name(self):
        return self.parameter.name

    @property
    def label(self):
        """The names of the parameter and its companions: "rows = cols" if their values are equal, otherwise "rows (with
        walls)"."""
        equal = [p.name for p in self.companions if is_equal(self.parameter, p)]
        others = [p.name for p in self.companions if not is_equal(self.parameter, p)]
        return " = ".join([self.name, *equal]) + (f" (with {', '.join(others)})" if others else "")


@dataclass(frozen=True)
class Statistic:
    """A column that the study records: the share of positions that meet `count` among those that meet `of` (all if
    empty). If `field` is not empty, the mean of this field instead, or its quantile `at` (from 0 to 1)."""

    name: str
    count: str
    of: str
    field: str = ""
    at: float | None = None

    @property
    def is_share(self):
        return not self.field

    @property
    def description(self):
        """Returns the description of the column, to follow its name and "is" or "counts"."""
        if self.is_share:
            return (f"positions with {self.count}" if self.count else "all legal positions") + " of " + (
                f"those with {self.of}" if self.of else "all legal positions")
        measure = "mean" if self.at is None else "median" if self.at == MEDIAN else f"quantile {self.at:g}"
        return f"the {measure} of {self.field} over " + (f"positions with {self.of}" if self.of else "all legal positions")

    @property
    def sentence(self):
        return f"{self.name} {'counts' if self.is_share else 'is'} {self.description}"


class Columns(dict):
    """Arrays by name. If there are no cases, a missing column is an empty array; otherwise it raises ResultsError."""

    def __missing__(self, name):
        if any(values.size for values in self.values()):
            raise ResultsError(f"no column '{name}'")
        return np.zeros(0)


@dataclass(frozen=True)
class Results:
    """The results of a study. All arrays have one element per solved case, in the order of results.csv.

    `columns` are float arrays by name, NaN for empty cells: the numeric columns of results.csv and timings.csv, the
    statistics (shares), and first_wins and second_wins, the numbers of positions that each player wins. `engines` are
    strings, empty if timings.csv has none. `parameters` are in the order of the columns, with `repetition` last.
    `failures` has the number, the parameters as strings and the error of every failed case. For a study that lists its
    cases, `game` is SEVERAL_GAMES, and the parameters are `game` and `instance`. If all games have relative positions,
    the players are the mover and the opponent. `start_winners` has 0 or 1 if the first or the second player wins from
    the start, otherwise NOBODY or NO_START.
    """

    game: str
    question: str
    players: tuple[str, str]
    cases: np.ndarray
    parameters: tuple[Parameter, ...]
    sweeps: tuple[tuple[str, ...], ...]
    statistics: tuple[Statistic, ...]
    columns: dict[str, np.ndarray]
    engines: np.ndarray
    start_winners: np.ndarray
    failures: tuple[tuple[int, str, str], ...]

    def parameter(self, name):
        return next(p for p in self.parameters if p.name == name)

    @property
    def varying(self):
        """The parameters with at least two values in the solved cases, in the order of the sweeps."""
        swept = list(itertools.chain(*self.sweeps))
        ordered = sorted(self.parameters, key=lambda p: swept.index(p.name) if p.name in swept else len(swept))
        return [p for p in ordered if len(p.values) > 1]

    @functools.cached_property
    def axes(self):
        """The swept parameters with at least two values, except seeds. Parameters that change together are one axis."""
        axes = []
        for names in self.sweeps:
            left = [p for p in map(self.parameter, names) if len(p.values) > 1 and p.name != SEED]
            while left:
                first, *rest = left
                together = [p for p in rest if is_one_to_one(first, p)]
                axes.append(Axis(first, tuple(together)))
                left = [p for p in rest if p not in together]
        return axes

    @functools.cached_property
    def distinct(self):
        """A Boolean per case: whether it is the first of the cases that differ only in repetition and engine, whose
        results are equal."""
        codes = [p.codes for p in self.parameters if p.name not in (REPETITION, ENGINE)]
        first = np.unique(np.stack(codes), axis=1, return_index=True)[1] if codes else [0]
        return np.isin(np.arange(len(self.cases)), first)

    def where(self, conditions):
        """Returns the results of the cases that meet `conditions`, a dict from parameter name to allowed values."""
        retained = np.ones(len(self.cases), dtype=bool)
        for name, values in conditions.items():
            names = [p.name for p in self.parameters]
            if name not in names:
                raise ResultsError(f"--where: unknown parameter '{name}'; use one of {', '.join(names) or 'no parameters'}")
            parameter = self.parameter(name)
            retained &= np.isin(parameter.codes, [parameter.code_of(value) for value in values])
        if not retained.any() and len(retained):
            raise ResultsError("--where: no case has all these values; choose others")
        return dataclasses.replace(
            self, cases=self.cases[retained], parameters=tuple(p.of_cases(retained) for p in self.parameters),
            columns=Columns((name, values[retained]) for name, values in self.columns.items()), engines=self.engines[retained],
            start_winners=self.start_winners[retained])

    def shares(self):
        """Returns the shares of legal positions by raw winner: shape (cases, 4) for first, second, tie, draw."""
        counts = np.stack([self.columns[name] for name in ("first_wins", "second_wins", "tie", "draw")], axis=1)
        with np.errstate(invalid="ignore"):
            return counts / self.columns["legal_positions"][:, None]

    def averaged_over(self, *axes):
        """Returns what a picture averages over: the labels of other axes, and the parameters without an axis."""
        on_axes = {p.name for axis in self.axes for p in (axis.parameter, *axis.companions)}
        return ([axis.label for axis in self.axes if axis.name not in {display.name for display in axes}]
                + [p.name for p in self.varying if p.name not in on_axes])

    def description(self, case):
        """Returns the description of the case at an index: pairs of the name and the value of each varying parameter.

        Parameters with equal values in every case share a pair: ("rows=cols", "12").
        """
        groups = []
        for p in self.varying:
            group = next((group for group in groups if is_equal(group[0], p)), None)
            group.append(p) if group else groups.append([p])
        return [("=".join(p.name for p in group), group[0].values[group[0].codes[case]]) for group in groups]


def is_equal(one, other):
    return one.values == other.values and bool((one.codes == other.codes).all())


def is_one_to_one(one, other):
    pairs = np.unique(np.stack([one.codes, other.codes]), axis=1).shape[1]
    return pairs == len(one.values) == len(other.values)


def by_code(codes, number_of_codes, values):
    """Returns a list of arrays: for each code its values other than NaN."""
    known = ~np.isnan(values)
    codes, values = codes[known], values[known]
    order = np.argsort(codes, kind="stable")
    return np.split(values[order], np.searchsorted(codes[order], np.arange(1, number_of_codes)))


# --- reading ---------------------------------------------------------------------------------------------------


def read_results(folder):
    """Reads a folder, a pathlib.Path. Raises ResultsError if it or a file in it is missing or invalid."""
    if not folder.is_dir():
        raise ResultsError(f"{folder}: the folder does not exist; give the folder of `zermelo run -o`")
    study = read_study(folder / "study.toml")
    of_results, of_timings = read_columns(folder / "columns.json", "results.csv", "timings.csv")
    timings = _read_timings(folder / "timings.csv", of_timings)
    return _read_cases(folder / "results.csv", of_results, study, timings)


def read_columns(path, *files):
    """Returns for each file a dict from the name of a column to its kind, in the order of the columns."""
    try:
        text = json.loads(path.read_text(encoding="utf-8"))
        return [{str(column["name"]): str(column["kind"]) for column in text[file]} for file in files]
    except FileNotFoundError as error:
        raise ResultsError(f"{path}: {error.strerror}; zermelo run with --resume writes it") from error
    except OSError as error:
        raise ResultsError(f"{path}: {error.strerror}") from error
    except KeyError as error:
        raise ResultsError(f"{path}: the key {error} is missing") from error
    except (ValueError, TypeError) as error:
        raise ResultsError(f"{path}: invalid list of columns: {' '.join(str(error).split())}") from error


def read_study(path):
    """Returns the study as a dict: game, question, sweeps (tuples of names) and statistics."""
    try:
        text = tomllib.loads(path.read_text(encoding="utf-8"))
        for name in itertools.chain.from_iterable(sweep.keys() for sweep in text.get("sweep", [])):
            if not name.isidentifier():  # the name becomes part of file names
                raise ValueError(f"'{name}' is not the name of a parameter")
        return {
            "game": SEVERAL_GAMES if "case" in text else str(text["game"]),
            "question": str(text.get("question", "")),
            "sweeps": tuple(tuple(sweep.keys()) for sweep in text.get("sweep", [])),
            "statistics": tuple(map(_statistic, text.get("statistic", []))),
        }
    except OSError as error:
        raise ResultsError(f"{path}: {error.strerror}") from error
    except KeyError as error:
        raise ResultsError(f"{path}: the key {error} is missing") from error
    except (ValueError, AttributeError, TypeError) as error:
        raise ResultsError(f"{path}: invalid study: {' '.join(str(error).split())}") from error


def _statistic(table):
    measure = next((key for key in ("mean", "median", "quantile") if key in table), None)
    at = MEDIAN if measure == "median" else float(table["at"]) if measure == "quantile" else None
    return Statistic(str(table["name"]), str(table.get("count", "")), str(table.get("of", "")),
                     str(table[measure]) if measure else "", at)


def _read_lines(path):
    """Yields the header and then each case, as pairs of the number of its last line and its cells."""
    try:
        with open(path, newline="", encoding="utf-8") as file:
            csv.field_size_limit(LONGEST_FIELD)
            lines = csv.reader(file, strict=True)
            header = next(lines, None)
            if header is None:
                raise ResultsError(f"{path}: the file is empty")
            yield 1, header
            for cells in lines:
                if len(cells) != len(header):
                    raise ResultsError(f"{path}:{lines.line_num}: expected {len(header)} cells, as in the header, got {len(cells)}")
                yield lines.line_num, cells
    except OSError as error:
        raise ResultsError(f"{path}: {error.strerror}") from error
    except (csv.Error, UnicodeDecodeError) as error:
        raise ResultsError(f"{path}: invalid CSV: {error}") from error


def _number(path, line, name, cell, least=0):
    """Returns a cell's number, NaN if empty. Raises ResultsError unless it is finite and at least the minimum."""
    if not cell:
        return math.nan
    with contextlib.suppress(ValueError):
        if least <= (number := float(cell)) and math.isfinite(number):
            return number
    raise ResultsError(f"{path}:{line}: {name}: expected a number{' of at least 0' if least == 0 else ''}, got '{cell}'")


def _case_number(path, line, cell):
    if not cell.isdecimal():
        raise ResultsError(f"{path}:{line}: case: expected an integer, got '{cell}'")
    return int(cell)


def _expect_columns(path, header, columns):
    """Raises ResultsError unless the header consists of these columns in this order."""
    for name in header:
        if name not in columns:
            raise ResultsError(f"{path}: unknown column '{name}'")
    for name in columns:
        if name not in header:
            raise ResultsError(f"{path}: column '{name}' is missing")
    if header != list(columns):
        raise ResultsError(f"{path}: duplicate columns, or columns in the wrong order")


def _names_of(columns, *kinds):
    return [name for name, kind in columns.items() if kind in kinds]


def _read_timings(path, columns):
    """Returns the names of the numeric columns, and by case the engine and the numbers in these columns."""
    lines = _read_lines(path)
    _, header = next(lines)
    _expect_columns(path, header, columns)
    for name in ("case", "engine"):
        if name not in columns:
            raise ResultsError(f"{path}: column '{name}' is missing")
    case, engine = map(header.index, ("case", "engine"))
    numbers = [(name, header.index(name)) for name in _names_of(columns, "number")]
    return [name for name, _ in numbers], {
        _case_number(path, line, cells[case]):
        (cells[engine], [_number(path, line, name, cells[column]) for name, column in numbers])
        for line, cells in lines}


def _check_columns(path, columns, study):
    """Raises ResultsError unless the columns case and error, those of the study, and the wins of both players exist."""
    for name in ("case", "error"):
        if name not in columns:
            raise ResultsError(f"{path}: column '{name}' is missing")
    is_solved = bool(_names_of(columns, "number"))
    statistics = [statistic.name for statistic in study["statistics"]]
    for name in itertools.chain(*study["sweeps"], statistics if is_solved else []):
        if name not in columns:
            raise ResultsError(f"{path}: column '{name}' is missing, which study.toml has")
    winners = _names_of(columns, "wins")
    if is_solved and (len(winners) != 2 or not all(name.endswith("_wins") for name in winners)):
        raise ResultsError(f"{path}: expected a column NAME_wins for each of both players, got '{','.join(winners)}'")


def _read_cases(path, kinds, study, timings):
    lines = _read_lines(path)
    _, header = next(lines)
    _expect_columns(path, header, kinds)
    _check_columns(path, kinds, study)
    timing_names, timings = timings
    column = {name: number for number, name in enumerate(header)}
    parameters = _names_of(kinds, "parameter", REPETITION)
    winners = _names_of(kinds, "wins")
    sources = {name: name for name in _names_of(kinds, "number", "statistic")}
    sources |= dict(zip(("first_wins", "second_wins"), winners))
    columns = {name: array("d") for name in (*sources, *timing_names)}
    labels = {name: {} for name in parameters}  # the code of each value, in the order of the cases
    codes = {name: array("q") for name in parameters}
    cases, engines, failures, start_winners = array("q"), [], [], array("q")
    signed = {"start_margin", *(statistic.name for statistic in study["statistics"] if not statistic.is_share)}
    unknown = ("", [np.nan] * len(timing_names))
    for line, cells in lines:
        case = _case_number(path, line, cells[column["case"]])
        if cells[column["error"]]:
            description = " ".join(f"{name}={cells[column[name]]}" for name in parameters)
            failures.append((case, description, cells[column["error"]]))
            continue
        if not winners:
            raise ResultsError(f"{path}:{line}: expected results or an error")
        cases.append(case)
        for name in parameters:
            codes[name].append(labels[name].setdefault(cells[column[name]], len(labels[name])))
        for name, source in sources.items():
            least = -math.inf if source in signed else 0
            columns[name].append(_number(path, line, source, cells[column[source]], least))
        start_winners.append(_start_winner([cells[column[name]] if name in column else "" for name in START_COLUMNS], winners))
        engine, numbers = timings.get(case, unknown)
        engines.append(engine)
        for name, number in zip(timing_names, numbers):
            columns[name].append(number)
    if not cases and not failures:
        raise ResultsError(f"{path}: the file has no cases")
    ordered = [name for name in parameters if name != REPETITION] + [REPETITION] * (REPETITION in parameters)
    players = tuple(name.removesuffix("_wins") for name in winners) or ("", "")
    if cases and winners and all(np.isnan(columns[name]).all() for name in ("first_wins", "second_wins")):
        players = ("player to move", "opponent")
        columns["first_wins"], columns["second_wins"] = columns["win"], columns["loss"]
    return Results(
        game=study["game"], question=study["question"], sweeps=study["sweeps"], statistics=study["statistics"],
        players=players, cases=np.array(cases, dtype=np.int64),
        parameters=tuple(_parameter(name, labels[name], codes[name]) for name in ordered),
        columns=Columns((name, np.array(values, dtype=float)) for name, values in columns.items()),
        engines=np.array(engines, dtype=str), start_winners=np.array(start_winners, dtype=np.int64),
        failures=tuple(failures))


def _start_winner(cells, winners):
    """Returns the code of the winner from the start, given the cells of START_COLUMNS."""
    outcome, winner = cells
    if not outcome:
        return NO_START
    if f"{winner}_wins" in winners:
        return winners.index(f"{winner}_wins")
    return OUTCOME_WINNERS.get(outcome, NOBODY) if winner else NOBODY


def _parameter(name, labels, codes):
    values = np.array(list(labels), dtype=object)
    codes = np.array(codes, dtype=np.int64)
    numbers = None
    with contextlib.suppress(ValueError):
        numbers = values.astype(float)
    if numbers is None or not np.isfinite(numbers).all():
        return Parameter(name, tuple(values), None, codes)
    order = np.argsort(numbers, kind="stable")
    return Parameter(name, tuple(values[order]), numbers[order], np.argsort(order)[codes])
