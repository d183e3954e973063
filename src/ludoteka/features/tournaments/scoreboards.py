"""The public state of a tournament, computed in a thread and cached for a second.

A background process would make it wait behind matches that take seconds to replay.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import NamedTuple
from weakref import WeakValueDictionary

from ludoteka.features.tournaments.model import TournamentRecord
from ludoteka.features.tournaments.standings import StandingsLine, standings_of
from ludoteka.store.short_turns import short_turns

FRESH_SECONDS = 1.0  # for which a scoreboard is cached


class Scoreboard(NamedTuple):
    """A tournament with its standings."""

    state: TournamentRecord
    lines: list[StandingsLine]  # best first
    places: dict[str, int]  # of each player in `lines`, from 0
    read_at: float  # by the clock of the process


class Scoreboards:
    """The cached scoreboards of one server."""

    def __init__(self, load: Callable[[str], Awaitable[TournamentRecord]]) -> None:
        self._load = load
        self._turn = asyncio.Semaphore(1)  # to compute standings, which takes tens of milliseconds in large tournaments
        self._known: dict[str, Scoreboard] = {}
        self._making: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # by tournament

    async def find(self, name: str, *, since: float = 0.0) -> Scoreboard:
        """Return a scoreboard that is at most a second old and not older than `since`.

        Raises:
            Refused: "no-such-tournament".
        """
        async with self._making.setdefault(name, asyncio.Lock()):
            oldest = time.monotonic() - FRESH_SECONDS
            self._known = {known: board for known, board in self._known.items() if board.read_at >= oldest}
            known = self._known.get(name)
            if known is None or known.read_at < since:
                async with self._turn:
                    read_at, state = time.monotonic(), await self._load(name)
                    lines = await asyncio.to_thread(short_turns()(standings_of), state)
                places = {one.player: place for place, one in enumerate(lines)}
                known = self._known[name] = Scoreboard(state, lines, places, read_at)
            return known
