"""A database that is only a part of a house is refused, left unchanged, and the answer names what is missing."""

import sqlite3
from contextlib import closing

import psycopg
import pytest

from ludoteka.store import Store, StoreRefused

STATEMENTS = {  # what was done to the database: the missing parts that the answer names
    "drop table keys": "keys",
    "drop table chat": "chat",
    "drop table uptimes": "uptimes",
    "alter table events drop column spent": "events.spent",
    "alter table seats drop column name": "seats.name",
    "delete from keys": "keys.guests",
    "delete from alembic_version": "alembic_version",
}
OLDER = "update alembic_version set version_num = '0001'"


@pytest.fixture
def house(databases):
    """Return the place of a house, and a function that runs a statement on its database and returns the rows."""
    place = databases.copy()

    def run(statement):
        if isinstance(place, str):
            with psycopg.connect(place, autocommit=True) as database:
                done = database.execute(statement)
                return done.fetchall() if done.description else None
        with closing(sqlite3.connect(place, isolation_level=None)) as database:
            return database.execute(statement).fetchall()

    return place, run


def refusal(place):
    with pytest.raises(StoreRefused) as caught:
        Store.open(place)
    return caught.value


@pytest.mark.parametrize("statement", STATEMENTS)
def test_a_database_without_a_table_a_column_or_its_key_is_refused_and_the_missing_part_is_named(house, statement):
    place, run = house
    run(statement)

    refused = refusal(place)

    assert refused.code == "store-corrupt"
    assert refused.message.values["reason"].values["parts"] == STATEMENTS[statement]
    assert refusal(place).code == "store-corrupt", "nothing was created or repaired in silence"


def test_a_half_migrated_database_is_refused_and_left_unchanged(house):
    """It names an older revision, but the tables of the newest exist."""
    place, run = house
    run(OLDER)

    assert refusal(place).code == "store-corrupt"
    assert run("select version_num from alembic_version") == [("0001",)]
