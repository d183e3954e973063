"""Thousands of games between settings of the search in a game with throws, so that small differences can be seen.

python bench/quick_duels.py quagmire 10000 2:14 1:25 1:43 --option seats=bt

Each player is a depth and a noise (see players/levels.py) and plays the next one in the list, with the sides in turn.
Options are those that the set-up screen suggests, unless given.
The games run as machine code without the arena's records, so 10,000 take seconds if the depths are small.
"""

import argparse
import time
from itertools import pairwise
from math import sqrt
from typing import Any

import numpy

import duel_rules
from ludoteka.core.twins import compiled_twin
from ludoteka.games import games
from ludoteka.search.control import LIMIT, NODES, UNLIMITED
from ludoteka.search.searches import Expectimax

PLIES = 20_000  # after which a game is broken off and counts as a draw


def compare(game_name: str, options: dict[str, str], settings: list[list[int]], count: int, seed: int) -> str:
    """Return how many of `count` games the first of two settings wins, with a 95 % interval."""
    game = games()[game_name]
    checked = game.check_options(game.suggested_options(between_computers=True) | options)
    bind: Any = compiled_twin
    twin, search = bind(duel_rules, game.rules, game.evaluation), Expectimax(game, is_compiled=True)
    begin = search.make.records(game.rules.State, 1, game.begin(checked))[0]
    workspace = search.workspace(game.begin(checked), game.seat_numbers(checked))
    actions, both = numpy.zeros(game.rules.MAX_ACTIONS, numpy.int64), numpy.array(settings)
    generator = numpy.array([seed, 77, 99, 1], numpy.int64)
    workspace.control[LIMIT] = UNLIMITED
    results, started = [], time.perf_counter()
    for number in range(count):
        workspace.control[NODES] = 0
        results.append(twin.play(begin, workspace, actions, generator, PLIES, both, number % 2))
    seconds, broken = (time.perf_counter() - started) / count, results.count(duel_rules.UNFINISHED)
    share = (results.count(1) + (results.count(0) + broken) / 2) / count
    interval = 1.96 * sqrt(max(share * (1 - share), 0.01) / count)
    return f"{share:.1%} ± {interval:.1%}, {broken} broken off, {1000 * seconds:.1f} ms a game"


def main() -> None:
    """Print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=[name for name, game in games().items() if game.throw and game.evaluation])
    parser.add_argument("games", type=int, help="of each pairing")
    parser.add_argument("players", nargs="+", metavar="DEPTH:NOISE")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--seed", type=int, default=1)
    order = parser.parse_args()
    players = [[int(number) for number in player.split(":")] for player in order.players]
    kinds = {option.name: {str(value): value for value, _ in option.choices} for option in games()[order.game].options}
    options = {name: kinds.get(name, {}).get(value, value) for name, value in (one.split("=") for one in order.option)}
    for number, pair in enumerate(pairwise(players)):
        names = " against ".join(order.players[number : number + 2])
        print(f"{names}: {compare(order.game, options, list(pair), order.games, order.seed)}", flush=True)


if __name__ == "__main__":
    main()
