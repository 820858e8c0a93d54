# SPDX-License-Identifier: MIT
"""Tests scripts/mutate: every mutation of the list matches the tree, and others are rejected."""

import os
import re
import subprocess

import pytest

from message_pattern import matches
from script_calls import SOURCE, call, module_of, output_of

SCRIPT = SOURCE / "scripts/mutate"
script = module_of(SCRIPT)

MUTATION = script.Mutation(name="off_by_one", layer="core", what="counts one more", file="counter.hpp", stands="++count;",
                     becomes="count += PLANTED ? 2 : 1;")
SOURCE_TEXT = "// A counter.\n#pragma once\n\n#include <cstddef>\n\nvoid add() { ++count; }\n"
LIST_TEXT = """
[layers]
core.tests = "^core_test:"
core.targets = ["core_test"]
[programs]
tests = "^[a-z_]+_test:"
targets = ["core_test", "other_test"]
[end_to_end]
tests = "_test.py$"
targets = ["program"]
[[mutation]]
name = "off_by_one"
layer = "core"
what = "counts one more"
file = "counter.hpp"
stands = "++count;"
becomes = "count += PLANTED ? 2 : 1;"
"""


MUTATION_TEXT = LIST_TEXT[LIST_TEXT.index("[[mutation]]"):]


def other(**changed):
    return script.Mutation(**{**vars(MUTATION), **changed})


def rejection(of):
    with pytest.raises(script.MutationError) as rejected:
        of()
    assert len(str(rejected.value).splitlines()) == 1
    return str(rejected.value)


def test_every_mutation_matches_the_sources_and_every_layer_has_one():
    assert re.fullmatch(r"\d+ mutations, .*\n", output_of(call(SCRIPT, "--check")))
    listed = script.read_mutations(script.LIST.read_text(encoding="utf-8"))
    assert {mutation.layer for mutation in listed.mutations} == set(listed.layers)


@pytest.mark.parametrize("source, becomes, planted", [
    (SOURCE_TEXT, "count += PLANTED ? 2 : 1;",
     "// A counter.\n#pragma once\n#include <zermelo/core/base/planted.hpp>\n\n#include <cstddef>\n\n"
     'void add() { count += zermelo::planted<"off_by_one">() ? 2 : 1; }\n'),
    ('// A source.\n#include "own.hpp"\n\n#include <vector>\n++count;\n', "count += PLANTED_IN_CONSTEXPR;",
     '// A source.\n#include <zermelo/core/base/planted.hpp>\n#include "own.hpp"\n\n#include <vector>\n'
     'count += zermelo::planted_in_constexpr<"off_by_one">();\n'),
], ids=["header", "source, in a constant"])
def test_mutation_replaces_its_text_and_includes_header_first(source, becomes, planted):
    assert script.plant(source, [other(becomes=becomes)]) == planted


def test_plant_accepts_several_mutations_of_a_file_in_any_order():
    second = other(name="nothing_included", stands="void add()", becomes="void add(bool = PLANTED)")
    assert script.plant(SOURCE_TEXT, [MUTATION, second]) == script.plant(SOURCE_TEXT, [second, MUTATION])
    assert script.plant(SOURCE_TEXT, [MUTATION, second]).count("planted<") == 2


NOT_ONCE = "counter.hpp: mutation 'off_by_one': ... {} times"


@pytest.mark.parametrize("source, mutations, message", [
    ("#pragma once\n", [MUTATION], NOT_ONCE.format(0)),
    ("++count; ++count;\n", [MUTATION], NOT_ONCE.format(2)),
    (SOURCE_TEXT, [MUTATION, other(name="again", stands="{ ++count;")],
     "counter.hpp: mutations 'again' and 'off_by_one' ..."),
], ids=["missing", "duplicate", "shared"])
def test_mutation_is_rejected_unless_its_text_occurs_once(source, mutations, message):
    assert matches(message, rejection(lambda: script.plant(source, mutations)))


def test_mutation_of_missing_file_is_rejected(tmp_path):
    listed = script.read_mutations(LIST_TEXT)
    assert rejection(lambda: script.plant_all(tmp_path, listed)).startswith("mutation 'off_by_one': counter.hpp ")


@pytest.mark.parametrize(("before", "after", "message"), [
    ("[[mutation]]", "[mutation", "invalid list ...: ..."),
    ('stands = "++count;"\n', "", "... 'stands'"),
    ("off_by_one", "off by one", "invalid name 'off by one': ..."),
    ('layer = "core"', 'layer = "attic"', "mutation 'off_by_one': unknown layer 'attic'..."),
    (MUTATION_TEXT, 2 * MUTATION_TEXT, "duplicate mutation 'off_by_one'..."),
    ("PLANTED", "planted", "mutation 'off_by_one': PLANTED ..."),
])
def test_invalid_mutation_list_is_rejected(before, after, message):
    assert matches(message, rejection(lambda: script.read_mutations(LIST_TEXT.replace(before, after))))


def test_selection_without_mutations_is_rejected():
    listed = script.read_mutations(LIST_TEXT)
    assert script.chosen_mutations(listed, ["by_one"], ["core"]) == [MUTATION]
    assert rejection(lambda: script.chosen_mutations(listed, ["by_two"], [])).startswith("--only: ")
    assert rejection(lambda: script.chosen_mutations(listed, [], ["attic"])) == "--layer: unknown layer 'attic'; use one of core"


