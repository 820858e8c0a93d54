# SPDX-License-Identifier: MIT
"""Hare and hounds: three hounds try to trap a hare, which tries to reach a2. A hound never moves left."""
import zermelo

LINES = ("a2b1 a2b2 a2b3 b1b2 b2b3 b1c1 b1c2 b2c2 b3c2 b3c3 c1c2 "
         "c2c3 c1d1 c2d1 c2d2 c2d3 c3d3 d1d2 d2d3 d1e2 d2e2 d3e2").split()
NEIGHBOURS = {}
for line in LINES:
    NEIGHBOURS.setdefault(line[:2], []).append(line[2:])
    NEIGHBOURS.setdefault(line[2:], []).append(line[:2])


def moves(position):
    turn, hare, hounds = position
    taken = {hare, *hounds}
    if turn == "hare":
        return [("hounds", to, hounds) for to in NEIGHBOURS[hare] if to not in taken]
    return [("hare", hare, tuple(sorted({*hounds} - {hound} | {to})))
            for hound in hounds for to in NEIGHBOURS[hound] if to not in taken and to[0] >= hound[0]]


start = ("hounds", "e2", ("a2", "b1", "b3"))
solved = zermelo.explore(start, moves, to_move=lambda position: position[0] == "hare",
                         terminal=lambda position: 2 if position[1] == "a2" else 0).solve()  # 2: the second player has won
print(solved, solved[start], sep="\n")
