"""API tokens, with which programs act for an account within the token's scopes."""

import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from sqlalchemy import Connection
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from ludoteka.core.message import Message, Refusal, Refused
from ludoteka.features.accounts import store
from ludoteka.features.accounts.accounts import Accounts, check_open
from ludoteka.features.accounts.tables import StoredToken, api_tokens
from ludoteka.server.calls.call import PUBLIC
from ludoteka.server.operations.limits import RateLimit
from ludoteka.server.people.guests import rate_limit_key
from ludoteka.server.people.sessions import SEEN_SECONDS, Memory, Sessions, SignedIn, public_id
from ludoteka.server.people.tokens import PREFIX, token_digest
from ludoteka.store import NotStored, StoreRefused
from ludoteka.store.people import Account
from ludoteka.store.proofs import Proof
from ludoteka.store.store import StorePart, reads
from ludoteka.store.writing.writer import Guard


class TokenStore(StorePart):
    """The tokens in a store."""

    of_account = reads(store.tokens_of)

    async def find(self, digest: str) -> tuple[StoredToken, Account] | None:
        """Return a token and its account, or None."""
        is_it = api_tokens.c.digest == digest
        return await self.read(lambda connection: store.find_with_account(connection, api_tokens, StoredToken, is_it))

    async def add(self, token: StoredToken, check: Callable[[int], None], proof: Proof | None = None) -> None:
        """Store a new token, unless `check` refuses the number of tokens that the account has, or the proof no longer holds."""

        def look(connection: Connection) -> None:
            if proof:
                proof.check(connection)
            check(len(store.tokens_of(connection, token.account)))

        guard = Guard(f"tokens of {token.account}", look)
        await self._store.write([(store.INSERT_TOKEN, token._asdict())], guard)

    async def remove(self, digest: str) -> None:
        """Delete a token."""
        await self._store.write([(store.DELETE_TOKEN, {"which": digest})])

    async def use(self, digest: str, at: float) -> None:
        """Update the time of a token's last use."""
        await self._store.write([(store.USE_TOKEN, {"which": digest, "when": at})])

    async def make_bot(self, account: str) -> None:
        """Turn an account into a bot account permanently."""
        await self._store.write([(store.SET_BOT, {"whose": account})])


logger = logging.getLogger(__name__)
MOST_TOKENS = 20  # of an account
MAX_LABEL = 60
HAS_PLAYED = Refusal("has-played", Message("This account has played already. Make a new one for the bot."), 409)
TOO_MANY_TOKENS = Refusal(
    "too-many-tokens", Message("You have as many tokens as this server allows. Revoke one first."), 409
)
BAD_TOKEN = Refusal("bad-token", Message("This token is not valid. It may have been revoked."), 401)
BAD_SCOPE = Refusal("bad-scope", Message("No token allows this. Use a browser."), 403)


class Program(NamedTuple):
    """A program that acts for an account."""

    who: SignedIn  # with the digest of its token as the session; its identity is never confirmed
    scopes: frozenset[str]


class Tokens:
    """The tokens of a house, as one server knows them."""

    def __init__(self, store: TokenStore, accounts: Accounts, now: Callable[[], float]) -> None:
        self.store = store
        self._accounts = accounts
        self._now = now
        self._sessions: Sessions = accounts.sessions
        self._programs: Memory[Program | None] = self._sessions.remember(Memory())

    async def find(self, digest: str) -> Program | None:
        """Return the program that uses a token, or None.  Raises StoreRefused."""
        if known := self._programs.recall(digest):
            return known[0]
        found = await self.store.find(digest)
        if found is None or found[1].closed_at is not None:
            return self._programs.remember(digest, None)
        token, account = found
        if self._now() - (token.used_at or 0.0) > SEEN_SECONDS:
            try:
                await self.store.use(digest, self._now())
            except NotStored:
                logger.warning("it could not be stored that a token is in use")
        who = SignedIn(digest, account.id, account.holder, account.name, 0.0)
        return self._programs.remember(digest, Program(who, frozenset(token.scopes.split())))

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
        await self.store.add(made, _check_count, who.proof)
        return token

    async def end(self, who: SignedIn, public: str) -> None:
        """Revoke one of the user's tokens by its public id, and close the connections that use it.

        Raises:
            Refused: "not-stored".
        """
        for one in await self.store.of_account(who.account):
            if public_id(one.digest) == public:
                await self.store.remove(one.digest)
                self._sessions.end(one.digest)

    async def make_bot(self, who: SignedIn, is_new: bool) -> None:
        """Turn an account into a bot account permanently.

        Raises:
            Refused: "confirm-first", "has-played", "not-stored".
        """
        self._accounts.check_confirmed(who)
        check_open(await self._accounts.account(who))
        if not is_new:
            raise HAS_PLAYED()
        await self.store.make_bot(who.account)


def _check_count(tokens: int) -> None:
    if tokens >= MOST_TOKENS:
        raise TOO_MANY_TOKENS()


class TokenMiddleware:
    """Middleware that authenticates programs by their token and enforces its scopes.

    It comes after `GuestMiddleware` and answers refusals with `refuse`.  A call outside the token's scopes is refused
    before anything is done for the account.
    """

    def __init__(
        self,
        app: ASGIApp,
        tokens: Tokens,
        scope_of: Callable[[str, str], str | None],  # of a method and a path; None if no token allows the request
        limit: RateLimit,
        refuse: Callable[[Request, Refused], Awaitable[Response]],
    ) -> None:
        self.app = app
        self._tokens = tokens
        self._scope_of = scope_of
        self._limit = limit
        self._refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request; put the account for which the program acts into the scope."""
        app = self.app
        if scope["type"] in ("http", "websocket") and scope["token"]:
            try:
                await self._identify(scope)
            except (Refused, StoreRefused) as refused:
                scope["refused"] = refused
                if scope["type"] == "http":
                    app = await self._refuse(Request(scope), refused)
        await app(scope, receive, send)

    async def _identify(self, scope: Scope) -> None:
        """Find the account for which a program acts.  Raises Refused: "bad-token", "bad-scope", "too-often", StoreRefused."""
        program = await self._tokens.find(scope["token"])
        if program is None:
            raise BAD_TOKEN()
        method = scope["method"] if scope["type"] == "http" else "GET"
        needed = self._scope_of(method, scope["path"])
        if needed is None:
            raise BAD_SCOPE()
        if needed != PUBLIC and needed not in program.scopes:
            raise BAD_SCOPE(Message("This token does not allow this: it lacks {scope}.", scope=needed))
        scope["signed_in"] = program.who
        scope["session"], scope["holder"], scope["resident"] = program.who.session, program.who.holder, program.who.name
        self._limit.count(rate_limit_key(HTTPConnection(scope)))
