"""The scene of Dials and its sentences."""

from collections.abc import Sequence

from ludoteka.core.game import LogEntry, Narration
from ludoteka.core.message import Message
from ludoteka.core.rules import NOBODY
from ludoteka.core.scene import Choice, Mark, PanelEntry, Piece, Place, Scene
from ludoteka.games.dials.notation import LETTERS
from ludoteka.games.dials.rules import NUMBERS, UNSET, Observation

PLACES = tuple(Place(letter, x, 0) for x, letter in enumerate(LETTERS))
WORDS = (
    Choice("turn", Message("Turn")),
    Choice("ask", Message("Ask")),
    Choice("bid", Message("Bid")),
    Choice("stop", Message("Stop")),
)
CHOICES = (*WORDS, *(Choice(str(number), Message("{number}", number=number)) for number in range(NUMBERS)))


def scene(seen: Observation, actions: Sequence[int]) -> Scene:
    """Describe the dials as one seat sees them."""
    pieces = tuple(piece(seen, seat) for seat in range(len(LETTERS)))
    return Scene(
        status=Message("It is over") if seen.turn == NOBODY else Message("To move: {seat}", seat=seen.turn),
        places=PLACES,
        pieces=pieces,
        marks=(Mark("turn", LETTERS[seen.turn]),) if seen.turn >= 0 else (),
        choices=CHOICES if actions else (),
        panel=(PanelEntry(Message("Bid"), seen.bid), PanelEntry(Message("Ply"), seen.plies)),
    )


def piece(seen: Observation, seat: int) -> Piece:
    """Return a dial, with its number if that is known."""
    number = seen.dials[seat]
    label = Message("a dial") if number == UNSET else Message("a dial at {number}", number=number)
    return Piece("dial", seat, LETTERS[seat], "?" if number == UNSET else "o", label)


def describe_log(log: Sequence[LogEntry], first: int, narration: Narration) -> list[tuple[Message, ...]]:
    """Return the sentence for each log entry."""
    return [sentences(told) for told in log[first:]]


def sentences(told: LogEntry) -> tuple[Message, ...]:
    """Return a sentence that says who did what, and the answers."""
    does = Message("{player}: {deed}", player=told.seat, deed=told.text or "something")
    return (does, *(Message("The answer: {answer}", answer=answer) for answer in told.answers))
