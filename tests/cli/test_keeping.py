"""Keeping a house: backup, restore, migrate and doctor, over SQLite and PostgreSQL."""

import asyncio
import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing, contextmanager
from typing import NamedTuple

import pytest
from click.testing import CliRunner
from stores import ANNA, BORIS, event, numbers, opened, setup

from ludoteka.cli import main
from ludoteka.referee.events import FREE, Event, Occupant
from ludoteka.store import Said, Standing, Store
from ludoteka.store.copying import TABLES
from ludoteka.store.schema import uptimes

PLAYED = ["i4-i3", "d5-d8"]
ABORTED = Event(1, "abort", "a", f"{ANNA} ")
SECRET = "top-secret"  # noqa: S105 - a password that nobody has


class Ended(NamedTuple):
    """How a command ended."""

    returncode: int
    stdout: str
    stderr: str


def ludoteka(*arguments):
    """Run a command in this process, which is quicker than a program of its own."""
    told = CliRunner(env={"LANGUAGE": "en"}).invoke(main, [str(one) for one in arguments])
    if told.exception and not isinstance(told.exception, SystemExit):
        raise told.exception
    return Ended(told.exit_code, told.stdout, told.stderr)


def program(*arguments):
    return subprocess.run(
        [sys.executable, "-m", "ludoteka", *map(str, arguments)],
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
        env=os.environ | {"LANGUAGE": "en"},
    )


def done(*arguments):
    ended = ludoteka(*arguments)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def refused(*arguments):
    ended = ludoteka(*arguments)
    assert ended.returncode == 1
    assert "Traceback" not in ended.stderr
    assert ended.stdout == ""
    return ended.stderr


@pytest.fixture(params=["sqlite", "postgresql"])
def house(request, tmp_path):
    """The place of a house that nobody has opened yet, and the options that name it."""
    return new_house(request, tmp_path, request.param)


def new_house(request, tmp_path, kind):
    if kind == "postgresql":
        place = request.getfixturevalue("postgres").fresh_database()
        return place, ["--database", place, "--data", tmp_path]
    folder = tmp_path / f"house-{len(list(tmp_path.iterdir()))}"
    return folder / "ludoteka.sqlite", ["--data", folder]


async def furnish(place, *more):
    """Keep a little of everything."""
    async with opened(place) as store:
        await store.create(setup(), [event(number, text) for number, text in enumerate(PLAYED, 1)])
        await store.create(setup("aborted")._replace(clock="5+3", visibility="public"), [ABORTED], Standing({}))
        free = setup("n", 1e9 / 3)._replace(seats={"a": Occupant("person", 0, ANNA), "d": FREE}, host=ANNA)
        await store.create(free, [], Standing(awaited="a", due=2e9 / 3))
        await store.append("n", Event(1, "sit", "d", f"{BORIS} person 0 Борис", "c", 0.1, 0.2))
        await store.create(setup("older")._replace(rules_version=0))
        await store.rename(ANNA, "Ánna Karénina")
        await store.say("m", Said(ANNA, "a", "Anna", "words", "Dobrý den, привет", 1 / 3))
        await store.write([(uptimes.insert(), {"server": "s", "since": 1 / 3, "until": 2 / 3})])
        for match in more:
            await store.create(setup(match))


def furnished(place, *more):
    asyncio.run(furnish(place, *more))


def rows(file):
    """All that is in a file, by table."""
    with closing(sqlite3.connect(file)) as database:
        return {one.name: sorted(map(repr, database.execute(f'select * from "{one.name}"'))) for one in TABLES}  # noqa: S608 - our own names


def test_a_backup_goes_from_a_file_through_postgresql_into_a_file_and_is_the_same(request, tmp_path):
    first, of_first = new_house(request, tmp_path, "sqlite")
    furnished(first)
    whole = rows(first)
    assert all(whole.values())
    _, of_server = new_house(request, tmp_path, "postgresql")
    last, of_last = new_house(request, tmp_path, "sqlite")

    assert "Matches: 4, events: 4." in done("backup", tmp_path / "one", *of_first)
    assert "Matches: 4, events: 4." in done("restore", tmp_path / "one", *of_server)
    assert "Matches: 4, events: 4." in done("backup", tmp_path / "two", *of_server)
    assert "Matches: 4, events: 4." in done("restore", tmp_path / "two", *of_last)

    assert rows(tmp_path / "one") == rows(tmp_path / "two") == rows(last) == whole
    done("doctor", *of_last)


