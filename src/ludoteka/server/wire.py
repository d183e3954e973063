"""WebSockets without a detour: messages go straight from the wire to who takes them, and back (decision 0019).

ASGI passes every message through queues, tasks and layers, which cost more than the game does.  Here it opens and
closes connections, and what happens between is two calls.
"""

from collections.abc import Callable

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

NAME = "ludoteka.wire"  # of the extension, in the scope
MOST_UNSENT = 1 << 20  # bytes not yet taken by a slow reader
SECONDS_TO_CLOSE = 5.0  # for a reader who is too slow


class Wire(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, with a way past ASGI."""

    on_message: Callable[[bytes], None] | None = None

    def handle_connect(self, event: Request) -> None:
        """Open as usual, and tell the application of the way."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["extensions"][NAME] = self  # type: ignore[assignment]  # no plain data, as uvicorn calls it

    def send_receive_event_to_app(self) -> None:
        """Hand a message to who takes it."""
        if self.on_message is None:
            super().send_receive_event_to_app()
            return
        message, self.frames = b"".join(self.frames), []
        if not self.close_sent:
            self.on_message(message)

    def forget_handshake(self) -> None:
        """Keep nothing of how the connection was opened: there may be thousands."""
        del self.request, self.response
        self.scope["headers"] = []

    def post(self, text: bytes) -> bool:
        """Send a text; tell whether the reader keeps up."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return True
        self.conn.send_text(text)
        self.transport.write(b"".join(self.conn.data_to_send()))
        return self.transport.get_write_buffer_size() <= MOST_UNSENT

    def give_up(self, code: int) -> None:
        """Close for a reader who is too slow; if he does not even take that, leave him."""
        if not self.close_sent:
            self.close_sent = True
            self.conn.send_close(code)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.loop.call_later(SECONDS_TO_CLOSE, self.transport.abort)

    def hold(self, is_held: bool) -> None:
        """Read no more for a while, or again."""
        if is_held:
            self.transport.pause_reading()
        else:
            self.transport.resume_reading()
