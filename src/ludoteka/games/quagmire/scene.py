"""The scene of Quagmire: the board with its lines, the pawns, and sentences on what an action did.

The board has thirteen cells a side, x and y from 0 to 12.  Everything is computed for the
bottom seat and rotated by a quarter turn for each further seat.  The text of an action names the place that the pawn
leaves in the numbers of its own seat; sentences have the names on the board.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from math import cos, pi, sin
from typing import NamedTuple

from ludoteka.core.board import Board, touched_slots
from ludoteka.core.game import Sentences
from ludoteka.core.message import Message
from ludoteka.core.rules import NOBODY
from ludoteka.core.scene import Choice, Line, Ornament, PanelEntry, Path, Piece, Place, Scene, Stack
from ludoteka.games.quagmire import rules

FRAME = 13  # cells a side
MIDDLE = FRAME // 2
COLUMNS = "abcdefgijklmn"  # without h, since players call the cells of their homes h1 to h4
BEND = 1.5  # the radius of the bend of a boardwalk
BEND_PARTS = [pi / 2 * (part / 16) for part in range(17)]
ON_CELL = 0.3  # how far a boardwalk goes on past the middle of the cell at its end
FEN_STEPS = (
    (3, 11.5, 0, -0.1),
    (2.5, 11, -0.1, 0),
    (1.5, 11, -0.1, 0),
    (0.5, 11.5, -0.08, 0.08),
)  # where a pawn goes on
KEY = 0.7  # units from a tussock to the number with which a pawn leaves it
HOME_PLACES = range(rules.LAP + 1, rules.INNERMOST + 1)
PASSING = "pass"  # the choice that is not a place
TEXTS = (  # the names of places in a seat's own numbers
    *(str(number) for number in range(rules.LAP + 1)),
    *(f"h{number + 1}" for number in range(rules.PAWNS)),
    *(f"f{fen + 1}.{number + 1}" for fen in range(rules.FENS) for number in range(rules.TUSSOCKS)),
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
    if place == rules.START:
        return rotate((MIDDLE + 1, FRAME - 2), seat)
    if place == rules.QUAGMIRE:
        return rotate((MIDDLE - 1, MIDDLE + 1), seat)
    if place >= rules.TUSSOCK:
        fen, number = divmod(place - rules.TUSSOCK, rules.TUSSOCKS)
        return rotate((rules.TUSSOCKS - number, FRAME - 2), seat + fen)
    if place > rules.LAP:
        return rotate((MIDDLE, FRAME - 1 - (place - rules.LAP)), seat)
    quarter, steps = divmod(place % rules.CIRCLE, rules.QUARTER)
    along, up = min(steps, rules.CORNER), max(0, steps - rules.CORNER)
    return rotate((rules.CORNER - along, FRAME - 1 - up), seat + quarter)


def name_at(spot: Spot) -> str:
    """Return the name of a spot: the letter of its column and the number of its row."""
    return f"{COLUMNS[round(spot[0])]}{FRAME - round(spot[1])}"


def _make_place(spot: Spot, kind: str, label: Message) -> Place:
    return Place(name_at(spot), *spot, kind, label)


def _make_circle_place(cell: int) -> Place:
    number, spot = cell % rules.QUARTER, spot_of(0, cell)
    if number in (rules.CUT, rules.CUT + rules.SHORTER):
        return _make_place(spot, "cut", Message("end of a cut"))
    if number == rules.ENTRANCE:
        return _make_place(spot, "entrance", Message("entrance of a fen"))
    if number == rules.CORNER:
        return _make_place(spot, "plain", Message("corner, where a fen ends"))
    return (
        _make_place(spot, "plain", FIRST_CELLS[cell // rules.QUARTER]) if number == 0 else Place(name_at(spot), *spot)
    )


def _make_tussock(index: int) -> Place:
    spot, number = spot_of(0, rules.TUSSOCK + index), index % rules.TUSSOCKS
    if number == 0:
        return _make_place(spot, "tussock-one", Message("tussock that a pawn leaves with a 1"))
    if number == 1:
        return _make_place(spot, "tussock-three", Message("tussock that a pawn leaves with a 3"))
    return _make_place(spot, "tussock-six", Message("tussock that a pawn leaves with a 6"))


def _make_line(kind: str, quarters: int, *spots: Spot) -> Line:
    turned = (rotate(spot, quarters) for spot in spots)
    return Line(kind, tuple((round(x, 2), round(y, 2)) for x, y in turned))


def _make_lines(quarters: int, has_seat: bool) -> Iterator[Line]:
    edge, foot = FRAME - 1.0, FRAME - 1.0 - (rules.CUT + rules.SHORTER - rules.CORNER)
    start = rules.CORNER - rules.CUT
    bend = [(start - BEND * (1 - cos(part)), foot + BEND * (1 - sin(part))) for part in BEND_PARTS]
    boardwalk = ((start, edge + ON_CELL), *bend, (-ON_CELL, foot))
    for kind in ("cut", "planks"):
        yield _make_line(kind, quarters, *boardwalk)
    for x, y, across, down in FEN_STEPS:
        tip, left, right = (x + across, y + down), (x - down, y + across), (x + down, y - across)
        yield _make_line("fen", quarters, left, tip, right)
    if has_seat:
        yield _make_line(f"lead{quarters}", quarters, (6.62, 11.38), (6.3, 11.7))
        yield _make_line(f"lead{quarters}", quarters, (6.52, 11.7), (6.3, 11.7), (6.3, 11.48))


def _make_ornaments(playing: Sequence[int]) -> Iterator[Ornament]:
    yield Ornament("bog", MIDDLE, MIDDLE)
    yield Ornament("frog", MIDDLE, MIDDLE)
    for seat in range(rules.SEATS):
        if playing[seat]:
            yield Ornament(f"camp{seat}", *spot_of(seat, rules.START))
            for place in HOME_PLACES:
                yield Ornament(f"home{seat}", *spot_of(seat, place))
        for number, face in enumerate(rules.KEYS):
            yield Ornament(f"key-{face}", *rotate((rules.TUSSOCKS - number, FRAME - 2 - KEY), seat))


def _make_courses(names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield the courses of the pawns of a seat with these names of places, and those of all pawns in its first quarter."""
    quarter, last_steps = rules.QUARTER, range(rules.LAP - rules.FACES, rules.INNERMOST + 1)
    yield names[rules.START], *names[: quarter + rules.FACES]
    yield tuple(names[place] for place in last_steps)
    tussocks = names[rules.TUSSOCK : rules.TUSSOCK + rules.TUSSOCKS]
    yield *_names_up_to(names, rules.ENTRANCE), *tussocks, names[rules.CORNER]
    for end in (rules.CUT, rules.CUT + rules.SHORTER):
        yield *_names_up_to(names, end), names[rules.landing(end)]
    last_cut = rules.LAP - rules.CUT
    yield *(names[place] for place in range(rules.INNERMOST, last_cut - 1, -1)), names[rules.landing(last_cut)]


