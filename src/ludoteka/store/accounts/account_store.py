"""Reading and writing accounts.  Each method that writes does so in one transaction."""

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from typing import Any

from ludoteka.store.accounts import queries, statements
from ludoteka.store.accounts.models import Account, Identity, Passkey, PasskeyUse, Session, Words
from ludoteka.store.accounts.proofs import Proof
from ludoteka.store.moderation.statements import DELETE_BLOCKS, EMPTY_ACTS, FORGET_REPORTS
from ludoteka.store.notices.statements import DELETE_NOTICE_SETTINGS, DELETE_NOTICES_OF, DELETE_SUBSCRIPTIONS
from ludoteka.store.schema import accounts
from ludoteka.store.store import Store
from ludoteka.store.writing import owners
from ludoteka.store.writing.statements import FORGET_NAME, RENAME_SEATS, Write
from ludoteka.store.writing.writer import Guard


class AccountStore:
    """The accounts in a store.  Reads raise StoreRefused and writes NotStored, as in `Store`."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def account(self, name: str) -> Account | None:
        """Return the account with this id, or None."""
        return await self._store.read(partial(_find, condition=accounts.c.id == name))

    async def of_holder(self, holder: str) -> Account | None:
        """Return the account with this holder, or None."""
        return await self._store.read(partial(_find, condition=accounts.c.holder == holder))

    async def named(self, skeleton: str) -> Account | None:
        """Return the account whose name has this skeleton, or None."""
        return await self._store.read(partial(_find, condition=accounts.c.skeleton == skeleton))

    async def all(self, limit: int = 1000) -> list[Account]:
        """Return the accounts, newest first."""
        return await self._store.read(lambda connection: queries.list_accounts(connection, limit))

    async def is_of_account(self, holder: str) -> bool:
        """Tell whether a holder belongs to an account, deleted or not."""
        return await self._store.read(lambda connection: queries.is_of_account(connection, holder))

    async def session(self, digest: str) -> tuple[Session, Account] | None:
        """Return a session and its account, or None."""
        return await self._store.read(lambda connection: queries.find_session(connection, digest))

    async def sessions(self, account: str) -> list[Session]:
        """Return the sessions of an account, the most recently used first."""
        return await self._store.read(lambda connection: queries.sessions_of(connection, account))

    async def digests(self, account: str) -> list[str]:
        """Return the digests of the sessions and tokens of an account."""
        return await self._store.read(lambda connection: queries.digests_of(connection, account))

    async def lasting(self, digests: Collection[str]) -> set[str]:
        """Return the digests that belong to sessions or tokens of open accounts."""
        return await self._store.read(lambda connection: queries.lasting(connection, digests))

    async def passkey(self, name: str) -> tuple[Passkey, Account] | None:
        """Return a passkey and its account, or None."""
        return await self._store.read(lambda connection: queries.find_passkey(connection, name))

    async def passkeys(self, account: str) -> list[Passkey]:
        """Return the passkeys of an account, oldest first."""
        return await self._store.read(lambda connection: queries.passkeys_of(connection, account))

    async def identity(self, issuer: str, subject: str) -> tuple[Identity, Account] | None:
        """Return an identity and its account, or None."""
        return await self._store.read(lambda connection: queries.find_identity(connection, issuer, subject))

    async def identities(self, account: str) -> list[Identity]:
        """Return the identities of an account at identity providers, oldest first."""
        return await self._store.read(lambda connection: queries.identities_of(connection, account))

    async def code_count(self, account: str) -> int:
        """Return the number of unused recovery codes of an account."""
        return await self._store.read(lambda connection: queries.code_count(connection, account))

    async def has_code(self, account: str, digest: str) -> bool:
        """Tell whether a recovery code of an account is valid and unused."""
        return await self._store.read(lambda connection: queries.has_code(connection, account, digest))

    async def has_invitation(self, digest: str) -> bool:
        """Tell whether an invitation is valid and unused."""
        return await self._store.read(lambda connection: queries.has_invitation(connection, digest))

    async def words(self, holder: str) -> list[Words]:
        """Return a person's chat messages, oldest first."""
        return await self._store.read(lambda connection: queries.words_of(connection, holder))

    async def register(
        self,
        account: Account,
        skeleton: str,
        codes: Iterable[str],
        way: Passkey | Identity | None = None,
        session: Session | None = None,
        invitation: str | None = None,
        spent: str = "",
        check: Callable[[bool], None] | None = None,
    ) -> None:
        """Store a new account with a passkey or identity, if any; the seats of its holder get its name.

        `codes`, `invitation` and `spent` (the one-time value that proved the passkey or identity) are digests.  `check` may
        refuse because the holder belongs to an account.

        Raises:
            Refused: as `check`.
            NotStored: also if the name, the invitation, the identity or the one-time value is in use or was used, or the
            invitation doesn't exist.
        """
        row = account._asdict() | {"skeleton": skeleton, "invitation": invitation}
        called = {"whose": account.holder, "called": account.name, "as_what": "resident"}
        writes: list[Write] = [(statements.INSERT_ACCOUNT, row), *_codes(account.id, codes)]
        inserting = statements.INSERT_PASSKEY if isinstance(way, Passkey) else statements.INSERT_IDENTITY
        writes += [(inserting, way._asdict())] if way else []
        writes += [(statements.INSERT_SESSION, session._asdict())] if session else []
        writes += [(statements.SPEND, {"digest": spent, "at": account.made_at})] if spent else []
        writes += [(FORGET_NAME, {"whose": account.holder}), (RENAME_SEATS, called)]
        await self._store.write(writes, check and _holder_guard(account.holder, check))

    async def begin_session(self, session: Session, used: PasskeyUse | None = None, proof: Proof | None = None) -> None:
        """Store a session that was started with a passkey or another proof.

        Raises:
            Refused: as the check of the use, or the proof.
            NotStored: also if the challenge of the passkey was used before.
        """
        writes = [(statements.INSERT_SESSION, session._asdict()), *_use(used, session.made_at)]
        await self._store.write(writes, _guard(used) if used else proof and proof.guard)

    async def confirm(self, digest: str, now: float, used: PasskeyUse | None = None) -> None:
        """Store that the user of a session confirmed their identity.  Raises NotStored: as `begin_session`."""
        write = (statements.CONFIRM_SESSION, {"which": digest, "when": now})
        await self._store.write([write, *_use(used, now)], used and _guard(used))

    async def begin_identified(self, session: Session, identity: Identity) -> None:
        """Store a session that was started through an identity provider."""
        await self._store.write([(statements.INSERT_SESSION, session._asdict()), _used(identity, session.made_at)])

    async def confirm_identified(self, digest: str, now: float, identity: Identity) -> None:
        """Store that the user of a session confirmed their identity through a provider."""
        confirming = (statements.CONFIRM_SESSION, {"which": digest, "when": now})
        await self._store.write([confirming, _used(identity, now)])

    async def spend(self, digest: str, now: float) -> None:
        """Store that a one-time value was used.  Raises NotStored: also if it was used before."""
        await self._store.write([(statements.SPEND, {"digest": digest, "at": now})])

    async def see_session(self, digest: str, now: float) -> None:
        """Update the time of a session's last use."""
        await self._store.write([(statements.SEE_SESSION, {"which": digest, "when": now})])

    async def end_session(self, digest: str) -> None:
        """Delete a session."""
        await self._store.write([(statements.DELETE_SESSION, {"which": digest})])

    async def end_sessions(self, account: str, except_for: str = "") -> None:
        """Delete all sessions of an account but one, and its e-mail links."""
        ended = (statements.DELETE_SESSIONS, {"whose": account, "except_for": except_for})
        await self._store.write([ended, (statements.DELETE_MAIL_LINKS, {"whose": account})])

    async def set_password(self, account: str, password: str, proof: Proof | None = None) -> None:
        """Store the hash of a new password and delete e-mail links.  Raises Refused: as the proof."""
        whose = {"whose": account}
        new = (statements.SET_PASSWORD, whose | {"hash": password})
        await self._store.write([new, (statements.DELETE_MAIL_LINKS, whose)], proof and proof.guard)

    async def add_passkey(self, passkey: Passkey, spent: str, proof: Proof | None = None) -> None:
        """Add a passkey.  Raises Refused: as the proof.  Raises NotStored: also if it, or the challenge, was stored before."""
        spending = (statements.SPEND, {"digest": spent, "at": passkey.made_at})
        await self._store.write([spending, (statements.INSERT_PASSKEY, passkey._asdict())], proof and proof.guard)

    async def remove_passkey(self, account: str, name: str) -> None:
        """Delete a passkey of an account."""
        await self._store.write([(statements.DELETE_PASSKEY, {"which": name, "whose": account})])

    async def add_identity(self, identity: Identity, proof: Proof | None = None) -> None:
        """Add an identity.  Raises Refused: as the proof.  Raises NotStored: also if an account has it, or this account has one of the same provider."""
        await self._store.write([(statements.INSERT_IDENTITY, identity._asdict())], proof and proof.guard)

    async def remove_identity(self, identity: Identity) -> None:
        """Delete an identity of an account."""
        values = {"which": identity.issuer, "whom": identity.subject, "whose": identity.account}
        await self._store.write([(statements.DELETE_IDENTITY, values)])

    async def replace_codes(self, account: str, codes: Iterable[str], proof: Proof | None = None) -> None:
        """Replace the recovery codes of an account; `codes` are digests.  Raises Refused: as the proof."""
        writes = [(statements.DELETE_CODES, {"whose": account}), *_codes(account, codes)]
        await self._store.write(writes, proof and proof.guard)

    async def recover(
        self, account: str, code: str, password: str, session: Session, proof: Proof | None = None
    ) -> None:
        """Use a recovery code: set a new password, end all sessions and tokens, and start a new session.

        Raises:
            Refused: as the proof.
            NotStored: also if the code was used at the same time.
        """
        writes: list[Write] = [
            (statements.SPEND, {"digest": code, "at": session.made_at}),
            (statements.DELETE_CODE, {"which": code}),
            (statements.SET_PASSWORD, {"whose": account, "hash": password}),
            (statements.DELETE_SESSIONS, {"whose": account, "except_for": ""}),
            (statements.DELETE_TOKENS, {"whose": account}),
            (statements.DELETE_MAIL_LINKS, {"whose": account}),
            (statements.INSERT_SESSION, session._asdict()),
        ]
        await self._store.write(writes, proof and proof.guard)

    async def reset(self, account: str, codes: Iterable[str]) -> None:
        """Replace the recovery codes, and end all sessions, tokens and e-mail links; `codes` are digests."""
        whose = {"whose": account}
        writes: list[Write] = [(statements.DELETE_CODES, whose), *_codes(account, codes)]
        writes += [(statements.DELETE_SESSIONS, whose | {"except_for": ""}), (statements.DELETE_TOKENS, whose)]
        await self._store.write([*writes, (statements.DELETE_MAIL_LINKS, whose)])

    async def delete(self, account: Account, at: float) -> None:
        """Delete an account's personal data and chat messages; its matches stay, with "a former resident"."""
        whose: dict[str, Any] = {"whose": account.id}
        writes: list[Write] = [
            (statements.ERASE_ACCOUNT, whose | {"when": at}),
            (statements.DELETE_PASSKEYS, whose),
            (statements.DELETE_IDENTITIES, whose),
            (statements.DELETE_CODES, whose),
            (statements.DELETE_SESSIONS, whose | {"except_for": ""}),
            (statements.DELETE_TOKENS, whose),
            (statements.DELETE_MAIL_LINKS, whose),
            (statements.DELETE_MAIL_ADDRESS, whose),
            (statements.DELETE_WORDS, {"whose": account.holder}),
            (statements.DELETE_FOLLOWS, whose),
            (DELETE_BLOCKS, whose),
            (FORGET_REPORTS, {"whose": account.holder}),
            (EMPTY_ACTS, {"whose": account.holder}),
            (DELETE_SUBSCRIPTIONS, whose),
            (DELETE_NOTICE_SETTINGS, whose),
            (DELETE_NOTICES_OF, {"whose": account.holder}),
            (statements.LEAVE_TOURNAMENTS, {"whose": account.holder}),
            (RENAME_SEATS, {"whose": account.holder, "called": "", "as_what": "former"}),
        ]
        await self._store.write(writes)

    async def sweep(self) -> None:
        """Delete leftovers of deleted accounts from older versions."""
        await self._store.write(owners.SWEEP)

    async def orphans(self) -> dict[str, int]:
        """Count leftovers of deleted accounts, by the columns that name them; there should be none."""
        return await self._store.read(owners.count_orphans)

    async def invite(self, digests: Sequence[str], at: float) -> None:
        """Store registration invitations, by their digests."""
        await self._store.write([(statements.INSERT_INVITATION, {"digest": one, "made_at": at}) for one in digests])

    async def forget(self, spent_before: float, seen_before: float) -> None:
        """Delete one-time values used before a time, and sessions unused since another."""
        forgetting = (statements.FORGET_SPENT, {"before": spent_before})
        await self._store.write([forgetting, (statements.FORGET_SESSIONS, {"before": seen_before})])


def _find(connection: Any, condition: Any) -> Account | None:
    return queries.find_account(connection, condition)


def _codes(account: str, codes: Iterable[str]) -> list[Write]:
    return [(statements.INSERT_CODE, {"digest": code, "account": account}) for code in codes]


def _used(identity: Identity, now: float) -> Write:
    """Return the write that records the use of an identity."""
    return statements.USE_IDENTITY, {"which": identity.issuer, "whom": identity.subject, "when": now}


def _use(used: PasskeyUse | None, now: float) -> list[Write]:
    """Return the writes that record the use of a passkey and its challenge."""
    if used is None:
        return []
    row = {"which": used.id, "count": used.sign_count, "when": now}
    return [(statements.SPEND, {"digest": used.spent, "at": now}), (statements.USE_PASSKEY, row)]


def _holder_guard(holder: str, check: Callable[[bool], None]) -> Guard:
    """Return a guard that lets a guest create only one account."""
    return Guard(f"account of {holder}", lambda connection: check(queries.is_of_account(connection, holder)))


def _guard(used: PasskeyUse) -> Guard:
    """Return a guard that serialises the uses of a passkey."""
    return Guard(f"passkey {used.id}", lambda connection: used.check(queries.sign_count(connection, used.id)))
