"""Compute the endgame table of a game: python tools/endgames.py scripta (half a minute), or quagmire.

The chance to win of each position before a throw is computed by value iteration over the rules: the mean over all throws
of the best play, until nothing changes any more.
"""

import sys
from math import log
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy

import endgame_solver
from ludoteka.core.game import Game
from ludoteka.core.network.weights import VALUE, write_endgame_table
from ludoteka.core.twins import compiled_twin
from ludoteka.games import games
from ludoteka.games.quagmire.evaluation import last_pawns
from ludoteka.games.scripta.evaluation import last_men

NUMBERINGS = {"quagmire": last_pawns, "scripta": last_men}
PLIES = 5  # the throw, three dice at most, and one to spare
SETTLED = 1e-9  # the largest change in the last sweep
LIMIT = 0.999999  # chances beyond it count as certain
ROOM = 1 << 26  # for results of throws


def solve(game: Game, numbering: ModuleType) -> Any:
    """Return the chance to win of every position; 0.5 where none is possible."""
    bind: Any = compiled_twin
    rules: Any = game.rules
    solver = bind(endgame_solver, rules, numbering)
    positions, throws = numbering.POSITIONS, len(game.legal(game.begin(game.check_options({}))))
    states = rules.State.packed_array(PLIES)
    actions = numpy.zeros((PLIES, rules.MAX_ACTIONS), numpy.int64)
    memory = (states, actions, numpy.zeros((PLIES, 2), numpy.int64))
    results = numpy.zeros(ROOM, numpy.int32)
    ends = numpy.zeros((positions, throws + 1), numpy.int64)
    ways = numpy.zeros((positions, throws), numpy.int64)
    solver.list_results(memory, positions, results, ends, ways)
    chances = numpy.full(positions, 0.5)
    while solver.sweep(positions, results, ends, ways, chances) > SETTLED:
        pass
    return chances


def value(chance: float) -> int:
    """Return a chance as the value of an evaluation."""
    sure = min(max(chance, 1 - LIMIT), LIMIT)
    return round(VALUE * log(sure / (1 - sure)))


def main() -> None:
    """Write the file of the named game."""
    game, numbering = games()[sys.argv[1]], NUMBERINGS[sys.argv[1]]
    file = Path(str(numbering.__file__)).with_name("endgames.json")
    write_endgame_table(file, [value(chance) for chance in solve(game, numbering).tolist()])


if __name__ == "__main__":
    main()
