"""Proofs of identity, which are checked again in the transaction of the writes that they authorise."""

from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, select

from ludoteka.core.message import Refused
from ludoteka.store.people import accounts, sessions
from ludoteka.store.writing.writer import Guard


class Proof(NamedTuple):
    """The evidence on which a user may change an account."""

    account: str  # the id
    wanted: Select[Any]  # finds a row as long as the proof holds
    refusal: Refused  # afterwards

    def check(self, connection: Connection) -> None:
        """Lock the proof until the transaction ends.  Raises Refused if it was revoked."""
        if connection.dialect.name == "postgresql":  # SQLite has one writer
            whose = select(accounts.c.id).where(accounts.c.id == self.account)
            connection.execute(whose.with_for_update(key_share=True))  # as all revocations do (writing/owners.py)
        if connection.execute(self.wanted).first() is None:
            raise self.refusal

    @property
    def guard(self) -> Guard:
        return Guard(f"account {self.account}", self.check)


def by_session(account: str, digest: str, refusal: Refused) -> Proof:
    """Return the proof of a user with a session."""
    return Proof(account, select(sessions.c.digest).where(sessions.c.digest == digest), refusal)
