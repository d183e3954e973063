"""A scene as lines of text, for terminals and other displays with a fixed character width.

A place is one symbol between two spaces: that of its piece, a dot if it is empty, or the sign of its kind, which the
legend explains.  After the symbol of a piece come the direction in which the piece faces and its arrows, if any.  Marks
replace the spaces by brackets.  If pieces of several kinds share a place, it shows their number, and a line below the
board lists them.  The rim names columns and rows; if the names of places don't consist of these, every place shows its
name.  If lines run along the sides of places, the board is a floor plan without names.
"""

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from math import dist
from typing import NamedTuple, Protocol, TextIO

from ludoteka.core.message import Message
from ludoteka.core.scene import Line, Piece, Place, Scene
from ludoteka.surfaces.lattice import bounds, coordinates, sheets, turn_scene
from ludoteka.surfaces.palette import USUAL, Palette, piece_style

# Floor plans.  Neighbouring places share the line between them; if both have a line there, the more informative one is
# drawn.  The name of each sheet is above it.
REACH = 0.5  # from the centre of a place to its sides
SLACK = 0.1  # a line this close to a side belongs to it
JUNCTIONS = " ╵╷│╶└┌├╴┘┐┤─┴┬┼"  # by the directions of the lines that meet at a corner
UP, DOWN, RIGHT, LEFT = 1, 2, 4, 8


class Translator(Protocol):
    """Says messages in the reader's language; `surfaces.texts.Texts` does."""

    def say(self, message: Message) -> str: ...


class _English:
    def say(self, message: Message) -> str:
        return str(message)


ENGLISH: Translator = _English()  # which needs no catalogue
PLAIN, BOLD, FAINT = "0", "1", "2"  # codes of terminal styles


class Field(NamedTuple):
    """Characters with the same style: the contents of a place, or a piece of a line."""

    text: str
    style: str  # a code of a terminal style


class Stroke(NamedTuple):
    """The characters and the meaning of a kind of line."""

    upright: str
    level: str
    style: str = PLAIN
    label: Message | None = None
    joins: bool = True  # whether its ends are drawn


STROKES = {  # the most informative kind first
    "exit": Stroke("#", "#", BOLD, Message("way out")),
    "wall": Stroke("│", "─", PLAIN, Message("wall")),
    "": Stroke("╎", "╌"),  # any other kind
    "unknown": Stroke("┊", "┈", FAINT, Message("not known yet"), joins=False),
}


class Side(NamedTuple):
    """The middle of a side of a place."""

    x: float
    y: float
    is_upright: bool


Canvas = dict[tuple[int, int], Field]  # (row, column) of the first character -> a field


def sides(scene: Scene) -> dict[Side, Stroke]:
    """Return the strokes for lines along the sides of places."""
    drawn: dict[Side, str] = {}
    order = list(STROKES)
    for line in scene.lines:
        side = _side(line, scene.places)
        if side:
            kind = line.kind if line.kind in STROKES else ""
            drawn[side] = min(drawn.get(side, kind), kind, key=order.index)
    return {side: STROKES[kind] for side, kind in drawn.items()}


def _side(line: Line, places: Sequence[Place]) -> Side | None:
    if len(line.points) != 2 or not places:
        return None
    (x1, y1), (x2, y2) = line.points
    x, y = (x1 + x2) / 2, (y1 + y2) / 2
    place = min(places, key=lambda one: (one.sheet != line.sheet, dist((one.x, one.y), (x, y))))
    across, down = x - place.x, y - place.y
    if x1 == x2 and abs(down) < SLACK and 0 <= REACH - abs(across) < SLACK:
        return Side(place.x + (REACH if across > 0 else -REACH), place.y, is_upright=True)
    if y1 == y2 and abs(across) < SLACK and 0 <= REACH - abs(down) < SLACK:
        return Side(place.x, place.y + (REACH if down > 0 else -REACH), is_upright=False)
    return None


