"""Fonts that are the same on every machine, for pictures of pages: a style sheet that contains them."""

import base64
from pathlib import Path

FOLDER = Path(__file__).parents[3] / "node_modules" / "@fontsource-variable"
RANGES = {  # of the characters that each file holds
    "latin": "U+0000-00FF, U+2000-206F, U+2122, U+2190-2193, U+2212",
    "latin-ext": "U+0100-02FF",
    "cyrillic": "U+0400-045F, U+0490-0491",
}


def _face(family, subset):
    data = base64.b64encode((FOLDER / family / "files" / f"{family}-{subset}-wght-normal.woff2").read_bytes()).decode()
    return (
        f"@font-face {{ font-family: picture-{family}; font-weight: 100 900; unicode-range: {RANGES[subset]};"
        f" src: url(data:font/woff2;base64,{data}); }}"
    )


def style_sheet():
    """Return a style sheet with the fonts, in which all pages are set."""
    faces = [_face(family, subset) for family in ("noto-sans", "noto-serif") for subset in RANGES]
    return "\n".join([*faces, ":root { --sans: picture-noto-sans; --serif: picture-noto-serif; }"])
