"""Decisions a second of environments for programs that learn: ours, and those of PettingZoo, OpenSpiel and Pgx.

`python bench/research.py` prints the section of the report; `--write docs/bench.md` replaces it there.  It takes about four minutes, and some more when nothing is compiled yet.
Every round measures each environment once, so that noise affects all of them alike; the median counts.
"""

import argparse
import os
import random
import re
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import pgx
import pyspiel
from open_spiel.python.rl_agent import StepOutput
from open_spiel.python.rl_environment import Environment
from open_spiel.python.vector_env import SyncVectorEnv
from pgx.experimental import auto_reset

from ludoteka.games import games
from ludoteka.research.vector import VectorEnv
from machine import machine

SECONDS = 0.3  # per measurement
CALLS = 4096  # decisions of ours between two looks at the clock
BOARDS, RACES = ("tavlei", "moksha"), ("quagmire", "scripta")
COMPARED = (*BOARDS, *RACES)
OURS = (*COMPARED, "labyrinth")  # which has no like elsewhere
SIZES = (1, 64, 1024)
MANY = 4096  # matches for two threads
FULL, BARE = {"masks": True, "observations": True}, {"masks": False, "observations": False}
TITLE = "## Environments for programs that learn"
finished: Any = jax.block_until_ready  # which has no types
CORES = os.sched_getaffinity(0)


class Target(NamedTuple):
    """How many times as fast as a peer an environment of ours should be."""

    peer: str
    wanted: tuple[float | None, ...]  # for each of COMPARED; None: no comparison
    ours: str  # {} stands for the game
    is_step: bool  # whether the time in `step` alone counts, without that for choosing


TARGETS = (
    Target("pyspiel breakthrough", (18, 10, None, None), "{} full 1024", False),
    Target("pyspiel backgammon", (None, None, 250, 250), "{} full 1024", False),
    Target("SyncVectorEnv breakthrough 64", (45, 40, None, None), "{} full 64", True),
    Target("SyncVectorEnv backgammon 64", (None, None, 400, 400), "{} full 64", True),
    Target("pgx go_9x9 64", (25, 20, None, None), "{} full 64", True),
    Target("pgx backgammon 64", (None, None, 50, 50), "{} full 64", True),
    Target("PettingZoo connect_four_v3", (2, 1.2, 1.5, 1.5), "{} AEC", False),
    Target("{} one thread", (1.7, 1.7, 1.2, 1.7), "{} two threads", True),
)


class Measured(NamedTuple):
    """What was measured once, or the medians of it: decisions a second."""

    in_step: float  # counting the time in `step` alone
    in_all: float  # with the time for choosing


Measure = Callable[[], Measured]


def contestants() -> dict[str, Callable[[], Measure]]:
    """Return what makes each environment, by its name."""
    kinds = {"full": FULL, "bare": BARE}
    made: dict[str, Callable[[], Measure]] = {}
    for game in OURS:
        for kind, wanted in kinds.items():
            made |= {f"{game} {kind} {size}": partial(vector, game, size, 1, wanted) for size in SIZES}
        made[f"{game} one thread"] = partial(vector, game, MANY, 1, FULL, CORES)
        made[f"{game} two threads"] = partial(vector, game, MANY, 2, FULL, CORES)
        made[f"{game} AEC"] = partial(one_by_one, "ludoteka.research.zoo", game)
    made["PettingZoo connect_four_v3"] = partial(one_by_one, "pettingzoo.classic.connect_four_v3")
    for name in ("breakthrough", "backgammon"):
        made[f"pyspiel {name}"] = partial(spiel, name)
        made[f"SyncVectorEnv {name} 64"] = partial(spiel_vector, name, 64)
    for name in ("go_9x9", "backgammon"):
        made[f"pgx {name} 64"] = partial(pgx_vector, name, 64)
    return made


