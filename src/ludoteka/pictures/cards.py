"""Cards: the pictures that other sites show beside a link, 1200 × 630 pixels.

A card is an SVG whose styles are resolved; `png` makes the picture.  It is seen small, so it says little in large letters.
"""

import base64
from collections.abc import Sequence
from html import escape
from pathlib import Path
from textwrap import wrap
from typing import NamedTuple

from ludoteka.core.scene import Scene
from ludoteka.core.visible_text import replace_controls
from ludoteka.pictures.raster import png
from ludoteka.pictures.resolved import resolve_board
from ludoteka.surfaces.lattice import bounds
from ludoteka.surfaces.palette import USUAL, Palette, palette_of
from ludoteka.surfaces.svg import looks, svg

__all__ = ["Player", "board_card", "cover_card", "house_card", "png", "profile_card"]
WIDTH, HEIGHT = 1200, 630
MARGIN = 40
LINEN, INK, SOFT, ACCENT = "#f4ecdd", "#2b211a", "#655546", "#8c3123"  # as in common/style.css
EMBLEM = (Path(__file__).parents[1] / "web" / "common" / "emblem.svg").read_text("utf-8")
GLYPH = 0.56  # of the size of a letter: its usual width
STRIP = 420  # pixels beside a board for texts
WIDE = 1.45  # of a board: wider ones stand below the texts
TITLE, NAME, TEXT, HOUSE = 58, 34, 28, 26  # sizes of letters


class Player(NamedTuple):
    """A player on a card."""

    seat: int
    name: str