def lay_out(
    scene: Scene, strokes: Mapping[Side, Stroke], fields: Mapping[str, Field]
) -> tuple[Canvas, dict[str, tuple[int, int]]]:
    """Return what is drawn, by row and column, and where the field of each place begins; all fields have the same odd width."""
    left, top, _, _ = bounds(scene.places)
    half = (max(len(field.text) for field in fields.values()) + 1) // 2

    def at(x: float, y: float) -> tuple[int, int]:
        return round((y - top) * 2), round((x - left) * 2 * half)

    canvas: Canvas = {}
    starts: dict[str, tuple[int, int]] = {}
    _draw(canvas, {(*at(side.x, side.y), side.is_upright): stroke for side, stroke in strokes.items()}, half)
    for name, places in sheets(scene.places).items():
        row, column = at(min(place.x for place in places), min(place.y for place in places))
        canvas[row - 2, column - half] = Field(name, FAINT)
    for place in scene.places:
        row, column = at(place.x, place.y)
        canvas[row, column - half + 1] = fields[place.name]
        starts[place.name] = row, column - half + 1
    return canvas, starts


def _draw(canvas: Canvas, strokes: Mapping[tuple[int, int, bool], Stroke], half: int) -> None:
    ways: dict[tuple[int, int], int] = {}
    for (row, column, is_upright), stroke in strokes.items():
        if is_upright:
            canvas[row, column] = Field(stroke.upright, stroke.style)
            ends = {(row - 1, column): DOWN, (row + 1, column): UP}
        else:
            canvas[row, column - half + 1] = Field(stroke.level * (2 * half - 1), stroke.style)
            ends = {(row, column - half): RIGHT, (row, column + half): LEFT}
        for end, way in ends.items() if stroke.joins else ():
            ways[end] = ways.get(end, 0) | way
    canvas |= {corner: Field(JUNCTIONS[way], PLAIN) for corner, way in ways.items()}


def _row(canvas: Canvas, row: int) -> list[Field]:
    drawn, end = [], 0
    for column in sorted(column for one, column in canvas if one == row):
        drawn += [Field(" " * (column - end), PLAIN), canvas[row, column]]
        end = column + len(canvas[row, column].text)
    return drawn


EMPTY = "·"
CROWD = "*"
SIGNS = "×+~=%&@$?§¤£¥"  # for kinds of place other than plain, in order of appearance
BRACKETS = {"from": "[]", "to": "[]", "captured": "()", "refused": "!!"}
MEANINGS = {"to": Message("last move"), "captured": Message("captured")}
FACINGS = "^>v<"  # by quarter turns; after the symbol of a piece
ARROWS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"  # by the sum of 1 for up, 2 for right, 4 for down, 8 for left
STAR = "*"
OTHER_BRACKETS = "<>"  # of a game's own marks


class Style:
    """The colours and signs of a game.  Kept for a whole match, so that a sign never changes its meaning."""

    def __init__(self, colours: Palette = USUAL) -> None:
        self.colours = colours
        self.signs: dict[str, str] = {}  # kind of place -> its sign; added when a kind first appears


def scene_lines(
    scene: Scene, texts: Translator, coloured: bool = False, is_turned: bool = False, style: Style | None = None
) -> list[str]:
    """Return everything that a seat sees, from top to bottom: the board, its legend, the panel and the status."""
    drawn = board_lines(scene, coloured, is_turned, style)
    return [*drawn, "", *legend(scene, texts, style), *facts(scene, texts), texts.say(scene.status)]


def is_coloured(stream: TextIO) -> bool:
    """Tell whether to use colours: on a terminal, unless NO_COLOR is set."""
    return stream.isatty() and not os.environ.get("NO_COLOR")


