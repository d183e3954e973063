"""WebSockets without a detour: messages go straight from the wire to who takes them, and back (decisions 0019, 0020).

ASGI passes every message through queues, tasks and layers, which cost more than the game does.  Here it opens
connections; whoever takes one over hears what comes and when it ends, and nothing of ASGI is kept for it.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Request

NAME = "ludoteka.wire"  # of the extension, in the scope
TOO_SLOW, BROKEN = 4008, 1011  # close codes
MAX_UNSENT = 1 << 20  # bytes not yet taken by a slow reader
SECONDS_TO_CLOSE = 5.0  # for a reader who does not take that he is to go


class _Nobody:
    """Whom ASGI's side of a connection was told of: when that is gone, nobody."""

    def put_nowait(self, message: object) -> None: ...
    def set(self) -> None: ...
    def clear(self) -> None: ...


NOBODY: Any = _Nobody()


class Wire(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, with a way past ASGI."""

    _on_message: Callable[[bytes], None] | None = None
    _on_end: Callable[[], Awaitable[None]] | None = None
    _unsent: list[bytes] | None = None  # frames of this turn of the loop, which go out together
    _early: tuple[bytes, ...] = ()  # messages that came before the connection was taken over

    def handle_connect(self, event: Request) -> None:
        """Open as usual, and tell the application of the way."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["extensions"][NAME] = self  # type: ignore[assignment]  # no plain data, as uvicorn calls it

    async def run_asgi(self) -> None:
        """Let ASGI open the connection; one that was taken over lasts longer than that."""
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except Exception:
            self.logger.exception("a connection could not be opened")
            self.close(BROKEN)
        if not self.handshake_complete:
            self.send_500_response()
        if self._on_end is None and not self.close_sent:
            self.transport.close()

    def take_over(self, on_message: Callable[[bytes], None], on_end: Callable[[], Awaitable[None]]) -> None:
        """Tell of every message and of the end, and keep nothing of ASGI: there may be thousands."""
        self._on_message, self._on_end = on_message, on_end
        for message in self._early:
            on_message(message)
        self._early = ()
        self.queue = self.writable = NOBODY
        self.scope = {}  # type: ignore[typeddict-item]  # nobody asks any more
        del self.request, self.response

    def send_receive_event_to_app(self) -> None:
        """Hand a message to who takes it."""
        message, self.frames = b"".join(self.frames), []
        if self.close_sent:
            return
        if self._on_message is None:
            self._early += (message,)
        else:
            self._on_message(message)

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell that it has ended; the server does not end before what is done then."""
        super().connection_lost(exc)
        if self._on_end is not None:
            task = self.loop.create_task(self._end(self._on_end))
            self.tasks.add(task)
            task.add_done_callback(self.on_task_complete)

    async def _end(self, on_end: Callable[[], Awaitable[None]]) -> None:
        self._on_message = self._on_end = None
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
        if self.transport.get_write_buffer_size() > MAX_UNSENT:
            self.close(TOO_SLOW)

    def _flush(self) -> None:
        """Send what was posted in this turn of the loop: every sending is a call of the system."""
        if self._unsent and not self.transport.is_closing():
            self.transport.write(b"".join(self._unsent))
        self._unsent = None

    def handle_close(self, event: Frame) -> None:
        """Hear that the other side closes."""
        self._flush()
        super().handle_close(event)
        self.transport.close()
        self._leave_soon()

    def handle_parser_exception(self) -> None:
        """Close where something came that cannot be read."""
        self._flush()
        super().handle_parser_exception()
        self._leave_soon()

    def keepalive_timeout(self) -> None:
        """Leave who does not answer."""
        super().keepalive_timeout()
        self.transport.abort()

    def shutdown(self) -> None:
        """Close, because the server ends."""
        if self.close_sent or self.transport.is_closing():
            self.transport.abort()
            return
        self._flush()
        super().shutdown()

    def _leave_soon(self) -> None:
        """Wait a little for what is unsent to be taken, then leave: nobody who is gone is to count as present."""
        self.loop.call_later(SECONDS_TO_CLOSE, self.transport.abort)

    def close(self, code: int, reason: str = "") -> None:
        """Close; who does not take even that is left after a while."""
        if not self.handshake_complete or self.close_sent or self.disconnected or self.transport.is_closing():
            return
        self._flush()
        self.close_sent = True
        self.transport.resume_reading()  # his answer is waited for
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self._leave_soon()

    def hold(self, is_held: bool) -> None:
        """Read no more for a while, or again."""
        if is_held:
            self.transport.pause_reading()
        else:
            self.transport.resume_reading()
