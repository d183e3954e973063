"""The tables of reports, moderation actions, bans and blocks."""

from sqlalchemy import Column, Float, ForeignKey, Index, String, Table

from ludoteka.store.metadata import metadata, partial_index

reports = Table(  # reports of a person's behaviour, for moderators to decide
    "reports",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("reporter", String(64), nullable=False),  # the holder
    Column("about", String(64), nullable=False),  # the holder
    Column("match", String(40), nullable=False),  # where it happened, or ""
    Column("kind", String(20), nullable=False),
    Column("text", String(500), nullable=False),
    Column("at", Float, nullable=False),
    Column("closed_at", Float),  # null while it is open
    Index("reports_by_about", "about", "at"),
    Index("reports_by_reporter", "reporter", "at"),
)


# A reporter has at most one open report about the same person.
partial_index("reports_open", reports.c.about, reports.c.reporter, where="closed_at is null", unique=True)


acts = Table(  # the moderation log; rows are added, never changed
    "acts",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("at", Float, nullable=False),
    Column("by", String(24), nullable=False),  # the moderator's account, or "" for the operator
    Column("kind", String(20), nullable=False),
    Column("about", String(64), nullable=False),  # the holder, or ""
    Column("match", String(40), nullable=False),  # or ""
    Column("detail", String(200), nullable=False),  # what changed; emptied when the subject's account is deleted
    Column("reason", String(500), nullable=False),
    Index("acts_by_time", "at"),
    Index("acts_by_about", "about", "at"),
)


shut_outs = Table(  # temporary bans
    "shut_outs",
    metadata,
    Column("act", ForeignKey("acts.id"), primary_key=True),  # the log entry that imposed it
    Column("address", String(64), primary_key=True),  # as rate limits count it; "" until the holder's address is known
    Column("holder", String(64), nullable=False),  # whose addresses are banned, or "" for an address that was typed
    Column("until", Float, nullable=False, index=True),
)


blocks = Table(  # accounts that block others
    "blocks",
    metadata,
    Column("blocker", ForeignKey("accounts.id"), primary_key=True),
    Column("blocked", ForeignKey("accounts.id"), primary_key=True),
    Column("at", Float, nullable=False),
    Index("blocks_by_blocked", "blocked"),
)
