"""Creating a match: its setup, its seed, and its first events."""

import secrets
import time
from typing import Any

from ludoteka.core.dice import commitment
from ludoteka.core.game import Game
from ludoteka.referee.events import FREE, Event, Occupant, Setup

SEED_BYTES = 32


def create_setup(
    game: Game,
    options: dict[str, Any],
    seats: dict[str, Occupant],
    match: str = "",
    previous: str = "",
    host: str = "",
    position: str | None = None,
    clock: str = "",
    visibility: str = "private",
    at: float | None = None,
    rated: bool = False,
    tournament: str = "",
) -> Setup:
    """Return the setup of a new match with checked options; a game with late seats keeps its free seats for later.

    `at` is the time of creation in seconds since 1970; by default, now.

    Raises:
        Refused: "bad-option", if no seat would be occupied at the start.
    """
    seed = secrets.token_bytes(SEED_BYTES)
    host_knows_secrets = bool(game.chosen_secrets(options))
    if position is None:
        free = [letter for letter, one in seats.items() if one.kind == "free"]
        options = game.complete_options(options, free, seed)
    made_at = time.time() if at is None else at
    basics = (match, game.name, game.rules_version, options, seed, seats, made_at, previous, host)
    return Setup(*basics, position, clock, visibility, host_knows_secrets, rated, tournament)


def draw_sides(occupants: dict[str, Occupant]) -> dict[str, Occupant]:
    """Return the occupants at seats that are drawn at random."""
    drawn = list(occupants.values())
    secrets.SystemRandom().shuffle(drawn)
    return dict(zip(occupants, drawn, strict=True))


def opening_events(game: Game, setup: Setup) -> list[Event]:
    """Return the first events of a new match: in games with chance, the commitment to the seed."""
    if game.throw is None and game.generate is None:
        return []
    return [Event(1, "commit", "", commitment(setup.seed), at=setup.made_at)]


def create_rematch(game: Game, setup: Setup, match: str, host: str, at: float) -> Setup:
    """Return the setup of the rematch of a match, in which everybody moves on by one seat.

    The seats of other people than the host are free until they agree.
    """
    occupants = {
        letter: FREE if one.kind == "person" and one.holder != host else one for letter, one in moved_on(setup).items()
    }
    options = rematch_options(game, setup.options)
    rest = (setup.id, host, setup.position, setup.clock, setup.visibility, at, setup.rated)
    return create_setup(game, options, occupants, match, *rest)


def moved_on(setup: Setup) -> dict[str, Occupant]:
    """Return the occupants of a match, each moved on by one seat."""
    letters, occupants = list(setup.seats), list(setup.seats.values())
    return dict(zip(letters, occupants[1:] + occupants[:1], strict=True))


def rematch_options(game: Game, options: dict[str, Any]) -> dict[str, Any]:
    """Return the options of a rematch, without the secret ones: these are public by now and are generated again."""
    return game.check_options(game.public_options(options))
