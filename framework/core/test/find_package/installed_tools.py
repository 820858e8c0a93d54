# SPDX-License-Identifier: MIT
"""Solves with the installed program and asks the table through the installed module, which finds the program beside it; and
imports the installed package, if there is one: python3 installed_tools.py PROGRAM TOOLS FOLDER"""

import pathlib
import subprocess
import sys

program, tools, folder = (pathlib.Path(word).resolve() for word in sys.argv[1:])
sys.path.insert(0, str(tools))
import zermelo_table  # only now can it be found

folder.mkdir(exist_ok=True)
table = folder / "table.h5"
subprocess.run([program, "solve", "mnk", "-o", table, "--quiet"], check=True)
with zermelo_table.open_table(table) as opened:
    assert zermelo_table.find_program() == str(program), zermelo_table.find_program()
    assert len(opened.moves()) == 9
site = program.parents[1] / "lib/python3/dist-packages"
if site.exists():
    sys.path.insert(0, str(site))
    import zermelo
    assert pathlib.Path(zermelo.__file__).is_relative_to(site)
    assert zermelo.solve_graph([0, 1, 1], [1], [0, 1], [0, 0]).counts["win"] == 1
for tool in ("games_table", "plot_experiment", "plot_growth", "plot_table"):
    subprocess.run([sys.executable, tools / f"{tool}.py", "--help"], check=True, stdout=subprocess.DEVNULL)
