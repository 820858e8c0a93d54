# SPDX-License-Identifier: MIT
"""Tests user functions called by each entry point of the package: their thread, and the ways to stop them."""

import functools
import os
import signal
import threading

import pytest
import zermelo
from one_move import OneMove, ending_at


def explored(rules, **options):
    return zermelo.explore(0, rules.moves, to_move=lambda state: 0, terminal=lambda state: 0, **options)


#: The functions of the rules with their callers, and the first phase of progress.
ENTRIES = {
    "describe": (zermelo.solve_rules, "list"),
    "successors": (zermelo.solve_rules, "list"),
    "predecessors": (functools.partial(zermelo.solve_rules, engine="implicit"), "describe"),
    "expand": (zermelo.explore_rules, "explore"),
    "moves": (explored, "explore"),
}
pytestmark = pytest.mark.parametrize(("name", "solve", "phase"), [(name, *entry) for name, entry in ENTRIES.items()],
                                     ids=list(ENTRIES))


def rules_of(name, call, num_positions):
    """Rules whose function of this name calls `call` first."""
    rules = OneMove(num_positions=num_positions)
    if name != "describe":
        rules.describe = ending_at(3)
    function = getattr(rules, name)

    def called(*arguments):
        call()
        return function(*arguments)

    setattr(rules, name, called)
    return rules


@pytest.mark.parametrize("error", [zermelo.InputError("mine"), ZeroDivisionError("mine"), TypeError("mine"), SystemExit(3)])
def test_exceptions_of_callbacks_propagate(name, solve, phase, error):
    def fail():
        raise error

    with pytest.raises(type(error)) as caught:
        solve(rules_of(name, fail, 10))
    assert caught.value is error


def test_ctrl_c_stops_callbacks(name, solve, phase):
    calls = []

    def interrupt():
        calls.append(name)
        if len(calls) == 3:
            os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        solve(rules_of(name, interrupt, 1_000_000))
    assert len(calls) == 3


def test_callbacks_run_on_the_calling_thread(name, solve, phase):
    threads = set()
    solve(rules_of(name, lambda: threads.add(threading.get_ident()), 10))
    assert threads == {threading.get_ident()}


def test_progress_reports_first_phase_and_propagates_exceptions(name, solve, phase):
    seen = []

    def stop(*report):
        seen.append(report)
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        solve(rules_of(name, lambda: None, 3000), progress=stop)
    assert seen == [(phase, 0, 0 if phase == "explore" else 3000)]
