"""How well a computer plays, from 1 for a child to 8 as well as it can in two or three seconds."""

from typing import NamedTuple

from ludoteka.core.game import Game
from ludoteka.search.deepening import Limits
from ludoteka.search.searches import AlphaBeta, Expectimax


class Level(NamedTuple):
    """How far a computer looks, and how well it sees."""

    limits: Limits
    noise: int  # hundredths of a plain piece by which every action may seem better or worse than it is


# Depth, positions, seconds, noise; the seconds are for slow machines and while the compiler is at work.
LEVELS = (
    Level(Limits(1, 100_000, 0.25), 600),  # takes a win, and leaves no exit open; else sees next to nothing
    Level(Limits(2, 100_000, 0.25), 150),
    Level(Limits(3, 100_000, 0.25), 120),
    Level(Limits(4, 50_000, 0.25), 50),
    Level(Limits(5, 250_000, 0.5), 10),
    Level(Limits(AlphaBeta.deepest, 1_000_000, 1.0), 5),
    Level(Limits(AlphaBeta.deepest, 2_500_000, 2.0), 5),
    Level(Limits(AlphaBeta.deepest, 6_000_000, 3.0), 5),
)
LEVELS_WITH_THROWS = (  # depth 0: what an action leads to at once; 1: the end of the turn; every more a turn more
    Level(Limits(0, 100_000, 0.25), 35),
    Level(Limits(0, 100_000, 0.25), 20),
    Level(Limits(1, 100_000, 0.25), 12),
    Level(Limits(2, 50_000, 0.25), 6),
    Level(Limits(3, 250_000, 0.5), 3),
    Level(Limits(4, 1_000_000, 1.0), 1),
    Level(Limits(Expectimax.deepest, 2_500_000, 2.0), 1),
    Level(Limits(Expectimax.deepest, 6_000_000, 3.0), 1),
)


def highest_level(game: Game) -> int:
    """Return the highest level of the computer: 1, where it moves at random, in a game that gives it no help."""
    return len(LEVELS) if game.evaluation or game.decide else 1


def random_share(number: int) -> float:
    """Return the share of turns in which a game's own computer acts at random: at the highest level none."""
    return ((len(LEVELS) - number) / len(LEVELS)) ** 2


def search_level(game: Game, number: int) -> Level:
    """Return what a level, counted from 1, is in a game that has an evaluation."""
    return (LEVELS_WITH_THROWS if game.throw else LEVELS)[number - 1]
