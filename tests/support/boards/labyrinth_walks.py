"""Matches of Labyrinth that computers play to the end in random mazes of many sizes.

python tests/support/boards/labyrinth_walks.py 1000
"""

import sys
from random import Random

from ludoteka.core.match import Match
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.games import games
from ludoteka.games.labyrinth.generator import Shape, scenario

GAME = games()["labyrinth"]
MOST_PLIES = 6000


def play(shape, seed, at_random=()):
    """Play a match in a random maze; the seats in `at_random` try anything, the others think.  Return the result, if any."""
    chance = Random(seed)
    match = Match(GAME, {"scenario": scenario(shape, seed), "players": shape.players})
    refused = set()
    while match.seat != NOBODY and len(match.actions) < MOST_PLIES:
        seen = match.seen()
        if match.seat == CHANCE:
            action = GAME.throw(match.state, lambda _, faces: chance.randint(1, faces))
        elif refused or match.letter(match.seat) in at_random:  # a refused player tries something else
            action = chance.choice([offer for offer in match.offers() if offer not in refused])
        else:
            action = GAME.decide(seen, chance.randrange, GAME.decide_levels)
        if match.accepts(action):
            match.play(GAME.texts.action_text(seen, action))
            refused = set()
        else:
            refused.add(action)
    return match.returns()


def assorted(seed):
    """Return the shape of a maze of any size, with objects on up to a quarter of its cells."""
    chance = Random(1000 + seed)
    floors, players = chance.randint(1, 5), chance.randint(1, 5)
    cells = chance.randint(max(floors * 4, 2 * floors - 1 + players), 150)
    return Shape(floors, cells, chance.randint(5, 40), chance.randint(0, cells // 4), players)


if __name__ == "__main__":
    mazes = int(sys.argv[1])
    finished = sum(play(assorted(seed), seed) is not None for seed in range(mazes))
    print(f"{mazes} mazes made and accepted, {finished} finished within {MOST_PLIES} plies")  # noqa: T201 - its only output
