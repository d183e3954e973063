"""How long the searches of a game take to compile, with an empty and with a full cache.

`python bench/compiling.py GAME ...` prints the processor time for each game, measured in a separate process.
"""

import os
import subprocess
import sys
import tempfile
import time
from typing import NamedTuple

from ludoteka.games import games
from ludoteka.players.computer import warm_search


class Compiling(NamedTuple):
    """The compile time of one game."""

    game: str
    cold: float  # seconds of processor time
    from_cache: float


def compiling() -> list[Compiling]:
    """Measure how long the searches of every game take to compile, one after the other, as in a house."""
    names = [name for name, game in games().items() if game.evaluation]
    with tempfile.TemporaryDirectory() as folder:
        cold, from_cache = _seconds(names, folder), _seconds(names, folder)
    return [Compiling(*one) for one in zip(names, cold, from_cache, strict=True)]


def _seconds(names: list[str], folder: str) -> list[float]:
    environment = os.environ | {"XDG_CACHE_HOME": folder}
    command = [sys.executable, __file__, *names]
    answer = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True)  # noqa: S603 - our own
    return [float(line) for line in answer.stdout.split()]


def main() -> None:
    """Compile the searches of the named games and print how long each took."""
    for name in sys.argv[1:]:
        started = time.process_time()
        warm_search(games()[name])
        if games()[name].learned_evaluation:
            warm_search(games()[name], is_learned=True)
        print(time.process_time() - started)


if __name__ == "__main__":
    main()
