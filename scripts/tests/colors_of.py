# SPDX-License-Identifier: MIT
"""What the tests look at in a picture that a script has drawn."""

import matplotlib.image
import numpy as np


def colors_of(picture):
    """The numbers of pixels and of different colours of a file of pixels."""
    levels = np.rint(255 * matplotlib.image.imread(picture)[:, :, :3]).astype(np.uint32)
    numbers = levels @ np.array([1 << 16, 1 << 8, 1], dtype=np.uint32)  # one for every colour, which sort fast
    return numbers.size, len(np.unique(numbers))