def _names_up_to(names: Sequence[str], end: int) -> Iterator[str]:
    """Return the names of the last cells on the way to a cell, and of the cell."""
    return (names[place % rules.CIRCLE] for place in range(end - rules.FACES, end + 1))


FIRST_CELLS = (
    Message("first cell of the red pawns"),
    Message("first cell of the blue pawns"),
    Message("first cell of the yellow pawns"),
    Message("first cell of the white pawns"),
)
STARTS = (
    Message("start of the red pawns"),
    Message("start of the blue pawns"),
    Message("start of the yellow pawns"),
    Message("start of the white pawns"),
)
HOMES = (
    Message("home of the red pawns"),
    Message("home of the blue pawns"),
    Message("home of the yellow pawns"),
    Message("home of the white pawns"),
)
MIRE = Message("quagmire")

NAMES = tuple(  # by seat and place, in the numbers of the seat
    tuple(name_at(spot_of(seat, place)) for place in range(rules.QUAGMIRE + 1)) for seat in range(rules.SEATS)
)
CELL_NAMES = {
    rules.cell_of(seat, place): NAMES[seat][place] for seat in range(rules.SEATS) for place in range(rules.START)
}
PLACES = (
    *map(_make_circle_place, range(rules.CIRCLE)),
    *map(_make_tussock, range(rules.FENS * rules.TUSSOCKS)),
    *(
        _make_place((MIDDLE + across, MIDDLE + down), "quagmire", MIRE)
        for down in (-1.0, 0.0, 1.0)
        for across in (-1.0, 0.0, 1.0)
    ),
    *(
        _make_place(spot_of(seat, place), "home", HOMES[seat])
        for seat in range(rules.SEATS)
        for place in range(rules.INNERMOST, rules.INNERMOST - rules.PAWNS, -1)
    ),
    *(_make_place(spot_of(seat, rules.START), "start", STARTS[seat]) for seat in range(rules.SEATS)),
)
COURSES = tuple(course for seat in range(rules.SEATS) for course in _make_courses(NAMES[seat]))
DICE_AT = (9.2, 10.4)  # between a boardwalk and a fen


