"""How many positions a second the searches of the games visit, in one thread and in two at once.

`python bench/searching.py` prints a line for each game.  Every round measures each game in both ways, so that noise affects
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
from ludoteka.search.analysis import Limits, Root
from ludoteka.search.deepening import Search

SECONDS = 2.0  # per search
PLIES = 16  # played at random before each search
ENDLESS = 1 << 50  # more positions than there is time for


class Searching(NamedTuple):
    """The speed of the search of one game."""

    game: str
    nodes_a_second: float
    in_two_threads: float  # both together


def searching(rounds: int) -> list[Searching]:
    """Measure the search of every game that has one."""
    searched = [(game, warm_search(game)) for game in games().values() if game.evaluation]
    alone: dict[str, list[float]] = {game.name: [] for game, _ in searched}
    both: dict[str, list[float]] = {game.name: [] for game, _ in searched}
    for number in range(rounds):
        for game, search in searched:
            root = _root(game, number)
            alone[game.name].append(_speed(search, root, 1))
            both[game.name].append(_speed(search, root, 2))
    return [Searching(name, statistics.median(alone[name]), statistics.median(both[name])) for name in alone]


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
            f"{one.game:10} {one.nodes_a_second:12,.0f} {one.in_two_threads / one.nodes_a_second:6.2f} times in two threads"
        )


if __name__ == "__main__":
    main()
