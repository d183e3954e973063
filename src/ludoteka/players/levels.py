"""The levels of computer players: 1 is for a child, and 8 is the best move within about three seconds."""

from typing import NamedTuple

from ludoteka.core.game import Game
from ludoteka.games import games
from ludoteka.players.turn import Turn
from ludoteka.search.analysis import Limits
from ludoteka.search.searches import AlphaBeta, Expectimax


class Level(NamedTuple):
    """How deep a computer player searches, and how exactly it compares actions."""

    limits: Limits
    noise: int  # the largest random error of an action's value, in hundredths of a plain piece


# Depth, positions, seconds, noise.  The seconds matter on slow machines and before the search is compiled.
LEVELS = (
    Level(Limits(1, 100_000, 0.25), 600),  # takes a win and avoids an immediate loss, but little else
    Level(Limits(2, 100_000, 0.25), 150),
    Level(Limits(3, 100_000, 0.25), 120),
    Level(Limits(4, 50_000, 0.25), 50),
    Level(Limits(5, 250_000, 0.5), 10),
    Level(Limits(AlphaBeta.deepest, 1_000_000, 1.0), 5),
    Level(Limits(AlphaBeta.deepest, 2_500_000, 2.0), 5),
    Level(Limits(AlphaBeta.deepest, 6_000_000, 3.0), 5),
)
LEVELS_WITH_THROWS = (  # depth 0: the position after the action; 1: the end of the turn; 2: one turn more, and so on
    Level(Limits(0, 100_000, 0.25), 35),
    Level(Limits(0, 100_000, 0.25), 20),
    Level(Limits(1, 100_000, 0.25), 12),
    Level(Limits(2, 50_000, 0.25), 6),
    Level(Limits(3, 250_000, 0.5), 3),
    Level(Limits(4, 1_000_000, 1.0), 1),
    Level(Limits(Expectimax.deepest, 2_500_000, 2.0), 1),
    Level(Limits(Expectimax.deepest, 6_000_000, 3.0), 1),
)


HINT_SECONDS = 1.0  # for which people wait for a hint
USUAL_LEVEL = 3  # the level of a computer player unless people choose another


def highest_level(game: Game) -> int:
    """Return the highest level of the computer: 1 if it can only play at random."""
    return game.decide_levels if game.decide else len(LEVELS) if game.evaluation else 1


def usual_level(game: Game) -> int:
    """Return the level that is offered first."""
    return min(USUAL_LEVEL, highest_level(game))


def hint_level(game: Game) -> int:
    """Return the highest level that thinks no longer than people wait for a hint; 0 if the computer plays at random."""
    levels = range(1, highest_level(game) + 1) if game.evaluation or game.decide else ()
    seconds = {level: search_level(game, level).limits.seconds or 0.0 for level in levels if game.evaluation}
    return max((level for level in levels if seconds.get(level, 0.0) <= HINT_SECONDS), default=0)


def search_level(game: Game, number: int) -> Level:
    """Return the settings of a level, counted from 1, in a game with an evaluation."""
    return (LEVELS_WITH_THROWS if game.throw else LEVELS)[number - 1]


def thinking_limit(turn: Turn) -> float:
    """Return the seconds that a search may take for a turn; 0 if the game's own player or chance decides it."""
    game = games().get(turn.game)
    return (search_level(game, turn.level).limits.seconds or 0.0) if game and game.evaluation else 0.0
