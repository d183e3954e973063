"""Work that takes processor time: it runs in a background process, and addresses take turns."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from weakref import WeakValueDictionary

from ludoteka.core.message import Message
from ludoteka.server.operations.background_process import Answer, Arguments, BackgroundProcess
from ludoteka.server.operations.limits import LimitKey, RateLimited

SHORT_LOG = 100  # events, replayed in some ten milliseconds: to send them to another process would take as long
RETRY_SECONDS = 5  # a little more than the longest match takes
STILL_BUSY = Message("The server is still busy with your last request. Please wait for its answer.")


class WorkQueue:
    """A queue for long work.  One piece runs at a time, and each address has at most one piece in the queue.

    What an address asks for beyond that waits behind its own work, so nobody delays the others by more than one piece.
    """

    def __init__(self, process: BackgroundProcess) -> None:
        self.call = process.call  # for the one whose turn it is
        self._slot = asyncio.Semaphore(1)
        # A lock exists as long as somebody holds it or waits for it
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # by address
        self._length = 0  # pieces that wait or run
        self._busy: set[LimitKey] = set()  # the guests who may not ask for more now

    def __len__(self) -> int:
        return self._length

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Wait until it is an address's turn, and hold up the others meanwhile."""
        self._length += 1
        try:
            async with self._turns.setdefault(address, asyncio.Lock()), self._slot:
                yield
        finally:
            self._length -= 1

    @contextmanager
    def one_request(self, client: LimitKey) -> Iterator[None]:
        """Refuse further long requests of a guest, or of an address without a cookie, meanwhile.  Raises RateLimited."""
        if client in self._busy:
            raise RateLimited(RETRY_SECONDS, STILL_BUSY)
        self._busy.add(client)
        try:
            yield
        finally:
            self._busy.discard(client)

    async def run(
        self, address: str, function: Callable[Arguments, Answer], *rest: Arguments.args, **named: Arguments.kwargs
    ) -> Answer:
        async with self.turn(address):
            return await self.call(function, *rest, **named)


class ReplayQueue(WorkQueue):
    """The queue of requests about whole matches, which never delays what people wait for before they play."""
