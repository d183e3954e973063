"""What is half-done, or belongs to nothing any more, is found in the database of a house (perils/orphans.py)."""

import sqlite3
from contextlib import closing

import pytest
from houses.stores import FILE, new_file
from perils.orphans import QUERIES, orphans
from sqlalchemy import JSON

from ludoteka.store.schema import metadata

DELETED = ("accounts", {"id": "gone", "holder": "h", "deleted_at": 2.0, "role": "resident"})
LIVING = ("accounts", {"id": "anna", "holder": "h", "name": "Anna", "skeleton": "anna", "password": "hash"})
OVER = {"rated": True, "game": "tavlei", "clock": "5+3", "result": '{"a": 1, "d": -1}', "ended_at": 2.0}
RATED, SEAT = ("matches", OVER | {"id": "m", "rated_at": 2.0}), ("seats", {"match": "m", "letter": "a"})
SEATS = [("seats", {"match": "m", "letter": letter, "kind": "person", "holder": letter}) for letter in "ad"]
CHANGE = ("rating_changes", {"match": "m", "holder": "h", "ordinal": 1})
STARTED = ("tournaments", {"id": "t", "started_at": 2.0})
PAIRING = ("tournament_pairings", {"tournament": "t", "match": "m", "players": '["h"]'})
MATCH = ("matches", {"id": "m", "tournament": "t"})

PLANTED = {  # by what is found: the rows
    "sessions.account that does not exist": [("sessions", {"account": "nobody"})],
    "seats.match that does not exist": [("seats", {"match": "none"})],
    "shut_outs.act that does not exist": [("shut_outs", {"act": "none"})],
    "api_tokens.account that was deleted": [DELETED, ("api_tokens", {"account": "gone"})],
    "blocks.blocked that was deleted": [
        LIVING,
        ("accounts", DELETED[1] | {"holder": "g"}),
        ("blocks", {"blocker": "anna", "blocked": "gone"}),
    ],
    "chat.holder that was deleted": [DELETED, MATCH, SEAT, ("chat", {"match": "m", "holder": "h"})],
    "waiting_notices.holder that was deleted": [
        DELETED,
        MATCH,
        SEAT,
        ("waiting_notices", {"match": "m", "holder": "h"}),
    ],
    "reports.reporter that was deleted": [DELETED, ("reports", {"reporter": "h"})],
    "reports.about that was deleted": [DELETED, ("reports", {"about": "h"})],
    "tournament_entries.holder that was deleted": [
        DELETED,
        STARTED,
        ("tournament_entries", {"tournament": "t", "holder": "h", "is_in": True}),
    ],
    "seats.holder that was deleted": [DELETED, MATCH, ("seats", SEAT[1] | {"holder": "h", "name": "Anna"})],
    "acts.about that was deleted": [DELETED, ("acts", {"about": "h", "reason": "Rude"})],
    "a deleted account with a name or a password": [("accounts", DELETED[1] | {"name": "Anna"})],
    "an account without a name": [("accounts", LIVING[1] | {"name": None})],
    "an account without a way in": [("accounts", LIVING[1] | {"password": ""})],
    "a resident who is a guest, too": [LIVING, ("guests", {"holder": "h"})],
    "a seat with another name than its resident": [
        LIVING,
        MATCH,
        ("seats", SEAT[1] | {"kind": "person", "holder": "h", "name": "Guest"}),
    ],
    "a recovery code that was used and is still good": [
        LIVING,
        ("spent", {"digest": "code"}),
        ("recovery_codes", {"digest": "code", "account": "anna"}),
    ],
    "a match without seats": [("matches", {"id": "m"})],
    "a rated match that is over without an end": [("matches", OVER | {"id": "m", "ended_at": None}), SEAT],
    "a match rated before it was over": [("matches", {"id": "m", "rated_at": 2.0}), SEAT],
    "a rated match that changed nothing": [RATED, ("seats", SEAT[1] | {"kind": "person", "holder": "h"})],
    "a rating of a match that does not count": [("matches", OVER | {"id": "m"}), *SEATS, CHANGE],
    "a match rated twice": [RATED, *SEATS, CHANGE, ("rating_changes", CHANGE[1] | {"ordinal": 2, "place": 1})],
    "a rating without its changes": [("ratings", {"holder": "h", "number": 3})],
    "a rating that does not follow": [("ratings", {"holder": "h", "number": 3})],
    "an annulled match without an act": [("matches", {"id": "m", "annulled_at": 2.0}), SEAT],
    "an act that annulled nothing": [("matches", {"id": "m"}), SEAT, ("acts", {"kind": "annul", "match": "m"})],
    "an act that shut nobody out": [("acts", {"kind": "shut-out", "about": "h"})],
    "somebody shut out by an act of another kind": [
        ("acts", {"id": "a", "kind": "close"}),
        ("shut_outs", {"act": "a"}),
    ],
    "a match of a tournament without its pairing": [STARTED, MATCH, SEAT],
    "a pairing without its match": [STARTED, PAIRING],
    "a pairing before the start": [("tournaments", {"id": "t"}), MATCH, SEAT, PAIRING],
    "a pairing of others than its match": [STARTED, MATCH, SEAT, PAIRING],
    "somebody paired twice in a round": [
        STARTED,
        MATCH,
        SEAT,
        PAIRING,
        ("tournament_pairings", PAIRING[1] | {"board": 2}),
    ],
}


def filled(table, values):
    """Return a row with these values; where a table wants more, it gets nothing, zero or an empty text."""
    wanted = [one for one in metadata.tables[table].c if not one.nullable and one.server_default is None]
    return {one.name: "{}" if isinstance(one.type, JSON) else one.type.python_type() for one in wanted} | values


@pytest.fixture
def plant(tmp_path):
    """A function that plants rows in a new database without checking them, and returns its place."""
    place = new_file(tmp_path / FILE)

    def add(rows):
        with closing(sqlite3.connect(place)) as database, database:
            for table, values in rows:
                row = filled(table, values)
                names = ", ".join(f'"{name}"' for name in row)
                marks = ", ".join("?" * len(row))
                database.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", tuple(row.values()))  # noqa: S608 - names of ours
        return place

    return add


@pytest.mark.parametrize("wrong", PLANTED)
def test_an_orphan_that_was_planted_is_found(plant, wrong):
    assert wrong in {orphan.rpartition(": ")[0] for orphan in orphans(plant(PLANTED[wrong]))}


def test_every_query_has_an_orphan_that_it_finds():
    assert QUERIES.keys() <= PLANTED.keys()


def test_a_new_house_has_no_orphans(plant):
    assert orphans(plant([])) == []