KINDS = ("bottom", "left", "top", "right")
WHOLE_WAY = sum(range(rules.LAP + 1, rules.INNERMOST + 1))  # the steps of all four pawns
TITLES = (Message("Red"), Message("Blue"), Message("Yellow"), Message("White"))  # the colours of their pawns
LABELS = (
    Message("red pawn"),
    Message("blue pawn"),
    Message("yellow pawn"),
    Message("white pawn"),
)


class Layout(NamedTuple):
    """What does not change during a match."""

    places: tuple[Place, ...]
    lines: tuple[Line, ...]
    ornaments: tuple[Ornament, ...]
    courses: tuple[Path, ...]


@cache
def _lay_out(playing: tuple[int, ...]) -> Layout:
    """Return the board for the seats that play; the starts and homes of the others are left out."""
    absent = [NAMES[seat] for seat in range(rules.SEATS) if not playing[seat]]
    unused = {names[place] for names in absent for place in (rules.START, *HOME_PLACES)}
    plain = {names[0] for names in absent}  # their first cells
    places = (one for one in PLACES if one.name not in unused)
    lines = (line for quarters in range(rules.SEATS) for line in _make_lines(quarters, bool(playing[quarters])))
    return Layout(
        tuple(Place(one.name, one.x, one.y) if one.name in plain else one for one in places),
        tuple(lines),
        tuple(_make_ornaments(playing)),
        tuple(tuple(name for name in course if name not in unused) for course in COURSES),
    )


def scene(seen: rules.Observation, actions: Sequence[int]) -> Scene:
    """Return the scene that every seat sees, without the pawns."""
    moves = [action for action in actions if action < rules.PASS]
    layout = _lay_out(tuple(seen.playing))
    return Scene(
        _status(seen),
        layout.places,
        choices=(Choice(PASSING, Message("Pass: no pawn can move")),) if rules.PASS in actions else (),
        dice=(seen.die,) if seen.die else (),
        panel=tuple(_entry(seen, seat) for seat in range(rules.SEATS) if seen.playing[seat]),
        lines=layout.lines,
        ornaments=layout.ornaments,
        courses=layout.courses,
        dice_at=DICE_AT,
        previews=_previews(seen, moves),
    )


def pawns(seen: rules.Observation, seat: int) -> list[int]:
    """Return the places of the pawns of a seat."""
    return seen.pawns[seat * rules.PAWNS : (seat + 1) * rules.PAWNS]


def slots(state: rules.State) -> Sequence[int]:
    """Return the seat whose pawn stands on each cell, and last the numbers of pawns on the start and in the quagmire of each seat."""
    out: list[int] = []
    for seat in range(rules.SEATS):
        places = pawns(state, seat) if state.playing[seat] else []
        out += places.count(rules.START), places.count(rules.QUAGMIRE)
    return *state.ground, *out


