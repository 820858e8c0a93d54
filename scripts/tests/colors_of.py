# SPDX-License-Identifier: MIT
"""What the tests look at in a picture that a script has drawn."""

from PIL import Image


def colors_of(picture):
    """The numbers of pixels and of different colours of a file of pixels."""
    with Image.open(picture) as image:
        pixels = image.convert("RGB")
    num_pixels = pixels.width * pixels.height
    return num_pixels, len(pixels.getcolors(num_pixels))
