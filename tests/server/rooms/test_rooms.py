"""Opening and closing rooms: what is freed, what is kept, and what holds up nobody."""

import asyncio
import gc
import threading
import weakref
from dataclasses import replace
from functools import partial

import pytest
from houses.slow import CYCLE, HOST, long_match, slow_house, until_queued

from ludoteka.core.message import Message, Refused
from ludoteka.games import games
from ludoteka.referee.commands import Act, Back
from ludoteka.referee.events import Event, Person
from ludoteka.server.protocol.messages import MatchRequest, SeatRequest
from ludoteka.server.rooms.closed_matches import MATCH_WEIGHT, ClosedMatches
from ludoteka.server.rooms.room import LONG_MATCH
from ludoteka.server.rooms.subscribers import Subscriber
from ludoteka.server.whole_matches import restore_match

BOTH = {"a": SeatRequest("person"), "d": SeatRequest("person")}


async def played_and_left(folder):
    """Play in a room and leave it; return how many messages were sent, how many rooms are open, and what was not freed."""
    async with slow_house(folder) as house:
        match = await house.matches.create_match(MatchRequest("tavlei", BOTH), HOST)
        shown = []
        subscriber = Subscriber(HOST, shown.append)
        room = await house.rooms.enter(match, subscriber)
        await room.command(subscriber, Act("1", room.referee.number, "e2-f2"))
        left = weakref.ref(room), weakref.ref(room.subscribers)
        referee = weakref.ref(room.referee)
        gc.disable()
        try:
            del room
            await house.rooms.leave(match, subscriber)
            del subscriber
            remains = [one() for one in left]
            count = len(house.rooms)
            await house.rooms.close()
            remains.append(referee())
        finally:
            gc.enable()
    return len(shown), count, remains


def test_a_closed_room_is_freed_without_the_garbage_collector(tmp_path):
    shown, count, remains = asyncio.run(played_and_left(tmp_path))

    assert shown == 2, "the view, and what the action changed"
    assert count == 0
    assert remains == [None, None, None]


async def others_during_a_long_replay(folder):
    """Open a long match; meanwhile play in another; return in which order both came about."""
    async with slow_house(folder) as house:
        await house.store.create(*long_match("long", is_over=False))
        opening = asyncio.create_task(house.rooms.acquire("long"))
        await house.has_begun.wait()
        player = Subscriber(HOST, [].append)
        room = await house.rooms.enter(await house.matches.create_match(MatchRequest("tavlei", BOTH), HOST), player)
        await room.command(player, Act("1", 0, "e2-f2"))
        was_open = opening.done()
        house.may_replay.set()
        return was_open, (await opening).referee.number


def test_people_play_on_while_a_long_match_is_replayed(tmp_path):
    was_open, number = asyncio.run(others_during_a_long_replay(tmp_path))

    assert not was_open
    assert number > 100


async def others_while_a_long_match_is_told(folder, monkeypatch):
    """Enter a long match whose moderator takes their time; meanwhile play in another; return in which order both came about."""
    is_asked, may_speak, labyrinth = asyncio.Event(), threading.Event(), games()["labyrinth"]
    ask = partial(asyncio.get_running_loop().call_soon_threadsafe, is_asked.set)

    def says(log, first, narration):
        ask()
        assert may_speak.wait(60), "the event loop waits for the moderator"
        return labyrinth.says(log, first, narration)

    stays = f'[Game "labyrinth"]\n\njoin:P@-1,-1,0 join:Q@-1,2,0 {"stay " * LONG_MATCH}\n'
    long = restore_match(stays.encode(), Person(HOST), 0.0)
    monkeypatch.setitem(games(), "labyrinth", replace(labyrinth, says=says))
    async with slow_house(folder) as house:
        house.may_replay.set()
        await house.store.create(long.setup, long.events)
        shown = []
        opening = asyncio.create_task(house.rooms.enter(long.setup.id, Subscriber("somebody", shown.append)))
        await is_asked.wait()
        player = Subscriber(HOST, [].append)
        room = await house.rooms.enter(await house.matches.create_match(MatchRequest("tavlei", BOTH), HOST), player)
        await room.command(player, Act("1", 0, "e2-f2"))
        before = len(shown)
        may_speak.set()
        await opening
        return before, len(shown) > 0  # the match, and perhaps how long its players have been gone since


def test_people_play_on_while_a_long_match_is_told(tmp_path, monkeypatch):
    assert asyncio.run(others_while_a_long_match_is_told(tmp_path, monkeypatch)) == (0, True)


