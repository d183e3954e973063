"""Computer players: they use the game's own `decide`, a search, or random actions in games whose secrets nothing can guess."""

import json
import logging
from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from random import Random
from threading import Lock, Thread
from typing import Any

from ludoteka.core.game import Game, LogEntry, Options, RefusedAttempt
from ludoteka.core.twins import CompilationFailed, is_compiler_installed, short_compiler_errors
from ludoteka.games import games
from ludoteka.players.levels import Level, judges_by_network, search_level
from ludoteka.players.turn import Turn
from ludoteka.search.regret_search import RegretSearch, View
from ludoteka.search.search import Limits, Root, Search, Variation
from ludoteka.search.searches import family_of, has_search, search_of

MOST_KEPT = 65_536  # positions, of which each takes about 300 bytes; a match may have thousands


def past_digests(game: Game, texts: Sequence[str], options: Options) -> list[int]:
    """Return the digests of position texts with the options of their match.

    Each decision asks for all positions of its match whose next occurrence is a draw, so digests are kept.
    """
    as_json = json.dumps(options)
    return [_digest(game, text, as_json) for text in texts]


def until_repeated(game: Game, state: Any, actions: Sequence[int], past: Sequence[int]) -> Sequence[int]:
    """Return a line of actions up to the first position that repeats one of the line, or one of the `past` (see `Root`).

    A search looks no further than its depth, but what it knows of positions may lead in a circle, in which the match
    would end.
    """
    after, seen = state.copy(), {state.digest(0), *past}
    for count, action in enumerate(actions, start=1):
        game.rules.apply(after, action)
        digest = after.digest(0)
        if digest in seen:
            return actions[:count]
        seen.add(digest)
    return actions


def moves_to_win(game: Game, state: Any, actions: Sequence[int]) -> int | None:
    """Return how many of the actions of a line its winner plays; None if the line does not end in a win."""
    after, played = state.copy(), Counter[int]()
    for action in actions:
        played[game.rules.current_seat(after)] += 1
        game.rules.apply(after, action)
    if not game.rules.is_terminal(after):
        return None
    return next((played[seat] for seat in sorted(played) if game.rules.returns(after, seat) > 0), None)


@lru_cache(MOST_KEPT)
def _digest(game: Game, text: str, options: str) -> int:
    digest: int = game.texts.parse_position(text, json.loads(options)).digest(0)
    return digest


logger = logging.getLogger(__name__)
_compiled: dict[tuple[str, bool], Search] = {}  # by game, and whether by its network; added as they become ready
_failed: set[str] = set()  # games that can't be compiled
_compiler = Lock()  # compile one game at a time


def choose_action(turn: Turn) -> int:
    """Return the action to play.  The first call starts the compiler in the background, and no call waits for it.

    The action depends only on `turn`, unless the search runs out of time (see `judges_by_network`).
    """
    game = games()[turn.game]
    if game.decide:
        chance, view = _chance(turn), _view(turn, game)
        action = game.decide(view.seen, chance.randrange, turn.level)
        return action if action in turn.legal else chance.choice(turn.legal)
    if game.sample_world:
        return imagined_action(turn, game)
    if game.has_secrets:
        return _chance(turn).choice(turn.legal)
    return search_action(turn, game, ready_search(game, search_level(game, turn.level, turn.options)))


def choose_prepared_action(turn: Turn) -> int:
    """Return the action to play, after waiting for the compiler, if there is one and the game has a search."""
    game = games()[turn.game]
    if not has_search(game):
        return choose_action(turn)
    return search_action(turn, game, prepared_search(game, search_level(game, turn.level, turn.options)))


def ready_search(game: Game, level: Level | None = None) -> Search:
    """Return the compiled search of a game, or the interpreted one until it is ready; nobody waits for the compiler.

    The compiled one is that of a level, or without a level the one that judges best (see `judges_by_network`).
    """
    _start_compiler(game)
    return _compiled.get((game.name, judges_by_network(game, level))) or _interpreted(game)


