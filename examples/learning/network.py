"""A network of plain layers in JAX, as `ludoteka.players.policies` plays it with numpy."""

from itertools import pairwise

import jax
import jax.numpy as jnp

STEPS = 3  # how often each number is also shown as 0 or 1: is it at least 1, 2, 3?


def create(key, inputs, hidden, choices, steps=STEPS):
    """Return layers with random weights, the last ones near 0: pairs of weights and biases.

    Args:
        key: of the random numbers.
        inputs: the numbers in an observation.
        hidden: the sizes of the layers between.
        choices: how many outputs rate a choice; one more is the value.
        steps: see `STEPS`.
    """
    sizes = [inputs * (1 + steps), *hidden, choices + 1]
    spread = [(2 / size) ** 0.5 for size in sizes[:-2]] + [0.02 / sizes[-2] ** 0.5]
    keys = jax.random.split(key, len(spread))
    pairs = zip(keys, spread, pairwise(sizes), strict=True)
    return [(width * jax.random.normal(one, shape), jnp.zeros(shape[1])) for one, width, shape in pairs]


def rate(layers, observations, highest, steps=STEPS):
    """Return how choices are rated, N × choices, and the expected results, N."""
    seen = observations.reshape(len(observations), -1)
    values = jnp.concatenate([seen / highest, *(seen >= step for step in range(1, steps + 1))], 1, dtype=jnp.float32)
    for weights, biases in layers[:-1]:
        values = jax.nn.relu(values @ weights + biases)
    weights, biases = layers[-1]
    outputs = values @ weights + biases
    return outputs[:, :-1], jnp.tanh(outputs[:, -1])


def only_legal(ratings, masks):
    """Return the ratings, those of illegal choices so low that they are never chosen."""
    return jnp.where(masks, ratings, jnp.finfo(jnp.float32).min)