def test_a_backup_is_one_whole_file_that_only_its_owner_reads(house, tmp_path):
    place, options = house
    furnished(place)
    folder = tmp_path / "backups"
    folder.mkdir()

    done("backup", folder / "one", *options)

    assert [one.name for one in folder.iterdir()] == ["one"]
    assert (folder / "one").stat().st_mode & 0o777 == 0o600


def test_a_house_is_backed_up_while_people_play(house, tmp_path):
    place, options = house

    async def work():
        async with opened(place) as store:
            names = [f"m{one}" for one in range(10)]
            await asyncio.gather(*(store.create(setup(name)) for name in names))
            backup = asyncio.create_task(asyncio.to_thread(program, "backup", tmp_path / "one", *options))
            number = 0
            while not backup.done():
                number += 1
                await asyncio.gather(*(store.append(name, event(number)) for name in names))
            assert (await backup).returncode == 0
        async with opened(tmp_path / "one") as store:
            last = await store.numbers(names)
            for name in names:
                assert await numbers(store, name) == list(range(1, last[name] + 1))
            assert max(last.values()) <= number

    asyncio.run(work())


def test_a_backup_replaces_no_file(house, tmp_path):
    place, options = house
    furnished(place)
    (tmp_path / "mine").write_text("my shopping list")

    assert "mine exists already" in refused("backup", tmp_path / "mine", *options)
    assert (tmp_path / "mine").read_text() == "my shopping list"


def test_where_there_is_no_house_there_is_no_backup(house, tmp_path):
    _, options = house

    assert "There is no house" in refused("backup", tmp_path / "one", *options)
    assert not (tmp_path / "one").exists()


def test_a_backup_that_cannot_be_written_leaves_nothing(house, tmp_path):
    place, options = house
    furnished(place)

    assert "cannot be written" in refused("backup", tmp_path / "nowhere" / "one", *options)
    assert not (tmp_path / "nowhere").exists()


def test_a_house_that_holds_matches_is_replaced_only_by_force_and_then_kept(request, house, tmp_path):
    place, options = house
    furnished(place, "new")
    _, of_other = new_house(request, tmp_path, "sqlite")
    done("migrate", *of_other)
    done("backup", tmp_path / "empty", *of_other)

    assert "holds matches already" in refused("restore", tmp_path / "empty", *options)
    done("backup", tmp_path / "before", *options)
    said = done("restore", "--force", tmp_path / "empty", *options)
    kept = next(line for line in said.splitlines() if "kept" in line).split()[-1].rstrip(".")
    assert "Matches: 0" in said
    assert rows(kept) == rows(tmp_path / "before")
    done("restore", kept, *options)
    done("backup", tmp_path / "after", *options)
    assert rows(tmp_path / "after") == rows(tmp_path / "before")


@contextmanager
def open_house(place):
    store = Store.opened(place)
    try:
        yield
    finally:
        asyncio.run(store.close())


def test_nothing_is_restored_into_a_house_that_is_open(house, tmp_path):
    place, options = house
    furnished(place)
    done("backup", tmp_path / "one", *options)

    with open_house(place):
        assert "in use" in refused("restore", "--force", tmp_path / "one", *options)
    done("restore", "--force", tmp_path / "one", *options)


def spoil(file, kind):
    if kind == "nothing":
        file.unlink()
    elif kind == "text":
        file.write_text("my shopping list\n" * 100)
    elif kind == "cut":
        file.write_bytes(file.read_bytes()[:20000])
    else:
        with closing(sqlite3.connect(file)) as database:
            database.execute("update alembic_version set version_num = '9999'")
            database.commit()


@pytest.mark.parametrize("kind", ["nothing", "text", "cut", "newer"])
def test_what_is_no_backup_is_refused_and_changes_nothing(house, tmp_path, kind):
    place, options = house
    furnished(place)
    done("backup", tmp_path / "one", *options)
    done("backup", tmp_path / "two", *options)
    spoil(tmp_path / "one", kind)

    refused("restore", "--force", tmp_path / "one", *options)
    done("backup", tmp_path / "three", *options)
    assert rows(tmp_path / "three") == rows(tmp_path / "two")


