"""The rooms in use, by the id of the match; others are built from the store when asked for."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

from ludoteka.core.message import Message, Refused
from ludoteka.referee.events import Event, Setup
from ludoteka.referee.referee import Referee
from ludoteka.server.rooms.context import RoomContext
from ludoteka.server.rooms.room import Room
from ludoteka.server.rooms.subscribers import Subscriber

logger = logging.getLogger(__name__)
POLL_SECONDS = 1.0  # between two looks at the store while the broker is away


class Rooms:
    """Every room that somebody is in, or that something is done in."""

    def __init__(self, context: RoomContext, referee_of: Callable[[Setup, list[Event]], Referee]) -> None:
        self._context = context
        self._referee_of = referee_of
        self._rooms: dict[str, Room] = {}
        self._building: dict[str, asyncio.Lock] = {}
        self._heard: dict[str, int] = {}  # what others wrote in matches that were just being read
        self._tasks: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self._rooms)

    @property
    def has_live_clock(self) -> bool:
        """Tell whether a match with a live clock goes on in any of them."""
        referees = (room.referee for room in self._rooms.values())
        return any(one.clock.control.is_live and one.result is None for one in referees)

    async def _room(self, match: str) -> Room:
        lock = self._building.setdefault(match, asyncio.Lock())
        try:
            async with lock:
                if match not in self._rooms:
                    self._rooms[match] = await self._built(match)
                    self.on_event(match, self._heard.pop(match, 0))
                return self._rooms[match]
        finally:
            if not lock.locked():
                self._building.pop(match, None)

    async def _built(self, match: str) -> Room:
        self._context.broker.follow(match)  # first, so that nothing is missed that comes while it is read
        try:
            return await self._read(match)
        except BaseException:
            self._context.broker.unfollow(match)
            self._heard.pop(match, None)
            raise

    async def _read(self, match: str) -> Room:
        stored = await self._context.store.load(match)
        if stored is None:
            raise Refused("no-such-match", Message("There is no such match here."))
        rematch = await self._context.store.rematch_of(match)
        return Room(self._referee_of(*stored), self._context, rematch)

    @asynccontextmanager
    async def room_of(self, match: str) -> AsyncIterator[Room]:
        """Lend the room of a match, which stays open meanwhile.

        Raises:
            Refused: "no-such-match", "no-such-game", "other-rules".
        """
        room = await self.acquire(match)
        try:
            yield room
        finally:
            await self.release(room)

    async def acquire(self, match: str) -> Room:
        """Return the room of a match, which stays open until it is given back.  Raises as `room_of`."""
        room = await self._room(match)
        room.borrowers += 1
        return room

    async def release(self, room: Room) -> None:
        """Close a room that was borrowed, if nobody else needs it."""
        room.borrowers -= 1
        await self._give_up(room)

    async def enter(self, match: str, subscriber: Subscriber, last: int = 0, token: str = "") -> Room:
        """Show a match to a connection and keep it informed; return the room.  Raises as `room_of`."""
        while True:
            async with self.room_of(match) as room:
                if await room.greet(subscriber, last, token):
                    return room

    async def leave(self, match: str, subscriber: Subscriber) -> None:
        """Take a connection out of its room."""
        if room := self._rooms.get(match):
            await room.leave(subscriber)
            await self._give_up(room)

    async def _give_up(self, room: Room) -> None:
        """Close a room that nobody is in; its match rests in the store."""
        if not room.subscribers.all and not room.borrowers and self._rooms.get(room.id) is room:
            del self._rooms[room.id]
            self._context.broker.unfollow(room.id)
            await room.close()

    async def rename(self, holder: str, name: str) -> None:
        """Show how somebody is called from now on, wherever he sits."""
        for room in list(self._rooms.values()):
            await room.rename(holder, name)

    def on_event(self, match: str, number: int) -> None:
        """Take over what another server has written."""
        room = self._rooms.get(match)
        if room and number > room.referee.number:
            self.begin(room.catch_up(number))
        elif room is None and match in self._building:
            self._heard[match] = number

    def on_presence(self, match: str) -> None:
        """Show who is on other servers."""
        if room := self._rooms.get(match):
            self.begin(room.people_changed())

    def opened(self, match: str) -> Room | None:
        """Return a room if it is in use."""
        return self._rooms.get(match)

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something in rooms, now, without waiting for it."""
        task = asyncio.create_task(self._done(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _done(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Exception:
            logger.exception("a room could not follow what other servers did")

    async def poll_store(self) -> None:
        """While the broker is away, ask the store what other servers have written."""
        while True:
            await asyncio.sleep(POLL_SECONDS)
            if not self._context.broker.is_up and self._rooms:
                with suppress(Exception):  # the database is away, too: it is asked again
                    for match, number in (await self._context.store.last_numbers(list(self._rooms))).items():
                        self.on_event(match, number)

    async def close(self) -> None:
        """Give up every room."""
        rooms = list(self._rooms.values())
        self._rooms.clear()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*(room.close() for room in rooms))
