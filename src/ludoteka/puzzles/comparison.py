"""What the best play of a position is worth, and what the best of the others is worth, by a search.

A *play* is what a seat does before anybody else acts or the dice are thrown: an action, or a whole turn after a throw.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, NamedTuple

from ludoteka.core.game import Game, Options
from ludoteka.core.message import Message, Refused
from ludoteka.players.levels import highest_level, search_level
from ludoteka.puzzles.puzzle import DEFENCE, GAIN, WIN
from ludoteka.search.analysis import Analysis, Limits, Root
from ludoteka.search.control import LIMIT, NODES, STOP, UNLIMITED
from ludoteka.search.deepening import Deepening
from ludoteka.search.search import Search

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

    def __init__(self, game: Game, search: Deepening, options: Options) -> None:
        self.game, self.search, self.won = game, search, search.won
        self.seats = [seat.number for seat in game.seats(options)]

    @abstractmethod
    def compare(self, state: Any, most: int) -> list[Comparison]:
        """Return the comparisons at the last two depths that take no more than `most` positions; fewer if there are fewer."""

    @abstractmethod
    def compare_at(self, state: Any, depth: int, most: int = UNLIMITED // 2) -> Comparison | None:
        """Return the comparison at a depth, or that of a forced win found before; None if it takes more than `most` positions."""

    @abstractmethod
    def finds(self, state: Any, play: Play, limits: Limits) -> bool:
        """Tell whether a search within limits chooses this play."""

    def is_obvious(self, state: Any, play: Play) -> bool:
        """Tell whether the lowest level finds a play, without its random errors."""
        return self.finds(state, play, exact_limits(self.game, 1))

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
        """Return the action that the search chooses."""
        return self.search.best(state, self.game.legal(state), limits, seats=self.seats)


class ActionComparer(Comparer):
    """Compares the actions of a game for two opponents without throws."""

    clear: ClassVar = 50

    def compare(self, state: Any, most: int) -> list[Comparison]:
        """Compare the actions at every depth."""
        if len(self.game.legal(state)) < 2:
            return []
        return self._compare(state, Limits(self.search.deepest, most))[-2:]

    def compare_at(self, state: Any, depth: int, most: int = UNLIMITED // 2) -> Comparison | None:
        """Compare the actions at every depth up to this one."""
        last = self._compare(state, Limits(depth, most))[-1]
        return last if last.depth >= depth or abs(last.value) >= self.won else None

    def _compare(self, state: Any, limits: Limits) -> list[Comparison]:
        analyses: list[Analysis] = []
        root = Root(state, self.game.legal(state), self.seats)
        self.search.analyse(root, limits, lines=2, report=analyses.append)
        found = [
            Comparison(first.actions[:1], first.value, second.value, one.depth)
            for one in analyses
            for first, second in [one.lines]
        ]
        if found[-1].value >= self.won > found[-1].other:  # the search has ended, but others may win as well
            found[-1] = self._compare_others(root, found[-1], limits)
        return found

    def _compare_others(self, root: Root, found: Comparison, limits: Limits) -> Comparison:
        """Search the actions but the winning one to the limits."""
        analyses: list[Analysis] = []
        rest = root._replace(legal=[action for action in root.legal if action != found.play[0]])
        self.search.analyse(rest, limits, report=analyses.append)
        return found._replace(other=analyses[-1].lines[0].value, depth=max(found.depth, analyses[-1].depth))

    def finds(self, state: Any, play: Play, limits: Limits) -> bool:
        """Tell whether a search within limits chooses this action."""
        return self.choose(state, limits) == play[0]


class TurnComparer(Comparer):
    """Compares the turns after a throw."""

    clear: ClassVar = 12
    CHOSEN: ClassVar = 3  # the most plays that are compared at the next depth,
    NEAR: ClassVar = 3 * clear  # and how far they may be from the best

    def __init__(self, game: Game, search: Deepening, options: Options) -> None:
        super().__init__(game, search, options)
        self._workspace = search.workspace(game.begin(options), self.seats)

    def compare(self, state: Any, most: int) -> list[Comparison]:
        """Compare the turns at every depth."""
        return [*self._compare(state, self.search.deepest, most)][-2:]

    def compare_at(self, state: Any, depth: int, most: int = UNLIMITED // 2) -> Comparison | None:
        """Compare the turns at every depth up to this one."""
        found = [*self._compare(state, depth, most)]
        return found[-1] if found and found[-1].depth == depth else None

    def _compare(self, state: Any, deepest: int, most: int) -> Iterator[Comparison]:
        """Compare the turns at every depth up to `deepest`, with this many positions at most."""
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
        """Return the value of a position's last action before the next throw."""
        self.search.make.put(self._workspace.states, before)
        return self.search.worth(self._workspace, action, depth, 0)

    def _turns(self, state: Any) -> Iterator[tuple[Any, Play]]:
        """Yield every turn with a result of its own: the position before its last action, and its actions."""
        seat, rules, known = self.game.rules.current_seat(state), self.game.rules, set()
        open_ends: list[tuple[Any, Play]] = [(state, ())]
        for before, play in open_ends:
            for action in self.game.legal(before):
                after = before.copy()
                rules.apply(after, action)
                mark = after.digest(0)
                if mark in known:
                    continue
                known.add(mark)
                if rules.current_seat(after) == seat:
                    open_ends.append((after, (*play, action)))
                else:
                    yield before, (*play, action)

    def finds(self, state: Any, play: Play, limits: Limits) -> bool:
        """Tell whether a search within limits reaches the result of this turn."""
        seat, after = self.game.rules.current_seat(state), state.copy()
        while self.game.rules.current_seat(after) == seat:
            self.game.rules.apply(after, self.choose(after, limits))
        return bool(after == replay_line(self.game, state, play))


def comparer_of(game: Game, search: Search, options: Options) -> Comparer:
    """Return what compares the plays of a game with these options.

    Raises:
        Refused: "no-evaluation".
    """
    if not isinstance(search, Deepening):
        raise Refused("no-evaluation", Message("This game has no evaluation, so nothing can judge its positions."))
    return (TurnComparer if game.throw else ActionComparer)(game, search, options)


def exact_limits(game: Game, level: int) -> Limits:
    """Return the limits of a level's search, without its seconds, so that it decides the same everywhere."""
    return search_level(game, level).limits._replace(seconds=None)


def replay_line(game: Game, state: Any, actions: Sequence[int]) -> Any:
    """Return the state after these actions."""
    after = state.copy()
    for action in actions:
        game.rules.apply(after, action)
    return after
