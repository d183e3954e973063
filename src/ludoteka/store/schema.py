"""The current schema.  The tables themselves are created by the migrations."""

from collections.abc import Iterable, Sequence

from sqlalchemy import JSON, Boolean, Column, Float, ForeignKey, Index, Integer, LargeBinary, String, Table, false

from ludoteka.store.metadata import load_tables, metadata, partial_index

REVISIONS = (  # oldest first; the files in migrations/versions begin with these names
    *("0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008"),
    *("0009", "0010", "0011", "0012", "0013", "0014", "0015", "0016", "0017", "0018", "0019"),
)
HEAD = REVISIONS[-1]

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
    Column("host", String(64), nullable=False, server_default=""),  # the holder who created it
    Column("awaited", String(40), nullable=False, server_default=""),  # the seat whose person must act, or ""
    Column("position", String),  # the starting position, if not the usual one
    Column("clock", String(20), nullable=False, server_default=""),  # the time control; "" for none
    Column("visibility", String(10), nullable=False, server_default="private"),  # or "public": listed in the lobby
    Column("attended_at", Float, nullable=False, server_default="0"),  # when a player was last seen, for the lobby
    Column("host_knows_secrets", Boolean, nullable=False, server_default=false()),
    Column("due", Float),  # when the clock of the seat to act runs out, in house time; null while none runs
    Column("rated", Boolean, nullable=False, server_default=false()),
    Column("ended_at", Float),  # of a rated match, in house time; null until then
    Column("rated_at", Float),  # null until it has been rated, or found not to be ratable
    Column("tournament", String(24), nullable=False, server_default=""),  # to which it belongs, or ""
    Column("annulled_at", Float),  # when it was annulled; null if it counts
    Index("matches_by_previous", "previous"),
    Index("matches_by_due", "due"),
)
partial_index("matches_in_lobby", matches.c.attended_at, where="visibility = 'public' and result is null")
partial_index("matches_unfinished", matches.c.made_at, matches.c.id, where="result is null")
partial_index("matches_to_rate", matches.c.ended_at, where="rated and rated_at is null")

seats = Table(  # the current occupants; the log has their history
    "seats",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("letter", String(40), primary_key=True),
    Column("place", Integer, nullable=False),  # the order of the seats
    Column("kind", String(10), nullable=False),
    Column("level", Integer, nullable=False),
    Column("holder", String(64), nullable=False),
    Column("name", String(40), nullable=False, server_default=""),
    Column("standing", String(10), nullable=False, server_default="guest"),
    Column("made_at", Float, nullable=False, server_default="0"),  # that of the match
    Index("seats_by_holder", "holder", "kind", "made_at", "match", "letter"),
)


keys = Table(  # the keys that sign cookies and identify the house to push services
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

chat = Table(  # the chat of each match, which is not part of its log
    "chat",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("holder", String(64), nullable=False),
    Column("seat", String(40), nullable=False),
    Column("name", String(40), nullable=False),
    Column("kind", String(10), nullable=False),  # "words", or "phrase" if the text is the id of a preset phrase
    Column("text", String(400), nullable=False),
    Column("at", Float, nullable=False),
    Index("chat_by_holder", "holder"),
)


house_settings = Table(  # the owner's settings
    "house_settings",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", String(1000), nullable=False),
)

uptimes = Table(  # when each server was up: only this time is charged to clocks
    "uptimes",
    metadata,
    Column("server", String(40), primary_key=True),
    Column("since", Float, primary_key=True),
    Column("until", Float, nullable=False),
)

batches = Table(  # the last batch of each writer (writing/batch_marks.py); PostgreSQL only
    "batches",
    metadata,
    Column("writer", String(40), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("at", Float, nullable=False),
)


def missing_parts(columns: Iterable[Sequence[str]]) -> list[str]:
    """Return what a database lacks, given its columns as pairs (table, column): "chat" for a table, "events.spent"."""
    found = {(table, column) for table, column in columns}
    tables = {table for table, _ in found}
    missing = []
    for table in load_tables().sorted_tables:
        if table.name in tables:
            missing += [str(column) for column in table.columns if (table.name, column.name) not in found]
        else:
            missing.append(table.name)
    return missing
