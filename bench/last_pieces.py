"""How much the search loses in the last positions of a race, by their exact chances: with and without the table.

python bench/last_pieces.py scripta 300 2 3 --option must_move=true

The positions come from games, of three men in XII Scripta, between players that look to the end of their turn.
"""

import argparse
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from json import loads
from math import exp
from random import Random
from typing import Any, cast

from ludoteka.core.game import Game
from ludoteka.core.network.weights import VALUE
from ludoteka.core.rules import CHANCE, UNSOLVED
from ludoteka.core.rules import weight as equally
from ludoteka.games import games
from ludoteka.games.quagmire.evaluation import learned
from ludoteka.games.scripta.evaluation import readable
from ludoteka.search.control import NODES
from ludoteka.search.searches import Expectimax

PLAIN = {"quagmire": learned, "scripta": readable}  # the evaluations without the tables
OPTIONS: dict[str, dict[str, Any]] = {"quagmire": {"seats": "bt"}, "scripta": {"pieces": 3}}


class Player:
    """Plays with or without the endgame table, to a fixed depth."""

    def __init__(self, game: Game, depth: int, *, has_table: bool) -> None:
        self.game = game
        self.search = Expectimax(game if has_table else replace(game, evaluation=PLAIN[game.name]), is_compiled=True)
        self.depth, self.nodes = depth, 0

    def action(self, state: Any) -> int:
        """Return the best action."""
        workspace = self.search.workspace(state)
        legal = self.game.legal(state)
        chosen = max(legal, key=lambda action: self.search.worth(workspace, action, self.depth, 0))
        self.nodes += int(workspace.control[NODES])
        return chosen

    def chance(self, state: Any) -> float:
        """Return the chance to win after the rest of the turn."""
        state, seat, rules = state.copy(), state.turn, self.game.rules
        while not rules.is_terminal(state) and rules.current_seat(state) == seat:
            rules.apply(state, self.action(state))
        if rules.is_terminal(state):
            return 1.0
        known: Any = self.game.evaluation
        return 1 / (1 + exp(-known.endgame(state, seat) / VALUE))


def positions(game: Game, count: int, options: dict[str, Any], chance: Random) -> Iterator[Any]:
    """Yield positions after a throw that are in the table and leave a choice."""
    player, rules, known = Player(game, 1, has_table=False), game.rules, cast("Any", game.evaluation)
    weigh = getattr(rules, "weight", equally)
    while True:
        state = game.begin(options)
        while not rules.is_terminal(state):
            if rules.current_seat(state) == CHANCE:
                legal = game.legal(state)
                rules.apply(state, chance.choices(legal, [weigh(state, one) for one in legal])[0])
                if known.endgame(state, state.turn) != UNSOLVED and len(game.legal(state)) > 1:
                    yield state.copy()
                    count -= 1
                    if count == 0:
                        return
            else:
                rules.apply(state, player.action(state))


def main() -> None:
    """Print the losses."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(PLAIN))
    parser.add_argument("count", type=int, help="of positions")
    parser.add_argument("depths", type=int, nargs="+", metavar="DEPTH")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=JSON", type=partial(str.split, sep="="))
    order = parser.parse_args()
    game = games()[order.game]
    options = game.check_options(OPTIONS[game.name] | {name: loads(value) for name, value in order.option})
    states = list(positions(game, order.count, options, Random(1)))
    best = [Player(game, 1, has_table=True).chance(state) for state in states]
    for depth in order.depths:
        for has_table in (False, True):
            player = Player(game, depth, has_table=has_table)
            losses = [most - player.chance(state) for most, state in zip(best, states, strict=True)]
            print(
                f"depth {depth}, {'with' if has_table else 'without'} the table: {sum(loss > 0.001 for loss in losses)} of"
                f" {len(losses)} turns lose, {sum(losses) / len(losses):.3%} on average, {max(losses):.1%} at worst,"
                f" {player.nodes / len(losses):,.0f} positions a turn",
                flush=True,
            )


if __name__ == "__main__":
    main()
