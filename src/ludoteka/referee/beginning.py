"""How a match comes about: its seed, and what chance makes before the start."""

import secrets
import time
from typing import Any

from ludoteka.core.dice import commitment
from ludoteka.core.game import Game
from ludoteka.referee.events import Event, Occupant, Setup

SEED_BYTES = 32


def new_match(
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
) -> Setup:
    """Return the setup of a new match under checked options; seats that are free are those of players who come late.

    It is made `at` that time, in seconds since 1970, or now.

    Raises:
        Refused: "bad-option", where nobody would be there at the beginning.
    """
    seed = secrets.token_bytes(SEED_BYTES)
    free = [letter for letter, one in seats.items() if one.kind == "free"]
    if game.late and free and position is None:
        options = dict(game.late.defer(options, free))
    if game.generate and position is None:
        options = dict(game.generate(options, seed))
    made_at = time.time() if at is None else at
    return Setup(
        match, game.name, game.rules_version, options, seed, seats, made_at, previous, host, position, clock, visibility
    )


def first_events(game: Game, setup: Setup) -> list[Event]:
    """Return with what the log of a new match begins: where chance has a part, what binds the house to its seed."""
    if game.throw is None and game.generate is None:
        return []
    return [Event(1, "commit", "", commitment(setup.seed), at=setup.made_at)]


def options_again(game: Game, options: dict[str, Any]) -> dict[str, Any]:
    """Return the options of a rematch: what was secret has been told, and is made by chance anew."""
    known = {one.name for one in game.options if one.is_secret}
    return game.check_options({name: value for name, value in options.items() if name not in known})
