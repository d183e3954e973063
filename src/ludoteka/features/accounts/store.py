"""Reading and writing accounts.  Each method that writes does so in one transaction."""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Executable,
    Table,
    bindparam,
    delete,
    func,
    insert,
    select,
    update,
)

from ludoteka.core.message import Message, Refusal, Refused
from ludoteka.features.accounts.tables import (
    CheckedPasskey,
    Identity,
    Passkey,
    StoredToken,
    Words,
    api_tokens,
    identities,
    invitations,
    mail_addresses,
    mail_links,
    passkeys,
    recovery_codes,
    spent,
)
from ludoteka.server.people.sessions import SIGNED_IN_ALREADY
from ludoteka.store.metadata import columns_of
from ludoteka.store.people import Account, Session, accounts, sessions
from ludoteka.store.proofs import Proof
from ludoteka.store.schema import chat
from ludoteka.store.store import Row, StorePart, reads
from ludoteka.store.writing.owners import account_deletion, delete_with_accounts, end_with_accounts
from ludoteka.store.writing.statements import (
    FORGET_NAME,
    HOLDER,
    ID,
    PEOPLE,
    RENAME_SEATS,
    Statements,
    Write,
    delete_rows,
    update_rows,
)
from ludoteka.store.writing.writer import Guard

BAD_CREDENTIAL = Refusal("bad-credential", Message("The passkey did not work here. Please try again."))
_THIS = accounts.c.id == bindparam("whose")

SPENT_SECONDS = 24 * 3600.0  # for which a used challenge is stored; it is valid for minutes
SESSION_SECONDS = 366 * 24 * 3600.0  # after its last use; the cookie is valid for a year

delete_with_accounts(
    *(
        table.c.account
        for table in (passkeys, identities, recovery_codes, sessions, api_tokens, mail_addresses, mail_links)
    ),
)
_writes = Statements("accounts", PEOPLE)
# first: it fails if the challenge or code was used before
SPEND = _writes.add(insert(spent))
FORGET_SPENT = _writes.add(delete(spent).where(spent.c.at < bindparam("before")))
# before the accounts that refer to it
INSERT_INVITATION = _writes.add(insert(invitations))
# before the rows that refer to it
INSERT_ACCOUNT = _writes.add(insert(accounts))
SET_PASSWORD = _writes.add(update(accounts).where(_THIS).values(password=bindparam("hash")), whose=ID)
SET_ROLE = _writes.add(update_rows(accounts, {"id": "whose"}, role="new_role"), whose=ID)
SET_NAME = _writes.add(update_rows(accounts, {"id": "whose"}, name="new_name", skeleton="new_skeleton"), whose=ID)
SET_CLOSED = _writes.add(update_rows(accounts, {"id": "whose"}, closed_at="when"), whose=ID)
SET_HIDDEN = _writes.add(update_rows(accounts, {"id": "whose"}, is_hidden="hidden"), whose=ID)
ERASE_ACCOUNT = _writes.hold(
    update(accounts)
    .where(_THIS)
    .values(name=None, skeleton=None, password="", role="resident", invitation=None, deleted_at=bindparam("when")),
    whose=ID,
)
DELETE_PASSKEY = _writes.add(delete_rows(passkeys, id="which", account="whose"))
INSERT_PASSKEY = _writes.add(insert(passkeys), account=ID)
USE_PASSKEY = _writes.add(update_rows(passkeys, {"id": "which"}, sign_count="count", used_at="when"))
DELETE_IDENTITY = _writes.add(delete_rows(identities, issuer="which", subject="whom", account="whose"))
INSERT_IDENTITY = _writes.add(insert(identities), account=ID)
USE_IDENTITY = _writes.add(update_rows(identities, {"issuer": "which", "subject": "whom"}, used_at="when"))
DELETE_CODES = _writes.add(delete_rows(recovery_codes, account="whose"))
DELETE_CODE = _writes.add(delete_rows(recovery_codes, digest="which"))
INSERT_CODE = _writes.add(insert(recovery_codes), account=ID)
DELETE_SESSIONS = _writes.hold(
    delete(sessions).where(sessions.c.account == bindparam("whose"), sessions.c.digest != bindparam("except_for")),
    whose=ID,
)
DELETE_SESSION = _writes.add(delete_rows(sessions, digest="which"))
INSERT_SESSION = _writes.add(insert(sessions), account=ID)
SEE_SESSION = _writes.add(update_rows(sessions, {"digest": "which"}, seen_at="when"))
CONFIRM_SESSION = _writes.add(update_rows(sessions, {"digest": "which"}, confirmed_at="when"))
FORGET_SESSIONS = _writes.add(delete(sessions).where(sessions.c.seen_at < bindparam("before")))
DELETE_TOKENS = _writes.add(delete_rows(api_tokens, account="whose"))
DELETE_TOKEN = _writes.add(delete_rows(api_tokens, digest="which"))
INSERT_TOKEN = _writes.add(insert(api_tokens), account=ID)
USE_TOKEN = _writes.add(update_rows(api_tokens, {"digest": "which"}, used_at="when"))
SET_BOT = _writes.add(update(accounts).where(_THIS).values(is_bot=True), whose=ID)
DELETE_MAIL_LINK = _writes.add(delete_rows(mail_links, account="whose", purpose="for_what"))
DELETE_MAIL_LINKS = _writes.hold(delete_rows(mail_links, account="whose"), whose=ID)
FORGET_MAIL_LINKS = _writes.add(delete(mail_links).where(mail_links.c.until < bindparam("before")))
INSERT_MAIL_LINK = _writes.add(insert(mail_links), account=ID)
DELETE_MAIL_ADDRESS = _writes.add(delete_rows(mail_addresses, account="whose"))
INSERT_MAIL_ADDRESS = _writes.add(insert(mail_addresses), account=ID)
end_with_accounts(_writes.add(delete_rows(chat, holder="whose")), HOLDER)
REMOVE_WITH_ADDRESS: list[Executable] = []  # what features execute for `whose`, an account, when its address is removed


