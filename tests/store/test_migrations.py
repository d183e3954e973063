"""Migrations of a database from version to version; the next version is a copy of this one with one more revision."""

import asyncio
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from houses.older_houses import OLD, engine_of, every_row, written_by
from houses.stores import FILE, event, numbers, opened, opened_elsewhere, setup
from plugins.campaign import IS_CAMPAIGN
from sqlalchemy import select

import ludoteka
from ludoteka.features.reviews.tables import reviews
from ludoteka.features.tournaments.store import TournamentStore
from ludoteka.games import games
from ludoteka.referee.events import Event
from ludoteka.referee.referee import Referee
from ludoteka.store import MatchStatus, Store, StoreRefused
from ludoteka.store.backends import dispatch
from ludoteka.store.backends.database import migration_config
from ludoteka.store.backends.dispatch import open_for_reading
from ludoteka.store.schema import HEAD, REVISIONS, metadata

TRIED = [("sqlite", revision) for revision in OLD]
TRIED += [
    ("postgresql", one) for one in OLD if IS_CAMPAIGN or one in ("0001", "0006", "0014", "0018")
]  # with new tables
STEP = 1 if IS_CAMPAIGN else 20  # from one statement at which a house is killed to the next
NEXT = '''
"""Notes."""

import sqlalchemy as sa
from alembic import op

revision = "next"
down_revision = "{head}"


def upgrade() -> None:
    op.create_table("notes", sa.Column("id", sa.Integer, primary_key=True))
    op.execute("{statement}")
'''


@pytest.fixture
def path(tmp_path):
    """Return a database in which a killed house has left an event in the write-ahead log."""
    (tmp_path / "killed").mkdir()

    async def work():
        async with opened(tmp_path / FILE) as store:
            await store.create(setup())
            await store.append("m", event(1))
            for ending in ("", "-wal", "-shm"):
                shutil.copy(tmp_path / f"{FILE}{ending}", tmp_path / "killed" / f"{FILE}{ending}")

    asyncio.run(work())
    return tmp_path / "killed" / FILE


def next_edition(folder, statement="insert into notes values (1)"):
    package = folder / "next" / "ludoteka"
    shutil.copytree(Path(ludoteka.__file__).parent, package, ignore=shutil.ignore_patterns("web"))
    schema = package / "store" / "schema.py"
    revisions = "REVISIONS = ("
    schema.write_text(
        schema.read_text("utf-8").replace("HEAD = REVISIONS[-1]", 'REVISIONS += ("next",)\nHEAD = "next"')
    )
    assert revisions in schema.read_text("utf-8")
    (package / "store" / "migrations" / "versions" / "next.py").write_text(NEXT.format(head=HEAD, statement=statement))
    return package.parent


def tables(path):
    with closing(sqlite3.connect(path)) as database:
        return {name for (name,) in database.execute("select name from sqlite_master where type = 'table'")}


async def stored(path):
    async with opened(path) as store:
        return await numbers(store)


def test_an_older_database_is_copied_with_its_write_ahead_log_migrated_and_refused_by_the_older_house(tmp_path, path):
    assert opened_elsewhere(path, next_edition(tmp_path)) == "opened alembic"

    assert "notes" in tables(path)
    before = path.read_bytes()
    with pytest.raises(StoreRefused) as caught:
        Store.open(path)
    assert (caught.value.code, path.read_bytes()) == ("store-newer", before)
    copy = path.with_name(f"{FILE}.before-next")
    assert "notes" not in tables(copy)
    copy.rename(path)
    assert asyncio.run(stored(path)) == [1]


def test_a_migration_that_fails_changes_nothing(tmp_path, path):
    assert opened_elsewhere(path, next_edition(tmp_path, "insert into nowhere values (1)")) == "store-corrupt"

    assert "notes" not in tables(path)
    assert asyncio.run(stored(path)) == [1]


KILLED = """
import os, sys
from pathlib import Path
from sqlalchemy import Engine, event
import alembic.command, alembic.config
from ludoteka.store import Store

def opened_and_killed_at(statement, path):
    count = 0
    @event.listens_for(Engine, "before_cursor_execute")
    def one_more(*ignored):
        nonlocal count
        count += 1
        if count == statement:
            os.kill(os.getpid(), 9)
    Store.open(path)
    os._exit(0)

statement = status = 1
while status:
    statement += int(sys.argv[2])
    path = Path(sys.argv[1]) / str(statement) / "house.sqlite"
    child = os.fork()
    if child == 0:
        opened_and_killed_at(statement, path)
    status = os.waitpid(child, 0)[1]
"""


def test_a_house_killed_at_any_statement_of_its_first_opening_opens_again(tmp_path):
    subprocess.run([sys.executable, "-c", KILLED, str(tmp_path), str(STEP)], check=True, timeout=600)
    folders = sorted(tmp_path.iterdir())

    assert len(folders) > len(metadata.tables) / STEP
    for folder in folders:
        asyncio.run(Store.open(folder / FILE).close())
        assert tables(folder / FILE) >= set(metadata.tables)


def test_opening_an_up_to_date_database_does_not_load_the_migrations(path):
    assert opened_elsewhere(path) == "opened"


def test_the_newest_revision_is_the_head_of_alembic():
    script = ScriptDirectory.from_config(migration_config())

    assert script.get_current_head() == HEAD
    assert [revision.revision for revision in script.walk_revisions()][::-1] == list(REVISIONS)


def test_there_are_test_data_for_every_older_revision():
    assert tuple(OLD) == REVISIONS[:-1]


