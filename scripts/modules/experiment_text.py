# SPDX-License-Identifier: MIT
"""Phrases about the results of an experiment, for captions and the page."""

import numpy as np

from modules.plot_style import LONGEST_VALUE, end_name

RAW = "as stored: without rules for infinite play and move limit"


def shortened(value):
    """Returns the end of a long value, since the end distinguishes file names."""
    return value if len(value) <= LONGEST_VALUE else "…" + value[1 - LONGEST_VALUE:]


def listed(names):
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def number_of(count, noun):
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def spread_of_counts(counts, of_each):
    """Returns the range of numbers of cases per value or cell, without empty ones."""
    least, most = counts[counts > 0].min(), counts.max()
    return f"{number_of(most, 'case')} {of_each}" if least == most else f"{least:,} to {most:,} cases {of_each}"


def averaging(results, *axes):
    """Returns a phrase that names the parameters over which a picture with these axes averages."""
    names = results.averaged_over(*axes)
    return f"taken over {listed(names)}" if names else "no other parameter varies"


def without_value(values, name=""):
    """Returns a sentence about the cases without a value, which a picture omits; "" if there are none."""
    of_name = f" of {name}" if name else ""
    unknown = np.isnan(values).sum()
    return f" {number_of(unknown, 'case')} without a value{of_name} left out." if unknown else ""


def outcome_names(results):
    return [end_name(winner) for winner in (*results.players, "tie", "draw")]
