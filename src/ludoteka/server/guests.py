"""Guests and borders: who a browser is, and whether a request comes from our own pages."""

import hashlib
import re
import secrets
from http.cookies import SimpleCookie

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludoteka.core.message import Message as Words
from ludoteka.core.message import Refused

COOKIE = "guest"
TOKEN = re.compile("[A-Za-z0-9_-]{32}")
YEAR = 365 * 24 * 3600
SECURITY = {
    "content-security-policy": "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
}


class Guests:
    """Middleware: every browser gets a token; the house knows its digest as scope["holder"]."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Name the guest, and add a new guest's cookie and the security headers to the answer."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        known = HTTPConnection(scope).cookies.get(COOKIE, "")
        token = known if TOKEN.fullmatch(known) else secrets.token_urlsafe(24)
        scope["holder"] = hashlib.sha256(token.encode()).hexdigest()
        greets = token != known and not scope["path"].startswith(("/web/", "/games/", "/api/health"))

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(SECURITY)
                if greets:
                    headers.append("set-cookie", _cookie(token, scope["scheme"] == "https"))
            await send(message)

        await self.app(scope, receive, send_with_headers)


def _cookie(token: str, secure: bool) -> str:
    cookie: SimpleCookie = SimpleCookie({COOKIE: token})
    morsel = cookie[COOKIE]
    morsel["path"], morsel["max-age"], morsel["samesite"] = "/", str(YEAR), "Lax"
    morsel["httponly"] = True
    morsel["secure"] = secure
    return morsel.OutputString()


def check_origin(headers: Headers) -> None:
    """Accept what our own pages send, and programs, which send no Origin.

    Raises:
        Refused: "bad-origin".
    """
    origin = headers.get("origin")
    if origin is not None and origin.partition("://")[2] != headers.get("host"):
        raise Refused("bad-origin", Words("Only the pages of this house may do that."))
