"""Rooms whose matches are played on at another server at the same moment."""

import asyncio

import pytest
from houses.slow import HOST, slow_house

from ludoteka.referee.commands import Act
from ludoteka.referee.events import Event
from ludoteka.server.protocol.messages import MatchRequest, SeatRequest
from ludoteka.server.rooms.subscribers import Subscriber
from ludoteka.store import NotStored

BOTH = {"a": SeatRequest("person"), "d": SeatRequest("person")}
FIRST, SECOND = Event(1, "act", "a", "i4-i3"), Event(2, "act", "d", "d5-d8")


def test_an_event_of_another_server_is_shown_although_the_own_one_of_that_number_was_not_stored(tmp_path, monkeypatch):
    async def work():
        async with slow_house(tmp_path) as house:
            match = await house.matches.create_match(MatchRequest("tavlei", BOTH), HOST)
            subscriber = Subscriber(HOST, [].append)
            room = await house.rooms.enter(match, subscriber)
            append = house.store.append

            async def fail(*_):
                await append(match, FIRST)  # as another server does
                house.rooms.on_event(match, FIRST)
                raise NotStored("the connection is lost")

            monkeypatch.setattr(house.store, "append", fail)
            with pytest.raises(NotStored):
                await room.command(subscriber, Act("1", 0, "e2-f2"))
            await asyncio.gather(*house.rooms._tasks)
            assert room.referee.events == [FIRST]
            assert subscriber.last_snapshot.number == 1

    asyncio.run(work())


def test_a_room_that_is_being_built_reads_the_database_after_a_gap_whatever_is_told_later(tmp_path, monkeypatch):
    async def work():
        async with slow_house(tmp_path) as house:
            match = await house.matches.create_match(MatchRequest("tavlei", BOTH), HOST)
            await house.store.append(match, FIRST)
            rematch_of = house.store.rematch_of

            async def look(*rest):  # the last that is asked for a room
                await house.store.append(match, SECOND)
                house.rooms.on_gap(match)
                house.rooms.on_event(match, FIRST)  # by a server that could not reach Redis at once
                return await rematch_of(*rest)

            monkeypatch.setattr(house.store, "rematch_of", look)
            async with house.rooms.room_of(match) as room:
                await asyncio.gather(*house.rooms._tasks)
                assert room.referee.events == [FIRST, SECOND]

    asyncio.run(work())