def vector(game: str, size: int, threads: int, wanted: dict[str, Any], cores: set[int] | None = None) -> Measure:
    """Measure our vector environment: random choices are drawn, and then drawn and played, in turns.

    With `cores`, it may use them, and the time passed counts; otherwise the processor time counts.
    """
    own, now = os.sched_getaffinity(0), time.perf_counter if cores else time.process_time
    os.sched_setaffinity(0, cores or own)  # the threads keep it
    env = VectorEnv(game, size, threads=threads, **wanted)
    env.step(env.draw())
    os.sched_setaffinity(0, own)
    calls = max(1, CALLS // size)

    def measure() -> Measured:
        steps, drawing, both = 0, 0.0, 0.0
        os.sched_setaffinity(0, cores or own)
        while both < SECONDS:
            begun = now()
            for _ in range(calls):
                env.draw()
            drawn = now()
            for _ in range(calls):
                env.step(env.draw())
            drawing, both, steps = drawing + drawn - begun, both + now() - drawn, steps + calls * size
        os.sched_setaffinity(0, own)
        return Measured(steps / (both - drawing), steps / both)

    return measure


def one_by_one(module: str, *arguments: str) -> Measure:
    """Measure an environment of PettingZoo, ours or another."""
    env = import_module(module).env(*arguments)
    seeds = iter(range(1 << 30))
    env.reset(seed=next(seeds))

    def measure() -> Measured:
        steps, begun = 0, time.process_time()
        while (passed := time.process_time() - begun) < SECONDS:
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset(seed=next(seeds))
            else:
                env.step(int(random.choice(np.flatnonzero(observation["action_mask"].view(np.bool_)))))
                steps += 1
        return Measured(steps / passed, steps / passed)

    return measure


def spiel(name: str) -> Measure:
    """Measure a game of OpenSpiel in C++, driven from Python, with its tensor and its mask as arrays."""
    game = pyspiel.load_game(name)

    def begin() -> Any:
        state = game.new_initial_state()
        throw(state)
        return state

    def measure() -> Measured:
        steps, begun, state = 0, time.process_time(), begin()
        while (passed := time.process_time() - begun) < SECONDS:
            np.array(state.observation_tensor(), np.float32)
            mask = np.array(state.legal_actions_mask(), np.bool_)
            state.apply_action(int(random.choice(np.flatnonzero(mask))))
            throw(state)
            steps += 1
            state = begin() if state.is_terminal() else state
        return Measured(steps / passed, steps / passed)

    return measure


def throw(state: Any) -> None:
    """Let chance act until a player must."""
    while state.is_chance_node():
        actions, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(random.choices(actions, chances)[0])


def spiel_vector(name: str, size: int) -> Measure:
    """Measure OpenSpiel's vector environment."""
    envs = SyncVectorEnv([Environment(name) for _ in range(size)])
    latest = envs.reset()

    def choice(step: Any) -> Any:
        seen = step.observations
        return StepOutput(action=random.choice(seen["legal_actions"][seen["current_player"]]), probs=None)

    def measure() -> Measured:
        nonlocal latest
        steps, inside, begun = 0, 0.0, time.process_time()
        while (passed := time.process_time() - begun) < SECONDS:
            choices = [choice(step) for step in latest]
            chosen = time.process_time()
            latest, *_ = envs.step(choices, reset_if_done=True)
            inside += time.process_time() - chosen
            steps += size
        return Measured(steps / inside, steps / passed)

    return measure


def pgx_vector(name: str, size: int) -> Measure:
    """Measure a game of Pgx on the processor."""
    env = pgx.make(name)
    step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))

    @jax.jit
    def choose(key: Any, mask: Any) -> Any:
        key, chance, throws = jax.random.split(key, 3)
        return (
            key,
            jax.random.categorical(chance, jnp.where(mask, 0.0, -jnp.inf), axis=-1),
            jax.random.split(throws, size),
        )

    key = jax.random.PRNGKey(0)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, size))

    def measure() -> Measured:
        nonlocal key, state
        steps, inside, begun = 0, 0.0, time.process_time()
        while (passed := time.process_time() - begun) < SECONDS:
            key, choices, keys = finished(choose(key, state.legal_action_mask))
            chosen = time.process_time()
            state = finished(step(state, choices, keys))
            inside += time.process_time() - chosen
            steps += size
        return Measured(steps / inside, steps / passed)

    return measure


