"""The public state of a tournament, computed in a thread and cached for a second.

A background process would make it wait behind matches that take seconds to replay.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import NamedTuple
from weakref import WeakValueDictionary

from ludoteka.store.short_turns import short_turns
from ludoteka.tournaments.progress import standings_of
from ludoteka.tournaments.standings import StandingsLine
from ludoteka.tournaments.state import TournamentState

FRESH_SECONDS = 1.0  # for which a scoreboard is cached


class Scoreboard(NamedTuple):
    """A tournament with its standings."""

    state: TournamentState
    lines: list[StandingsLine]  # best first
    places: dict[str, int]  # of each player in `lines`, from 0
    read_at: float  # by the clock of the process


class Scoreboards:
    """The cached scoreboards of one server."""

    def __init__(self, load: Callable[[str], Awaitable[TournamentState]]) -> None:
        self._load = load
        self._turn = asyncio.Semaphore(1)  # to compute standings, which takes tens of milliseconds in large tournaments
        self._known: OrderedDict[str, Scoreboard] = OrderedDict()  # the oldest first
        self._making: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # by tournament

    async def find(self, name: str, *, since: float = 0.0) -> Scoreboard:
        """Return a scoreboard that is at most a second old and not older than `since`.

        Raises:
            Refused: "no-such-tournament".
        """
        async with self._making.setdefault(name, asyncio.Lock()):
            self._forget_old_ones()
            known = self._known.get(name)
            if known is None or known.read_at < since:
                known = self._known[name] = await self._make(name)
                self._known.move_to_end(name)
            return known

    def _forget_old_ones(self) -> None:
        oldest = time.monotonic() - FRESH_SECONDS
        for name in [name for name, one in self._known.items() if one.read_at < oldest]:
            del self._known[name]

    async def _make(self, name: str) -> Scoreboard:
        async with self._turn:
            read_at = time.monotonic()
            state = await self._load(name)
            lines = await asyncio.to_thread(short_turns()(standings_of), state)
        return Scoreboard(state, lines, {one.player: place for place, one in enumerate(lines)}, read_at)
