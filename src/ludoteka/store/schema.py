"""The tables.  Migrations make them; what they are now is said here."""

from sqlalchemy import JSON, Column, Float, ForeignKey, Index, Integer, LargeBinary, MetaData, String, Table, text

REVISIONS = ("0001", "0002", "0003", "0004")  # of the database, oldest first; named as the files in migrations/versions
HEAD = REVISIONS[-1]

metadata = MetaData()

matches = Table(
    "matches",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("seed", LargeBinary, nullable=False),  # secret until the end of the match
    Column("made_at", Float, nullable=False),  # seconds since 1970, UTC
    Column("previous", String(40), nullable=False),  # the match of which this is the rematch, or ""
    Column("result", JSON(none_as_null=True)),  # by seat, once the match is over
    Column("host", String(64), nullable=False, server_default=""),  # who made it
    Column("awaited", String(40), nullable=False, server_default=""),  # the seat whose person is to act, or ""
    Column("position", String),  # where the match began, if elsewhere than usual
    Column("clock", String(20), nullable=False, server_default=""),  # the time control, "" for none
    Column("visibility", String(10), nullable=False, server_default="private"),  # or "public": the lobby tells of it
    Column("due", Float),  # when the time of the seat to act ends, in house time, while its clock runs
    Index("matches_by_previous", "previous"),
    Index("matches_by_due", "due"),
)
Index(
    "matches_in_lobby",
    matches.c.made_at,
    sqlite_where=text("visibility = 'public' and result is null"),
    postgresql_where=text("visibility = 'public' and result is null"),
)

seats = Table(  # who sits where now; the log tells how that came
    "seats",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("letter", String(40), primary_key=True),
    Column("place", Integer, nullable=False),  # the order round the table
    Column("kind", String(10), nullable=False),
    Column("level", Integer, nullable=False),
    Column("holder", String(64), nullable=False),
    Column("name", String(40), nullable=False, server_default=""),
    Index("seats_by_holder", "holder"),
)

guests = Table(
    "guests",
    metadata,
    Column("holder", String(64), primary_key=True),
    Column("name", String(40), nullable=False),
)

keys = Table(  # by which the house knows what it has signed
    "keys",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("key", LargeBinary, nullable=False),
)

events = Table(
    "events",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(10), nullable=False),
    Column("seat", String(40), nullable=False),
    Column("text", String, nullable=False),
    Column("command", String(40), nullable=False),
    Column("at", Float, nullable=False),
    Column("spent", Float, nullable=False, server_default="0"),  # seconds charged to the clock
)

chat = Table(  # what people said to each other at a match; no part of its log
    "chat",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("holder", String(64), nullable=False),
    Column("seat", String(40), nullable=False),
    Column("name", String(40), nullable=False),
    Column("kind", String(10), nullable=False),  # "words", or "phrase" for the id of a preset one
    Column("text", String(400), nullable=False),
    Column("at", Float, nullable=False),
)

uptimes = Table(  # when which server of the house was up: only that time counts for clocks
    "uptimes",
    metadata,
    Column("server", String(40), primary_key=True),
    Column("since", Float, primary_key=True),
    Column("until", Float, nullable=False),
)

batches = Table(  # of each writer, the one stored last (store/batches.py); PostgreSQL only
    "batches",
    metadata,
    Column("writer", String(40), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("at", Float, nullable=False),
)
