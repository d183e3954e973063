"""Iterative deepening: find the best action within limits, with a search bound to a game."""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from time import monotonic
from typing import Any, ClassVar

from ludoteka.core.game import QUIET_ACTIONS, Game
from ludoteka.search.analysis import Analysis, Limits, Root, Variation
from ludoteka.search.control import LIMIT, LOUD_PLIES, NODES, QUIET_LEFT, QUIET_LIMIT, QUIET_PLIES, STOP
from ludoteka.search.search import REPEATED, Search

NOTHING = -(1 << 40)  # less than any value


class Ranking:
    """The actions at the root, the best first, with what the search has found for each."""

    def __init__(
        self, legal: Sequence[int], offsets: Mapping[int, int], lines: int, repeated: Mapping[int, int]
    ) -> None:
        self.order = list(legal)
        self.repeated = repeated  # the values of the actions that repeat an earlier position
        self._offsets = offsets  # added to values when they are compared
        self._lines = lines  # how many of the best actions need an exact value
        self._found: dict[int, Variation] = {}
        self._worths: dict[int, int] = {}  # of the current depth: values with offsets, or bounds of those
        self._best: list[int] = []  # the highest of them, in descending order
        self._before: dict[int, Variation] = {}  # what the depth before has found

    def begin(self) -> Iterator[int]:
        """Begin a new depth, and yield the actions in their order."""
        self._worths, self._best, self._before = {}, [], {**self._found}
        yield from self.order

    def break_off(self) -> None:
        """End a depth early; values of two depths can't be compared, so it counts only if enough actions were searched."""
        if self._before and len(self._best) < self._lines:
            self._found, self._worths = self._before, {}

    def least(self, action: int) -> int:
        """Return the value above which the search must find the exact value of an action."""
        return (self._best[-1] if len(self._best) == self._lines else NOTHING) - self._offsets.get(action, 0)

    def enter(self, found: Variation) -> None:
        """Enter what the search has found for an action."""
        action = found.actions[0]
        self._found[action] = found
        self._worths[action] = found.value + self._offsets.get(action, 0)
        self._best = sorted([*self._best, self._worths[action]], reverse=True)[: self._lines]

    def sort(self) -> None:
        """Sort the actions by the values of this depth; those that were not searched come last, in their order."""
        self.order.sort(key=lambda action: -self._worths.get(action, NOTHING))

    @property
    def best_worth(self) -> int:
        """The value of the best action, with its offset."""
        return self._worths[self.order[0]]

    def best_lines(self) -> tuple[Variation, ...]:
        """Return what was found for the best actions."""
        return tuple(self._found[action] for action in self.order[: self._lines])


class Deepening(Search):
    """A search with an evaluation that looks further and further ahead."""

    certain: ClassVar[int]  # the depth up to which no limit of nodes or seconds applies
    beaten: ClassVar[int]  # the value of an action after which another seat can win at once

    def __init__(self, game: Game, *, is_compiled: bool) -> None:
        if game.evaluation is None:
            raise ValueError(f"{game.name} has no evaluation")
        super().__init__(game, is_compiled=is_compiled)

    @abstractmethod
    def workspace(self, state: Any, seats: Sequence[int] = (0, 1), past: Sequence[int] = ()) -> Any:
        """Return a new workspace for a search from `state` with these seats; `past` are digests of earlier positions."""

    @abstractmethod
    def worth(self, workspace: Any, action: int, depth: int, least: int) -> int:
        """Return the value of an action; if it is not more than `least`, it may be a bound."""

    def analyse(
        self,
        root: Root,
        limits: Limits,
        *,
        lines: int = 1,
        offsets: Mapping[int, int] | None = None,
        report: Callable[[Analysis], None] | None = None,
    ) -> Analysis:
        """Return the best actions with the best line after each (see `Search.analyse`); `report` is called after each depth."""
        repeated = self._repeating(root, {*root.past}) if root.past else {}
        workspace = self.workspace(root.state, root.seats, root.past)
        if root.quiet_left is not None:
            workspace.control[QUIET_LEFT], workspace.control[QUIET_LIMIT] = root.quiet_left, QUIET_ACTIONS
        ranking = Ranking(root.legal, offsets or {}, lines, repeated)
        return self._deepen(workspace, ranking, limits, report)

    def _deepen(
        self, workspace: Any, ranking: Ranking, limits: Limits, report: Callable[[Analysis], None] | None
    ) -> Analysis:
        """Increase the depth until a limit is reached; return the analysis of the last depth."""
        started, timer, complete = monotonic(), None, self.first
        self._is_stopped, self._interruptible = False, None
        is_hasty = limits.is_prompt and not self.is_compiled
        certain = self.first if is_hasty else self.certain
        for depth in range(self.first, min(max(limits.depth, self.first), self.deepest) + 1):
            workspace.control[LOUD_PLIES] = 0 if is_hasty and depth == self.first else QUIET_PLIES
            if depth == certain + 1:
                workspace.control[LIMIT] = limits.nodes
                timer = self._interrupt_at(workspace.control, started, limits.seconds)
            self._search_depth(workspace, depth, ranking)
            if workspace.control[STOP]:
                break
            complete = depth
            if report:
                report(self._analysis(workspace, ranking, complete, started))
            if abs(ranking.best_worth) >= self.won:
                break
        self._end(timer)
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
                ranking.break_off()
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
