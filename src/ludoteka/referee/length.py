"""How long a match can become.  Every server that opens it replays all of it, so there is an end."""

from ludoteka.core.message import Message, Refused
from ludoteka.core.rules import NOBODY
from ludoteka.records.match_record import MOST_ACTIONS
from ludoteka.referee.commands import Act, Back, Command, Hint, Leave, Offer, Throw
from ludoteka.referee.projection import Projection

MOST_ASIDES = (
    20_000  # events beside the actions: take backs, what was taken back, hints, offers, seats taken and given back
)


def is_full(projection: Projection) -> bool:
    """Tell whether the match is under way, but can have no more actions."""
    return projection.seat != NOBODY and len(projection.actors) >= MOST_ACTIONS


def check_length(projection: Projection, command: Command) -> None:
    """Refuse a command that would make the log too long.  Whatever ends the match is possible.

    Raises:
        Refused: "too-long".
    """
    if is_full(projection) and isinstance(command, Act | Throw):
        text = Message(
            "A match has at most {count} action. You can resign, offer a draw or call the match off.",
            plural="A match has at most {count} actions. You can resign, offer a draw or call the match off.",
            count=MOST_ACTIONS,
        )
        raise Refused("too-long", text)
    if projection.number - len(projection.actors) < MOST_ASIDES:
        return
    if isinstance(command, Hint):
        raise Refused("too-long", Message("Too many hints have been asked for in this match. You can play on."))
    if isinstance(command, Back | Leave) or (isinstance(command, Offer) and command.matter == "back"):
        raise Refused("too-long", Message("Too many moves have been taken back in this match. You can play on."))
