"""Games between settings of the search in any game with an evaluation, faster than the arena plays them.

python bench/level_duels.py moksha 20 4:100:250000 3:130:100000 --out build/duels.jsonl

Each player is a level, as a number, or a depth, a noise and a number of positions (see players/levels.py; depth 57 is no
limit), and plays the next one in the list.  With @NAME, a player judges by this module of the game's evaluations, such as
3:8:100000@readable, instead of as the levels do.  A pair of games has one opening of random plies, or one series of dice, and
both sides in turn.  The searches, repetition and quiet play are those of the house; limits of time are left out, so the
games are the same on any machine.  For games that reach the limit of plies, the evaluation says who was ahead, by two
plain pieces or more.
With --out, each finished pair is appended to a file, and pairs that are in it are not played again.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from ludoteka.arena.ratings import Interval, Pairing, estimate_strengths
from ludoteka.arena.tournament import MOST_PLIES, OPENING, SeatDice
from ludoteka.core.game import QUIET, QUIET_ACTIONS, REPETITION, Game
from ludoteka.core.match import REPETITIONS
from ludoteka.core.rules import CHANCE
from ludoteka.games import games
from ludoteka.players.computer import warm_search
from ludoteka.players.levels import Level, judges_by_network, search_level
from ludoteka.search.search import Limits, Root, Search

LEAD_PLIES = 100  # after each so many, who is ahead is noted
LEAD = 200  # hundredths of a plain piece; who has that much more is ahead
WIN, DRAW, REPETITION_DRAW, QUIET_DRAW, LIMIT = "win", "draw", "repetition", "quiet", "limit"


class Table:
    """A game, its search and the options of its matches."""

    def __init__(self, game: Game, options: dict[str, str], opening: int | None, plies: int | None = None) -> None:
        self.game, self._searches = game, dict[tuple[str, bool], Search]()
        self.options = game.check_options(game.suggested_options(between_computers=True) | options)
        self.seats = game.seat_numbers(self.options)
        self.opening = opening if opening is not None else 0 if game.throw else OPENING
        self.plies = plies or MOST_PLIES
        self.counts_quiet = self.options.get(QUIET.name) == "draw"
        self.counts_repetition = self.options.get(REPETITION.name) == "draw"

    def search(self, evaluation: str, level: Level) -> Search:
        """Return the compiled search that judges by a module of the game's evaluations; without a name, that of a level."""
        key = evaluation, not evaluation and judges_by_network(self.game, level)
        if key not in self._searches:
            game = self._judging_by(evaluation) if evaluation else self.game
            self._searches[key] = warm_search(game, is_learned=key[1])
        return self._searches[key]

    def _judging_by(self, evaluation: str) -> Game:
        rules: Any = self.game.rules
        home = rules.__name__.rpartition(".")[0]
        return replace(self.game, evaluation=import_module(f"{home}.evaluation.{evaluation}"))


class Player(NamedTuple):
    """How a side plays."""

    level: Level
    search: Search
    evaluation: str  # the name of a module, or nothing for that of the level


class Course:
    """One game in progress."""

    def __init__(self, table: Table, seed: str) -> None:
        self.table, self.state = table, table.game.begin(table.options)
        self.dice, self.plies, self.quiet = SeatDice("fair", seed), 0, 0
        self.leads = list[int]()  # of the first seat
        self._counts: Counter[int] = Counter()
        self._mark()

    def past(self) -> list[int]:
        """Return the digests of the positions whose next occurrence is a draw."""
        return [mark for mark, count in self._counts.items() if count >= REPETITIONS - 1]

    def _mark(self) -> None:
        if self.table.counts_repetition:
            self._counts[self.state.digest(0)] += 1

    def play(self, action: int) -> None:
        """Play an action and count what the rules of matches count."""
        rules: Any = self.table.game.rules
        if self.table.counts_quiet:
            self.quiet = 0 if rules.makes_progress(self.state, action) else self.quiet + 1
        rules.apply(self.state, action)
        self.plies += 1
        if self.plies % LEAD_PLIES == 0:
            self.leads.append(self._lead())
        self._mark()

    def _lead(self) -> int:
        """Return by how much the first seat is ahead, in hundredths of a plain piece; 0 in a game without an evaluation."""
        evaluation: Any = self.table.game.evaluation
        return int(evaluation.evaluate(self.state, self.table.seats[0])) if evaluation else 0

    def end(self) -> str:
        """Return how the game has ended, or nothing while it goes on."""
        rules = self.table.game.rules
        if rules.is_terminal(self.state):
            return WIN if any(rules.returns(self.state, seat) for seat in self.table.seats) else DRAW
        if self._counts and self._counts[self.state.digest(0)] >= REPETITIONS:
            return REPETITION_DRAW
        if self.quiet >= QUIET_ACTIONS:
            return QUIET_DRAW
        return LIMIT if self.plies >= self.table.plies else ""