@pytest.mark.parametrize(("databases", "revision"), TRIED, indirect=["databases"])
def test_matches_and_tournaments_of_every_older_revision_continue(databases, revision):
    place = databases.new()
    written_by(place, revision)

    async def work():
        async with opened(place) as store:
            assert [one.id for one in await store.matches_of("anna")] == ["m"]
            old, log = await store.load("m")
            assert (old.rules_version, old.clock, old.visibility, old.host_knows_secrets) == (1, "", "private", False)
            assert [one.id for one in await store.lobby(4.0)] == (["new"] if revision > "0003" else [])
            assert log == [Event(1, "act", "a", "d9-b9", "c1", 1.5)]
            assert Referee(games()["tavlei"], old, log).moves == log
            await store.append("m", event(2, "e8-c8"), MatchStatus(awaited="a", due=3.0))
            over, _ = await store.load("over")
            assert (over.rules_version, over.previous) == (0, "m")
            assert await store.overdue_matches(4.0) == ["m"]
            assert await store.rematch_of("m") == "over"
            assert (await store.person("anna")).name == ("Anna" if revision > "0001" else "")
            summaries = await store.read(
                lambda connection: connection.execute(select(reviews.c.summary)).scalars().all()
            )
            assert summaries == (['[{"letter": "a", "moves": 3}]'] if revision > "0005" else [])
            if "'cup'" in OLD[revision]:
                await check_cup(store)
        async with opened(place) as store:
            assert await numbers(store) == [1, 2]

    asyncio.run(work())


async def check_cup(store):
    cup = await TournamentStore(store).load("cup")
    assert (cup.tournament.table_size, len(cup.entries)) == (2, 3)
    assert [
        (pairing.round, pairing.board, pairing.match, pairing.players, pairing.scores) for pairing in cup.pairings
    ] == [
        (1, 1, "over", ("anna", "boris"), (1.0, 0.0)),
        (1, 2, "", ("cyril",), (1.0,)),
        (2, 1, "m", ("cyril", "anna"), None),
        (2, 2, "", ("boris",), (1.0,)),
    ]
    assert await TournamentStore(store).to_advance(9.0) == []  # a match is played


MORE = """
    insert into guests values ('boris', 'Борис');
    insert into seats values ('new', 'a', 0, 'person', 0, 'boris', 'Борис'), ('new', 'd', 1, 'free', 0, '', ''),
        ('over', 'a', 0, 'person', 0, 'boris', ''), ('over', 'd', 1, 'person', 0, 'anna', 'Anna');
    insert into events values ('over', 1, 'act', 'a', 'd9-b9', 'c1', 1.5, 0.25), ('over', 2, 'resign', 'd', '', 'c2', 2.5, 1.0);
    insert into chat values ('m', 1, 'anna', 'a', 'Anna', 'words', 'Ahoj', 2.0), ('m', 2, 'boris', '', 'Борис', 'phrase', 'hello', 3.0);
    insert into uptimes values ('server', 1.0, 2.0);
"""  # a house before there were accounts


def test_a_house_from_before_accounts_keeps_every_guest_seat_match_event_and_line_of_chat(databases):
    place = databases.new()
    written_by(place, "0006", MORE)
    before = every_row(place)
    counts = {"matches": 3, "seats": 6, "guests": 2, "events": 3, "chat": 2, "reviews": 1, "uptimes": 1}
    assert counts.items() <= {name: len(rows) for name, rows in before.items()}.items()

    asyncio.run(Store.open(place).close())

    after = every_row(place)
    del before["alembic_version"]
    for name, rows in before.items():
        assert len(after[name]) == len(rows)
        assert [row for row in rows if not any(row <= other for other in after[name])] == []
    assert {("standing", "'guest'")} <= set.intersection(*after["seats"])
    assert {("rated", "False"), ("tournament", "''")} <= set.intersection(*after["matches"])
    assert after["accounts"] == after["ratings"] == []
    created = {(dict(row)["id"], dict(row)["made_at"]) for row in after["matches"]}
    assert {(dict(row)["match"], dict(row)["made_at"]) for row in after["seats"]} == created


@pytest.mark.parametrize("lost", ["keys", "seats", "events"])
def test_an_older_database_without_one_of_its_tables_is_refused_and_not_migrated(databases, lost):
    place = databases.new()
    written_by(place, "0003")
    engine = engine_of(place)
    with engine.begin() as connection:
        connection.exec_driver_sql(f"drop table {lost}")
    engine.dispose()

    with pytest.raises(StoreRefused) as caught:
        Store.open(place)

    assert caught.value.code == "store-corrupt"
    assert lost in str(caught.value.message.values["reason"])
    assert dispatch.read_revision(place) == "0003"


def test_the_schema_equals_the_migrated_tables(place):
    with open_for_reading(place) as engine, engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


OPENINGS = """
import asyncio, os, sys
import alembic.command, alembic.config
import ludoteka.store.backends.postgres
from ludoteka.store import Store

if not ((one := os.fork()) and (other := os.fork())):
    asyncio.run(Store.open(sys.argv[1]).close())
    os._exit(0)
print([os.waitpid(server, 0)[1] for server in (one, other)])
"""


@pytest.mark.parametrize("revision", ["", "0001"], ids=["a new database", "an old database"])
def test_servers_that_start_together_migrate_only_once(postgres, revision):
    place = postgres.fresh_database()
    if revision:
        written_by(place, revision)

    assert subprocess.check_output([sys.executable, "-c", OPENINGS, place], text=True, timeout=60) == "[0, 0]\n"
    assert dispatch.read_revision(place) == HEAD
