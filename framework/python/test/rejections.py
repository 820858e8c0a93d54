# SPDX-License-Identifier: MIT
"""The message of a rejected call."""

import pytest
from zermelo import InputError


def rejection(call, *arguments, error=InputError, **options):
    """The message of the error that a call raises, of exactly this type: one line."""
    with pytest.raises(error) as caught:
        call(*arguments, **options)
    assert type(caught.value) is error
    message = str(caught.value)
    assert message and "\n" not in message
    return message
