"""One edition after another on the same file; the next one is a copy of this with one more revision."""

import asyncio
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.command import upgrade
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine
from stores import FILE, event, numbers, opened, opened_elsewhere, setup

import ludoteka
from ludoteka.store import Store
from ludoteka.store.schema import HEAD, REVISIONS, metadata

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
    """A database in which a house that was killed has left an event in its log."""
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
    shutil.copytree(Path(ludoteka.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__", "web"))
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


def test_an_older_file_is_copied_with_its_log_and_migrated(tmp_path, path):
    assert opened_elsewhere(path, next_edition(tmp_path)) == "opened alembic"

    assert "notes" in tables(path)
    copy = path.with_name(f"{FILE}.before-next")
    assert "notes" not in tables(copy)
    copy.rename(path)
    assert asyncio.run(stored(path)) == [1]


def test_a_file_that_was_migrated_is_refused_by_the_edition_before(tmp_path, path):
    opened_elsewhere(path, next_edition(tmp_path))
    before = path.read_bytes()

    assert opened_elsewhere(path) == "store-newer"
    assert path.read_bytes() == before


def test_a_migration_that_fails_changes_nothing(tmp_path, path):
    assert opened_elsewhere(path, next_edition(tmp_path, "insert into nowhere values (1)")) == "store-unreachable"

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
    Store.opened(path)
    os._exit(0)

statement = status = 1
while status:
    statement += 1
    path = Path(sys.argv[1]) / str(statement) / "house.sqlite"
    child = os.fork()
    if child == 0:
        opened_and_killed_at(statement, path)
    status = os.waitpid(child, 0)[1]
"""


def test_a_house_killed_at_any_statement_of_its_first_opening_opens_again(tmp_path):
    subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)], check=True, timeout=60)
    folders = sorted(tmp_path.iterdir())

    assert len(folders) > len(metadata.tables)
    for folder in folders:
        asyncio.run(Store.opened(folder / FILE).close())
        assert tables(folder / FILE) >= set(metadata.tables)


def test_an_open_that_is_up_to_date_does_not_load_the_migrations(path):
    assert opened_elsewhere(path) == "opened"


def test_the_schema_is_what_the_migrations_make(path):
    engine = create_engine(f"sqlite:///{path}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_the_newest_revision_is_alembics_own():
    config = Config()
    config.set_main_option("script_location", "ludoteka.store:migrations")
    script = ScriptDirectory.from_config(config)

    assert script.get_current_head() == HEAD
    assert [one.revision for one in script.walk_revisions()][::-1] == list(REVISIONS)


def test_matches_of_the_first_edition_go_on(tmp_path):
    path = tmp_path / FILE
    config = Config()
    config.set_main_option("script_location", "ludoteka.store:migrations")
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        upgrade(config, "0001")
        connection.exec_driver_sql("insert into matches values ('m', 'tavlei', 1, '{}', x'00', 1.0, '', null)")
        connection.exec_driver_sql("insert into seats values ('m', 'a', 0, 'person', 0, 'anna')")
    engine.dispose()

    async def work():
        async with opened(tmp_path / FILE) as store:
            (match,) = await store.matches_of("anna")
            assert (match.id, match.seats["a"].name) == ("m", "")
            await store.append("m", event(1))
            assert (await store.load("m"))[0].host == ""

    asyncio.run(work())
