"""The open connections of this server, WebSockets and streams: how many each client has, and who may end them."""

from collections.abc import Callable
from typing import NamedTuple, Protocol

from starlette.requests import HTTPConnection

from ludoteka.core.message import Refused
from ludoteka.server.operations.limits import TOO_MANY_CONNECTIONS, ConnectionLimits, LimitKey, RateLimit
from ludoteka.server.people.guests import rate_limit_key

End = Callable[[Refused], None]  # ends a connection, for a reason


class Client(NamedTuple):
    """The client at the other end of a connection."""

    holder: str
    key: LimitKey
    identity: str  # the digest of their session, or the holder of a guest
    is_signed_in: bool


def client_of(connection: HTTPConnection) -> Client:
    """Return the client who has opened a connection; a guest who registers goes on as the holder of their account."""
    scope, key = connection.scope, rate_limit_key(connection)
    is_signed_in = scope["signed_in"] is not None
    return Client(scope["holder"], key, scope["session"] if is_signed_in else scope["holder"], is_signed_in)


class ConnectionWatcher(Protocol):
    """A part of the house that may end connections."""

    def connect(self, client: Client, end: End) -> None: ...

    def disconnect(self, client: Client, end: End) -> None: ...


class OpenConnections:
    """The open connections of this server."""

    def __init__(self, connects: RateLimit, limits: ConnectionLimits) -> None:
        self._connects = connects
        self._limits = limits
        self._watchers: list[ConnectionWatcher] = []

    def add_watcher(self, watcher: ConnectionWatcher) -> None:
        """Tell this, too, of each connection that is opened and closed."""
        self._watchers.append(watcher)

    def admit(self, client: Client) -> None:
        """Count a new connection, until it is released.  Raises Refused: "too-often", "too-many"."""
        self._connects.count(client.key)
        if not self._limits.admit(client.holder, client.key.address):
            raise TOO_MANY_CONNECTIONS()

    def release(self, client: Client) -> None:
        self._limits.release(client.holder, client.key.address)

    def open(self, client: Client, end: End) -> None:
        """Let the watchers end a connection, until it is closed."""
        for watcher in self._watchers:
            watcher.connect(client, end)

    def close(self, client: Client, end: End) -> None:
        for watcher in self._watchers:
            watcher.disconnect(client, end)
