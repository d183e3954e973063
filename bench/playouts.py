"""Plies per second in random playouts: our games, compiled and interpreted, and games of OpenSpiel.

Every round measures each contestant once, so that noise affects all of them alike; the median counts.
"""

import random
import statistics
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pyspiel

from ludoteka.core import twins
from ludoteka.core.game import Game
from ludoteka.games import games
from ludoteka.search import playout

BOARDS = (
    "breakthrough",
    "clobber",
    "othello",
    "checkers",
    "amazons",
    "lines_of_action",
    "chess",
)  # with boards of our size
RACES = ("backgammon", "maedn")  # the latter is Mensch ärgere Dich nicht
SECONDS = 0.4  # per measurement, approximately
MAX_PLIES = 1000
ROLLOUTS = 50  # from each position that OpenSpiel evaluates
SAMPLE = 300  # games to measure the length of a random game in OpenSpiel

Play = Callable[[float], tuple[int, float]]  # approximate seconds -> plies played, seconds taken


class Contestant(NamedTuple):
    """A game and a way to run random playouts of it."""

    game: str
    kind: str  # "board", "race" or "moderated"
    how: str  # "compiled", "interpreted", "C++" or "Python"
    play: Play


class Speed(NamedTuple):
    """The measurement of a contestant."""

    game: str
    kind: str
    how: str
    plies_a_second: float


def speeds(rounds: int) -> list[Speed]:
    """Return the median speed of every contestant over some rounds."""
    contestants = [*_ours(), *_peers()]
    measured: dict[Contestant, list[float]] = {contestant: [] for contestant in contestants}
    for _ in range(rounds):
        for contestant in contestants:
            plies, seconds = contestant.play(SECONDS)
            measured[contestant].append(plies / seconds)
    return [
        Speed(contestant.game, contestant.kind, contestant.how, statistics.median(measured[contestant]))
        for contestant in contestants
    ]


def _ours() -> list[Contestant]:
    return [
        Contestant(game.name, _kind(game), how, _player(game, how == "compiled"))
        for game in games().values()
        for how in ("compiled", "interpreted")
    ]


def _kind(game: Game) -> str:
    if game.attempts:
        return "moderated"
    return "race" if game.throw else "board"


def _begun(game: Game) -> Any:
    options: Any = game.check_options({})
    return game.begin(game.generate(options, bytes(32)) if game.generate else options)


def _player(game: Game, is_compiled: bool) -> Play:
    rules: Any = game.rules
    begin = _begun(game)
    scratch = begin.copy()
    actions: Any = [0] * rules.MAX_ACTIONS
    generator: Any = [1, 2, 3, 4]
    twin = twins.bound_twin(playout, rules)
    if is_compiled:
        twin = twins.compiled_twin(playout, rules)
        begin, scratch = begin.pack(), rules.State.packed_array(1)[0]
        actions, generator = np.zeros(rules.MAX_ACTIONS, np.int64), np.array(generator, np.int64)
        twin.playouts(begin, scratch, actions, generator, 1, MAX_PLIES)  # compile before measuring
    batch = 200 if is_compiled else 1

    def play(seconds: float) -> tuple[int, float]:
        plies, started = 0, time.perf_counter()
        while time.perf_counter() - started < seconds:
            plies += twin.playouts(begin, scratch, actions, generator, batch, MAX_PLIES)
        return plies, time.perf_counter() - started

    return play


def _peers() -> list[Contestant]:
    known = set(pyspiel.registered_names())
    found = []
    for kind, names in (("board", BOARDS), ("race", RACES)):
        for name in names:
            if name in known:
                found.append(Contestant(name, kind, "C++", _rollouts(name)))
                found.append(Contestant(name, kind, "Python", _driven(name)))
    return found


def _rollouts(name: str) -> Play:
    """Return playouts in OpenSpiel's C++, which its MCTS uses to evaluate a position.

    With a budget of two positions, it plays ROLLOUTS games from the first position in which a player must act, and
    as many from one a ply later.  It does not report plies, so these follow from the mean length of random games, which
    is measured from Python.
    """
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(_throw(state))
    length = statistics.mean(_random_game(state.clone()) for _ in range(SAMPLE))
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    search = pyspiel.MCTSBot(game, evaluator, 1.0, 2, 50, solve=False, seed=1, verbose=False)

    def play(seconds: float) -> tuple[int, float]:
        searches, started = 0, time.perf_counter()
        while time.perf_counter() - started < seconds:
            search.step(state)
            searches += 1
        return round(searches * ROLLOUTS * (2 * length - 1)), time.perf_counter() - started

    return play


def _driven(name: str) -> Play:
    """Return playouts in Python, which ask OpenSpiel for legal actions and apply one."""
    game = pyspiel.load_game(name)

    def play(seconds: float) -> tuple[int, float]:
        plies, started = 0, time.perf_counter()
        while time.perf_counter() - started < seconds:
            plies += _random_game(game.new_initial_state())
        return plies, time.perf_counter() - started

    return play


def _random_game(state: Any) -> int:
    """Play a random game; return its plies, including throws, as in our games."""
    plies = 0
    while not state.is_terminal():
        state.apply_action(_throw(state) if state.is_chance_node() else random.choice(state.legal_actions()))
        plies += 1
    return plies


def _throw(state: Any) -> int:
    actions, chances = zip(*state.chance_outcomes(), strict=True)
    return int(random.choices(actions, chances)[0])
