"""A scene drawn into the cells of a terminal, in the game's own colours."""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from rich.style import Style as RichStyle

from ludoteka.core.scene import Piece, Place, Scene
from ludoteka.surfaces.lattice import bounds, coordinates
from ludoteka.surfaces.palette import Palette, blend, ink
from ludoteka.surfaces.text import CROWD, EMPTY, FAINT, Field, Style, lay_out, place_sign, sides, signs_of, stack_text

SCALES = ((8, 4), (7, 3), (6, 3), (5, 2), (4, 2), (3, 1))  # columns and rows of a place, the largest first
HALVES = (3, 2)  # columns from the middle of a place to its wall, on a plan
TARGET, GAP, UPPER_HALF = "•", " ", "▀"
ARROWS = "↑→↓←"  # by quarter turns, after a piece's symbol
AMBER = "#e0a030"  # the colour of the last move
SHADE = 0.07  # how much darker every other place is
Rectangle = tuple[int, int, int, int]  # row, column, rows, columns
Cell = tuple[str, RichStyle]


class Highlights(NamedTuple):
    """What stands out on the board: the cursor, the picked names, and the names that can be picked next."""

    cursor: str = ""
    picked: Collection[str] = ()
    targets: Collection[str] = ()


class Drawing:
    """The cells of a board, and the rectangle of each place."""

    def __init__(self, scene: Scene, style: Style, room: tuple[int, int]) -> None:
        """Lay out the places in `room` (columns, rows); a board too large even at the smallest scale is scrolled."""
        self.scene = scene
        self.signs = signs_of(scene, style)
        self.colours: Palette = style.colours
        self.places: dict[str, Rectangle] = {}
        self.rows: list[list[Cell]] = []
        self._strokes = sides(scene)
        self._labels: list[tuple[int, int, str]] = []  # the rim: row, column, text
        self._lay_plan(room) if self._strokes else self._lay_board(room)

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        return len(self.rows[0]) if self.rows else 0, len(self.rows)

    def place_at(self, row: int, column: int) -> str:
        """Return the name of the place at a row and column of the drawing, or ""."""
        for name, (top, left, height, width) in self.places.items():
            if top <= row < top + height and left <= column < left + width:
                return name
        return ""

    def paint(self, highlights: Highlights) -> None:
        """Redraw everything."""
        plain = self._style(self.colours["rim"], self.colours["frame"])
        columns, rows = self._room
        self.rows = [[(GAP, plain)] * columns for _ in range(rows)]
        for row, column, text in self._labels:
            self._put(row, column, text, plain)
        pieces: dict[str, list[Piece]] = {}
        for piece in self.scene.pieces:
            pieces.setdefault(piece.place, []).append(piece)
        marked = {mark.place for mark in self.scene.marks}
        for place in self.scene.places:
            self._paint_place(place, pieces.get(place.name, []), place.name in marked, highlights)

    def _lay_board(self, room: tuple[int, int]) -> None:
        columns, rows = coordinates(self.scene.places)
        left, top, width, height = bounds(self.scene.places)
        margin = max(map(len, rows.values()), default=0) + 1 if rows else 0
        edge = 1 if columns else 0
        choices = [
            (*scale, edge * rims) for scale in SCALES for rims in (2, 1)
        ]  # without the lower rim if space is short
        across, down, edges = next(
            (
                (across, down, edges)
                for across, down, edges in choices
                if round(width * across) + 2 * margin <= room[0] and round(height * down) + edges <= room[1]
            ),
            choices[-2],
        )
        for place in self.scene.places:
            row, column = round((place.y - 0.5 - top) * down), round((place.x - 0.5 - left) * across)
            self.places[place.name] = row + edge, column + margin, down, across
        self._room = round(width * across) + 2 * margin, round(height * down) + edges
        self._lay_rim(columns, rows, (across, down), [0, self._room[1] - 1][:edges])
        self.paint(Highlights())

    def _lay_rim(
        self, columns: dict[float, str], rows: dict[float, str], scale: tuple[int, int], rims: list[int]
    ) -> None:
        left, top, *_ = bounds(self.scene.places)
        margin = max(map(len, rows.values()), default=0) + 1
        for x, name in columns.items():
            column = margin + round((x - 0.5 - left) * scale[0])
            self._labels += [(row, column, name.center(scale[0])) for row in rims]
        for y, name in rows.items():
            row = 1 + round((y - 0.5 - top) * scale[1]) + (scale[1] - 1) // 2
            self._labels.append((row, 0, name.rjust(margin - 1)))
            self._labels.append((row, self._room[0] - margin + 1, name))

    def _lay_plan(self, room: tuple[int, int]) -> None:
        half = HALVES[0] if bounds(self.scene.places).width * 2 * HALVES[0] <= room[0] else HALVES[1]
        fields = {place.name: Field(GAP * (2 * half - 1), FAINT) for place in self.scene.places}
        canvas, starts = lay_out(self.scene, self._strokes, fields)
        top, left = min(row for row, _ in canvas), min(column for _, column in canvas)
        for name, (row, column) in starts.items():
            self.places[name] = row - top, column - left, 1, 2 * half - 1
        self._room = (
            max(column + len(field.text) for (_, column), field in canvas.items()) - left,
            max(row for row, _ in canvas) - top + 1,
        )
        where = {(row, column) for row, column in starts.values()}
        self._labels = [
            (row - top, column - left, field.text)
            for (row, column), field in canvas.items()
            if (row, column) not in where
        ]
        self.paint(Highlights())

    def _paint_place(self, place: Place, pieces: Sequence[Piece], is_marked: bool, highlights: Highlights) -> None:
        row, column, height, width = self.places[place.name]
        ground = self._ground(place, is_marked, highlights)
        base = self._style(blend(ink(ground), ground, 0.35), ground)
        for one in range(height):
            self._put(row + one, column, GAP * width, base)
        middle = row + (height - 1) // 2
        if self._shows_names and height > 1:
            name = place.name if place.name.isalnum() else self.signs.get(place.kind, GAP)
            self._put(row, column, name.center(width)[:width], base)
            middle = row + height // 2
        is_target = place.name in highlights.targets
        if pieces:
            self._paint_pieces(pieces, (middle, column, height, width), row, ground)
        else:
            sign = TARGET if is_target else self.signs.get(place.kind, EMPTY if self._strokes else GAP)
            bold = self._style(
                self.colours["hint"] if is_target else blend(ink(ground), ground, 0.25), ground, is_target
            )
            self._put(middle, column, sign.center(width), bold)
        self._paint_edges(place, (middle, column, row, width), ground, highlights, is_marked)

    def _paint_pieces(self, pieces: Sequence[Piece], where: Rectangle, top: int, ground: str) -> None:
        middle, column, height, width = where
        seat = pieces[-1].seat
        colour = self.colours.get(f"seat{seat}", AMBER)
        token = self._style(ink(colour), colour, is_bold=True)
        text = _sign(pieces)
        size = max(width - 2, 1)
        start = column + (width - size) // 2
        last = top + height if height > 1 and middle == top + (height - 1) // 2 else middle + 1
        for row in range(middle, last) if height > 1 else (middle,):
            self._put(row, start, GAP * size, token)
        if last > middle + 1:  # the lower half of the last row is ground, which separates pieces in one column
            self._put(last - 1, start, UPPER_HALF * size, self._style(colour, ground))
        shown = text.center(size) if len(text) <= size else text.center(width)[:width]
        self._put(middle, start if len(text) <= size else column, shown, token)

    def _paint_edges(
        self, place: Place, where: Rectangle, ground: str, highlights: Highlights, is_marked: bool
    ) -> None:
        """Draw brackets around the content of a place, so that highlights show without colours."""
        middle, column, _, width = where
        edges = ""
        if place.name == highlights.cursor:
            edges = "[]"
        elif place.name in highlights.picked:
            edges = "{}"
        elif place.name in highlights.targets:
            edges = "()"
        elif is_marked:
            edges = "‹›"
        if edges:
            is_cursor = edges == "[]"
            hint = self.colours["hint"]
            style = self._style(ink(hint), hint, is_bold=True) if is_cursor else self._style(hint, ground, is_bold=True)
            self._put(middle, column, edges[0], style)
            self._put(middle, column + width - 1, edges[1], style)

    def _ground(self, place: Place, is_marked: bool, highlights: Highlights) -> str:
        ground = self.colours.get(f"ground-{place.kind}", self.colours["ground"])
        if round(place.x) + round(place.y) & 1 and not self._strokes:
            ground = blend(ground, "#000000", SHADE)
        if place.name in highlights.picked:
            return blend(ground, self.colours["hint"], 0.45)
        if place.name in highlights.targets:
            return blend(ground, self.colours["hint"], 0.2)
        return blend(ground, AMBER, 0.5) if is_marked else ground

    @property
    def _shows_names(self) -> bool:
        """Whether places show their names, because the rim does not."""
        return not self._strokes and not coordinates(self.scene.places)[0]

    def _style(self, colour: str, ground: str, is_bold: bool = False) -> RichStyle:
        return RichStyle(color=colour, bgcolor=ground, bold=is_bold)

    def _put(self, row: int, column: int, text: Iterable[str], style: RichStyle) -> None:
        if 0 <= row < len(self.rows):
            line = self.rows[row]
            for offset, sign in enumerate(text):
                if 0 <= column + offset < len(line):
                    line[column + offset] = sign, style


def _sign(pieces: Sequence[Piece]) -> str:
    """Return the text for the pieces on a place: symbol, direction and count."""
    kinds = {_kind(piece) for piece in pieces}
    return stack_text(pieces[0], kinds.pop(), len(pieces)) if len(kinds) == 1 else f"{CROWD}{len(pieces)}"


def _kind(piece: Piece) -> str:
    sign = place_sign(piece)
    return sign[0] + ARROWS[piece.facing % len(ARROWS)] + sign[2:] if piece.facing else sign
