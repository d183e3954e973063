"""How long the compiler works on the search of a game: with nothing kept from before, and with its cache.

`python bench/compiling.py GAME ...` prints the seconds of the processor for each game, in a process that does nothing else.
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
    """What was measured of a game."""

    game: str
    anew: float  # seconds of the processor, whatever else the machine does
    from_cache: float


def compiling() -> list[Compiling]:
    """Return how long every game that is searched takes to be made ready, one after the other as in the house."""
    names = [name for name, game in games().items() if game.evaluation]
    with tempfile.TemporaryDirectory() as folder:
        anew, from_cache = _seconds(names, folder), _seconds(names, folder)
    return [Compiling(*one) for one in zip(names, anew, from_cache, strict=True)]


def _seconds(names: list[str], folder: str) -> list[float]:
    environment = os.environ | {"XDG_CACHE_HOME": folder}
    command = [sys.executable, __file__, *names]
    answer = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True)  # noqa: S603 - our own
    return [float(line) for line in answer.stdout.split()]


def main() -> None:
    """Make the searches of the games named ready and print how long each took."""
    for name in sys.argv[1:]:
        started = time.process_time()
        warm_search(games()[name])
        print(time.process_time() - started)


if __name__ == "__main__":
    main()
