"""The steps after a provider has identified a user: sign in, register, link the identity or confirm it."""

import time
from collections.abc import Callable

from ludoteka.core.message import Message, Refused
from ludoteka.features.accounts.accounts import Accounts, check_open, identity_row
from ludoteka.features.accounts.identities import CheckedIdentity, identity_id
from ludoteka.features.sign_in.attempts import Newcomer, SignInAttempt, new_token
from ludoteka.features.sign_in.configuration import IdentityProvider
from ludoteka.server.people.names import clean_account_name
from ludoteka.server.people.sessions import SignedIn
from ludoteka.store import NotStored
from ludoteka.store.refusals import on_conflict


class Flows:
    """The operations with an identity at one provider."""

    def __init__(self, accounts: Accounts, provider: IdentityProvider, now: Callable[[], float]) -> None:
        self._accounts = accounts
        self._provider = provider
        self._now = now

    async def spend(self, attempt: SignInAttempt) -> None:
        """Allow an attempt to be completed only once, on any server.  Raises Refused: "sign-in-expired", "not-stored"."""
        text = Message("This sign-in has been completed already. Please begin again.")
        with on_conflict(Refused("sign-in-expired", text)):
            await self._accounts.store.spend(attempt.digest, self._now())

    async def sign_in(self, identity: CheckedIdentity, device: str) -> str:
        """Return the token of a new session, or "" if no account has this identity.  Raises Refused: "account-closed", "not-stored"."""
        found = await self._accounts.store.identity(identity.issuer, identity.subject)
        if found is None:
            return ""
        known, account = found
        check_open(account)
        token, session = self._accounts.new_session(account.id, device)
        since = min(session.made_at, identity.authenticated_at or 0.0)  # when they authenticated at the provider
        await self._accounts.store.begin_identified(session._replace(confirmed_at=since), known)
        return token

    async def newcomer(self, identity: CheckedIdentity) -> Newcomer:
        """Return a newcomer, who may choose a name.  Raises Refused: "identity-unknown" if the house accepts no new accounts."""
        if self._accounts.registration == "closed":
            text = Message(
                "Nobody here signs in with that account ({provider}), and this server isn't accepting new accounts.",
                provider=self._provider.name,
            )
            raise Refused("identity-unknown", text)
        name = await self._free_name(identity.name)
        return Newcomer(identity.issuer, identity.subject, name, int(time.time()), new_token())

    async def link(self, who: SignedIn, identity: CheckedIdentity) -> None:
        """Link an identity to a user's account.

        Raises:
            Refused: "identity-taken", "linked-already", "not-stored".
        """
        try:
            await self._accounts.store.add_identity(identity_row(identity, who.account, self._now()), who.proof)
        except NotStored as error:
            await self._accounts.check_unknown(identity)
            if error.is_conflict:
                text = Message(
                    "Your account is linked to this sign-in service already ({provider}).", provider=self._provider.name
                )
                raise Refused("linked-already", text) from error
            raise

    async def confirm(self, who: SignedIn, identity: CheckedIdentity) -> None:
        """Record that a user has confirmed their identity at the provider.  Raises Refused: "identity-unknown", "not-stored"."""
        found = await self._accounts.store.identity(identity.issuer, identity.subject)
        if found is None or found[0].account != who.account:
            text = Message(
                "That is not the account with which you sign in here ({provider}).", provider=self._provider.name
            )
            raise Refused("identity-unknown", text)
        await self._accounts.store.confirm_identified(who.session, self._now(), found[0])
        self._accounts.sessions.forget(who.session)

    async def _free_name(self, typed: str) -> str:
        """Return a name if it is valid and free for an account, else ""."""
        try:
            name = clean_account_name(typed)
            await self._accounts.check_free(name)
        except Refused:
            return ""
        return name

    @staticmethod
    async def unlink(accounts: Accounts, who: SignedIn, name: str) -> bool:
        """Unlink an identity by its public id, unless it is the last sign-in method; return whether it existed.

        Raises:
            Refused: "confirm-first", "last-way-in", "not-stored".
        """
        accounts.check_confirmed(who)
        theirs = {identity_id(one.issuer, one.subject): one for one in await accounts.store.identities(who.account)}
        others = [one for one in await accounts.open_identities(who) if identity_id(one.issuer, one.subject) != name]
        if not others and not await accounts.store.passkeys(who.account):
            await accounts.check_password_left(who)
        if name in theirs:
            await accounts.store.remove_identity(theirs[name])
        return name in theirs
