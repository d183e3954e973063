"""Play many random plies of every game, interpreted and compiled in step (`make instep`)."""

import sys
from itertools import cycle

from ludoteka.games import games
from ludoteka.testing import check_lockstep, chooser, variants

PLIES = 100_000
MATCH = 2_000  # plies; a longer match is stopped


class Counter:
    """A chooser that counts its calls, one per ply."""

    def __init__(self) -> None:
        self.asked = 0
        self.choose = chooser(0)

    def __call__(self, below: int) -> int:
        self.asked += 1
        return self.choose(below)


def main(wanted: int = PLIES) -> None:
    """Print how many plies of each game agreed; stop at the first that does not."""
    for game in games().values():
        counter, options = Counter(), cycle(variants(game))
        while counter.asked < wanted:
            check_lockstep(game, next(options), counter, MATCH)
        print(f"{game.name}: {counter.asked} plies agree")  # noqa: T201 - the result of the tool


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
