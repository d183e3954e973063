"""Iterative deepening: the best action within limits, by a search over a game's twin."""

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

REPEATED = -150  # the worth of a position that has been there before: only who stands worse repeats
NOTHING = -(1 << 40)  # less than anything is worth


class Limits(NamedTuple):
    """When to stop."""

    depth: int  # what it counts is the search's matter
    nodes: int  # positions searched
    seconds: float | None = None  # None: a decision then depends on nothing but what is decided


class Search(ABC):
    """A search bound to a game that has an evaluation; interpreted and compiled it chooses alike.

    The first decision of a compiled one takes seconds, for the compiler's work, unless its disk cache knows the game.
    """

    module: ClassVar[ModuleType]  # to be bound to the game
    first: ClassVar[int]  # depth to begin with
    certain: ClassVar[int]  # depth searched whatever the limits
    deepest: ClassVar[int]
    won: ClassVar[int]  # nothing but a forced win is worth as much
    is_plied: ClassVar[bool] = False  # whether expectimax counts plies

    def __init__(self, game: Game, *, is_compiled: bool) -> None:
        if game.evaluation is None:
            raise ValueError(f"there is no evaluation for {game.name}")
        bind: Any = twins.compiled_twin if is_compiled else twins.bound_twin
        self.twin = bind(self.module, game.rules, game.evaluation)
        self.make: Allocator = ArrayAllocator() if is_compiled else ListAllocator()
        self.rules = game.rules
        self.has_scores = game.scores is not None

    def control(self) -> Any:
        """Return fresh numbers that tell a search when to stop, which is never, and how it counts."""
        return self.make.array([0, 0, UNLIMITED, int(self.has_scores), int(self.is_plied), UNCOUNTED, UNCOUNTED])

    @abstractmethod
    def workspace(self, state: Any, seats: Sequence[int] = (0, 1), past: Sequence[int] = ()) -> Any:
        """Return fresh workspace for a search from `state`, in a game of these seats; `past` are digests."""

    @abstractmethod
    def worth(self, workspace: Any, action: int, depth: int, least: int) -> int:
        """Return what an action is worth; of one that is not worth more than `least`, it may be a bound."""

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

        `seats` are the numbers of those in the game.  `offsets` are added to what actions are worth; they make a choice
        less good or less predictable.  `past` are the states that have come before and count for repetition.
        After `quiet_left` more actions without progress the match is a draw; None where they are not counted.
        """
        marks = [one.digest(0) for one in past]
        repeated = {action for action in legal if marks and self._mark_after(state, action) in marks}
        workspace = self.workspace(state, seats, marks)
        if quiet_left is not None:
            workspace.control[QUIET_LEFT], workspace.control[QUIET_LIMIT] = quiet_left, QUIET_ACTIONS
        ranking, started, timer = list(legal), monotonic(), None
        for depth in range(self.first, min(limits.depth, self.deepest) + 1):
            if depth == self.certain + 1:
                workspace.control[LIMIT] = limits.nodes
                timer = _alarm(workspace.control, started, limits.seconds)
            worths = self._worths(workspace, ranking, depth, offsets or {}, repeated)
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
        """Return what actions are worth, best first searched; of those not better than an earlier one, a bound."""
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
    """Have the search stopped so many seconds after it started."""
    if seconds is None:
        return None
    timer = Timer(max(0.0, started + seconds - monotonic()), control.__setitem__, (STOP, 1))
    timer.daemon = True
    timer.start()
    return timer
