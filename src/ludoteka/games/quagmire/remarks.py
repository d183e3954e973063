"""What an action of Quagmire did, in sentences with the names that places have on the board.

The text of an action names the place that the pawn leaves in the numbers of its own seat, which the board doesn't show.
"""

from collections.abc import Iterator

from ludoteka.core.game import Sentences
from ludoteka.core.message import Message
from ludoteka.core.rules import NOBODY
from ludoteka.games.quagmire.places import NAMES
from ludoteka.games.quagmire.rules import (
    PASS,
    QUAGMIRE,
    START,
    TUSSOCK,
    State,
    cell_of,
    edge,
    landing,
    place_after,
    walk_end,
)
from ludoteka.games.quagmire.scene import LABELS, TITLES


def remarks(before: State, action: int, after: State) -> Sentences:
    """Return sentences on a move or a pass, and none on a throw."""
    if action > PASS:
        return ()
    seat, names = before.turn, NAMES[before.turn]
    if action == PASS:
        return (Message("{seat} passes: no pawn can move.", seat=TITLES[seat]),)
    if action == QUAGMIRE:
        return (Message("{seat}: out of the quagmire, to the start.", seat=TITLES[seat]),)
    end = walk_end(before, action, edge(before))
    target = landing(end)
    told = [_move(seat, action, target) if action != START else _entry(seat)]
    if target != end:
        told += _captured(before, end)
    place = target
    while TUSSOCK <= place < START and (pushed := before.ground[cell_of(seat, place)]) != NOBODY:
        told.append(
            Message(
                "Pushed on: {pawn}, {origin}-{target}.",
                pawn=LABELS[pushed],
                origin=names[place],
                target=names[place_after(place)],
            )
        )
        place = place_after(place)
    return (*told, *_captured(before, place))


def _move(seat: int, origin: int, target: int) -> Message:
    names = NAMES[seat]
    return Message("{seat}: {origin}-{target}.", seat=TITLES[seat], origin=names[origin], target=names[target])


def _entry(seat: int) -> Message:
    return Message("{seat}: onto the board, {cell}.", seat=TITLES[seat], cell=NAMES[seat][0])


def _captured(before: State, place: int) -> Iterator[Message]:
    """Tell whose pawn goes to the quagmire; `place` is in the numbers of the seat that moved."""
    owner = before.ground[cell_of(before.turn, place)]
    if owner not in (NOBODY, before.turn):
        yield Message("To the quagmire: {pawn} from {cell}.", pawn=LABELS[owner], cell=NAMES[before.turn][place])
