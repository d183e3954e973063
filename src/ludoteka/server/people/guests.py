"""Identification of browsers by cookies, and the check of a request's origin."""

import base64
import hashlib
import hmac
import re
import secrets
import time
from http.cookies import SimpleCookie
from typing import NamedTuple

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as AsgiMessage

from ludoteka.core.message import Message, Refusal
from ludoteka.server.operations.limits import LimitKey, counted_address
from ludoteka.server.people.tokens import token_digest

GUEST, SESSION = "guest", "session"  # the cookies: of the guest, and of the session
HTTPS_PREFIX = "__Host-"  # browsers let no other host, no other path and no plain HTTP set a cookie of such a name
SIGNED = re.compile(r"([A-Za-z0-9_-]{32})\.(\d{1,6})\.([A-Za-z0-9_-]{24})")  # token, day, signature
SIGNATURE_BYTES = 18
DAY = 24 * 3600  # seconds
DAYS_OF_VALIDITY = 365
DAYS_TO_RENEWAL = 30  # so the cookie of a regular guest never expires
DAYS_AHEAD = 1  # by which another server of the house may have dated a cookie before us
SHARED = (  # answers for everybody alike
    *("/web/", "/games/", "/styles/", "/help/pictures/"),
    *("/api/catalogue/", "/api/health", "/api/ready"),
)
ANONYMOUS = ("/preview/", "/embed/")  # what other sites show: cookies are neither read nor set there
OWN_SITE = ("same-origin", "none")  # Sec-Fetch-Site of our own pages, and of what people type; others are other sites'
BAD_ORIGIN = Refusal("bad-origin", Message("Only pages of this server can do that."), 403)
SECURITY_HEADERS = {
    "content-security-policy": "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
}


class Cookie(NamedTuple):
    """A signed cookie, as a browser has sent it."""

    name: str  # under which it was found
    token: str = ""  # "" if there is none, or it has expired, or its signature is not ours
    is_fresh: bool = False  # whether it need not be renewed

    @property
    def digest(self) -> str:
        """The hash of the token: what the house knows of it; "" without a token."""
        return token_digest(self.token) if self.token else ""


class GuestMiddleware:
    """Middleware that identifies browsers by signed cookies, and gives a new one to every new guest.

    | in the scope | |
    |---|---|
    | holder | the hash of the guest's token |
    | is_known | whether the browser has sent a token |
    | session | the hash of the token of a session, or "" |
    | token | the hash of the token of a program, or ""; with one, cookies are neither read nor set |

    A page may say itself who can frame it, with a header of its own.

    What follows may ask for other cookies in the scope: with "new_guest", a token, and with "new_session", a token or "",
    which ends the session.
    """

    def __init__(self, app: ASGIApp, key: bytes) -> None:
        self.app = app
        self._key = key

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Identify the browser; add the security headers and new cookies to the answer."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        guest, session, token = self._identify(scope)
        is_secure, cookies = scope["scheme"] in ("https", "wss"), HTTPConnection(scope).cookies
        prefix = HTTPS_PREFIX if is_secure else ""
        has_none = scope["token"] or scope["path"].startswith((*SHARED, *ANONYMOUS))

        async def send_with_headers(message: AsgiMessage) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY_HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-store")  # what may be kept says so itself
                new_guest = scope.get("new_guest") or ("" if guest.is_fresh else token)
                new_session = scope.get("new_session", "" if session.is_fresh else session.token)
                if new_guest and not has_none:
                    headers.append("set-cookie", _cookie(prefix + GUEST, self._sign(new_guest), is_secure))
                    if guest.name != prefix + GUEST and guest.name in cookies:  # it is from before the move to HTTPS
                        headers.append("set-cookie", _cookie(guest.name, "", is_secure))
                if (new_session or "new_session" in scope) and not has_none:
                    signed = new_session and self._sign(new_session)
                    headers.append("set-cookie", _cookie(prefix + SESSION, signed, is_secure))
            await send(message)

        await self.app(scope, receive, send_with_headers)

    def _identify(self, scope: Scope) -> tuple[Cookie, Cookie, str]:
        """Put the browser's identity into the scope; return the cookies of the guest and of the session, and the guest's token."""
        scope["token"] = digest_of_bearer(Headers(scope=scope))
        is_nobody = scope["token"] or scope["path"].startswith(ANONYMOUS)
        cookies = {} if is_nobody else HTTPConnection(scope).cookies
        prefix = HTTPS_PREFIX if scope["scheme"] in ("https", "wss") else ""
        guest = self._read(cookies, GUEST, prefix)
        session = self._read(cookies, SESSION, prefix, may_be_plain=False)
        scope["is_known"] = bool(guest.token or session.token or scope["token"])
        token = guest.token or secrets.token_urlsafe(24)
        scope["holder"], scope["session"] = token_digest(token), session.digest
        return guest, session, token

    def _sign(self, token: str, day: int | None = None) -> str:
        dated = f"{token}.{_today() if day is None else day}"
        digest = hmac.digest(self._key, dated.encode(), hashlib.sha256)
        return f"{dated}.{base64.urlsafe_b64encode(digest[:SIGNATURE_BYTES]).decode()}"

    def _read(self, cookies: dict[str, str], name: str, prefix: str, *, may_be_plain: bool = True) -> Cookie:
        """Return a cookie; one from before the house moved to HTTPS only if it `may_be_plain`."""
        found = name if may_be_plain and prefix + name not in cookies else prefix + name
        matched = SIGNED.fullmatch(cookies.get(found, ""))
        if not matched or not matched[2].isascii():
            return Cookie(found)
        token, day = matched[1], int(matched[2])
        age = _today() - day
        if not (-DAYS_AHEAD <= age <= DAYS_OF_VALIDITY and hmac.compare_digest(self._sign(token, day), matched[0])):
            return Cookie(found)
        return Cookie(found, token, is_fresh=age < DAYS_TO_RENEWAL and found == prefix + name)


def _today() -> int:
    return int(time.time() // DAY)


def _cookie(name: str, value: str, is_secure: bool) -> str:
    """Return the header that sets a cookie, or that deletes it if the value is empty."""
    cookie: SimpleCookie = SimpleCookie({name: value})
    morsel = cookie[name]
    morsel["path"], morsel["max-age"], morsel["samesite"] = "/", str(DAYS_OF_VALIDITY * DAY if value else 0), "Lax"
    morsel["httponly"] = True
    morsel["secure"] = is_secure
    return morsel.OutputString()


def digest_of_bearer(headers: Headers) -> str:
    """Return the hash of a program's token, which is in the header Authorization, or ""."""
    kind, _, token = headers.get("authorization", "").partition(" ")
    return token_digest(token.strip()) if kind.lower() == "bearer" and token.strip() else ""


def check_origin(headers: Headers) -> None:
    """Accept requests from our own pages, and from programs, which send neither Origin nor Sec-Fetch-Site.

    Raises:
        Refused: "bad-origin".
    """
    origin = headers.get("origin")
    is_foreign = origin is not None and origin.partition("://")[2] != headers.get("host")
    if is_foreign or headers.get("sec-fetch-site", "none") not in OWN_SITE:
        raise BAD_ORIGIN()


def rate_limit_key(request: HTTPConnection) -> LimitKey:
    """Return the key for rate limits: the guest, unless the client has sent no cookie, and the address."""
    guest = str(request.scope["holder"]) if request.scope["is_known"] else ""
    return LimitKey(guest, counted_address(request.client.host if request.client else ""))
