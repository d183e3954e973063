"""Challenges as JSON."""

from typing import Any

from ludoteka.games import games
from ludoteka.referee.events import Person
from ludoteka.server.http.match_list import seat_entries
from ludoteka.store.challenges import OpenChallenge


def challenge_entry(one: OpenChallenge, holder: str) -> dict[str, Any]:
    """Return an open challenge as this user sees it; `seats` are those of the match."""
    kept, game = one.kept, games().get(one.kept.game)
    secret = game.secret_options if game else frozenset()
    return {
        "id": kept.id,
        "game": kept.game,
        "options": {name: value for name, value in kept.options.items() if name not in secret},
        "clock": kept.clock,
        "rated": kept.rated,
        "at": one.challenge.at,
        "challenger": _person(next(_called(kept.seats, one.challenge.challenger), Person(""))),
        "challenged": _person(one.challenged),
        "is_yours": one.challenge.challenger == holder,
        "seats": seat_entries(kept, holder),
    }


def _called(seats: Any, holder: str) -> Any:
    return (Person(holder, one.name, one.standing) for one in seats.values() if one.holder == holder)


def _person(one: Person) -> dict[str, str]:
    return {"name": one.name, "standing": one.standing}
