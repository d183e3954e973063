"""API tokens, with which programs act for an account within the token's scopes."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from ludoteka.core.message import Message, Refusal, Refused
from ludoteka.features.accounts.accounts import Accounts
from ludoteka.features.accounts.store import USE_TOKEN
from ludoteka.server.calls.call import PUBLIC
from ludoteka.server.operations.limits import RateLimit
from ludoteka.server.people.guests import rate_limit_key
from ludoteka.server.people.sessions import SEEN_SECONDS, Memory, SignedIn
from ludoteka.store import NotStored, StoreRefused

logger = logging.getLogger(__name__)
BAD_TOKEN = Refusal("bad-token", Message("This token is not valid. It may have been revoked."), 401)
BAD_SCOPE = Refusal("bad-scope", Message("No token allows this. Use a browser."), 403)


# A program: for whom it acts, with the digest of its token as the session and never confirmed; and its scopes
Program = tuple[SignedIn, frozenset[str]]


class Tokens:
    """The tokens of a house, as one server knows them."""

    def __init__(self, accounts: Accounts) -> None:
        self._store, self._now = accounts.store, accounts.now
        self._programs: Memory[Program | None] = accounts.sessions.remember(Memory())

    async def find(self, digest: str) -> Program | None:
        """Return the program that uses a token, or None.  Raises StoreRefused."""
        if known := self._programs.recall(digest):
            return known[0]
        found = await self._store.token(digest)
        if found is None or found[1].closed_at is not None:
            return self._programs.remember(digest, None)
        token, account = found
        if self._now() - (token.used_at or 0.0) > SEEN_SECONDS:
            try:
                await self._store.write((USE_TOKEN, {"which": digest, "when": self._now()}))
            except NotStored:
                logger.warning("it could not be stored that a token is in use")
        who = SignedIn(digest, account.id, account.holder, account.name, 0.0)
        return self._programs.remember(digest, (who, frozenset(token.scopes.split())))


@dataclass(frozen=True, eq=False)
class TokenMiddleware:
    """Middleware that authenticates programs by their token and enforces its scopes.

    It comes after `GuestMiddleware` and answers refusals with `refuse`.  A call outside the token's scopes is refused
    before anything is done for the account.
    """

    app: ASGIApp
    tokens: Tokens
    scope_of: Callable[[str, str], str | None]  # of a method and a path; None if no token allows the request
    limit: RateLimit
    refuse: Callable[[Request, Refused], Awaitable[Response]]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request; put the account for which the program acts into the scope."""
        app = self.app
        if scope["type"] in ("http", "websocket") and scope["token"]:
            try:
                await self._identify(scope)
            except (Refused, StoreRefused) as refused:
                scope["refused"] = refused
                if scope["type"] == "http":
                    app = await self.refuse(Request(scope), refused)
        await app(scope, receive, send)

    async def _identify(self, scope: Scope) -> None:
        """Find the account for which a program acts.  Raises Refused: "bad-token", "bad-scope", "too-often", StoreRefused."""
        program = await self.tokens.find(scope["token"])
        if program is None:
            raise BAD_TOKEN()
        who, scopes = program
        method = scope["method"] if scope["type"] == "http" else "GET"
        needed = self.scope_of(method, scope["path"])
        if needed is None:
            raise BAD_SCOPE()
        if needed != PUBLIC and needed not in scopes:
            raise BAD_SCOPE(Message("This token does not allow this: it lacks {scope}.", scope=needed))
        scope["signed_in"] = who
        scope["session"], scope["holder"], scope["resident"] = who.session, who.holder, who.name
        self.limit.count(rate_limit_key(HTTPConnection(scope)))
