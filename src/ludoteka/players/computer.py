"""The computer decides: by search where its game has an evaluation, else at random."""

from functools import cache
from random import Random
from threading import Lock, Thread
from typing import Any

from ludoteka.core.game import Game, Moderator, Options, Told
from ludoteka.games import games
from ludoteka.players.levels import absence, level_of
from ludoteka.players.turn import Turn
from ludoteka.search.deepening import Limits, Search
from ludoteka.search.searches import search_of

_compiled: dict[str, Search] = {}  # by game, as they become ready
_compiler = Lock()  # one game at a time


def choose(turn: Turn) -> int:
    """Return the action to play; nobody waits for the compiler, which works in the background from the first turn on.

    It depends on nothing but `turn`, as long as depth and nodes end the search, and not the time.
    """
    game = games()[turn.game]
    if game.moderator:
        return _by_ear(turn, game.moderator, game.rules.Observation.of(turn.observation))
    if game.evaluation is None:
        return _chance(turn).choice(turn.legal)
    return decide(turn, game, _compiled.get(game.name) or _interpreted(game))


def _by_ear(turn: Turn, moderator: Moderator, observation: Any) -> int:
    """Return what a player of the game does who knows what has been said; who tried in vain tries something else."""
    chance = _chance(turn)
    log = tuple(Told(seat, text, tuple(answers)) for seat, text, answers in turn.told)
    action = moderator.decide(moderator.hearing(observation, log), chance.randrange)
    listens = chance.random() >= absence(turn.level) and action in turn.legal
    return action if listens else chance.choice(turn.legal)


def decide(turn: Turn, game: Game, search: Search) -> int:
    """Return the action that a search of the game chooses at the turn's level."""
    level = level_of(game, turn.level)
    state = game.rules.Observation.of(turn.observation)  # everything is seen, so it is the state
    chance = _chance(turn)
    offsets = {action: chance.randint(-level.noise, level.noise) for action in turn.legal}
    past = [game.notation.parse_position(text, turn.options) for text in turn.past]
    return search.best(state, turn.legal, level.limits, seats=_seats(game, turn.options), offsets=offsets, past=past)


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
    with _compiler:
        search = made_ready(game)
    _compiled[game.name] = search


def made_ready(game: Game) -> Search:
    """Return the compiled search of a game after its first decision: the next one does not wait for the compiler."""
    options = game.checked({})
    state = game.begin(options)
    search = search_of(game, is_compiled=True)
    search.best(state, game.legal(state), Limits(1, 1), seats=_seats(game, options))
    return search