EXISTS = accounts.c.deleted_at.is_(None)
TOKENS = (sessions, api_tokens)  # of browsers and programs


def find_account(connection: Connection, *conditions: ColumnElement[bool]) -> Account | None:
    """Return the account that fulfils the conditions and has not been deleted, or None."""
    row = connection.execute(select(*columns_of(accounts, Account)).where(EXISTS, *conditions)).first()
    return Account(*row) if row else None


def find_with_account(
    connection: Connection, table: Table, kind: type[Row], *conditions: ColumnElement[bool]
) -> tuple[Row, Account] | None:
    """Return the row that fulfils the conditions, of a table of what accounts have, and its account, or None."""
    columns = columns_of(table, kind)
    wanted = select(*columns, *columns_of(accounts, Account)).join(accounts, accounts.c.id == table.c.account)
    row = connection.execute(wanted.where(EXISTS, *conditions)).first()
    return (kind(*row[: len(columns)]), Account(*row[len(columns) :])) if row else None


def _is_of_account(connection: Connection, holder: str) -> bool:
    """Tell whether a holder belongs to an account, deleted or not."""
    return connection.execute(select(1).where(accounts.c.holder == holder)).first() is not None


def by_password(account: Account, refusal: Refused) -> Proof:
    """Return the proof of a user who knows the current password."""
    wanted = select(accounts.c.id).where(accounts.c.id == account.id, accounts.c.password == account.password)
    return Proof(account.id, wanted, refusal)


def by_code(account: str, digest: str, refusal: Refused) -> Proof:
    """Return the proof of a user with a recovery code."""
    is_theirs = (recovery_codes.c.digest == digest) & (recovery_codes.c.account == account)
    return Proof(account, select(recovery_codes.c.digest).where(is_theirs), refusal)


def _end_access(account: str) -> list[Write]:
    """Return the writes that end all sessions, tokens and e-mail links, also one to an address that another user has entered."""
    whose = {"whose": account}
    return [(DELETE_SESSIONS, whose | {"except_for": ""}), (DELETE_TOKENS, whose), (DELETE_MAIL_LINKS, whose)]


