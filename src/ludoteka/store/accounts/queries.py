"""The queries about accounts; each runs on one connection, in one transaction."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import BindParameter, ColumnElement, Connection, bindparam, func, select

from ludoteka.referee.events import Person
from ludoteka.store.accounts.models import Account, ApiToken, Identity, Passkey, Session, Words
from ludoteka.store.accounts.tables import (
    accounts,
    api_tokens,
    identities,
    invitations,
    passkeys,
    recovery_codes,
    sessions,
)
from ludoteka.store.schema import chat, guests

ACCOUNT = [accounts.c[name] for name in Account._fields]
PASSKEY = [passkeys.c[name] for name in Passkey._fields]
IDENTITY = [identities.c[name] for name in Identity._fields]
SESSION = [sessions.c[name] for name in Session._fields]
TOKEN = [api_tokens.c[name] for name in ApiToken._fields]
WORDS = [chat.c[name] for name in Words._fields]
EXISTS = accounts.c.deleted_at.is_(None)
_HOLDERS: BindParameter[Any] = bindparam("holders", expanding=True)
# Made once: a query leaves garbage in cycles, and these run for every new connection
ACCOUNTS_OF = select(accounts.c.holder, accounts.c.name, accounts.c.deleted_at, accounts.c.is_bot).where(
    accounts.c.holder.in_(_HOLDERS)
)
GUESTS_OF = select(guests.c.holder, guests.c.name).where(guests.c.holder.in_(_HOLDERS))


def find_account(connection: Connection, *conditions: ColumnElement[bool]) -> Account | None:
    """Return the account that fulfils the conditions and has not been deleted, or None."""
    row = connection.execute(select(*ACCOUNT).where(EXISTS, *conditions)).first()
    return Account(*row) if row else None


def find_session(connection: Connection, digest: str) -> tuple[Session, Account] | None:
    """Return a session and its account, or None."""
    wanted = select(*SESSION, *ACCOUNT).join(accounts, accounts.c.id == sessions.c.account)
    row = connection.execute(wanted.where(sessions.c.digest == digest, EXISTS)).first()
    return (Session(*row[: len(SESSION)]), Account(*row[len(SESSION) :])) if row else None


def find_passkey(connection: Connection, name: str) -> tuple[Passkey, Account] | None:
    """Return a passkey and its account, or None."""
    wanted = select(*PASSKEY, *ACCOUNT).join(accounts, accounts.c.id == passkeys.c.account)
    row = connection.execute(wanted.where(passkeys.c.id == name, EXISTS)).first()
    return (Passkey(*row[: len(PASSKEY)]), Account(*row[len(PASSKEY) :])) if row else None


def sign_count(connection: Connection, name: str) -> int | None:
    """Return a passkey's stored sign count, or None if there is no such passkey."""
    return connection.execute(select(passkeys.c.sign_count).where(passkeys.c.id == name)).scalar()


def find_identity(connection: Connection, issuer: str, subject: str) -> tuple[Identity, Account] | None:
    """Return an identity and its account, or None."""
    wanted = select(*IDENTITY, *ACCOUNT).join(accounts, accounts.c.id == identities.c.account)
    named = wanted.where(identities.c.issuer == issuer, identities.c.subject == subject, EXISTS)
    row = connection.execute(named).first()
    return (Identity(*row[: len(IDENTITY)]), Account(*row[len(IDENTITY) :])) if row else None


def find_token(connection: Connection, digest: str) -> tuple[ApiToken, Account] | None:
    """Return a token and its account, or None."""
    wanted = select(*TOKEN, *ACCOUNT).join(accounts, accounts.c.id == api_tokens.c.account)
    row = connection.execute(wanted.where(api_tokens.c.digest == digest, EXISTS)).first()
    return (ApiToken(*row[: len(TOKEN)]), Account(*row[len(TOKEN) :])) if row else None


def tokens_of(connection: Connection, account: str) -> list[ApiToken]:
    """Return the tokens of an account, oldest first."""
    wanted = select(*TOKEN).where(api_tokens.c.account == account).order_by(api_tokens.c.made_at)
    return [ApiToken(*row) for row in connection.execute(wanted)]


