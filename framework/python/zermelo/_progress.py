# SPDX-License-Identifier: MIT
"""Implements the argument `progress` of long calls."""

import contextlib
import sys
from collections.abc import Callable, Iterator
from time import monotonic
from typing import Any

#: A function of the name of the phase, the amount of work done, and the total amount of the phase (0 if unknown).
ProgressFunction = Callable[[str, int, int], object]
Progress = ProgressFunction | bool | None


_SECONDS_BETWEEN_REPORTS = 0.05


class Reports:
    """Calls a progress function at most every 50 ms."""

    def __init__(self, report: ProgressFunction | None) -> None:
        self._report = report
        self._next = monotonic()

    def __call__(self, phase: str, done: int, total: int) -> None:
        if self._report is not None and monotonic() >= self._next:
            self._report(phase, done, total)
            self._next = monotonic() + _SECONDS_BETWEEN_REPORTS


class _Line:
    """Displays progress as a line on stderr, which each report overwrites."""

    def __init__(self) -> None:
        self._width = 0

    def __call__(self, phase: str, done: int, total: int) -> None:
        amount = f"{min(100, 100 * done // total)} %" if total else f"{done:,}"
        self._show(f"{phase}: {amount}")

    def close(self) -> None:
        if self._width:
            self._show("")
            sys.stderr.write("\r")

    def _show(self, text: str) -> None:
        sys.stderr.write("\r" + text.ljust(self._width))
        sys.stderr.flush()
        self._width = len(text)


class _Bar:
    """Displays progress as a tqdm bar for each phase."""

    def __init__(self, tqdm: Any) -> None:
        self._tqdm = tqdm
        self._bar: Any = None
        self._phase = ""

    def __call__(self, phase: str, done: int, total: int) -> None:
        if self._bar is None or phase != self._phase:
            self.close()
            self._bar = self._tqdm(total=total or None, desc=phase, unit_scale=True, leave=False)
            self._phase = phase
        self._bar.update(done - self._bar.n)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()


@contextlib.contextmanager
def display(progress: Progress) -> Iterator[ProgressFunction | None]:
    """A context with the function to call every 50 ms for the argument `progress`, or None. Clears the display on exit.

    `progress` is a function of (phase, done, total), None or False for no display, or True for a tqdm bar or, without
    tqdm, a line on stderr. Raises TypeError for anything else.
    """
    if progress is None or progress is False:
        yield None
        return
    if progress is not True:
        if not callable(progress):
            raise TypeError(f"progress: expected a function of (phase, done, total), True or None, got {type(progress).__name__}")
        yield progress
        return
    show: _Line | _Bar
    try:
        import tqdm

        show = _Bar(tqdm.tqdm)
    except ImportError:
        show = _Line()
    try:
        yield show
    finally:
        show.close()
