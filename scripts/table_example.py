#!/usr/bin/python3
# SPDX-License-Identifier: MIT
# %% [markdown]
# # An endgame table in Python
#
# From top to bottom: what a table holds, single positions, arrays, counts, moves, xarray, a picture. Run it as a
# script, `scripts/table_example.py [TABLE.h5]`, or cell by cell in an editor that knows `# %%`.

# %%
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

import plot_table
import zermelo_table

# %% [markdown]
# ## A table
#
# It is one of `cat_and_mouse_ii`, a pursuit on a grid. If none is given, here is one where the cat moves one cell and
# the mouse up to two.

# %%
given = [word for word in sys.argv[1:] if word.endswith(".h5")]
path = pathlib.Path(given[0] if given else pathlib.Path(tempfile.mkdtemp(prefix="zermelo_")) / "pursuit.h5")
if not given:
    instance = ["cat_and_mouse_ii", "rows=8", "cols=10", "walls=0.2", "seed=7", "cat_jump=1", "mouse_jump=2"]
    subprocess.run([zermelo_table.find_program(), "solve", *instance, "-o", path], check=True, capture_output=True)
table = zermelo_table.open_table(path)
print(table)
print("parameters:", table.parameters)
print("winners:", table.winners, "- if play never ends:", table.infinite_play or "a draw")

# %% [markdown]
# Its two arrays, `outcome` and `distance`, are shaped by the axes of the game. Places of an axis have labels, or
# coordinates, or only a number.

# %%
for axis in table.axes:
    print(f"{axis.name}: {axis.size} places, such as {axis.value(0)} and {axis.value(axis.size - 1)}")
print("outcome", table.outcome.shape, table.outcome.dtype, "and distance", table.distance.shape, table.distance.dtype)

# %% [markdown]
# ## One position
#
# `probe` takes a place for each axis, or nothing for the start. `winner` is after the game's rules for infinite play
# and its move limit, `raw_winner` and `plies` are before.

# %%
start = table.probe()
print(start)
turn, cat, mouse = (axis.value(place) for axis, place in zip(table.axes, start.index))
caught = table.probe(turn=turn, cat=cat, mouse=cat)
print(f"{caught.state}: {caught.winner} has won, {caught.plies} plies from the end")

# %% [markdown]
# ## Arrays
#
# `select` reads a part of the table: here all places of the mouse, with the cat and the turn as at the start. `plies`
# is masked where nobody can force an end; `winner` is 0 for the first player, 1 for the second, 2 for a tie, 3 for
# nobody.

# %%
around = table.select(turn=turn, cat=cat)
mouse_axis = around.axes[0]
for code, name in enumerate(table.winner_names):
    print(f"{name}: {np.count_nonzero(around.winner == code)} of {mouse_axis.size} places")
won = np.ma.array(around.plies, mask=around.winner != zermelo_table.FIRST_WINS)
if won.count():
    print(f"the mouse's longest way from here: {won.max()} plies, from {mouse_axis.value(won.argmax())}")

# %% [markdown]
# ## The whole table, chunk by chunk
#
# These read the table once and never hold more than a piece of it.

# %%
table.check_signature()
for name, counts in table.histogram().items():
    if counts.any():
        print(f"{name}: {counts.sum():,} positions, longest {np.flatnonzero(counts)[-1]} plies")

by_distance = table.winners_by_walkers_distance(turn="cat")
adjacent = dict(zip(table.winner_names, by_distance[1]))
print("cat to move, mouse on the next cell:", adjacent)

# %% [markdown]
# ## Moves
#
# A table holds values and no rules. The program knows them: `moves` asks it for every move from a position,
# `best_moves` for those that no other is better than.

# %%
for move in table.best_moves(start.state):
    print(f"best: {move['state']}, {move['winner'] or move['outcome']} in {move['plies']} plies")

# %% [markdown]
# ## xarray
#
# The same file as an `xarray.Dataset`: labelled, lazy. How far off is the end on average, by whose turn it is?

# %%
with table.to_xarray() as dataset:
    forced = dataset.distance.where(dataset.outcome.isin([zermelo_table.WIN, zermelo_table.LOSS]))
    print(forced.mean(dim=("cat", "mouse")).to_series().round(2).to_dict())

# %% [markdown]
# ## A picture
#
# `scripts/plot_table.py` draws maps, histograms, shares and comparisons; its functions give Matplotlib figures.

# %%
picture = path.with_name(f"{path.stem}_shares.svg")
plot_table.save_figure(plot_table.draw_shares(table), picture, bbox_inches="tight")
print(picture)
table.close()
