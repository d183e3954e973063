"""Opening a house: the store, the port, and the server that listens."""

import errno
import gc
import socket
from collections.abc import Callable

import uvicorn

from ludoteka.core.message import Message, Refused
from ludoteka.server import logs
from ludoteka.server.app import application
from ludoteka.server.house import House
from ludoteka.server.settings import Settings
from ludoteka.server.wire import Wire
from ludoteka.store import Store

LARGEST_FRAME = 1 << 20  # bytes; beyond that the connection is closed, below it a long message is refused
SECONDS_TO_CLOSE = 3
YOUNG, MIDDLE, OLD = 100, 2, 5_000  # objects, collections, collections: thresholds of the garbage collector


def run(settings: Settings, on_ready: Callable[[str], None]) -> None:
    """Serve a house until it is interrupted; tell its address once it listens.

    Raises:
        Refused: "port-taken", "bad-host", or what the store says of its file.
    """
    logs.begin(settings.log)
    listener = _listener(settings.host, settings.port)
    with listener:
        house = House(Store.opened(settings.keeps), settings)
        config = uvicorn.Config(
            application(house),
            ws=Wire,
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
            _collect_seldom()
            self._on_ready()


def _collect_seldom() -> None:
    """Let the collector of garbage go through everything only once in some two million objects more.

    With thousands of sockets that takes it half a second, in which nobody is answered.  Young objects it looks at often, so
    that it never finds many at a time; what is here now, it leaves alone.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)


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
