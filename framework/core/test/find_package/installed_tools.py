# SPDX-License-Identifier: MIT
"""Solves with the installed program and asks the table through the installed module, which finds the program beside it:
python3 installed_tools.py PROGRAM TOOLS FOLDER"""

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
for tool in ("games_table", "plot_experiment", "plot_growth", "plot_table"):
    subprocess.run([sys.executable, tools / f"{tool}.py", "--help"], check=True, stdout=subprocess.DEVNULL)
