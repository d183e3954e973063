"""Learns XII Scripta by playing against itself: PPO with masks, in JAX (docs/research/learning.md).

    python examples/learning/race.py

The policy is written to race.npz every minute, so it can be interrupted; the same command goes on where it stopped.
"""

import argparse
import math
import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import checkpoint
import jax
import jax.numpy as jnp
import numpy as np
import optax
from table import print_table

import network
from ludoteka.games import games
from ludoteka.players.policies import Policy
from ludoteka.research.vector import VectorEnv

GAME = games()["scripta"]
HIGHEST = GAME.encoding.HIGHEST
MATCHES = 512  # played at once, unless more or fewer are wanted
DECISIONS = 64  # in each of them, before the network learns from all of them
BATCH = 4096  # decisions from which it learns at once
PASSES = 3  # through the decisions of a round
HIDDEN = (128, 128)
LIMIT = 2000  # decisions in a match, which is then broken off
RATE = 1e-3  # of learning
CLIP = 0.2  # how far one round may change how probable a choice is
TRACE = 0.95  # how much of what follows counts against what the network expects
CURIOSITY = 0.01  # the weight of choosing differently
AVERAGE = 0.02  # the share of a round in the averaged network, which is the one that is written
SAVE = 60  # seconds
REPORT = 10  # rounds
OPPONENTS = ("random", "level:1", "level:3", "level:5")  # as in `ludoteka arena`

optimizer = optax.chain(optax.clip_by_global_norm(0.5), optax.adam(RATE))


class Learner(NamedTuple):
    """Everything that a training goes on from."""

    layers: Any
    average: Any  # of the layers, which plays better than the latest ones
    optimizer: Any
    key: Any  # of the random numbers
    rounds: Any
    seconds: Any  # so far


class Round(NamedTuple):
    """What was seen and done in a round: arrays with a row for each decision of each match."""

    seen: Any
    masks: Any
    choices: Any
    logs: Any  # of how probable the choices were
    gains: Any  # how much better it went than the network expected
    results: Any  # what the network ought to have expected


def begin(seed: int) -> Learner:
    """Return a learner that knows nothing."""
    key, own = jax.random.split(jax.random.key(seed))
    layers = network.create(own, len(GAME.encoding.NAMES), HIDDEN, len(GAME.encoding.choices(0)))
    return Learner(layers, layers, optimizer.init(layers), jax.random.key_data(key), jnp.int32(0), jnp.float32(0))


@jax.jit
def choose(layers, seen, masks, key):
    """Return choices drawn by their ratings, the logarithms of how probable they were, and the expected results."""
    ratings, values = network.rate(layers, seen, HIGHEST)
    logs = jax.nn.log_softmax(network.only_legal(ratings, masks))
    choices = jax.random.categorical(key, logs)
    return choices, jnp.take_along_axis(logs, choices[:, None], 1)[:, 0], values


def play(env: VectorEnv, now: Any, layers: Any, key: Any) -> tuple[Any, Round, int]:
    """Play a round from what the environment has returned last; return that anew, the round, and how many matches ended."""
    size = DECISIONS, env.num_envs
    seen, masks = np.empty((*size, *now[0].shape[1:]), np.int8), np.empty((*size, now[1]["action_mask"].shape[1]), bool)
    choices, logs = np.empty(size, np.int32), np.empty(size, np.float32)
    values, rewards, onwards = np.empty((DECISIONS + 1, env.num_envs), np.float32), np.empty(size), np.empty(size)
    ended = 0
    for step in range(DECISIONS):
        key, own = jax.random.split(key)
        seen[step], masks[step] = now[0], now[1]["action_mask"]
        choices[step], logs[step], values[step] = choose(layers, seen[step], masks[step], own)
        observation, rewards[step], terminated, truncated, infos = env.step(choices[step])
        is_over = terminated | truncated
        # What is good for the seat that acts next is bad for the one that has acted, unless that is the same.
        onwards[step] = np.where(is_over, 0, np.where(infos["seats"] == infos["acted"], 1, -1))
        now, ended = (observation, infos), ended + int(is_over.sum())
    values[DECISIONS] = choose(layers, now[0], now[1]["action_mask"], key)[2]
    gains, gain = np.empty(size, np.float32), np.zeros(env.num_envs)
    for step in reversed(range(DECISIONS)):
        gain = rewards[step] + onwards[step] * (values[step + 1] + TRACE * gain) - values[step]
        gains[step] = gain
    parts = seen, masks, choices, logs, gains, gains + values[:-1]
    return now, Round(*(part.reshape(-1, *part.shape[2:]) for part in parts)), ended


def loss(layers, part: Round):
    """Return what learning makes smaller: PPO's clipped gain, the error of the expected results, and a lack of curiosity."""
    ratings, values = network.rate(layers, part.seen, HIGHEST)
    logs = jax.nn.log_softmax(network.only_legal(ratings, part.masks))
    ratio = jnp.exp(jnp.take_along_axis(logs, part.choices[:, None], 1)[:, 0] - part.logs)
    gains = (part.gains - part.gains.mean()) / (part.gains.std() + 1e-8)
    gained = jnp.minimum(ratio * gains, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * gains).mean()
    error = jnp.square(values - part.results).mean()
    curiosity = -(jnp.exp(logs) * jnp.where(part.masks, logs, 0)).sum(1).mean()
    return 0.5 * error - gained - CURIOSITY * curiosity, (error, curiosity)


