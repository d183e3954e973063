"""Validation of a request to create a match."""

from collections.abc import Mapping
from typing import Any

from ludoteka.core.clock import TimeControl
from ludoteka.core.game import Game, Options
from ludoteka.core.message import Message, Refused
from ludoteka.referee.events import WITH_ACCOUNT, Occupant, Person
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


FEWEST = 2  # seats


def can_be_rated(game: Game) -> bool:
    """Tell whether matches of a game can be rated: not if people join or leave while others play."""
    return game.late is None


def check_rated(game: Game, options: Options, kinds: Mapping[str, str], clock: TimeControl, standing: str) -> None:
    """Accept a new match as a rated one; `kinds` are those of the occupants by seat, `standing` is that of the host.

    Raises:
        Refused: "residents-only", "not-rated".
    """
    if standing not in WITH_ACCOUNT:
        raise Refused("residents-only", Message("Only people with an account play rated matches."))
    secrets = any(one.is_secret and options.get(one.name) != one.choices[0][0] for one in game.options)
    if len(kinds) < FEWEST or not can_be_rated(game):
        raise late_refusal()
    if list(kinds.values()).count("person") != 1:
        raise _not_rated(Message("In a rated match you have one seat; leave the others free, or to the computer."))
    if "computer" in kinds.values() and not game.level_ratings:
        raise _not_rated(Message("The computer has no ratings in this game."))
    if clock.kind == "none":
        raise _not_rated(Message("A rated match needs a clock."))
    if secrets:
        raise _not_rated(Message("In a rated match, nobody may know what is hidden."))


def late_refusal() -> Refused:
    """Return the refusal to rate matches of a game with late seats."""
    return _not_rated(Message("Matches of this game can't be rated: people join and leave while others play."))


def _not_rated(text: Message) -> Refused:
    return Refused("not-rated", text)
