"""The curtain: people who share a screen see a seat's secrets only after the screen was handed over to that seat."""

from ludoteka.core.rules import NOBODY
from ludoteka.referee.projection import Projection


def shares_screen(projection: Projection, holder: str) -> bool:
    """Tell whether a person holds several seats in a game where one seat may not see what another sees."""
    return projection.game.has_private_views and len(projection.held_by(holder)) > 1


def curtained_seat(projection: Projection, holder: str, lifted: str = "") -> str | None:
    """Return the letter of the seat to hand the screen over to, or None if its view may be shown.

    `lifted` is the seat for which the curtain was lifted last.
    """
    awaited = projection.awaited
    is_down = awaited != lifted and shares_screen(projection, holder) and awaited in projection.seats_of(holder)
    return awaited if is_down else None


def lifted_seat(projection: Projection, holder: str, lifted: str) -> str:
    """Return the seat for which the curtain is still lifted: `lifted`, until another of this person's seats must act."""
    if not lifted or not shares_screen(projection, holder) or lifted not in projection.held_by(holder):
        return ""
    return lifted if curtained_seat(projection, holder, lifted) is None else ""


def playable_seats(projection: Projection, holder: str, lifted: str) -> list[str]:
    """Return the letters of the seats for which this person may act and throw with the curtain as it is."""
    mine = projection.seats_of(holder)
    return [one for one in mine if one == lifted] if shares_screen(projection, holder) else mine


def is_turn_hidden(projection: Projection, holder: str, lifted: str) -> bool:
    """Tell whether it is the turn of one of this person's seats for which the curtain is not lifted."""
    due = projection.thrower or projection.match.letter(projection.seat)
    return due in projection.seats_of(holder) and due not in playable_seats(projection, holder, lifted)


def is_board_hidden(projection: Projection, holder: str, lifted: str) -> bool:
    """Tell whether this person sees only what spectators see because no curtain is lifted; never after the end."""
    return not lifted and projection.seat != NOBODY and shares_screen(projection, holder)
