"""Endless responses with one JSON object per line (NDJSON), until the client disconnects."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from functools import partial

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from ludoteka.core.message import Refused
from ludoteka.server.calls.call import LINES
from ludoteka.server.people.connections import OpenConnections, client_of

# No buffering on the way: neither for compression in our middleware, nor in nginx
HEADERS = {"content-encoding": "identity", "x-accel-buffering": "no"}
KEEPALIVE_SECONDS = 7.0  # after which an empty line shows the client and proxies that the stream is alive
MOST_UNREAD = 4 << 20  # unread bytes after which a client counts as too slow


class LineResponse(StreamingResponse):
    """A response in lines, which calls a function when it ends for whatever reason."""

    def __init__(self, lines: AsyncIterator[bytes], on_end: Callable[[], None]) -> None:
        super().__init__(lines, media_type=LINES, headers=HEADERS)
        self._on_end = on_end

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._on_end()


class LineStream:
    """The server side of one stream."""

    def __init__(self, drop: Callable[[], None]) -> None:
        self._drop = drop  # disconnects the client, which may have stopped reading
        self._lines: asyncio.Queue[bytes] = asyncio.Queue()
        self._unread = 0  # bytes
        self._end = asyncio.Event()

    def post(self, line: bytes) -> None:
        """Send a line; if the client is too slow, disconnect it and discard its unread lines."""
        if self._end.is_set():
            return
        self._unread += len(line)
        self._lines.put_nowait(line)
        if self._unread > MOST_UNREAD and self._lines.qsize() > 1:  # a whole match may be of any length
            self._lines = asyncio.Queue()
            self.end()
            self._drop()

    def end(self, reason: Refused | None = None) -> None:
        """End the stream after the posted lines; the client may open another one, and gets the reason."""
        self._end.set()

    async def lines(self) -> AsyncIterator[bytes]:
        """Yield each line with its line end, and empty lines as keep-alives."""
        while not (self._end.is_set() and self._lines.empty()):
            line = await self._next()
            self._unread -= len(line)
            yield line + b"\n"

    async def _next(self) -> bytes:
        """Return the next line; an empty one after a pause, or when the stream ends."""
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

    def __init__(self, connections: OpenConnections) -> None:
        self._connections = connections
        self._open: set[LineStream] = set()
        self._is_closed = False

    def close(self) -> None:
        self._is_closed = True
        for stream in tuple(self._open):
            stream.end()

    def answer(self, request: Request, produce: Producer) -> Response:
        """Return a response whose lines `produce` posts; it is cancelled when the client disconnects.

        The stream ends with the client's session or token, and when the client is banned.

        Raises:
            Refused: "too-often", "too-many".
        """
        if request.method == "HEAD":
            return Response(media_type=LINES, headers=HEADERS)
        client = client_of(request)
        self._connections.admit(client)
        begin: Callable[[], Callable[[], None]] = request.scope["begin_stream"]
        lines = self._lines(request, produce, begin())
        return LineResponse(lines, partial(self._connections.release, client))

    async def _lines(self, request: Request, produce: Producer, drop: Callable[[], None]) -> AsyncIterator[bytes]:
        """Yield the lines that `produce` posts, until the stream ends, the client disconnects or loses access."""
        stream, client = LineStream(drop), client_of(request)
        self._open.add(stream)
        self._connections.open(client, stream.end)
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
            self._connections.close(client, stream.end)
