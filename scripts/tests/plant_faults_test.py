# SPDX-License-Identifier: MIT
"""scripts/plant_faults: every fault of the list has its place in the tree, and what has none is refused."""

import os
import re
import subprocess

import pytest

from script_calls import SOURCE, call, module_of, output_of

SCRIPT = SOURCE / "scripts/plant_faults"
script = module_of(SCRIPT)

FAULT = script.Fault(name="off_by_one", layer="core", what="counts one more", file="counter.hpp", stands="++count;",
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
[[fault]]
name = "off_by_one"
layer = "core"
what = "counts one more"
file = "counter.hpp"
stands = "++count;"
becomes = "count += PLANTED ? 2 : 1;"
"""


FAULT_TEXT = LIST_TEXT[LIST_TEXT.index("[[fault]]"):]


def other(**changed):
    return script.Fault(**{**vars(FAULT), **changed})


def refusal(of):
    with pytest.raises(script.FaultError) as refused:
        of()
    assert len(str(refused.value).splitlines()) == 1
    return str(refused.value)


def test_every_fault_of_the_list_has_its_place_in_the_tree_and_every_layer_a_fault():
    assert re.fullmatch(r"\d+ faults, all in their places\n", output_of(call(SCRIPT, "--check")))
    listed = script.read_faults(script.LIST.read_text(encoding="utf-8"))
    assert {fault.layer for fault in listed.faults} == set(listed.layers)


@pytest.mark.parametrize("source, becomes, planted", [
    (SOURCE_TEXT, "count += PLANTED ? 2 : 1;",
     "// A counter.\n#pragma once\n#include <zermelo/core/base/planted.hpp>\n\n#include <cstddef>\n\n"
     'void add() { count += zermelo::planted<"off_by_one">() ? 2 : 1; }\n'),
    ('// A source.\n#include "own.hpp"\n\n#include <vector>\n++count;\n', "count += PLANTED_IN_CONSTEXPR;",
     '// A source.\n#include <zermelo/core/base/planted.hpp>\n#include "own.hpp"\n\n#include <vector>\n'
     'count += zermelo::planted_in_constexpr<"off_by_one">();\n'),
], ids=["header", "source, in a constant"])
def test_a_fault_takes_the_place_of_its_text_and_the_header_is_included_first(source, becomes, planted):
    assert script.plant(source, [other(becomes=becomes)]) == planted


def test_a_file_may_have_several_faults_in_any_order():
    second = other(name="nothing_included", stands="void add()", becomes="void add(bool = PLANTED)")
    assert script.plant(SOURCE_TEXT, [FAULT, second]) == script.plant(SOURCE_TEXT, [second, FAULT])
    assert script.plant(SOURCE_TEXT, [FAULT, second]).count("planted<") == 2


NOT_ONCE = "counter.hpp: fault 'off_by_one': expected the code that it replaces once, found it {} times"


@pytest.mark.parametrize("source, faults, message", [
    ("#pragma once\n", [FAULT], NOT_ONCE.format(0)),
    ("++count; ++count;\n", [FAULT], NOT_ONCE.format(2)),
    (SOURCE_TEXT, [FAULT, other(name="again", stands="{ ++count;")],
     "counter.hpp: faults 'again' and 'off_by_one' replace the same code"),
], ids=["gone", "twice", "shared"])
def test_a_text_that_is_not_there_once_for_each_fault_is_refused(source, faults, message):
    assert refusal(lambda: script.plant(source, faults)) == message


def test_a_file_that_is_gone_is_refused(tmp_path):
    listed = script.read_faults(LIST_TEXT)
    assert refusal(lambda: script.plant_all(tmp_path, listed)) == "fault 'off_by_one': counter.hpp does not exist"


@pytest.mark.parametrize(("before", "after", "message"), [
    ("[[fault]]", "[fault", "invalid list of faults: "),
    ('stands = "++count;"\n', "", "missing 1 required positional argument: 'stands'"),
    ("off_by_one", "off by one", "invalid name 'off by one': expected lower-case letters, digits and _"),
    ('layer = "core"', 'layer = "attic"', "fault 'off_by_one': unknown layer 'attic'"),
    (FAULT_TEXT, 2 * FAULT_TEXT, "duplicate fault 'off_by_one'"),
    ("PLANTED", "planted", "fault 'off_by_one': PLANTED is missing in the text that replaces the code"),
])
def test_a_list_with_a_mistake_is_refused(before, after, message):
    assert message in refusal(lambda: script.read_faults(LIST_TEXT.replace(before, after)))


def test_a_choice_of_no_fault_is_refused():
    listed = script.read_faults(LIST_TEXT)
    assert script.chosen_faults(listed, ["by_one"], ["core"]) == [FAULT]
    assert refusal(lambda: script.chosen_faults(listed, ["by_two"], [])) == "no fault has 'by_two' in its name"
    assert refusal(lambda: script.chosen_faults(listed, [], ["attic"])) == "unknown layer 'attic'; known: core"


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
def test_the_first_test_that_fails_is_named(output, found):
    assert script.first_failure(output) == found


def test_the_table_says_what_was_found_and_what_was_not():
    by_all = dict.fromkeys(script.STAGES, "^core_test:")
    rows = [(FAULT, script.Outcome("core_test:waves.end")), (other(name="lost"), script.Outcome("", by_all)),
            (other(name="open"), script.Outcome("", {"layer": "^core_test:"})), (other(name="idle"), script.Outcome())]
    assert script.markdown(rows, "`1234`") == (
        "| layer | fault | what is wrong | found first at `1234` |\n|---|---|---|---|\n"
        "| core | `off_by_one` | counts one more | `core_test:waves.end` |\n"
        "| core | `lost` | counts one more | **not found** |\n"
        "| core | `open` | counts one more | not by layer; programs, end_to_end not run |\n"
        "| core | `idle` | counts one more | not run |\n")


def test_the_copy_is_the_tree_with_its_faults(tmp_path):
    root = tmp_path / "root"
    root.mkdir()
    (root / "counter.hpp").write_text(SOURCE_TEXT)
    (root / "run").write_text("#!/bin/sh\n")
    (root / "run").chmod(0o755)
    (root / ".gitignore").write_text("made\n")
    (root / "made").write_text("by the build\n")
    subprocess.run(["git", "init", "-q", root], check=True)
    tree = tmp_path / "tree"
    listed = script.read_faults(LIST_TEXT)
    script.write_copy(root, tree, listed)
    assert {str(path.relative_to(tree)) for path in tree.rglob("*") if path.is_file()} == {
        "counter.hpp", "run", ".gitignore", script.HEADER}
    assert (tree / "counter.hpp").read_text() == script.plant(SOURCE_TEXT, listed.faults)
    assert os.access(tree / "run", os.X_OK)
    # Nothing is built again for a file that is as it was.
    written = (tree / "counter.hpp").stat().st_mtime_ns
    (root / "run").unlink()
    script.write_copy(root, tree, listed)
    assert (tree / "counter.hpp").stat().st_mtime_ns == written
    assert not (tree / "run").exists()


def test_outcomes_are_kept_as_long_as_the_sources_stay(tmp_path):
    file = tmp_path / "outcomes.json"
    found = script.Outcome("core_test:waves.end", {}, 1.5)
    script.Outcomes(file, "1").keep(FAULT, found)
    assert script.Outcomes(file, "1").of(FAULT) == found
    assert script.Outcomes(file, "1").of(other(name="another")) == script.Outcome()
    assert script.Outcomes(file, "2").of(FAULT) == script.Outcome()


def test_stages_that_have_not_found_a_fault_are_not_run_again(monkeypatch):
    listed = script.read_faults(LIST_TEXT)
    run = []

    def run_tests(made, chosen, left_out, fault, timeout, stops):
        assert (fault, stops) == ("off_by_one", True)
        run.append((chosen, left_out))
        return ("a_test.py" if chosen == "_test.py$" else None), ""

    monkeypatch.setattr(script, "run_tests", run_tests)

    def find(before, *wanted):
        return script.find_fault(None, listed.stages(FAULT, wanted), FAULT, before, 1)

    first = find(script.Outcome(), "layer")
    assert (run, first.found_by, first.passed) == ([("^core_test:", "")], "", {"layer": "^core_test:"})
    whole = find(first)
    assert run[1:] == [("^[a-z_]+_test:", "^core_test:"), ("_test.py$", "^core_test:|^[a-z_]+_test:")]
    assert whole.found_by == "a_test.py"
    assert find(whole).found_by == "a_test.py"
    assert len(run) == 3


def test_a_choice_of_stages_keeps_their_order():
    listed = script.read_faults(LIST_TEXT)
    assert list(listed.stages(FAULT, [])) == ["layer", "programs", "end_to_end"]
    assert list(listed.stages(FAULT, ["end_to_end", "layer"])) == ["layer", "end_to_end"]
    assert listed.stages(FAULT, [])["layer"].targets == ["core_test"]
