"""The network connections of a server: how many can be open, and how long a request can take.

A `ListeningSocket` accepts connections instead of a plain socket and closes those that are too many; an `AcceptingServer`
serves the others, on any event loop.  `RequestTimingMiddleware` says when a request has arrived and when it is answered.
In between, and before, a connection has a time limit.
"""

import asyncio
import contextlib
import errno
import ipaddress
import logging
import os
import socket
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, cast

import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send

from ludoteka.server.operations import limits, metrics
from ludoteka.server.operations.limits import Rate, RateMeter, counted_address

logger = logging.getLogger(__name__)
Peer = tuple[str, int]  # the address and the port of the other side
OUT_OF_RESOURCES = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
WARNING_SECONDS = 60.0  # between two warnings of the same kind, so that an attack does not fill the log


class TrustedProxies:
    """The proxies whose forwarded headers are trusted: addresses and networks separated by commas, or * for all."""

    def __init__(self, listed: str) -> None:
        names = [one.strip() for one in listed.split(",")]
        self._includes_all = "*" in names
        self._networks = []
        for name in names:
            with contextlib.suppress(ValueError):  # the name of a Unix socket, which is no address
                self._networks.append(ipaddress.ip_network(name))

    def __contains__(self, address: str) -> bool:
        """Tell whether an address belongs to a trusted proxy."""
        return self._includes_all or any(ipaddress.ip_address(address) in network for network in self._networks)


class Connections:
    """All open connections.  Those of an address are limited, unless it is a proxy that many people share."""

    def __init__(
        self, most: int, per_address: int, proxies: TrustedProxies, rate: Rate = limits.NEW_CONNECTIONS
    ) -> None:
        self._most = most
        self._per_address = per_address
        self._proxies = proxies
        self._new = RateMeter(rate)
        self._count = 0  # of open connections
        self._open: dict[Peer, socket.socket] = {}  # the newest of each peer: a port may be used again at once
        self._of_address: Counter[str] = Counter()
        self._waiting: dict[Peer, float] = {}  # for the head of a request -> since when, oldest first
        self._served: dict[Peer, float] = {}  # requests whose bodies or answers are on the way -> since when
        self._warned: dict[str, float] = {}  # reason -> when
        self.closings = 0  # since the count was last reset

    def __len__(self) -> int:
        return self._count

    def admit(self, peer: Peer, connection: socket.socket) -> bool:
        """Count a new connection, unless there are too many; return whether it was counted.

        If the server is full, the connection that has waited longest for its request makes room.
        """
        address = counted_address(peer[0])
        is_limited = self._per_address and peer[0] not in self._proxies
        if is_limited and not self._admit_from(address):
            return False
        excess = self._count - self._most
        if excess >= 0 and (excess >= limits.EXCESS_CONNECTIONS or not self._drop_oldest(self._waiting)):
            self.refuse("total", "connections are refused, because too many are open")
            return False
        self._count += 1
        self._open[peer] = connection
        self._of_address[address] += 1
        self._served.pop(peer, None)
        self._waiting.pop(peer, None)
        self._waiting[peer] = time.monotonic()
        return True

    def _admit_from(self, address: str) -> bool:
        """Count a new connection of an address, unless it has too many or opens them too fast."""
        now = time.monotonic()
        if self._of_address[address] >= self._per_address:
            self.refuse("address", "connections of an address are refused, because it has too many")
        elif self._new.wait(address, now, 1) > 0:
            self.refuse("rate", "connections of an address are refused, because it opens them too fast")
        else:
            self._new.count(address, now, 1)
            return True
        return False

    def release(self, peer: Peer, connection: socket.socket) -> None:
        self._count -= 1
        self.closings += 1
        address = counted_address(peer[0])
        self._of_address[address] -= 1
        if not self._of_address[address]:
            del self._of_address[address]
        if self._open.get(peer) is connection:
            del self._open[peer]
            self._waiting.pop(peer, None)
            self._served.pop(peer, None)

    def begin_request(self, peer: Peer) -> None:
        """Note that the head of a request has arrived."""
        if self._waiting.pop(peer, None):
            self._served[peer] = time.monotonic()

    def end_request(self, peer: Peer) -> None:
        """Note that a request has been answered; the next one may come on the same connection."""
        if self._served.pop(peer, None):
            self._waiting[peer] = time.monotonic()

    def begin_websocket(self, peer: Peer) -> None:
        """Note that a connection has become a WebSocket, which has its own keepalive."""
        self._waiting.pop(peer, None)

    def begin_stream(self, peer: Peer) -> Callable[[], None]:
        """Note that the answer to a request is a stream, which lasts as long as the client reads it.

        Returns a function that disconnects the client.
        """
        self._served.pop(peer, None)
        return partial(self._drop, peer)

    def drop_slow(
        self, head_seconds: float = limits.HEAD_SECONDS, request_seconds: float = limits.REQUEST_SECONDS
    ) -> None:
        """Disconnect clients that take too long to send a request or to read the answer."""
        now = time.monotonic()
        for phase, seconds in ((self._waiting, head_seconds), (self._served, request_seconds)):
            while phase and next(iter(phase.values())) < now - seconds:
                self._drop_oldest(phase)

    def refuse(self, reason: str, text: str) -> None:
        """Count a refused connection, and say so in the log now and then."""
        metrics.CONNECTIONS_REFUSED.labels(reason).inc()
        now = time.monotonic()
        if now - self._warned.get(reason, -WARNING_SECONDS) >= WARNING_SECONDS:
            self._warned[reason] = now
            logger.warning("%s", text)

    def _drop_oldest(self, phase: dict[Peer, float]) -> bool:
        """Disconnect the client that has been in a phase longest; return whether there was one."""
        peer = next(iter(phase), None)
        if peer is None:
            return False
        del phase[peer]
        self._drop(peer)
        return True

    def _drop(self, peer: Peer) -> None:
        metrics.CONNECTIONS_REFUSED.labels("slow").inc()
        with contextlib.suppress(KeyError, OSError):  # the client has just left
            self._open[peer].shutdown(socket.SHUT_RDWR)  # its owner sees the end of the stream, and closes it


