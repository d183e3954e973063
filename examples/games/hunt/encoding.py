"""What programs that learn see of the hunt: the places of all, tickets and rounds; and where the fugitive can be, from all that was heard."""

from typing import Any

from ludoteka.games.hunt.rules import HIDE, KINDS, MOST, NOWHERE, PASS, PLACES, STRIDE, TICKETS

HUNTERS = tuple(f"hunter {number}" for number in range(1, MOST + 1))
NAMES = (
    *(f"{who} is on place {place}" for who in ("the fugitive", *HUNTERS) for place in range(1, PLACES + 1)),
    *(f"the fugitive can be on place {place}" for place in range(1, PLACES + 1)),
    *(f"{who} is to move" for who in ("the fugitive", *HUNTERS)),
    *(f"tickets {number}" for number in range(len(TICKETS))),
    "rounds left",
)
SHAPE = (len(NAMES),)
HIGHEST = max(TICKETS)
POSSIBLE = (1 + MOST) * PLACES
MOVER = POSSIBLE + PLACES
TICKET = MOVER + 1 + MOST


def choices(seat: int) -> list[int]:
    """Return the pass, every place by every means of travel, and every place to hide."""
    places = range(1, PLACES + 1)
    ways = [kind * STRIDE + place for kind in range(KINDS) for place in places]
    return [PASS, *ways, *(HIDE + place for place in places)]


def encode(seen: Any, seat: int, tensor: Any) -> None:
    """Mark places and the player to move, and count tickets and rounds."""
    for number, place in enumerate((seen.town.place, *seen.town.hunters)):
        if place != NOWHERE:
            tensor[number * PLACES + place - 1] = 1
    for place in seen.possible:
        tensor[POSSIBLE + place - 1] = 1
    tensor[MOVER + seen.town.mover] = 1
    for number in range(len(TICKETS)):
        tensor[TICKET + number] = seen.town.tickets[number]
    tensor[TICKET + len(TICKETS)] = seen.town.rounds
