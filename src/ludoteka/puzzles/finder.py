"""Finding puzzles: computers play against themselves, and positions with one clearly best play are kept.

A *play* is what a seat does before anybody else acts or the dice are thrown: an action, or a whole turn after a throw.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, ClassVar, NamedTuple

from ludoteka.core.game import Game, Options
from ludoteka.core.message import Message, Refused
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.players.levels import highest_level, search_level
from ludoteka.puzzles.puzzle import DEFENCE, GAIN, WIN, Puzzle, find_motifs
from ludoteka.search.control import LIMIT, NODES, STOP
from ludoteka.search.search import Analysis, Limits, Root, Search
from ludoteka.search.searches import Deepening

Play = tuple[int, ...]
HOPELESS = 3  # a defence that leaves a seat behind by so many clear differences is none


class Comparison(NamedTuple):
    """The best play and its value, and the value of the best of the others, for the seat to act."""

    play: Play
    value: int
    other: int
    depth: int  # of the search

    def theme(self, won: int, clear: int) -> str:
        """Return why the best play is clearly the best; "" if it isn't.  `won` and `clear` are values."""
        if self.value >= won:
            return WIN if self.other < won else ""
        if self.other <= -won:
            return DEFENCE if self.value > -HOPELESS * clear else ""
        return GAIN if self.value - self.other >= clear else ""


class Comparer(ABC):
    """Compares the plays of positions."""

    clear: ClassVar[int]  # a difference of values that decides, in hundredths of a plain piece
    ends_at_wins: ClassVar = False  # whether it looks no deeper once it has found a forced win

    def __init__(self, game: Game, search: Deepening, options: Options) -> None:
        self.game, self.search, self.won = game, search, search.won
        self.seats = game.seat_numbers(options)

    def compare(self, state: Any, most: int) -> list[Comparison]:
        """Return the comparisons at the last two depths that take no more than `most` positions; fewer if there are fewer."""
        return [*self._compare(state, self.search.deepest, most)][-2:]

    def compare_at(self, state: Any, depth: int, most: int) -> Comparison | None:
        """Return the comparison at a depth, or that of a forced win found before; None if it takes more than `most` positions."""
        found = [*self._compare(state, depth, most)]
        is_done = found and (found[-1].depth >= depth or (self.ends_at_wins and abs(found[-1].value) >= self.won))
        return found[-1] if is_done else None

    @abstractmethod
    def _compare(self, state: Any, deepest: int, most: int) -> Iterable[Comparison]:
        """Compare the plays at every depth up to `deepest`, with this many positions at most."""

    @abstractmethod
    def finds(self, state: Any, play: Play, limits: Limits) -> bool:
        """Tell whether a search within limits chooses this play."""

    def level(self, state: Any, play: Play) -> int:
        """Return the lowest level that finds this play, as does the next one, without their random errors."""
        highest, before = highest_level(self.game), False
        for level in range(1, highest + 1):
            is_solved = self.finds(state, play, exact_limits(self.game, level))
            if is_solved and (before or level == highest):
                return level - before
            before = is_solved
        return highest + 1

    def choose(self, state: Any, limits: Limits) -> int:
        return self.search.best(Root(state, self.game.legal(state), seats=self.seats), limits)


class ActionComparer(Comparer):
    """Compares the actions of a game for two opponents without throws."""

    clear: ClassVar = 50
    ends_at_wins: ClassVar = True

    def _compare(self, state: Any, deepest: int, most: int) -> list[Comparison]:
        if len(self.game.legal(state)) < 2:
            return []
        limits, analyses = Limits(deepest, most), list[Analysis]()
        root = Root(state, self.game.legal(state), self.seats)
        self.search.analyse(root, limits, lines=2, report=analyses.append)
        found = [
            Comparison(first.actions[:1], first.value, second.value, analysis.depth)
            for analysis in analyses
            for first, second in [analysis.lines]
        ]
        if found[-1].value >= self.won > found[-1].other:  # the search has ended, but others may win as well
            best, analyses = found[-1], []
            rest = root._replace(legal=[action for action in root.legal if action != best.play[0]])
            self.search.analyse(rest, limits, report=analyses.append)
            found[-1] = best._replace(other=analyses[-1].lines[0].value, depth=max(best.depth, analyses[-1].depth))
        return found

    def finds(self, state: Any, play: Play, limits: Limits) -> bool:
        return self.choose(state, limits) == play[0]


