"""How strong each level is: matches between two levels of the computer, each side alternately.

python bench/strength.py tavlei 3 2 --games 40       level 0 moves at random
"""

import argparse
import statistics
import time
from collections import Counter
from random import Random

from ludoteka.core.game import Game
from ludoteka.core.match import Match
from ludoteka.games import games
from ludoteka.players.computer import decide
from ludoteka.players.turn import Turn
from ludoteka.search.deepening import Search
from ludoteka.search.searches import search_of

MAX_PLIES = 400  # a longer match counts as a draw


def action_of(match: Match, level: int, seed: int, search: Search) -> int:
    """Return what a level plays."""
    legal = match.legal()
    if level == 0:
        return Random(seed).choice(legal)
    turn = Turn(match.game.name, match.options, match.seen().values(), legal, match.past, level, seed)
    return decide(turn, match.game, search)


def play(game: Game, search: Search, levels: tuple[int, int], seed: int) -> tuple[Match, dict[int, list[float]]]:
    """Play one match, levels[seat] deciding for each seat; return it and the seconds each level took."""
    match, chance = Match(game), Random(seed)
    seconds: dict[int, list[float]] = {level: [] for level in levels}
    while match.seat >= 0 and len(match.actions) < MAX_PLIES:
        level, started = levels[match.seat], time.perf_counter()
        action = action_of(match, level, chance.getrandbits(32), search)
        seconds[level].append(time.perf_counter() - started)
        match.play(game.notation.action_text(match.seen(), action))
    return match, seconds


def main() -> None:
    """Print the score of the first level, as a whole and by seat."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=[name for name, game in games().items() if game.evaluation])
    parser.add_argument("levels", type=int, nargs=2)
    parser.add_argument("--games", type=int, default=20)
    arguments = parser.parse_args()
    game, (one, other) = games()[arguments.game], arguments.levels
    search = search_of(game, is_compiled=True)
    action_of(Match(game), 1, 0, search)  # the compiler's work is not to be timed
    score: Counter[tuple[int, int]] = Counter()  # (seat of the first level, 1 won, 0 drawn, -1 lost)
    seconds: dict[int, list[float]] = {one: [], other: []}
    plies = []
    for number in range(arguments.games):
        seat = number % 2
        match, spent = play(game, search, (one, other) if seat == 0 else (other, one), number)
        score[seat, game.rules.returns(match.state, seat)] += 1
        plies.append(len(match.actions))
        for level, some in spent.items():
            seconds[level] += some
    print(f"level {one} against level {other}, {arguments.games} games of {statistics.median(plies):.0f} plies")
    for seat, title in enumerate(one.title.text for one in game.seats({})):
        print(f"  as {title:10} won {score[seat, 1]:3}  drawn {score[seat, 0]:3}  lost {score[seat, -1]:3}")
    for level, some in seconds.items():
        print(f"  level {level}: median {statistics.median(some):.3f} s, longest {max(some):.3f} s")


if __name__ == "__main__":
    main()
