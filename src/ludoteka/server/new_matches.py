"""What somebody asks for when they create a match."""

import base64
import hashlib
import hmac
from typing import Any

from ludoteka.core.clock import TimeControl
from ludoteka.core.game import Game
from ludoteka.core.message import Message, Refused
from ludoteka.ratings.eligibility import check_rated
from ludoteka.referee.events import Occupant, Person, Setup
from ludoteka.referee.match_creation import draw_sides
from ludoteka.referee.seating import create_occupant
from ludoteka.server.protocol.messages import MatchRequest, SeatRequest

REMATCH_ID_BYTES = 9


def plan_match(
    game: Game, request: MatchRequest, person: Person
) -> tuple[dict[str, Any], dict[str, Occupant], TimeControl]:
    """Return the checked options, the occupants of the seats and the time control of a match that a person creates.

    Raises:
        Refused: "bad-option", "bad-seats", "bad-clock", "residents-only", "not-rated".
    """
    options = game.check_options(request.options)
    seats = [seat.letter for seat in game.seats(options)]
    guests = {seat.letter: SeatRequest("free") for seat in game.seats(options) if seat.is_guest}
    asked = guests | request.seats
    if set(asked) != set(seats):
        raise Refused("bad-seats", Message("Choose a player for each seat of the game, and for no other seat."))
    requests = {letter: asked[letter] for letter in seats}
    occupants = {letter: create_occupant(game, one.kind, one.level, person) for letter, one in requests.items()}
    if all(one.kind == "computer" for one in occupants.values()):
        raise Refused("bad-seats", Message("At least one seat must be taken by a person."))
    clock = TimeControl.parse(request.clock)
    if request.rated:
        check_rated(game, options, {letter: one.kind for letter, one in occupants.items()}, clock, person.standing)
        occupants = draw_sides(occupants)
    return options, occupants, clock


def rematch_id(setup: Setup) -> str:
    """Return the id of the rematch of a match, which is the same on every server.

    The seed is published in the record, so the id also depends on the holders of the seats, which stay secret.
    """
    people = " ".join([setup.host, *(one.holder for one in setup.seats.values())])
    digest = hmac.digest(setup.seed, f"rematch of {setup.id}, {people}".encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(digest[:REMATCH_ID_BYTES]).decode()
