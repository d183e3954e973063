"""Opening a house: the store, the port, and the server that listens."""

import asyncio
import errno
import gc
import socket
from collections.abc import Callable

import uvicorn

from ludoteka.core.message import Message, Refused
from ludoteka.server.app import application
from ludoteka.server.house import House
from ludoteka.server.operations import logs
from ludoteka.server.settings import Settings
from ludoteka.server.sockets.websocket import WebSocketProtocol
from ludoteka.store import Store

LARGEST_FRAME = 1 << 20  # bytes; beyond that the connection is closed, below it a long message is refused
SECONDS_TO_CLOSE = 3
YOUNG, MIDDLE, NEVER = 100, 2, 1_000_000  # objects, collections, collections: thresholds of the garbage collector
TIDY_SECONDS = 600.0  # between two looks at all that is in memory


def run(settings: Settings, on_ready: Callable[[str], None]) -> None:
    """Serve a house until it is interrupted; tell its address once it listens.

    Raises:
        Refused: "port-taken", "bad-host", or what the store says of its file.
    """
    logs.configure_logging(settings.log)
    listener = _listener(settings.host, settings.port)
    with listener:
        house = House(Store.open(settings.keeps), settings)
        config = uvicorn.Config(
            application(house),
            ws=WebSocketProtocol,
            ws_per_message_deflate=False,
            ws_max_size=LARGEST_FRAME,
            log_config=None,
            log_level="warning",
            access_log=False,
            timeout_graceful_shutdown=SECONDS_TO_CLOSE,
            server_header=False,
            forwarded_allow_ips=settings.proxies,
        )
        _Server(config, lambda: on_ready(_address(listener))).run(sockets=[listener])


class _Server(uvicorn.Server):
    """A server that says when it listens."""

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start as usual, then tell."""
        await super().startup(sockets)
        if self.started:
            gc.freeze()  # what is here now stays
            gc.set_threshold(YOUNG, MIDDLE, NEVER)
            self._tidy()
            self._on_ready()

    def _tidy(self) -> None:
        """Collect the garbage among all objects, which by itself happens every few seconds under load.

        With 2,000 sockets it takes 0.2 s, in which nobody is answered.  The young are looked at often, so that there are
        never many at a time.
        """
        gc.collect()
        asyncio.get_running_loop().call_later(TIDY_SECONDS, self._tidy)


def _listener(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sends without delay only where the protocol is named
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(1024)
    except (OSError, OverflowError) as error:
        listener.close()
        if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
            raise Refused(
                "port-taken", Message("Port {port} is taken. Choose another with --port.", port=port)
            ) from error
        raise Refused("bad-host", Message("The house cannot listen at {host}.", host=f"{host}:{port}")) from error
    return listener


def _address(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)  # noqa: S104 - shown, not bound
    return f"http://{shown}:{port}/"
