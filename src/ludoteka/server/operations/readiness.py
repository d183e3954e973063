"""Whether a server can do its work: its database answers, and stores what it is sent."""

import asyncio
from typing import Literal

from ludoteka.store import Store
from ludoteka.store.uptime import HEARTBEAT, Uptime

TIMEOUT = 1.0  # seconds
PROOF_SECONDS = HEARTBEAT  # for which a write counts as proof: often enough for load balancers, and cheap in a flood
Status = Literal["ok", "no-database", "read-only"]


class ReadinessCheck:
    """Checks the readiness of a server.  The heartbeat proves that the database can be written."""

    def __init__(self, store: Store, uptime: Uptime) -> None:
        self._store = store
        self._uptime = uptime
        self._proof: asyncio.Task[bool] | None = None

    async def check(self) -> Status:
        """Return "ok", "no-database" if the database doesn't answer, or "read-only" if it stores nothing."""
        if not await self._store.is_ready():
            return "no-database"
        if self._proof is None or self._proof.done():  # start no second write while one hangs
            self._proof = asyncio.create_task(self._uptime.beat(PROOF_SECONDS))
        done, _ = await asyncio.wait([self._proof], timeout=TIMEOUT)
        return "ok" if done and self._proof.result() else "read-only"
