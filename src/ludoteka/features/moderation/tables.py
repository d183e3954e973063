"""The tables of reports, moderation actions, bans and blocks."""

from typing import Annotated, NamedTuple

from sqlalchemy import Column, Float, ForeignKey, Index, String, Table

from ludoteka.store.metadata import INDEXED, KEY, metadata, partial_index, table_of

Id = Annotated[str, String(24)]
Holder = Annotated[str, String(64)]
MatchName = Annotated[str, String(40)]
Kind = Annotated[str, String(20)]
Text = Annotated[str, String(500)]


class FiledReport(NamedTuple):
    """A report of a person's behaviour, for moderators to decide."""

    id: Annotated[Id, KEY]
    reporter: Holder
    about: Holder
    match: MatchName  # where it happened, or ""
    kind: Kind  # one of `accounts.roles.REPORTED`
    text: Text
    at: float
    closed_at: float | None = None  # None while it is open


class ModerationAction(NamedTuple):
    """An entry of the moderation log, which is added and never changed."""

    id: Annotated[Id, KEY]
    at: float
    by: Id  # the moderator's account, or "" for the operator
    kind: Kind  # one of `accounts.roles.ACTS`
    about: Holder = ""  # or ""
    match: MatchName = ""
    detail: Annotated[str, String(200)] = ""  # what changed; emptied when the subject's account is deleted
    reason: Text = ""


class StoredBan(NamedTuple):
    """A banned address, or, without an address, a person whose addresses are banned."""

    act: Annotated[str, "acts.id", KEY]  # the log entry that imposed it
    address: Annotated[str, String(64), KEY]  # as rate limits count it; "" until the holder's address is known
    holder: Holder  # whose addresses are banned, or "" for an address that was typed
    until: Annotated[float, INDEXED]


reports = table_of(
    "reports",
    FiledReport,
    Index("reports_by_about", "about", "at"),
    Index("reports_by_reporter", "reporter", "at"),
)
# A reporter has at most one open report about the same person.
partial_index("reports_open", reports.c.about, reports.c.reporter, where="closed_at is null", unique=True)
acts = table_of("acts", ModerationAction, Index("acts_by_time", "at"), Index("acts_by_about", "about", "at"))
shut_outs = table_of("shut_outs", StoredBan)

blocks = Table(  # accounts that block others
    "blocks",
    metadata,
    Column("blocker", ForeignKey("accounts.id"), primary_key=True),
    Column("blocked", ForeignKey("accounts.id"), primary_key=True),
    Column("at", Float, nullable=False),
    Index("blocks_by_blocked", "blocked"),
)
