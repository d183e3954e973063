"""The board of Quagmire: its places and the lines drawn over them.

The frame has thirteen cells a side, x and y from 0 to 12; the starts lie outside it.  Everything is computed for the
bottom seat and rotated by a quarter turn for each further seat.
"""

from ludoteka.core.message import Message
from ludoteka.core.scene import Line, Place
from ludoteka.games.quagmire.rules import (
    CIRCLE,
    CORNER,
    CUT,
    ENTRANCE,
    FENS,
    INNERMOST,
    LAP,
    PAWNS,
    QUAGMIRE,
    QUARTER,
    SEATS,
    SHORTER,
    START,
    TUSSOCK,
    TUSSOCKS,
)

FRAME = 13  # cells a side
MIDDLE = FRAME // 2
OUTSIDE = 0.15  # units between the frame and the starts
COLUMNS = "abcdefgijklmnop"  # without h, since players call the cells of their homes h1 to h4
PASSING = "pass"  # the choice that is not a place
TEXTS = (  # the names of places in a seat's own numbers
    *(str(number) for number in range(LAP + 1)),
    *(f"h{number + 1}" for number in range(PAWNS)),
    *(f"f{fen + 1}.{number + 1}" for fen in range(FENS) for number in range(TUSSOCKS)),
    "s",
    "q",
)

Spot = tuple[float, float]


def rotate(spot: Spot, quarters: int) -> Spot:
    """Return a spot after clockwise quarter turns of the board."""
    x, y = spot
    for _ in range(quarters):
        x, y = 2 * MIDDLE - y, x
    return x, y


def spot_of(seat: int, place: int) -> Spot:
    """Return the position at which the pawns of a seat on a place are drawn."""
    if place == START:
        return rotate((MIDDLE, FRAME + OUTSIDE), seat)
    if place == QUAGMIRE:
        return rotate((MIDDLE, MIDDLE + 1), seat)
    if place >= TUSSOCK:
        fen, number = divmod(place - TUSSOCK, TUSSOCKS)
        return rotate((TUSSOCKS - number, FRAME - 2), seat + fen)
    if place > LAP:
        return rotate((MIDDLE, FRAME - 1 - (place - LAP)), seat)
    quarter, steps = divmod(place % CIRCLE, QUARTER)
    along, up = min(steps, CORNER), max(0, steps - CORNER)
    return rotate((CORNER - along, FRAME - 1 - up), seat + quarter)


def name_at(spot: Spot) -> str:
    """Return the name of a spot: the letter of its column and the number of its row."""
    return f"{COLUMNS[round(spot[0]) + 1]}{FRAME + 1 - round(spot[1])}"


def name_of(seat: int, place: int) -> str:
    """Return the scene's name for a place in the numbers of a seat."""
    return NAMES[seat][place]


def _make_place(spot: Spot, kind: str, label: Message) -> Place:
    return Place(name_at(spot), *spot, kind, label)


def _make_circle_place(cell: int) -> Place:
    """Return a cell of the circle, counted from the bottom seat's first cell."""
    number, spot = cell % QUARTER, spot_of(0, cell)
    if number in (CUT, CUT + SHORTER):
        return _make_place(spot, "cut", Message("end of a cut"))
    if number == ENTRANCE:
        return _make_place(spot, "entrance", Message("entrance of a fen"))
    if number == CORNER:
        return _make_place(spot, "plain", Message("corner, where a fen ends"))
    return _make_place(spot, "plain", FIRST_CELLS[cell // QUARTER]) if number == 0 else Place(name_at(spot), *spot)


def _make_tussock(index: int) -> Place:
    spot, number = spot_of(0, TUSSOCK + index), index % TUSSOCKS
    if number == 0:
        return _make_place(spot, "tussock-one", Message("tussock that a pawn leaves with a 1"))
    if number == 1:
        return _make_place(spot, "tussock-three", Message("tussock that a pawn leaves with a 3"))
    return _make_place(spot, "tussock-six", Message("tussock that a pawn leaves with a 6"))


def _make_line(kind: str, quarters: int, *spots: Spot) -> Line:
    return Line(kind, tuple(rotate(spot, quarters) for spot in spots))


def _make_lines(quarters: int) -> list[Line]:
    """Return the lines of the cut, the fen and the way home in one quarter of the board."""
    cut, side = (CORNER - CUT, FRAME - 1.0), CUT + SHORTER - CORNER
    foot = (0.0, FRAME - 1.0 - side)
    return [
        _make_line("cut", quarters, (cut[0], cut[1] - 0.34), (cut[0], foot[1] + 1.2)),
        _make_line("cut", quarters, (cut[0], foot[1] + 1.2), (cut[0] - 1.2, foot[1])),
        _make_line("cut", quarters, (cut[0] - 1.2, foot[1]), (foot[0] + 0.34, foot[1])),
        _make_line("fen", quarters, (3, 11.62), (3, 11.4)),
        _make_line("fen", quarters, (2.6, 11), (2.4, 11)),
        _make_line("fen", quarters, (1.6, 11), (1.4, 11)),
        _make_line("fen", quarters, (0.62, 11.38), (0.4, 11.6)),
        _make_line(f"way{quarters}", quarters, (MIDDLE, 12.78), (MIDDLE, 12.42)),
    ]


FIRST_CELLS = (
    Message("first cell of the bottom seat"),
    Message("first cell of the left seat"),
    Message("first cell of the top seat"),
    Message("first cell of the right seat"),
)
STARTS = (
    Message("start of the bottom seat"),
    Message("start of the left seat"),
    Message("start of the top seat"),
    Message("start of the right seat"),
)
HOMES = (
    Message("home of the bottom seat"),
    Message("home of the left seat"),
    Message("home of the top seat"),
    Message("home of the right seat"),
)
MIRE = Message("quagmire")

NAMES = tuple(tuple(name_at(spot_of(seat, place)) for place in range(QUAGMIRE + 1)) for seat in range(SEATS))
PLACES = (
    *map(_make_circle_place, range(CIRCLE)),
    *map(_make_tussock, range(FENS * TUSSOCKS)),
    *(
        _make_place((MIDDLE + across, MIDDLE + down), "quagmire", MIRE)
        for down in (-1.0, 0.0, 1.0)
        for across in (-1.0, 0.0, 1.0)
    ),
    *(
        _make_place(spot_of(seat, place), "home", HOMES[seat])
        for seat in range(SEATS)
        for place in range(INNERMOST, INNERMOST - PAWNS, -1)
    ),
    *(_make_place(spot_of(seat, START), "start", STARTS[seat]) for seat in range(SEATS)),
)
LINES = tuple(line for quarters in range(SEATS) for line in _make_lines(quarters))
