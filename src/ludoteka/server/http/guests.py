"""Guests and borders: who a browser is, and whether a request comes from our own pages."""

import base64
import hashlib
import hmac
import re
import secrets
import time
from http.cookies import SimpleCookie

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludoteka.core.message import Message as Words
from ludoteka.core.message import Refused

COOKIE = "guest"
SIGNED = re.compile(r"([A-Za-z0-9_-]{32})\.(\d{1,6})\.([A-Za-z0-9_-]{24})")  # token, day, signature
SIGNATURE_BYTES = 18
DAY = 24 * 3600  # seconds
YEAR = 365 * DAY
DAYS_TO_RENEWAL = 30  # the cookie of who comes now and then never ends
SECURITY_HEADERS = {
    "content-security-policy": "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
}


class GuestMiddleware:
    """Middleware: every browser gets a signed token; the house knows its digest as scope["holder"].

    scope["is_known"] tells whether the browser has come with one.
    """

    def __init__(self, app: ASGIApp, key: bytes) -> None:
        self.app = app
        self._key = key

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Name the guest, and add a new guest's cookie and the security headers to the answer."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        today = int(time.time() // DAY)
        known, day = self._read(HTTPConnection(scope).cookies.get(COOKIE, ""))
        token = known or secrets.token_urlsafe(24)
        scope["holder"] = hashlib.sha256(token.encode()).hexdigest()
        scope["is_known"] = bool(known)
        is_fresh = bool(known) and today - day < DAYS_TO_RENEWAL
        greets = not is_fresh and not scope["path"].startswith(("/web/", "/games/", "/api/health"))

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(SECURITY_HEADERS)
                if greets:
                    headers.append("set-cookie", _cookie(self._signed(token, today), scope["scheme"] == "https"))
            await send(message)

        await self.app(scope, receive, send_with_headers)

    def _signed(self, token: str, day: int) -> str:
        digest = hmac.digest(self._key, f"{token}.{day}".encode(), hashlib.sha256)
        return f"{token}.{day}.{base64.urlsafe_b64encode(digest[:SIGNATURE_BYTES]).decode()}"

    def _read(self, cookie: str) -> tuple[str, int]:
        """Return the token of a cookie and the day on which it was signed; ("", 0) for what this house has not signed."""
        found = SIGNED.fullmatch(cookie)
        if not found or not found[2].isascii():
            return "", 0
        token, day = found[1], int(found[2])
        return (token, day) if hmac.compare_digest(self._signed(token, day), cookie) else ("", 0)


def _cookie(value: str, secure: bool) -> str:
    cookie: SimpleCookie = SimpleCookie({COOKIE: value})
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


def rate_limit_key(request: Request) -> str:
    """Return by what is counted how much somebody has had made: a guest, or for who comes without cookie, his address."""
    if request.scope["is_known"]:
        return str(request.scope["holder"])
    return request.client.host if request.client else ""
