"""The rooms in use, by the id of the match; others are built from the store when asked for."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

from ludoteka.core.message import Message, Refused
from ludoteka.referee.events import Event, Setup
from ludoteka.referee.referee import Referee
from ludoteka.server.rooms.room import Room, Surroundings
from ludoteka.server.rooms.subscribers import Audience

logger = logging.getLogger(__name__)
LOOK_SECONDS = 1.0  # between two looks at the store while the broker is away


class Rooms:
    """Every room that somebody is in, or that something is done in."""

    def __init__(self, around: Surroundings, referee_of: Callable[[Setup, list[Event]], Referee]) -> None:
        self._around = around
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
        return any(one.timing.control.is_live and one.result is None for one in referees)

    async def _room(self, match: str) -> Room:
        lock = self._building.setdefault(match, asyncio.Lock())
        try:
            async with lock:
                if match not in self._rooms:
                    self._rooms[match] = await self._built(match)
                    self.hear_event(match, self._heard.pop(match, 0))
                return self._rooms[match]
        finally:
            if not lock.locked():
                self._building.pop(match, None)

    async def _built(self, match: str) -> Room:
        self._around.broker.follow(match)  # first, so that nothing is missed that comes while it is read
        try:
            return await self._read(match)
        except BaseException:
            self._around.broker.unfollow(match)
            self._heard.pop(match, None)
            raise

    async def _read(self, match: str) -> Room:
        stored = await self._around.store.load(match)
        if stored is None:
            raise Refused("no-such-match", Message("There is no such match here."))
        rematch = await self._around.store.rematch_of(match)
        return Room(self._referee_of(*stored), self._around, rematch)

    @asynccontextmanager
    async def borrowed(self, match: str) -> AsyncIterator[Room]:
        """Lend the room of a match, which stays open meanwhile.

        Raises:
            Refused: "no-such-match", "no-such-game", "other-rules".
        """
        room = await self.borrow(match)
        try:
            yield room
        finally:
            await self.give_back(room)

    async def borrow(self, match: str) -> Room:
        """Return the room of a match, which stays open until it is given back.  Raises as `borrowed`."""
        room = await self._room(match)
        room.borrowers += 1
        return room

    async def give_back(self, room: Room) -> None:
        """Close a room that was borrowed, if nobody else needs it."""
        room.borrowers -= 1
        await self._give_up(room)

    async def enter(self, match: str, audience: Audience, last: int = 0, token: str = "") -> Room:
        """Show a match to a connection and keep it informed; return the room.  Raises as `borrowed`."""
        while True:
            async with self.borrowed(match) as room:
                if await room.greet(audience, last, token):
                    return room

    async def leave(self, match: str, audience: Audience) -> None:
        """Take a connection out of its room."""
        if room := self._rooms.get(match):
            await room.leave(audience)
            await self._give_up(room)

    async def _give_up(self, room: Room) -> None:
        """Close a room that nobody is in; its match rests in the store."""
        if not room.gallery.all and not room.borrowers and self._rooms.get(room.id) is room:
            del self._rooms[room.id]
            self._around.broker.unfollow(room.id)
            await room.close()

    async def rename(self, holder: str, name: str) -> None:
        """Show how somebody is called from now on, wherever he sits."""
        for room in list(self._rooms.values()):
            await room.rename(holder, name)

    def hear_event(self, match: str, number: int) -> None:
        """Take over what another server has written."""
        room = self._rooms.get(match)
        if room and number > room.referee.number:
            self.begin(room.catch_up(number))
        elif room is None and match in self._building:
            self._heard[match] = number

    def hear_presence(self, match: str) -> None:
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

    async def look_on(self) -> None:
        """While the broker is away, ask the store what other servers have written."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            if not self._around.broker.is_up and self._rooms:
                with suppress(Exception):  # the database is away, too: it is asked again
                    for match, number in (await self._around.store.numbers(list(self._rooms))).items():
                        self.hear_event(match, number)

    async def close(self) -> None:
        """Give up every room."""
        rooms = list(self._rooms.values())
        self._rooms.clear()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*(room.close() for room in rooms))
