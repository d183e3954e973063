"""API tokens, with which programs act for an account within the token's scopes."""

import logging
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from ludoteka.core.message import Message, Refusal, Refused
from ludoteka.features.accounts.accounts import Accounts
from ludoteka.features.accounts.store import DELETE_TOKEN, USE_TOKEN
from ludoteka.features.accounts.tables import StoredToken
from ludoteka.server.calls.call import PUBLIC
from ludoteka.server.operations.limits import RateLimit
from ludoteka.server.people.guests import rate_limit_key
from ludoteka.server.people.scopes import PREFIX
from ludoteka.server.people.sessions import SEEN_SECONDS, Memory, Sessions, SignedIn, public_id
from ludoteka.server.people.tokens import token_digest
from ludoteka.store import NotStored, StoreRefused

logger = logging.getLogger(__name__)
MOST_TOKENS = 20  # of an account
MAX_LABEL = 60
TOO_MANY_TOKENS = Refusal(
    "too-many-tokens", Message("You have as many tokens as this server allows. Revoke one first."), 409
)
BAD_TOKEN = Refusal("bad-token", Message("This token is not valid. It may have been revoked."), 401)
BAD_SCOPE = Refusal("bad-scope", Message("No token allows this. Use a browser."), 403)


# A program: for whom it acts, with the digest of its token as the session and never confirmed; and its scopes
Program = tuple[SignedIn, frozenset[str]]


class Tokens:
    """The tokens of a house, as one server knows them."""

    def __init__(self, accounts: Accounts, now: Callable[[], float]) -> None:
        self._accounts = accounts
        self._store = accounts.store
        self._now = now
        self._sessions: Sessions = accounts.sessions
        self._programs: Memory[Program | None] = self._sessions.remember(Memory())

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

    async def make(self, who: SignedIn, label: str, scopes: list[str]) -> str:
        """Create a token and return it; it is never shown again.

        Raises:
            Refused: "confirm-first", "bad-label", "too-many-tokens", "not-stored".
        """
        self._accounts.check_confirmed(who)
        clean = " ".join(label.split())
        if not clean or len(clean) > MAX_LABEL or not clean.isprintable():
            raise Refused("bad-label", Message("Say in a few words what the token is for."))
        token = PREFIX + secrets.token_urlsafe(24)
        made = StoredToken(token_digest(token), who.account, clean, " ".join(scopes), self._now())
        await self._store.add_token(made, _check_count, who.proof)
        return token

    async def end(self, who: SignedIn, public: str) -> None:
        """Revoke one of the user's tokens by its public id, and close its connections.  Raises Refused: "not-stored"."""
        for one in await self._store.tokens(who.account):
            if public_id(one.digest) == public:
                await self._store.write((DELETE_TOKEN, {"which": one.digest}))
                self._sessions.end(one.digest)


def _check_count(tokens: int) -> None:
    if tokens >= MOST_TOKENS:
        raise TOO_MANY_TOKENS()


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
