"""Pictures of pages: how they are taken, kept and compared.  `make pictures` takes the kept ones anew."""

import io
import os

from PIL import Image, ImageChops, ImageDraw

IS_TAKING = "LUDOTEKA_PICTURES" in os.environ
QUALITY = 82  # of the kept pictures
COARSE = 2  # how many times smaller pictures are compared than kept, so that the edges of letters don't count
TOLERANCE = 32  # of 255: two points that differ by less are alike
RADIUS, EDGE = 20, "#80808080"  # of the frame of pictures on pages of other colours


def photograph(page, part=""):
    """Return a picture of what the window shows of a page, or of an element, without the mouse."""
    page.mouse.move(0, 0)
    page.evaluate("document.fonts.ready.then(() => new Promise(requestAnimationFrame))")
    shown = page.locator(part).screenshot() if part else page.screenshot()
    return Image.open(io.BytesIO(shown)).convert("RGB")


def framed(picture):
    """Return a picture with round corners and a thin line around it."""
    box = (0, 0, picture.width - 1, picture.height - 1)
    corners, line = Image.new("L", picture.size), picture.copy()
    ImageDraw.Draw(corners).rounded_rectangle(box, RADIUS, fill="white")
    ImageDraw.Draw(line, "RGBA").rounded_rectangle(box, RADIUS, outline=EDGE, width=2)
    line.putalpha(corners)
    return line


def keep(picture, file):
    """Write a picture to a file."""
    file.parent.mkdir(parents=True, exist_ok=True)
    picture.save(file, quality=QUALITY, method=6)


def unlike(one, other, coarse=COARSE):
    """Return the part of the points in which two pictures differ."""
    difference = ImageChops.difference(one.reduce(coarse), other.reduce(coarse)).convert("L")
    return sum(difference.histogram()[TOLERANCE:]) / (difference.width * difference.height)
