"""The names by which a house is reached: requests for any other name are refused.

A page of another site can make its own name lead to this machine (DNS rebinding).  Browsers then treat the house as a
part of that site, and only the name in the Host header gives it away.  So a name is accepted only if no stranger can
make it lead here: an address, which the DNS is not asked for, a name that only exists in the local network, or a name
in the settings.
"""

import ipaddress
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from ludoteka.core.message import Message, Refused
from ludoteka.games import folders
from ludoteka.server.http.pages import language
from ludoteka.server.operations import metrics
from ludoteka.server.people.guests import SECURITY_HEADERS
from ludoteka.server.protocol.messages import encode, encode_refusal
from ludoteka.surfaces.texts import texts_in

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