@jax.jit
def learn(state, whole: Round, key):
    """Learn from a round; return the layers and the state of the optimizer, the mean error, and the mean curiosity."""

    def learn_part(state, rows):
        layers, memory = state
        part = jax.tree.map(lambda one: one[rows], whole)
        (_, told), slopes = jax.value_and_grad(loss, has_aux=True)(layers, part)
        changes, memory = optimizer.update(slopes, memory, layers)
        return (optax.apply_updates(layers, changes), memory), told

    def learn_all(state, key):
        return jax.lax.scan(learn_part, state, jax.random.permutation(key, len(whole.gains)).reshape(-1, BATCH))

    state, told = jax.lax.scan(learn_all, state, jax.random.split(key, PASSES))
    return state, jax.tree.map(jnp.mean, told)


def train(
    learner: Learner, env: VectorEnv, folder: Path, rounds: int, minutes: float, recipe: dict[str, Any]
) -> Learner:
    """Learn until there were so many rounds, or for so many more minutes; write what was learned to a folder."""
    started, before = time.monotonic(), float(learner.seconds)
    saved, decisions, ended = started, 0, 0  # the last two since the last report
    now, key = env.reset(seed=recipe["seed"] + int(learner.rounds)), jax.random.wrap_key_data(learner.key)
    try:
        while learner.rounds < rounds and time.monotonic() - started < 60 * minutes:
            key, to_play, to_learn = jax.random.split(key, 3)
            now, played, ends = play(env, now, learner.layers, to_play)
            (layers, memory), (error, curiosity) = learn((learner.layers, learner.optimizer), played, to_learn)
            average = optax.incremental_update(layers, learner.average, max(AVERAGE, 1 / (1 + int(learner.rounds))))
            seconds = before + time.monotonic() - started
            learner = Learner(
                layers, average, memory, jax.random.key_data(key), learner.rounds + 1, jnp.float32(seconds)
            )
            decisions, ended = decisions + len(played.gains), ended + ends
            if learner.rounds % REPORT == 0:
                each = f"{decisions / max(1, ended):4.0f} decisions a match"
                print(
                    f"{seconds / 60:5.1f} min, round {learner.rounds:4}: "
                    f"{int(learner.rounds) * len(played.gains) / 1e6:5.1f} million decisions, {each}, "
                    f"error {error:.3f}, curiosity {curiosity:.2f}",
                    flush=True,
                )
                decisions, ended = 0, 0
            if time.monotonic() - saved > SAVE:
                save(learner, folder, recipe)
                saved = time.monotonic()
    finally:  # also after Ctrl-C
        save(learner, folder, recipe)
    return learner


def save(learner: Learner, folder: Path, recipe: dict[str, Any]) -> None:
    """Write the policy, and what the training goes on from."""
    said = recipe | {"rounds": int(learner.rounds), "minutes": round(float(learner.seconds) / 60, 1)}
    Policy.of(GAME, network.STEPS, learner.average, said).save(folder / "race.npz")
    checkpoint.write(folder / "race.training", learner, recipe)


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, and print how strong the policy is."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--rounds", type=int, help="stop after so many rounds, counting earlier runs")
    parser.add_argument("--minutes", type=float, help="learn for so many more minutes (10, unless you name --rounds)")
    parser.add_argument("--pieces", type=int, default=15, help="the men of each seat (15)")
    parser.add_argument("--matches", type=int, default=MATCHES, help="played at once, a multiple of 64 (512)")
    parser.add_argument("--seed", type=int, default=1, help="of all random numbers (1)")
    parser.add_argument("--games", type=int, default=200, help="games against each opponent at the end (200)")
    parser.add_argument("--opponents", nargs="*", default=OPPONENTS, help="players of an arena to meet at the end")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes that play them (one per core)")
    parser.add_argument("--folder", type=Path, default=Path(), help="where race.npz is written (here)")
    given = parser.parse_args(arguments)
    env = VectorEnv(GAME, given.matches, options={"pieces": given.pieces}, limit=LIMIT)
    recipe = {
        "by": "examples/learning/race.py",
        "options": dict(env.options),
        "seed": given.seed,
        "matches": given.matches,
    }
    given.folder.mkdir(parents=True, exist_ok=True)
    learner = checkpoint.read(given.folder / "race.training", begin(given.seed), recipe)
    print(f"{given.matches} matches at once, on {jax.devices()[0]}.", flush=True)
    minutes = given.minutes or (math.inf if given.rounds else 10)
    train(learner, env, given.folder, given.rounds or 1 << 30, minutes, recipe)
    print(f"{given.folder / 'race.npz'} holds what was learned.", flush=True)
    print_table(given.folder / "race.npz", env.options, given.opponents, given.games, given.jobs)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        raise SystemExit("Interrupted. The same command goes on.") from None
