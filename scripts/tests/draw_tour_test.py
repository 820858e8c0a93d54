# SPDX-License-Identifier: MIT
"""scripts/draw_tour.py reads the tour's table as the program has written it."""

import os
import subprocess

import numpy as np

import draw_tour
from colors_of import colors_of
from in_process import run_in_process


def test_draws_plies_by_winner_and_cell(tmp_path):
    table, picture = tmp_path / "t.h5", tmp_path / "t.png"
    subprocess.run([os.environ["ZERMELO_PROGRAM"], "solve", "cat_and_mouse_ii", "grid=####F/#C.../M....", "cat_jump=1",
                    "mouse_jump=2", "-o", table, "--quiet"], check=True)
    plies, open_cells, starts = draw_tour.read_map(table)
    assert starts == [(1, 1), (2, 0)]
    assert open_cells.tolist() == [[cell != "#" for cell in row] for row in ("####F", "#C...", "M....")]
    assert plies["mouse"][2, 0] == 5 and plies["cat"][1, 1] == 0 and np.isnan(plies["cat"][2, 0])
    done = run_in_process(draw_tour, table, picture)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    pixels, colors = colors_of(picture)
    assert pixels > 300_000 and colors > 50
    assert run_in_process(draw_tour, table).stderr == "usage: scripts/draw_tour.py TABLE PICTURE\n"