def test_the_house_is_not_its_own_backup(tmp_path):
    furnished(tmp_path / "ludoteka.sqlite")

    assert "not a backup" in refused("restore", "--force", tmp_path / "ludoteka.sqlite", "--data", tmp_path)
    done("doctor", "--data", tmp_path)


def test_what_the_database_will_not_take_is_restored_in_no_part(request, tmp_path):
    _, options = new_house(request, tmp_path, "postgresql")
    furnished(tmp_path / "one")
    with closing(sqlite3.connect(tmp_path / "one")) as database:
        database.execute("update chat set text = 'a' || char(0) || 'b'")
        database.commit()

    assert "Nothing was changed" in refused("restore", tmp_path / "one", *options)
    assert '"matches": 0' not in done("doctor", "--json", *options)
    assert "Events, without gaps: 0" in done("doctor", *options)


def test_migrating_says_from_where_to_where(house):
    _, options = house

    assert ludoteka("migrate", "--check", *options).returncode == 1
    assert "was made" in done("migrate", *options)
    assert "up to date" in done("migrate", *options)
    assert "up to date" in done("migrate", "--check", *options)


def faults(request, place, *statements):
    """Do to a house what no house does."""
    if str(place).startswith("postgresql"):
        with request.getfixturevalue("postgres").connected(place) as database:
            for statement in statements:
                database.execute(statement)
    else:
        with closing(sqlite3.connect(place)) as database:
            for statement in statements:
                database.execute(statement)
            database.commit()


def diagnosis(options, *more):
    ended = ludoteka("doctor", "--json", *options, *more)
    told = json.loads(ended.stdout)
    assert ended.returncode == (0 if told["is_well"] else 1)
    return {one["name"]: one["matches"] for one in told["findings"] if not one["is_well"]}


def test_a_house_that_is_well_is_said_to_be_also_while_it_is_open(house):
    place, options = house
    furnished(place)

    assert diagnosis(options) == {}
    with open_house(place):
        said = done("doctor", *options)
    assert "Matches replayed by their rules: 3" in said
    assert "Matches of other rules, or of games that are not here: 1" in said


@pytest.mark.parametrize(
    ("name", "match", "fault"),
    [
        ("replay", "m", "update events set text = 'a1-a2' where match = 'm' and number = 2"),
        ("results", "m", """update matches set result = '{"a": 1, "d": -1}' where id = 'm'"""),
        ("results", "aborted", "update matches set result = null where id = 'aborted'"),
        ("seats", "n", "update seats set holder = 'c' where match = 'n' and letter = 'd'"),
    ],
)
def test_what_is_wrong_with_a_match_is_named(request, house, name, match, fault):
    place, options = house
    furnished(place)
    faults(request, place, fault)

    assert diagnosis(options) == {name: [match]}


def test_an_event_that_is_missing_is_named(request, house):
    place, options = house
    furnished(place)
    faults(request, place, "delete from events where match = 'm' and number = 1")

    assert diagnosis(options, "--quick") == {"log": ["m"]}


def test_a_database_and_a_broker_that_cannot_be_reached_are_named(tmp_path):
    nowhere = f"postgresql://ludoteka:{SECRET}@127.0.0.1:1/house"

    broker = f"redis://:{SECRET}@127.0.0.1:1/0"
    assert diagnosis(["--data", tmp_path, "--database", nowhere], "--broker", broker) == {"database": [], "broker": []}


def test_a_broker_that_answers_is_well(tmp_path, redis_server):
    furnished(tmp_path / "ludoteka.sqlite")

    assert diagnosis(["--data", tmp_path], "--broker", redis_server.url) == {}


@pytest.mark.parametrize("host", ["127.0.0.1:1", "127.0.0.1:port", "more@127.0.0.1"])
@pytest.mark.parametrize(
    "arguments", [["migrate"], ["backup", "one"], ["restore", "one"], ["doctor"], ["serve"]], ids=str
)
def test_no_password_is_told_to_anybody(tmp_path, arguments, host):
    furnished(tmp_path / "one")
    arguments = [tmp_path / "one" if one == "one" and "restore" in arguments else one for one in arguments]

    ended = program(*arguments, "--data", tmp_path, "--database", f"postgresql://ludoteka:{SECRET}@{host}/house")

    assert ended.returncode == 1
    assert SECRET not in ended.stdout + ended.stderr
    assert "Traceback" not in ended.stderr
