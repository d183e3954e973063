"""The scene of Moksha, and sentences on what an action did."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import takewhile
from typing import NamedTuple

from ludoteka.core.board import Board
from ludoteka.core.board_previews import BoardPreviews, Numbers
from ludoteka.core.game import Sentences
from ludoteka.core.message import Message
from ludoteka.core.rules import NOBODY
from ludoteka.core.scene import (
    Captured,
    Choice,
    Legend,
    LegendEntry,
    Mark,
    Ornament,
    PanelEntry,
    Path,
    Piece,
    Place,
    Scene,
    Stack,
    mark,
)
from ludoteka.games.moksha import rules
from ludoteka.games.moksha.notation import FIXED_PATHS, GIVING, LETTERS, NAMES, PASSING, TURNS, parts_of, text

TITLES = (Message("White"), Message("Black"))
# By seat.
TO_MOVE = (Message("White to move"), Message("Black to move"))
PASSES = (Message("White can do nothing and passes"), Message("Black can do nothing and passes"))
CUBES_LEFT = (Message("White cubes"), Message("Black cubes"))
MOKSHA_WINS = (Message("White opens Moksha and wins"), Message("Black opens Moksha and wins"))
CUBES_WIN = (Message("Black has no cube left: White wins"), Message("White has no cube left: Black wins"))
KINDS = ("mono", "di", "ugol", "tri", "tetra", "okta")
LABELS = (
    (
        *(Message("white Mono"), Message("white Di"), Message("white Ugol")),
        *(Message("white Tri"), Message("white Tetra"), Message("white Okta")),
    ),
    (
        *(Message("black Mono"), Message("black Di"), Message("black Ugol")),
        *(Message("black Tri"), Message("black Tetra"), Message("black Okta")),
    ),
)
NAMES_OF_LEVELS = (
    *(Message("Mono"), Message("Di"), Message("Ugol")),
    *(Message("Tri"), Message("Tetra"), Message("Okta")),
)
LEGEND = Legend(
    Message("Levels"),
    tuple(
        LegendEntry(KINDS[level], rules.WHITE, LETTERS[level], NAMES_OF_LEVELS[level], rules.RANGE[level])
        for level in range(rules.LEVELS)
    ),
    Message(
        "A cube that gives a level rolls over its green dots and goes down; one that gets a level rolls over its red bar "
        "and goes up. The numbers say how many cells a cube can move."
    ),
)
FACE_ARROWS = tuple(
    tuple(way for way in range(rules.DIRECTIONS) if rules.ARROWS[level * rules.DIRECTIONS + way])
    for level in range(rules.LEVELS)
)
MOKSHA_LABELS = (Message("white Moksha"), Message("black Moksha"))
MOKSHA = "★"
MOKSHA_SLOT = rules.AREA
PLACES = tuple(Place(NAMES[place], index % rules.SIDE, index // rules.SIDE) for index, place in enumerate(rules.CELLS))
MIDDLE = (rules.SIDE - 1) / 2
ORNAMENTS = (Ornament("dusk", MIDDLE, MIDDLE),)
ASIDE = 0.66  # units from the middle of a cell to a button beside its cube
TURN_CHOICES = (
    Choice(TURNS[0], Message("Turn to 8"), kind="turn", beside=(0, -ASIDE), facing=4),
    Choice(TURNS[1], Message("Turn to h"), kind="turn", beside=(ASIDE, 0), facing=1),
    Choice(TURNS[2], Message("Turn to 1"), kind="turn", beside=(0, ASIDE), facing=2),
    Choice(TURNS[3], Message("Turn to a"), kind="turn", beside=(-ASIDE, 0), facing=3),
)
GIFT_CHOICE = Choice(GIVING, Message("Give a level without moving"), kind="gift", beside=(ASIDE, -ASIDE))
CHOICES = (*TURN_CHOICES, GIFT_CHOICE)
PASS_CHOICES = (Choice(PASSING, Message("Pass: no cube can act")),)

# By what is on a cell: what is there after the cube has lost or got a level
LOWERED = [rules.lower_cube(what) for what in range(rules.RIM)]
RAISED = [rules.raise_cube(what) for what in range(rules.RIM)]
# A translation: the seat that owns what is on a cell, or a number that is no seat
OWNERS = bytes(
    next((seat for seat in range(rules.SEATS) if rules.owns(seat, what)), rules.SEATS) for what in range(256)
)


def scene(seen: rules.Observation, actions: Sequence[int]) -> Scene:
    """Return the scene that both seats see, without the pieces."""
    owners = bytes(seen.board).translate(OWNERS)
    left = [owners.count(seat) for seat in (rules.WHITE, rules.BLACK)]
    passes = rules.PASS in actions[:1]  # which is the only action then
    gifts = [action for action in actions if action % rules.ENDINGS >= rules.GIVE]
    return Scene(
        _status(seen, passes),
        PLACES,
        choices=PASS_CHOICES if passes else CHOICES if actions else (),
        panel=tuple(map(PanelEntry, CUBES_LEFT, left)),
        ornaments=ORNAMENTS,
        legend=LEGEND,
        captured=tuple(_lost(seat, rules.LEVELS - count) for seat, count in enumerate(left) if count < rules.LEVELS),
        previews=BoardPreviews(stack, {} if passes else _previews(seen, actions, gifts)),
        foreseen=_foreseen(gifts),
    )


def slots(state: rules.State) -> Sequence[int]:
    """Return what is on each cell of the board with its rim, and last the Moksha, if it was opened: its cell and its seat."""
    return *state.board, state.moksha and moksha_number(state.moksha, state.winner)


def moksha_number(place: int, seat: int) -> int:
    """Return the number of the Moksha that a seat has opened on a cell."""
    return rules.SEATS * place + seat


@cache
def stack(slot: int, what: int) -> Stack:
    """Return the cube in a slot, or the Moksha, if there is one."""
    if what in (rules.EMPTY, rules.RIM):
        return ()
    if slot != MOKSHA_SLOT:
        return (_cube(what, slot),)
    place, seat = divmod(what, rules.SEATS)
    return (Piece("moksha", seat, NAMES[place], MOKSHA, MOKSHA_LABELS[seat]),)


BOARD = Board(slots, stack)


def _lost(seat: int, count: int) -> Captured:
    """Return the cubes that a seat has lost: each left the board as an Okta."""
    return Captured(KINDS[-1], seat, LETTERS[rules.LEVELS * (seat + 1) - 1], LABELS[seat][-1], count)


@cache
def _cube(piece: int, place: int) -> Piece:
    seat, level = rules.seat_of(piece), rules.level_of(piece)
    symbol = LETTERS[rules.LEVELS * seat + level]
    facing = rules.facing_of(piece) or rules.FACINGS  # 0 would mean no facing, so north is a whole turn
    return Piece(KINDS[level], seat, NAMES[place], symbol, LABELS[seat][level], facing, FACE_ARROWS[level])


class Way(NamedTuple):
    """Where an action leads, whatever is on the board."""

    path: Path
    origin: int
    entered: tuple[int, ...]  # the cells that the cube enters
    beyond: tuple[int, ...]  # those that follow up to the rim


def _previews(seen: rules.Observation, actions: Iterable[int], gifts: Iterable[int]) -> dict[Path, Numbers]:
    """Return what changes by each move that ends without a turn, and by each gift; what a turn changes follows from its choice."""
    board, before = seen.board, slots(seen)
    numbers: dict[Path, Numbers] = {}
    for action in actions:
        if action % rules.ENDINGS == rules.STAY:
            path, origin, entered, beyond = _way(action)
            is_free = not any(map(board.__getitem__, entered))
            numbers[path] = ((entered[-1], board[origin]),) if is_free else _push(board, origin, entered, beyond)
    for action in gifts:
        path, origin, entered, _ = _way(action)
        giver, receiver = _giver_and_receiver(action)
        after = dict(numbers[path[:-1]] if entered else ())  # the gift follows a move
        after[giver] = LOWERED[board[origin]]
        after[receiver] = RAISED[after.get(receiver, board[receiver])]
        if after[giver] == rules.EMPTY:
            after[MOKSHA_SLOT] = moksha_number(giver, seen.turn)
        numbers[path] = tuple(sorted([(slot, what) for slot, what in after.items() if what != before[slot]]))
    return numbers


def _push(board: Sequence[int], origin: int, entered: Sequence[int], beyond: Sequence[int]) -> Numbers:
    """Return the cubes on cells that a push changes: the cube that moves, then those that it pushes in front of it.

    They stand without gaps from the last cell that it enters, and push on what they meet there.
    """
    target = entered[-1]
    row = [board[origin], *filter(None, map(board.__getitem__, entered))]
    changed = []
    for place in (target, *beyond):
        if not row:
            break
        if place != target and board[place] != rules.EMPTY:
            row.append(board[place])
        what = row.pop(0)
        if what != board[place]:
            changed.append((place, what))
    return tuple(sorted(changed))


@cache
def _way(action: int) -> Way:
    origin, direction, steps, _ = parts_of(action)
    line = [origin + count * rules.STEPS[direction] for count in range(1, rules.SIDE)]
    on_board = tuple(takewhile(NAMES.__contains__, line))
    return Way(FIXED_PATHS[action], origin, on_board[:steps], on_board[steps:])


def _foreseen(gifts: Sequence[int]) -> Mapping[Path, tuple[Mark, ...]]:
    """Return the gifts that picks make, and those that may follow them."""
    foreseen: dict[Path, tuple[Mark, ...]] = {}
    for action in gifts:
        path, marked = FIXED_PATHS[action], _gifts(action)
        picked = path[:1] if path[-1] == GIVING else path[:-1]
        foreseen[picked] = (*foreseen.get(picked, ()), *marked)
        foreseen[path] = marked
    return foreseen


@cache
def _gifts(action: int) -> tuple[Mark, ...]:
    """Return an arrow from giver to receiver if an action gives a level; otherwise nothing."""
    if action == rules.PASS or action % rules.ENDINGS < rules.GIVE:
        return ()
    return (mark("gift", *map(NAMES.__getitem__, _giver_and_receiver(action))),)


@cache
def _giver_and_receiver(action: int) -> tuple[int, int]:
    origin, direction, steps, ending = parts_of(action)
    giver = origin + steps * rules.STEPS[direction]
    return giver, giver + rules.STEPS[2 * (ending - rules.GIVE)]


def marks(before: rules.State, action: int, after: rules.State) -> tuple[Mark, ...]:
    """Return the gift that an action was."""
    return _gifts(action)


def _status(seen: rules.Observation, passes: bool) -> Message:
    if seen.winner == rules.DRAWN:
        return Message("Neither side can do anything: a draw")
    if seen.moksha:
        return MOKSHA_WINS[seen.winner]
    if seen.winner != NOBODY:
        return CUBES_WIN[seen.winner]
    return PASSES[seen.turn] if passes else TO_MOVE[seen.turn]


def remarks(before: rules.State, action: int, after: rules.State) -> Sentences:
    """Return sentences on a push, a gift or a pass, and none on a move that touches no other cube."""
    seat = TITLES[before.turn]
    if action == rules.PASS:
        return (Message("{seat} passes: no cube can act.", seat=seat),)
    if not rules.makes_progress(before, action):
        return ()
    told = Message("{seat}: {action}.", seat=seat, action=text(before, FIXED_PATHS[action]))
    return (told, *push_remarks(before, action), *gift_remarks(action, after))


def push_remarks(before: rules.State, action: int) -> Iterator[Message]:
    """Count the cubes that are pushed: those in front of the moving cube, and those that they meet."""
    origin, direction, steps, _ = parts_of(action)
    step, count = rules.STEPS[direction], 0
    front = origin + step
    for _ in range(steps):
        while rules.owns(1 - before.turn, before.board[front]):
            front += step
            count += 1
        front += step
    if count:
        yield Message("{count} cube is pushed.", plural="{count} cubes are pushed.", count=count)


def gift_remarks(action: int, after: rules.State) -> Iterator[Message]:
    """Name the cubes that gave and received a level, as they are now."""
    if not _gifts(action):
        return
    giver, receiver = _giver_and_receiver(action)
    for place in (giver, receiver):
        cube, name = after.board[place], NAMES[place]
        if cube != rules.EMPTY:
            yield Message("Now on {place}: {cube}.", place=name, cube=LABELS[rules.seat_of(cube)][rules.level_of(cube)])
        elif place == receiver:
            yield Message("The Okta on {place} leaves the board.", place=name)
        else:
            yield Message("The Mono on {place} opens Moksha.", place=name)
