"""The strength of levels: matches in which one seat plays at one level and all others at another.

python bench/strength.py quagmire 3 2 --games 40 --option seats=bt       level 0 plays at random

Games of LUDOTEKA_GAMES can be named too. In games with scores, the highest one wins, and the mean score is printed.
"""

import argparse
import statistics
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from ludoteka.core.game import Game, Option
from ludoteka.core.match import Match
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.games import games
from ludoteka.players.computer import choose_action, search_action, warm_search
from ludoteka.players.turn import Turn
from ludoteka.search.deepening import Search
from ludoteka.surfaces.texts import texts_in

MAX_PLIES = 400  # longer matches count as draws; in games with throws the limit is multiplied by:
WITH_THROWS = 10
ENGLISH = texts_in("en")
LOWEST = (1, 2, 3)  # levels that play against random players
SIZES = {"seats": ("bltr", "bt"), "pieces": (15, 3)}  # options that change the size of a game, and the values to try


@dataclass
class Score:
    """The results of the first level."""

    results: Counter[tuple[str, int]] = field(default_factory=Counter)  # (seat's letter, 1 won, 0 drawn, -1 lost)
    scores: dict[str, list[int]] = field(default_factory=dict)  # by the seat's letter, in a game that has scores
    seconds: dict[int, list[float]] = field(default_factory=dict)  # thinking time of each level, per decision
    plies: list[int] = field(default_factory=list)

    def count(self, result: int) -> int:
        """Return the number of matches with this result."""
        return sum(number for (_, one), number in self.results.items() if one == result)


def score(game: Game, options: dict[str, Any], levels: tuple[int, int], matches: int, search: Search | None) -> Score:
    """Play matches in which the first level takes each seat in turn."""
    found, (one, other) = Score(), levels
    checked = game.check_options(options)
    seats = game.seats(checked)
    most = MAX_PLIES * (WITH_THROWS if game.throw else 1)
    for number in range(matches):
        own = seats[number % len(seats)]
        by_seat = {seat.number: one if seat == own else other for seat in seats}
        match = play(Match(game, checked), search, by_seat, Random(number), found.seconds, most)
        returns = {seat.letter: game.rules.returns(match.state, seat.number) for seat in seats}
        found.results[own.letter, outcome(returns, own.letter)] += 1
        if game.scores:
            found.scores.setdefault(own.letter, []).append(returns[own.letter])
        found.plies.append(len(match.actions))
    return found


def outcome(returns: dict[str, int], letter: str) -> int:
    """Return 1 if a seat did better than all others, -1 if another one did better, else 0."""
    others = [value for other, value in returns.items() if other != letter]
    ahead = returns[letter] - max(others, default=0)
    return (ahead > 0) - (ahead < 0)


def play(
    match: Match,
    search: Search | None,
    levels: dict[int, int],
    chance: Random,
    seconds: dict[int, list[float]],
    most: int,
) -> Match:
    """Play a match with one level per seat and a limit of plies; record the thinking times."""
    game = match.game
    while match.seat != NOBODY and len(match.actions) < most:
        if match.seat == CHANCE:
            assert game.throw  # noqa: S101 - only games with throws have chance
            action = game.throw(match.state, lambda _, faces: chance.randint(1, faces))
        else:
            level, started = levels[match.seat], time.perf_counter()
            action = action_of(match, level, chance.getrandbits(32), search)
            seconds.setdefault(level, []).append(time.perf_counter() - started)
        match.play(match.text_of(action))
    return match


def action_of(match: Match, level: int, seed: int, search: Search | None) -> int:
    """Return the action that a level chooses, by search or by the game's own computer player."""
    legal = [action for action in match.offers() if match.accepts(action)]
    if level == 0:
        return Random(seed).choice(legal)
    seen = match.game.rules.observe(match.state, match.seat).values()
    turn = Turn(match.game.name, match.options, seen, legal, match.past, level, seed, match.log(match.seat))
    return search_action(turn, match.game, search) if search else choose_action(turn)


def against_chance(matches: int) -> Iterator[tuple[str, str, int, Score]]:
    """Yield the results of the lowest levels against random players: game, options, level, score."""
    for game in games().values():
        if game.evaluation:
            search = warm_search(game)
            for options in _sizes(game):
                named = ", ".join(f"{name} {value}" for name, value in options.items())
                for level in LOWEST:
                    yield game.name, named, level, score(game, options, (level, 0), matches, search)


def _sizes(game: Game) -> list[dict[str, Any]]:
    """Return the options to measure a game with: the defaults, and those of its smallest and its two-player form."""
    sized = [{one.name: value} for one in game.options for value, _ in one.choices if value in SIZES.get(one.name, ())]
    return sized or [{}]


def lines(found: Score, game: Game, options: dict[str, Any]) -> Iterator[str]:
    """Describe the results of the first level, in total and by seat, and the thinking times."""
    yield f"{len(found.plies)} matches of {statistics.median(found.plies):.0f} plies"
    for seat in game.seats(game.check_options(options)):
        won, drawn, lost = (found.results[seat.letter, result] for result in (1, 0, -1))
        scores = found.scores.get(seat.letter)
        mean = f"  mean score {statistics.mean(scores):+.2f}" if scores else ""
        yield f"  as {ENGLISH.say(seat.title):10} won {won:3}  drawn {drawn:3}  lost {lost:3}{mean}"
    if found.scores:
        yield f"  mean score of all matches {statistics.mean(one for some in found.scores.values() for one in some):+.2f}"
    for level, some in sorted(found.seconds.items()):
        yield f"  level {level}: median {statistics.median(some):.3f} s, longest {max(some):.3f} s"


def options_of(game: Game, words: Sequence[str]) -> dict[str, Any]:
    """Parse options of the form NAME=VALUE."""
    known: dict[str, Option] = {option.name: option for option in game.options}
    chosen = {}
    for word in words:
        name, _, text = word.partition("=")
        chosen[name] = next(value for value, _ in known[name].choices if str(value) == text)
    return chosen


def main() -> None:
    """Print the score of the first level."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=[name for name, game in games().items() if game.evaluation or game.decide])
    parser.add_argument("levels", type=int, nargs=2)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--option", action="append", default=[])
    arguments = parser.parse_args()
    game, (one, other) = games()[arguments.game], arguments.levels
    options = options_of(game, arguments.option)
    search = warm_search(game) if game.evaluation and not game.decide else None
    found = score(game, options, (one, other), arguments.games, search)
    print(f"level {one} against level {other},", "\n".join(lines(found, game, options)))


if __name__ == "__main__":
    main()
