"""A scene as SVG, with the same elements and classes as in the browser client, so that the same style sheets apply.

`picture` includes the style sheets, for notebooks and files.
"""

import re
from collections.abc import Mapping
from html import escape
from itertools import pairwise
from math import atan2, degrees, hypot
from pathlib import Path
from typing import NamedTuple

from ludoteka.core.scene import Line, Mark, Ornament, Piece, Place, Scene
from ludoteka.surfaces.lattice import PileCounter, Stand, arrange_pieces, bounds, coordinates, sheets, turn_scene

RIM = 0.42  # units around the places, for letters and numbers
PLAIN_RIM = 0.2  # without letters and numbers
SYMBOL = re.compile(r'<symbol id="([^"]+)"[^>]*>(.*?)</symbol>', re.DOTALL)
SHARED = re.compile(r"<defs>.*?</defs>", re.DOTALL)
LETTER = re.compile(r'(<text class="symbol"[^>]*)/>')  # in a symbol: replaced by the piece's character
UPRIGHT = re.compile(r'(<[^>]*class="upright\b[^"]*")')  # parts of a symbol that do not turn with the piece
SHAPES = (  # by seat, for kinds of piece without a symbol
    '<circle class="body" r="0.36"/>',
    '<rect class="body" x="-0.32" y="-0.32" width="0.64" height="0.64" rx="0.08"/>',
    '<path class="body" d="M0-.42 .42 .32H-.42Z"/>',
    '<path class="body" d="M0-.44 .44 0 0 .44-.44 0Z"/>',
)
GROUND = '<path class="ground" d="M-.5-.5h1v1h-1z"/>'
AREA = '<path class="area" d="M-.5-.5h1v1h-1z"/>'
CROSS = '<path class="cross" d="M-.3-.3 .3 .3M.3-.3-.3 .3"/>'
DOT = '<circle class="hint" r="0.15"/>'
OVER_PIECES = ("captured", "refused", "reach")  # marks drawn over pieces
BOARD_STYLE = Path(__file__).parents[1] / "web" / "board" / "board.css"
FONT = ".board{--sans:system-ui,sans-serif}"  # as in the pages of the browser client


class Looks(NamedTuple):
    """The looks of a game: symbols by kind of piece, "place-KIND" or "ornament-KIND", a style sheet, and what they share."""

    symbols: Mapping[str, str]
    style: str
    shared: str = ""  # definitions that symbols and styles use, such as gradients


def looks(folder: Path) -> Looks:
    """Return the looks in a game's folder; missing files count as empty."""
    symbols, style = (folder / name for name in ("looks.svg", "looks.css"))
    drawn = symbols.read_text("utf-8") if symbols.is_file() else ""
    shared = SHARED.search(drawn)
    return Looks(
        dict(SYMBOL.findall(drawn)), style.read_text("utf-8") if style.is_file() else "", shared[0] if shared else ""
    )


def picture(scene: Scene, looks: Looks, title: str = "", is_turned: bool = False) -> str:
    """Return the scene as a standalone file, including styles."""
    style = f"{FONT}{BOARD_STYLE.read_text('utf-8')}{looks.style}"
    return svg(scene, looks, title, is_turned, f"<style>{escape(style, quote=False)}</style>")


def svg(scene: Scene, looks: Looks, title: str = "", is_turned: bool = False, style: str = "") -> str:
    """Return the scene as an element for a page; if turned, the first row is at the bottom."""
    scene = turn_scene(scene) if is_turned else scene
    left, top, width, height = bounds(scene.places)
    is_lettered = bool(coordinates(scene.places)[0])
    rim = RIM if is_lettered or sheets(scene.places) else PLAIN_RIM
    frame = f"{left - rim:g} {top - rim:g} {width + 2 * rim:g} {height + 2 * rim:g}"
    where = {place.name: place for place in scene.places}
    marks = [mark for mark in scene.marks if mark.place in where and not mark.to]
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="board{" turned" * is_turned}" viewBox="{frame}" role="img">',
            f"<title>{escape(title)}</title>{style}{looks.shared}",
            '<rect class="frame" x="{}" y="{}" width="{}" height="{}" rx="0.12"/>'.format(*frame.split()),
            *(_ornament(ornament, looks) for ornament in scene.ornaments),
            *_rim(scene),
            *(_place(place, looks, is_named=not is_lettered) for place in scene.places),
            *(f'<path class="line {escape(line.kind)}" d="M{_way(line)}"/>' for line in scene.lines),
            *(_mark(mark, where[mark.place]) for mark in marks if mark.kind not in OVER_PIECES),
            *(drawn for place in scene.places for drawn in _standing(place, scene, looks)),
            *(_mark(mark, where[mark.place]) for mark in marks if mark.kind in OVER_PIECES),
            *_arrows(scene, where),
            *(_arrow(f"arrow {mark.kind}", where[mark.place], where[mark.to]) for mark in scene.marks if mark.to),
            "</svg>",
        )
    )


