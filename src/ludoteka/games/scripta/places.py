"""The board of XII Scripta: its places, and the arrows between them.

There are three rows of twelve points, each in two halves.  Green's trays lie above the board and yellow's below.
The course runs along the middle row, back along the top, and along the bottom.
"""

from ludoteka.core.message import Message
from ludoteka.core.scene import Line, Place
from ludoteka.games.scripta.rules import FACES, HOME, POINTS

COLUMNS = 12  # of a row
GAP = 0.5  # units between the halves of a row
TOP, MIDDLE, BOTTOM = 0.0, 1.6, 3.2  # y of the rows; the numbers of the points stand between them
RIGHT = COLUMNS - 1 + GAP  # x of the last column
MARGIN = 0.3  # units beside the board for the arrows where the course turns
TRAYS = {1: TOP - 1.5, 0: BOTTOM + 1.75}  # y of each seat's trays

# Names of trays by seat; points are named by their numbers.
WAITING = ("y-waiting", "g-waiting")
CAPTURED = ("y-captured", "g-captured")
OFF = ("y-off", "g-off")
PASSING = "pass"  # the choice that is not a place


def point_of(name: str) -> int | None:
    """Return the number of the point of that name, or None if there is no such point."""
    return POINT.get(name)


def _column(point: int) -> int:
    """Return the column of a point, 0 … 11 from the left: the top row runs back."""
    column = (point - 1) % COLUMNS
    return COLUMNS - 1 - column if COLUMNS < point <= 2 * COLUMNS else column


def _spot(point: int) -> tuple[float, float]:
    column = _column(point)
    x = column + GAP if column >= COLUMNS // 2 else float(column)
    return x, (MIDDLE, TOP, BOTTOM)[(point - 1) // COLUMNS]


def _point(point: int) -> Place:
    x, y = _spot(point)
    if point <= FACES:
        return Place(str(point), x, y, "entry", Message("entry point"))
    if point >= HOME:
        return Place(str(point), x, y, "end", Message("bearing-off point"))
    return Place(str(point), x, y)


def _trays(seat: int) -> tuple[Place, ...]:
    y = TRAYS[seat]
    return (
        Place(WAITING[seat], -MARGIN, y, "waiting", Message("men waiting to enter")),
        Place(CAPTURED[seat], RIGHT / 2, y, "captured", Message("captured men")),
        Place(OFF[seat], RIGHT + MARGIN, y, "off", Message("men borne off")),
    )


def _arrow(*points: tuple[float, float]) -> list[Line]:
    """Return an arrow along the course; its last segment must be horizontal."""
    (before, _), (x, y) = points[-2:]
    back = x - 0.16 if x > before else x + 0.16
    return [Line("course", points), Line("course", ((back, y - 0.13), (x, y), (back, y + 0.13)))]


def _ways() -> list[Line]:
    """Return the arrows from half to half, from row to row and off the board."""
    left, right, side = -0.55, RIGHT + 0.55, MARGIN + 0.45
    return [
        *_arrow((5.58, MIDDLE), (5.92, MIDDLE)),
        *_arrow((right, MIDDLE), (RIGHT + side, MIDDLE), (RIGHT + side, TOP), (right, TOP)),
        *_arrow((5.92, TOP), (5.58, TOP)),
        *_arrow((left, TOP), (-side, TOP), (-side, BOTTOM), (left, BOTTOM)),
        *_arrow((5.58, BOTTOM), (5.92, BOTTOM)),
        *_arrow((right, BOTTOM), (RIGHT + side + 0.1, BOTTOM)),
    ]


PLACES = (*map(_point, range(1, POINTS + 1)), *_trays(1), *_trays(0))
POINT = {str(point): point for point in range(1, POINTS + 1)}
LINES = tuple(_ways())
