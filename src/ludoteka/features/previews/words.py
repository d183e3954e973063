"""Matches and their players in words, for people who only look."""

from ludoteka.core.message import Message
from ludoteka.referee.events import Occupant, guest_number
from ludoteka.store.models import MatchHeader


def describe_player(occupant: Occupant) -> Message:
    """Return who plays for a seat, for readers who don't play."""
    if occupant.kind == "computer":
        return Message("Computer {level}", level=occupant.level)
    if occupant.kind == "free":
        return Message("free")
    if occupant.standing == "former":
        return Message("a former user")
    if not occupant.name:
        return Message("Guest {number}", number=str(guest_number(occupant.holder)))
    if occupant.standing == "bot":
        return Message("{name} (bot)", name=occupant.name)
    return Message.verbatim(occupant.name)


def describe_match(header: MatchHeader) -> Message:
    """Return what is to be seen at a match."""
    result, seats = header.status.result, header.setup.seats
    if result is None:
        if any(seat.kind == "free" for seat in seats.values()):
            return Message("A seat is free.")
        return Message("Watch the match live.")
    best = max(result.values(), default=0)
    winners = [letter for letter, score in result.items() if score == best]
    if len(winners) == 1 and winners[0] in seats:
        return Message("The match is over. Winner: {winner}", winner=describe_player(seats[winners[0]]))
    return Message("The match is over.")
