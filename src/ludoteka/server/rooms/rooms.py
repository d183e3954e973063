"""The rooms in use, by the id of their match.  A room that is not in use is built from the store on demand."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, suppress
from typing import Any
from weakref import WeakValueDictionary

from ludoteka.core.message import Refused
from ludoteka.referee.events import Event, Person, Setup
from ludoteka.referee.referee import Referee
from ludoteka.server.operations.repetition import repeat
from ludoteka.server.operations.work_queue import SHORT_LOG
from ludoteka.server.protocol.messages import NO_SUCH_MATCH
from ludoteka.server.rooms.context import RoomContext
from ludoteka.server.rooms.room import Room, accept_event
from ludoteka.server.rooms.subscribers import Subscriber
from ludoteka.store import Store, StoreRefused

MOST_EVENTS = 50_000  # of all matches together, some 50 MB
MATCH_WEIGHT = 100  # events; what a match without any takes


class ClosedMatches:
    """The referees of closed rooms, up to a number of events; the one that was closed first goes first."""

    def __init__(self, most: int = MOST_EVENTS) -> None:
        self._most = most
        self._referees: OrderedDict[str, Referee] = OrderedDict()
        self._weight = 0

    def keep(self, referee: Referee) -> None:
        """Keep a referee that nothing changes any more, until it is taken or there is no more room for it."""
        self.take(referee.setup.id)
        self._referees[referee.setup.id] = referee
        self._weight += _weight(referee)
        while self._weight > self._most:
            self.take(next(iter(self._referees)))

    def take(self, match: str) -> Referee | None:
        """Return the referee of a match, which is no longer kept; None if there is none."""
        referee = self._referees.pop(match, None)
        self._weight -= _weight(referee) if referee else 0
        return referee


def _weight(referee: Referee) -> int:
    return MATCH_WEIGHT + referee.number


logger = logging.getLogger(__name__)
Work = tuple[Callable[..., Coroutine[Any, Any, None]], tuple[object, ...]]  # a function and its arguments
POLL_SECONDS = 1.0  # between two queries of the store while the broker is unavailable
LATEST = 1 << 62  # stands for an unknown number of an event


class Rooms:
    """All rooms with subscribers or borrowers."""

    def __init__(self, context: RoomContext, referee_of: Callable[[Setup, list[Event]], Referee]) -> None:
        self._context = context
        self._referee_of = referee_of
        self._rooms: dict[str, Room] = {}
        self._closed = ClosedMatches()
        # A lock exists as long as somebody builds the room or waits for it
        self._building: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._missed: dict[str, int] = {}  # the last event of other servers in rooms that are being built
        self._again: set[Work] = set()  # what could not be done because the database was unavailable
        self._tasks: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self._rooms)

    def __iter__(self) -> Iterator[Room]:
        return iter(list(self._rooms.values()))

    @property
    def has_live_clock(self) -> bool:
        """Whether a match with a live clock is under way in any of the rooms."""
        referees = (room.referee for room in self._rooms.values())
        return any(referee.clock.control.is_live and referee.result is None for referee in referees)

    async def _room(self, match: str, address: str) -> Room:
        if room := self._rooms.get(match):
            return room
        async with self._building.setdefault(match, asyncio.Lock()):
            if match not in self._rooms:
                self._rooms[match] = await self._build(match, address)
                self._catch_up(match, self._missed.pop(match, 0))
            return self._rooms[match]

    async def _build(self, match: str, address: str) -> Room:
        self._context.broker.follow(match)  # before reading, so that no event is missed meanwhile
        try:
            referee = await self._referee(match, address)
            rematch = await self._context.store.rematch_of(match)
        except BaseException:
            self._context.broker.unfollow(match)
            self._missed.pop(match, None)
            raise
        return Room(referee, self._context, rematch)

    async def _referee(self, match: str, address: str) -> Referee:
        """Return the referee of a match: the one of its last room, brought up to date, or a new one."""
        referee = self._closed.take(match)
        while True:
            setup, events = await self._load(match, referee.number if referee else 0, SHORT_LOG + 1)
            if len(events) <= SHORT_LOG:
                return await self._advance(referee, setup, events)
            async with self._context.work.turn(address):
                referee = await self._context.work.call(self._referee_of, *await self._load(match))
            # What has changed meanwhile follows in the next round

    async def _advance(self, referee: Referee | None, setup: Setup, events: list[Event]) -> Referee:
        """Return a new referee, or an earlier one brought up to date: others may have played on or changed their names."""
        if referee is None:
            return self._referee_of(setup, events)
        for event in events:
            await accept_event(referee, event, self._context.work)
        for seat in setup.seats.values():
            referee.rename(Person(seat.holder, seat.name, seat.standing))
        return referee

    async def _load(self, match: str, after: int = 0, limit: int | None = None) -> tuple[Setup, list[Event]]:
        stored = await self._context.store.load(match, after, limit)
        if stored is None:
            raise NO_SUCH_MATCH()
        return stored

    @asynccontextmanager
    async def room_of(self, match: str, address: str = "") -> AsyncIterator[Room]:
        """Provide the room of a match, which stays open meanwhile; a long log is replayed when it is the address's turn.

        Raises:
            Refused: "no-such-match", "no-such-game", "other-rules".
        """
        room = await self.acquire(match, address)
        try:
            yield room
        finally:
            await self.release(room)

    async def acquire(self, match: str, address: str = "") -> Room:
        """Return the room of a match, which stays open until `release`.  Raises the same as `room_of`."""
        room = await self._room(match, address)
        room.borrowers += 1
        return room

    async def release(self, room: Room) -> None:
        """Give up a borrowed room, and close it if nobody else needs it."""
        room.borrowers -= 1
        await self._close_unused(room)

    async def play_on(self, match: str) -> None:
        """Let a match that nobody may have open go on until a person has to act.  Raises the same as `room_of`."""
        async with self.room_of(match) as room:
            await room.autoplay.finish()

    async def enter(self, match: str, subscriber: Subscriber, last: int = 0, token: str = "") -> Room:
        """Add a connection to the room of a match; return the room.  Raises the same as `room_of`."""
        while True:
            async with self.room_of(match) as room:
                if await room.greet(subscriber, last, token):
                    return room

    async def leave(self, match: str, subscriber: Subscriber) -> None:
        if room := self._rooms.get(match):
            await room.leave(subscriber)
            await self._close_unused(room)

    async def leave_borrowed(self, room: Room, subscriber: Subscriber) -> None:
        """Leave a borrowed room, and give it up."""
        try:
            await self.leave(room.id, subscriber)
        finally:
            await self.release(room)

    async def _close_unused(self, room: Room) -> None:
        """Close a room without subscribers and borrowers; its match stays in the store."""
        if not room.subscribers.all and not room.borrowers and self._rooms.get(room.id) is room:
            del self._rooms[room.id]
            self._context.broker.unfollow(room.id)
            await room.close()
            self._closed.keep(await room.final_referee())

    async def rename(self, person: Person) -> None:
        for room in list(self._rooms.values()):
            await room.rename(person)

    def on_event(self, match: str, event: Event) -> None:
        self._catch_up(match, event.number, event)

    def on_gap(self, match: str) -> None:
        self._catch_up(match, LATEST)

    def _catch_up(self, match: str, number: int, event: Event | None = None) -> None:
        """Let a room take over the events of other servers up to `number`, of which this may be the last."""
        room = self._rooms.get(match)
        if room and room.may_lack(number):
            self.spawn(room.catch_up, number, event)
        elif room is None and match in self._building:
            self._missed[match] = max(number, self._missed.get(match, 0))

    def on_presence(self, match: str) -> None:
        if room := self._rooms.get(match):
            self.spawn(room.people_changed)

    def find(self, match: str) -> Room | None:
        """Return the room of a match if it is in use."""
        return self._rooms.get(match)

    def spawn(self, function: Callable[..., Coroutine[Any, Any, None]], *arguments: object) -> None:
        """Process a message from another server in the background; retry every second while the database is unavailable.

        An error is logged.
        """
        task = asyncio.create_task(self._run(function, arguments))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self, function: Callable[..., Coroutine[Any, Any, None]], arguments: tuple[object, ...]) -> None:
        try:
            await function(*arguments)
        except StoreRefused:  # the message is not repeated
            self._again.add((function, arguments))
        except Exception:
            logger.exception("a notification of another server could not be handled")

    async def poll_store(self) -> None:
        """Do again what could not be done, and ask the store for all events while the broker is unavailable."""
        while True:
            await asyncio.sleep(POLL_SECONDS)
            again, self._again = self._again, set()
            for function, arguments in again:
                self.spawn(function, *arguments)
            if not self._context.broker.is_up and self._rooms:
                with suppress(Exception):  # the database is unavailable as well; the next round asks again
                    for match, number in (await self._context.store.last_numbers(list(self._rooms))).items():
                        self._catch_up(match, number)

    async def close(self) -> None:
        rooms = list(self._rooms.values())
        self._rooms.clear()
        self._closed = ClosedMatches()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*(room.close() for room in rooms))


PAUSE_SECONDS = 5.0  # between two searches
RETRY_SECONDS = 600.0  # after the clock of a match could not be checked


async def watch_clocks(store: Store, rooms: Rooms, now: Callable[[], float]) -> None:
    """End the time of players whose clock has run out, until cancelled."""

    async def check() -> None:
        for match in await store.overdue_matches(now()):
            await _check_clock(store, rooms, match, now)

    await repeat(check, PAUSE_SECONDS, "the clocks that have run out could not be checked")


async def _check_clock(store: Store, rooms: Rooms, match: str, now: Callable[[], float]) -> None:
    """End the time of a player whose clock has run out; if downtime has stopped the clock, check again later."""
    try:
        async with rooms.room_of(match) as room:
            if not await room.do(room.decide_flag):
                await store.set_due(match, room.flag_at())
    except Refused as refused:
        logger.warning("the clock of match %s could not be checked: %s", match, refused.code)
        await store.set_due(match, now() + RETRY_SECONDS)
