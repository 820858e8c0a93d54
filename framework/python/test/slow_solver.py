# SPDX-License-Identifier: MIT
"""An oracle for tests: a graph solved in plain Python, distance by distance; and random graphs."""

import numpy as np

ILLEGAL, WIN, LOSS, TIE, DRAW = range(5)
GOES_ON, FIRST_WON, SECOND_WON, TIED, HOLE, DRAWN = range(6)


def end_of(arrays, v):
    """The end of play in v as (outcome for the player to move, distance), or None."""
    code, owner = int(arrays["terminal"][v]), int(arrays["to_move"][v])
    plies = int(arrays["distance"][v]) if arrays.get("distance") is not None else 0
    if code == GOES_ON:
        if arrays["indptr"][v] < arrays["indptr"][v + 1]:
            return None
        return {"loses": (LOSS, 0), "wins": (WIN, 0), "ties": (TIE, 0), "draws": (DRAW, None)}[arrays.get("no_moves", "loses")]
    if code in (FIRST_WON, SECOND_WON):
        return (WIN if owner == code - FIRST_WON else LOSS, plies)
    return {TIED: (TIE, plies), HOLE: (ILLEGAL, None), DRAWN: (DRAW, None)}[code]


def solve_slowly(**arrays):
    """The outcomes, and the distances with None where there is none."""
    size = len(arrays["to_move"])
    rows = [[int(to) for to in arrays["indices"][int(arrays["indptr"][v]):int(arrays["indptr"][v + 1])]] for v in range(size)]
    ends = {v: end for v in range(size) if (end := end_of(arrays, v)) is not None}
    values = {v: end for v, end in ends.items() if end[0] in (ILLEGAL, DRAW)}
    by_mover = arrays.get("seen_by", "players") == "mover"
    endless = {"nobody": None, "first": 0, "second": 1}[arrays.get("infinite_play", "nobody")]
    longest_end = max((end[1] for end in ends.values() if end[1] is not None), default=0)

    def for_owner(v, to):
        """The value of a target with the outcome for the player who moves in v."""
        outcome, plies = values.get(to, (None, None))
        is_same = not by_mover and arrays["to_move"][v] == arrays["to_move"][to]
        return (outcome if is_same else {WIN: LOSS, LOSS: WIN}.get(outcome, outcome)), plies

    def wave(d, outcomes, step):
        found = {v: end for v, end in ends.items() if end[0] in outcomes and end[1] == d}
        for v in range(size):
            if v not in values and v not in ends and (outcome := step(v, d)) is not None:
                found[v] = (outcome, d)
        values.update(found)
        return bool(found)

    def win_or_loss(v, d):
        targets = [for_owner(v, to) for to in rows[v]]
        if any(target == (WIN, d - 1) for target in targets):
            return WIN
        if all(outcome == LOSS for outcome, _ in targets) and max(plies for _, plies in targets) == d - 1:
            return LOSS
        return None

    def tie(v, d):
        targets = [for_owner(v, to) for to in rows[v]]
        ties = [plies for outcome, plies in targets if outcome == TIE]
        if not by_mover and endless == arrays["to_move"][v]:
            is_tie = all(outcome in (TIE, LOSS) for outcome, _ in targets) and ties and max(ties) == d - 1
        else:
            is_tie = ties and min(ties) == d - 1
        return TIE if is_tie else None

    for outcomes, step in (((WIN, LOSS), win_or_loss), ((TIE,), tie)):
        d = 0
        while wave(d, outcomes, step) or d <= longest_end:
            d += 1
    answers = [values.get(v, (DRAW, None)) for v in range(size)]
    return np.array([outcome for outcome, _ in answers], np.uint8), [plies for _, plies in answers]


def plies_of(distance):
    """The distances of an array of NumPy's with None where there is none."""
    none = np.iinfo(distance.dtype).max
    return [None if plies == none else int(plies) for plies in distance]


def random_graph(rng, size, *, moves=3, ends=0.25, holes=0.0, distances=False, by_mover=False):
    """Arrays for solve_graph: loops, double moves, dead ends and every kind of end."""
    terminal = np.where(rng.random(size) < ends, rng.choice([1, 2, 3, 5], size), 0).astype(np.uint8)
    terminal[rng.random(size) < holes] = HOLE
    counts = np.where(terminal == 0, rng.integers(0, 2 * moves + 1, size), 0)
    legal = np.flatnonzero(terminal != HOLE)
    if not legal.size:
        counts[:] = 0
    indptr = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
    indices = rng.choice(legal, int(indptr[-1])).astype(np.int64) if legal.size else np.zeros(0, np.int64)
    to_move = np.zeros(size, np.uint8) if by_mover else rng.integers(0, 2, size).astype(np.uint8)
    arrays = {"indptr": indptr, "indices": indices, "to_move": to_move, "terminal": terminal}
    if distances:
        has_plies = (terminal >= 1) & (terminal <= 3)
        arrays["distance"] = np.where(has_plies, rng.integers(0, 6, size), 0).astype(np.uint32)
    return arrays


def signature_of(outcome, plies):
    """As framework/docs/format.md has it."""
    def mix(z):
        z = (z ^ z >> np.uint64(30)) * np.uint64(0xbf58476d1ce4e5b9)
        z = (z ^ z >> np.uint64(27)) * np.uint64(0x94d049bb133111eb)
        return z ^ z >> np.uint64(31)
    distances = np.array([2**32 - 1 if d is None else d for d in plies], np.uint64)
    with np.errstate(over="ignore"):
        terms = mix(mix(np.arange(len(plies), dtype=np.uint64)) + outcome.astype(np.uint64) + np.uint64(8) * distances)
        return f"{int(terms[outcome != ILLEGAL].sum(dtype=np.uint64)):016x}"
