"""Iterative deepening: the best action within limits, by alpha-beta over a game's twin."""

from collections.abc import Collection, Mapping, Sequence
from threading import Timer
from time import monotonic
from typing import Any, NamedTuple

from ludoteka.core import twins
from ludoteka.core.game import Game
from ludoteka.search import alphabeta
from ludoteka.search.alphabeta import INFINITY, LIMIT, PLIES, QUIET_PLIES, STOP, WON, Frame, Room

CERTAIN = 2  # plies searched whatever the limits: no win in one is missed, no loss in one walked into
REPEATED = -150  # the worth of a position that has been there before: only who stands worse repeats
UNLIMITED = 1 << 60
MAX_DEPTH = PLIES - QUIET_PLIES - 1


class Limits(NamedTuple):
    """When to stop."""

    depth: int  # plies, at most MAX_DEPTH
    nodes: int  # positions searched
    seconds: float | None = None  # None: a decision then depends on nothing but what is decided


class Search:
    """Alpha-beta bound to a game that has an evaluation; interpreted and compiled it chooses alike.

    The first decision of a compiled one takes seconds, for the compiler's work, unless its disk cache knows the game.
    """

    def __init__(self, game: Game, *, is_compiled: bool) -> None:
        if game.evaluation is None:
            raise ValueError(f"there is no evaluation for {game.name}")
        bind: Any = twins.compiled if is_compiled else twins.bound
        self.twin = bind(alphabeta, game.rules, game.evaluation)
        self._new_room = _packed_room if is_compiled else _plain_room
        self._rules = game.rules

    def room(self, state: Any) -> Room:
        """Return fresh room for a search from `state`."""
        return self._new_room(self._rules, state)

    def best(
        self,
        state: Any,
        legal: Sequence[int],
        limits: Limits,
        *,
        offsets: Mapping[int, int] | None = None,
        repeated: Collection[int] = (),
    ) -> int:
        """Return the best of the legal actions.

        `offsets` are added to what actions are worth; they make a choice less good or less predictable.
        `repeated` are the actions that lead to a position which has been there before.
        """
        room = self.room(state)
        ranking, started = list(legal), monotonic()
        timer = None
        for depth in range(1, min(limits.depth, MAX_DEPTH) + 1):
            if depth == CERTAIN + 1:
                room.control[LIMIT] = limits.nodes
                timer = _alarm(room.control, started, limits.seconds)
            worths = self._worths(room, ranking, depth, offsets or {}, repeated)
            ranking.sort(key=lambda action: -worths.get(action, -INFINITY))
            if room.control[STOP] or abs(worths[ranking[0]]) > WON or len(ranking) == 1:
                break
        if timer:
            timer.cancel()
        return ranking[0]

    def _worths(
        self, room: Room, ranking: list[int], depth: int, offsets: Mapping[int, int], repeated: Collection[int]
    ) -> dict[int, int]:
        """Return what actions are worth, best first searched; of those not better than an earlier one, a bound."""
        worths: dict[int, int] = {}
        best = -INFINITY
        for action in ranking:
            offset = offsets.get(action, 0)
            worth = REPEATED
            if action not in repeated:
                worth = self.twin.worth(room, action, depth, best - offset, INFINITY) + offset
            if room.control[STOP]:
                break
            worths[action] = worth
            best = max(best, worth)
        return worths


def _plain_room(rules: Any, state: Any) -> Room:
    count = PLIES + 1
    actions, keys = ([[0] * rules.MAX_ACTIONS for _ in range(count)] for _ in range(2))
    states, frames = [state.copy() for _ in range(count)], [Frame() for _ in range(count)]
    return Room(states, frames, actions, keys, [0] * rules.NUM_ACTIONS, [0, 0, UNLIMITED])


def _packed_room(rules: Any, state: Any) -> Room:
    import numpy  # noqa: PLC0415 - interpreted play must not pay for numpy

    count = PLIES + 1
    actions, keys = (numpy.zeros((count, rules.MAX_ACTIONS), numpy.int64) for _ in range(2))
    states, frames = rules.State.packed_array(count), Frame.packed_array(count)
    states[0] = state.pack()
    history, control = numpy.zeros(rules.NUM_ACTIONS, numpy.int64), numpy.array([0, 0, UNLIMITED])
    return Room(states, frames, actions, keys, history, control)


def _alarm(control: Any, started: float, seconds: float | None) -> Timer | None:
    """Have the search stopped so many seconds after it started."""
    if seconds is None:
        return None
    timer = Timer(max(0.0, started + seconds - monotonic()), control.__setitem__, (STOP, 1))
    timer.daemon = True
    timer.start()
    return timer
