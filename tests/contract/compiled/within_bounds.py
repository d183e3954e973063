"""Play games with every index checked: python within_bounds.py MATCHES PLIES GAME …, with NUMBA_BOUNDSCHECK=1.

With each variant of the options of a game it plays MATCHES matches in step, and compiled playouts of PLIES plies in all.
"""

import sys

import numpy

from ludoteka.core.twins import compiled_twin
from ludoteka.games import games
from ludoteka.search import playout
from ludoteka.testing import check_lockstep, chooser, variants

LENGTH = 1_000  # the most plies in one playout
playout.IS_INLINED = False  # the code takes many times as long to compile if it is inlined


def main(matches, plies, *names):
    for game in map(games().get, names):
        for options in variants(game):
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
