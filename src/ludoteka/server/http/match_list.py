"""The entries of GET /api/matches, a guest's own matches."""

from typing import Any

from ludoteka.games import games
from ludoteka.referee.events import Occupant, guest_number
from ludoteka.store import StoredMatch


def match_entry(kept: StoredMatch, holder: str) -> dict[str, Any]:
    """Return a match as an entry in this guest's list."""
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


def seat_entries(kept: StoredMatch, holder: str) -> list[dict[str, Any]]:
    """Return the seats of a match as lists show them to this guest."""
    game = games().get(kept.game)
    titles = {one.letter: one.title.plain() for one in game.seats(kept.options)} if game else {}
    return [_seat(letter, one, holder, titles) for letter, one in kept.seats.items()]


def _seat(letter: str, one: Occupant, holder: str, titles: dict[str, Any]) -> dict[str, Any]:
    return {
        "letter": letter,
        "title": titles.get(letter, letter),
        "kind": one.kind,
        "level": one.level,
        "name": one.name,
        "standing": one.standing if one.kind == "person" else None,
        "guest": guest_number(one.holder) if one.kind == "person" else None,
        "yours": one.kind == "person" and one.holder == holder,
    }
