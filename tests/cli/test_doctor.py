"""`ludoteka doctor` reports faults of a house, on SQLite and PostgreSQL."""

import asyncio
import json
import sqlite3
from contextlib import closing

import pytest
from houses.keeping import SECRET, furnished, furnished_house, open_house
from houses.stores import ANNA, BORIS, opened
from programs.commands import done, ludoteka

from ludoteka.games import games
from ludoteka.referee.events import Occupant, Setup
from ludoteka.referee.match_creation import opening_events


@pytest.fixture(params=["sqlite", "postgresql"])
def house(request, tmp_path_factory):
    """Return the database of a house, as a path or an address, and the options that name it."""
    return furnished_house(request, tmp_path_factory, request.param)


def faults(request, place, *statements):
    """Change the database of a house from outside."""
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


def test_a_healthy_house_passes_even_while_it_is_open(house):
    place, options = house

    assert diagnosis(options) == {}
    with open_house(place):
        said = done("doctor", *options)
    assert "Matches replayed without errors: 4" in said
    assert "Matches of other rules versions, or of games not installed: 1" in said


FAULTS = [  # of a match, each with what undoes it
    (
        *("replay", "m", "update events set text = 'a1-a2' where match = 'm' and number = 2"),
        "update events set text = 'd5-d8' where match = 'm' and number = 2",
    ),
    (
        *("results", "m", """update matches set result = '{"a": 1, "d": -1}' where id = 'm'"""),
        "update matches set result = null where id = 'm'",
    ),
    (
        *("results", "aborted", "update matches set result = null where id = 'aborted'"),
        "update matches set result = '{}' where id = 'aborted'",
    ),
    (
        *("seats", "n", "update seats set holder = 'c' where match = 'n' and letter = 'd'"),
        "update seats set holder = 'BORIS' where match = 'n' and letter = 'd'".replace("BORIS", BORIS),
    ),
]


def test_a_fault_in_a_match_is_reported(request, house):
    place, options = house
    for name, match, fault, undone in FAULTS:
        faults(request, place, fault)
        assert diagnosis(options) == {name: [match]}, fault
        faults(request, place, undone)


@pytest.fixture
def diced(house):
    """A house with two matches that have dice, and the options that name it."""
    place, options = house

    async def create():
        async with opened(place) as store:
            for name in ("d1", "d2"):
                seats = {letter: Occupant("person", 0, ANNA) for letter in "bt"}
                made = Setup(name, "quagmire", 1, {"seats": "bt", "dice": "fair"}, name.encode(), seats, 0.0)
                await store.create(made, opening_events(games()["quagmire"], made))

    asyncio.run(create())
    return place, options


def test_a_seed_that_was_replaced_is_reported(request, diced):
    place, options = diced
    assert diagnosis(options) == diagnosis(options, "--quick") == {}
    faults(request, place, "update matches set seed = (select seed from matches where id = 'd2')")

    assert diagnosis(options) == diagnosis(options, "--quick") == {"seeds": ["d1"]}


def test_a_missing_event_is_reported(request, house):
    place, options = house
    faults(request, place, "delete from events where match = 'm' and number = 1")

    assert diagnosis(options, "--quick") == {"log": ["m"]}


def test_a_database_that_lacks_a_part_is_reported_and_the_part_is_named(request, house):
    place, options = house
    for loss, parts in (
        ("delete from keys", "keys.guests"),
        ("alter table events drop column spent", "events.spent"),
        ("drop table keys", "keys, events.spent"),
    ):
        faults(request, place, loss)

        ended = ludoteka("doctor", *options)

        assert ended.returncode == 1
        assert f"is damaged (missing: {parts}). " in ended.stdout


def test_an_empty_file_is_reported_and_left_alone(tmp_path):
    file = tmp_path / "ludoteka.sqlite"
    file.touch()

    ended = ludoteka("doctor", "--data", tmp_path)

    assert ended.returncode == 1
    assert f"{file} is damaged (it is empty). Move it away, then restore a backup" in ended.stdout
    assert file.stat().st_size == 0


def test_an_unreachable_database_and_broker_are_reported(tmp_path):
    nowhere = f"postgresql://ludoteka:{SECRET}@127.0.0.1:1/house"

    broker = f"redis://:{SECRET}@127.0.0.1:1/0"
    assert diagnosis(["--data", tmp_path, "--database", nowhere], "--broker", broker) == {"database": [], "broker": []}


def test_a_broker_that_answers_passes(tmp_path, redis_server):
    furnished(tmp_path / "ludoteka.sqlite")

    assert diagnosis(["--data", tmp_path], "--broker", redis_server.url) == {}
