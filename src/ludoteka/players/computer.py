"""The computer decides: as its game says, or by search where that has an evaluation, else at random."""

import logging
from functools import cache
from random import Random
from threading import Lock, Thread

from ludoteka.core.game import Game, LogEntry, Options
from ludoteka.core.twins import CompilationFailed, short_compiler_errors
from ludoteka.games import games
from ludoteka.players.levels import random_share, search_level
from ludoteka.players.turn import Turn
from ludoteka.search.deepening import Limits, Search
from ludoteka.search.searches import search_of

logger = logging.getLogger(__name__)
_compiled: dict[str, Search] = {}  # by game, as they become ready
_compiler = Lock()  # one game at a time


def choose_action(turn: Turn) -> int:
    """Return the action to play; nobody waits for the compiler, which works in the background from the first turn on.

    It depends on nothing but `turn`, as long as depth and nodes end the search, and not the time.
    """
    game = games()[turn.game]
    if game.decide:
        return _by_its_own(turn, game)
    if game.evaluation is None:
        return _chance(turn).choice(turn.legal)
    return search_action(turn, game, _compiled.get(game.name) or _interpreted(game))


def _by_its_own(turn: Turn, game: Game) -> int:
    """Return what the game's own computer does, by what it sees and has heard; refused, it tries something else."""
    assert game.decide  # noqa: S101 - it was asked for
    chance = _chance(turn)
    seen = game.rules.Observation.of(turn.observation)
    if game.deduce:
        seen = game.deduce(seen, tuple(LogEntry(seat, text, tuple(answers)) for seat, text, answers in turn.log))
    action = game.decide(seen, chance.randrange)
    is_taken = chance.random() >= random_share(turn.level) and action in turn.legal
    return action if is_taken else chance.choice(turn.legal)


def search_action(turn: Turn, game: Game, search: Search) -> int:
    """Return the action that a search of the game chooses at the turn's level."""
    level = search_level(game, turn.level)
    state = game.rules.Observation.of(turn.observation)  # everything is seen, so it is the state
    chance = _chance(turn)
    offsets = {action: chance.randint(-level.noise, level.noise) for action in turn.legal}
    past = [game.texts.parse_position(text, turn.options) for text in turn.past]
    return search.best(
        state,
        turn.legal,
        level.limits,
        seats=_seats(game, turn.options),
        offsets=offsets,
        past=past,
        quiet_left=turn.quiet_left,
    )


def _seats(game: Game, options: Options) -> list[int]:
    """Return the numbers of the seats in a game."""
    return [seat.number for seat in game.seats(options)]


def _chance(turn: Turn) -> Random:
    return Random(turn.seed)  # noqa: S311 - this chance is no secret


@cache
def _interpreted(game: Game) -> Search:
    """Return the search for the time being, and have the compiled one made."""
    Thread(target=_warm_up, args=(game,), name=f"warm-up of {game.name}", daemon=True).start()
    return search_of(game, is_compiled=False)


def _warm_up(game: Game) -> None:
    try:
        with _compiler, short_compiler_errors():
            _compiled[game.name] = warm_search(game)
    except CompilationFailed as fault:  # then it goes on as it began
        logger.warning("%s is searched as it is interpreted: %s", game.name, fault)


def warm_search(game: Game) -> Search:
    """Return the compiled search of a game after its first decision: the next one does not wait for the compiler."""
    options = game.check_options({})
    state = game.begin(options)
    search = search_of(game, is_compiled=True)
    search.best(state, game.legal(state), Limits(1, 1), seats=_seats(game, options))
    return search
