"""The board widget: a scene in the cells of a terminal, with a cursor and picks, for keys and mouse."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import pairwise

from rich.segment import Segment
from rich.style import Style as RichStyle
from textual import events
from textual.strip import Strip
from textual.widget import Widget

from ludoteka.core.scene import Path, Piece, Place, Scene
from ludoteka.surfaces.lattice import bounds, coordinates, turn_scene
from ludoteka.surfaces.palette import Palette, blend, ink
from ludoteka.surfaces.text import EMPTY, FAINT, Field, Style, lay_out, sides, signs_of, symbol_of
from ludoteka.terminal.tables.table import NO_SCENE

ASIDE = 3  # how much worse a step to the side is than one ahead, as in `web/board/gestures.js`
ASTRAY = 2  # factor for what is more to the side than ahead
SCALES = ((8, 4), (7, 3), (6, 3), (5, 2), (4, 2), (3, 1))  # columns and rows of a place, the largest first
HALVES = (3, 2)  # columns from the middle of a place to its wall, on a plan
WIDEST = 1.6  # units from one row of places to the next
TARGET, GAP, UPPER_HALF = "•", " ", "▀"
ARROWS = "↑→↓←"  # by quarter turns, after a piece's symbol
AMBER = "#e0a030"  # the colour of the last move
SHADE = 0.07  # how much darker every other place is
Rectangle = tuple[int, int, int, int]  # row, column, rows, columns
Cell = tuple[str, RichStyle]


class Picker:
    """The names picked so far."""

    def __init__(self) -> None:
        self._paths: Mapping[Path, str] = {}
        self.path: list[str] = []

    def begin(self, paths: Mapping[Path, str]) -> None:
        """Replace the paths; keep what is picked if it still leads somewhere."""
        self._paths = paths
        if not self._begun:
            self.path = []

    @property
    def _begun(self) -> list[Path]:
        """The paths that begin with what is picked."""
        return [path for path in self._paths if path[: len(self.path)] == (*self.path,)]

    @property
    def targets(self) -> list[str]:
        """The names that can be picked next."""
        place = len(self.path)
        return [*dict.fromkeys(path[place] for path in self._begun if len(path) > place)]

    @property
    def action(self) -> str:
        """The action that the picked path completes, or ""."""
        return self._paths.get((*self.path,), "")

    def pick(self, name: str) -> str | Path:
        """Pick a name: the next on the path, the last again to end it, or the first of another path.

        Return the action if it is complete, otherwise ""; or a path that leads nowhere, and the house says why.
        """
        if name not in self.targets:
            if self.path and self.path[-1] == name:
                return self.finish()
            path, self.path = (*self.path, name), []
            if name not in self.targets:
                return path
        self.path.append(name)
        return "" if self.targets else self.finish()

    def finish(self) -> str:
        """Finish with the path picked so far, and return its action, or ""."""
        action, self.path = self.action, []
        return action

    def cancel(self) -> None:
        self.path = self.path[:-1]


def neighbour(places: Sequence[Place], name: str, step: tuple[int, int]) -> str:
    """Return the next place from `name` in a direction, right or down positive; `name` itself if there is none."""
    origin = next((place for place in places if place.name == name), None)
    if origin is None:
        return places[0].name if places else ""
    best, least = name, float("inf")
    for place in places:
        across, down = place.x - origin.x, place.y - origin.y
        ahead = across * step[0] + down * step[1]
        aside = abs(across * step[1]) + abs(down * step[0])
        distance = (ahead + ASIDE * aside) * (ASTRAY if aside > ahead else 1)
        if ahead > 0.1 and distance < least and aside <= 3 * ahead:
            best, least = place.name, distance
    return best


class Drawing:
    """The cells of a board, and the rectangle of each place."""

    def __init__(self, scene: Scene, style: Style, room: tuple[int, int]) -> None:
        """Lay out the places in `room` (columns, rows); a board too large even at the smallest scale is scrolled."""
        self.scene = scene
        self.signs = signs_of(scene, style)
        self.colours: Palette = style.colours
        self.places: dict[str, Rectangle] = {}
        self.rows: list[list[Cell]] = []
        self.size: tuple[int, int]  # columns and rows
        self._strokes = sides(scene)
        self._shows_names = not self._strokes and not coordinates(scene.places)[0]  # on places, without a rim
        self._labels: list[tuple[int, int, str]] = []  # the rim: row, column, text
        self._lay_plan(room) if self._strokes else self._lay_board(room)

    def place_at(self, row: int, column: int) -> str:
        """Return the name of the place at a row and column of the drawing, or ""."""
        for name, (top, left, height, width) in self.places.items():
            if top <= row < top + height and left <= column < left + width:
                return name
        return ""

    def paint(self, cursor: str, picked: Collection[str], targets: Collection[str]) -> None:
        """Redraw everything, with the cursor, the picked names, and the names that can be picked next."""
        self._cursor, self._picked, self._targets = cursor, picked, targets
        plain = self._style(self.colours["rim"], self.colours["frame"])
        columns, rows = self.size
        self.rows = [[(GAP, plain)] * columns for _ in range(rows)]
        for row, column, text in self._labels:
            self._put(row, column, text, plain)
        pieces: dict[str, list[Piece]] = {}
        for piece in self.scene.pieces:
            pieces.setdefault(piece.place, []).append(piece)
        marked = {mark.place for mark in self.scene.marks if not mark.to}
        for place in self.scene.places:
            self._paint_place(place, pieces.get(place.name, []), place.name in marked)

    def _lay_board(self, room: tuple[int, int]) -> None:
        columns, rows = coordinates(self.scene.places)
        left, _, width, _ = bounds(self.scene.places)
        height, tops = _close_up(self.scene.places)
        margin = max(map(len, rows.values()), default=0) + 1 if rows else 0
        edge = 1 if columns else 0
        # Without the lower rim if space is short
        choices = [(*scale, edge * rims) for scale in SCALES for rims in (2, 1)]
        across, down, edges = next(
            (
                (across, down, edges)
                for across, down, edges in choices
                if round(width * across) + 2 * margin <= room[0] and round(height * down) + edges <= room[1]
            ),
            choices[-2],
        )
        for place in self.scene.places:
            row, column = round(tops[place.y] * down), round((place.x - 0.5 - left) * across)
            self.places[place.name] = row + edge, column + margin, down, across
        self.size = round(width * across) + 2 * margin, round(height * down) + edges
        for x, name in columns.items():
            column = margin + round((x - 0.5 - left) * across)
            self._labels += [(row, column, name.center(across)) for row in [0, self.size[1] - 1][:edges]]
        for y, name in rows.items():
            row = 1 + round(tops[y] * down) + (down - 1) // 2
            self._labels.append((row, 0, name.rjust(margin - 1)))
            self._labels.append((row, self.size[0] - margin + 1, name))

    def _lay_plan(self, room: tuple[int, int]) -> None:
        half = HALVES[0] if bounds(self.scene.places).width * 2 * HALVES[0] <= room[0] else HALVES[1]
        fields = {place.name: Field(GAP * (2 * half - 1), FAINT) for place in self.scene.places}
        canvas, starts = lay_out(self.scene, self._strokes, fields)
        top, left = min(row for row, _ in canvas), min(column for _, column in canvas)
        for name, (row, column) in starts.items():
            self.places[name] = row - top, column - left, 1, 2 * half - 1
        self.size = (
            max(column + len(field.text) for (_, column), field in canvas.items()) - left,
            max(row for row, _ in canvas) - top + 1,
        )
        where = {(row, column) for row, column in starts.values()}
        self._labels = [
            (row - top, column - left, field.text)
            for (row, column), field in canvas.items()
            if (row, column) not in where
        ]

    def _paint_place(self, place: Place, pieces: Sequence[Piece], is_marked: bool) -> None:
        row, column, height, width = self.places[place.name]
        hint, ground = self.colours["hint"], self.colours.get(f"ground-{place.kind}", self.colours["ground"])
        is_target = place.name in self._targets
        edges = ""  # brackets around the content, so that highlights show without colours
        if round(place.x) + round(place.y) & 1 and not self._strokes:
            ground = blend(ground, "#000000", SHADE)
        if place.name in self._picked:
            edges, ground = "{}", blend(ground, hint, 0.45)
        elif is_target:
            edges, ground = "()", blend(ground, hint, 0.2)
        elif is_marked:
            edges, ground = "‹›", blend(ground, AMBER, 0.5)
        base = self._style(blend(ink(ground), ground, 0.35), ground)
        for one in range(height):
            self._put(row + one, column, GAP * width, base)
        middle = row + (height - 1) // 2
        if self._shows_names and height > 1:
            name = place.name if place.name.isalnum() else self.signs.get(place.kind, GAP)
            self._put(row, column, name.center(width)[:width], base)
            middle = row + height // 2
        if pieces:
            self._paint_pieces(pieces, (middle, column, height, width), row, ground)
        else:
            sign = TARGET if is_target else self.signs.get(place.kind, EMPTY if self._strokes else GAP)
            colour = hint if is_target else blend(ink(ground), ground, 0.25)
            self._put(middle, column, sign.center(width), self._style(colour, ground, is_target))
        if place.name == self._cursor:
            edges = "[]"
        if edges:
            style = self._style(ink(hint), hint, True) if edges == "[]" else self._style(hint, ground, True)
            self._put(middle, column, edges[0], style)
            self._put(middle, column + width - 1, edges[1], style)

    def _paint_pieces(self, pieces: Sequence[Piece], where: Rectangle, top: int, ground: str) -> None:
        middle, column, height, width = where
        seat = pieces[-1].seat
        colour = self.colours.get(f"seat{seat}", AMBER)
        token = self._style(ink(colour), colour, is_bold=True)
        text = symbol_of(pieces, ARROWS)
        size = max(width - 2, 1)
        start = column + (width - size) // 2
        last = top + height if height > 1 and middle == top + (height - 1) // 2 else middle + 1
        for row in range(middle, last) if height > 1 else (middle,):
            self._put(row, start, GAP * size, token)
        if last > middle + 1:  # the lower half of the last row is ground, which separates pieces in one column
            self._put(last - 1, start, UPPER_HALF * size, self._style(colour, ground))
        shown = text.center(size) if len(text) <= size else text.center(width)[:width]
        self._put(middle, start if len(text) <= size else column, shown, token)

    def _style(self, colour: str, ground: str, is_bold: bool = False) -> RichStyle:
        return RichStyle(color=colour, bgcolor=ground, bold=is_bold)

    def _put(self, row: int, column: int, text: Iterable[str], style: RichStyle) -> None:
        if 0 <= row < len(self.rows):
            line = self.rows[row]
            for offset, sign in enumerate(text):
                if 0 <= column + offset < len(line):
                    line[column + offset] = sign, style


class Board(Widget):
    """A scene on the screen.  `picked` is called with the name of a place that is clicked."""

    def __init__(self, picked: Callable[[str], None]) -> None:
        super().__init__(id="board")
        self._picked = picked
        self._scene = NO_SCENE  # until the first view arrives
        self._style = Style()
        self._drawing: Drawing | None = None
        self._drawn_at = self.size
        self._path: list[str] = []
        self._targets: list[str] = []
        self.cursor = ""

    def show(self, scene: Scene, style: Style, is_turned: bool, path: list[str], targets: list[str]) -> None:
        has_walked = scene.focus != self._scene.focus
        self._scene = turn_scene(scene) if is_turned else scene
        names = [place.name for place in scene.places]
        has_turned = not self._targets and targets and not path
        if self.cursor not in names or (has_turned and self.cursor not in targets):
            self.cursor = next((target for target in targets if target in names), names[0] if names else "")
        if has_walked and scene.focus:
            self.cursor = scene.focus
        self._style, self._path, self._targets = style, list(path), targets
        self.on_resize()

    def on_resize(self) -> None:
        self._draw()
        self.refresh()

    def _draw(self) -> None:
        self._drawn_at = size = self.size
        is_drawn = bool(self._scene.places) and size.width > 0
        self._drawing = Drawing(self._scene, self._style, (size.width, size.height)) if is_drawn else None
        self._paint()

    def _paint(self) -> None:
        if self._drawing:
            self._drawing.paint(self.cursor, self._path, self._targets)

    def step(self, step: tuple[int, int]) -> None:
        self.go(neighbour(self._scene.places, self.cursor, step))

    def go(self, name: str) -> bool:
        """Put the cursor on a place; return whether the place exists."""
        is_there = any(place.name == name for place in self._scene.places)
        if is_there:
            self.cursor = name
            self._paint()
            self.refresh()
        return is_there

    def in_reading_order(self, names: list[str]) -> list[str]:
        """Return the names that are places, in reading order."""
        places = sorted(self._scene.places, key=lambda place: (place.y, place.x))
        return [place.name for place in places if place.name in names]

    @property
    def _offset(self) -> tuple[int, int]:
        """The column and row of the drawing at the widget's top left corner; negative if the drawing is centred."""
        if not self._drawing:
            return 0, 0
        columns, rows = self._drawing.size
        row, column, height, width = self._drawing.places.get(self.cursor, (0, 0, 1, 1))
        return (
            _scrolled(columns, self.size.width, column + width // 2),
            _scrolled(rows, self.size.height, row + height // 2),
        )

    def render_line(self, y: int) -> Strip:
        if self._drawn_at != self.size:
            self._draw()
        left, top = self._offset
        width = self.size.width
        rows = self._drawing.rows if self._drawing else []
        if not 0 <= y + top < len(rows):
            return Strip.blank(width, self.rich_style)
        row = rows[y + top]
        shown = row[max(left, 0) : max(left, 0) + width]
        margin = Segment(" " * max(-left, 0), self.rich_style)
        cells = Strip([margin, *(Segment(text, style) for text, style in shown)])
        return cells.extend_cell_length(width, self.rich_style).simplify()

    def on_click(self, event: events.Click) -> None:
        left, top = self._offset
        name = self._drawing.place_at(event.y + top, event.x + left) if self._drawing else ""
        if name:
            self.go(name)
            self._picked(name)


def _close_up(places: Sequence[Place]) -> tuple[float, dict[float, float]]:
    """Return the height of the places and the top of each row by its y; wide gaps between rows, which hold pictures, are narrowed."""
    rows = sorted({place.y for place in places})
    tops = [0.0]
    for above, below in pairwise(rows):
        tops.append(tops[-1] + min(below - above, WIDEST))
    return tops[-1] + 1, dict(zip(rows, tops, strict=True))


def _scrolled(length: int, room: int, focus: int) -> int:
    """Return the scroll offset of a drawing: centred if it fits, otherwise such that the focus is visible."""
    if length <= room:
        return -((room - length) // 2)
    return max(0, min(length - room, focus - room // 2))