def board_lines(scene: Scene, coloured: bool = False, is_turned: bool = False, style: Style | None = None) -> list[str]:
    """Return only the board; if turned, the first row is at the bottom."""
    style = style or Style()
    scene = turn_scene(scene) if is_turned else scene
    strokes = sides(scene)
    columns, rows = coordinates(scene.places)
    fields = _fields(scene, style, is_named=not columns and not strokes)
    if strokes:
        width = max(len(field.text) for field in fields.values()) // 2 * 2 + 1  # the next odd number
        level = {name: field._replace(text=field.text.ljust(width)) for name, field in fields.items()}
        canvas, _ = lay_out(scene, strokes, level)
        lines = [row for row, _ in canvas]
        drawn = [_row(canvas, row) for row in range(min(lines), max(lines) + 1)]
        return ["".join(_painted(field, coloured) for field in row).rstrip() for row in drawn]
    heights = sorted({place.y for place in scene.places})
    ranks = [{place.x: fields[place.name] for place in scene.places if place.y == y} for y in heights]
    starts = _starts(ranks)
    widths = {x: max(len(rank[x].text) for rank in ranks if x in rank) for x in starts}
    margin = max(map(len, rows.values()), default=-1) + 1
    end = margin + max((starts[x] + widths[x] for x in starts), default=0)

    def line(cells: Mapping[float, Field], name: str = "") -> str:
        drawn, length = name.rjust(margin - 1), max(margin - 1, 0)
        for x in sorted(cells):
            column = margin + starts[x]
            drawn += " " * (column - length) + _painted(cells[x], coloured)
            length = max(column, length) + len(cells[x].text)
        return f"{drawn}{' ' * (end - length)} {name}" if name else drawn.rstrip()

    rim = [line({x: Field(name.center(widths[x]).rstrip(), FAINT) for x, name in columns.items()})] if columns else []
    return [*rim, *(line(rank, rows.get(y, "")) for y, rank in zip(heights, ranks, strict=True)), *rim]


def _starts(ranks: Sequence[Mapping[float, Field]]) -> dict[float, int]:
    """Return the start of each column, by x: spaced as on the lattice, but without overlaps."""
    unit = min((len(field.text) for rank in ranks for field in rank.values()), default=0)
    starts: dict[float, int] = {}
    last = None
    for x in sorted({x for rank in ranks for x in rank}):
        clear = [starts[one] + len(rank[one].text) for rank in ranks if x in rank for one in rank if one < x]
        apart = 0 if last is None else starts[last] + round((x - last) * unit)
        starts[x] = max([apart, *clear])
        last = x
    return starts


def _fields(scene: Scene, style: Style, is_named: bool) -> dict[str, Field]:
    signs = signs_of(scene, style)
    marks = {mark.place: BRACKETS.get(mark.kind, OTHER_BRACKETS) for mark in scene.marks if not mark.to}
    width = max((len(place_sign(piece)) for piece in scene.pieces), default=1)
    fields = {}
    for place in scene.places:
        here = [piece for piece in scene.pieces if piece.place == place.name]
        symbol = (symbol_of(here) or signs.get(place.kind, EMPTY)).ljust(width)
        bracket = marks.get(place.name, "  ")
        # The sign of its kind stands for a place whose name isn't meant for people, as in "g-off"
        name = place.name if place.name.isalnum() else signs.get(place.kind, EMPTY)
        text = f"{bracket[0]}{f'{name}:' if is_named else ''}{symbol}{bracket[1]}"
        fields[place.name] = Field(text, _painting(here, place.name in marks, style.colours))
    return fields


def place_sign(piece: Piece, facings: str = FACINGS) -> str:
    """Return a piece's symbol, with the direction in which it faces and its arrows, if any."""
    return piece.symbol + (facings[piece.facing % len(facings)] if piece.facing else "") + _arrows(piece)


