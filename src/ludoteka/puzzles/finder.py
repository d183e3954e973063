"""Finding puzzles: computers play against themselves, and positions with one clearly best play are kept."""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from ludoteka.core.game import Game, Options
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.puzzles.comparison import Comparer, Comparison, Play, comparer_of, replay_line
from ludoteka.puzzles.puzzle import WIN, Puzzle
from ludoteka.search.analysis import Limits
from ludoteka.search.search import Search

DEEPER = 1  # plies or throws to which a puzzle is searched once more
MOST_RANDOM = 600  # actions and throws
MOST_MOVES = 5  # of the solver
NOISE = 50, 150, 300  # the largest random error of a value in a match, in hundredths of a plain piece


class Effort(NamedTuple):
    """How long the comparisons take, as numbers of positions."""

    play: Limits  # of the players
    plies: int  # of a match after its random beginning, throws included
    precision: int  # random errors are divided by this
    scan: int  # of a look at every position
    trial: int  # of a position that looks promising; 0 for no trial
    exam: int  # of a position that may be a puzzle
    check: int  # of the deeper search; a position for which this is too few is no puzzle


PLAIN = Effort(Limits(2, 20_000), 24, 1, 25_000, 120_000, 800_000, 40_000_000)
WITH_THROWS = Effort(Limits(1, 20_000), 180, 10, 50_000, 0, 150_000, 4_000_000)


class Finder:
    """Finds puzzles in one variant of a game."""

    def __init__(self, game: Game, search: Search, options: Options) -> None:
        self.game, self.search = game, search
        self.options = game.check_options(options)
        self.comparer: Comparer = comparer_of(game, search, self.options)
        self.effort = WITH_THROWS if game.throw else PLAIN
        self._seats = [seat.number for seat in game.seats(self.options)]
        usual = game.check_options({})
        self._changed = {name: value for name, value in self.options.items() if value != usual[name]}

    def search_match(self, seed: str) -> Iterator[Puzzle]:
        """Play a match and yield its puzzles, none of which overlap."""
        wait = 0
        for state in self._positions(Random(seed)):  # noqa: S311 - play is no cryptography
            wait -= 1
            if wait > 0:
                continue
            found = self._examine(state)
            if found:
                yield found
                wait = 2 * len(found.solution) + 6

    def _positions(self, chance: Random) -> Iterator[Any]:
        """Yield the positions of a match in which a seat begins its turn, after some random actions."""
        rules, noise = self.game.rules, chance.choice(NOISE) // self.effort.precision
        opening = self._random_actions(chance)
        state = replay_line(self.game, self.game.begin(self.options), opening[: chance.randrange(len(opening))])
        is_begun = not self.game.throw
        for _ in range(self.effort.plies):
            seat = rules.current_seat(state)
            if seat == NOBODY:
                return
            if seat == CHANCE:
                rules.apply(state, self._throw(state, chance))
                is_begun = True
                continue
            if is_begun:
                yield state
            is_begun = not self.game.throw
            rules.apply(state, self._choose(state, chance, noise))

    def _random_actions(self, chance: Random) -> list[int]:
        """Return the actions of a random match, or its beginning."""
        state, actions = self.game.begin(self.options), list[int]()
        while self.game.rules.current_seat(state) != NOBODY and len(actions) < MOST_RANDOM:
            is_throw = self.game.rules.current_seat(state) == CHANCE
            actions.append(self._throw(state, chance) if is_throw else chance.choice(self.game.legal(state)))
            self.game.rules.apply(state, actions[-1])
        return actions

    def _throw(self, state: Any, chance: Random) -> int:
        assert self.game.throw  # noqa: S101 - games with CHANCE have it
        return self.game.throw(state, lambda _, faces: chance.randint(1, faces))

    def _choose(self, state: Any, chance: Random, noise: int) -> int:
        """Return the action that is played."""
        legal = self.game.legal(state)
        offsets = {action: chance.randint(-noise, noise) for action in legal}
        return self.search.best(state, legal, self.effort.play, seats=self._seats, offsets=offsets)

    def _examine(self, state: Any) -> Puzzle | None:
        """Return the puzzle of a position, or None."""
        seen = self.comparer.compare(state, self.effort.scan)
        if not seen or not self._theme(seen[-1:] * 2) or self.comparer.is_obvious(state, seen[-1].play):
            return None
        if self.effort.trial and not self._theme(self.comparer.compare(state, self.effort.trial)):
            return None
        found = self.comparer.compare(state, self.effort.exam)
        theme = self._theme(found) or self._later_theme(found)
        if not theme:
            return None
        clear = self.comparer.clear // (2 if self._theme(found) else 1)
        deeper = self.comparer.compare_at(state, found[-1].depth + DEEPER, self.effort.check)
        if not deeper or (deeper.play, deeper.theme(self.comparer.won, clear)) != (found[-1].play, theme):
            return None
        level = self.comparer.level(state, found[-1].play)
        line, won_after = self._line(state, found[-1])
        if theme == WIN and not won_after:
            return None
        texts = self.game.texts.line_texts(state, line)
        position = self.game.texts.position_text(state)
        return Puzzle(
            self.game.name,
            *(0, position, self._changed, tuple(texts), theme, won_after, level, found[-1].depth),
        )

    def _theme(self, found: list[Comparison]) -> str:
        """Return the theme of a position if the search sees the same at two depths; a forced win is seen at one."""
        if len(found) < 2:
            return ""
        before, last = (one.theme(self.comparer.won, self.comparer.clear) for one in found)
        if last == WIN:
            return "" if self.game.throw else WIN
        return last if last == before and found[0].play == found[1].play else ""

    def _later_theme(self, found: list[Comparison]) -> str:
        """Return the theme that only the last depth sees; in games with throws, the deeper check may confirm it."""
        return self._theme(found[-1:] * 2) if self.game.throw else ""

    def _line(self, state: Any, first: Comparison) -> tuple[Play, int]:
        """Return the solution, as long as the solver has one clearly best play, and the moves to the win if it is one."""
        line: list[int] = [*first.play]
        if self.game.throw:
            return tuple(line), 0
        theme = first.theme(self.comparer.won, self.comparer.clear)
        after, moves = replay_line(self.game, state, line), 1
        passed = {state.digest(0), after.digest(0)}  # the line ends before it comes back to a position
        while not self.game.rules.is_terminal(after) and moves < MOST_MOVES:
            reply = self._reply(after)
            after = replay_line(self.game, after, [reply])
            if self.game.rules.is_terminal(after) or after.digest(0) in passed:
                break
            passed.add(after.digest(0))
            found = self.comparer.compare(after, self.effort.exam)
            if not found or not (self._wins_at_once(after, found[-1].play) or self._theme(found) == theme):
                break
            after, moves = replay_line(self.game, after, found[-1].play), moves + 1
            if after.digest(0) in passed:
                break
            passed.add(after.digest(0))
            line += [reply, *found[-1].play]
        return tuple(line), moves if self.game.rules.is_terminal(after) else 0

    def _wins_at_once(self, state: Any, play: Play) -> bool:
        return bool(self.game.rules.is_terminal(replay_line(self.game, state, play)))

    def _reply(self, state: Any) -> int:
        """Return the best reply: the one that delays a loss most."""
        return self.search.best(
            state, self.game.legal(state), Limits(self.search.deepest, self.effort.exam), seats=self._seats
        )
