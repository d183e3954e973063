"""The scene of Cups."""

from collections.abc import Sequence

from ludoteka.core.message import Message
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.core.scene import Choice, PanelEntry, Piece, Place, Scene
from ludoteka.games.cups.notation import HIDING, NAMES
from ludoteka.games.cups.rules import CUPS, HIDER, SEEKER, Observation

PLACES = tuple(Place(name, cup, 0) for cup, name in enumerate(NAMES))
CHOICES = (Choice(HIDING, Message("Hide the coin here")),)


def scene(seen: Observation, actions: Sequence[int]) -> Scene:
    """Describe the cups as one seat sees them, and what it may do."""
    return Scene(
        _status(seen),
        PLACES,
        tuple(_piece(seen, cup) for cup in range(CUPS)),
        choices=CHOICES if seen.turn == HIDER else (),
        dice=(seen.lifts,) if seen.lifts else (),
        panel=(PanelEntry(Message("Lifted cups"), sum(seen.lifted)),),
    )


def _piece(seen: Observation, cup: int) -> Piece:
    if cup == seen.coin:
        return Piece("coin", HIDER, NAMES[cup], "$", Message("coin"))
    if seen.lifted[cup]:
        return Piece("lifted", HIDER, NAMES[cup], "_", Message("nothing"))
    return Piece("cup", HIDER, NAMES[cup], "n", Message("cup"))


def _status(seen: Observation) -> Message:
    if seen.turn == NOBODY:
        found = seen.lifted[seen.coin]
        return Message("The coin is found: the seeker wins") if found else Message("Not found: the hider wins")
    if seen.turn == CHANCE:
        return Message("The die is thrown")
    if seen.turn == SEEKER:
        left = seen.lifts - sum(seen.lifted)
        return Message("Lift a cup; {count} lift left", plural="Lift a cup; {count} lifts left", count=left)
    return Message("Hide the coin under a cup")
