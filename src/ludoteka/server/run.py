"""Run a house: open the store, bind the port and start the server."""

import asyncio
import errno
import gc
import socket
from collections.abc import Callable

import uvicorn

from ludoteka.core.message import Message, Refused
from ludoteka.server.app import create_application
from ludoteka.server.house import House
from ludoteka.server.operations import logs
from ludoteka.server.settings import Settings
from ludoteka.server.sockets.websocket import WebSocketProtocol
from ludoteka.store import Store

MAX_FRAME = 1 << 20  # bytes.  A longer frame closes the connection; a shorter one that is still too long is refused
SECONDS_TO_CLOSE = 3
YOUNG, MIDDLE, NEVER = 100, 2, 1_000_000  # thresholds of the garbage collector (decision 0020)
FULL_COLLECTION_SECONDS = 600.0


def run(settings: Settings, on_ready: Callable[[str], None]) -> None:
    """Serve a house until it is interrupted; call `on_ready` with its address once it listens.

    Raises:
        Refused: "port-taken", "bad-host", or what the store raises.
    """
    logs.configure_logging(settings.log)
    listener = _listener(settings.host, settings.port)
    with listener:
        house = House(Store.open(settings.keeps), settings)
        config = uvicorn.Config(
            create_application(house),
            ws=WebSocketProtocol,
            ws_per_message_deflate=False,
            ws_max_size=MAX_FRAME,
            log_config=None,
            log_level="warning",
            access_log=False,
            timeout_graceful_shutdown=SECONDS_TO_CLOSE,
            server_header=False,
            forwarded_allow_ips=settings.proxies,
        )
        _Server(config, lambda: on_ready(_address(listener))).run(sockets=[listener])


class _Server(uvicorn.Server):
    """A server that calls a function once it listens."""

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start as usual, then call `on_ready`."""
        await super().startup(sockets)
        if self.started:
            gc.freeze()  # what exists now stays for good
            gc.set_threshold(YOUNG, MIDDLE, NEVER)
            self._collect_garbage()
            self._on_ready()

    def _collect_garbage(self) -> None:
        """Collect garbage among all objects, now and every ten minutes.

        With 2,000 connections this takes 0.2 s in which nobody is answered.  Left to itself, Python does it every few
        seconds under load.
        """
        gc.collect()
        asyncio.get_running_loop().call_later(FULL_COLLECTION_SECONDS, self._collect_garbage)


def _listener(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sets TCP_NODELAY only if the protocol is named
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
        raise Refused("bad-host", Message("The house can't listen at {host}.", host=f"{host}:{port}")) from error
    return listener


def _address(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)  # noqa: S104 - shown, not bound
    return f"http://{shown}:{port}/"
