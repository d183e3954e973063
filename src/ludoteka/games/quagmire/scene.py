"""The scene of Quagmire."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from ludoteka.core.message import Message
from ludoteka.core.rules import NOBODY
from ludoteka.core.scene import Choice, PanelEntry, Path, Piece, Scene
from ludoteka.games.quagmire.places import LINES, PASSING, PLACES, name_of
from ludoteka.games.quagmire.rules import (
    ENTRANCE,
    INNERMOST,
    LAP,
    LETTERS,
    PASS,
    PAWNS,
    QUARTER,
    SEATS,
    START,
    TUSSOCK,
    TUSSOCKS,
    Observation,
    apply,
)

KINDS = ("bottom", "left", "top", "right")
WHOLE_WAY = sum(range(LAP + 1, INNERMOST + 1))  # the steps of all four pawns
TITLES = (Message("Bottom"), Message("Left"), Message("Top"), Message("Right"))
LABELS = (
    Message("pawn of the bottom seat"),
    Message("pawn of the left seat"),
    Message("pawn of the top seat"),
    Message("pawn of the right seat"),
)


def scene(seen: Observation, actions: Sequence[int]) -> Scene:
    """Return the scene that every seat sees."""
    moves = [action for action in actions if action < PASS]
    return Scene(
        _status(seen),
        PLACES,
        tuple(_pawns(seen)),
        choices=(Choice(PASSING, Message("Pass: no pawn can move")),) if PASS in actions else (),
        dice=(seen.die,) if seen.die else (),
        panel=tuple(_entry(seen, seat) for seat in range(SEATS) if seen.playing[seat]),
        lines=LINES,
        previews=_previews(seen, moves),
    )


def _pawns(seen: Observation) -> Iterator[Piece]:
    """Yield the pawns of every seat in the game."""
    for seat in range(SEATS):
        if seen.playing[seat]:
            for place in seen.pawns[seat * PAWNS : (seat + 1) * PAWNS]:
                yield Piece(KINDS[seat], seat, name_of(seat, place), LETTERS[seat], LABELS[seat])


def _previews(seen: Observation, moves: Sequence[int]) -> Mapping[Path, tuple[Piece, ...]]:
    """Return for each move the pawns that it would move, push or capture, in their new places."""
    previews: dict[Path, tuple[Piece, ...]] = {}
    now = Counter(_pawns(seen))
    for action in moves:
        after = seen.copy()
        apply(after, action)
        previews[name_of(seen.turn, action),] = tuple(Counter(_pawns(after)) - now)
    return previews


def _entry(seen: Observation, seat: int) -> PanelEntry:
    """Return the panel line on a seat's progress."""
    places = seen.pawns[seat * PAWNS : (seat + 1) * PAWNS]
    home = sum(LAP < place <= INNERMOST for place in places)
    value = Message(
        "{home} at home, {count} step to go",
        plural="{home} at home, {count} steps to go",
        home=home,
        count=WHOLE_WAY - sum(map(_steps, places)),
    )
    return PanelEntry(TITLES[seat], value)


def _steps(place: int) -> int:
    """Return the steps that a pawn has gone; a tussock counts as the cell beside it."""
    if place >= START:
        return 0
    if place < TUSSOCK:
        return place
    fen, number = divmod(place - TUSSOCK, TUSSOCKS)
    return fen * QUARTER + ENTRANCE + number


def _status(seen: Observation) -> Message:
    if seen.winner != NOBODY:
        return Message("All four pawns are home: {seat} wins", seat=TITLES[seen.winner])
    seat = TITLES[seen.turn]
    if seen.die == 0:
        return Message("{seat} to throw", seat=seat)
    return Message("{seat} to move", seat=seat)