class TurnComparer(Comparer):
    """Compares the turns after a throw."""

    clear: ClassVar = 12
    CHOSEN: ClassVar = 3  # the most plays that are compared at the next depth,
    NEAR: ClassVar = 3 * clear  # and how far they may be from the best

    def __init__(self, game: Game, search: Deepening, options: Options) -> None:
        super().__init__(game, search, options)
        self._workspace = search.workspace(game.begin(options), self.seats)

    def _compare(self, state: Any, deepest: int, most: int) -> Iterator[Comparison]:
        turns = [*self._turns(state)]
        if len(turns) < 2:
            return
        control = self._workspace.control
        control[LIMIT] = control[NODES] + most
        for depth in range(1, deepest + 1):
            valued = sorted(((self._value(before, play[-1], depth), play) for before, play in turns), reverse=True)
            if control[STOP]:
                control[STOP] = 0
                return
            yield Comparison(valued[0][1], valued[0][0], valued[1][0], depth)
            near = {play for value, play in valued[2 : self.CHOSEN] if value > valued[0][0] - self.NEAR}
            near |= {play for _, play in valued[:2]}
            turns = [turn for turn in turns if turn[1] in near]

    def _value(self, before: Any, action: int, depth: int) -> int:
        self.search.make.put(self._workspace.states, before)
        return self.search.worth(self._workspace, action, depth, 0)

    def _turns(self, state: Any) -> Iterator[tuple[Any, Play]]:
        """Yield every turn with a result of its own: the position before its last action, and its actions."""
        seat, rules, known = self.game.rules.current_seat(state), self.game.rules, set()
        open_ends: list[tuple[Any, Play]] = [(state, ())]
        for before, play in open_ends:
            for action in self.game.legal(before):
                after = self.game.state_after(before, [action])
                mark = after.digest(0)
                if mark in known:
                    continue
                known.add(mark)
                if rules.current_seat(after) == seat:
                    open_ends.append((after, (*play, action)))
                else:
                    yield before, (*play, action)

    def finds(self, state: Any, play: Play, limits: Limits) -> bool:
        seat, after = self.game.rules.current_seat(state), state.copy()
        while self.game.rules.current_seat(after) == seat:
            self.game.rules.apply(after, self.choose(after, limits))
        return bool(after == self.game.state_after(state, play))


def comparer_of(game: Game, search: Search, options: Options) -> Comparer:
    """Return what compares the plays of a game with these options.  Raises Refused: "no-evaluation"."""
    if not isinstance(search, Deepening):
        raise Refused("no-evaluation", Message("This game has no evaluation, so nothing can judge its positions."))
    return (TurnComparer if game.throw else ActionComparer)(game, search, options)


def exact_limits(game: Game, level: int) -> Limits:
    """Return the limits of a level's search, without its seconds, so that it decides the same everywhere."""
    return search_level(game, level).limits._replace(seconds=None)


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
        state = self.game.state_after(self.game.begin(self.options), opening[: chance.randrange(len(opening))])
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
        legal = self.game.legal(state)
        offsets = {action: chance.randint(-noise, noise) for action in legal}
        return self.search.best(Root(state, legal, seats=self.comparer.seats), self.effort.play, offsets=offsets)

    def _examine(self, state: Any) -> Puzzle | None:
        seen = self.comparer.compare(state, self.effort.scan)
        if not seen or not self._theme(seen[-1:] * 2):
            return None
        if self.comparer.finds(state, seen[-1].play, exact_limits(self.game, 1)):  # it is obvious
            return None
        if self.effort.trial and not self._theme(self.comparer.compare(state, self.effort.trial)):
            return None
        found = self.comparer.compare(state, self.effort.exam)
        theme = self._theme(found)
        if not theme and self.game.throw:  # what only the last depth sees, the deeper check may confirm
            theme = self._theme(found[-1:] * 2)
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
        puzzle = Puzzle(
            self.game.name,
            *(0, position, self._changed, tuple(texts), theme, won_after, level, found[-1].depth),
        )
        return puzzle._replace(motifs=find_motifs(self.game, puzzle))

    def _theme(self, found: list[Comparison]) -> str:
        """Return the theme of a position if the search sees the same at two depths; a forced win is seen at one."""
        if len(found) < 2:
            return ""
        before, last = (one.theme(self.comparer.won, self.comparer.clear) for one in found)
        if last == WIN:
            return "" if self.game.throw else WIN
        return last if last == before and found[0].play == found[1].play else ""

    def _line(self, state: Any, first: Comparison) -> tuple[Play, int]:
        """Return the solution, as long as the solver has one clearly best play, and the moves to the win if it is one."""
        line: list[int] = [*first.play]
        if self.game.throw:
            return tuple(line), 0
        theme = first.theme(self.comparer.won, self.comparer.clear)
        after, moves = self.game.state_after(state, line), 1
        passed = {state.digest(0), after.digest(0)}  # the line ends before it comes back to a position
        while not self.game.rules.is_terminal(after) and moves < MOST_MOVES:
            limits = Limits(self.search.deepest, self.effort.exam)
            reply = self.comparer.choose(after, limits)  # the one that delays a loss most
            after = self.game.state_after(after, [reply])
            if self.game.rules.is_terminal(after) or after.digest(0) in passed:
                break
            passed.add(after.digest(0))
            found = self.comparer.compare(after, self.effort.exam)
            if not found or not (
                self.game.rules.is_terminal(self.game.state_after(after, found[-1].play)) or self._theme(found) == theme
            ):
                break
            after, moves = self.game.state_after(after, found[-1].play), moves + 1
            if after.digest(0) in passed:
                break
            passed.add(after.digest(0))
            line += [reply, *found[-1].play]
        return tuple(line), moves if self.game.rules.is_terminal(after) else 0
