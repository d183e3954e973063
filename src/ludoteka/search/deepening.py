"""Iterative deepening: find the best action within limits, with a search bound to a game."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence, Set
from threading import Timer
from time import monotonic
from types import ModuleType
from typing import Any, ClassVar

from ludoteka.core import twins
from ludoteka.core.game import QUIET_ACTIONS, Game
from ludoteka.search.analysis import Analysis, Limits, Root, Variation
from ludoteka.search.control import LIMIT, NODES, QUIET_LEFT, QUIET_LIMIT, STOP, UNCOUNTED, UNLIMITED
from ludoteka.search.ranking import Ranking
from ludoteka.search.workspaces import Allocator, ArrayAllocator, ListAllocator

REPEATED = -150  # the value of repeating a position, so that only a seat in a worse position repeats


class Search(ABC):
    """A search bound to a game with an evaluation.  Compiled and interpreted, it chooses the same actions.

    The first decision of a compiled search takes seconds, unless the game is in the compiler's disk cache.
    """

    module: ClassVar[ModuleType]  # the module to bind to the game
    first: ClassVar[int]  # the first depth
    certain: ClassVar[int]  # the depth up to which no limit of nodes or seconds applies
    deepest: ClassVar[int]
    won: ClassVar[int]  # only forced wins have values this high
    beaten: ClassVar[int]  # the value of an action after which another seat can win at once
    is_plied: ClassVar[bool] = False  # whether expectimax counts plies

    def __init__(self, game: Game, *, is_compiled: bool) -> None:
        if game.evaluation is None:
            raise ValueError(f"{game.name} has no evaluation")
        bind: Any = twins.compiled_twin if is_compiled else twins.bound_twin
        self.twin = bind(self.module, game.rules, game.evaluation)
        self.make: Allocator = ArrayAllocator() if is_compiled else ListAllocator()
        self.rules = game.rules
        self.has_scores = game.scores is not None
        self._is_stopped = False
        self._interruptible: Any = None  # the control numbers of the analysis in progress, once it may be stopped

    def control(self) -> Any:
        """Return new control numbers without a limit."""
        return self.make.array([0, 0, UNLIMITED, int(self.has_scores), int(self.is_plied), UNCOUNTED, UNCOUNTED])

    @abstractmethod
    def workspace(self, state: Any, seats: Sequence[int] = (0, 1), past: Sequence[int] = ()) -> Any:
        """Return a new workspace for a search from `state` with these seats; `past` are digests of earlier positions."""

    @abstractmethod
    def worth(self, workspace: Any, action: int, depth: int, least: int) -> int:
        """Return the value of an action; if it is not more than `least`, it may be a bound."""

    def best(
        self,
        state: Any,
        legal: Sequence[int],
        limits: Limits,
        *,
        seats: Sequence[int] = (0, 1),
        offsets: Mapping[int, int] | None = None,
        past: Sequence[Any] = (),
        quiet_left: int | None = None,
    ) -> int:
        """Return the best of the legal actions; the arguments are those of a `Root` and of `analyse`."""
        if len(legal) == 1:
            limits = limits._replace(depth=self.first)
        return self.analyse(Root(state, legal, seats, past, quiet_left), limits, offsets=offsets).lines[0].actions[0]

    def analyse(
        self,
        root: Root,
        limits: Limits,
        *,
        lines: int = 1,
        offsets: Mapping[int, int] | None = None,
        report: Callable[[Analysis], None] | None = None,
    ) -> Analysis:
        """Return the best actions with the best line after each, as many as `lines`.

        `offsets` are added to the values of actions when they are compared, to make the choice weaker or less predictable.
        `report` is called after each depth, in the same thread.
        """
        marks = [one.digest(0) for one in root.past]
        repeated = self._repeating(root, {*marks}) if marks else {}
        workspace = self.workspace(root.state, root.seats, marks)
        if root.quiet_left is not None:
            workspace.control[QUIET_LEFT], workspace.control[QUIET_LIMIT] = root.quiet_left, QUIET_ACTIONS
        ranking = Ranking(root.legal, offsets or {}, lines, repeated)
        return self._deepen(workspace, ranking, limits, report)

    def stop(self) -> None:
        """Make the analysis in progress return what it has; call it from another thread.

        The depths up to `certain` are still completed.
        """
        self._is_stopped = True
        if self._interruptible is not None:
            self._interruptible[STOP] = 1

    def _deepen(
        self, workspace: Any, ranking: Ranking, limits: Limits, report: Callable[[Analysis], None] | None
    ) -> Analysis:
        """Increase the depth until a limit is reached; return the analysis of the last depth."""
        started, timer, complete = monotonic(), None, self.first
        self._is_stopped, self._interruptible = False, None
        for depth in range(self.first, min(max(limits.depth, self.first), self.deepest) + 1):
            if depth == self.certain + 1:
                workspace.control[LIMIT] = limits.nodes
                self._interruptible = workspace.control
                if self._is_stopped:
                    workspace.control[STOP] = 1
                timer = alarm(workspace.control, started, limits.seconds)
            self._search_depth(workspace, depth, ranking)
            if workspace.control[STOP]:
                break
            complete = depth
            if report:
                report(self._analysis(workspace, ranking, complete, started))
            if abs(ranking.best_worth) >= self.won:
                break
        if timer:
            timer.cancel()
        self._interruptible = None
        return self._analysis(workspace, ranking, complete, started)

    def _search_depth(self, workspace: Any, depth: int, ranking: Ranking) -> None:
        """Search the actions of a ranking to a depth, and rank them again by their values."""
        for action in ranking.begin():
            least = ranking.least(action)
            line: tuple[int, ...] = (action,)
            if action in ranking.repeated:
                value = ranking.repeated[action]
            else:
                value = self.worth(workspace, action, depth, least)
                line = _line(workspace, action) if value > least else line
            if workspace.control[STOP]:
                break
            ranking.enter(Variation(line, value))
        ranking.sort()

    def _analysis(self, workspace: Any, ranking: Ranking, depth: int, started: float) -> Analysis:
        return Analysis(ranking.best_lines(), depth, int(workspace.control[NODES]), monotonic() - started)

    def _repeating(self, root: Root, known: Set[int]) -> dict[int, int]:
        """Return the values of the actions that repeat an earlier position."""
        states, values = self.make.records(self.rules.State, 2, root.state), {}
        for action in root.legal:
            self.twin.assign(states[1], states[0])
            self.twin.apply(states[1], action)
            if int(self.twin.digest(states[1], 0)) in known:
                values[action] = self.beaten if self._gives_win_away(root.state, action) else REPEATED
        return values

    def _gives_win_away(self, state: Any, action: int) -> bool:
        """Tell whether some reply to an action ends the match in a loss; one repetition doesn't save anyone from that."""
        seat, state = self.rules.current_seat(state), state.copy()
        self.rules.apply(state, action)
        actions = [0] * self.rules.MAX_ACTIONS
        for reply in actions[: self.rules.legal_actions(state, actions)]:
            after = state.copy()
            self.rules.apply(after, reply)
            if self.rules.is_terminal(after) and self.rules.returns(after, seat) < 0:
                return not self.has_scores
        return False


def _line(workspace: Any, action: int) -> tuple[int, ...]:
    """Return the best line that the search of an action has found."""
    length, *actions = (int(number) for number in workspace.lines[0])
    return tuple(actions[:length]) or (action,)


def alarm(control: Any, started: float, seconds: float | None) -> Timer | None:
    """Start a timer that stops the search `seconds` after it started."""
    if seconds is None:
        return None
    timer = Timer(max(0.0, started + seconds - monotonic()), control.__setitem__, (STOP, 1))
    timer.daemon = True
    timer.start()
    return timer
