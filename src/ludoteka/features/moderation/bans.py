"""Bans, for a time, of addresses and of people by their addresses.

The database holds no addresses except banned ones.  The last address of each person is kept in memory; if it is unknown,
their address is banned when they next connect.  Users can sign in from a banned address and are then admitted, because
clubs and families share addresses.
"""

import ipaddress
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import NamedTuple

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from ludoteka.core.message import Message, Refusal, Refused
from ludoteka.features.moderation.store import DELETE_SHUT_OUT, ModerationStore
from ludoteka.features.moderation.tables import ModerationAction, StoredBan
from ludoteka.server.mail.mail_settings import BAD_ADDRESS
from ludoteka.server.operations.limits import counted_address
from ludoteka.server.operations.repetition import repeat
from ludoteka.server.people.connections import Client, End
from ludoteka.server.people.guests import SHARED, rate_limit_key
from ludoteka.store import NotStored

SHUT_OUTS = "shut-outs"  # the subject of the broadcast that bans have changed
PAUSE_SECONDS = 10.0  # seconds between reads of the database, in case a broadcast was lost
SIGNING_IN = ("", "/sign-in", "/recover", "/passkey-options", "/providers/start")
PATHS_TO_SIGN_IN = {"/account", *(f"/api/account{one}" for one in SIGNING_IN)}
RETURN = "/sign-in/"  # paths to which identity providers redirect
MOST_REMEMBERED = 10_000  # people whose last address is remembered
NO_SUCH_ACT = Refusal("no-such-act", Message("That ban is no longer in force."), 404)
SHUT_OUT = Refusal(
    "shut-out",
    Message("You are banned for a time. If you think that is a mistake, write to the owner of this server."),
    403,
)


class Visitor(NamedTuple):
    """The person who has opened a connection, and their address."""

    holder: str
    address: str
    is_signed_in: bool  # or about to sign in


class Bans:
    """The bans, as one server knows them."""

    def __init__(self, store: ModerationStore, now: Callable[[], float], broadcast: Callable[[str, str], None]) -> None:
        self._store = store
        self._now = now
        self._broadcast = broadcast
        self._addresses: dict[str, float] = {}  # until when
        self._people: dict[str, StoredBan] = {}  # by holder
        self._known: set[tuple[str, str]] = set()  # ids of log entries and addresses that are stored
        self._last: OrderedDict[str, str] = OrderedDict()  # the last address of each person, by holder
        self._connections: dict[End, Visitor] = {}  # by the function that ends it

    async def run(self) -> None:
        """Read the bans regularly until cancelled."""
        await repeat(self.reload, PAUSE_SECONDS, "who is shut out could not be read")

    async def reload(self) -> None:
        """Read the bans, and ban the last addresses of banned people.  Raises StoreRefused."""
        found = await self._store.shut_outs(self._now())
        self._known = {(one.act, one.address) for one in found}
        self._addresses = {one.address: one.until for one in found if one.address}
        self._people = {one.holder: one for one in found if not one.address}
        self._end_connections()
        for holder, shut in self._people.items():
            if address := self._last.get(holder):
                await self._extend(shut, address)

    async def add(self, act: ModerationAction, holder: str, typed: str, hours: int) -> None:
        """Ban a person, or an address that was typed.  Raises NotStored, Refused: "bad-address"."""
        address = "" if holder else _read_address(typed)
        await self._store.shut_out(act, StoredBan(act.id, address, holder, act.at + hours * 3600.0))
        await self._change()

    async def lift(self, act: ModerationAction, shut_out: str) -> None:
        """Lift a ban.  Raises NotStored, Refused: "no-such-act"."""
        if shut_out not in {ban.act for ban in await self._store.shut_outs(self._now())}:
            raise NO_SUCH_ACT()
        await self._store.log_act(act, (DELETE_SHUT_OUT, {"which": shut_out}))
        await self._change()

    def connect(self, client: Client, end: End) -> None:
        """End a connection as soon as its client is banned, until `disconnect`."""
        visitor = Visitor(client.key.guest, client.key.address, client.is_signed_in)
        self._connections[end] = visitor
        if self._is_banned(visitor):
            end(SHUT_OUT())

    def disconnect(self, client: Client, end: End) -> None:
        """Forget a closed connection."""
        self._connections.pop(end, None)

    def _end_connections(self) -> None:
        for end, visitor in tuple(self._connections.items()):
            if self._is_banned(visitor):
                end(SHUT_OUT())

    def _is_banned(self, visitor: Visitor) -> bool:
        now, shut = self._now(), self._people.get(visitor.holder)
        is_address_shut = not visitor.is_signed_in and self._addresses.get(visitor.address, 0.0) > now
        return is_address_shut or (shut is not None and shut.until > now)

    async def check(self, visitor: Visitor) -> None:
        """Remember a visitor's address.  Raises Refused: "shut-out"."""
        holder, address, _ = visitor
        if holder:
            self._last[holder] = address
            self._last.move_to_end(holder)
            if len(self._last) > MOST_REMEMBERED:
                self._last.popitem(last=False)
        if not self._is_banned(visitor):
            return
        if shut := self._people.get(holder):
            await self._extend(shut, address)
        raise SHUT_OUT()

    async def _extend(self, shut: StoredBan, address: str) -> None:
        """Ban another address of a banned person."""
        if (shut.act, address) in self._known or not address:
            return
        self._known.add((shut.act, address))
        self._addresses[address] = shut.until
        try:
            await self._store.add_address(shut._replace(address=address))
        except NotStored as error:
            if not error.is_conflict:  # otherwise another server has done it
                self._known.discard((shut.act, address))
        self._end_connections()
        self._broadcast(SHUT_OUTS, "")

    async def _change(self) -> None:
        await self.reload()
        self._broadcast(SHUT_OUTS, "")


def _read_address(typed: str) -> str:
    """Return an address in the form that rate limits use.  Raises Refused: "bad-address"."""
    try:
        return counted_address(str(ipaddress.ip_address(typed.strip())))
    except ValueError as error:
        raise BAD_ADDRESS(Message("That is not an address like 203.0.113.7 or 2001:db8::7.")) from error


def visitor_of(connection: HTTPConnection) -> Visitor:
    """Return the visitor who has sent a request or opened a WebSocket."""
    key, scope = rate_limit_key(connection), connection.scope
    is_signing_in = scope["path"] in PATHS_TO_SIGN_IN or scope["path"].startswith(RETURN)
    return Visitor(key.guest, key.address, scope["signed_in"] is not None or is_signing_in)


@dataclass(frozen=True, eq=False)
class BanMiddleware:
    """Middleware that answers banned visitors with `refuse`, or with `page` if they request a page.

    It comes after the middleware that identifies the visitor.
    """

    app: ASGIApp
    bans: Bans
    refuse: Callable[[Request, Refused], Awaitable[Response]]
    page: Callable[[Request], Response]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, unless its sender is banned."""
        app = self.app
        if scope["type"] in ("http", "websocket") and not scope["path"].startswith(SHARED):
            try:
                await self.bans.check(visitor_of(HTTPConnection(scope)))
            except Refused as refused:
                if scope["type"] == "websocket":
                    scope["refused"] = refused
                elif scope["path"].startswith("/api/"):
                    app = await self.refuse(Request(scope), refused)
                else:
                    app = self.page(Request(scope))
        await app(scope, receive, send)
