"""Policies as a training begins with them."""

import math
from itertools import pairwise

import numpy as np

from ludoteka.games import games
from ludoteka.players.policies import Policy

HIDDEN = 8
STEPS = 1


def untrained(name, seed=1):
    """The policy of a game, with random weights."""
    game, chance = games()[name], np.random.default_rng(seed)
    sizes = [math.prod(game.encoding.SHAPE) * (1 + STEPS), HIDDEN, len(game.encoding.choices(0)) + 1]
    layers = [(chance.normal(size=(width, after)), chance.normal(size=after)) for width, after in pairwise(sizes)]
    return Policy.of(game, STEPS, layers, {"seed": seed})
