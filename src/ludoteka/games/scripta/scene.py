"""The scene of XII Scripta: the board with its arrows, the men, and sentences on what an action did beyond its text.

There are three rows of twelve points, each in two halves.  Green's trays lie above the board and yellow's below.
The course runs along the middle row, back along the top, and along the bottom.  The dice lie in the middle.
"""

from collections.abc import Mapping, Sequence
from functools import cache

from ludoteka.core.board import Board
from ludoteka.core.game import Sentences
from ludoteka.core.message import Message
from ludoteka.core.rules import NOBODY
from ludoteka.core.scene import Choice, Line, Mark, Ornament, PanelEntry, Path, Piece, Place, Scene, Stack, mark
from ludoteka.games.scripta import rules
from ludoteka.games.scripta.notation import CAPTURED, OFF, PASSING, WAITING, path, text

COLUMNS = 12  # of a row
GAP = 0.5  # units between the halves of a row
TOP, MIDDLE, BOTTOM = 0.0, 2.6, 5.2  # y of the rows; the numbers of the points and the dice lie between them
RIGHT = COLUMNS - 1 + GAP  # x of the last column
MARGIN = 0.3  # units beside the board for the arrows where the course turns
TRAYS = {1: TOP - 2.3, 0: BOTTOM + 2.3}  # y of each seat's trays
CENTRE = RIGHT / 2, MIDDLE


def _spot(point: int) -> tuple[float, float]:
    column = (point - 1) % COLUMNS
    if COLUMNS < point <= 2 * COLUMNS:  # the top row runs back
        column = COLUMNS - 1 - column
    x = column + GAP if column >= COLUMNS // 2 else float(column)
    return x, (MIDDLE, TOP, BOTTOM)[(point - 1) // COLUMNS]


def _point(point: int) -> Place:
    x, y = _spot(point)
    if point <= rules.FACES:
        return Place(str(point), x, y, "entry", Message("entry point"))
    if point >= rules.HOME:
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
    """Return the arrows from row to row and off the board."""
    left, right, side = -0.61, RIGHT + 0.61, MARGIN + 0.51
    return [
        *_arrow((right, MIDDLE), (RIGHT + side, MIDDLE), (RIGHT + side, TOP), (right, TOP)),
        *_arrow((left, TOP), (-side, TOP), (-side, BOTTOM), (left, BOTTOM)),
        *_arrow((right - 0.06, BOTTOM), (RIGHT + side + 0.06, BOTTOM)),
    ]


PLACES = (*map(_point, range(1, rules.POINTS + 1)), *_trays(1), *_trays(0))
LINES = tuple(_ways())
ORNAMENTS = (Ornament("slab", *CENTRE),)  # the board without its points
COURSE = tuple(str(point) for point in range(1, rules.POINTS + 1))
COURSES = tuple(
    course
    for seat in (rules.YELLOW, rules.GREEN)
    for course in ((WAITING[seat], *COURSE, OFF[seat]), (CAPTURED[seat], *COURSE))
)


KINDS = ("yellow", "green")
NUMERALS = ("1", "A")  # 1 to 15 yellow men on a point, or A to O green ones (seed 003)
LABELS = (Message("yellow man"), Message("green man"))
TITLES = (Message("Yellow"), Message("Green"))
WINS = (Message("All yellow men are off: yellow wins"), Message("All green men are off: green wins"))
TO_THROW = (Message("Yellow to throw"), Message("Green to throw"))
TO_MOVE = (Message("Yellow to move"), Message("Green to move"))


def scene(seen: rules.Observation, actions: Sequence[int]) -> Scene:
    """Return the scene that every seat sees, without the men."""
    passing = Message("Pass and give up the dice") if len(actions) > 1 else Message("Pass: no die can be used")
    return Scene(
        _status(seen),
        PLACES,
        choices=(Choice(PASSING, passing),) if rules.PASS in actions else (),
        dice=tuple(face for face in range(1, rules.FACES + 1) for _ in range(seen.dice[face])),
        panel=tuple(_entry(seen, seat) for seat in (rules.YELLOW, rules.GREEN)),
        lines=LINES,
        ornaments=ORNAMENTS,
        courses=COURSES,
        dice_at=CENTRE,
        foreseen=_foreseen(seen, actions),
    )


def slots(state: rules.State) -> Sequence[int]:
    """Return the men on each point, green ones negative, and last those on the trays of both seats."""
    return *state.men, *state.waiting, *state.captured, *state.off


@cache
def stack(slot: int, men: int) -> Stack:
    """Return the men in a slot."""
    if slot <= rules.POINTS:
        seat, place = rules.YELLOW if men > 0 else rules.GREEN, str(slot)
    else:
        tray, seat = divmod(slot - rules.POINTS - 1, len(TITLES))
        place = (WAITING, CAPTURED, OFF)[tray][seat]
    man = Piece(KINDS[seat], seat, place, KINDS[seat][0], LABELS[seat], numeral=NUMERALS[seat])
    return (man,) * abs(men)


BOARD = Board(slots, stack)


def _foreseen(seen: rules.Observation, actions: Sequence[int]) -> Mapping[Path, tuple[Mark, ...]]:
    """Return the marks of what picks would do: for a man, the points within its reach; for its target, whom it captures."""
    foreseen: dict[Path, tuple[Mark, ...]] = {}
    for action in actions:
        if rules.PASS < action < rules.THROW:
            origin, target = path(seen, action)
            is_capture = target.isdigit() and seen.men[int(target)] == -rules.sign_of(seen.turn)
            one = mark("captured" if is_capture else "reach", target)
            foreseen[origin,] = (*foreseen.get((origin,), ()), one)
            if is_capture:
                foreseen[origin, target] = (one,)
    return foreseen


def _entry(seen: rules.Observation, seat: int) -> PanelEntry:
    steps = sum(
        (rules.POINTS + 1 - point) * max(0, seen.men[point] * rules.sign_of(seat))
        for point in range(1, rules.POINTS + 1)
    )
    steps += (rules.POINTS + 1) * (seen.waiting[seat] + seen.captured[seat])
    value = Message(
        "{waiting} waiting, {captured} captured, {off} off, {count} step to go",
        plural="{waiting} waiting, {captured} captured, {off} off, {count} steps to go",
        waiting=seen.waiting[seat],
        captured=seen.captured[seat],
        off=seen.off[seat],
        count=steps,
    )
    return PanelEntry(TITLES[seat], value)


def _status(seen: rules.Observation) -> Message:
    if seen.winner != NOBODY:
        return WINS[seen.winner]
    return TO_MOVE[seen.turn] if seen.dice_left else TO_THROW[seen.turn]


def remarks(before: rules.State, action: int, after: rules.State) -> Sentences:
    """Return a sentence on a capture or a pass, and none on any other action."""
    if action >= rules.THROW:
        return ()
    seat = TITLES[before.turn]
    if action == rules.PASS:
        return (_pass(before, seat),)
    if after.captured[1 - before.turn] == before.captured[1 - before.turn]:
        return ()
    return (Message("{seat}: {action}, capturing a man.", seat=seat, action=text(before, path(before, action))),)


def _pass(before: rules.State, seat: Message) -> Message:
    dice = ", ".join(str(face) for face in range(1, rules.FACES + 1) for _ in range(before.dice[face]))
    if rules.legal_actions(before, [0] * rules.MAX_ACTIONS) == 1:
        return Message("{seat} passes: no die can be used ({dice}).", seat=seat, dice=dice)
    return Message("{seat} passes and gives up {dice}.", seat=seat, dice=dice)
