# SPDX-License-Identifier: MIT
"""Solves with the installed program; queries and draws the table by the installed package, if it exists; the tools find
it next to them: python3 installed_tools.py PROGRAM TOOLS FOLDER"""

import pathlib
import subprocess
import sys

program, tools, folder = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
folder.mkdir(exist_ok=True)
table = folder / "table.h5"
subprocess.run([program, "solve", "mnk", "-o", table, "--quiet"], check=True)
drawing = ["games_table", "plot_experiment", "plot_growth"]
site = program.parents[1] / "lib/python3/dist-packages"
if site.exists():
    sys.path.insert(0, str(site))
    import zermelo
    assert pathlib.Path(zermelo.__file__).is_relative_to(site)
    with zermelo.open(table) as opened:
        assert len(opened.moves()) == 9
    drawing.append("plot_table")
    subprocess.run([sys.executable, tools / "plot_table.py", table], check=True, stdout=subprocess.DEVNULL)
    assert table.with_suffix(".png").exists()
for tool in drawing:
    subprocess.run([sys.executable, tools / f"{tool}.py", "--help"], check=True, stdout=subprocess.DEVNULL)
