"""Compute the endgame table of XII Scripta: python tools/endgames.py (a few minutes).

The chance to win of each position before a throw (`last_men`) is computed by value iteration over the rules: the mean
over all throws of the best use of the dice, until nothing changes any more.
"""

from math import log
from pathlib import Path
from typing import Any

import numpy

import endgame_solver
from ludoteka.core.network.endgame_tables import write_endgame_table
from ludoteka.core.network.weights import VALUE
from ludoteka.core.twins import compiled_twin
from ludoteka.games.scripta import rules
from ludoteka.games.scripta.evaluation import last_men

FILE = Path(last_men.__file__).with_name("endgames.json")
PLIES = 5  # the throw, three dice, and one to spare
SETTLED = 1e-8  # the largest change in the last sweep
LIMIT = 0.999999  # chances beyond it count as certain
ROOM = 1 << 26  # for results of throws


def solve(must_move: int) -> Any:
    """Return the chance to win of every position; 0.5 where none is possible."""
    bind: Any = compiled_twin
    solver = bind(endgame_solver, rules, last_men)
    state = rules.State()
    state.must_move = must_move
    states = rules.State.packed_array(PLIES)
    states[0] = state.pack()
    actions = numpy.zeros((PLIES, rules.MAX_ACTIONS), numpy.int64)
    memory = (states, actions, numpy.zeros((PLIES, 2), numpy.int64))
    results = numpy.zeros(ROOM, numpy.int32)
    ends = numpy.zeros((last_men.POSITIONS, len(rules.THROWS) + 1), numpy.int64)
    ways = numpy.zeros((last_men.POSITIONS, len(rules.THROWS)), numpy.int64)
    solver.list_results(memory, last_men.POSITIONS, results, ends, ways)
    chances = numpy.full(last_men.POSITIONS, 0.5)
    while solver.sweep(last_men.POSITIONS, results, ends, ways, chances) > SETTLED:
        pass
    return chances


def value(chance: float) -> int:
    """Return a chance as the value of an evaluation."""
    sure = min(max(chance, 1 - LIMIT), LIMIT)
    return round(VALUE * log(sure / (1 - sure)))


def main() -> None:
    """Write the file."""
    values = [value(chance) for must_move in (0, 1) for chance in solve(must_move).tolist()]
    write_endgame_table(FILE, values)


if __name__ == "__main__":
    main()
