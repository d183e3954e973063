"""Abandoned matches are deleted whole; finished matches, and those in which something happens, stay."""

import asyncio

import pytest
from houses.stores import ANNA, event, opened, setup
from sqlalchemy import select

from ludoteka.referee.events import Event
from ludoteka.server.operations import retention
from ludoteka.server.operations.retention import DAY, UNBEGUN_DAYS, Retention
from ludoteka.store import ChatLine, MatchStatus
from ludoteka.store.schema import chat, events, matches, seats

NOW = 1000 * DAY
KEEP = 365.0  # days
OVER = MatchStatus({"a": 1, "d": -1})


def at(days, number=1, kind="act"):
    """An event some days ago."""
    return event(number, kind=kind)._replace(at=NOW - days * DAY)


def made(name, days, *log):
    """A match that was created some days ago, and its log."""
    return setup(name, NOW - days * DAY), log


STAYING = {
    "new": made("new", UNBEGUN_DAYS - 1),
    "joined lately": made("joined", 900, at(900, 1, "commit"), at(UNBEGUN_DAYS - 1, 2, "sit")),
    "begun": made("begun", 900, at(KEEP - 1)),
    "in a tournament": (setup("cup", NOW - 900 * DAY)._replace(tournament="t"), ()),
}
GOING = {
    "never begun": made("unbegun", UNBEGUN_DAYS + 1, at(UNBEGUN_DAYS + 1, 1, "commit")),
    "without any event": made("empty", UNBEGUN_DAYS + 1),
    "long idle": made("idle", 900, at(899), at(KEEP + 1, 2)),
}


async def left(store, is_open=(), keep=KEEP):
    """Delete what is abandoned; return the ids of the matches that are left."""
    await Retention(store, lambda: NOW, lambda: is_open, keep).delete_abandoned()
    with store.engine.connect() as connection:
        return list(connection.execute(select(matches.c.id)).scalars())


@pytest.mark.parametrize("match", [pytest.param(one, id=name) for name, one in (STAYING | GOING).items()])
def test_a_match_is_deleted_only_if_it_is_abandoned(place, match):
    async def work():
        async with opened(place) as store:
            await store.create(*match)
            assert await left(store) == ([match[0].id] if match in STAYING.values() else [])

    asyncio.run(work())


def test_a_finished_match_is_never_deleted(place):
    async def work():
        async with opened(place) as store:
            await store.create(*made("m", 900, at(900)), OVER)
            assert await left(store) == ["m"]

    asyncio.run(work())


def test_a_match_that_somebody_has_open_stays(place):
    async def work():
        async with opened(place) as store:
            await store.create(*GOING["long idle"])
            assert await left(store, is_open=["idle"]) == ["idle"]

    asyncio.run(work())


def test_matches_that_are_open_do_not_keep_others_from_being_deleted(place, monkeypatch):
    monkeypatch.setattr(retention, "MOST_AT_ONCE", 2)

    async def work():
        async with opened(place) as store:
            for days, name in enumerate(["new", "old", "older", "oldest"]):
                await store.create(*made(name, 900 + days))
            assert set(await left(store, is_open=["old", "older", "oldest"])) == {"old", "older", "oldest"}

    asyncio.run(work())


def test_a_shorter_period_also_holds_for_matches_that_never_began(place):
    async def work():
        async with opened(place) as store:
            await store.create(*made("m", 3))
            assert await left(store, keep=2.0) == []

    asyncio.run(work())


def test_nothing_remains_of_a_deleted_match(place):
    async def work():
        async with opened(place) as store:
            await store.create(*GOING["long idle"])
            await store.add_chat_line("idle", ChatLine(ANNA, "a", "", "words", "hello", 1.0))
            assert await left(store) == []
            with store.engine.connect() as connection:
                tables = (chat, seats, events)
                assert [connection.execute(select(table)).first() for table in tables] == [None, None, None]
            assert await store.matches_of(ANNA) == []

    asyncio.run(work())


def test_a_match_in_which_something_happens_meanwhile_stays_whole(place):
    async def work():
        async with opened(place) as store:
            match, log = GOING["long idle"]
            await store.create(match, log)
            await store.add_chat_line("idle", ChatLine(ANNA, "a", "", "words", "hello", 1.0))
            found = await store.abandoned_matches(NOW, NOW - KEEP * DAY)
            late = Event(3, "act", "a", "b9-d9", "c3", NOW)
            await store.append("idle", late)
            await store.delete(found)
            assert await store.load("idle") == (match, [*log, late])
            assert len(await store.chat_lines("idle")) == 1

    asyncio.run(work())
