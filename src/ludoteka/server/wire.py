"""WebSockets without a detour: messages go straight from the wire to who takes them, and back (decision 0019).

ASGI passes every message through queues, tasks and layers, which cost more than the game does.  Here it opens
connections; whoever takes one over hears what comes and when it ends, and nothing of ASGI is kept for it.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Request

NAME = "ludoteka.wire"  # of the extension, in the scope
TOO_SLOW = 4008  # close code
MOST_UNSENT = 1 << 20  # bytes not yet taken by a slow reader
SECONDS_TO_CLOSE = 5.0  # for a reader who does not take that he is to go


class _Nobody:
    """Whom ASGI's side of a connection was told of: when that is gone, nobody."""

    def put_nowait(self, message: object) -> None: ...
    def set(self) -> None: ...
    def clear(self) -> None: ...


NOBODY: Any = _Nobody()


class Wire(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, with a way past ASGI."""

    on_message: Callable[[bytes], None] | None = None  # set before the connection is accepted, so that none is missed
    _on_end: Callable[[], Awaitable[None]] | None = None
    _unsent: list[bytes] | None = None  # frames of this turn of the loop, which go out together

    def handle_connect(self, event: Request) -> None:
        """Open as usual, and tell the application of the way."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["extensions"][NAME] = self  # type: ignore[assignment]  # no plain data, as uvicorn calls it

    async def run_asgi(self) -> None:
        """Let ASGI open the connection; one that was taken over lasts longer than that."""
        try:
            await self.app(self.scope, self.receive, self.send)
        except Exception:
            self.logger.exception("a connection could not be opened")
            self.close(1011)
        if not self.handshake_complete:
            self.send_500_response()
        if self._on_end is None and self.close_timer is None:
            self.transport.close()

    def take_over(self, on_end: Callable[[], Awaitable[None]]) -> None:
        """Call this when the connection has ended, and keep nothing of ASGI: there may be thousands."""
        self._on_end = on_end
        self.queue = self.writable = NOBODY
        self.scope = {}  # type: ignore[typeddict-item]  # nobody asks any more
        del self.request, self.response

    def send_receive_event_to_app(self) -> None:
        """Hand a message to who takes it."""
        if self.on_message is None:
            super().send_receive_event_to_app()
            return
        message, self.frames = b"".join(self.frames), []
        if not self.close_sent:
            self.on_message(message)

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell that it has ended; the server does not end before what is done then."""
        super().connection_lost(exc)
        if self._on_end is not None:
            task = self.loop.create_task(self._end(self._on_end))
            self.tasks.add(task)
            task.add_done_callback(self.on_task_complete)

    async def _end(self, on_end: Callable[[], Awaitable[None]]) -> None:
        self.on_message = self._on_end = None
        try:
            await on_end()
        except Exception:
            self.logger.exception("a connection could not be ended")

    def post(self, text: bytes) -> None:
        """Send a text; never wait for a slow reader, but close where too much is unsent."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        frame = Frame(Opcode.TEXT, text).serialize(mask=False)
        if self._unsent is None:
            self._unsent = [frame]
            self.loop.call_soon(self._flush)
        else:
            self._unsent.append(frame)
        if self.transport.get_write_buffer_size() > MOST_UNSENT:
            self.close(TOO_SLOW)

    def _flush(self) -> None:
        """Send what was posted in this turn of the loop: every sending is a call of the system."""
        if self._unsent and not self.transport.is_closing():
            self.transport.write(b"".join(self._unsent))
        self._unsent = None

    async def send(self, message: Any) -> None:
        """Send what ASGI says, behind what was posted."""
        self._flush()
        await super().send(message)

    def shutdown(self) -> None:
        """Close, because the server ends."""
        self._flush()
        super().shutdown()

    def close(self, code: int, reason: str = "") -> None:
        """Close; who does not take even that is left after a while."""
        if not self.handshake_complete or self.close_sent or self.disconnected or self.transport.is_closing():
            return
        self._flush()
        self.close_sent = True
        self.transport.resume_reading()  # his answer is waited for
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_timer = self.loop.call_later(SECONDS_TO_CLOSE, self.transport.abort)

    def hold(self, is_held: bool) -> None:
        """Read no more for a while, or again."""
        if is_held:
            self.transport.pause_reading()
        else:
            self.transport.resume_reading()
