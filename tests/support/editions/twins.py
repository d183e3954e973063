"""Compile the twins of every game and its search, on all cores; `make test` runs this file first.

Otherwise several test processes would compile the same code at the same time.  In the suite, compiled code checks every
index, so that one compilation serves all tests; in a campaign, most tests run the code that people run.
"""

import os
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

TESTS = Path(__file__).parents[2]
SHELVES = (TESTS / "sixth", TESTS.parent / "examples" / "games")  # a sixth game, and the example games
os.environ["LUDOTEKA_GAMES"] = os.pathsep.join(map(str, SHELVES))  # read when ludoteka.games is first imported
if os.environ.get("LUDOTEKA_CAMPAIGN") != "1":
    os.environ["NUMBA_BOUNDSCHECK"] = "1"  # read when numba is first imported

from ludoteka.games import games  # noqa: E402 - after the shelves are named
from ludoteka.players.computer import warm_search  # noqa: E402
from ludoteka.research.choices import machine_rules  # noqa: E402
from ludoteka.research.compiled_position import CompiledGame, is_compilable  # noqa: E402
from ludoteka.research.position import usual_options  # noqa: E402
from ludoteka.research.vector import VectorEnv  # noqa: E402
from ludoteka.testing import check_lockstep, chooser  # noqa: E402


def compile_twins(name):
    """Compile what the tests of a game need."""
    game = games()[name]
    check_lockstep(game, game.check_options({}), chooser(0), plies=1)
    if game.evaluation and SHELVES[1] not in game.folder.parents:
        warm_search(game)
    if game.learned_evaluation:
        warm_search(game, is_learned=True)
    if is_compilable(game):
        CompiledGame(game, usual_options(game))
    if is_compilable(game) or machine_rules(game) is not game.rules:
        env = VectorEnv(game, 2, generated=1, threads=2)
        env.step(env.draw())
        env.close()


if __name__ == "__main__":
    with ProcessPoolExecutor(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None) as pool:
        list(pool.map(compile_twins, games()))