CTEST_OUTPUT = """\
      Start   3: core_test:waves.spread
1/9 Test   #3: core_test:waves.spread .............   Passed    0.02 sec
      Start  41: core_test:waves.end
2/9 Test  #41: core_test:waves.end ................***{how}    0.03 sec
"""


@pytest.mark.parametrize("output, found", [
    (CTEST_OUTPUT.format(how="Failed"), "core_test:waves.end"),
    (CTEST_OUTPUT.format(how="Timeout"), "core_test:waves.end (timeout)"),
    (CTEST_OUTPUT.format(how="Exception: SegFault"), "core_test:waves.end (exception)"),
    (" 1/2 Test #1: core_test:waves.end .......Subprocess aborted***Exception:   0.01 sec\n", "core_test:waves.end (exception)"),
    (CTEST_OUTPUT.format(how="Not Run "), "core_test:waves.end (not run)"),
    (CTEST_OUTPUT.format(how="Not Run (Disabled)"), None),
    (CTEST_OUTPUT.splitlines()[1] + "\n", None),
    (CTEST_OUTPUT.replace("waves.end", "waves.end/(1, 2)").format(how="Failed"), "core_test:waves.end/(1, 2)"),
])
def test_first_failure_returns_first_failing_test(output, found):
    assert script.first_failure(output) == found


def test_mutation_table_lists_detected_and_undetected_mutations():
    by_all = dict.fromkeys(script.STAGES, "^core_test:")
    rows = [(MUTATION, script.Outcome("core_test:waves.end")), (other(name="lost"), script.Outcome("", by_all)),
            (other(name="open"), script.Outcome("", {"layer": "^core_test:"})), (other(name="idle"), script.Outcome())]
    assert script.markdown(rows, "`1234`") == (
        "| layer | mutation | what is wrong | found first at `1234` |\n|---|---|---|---|\n"
        "| core | `off_by_one` | counts one more | `core_test:waves.end` |\n"
        "| core | `lost` | counts one more | **not found** |\n"
        "| core | `open` | counts one more | not by layer; programs, end_to_end not run |\n"
        "| core | `idle` | counts one more | not run |\n")


def test_copied_tree_contains_the_mutations(tmp_path):
    root = tmp_path / "root"
    root.mkdir()
    (root / "counter.hpp").write_text(SOURCE_TEXT)
    (root / "run").write_text("#!/bin/sh\n")
    (root / "run").chmod(0o755)
    (root / ".gitignore").write_text("made\n")
    (root / "made").write_text("by the build\n")
    subprocess.run(["git", "init", "-q", root], check=True)
    tree = tmp_path / "tree"
    listed = script.read_mutations(LIST_TEXT)
    script.write_copy(root, tree, listed)
    assert {str(path.relative_to(tree)) for path in tree.rglob("*") if path.is_file()} == {
        "counter.hpp", "run", ".gitignore", script.HEADER}
    assert (tree / "counter.hpp").read_text() == script.plant(SOURCE_TEXT, listed.mutations)
    assert os.access(tree / "run", os.X_OK)
    # An unchanged file is not built again.
    written = (tree / "counter.hpp").stat().st_mtime_ns
    (root / "run").unlink()
    script.write_copy(root, tree, listed)
    assert (tree / "counter.hpp").stat().st_mtime_ns == written
    assert not (tree / "run").exists()


def test_mutation_outcomes_are_reused_until_sources_change(tmp_path):
    file = tmp_path / "outcomes.json"
    found = script.Outcome("core_test:waves.end", {}, 1.5)
    script.Outcomes(file, "1").keep(MUTATION, found)
    assert script.Outcomes(file, "1").of(MUTATION) == found
    assert script.Outcomes(file, "1").of(other(name="another")) == script.Outcome()
    assert script.Outcomes(file, "2").of(MUTATION) == script.Outcome()


def test_stages_that_missed_a_mutation_are_not_run_again(monkeypatch):
    listed = script.read_mutations(LIST_TEXT)
    run = []

    def run_tests(made, chosen, left_out, mutation, timeout, stops):
        assert (mutation, stops) == ("off_by_one", True)
        run.append((chosen, left_out))
        return ("a_test.py" if chosen == "_test.py$" else None), ""

    monkeypatch.setattr(script, "run_tests", run_tests)

    def find(before, *wanted):
        return script.find_mutation(None, listed.stages(MUTATION, wanted), MUTATION, before, 1)

    first = find(script.Outcome(), "layer")
    assert (run, first.found_by, first.passed) == ([("^core_test:", "")], "", {"layer": "^core_test:"})
    whole = find(first)
    assert run[1:] == [("^[a-z_]+_test:", "^core_test:"), ("_test.py$", "^core_test:|^[a-z_]+_test:")]
    assert whole.found_by == "a_test.py"
    assert find(whole).found_by == "a_test.py"
    assert len(run) == 3


def test_selected_stages_keep_their_order():
    listed = script.read_mutations(LIST_TEXT)
    assert list(listed.stages(MUTATION, [])) == ["layer", "programs", "end_to_end"]
    assert list(listed.stages(MUTATION, ["end_to_end", "layer"])) == ["layer", "end_to_end"]
    assert listed.stages(MUTATION, [])["layer"].targets == ["core_test"]
