"""Attempts to sign in through a provider, kept in a signed cookie of the browser.

The cookie contains one random token.  The state, the nonce and the PKCE verifier are derived from it with the key of the
house, so nothing is stored until the browser returns, and none of them reveals another.
"""

import base64
import hashlib
import hmac
import re
import time
from typing import ClassVar, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ludoteka.core.message import Message, Refusal
from ludoteka.server.people.guests import HTTPS_PREFIX

SECONDS = 600  # to sign in at the provider, and then to choose a name
CLOCK_SECONDS = 5  # seconds by which the clocks of two servers of the house may differ
SIGNATURE_BYTES = 18
LONGEST_PATH = 500
SIGN_IN_EXPIRED = Refusal(
    "sign-in-expired",
    Message("This sign-in has taken too long, or was begun in another browser. Please begin again."),
    409,
)
OWN_PATH = re.compile(r"/(?![/\\])[!-\[\]-~]*")  # of this house: no host, no backslash, no blank


class SignInAttempt(msgspec.Struct, array_like=True):
    """A sign-in attempt of a browser."""

    cookie: ClassVar[str] = "sign-in"
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

    cookie: ClassVar[str] = "newcomer"
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


def derive(key: bytes, attempt: SignInAttempt, what: str) -> str:
    """Return the "state", the "nonce" or the "verifier" of an attempt: 43 characters."""
    digest = hmac.digest(key, f"openid {what} {attempt.provider} {attempt.token}".encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def own_path(path: str) -> str:
    """Return a path if it leads to a page of this house, else the path of the account page."""
    return path if len(path) <= LONGEST_PATH and OWN_PATH.fullmatch(path) else "/account"


class Attempts:
    """The attempts and the newcomers of a house, in the cookies of their browsers."""

    def __init__(self, key: bytes) -> None:
        self._key = key  # of the house

    def find(self, request: Request, provider: str) -> SignInAttempt:
        """Return the attempt at a provider to which the provider responds.  Raises Refused: "sign-in-expired"."""
        attempt, state = self.read(request, SignInAttempt), request.query_params.get("state", "")
        if attempt is None or attempt.provider != provider:
            raise SIGN_IN_EXPIRED()
        if not hmac.compare_digest(derive(self._key, attempt, "state").encode(), state.encode()):
            raise SIGN_IN_EXPIRED()
        return attempt

    def keep(self, request: Request, response: Response, content: SignInAttempt | Newcomer) -> Response:
        """Set the cookie of an attempt or a newcomer for ten minutes."""
        text = base64.urlsafe_b64encode(msgspec.json.encode(content)).decode()
        sealed = f"{text}.{self._signature(content.cookie, text)}"
        return _set_cookie(request, response, content.cookie, sealed, SECONDS)

    def read(self, request: Request, kind: type[Sealed]) -> Sealed | None:
        """Return the content of a cookie, or None if its signature is invalid or it has expired."""
        text, _, signature = request.cookies.get(_cookie_name(request, kind.cookie), "").partition(".")
        if not hmac.compare_digest(self._signature(kind.cookie, text).encode(), signature.encode()):
            return None
        try:
            content = msgspec.json.decode(base64.urlsafe_b64decode(text), type=kind)
        except msgspec.DecodeError:  # written by another version of the software
            return None
        return content if -CLOCK_SECONDS <= time.time() - content.at <= SECONDS else None

    def _signature(self, name: str, text: str) -> str:
        digest = hmac.digest(self._key, f"cookie {name} {text}".encode(), hashlib.sha256)
        return base64.urlsafe_b64encode(digest[:SIGNATURE_BYTES]).decode()


def forget(request: Request, response: Response, kind: type[Sealed]) -> Response:
    """Delete the cookie of an attempt or a newcomer."""
    return _set_cookie(request, response, kind.cookie, "", 0)


def _set_cookie(request: Request, response: Response, name: str, value: str, seconds: int) -> Response:
    """Set a cookie; SameSite=Lax, because the provider redirects back."""
    response.set_cookie(
        _cookie_name(request, name),
        value,
        max_age=seconds,
        path="/",
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
    return response


def _cookie_name(request: Request, name: str) -> str:
    return (HTTPS_PREFIX if request.url.scheme == "https" else "") + name
