"""The board widget: a scene with a cursor, for keys and mouse."""

from collections.abc import Callable

from rich.segment import Segment
from textual import events
from textual.strip import Strip
from textual.widget import Widget

from ludoteka.core.scene import Scene
from ludoteka.surfaces.lattice import turn_scene
from ludoteka.surfaces.text import Style
from ludoteka.terminal.full.drawing import Drawing, Highlights
from ludoteka.terminal.full.picker import neighbour

EMPTY = Scene(status=None, places=(), pieces=())  # type: ignore[arg-type]  # shown until the first view arrives


class Board(Widget):
    """A scene on the screen.  `picked` is called with the name of a place that is clicked."""

    def __init__(self, picked: Callable[[str], None]) -> None:
        super().__init__(id="board")
        self._picked = picked
        self._scene = EMPTY
        self._style = Style()
        self._drawing: Drawing | None = None
        self._drawn_at = self.size
        self._path: list[str] = []
        self._targets: list[str] = []
        self.cursor = ""

    def show(self, scene: Scene, style: Style, is_turned: bool, path: list[str], targets: list[str]) -> None:
        """Draw a scene, with the picked names and those that can be picked next."""
        self._scene = turn_scene(scene) if is_turned else scene
        names = [place.name for place in scene.places]
        has_turned = not self._targets and targets and not path
        if self.cursor not in names or (has_turned and self.cursor not in targets):
            self.cursor = next((one for one in targets if one in names), names[0] if names else "")
        self._style, self._path, self._targets = style, list(path), targets
        self._lay_out()

    def _lay_out(self) -> None:
        self._draw()
        self.refresh()

    def _draw(self) -> None:
        self._drawn_at = size = self.size
        is_drawn = bool(self._scene.places) and size.width > 0
        self._drawing = Drawing(self._scene, self._style, (size.width, size.height)) if is_drawn else None
        self._paint()

    def _paint(self) -> None:
        if self._drawing:
            self._drawing.paint(Highlights(self.cursor, self._path, self._targets))

    def on_resize(self) -> None:
        """Redraw the board at the largest size that fits."""
        self._lay_out()

    def step(self, step: tuple[int, int]) -> None:
        """Move the cursor to the next place in a direction."""
        self.cursor = neighbour(self._scene.places, self.cursor, step)
        self._paint()
        self.refresh()

    def go(self, name: str) -> bool:
        """Put the cursor on a place; return whether the place exists."""
        is_there = any(place.name == name for place in self._scene.places)
        if is_there:
            self.cursor = name
            self._paint()
            self.refresh()
        return is_there

    def cursor_is_in(self, names: list[str]) -> bool:
        """Tell whether the cursor is on one of these places."""
        return self.cursor in names

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
        """Return a row of cells."""
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
        """Pick the place that was clicked."""
        left, top = self._offset
        name = self._drawing.place_at(event.y + top, event.x + left) if self._drawing else ""
        if name:
            self.go(name)
            self._picked(name)


def _scrolled(length: int, room: int, focus: int) -> int:
    """Return the scroll offset of a drawing: centred if it fits, otherwise such that the focus is visible."""
    if length <= room:
        return -((room - length) // 2)
    return max(0, min(length - room, focus - room // 2))
