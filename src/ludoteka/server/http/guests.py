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
HTTPS_COOKIE = "__Host-guest"  # browsers let no other host, no other path and no plain HTTP set a cookie of this name
SIGNED = re.compile(r"([A-Za-z0-9_-]{32})\.(\d{1,6})\.([A-Za-z0-9_-]{24})")  # token, day, signature
SIGNATURE_BYTES = 18
DAY = 24 * 3600  # seconds
DAYS_OF_VALIDITY = 365
DAYS_TO_RENEWAL = 30  # so the cookie of a regular guest never expires
DAYS_AHEAD = 1  # by which another server of the house may have dated a cookie before us
SHARED = ("/web/", "/games/", "/styles/", "/api/catalogue/", "/api/health", "/api/ready")  # answers for everybody alike
OWN_SITE = ("same-origin", "none")  # Sec-Fetch-Site of our own pages, and of what people type; others are other sites'
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
        cookies, is_secure = HTTPConnection(scope).cookies, scope["scheme"] in ("https", "wss")
        name = HTTPS_COOKIE if is_secure else COOKIE
        found = name if name in cookies else COOKIE  # since the house moved to HTTPS, this guest has not been here
        known, age = self._read(cookies.get(found, ""), today)
        token = known or secrets.token_urlsafe(24)
        scope["holder"] = hashlib.sha256(token.encode()).hexdigest()
        scope["is_known"] = bool(known)
        is_fresh = bool(known) and age < DAYS_TO_RENEWAL and found == name
        needs_cookie = not is_fresh and not scope["path"].startswith(SHARED)

        async def send_with_headers(message: AsgiMessage) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(SECURITY_HEADERS)
                headers.setdefault("cache-control", "no-store")  # what may be kept says so itself
                if needs_cookie:
                    headers.append("set-cookie", _cookie(name, self._sign(token, today), is_secure))
                if needs_cookie and found != name and found in cookies:
                    headers.append("set-cookie", _cookie(found, "", is_secure))  # replaced by the one above
            await send(message)

        await self.app(scope, receive, send_with_headers)

    def _sign(self, token: str, day: int) -> str:
        digest = hmac.digest(self._key, f"{token}.{day}".encode(), hashlib.sha256)
        return f"{token}.{day}.{base64.urlsafe_b64encode(digest[:SIGNATURE_BYTES]).decode()}"

    def _read(self, cookie: str, today: int) -> tuple[str, int]:
        """Return the token of a cookie and its age in days; ("", 0) if it has expired or its signature is not ours."""
        found = SIGNED.fullmatch(cookie)
        if not found or not found[2].isascii():
            return "", 0
        token, day = found[1], int(found[2])
        is_valid = -DAYS_AHEAD <= today - day <= DAYS_OF_VALIDITY
        return (token, today - day) if is_valid and hmac.compare_digest(self._sign(token, day), cookie) else ("", 0)


def _cookie(name: str, value: str, is_secure: bool) -> str:
    """Return the header that sets a cookie, or that deletes it if the value is empty."""
    cookie: SimpleCookie = SimpleCookie({name: value})
    morsel = cookie[name]
    morsel["path"], morsel["max-age"], morsel["samesite"] = "/", str(DAYS_OF_VALIDITY * DAY if value else 0), "Lax"
    morsel["httponly"] = True
    morsel["secure"] = is_secure
    return morsel.OutputString()


def check_origin(headers: Headers) -> None:
    """Accept requests from our own pages, and from programs, which send neither Origin nor Sec-Fetch-Site.

    Raises:
        Refused: "bad-origin".
    """
    origin = headers.get("origin")
    is_foreign = origin is not None and origin.partition("://")[2] != headers.get("host")
    if is_foreign or headers.get("sec-fetch-site", "none") not in OWN_SITE:
        raise Refused("bad-origin", Message("Only pages of this house can do that."))


def rate_limit_key(request: HTTPConnection) -> Client:
    """Return what requests are counted by: the guest, unless the client has sent no cookie, and the address."""
    guest = str(request.scope["holder"]) if request.scope["is_known"] else ""
    return Client(guest, counted_address(request.client.host if request.client else ""))
