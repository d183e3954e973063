"""The steps after a provider has identified a user: sign in, register, link the identity or confirm it."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from ludoteka.core.message import Message, Refusal, Refused
from ludoteka.features.accounts.accounts import Accounts, CheckedIdentity, check_open
from ludoteka.features.accounts.store import AccountStore
from ludoteka.features.sign_in.attempts import SIGN_IN_EXPIRED, Newcomer, SignInAttempt, new_token
from ludoteka.features.sign_in.providers import identity_id
from ludoteka.server.people.names import clean_account_name
from ludoteka.server.people.sessions import SignedIn
from ludoteka.server.settings import IdentityProvider
from ludoteka.store import NotStored
from ludoteka.store.refusals import on_conflict

IDENTITY_UNKNOWN = Refusal("identity-unknown", status=403)
LINKED_ALREADY = Refusal("linked-already", status=409)


@dataclass(frozen=True)
class Flows:
    """The operations of a house with identities at its providers."""

    _accounts: Accounts
    _store: AccountStore
    _now: Callable[[], float]

    async def spend(self, attempt: SignInAttempt) -> None:
        """Allow an attempt to be completed only once, on any server.  Raises Refused: "sign-in-expired", "not-stored"."""
        with on_conflict(SIGN_IN_EXPIRED(Message("This sign-in has been completed already. Please begin again."))):
            await self._store.spend(attempt.digest, self._now())

    async def sign_in(self, identity: CheckedIdentity, device: str) -> str:
        """Return the token of a new session, or "" if no account has this identity.  Raises Refused: "account-closed", "not-stored"."""
        found = await self._store.identity(identity.issuer, identity.subject)
        if found is None:
            return ""
        known, account = found
        check_open(account)
        token, session = self._accounts.new_session(account.id, device)
        since = min(session.made_at, identity.authenticated_at or 0.0)  # when they authenticated at the provider
        await self._store.begin_session(session._replace(confirmed_at=since), known)
        return token

    async def newcomer(self, identity: CheckedIdentity, provider: IdentityProvider) -> Newcomer:
        """Return a newcomer, who may choose a name.  Raises Refused: "identity-unknown" if the house accepts no new accounts."""
        if self._accounts.registration() == "closed":
            text = Message(
                "Nobody here signs in with that account ({provider}), and this server isn't accepting new accounts.",
                provider=provider.name,
            )
            raise IDENTITY_UNKNOWN(text)
        name = await self._free_name(identity.name)
        return Newcomer(identity.issuer, identity.subject, name, int(time.time()), new_token())

    async def link(self, who: SignedIn, identity: CheckedIdentity, provider: IdentityProvider) -> None:
        """Link an identity to a user's account.

        Raises:
            Refused: "identity-taken", "linked-already", "not-stored".
        """
        try:
            await self._store.add_identity(identity.row(who.account, self._now()), who.proof)
        except NotStored as error:
            await self._accounts.check_unknown(identity)
            if error.is_conflict:
                text = Message(
                    "Your account is linked to this sign-in service already ({provider}).", provider=provider.name
                )
                raise LINKED_ALREADY(text) from error
            raise

    async def confirm(self, who: SignedIn, identity: CheckedIdentity, provider: IdentityProvider) -> None:
        """Record that a user has confirmed their identity at the provider.  Raises Refused: "identity-unknown", "not-stored"."""
        found = await self._store.identity(identity.issuer, identity.subject)
        if found is None or found[0].account != who.account:
            text = Message("That is not the account with which you sign in here ({provider}).", provider=provider.name)
            raise IDENTITY_UNKNOWN(text)
        await self._store.confirm(who.session, self._now(), found[0])
        self._accounts.sessions.forget(who.session)

    async def _free_name(self, typed: str) -> str:
        """Return a name if it is valid and free for an account, else ""."""
        try:
            name = clean_account_name(typed)
            await self._accounts.check_free(name)
        except Refused:
            return ""
        return name

    async def unlink(self, who: SignedIn, name: str) -> bool:
        """Unlink an identity by its public id, unless it is the last sign-in method; return whether it existed.

        Raises:
            Refused: "confirm-first", "last-way-in", "not-stored".
        """
        self._accounts.check_confirmed(who)
        theirs = {identity_id(one.issuer, one.subject): one for one in await self._store.identities(who.account)}
        others = [
            one for one in await self._accounts.open_identities(who) if identity_id(one.issuer, one.subject) != name
        ]
        if not others and not await self._store.passkeys(who.account):
            await self._accounts.check_password_left(who)
        if name in theirs:
            await self._store.remove_identity(theirs[name])
        return name in theirs
