"""The tables.  Migrations make them; what they are now is said here."""

from sqlalchemy import JSON, Column, Float, ForeignKey, Index, Integer, LargeBinary, MetaData, String, Table

REVISIONS = ("0001", "0002", "0003")  # of the database, oldest first; named as the files in migrations/versions
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
    Index("matches_by_previous", "previous"),
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
)
