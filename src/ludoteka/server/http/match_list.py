"""The entries of lists of matches."""

from typing import Any, Literal

from ludoteka.core.message import Message
from ludoteka.games import games
from ludoteka.referee.events import guest_number
from ludoteka.server.calls.answers import Answer, Occupant, Result
from ludoteka.store import StoredMatch


class OwnMatch(Answer):
    """A match, as lists show it to this guest."""

    id: str
    game: str
    made_at: float
    clock: str
    visibility: Literal["private", "public"]
    rated: bool
    seats: list[Occupant]
    result: Result | None
    to_act: str | None
    yours: bool


def match_entry(kept: StoredMatch, holder: str) -> dict[str, Any]:
    """Return the fields of an `OwnMatch`."""
    awaited = kept.seats.get(kept.status.awaited)
    return {
        "id": kept.id,
        "game": kept.game,
        "made_at": kept.made_at,
        "clock": kept.clock,
        "visibility": kept.visibility,
        "rated": kept.rated,
        "seats": seat_entries(kept, holder),
        "result": kept.status.result,
        "to_act": kept.status.awaited or None,
        "yours": awaited is not None and awaited.holder == holder,
    }


def seat_entries(kept: StoredMatch, holder: str) -> list[Occupant]:
    """Return the seats of a match as lists show them to this guest."""
    game = games().get(kept.game)
    titles = {seat.letter: seat.title for seat in game.seats(kept.options)} if game else {}
    return [
        Occupant(
            letter,
            titles.get(letter) or Message.verbatim(letter),
            one.kind,  # type: ignore[arg-type]  # the store keeps these kinds and standings only
            one.level,
            one.name,
            one.standing if one.kind == "person" else None,  # type: ignore[arg-type]  # as above
            guest_number(one.holder) if one.kind == "person" else None,
            one.kind == "person" and one.holder == holder,
        )
        for letter, one in kept.seats.items()
    ]