def measured(rounds: int) -> dict[str, Measured]:
    """Measure all environments on one core; the first round compiles and does not count."""
    os.sched_setaffinity(0, {max(CORES)})  # before anything starts threads
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    ready = {name: make() for name, make in contestants().items()}
    taken = [{name: measure() for name, measure in ready.items()} for _ in range(rounds + 1)][1:]
    return {
        name: Measured(
            *(statistics.median(one[name][place] for one in taken) for place in range(len(Measured._fields)))
        )
        for name in ready
    }


def section(rounds: int) -> Iterator[str]:
    """Measure, and yield the lines of the section."""
    speeds = measured(rounds)
    packages = ("gymnasium", "jax", "open_spiel", "pettingzoo", "pgx")
    yield TITLE
    yield ""
    yield f"- {machine()}"
    yield ""
    yield f"Decisions a second on one core, with {', '.join(f'{name} {version(name)}' for name in packages)}. Throws are no decisions: they happen"
    yield "inside a step. Choices are random and legal, and matches that end begin anew. *Full* environments give observations and masks, *bare* ones"
    yield f"neither. Each figure is the median of {rounds} rounds in which all took turns, by the processor time of the process; only where threads are compared,"
    yield f"on all cores and with {MANY:,} matches, by the time that passed. The columns with numbers of matches are `ludoteka.research.vector` and count the"
    yield "time in `step`, AEC is `ludoteka.research.zoo` and counts the time for choosing, too ([what they are](research/vector.md))."
    yield ""
    columns = [f"{kind} {size}" for kind in ("full", "bare") for size in SIZES]
    heads = [f"{kind}, {size:,}" for kind in ("full", "bare") for size in SIZES]
    yield f"| game | {' | '.join(heads)} | two threads | AEC |"
    yield "|---|" + "---|" * (len(columns) + 2)
    for game in OURS:
        cells = [f"{speeds[f'{game} {column}'].in_step:,.0f}" for column in (*columns, "two threads")]
        yield f"| {games()[game].title.text} | {' | '.join(cells)} | {speeds[f'{game} AEC'].in_all:,.0f} |"
    yield ""
    yield "The same for others, and how many times as fast ours is: at 64 matches, beside OpenSpiel's SyncVectorEnv and Pgx with 64, by the time in `step`; at"
    yield "1,024 beside OpenSpiel's games, which are stepped from Python one at a time, with tensors and masks, by the whole time; AEC beside PettingZoo; and two"
    yield "threads beside one. Targets are in brackets."
    yield ""
    yield f"| beside | decisions/s | {' | '.join(games()[game].title.text for game in COMPARED)} |"
    yield "|---|---|" + "---|" * len(COMPARED)
    for target in TARGETS:
        yield _row(target, speeds)
    yield ""


def _row(target: Target, speeds: dict[str, Measured]) -> str:
    def speed(name: str) -> float:
        return speeds[name].in_step if target.is_step else speeds[name].in_all

    cells = []
    for game, wanted in zip(COMPARED, target.wanted, strict=True):
        ratio = speed(target.ours.format(game)) / speed(target.peer.format(game)) if wanted else 0
        cells.append(f"{ratio:.{0 if ratio >= 100 else 1 if ratio >= 10 else 2}f}× (≥ {wanted:g})" if wanted else "")
    own = "{}" in target.peer
    return f"| {'one thread' if own else target.peer} | {'' if own else f'{speed(target.peer):,.0f}'} | {' | '.join(cells)} |"


def replace_section(page: str, lines: str) -> str:
    """Return a page with this section in place of the one with the same title, or at its end."""
    found = re.search(rf"^{TITLE}\n.*?(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
    return page[: found.start()] + lines + page[found.end() :] if found else f"{page.rstrip()}\n\n{lines}"


def main() -> None:
    """Measure, print the section, and put it into a file if asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--write", type=Path)
    arguments = parser.parse_args()
    lines = "\n".join(section(arguments.rounds)) + "\n"
    print(lines)
    if arguments.write:
        arguments.write.write_text(replace_section(arguments.write.read_text("utf-8"), lines), "utf-8")


if __name__ == "__main__":
    main()
