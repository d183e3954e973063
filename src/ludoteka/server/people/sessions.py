"""Sessions, looked up in the database and cached for a minute.

The broker tells other servers when a session has ended; without it, they notice within that minute.  A server may be
killed before it sends the message, so each server regularly checks whether the sessions of its connections still exist.
"""

import hashlib
import logging
import secrets
import time
from collections import OrderedDict, defaultdict
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from ludoteka.core.message import Message, Refusal, Refused
from ludoteka.server.operations.repetition import repeat
from ludoteka.server.people.connections import Client, End
from ludoteka.server.people.guests import SHARED
from ludoteka.server.people.tokens import token_digest
from ludoteka.store import NotStored, StoreRefused
from ludoteka.store.people import NOT_SIGNED_IN, Account, Session
from ludoteka.store.proofs import Proof, by_session

logger = logging.getLogger(__name__)
REMEMBERED_SECONDS = 60.0
MAX_REMEMBERED = 10_000
PAUSE_SECONDS = 10.0  # between two checks for ended sessions
SEEN_SECONDS = 600.0  # between two updates of a session's last use in the database

SIGNED_OUT = Refusal("signed-out", Message("You have signed out. Load the page again to go on as a guest."))
SIGNED_IN_ALREADY = Refusal("signed-in-already", Message("You are signed in already."), 409)
CHANGED, ENDED = "session-changed", "session-ended"  # the subjects of broadcasts

Known = TypeVar("Known")


class SessionStore(Protocol):
    """What sessions need of the store of accounts (`AccountStore`)."""

    async def session(self, digest: str) -> tuple[Session, Account] | None: ...

    async def lasting(self, digests: Collection[str]) -> set[str]: ...

    async def see_session(self, digest: str, now: float) -> None: ...

    async def is_of_account(self, holder: str) -> bool: ...


class SignedIn(NamedTuple):
    """The user who is signed in in a browser."""

    session: str  # the digest
    account: str  # the id
    holder: str
    name: str
    confirmed_at: float  # when they last confirmed their identity, in house time

    @property
    def proof(self) -> Proof:
        """The condition that they are still signed in when a write is executed."""
        return by_session(self.account, self.session, NOT_SIGNED_IN())


class Memory(Generic[Known]):
    """A cache of database results, each kept for a minute."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, tuple[float, Known]] = OrderedDict()

    def recall(self, key: str) -> tuple[Known, ...]:
        """Return the cached result as a tuple of one, or an empty tuple."""
        until, *known = self._known.get(key, (0.0,))
        return tuple(known) if until > time.monotonic() else ()

    def remember(self, key: str, known: Known) -> Known:
        self._known[key] = time.monotonic() + REMEMBERED_SECONDS, known
        self._known.move_to_end(key)
        if len(self._known) > MAX_REMEMBERED:
            self._known.popitem(last=False)
        return known

    def forget(self, key: str) -> None:
        self._known.pop(key, None)


class Sessions:
    """The sessions of a house, as one server knows them."""

    def __init__(self, accounts: SessionStore, now: Callable[[], float], broadcast: Callable[[str, str], None]) -> None:
        self._accounts = accounts
        self._now = now
        self._broadcast = broadcast  # a subject and a text, to the other servers
        self._sessions: Memory[SignedIn | None] = Memory()
        self._holders: Memory[bool] = Memory()  # whether they belong to accounts
        self._memories: list[Memory[Any]] = [self._sessions, self._holders]  # cleared when a session ends
        # Functions that end connections, by session or guest
        self._connections: defaultdict[str, set[End]] = defaultdict(set)
        self._connected: set[str] = set()  # sessions and tokens, not guests, that have connections

    async def run(self) -> None:
        """Regularly close connections whose session has ended unnoticed on another server, until cancelled."""
        await repeat(self._find_ended, PAUSE_SECONDS, "sessions could not be read")

    async def _find_ended(self) -> None:
        connected = tuple(self._connected)
        lasting = await self._accounts.lasting(connected) if connected else set()
        for digest in set(connected) - lasting:
            self.hear(ENDED, digest)

    async def find(self, digest: str) -> SignedIn | None:
        """Return the user of a session, or None.  Raises StoreRefused."""
        if known := self._sessions.recall(digest):
            return known[0]
        found = await self._accounts.session(digest)
        if found is None or found[1].closed_at is not None:
            return self._sessions.remember(digest, None)
        session, account = found
        if self._now() - session.seen_at > SEEN_SECONDS:
            try:
                await self._accounts.see_session(digest, self._now())
            except NotStored:
                logger.warning("it could not be stored that a session is in use")
        return self._sessions.remember(
            digest, SignedIn(digest, account.id, account.holder, account.name, session.confirmed_at)
        )

    def remember(self, memory: Memory[Known]) -> Memory[Known]:
        """Clear this cache, too, when a digest has changed or ended; return the cache."""
        self._memories.append(memory)
        return memory

    async def is_of_account(self, holder: str) -> bool:
        """Tell whether a guest's holder now belongs to an account.  Raises StoreRefused."""
        if known := self._holders.recall(holder):
            return known[0]
        return self._holders.remember(holder, await self._accounts.is_of_account(holder))

    def forget(self, digest: str) -> None:
        """Drop a session, or a guest's holder, from the caches of all servers."""
        self._broadcast(CHANGED, digest)
        self.hear(CHANGED, digest)

    def end(self, digest: str) -> None:
        """Drop an ended session, or an account's holder, from the caches, and close its connections."""
        self._broadcast(ENDED, digest)
        self.hear(ENDED, digest)

    def hear(self, subject: str, digest: str) -> None:
        for memory in self._memories:
            memory.forget(digest)
        if subject == ENDED:
            self._connected.discard(digest)
            for end in tuple(self._connections.pop(digest, ())):
                end(SIGNED_OUT())

    def connect(self, client: Client, end: End) -> None:
        """End a connection when its session ends, or when the sessions of the guest's new account end."""
        self._connections[client.identity].add(end)
        if client.is_signed_in:
            self._connected.add(client.identity)

    def disconnect(self, client: Client, end: End) -> None:
        if connections := self._connections.get(client.identity):
            connections.discard(end)
            if not connections:
                del self._connections[client.identity]
                self._connected.discard(client.identity)