@cache
def stack(slot: int, what: int) -> Stack:
    """Return the pawns in a slot."""
    if slot < rules.CELLS:
        return () if what == NOBODY else (_pawn(what, CELL_NAMES[slot]),)
    seat, place = divmod(slot - rules.CELLS, 2)
    return (_pawn(seat, NAMES[seat][rules.START + place]),) * what


def _pawn(seat: int, place: str) -> Piece:
    return Piece(KINDS[seat], seat, place, rules.LETTERS[seat], LABELS[seat])


BOARD = Board(slots, stack)


def _previews(seen: rules.Observation, moves: Sequence[int]) -> Mapping[Path, Stack]:
    previews: dict[Path, Stack] = {}
    before = slots(seen)
    for action in moves:
        after = seen.copy()
        rules.apply(after, action)
        now = slots(after)
        touched = touched_slots(before, now)
        arrived = (Counter(stack(slot, now[slot])) - Counter(stack(slot, before[slot])) for slot in touched)
        previews[NAMES[seen.turn][action],] = tuple(chain.from_iterable(map(Counter.elements, arrived)))
    return previews


def _entry(seen: rules.Observation, seat: int) -> PanelEntry:
    places = pawns(seen, seat)
    home = sum(rules.LAP < place <= rules.INNERMOST for place in places)
    value = Message(
        "{home} at home, {count} step to go",
        plural="{home} at home, {count} steps to go",
        home=home,
        count=WHOLE_WAY - sum(map(_steps, places)),
    )
    return PanelEntry(TITLES[seat], value)


def _steps(place: int) -> int:
    """Return the steps that a pawn has gone; a tussock counts as the cell beside it."""
    if place >= rules.START:
        return 0
    if place < rules.TUSSOCK:
        return place
    fen, number = divmod(place - rules.TUSSOCK, rules.TUSSOCKS)
    return fen * rules.QUARTER + rules.ENTRANCE + number


def _status(seen: rules.Observation) -> Message:
    if seen.winner != NOBODY:
        return Message("All four pawns are home: {seat} wins", seat=TITLES[seen.winner])
    seat = TITLES[seen.turn]
    if seen.die == 0:
        return Message("{seat} to throw", seat=seat)
    return Message("{seat} to move", seat=seat)


def remarks(before: rules.State, action: int, after: rules.State) -> Sentences:
    """Return sentences on a move or a pass, and none on a throw."""
    if action > rules.PASS:
        return ()
    seat, names = before.turn, NAMES[before.turn]
    if action == rules.PASS:
        return (Message("{seat} passes: no pawn can move.", seat=TITLES[seat]),)
    if action == rules.QUAGMIRE:
        return (Message("{seat}: out of the quagmire, to the start.", seat=TITLES[seat]),)
    end = rules.walk_end(before, action, rules.edge(before, seat))
    target = rules.landing(end)
    if action == rules.START:
        told = [Message("{seat}: onto the board, {cell}.", seat=TITLES[seat], cell=names[0])]
    else:
        move = {"origin": names[action], "target": names[target]}
        told = [Message("{seat}: {origin}-{target}.", seat=TITLES[seat], **move)]
    if target != end:
        told += _captured(before, end)
    place = target
    while rules.TUSSOCK <= place < rules.START and (pushed := before.ground[rules.cell_of(seat, place)]) != NOBODY:
        told.append(
            Message(
                "Pushed on: {pawn}, {origin}-{target}.",
                pawn=LABELS[pushed],
                origin=names[place],
                target=names[rules.place_after(place)],
            )
        )
        place = rules.place_after(place)
    return (*told, *_captured(before, place))


def _captured(before: rules.State, place: int) -> Iterator[Message]:
    """Tell whose pawn goes to the quagmire; `place` is in the numbers of the seat that moved."""
    owner = before.ground[rules.cell_of(before.turn, place)]
    if owner not in (NOBODY, before.turn):
        yield Message("To the quagmire: {pawn} from {cell}.", pawn=LABELS[owner], cell=NAMES[before.turn][place])
