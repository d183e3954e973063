"""Proofs of who somebody is, which are looked up again in the transaction of what they allow.

Between the two a password may be hashed, and whoever has got their account back may have ended the proof.
"""

from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, select

from ludoteka.core.message import Refused
from ludoteka.store.accounts.models import RECOVERY, Account, MailLink
from ludoteka.store.accounts.tables import accounts, mail_addresses, mail_links, recovery_codes, sessions
from ludoteka.store.writing.writer import Guard


class Proof(NamedTuple):
    """What somebody has shown to act for an account."""

    account: str  # the id
    wanted: Select[Any]  # finds something as long as the proof holds
    refusal: Refused  # afterwards

    def check(self, connection: Connection) -> None:
        """Keep others from ending the proof until the transaction is over.  Raises Refused if they have done so."""
        if connection.dialect.name == "postgresql":  # SQLite has one writer
            whose = select(accounts.c.id).where(accounts.c.id == self.account)
            connection.execute(whose.with_for_update(key_share=True))  # as all do who end proofs (writing/owners.py)
        if connection.execute(self.wanted).first() is None:
            raise self.refusal

    @property
    def guard(self) -> Guard:
        """What must hold for writes that the proof allows."""
        return Guard(f"account {self.account}", self.check)


def by_password(account: Account, refusal: Refused) -> Proof:
    """Return the proof of somebody who knows the present password."""
    return Proof(
        account.id,
        select(accounts.c.id).where(accounts.c.id == account.id, accounts.c.password == account.password),
        refusal,
    )


def by_code(account: str, digest: str, refusal: Refused) -> Proof:
    """Return the proof of somebody who has a recovery code."""
    wanted = select(recovery_codes.c.digest).where(
        recovery_codes.c.digest == digest, recovery_codes.c.account == account
    )
    return Proof(account, wanted, refusal)


def by_session(account: str, digest: str, refusal: Refused) -> Proof:
    """Return the proof of somebody who is signed in at a browser."""
    return Proof(account, select(sessions.c.digest).where(sessions.c.digest == digest), refusal)


def by_link(link: MailLink, refusal: Refused) -> Proof:
    """Return the proof of somebody who has a link from a mail."""
    return Proof(link.account, find_link(link.digest, link.purpose), refusal)


def find_link(digest: str, purpose: str) -> Select[Any]:
    """Return the query for a link; one for getting back in is good for the present address only."""
    wanted = select(*(mail_links.c[name] for name in MailLink._fields))
    wanted = wanted.where(mail_links.c.digest == digest, mail_links.c.purpose == purpose)
    if purpose == RECOVERY:
        is_current = mail_addresses.c.account == mail_links.c.account
        wanted = wanted.join(mail_addresses, is_current & (mail_addresses.c.address == mail_links.c.address))
    return wanted
