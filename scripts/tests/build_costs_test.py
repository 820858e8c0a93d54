# SPDX-License-Identifier: MIT
"""Tests that scripts/measure/build_costs names outputs by their source, and sums costs by folder."""

import json

import pytest

from script_calls import SOURCE, module_of

build_costs = module_of(SOURCE / "scripts/measure/build_costs")


@pytest.mark.parametrize("made, name, folder", [
    ("framework/storage/CMakeFiles/zermelo_storage.dir/src/hdf5/hdf5.cpp.o", "framework/storage/src/hdf5/hdf5.cpp",
     "framework/storage"),
    ("framework/cli/CMakeFiles/zermelo_cli.dir/Unity/unity_0_cxx.cxx.o", "framework/cli/zermelo_cli/unity_0_cxx.cxx",
     "framework/cli"),
    ("framework/cli/CMakeFiles/zermelo_cli.dir/cmake_pch.hxx.gch", "framework/cli/zermelo_cli/cmake_pch.hxx.gch",
     "framework/cli"),
    ("framework/core/CMakeFiles/core_test.dir/cmake_pch.hxx.gch", "framework/core/core_test/cmake_pch.hxx.gch",
     "framework/core, tests"),
    ("framework/core/CMakeFiles/core_test.dir/test/game/hooks_test.cpp.o", "framework/core/test/game/hooks_test.cpp",
     "framework/core, tests"),
    ("framework/distributed/CMakeFiles/distributed_test.dir/__/core/test/table_game_test.cpp.o",
     "framework/core/test/table_game_test.cpp", "framework/core, tests"),
    ("games/CMakeFiles/zermelo_game_mnk.dir/mnk/mnk.cpp.o", "games/mnk/mnk.cpp", "games"),
    ("games/CMakeFiles/mnk_test.dir/mnk/mnk_test.cpp.o", "games/mnk/mnk_test.cpp", "games, tests"),
    ("games/CMakeFiles/zermelo_games.dir/catalog.cpp.o", "games/catalog.cpp", "games"),
    ("CMakeFiles/zermelo_game_test_headers.dir/cmake_pch.hxx.gch", "zermelo_game_test_headers/cmake_pch.hxx.gch",
     "zermelo_game_test_headers"),
    ("bin/zermelo", "bin/zermelo", "linking"),
])
def test_build_costs_derives_name_and_folder_of_output(made, name, folder):
    assert build_costs.name_of(made) == name
    assert build_costs.folder_of(name) == folder


def test_build_costs_report_lists_sums_first_in_descending_order():
    notes = [{"what": "games/mnk/mnk.cpp", "cpu_seconds": 7.25, "peak_mib": 600.4},
             {"what": "framework/cli/src/list.cpp", "cpu_seconds": 4.5, "peak_mib": 51.6},
             {"what": "games/catalog.cpp", "cpu_seconds": 1.5, "peak_mib": 9.0}]
    assert build_costs.report(notes).splitlines() == [
        "   CPU s  folder",
        "     8.8  games",
        "     4.5  framework/cli",
        "    13.2  all",
        "",
        "   CPU s    MiB  source",
        "     7.2    600  games/mnk/mnk.cpp",
        "     4.5     52  framework/cli/src/list.cpp",
        "     1.5      9  games/catalog.cpp",
    ]


def test_build_costs_logs_command_and_returns_its_status(monkeypatch, tmp_path):
    monkeypatch.setattr(build_costs, "LOG", tmp_path / "costs.jsonl")
    assert build_costs.launch(["sh", "-c", "exit 3", "-o", "made"]) == 3
    (note,) = map(json.loads, (tmp_path / "costs.jsonl").read_text(encoding="utf-8").splitlines())
    assert note["what"] == "made"
    assert note["cpu_seconds"] >= 0 and note["peak_mib"] > 0
