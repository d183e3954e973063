"""Play games with every index checked: python within_bounds.py MATCHES PLIES GAME …, with NUMBA_BOUNDSCHECK=1.

With each variant of the options of a game it plays MATCHES matches in step, and compiled playouts of PLIES plies in all.
Only Labyrinth has variants that leave room in the lists of a state, so it is also played with all of them full.
"""

import sys

import numpy

from ludoteka.core.twins import compiled_twin
from ludoteka.games import games
from ludoteka.games.labyrinth.generator import SIZES
from ludoteka.games.labyrinth.generator import scenario as generated_scenario
from ludoteka.games.labyrinth.rules import FARTHEST, LONGEST_NAME, MAX_CELLS, SEATS
from ludoteka.search import playout
from ludoteka.testing import check_lockstep, chooser, variants

WIDTH = 15  # of a maze
LENGTH = 1_000  # the most plies in one playout
playout.IS_INLINED = False  # the code takes many times as long to compile if it is inlined


def full_labyrinths():
    """Yield options with the most cells, and the longest names of the most players: cells as far away as possible, and a rich maze."""
    names = [f"{number:0{LONGEST_NAME}}" for number in range(SEATS)]
    cells = [[FARTHEST - number % WIDTH, FARTHEST - number // WIDTH, 0] for number in range(MAX_CELLS)]
    far = {
        "walls": [],
        "ladders": [],
        "objects": [],
        "cells": cells,
        "one_way": [[cells[WIDTH], "west"]],
        "exits": [[cells[0], "east"]],
        "items": [{"at": cells[-1], "item": "key", "count": 1}],
    }
    for scenario in (far, generated_scenario(SIZES["huge"]._replace(players=SEATS), b"full")):
        yield games()["labyrinth"].check_options({"players": names, "scenario": scenario})


def main(matches, plies, *names):
    for game in map(games().get, names):
        for options in (*variants(game), *(full_labyrinths() if game.name == "labyrinth" else ())):
            for number in range(int(matches)):
                check_lockstep(game, options, chooser(number))
            play(game, options, int(plies))


def play(game, options, wanted):
    begin, state = game.begin(options).pack(), game.rules.State().pack()
    actions = numpy.zeros(game.rules.MAX_ACTIONS, numpy.int64)
    generator = numpy.array([1, 2, 3, 4], numpy.int64)
    playouts = compiled_twin(playout, game.rules).playouts
    plies = 0
    while plies < wanted:
        plies += playouts(begin, state, actions, generator, 100, LENGTH)


if __name__ == "__main__":
    main(*sys.argv[1:])
