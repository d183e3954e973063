"""Validation of a request to create a match."""

from typing import Any

from ludoteka.core.clock import TimeControl
from ludoteka.core.game import Game
from ludoteka.core.message import Message, Refused
from ludoteka.ratings.eligibility import check_rated
from ludoteka.referee.events import Occupant, Person
from ludoteka.referee.match_creation import draw_sides
from ludoteka.referee.seating import create_occupant
from ludoteka.server.protocol.messages import MatchRequest, SeatRequest


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