def _at(x: float, y: float) -> str:
    return f'transform="translate({x:g} {y:g})"'


def _rim(scene: Scene) -> list[str]:
    """Return the names of columns and rows, and the names of sheets, each above its top left corner."""
    columns, rows = coordinates(scene.places)
    left, top, _, height = bounds(scene.places)
    below, beside = top + height + RIM * 0.7, left - RIM / 2
    corners = {name: bounds(places) for name, places in sheets(scene.places).items()}
    return [
        *(f'<text class="rim" x="{x:g}" y="{below:g}">{name}</text>' for x, name in columns.items()),
        *(f'<text class="rim" x="{beside:g}" y="{y + 0.09:g}">{name}</text>' for y, name in rows.items()),
        *(
            f'<text class="heading" x="{corner.left:g}" y="{corner.top - 0.08:g}">{escape(name)}</text>'
            for name, corner in corners.items()
        ),
    ]


def _ornament(ornament: Ornament, looks: Looks) -> str:
    drawn = looks.symbols.get(f"ornament-{ornament.kind}", "")
    return f'<g class="ornament {escape(ornament.kind)}" {_at(ornament.x, ornament.y)}>{drawn}</g>'


def _place(place: Place, looks: Looks, is_named: bool) -> str:
    name = f'<text class="name" y="0.475">{escape(place.name)}</text>' if is_named else ""
    names = f'class="place {escape(place.kind)}" data-name="{escape(place.name)}"'
    return f"<g {names} {_at(place.x, place.y)}>{GROUND}{looks.symbols.get(f'place-{place.kind}', '')}{name}</g>"


def _way(line: Line) -> str:
    return "L".join(f"{x:g} {y:g}" for x, y in line.points)


def _standing(place: Place, scene: Scene, looks: Looks) -> list[str]:
    here = arrange_pieces([piece for piece in scene.pieces if piece.place == place.name])
    return [
        _piece(one.piece, place, one.stand, looks) + (_count(one.counter, place) if one.counter else "") for one in here
    ]


def _count(counter: PileCounter, place: Place) -> str:
    spot = f"translate({place.x + counter.x:g} {place.y + counter.y:g}) scale({counter.scale:g})"
    return f'<g class="count" transform="{spot}"><circle r="0.2"/><text y="0.09">{counter.number}</text></g>'


def _piece(piece: Piece, place: Place, stand: Stand, looks: Looks) -> str:
    own = looks.symbols.get(piece.kind)
    plain = f'{SHAPES[max(piece.seat, 0) % len(SHAPES)]}<text class="symbol" y="0.13"/>'
    drawn = LETTER.sub(lambda text: f"{text[1]}>{escape(piece.symbol)}</text>", own or plain)
    spot = f"translate({place.x + stand.x:g} {place.y + stand.y:g})"
    size = f" scale({stand.scale:g})" if stand.scale != 1 else ""
    turn = f" rotate({piece.facing * 90})" if piece.facing else ""
    if piece.facing:
        drawn = UPRIGHT.sub(rf'\1 transform="rotate({-piece.facing * 90})"', drawn)
    kind = f"piece {escape(piece.kind)} seat{piece.seat}"
    return f'<g class="{kind}" transform="{spot}{size}{turn}">{drawn}</g>'


def _mark(mark: Mark, place: Place) -> str:
    drawn = DOT if mark.kind == "reach" else AREA + CROSS
    return f'<g class="mark {escape(mark.kind)}" {_at(place.x, place.y)}>{drawn}</g>'


def _arrows(scene: Scene, where: Mapping[str, Place]) -> list[str]:
    """Return an arrow from each mark "from" to the following "to", if the piece has not moved yet."""
    taken = {piece.place for piece in scene.pieces}
    pairs = [(one, two) for one, two in pairwise(scene.marks) if (one.kind, two.kind) == ("from", "to")]
    return [_arrow("hint arrow", where[one.place], where[two.place]) for one, two in pairs if one.place in taken]


def _arrow(kind: str, origin: Place, target: Place) -> str:
    x, y = target.x - origin.x, target.y - origin.y
    end = hypot(x, y)
    outline = f"M.46-.06H{end - 0.3:g}V-.2L{end:g} 0 {end - 0.3:g} .2V.06H.46Z"
    turn = f"translate({origin.x:g} {origin.y:g}) rotate({degrees(atan2(y, x)):g})"
    return f'<path class="{escape(kind)}" d="{outline}" transform="{turn}"/>'
