"""How well a computer plays, from 1 for a child to 8 as well as it can in two or three seconds."""

from typing import NamedTuple

from ludoteka.core.game import Game
from ludoteka.search.deepening import MAX_DEPTH, Limits


class Level(NamedTuple):
    """How far a computer looks, and how well it sees."""

    limits: Limits
    noise: int  # hundredths of a plain piece by which every action may seem better or worse than it is


LEVELS = (  # plies, positions, seconds, noise; the seconds are for slow machines and while the compiler is at work
    Level(Limits(1, 100_000, 0.25), 600),  # takes a win, and leaves no exit open; else sees next to nothing
    Level(Limits(2, 100_000, 0.25), 150),
    Level(Limits(3, 100_000, 0.25), 120),
    Level(Limits(4, 50_000, 0.25), 50),
    Level(Limits(5, 250_000, 0.5), 10),
    Level(Limits(MAX_DEPTH, 1_000_000, 1.0), 5),
    Level(Limits(MAX_DEPTH, 2_500_000, 2.0), 5),
    Level(Limits(MAX_DEPTH, 6_000_000, 3.0), 5),
)


def levels(game: Game) -> int:
    """Return the highest level of the computer: 1, where it moves at random, in a game without an evaluation."""
    return len(LEVELS) if game.evaluation else 1
