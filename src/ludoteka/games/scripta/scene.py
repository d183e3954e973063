"""The scene of XII Scripta."""

from collections.abc import Iterator, Sequence

from ludoteka.core.message import Message
from ludoteka.core.rules import NOBODY
from ludoteka.core.scene import Choice, PanelEntry, Piece, Scene
from ludoteka.games.scripta.places import CAPTURED, LINES, OFF, PASSING, PLACES, WAITING
from ludoteka.games.scripta.rules import (
    FACES,
    GREEN,
    PASS,
    POINTS,
    YELLOW,
    Observation,
    sign_of,
)

KINDS = ("yellow", "green")
NUMERALS = ("1", "A")  # 1 to 15 yellow men on a point, or A to O green ones (seed 003)
LABELS = (Message("yellow man"), Message("green man"))
TITLES = (Message("Yellow"), Message("Green"))


def scene(seen: Observation, actions: Sequence[int]) -> Scene:
    """Return the scene that every seat sees."""
    return Scene(
        _status(seen),
        PLACES,
        tuple(piece for seat in (YELLOW, GREEN) for piece in _men(seen, seat)),
        choices=(Choice(PASSING, _passing(actions)),) if PASS in actions else (),
        dice=tuple(face for face in range(1, FACES + 1) for _ in range(seen.dice[face])),
        panel=tuple(_entry(seen, seat) for seat in (YELLOW, GREEN)),
        lines=LINES,
    )


def _men(seen: Observation, seat: int) -> Iterator[Piece]:
    """Yield the men of a seat, on the board and beside it."""
    stacks = [(str(point), seen.men[point] * sign_of(seat)) for point in range(1, POINTS + 1)]
    trays = [
        (WAITING[seat], seen.waiting[seat]),
        (CAPTURED[seat], seen.captured[seat]),
        (OFF[seat], seen.off[seat]),
    ]
    for place, count in (*stacks, *trays):
        for _ in range(count):
            yield Piece(KINDS[seat], seat, place, KINDS[seat][0], LABELS[seat], numeral=NUMERALS[seat])


def _passing(actions: Sequence[int]) -> Message:
    return Message("Pass and give up the dice") if len(actions) > 1 else Message("Pass: no die can be used")


def _entry(seen: Observation, seat: int) -> PanelEntry:
    """Return the panel line on a seat's progress."""
    steps = sum((POINTS + 1 - point) * max(0, seen.men[point] * sign_of(seat)) for point in range(1, POINTS + 1))
    steps += (POINTS + 1) * (seen.waiting[seat] + seen.captured[seat])
    value = Message(
        "{waiting} waiting, {captured} captured, {off} off, {count} step to go",
        plural="{waiting} waiting, {captured} captured, {off} off, {count} steps to go",
        waiting=seen.waiting[seat],
        captured=seen.captured[seat],
        off=seen.off[seat],
        count=steps,
    )
    return PanelEntry(TITLES[seat], value)


def _status(seen: Observation) -> Message:
    if seen.winner != NOBODY:
        yellow, green = Message("All yellow men are off: yellow wins"), Message("All green men are off: green wins")
        return yellow if seen.winner == YELLOW else green
    if seen.dice_left == 0:
        return Message("Yellow to throw") if seen.turn == YELLOW else Message("Green to throw")
    return Message("Yellow to move") if seen.turn == YELLOW else Message("Green to move")
