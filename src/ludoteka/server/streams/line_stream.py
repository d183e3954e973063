"""An answer that never ends by itself: one JSON object in each line, until the client leaves (NDJSON)."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from functools import partial

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from ludoteka.core.message import Message, Refused
from ludoteka.server.accounts.sessions import Sessions
from ludoteka.server.http.guests import rate_limit_key
from ludoteka.server.operations.limits import ConnectionLimits, RateLimit
from ludoteka.server.order.shut_outs import ShutOuts, visitor_of

MEDIA_TYPE = "application/x-ndjson"
# Nothing on the way may wait for more lines: neither our middleware, to compress them, nor nginx, to fill a buffer
HEADERS = {"content-encoding": "identity", "x-accel-buffering": "no"}
KEEPALIVE_SECONDS = 7.0  # after which an empty line tells the client, and what is between, that the stream lives
MOST_UNREAD = 4 << 20  # bytes; a client that has not read them is too slow


class LineResponse(StreamingResponse):
    """An answer in lines, which calls a function when it is over, however it ends."""

    def __init__(self, lines: AsyncIterator[bytes], on_end: Callable[[], None]) -> None:
        super().__init__(lines, media_type=MEDIA_TYPE, headers=HEADERS)
        self._on_end = on_end

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the lines."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._on_end()


class LineStream:
    """One stream, from the side of the house."""

    def __init__(self, drop: Callable[[], None]) -> None:
        self._drop = drop  # disconnects the client, which may not read what is on the way to it
        self._lines: asyncio.Queue[bytes] = asyncio.Queue()
        self._unread = 0  # bytes
        self._end = asyncio.Event()

    def post(self, line: bytes) -> None:
        """Send a line; if the client is too slow, drop it with everything that it has not read."""
        if self._end.is_set():
            return
        self._unread += len(line)
        self._lines.put_nowait(line)
        if self._unread > MOST_UNREAD and self._lines.qsize() > 1:  # a whole match may be as long as it is
            self._lines = asyncio.Queue()
            self.end()
            self._drop()

    def end(self) -> None:
        """End the stream after what was posted; the client may ask for another one."""
        self._end.set()

    async def lines(self) -> AsyncIterator[bytes]:
        """Yield each line with its line end, and an empty one from time to time."""
        while not (self._end.is_set() and self._lines.empty()):
            line = await self._next()
            self._unread -= len(line)
            yield line + b"\n"

    async def _next(self) -> bytes:
        """Return the next line; an empty one if there is none for a while, or the stream ends."""
        if not self._lines.empty():
            return self._lines.get_nowait()
        getting, ending = asyncio.ensure_future(self._lines.get()), asyncio.ensure_future(self._end.wait())
        try:
            await asyncio.wait({getting, ending}, timeout=KEEPALIVE_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            return getting.result() if getting.done() else b""
        finally:
            getting.cancel()
            ending.cancel()


Producer = Callable[[LineStream], Awaitable[None]]


class Streams:
    """All open streams of this server."""

    def __init__(self, sessions: Sessions, shut_outs: ShutOuts, connects: RateLimit, limits: ConnectionLimits) -> None:
        self._sessions = sessions
        self._shut_outs = shut_outs
        self._connects = connects
        self._limits = limits
        self._open: set[LineStream] = set()
        self._is_closed = False

    def close(self) -> None:
        """End all streams, because the house stops."""
        self._is_closed = True
        for stream in tuple(self._open):
            stream.end()

    def answer(self, request: Request, produce: Producer) -> Response:
        """Return an answer whose lines `produce` posts while the client reads; it is cancelled when the client leaves.

        The stream ends with the session or the token of the client, and if they are shut out.

        Raises:
            Refused: "too-often", "too-many".
        """
        if request.method == "HEAD":
            return Response(media_type=MEDIA_TYPE, headers=HEADERS)
        client, holder = rate_limit_key(request), request.scope["holder"]
        self._connects.count(client)
        if not self._limits.admit(holder, client.address):
            raise Refused(
                "too-many", Message("You have too many pages of this server open. Please close some of them.")
            )
        begin: Callable[[], Callable[[], None]] = request.scope["begin_stream"]
        lines = self._lines(request, produce, begin())
        return LineResponse(lines, partial(self._limits.release, holder, client.address))

    async def _lines(self, request: Request, produce: Producer, drop: Callable[[], None]) -> AsyncIterator[bytes]:
        """Yield the lines that `produce` posts, until the stream ends or is left, or its reader may not go on."""
        stream, identity = LineStream(drop), request.scope["session"] or request.scope["holder"]
        self._open.add(stream)
        is_signed_in = request.scope["signed_in"] is not None
        self._sessions.connect(identity, stream.end, is_signed_in=is_signed_in)
        self._shut_outs.connect(visitor_of(request), stream.end)
        if self._is_closed:
            stream.end()
        producing = asyncio.ensure_future(produce(stream))
        producing.add_done_callback(lambda _: stream.end())
        try:
            async for line in stream.lines():
                yield line
        finally:
            producing.cancel()
            with suppress(asyncio.CancelledError, Refused):
                await producing
            self._open.discard(stream)
            self._sessions.disconnect(identity, stream.end)
            self._shut_outs.disconnect(stream.end)
