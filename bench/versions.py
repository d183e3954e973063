"""Let two versions of this house play a game without throws against each other, with so many positions a move each.

Numbers of positions, unlike seconds, give the same games on a busy machine.  Choose them so that both versions take the
same processor time, which is printed: `python bench/versions.py tavlei . 120000 ../earlier 60000 --pairs 70 --seed 12`.
"""

import argparse
import json
import math
import os
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

from ludoteka.games import games
from ludoteka.search.deepening import Limits  # type: ignore[attr-defined]  # where earlier versions have it
from ludoteka.search.searches import search_of

OPENING = 4  # random plies
LONGEST = 240  # plies of a game; then it is drawn
NOISE = 5  # of the highest level, in hundredths of a plain piece


class Version:
    """One version of the house: a process that answers a list of actions with its move and its processor time."""

    def __init__(self, folder: str, game: str, nodes: int, seed: int) -> None:
        environment = {**os.environ, "PYTHONPATH": str(Path(folder).resolve() / "src")}
        command = [sys.executable, __file__, game, "--answer", str(nodes), "--seed", str(seed)]
        self.process: Any = subprocess.Popen(  # noqa: S603 - our own command
            command, env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.moves, self.seconds = 0, 0.0

    def move(self, actions: list[int]) -> int:
        """Return the version's move after these actions."""
        print(json.dumps(actions), file=self.process.stdin, flush=True)
        action, seconds = json.loads(self.process.stdout.readline())
        self.moves += 1
        self.seconds += seconds
        return int(action)


def answer(name: str, nodes: int, seed: int) -> None:
    """Answer lists of actions until the input ends."""
    game, chance = games()[name], Random(seed)
    search, seats = search_of(game, is_compiled=True), [one.number for one in game.seats(game.check_options({}))]
    for line in sys.stdin:
        states = follow(game, json.loads(line))
        legal, started = game.legal(states[-1]), time.process_time()
        offsets = {one: chance.randint(-NOISE, NOISE) for one in legal}
        limits = Limits(search.deepest, nodes, None)
        action = search.best(states[-1], legal, limits, seats=seats, offsets=offsets, past=states[:-1])
        print(json.dumps([int(action), time.process_time() - started]), flush=True)


def follow(game: Any, actions: list[int]) -> list[Any]:
    """Return the states after none, one … all of these actions."""
    states = [game.begin(game.check_options({}))]
    for action in actions:
        states.append(states[-1].copy())
        game.rules.apply(states[-1], action)
    return states


def play(game: Any, players: tuple[Version, Version], opening: list[int]) -> int:
    """Return the result for the player of the first seat; a third repetition is a draw."""
    actions, first = list(opening), game.seats(game.check_options({}))[0].number
    while True:
        *past, state = follow(game, actions)
        if game.rules.is_terminal(state):
            return int(game.rules.returns(state, first))
        if len(actions) >= LONGEST or sum(one.digest(0) == state.digest(0) for one in past) > 1:
            return 0
        actions.append(players[game.rules.current_seat(state) != first].move(actions))


def openings(game: Any, seed: int) -> Any:
    """Yield random openings."""
    chance = Random(seed)
    while True:
        opening: list[int] = []
        for _ in range(OPENING):
            opening.append(chance.choice(game.legal(follow(game, opening)[-1])))
        yield opening


def main() -> None:
    """Play pairs of games from random openings and print what the first version won, drew and lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("versions", nargs="*", metavar="FOLDER POSITIONS")
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--answer", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.answer:
        answer(given.game, given.answer, given.seed)
        return
    game, (one, nodes, other, others) = games()[given.game], given.versions
    first, second = Version(one, game.name, int(nodes), 1), Version(other, game.name, int(others), 2)
    results = {"first seat": [0, 0, 0], "second seat": [0, 0, 0]}
    for _, opening in zip(range(given.pairs), openings(game, given.seed), strict=False):
        results["first seat"][1 - play(game, (first, second), opening)] += 1
        results["second seat"][1 + play(game, (second, first), opening)] += 1
        won, drawn, lost = map(sum, zip(*results.values(), strict=True))
        score = (won + drawn / 2) / (won + drawn + lost)
        error = 1.96 * math.sqrt(score * (1 - score) / (won + drawn + lost))
        costs = [f"{1000 * one.seconds / max(1, one.moves):.1f} ms" for one in (first, second)]
        print(f"won, drawn, lost {won, drawn, lost} {results} score {score:.3f} ± {error:.3f}", *costs, flush=True)


if __name__ == "__main__":
    main()
