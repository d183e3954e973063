"""Account operations: register, sign in, confirm identity, recover and delete."""

import secrets
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, field
from typing import NamedTuple

from ludoteka.core.message import Message, Refusal
from ludoteka.features.accounts.passwords import PasswordWork, code_digest, needs_rehash, recovery_codes
from ludoteka.features.accounts.roles import RESIDENT
from ludoteka.features.accounts.store import (
    BAD_CREDENTIAL,
    DELETE_CODE,
    DELETE_MAIL_LINKS,
    DELETE_PASSKEY,
    DELETE_SESSIONS,
    AccountStore,
    by_code,
    by_password,
    passkey_writes,
    replaced_codes,
)
from ludoteka.features.accounts.tables import CheckedPasskey, Identity
from ludoteka.referee.events import Person
from ludoteka.server.operations.limits import SIGN_INS_AT_NAME, LimitKey, RateLimit
from ludoteka.server.people.names import BAD_NAME, NAME_TAKEN, clean_account_name, look_alikes, skeleton
from ludoteka.server.people.sessions import SIGNED_IN_ALREADY, Sessions, SignedIn, public_id
from ludoteka.server.people.tokens import token_digest
from ludoteka.store import NotStored
from ludoteka.store.people import NOT_SIGNED_IN, Account, Session
from ludoteka.store.proofs import Proof
from ludoteka.store.refusals import on_conflict
from ludoteka.store.writing.statements import Write


class CheckedIdentity(NamedTuple):
    """A person just identified by an identity provider; only the issuer and the subject identify them."""

    issuer: str  # the address of the provider
    subject: str  # the provider's permanent id of the person
    name: str = ""  # their preferred name
    authenticated_at: float | None = None  # when they last authenticated at the provider; None if it doesn't say
    spent: str = ""  # the digest of a value that can be used once

    def row(self, account: str, now: float) -> Identity:
        """Return the row of a new identity of an account."""
        return Identity(self.issuer, self.subject, account, now)


Way = CheckedPasskey | CheckedIdentity
REGISTRATION_CLOSED = Refusal(
    "registration-closed", Message("This server isn't accepting new accounts. Ask its owner."), 403
)
BAD_INVITATION = Refusal(
    "bad-invitation",
    Message("This invitation is not valid, or somebody has used it already. Ask for a new one."),
    403,
)
IDENTITY_TAKEN = Refusal("identity-taken", Message("That sign-in is already linked to another account."), 409)
BAD_SIGN_IN = Refusal("bad-sign-in", Message("Wrong name or password."), 403)  # which one isn't said
ACCOUNT_CLOSED = Refusal("account-closed", Message("This account is closed. Ask the owner of this server."), 403)
CONFIRM_FIRST = Refusal("confirm-first", Message("Please confirm once more that it is you."), 403)
BAD_RECOVERY = Refusal("bad-recovery", Message("Wrong name or recovery code."), 403)
NO_SUCH_RESIDENT = Refusal(  # an unknown name and a hidden profile can't be told apart
    "no-such-resident", Message("Nobody here has this name, or they don't show their profile."), 404
)
YOURSELF = Refusal("yourself", Message("That is you."), 409)
LAST_WAY_IN = Refusal(
    "last-way-in", Message("This is your last way to sign in. Set a password or add a passkey first."), 409
)
NEW_NAME_REFUSALS = (REGISTRATION_CLOSED, NAME_TAKEN, "bad-name", "no-links", "reserved-name")
REGISTRATION_REFUSALS = (*NEW_NAME_REFUSALS, BAD_INVITATION, SIGNED_IN_ALREADY)
ID_BYTES = 12  # of an account
LONGEST_NAME = 200  # characters of a name that somebody looks for
CONFIRMED_SECONDS = 15 * 60.0  # before users must confirm their identity again


async def find_account(accounts: AccountStore, name: str) -> Account | None:
    """Return the account with a name, or with one that looks like it; None if there is none."""
    looks = skeleton(name) if len(name) <= LONGEST_NAME else ""
    return await accounts.named(looks) if looks else None