def prepared_search(game: Game, level: Level | None = None) -> Search:
    """Return the search that `ready_search` returns once the compiler is done, after waiting for it."""
    is_learned = judges_by_network(game, level)
    if (game.name, is_learned) not in _compiled and game.name not in _failed:
        _warm_up(game, is_learned)
    return _compiled.get((game.name, is_learned)) or _interpreted(game)


def best_search(game: Game) -> Search | None:
    """Return the search that `ready_search` returns once the compiler is done, without a level; None until then."""
    _start_compiler(game)
    ready = _compiled.get((game.name, judges_by_network(game, None)))
    return ready or (_interpreted(game) if game.name in _failed else None)


def imagined_action(turn: Turn, game: Game, level: Level | None = None) -> int:
    """Return the action of the search over the worlds that the game imagines, by default at the level of the turn."""
    limits = (level or search_level(game, turn.level)).limits
    action = RegretSearch(game, turn.options).best(_view(turn, game), limits, turn.seed)
    return action if action in turn.legal else _chance(turn).choice(turn.legal)


def _view(turn: Turn, game: Game) -> View:
    seen = game.rules.Observation.of(turn.observation)
    log = tuple(
        LogEntry(seat, text, tuple(answers), attempt and RefusedAttempt(*attempt))
        for seat, text, answers, attempt in turn.log
    )
    return View(turn.seat, game.deduce(seen, log) if game.deduce else seen, log)


def search_action(turn: Turn, game: Game, search: Search, level: Level | None = None) -> int:
    """Return the action that a search chooses at a level, by default at that of the turn."""
    return search_line(turn, game, search, level).actions[0]


def search_line(turn: Turn, game: Game, search: Search, level: Level | None = None) -> Variation:
    """Return the action that `search_action` returns, with the line that the search expects and its value."""
    return noisy_line(root_of(turn, game), level or search_level(game, turn.level, turn.options), search)


def noisy_line(root: Root, level: Level, search: Search) -> Variation:
    """Return what a search finds with the random errors of a level, which depend on the seed of the root."""
    chance = Random(root.seed)  # noqa: S311 - these numbers are not secret
    offsets = {action: chance.randint(-level.noise, level.noise) for action in root.legal}
    return search.best_line(root, level.limits, offsets)


def root_of(turn: Turn, game: Game) -> Root:
    """Return the position of a turn, in a game without secrets."""
    state = game.rules.Observation.of(turn.observation)  # without secrets, this is the state
    past = past_digests(game, turn.past, turn.options)
    return Root(state, turn.legal, game.seat_numbers(turn.options), past, turn.quiet_left, turn.seed)


def _chance(turn: Turn) -> Random:
    return Random(turn.seed)  # noqa: S311 - these numbers are not secret


@cache
def _interpreted(game: Game) -> Search:
    return search_of(game, is_compiled=False)


@cache
def _start_compiler(game: Game) -> None:
    ways = (False, True) if game.learned_evaluation else (False,)
    Thread(target=_warm_up, args=(game, *ways), name=f"warm-up of {game.name}", daemon=True).start()


def _warm_up(game: Game, *ways: bool) -> None:
    """Compile the search of a game that judges by its learned evaluation (True) or by its usual one (False), one by one."""
    try:
        for is_learned in ways:
            with _compiler, short_compiler_errors():
                if (game.name, is_learned) not in _compiled:  # else another thread was first
                    _compiled[game.name, is_learned] = warm_search(game, is_learned=is_learned)
    except CompilationFailed as fault:  # keep using the interpreted search
        _failed.add(game.name)
        if is_compiler_installed():  # otherwise the house has said so once
            logger.warning("the search for %s stays interpreted: %s", game.name, fault)


def warm_search(game: Game, kind: type[Search] | None = None, *, is_learned: bool = False) -> Search:
    """Return the compiled search of a game, or one of a kind, after a first decision: later ones don't wait for the compiler."""
    options = game.check_options({})
    state = game.begin(options)
    search = (kind or family_of(game))(game, is_compiled=True, is_learned=is_learned)
    search.best(Root(state, game.legal(state), seats=game.seat_numbers(options)), Limits(1, 1))
    return search
