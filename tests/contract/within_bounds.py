"""Play a game with every index watched: python within_bounds.py GAME, with NUMBA_BOUNDSCHECK=1."""

import sys

import numpy

from ludoteka.core.twins import compiled_twin
from ludoteka.games import games
from ludoteka.search import playout
from ludoteka.testing import check_lockstep, chooser, variants

IN_STEP = 20  # games, with each variant of the options
PLIES = 100_000  # of compiled playouts, likewise
LENGTH = 1_000  # of a playout, at most


def main(name):
    game = games()[name]
    for options in variants(game):
        for number in range(IN_STEP):
            check_lockstep(game, options, chooser(number))
        play(game, options)


def play(game, options):
    begin, state = game.begin(options).pack(), game.rules.State().pack()
    actions = numpy.zeros(game.rules.MAX_ACTIONS, numpy.int64)
    generator = numpy.array([1, 2, 3, 4], numpy.int64)
    playouts = compiled_twin(playout, game.rules).playouts
    plies = 0
    while plies < PLIES:
        plies += playouts(begin, state, actions, generator, 100, LENGTH)


if __name__ == "__main__":
    main(sys.argv[1])
