#!/usr/bin/python3
# SPDX-License-Identifier: MIT
# %% [markdown]
# # An endgame table in Python
#
# Contents: the table, single positions, arrays, counts, moves, xarray, a picture. Run it as a script,
# `framework/docs/examples/table_example.py [TABLE.h5]`, or cell by cell in an editor that supports `# %%`.

# %%
import pathlib
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[3] / "scripts"))
import plot_table  # makes the package importable
import numpy as np
import zermelo
from modules.table_values import winners_by_walkers_distance

# %% [markdown]
# ## A table
#
# The table is of `cat_and_mouse_ii`, a pursuit on a grid; in the default one the cat moves one cell and the mouse up to
# two.

# %%
given = [argument for argument in sys.argv[1:] if argument.endswith(".h5")]
path = pathlib.Path(given[0] if given else pathlib.Path(tempfile.mkdtemp(prefix="zermelo_")) / "pursuit.h5")
if not given:
    game = zermelo.Game("cat_and_mouse_ii", rows=8, cols=10, walls=0.2, seed=7, cat_jump=1, mouse_jump=2)
    game.solve().save(path)
table = zermelo.open(path)
print(table)
print("parameters:", table.parameters)
print("winners:", table.winners, "- if play never ends:", table.metadata["infinite_play"] or "a draw")

# %% [markdown] The table's arrays have the game's axes. Indices on an axis have labels, coordinates, or neither.

# %%
for axis in table.axes:
    print(f"{axis.name}: {axis.size} places, such as {axis.value(0)} and {axis.value(axis.size - 1)}")
print("outcome", table.outcome.shape, table.outcome.dtype, "and distance", table.distance.shape, table.distance.dtype)

# %% [markdown]
# ## One position
#
# `probe` accepts a value for each axis, or nothing for the start. `winner` applies the game's rules for infinite play
# and its move limit; `outcome` and `plies` do not.

# %%
start = table.probe()
print(start.state, start.winner, start.plies)
indices = np.unravel_index(start.position, table.shape)
turn, cat, mouse = (axis.value(index) for axis, index in zip(table.axes, indices))
caught = table.probe(turn=turn, cat=cat, mouse=cat)
print(f"{caught.state}: {caught.winner} has won, {caught.plies} plies from the end")

# %% [markdown]
# ## Moves
#
# The package contains the rules: `moves` returns every move from a position, `best_moves` the best moves, and `line`
# the best play of both players.

# %%
for move in start.best_moves:
    print(f"best: {move.state}, {move.winner or move.outcome} in {move.plies} plies")
print("best play:", " -> ".join(position.state for position in table.line().positions))

# %% [markdown]
# ## Arrays
#
# `select` reads a part of the table: here all cells of the mouse, with the cat and the turn of the start. `winner` is 0
# for the first player, 1 for the second, 2 for a tie and 3 for a draw; a missing distance is the largest value of its
# type.

# %%
around = table.select(turn=turn, cat=cat)
mouse_axis = around.axes[0]
for code, name in enumerate((*table.players, "tie", "draw")):
    print(f"{name}: {np.count_nonzero(around.winner == code)} of {mouse_axis.size} places")
won = np.ma.array(around.distance, mask=around.winner != 0)
if won.count():
    print(f"the mouse's longest way from here: {won.max()} plies, from {mouse_axis.value(won.argmax())}")

# %% [markdown]
# ## The whole table
#
# `stats` checks counts, histogram and signature while it reads. `probe_many` accepts positions by number, so that a
# loop over ranges has only a part of the table in memory.

# %%
table.stats()
for name, counts in table.histogram().items():
    if counts.any():
        print(f"{name}: {counts.sum():,} positions, longest {np.flatnonzero(counts)[-1]} plies")
print("cat to move:", table.count("turn=cat", by="winner"))

by_distance = winners_by_walkers_distance(table, turn="cat")  # such a loop, from plot_table
print("cat to move, mouse on the next cell:", dict(zip((*table.players, "tie", "draw"), by_distance[1])))

# %% [markdown]
# ## xarray
#
# A labelled `xarray.Dataset` gives the mean distance by player to move.

# %%
dataset = table.to_xarray()
forced = dataset.distance.where(dataset.outcome.isin([zermelo.Outcome.WIN, zermelo.Outcome.LOSS]))
print(forced.mean(dim=("cat", "mouse")).to_series().round(2).to_dict())

# %% [markdown]
# ## A picture
#
# `scripts/plot_table.py` draws maps, histograms, shares and comparisons; its functions return Matplotlib figures.

# %%
picture = path.with_name(f"{path.stem}_shares.svg")
plot_table.save_figure(plot_table.draw_shares(table), picture, bbox_inches="tight")
print(picture)
table.close()
