# SPDX-License-Identifier: MIT
"""An oracle for tests: a graph solved in plain Python, distance by distance; and random graphs."""

import numpy as np

ILLEGAL, WIN, LOSS, TIE, DRAW = range(5)
GOES_ON, FIRST_WON, SECOND_WON, TIED, HOLE, DRAWN = range(6)


def solve_slowly(*, indptr, indices, to_move, terminal, distance=None, no_moves="loses", infinite_play="nobody", seen_by="players"):
    """The outcomes, and the distances with None where there is none."""
    rows = [indices[first:last].tolist() for first, last in zip(indptr, indptr[1:])]
    stuck = {"loses": (LOSS, 0), "wins": (WIN, 0), "ties": (TIE, 0), "draws": (DRAW, None)}[no_moves]

    def end_of(v):
        """The end of play in v as (outcome for the player to move, distance), or None."""
        plies = 0 if distance is None else int(distance[v])
        if terminal[v] == GOES_ON:
            return None if rows[v] else stuck
        return {FIRST_WON: ((WIN, LOSS)[to_move[v]], plies), SECOND_WON: ((LOSS, WIN)[to_move[v]], plies),
                TIED: (TIE, plies), HOLE: (ILLEGAL, None), DRAWN: (DRAW, None)}[terminal[v]]

    ends = {v: end for v in range(len(rows)) if (end := end_of(v)) is not None}
    values = {v: end for v, end in ends.items() if end[0] in (ILLEGAL, DRAW)}
    by_mover = seen_by == "mover"
    endless = {"nobody": None, "first": 0, "second": 1}[infinite_play]
    longest_end = max((plies for _, plies in ends.values() if plies is not None), default=0)

    def for_owner(v, to):
        """The value of a target with the outcome for the player who moves in v."""
        outcome, plies = values.get(to, (None, None))
        is_same = not by_mover and to_move[v] == to_move[to]
        return (outcome if is_same else {WIN: LOSS, LOSS: WIN}.get(outcome, outcome)), plies

    def win_or_loss(v, d):
        targets = [for_owner(v, to) for to in rows[v]]
        if (WIN, d - 1) in targets:
            return WIN
        if all(outcome == LOSS for outcome, _ in targets) and max(plies for _, plies in targets) == d - 1:
            return LOSS
        return None

    def tie(v, d):
        targets = [for_owner(v, to) for to in rows[v]]
        ties = [plies for outcome, plies in targets if outcome == TIE]
        if not by_mover and endless == to_move[v]:
            is_tie = all(outcome in (TIE, LOSS) for outcome, _ in targets) and ties and max(ties) == d - 1
        else:
            is_tie = ties and min(ties) == d - 1
        return TIE if is_tie else None

    for outcomes, step in (((WIN, LOSS), win_or_loss), ((TIE,), tie)):
        d, found = 0, {}
        while found or d <= longest_end:
            found = {v: end for v, end in ends.items() if end[0] in outcomes and end[1] == d}
            found |= {v: (outcome, d) for v in range(len(rows))
                      if v not in values and v not in ends and (outcome := step(v, d)) is not None}
            values |= found
            d += 1
    answers = [values.get(v, (DRAW, None)) for v in range(len(rows))]
    return [outcome for outcome, _ in answers], [plies for _, plies in answers]


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
