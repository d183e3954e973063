"""Prepared matches for the load generator: random legal moves, different in every match."""

import json
import random
from pathlib import Path

from ludoteka.core.match import Match
from ludoteka.core.rules import NOBODY
from ludoteka.games import games

GAME = "tavlei"
PLIES = 120  # of each match; matches between people have about as many
TWO_SEATS = {"quagmire": {"seats": "br"}, "labyrinth": {"players": 2}}  # options by which games have two seats


def script(seed: int) -> list[str]:
    """Return the moves of a match, or none if it ends early."""
    game, chance = games()[GAME], random.Random(seed)
    match = Match(game)
    for _ in range(PLIES):
        if match.seat == NOBODY:
            return []
        match.play(match.text_of(chance.choice(match.legal())))
    return match.actions


def write(path: Path, count: int) -> None:
    """Write some matches as JSON."""
    found: list[list[str]] = []
    seed = 0
    while len(found) < count:
        seed += 1
        if moves := script(seed):
            found.append(moves)
    path.write_text(json.dumps(found), "utf-8")
