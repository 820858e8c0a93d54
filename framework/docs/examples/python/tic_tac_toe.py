# SPDX-License-Identifier: MIT
"""Tic-tac-toe, with functions on boards: nine characters, row by row."""
import zermelo

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def to_move(board):
    return board.count("X") - board.count("O")  # 0: X, the first player


def terminal(board):
    for code, mark in (1, "X"), (2, "O"):  # 1: the first player wins, 2: the second
        if any(all(board[cell] == mark for cell in line) for line in LINES):
            return code
    return 0 if "." in board else 3  # 0: play continues, 3: a tie


def moves(board):
    mark = "XO"[to_move(board)]
    return [board[:cell] + mark + board[cell + 1:] for cell in range(9) if board[cell] == "."]


solved = zermelo.explore("." * 9, moves, to_move=to_move, terminal=terminal).solve()
print(solved, solved["X...O...."], solved["X.......O"], sep="\n")
