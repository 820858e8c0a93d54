# SPDX-License-Identifier: MIT
"""What the tests expect of a picture that a script has drawn."""

from PIL import Image


def expect_picture(path):
    """A file of many pixels, with more colours than a text has."""
    with Image.open(path) as image:
        pixels = image.convert("RGB")
    num_pixels = pixels.width * pixels.height
    assert num_pixels > 300_000 and len(pixels.getcolors(num_pixels)) > 50
