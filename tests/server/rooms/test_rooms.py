"""A room without subscribers is closed and freed."""

import asyncio
import gc
import weakref

from ludoteka.referee.commands import Act
from ludoteka.server.house import House
from ludoteka.server.protocol.messages import MatchRequest, SeatRequest
from ludoteka.server.rooms.subscribers import Subscriber
from ludoteka.server.settings import Settings
from ludoteka.store import Store

HOLDER = "h" * 64
BOTH = {"a": SeatRequest("person"), "d": SeatRequest("person")}


async def played_and_left(place):
    """Play in a room and leave it; return how many messages were sent, how many rooms are open, and what was not freed."""
    house = House(Store.open(place), Settings("127.0.0.1", 0, place))
    await house.open()
    match = await house.create_match(MatchRequest("tavlei", BOTH), HOLDER)
    shown = []
    subscriber = Subscriber(HOLDER, shown.append)
    room = await house.rooms.enter(match, subscriber)
    await room.command(subscriber, Act("1", room.referee.number, "e2-f2"))
    left = weakref.ref(room), weakref.ref(room.referee)
    gc.disable()
    try:
        del room
        await house.rooms.leave(match, subscriber)
        del subscriber
        remains = [one() for one in left]
    finally:
        gc.enable()
    count = len(house.rooms)
    await house.close()
    return len(shown), count, remains


def test_a_closed_room_is_freed_without_the_garbage_collector(tmp_path):
    shown, count, remains = asyncio.run(played_and_left(tmp_path / "ludoteka.sqlite3"))

    assert shown == 2, "the view, and what the action changed"
    assert count == 0
    assert remains == [None, None]
