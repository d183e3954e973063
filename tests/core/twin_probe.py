"""Compile perft for each game; print its count, the cache hits and misses, and the folder: python twin_probe.py GAME …"""

import json
import sys

import numpy

from ludoteka.core.twins import cache_folder, compiled_twin
from ludoteka.games import games
from ludoteka.search import playout

DEPTH = 3


def count(game):
    states = game.rules.State.packed_array(DEPTH + 1)
    states[0] = game.begin(game.check_options({})).pack()
    buffers = numpy.zeros((DEPTH + 1, game.rules.MAX_ACTIONS), numpy.int64)
    perft = compiled_twin(playout, game.rules).perft
    found = perft(states, buffers, numpy.zeros(DEPTH + 1, numpy.int64), DEPTH)
    loaded, compiled_now = (sum(stats.values()) for stats in (perft.stats.cache_hits, perft.stats.cache_misses))
    return {
        "count": found,
        "loaded": loaded,
        "compiled": compiled_now,
        "folder": str(cache_folder(playout, game.rules)),
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps({name: count(games()[name]) for name in sys.argv[1:]}))
