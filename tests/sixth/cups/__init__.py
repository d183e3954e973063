"""Cups: a coin under one of four cups (rules.en.md).

A whole game outside the package: everything that applies to a folder in `ludoteka.games` applies to this one.
"""

from collections.abc import Callable
from pathlib import Path

from ludoteka.core.game import Game, Seat
from ludoteka.core.message import Message
from ludoteka.games.cups import notation, rules
from ludoteka.games.cups.scene import scene

SEATS = (Seat(rules.HIDER, "h", Message("Hider")), Seat(rules.SEEKER, "s", Message("Seeker")))


def throw(state: rules.State, draw: Callable[[int, int], int]) -> int:
    """Throw the seeker's die."""
    return rules.THROW + draw(rules.SEEKER, rules.FACES) - 1


def visible_action(state: rules.State, action: int, seat: int) -> bool:
    """Let everybody hear everything, except where the coin is hidden, which only the hider hears (clause 5)."""
    return action >= rules.THROW or seat == rules.HIDER


GAME = Game(
    name="cups",
    title=Message("Cups"),
    summary=Message("One hides a coin under a cup; the other has as many guesses as the die allows."),
    seats=lambda options: SEATS,
    rules=rules,
    notation=notation,
    scene=scene,
    folder=Path(__file__).parent,
    throw=throw,
    die=rules.FACES,
    visible_action=visible_action,
)
