"""The current schema.  The tables themselves are created by the migrations."""

from collections.abc import Iterable, Sequence

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    false,
    text,
)

from ludoteka.store.metadata import metadata
from ludoteka.store.tournaments.tables import tournament_entries, tournament_pairings, tournaments

__all__ = ["metadata", "tournament_entries", "tournament_pairings", "tournaments"]  # what comes from other modules

REVISIONS = (  # oldest first; the files in migrations/versions begin with these names
    *("0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008"),
    *("0009", "0010"),
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
    Column("rated_at", Float),  # null until it has been rated, or found to be spoiled
    Column("tournament", String(24), nullable=False, server_default=""),  # to which it belongs, or ""
    Index("matches_by_previous", "previous"),
    Index("matches_by_due", "due"),
)
Index(
    "matches_in_lobby",
    matches.c.attended_at,
    sqlite_where=text("visibility = 'public' and result is null"),
    postgresql_where=text("visibility = 'public' and result is null"),
)
Index(
    "matches_unfinished",
    matches.c.made_at,
    sqlite_where=text("result is null"),
    postgresql_where=text("result is null"),
)

Index(
    "matches_to_rate",
    matches.c.ended_at,
    sqlite_where=text("rated and rated_at is null"),
    postgresql_where=text("rated and rated_at is null"),
)

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
    Index("seats_by_holder", "holder"),
)

guests = Table(  # the names of people without an account
    "guests",
    metadata,
    Column("holder", String(64), primary_key=True),
    Column("name", String(40), nullable=False),
)

keys = Table(  # the keys that sign cookies
    "keys",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("key", LargeBinary, nullable=False),
)

accounts = Table(
    "accounts",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("holder", String(64), nullable=False, unique=True),
    Column("name", String(40)),  # null, like the skeleton, once the account is deleted
    Column("skeleton", String(120), unique=True),  # what the name looks like: no two names look alike
    Column("role", String(10), nullable=False),
    Column("password", String(200), nullable=False),  # an Argon2 hash; "" for none
    Column("made_at", Float, nullable=False),
    Column("closed_at", Float),  # when the operator closed it; null if it is open
    Column("deleted_at", Float),
    Column("invitation", ForeignKey("invitations.digest"), unique=True),  # with which it was made
    Column("is_hidden", Boolean, nullable=False, server_default=false()),  # its profile, from everybody else
)

follows = Table(  # accounts whose matches another account wants to find easily
    "follows",
    metadata,
    Column("follower", ForeignKey("accounts.id"), primary_key=True),
    Column("followed", ForeignKey("accounts.id"), primary_key=True),
    Column("at", Float, nullable=False),
    Index("follows_by_followed", "followed"),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(1400), primary_key=True),  # in base64url
    Column("account", ForeignKey("accounts.id"), nullable=False, index=True),
    Column("public_key", LargeBinary, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("label", String(60), nullable=False),
    Column("made_at", Float, nullable=False),
    Column("used_at", Float),
)

recovery_codes = Table(
    "recovery_codes",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("account", ForeignKey("accounts.id"), nullable=False, index=True),
)

sessions = Table(  # the browsers that are signed in
    "sessions",
    metadata,
    Column("digest", String(64), primary_key=True),  # of the token in the cookie
    Column("account", ForeignKey("accounts.id"), nullable=False, index=True),
    Column("made_at", Float, nullable=False),
    Column("seen_at", Float, nullable=False),
    Column("confirmed_at", Float, nullable=False),  # when they last proved who they are
    Column("device", String(80), nullable=False),
)

invitations = Table(  # to register
    "invitations",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("made_at", Float, nullable=False),
)

spent = Table(  # challenges and recovery codes, each of which can be used once
    "spent",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("at", Float, nullable=False, index=True),
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

reviews = Table(  # of finished matches, while they are computed and afterwards
    "reviews",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("version", Integer, nullable=False),  # of the content's form
    Column("done", Integer, nullable=False),  # actions and throws that have been judged
    Column("total", Integer, nullable=False),
    Column("at", Float, nullable=False),  # the last heartbeat of the server that computes it, in house time
    Column("content", String),  # JSON; null until it is complete
)

ratings = Table(
    "ratings",
    metadata,
    Column("holder", String(64), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("speed", String(20), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("number", Integer, nullable=False),  # of rated matches
    Column("at", Float, nullable=False),  # when the last one ended
    Index("ratings_by_strength", "game", "speed", "rating", "at", "deviation"),
)

rating_changes = Table(  # of each person by each rated match
    "rating_changes",
    metadata,
    Column("ordinal", Integer, primary_key=True, autoincrement=False),  # of the match: 1, 2, … as they were rated
    Column("place", Integer, primary_key=True, autoincrement=False),  # of the person in it: 0 or 1
    Column("match", ForeignKey("matches.id"), nullable=False),
    Column("seat", String(40), nullable=False),
    Column("holder", String(64), nullable=False),
    Column("game", String(40), nullable=False),
    Column("speed", String(20), nullable=False),
    Column("at", Float, nullable=False),  # when the match ended
    Column("before", Float, nullable=False),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Index("rating_changes_by_match", "match", "place", unique=True),
    Index("rating_changes_by_holder", "holder", "game", "speed", "ordinal"),
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
    for table in metadata.sorted_tables:
        if table.name in tables:
            missing += [str(column) for column in table.columns if (table.name, column.name) not in found]
        else:
            missing.append(table.name)
    return missing
