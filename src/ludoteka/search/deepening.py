"""Iterative deepening: find the best action within limits, with a search bound to a game."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from threading import Timer
from time import monotonic
from types import ModuleType
from typing import Any, ClassVar, NamedTuple

from ludoteka.core import twins
from ludoteka.core.game import QUIET_ACTIONS, Game
from ludoteka.search.control import LIMIT, QUIET_LEFT, QUIET_LIMIT, STOP, UNCOUNTED, UNLIMITED
from ludoteka.search.workspaces import Allocator, ArrayAllocator, ListAllocator

REPEATED = -150  # the value of repeating a position, so that only a seat in a worse position repeats
NOTHING = -(1 << 40)  # less than any value


class Limits(NamedTuple):
    """When to stop."""

    depth: int  # in plies or throws, depending on the search
    nodes: int  # positions searched
    seconds: float | None = None  # None makes decisions reproducible


class Search(ABC):
    """A search bound to a game with an evaluation.  Compiled and interpreted, it chooses the same actions.

    The first decision of a compiled search takes seconds, unless the game is in the compiler's disk cache.
    """

    module: ClassVar[ModuleType]  # the module to bind to the game
    first: ClassVar[int]  # the first depth
    certain: ClassVar[int]  # the depth up to which no limit of nodes or seconds applies
    deepest: ClassVar[int]
    won: ClassVar[int]  # only forced wins have values this high
    is_plied: ClassVar[bool] = False  # whether expectimax counts plies

    def __init__(self, game: Game, *, is_compiled: bool) -> None:
        if game.evaluation is None:
            raise ValueError(f"{game.name} has no evaluation")
        bind: Any = twins.compiled_twin if is_compiled else twins.bound_twin
        self.twin = bind(self.module, game.rules, game.evaluation)
        self.make: Allocator = ArrayAllocator() if is_compiled else ListAllocator()
        self.rules = game.rules
        self.has_scores = game.scores is not None

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
        """Return the best of the legal actions.

        `seats` are the numbers of the seats in the game.  `offsets` are added to the values of actions, to make the choice
        weaker or less predictable.  `past` are the earlier states that count for repetition.  After `quiet_left` more
        actions without progress the match is a draw; None if they don't count.
        """
        marks = [one.digest(0) for one in past]
        repeated = {action for action in legal if marks and self._mark_after(state, action) in marks}
        workspace = self.workspace(state, seats, marks)
        if quiet_left is not None:
            workspace.control[QUIET_LEFT], workspace.control[QUIET_LIMIT] = quiet_left, QUIET_ACTIONS
        return self._deepen(workspace, list(legal), limits, offsets or {}, repeated)

    def _deepen(
        self,
        workspace: Any,
        ranking: list[int],
        limits: Limits,
        offsets: Mapping[int, int],
        repeated: Collection[int],
    ) -> int:
        """Increase the depth until a limit is reached; return the best action of the last depth."""
        started, timer = monotonic(), None
        for depth in range(self.first, min(limits.depth, self.deepest) + 1):
            if depth == self.certain + 1:
                workspace.control[LIMIT] = limits.nodes
                timer = _alarm(workspace.control, started, limits.seconds)
            worths = self._worths(workspace, ranking, depth, offsets, repeated)
            ranking.sort(key=lambda action: -worths.get(action, NOTHING))
            if workspace.control[STOP] or abs(worths[ranking[0]]) >= self.won or len(ranking) == 1:
                break
        if timer:
            timer.cancel()
        return ranking[0]

    def _mark_after(self, state: Any, action: int) -> int:
        after = state.copy()
        self.rules.apply(after, action)
        return int(after.digest(0))

    def _worths(
        self, workspace: Any, ranking: list[int], depth: int, offsets: Mapping[int, int], repeated: Collection[int]
    ) -> dict[int, int]:
        """Return the values of actions, in the order of `ranking`; an action that isn't better than the best gets a bound."""
        worths: dict[int, int] = {}
        best = NOTHING
        for action in ranking:
            offset = offsets.get(action, 0)
            worth = REPEATED
            if action not in repeated:
                worth = self.worth(workspace, action, depth, best - offset) + offset
            if workspace.control[STOP]:
                break
            worths[action] = worth
            best = max(best, worth)
        return worths


def _alarm(control: Any, started: float, seconds: float | None) -> Timer | None:
    """Start a timer that stops the search `seconds` after it started."""
    if seconds is None:
        return None
    timer = Timer(max(0.0, started + seconds - monotonic()), control.__setitem__, (STOP, 1))
    timer.daemon = True
    timer.start()
    return timer
