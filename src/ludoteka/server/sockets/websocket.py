"""WebSocket connections for uvicorn whose messages bypass ASGI (decision 0023).

uvicorn creates a `WebSocketProtocol` for each connection.  The ASGI application runs the opening handshake, finds the
connection in `scope["extensions"][EXTENSION]` and takes it over.  From then on messages go directly between the
connection and its owner, and nothing of ASGI is kept.  Short texts, pings and pongs are read and written here; for all
other frames the connection asks `websockets`, whose part takes kilobytes and is made when the first of them comes.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from http import HTTPStatus
from typing import Any, Final, cast

from uvicorn import Config
from uvicorn.server import ServerState
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import Protocol, Side, State
from websockets.server import ServerProtocol

from ludoteka.server.sockets.handshake import ClientGone, Handshake, scope_of

SHORT, LONG = 126, 1 << 16  # bytes: from here on a frame gives its length in two more bytes, and in eight
TEXT, PING, PONG = 0x81, 0x89, 0x8A  # the first byte of a whole frame; a whole text is one message
MASKED = 0x80  # added to the length by clients, which mask what they send
HEAD = 6  # bytes before the content of a short masked frame: kind, length, mask


def text_frame(text: bytes) -> bytes:
    """Return the frame of a text that a server sends."""
    size = len(text)
    if size < SHORT:
        return bytes((TEXT, size)) + text
    if size < LONG:
        return bytes((TEXT, SHORT)) + size.to_bytes(2, "big") + text
    return bytes((TEXT, SHORT + 1)) + size.to_bytes(8, "big") + text


def read_frames(data: bytes) -> list[tuple[int, bytes]]:
    """Return the kind and the content of each frame of a client.

    The list is empty unless they are short, all there, and texts, pings or pongs; the library reads all others.
    """
    frames: list[tuple[int, bytes]] = []
    start = 0
    while len(data) - start >= HEAD:
        kind, size = data[start], data[start + 1] - MASKED
        content, end = start + HEAD, start + HEAD + size
        if kind not in (TEXT, PING, PONG) or not 0 <= size < SHORT or end > len(data):
            return []
        frames.append((kind, _unmask(data[start + 2 : content], data[content:end])))
        start = end
    return frames if start == len(data) else []


def _unmask(mask: bytes, content: bytes) -> bytes:
    size = len(content)
    key = (mask * (size // len(mask) + 1))[:size]
    return (int.from_bytes(content, "big") ^ int.from_bytes(key, "big")).to_bytes(size, "big")


logger = logging.getLogger(__name__)
EXTENSION: Final = "ludoteka.websocket"  # the key of the connection in scope["extensions"]
TOO_SLOW: Final = 4008  # our close code for a client that does not read
MAX_UNSENT: Final = 1 << 20  # bytes that may wait for a slow reader
MAX_IGNORED: Final = 1 << 14  # bytes that a client may send after the house has closed the connection
SECONDS_TO_CLOSE = 5.0  # within which the peer has to finish the closing handshake
# For what is read next; small, so that a flood of frames does not hold up others
BUFFER: Final = memoryview(bytearray(4096))
OnMessage = Callable[[bytes], None]
OnOtherFrame = Callable[[], None]
OnClose = Callable[[], Awaitable[None]]


def _ignore(message: bytes = b"") -> None:
    """Drop a message or another frame: the house has closed the connection, or it has no owner yet."""


class WebSocketProtocol(asyncio.BufferedProtocol):
    """One WebSocket connection: the network on one side, its owner's callbacks on the other.

    The constructor takes what uvicorn passes to every class that is given as its `ws` setting.
    """

    __slots__ = (
        "_app_state",
        "_awaits_pong",
        "_config",
        "_deadline",
        "_fragments",
        "_frames",
        "_ignored",
        "_is_lost",
        "_is_write_due",
        "_keepalive",
        "_loop",
        "_on_close",
        "_on_message",
        "_on_other_frame",
        "_server_state",
        "_transport",
        "_websocket",
    )

    def __init__(self, config: Config, server_state: ServerState, app_state: dict[str, Any]) -> None:
        self._config, self._server_state, self._app_state = config, server_state, app_state
        self._loop = asyncio.get_running_loop()
        extensions = [ServerPerMessageDeflateFactory()] if config.ws_per_message_deflate else []
        # The library's part: at first for the handshake, later for what is not done here; None while it is not needed
        self._websocket: Protocol | None = ServerProtocol(extensions=extensions, max_size=config.ws_max_size)
        self._transport: asyncio.Transport
        self._on_message: OnMessage | None = None
        self._on_other_frame: OnOtherFrame = _ignore
        self._on_close: OnClose | None = None
        self._ignored = 0  # bytes that arrived after the house had closed the connection
        self._fragments: list[bytes] = []  # of a message whose last frame has not arrived
        self._frames: list[bytes] = []  # that are sent at the end of this iteration of the event loop
        self._is_write_due = False
        self._is_lost = False
        self._awaits_pong = False
        self._keepalive: asyncio.TimerHandle | None = None  # the next ping, or the timeout of the last one
        self._deadline: asyncio.TimerHandle | None = None  # of a closing handshake

    @property
    def is_connected(self) -> bool:
        """Whether the network connection still exists; it may be closing."""
        return not self._is_lost

    def take_over(self, on_message: OnMessage, on_other_frame: OnOtherFrame, on_close: OnClose) -> None:
        """Pass every message to `on_message` from now on, and await `on_close` once the connection is lost.

        `on_other_frame` is called for every frame that ends no message: a ping, a pong, a fragment.
        """
        self._on_message, self._on_other_frame, self._on_close = on_message, on_other_frame, on_close
        reads_frames = self._config.ws_max_size >= SHORT and not self._config.ws_per_message_deflate
        if self._websocket and self._is_open and reads_frames:
            vars(self._websocket).clear()  # it is part of a cycle with its parser, which keeps the request
            self._websocket = None
        self._transport.resume_reading()
        self._schedule_ping()

    def post(self, text: bytes) -> None:
        """Send a text message without waiting; a client that reads too slowly is disconnected."""
        if not self._is_open:
            return
        if self._config.ws_per_message_deflate:
            self._library().send_text(text)
        else:
            self._frames.append(text_frame(text))
        if not self._is_write_due:  # the messages of one iteration of the event loop go out in one system call
            self._is_write_due = True
            self._loop.call_soon(self._write)
        if self._transport.get_write_buffer_size() > MAX_UNSENT:
            self.close(TOO_SLOW)

    def close(self, code: int, reason: str = "") -> None:
        """Start the closing handshake; a peer that does not finish it in time is disconnected."""
        if self._is_open:
            self._on_message, self._on_other_frame = _ignore, _ignore
            self._transport.resume_reading()  # to see the peer's close frame
            self._library().send_close(code, reason)
            self._write()
            self._set_deadline()

    def pause_reading(self) -> None:
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        self._transport.resume_reading()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._server_state.connections.add(cast("Any", self))

    def get_buffer(self, sizehint: int) -> memoryview:
        """Return where to put what is read next; all connections share the place, as it is parsed at once."""
        return BUFFER

    def buffer_updated(self, nbytes: int) -> None:
        self.data_received(bytes(BUFFER[:nbytes]))

    def data_received(self, data: bytes) -> None:
        """Parse what the client sent, answer pings and close frames, and deliver messages.

        uvicorn passes the request here, everything later comes through the buffer.
        """
        self._ignored += len(data) if self._on_message is _ignore else 0
        if self._ignored > MAX_IGNORED:
            self._transport.abort()
            return
        frames = read_frames(data) if self._websocket is None else []
        for kind, content in frames:
            if kind == TEXT:
                self._deliver(content)
            else:
                self._take_ping_or_pong(kind, content)
        if frames:
            return
        websocket = self._library()  # to which everything that comes later is left as well
        websocket.receive_data(data)
        self._write()
        for event in websocket.events_received():
            if isinstance(event, Frame):
                self._take_frame(event)
            elif isinstance(event, Request):
                self._start_handshake(cast("ServerProtocol", websocket), event)

    def eof_received(self) -> None:
        """Finish when the client has closed its side of the network connection; asyncio then closes ours."""
        if self._websocket:
            self._websocket.receive_eof()
            self._write()

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell the owner; the server waits for `on_close` before it stops."""
        self._is_lost = True
        for timer in (self._keepalive, self._deadline):
            if timer:
                timer.cancel()
        self._server_state.connections.discard(cast("Any", self))
        on_close, self._on_close = self._on_close, None
        self._on_message, self._on_other_frame = _ignore, _ignore
        if on_close is not None:
            self._start(self._finish(on_close))

    def shutdown(self) -> None:
        if self._is_open:
            self._library().send_close(CloseCode.SERVICE_RESTART)
            self._write()
            self._transport.close()
        else:
            self._transport.abort()

    @property
    def _is_open(self) -> bool:
        is_open = self._websocket is None or self._websocket.state is State.OPEN
        return is_open and not self._transport.is_closing()

    def _library(self) -> Protocol:
        """Return the library's part of the connection, from now on for all frames of the client."""
        if self._websocket is None:
            self._websocket = Protocol(Side.SERVER, state=State.OPEN, max_size=self._config.ws_max_size)
        return self._websocket

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine as a task that the server waits for before it stops."""
        task = self._loop.create_task(work)
        self._server_state.tasks.add(task)
        task.add_done_callback(self._server_state.tasks.discard)

    async def _finish(self, on_close: OnClose) -> None:
        try:
            await on_close()
        except Exception:
            logger.exception("a closed connection could not be cleaned up")

    def _start_handshake(self, websocket: ServerProtocol, request: Request) -> None:
        self._transport.pause_reading()  # until the connection is taken over, so that no message arrives too early
        handshake = Handshake(websocket, request, partial(self._respond, websocket))
        if not handshake.is_over:
            self._start(self._run_application(handshake, request))

    async def _run_application(self, handshake: Handshake, request: Request) -> None:
        scope = scope_of(request, self._config.root_path, self._transport)
        scope["state"] = self._app_state.copy()
        scope["extensions"][EXTENSION] = self
        try:
            await cast("Any", self._config.loaded_app)(scope, handshake.receive, handshake.send)
            if not handshake.is_over:
                handshake.reject(HTTPStatus.INTERNAL_SERVER_ERROR)
        except ClientGone:
            logger.debug("a client left during the handshake")
        except Exception:
            logger.exception("a connection could not be opened")
            if not handshake.is_over and not self._transport.is_closing():
                handshake.reject(HTTPStatus.INTERNAL_SERVER_ERROR)
        if self._on_message is None:
            self.close(CloseCode.INTERNAL_ERROR)

    def _respond(self, websocket: ServerProtocol, response: Response) -> None:
        """Send the response to the handshake.  Raises ClientGone."""
        if self._transport.is_closing():
            raise ClientGone
        websocket.send_response(response)
        self._write()

    def _take_ping_or_pong(self, kind: int, content: bytes) -> None:
        if kind == PONG:
            self._hear_pong()
        elif self._is_open:
            self._frames.append(bytes((PONG, len(content))) + content)
            self._write()
        self._on_other_frame()

    def _hear_pong(self) -> None:
        self._awaits_pong = False
        self._schedule_ping()

    def _take_frame(self, frame: Frame) -> None:
        if frame.opcode is Opcode.PONG:
            self._hear_pong()
        elif frame.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            self._fragments.append(bytes(frame.data))
            if frame.fin and self._on_message is not None:
                message, self._fragments = b"".join(self._fragments), []
                self._deliver(message)
                return
        self._on_other_frame()

    def _deliver(self, message: bytes) -> None:
        if self._on_message is not None:
            self._on_message(message)

    def _write(self) -> None:
        """Write what the WebSocket layer wants to be sent; an empty part marks the end of the stream."""
        self._is_write_due = False
        parts, self._frames = self._frames + (self._websocket.data_to_send() if self._websocket else []), []
        if parts and not self._transport.is_closing():
            self._transport.write(b"".join(parts))
            if not parts[-1]:
                self._transport.close()  # once everything is sent
                self._set_deadline()

    def _schedule_ping(self) -> None:
        if self._keepalive:
            self._keepalive.cancel()
        if self._config.ws_ping_interval:
            self._keepalive = self._loop.call_later(self._config.ws_ping_interval, self._ping)

    def _ping(self) -> None:
        """Ping the client, or drop one that has not answered the last ping."""
        if not self._is_open:
            return
        if self._awaits_pong:
            self._library().fail(CloseCode.INTERNAL_ERROR, "keepalive ping timeout")
            self._write()
            self._transport.abort()
            return
        self._frames.append(bytes((PING, 0)))
        self._write()
        self._awaits_pong = self._config.ws_ping_timeout is not None
        delay = self._config.ws_ping_timeout or self._config.ws_ping_interval or 0.0
        self._keepalive = self._loop.call_later(delay, self._ping)

    def _set_deadline(self) -> None:
        """Drop the connection soon, so that nobody who is gone counts as present."""
        if self._deadline is None:
            self._deadline = self._loop.call_later(SECONDS_TO_CLOSE, self._transport.abort)
