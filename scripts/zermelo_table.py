# SPDX-License-Identifier: MIT
"""Endgame tables (`zermelo-table` version 1, framework/docs/format.md) as labelled NumPy arrays.

    import zermelo_table
    with zermelo_table.open_table("t.h5") as table:
        print(table.game, table.parameters, table.winners)
        print(table.probe(turn="cat", cat=(0, 3), mouse=(1, 1)))
        longest = table.select(turn="mouse", cat=(1, 1)).plies.max()

A file holds values and no rules: moves come from the program itself, see `Table.moves`. What is wrong with a file or a
question is a `TableError`, one line. A table is read chunk by chunk or by the slice that is asked for, never as a whole
unless `select()` or an array is asked for everything. The folder of a table set is opened like a file, see `TableSet`.

One file, since people copy it beside their own scripts, with `shown_text.py`.
"""

import json
import math
import operator
import os
import pathlib
import re
import shutil
import stat
import subprocess
from dataclasses import dataclass, replace

import h5py
import numpy as np

from shown_text import OneLineError, shown_text

# The codes of `outcome`, for the player to move, are the places in this tuple.
OUTCOMES = ("illegal", "win", "loss", "tie", "draw")
ILLEGAL, WIN, LOSS, TIE, DRAW = range(len(OUTCOMES))

# The codes of `winner`; 0 and 1 are the first and the second player. A tie is an even end, a draw play that nobody can
# force to an end.
NO_POSITION, FIRST_WINS, SECOND_WINS, NOBODY_WINS_TIE, NOBODY_WINS_DRAW = range(-1, 4)
_WINNER_BY_MOVER_AND_OUTCOME = np.array([
    [NO_POSITION, FIRST_WINS, SECOND_WINS, NOBODY_WINS_TIE, NOBODY_WINS_DRAW],
    [NO_POSITION, SECOND_WINS, FIRST_WINS, NOBODY_WINS_TIE, NOBODY_WINS_DRAW],
], dtype=np.int8)


_NO_TURNS = "neither an axis nor 'to_move' says whose turn it is, so winners are not known"


class TableError(OneLineError, ValueError):
    """What is wrong with a table or with a question to it, in one line."""


@dataclass(frozen=True)
class Axis:
    """One dimension of a table.

    `number` is the dimension, `size` its length. `labels` are the names of its places, or None. `coordinates` has by
    name (such as row and column) one int64 array of length `size`; it is empty if the places have none.
    """

    number: int
    name: str
    size: int
    labels: tuple[str, ...] | None
    coordinates: dict[str, np.ndarray]

    def place(self, value):
        """The number (0 to size - 1) of the place with this label or these coordinates.

        `value` is a label; or the coordinates in their order, as a tuple or, of a single one, as a number; or the
        number itself on an axis that has neither. Raises TableError if there is no such place.
        """
        if self.labels is not None:
            if str(value) not in self.labels:
                raise TableError(f"{self.name}={value}: not one of {', '.join(self.labels)}")
            return self.labels.index(str(value))
        try:
            numbers = tuple(operator.index(v) for v in (value if isinstance(value, (tuple, list)) else (value,)))
        except TypeError:
            numbers = ()
        names = tuple(self.coordinates) or ("NUMBER",)
        if len(numbers) != len(names):
            raise TableError(f"{self.name}={_word(value)}: expected {self.name}={','.join(names).upper()}")
        if not self.coordinates:
            if not 0 <= numbers[0] < self.size:
                raise TableError(f"{self.name}={numbers[0]}: not from 0 to {self.size - 1}")
            return numbers[0]
        found = np.logical_and.reduce([at == n for at, n in zip(self.coordinates.values(), numbers)])
        if not found.any():
            raise TableError(f"{self.name}={_word(numbers)}: no place of this axis has the {' and the '.join(names)} "
                             f"{_word(numbers)}")
        return int(found.argmax())

    def value(self, place):
        """What `place()` takes for the place of this number: a label, a tuple of coordinates, or a number."""
        if self.labels is not None:
            return self.labels[place]
        numbers = tuple(int(at[place]) for at in self.coordinates.values())
        return numbers if len(numbers) > 1 else numbers[0] if numbers else int(place)


@dataclass(frozen=True)
class Slice:
    """A part of a table in memory: arrays shaped by `axes`, those that were not fixed."""

    axes: tuple[Axis, ...]
    outcome: np.ndarray  #: uint8, the places in OUTCOMES, for the player to move
    plies: np.ma.MaskedArray  #: the distances to the end, masked where there is none
    _winner: np.ndarray | None

    @property
    def winner(self):
        """int8, raw: 0 and 1 the players, 2 a tie, 3 nobody forces the end, -1 no position."""
        if self._winner is None:
            raise TableError(f"{_NO_TURNS}; use outcome")
        return self._winner


@dataclass(frozen=True)
class Position:
    """The value of one position, with the names of `zermelo probe --json`."""

    state: str  #: the position as words AXIS=VALUE
    index: tuple[int, ...]  #: the place on each axis
    to_move: str | None  #: the player to move; None where `Table.tells_turns` is False
    outcome: str  #: raw, for the player to move: win, loss, tie or draw
    plies: int | None  #: raw distance to the end; None where nobody can force it, and in a table of outcomes alone
    raw_winner: str | None  #: the winner before the rules for infinite play and the move limit
    winner: str | None  #: the winner after them; None for a tie or a draw, or where `to_move` is needed and None
    result: str  #: as the rules have it: win, tie or draw
    decided_by: str | None  #: play, infinite_play or move_limit; None for a plain draw


def open_table(path, program=None):
    """Opens a table for reading, a `Table`, or of a folder the table set in it, a `TableSet`.

    Raises TableError for anything but a complete `zermelo-table` or a `zermelo-table-set` of version 1. `program` is
    the program that `Table.moves` asks, see `find_program`. The result closes with its `with` block.
    """
    return TableSet(path, program) if os.path.isdir(path) else Table(path, program)