async def reopened(folder, meanwhile):
    """Open, close and reopen a long match; return its referee, and how often it was replayed."""
    async with slow_house(folder) as house:
        house.may_replay.set()
        await house.store.create(*long_match("long", is_over=False))
        async with house.rooms.room_of("long"):
            pass
        await meanwhile(house)
        async with house.rooms.room_of("long") as room:
            return room.referee, house.replayed.count("long")


def test_a_room_that_is_reopened_replays_nothing_and_misses_nothing(tmp_path):
    async def another_server_plays(house):
        await house.store.append("long", Event(121, "act", "a", CYCLE[0]))
        await house.store.append("long", Event(122, "back", "a", "118"))
        await house.store.rename(HOST, "Anna")

    referee, replays = asyncio.run(reopened(tmp_path, another_server_plays))

    assert replays == 1
    assert (referee.number, len(referee.moves), len(referee.match.actions)) == (122, 118, 118)
    assert {one.name for one in (*referee.occupants.values(), *referee.setup.seats.values())} == {"Anna"}


async def opened_after_a_failure(folder):
    """Let the first attempt to open a room fail while a second caller waits; open it then a third time."""
    async with slow_house(folder) as house:
        house.may_replay.set()
        await house.store.create(*long_match("long", 10, is_over=False))
        replay, house.rooms._referee_of = house.rooms._referee_of, _refuse
        first, second = (asyncio.create_task(house.rooms.acquire("long")) for _ in range(2))
        with pytest.raises(Refused):
            await first
        house.rooms._referee_of = replay
        third = asyncio.create_task(house.rooms.acquire("long"))
        return await second, await third


def _refuse(*_):
    raise Refused("other-rules", Message("Other rules."))


def test_a_room_is_built_once_even_after_a_failure(tmp_path):
    second, third = asyncio.run(opened_after_a_failure(tmp_path))

    assert second is third
    assert second.borrowers == 2


async def taken_back(folder):
    """Take back an action of a long match while the queue is occupied; return what others could do meanwhile."""
    async with slow_house(folder) as house:
        house.may_replay.set()
        await house.store.create(*long_match("long", is_over=False))
        player = Subscriber(HOST, [].append)
        room = await house.rooms.enter("long", player)
        async with house.work.turn("192.0.2.1"):
            back = asyncio.create_task(room.command(player, Back("1", room.referee.number)))
            await until_queued(house.work, 2, back)
            before = len(room.referee.moves)
        await back
        return before, len(room.referee.moves), len(room.referee.match.actions)


def test_a_take_back_in_a_long_match_waits_for_its_turn(tmp_path):
    assert asyncio.run(taken_back(tmp_path)) == (120, 119, 119)


async def overtaken(folder):
    """Play in a long match in which another server was first, while the queue is occupied; return whether that waits."""
    async with slow_house(folder) as house:
        house.may_replay.set()
        await house.store.create(*long_match("long", is_over=False))
        player = Subscriber(HOST, [].append)
        room = await house.rooms.enter("long", player)
        await house.store.append("long", Event(121, "act", "a", CYCLE[0]))
        async with house.work.turn("192.0.2.1"):
            acting = asyncio.create_task(room.command(player, Act("1", 120, CYCLE[0])))
            await until_queued(house.work, 2, acting)
            is_waiting = not acting.done()
        with pytest.raises(Refused) as caught:
            await acting
        return is_waiting, caught.value.code, room.referee.number


def test_a_long_match_in_which_another_server_was_first_is_replayed_when_it_is_its_turn(tmp_path):
    assert asyncio.run(overtaken(tmp_path)) == (True, "stale", 121)


async def opened_while_records_wait(folder):
    async with slow_house(folder) as house:
        house.may_replay.set()
        await house.store.create(*long_match("long", is_over=False))
        async with house.replays.turn("192.0.2.1"):
            opening = asyncio.create_task(house.rooms.acquire("long", "198.51.100.7"))
            await until_queued(house.replays, 2, opening)
            is_open = opening.done()
        await opening
        return is_open


def test_a_long_match_is_opened_while_requests_for_records_wait(tmp_path):
    assert asyncio.run(opened_while_records_wait(tmp_path))


class Closed:
    """What `ClosedMatches` needs of a referee."""

    def __init__(self, name, number):
        self.setup, self.number = long_match(name)[0], number


def test_closed_matches_are_forgotten_when_they_become_too_many():
    kept = ClosedMatches(2 * MATCH_WEIGHT + 50)
    one, two, three = (Closed(name, 20) for name in ("one", "two", "three"))
    for referee in (one, two, one, three):
        kept.keep(referee)

    assert [kept.take(name) for name in ("one", "two", "three", "one")] == [one, None, three, None]