def _arrows(piece: Piece) -> str:
    """Return the arrows of a piece as one character: strokes from the centre, or a star for diagonals."""
    if not piece.arrows:
        return ""
    ways = {(2 * piece.facing + arrow) % 8 for arrow in piece.arrows}
    if any(way % 2 for way in ways):
        return STAR
    return ARROWS[sum(1 << way // 2 for way in ways)]


def symbol_of(pieces: Sequence[Piece], facings: str = FACINGS) -> str:
    """Return the symbol of several pieces on one place: one symbol and their number, or a star and the number."""
    kinds = {place_sign(piece, facings) for piece in pieces}
    if len(kinds) > 1:
        return f"{CROWD}{len(pieces)}"
    return stack_text(pieces[0], kinds.pop(), len(pieces)) if pieces else ""


def stack_text(piece: Piece, sign: str, count: int) -> str:
    """Return the text of so many equal pieces on one place: their sign and number, or the numeral that says both."""
    if piece.numeral:
        return str(count) if piece.numeral.isdigit() else chr(ord(piece.numeral) + count - 1)
    return f"{sign}{count}" if count > 1 else sign


def _crowds(scene: Scene) -> list[str]:
    told = []
    for place in scene.places:
        kinds = Counter(piece.symbol for piece in scene.pieces if piece.place == place.name)
        if len(kinds) > 1:
            name = place.name if place.name.isalnum() else place.sheet or place.name  # the map on which it is seen
            told.append(f"{name}: {' '.join(f'{symbol}{count}' for symbol, count in kinds.items())}")
    return ["   ".join(told)] if told else []


def _painting(pieces: Sequence[Piece], is_marked: bool, colours: Palette) -> str:
    if not pieces:
        return BOLD if is_marked else FAINT
    seat = pieces[-1].seat
    painting = piece_style(colours, seat) if seat >= 0 else PLAIN
    return f"{BOLD};{painting}" if is_marked else painting


def _painted(field: Field, coloured: bool) -> str:
    return f"\x1b[{field.style}m{field.text}\x1b[0m" if coloured and field.text.strip() else field.text


def signs_of(scene: Scene, style: Style) -> Mapping[str, str]:
    """Return the signs of all kinds of place so far, including those of this scene."""
    for kind in dict.fromkeys(place.kind for place in scene.places if place.kind != "plain"):
        free = [sign for sign in SIGNS if sign not in style.signs.values()]
        if kind not in style.signs and free:
            style.signs[kind] = free[0]
    return style.signs


def legend(scene: Scene, texts: Translator, style: Style | None = None) -> list[str]:
    """Return the meanings of the signs on the board, and the pieces on places with several kinds."""
    signs = signs_of(scene, style or Style())
    counts = Counter((piece.kind, piece.seat) for piece in scene.pieces)
    ordered = sorted(scene.pieces, key=lambda piece: piece.symbol)
    meant = {_key(piece, counts[piece.kind, piece.seat]): piece.label for piece in ordered}
    labels = [(place.kind, place.label) for place in scene.places if place.kind in signs and place.label]
    brief = sorted(labels, key=lambda one: -len(one[1].text))  # the shortest label of a kind
    meant |= {signs[kind]: label for kind, label in [*dict(labels).items(), *brief]}
    brackets = {BRACKETS[mark.kind]: MEANINGS[mark.kind] for mark in scene.marks if mark.kind in MEANINGS}
    lines = {stroke.level: stroke.label for stroke in sides(scene).values() if stroke.label}
    line = "   ".join(f"{sign} {texts.say(label)}" for sign, label in {**meant, **lines, **brackets}.items())
    return [*([line] if line else []), *_crowds(scene)]


def _key(piece: Piece, count: int) -> str:
    """Return what stands for a piece in the legend: its symbol, or the first and last numerals of so many pieces."""
    if not piece.numeral:
        return piece.symbol
    numbers = {stack_text(piece, "", number): number for number in (1, count)}
    return " … ".join(sign if sign.isdigit() else f"{sign} = {number}" for sign, number in numbers.items())


def facts(scene: Scene, texts: Translator) -> list[str]:
    """Return the dice and the panel."""
    faces = ", ".join(map(str, scene.dice))
    dice = Message("Die: {faces}", plural="Dice: {faces}", count=len(scene.dice), faces=faces)
    panel = [(texts.say(one.label), one.value) for one in scene.panel]
    entries = [f"{label}: {texts.say(value) if isinstance(value, Message) else value}" for label, value in panel]
    return [*([texts.say(dice)] if scene.dice else []), *(["   ".join(entries)] if entries else [])]
