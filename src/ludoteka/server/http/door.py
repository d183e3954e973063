"""Middleware that refuses requests before anything is done for them: their heads, their names of the house, and how many there are."""

import ipaddress
import socket
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from ludoteka.core.message import Message, Refused
from ludoteka.games import folders
from ludoteka.server.http.pages import language
from ludoteka.server.operations import metrics
from ludoteka.server.operations.limits import NEW_GUEST_WEIGHT, RateLimit
from ludoteka.server.people.guests import SECURITY_HEADERS, rate_limit_key
from ludoteka.server.protocol.messages import check_null, encode, encode_refusal
from ludoteka.surfaces.texts import texts_in

ESCAPED_NULL = b"%00"
LONGEST_HEAD = 16_384  # bytes of an address and headers: to read four times as many takes ten milliseconds
Refuse = Callable[[Request, Refused], Awaitable[Response]]


@dataclass
class HeadMiddleware:
    """Middleware that refuses requests with a very long address or very long headers, before anything reads them."""

    app: ASGIApp
    refuse: Refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = self.app
        if scope["type"] == "http":
            headers = sum(len(name) + len(value) for name, value in scope["headers"])
            if len(scope["raw_path"]) + len(scope["query_string"]) + headers > LONGEST_HEAD:
                text = Message("The address and the headers of this request are too long.")
                app = await self.refuse(Request(scope), Refused("head-too-long", text, status=431))
                app.headers.update(SECURITY_HEADERS)  # nothing further in sees this answer
        await app(scope, receive, send)


@dataclass
class DoorMiddleware:
    """Middleware that counts all HTTP requests and checks their addresses.

    It comes after `GuestMiddleware`, and answers refusals with `refuse`.
    """

    app: ASGIApp
    limit: RateLimit
    refuse: Refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = self.app
        if scope["type"] == "http":
            request = Request(scope)
            try:
                self.limit.count(rate_limit_key(request), 1 if scope["is_known"] else NEW_GUEST_WEIGHT)
                check_null(scope["path"].encode(errors="replace"), scope["query_string"].replace(ESCAPED_NULL, b"\0"))
            except Refused as refused:
                app = await self.refuse(request, refused)
        await app(scope, receive, send)


ANY_NAME = "*"
LOCAL_DOMAINS = (".local", ".localhost", ".internal", ".home.arpa")  # reserved: nobody can register a name in them
UNCHECKED = ("/api/health", "/api/ready")  # supervisors call servers by names of their own, and learn no secrets


class HostMiddleware:
    """Middleware that answers only requests for a name of the house, and 421 to all others."""

    def __init__(self, app: ASGIApp, names: Iterable[str]) -> None:
        self.app = app
        self._names = {parse_host(name) for name in (*names, socket.gethostname())} - {""}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it; the handshake of a WebSocket is refused with 403."""
        if scope["type"] not in ("http", "websocket") or scope["path"] in UNCHECKED:
            await self.app(scope, receive, send)
            return
        name = parse_host(Headers(scope=scope).get("host", ""))
        if ANY_NAME in self._names or name in self._names or is_local_name(name):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close"})
        else:
            await _refusal(Request(scope), name)(scope, receive, send)


def parse_host(host: str) -> str:
    """Return the name or address in a Host header or a URL, in lower case and without the port; "" if it has none."""
    try:
        return (urlsplit(host if "://" in host else f"//{host}").hostname or "").removesuffix(".")
    except ValueError:  # brackets without an IPv6 address
        return ""


def is_local_name(name: str) -> bool:
    """Tell whether this is an address, or a name that only exists in the local network."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return bool(name) and ("." not in name or name.endswith(LOCAL_DOMAINS))
    return True


def _refusal(request: Request, name: str) -> Response:
    """Return the answer to a request for another name: data for programs, a sentence for people."""
    refused = Refused(
        "misdirected",
        Message(
            "This server doesn't answer to the name {name}. If you run it, start it with --name {name}.", name=name
        ),
    )
    metrics.REFUSED.labels(refused.code).inc()
    headers = {**SECURITY_HEADERS, "cache-control": "no-store"}
    if request.url.path.startswith("/api/"):
        return Response(encode(encode_refusal(refused)), 421, headers, "application/json")
    return Response(texts_in(language(request), folders()).say(refused.message), 421, headers, "text/plain")
