"""Filling a SQLite file with a house of 100,000 accounts and a million matches."""

import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import rows
from rows import (
    ACCOUNTS,
    CHALLENGES,
    CHANGES,
    CURIOUS,
    FOLLOWED,
    MATCHES,
    ORDERS,
    REVIEWED,
    SHUT_OUTS,
    SPOKEN,
    TOKENS,
    TOURNAMENTS,
    account_id,
    chosen,
)

MARK = "the large house"  # a key, stored when all rows are there


def fill(path: Path) -> None:
    """Add the rows to a new file of the newest revision, if they are not there."""
    with closing(sqlite3.connect(path)) as database:
        if database.execute("select 1 from keys where name = ?", [MARK]).fetchone():
            return
        database.execute("pragma synchronous = off")
        database.execute("pragma cache_size = -1000000")  # a gigabyte
        indices = database.execute(
            "select name, sql from sqlite_master where type = 'index' and sql is not null"
        ).fetchall()
        for name, _ in indices:
            database.execute(f"drop index {name}")  # faster when all rows are there
        now = time.time()
        for table, wanted in every_table(now):
            insert(database, table, wanted)
        for _, statement in indices:
            database.execute(statement)
        database.execute("insert into keys values (?, x'00')", [MARK])
        database.commit()
        database.execute("pragma wal_checkpoint(truncate)")


def insert(database: sqlite3.Connection, table: str, wanted: Iterable[dict[str, Any]]) -> None:
    """Insert rows by the names of their columns; the others have their defaults."""
    reader = iter(wanted)
    first = next(reader)
    names, marks = ", ".join(f'"{name}"' for name in first), ", ".join("?" * len(first))
    statement = f"insert into {table} ({names}) values ({marks})"  # noqa: S608 - names of our columns
    database.execute(statement, tuple(first.values()))
    database.executemany(statement, (tuple(row.values()) for row in reader))


def every_table(now: float) -> Iterator[tuple[str, Iterable[dict[str, Any]]]]:
    """Yield the tables, in an order in which every row refers to earlier ones, with their rows."""
    yield "accounts", (rows.account(one, now) for one in range(ACCOUNTS))
    yield "matches", (rows.match(one, now) for one in range(MATCHES))
    yield "seats", (rows.seat(one, place, now) for one in range(MATCHES) for place in (0, 1))
    yield "events", (rows.last_event(one, now) for one in range(MATCHES))
    yield "rating_changes", (rows.rating_change(one // 2, one % 2, now) for one in range(CHANGES))
    yield "ratings", rows.ratings(now)
    yield "reviews", (rows.review(one, now) for one in range(REVIEWED))
    yield "chat", (rows.spoken(one, place, now) for one in range(SPOKEN) for place in (0, 1))
    yield "follows", rows.follows(now)
    yield (
        "blocks",
        ({"blocker": account_id(CURIOUS), "blocked": account_id(one), "at": now} for one in chosen(FOLLOWED, 11)),
    )
    yield "reports", (rows.report(one, now) for one in range(ORDERS))
    yield "acts", (rows.act(one, now) for one in range(ORDERS))
    yield "shut_outs", (rows.shut_out(one, now) for one in range(SHUT_OUTS))
    yield "challenges", (rows.challenge(one, now) for one in range(CHALLENGES))
    yield "sessions", (rows.session(one, now) for one in range(ACCOUNTS))
    yield "api_tokens", (rows.token(one, now) for one in range(TOKENS))
    yield "tournaments", (rows.tournament(one, now) for one in range(TOURNAMENTS))
    yield (
        "tournament_entries",
        (rows.entry(one, other, now) for one in range(TOURNAMENTS) for other in rows.entrants(one)),
    )
    yield "tournament_pairings", rows.pairings()
