"""How much the search loses in the last positions of XII Scripta, by their exact chances: with and without the table.

python bench/last_men.py 300 2 3 --must-move

The positions come from games of three men between players that look to the end of their turn.
"""

import argparse
from collections.abc import Iterator
from dataclasses import replace
from math import exp
from random import Random
from typing import Any

from ludoteka.core.network.weights import VALUE
from ludoteka.core.rules import CHANCE, UNSOLVED
from ludoteka.games.scripta import GAME, rules
from ludoteka.games.scripta.evaluation import exact, readable
from ludoteka.search.control import NODES
from ludoteka.search.searches import Expectimax


class Player:
    """Plays with or without the endgame table, to a fixed depth."""

    def __init__(self, depth: int, *, has_table: bool) -> None:
        self.search = Expectimax(GAME if has_table else replace(GAME, evaluation=readable), is_compiled=True)
        self.depth, self.nodes = depth, 0

    def action(self, state: Any) -> int:
        """Return the best action."""
        workspace = self.search.workspace(state)
        legal = GAME.legal(state)
        chosen = max(legal, key=lambda action: self.search.worth(workspace, action, self.depth, 0))
        self.nodes += int(workspace.control[NODES])
        return chosen

    def chance(self, state: Any) -> float:
        """Return the chance to win after the rest of the turn."""
        state, seat = state.copy(), state.turn
        while not rules.is_terminal(state) and rules.current_seat(state) == seat:
            rules.apply(state, self.action(state))
        if rules.is_terminal(state):
            return 1.0
        return 1 / (1 + exp(-exact.endgame(state, seat) / VALUE))


def positions(count: int, options: dict[str, Any], chance: Random) -> Iterator[Any]:
    """Yield positions after a throw that are in the table and leave a choice."""
    player = Player(1, has_table=False)
    while True:
        state = rules.start(options)
        while not rules.is_terminal(state):
            if rules.current_seat(state) == CHANCE:
                legal = GAME.legal(state)
                rules.apply(state, chance.choices(legal, [rules.weight(state, one) for one in legal])[0])
                if exact.endgame(state, state.turn) != UNSOLVED and len(GAME.legal(state)) > 1:
                    yield state.copy()
                    count -= 1
                    if count == 0:
                        return
            else:
                rules.apply(state, player.action(state))


def main() -> None:
    """Print the losses."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int, help="of positions")
    parser.add_argument("depths", type=int, nargs="+", metavar="DEPTH")
    parser.add_argument("--must-move", action="store_true")
    order = parser.parse_args()
    options = GAME.check_options({"pieces": 3, "must_move": order.must_move})
    states = list(positions(order.count, options, Random(1)))
    best = [Player(1, has_table=True).chance(state) for state in states]
    for depth in order.depths:
        for has_table in (False, True):
            player = Player(depth, has_table=has_table)
            losses = [most - player.chance(state) for most, state in zip(best, states, strict=True)]
            print(
                f"depth {depth}, {'with' if has_table else 'without'} the table: {sum(one > 0.001 for one in losses)} of"
                f" {len(losses)} turns lose, {sum(losses) / len(losses):.3%} on average, {max(losses):.1%} at worst,"
                f" {player.nodes / len(losses):,.0f} positions a turn",
                flush=True,
            )


if __name__ == "__main__":
    main()
