# SPDX-License-Identifier: MIT
"""Tests that scripts/games_table.py prints results as a table, puts it between two marks, and reports invalid input in
one line."""

from made_up_results import describe
from program import run
from script_calls import SOURCE, call, line_of, output_of

SCRIPT = SOURCE / "scripts/games_table.py"
STUDY = '[[case]]\ngame = "mnk"\nrows = 3\n[[case]]\ngame = "quixo"\n'
RESULTS = """case,game,instance,legal_positions,edges,win,first_wins,second_wins,all_positions,error
1,mnk,rows=3 x=a|b,20000,123456789,3,2,1,,
2,quixo,,8,9,3,,,1234567,
"""
TIMINGS = """case,engine,total_seconds,memory_bytes
1,explicit,0.01234,52428800
2,implicit,98.76,1024
"""
TABLE = """\
| game | instance | positions | all positions | moves | engine | seconds | MiB | bytes per position |
|---|---|--:|--:|--:|---|--:|--:|--:|
| `mnk` | `rows=3 x=a\\|b` | 20,000 |  | 123,456,789 | `explicit` | 0.012 | 50 | 2,621 |
| `quixo` |  | 8 | 1,234,567 | 9 | `implicit` | 99 | < 0.001 | 128 |
"""


def write(folder, study=STUDY, results=RESULTS):
    for name, text in (("study.toml", study), ("results.csv", results), ("timings.csv", TIMINGS)):
        (folder / name).write_text(text, encoding="utf-8")
    describe(folder, "all_positions")
    return folder


def rejection(*arguments):
    return line_of(call(SCRIPT, *arguments))


def test_games_table_has_a_row_per_case(tmp_path):
    assert output_of(call(SCRIPT, write(tmp_path))) == TABLE


def test_games_table_replaces_text_between_marks(tmp_path):
    write(tmp_path)
    file = tmp_path / "page.md"
    file.write_text("# Above\n<!-- table of games -->\nold\n<!-- end of the table of games -->\nbelow\n",
                    encoding="utf-8")
    for _ in range(2):
        assert output_of(call(SCRIPT, tmp_path, "--into", file)) == f"{file}\n"
        assert file.read_text(encoding="utf-8") == \
            f"# Above\n<!-- table of games -->\n\n{TABLE}\n<!-- end of the table of games -->\nbelow\n"


def test_games_table_leaves_page_without_marks_unchanged(tmp_path):
    write(tmp_path)
    for text in ("nothing\n", "<!-- end of the table of games -->\n<!-- table of games -->\n"):
        (tmp_path / "page.md").write_text(text, encoding="utf-8")
        assert rejection(tmp_path, "--into", tmp_path / "page.md").startswith(f"{tmp_path}/page.md: ")
        assert (tmp_path / "page.md").read_text(encoding="utf-8") == text


def test_games_table_rejects_failed_cases_and_other_studies(tmp_path):
    failed = RESULTS.replace("2,quixo,,8,9,3,,,1234567,", "2,quixo,,,,,,,,no memory")
    assert rejection(write(tmp_path, results=failed)) == "case 2 (game=quixo instance=) has failed: no memory"
    assert "[[case]]" in rejection(write(tmp_path, study='game = "mnk"\n'))


def test_games_table_reads_results_written_by_the_program(tmp_path):
    """Results of games with and without winners, and with and without orbits."""
    study = '[[case]]\ngame = "quixo"\nn = 2\nsymmetry = "yes"\n[[case]]\ngame = "mnk"\n[solve]\none_at_a_time = true\n'
    (tmp_path / "study.toml").write_text(study, encoding="utf-8")
    assert run("run", tmp_path / "study.toml", "-o", tmp_path / "r", "--quiet").returncode == 0
    lines = output_of(call(SCRIPT, tmp_path / "r")).splitlines()
    assert lines[2].startswith("| `quixo` | `n=2 symmetry=yes` | ") and " | 81 | " in lines[2]
    assert lines[3].startswith("| `mnk` |  | ") and len(lines) == 4
