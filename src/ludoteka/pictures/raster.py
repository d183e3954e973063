"""SVG as PNG, with the fonts beside this module: the same picture on every machine."""

import re
from pathlib import Path

FONTS = sorted(str(path) for path in (Path(__file__).parent / "fonts").glob("*.ttf"))
VIEW = re.compile(r'viewBox="([^"]+)"')
TALLEST = 2  # times as high as wide: a map can be one cell wide and 150 high
SANS, SERIF = "Noto Sans", "Noto Serif"


def sized(drawing: str, width: int) -> str:
    """Return a drawing of this width in pixels, or narrower if it would be too high; without a size, a unit is a pixel."""
    found = VIEW.search(drawing)
    wide, high = (float(part) for part in found[1].split()[2:]) if found else (1.0, 1.0)
    scale = width * min(1 / wide, TALLEST / high)
    size = " ".join(f'{name}="{max(1, round(scale * part))}"' for name, part in (("width", wide), ("height", high)))
    return drawing.replace("<svg ", f"<svg {size} ", 1)


def png(drawing: str) -> bytes:
    """Return a drawing that has a size, and whose styles are resolved, as a PNG."""
    import resvg_py  # noqa: PLC0415 - a house starts faster without it

    return resvg_py.svg_to_bytes(
        svg_string=drawing,
        skip_system_fonts=True,
        font_files=FONTS,
        font_family=SANS,
        sans_serif_family=SANS,
        serif_family=SERIF,
    )
