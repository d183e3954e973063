"""The opening handshake of a WebSocket, which the ASGI application decides."""

from asyncio import Transport
from collections.abc import Callable
from http import HTTPStatus
from typing import Any
from urllib.parse import unquote

from starlette.types import Message, Scope
from websockets.http11 import Request, Response
from websockets.server import ServerProtocol


class ClientGone(OSError):
    """The client left before its handshake was answered; ASGI wants an OSError for that."""


class Handshake:
    """One handshake: the application's `receive` and `send` until the connection is open or rejected."""

    def __init__(self, websocket: ServerProtocol, request: Request, respond: Callable[[Response], None]) -> None:
        self._websocket = websocket
        self._respond = respond
        self._response = websocket.accept(request)
        self.is_over = False
        if self._response.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
            self._end(self._response)  # the request is not a valid handshake

    async def receive(self) -> Message:
        """Return the only event there is before the connection is taken over."""
        return {"type": "websocket.connect"}

    async def send(self, message: Message) -> None:
        """Accept or reject the connection.

        Raises:
            ClientGone: the client left.
            RuntimeError: the application sent anything else, or sent anything after its answer.
        """
        if self.is_over or message["type"] not in ("websocket.accept", "websocket.close"):
            raise RuntimeError(f"{message['type']} must go through the connection that was taken over")
        if message["type"] == "websocket.close":
            self.reject(HTTPStatus.FORBIDDEN)
            return
        for name, value in message.get("headers", ()):
            self._response.headers[name.decode("latin-1")] = value.decode("latin-1")
        self._end(self._response)

    def reject(self, status: HTTPStatus) -> None:
        self._end(self._websocket.reject(status, status.phrase))

    def _end(self, response: Response) -> None:
        self.is_over = True
        self._respond(response)


def scope_of(request: Request, root_path: str, transport: Transport) -> Scope:
    """Return the ASGI scope of a handshake."""
    path, _, query = request.path.partition("?")
    known = transport.get_extra_info
    return {
        "type": "websocket",
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "scheme": "wss" if known("sslcontext") else "ws",
        "server": _host_and_port(known("sockname")),
        "client": _host_and_port(known("peername")),
        "root_path": root_path,
        "path": root_path + unquote(path),
        "raw_path": (root_path + path).encode("ascii"),
        "query_string": query.encode("ascii"),
        "headers": [(name.lower().encode("ascii"), _octets(value)) for name, value in request.headers.raw_items()],
        "subprotocols": [],
        "extensions": {},
    }


def _host_and_port(address: Any) -> tuple[str, int] | None:
    """Return the first two parts of an Internet address; None for a Unix socket, which has a path or nothing."""
    return (str(address[0]), int(address[1])) if isinstance(address, tuple) else None


def _octets(value: str) -> bytes:
    """Return the value of a header as it was sent; how `websockets` decodes it depends on its version."""
    try:
        return value.encode("latin-1")
    except UnicodeEncodeError:
        return value.encode("ascii", "surrogateescape")
