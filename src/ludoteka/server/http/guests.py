"""Guests: the cookie that identifies a browser, and the check of where a request comes from."""

import base64
import hashlib
import hmac
import re
import secrets
import time
from http.cookies import SimpleCookie

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as AsgiMessage

from ludoteka.core.message import Message, Refused
from ludoteka.server.operations.limits import Client, counted_address

COOKIE = "guest"
SIGNED = re.compile(r"([A-Za-z0-9_-]{32})\.(\d{1,6})\.([A-Za-z0-9_-]{24})")  # token, day, signature
SIGNATURE_BYTES = 18
DAY = 24 * 3600  # seconds
YEAR = 365 * DAY
DAYS_TO_RENEWAL = 30  # so the cookie of a regular guest never expires
SECURITY_HEADERS = {
    "content-security-policy": "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
}


class GuestMiddleware:
    """Middleware that gives every browser a signed token, and puts the token's hash into scope["holder"].

    scope["is_known"] tells whether the browser has sent a token.
    """

    def __init__(self, app: ASGIApp, key: bytes) -> None:
        self.app = app
        self._key = key

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Identify the guest; add the security headers, and a cookie for a new guest, to the answer."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        today = int(time.time() // DAY)
        known, day = self._read(HTTPConnection(scope).cookies.get(COOKIE, ""))
        token = known or secrets.token_urlsafe(24)
        scope["holder"] = hashlib.sha256(token.encode()).hexdigest()
        scope["is_known"] = bool(known)
        is_fresh = bool(known) and today - day < DAYS_TO_RENEWAL
        needs_cookie = not is_fresh and not scope["path"].startswith(("/web/", "/games/", "/api/health"))

        async def send_with_headers(message: AsgiMessage) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(SECURITY_HEADERS)
                if needs_cookie:
                    headers.append("set-cookie", _cookie(self._sign(token, today), scope["scheme"] == "https"))
            await send(message)

        await self.app(scope, receive, send_with_headers)

    def _sign(self, token: str, day: int) -> str:
        digest = hmac.digest(self._key, f"{token}.{day}".encode(), hashlib.sha256)
        return f"{token}.{day}.{base64.urlsafe_b64encode(digest[:SIGNATURE_BYTES]).decode()}"

    def _read(self, cookie: str) -> tuple[str, int]:
        """Return the token of a cookie and the day of its signature; ("", 0) if the signature is not ours."""
        found = SIGNED.fullmatch(cookie)
        if not found or not found[2].isascii():
            return "", 0
        token, day = found[1], int(found[2])
        return (token, day) if hmac.compare_digest(self._sign(token, day), cookie) else ("", 0)


def _cookie(value: str, secure: bool) -> str:
    cookie: SimpleCookie = SimpleCookie({COOKIE: value})
    morsel = cookie[COOKIE]
    morsel["path"], morsel["max-age"], morsel["samesite"] = "/", str(YEAR), "Lax"
    morsel["httponly"] = True
    morsel["secure"] = secure
    return morsel.OutputString()


def check_origin(headers: Headers) -> None:
    """Accept requests from our own pages, and from programs, which send no Origin.

    Raises:
        Refused: "bad-origin".
    """
    origin = headers.get("origin")
    if origin is not None and origin.partition("://")[2] != headers.get("host"):
        raise Refused("bad-origin", Message("Only pages of this house can do that."))


def rate_limit_key(request: HTTPConnection) -> Client:
    """Return what requests are counted by: the guest, unless the client has sent no cookie, and the address."""
    guest = str(request.scope["holder"]) if request.scope["is_known"] else ""
    return Client(guest, counted_address(request.client.host if request.client else ""))
