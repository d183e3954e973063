"""The commands backup, restore and migrate, on SQLite and PostgreSQL."""

import asyncio
import os
import shutil
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import psycopg
import pytest
from houses import until
from houses.keeping import SECRET, furnished_house, new_house, open_house, rows
from houses.stores import event, numbers, opened, setup
from programs import forked
from programs.commands import done, ludoteka, refused


@pytest.fixture(params=["sqlite", "postgresql"])
def new(request, tmp_path):
    """Return the database of a new house, as a path or an address, and the options that name it."""
    return new_house(request, tmp_path, request.param)


@pytest.fixture(params=["sqlite", "postgresql"])
def house(request, tmp_path_factory):
    """Return the database of a house with a little of everything, and the options that name it."""
    return furnished_house(request, tmp_path_factory, request.param)


def test_a_house_can_be_moved_from_sqlite_to_postgresql_and_back_by_backups(request, tmp_path, tmp_path_factory):
    first, of_first = furnished_house(request, tmp_path_factory, "sqlite")
    whole = rows(first)
    assert all(whole.values())
    _, of_server = new_house(request, tmp_path, "postgresql")
    last, of_last = new_house(request, tmp_path, "sqlite")

    assert "Matches: 5, events: 5." in done("backup", tmp_path / "one", *of_first)
    assert "Matches: 5, events: 5." in done("restore", tmp_path / "one", *of_server)
    assert "Matches: 5, events: 5." in done("backup", tmp_path / "two", *of_server)
    assert "Matches: 5, events: 5." in done("restore", tmp_path / "two", *of_last)

    assert rows(tmp_path / "one") == rows(tmp_path / "two") == rows(last) == whole
    done("doctor", *of_last)


def test_a_backup_is_a_single_file_that_only_its_owner_may_read(house, tmp_path):
    _, options = house
    folder = tmp_path / "backups"
    folder.mkdir()

    done("backup", folder / "one", *options)

    assert [one.name for one in folder.iterdir()] == ["one"]
    assert (folder / "one").stat().st_mode & 0o777 == 0o600


def test_a_backup_of_a_house_with_a_row_without_its_match_names_the_house_and_the_fault(
    request, tmp_path, tmp_path_factory
):
    place, options = furnished_house(request, tmp_path_factory, "sqlite")
    with closing(sqlite3.connect(place)) as database:
        database.execute("pragma foreign_keys = off")
        database.execute(
            "insert into events (match, number, kind, seat, text, command, at) values ('x', 1, '', '', '', '', 0)"
        )
        database.commit()

    told = refused("backup", tmp_path / "one", *options)

    assert f"{place} is damaged (foreign_key_check)" in told
    assert not (tmp_path / "one").exists()


def test_a_house_is_backed_up_while_people_play(new, tmp_path):
    place, options = new

    async def work():
        async with opened(place) as store:
            names = [f"m{one}" for one in range(10)]
            await asyncio.gather(*(store.create(setup(name)) for name in names))
            backup = asyncio.create_task(asyncio.to_thread(forked.run, "backup", tmp_path / "one", *options))
            number = 0
            while not backup.done():
                number += 1
                await asyncio.gather(*(store.append(name, event(number)) for name in names))
            assert (await backup).returncode == 0
        async with opened(tmp_path / "one") as store:
            last = await store.last_numbers(names)
            for name in names:
                assert await numbers(store, name) == list(range(1, last[name] + 1))
            assert max(last.values()) <= number

    asyncio.run(work())


def test_a_backup_does_not_overwrite_a_file(house, tmp_path):
    _, options = house
    (tmp_path / "mine").write_text("my shopping list")

    assert "mine already exists" in refused("backup", tmp_path / "mine", *options)
    assert (tmp_path / "mine").read_text() == "my shopping list"


def test_a_missing_house_cannot_be_backed_up(new, tmp_path):
    _, options = new

    assert "There is no house" in refused("backup", tmp_path / "one", *options)
    assert not (tmp_path / "one").exists()


def test_a_failed_backup_leaves_no_file(house, tmp_path):
    _, options = house

    file = tmp_path / "nowhere" / "one"
    assert refused("backup", file, *options) == f"{file} cannot be written (No such file or directory).\n"
    assert not (tmp_path / "nowhere").exists()


async def create_match(place):
    async with opened(place) as store:
        await store.create(setup("new"))


def test_a_house_with_matches_is_replaced_only_by_force_and_after_a_backup(request, house, tmp_path):
    place, options = house
    asyncio.run(create_match(place))
    _, of_other = new_house(request, tmp_path, "sqlite")
    done("migrate", *of_other)
    done("backup", tmp_path / "empty", *of_other)

    assert "already contains matches" in refused("restore", tmp_path / "empty", *options)
    done("backup", tmp_path / "before", *options)
    said = done("restore", "--force", tmp_path / "empty", *options)
    kept = next(line for line in said.splitlines() if "saved" in line).split()[-1].rstrip(".")
    assert "Matches: 0" in said
    assert rows(kept) == rows(tmp_path / "before")
    done("restore", kept, *options)
    done("backup", tmp_path / "after", *options)
    assert rows(tmp_path / "after") == rows(tmp_path / "before")