def passkey_writes(passkey: Passkey, spent: str) -> list[Write]:
    """Return the writes that add a passkey, whose challenge has this digest; they fail if either was stored before."""
    return [(SPEND, {"digest": spent, "at": passkey.made_at}), (INSERT_PASSKEY, passkey._asdict())]


def replaced_codes(account: str, codes: Iterable[str]) -> list[Write]:
    """Return the writes that replace the recovery codes of an account; `codes` are digests."""
    return [(DELETE_CODES, {"whose": account}), *_codes(account, codes)]


class AccountStore(StorePart):
    """The accounts in a store."""

    is_of_account = reads(_is_of_account)

    async def account(self, name: str) -> Account | None:
        """Return the account with this id, or None."""
        return await self.read(lambda connection: find_account(connection, accounts.c.id == name))

    async def of_holder(self, holder: str) -> Account | None:
        """Return the account with this holder, or None."""
        return await self.read(lambda connection: find_account(connection, accounts.c.holder == holder))

    async def named(self, skeleton: str) -> Account | None:
        """Return the account whose name has this skeleton, or None."""
        return await self.read(lambda connection: find_account(connection, accounts.c.skeleton == skeleton))

    async def all(self, limit: int = 1000) -> list[Account]:
        """Return the accounts, newest first."""
        newest = (accounts.c.made_at.desc(), accounts.c.id)
        wanted = select(*columns_of(accounts, Account)).where(EXISTS).order_by(*newest).limit(limit)
        return await self._rows(Account, wanted)

    async def session(self, digest: str) -> tuple[Session, Account] | None:
        """Return a session and its account, or None."""
        return await self._with_account(sessions, Session, sessions.c.digest == digest)

    async def sessions(self, account: str) -> list[Session]:
        """Return the sessions of an account, the most recently used first."""
        return await self._of_account(account, sessions, Session, sessions.c.seen_at.desc())

    async def digests(self, account: str) -> list[str]:
        """Return the digests of the sessions and tokens of an account."""
        found = (select(token.c.digest).where(token.c.account == account) for token in TOKENS)
        return [digest for wanted in found for digest in await self._values(wanted)]

    async def lasting(self, digests: Collection[str]) -> set[str]:
        """Return the digests that belong to sessions or tokens of open accounts."""
        is_open = EXISTS & accounts.c.closed_at.is_(None)
        found = (select(token.c.digest).join(accounts).where(token.c.digest.in_(digests), is_open) for token in TOKENS)
        return {digest for wanted in found for digest in await self._values(wanted)}

    async def passkey(self, name: str) -> tuple[Passkey, Account] | None:
        """Return a passkey and its account, or None."""
        return await self._with_account(passkeys, Passkey, passkeys.c.id == name)

    async def passkeys(self, account: str) -> list[Passkey]:
        """Return the passkeys of an account, oldest first."""
        return await self._of_account(account, passkeys, Passkey, passkeys.c.made_at)

    async def token(self, digest: str) -> tuple[StoredToken, Account] | None:
        """Return an API token and its account, or None."""
        return await self._with_account(api_tokens, StoredToken, api_tokens.c.digest == digest)

    async def tokens(self, account: str) -> list[StoredToken]:
        """Return the API tokens of an account, oldest first."""
        return await self._of_account(account, api_tokens, StoredToken, api_tokens.c.made_at)

    async def add_token(self, token: StoredToken, check: Callable[[int], None], proof: Proof | None = None) -> None:
        """Store a token, unless `check` refuses the number of tokens that the account has, or the proof no longer holds."""
        number = select(func.count()).where(api_tokens.c.account == token.account)

        def look(connection: Connection) -> None:
            if proof:
                proof.check(connection)
            check(connection.execute(number).scalar_one())

        await self.write((INSERT_TOKEN, token._asdict()), guard=Guard(f"tokens of {token.account}", look))

    async def make_bot(self, account: str) -> None:
        """Turn an account into a bot account permanently."""
        await self.write((SET_BOT, {"whose": account}))

    async def identity(self, issuer: str, subject: str) -> tuple[Identity, Account] | None:
        """Return an identity and its account, or None."""
        is_it = (identities.c.issuer == issuer) & (identities.c.subject == subject)
        return await self._with_account(identities, Identity, is_it)

    async def identities(self, account: str) -> list[Identity]:
        """Return the identities of an account at identity providers, oldest first."""
        return await self._of_account(account, identities, Identity, identities.c.made_at)

    async def code_count(self, account: str) -> int:
        """Return the number of unused recovery codes of an account."""
        return await self._count(recovery_codes.c.account == account)

    async def holds(self, proof: Proof) -> bool:
        """Tell whether a proof holds now."""
        return await self._has(proof.wanted)

    async def has_invitation(self, digest: str) -> bool:
        """Tell whether an invitation is valid and unused."""
        used = select(accounts.c.invitation).where(accounts.c.invitation == digest).exists()
        return await self._has(select(1).where(invitations.c.digest == digest, ~used))

    async def words(self, holder: str) -> list[Words]:
        """Return a person's chat messages, oldest first."""
        wanted = select(*columns_of(chat, Words)).where(chat.c.holder == holder).order_by(chat.c.at)
        return await self._rows(Words, wanted)

    async def _of_account(self, account: str, table: Table, kind: type[Row], order: ColumnElement[Any]) -> list[Row]:
        wanted = select(*columns_of(table, kind)).where(table.c.account == account)
        return await self._rows(kind, wanted.order_by(order))

    _with_account = reads(find_with_account)

    async def register(
        self,
        account: Account,
        skeleton: str,
        codes: Iterable[str],
        way: Passkey | Identity | None = None,
        session: Session | None = None,
        invitation: str | None = None,
        spent: str = "",
    ) -> None:
        """Store a new account with a passkey or identity, if any; the seats of its holder get its name.

        `codes`, `invitation` and `spent` (the one-time value that proved the passkey or identity) are digests.

        Raises:
            Refused: "signed-in-already" if the holder belongs to an account.
            NotStored: also if the name, the invitation, the identity or the one-time value is in use or was used, or the
            invitation doesn't exist.
        """
        row = account._asdict() | {"skeleton": skeleton, "invitation": invitation}
        called = {"whose": account.holder, "called": account.name, "as_what": "resident"}
        writes: list[Write] = [(INSERT_ACCOUNT, row), *_codes(account.id, codes)]
        inserting = INSERT_PASSKEY if isinstance(way, Passkey) else INSERT_IDENTITY
        writes += [(inserting, way._asdict())] if way else []
        writes += [(INSERT_SESSION, session._asdict())] if session else []
        writes += [(SPEND, {"digest": spent, "at": account.made_at})] if spent else []
        writes += [(FORGET_NAME, {"whose": account.holder}), (RENAME_SEATS, called)]

        def check(connection: Connection) -> None:
            if _is_of_account(connection, account.holder):
                raise SIGNED_IN_ALREADY()

        await self.write(*writes, guard=Guard(f"account of {account.holder}", check))

    async def begin_session(
        self, session: Session, used: CheckedPasskey | Identity | None = None, proof: Proof | None = None
    ) -> None:
        """Store a session that was started with a passkey, an identity or another proof.

        Raises:
            Refused: "bad-credential", and as the proof.
            NotStored: also if the challenge of the passkey was used before.
        """
        guard = _guard(used) if isinstance(used, CheckedPasskey) else proof and proof.guard
        await self.write((INSERT_SESSION, session._asdict()), *_use(used, session.made_at), guard=guard)

    async def confirm(self, digest: str, now: float, used: CheckedPasskey | Identity | None = None) -> None:
        """Store that the user of a session confirmed their identity.  Raises NotStored: as `begin_session`."""
        guard = _guard(used) if isinstance(used, CheckedPasskey) else None
        await self.write((CONFIRM_SESSION, {"which": digest, "when": now}), *_use(used, now), guard=guard)

    async def spend(self, digest: str, now: float) -> None:
        """Store that a one-time value was used.  Raises NotStored: also if it was used before."""
        await self.write((SPEND, {"digest": digest, "at": now}))

    async def see_session(self, digest: str, now: float) -> None:
        """Update the time of a session's last use."""
        await self.write((SEE_SESSION, {"which": digest, "when": now}))

    async def end_session(self, digest: str) -> None:
        """Delete a session."""
        await self.write((DELETE_SESSION, {"which": digest}))

    async def set_password(self, account: str, password: str, proof: Proof) -> None:
        """Store the hash of a new password and delete e-mail links.  Raises Refused: as the proof."""
        whose = {"whose": account}
        await self.write((SET_PASSWORD, whose | {"hash": password}), (DELETE_MAIL_LINKS, whose), guard=proof.guard)

    async def add_identity(self, identity: Identity, proof: Proof | None = None) -> None:
        """Add an identity.  Raises Refused: as the proof.  Raises NotStored: also if an account has it, or this account has one of the same provider."""
        await self.write((INSERT_IDENTITY, identity._asdict()), guard=proof and proof.guard)

    async def remove_identity(self, identity: Identity) -> None:
        """Delete an identity of an account."""
        which = {"which": identity.issuer, "whom": identity.subject, "whose": identity.account}
        await self.write((DELETE_IDENTITY, which))

    async def recover(
        self, spent: str, password: str, session: Session, *more: Write, proof: Proof | None = None
    ) -> None:
        """Use a recovery code or link: set a new password ("" for none), end all sessions and tokens, and start a new session.

        `spent` is the digest of the code or link, and `more` is written besides.

        Raises:
            Refused: as the proof.
            NotStored: also if the code or link was used at the same time.
        """
        await self.write(
            (SPEND, {"digest": spent, "at": session.made_at}),
            (SET_PASSWORD, {"whose": session.account, "hash": password}),
            *_end_access(session.account),
            (INSERT_SESSION, session._asdict()),
            *more,
            guard=proof and proof.guard,
        )

    async def reset(self, account: str, codes: Iterable[str]) -> None:
        """Replace the recovery codes, and end all sessions, tokens and e-mail links; `codes` are digests."""
        await self.write(*replaced_codes(account, codes), *_end_access(account))

    async def delete(self, account: Account, at: float) -> None:
        """Delete an account's personal data and chat messages; its matches stay, with "a former resident"."""
        whose: dict[str, Any] = {"whose": account.id}
        await self.write(
            (ERASE_ACCOUNT, whose | {"when": at}),
            *account_deletion(account.id, account.holder),
            (RENAME_SEATS, {"whose": account.holder, "called": "", "as_what": "former"}),
        )

    async def invite(self, digests: Sequence[str], at: float) -> None:
        """Store registration invitations, by their digests."""
        await self.write(*((INSERT_INVITATION, {"digest": digest, "made_at": at}) for digest in digests))

    async def forget_expired(self, now: float) -> None:
        """Delete one-time values and sessions that were used long ago."""
        forgetting = (FORGET_SPENT, {"before": now - SPENT_SECONDS})
        await self.write(forgetting, (FORGET_SESSIONS, {"before": now - SESSION_SECONDS}))


def _codes(account: str, codes: Iterable[str]) -> list[Write]:
    return [(INSERT_CODE, {"digest": code, "account": account}) for code in codes]


def _use(used: CheckedPasskey | Identity | None, now: float) -> list[Write]:
    """Return the writes that record the use of an identity, or of a passkey and its challenge."""
    if used is None:
        return []
    if isinstance(used, Identity):
        return [(USE_IDENTITY, {"which": used.issuer, "whom": used.subject, "when": now})]
    row = {"which": used.id, "count": used.sign_count, "when": now}
    return [(SPEND, {"digest": used.spent, "at": now}), (USE_PASSKEY, row)]


def _guard(used: CheckedPasskey) -> Guard:
    """Return a guard that serialises the uses of a passkey, and refuses it if it was removed meanwhile or a clone was used."""

    def check(connection: Connection) -> None:
        count = connection.execute(select(passkeys.c.sign_count).where(passkeys.c.id == used.id)).scalar()
        if count is None or not (used.sign_count > count or used.sign_count == count == 0):
            raise BAD_CREDENTIAL()  # authenticators that don't count always send 0

    return Guard(f"passkey {used.id}", check)
