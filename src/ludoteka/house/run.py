"""Run a house: open the store, bind the port and start the server."""

import asyncio
import errno
import gc
import socket
import time
from collections.abc import Callable
from typing import Any, cast

import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from ludoteka.core.message import Message, Refused
from ludoteka.house.app import create_application
from ludoteka.house.house import House
from ludoteka.server.operations import limits, logs
from ludoteka.server.operations.connections import (
    AcceptingServer,
    Connections,
    ListeningSocket,
    RequestTimingMiddleware,
    TrustedProxies,
)
from ludoteka.server.settings import Settings
from ludoteka.server.sockets.websocket import WebSocketProtocol
from ludoteka.server.streams.line_stream import Streams
from ludoteka.store import Store

MAX_FRAME = 1 << 20  # bytes.  A longer frame closes the connection; a shorter one that is still too long is refused
SECONDS_TO_CLOSE = 3
COLLECTION_SECONDS = 600.0
YOUNG = 1  # the generation of objects that have survived at most one collection
WATCH_SECONDS = 1.0  # between two looks at slow connections and at garbage


def run(settings: Settings, on_ready: Callable[[str, str], None]) -> None:
    """Serve a house until it is interrupted.

    Once it listens, `on_ready` is called with its address and the code for its first owner, or "" if it has one.

    Raises:
        Refused: "port-taken", "bad-host", or what the store raises.
    """
    logs.configure_logging(settings.log)
    with open_listener(settings.host, settings.port) as listener:
        create_server(settings, listener, on_ready).run(sockets=[listener])


def create_server(settings: Settings, listener: ListeningSocket, on_ready: Callable[[str, str], None]) -> "HouseServer":
    """Return the server of a house; `on_ready` is called as by `run`.  Raises Refused: what the store raises."""
    listener.connections = connections = _connections(settings)
    house = House(Store.open(settings.keeps), settings)
    application = ProxyHeadersMiddleware(cast("Any", create_application(house)), trusted_hosts=settings.proxies)
    config = uvicorn.Config(
        RequestTimingMiddleware(cast("Any", application), connections),  # uvicorn and starlette name types apart
        loop=cast("Any", settings.loop),  # "auto" is uvloop where it is installed
        ws=cast("type[asyncio.Protocol]", WebSocketProtocol),  # it also has what uvicorn calls: `data_received`
        ws_per_message_deflate=False,
        ws_max_size=MAX_FRAME,
        log_config=None,
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=SECONDS_TO_CLOSE,
        timeout_keep_alive=limits.KEEP_ALIVE_SECONDS,
        server_header=False,
        proxy_headers=False,  # the application reads them itself
    )
    return HouseServer(config, connections, house, lambda: on_ready(_address(listener), house.owner_code))


class HouseServer(AcceptingServer):
    """A server that calls a function once it listens, and looks after its streams, its connections and its garbage."""

    def __init__(
        self, config: uvicorn.Config, connections: Connections, house: House, on_ready: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self.house = house
        self._connections = connections
        self._on_ready = on_ready
        self._collected_at = 0.0

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start as usual, then call `on_ready`."""
        await super().startup(sockets)
        if self.started:
            gc.freeze()  # what exists now stays for good
            gc.disable()  # moves leave no garbage in cycles; `_watch` collects what else there is (decision 0020)
            self._watch()
            self._on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams, which would last for ever, and then stop as usual."""
        self.house.services[Streams].close()
        await super().shutdown(sockets)

    def _watch(self) -> None:
        """Drop slow connections, and collect garbage if it is time, now and every second."""
        self._connections.drop_slow()
        self._collect_garbage()
        asyncio.get_running_loop().call_later(WATCH_SECONDS, self._watch)

    def _collect_garbage(self) -> None:
        """Collect garbage after many closed connections or new objects, and all of it every ten minutes.

        Nobody is answered meanwhile.  So between these, only objects that have survived at most one collection are
        examined: nearly all garbage is among them, and there are few.
        """
        is_everything_due = time.monotonic() - self._collected_at >= COLLECTION_SECONDS
        most_new = limits.OBJECTS_TO_COLLECT + limits.OBJECTS_OF_A_CONNECTION * len(self._connections)
        if is_everything_due:
            gc.collect()
            self._collected_at = time.monotonic()
        elif self._connections.closings >= limits.CLOSINGS_TO_COLLECT or gc.get_count()[0] >= most_new:
            gc.collect(YOUNG)
        else:
            return
        self._connections.closings = 0


def _connections(settings: Settings) -> Connections:
    per_address = settings.sockets and settings.sockets + limits.IDLE_PER_ADDRESS
    most = _most_connections()
    return Connections(most, min(per_address, most // 2), TrustedProxies(settings.proxies))


def _most_connections() -> int:
    """Return how many connections can be open: as many as files, less a reserve for those of the house."""
    try:
        import resource  # noqa: PLC0415 - Windows has neither this module nor such a limit
    except ImportError:
        return limits.MOST_WITHOUT_LIMIT
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY:
        return limits.MOST_WITHOUT_LIMIT
    return max(files - limits.RESERVED_DESCRIPTORS, files // 2)


def open_listener(host: str, port: int) -> ListeningSocket:
    """Return a socket that listens there.  Raises Refused: "port-taken", "bad-host"."""
    listener = ListeningSocket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    exclusive = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)  # with the latter, Windows lets two listen
    listener.setsockopt(socket.SOL_SOCKET, exclusive, 1)
    try:
        listener.bind((host, port))
        listener.listen()
    except (OSError, OverflowError) as error:
        listener.close()
        if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
            raise Refused(
                "port-taken", Message("Port {port} is taken. Choose another with --port.", port=port)
            ) from error
        raise Refused("bad-host", Message("The server can't listen at {host}.", host=f"{host}:{port}")) from error
    return listener


def _address(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)  # noqa: S104 - shown, not bound
    return f"http://{shown}:{port}/"
