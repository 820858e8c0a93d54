# SPDX-License-Identifier: MIT
"""Parity games as text in PGSolver's format, and their winners."""

import re

LINE = re.compile(r'(\d+) (\d+) ([01]) (\d+(?:,\d+)*) "([^"]*)";')


class ParityGame:
    """priority, owner (0 or 1), successors and name of every vertex 0 .. n - 1; start, or None."""

    def __init__(self, text):
        header, *lines = text.splitlines()
        self.start = None
        if lines and lines[0].startswith("start "):
            self.start = int(lines.pop(0).removeprefix("start ").removesuffix(";"))
        self.priority, self.owner, self.successors, self.name = [], [], [], []
        for number, line in enumerate(lines):
            vertex, priority, owner, successors, name = LINE.fullmatch(line).groups()
            assert int(vertex) == number
            self.priority.append(int(priority))
            self.owner.append(int(owner))
            self.successors.append([int(to) for to in successors.split(",")])
            self.name.append(name)
        assert header == f"parity {len(self.owner) - 1};"
        assert all(len(set(successors)) == len(successors) for successors in self.successors)

    def attract(self, region, goal, player):
        """The vertices of the region from which the player can force play into the goal without leaving the region."""
        attracted, rest = set(goal), set(region) - set(goal)
        is_growing = True
        while is_growing:
            found = {v for v in rest if self.is_attracted(v, region, attracted, player)}
            attracted |= found
            rest -= found
            is_growing = bool(found)
        return attracted

    def is_attracted(self, vertex, region, attracted, player):
        """Whether the player can, or the opponent must, move from here into the attracted vertices."""
        inside = [to in attracted for to in self.successors[vertex] if to in region]
        return any(inside) if self.owner[vertex] == player else all(inside)

    def solve(self, region=None):
        """The sets of vertices won by player 0 and by player 1, by Zielonka's algorithm ("Infinite games on finitely
        coloured graphs with applications to automata on infinite trees", 1998). The largest priority that recurs
        forever decides: player 0 wants it to be even. The recursion is as deep as the number of priorities.
        """
        region = set(range(len(self.owner)) if region is None else region)
        won = [set(), set()]
        while region:
            largest = max(self.priority[vertex] for vertex in region)
            player = largest % 2
            top = self.attract(region, [v for v in region if self.priority[v] == largest], player)
            lost = self.solve(region - top)[1 - player]
            if not lost:
                won[player] |= region
                return won
            lost = self.attract(region, lost, 1 - player)
            won[1 - player] |= lost
            region -= lost
        return won