class CountedSocket(socket.socket):
    """A connection that calls a function when it is closed: by asyncio, or by uvloop, which detaches it then."""

    __slots__ = ("on_close",)

    def __init__(self, accepted: socket.socket) -> None:
        super().__init__(accepted.family, accepted.type, accepted.proto, accepted.detach())
        self.on_close: Callable[[], None] | None = None

    def close(self) -> None:
        super().close()
        self._end()

    def detach(self) -> int:
        descriptor = super().detach()
        self._end()
        return descriptor

    def _end(self) -> None:
        on_close, self.on_close = self.on_close, None
        if on_close:
            on_close()


class ListeningSocket(socket.socket):
    """A listening socket that accepts only the connections that `connections` admits."""

    connections: Connections

    def __init__(self, family: int) -> None:
        # asyncio sets TCP_NODELAY only if the protocol is named
        super().__init__(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        self._spare: int | None = os.open(os.devnull, os.O_RDONLY)  # given up to close a connection that is too many

    def listen(self, backlog: int = limits.MOST_UNACCEPTED) -> None:
        super().listen(backlog)

    def accept(self) -> tuple[socket.socket, Any]:
        """Return the next connection that is admitted.  Raises BlockingIOError if there is none."""
        for _ in range(limits.REFUSED_AT_ONCE):
            try:
                accepted, address = super().accept()
            except OSError as error:
                if error.errno not in OUT_OF_RESOURCES:
                    raise
                self._refuse_one()
                continue
            connection, peer = CountedSocket(accepted), address[:2]
            if self.connections.admit(peer, connection):
                connection.on_close = partial(self.connections.release, peer, connection)
                return connection, address
            connection.close()
        raise BlockingIOError

    def _refuse_one(self) -> None:
        """Close the next connection in place of the spare file descriptor; left alone, it would wake the server for ever."""
        self.connections.refuse("descriptors", "connections are refused, because no file descriptor is free")
        if self._spare is not None:
            os.close(self._spare)
            self._spare = None
        with contextlib.suppress(OSError):  # another thread has taken the descriptor
            super().accept()[0].close()
        with contextlib.suppress(OSError):
            self._spare = os.open(os.devnull, os.O_RDONLY)

    def close(self) -> None:
        super().close()
        if self._spare is not None:
            os.close(self._spare)
            self._spare = None


class AcceptingServer(uvicorn.Server):
    """A server that takes connections from its listening sockets by `accept`; uvloop's own servers would pass by it."""

    _accepting: Sequence[socket.socket] = ()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start as usual, then accept connections."""
        if sys.platform == "win32":  # has no event loop that watches sockets and starts processes
            await super().startup(sockets)
            return
        await super().startup([])
        loop, self._accepting = asyncio.get_running_loop(), sockets or []
        for one in self._accepting:
            one.setblocking(False)
            loop.add_reader(one, self._accept, one)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop accepting connections, then stop as usual."""
        for one in self._accepting:
            asyncio.get_running_loop().remove_reader(one)
        await super().shutdown(sockets)

    def _accept(self, listener: socket.socket) -> None:
        for _ in range(limits.ACCEPTED_AT_ONCE):
            try:
                connection, _address = listener.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            connection.setblocking(False)
            task = asyncio.get_running_loop().create_task(self._serve_connection(connection))
            self.server_state.tasks.add(task)
            task.add_done_callback(self.server_state.tasks.discard)

    async def _serve_connection(self, connection: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        try:
            await loop.connect_accepted_socket(self._create_protocol, connection)
        except OSError:  # the client has left
            connection.close()

    def _create_protocol(self) -> asyncio.Protocol:
        """Return the protocol of a new connection, as uvicorn makes it."""
        kind = cast("Callable[..., asyncio.Protocol]", self.config.http_protocol_class)
        return kind(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)


class RequestTimingMiddleware:
    """Middleware around all others, which knows the peer of a connection: it tells `Connections` about requests."""

    def __init__(self, app: ASGIApp, connections: Connections) -> None:
        self.app = app
        self._connections = connections

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        peer = tuple(scope.get("client") or ())
        if scope["type"] == "websocket":
            self._connections.begin_websocket(peer)
        elif scope["type"] == "http":
            self._connections.begin_request(peer)
            scope["begin_stream"] = partial(self._connections.begin_stream, peer)
        try:
            await self.app(scope, receive, send)
        finally:
            self._connections.end_request(peer)