def test_a_backup_cannot_be_restored_into_an_open_house(house, tmp_path):
    place, options = house
    done("backup", tmp_path / "one", *options)

    with open_house(place):
        assert "in use" in refused("restore", "--force", tmp_path / "one", *options)
    done("restore", "--force", tmp_path / "one", *options)


def test_a_backup_is_restored_into_a_database_whose_last_server_is_just_closing(request, tmp_path, tmp_path_factory):
    place, options = furnished_house(request, tmp_path_factory, "postgresql")
    done("backup", tmp_path / "one", *options)
    looks_again = "select pid from pg_stat_activity where query like '%pg_sleep%' and pid <> pg_backend_pid()"

    with ThreadPoolExecutor(1) as thread, psycopg.connect(place, autocommit=True) as watching:
        with open_house(place):
            restoring = thread.submit(done, "restore", "--force", tmp_path / "one", *options)
            until(lambda: watching.execute(looks_again).fetchone())
        assert "Matches: 5" in restoring.result()


def spoil(file, kind):
    if kind == "missing":
        file.unlink()
    elif kind == "text":
        file.write_text("my shopping list\n" * 100)
    elif kind == "truncated":
        file.write_bytes(file.read_bytes()[:20000])
    else:
        with closing(sqlite3.connect(file)) as database:
            database.execute("update alembic_version set version_num = '9999'")
            database.commit()


def test_a_file_that_is_not_a_usable_backup_is_refused_and_changes_nothing(house, tmp_path):
    _, options = house
    done("backup", tmp_path / "one", *options)
    for kind in ("missing", "text", "truncated", "newer version"):
        bad = shutil.copy(tmp_path / "one", tmp_path / kind)
        spoil(bad, kind)
        refused("restore", "--force", bad, *options)
    done("backup", tmp_path / "two", *options)
    assert rows(tmp_path / "two") == rows(tmp_path / "one")


def test_a_house_cannot_be_restored_from_its_own_database(request, tmp_path_factory):
    place, options = furnished_house(request, tmp_path_factory, "sqlite")

    assert "not a backup" in refused("restore", "--force", place, *options)
    done("doctor", *options)


def test_a_backup_is_restored_completely_or_not_at_all(request, tmp_path, tmp_path_factory):
    _, options = new_house(request, tmp_path, "postgresql")
    file, _ = furnished_house(request, tmp_path_factory, "sqlite")
    with closing(sqlite3.connect(file)) as database:
        database.execute("update chat set text = 'a' || char(0) || 'b'")
        database.commit()

    assert "Nothing was changed" in refused("restore", file, *options)
    assert '"matches": 0' not in done("doctor", "--json", *options)
    assert "Events without gaps: 0" in done("doctor", *options)


def test_migrating_creates_the_database_and_then_reports_that_it_is_up_to_date(new):
    _, options = new

    assert ludoteka("migrate", "--check", *options).returncode == 1
    assert "was created" in done("migrate", *options)
    assert "up to date" in done("migrate", *options)
    assert "up to date" in done("migrate", "--check", *options)


@pytest.mark.parametrize("place", ["postgres//me@db/house", "house", "mysql://me@db/house", "sqlite:///house"])
def test_a_database_that_is_not_an_address_of_postgresql_is_refused_and_nothing_is_created(
    place, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    said = refused("migrate", "--database", place)

    monkeypatch.setenv("LUDOTEKA_DATABASE", place)
    assert refused("migrate") == said
    assert "not the address of a PostgreSQL database" in said
    assert "postgresql://NAME:PASSWORD@HOST/DATABASE" in said
    assert list(tmp_path.iterdir()) == []


def test_no_password_is_printed(request, tmp_path, tmp_path_factory):
    file, options = furnished_house(request, tmp_path_factory, "sqlite")
    for command, host in (
        ("serve", "127.0.0.1:1"),
        ("serve", "127.0.0.1:port"),
        ("serve", "more@127.0.0.1"),
        ("migrate", "127.0.0.1:1"),
        ("backup", "127.0.0.1:1"),
        ("restore", "127.0.0.1:1"),
        ("doctor", "127.0.0.1:1"),
    ):
        arguments = [command, *{"backup": ["two"], "restore": [file]}.get(command, [])]

        asked = (*arguments, *options, "--database", f"postgresql://ludoteka:{SECRET}@{host}/house")
        ended = forked.run(*asked, env=os.environ | {"LANGUAGE": "en"})

        assert ended.returncode == 1, command
        assert SECRET not in ended.stdout + ended.stderr
        assert "Traceback" not in ended.stderr
