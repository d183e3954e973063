"""The levels of computer players: 1 is for a child, and 10 is the best move within about three seconds.

A level is weaker because it sees less far and judges less exactly; it never blunders on purpose.  docs/levels.md says
how strong each level is.
"""

from typing import NamedTuple

from ludoteka.core.game import Game, Options
from ludoteka.games import games
from ludoteka.players.turn import Turn
from ludoteka.search.search import Limits
from ludoteka.search.searches import AlphaBeta, Expectimax, family_of, has_search


class Level(NamedTuple):
    """How deep a computer player searches, and how exactly it compares actions."""

    limits: Limits
    noise: int  # the largest random error of an action's value, in hundredths of a plain piece


# Depth, positions, seconds, noise.  The seconds matter on slow machines and before the search is compiled.
PROMPT = Limits(2, 100_000, 0.2, is_prompt=True)
LEVELS = (
    Level(PROMPT._replace(depth=1), 600),  # takes a win, but sees no threat
    Level(PROMPT, 4_000),  # sees threats, but hardly judges
    Level(PROMPT, 1_000),
    Level(PROMPT, 300),
    Level(Limits(2, 100_000, 0.25), 60),
    Level(Limits(3, 100_000, 0.5), 130),
    Level(Limits(4, 250_000, 0.5), 100),
    Level(Limits(5, 250_000, 0.5), 60),
    Level(Limits(AlphaBeta.deepest, 1_000_000, 1.0), 10),
    Level(Limits(AlphaBeta.deepest, 6_000_000, 3.0), 5),
)
LEVELS_WITH_THROWS = (  # depth 0: the position after the action; 1: the end of the turn; 2: one turn more, and so on
    *(Level(Limits(0, 100_000, 0.25), noise) for noise in (150, 100, 70, 45, 30)),
    *(Level(Limits(1, 100_000, 0.25), noise) for noise in (20, 10)),
    Level(Limits(2, 1_000_000, 1.0), 6),
    Level(Limits(3, 2_500_000, 2.0), 2),
    Level(Limits(Expectimax.deepest, 6_000_000, 3.0), 0),
)
LEVELS_OF_SIMULATIONS = (  # without an evaluation; no noise, as chance judges already
    *(Level(Limits(1, simulations, 0.25), 0) for simulations in (5, 15, 40, 100, 250)),
    *(Level(Limits(1, simulations, 0.5), 0) for simulations in (600, 1_500)),
    Level(Limits(1, 5_000, 1.0), 0),
    Level(Limits(1, 20_000, 2.0), 0),
    Level(Limits(1, 100_000, 3.0), 0),
)

HINT_SECONDS = 1.0  # for which people wait for a hint
USUAL_LEVEL = 3  # the level of a computer player unless people choose another


def highest_level(game: Game) -> int:
    """Return the highest level of the computer: 1 if it can only play at random."""
    return game.decide_levels if game.decide else len(LEVELS) if _thinks(game) else 1


def _thinks(game: Game) -> bool:
    """Tell whether a search plays the game, one over worlds included."""
    return has_search(game) or (game.sample_world is not None and game.decide is None)


def usual_level(game: Game) -> int:
    """Return the level that is offered first."""
    return min(USUAL_LEVEL, highest_level(game))


def hint_level(game: Game) -> int:
    """Return the highest level that thinks no longer than people wait for a hint; 0 if the computer plays at random."""
    levels = range(1, highest_level(game) + 1) if _thinks(game) or game.decide else ()
    seconds = {level: search_level(game, level).limits.seconds or 0.0 for level in levels if _thinks(game)}
    return max((level for level in levels if seconds.get(level, 0.0) <= HINT_SECONDS), default=0)


def search_level(game: Game, number: int, options: Options | None = None) -> Level:
    """Return the settings of a level, counted from 1, in a game that the computer plays by a search.

    A game whose values or luck need other noise lists it for all levels (`Game.noises`), perhaps by the options; without
    options, those that the set-up screen suggests.  It may also name levels that look another number of plies ahead, or
    at another number of positions (`Game.level_limits`).
    """
    if game.evaluation is None:
        return LEVELS_OF_SIMULATIONS[number - 1]
    limits, noise = (LEVELS_WITH_THROWS if game.throw else LEVELS)[number - 1]
    depth, nodes = game.level_limits.get(number, (limits.depth, limits.nodes))
    noises = game.noises
    if callable(noises):
        noises = noises(game.check_options(game.suggested_options()) if options is None else options)
    return Level(limits._replace(depth=depth, nodes=nodes), noises[number - 1] if noises else noise)


def judges_by_network(game: Game, level: Level | None) -> bool:
    """Tell whether the compiled search of a level judges by the learned evaluation of the game: no depth limits it.

    Interpreted, such a search never reaches its limit of positions in time, so it need not choose the same actions.
    Without a level, any search that looks as far as time allows is meant, as for hints, reviews and the analysis board.
    """
    return game.learned_evaluation is not None and (level is None or level.limits.depth >= family_of(game).deepest)


def thinking_limit(turn: Turn) -> float:
    """Return the seconds that a search may take for a turn; 0 if the game's own player or chance decides it."""
    game = games().get(turn.game)
    return (search_level(game, turn.level).limits.seconds or 0.0) if game and _thinks(game) else 0.0
