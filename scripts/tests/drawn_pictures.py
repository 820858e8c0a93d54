# SPDX-License-Identifier: MIT
"""Checks of pictures drawn by scripts."""

from PIL import Image


def expect_picture(path):
    """Checks that a file has many pixels, and more colours than text."""
    with Image.open(path) as image:
        pixels = image.convert("RGB")
    num_pixels = pixels.width * pixels.height
    assert num_pixels > 300_000 and len(pixels.getcolors(num_pixels)) > 50
