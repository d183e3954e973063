"""Delayed refusals: clients that sign in too often wait for the reply, so that refusing them costs little."""

import asyncio
from collections import Counter

from ludoteka.server.operations.limits import IDLE_PER_ADDRESS

REFUSAL_SECONDS = 5.0  # a refusal costs about a millisecond of a core, and an address can have 300 connections


class SlowRefusals:
    """Delays refusals.

    A client sends its next request after the reply to the last one.  Per address, as many replies are delayed as it can have
    connections; any more came through a proxy, and are sent at once.
    """

    def __init__(self, seconds: float = REFUSAL_SECONDS, most: int = IDLE_PER_ADDRESS) -> None:
        self._seconds = seconds
        self._most = most
        self._held: Counter[str] = Counter()  # delayed replies, by address

    async def hold(self, address: str) -> None:
        """Wait before refusing an address."""
        if self._held[address] >= self._most:
            return
        self._held[address] += 1
        try:
            await asyncio.sleep(self._seconds)
        finally:
            self._held[address] -= 1
            if not self._held[address]:
                del self._held[address]