def board_card(scene: Scene, folder: Path, *, title: str, players: Sequence[Player], text: str, house: str) -> str:
    """Return the card of a position: the board, and beside it the title, who plays, and a sentence."""
    colours, place = palette_of(folder), bounds(scene.places)
    drawn = resolve_board(svg(scene, looks(folder)), folder)
    ratio = place.width / place.height
    if ratio > WIDE:
        names = MARGIN + TITLE + 56  # the baseline
        top = names + 30
        board = _fit(drawn, ratio, MARGIN, top, WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN - 40 - top)
        named = " · ".join([*(player.name for player in players), text])
        return _card(colours, board, _title(title, WIDTH // 2), _line(names, NAME, named, WIDTH - 2 * MARGIN), house)
    height = HEIGHT - 2 * MARGIN
    width = min(height * ratio, WIDTH - STRIP - 2 * MARGIN)
    board = _fit(drawn, ratio, WIDTH - MARGIN - width, MARGIN, width, height)
    room = int(WIDTH - width - 3 * MARGIN)
    return _card(colours, board, _title(title, room), _beside(players, text, colours, room), house)


def cover_card(folder: Path, *, title: str, text: str, house: str) -> str:
    """Return the card of a game: its cover, its title and a sentence."""
    height = HEIGHT - 2 * MARGIN
    width = height * 4 / 5
    cover = _image(_cover(folder), WIDTH - MARGIN - width, MARGIN, width, height)
    room = int(WIDTH - width - 3 * MARGIN)
    return _card(palette_of(folder), cover, _title(title, room), _beside((), text, {}, room), house)


def house_card(folders: Sequence[Path], *, title: str, text: str) -> str:
    """Return the card of a house: the covers of its first games, its name and a sentence."""
    shown = folders[:5]
    step = (WIDTH - 2 * MARGIN) / max(len(shown), 1)
    width = min(step - 16, 216)
    covers = "".join(
        _image(_cover(folder), MARGIN + step * number + (step - width) / 2, 300, width, width * 5 / 4)
        for number, folder in enumerate(shown)
    )
    lines = _lines(text, NAME, WIDTH - 2 * MARGIN - 140)[:2]
    said = "".join(_line(182 + 44 * number, NAME, line, WIDTH, x=MARGIN + 130) for number, line in enumerate(lines))
    emblem = _image(EMBLEM, MARGIN, MARGIN + 10, 104, 104)
    head = f'<text x="{MARGIN + 130}" y="112" font-size="72" fill="{ACCENT}">{_short(title, 72, WIDTH - 200)}</text>'
    return _card({}, covers, emblem + head, said, "")


def profile_card(name: str, ratings: Sequence[tuple[str, str]], text: str, house: str) -> str:
    """Return the card of a user: their name, and their ratings as pairs of what is rated and the number."""
    rows = "".join(
        f'<text x="{MARGIN + 20}" y="{270 + 62 * row}" font-size="{NAME}">{_short(what, NAME, 780)}</text>'
        f'<text x="{WIDTH - MARGIN - 20}" y="{270 + 62 * row}" font-size="{NAME + 6}" text-anchor="end" fill="{ACCENT}">'
        f"{escape(rating)}</text>"
        for row, (what, rating) in enumerate(ratings[:5])
    )
    head = f'<text x="{MARGIN + 20}" y="130" font-size="76" fill="{ACCENT}">{_short(name, 76, WIDTH - 140)}</text>'
    return _card({}, rows, head, _line(184, TEXT, text, WIDTH, x=MARGIN + 20), house)


def _card(colours: Palette, picture: str, head: str, body: str, house: str) -> str:
    edge = colours.get("frame", ACCENT)
    named = _image(EMBLEM, MARGIN, HEIGHT - MARGIN - 34, 40, 40) + (
        f'<text x="{MARGIN + 54}" y="{HEIGHT - MARGIN - 4}" font-size="{HOUSE}" fill="{SOFT}">{_short(house, HOUSE, 300)}</text>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
        f' font-family="Noto Sans" font-weight="600" fill="{INK}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{LINEN}"/><rect width="14" height="{HEIGHT}" fill="{edge}"/>'
        f"{head}{body}{named if house else ''}{picture}</svg>"
    )


def _fit(drawn: str, ratio: float, x: float, y: float, width: float, height: float) -> str:
    """Return a drawing in the middle of a rectangle."""
    w = min(width, height * ratio)
    return _image(drawn, x + (width - w) / 2, y + (height - w / ratio) / 2, w, w / ratio)


def _image(drawn: str, x: float, y: float, width: float, height: float) -> str:
    """Return a drawing in a rectangle, as a picture of its own, so that its names are not those of another."""
    data = base64.b64encode(drawn.encode()).decode()
    where = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
    edge = f'<clipPath id="at-{x:g}-{y:g}"><rect {where}/></clipPath>'
    return f'{edge}<image {where} clip-path="url(#at-{x:g}-{y:g})" href="data:image/svg+xml;base64,{data}"/>'


def _cover(folder: Path) -> str:
    path = folder / "cover.svg"
    return path.read_text("utf-8") if path.is_file() else EMBLEM


def _title(title: str, room: int) -> str:
    return f'<text x="{MARGIN}" y="{MARGIN + TITLE}" font-size="{TITLE}" fill="{ACCENT}">{_short(title, TITLE, room)}</text>'


def _beside(players: Sequence[Player], text: str, colours: Palette, room: int) -> str:
    """Return who plays, and below them a sentence in lines."""
    y, parts = MARGIN + TITLE + 62, []
    for player in players:
        colour = colours.get(f"seat{player.seat}", USUAL.get(f"seat{player.seat}", INK))
        parts.append(
            f'<circle cx="{MARGIN + 14}" cy="{y - 11}" r="13" fill="{colour}" stroke="{SOFT}" stroke-width="2"/>'
        )
        parts.append(_line(y, NAME, player.name, room - 44, x=MARGIN + 44))
        y += 52
    y += 20 if players else 6
    most = max(0, (HEIGHT - MARGIN - 60 - y) // 38)
    parts += [_line(y + 38 * row, TEXT, line, room) for row, line in enumerate(_lines(text, TEXT, room)[:most])]
    return "".join(parts)


def _line(y: float, size: int, text: str, room: int, x: float = MARGIN) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}">{_short(text, size, room)}</text>'


def _lines(text: str, size: int, room: int) -> list[str]:
    return wrap(text, max(1, int(room / size / GLYPH)))


def _short(text: str, size: int, room: int) -> str:
    """Return a text that fits into so many pixels, for an element."""
    most = max(1, int(room / size / GLYPH))
    shown = text if len(text) <= most else text[: most - 1].rstrip() + "…"
    return escape(replace_controls(shown))