def digests_of(connection: Connection, account: str) -> list[str]:
    """Return the digests of the sessions and tokens of an account."""
    found = [select(one.c.digest).where(one.c.account == account) for one in (sessions, api_tokens)]
    return [digest for wanted in found for digest in connection.execute(wanted).scalars()]


def lasting(connection: Connection, digests: Collection[str]) -> set[str]:
    """Return the digests that belong to sessions or tokens of open accounts."""
    is_open = EXISTS & accounts.c.closed_at.is_(None)
    found = [
        select(one.c.digest).join(accounts).where(one.c.digest.in_(digests), is_open) for one in (sessions, api_tokens)
    ]
    return {digest for wanted in found for digest in connection.execute(wanted).scalars()}


def list_accounts(connection: Connection, limit: int) -> list[Account]:
    """Return the accounts, newest first."""
    wanted = select(*ACCOUNT).where(EXISTS).order_by(accounts.c.made_at.desc(), accounts.c.id).limit(limit)
    return [Account(*row) for row in connection.execute(wanted)]


def sessions_of(connection: Connection, account: str) -> list[Session]:
    """Return the sessions of an account, the most recently used first."""
    wanted = select(*SESSION).where(sessions.c.account == account).order_by(sessions.c.seen_at.desc())
    return [Session(*row) for row in connection.execute(wanted)]


def passkeys_of(connection: Connection, account: str) -> list[Passkey]:
    """Return the passkeys of an account, oldest first."""
    wanted = select(*PASSKEY).where(passkeys.c.account == account).order_by(passkeys.c.made_at)
    return [Passkey(*row) for row in connection.execute(wanted)]


def identities_of(connection: Connection, account: str) -> list[Identity]:
    """Return the identities of an account, oldest first."""
    wanted = select(*IDENTITY).where(identities.c.account == account).order_by(identities.c.made_at)
    return [Identity(*row) for row in connection.execute(wanted)]


def code_count(connection: Connection, account: str) -> int:
    """Return the number of unused recovery codes of an account."""
    return connection.execute(select(func.count()).where(recovery_codes.c.account == account)).scalar_one()


def has_code(connection: Connection, account: str, digest: str) -> bool:
    """Tell whether a recovery code of an account is valid and unused."""
    wanted = select(1).where(recovery_codes.c.digest == digest, recovery_codes.c.account == account)
    return connection.execute(wanted).first() is not None


def has_invitation(connection: Connection, digest: str) -> bool:
    """Tell whether an invitation is valid and unused."""
    used = select(accounts.c.invitation).where(accounts.c.invitation == digest).exists()
    wanted = select(1).where(invitations.c.digest == digest, ~used)
    return connection.execute(wanted).first() is not None


def words_of(connection: Connection, holder: str) -> list[Words]:
    """Return a person's chat messages, oldest first."""
    wanted = select(*WORDS).where(chat.c.holder == holder).order_by(chat.c.at)
    return [Words(*row) for row in connection.execute(wanted)]


def is_of_account(connection: Connection, holder: str) -> bool:
    """Tell whether a holder belongs to an account, deleted or not."""
    return connection.execute(select(1).where(accounts.c.holder == holder)).first() is not None


def find_person(connection: Connection, holder: str) -> Person:
    """Return a person's name and standing."""
    return find_people(connection, [holder])[holder]


def find_people(connection: Connection, holders: Collection[str]) -> dict[str, Person]:
    """Return people's names and standings, by their holders."""
    found = {
        row.holder: Person(
            row.holder, row.name or "", "former" if row.deleted_at else "bot" if row.is_bot else "resident"
        )
        for row in connection.execute(ACCOUNTS_OF, {"holders": [*holders]})
    }
    rest = [one for one in dict.fromkeys(holders) if one not in found]
    names = {row.holder: row.name for row in connection.execute(GUESTS_OF, {"holders": rest})} if rest else {}
    return found | {one: Person(one, names.get(one, "")) for one in rest}
