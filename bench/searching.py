"""How many positions or simulations a second the searches of the games manage, in one thread and in two at once.

`python bench/searching.py` prints a line for each game and search.  Every round measures each search in both ways, so that noise affects
all of them alike; the median counts.
"""

import random
import statistics
import time
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from ludoteka.core.game import Game
from ludoteka.games import games
from ludoteka.players.computer import warm_search
from ludoteka.search.search import Limits, Root, Search
from ludoteka.search.searches import families

SECONDS = 2.0  # per search
PLIES = 16  # played at random before each search
ENDLESS = 1 << 50  # more than there is time for


class Searching(NamedTuple):
    """The speed of one search of one game."""

    game: str
    search: str
    nodes_a_second: float  # positions; simulations of Monte Carlo tree search, with the evaluation at the leaves
    in_two_threads: float  # both together


def searching(rounds: int) -> list[Searching]:
    """Measure the searches of every game with an evaluation."""
    searched = {
        (game.name, name): warm_search(game, kind)
        for game in games().values()
        if game.evaluation
        for name, kind in families(game).items()
    }
    alone: dict[tuple[str, str], list[float]] = {key: [] for key in searched}
    both: dict[tuple[str, str], list[float]] = {key: [] for key in searched}
    for number in range(rounds):
        for key, search in searched.items():
            root = _root(games()[key[0]], number)
            alone[key].append(_speed(search, root, 1))
            both[key].append(_speed(search, root, 2))
    return [Searching(*key, statistics.median(alone[key]), statistics.median(both[key])) for key in searched]


def _root(game: Game, seed: int) -> Root:
    """Return a position in which a seat can choose, after some random plies."""
    chance, options = random.Random(seed), game.check_options({})
    state, plies = game.begin(options), 0
    while plies < PLIES or game.rules.current_seat(state) < 0 or len(game.legal(state)) < 2:
        if not game.legal(state):
            state = game.begin(options)
        game.rules.apply(state, chance.choice(game.legal(state)))
        plies += 1
    return Root(state, game.legal(state), [seat.number for seat in game.seats(options)])


def _speed(search: Search, root: Root, threads: int) -> float:
    """Return how many positions a second some threads search together."""
    started = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        limits = Limits(search.deepest, ENDLESS, SECONDS)
        nodes = sum(found.nodes for found in pool.map(lambda _: search.analyse(root, limits), range(threads)))
    return nodes / (time.perf_counter() - started)


def main() -> None:
    """Print the speed of every search."""
    for one in searching(3):
        print(
            f"{one.game:10} {one.search:10} {one.nodes_a_second:12,.0f} {one.in_two_threads / one.nodes_a_second:6.2f} times in two threads"
        )


if __name__ == "__main__":
    main()
