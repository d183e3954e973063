"""Wake-up signals for the streams of accounts to which something has happened."""

import asyncio
import json
from collections import defaultdict
from collections.abc import Callable, Iterable
from contextlib import suppress

NEWS = "news"  # the subject of broadcasts
REPEAT_SECONDS = 5.0  # after which a stream checks again without news, because a broadcast may have been lost


class News:
    """Wakes the streams of accounts to which something has happened, on all servers."""

    def __init__(self, broadcast: Callable[[str, str], None]) -> None:
        self._broadcast = broadcast
        self._waiting: defaultdict[str, set[asyncio.Event]] = defaultdict(set)

    def tell(self, holders: Iterable[str]) -> None:
        """Signal that something has happened to these holders."""
        told = sorted(holders)
        if told:
            self._broadcast(NEWS, json.dumps(told))
            self._wake(told)

    def hear(self, text: str) -> None:
        self._wake(json.loads(text))

    def _wake(self, holders: Iterable[str]) -> None:
        for holder in holders:
            for event in self._waiting.get(holder, ()):
                event.set()

    def listen(self, holder: str) -> asyncio.Event:
        """Return an event that is set whenever something happens to a holder, until `leave`."""
        event = asyncio.Event()
        self._waiting[holder].add(event)
        return event

    def leave(self, holder: str, event: asyncio.Event) -> None:
        self._waiting[holder].discard(event)
        if not self._waiting[holder]:
            del self._waiting[holder]


async def wait_for_news(event: asyncio.Event) -> None:
    """Wait for news, or a while."""
    with suppress(TimeoutError):
        await asyncio.wait_for(event.wait(), REPEAT_SECONDS)
    event.clear()