def play_game(table: Table, players: Sequence[Player], seed: str, swapped: int) -> tuple[float, str, int, list[int]]:
    """Play a game; return the score of the first player, how it ended, its plies, and by how much they were ahead at times."""
    game, course = table.game, Course(table, seed)
    opening, chance = Random(f"{seed}/opening"), Random(f"{seed}/{swapped}")
    while not (end := course.end()):
        seat = game.rules.current_seat(course.state)
        if seat == CHANCE:
            assert game.throw  # noqa: S101 - only games with throws have chance
            course.play(game.throw(course.state, course.dice.throw))
        elif course.plies < table.opening:
            course.play(opening.choice(game.legal(course.state)))
        else:
            course.play(choose(course, players[(table.seats.index(seat) + swapped) % 2], chance))
    returns = [game.rules.returns(course.state, seat) for seat in table.seats] if end in (WIN, DRAW) else [0, 0]
    first, second = (max(returns[index] for index in range(side, len(returns), 2)) for side in (swapped, 1 - swapped))
    leads = [-lead if swapped else lead for lead in course.leads]
    return (1 + (first > second) - (first < second)) / 2, end, course.plies, leads


def choose(course: Course, player: Player, chance: Random) -> int:
    """Return the action that a player chooses."""
    level = player.level
    legal = course.table.game.legal(course.state)
    offsets = {action: chance.randint(-level.noise, level.noise) for action in legal}
    left = QUIET_ACTIONS - course.quiet if course.table.counts_quiet else None
    root = Root(course.state, legal, course.table.seats, course.past(), left)
    return player.search.best(root, level.limits._replace(seconds=None), offsets)


def setting(table: Table, text: str, part: float) -> Player:
    """Return the player that a text names, with this part of its positions."""
    judged, _, evaluation = text.partition("@")
    numbers = [int(number) for number in judged.split(":")]
    is_level = len(numbers) == 1
    level = (
        search_level(table.game, numbers[0], table.options)
        if is_level
        else Level(Limits(numbers[0], numbers[2]), numbers[1])
    )
    fewer = level._replace(limits=level.limits._replace(nodes=round(level.limits.nodes * part)))
    return Player(fewer, table.search(evaluation, level), evaluation)


def compare(table: Table, names: tuple[str, str], order: argparse.Namespace) -> str:
    """Let two players play; return the result."""
    players = [setting(table, name, order.part) for name in names]
    known = (
        [json.loads(line) for line in order.out.read_text().splitlines()] if order.out and order.out.exists() else []
    )
    terms = [
        table.game.name,
        table.options,
        [[*level.limits[:2], level.noise, *([name] if name else [])] for level, _, name in players],
        order.seed,
        table.plies,
    ]
    pairs = {one["pair"]: one["games"] for one in known if one["terms"] == terms}
    for number in range(order.pairs):
        if number not in pairs:
            seed = f"{order.seed}/{number}"
            pairs[number] = [[*play_game(table, players, seed, swapped)] for swapped in (0, 1)]
            if order.out:
                with order.out.open("a") as file:
                    file.write(json.dumps({"terms": terms, "pair": number, "games": pairs[number]}) + "\n")
    return summary([pairs[number] for number in sorted(pairs)[: order.pairs]])


def summary(pairs: Sequence[Sequence[Sequence[Any]]]) -> str:
    """Return the score of the first player with its interval, and how the games ended."""
    results = [game for pair in pairs for game in pair]
    counts, ends = Counter(game[0] for game in results), Counter(game[1] for game in results)
    scores = [sum(game[0] for game in pair) / len(pair) for pair in pairs]
    found: Interval = estimate_strengths([Pairing(0, 1, scores)], 2).scores[0]
    plies = sum(game[2] for game in results) / len(results)
    share = sum(game[0] for game in results) / len(results)
    cut = [leads[-1] for _, end, _, leads in results if end == LIMIT and leads]
    ahead, behind = sum(lead >= LEAD for lead in cut), sum(lead <= -LEAD for lead in cut)
    return (
        f"{counts[1]} – {counts[0.5]} – {counts[0]}, {share:.1%} [{found.low:.0%}, {found.high:.0%}], "
        f"{plies:.0f} plies, {dict(ends)}, at the limit {ahead} ahead and {behind} behind"
    )


def results(arguments: Sequence[str] | None = None) -> Iterator[str]:
    """Yield the result of each pairing."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=[name for name, game in games().items() if game.evaluation])
    parser.add_argument("pairs", type=int, help="of games, of each pairing")
    parser.add_argument("players", nargs="+", metavar="LEVEL or DEPTH:NOISE:POSITIONS, @EVALUATION")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--part", type=float, default=1.0, help="of the positions of each player")
    parser.add_argument("--opening", type=int, help="random plies at the start")
    parser.add_argument("--plies", type=int, help="after which a game counts as a draw")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path)
    order = parser.parse_args(arguments)
    kinds = {option.name: {str(value): value for value, _ in option.choices} for option in games()[order.game].options}
    options = {name: kinds.get(name, {}).get(value, value) for name, value in (one.split("=") for one in order.option)}
    table = Table(games()[order.game], options, order.opening, order.plies)
    for names in pairwise(order.players):
        yield f"{' against '.join(names)}: {compare(table, names, order)}"


if __name__ == "__main__":
    for result in results():
        print(result, flush=True)
