"""When a house was up: the time in which none of its servers was is charged to nobody's clock.

Each server has a row for every stretch that it was up without a break, and moves its end forward as it goes.
"""

import asyncio
import bisect
import contextlib
import secrets
from collections.abc import Awaitable, Callable, Sequence
from itertools import accumulate

from sqlalchemy import Engine, bindparam, delete, insert, select, update
from sqlalchemy.exc import DBAPIError

from ludoteka.store.refusals import NotStored
from ludoteka.store.schema import uptimes
from ludoteka.store.writing.statements import Write

BEAT = 2.0  # seconds: the most that a kill makes the house seem down too long
BREAK = 6.0  # seconds without a beat after which a server was not up: it hung, or its machine slept
REST = 60.0  # seconds between beats that are written while no live clock runs
KEPT = 400 * 86400.0  # seconds; no turn is as long as that

BEGIN = insert(uptimes)
PROLONG = (
    update(uptimes)
    .where(uptimes.c.server == bindparam("which"), uptimes.c.since == bindparam("start"))
    .values(until=bindparam("end"))
)
FORGET = delete(uptimes).where(uptimes.c.until < bindparam("oldest"))


class Uptime:
    """The beat of one server, and what is known of all.

    Whoever opens a house reads here, in the constructor, when it was up before; `start` makes it beat.
    `is_needed` tells whether a live clock runs, so that the disk rests while none does.  Beats are
    then written once a minute only, so after a kill the house seems down up to a minute too long: nothing
    to a clock that counts days, in favour of whoever was to act.
    """

    def __init__(
        self,
        engine: Engine,
        write: Callable[[Sequence[Write]], Awaitable[None]],
        now: Callable[[], float],
        is_needed: Callable[[], bool],
        server: str = "",
    ) -> None:
        self._engine = engine
        self._write = write
        self._now = now
        self._is_needed = is_needed
        self._server = server or secrets.token_urlsafe(12)
        self._since = self._seen = now()
        self._written: float | None = None  # when the present row was last written
        self._spans: dict[tuple[str, float], float] = {}
        self._starts: list[float] = []
        self._ends: list[float] = []
        self._before: list[float] = []  # time that the house was up before each start
        self._task: asyncio.Task[None] | None = None
        self._learn(self._rows(0))

    async def start(self) -> None:
        """Begin to beat: from now on this server is up."""
        self._since = self._seen = self._now()
        await self.beat()
        self._task = asyncio.create_task(self._beat_on())

    async def _beat_on(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            await self.beat()

    async def beat(self) -> None:
        """Be seen up, and write it if that is due.

        Who cannot write is not up: it could not keep what anybody plays.
        """
        now = self._now()
        if now - self._seen > BREAK:
            if self._since <= self._seen:
                self._learn({(self._server, self._since): self._seen})
            self._since, self._written = now, None
        rest = BEAT / 2 if self._is_needed() else REST
        if self._written is None or now - self._written >= rest:
            with contextlib.suppress(NotStored, DBAPIError):  # it is tried again at the next beat
                await self._record(now)
                self._seen = now
        else:
            self._seen = now

    async def _record(self, now: float) -> None:
        """Write the present row, and learn what other servers wrote."""
        if self._written is None:
            first = {"server": self._server, "since": self._since, "until": now}
            await self._write([(FORGET, {"oldest": now - KEPT}), (BEGIN, first)])
        else:
            await self._write([(PROLONG, {"which": self._server, "start": self._since, "end": now})])
        last = self._since if self._written is None else self._written
        self._written = now
        self._learn(await asyncio.to_thread(self._rows, last - 2 * REST))

    def _rows(self, after: float) -> dict[tuple[str, float], float]:
        """Return what was written of all servers that were up after some time."""
        with self._engine.connect() as connection:
            found = connection.execute(select(uptimes).where(uptimes.c.until >= after))
            return {(row.server, row.since): row.until for row in found}

    def _learn(self, rows: dict[tuple[str, float], float]) -> None:
        """Add what is known, and merge it to stretches that do not touch."""
        self._spans.update({row: max(until, self._spans.get(row, until)) for row, until in rows.items()})
        self._starts, self._ends = [], []
        for (_, since), until in sorted(self._spans.items(), key=lambda one: one[0][1]):
            if self._ends and since <= self._ends[-1]:
                self._ends[-1] = max(until, self._ends[-1])
            else:
                self._starts.append(since)
                self._ends.append(until)
        lengths = [end - start for start, end in zip(self._starts, self._ends, strict=True)]
        self._before = list(accumulate(lengths, initial=0.0))

    def _up_before(self, when: float) -> float:
        """Return for how long some server was up before a time, as far as is written."""
        place = bisect.bisect_right(self._starts, when) - 1
        if place < 0:
            return 0.0
        return self._before[place] + min(when, self._ends[place]) - self._starts[place]

    def down_between(self, since: float, until: float) -> float:
        """Return for how many seconds of that span no server was up.  This one is up now, unless it hung."""
        until = max(since, until)
        start = min(max(since, self._since), until)
        is_up = until - self._seen <= BREAK
        end = max(start, until if is_up else min(until, self._seen))
        elsewhere = self._up_before(start) - self._up_before(since) + self._up_before(until) - self._up_before(end)
        return max(0.0, until - since - (end - start) - elsewhere)

    async def close(self) -> None:
        """Write until when this server was up, and beat no more."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        with contextlib.suppress(NotStored, DBAPIError):
            await self._record(self._now())
