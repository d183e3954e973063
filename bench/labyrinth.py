"""The computer player of Labyrinth: how soon it leaves mazes, what it overlooks, and which level wins.

python bench/labyrinth.py 200                          mazes of size small, two players of the highest level
python bench/labyrinth.py 200 --levels 10 9            a duel: every maze is played twice, with the sides swapped
"""

import argparse
import os
import statistics
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random
from typing import Any, NamedTuple

from ludoteka.core.match import Match
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.games import games
from ludoteka.games.labyrinth import notation
from ludoteka.games.labyrinth.chart import MOVES, Chart, chart
from ludoteka.games.labyrinth.generator import SIZES, scenario
from ludoteka.games.labyrinth.options import NAMES

GAME = games()["labyrinth"]
MOST = 400  # turns of each player, after which a maze counts as not ended, unless another limit is asked for
NICE = 15


class Walk(NamedTuple):
    """What happened in one match."""

    seed: int
    winner: str  # "" if the match did not end
    turns: float  # of each player, on average
    known_walls: int  # steps into walls that the player had heard of, with no key that was new there
    repeats: int  # moves from a cell where the player stood before with the same things, and nobody had learned anything since


def walk(seed: int, levels: Sequence[int], size: str, most: int = MOST) -> Walk:
    """Play one maze to its end, or to the limit of turns."""
    repeats, places = 0, dict[Any, Any]()

    def watch(match: Match) -> None:
        nonlocal repeats
        repeats += _is_repeated(match, places)

    match, moves = play(seed, levels, size, most, watch)
    known = sum(
        "already known" in fact.text and "wall" in fact.text for one in match.hindsight() or () for fact in one.facts
    )
    return Walk(seed, winner(match), moves / len(levels), known, repeats)


def play(
    seed: int, levels: Sequence[int], size: str, most: int, watch: Callable[[Match], None] = lambda match: None
) -> tuple[Match, int]:
    """Return a match of these levels and how many moves it had; `watch` sees it before each move."""
    shape = SIZES[size]._replace(players=len(levels))
    match = Match(GAME, {"players": list(NAMES[: len(levels)]), "scenario": scenario(shape, seed)})
    assert GAME.throw  # noqa: S101 - the players are placed by chance
    chance, moves = Random(seed), 0
    while match.seat != NOBODY and moves < most * len(levels):
        if match.seat == CHANCE:
            match.play(match.text_of(GAME.throw(match.state, lambda _, faces: chance.randint(1, faces))))
            continue
        text = match.text_of(decision(match, levels[match.seat], chance))
        if text in MOVES:
            moves += 1
            watch(match)
        match.play(text)
    return match, moves


def winner(match: Match) -> str:
    """Return the name of the player who has won; "" if nobody has."""
    names = NAMES[: match.state.seats]
    return next((name for seat, name in enumerate(names) if GAME.rules.returns(match.state, seat) == 1), "")


def decision(match: Match, level: int, chance: Random) -> int:
    """Return what a level decides, or something else if the moderator refuses that; its random choices follow from the match."""
    assert GAME.decide  # noqa: S101 - Labyrinth has a computer player
    draw = Random(chance.getrandbits(32))
    action = GAME.decide(match.seen(), draw.randrange, level)
    return action if match.accepts(action) else draw.choice([offer for offer in match.offers() if match.accepts(offer)])


def _is_repeated(match: Match, places: dict[Any, Any]) -> bool:
    """Tell whether the player to move stood here before with the same things, and nothing has been learned since."""
    drawn = chart(notation.present(match.seen()), match.seen().log, Chart)
    learned = (len(drawn.kinds), len(drawn.sides), sum(drawn.tried.values()), len(drawn.tried), len(drawn.at))
    items = tuple((tuple(sorted(hand.items.items())), hand.keys) for hand in drawn.hands.values())
    place = (match.seat, match.state.at[match.seat])
    before, places[place] = places.get(place), (learned, items)
    return bool(before == places[place])


def duel(seed: int, levels: tuple[int, int], size: str, most: int = MOST) -> tuple[int, int, int]:
    """Play a maze twice with the sides swapped; return the wins of each level, and the matches that did not end."""
    found = [0, 0, 0]
    for swapped in (False, True):
        name = winner(play(seed, levels[::-1] if swapped else levels, size, most)[0])
        found[(NAMES.index(name) ^ swapped) if name else 2] += 1
    return found[0], found[1], found[2]


def main(arguments: Sequence[str]) -> None:
    """Print what was measured."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mazes", type=int)
    parser.add_argument("--size", choices=list(SIZES), default="small")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first maze")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--level", type=int, default=GAME.decide_levels)
    parser.add_argument("--levels", type=int, nargs=2, help="two levels that play against each other")
    parser.add_argument(
        "--turns", type=int, default=MOST, help="of each player, after which a match counts as not ended"
    )
    parser.add_argument("--jobs", type=int, default=1, help="the number of processes")
    asked = parser.parse_args(arguments)
    seeds = range(asked.first, asked.first + asked.mazes)
    os.nice(NICE)
    with ProcessPoolExecutor(asked.jobs) as pool:
        if asked.levels:
            one, other = asked.levels
            results = list(pool.map(partial(duel, levels=(one, other), size=asked.size, most=asked.turns), seeds))
            print(f"level {one} against level {other}: ", end="")
            _print_duels(results)
            return
        walks = list(
            pool.map(partial(walk, levels=(asked.level,) * asked.players, size=asked.size, most=asked.turns), seeds)
        )
    _print_walks(walks)


def _print_duels(results: Sequence[tuple[int, int, int]]) -> None:
    won, lost, open_ = (sum(column) for column in zip(*results, strict=True))
    shares = [(result[0] + result[2] / 2) / 2 for result in results]
    error = 1.96 * statistics.stdev(shares) / len(shares) ** 0.5 if shares[1:] else 1.0
    print(f"won {won}, lost {lost}, not ended {open_}")
    print(f"  {statistics.fmean(shares):.1%} ± {error:.1%} of the points; a match that has not ended is half a point")


def _print_walks(walks: Sequence[Walk]) -> None:
    turns = [walk.turns for walk in walks]
    slow = [walk.seed for walk in walks if not walk.winner]
    print(f"{len(walks)} mazes, {len(walks) - len(slow)} left, not left: {slow}")
    print(
        f"  turns a player: median {statistics.median(turns):g}, mean {statistics.fmean(turns):.1f}, most {max(turns):g}"
    )
    print(
        f"  steps into known walls {sum(walk.known_walls for walk in walks)}, repeats {sum(walk.repeats for walk in walks)}"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