async def find_resident(accounts: AccountStore, name: str, reader: str) -> tuple[Account, bool]:
    """Return the user with a name, and whether it is the reader, who sees them.  Raises Refused: "no-such-resident"."""
    account = await find_account(accounts, name)
    is_own = account is not None and account.holder == reader
    if account is None or not (is_own or is_shown(account)):
        raise NO_SUCH_RESIDENT()
    return account, is_own


def is_shown(account: Account) -> bool:
    """Tell whether a user shows their profile to others."""
    return not account.is_hidden and account.closed_at is None


@dataclass(eq=False)
class Accounts:
    """The accounts of a house."""

    store: AccountStore
    sessions: Sessions
    registration: Callable[[], str]  # who can make an account: "open", "invitation", "providers" or "closed"
    issuers: Collection[str]  # of the identity providers through which users can sign in
    now: Callable[[], float]
    _changed: Callable[[Person], Awaitable[None]]  # called with each new name and standing
    passwords: PasswordWork = field(default_factory=PasswordWork)
    _attempts: RateLimit = field(default_factory=lambda: RateLimit(SIGN_INS_AT_NAME))  # by name

    async def check_new_name(self, typed: str, *, is_identified: bool = False) -> str:
        """Return the validated name for a new account.

        Raises:
            Refused: "registration-closed", "bad-name", "reserved-name", "name-taken", and as names of guests.
        """
        if self.registration() == "closed":
            raise REGISTRATION_CLOSED()
        if self.registration() == "providers" and not is_identified:
            raise REGISTRATION_CLOSED(Message("Here, you create an account through a sign-in service."))
        name = clean_account_name(typed)
        await self.check_free(name)
        return name

    async def check_invitation(self, invited: str) -> None:
        """Raise Refused: "bad-invitation" if the house requires an invitation and this one is invalid or used."""
        if self.registration() == "invitation" and not await self.store.has_invitation(token_digest(invited.strip())):
            raise BAD_INVITATION()

    async def check_free(self, name: str) -> None:
        """Raise Refused: "name-taken" if an account has this name or one that looks like it."""
        if any([await self.store.named(looks) for looks in look_alikes(name)]):
            raise NAME_TAKEN()

    async def register(
        self, holder: str, typed: str, password: str | None, way: Way | None, invited: str, device: str
    ) -> tuple[str, list[str], str]:
        """Create an account with a sign-in method for the guest with this holder, whose seats it takes over.

        Return its name, and its secrets, which are shown only once: the recovery codes, and the token of a session.

        Raises:
            Refused: as `check_new_name`; "weak-password", "bad-invitation", "identity-taken", "bad-credential", "signed-in-already", "not-stored".
        """
        is_identified = isinstance(way, CheckedIdentity)
        name, now = await self.check_new_name(typed, is_identified=is_identified), self.now()
        await self.check_invitation(invited)
        hashed = await self.passwords.new_hash(password, name)
        made = way.account if isinstance(way, CheckedPasskey) else secrets.token_urlsafe(ID_BYTES)
        account = Account(made, holder, name, RESIDENT, hashed, now)
        codes, (token, session) = recovery_codes(), self.new_session(account.id, device)
        invitation = token_digest(invited.strip()) if self.registration() == "invitation" else None
        digests, row = [code_digest(code) for code in codes], way and way.row(account.id, now)
        spent = way.spent if way else ""
        try:
            await self.store.register(account, skeleton(name), digests, row, session, invitation, spent)
        except NotStored as error:
            await self.check_free(name)
            await self.check_invitation(invited)
            await self.check_unknown(way)
            if error.is_conflict and isinstance(way, CheckedPasskey):  # it, or its challenge, was used before
                raise BAD_CREDENTIAL() from error
            raise
        await self._changed(Person(holder, name, "resident"))
        self.sessions.forget(holder)
        return name, codes, token

    async def check_unknown(self, way: Way | None) -> None:
        """Raise Refused: "identity-taken" if this is an identity that is linked to an account."""
        if isinstance(way, CheckedIdentity) and await self.store.identity(way.issuer, way.subject):
            raise IDENTITY_TAKEN()

    async def prove(self, name: str, password: str) -> Account:
        """Return the account with this name and password; takes equally long if there is none.

        Raises:
            Refused: "bad-sign-in", "account-closed", "too-often".
        """
        self._attempts.count(LimitKey(skeleton(name), ""))
        account = await self.store.named(skeleton(name))
        is_right = await self.passwords.is_password(account.password if account else "", password)
        if account is None or not is_right:
            raise BAD_SIGN_IN()
        if needs_rehash(account.password):
            hashed, proof = await self.passwords.hash_again(password), by_password(account, BAD_SIGN_IN())
            await self.store.set_password(account.id, hashed, proof)
            account = account._replace(password=hashed)
        return check_open(account)

    async def sign_in(self, account: Account, device: str, passkey: CheckedPasskey | None = None) -> str:
        """Start a session for an authenticated user; return its token.  Raises Refused: as their proof, "not-stored"."""
        token, session = self.new_session(account.id, device)
        with on_conflict(BAD_CREDENTIAL()):
            await self.store.begin_session(session, passkey, by_password(account, BAD_SIGN_IN()))
        return token

    async def confirm(self, who: SignedIn, used: CheckedPasskey | Identity | None = None) -> None:
        """Record that a signed-in user has confirmed their identity again.  Raises Refused: "bad-credential", "not-stored"."""
        with on_conflict(BAD_CREDENTIAL()):
            await self.store.confirm(who.session, self.now(), used)
        self.sessions.forget(who.session)

    def is_confirmed(self, who: SignedIn) -> bool:
        """Tell whether a user has confirmed their identity recently."""
        return self.now() - who.confirmed_at < CONFIRMED_SECONDS

    def check_confirmed(self, who: SignedIn) -> None:
        """Raise Refused: "confirm-first" unless the user has confirmed their identity recently."""
        if not self.is_confirmed(who):
            raise CONFIRM_FIRST()

    async def recover(self, name: str, code: str, password: str, device: str) -> tuple[Account, str]:
        """Set a new password with a recovery code and end all sessions and tokens; return the account and the token of a new session.

        Raises:
            Refused: "bad-recovery", "weak-password", "account-closed", "too-often", "not-stored".
        """
        account, digest = await self.store.named(skeleton(name)), code_digest(code)
        proof = by_code(account.id if account else "", digest, BAD_RECOVERY())
        if not await self.store.holds(proof) or account is None:  # queried in any case: timing reveals nothing
            raise BAD_RECOVERY()
        check_open(account)
        return account, await self.restore(account, password, device, digest, proof, (DELETE_CODE, {"which": digest}))

    async def restore(
        self, account: Account, password: str | None, device: str, spent: str, proof: Proof, *more: Write
    ) -> str:
        """Set a new password (None for none), end all sessions and tokens; return the token of a new session.

        Raises:
            Refused: as the proof, whose one-time value has the digest `spent`; "weak-password", "not-stored".
        """
        hashed = await self.passwords.new_hash(password, account.name)
        token, session = self.new_session(account.id, device)
        ended = await self.store.digests(account.id)
        with on_conflict(proof.refusal):
            await self.store.recover(spent, hashed, session, *more, proof=proof)
        self.end_connections(account.holder, *ended)
        return token

    async def set_password(self, who: SignedIn, password: str) -> None:
        """Change the password, or set the first one.  Raises Refused: "confirm-first", "weak-password", "not-stored"."""
        self.check_confirmed(who)
        hashed = await self.passwords.new_hash(password, (await self.account(who)).name)
        await self.store.set_password(who.account, hashed, who.proof)

    async def add_passkey(self, who: SignedIn, passkey: CheckedPasskey) -> None:
        """Add a passkey.  Raises Refused: "confirm-first", "bad-credential", "not-stored"."""
        self.check_confirmed(who)
        with on_conflict(BAD_CREDENTIAL(Message("This passkey is in use already."))):
            writes = passkey_writes(passkey.row(who.account, self.now()), passkey.spent)
            await self.store.write(*writes, guard=who.proof.guard)

    async def remove_passkey(self, who: SignedIn, passkey: str) -> bool:
        """Remove a passkey, unless it is the last sign-in method; return whether it existed.

        Raises:
            Refused: "confirm-first", "last-way-in", "not-stored".
        """
        self.check_confirmed(who)
        all_passkeys = await self.store.passkeys(who.account)
        others = [one for one in all_passkeys if one.id != passkey]
        if not others and not await self.open_identities(who):
            await self.check_password_left(who)
        await self.store.write((DELETE_PASSKEY, {"which": passkey, "whose": who.account}))
        return len(others) < len(all_passkeys)

    async def open_identities(self, who: SignedIn) -> list[Identity]:
        """Return the user's identities at providers that are configured now."""
        return [identity for identity in await self.store.identities(who.account) if identity.issuer in self.issuers]

    async def check_password_left(self, who: SignedIn) -> None:
        """Raise Refused: "last-way-in" if the user has neither a password nor another sign-in method."""
        if not (await self.account(who)).password:
            raise LAST_WAY_IN()

    async def new_codes(self, who: SignedIn) -> list[str]:
        """Create recovery codes, which replace the previous ones.  Raises Refused: "confirm-first", "not-stored"."""
        self.check_confirmed(who)
        codes = recovery_codes()
        writes = replaced_codes(who.account, [code_digest(code) for code in codes])
        await self.store.write(*writes, guard=who.proof.guard)
        return codes

    async def end_session(self, who: SignedIn, public: str) -> None:
        """End one of the user's sessions by its public id, or all "others".  Raises Refused: "not-stored"."""
        theirs = [session.digest for session in await self.store.sessions(who.account)]
        if public == "others":
            ended = [one for one in theirs if one != who.session]
            whose = {"whose": who.account}
            await self.store.write((DELETE_SESSIONS, whose | {"except_for": who.session}), (DELETE_MAIL_LINKS, whose))
        else:
            ended = [one for one in theirs if public_id(one) == public]
            for digest in ended:
                await self.store.end_session(digest)
        self.end_connections(who.holder, *ended)

    async def delete(self, who: SignedIn, name: str) -> None:
        """Delete the account if its name was typed to confirm it.  Raises Refused: "confirm-first", "bad-name", "not-stored"."""
        self.check_confirmed(who)
        account = await self.account(who)
        if name.strip() != account.name:
            raise BAD_NAME(Message("Type the name of your account exactly as it is shown."))
        ended = await self.store.digests(who.account)
        await self.store.delete(account, self.now())
        self.end_connections(account.holder, *ended)
        await self._changed(Person(account.holder, "", "former"))

    async def account(self, who: SignedIn) -> Account:
        """Return the account of a signed-in user.  Raises Refused: "not-signed-in"."""
        account = await self.store.account(who.account)
        if account is None:  # deleted at this moment
            raise NOT_SIGNED_IN()
        return account

    def end_connections(self, holder: str, *digests: str) -> None:
        """End sessions and tokens, and connections opened before the guest registered."""
        for ended in (holder, *digests):
            self.sessions.end(ended)

    def new_session(self, account: str, device: str) -> tuple[str, Session]:
        """Return the token of a new session and the session."""
        token, now = secrets.token_urlsafe(24), self.now()
        return token, Session(token_digest(token), account, now, now, now, device)


def check_open(account: Account) -> Account:
    """Return the account, if it is not closed.  Raises Refused: "account-closed"."""
    if account.closed_at is not None:
        raise ACCOUNT_CLOSED()
    return account
