"""Learns XII Scripta from opponents of the house: PPO of the library skrl, with masks (docs/research/learning.md).

    pip install "skrl[jax]"
    python examples/learning/skrl_ppo.py

The policy is written to skrl_ppo.npz.
"""

import argparse
import os
import time
from collections.abc import Mapping, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import flax.linen as nn
import gymnasium
import jax
import jax.numpy as jnp
import numpy as np
import skrl
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from skrl.agents.jax.ppo import PPO
from skrl.envs.wrappers.jax import wrap_env
from skrl.memories.jax import RandomMemory
from skrl.models.jax import CategoricalMixin, DeterministicMixin, Model
from skrl.trainers.jax import SequentialTrainer
from skrl.utils import set_seed
from table import print_table

from ludoteka.games import games
from ludoteka.players.policies import Policy
from ludoteka.research.position import usual_options
from ludoteka.research.seat import SeatEnv

GAME = games()["scripta"]
NUMBERS, HIGHEST, CHOICES = len(GAME.encoding.NAMES), GAME.encoding.HIGHEST, len(GAME.encoding.choices(0))
STEPS = 3  # how often each number is also shown as 0 or 1: is it at least 1, 2, 3?
HIDDEN = (128, 128)
MATCHES = 32  # played at once
DECISIONS = 64  # in each of them, before the agent learns from all of them
REPORT = 10  # rounds
RECENT = 300  # matches, of which it says how many were won
OPPONENTS = ("random", "level:1", "level:1", "level:3")  # a match in four is against each
SETTINGS = {"rollouts": DECISIONS, "learning_epochs": 4, "mini_batches": 4, "discount_factor": 1.0}
QUIET = {"write_interval": 0, "checkpoint_interval": 0}  # nothing is written for TensorBoard
TRAINER = {"timesteps": DECISIONS, "headless": True, "disable_progressbar": True, "close_environment_at_exit": False}


class Masked(gymnasium.Env[Any, Any]):
    """One seat of a match, for agents that know no masks: the mask stands before what is seen.

    Where only one choice is legal, it is played without asking.
    """

    def __init__(self, opponent: str, options: Mapping[str, Any]) -> None:
        self.env = SeatEnv(GAME, opponent=opponent, options=options)
        self.action_space = self.env.action_space
        self.observation_space = gymnasium.spaces.Box(0, HIGHEST, (CHOICES + NUMBERS,), np.float32)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a match, and play it up to the first decision."""
        seen, info = self.env.reset(seed=seed)
        seen, _, terminated, truncated, _ = self._decision(seen, 0.0, False, False, info)
        return (seen, {}) if not (terminated or truncated) else self.reset()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play a choice, and then the match up to the next decision, or its end."""
        return self._decision(*self.env.step(action))

    def _decision(self, seen, reward, terminated, truncated, info):
        while not (terminated or truncated) and info["action_mask"].sum() == 1:
            seen, reward, terminated, truncated, info = self.env.step(info["action_mask"].argmax())
        return np.concatenate([info["action_mask"], seen], dtype=np.float32), reward, terminated, truncated, {}


def layers(seen: Any, outputs: int) -> Any:
    """Return what plain layers make of what is seen, as `ludoteka.players.policies` has them."""
    values = jnp.concatenate([seen / HIGHEST, *(seen >= step for step in range(1, STEPS + 1))], -1)
    for size in HIDDEN:
        values = nn.relu(nn.Dense(size)(values))
    return nn.Dense(outputs)(values)


class Chooser(CategoricalMixin, Model):
    """Rates choices, those that are not legal so low that they are never drawn."""

    def __init__(self, **spaces: Any) -> None:
        Model.__init__(self, **spaces)
        CategoricalMixin.__init__(self)

    @nn.compact
    def __call__(self, inputs: Mapping[str, Any], role: str) -> tuple[Any, dict[str, Any]]:
        masks, seen = jnp.split(inputs["observations"], [CHOICES], -1)
        return jnp.where(masks > 0, layers(seen, CHOICES), -1e9), {}


class Judge(DeterministicMixin, Model):
    """Expects a result."""

    def __init__(self, **spaces: Any) -> None:
        Model.__init__(self, **spaces)
        DeterministicMixin.__init__(self)

    @nn.compact
    def __call__(self, inputs: Mapping[str, Any], role: str) -> tuple[Any, dict[str, Any]]:
        return layers(inputs["observations"][..., CHOICES:], 1), {}