def find_program(program=None):
    """The program's path: `program`, or $ZERMELO_PROGRAM, or `zermelo` on the PATH, or `run` beside this file, or the
    program that this file is installed with."""
    here = pathlib.Path(__file__).resolve().parent
    prefixes = [folder for folder in here.parents if (folder / "include" / "zermelo" / "core").is_dir()]
    beside = [here / "run", *(prefix / "bin" / "zermelo" for prefix in prefixes)]
    found = (program or os.environ.get("ZERMELO_PROGRAM") or shutil.which("zermelo")
             or next((path for path in beside if path.exists()), None))
    if not found:
        raise TableError("the program zermelo is not found; name it by program= or by the variable ZERMELO_PROGRAM")
    return str(found)


class Table:
    """An open table; made by `open_table`.

    path: pathlib.Path of the file.
    game: the game's name. parameters: dict of texts by name, as stored.
    players: the names of the first and the second player. axes: tuple of `Axis`.
    outcome, distance: the h5py datasets, shaped by `axes`; `no_distance` is the distance that stands for none.
    has_distances: False where there are outcomes alone: `distance` is then an array of nothing but `no_distance`.
    positions, legal_positions: the size of the index space, and of what is legal in it.
    counts: legal positions by outcome for the player to move. winners: by players' names, tie and draw; raw.
    winner_names: names of the codes 0 to 3 of `winner`.
    stored_histogram: win, loss and tie to int64 arrays of the positions by distance. stored_signature: 16 digits.
    start: the place on each axis, or None. start_text: it in the game's notation.
    infinite_play: the player who wins if play never ends, or None. move_limit: plies, or None.
    edges (None if they were not counted), engine, threads, seconds (by phase), program_version, git_revision: of the
    solve.
    key_bits: 64 or 128 if the positions are numbered by keys, see `find`, else None. key, key_high: the h5py datasets
    of the lower and the upper halves of the keys, or None. rules_digest: 16 digits, or None.
    turn_axis: the axis whose labels are the players, or None. walkers: the axes with the coordinates row and column.
    to_move: the h5py dataset of bits that say whose turn it is where no axis does, or None; `movers` reads it.
    tells_turns: whether one of the two is there, so that winners are known.
    slice, first_position: of one file of a table set, the name of its slice and the game's number of its first
    position; its own positions are numbered from 0. Else None.
    """

    def __init__(self, path, program=None):
        self.path = pathlib.Path(path)
        self._program = program
        try:
            self._file = h5py.File(self.path, "r")
        except OSError as error:
            reason = os.strerror(error.errno).lower() if error.errno else _one_line(error)
            raise self._error(reason) from error
        try:
            self._read_metadata()
        except TableError:
            self.close()
            raise
        except (KeyError, OSError, RuntimeError, TypeError, ValueError) as error:  # what h5py raises, and NumPy
            self.close()
            raise self._error(f"damaged: {_one_line(error)}") from error

    def close(self):
        self._file.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __repr__(self):
        return f"<Table {shown_text(self.path)}: {self.game}, {self.positions:,} positions>"

    # --- reading the metadata --------------------------------------------------------------------------------------

    def _read_metadata(self):
        if "format" not in self._file.attrs or self._text("format") != "zermelo-table":
            raise self._error("not an endgame table (format 'zermelo-table')")
        if self._integer("format_version") != 1:
            raise self._error(f"table format version {self._integer('format_version')}, only version 1 is known")
        if "complete" not in self._file.attrs or self._integer("complete") != 1:
            raise self._error("the table is not complete")
        for name in self._file:
            if not isinstance(self._file.get(name, getlink=True), h5py.HardLink):
                raise self._error(f"'{name}' is only a link")
        self.game = self._name("game")
        self.parameters = {name: self._text(f"parameter_{name}") for name in self._names("parameters")}
        self.players = (self._name("first_player"), self._name("second_player"))
        self.positions = self._integer("positions")
        self.legal_positions = self._integer("legal_positions")
        usual = self._integer("distances") if "distances" in self._file.attrs else 1
        if usual not in (0, 1):
            raise self._error(f"attribute 'distances': {usual} is neither 0 nor 1")
        self.has_distances = usual == 1
        self._find_arrays()
        self._find_axes()
        self._find_turns()
        self._find_keys()

        self.counts = {"win": self._integer("wins"), "loss": self._integer("losses"), "tie": self._integer("ties"),
                       "draw": self._integer("draws")}
        self.winner_names = (*self.players, "tie", "draw")
        self.winners = dict(zip(self.winner_names, (
            self._integer("first_player_wins"), self._integer("second_player_wins"), self.counts["tie"],
            self.counts["draw"])))
        self.stored_histogram = {name: self._integers(f"histogram_{key}")
                                 for name, key in (("win", "wins"), ("loss", "losses"), ("tie", "ties"))}
        if len({counts.size for counts in self.stored_histogram.values()}) != 1:
            raise self._error("the stored histograms are not of one length")
        if not self.has_distances and any(counts.any() for counts in self.stored_histogram.values()):
            raise self._error("a histogram by distance of outcomes alone")
        self.stored_signature = self._text("signature")

        self.start = None
        if "start" in self._file.attrs:
            number = self._integer("start")
            if not 0 <= number < self.positions:
                raise self._error(f"start {number}: not from 0 to {self.positions - 1}")
            self.start = tuple(int(place) for place in np.unravel_index(number, self.outcome.shape))
        self.start_text = self._text("start_text")
        endless = self._text("infinite_play")
        if endless not in ("nobody", "first", "second"):
            raise self._error(f"infinite_play '{endless}': not nobody, first or second")
        self.infinite_play = dict(zip(("first", "second"), self.players)).get(endless)
        self.move_limit = self._integer("move_limit") if "move_limit" in self._file.attrs else None
        if not self.has_distances and self.move_limit is not None:
            raise self._error("a move limit, and outcomes alone")
        has_edges = self.has_distances or "edges" in self._file.attrs
        self.edges = self._integer("edges") if has_edges else None
        self.engine = self._text("engine")
        self.threads = self._integer("threads")
        self.seconds = {}
        if "phases" in self._file.attrs:
            times = list(map(float, np.atleast_1d(self._attribute("seconds"))))
            for time in times:
                if not 0 <= time < math.inf:
                    raise self._error(f"attribute 'seconds': {time} is no time")
            phases = self._names("phases")
            if len(phases) != len(times):
                raise self._error("attributes 'phases' and 'seconds' differ in length")
            self.seconds = dict(zip(phases, times))
        self.program_version = self._text("program_version")
        self.git_revision = self._text("git_revision")
        self.slice = self._name("slice") if "slice" in self._file.attrs else None
        self.first_position = self._integer("first_position") if "first_position" in self._file.attrs else None
        if (self.slice is None) != (self.first_position is None):
            raise self._error("of 'slice' and 'first_position' it has one alone")

    def _find_arrays(self):
        wanted = {"outcome": (np.uint8,), "distance": (np.uint16, np.uint32)}
        if not self.has_distances:
            if "distance" in self._file:
                raise self._error("it has a dataset 'distance', and says that it has none")
            del wanted["distance"]
        for name, types in wanted.items():
            values = self._file.get(name)
            if not isinstance(values, h5py.Dataset) or values.dtype not in types or values.chunks is None:
                raise self._error(f"no dataset '{name}' in chunks of {' or '.join(t.__name__ for t in types)}")
        self.outcome = self._file["outcome"]
        if self.has_distances:
            self.distance = self._file["distance"]
            if self.outcome.shape != self.distance.shape or self.outcome.chunks != self.distance.chunks:
                raise self._error("outcome and distance are not of one shape")
        else:
            self.distance = np.broadcast_to(np.uint16(np.iinfo(np.uint16).max), self.outcome.shape)  # takes no memory
        if self.outcome.size != self.positions or self.positions < 1:
            raise self._error(f"{self.positions} positions, but {self.outcome.size} entries")
        self.no_distance = int(np.iinfo(self.distance.dtype).max)

    def _find_axes(self):
        names = self._names("axes")
        if len(names) != self.outcome.ndim:
            raise self._error(f"{len(names)} axes, but {self.outcome.ndim} dimensions")
        members = set(self._file)
        axes = []
        for number, (name, size) in enumerate(zip(names, self.outcome.shape)):
            if name not in members:
                raise self._error(f"axis {name}: its dataset is missing")
            labels = self._names("flag_meanings", self._file[name]) or None
            if labels is not None and len(labels) != size:
                raise self._error(f"axis {name}: {len(labels)} labels for {size} places")
            coordinates = {}
            for coordinate in self._names("coordinate_names", self._file[name]):
                values = self._file[f"{name}_{coordinate}"] if f"{name}_{coordinate}" in members else None
                if (not isinstance(values, h5py.Dataset) or values.shape != (size,) or values.dtype.kind != "i"
                        or values.chunks is None):  # then its numbers may be those of another file
                    raise self._error(f"axis {name}: the coordinate {coordinate} is not {size} whole numbers in chunks")
                coordinates[coordinate] = values[()].astype(np.int64)
            axes.append(Axis(number, name, size, labels, coordinates))
        self.axes = tuple(axes)
        players = sorted(self.players)
        self.turn_axis = next((axis for axis in axes if axis.labels and sorted(axis.labels) == players), None)
        self.walkers = tuple(axis for axis in axes if {"row", "column"} <= set(axis.coordinates))

    def _find_turns(self):
        members = {axis.name for axis in self.axes}
        members.update(f"{axis.name}_{coordinate}" for axis in self.axes for coordinate in axis.coordinates)
        self.to_move = None
        if "to_move" not in members and "to_move" in self._file:
            bits, size = self._file["to_move"], -(-self.positions // 8)
            if (not isinstance(bits, h5py.Dataset) or bits.dtype != np.uint8 or bits.shape != (size,)
                    or bits.chunks is None):
                raise self._error(f"dataset 'to_move' is not {size} bytes in chunks, a bit for each of "
                                  f"{self.positions} positions")
            self.to_move = bits
        self.tells_turns = self.turn_axis is not None or self.to_move is not None

    def _find_keys(self):
        self.key_bits = self.rules_digest = self.key = self.key_high = None
        self._first_keys = None
        if "key_bits" not in self._file.attrs:
            return
        self.key_bits = self._integer("key_bits")
        if self.key_bits not in (64, 128):
            raise self._error(f"attribute 'key_bits': {self.key_bits} is not 64 or 128")
        self.rules_digest = self._text("rules_digest")
        self.key, self.key_high = self._key_halves("key", self.positions)
        if self.key_high is not None and self.key_high.chunks != self.key.chunks:
            raise self._error("key and key_high are not in chunks of one size")
        chunks = -(-self.positions // self.key.chunks[0])
        self._first_keys = self._sortable_keys(*self._key_halves("first_key", chunks), slice(None))
        if np.any(self._first_keys[1:] <= self._first_keys[:-1]):
            raise self._error("damaged: the keys of 'first_key' do not ascend")

    def _key_halves(self, name, length):
        """The datasets of the lower and the upper halves of a list of so many keys; no upper ones of 64 bits."""
        halves = [self._file.get(half) for half in (name, f"{name}_high")[:self.key_bits // 64]]
        for half in halves:
            if (not isinstance(half, h5py.Dataset) or half.dtype != np.uint64 or half.shape != (length,)
                    or half.chunks is None):
                raise self._error(f"the dataset '{name}' is not {length} keys of {self.key_bits} bits in chunks")
        return (*halves, None)[:2]

    def _sortable_keys(self, low, high, index):
        """Keys in a form that NumPy compares: numbers, or of 128 bits texts of 16 bytes, the highest first."""
        try:
            return _sortable(low[index], None if high is None else high[index])
        except OSError as error:
            raise self._error(f"damaged: {_one_line(error)}") from error

    def _text(self, name, place=None):
        """A text attribute; of another place than the root, empty if there is none."""
        value = self._attribute(name) if place is None else place.attrs.get(name, b"")
        if isinstance(value, h5py.Empty):
            return ""
        try:
            return value.encode().decode() if isinstance(value, str) else bytes.decode(value)
        except (TypeError, UnicodeError) as error:
            raise self._error(f"attribute '{name}' is not text in UTF-8") from error

    def _name(self, name, place=None):
        """A text attribute that names something, or many things: it is printed as it is."""
        text = self._text(name, place)
        if shown_text(text) != text:
            raise self._error(f"attribute '{name}': '{text}' is no name")
        return text

    def _names(self, name, place=None):
        text = self._name(name, place)
        return tuple(text.split(" ")) if text else ()

    def _attribute(self, name):
        if name not in self._file.attrs:
            raise self._error(f"attribute '{name}' is missing")
        return self._file.attrs[name]

    def _integer(self, name):
        value = self._attribute(name)
        if not isinstance(value, np.integer):
            raise self._error(f"attribute '{name}' is not a whole number")
        return int(value)

    def _integers(self, name):
        values = np.atleast_1d(self._attribute(name))
        if values.dtype.kind != "i" or values.ndim != 1 or values.size == 0 or values.min() < 0:
            raise self._error(f"attribute '{name}' is not a list of counts")
        return values

    def _error(self, message):
        return TableError(f"{self.path}: {message}")

    # --- reading the values ----------------------------------------------------------------------------------------

    def _read(self, index):
        """outcome and distance at an index, with what would mislead later refused."""
        try:
            outcome = self.outcome[index]
            distance = self.distance[index]
        except OSError as error:
            raise self._error(f"damaged: {_one_line(error)}") from error
        if np.max(outcome, initial=0) > DRAW:
            raise self._error(f"damaged: an outcome of {np.max(outcome)}, the largest is {DRAW}")
        has_end = (outcome != ILLEGAL) & (outcome != DRAW) & self.has_distances
        longest = self.stored_histogram["win"].size - 1
        if np.max(distance, where=has_end, initial=0) > longest:
            raise self._error(f"damaged: a distance of {np.max(distance, where=has_end, initial=0)} plies, "
                              f"the longest of its histogram is {longest}")
        return outcome, distance

    def chunks(self):
        """Yields (index, outcome, distance) chunk by chunk: a slice per axis, and the arrays at it."""
        for index in self.outcome.iter_chunks():
            yield (index, *self._read(index))

    def find(self, key):
        """The number of the position with this key, as the game's `pack` makes it; None if there is none.

        Or, of an array or a list of keys, an int64 array of the numbers, -1 for what is not there: every chunk that is
        needed is read once. Keys are whole numbers, of 128 bits Python's own. Raises TableError for what is no key, and
        for a table without keys.
        """
        if self.key_bits is None:
            raise self._error(f"the positions of {self.game} have no keys")
        asked = key if isinstance(key, np.ndarray) else np.asarray(key, dtype=object)
        if asked.ndim > 1:
            raise self._error("keys are asked for one by one or as a list")
        keys = self._asked_keys(np.atleast_1d(asked))
        found = np.full(keys.size, -1, dtype=np.int64)
        chunk_of = np.searchsorted(self._first_keys, keys, side="right") - 1
        order = np.argsort(chunk_of, kind="stable")
        for group in np.split(order, np.flatnonzero(np.diff(chunk_of[order])) + 1):
            if group.size > 0 and chunk_of[group[0]] >= 0:
                begin, there = self._chunk_of_keys(int(chunk_of[group[0]]))
                place = np.searchsorted(there, keys[group])
                is_there = there[np.minimum(place, there.size - 1)] == keys[group]
                found[group] = np.where(is_there, begin + place, -1)
        if asked.ndim == 1:
            return found
        return int(found[0]) if found[0] >= 0 else None

    def _asked_keys(self, keys):
        """A list of whole numbers as keys that can be sought."""
        try:
            numbers = [operator.index(key) for key in keys.tolist()] if keys.dtype != np.uint64 else None
        except TypeError:
            raise self._error("a key is a whole number") from None
        if numbers is None:
            return _sortable(keys, np.zeros_like(keys) if self.key_bits == 128 else None)
        for number in numbers:
            if not 0 <= number < 2**self.key_bits:
                raise self._error(f"key {number}: not from 0 to 2^{self.key_bits} - 1")
        low = np.array([number % 2**64 for number in numbers], dtype=np.uint64)
        high = np.array([number >> 64 for number in numbers], dtype=np.uint64)
        return _sortable(low, high if self.key_bits == 128 else None)

    def _chunk_of_keys(self, number):
        """Where a chunk of the keys begins, and its keys, checked."""
        begin = number * self.key.chunks[0]
        keys = self._sortable_keys(self.key, self.key_high, slice(begin, begin + self.key.chunks[0]))
        is_sound = keys[0] == self._first_keys[number] and np.all(keys[1:] > keys[:-1])
        if not is_sound or (number + 1 < self._first_keys.size and keys[-1] >= self._first_keys[number + 1]):
            raise self._error(f"damaged: the keys of chunk {number} do not ascend, or not from its first")
        return begin, keys

    def _movers(self, index):
        """Which player (0 or 1) has the turn at an index of a number or a slice per axis: an array that is combined
        with the arrays at that index."""
        if not self.tells_turns:
            raise self._error(f"{_NO_TURNS}; ask by outcome")
        if self.turn_axis is None:
            return self._turn_bits(index)
        movers = np.array([self.players.index(label) for label in self.turn_axis.labels])[index[self.turn_axis.number]]
        kept = [axis for axis, at in zip(self.axes, index) if isinstance(at, slice)]
        return movers.reshape([-1 if axis is self.turn_axis else 1 for axis in kept])

    def _turn_bits(self, index):
        """The bits of `to_move` at an index, as `_movers`."""
        ranges = [range(*at.indices(axis.size)) if isinstance(at, slice) else range(at, at + 1)
                  for axis, at in zip(self.axes, index)]
        shape = tuple(len(places) for places, at in zip(ranges, index) if isinstance(at, slice))
        if 0 in shape:
            return np.zeros(shape, dtype=np.uint8)
        first, last = (int(np.ravel_multi_index([places[end] for places in ranges], self.outcome.shape))
                       for end in (0, -1))
        try:
            read = self.to_move[first // 8:last // 8 + 1]
        except OSError as error:
            raise self._error(f"damaged: {_one_line(error)}") from error
        if last - first + 1 == math.prod(shape):  # a run of positions
            bits = np.unpackbits(read, bitorder="little")[first % 8:]
            return bits[:last - first + 1].reshape(shape)
        number = np.zeros((), dtype=np.int64)
        for places, axis, at in zip(ranges, self.axes, index):
            if isinstance(at, slice):
                number = number[..., np.newaxis]
                at = np.arange(places.start, places.stop, places.step)
            number = number * axis.size + at
        return read[number // 8 - first // 8] >> (number % 8).astype(np.uint8) & 1

    def movers(self, **fixed):
        """Which player, 0 the first or 1 the second, has the turn in the part of the table that `select` gives, shaped
        like its arrays; any of them where there is no position. Raises TableError if `tells_turns` is False."""
        places = self._places(fixed)
        index = tuple(places.get(axis.name, slice(None)) for axis in self.axes)
        kept = tuple(axis.size for axis in self.axes if axis.name not in places)
        return np.broadcast_to(self._movers(index), kept)

    def _winner(self, index, outcome):
        """The winners at an index, as `_movers`."""
        return _WINNER_BY_MOVER_AND_OUTCOME[self._movers(index), outcome]

    def select(self, **fixed):
        """The part of the table at the given places, such as `select(turn="cat", cat=(0, 3))`, as a `Slice`.

        Values are those of `Axis.place`. Without any it is the whole table, up to 7 bytes a position in memory.
        """
        places = self._places(fixed)
        index = tuple(places.get(axis.name, slice(None)) for axis in self.axes)
        outcome, distance = map(np.asarray, self._read(index))
        axes = tuple(axis for axis in self.axes if axis.name not in places)
        winner = self._winner(index, outcome) if self.tells_turns else None
        return Slice(axes, outcome, np.ma.array(distance, mask=distance == self.no_distance), winner)

    def _places(self, values):
        """The numbers of places by axis name. Raises TableError for what is no axis or no place of it."""
        by_name = {axis.name: axis for axis in self.axes}
        for name in values:
            if name not in by_name:
                raise self._error(f"'{name}' is not an axis; the axes are {', '.join(by_name)}")
        try:
            return {name: by_name[name].place(value) for name, value in values.items()}
        except TableError as error:
            raise self._error(str(error)) from None

    def probe(self, words=None, *, plies_played=0, **places):
        """The value of one position, a `Position`; that of the start if nothing is given.

        `words` is text such as "turn=cat cat=0,3 mouse=1,1"; or every axis is given by name, as to `select`.
        `plies_played` (0 or more) counts against the move limit. Raises TableError for an illegal position.
        """
        if words is not None:
            places = {**_parse_words(words), **places}
        elif not places:
            if self.start is None:
                raise self._error(f"{self._no_start()}; name a position by its axes")
            places = {axis.name: axis.value(place) for axis, place in zip(self.axes, self.start)}
        found = self._places(places)
        for axis in self.axes:
            if axis.name not in found:
                raise self._error(f"axis '{axis.name}' is not given")
        if plies_played < 0:
            raise self._error(f"plies_played={plies_played}: not a whole number of at least 0")
        index = tuple(found[axis.name] for axis in self.axes)
        state = " ".join(f"{axis.name}={_word(axis.value(place))}" for axis, place in zip(self.axes, index))
        outcome, distance = map(int, self._read(index))
        if outcome == ILLEGAL:
            raise self._error(f"{state}: no legal position")
        to_move = self.players[int(self._movers(index))] if self.tells_turns else None
        raw_winner = None
        if to_move is not None and outcome in (WIN, LOSS):
            raw_winner = to_move if outcome == WIN else next(name for name in self.players if name != to_move)
        winner, result, decided_by = self._verdict(outcome, distance, raw_winner, plies_played)
        plies = None if outcome == DRAW or distance == self.no_distance else distance
        return Position(state, index, to_move, OUTCOMES[outcome], plies, raw_winner, winner, result, decided_by)

    def _no_start(self):
        return f"{self.game} has no start position"

    def _verdict(self, outcome, distance, raw_winner, plies_played):
        """Winner, result and what decided it, after infinite play and the move limit (framework/docs/format.md)."""
        too_late = self.move_limit is not None and distance + plies_played > self.move_limit
        if outcome in (WIN, LOSS) and not too_late:
            return raw_winner, "win", "play"
        if outcome == TIE:
            return None, "tie", "play"
        decided_by = "infinite_play" if outcome == DRAW else "move_limit"
        if self.infinite_play is not None:
            return self.infinite_play, "win", decided_by
        return None, "draw", None if outcome == DRAW else decided_by

    # --- the whole table, chunk by chunk ---------------------------------------------------------------------------

    def histogram(self, by="winner"):
        """Positions by distance in plies, counted from the values: a dict of int64 arrays of one length, from 0.

        Its keys are the players' names and "tie", raw; or, with by="outcome", "win", "loss" and "tie" for the player to
        move, as in `stored_histogram`. Positions without distance are in none.
        """
        if by not in ("winner", "outcome"):
            raise self._error(f"by='{by}': not winner or outcome")
        codes = (FIRST_WINS, SECOND_WINS, NOBODY_WINS_TIE) if by == "winner" else (WIN, LOSS, TIE)
        counts = np.zeros((len(codes), self.stored_histogram["win"].size), dtype=np.int64)
        for index, outcome, distance in self.chunks():
            kinds = self._winner(index, outcome) if by == "winner" else outcome
            for number, code in enumerate(codes):
                counted = (kinds == code) & (distance != self.no_distance)
                counts[number] += np.bincount(distance[counted], minlength=counts.shape[1])
        return dict(zip(self.winner_names if by == "winner" else OUTCOMES[WIN:], counts))

    def winners_by_walkers_distance(self, turn=None):
        """Legal positions by the distance of the two walkers and by winner: an int64 array of shape (longest + 1, 4).

        The distance is that on the grid without walls, rows apart plus columns apart. The columns are `winner_names`;
        raw. `turn` is a player's name: only positions where that one is to move. Raises TableError unless two axes have
        the coordinates row and column.
        """
        if len(self.walkers) != 2:
            raise self._error(f"{self.game}: the walkers' distance takes two axes with the coordinates row and column, "
                              f"not {len(self.walkers)}")
        if turn is not None and turn not in self.players:
            raise self._error(f"turn={turn}: not one of {', '.join(self.players)}")
        one, other = self.walkers
        ways = [(one.coordinates[name], other.coordinates[name]) for name in ("row", "column")]
        longest = int(sum(max(np.ptp(np.concatenate(pair)), 0) for pair in ways))
        counts = np.zeros((longest + 1) * 4, dtype=np.int64)
        for index, outcome, _ in self.chunks():
            winner = self._winner(index, outcome)
            apart = sum(abs(_along(a, one, index) - _along(b, other, index)) for a, b in ways)
            counted = winner != NO_POSITION
            if turn is not None:
                counted &= self._movers(index) == self.players.index(turn)
            counts += np.bincount((apart * 4 + winner)[counted], minlength=counts.size)
        return counts.reshape(-1, 4)

    def signature(self):
        """The signature of the values as they are, 16 hexadecimal digits (framework/docs/format.md has the formula)."""
        total = 0
        for index, outcome, distance in self.chunks():
            number = np.zeros(outcome.shape, dtype=np.uint64)
            for axis in self.axes:
                stride = int(np.prod(self.outcome.shape[axis.number + 1:], dtype=np.uint64))
                places = np.arange(*index[axis.number].indices(axis.size), dtype=np.uint64)
                number += _shaped(places, axis, index) * np.uint64(stride)
            total += _signature_of(number, outcome, distance)
        return _hex(total)

    def check_signature(self):
        """Raises TableError if the values do not have the signature that the table states."""
        found = self.signature()
        if found != self.stored_signature:
            raise self._error(f"signature: stored {self.stored_signature}, the values give {found}")

    def to_xarray(self):
        """The table as an xarray.Dataset that reads lazily, with labels where axes have them. Close it after use."""
        import xarray  # the rest of this module does without

        dataset = xarray.open_dataset(self.path, engine="h5netcdf")
        return dataset.assign_coords({axis.name: list(axis.labels) for axis in self.axes if axis.labels})

    # --- the rules, from the program -------------------------------------------------------------------------------

    def moves(self, words=None, **places):
        """Every move from a position, as `zermelo probe TABLE WORDS --json` reports them: a list of dicts.

        Each has `state` (the position it leads to), `position` (its number in the table), `outcome` (raw, for the player
        to move there), `winner`, `plies` and `best`. `words` is the position in the game's notation (`Position.state` where its fields are the axes); or
        its fields are given by name, such as cat=(0, 3), and plies_played=N like one; or nothing, for the start. Raises
        TableError with the program's message if it refuses.
        """
        asked = (words or "").split() + [f"{name}={_word(value)}" for name, value in places.items()]
        command = [find_program(self._program), "probe", "--json", "--", str(self.path.resolve()), *asked]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        except OSError as error:
            raise TableError(f"{command[0]}: {error.strerror}") from error
        if done.returncode != 0:
            lines = done.stderr.splitlines() or [f"{command[0]}: exit status {done.returncode}"]
            raise self._error(lines[-1].removeprefix("zermelo: "))
        return json.loads(done.stdout)["moves"]

    def best_moves(self, words=None, **places):
        """Those of `moves` that no other move is better than; none where play has ended."""
        return [move for move in self.moves(words, **places) if move["best"]]


# --- table sets ------------------------------------------------------------------------------------------------------

_INDEX = "set.json"
_LARGEST_INDEX_BYTES = 64 << 20  # the program's own limit
_MOST_POSITIONS = 2**63 - 1  # that NumPy and HDF5 number


@dataclass(frozen=True)
class SetSlice:
    """A slice of a game: a stretch of its positions with a table of its own."""

    name: str
    first_position: int  #: the game's number of its first position
    positions: int  #: holes included
    table: Table | None  #: its positions are numbered from 0; None if the slice is not done
    signature: str | None  #: of that table, 16 digits
    share: str | None  #: the same sum with the game's numbers for the positions
    has_distances: bool = True  #: False if its table has outcomes alone


class TableSet(Table):
    """The folder of a table set, opened; made by `open_table`. It is asked like a `Table` of the whole game.

    slices: tuple of `SetSlice`, in the order of their positions. The tables of those that are done are all open, and
    are what the index says of them.

    All positions are on one axis, `position`, by the game's numbers. Slices that are not done are illegal in arrays and
    left out of `chunks`, counts and all that is counted; `probe` refuses them. `has_distances` is of all that are done. `outcome` and `distance` can be indexed
    by a number or a range, and are read where they are. `find` looks through the keys of the slices. The start is not
    stored: `start` is None.
    """

    def __init__(self, path, program=None):  # not Table's, which opens a file
        self.path = pathlib.Path(path)
        self._program = program
        self.slices = ()
        try:
            self._open_slices()
            self._sum_up()
        except TableError:
            self.close()
            raise

    def close(self):
        for part in self._done():
            part.table.close()

    def __repr__(self):
        return (f"<TableSet {shown_text(self.path)}: {self.game}, {self.positions:,} positions, "
                f"{sum(1 for _ in self._done())} of {len(self.slices)} slices done>")

    def slice_named(self, name):
        """The `SetSlice` of this name."""
        for part in self.slices:
            if part.name == name:
                return part
        raise self._error(f"there is no slice '{name}'")

    # --- the index -------------------------------------------------------------------------------------------------

    def _open_slices(self):
        index = self._read_index()
        if self._member(index, "format", str) != "zermelo-table-set":
            raise self._index_error("it is no index of a table set")
        version = self._member(index, "format_version", int)
        if version != 1:
            raise self._index_error(f"it is of version {version}, only version 1 is known")
        self.game = self._member(index, "game", str)
        if shown_text(self.game) != self.game:
            raise self._index_error(f"'game': '{self.game}' is no name")
        self.program_version = self._member(index, "program_version", str)
        self.git_revision = self._member(index, "git_revision", str)
        self.parameters = {}
        for said in self._member(index, "parameters", list):
            name = self._member(said, "name", str)
            if name in self.parameters:
                raise self._index_error(f"parameter '{name}' is there twice")
            self.parameters[name] = self._member(said, "value", str)
        self.positions = 0
        names = set()
        for said in self._member(index, "slices", list):
            part = self._slice(said)
            if part.name in names:
                raise self._index_error(f"slice '{part.name}' is there twice")
            names.add(part.name)
            self.positions += part.positions
            # Added before it is held against the others, so that it is closed whatever comes.
            self.slices += (self._with_table(part) if part.signature is not None else part,)
        if not self.slices:
            raise self._index_error("it has no slices")

    def _read_index(self):
        file = self.path / _INDEX
        try:
            if not stat.S_ISREG(file.stat().st_mode):
                raise self._index_error("it is no file")
            with open(file, "rb") as stream:
                text = stream.read(_LARGEST_INDEX_BYTES + 1)
        except OSError as error:
            raise self._index_error((error.strerror or str(error)).lower()) from error
        if len(text) > _LARGEST_INDEX_BYTES:
            raise self._index_error("it is longer than 64 MiB")
        try:
            return json.loads(text.decode())
        except (ValueError, RecursionError) as error:
            raise self._index_error("it is no JSON") from error

    def _member(self, said, name, kind):
        if not isinstance(said, dict):
            raise self._index_error("an object is to be there")
        if name not in said:
            raise self._index_error(f"'{name}' is missing")
        value = said[name]
        if type(value) is not kind or (kind is int and value < 0):  # True is an int
            what = {str: "text", int: "whole number from 0 on", bool: "true or false", list: "array"}[kind]
            raise self._index_error(f"'{name}' is no {what}")
        return value

    def _slice(self, said):
        """A slice without its table."""
        name = self._member(said, "name", str)
        if not re.fullmatch("[A-Za-z0-9_+-]{1,100}", name):
            raise self._index_error(f"'{name[:100]}' is no name of a slice")
        first, positions = (self._member(said, member, int) for member in ("first_position", "positions"))
        if first != self.positions or not 0 < positions <= _MOST_POSITIONS - first:
            raise self._index_error(f"slice '{name}' does not begin where the one before it ends")
        sums = (None, None)
        if self._member(said, "done", bool):
            sums = tuple(self._member(said, member, str) for member in ("signature", "share"))
            for member, text in zip(("signature", "share"), sums):
                if not re.fullmatch("[0-9a-f]{16}", text):
                    raise self._index_error(f"'{member}' is no number of 16 hexadecimal digits")
        has_distances = "distances" not in said or self._member(said, "distances", bool)
        return SetSlice(name, first, positions, None, *sums, has_distances)

    def _with_table(self, part):
        table = Table(self.path / f"{part.name}.h5", self._program)
        try:
            self._expect_agreement(part, table)
        except TableError:
            table.close()
            raise
        return replace(part, table=table)

    def _expect_agreement(self, part, table):
        first = next((done.table for done in self._done()), table)
        for agrees, what in (
                ((table.game, table.parameters) == (self.game, self.parameters), "it is of another game or instance"),
                ((table.slice, table.first_position) == (part.name, part.first_position), "it is of another slice"),
                (table.positions == part.positions, "it has another number of positions"),
                (table.stored_signature == part.signature, "it has another signature"),
                (table.has_distances == part.has_distances, "it has distances, or has none, otherwise")):
            if not agrees:
                raise TableError(f"{table.path}: {what} than {_INDEX} says")
        if len(table.axes) != 1:
            raise TableError(f"{table.path}: the positions of a slice are not on {len(table.axes)} axes")
        if ((table.players, table.infinite_play, table.move_limit)
                != (first.players, first.infinite_play, first.move_limit)):
            raise TableError(f"{table.path}: its players or rules are not those of {first.path.name}")
        if table.key_bits != first.key_bits:
            raise TableError(f"{table.path}: its positions are not numbered by keys of the width of {first.path.name}")
        if max(counts.max() for counts in table.stored_histogram.values()) > table.positions:
            raise TableError(f"{table.path}: a count is larger than the number of positions")

    def _index_error(self, message):
        return TableError(f"{self.path / _INDEX}: {message}")

    # --- the whole -------------------------------------------------------------------------------------------------

    def _done(self):
        return (part for part in self.slices if part.table is not None)

    def _sum_up(self):
        tables = [part.table for part in self._done()]
        if not tables:
            raise self._error("no slice of it is done")
        first = tables[0]
        self.players, self.infinite_play, self.move_limit = first.players, first.infinite_play, first.move_limit
        self.winner_names = first.winner_names
        self.has_distances = all(table.has_distances for table in tables)
        self.legal_positions = sum(table.legal_positions for table in tables)
        edges = [table.edges for table in tables]
        self.edges = None if None in edges else sum(edges)
        self.counts, self.winners = (
            {kind: sum(getattr(table, name)[kind] for table in tables) for kind in getattr(first, name)}
            for name in ("counts", "winners"))
        length = max(table.stored_histogram["win"].size for table in tables)
        self.stored_histogram = {
            kind: sum(np.pad(counts, (0, length - counts.size))
                      for counts in (table.stored_histogram[kind] for table in tables))
            for kind in first.stored_histogram}
        self.stored_signature = _hex(sum(int(part.share, 16) for part in self._done()))
        self.engine = ", ".join(dict.fromkeys(table.engine for table in tables))
        self.threads = max(table.threads for table in tables)
        self.seconds = {}
        for table in tables:
            for phase, seconds in table.seconds.items():
                self.seconds[phase] = self.seconds.get(phase, 0) + seconds

        self.axes = (Axis(0, "position", self.positions, None, {}),)
        self.walkers = ()
        self.start = self.turn_axis = self.to_move = self.slice = self.first_position = None
        self.tells_turns = all(table.tells_turns for table in tables)
        self.start_text = ""
        self.key_bits = first.key_bits
        self.rules_digest = self.key = self.key_high = None
        self.outcome = _JoinedValues(self, "outcome")
        self.distance = _JoinedValues(self, "distance")
        self.no_distance = self.distance.absent

    def _no_start(self):
        return "a table set stores no start"

    def _read(self, index):
        (place,) = index
        if not isinstance(place, slice):
            part = next(part for part in self.slices if place < part.first_position + part.positions)
            if part.table is None:
                raise self._error(f"slice {part.name} is not done")
            outcome, distance = part.table._read((place - part.first_position,))
            return outcome, self.distance.widened(distance)
        places = range(*place.indices(self.positions))
        outcome, distance = self.outcome.all_absent(places), self.distance.all_absent(places)
        for part, here, own in self._stretches(places):
            outcome[here], distances = part.table._read((own,))
            distance[here] = self.distance.widened(distances)
        return outcome, distance

    def _turn_bits(self, index):
        (place,) = index
        places = range(*place.indices(self.positions)) if isinstance(place, slice) else range(place, place + 1)
        bits = np.zeros(len(places), dtype=np.uint8)  # slices that are not done have no positions
        for part, here, own in self._stretches(places):
            bits[here] = part.table._turn_bits((own,))
        return bits if isinstance(place, slice) else bits[0]

    def _stretches(self, places):
        """What an ascending range of positions has of each slice that is done: the slice, where in the range, and where
        in the slice's own table."""
        for part in self._done():
            end = min(places.stop, part.first_position + part.positions)
            begin = max(places.start, part.first_position)
            begin += (places.start - begin) % places.step
            if begin < end:
                number = (begin - places.start) // places.step
                length = len(range(begin, end, places.step))
                yield (part, slice(number, number + length),
                       slice(begin - part.first_position, end - part.first_position, places.step))

    def chunks(self):
        """Yields (index, outcome, distance) chunk by chunk of the slices that are done, as `Table.chunks`."""
        for part in self._done():
            for (own,), outcome, distance in part.table.chunks():
                here = slice(part.first_position + own.start, part.first_position + own.stop)
                yield (here,), outcome, self.distance.widened(distance)

    def find(self, key):
        """As `Table.find`, in the slices that are done."""
        if self.key_bits is None:
            raise self._error(f"the positions of {self.game} have no keys")
        asked = key if isinstance(key, np.ndarray) else np.asarray(key, dtype=object)
        found = np.full(np.atleast_1d(asked).shape, -1, dtype=np.int64)
        for part in self._done():
            here = part.table.find(np.atleast_1d(asked))
            found = np.where(here >= 0, here + part.first_position, found)
        if asked.ndim == 1:
            return found
        return int(found[0]) if found[0] >= 0 else None

    def check_signature(self):
        """Raises TableError if the values of a slice do not have the signature, and the share in the whole's, that are
        stored."""
        for part in self._done():
            own = share = 0
            for (here,), outcome, distance in part.table.chunks():
                number = np.arange(here.start, here.stop, dtype=np.uint64)
                own += _signature_of(number, outcome, distance)
                share += _signature_of(number + np.uint64(part.first_position), outcome, distance)
            for what, stored, found in (("signature", part.signature, _hex(own)), ("share", part.share, _hex(share))):
                if found != stored:
                    raise TableError(f"{part.table.path}: {what}: stored {stored}, the values give {found}")

    def to_xarray(self):
        """Raises TableError: a set is many files. `SetSlice.table` has one for each."""
        raise self._error("a table set is many files: ask the table of a slice, slice_named(NAME).table.to_xarray()")


class _JoinedValues:
    """The datasets of one name of a set's slices, as one list."""

    def __init__(self, table_set, name):
        self._set = table_set
        self._name = name
        self.dtype = max((getattr(part.table, name).dtype for part in table_set._done()), key=lambda t: t.itemsize)
        self.absent = ILLEGAL if name == "outcome" else int(np.iinfo(self.dtype).max)
        self.ndim, self.size, self.shape = 1, table_set.positions, (table_set.positions,)

    def __len__(self):
        return self.size

    def __array__(self, dtype=None, copy=None):
        return np.asarray(self[()], dtype=dtype)

    def __getitem__(self, index):
        """The values at a number, a range, or, by `()` or `...`, all."""
        if isinstance(index, tuple) and len(index) < 2:
            index = index[0] if index else slice(None)
        if index is Ellipsis:
            index = slice(None)
        if not isinstance(index, slice):
            number = operator.index(index)
            if not -self.size <= number < self.size:
                raise IndexError(f"{number} is not within {self.size} positions")
            return self[number % self.size:number % self.size + 1][0]
        places = range(*index.indices(self.size))
        if places.step < 1:
            raise ValueError("a range of positions ascends")
        values = self.all_absent(places)
        for part, here, own in self._set._stretches(places):
            values[here] = self.widened(getattr(part.table, self._name)[own])
        return values

    def all_absent(self, places):
        try:
            return np.full(len(places), self.absent, dtype=self.dtype)
        except (MemoryError, ValueError) as error:  # an index may say any size of what is not done
            raise TableError(f"{self._set.path}: {len(places)} positions do not fit into memory") from error

    def widened(self, values):
        """Values of one slice in the width of all: what stands for no distance is another number there."""
        if values.dtype == self.dtype:
            return values
        return np.where(values == np.iinfo(values.dtype).max, self.dtype.type(self.absent), values.astype(self.dtype))


def _along(values, axis, index):
    """The part of an axis's values that is in an index, shaped to be combined with arrays at that index."""
    return _shaped(values[index[axis.number]], axis, index)


def _shaped(values, axis, index):
    """Values along an axis, shaped to be combined with arrays at an index."""
    return values.reshape([-1 if number == axis.number else 1 for number in range(len(index))])


def _signature_of(number, outcome, distance):
    """The sum of the signature's terms of some positions of these numbers (uint64), not reduced modulo 2^64."""
    legal = outcome != ILLEGAL
    plies = distance[legal].astype(np.uint64)
    plies[(outcome[legal] == DRAW) | (distance[legal] == np.iinfo(distance.dtype).max)] = 2**32 - 1
    return int(np.sum(_mix(_mix(number[legal]) + outcome[legal] + np.uint64(8) * plies), dtype=np.uint64))


def _hex(number):
    return f"{number % 2**64:016x}"


def _sortable(low, high):
    """Keys as NumPy compares them: the lower halves alone, or texts of 16 bytes, the highest first."""
    if high is None:
        return low
    halves = np.stack([high, low], axis=1).astype(">u8")
    return halves.view("S16").ravel()  # NumPy takes zeros at the end for nothing: they are the least there is


def _mix(z):
    """The output function of splitmix64, on an array of uint64."""
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def _word(value):
    """A value as in a `field=value` word."""
    return ",".join(map(str, value)) if isinstance(value, (tuple, list)) else str(value)


def _parse_words(words):
    """The values by field of a text such as "turn=cat cat=0,3"."""
    values = {}
    for word in words.split():
        name, equals, value = word.partition("=")
        if not equals:
            raise TableError(f"'{word}' is not a field=value word")
        if name in values:
            raise TableError(f"field '{name}' is given twice")
        parts = value.split(",")
        is_numbers = all(part.removeprefix("-").isdecimal() for part in parts)
        values[name] = tuple(map(int, parts)) if is_numbers and len(parts) > 1 else int(value) if is_numbers else value
    return values


def _one_line(error):
    return " ".join(str(error).strip("'\"").split())
