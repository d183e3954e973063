"""Attempts to sign in through a provider, kept in a signed cookie of the browser.

The cookie contains one random token.  The state, the nonce and the PKCE verifier are derived from it with the key of the
house, so nothing is stored until the browser returns, and none of them reveals another.
"""

import base64
import hashlib
import hmac
import re
import secrets
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ludoteka.server.people.guests import HTTPS_PREFIX

SECONDS = 600  # to sign in at the provider, and then to choose a name
ATTEMPT, NEWCOMER = "sign-in", "newcomer"  # the cookies
CLOCK_SECONDS = 5  # seconds by which the clocks of two servers of the house may differ
TOKEN_BYTES, SIGNATURE_BYTES = 24, 18
LONGEST_PATH = 500
OWN_PATH = re.compile(r"/(?![/\\])[!-\[\]-~]*")  # of this house: no host, no backslash, no blank


class SignInAttempt(msgspec.Struct, array_like=True):
    """A sign-in attempt of a browser."""

    provider: str  # the id
    purpose: str  # "sign-in", "link" or "confirm"
    account: str  # the id of the signed-in account, or ""
    back: str  # the path of our page to return to
    at: int  # when it began, by the clock of this machine
    token: str

    @property
    def digest(self) -> str:
        """The digest that the house stores of a completed attempt, to prevent replay."""
        return hashlib.sha256(f"attempt {self.token}".encode()).hexdigest()


class Newcomer(msgspec.Struct, array_like=True):
    """A person whom a provider has identified and who must still choose an account name."""

    issuer: str
    subject: str
    name: str  # suggested; "" for none
    at: int
    token: str

    @property
    def digest(self) -> str:
        """The digest that the house stores once the newcomer has registered, to prevent reuse of the cookie."""
        return hashlib.sha256(f"newcomer {self.token}".encode()).hexdigest()


Sealed = TypeVar("Sealed", SignInAttempt, Newcomer)


def new_token() -> str:
    """Return a random token for an attempt or a newcomer."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def derive(key: bytes, attempt: SignInAttempt, what: str) -> str:
    """Return the "state", the "nonce" or the "verifier" of an attempt: 43 characters."""
    digest = hmac.digest(key, f"openid {what} {attempt.provider} {attempt.token}".encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def own_path(path: str) -> str:
    """Return a path if it leads to a page of this house, else the path of the account page."""
    return path if len(path) <= LONGEST_PATH and OWN_PATH.fullmatch(path) else "/account"


def seal(key: bytes, name: str, content: Sealed) -> str:
    """Return the signed value of a cookie."""
    text = base64.urlsafe_b64encode(msgspec.json.encode(content)).decode()
    return f"{text}.{_signature(key, name, text)}"


def unseal(key: bytes, name: str, sealed: str, kind: type[Sealed], now: float) -> Sealed | None:
    """Return the content of a cookie, or None if its signature is invalid or it has expired."""
    text, _, signature = sealed.partition(".")
    if not hmac.compare_digest(_signature(key, name, text).encode(), signature.encode()):
        return None
    try:
        content = msgspec.json.decode(base64.urlsafe_b64decode(text), type=kind)
    except msgspec.DecodeError:  # written by another version of the software
        return None
    return content if -CLOCK_SECONDS <= now - content.at <= SECONDS else None


def _signature(key: bytes, name: str, text: str) -> str:
    digest = hmac.digest(key, f"cookie {name} {text}".encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(digest[:SIGNATURE_BYTES]).decode()


def cookie_of(request: Request, name: str) -> str:
    """Return the value of an attempt's cookie as the browser has sent it; "" for none."""
    return request.cookies.get(_cookie_name(request, name), "")


def keep_cookie(request: Request, response: Response, name: str, value: str) -> Response:
    """Set a cookie for ten minutes, or delete it if empty; SameSite=Lax, because the provider redirects back."""
    options: dict[str, Any] = {"path": "/", "httponly": True, "samesite": "lax", "secure": _is_secure(request)}
    response.set_cookie(_cookie_name(request, name), value, max_age=SECONDS if value else 0, **options)
    return response


def _cookie_name(request: Request, name: str) -> str:
    return (HTTPS_PREFIX if _is_secure(request) else "") + name


def _is_secure(request: Request) -> bool:
    return request.url.scheme == "https"
