"""The colours of a game, read from its looks.css: for surfaces that have no style sheets.

A terminal has 256 colours with numbers: 16 that every reader sets as they like, a cube of 6 × 6 × 6, and 24 greys.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path

BLOCK = re.compile(r"\.board\s*\{([^}]*)\}")  # the first block is the light theme
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
KIND = re.compile(r"\.place\.([\w-]+)(?: \.ground)?")
GROUND = re.compile(r"(?:--ground|fill):\s*+([^;]+);")
VARIABLE = re.compile(r"--([\w-]+):\s*+([^;]+);")
REFERENCE = re.compile(r"var\(--([\w-]+)\)")
COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
USUAL = {
    "frame": "#5b4a36",
    "rim": "#efe3c8",
    "ground": "#e9dcc0",
    "hint": "#1f5a8a",
    "seat0": "#33302e",
    "seat1": "#faf3e3",
    "seat2": "#b3352a",
    "seat3": "#3a6fae",
    "seat4": "#2f7a63",
    "seat5": "#f0bb3c",
    "seat6": "#7c4a9c",
    "seat7": "#d97f2b",
}
STEPS = (0, 95, 135, 175, 215, 255)  # the levels of red, green and blue in the cube
Palette = Mapping[str, str]  # the name of a CSS variable, as "seat0" or "ground" -> "#rrggbb"


def palette(styles: str) -> Palette:
    """Return the colours that a looks.css sets on the board; the default ones where it sets none."""
    block = BLOCK.search(styles)
    said = dict(VARIABLE.findall(block[1])) if block else {}
    colours = dict(USUAL)
    for name, value in [*said.items(), *_grounds(styles)]:
        reference = REFERENCE.fullmatch(value.strip())
        colour = (said.get(reference[1], "") if reference else value).strip()
        if COLOUR.fullmatch(colour):
            colours.setdefault(name, colour) if name.startswith("ground-") else colours.update({name: colour})
    return colours


def _grounds(styles: str) -> Iterator[tuple[str, str]]:
    """Yield the ground of each kind of place that has its own, as "ground-KIND"."""
    for selectors, block in RULE.findall(styles):
        ground = GROUND.search(block)
        for selector in selectors.split(",") if ground else ():
            kind = KIND.fullmatch(selector.strip())
            if kind and ground:
                yield f"ground-{kind[1]}", ground[1]


def blend(colour: str, other: str, share: float) -> str:
    """Return a colour with a share of another mixed in."""
    parts = [round(a + (b - a) * share) for a, b in zip(_parts(colour), _parts(other), strict=True)]
    return "#" + "".join(f"{part:02x}" for part in parts)


def palette_of(folder: Path | None) -> Palette:
    """Return the colours of the game in a folder; the default ones where it sets none."""
    path = folder / "looks.css" if folder else None
    return palette(path.read_text("utf-8") if path and path.is_file() else "")


def ink(colour: str) -> str:
    """Return black or white: the one that is easier to read on this colour (by its luma, ITU-R BT.601)."""
    red, green, blue = _parts(colour)
    return "#000000" if 299 * red + 587 * green + 114 * blue > 128_000 else "#ffffff"


@lru_cache(256)
def number_of(colour: str) -> int:
    """Return the number of the terminal's colour that is nearest to "#rrggbb"."""
    parts = _parts(colour)
    cube = [min(range(6), key=lambda step: abs(STEPS[step] - part)) for part in parts]
    grey = min(range(24), key=lambda step: abs(8 + 10 * step - sum(parts) // 3))
    near_cube = sum((STEPS[step] - part) ** 2 for step, part in zip(cube, parts, strict=True))
    near_grey = sum((8 + 10 * grey - part) ** 2 for part in parts)
    return 232 + grey if near_grey < near_cube else 16 + 36 * cube[0] + 6 * cube[1] + cube[2]


def piece_style(colours: Palette, seat: int) -> str:
    """Return the colour codes (SGR parameters) of a piece: its symbol in black or white on the colour of its seat."""
    colour = colours.get(f"seat{seat}", USUAL[f"seat{seat % 8}"])
    return f"38;5;{number_of(ink(colour))};48;5;{number_of(colour)}"


def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
