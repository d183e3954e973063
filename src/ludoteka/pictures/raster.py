"""SVG as PNG, with the fonts beside this module: the same picture on every machine."""

from pathlib import Path

FONTS = sorted(str(path) for path in (Path(__file__).parent / "fonts").glob("*.ttf"))
SANS, SERIF = "Noto Sans", "Noto Serif"


def png(drawing: str, width: int | None = None) -> bytes:
    """Return a drawing whose styles are resolved as a PNG, of its own size or of this width in pixels."""
    import resvg_py  # noqa: PLC0415 - a house starts faster without it

    return resvg_py.svg_to_bytes(
        svg_string=drawing,
        width=width,
        skip_system_fonts=True,
        font_files=FONTS,
        font_family=SANS,
        sans_serif_family=SANS,
        serif_family=SERIF,
    )
