"""Slow refusals: whoever tries too often to sign in waits for the answer, so that refusing them costs little."""

import asyncio
from collections import Counter

from ludoteka.server.operations.limits import IDLE_PER_ADDRESS

REFUSAL_SECONDS = 5.0  # a refusal costs about a millisecond of a core, and an address can have 300 connections


class SlowRefusals:
    """Holds back refusals.

    A client sends its next request when it has the answer to the last one.  An address has as many answers held back as it
    can have connections; if there are more, they came through a proxy, and are answered at once.
    """

    def __init__(self, seconds: float = REFUSAL_SECONDS, most: int = IDLE_PER_ADDRESS) -> None:
        self._seconds = seconds
        self._most = most
        self._held: Counter[str] = Counter()  # answers, by address

    async def hold(self, address: str) -> None:
        """Wait before an address is refused."""
        if self._held[address] >= self._most:
            return
        self._held[address] += 1
        try:
            await asyncio.sleep(self._seconds)
        finally:
            self._held[address] -= 1
            if not self._held[address]:
                del self._held[address]