@dataclass
class SessionMiddleware:
    """Middleware that puts the signed-in user into the scope: "signed_in", and the holder of their account.

    It comes after `GuestMiddleware`.  If the session can't be read, it answers API calls with `refuse`; pages, which are
    the same for everybody, and guests are still served.
    """

    app: ASGIApp
    sessions: Sessions
    refuse: Callable[[Request, Refused], Awaitable[Response]]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = self.app
        if scope["type"] in ("http", "websocket"):
            scope["signed_in"], scope["resident"] = None, ""  # the name of the account, for pages
            if not (scope["token"] or scope["path"].startswith(SHARED)):
                try:
                    await self._identify(scope)
                except StoreRefused as refused:
                    if scope["session"]:
                        scope["holder"], scope["refused"] = token_digest(secrets.token_urlsafe()), refused
                    if scope["session"] and scope["type"] == "http" and scope["path"].startswith("/api/"):
                        app = await self.refuse(Request(scope), refused)
        await app(scope, receive, send)

    async def _identify(self, scope: Scope) -> None:
        if scope["session"]:
            signed_in = scope["signed_in"] = await self.sessions.find(scope["session"])
            if signed_in:
                scope["holder"], scope["resident"] = signed_in.holder, signed_in.name
                return
            scope["new_session"] = ""
        if scope["is_known"] and await self.sessions.is_of_account(scope["holder"]):
            renew_guest(scope)


def renew_guest(scope: Scope) -> None:
    """Give the browser a new guest identity."""
    scope["new_guest"] = secrets.token_urlsafe(24)
    scope["holder"] = token_digest(scope["new_guest"])


def check_signed_out(request: Request) -> None:
    """Raise Refused: "signed-in-already" if the user is signed in."""
    if request.scope["signed_in"]:
        raise SIGNED_IN_ALREADY()


def signed_in(request: Request) -> SignedIn:
    """Return the signed-in user.  Raises Refused: "not-signed-in"."""
    found: SignedIn | None = request.scope["signed_in"]
    if found is None:
        raise NOT_SIGNED_IN()
    return found


def public_id(digest: str) -> str:
    """Return the public id of a session."""
    return hashlib.sha256(digest.encode()).hexdigest()[:16]