def create_env(opponents: Sequence[str], options: Mapping[str, Any]) -> Any:
    """Return matches against the opponents in turn, as skrl plays them."""
    seats = [lambda name=name: Masked(name, options) for name in islice(cycle(opponents), MATCHES)]
    matches = RecordEpisodeStatistics(SyncVectorEnv(seats, autoreset_mode=AutoresetMode.SAME_STEP), RECENT)
    return wrap_env(matches, "gymnasium", verbose=False)


def create_agent(env: Any) -> PPO:
    """Return an agent that knows nothing."""
    spaces = {"observation_space": env.observation_space, "action_space": env.action_space, "device": env.device}
    models = {"policy": Chooser(**spaces), "value": Judge(**spaces)}
    for role, model in models.items():
        model.init_state_dict(role=role)
    memory = RandomMemory(memory_size=DECISIONS, num_envs=MATCHES, device=env.device)
    return PPO(models=models, memory=memory, cfg=SETTINGS | {"experiment": QUIET}, **spaces)


def save(agent: PPO, file: Path, recipe: Mapping[str, Any]) -> None:
    """Write the policy.  Its last layer has one more output, the result, about which this one says nothing: 0."""
    dense = agent.models["policy"].state_dict.params["params"]
    pairs = [(dense[f"Dense_{i}"]["kernel"], dense[f"Dense_{i}"]["bias"]) for i in range(len(HIDDEN) + 1)]
    weights, biases = pairs.pop()
    pairs.append((np.pad(weights, ((0, 0), (0, 1))), np.pad(biases, (0, 1))))
    Policy.of(GAME, STEPS, pairs, recipe).save(file)


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, and print how strong the policy is."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--minutes", type=float, default=5, help="how long to learn (5)")
    parser.add_argument("--rounds", type=int, default=1 << 30, help="stop after so many rounds of 2048 decisions")
    parser.add_argument("--pieces", type=int, default=3, help="the men of each seat (3)")
    parser.add_argument("--seed", type=int, default=1, help="of all random numbers (1)")
    parser.add_argument("--opponents", nargs="+", default=OPPONENTS, help="to learn from, and to meet at the end")
    parser.add_argument("--games", type=int, default=100, help="games against each of them at the end (100)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes that play them (one per core)")
    parser.add_argument("--folder", type=Path, default=Path(), help="where skrl_ppo.npz is written (here)")
    given = parser.parse_args(arguments)
    options = usual_options(GAME, {"pieces": given.pieces})
    recipe = {"by": "examples/learning/skrl_ppo.py", "options": options, "seed": given.seed}
    given.folder.mkdir(parents=True, exist_ok=True)
    file = given.folder / "skrl_ppo.npz"

    skrl.logger.setLevel("WARNING")
    skrl.config.jax.device = jax.devices()[0]
    set_seed(given.seed)
    env = create_env(given.opponents, options)
    agent = create_agent(env)
    trainer = SequentialTrainer(env=env, agents=agent, cfg=TRAINER)
    started, rounds = time.monotonic(), 0
    print(f"{MATCHES} matches at once against {', '.join(given.opponents)}.", flush=True)
    try:
        while rounds < given.rounds and time.monotonic() - started < 60 * given.minutes:
            trainer.train()  # one round: it goes on where the last one stopped
            rounds += 1
            if rounds % REPORT == 0:
                minutes, results = (time.monotonic() - started) / 60, np.array(env.return_queue)
                count = f"{rounds * DECISIONS * MATCHES:9,} decisions, {env.episode_count:6,} matches"
                print(f"{minutes:5.1f} min: {count}, {(results > 0).sum()} of the last {len(results)} won", flush=True)
    finally:  # also after Ctrl-C
        minutes = round((time.monotonic() - started) / 60, 1)
        save(agent, file, recipe | {"opponents": [*given.opponents], "rounds": rounds, "minutes": minutes})
    print_table(file, options, [*dict.fromkeys(given.opponents)], given.games, given.jobs)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        raise SystemExit("Interrupted. What was learned so far is in skrl_ppo.npz.") from None
