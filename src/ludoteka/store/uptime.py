"""When a house was up: time during which no server was up is charged to nobody's clock.

Each server writes one row for every uninterrupted stretch of uptime and extends it with every heartbeat.
"""

import asyncio
import bisect
import contextlib
import secrets
from collections.abc import Awaitable, Callable, Sequence
from itertools import accumulate

from sqlalchemy import Engine, bindparam, delete, insert, select
from sqlalchemy.exc import SQLAlchemyError

from ludoteka.store.refusals import NotStored
from ludoteka.store.schema import uptimes
from ludoteka.store.writing.statements import Write, update_rows

HEARTBEAT = 2.0  # seconds; after a kill, the house appears to be down for at most this much too long
MAX_GAP = 6.0  # seconds without a heartbeat after which a server counts as down: it hung, or its machine slept
IDLE_HEARTBEAT = 60.0  # seconds between heartbeats that are written while no live clock runs
RETENTION = 400 * 86400.0  # seconds; longer than any turn

BEGIN = insert(uptimes)
PROLONG = update_rows(uptimes, {"server": "which", "since": "start"}, until="end")
FORGET = delete(uptimes).where(uptimes.c.until < bindparam("oldest"))


class Uptime:
    """The heartbeat of one server, and the uptime of all servers.

    The constructor reads the earlier uptime; `start` starts the heartbeat.  While `is_needed` says that no live clock
    runs, heartbeats are written only once a minute, to spare the disk.  After a kill the house may then appear to be
    down for up to a minute too long, which favours the player to move and does not matter to clocks that count days.
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
        self._written: float | None = None  # when the current row was last written
        self._spans: dict[tuple[str, float], float] = {}
        self._starts: list[float] = []
        self._ends: list[float] = []
        self._before: list[float] = []  # total uptime before each of `_starts`
        self._task: asyncio.Task[None] | None = None
        self._beating = asyncio.Lock()  # a readiness check beats as well
        self._learn(self._rows(0))

    async def start(self) -> None:
        """Start the heartbeat: from now on this server is up."""
        self._since = self._seen = self._now()
        await self.beat()
        self._task = asyncio.create_task(self._keep_beating())

    async def _keep_beating(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT)
            await self.beat()

    async def beat(self, max_age: float = IDLE_HEARTBEAT) -> bool:
        """Record that this server is up, and write the record if it is older than `max_age` or a live clock needs it.

        Return whether the record is stored.  A server that cannot write counts as down, as it could not store any move
        either.
        """
        async with self._beating:
            return await self._beat(max_age)

    async def _beat(self, max_age: float) -> bool:
        now = self._now()
        if now - self._seen > MAX_GAP:
            if self._since <= self._seen:
                self._learn({(self._server, self._since): self._seen})
            self._since, self._written = now, None
        interval = HEARTBEAT / 2 if self._is_needed() else max_age
        if self._written is None or now - self._written >= interval:
            try:
                await self._record(now)
            except (NotStored, SQLAlchemyError):  # retried at the next heartbeat
                return False
        self._seen = now
        return True

    async def _record(self, now: float) -> None:
        """Write the current row, and read what other servers wrote."""
        if self._written is None:
            first = {"server": self._server, "since": self._since, "until": now}
            await self._write([(FORGET, {"oldest": now - RETENTION}), (BEGIN, first)])
        else:
            await self._write([(PROLONG, {"which": self._server, "start": self._since, "end": now})])
        last = self._since if self._written is None else self._written
        self._written = now
        self._learn(await asyncio.to_thread(self._rows, last - 2 * IDLE_HEARTBEAT))

    def _rows(self, after: float) -> dict[tuple[str, float], float]:
        with self._engine.connect() as connection:
            found = connection.execute(select(uptimes).where(uptimes.c.until >= after))
            return {(row.server, row.since): row.until for row in found}

    def _learn(self, rows: dict[tuple[str, float], float]) -> None:
        """Add rows, and merge them into stretches that do not overlap."""
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
        """Return for how long any server was up before a time, according to the rows."""
        place = bisect.bisect_right(self._starts, when) - 1
        if place < 0:
            return 0.0
        return self._before[place] + min(when, self._ends[place]) - self._starts[place]

    def down_between(self, since: float, until: float) -> float:
        """Return for how many seconds of a span no server was up.  This server is up now, unless it hung."""
        until = max(since, until)
        start = min(max(since, self._since), until)
        is_up = until - self._seen <= MAX_GAP
        end = max(start, until if is_up else min(until, self._seen))
        elsewhere = self._up_before(start) - self._up_before(since) + self._up_before(until) - self._up_before(end)
        return max(0.0, until - since - (end - start) - elsewhere)

    async def close(self) -> None:
        """Stop the heartbeat and write the end of this uptime."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        now = self._now()
        end = now if now - self._seen <= MAX_GAP else self._seen  # the machine has just woken up
        if end >= self._since:
            with contextlib.suppress(NotStored, SQLAlchemyError):
                await self._record(end)
