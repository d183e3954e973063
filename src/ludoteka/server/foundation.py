"""What every house has: its database, its rooms and its limits, and the places where features join in."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp

from ludoteka.core.message import Refused
from ludoteka.players.thinker import Thinker
from ludoteka.referee.events import Person
from ludoteka.server.broker.broker import Broker, BrokerListener
from ludoteka.server.calls.call import Call, Calls
from ludoteka.server.calls.serving import Services, SlowRefusals
from ludoteka.server.http.health import ReadinessCheck
from ludoteka.server.http.pages import Describe
from ludoteka.server.mail.mailer import Mailer
from ludoteka.server.matches import Matches, OpenTables
from ludoteka.server.operations.background_process import BackgroundProcess
from ludoteka.server.operations.house_time import HouseTime
from ludoteka.server.operations.limits import ConnectionLimits, RateLimits
from ludoteka.server.operations.retention import Forget, Retention
from ludoteka.server.operations.work_queue import ReplayQueue, WorkQueue
from ludoteka.server.own_settings import SETTINGS, LiveSettings
from ludoteka.server.people.connections import OpenConnections
from ludoteka.server.rematches import Rematches
from ludoteka.server.replays import Replays
from ludoteka.server.rooms.chat import Chat
from ludoteka.server.rooms.context import RoomContext
from ludoteka.server.rooms.hints import Hints
from ludoteka.server.rooms.rooms import Rooms, watch_clocks
from ludoteka.server.rooms.seating import Seating
from ludoteka.server.settings import Settings
from ludoteka.server.sockets.connection import MatchSockets
from ludoteka.server.streams.line_stream import Streams
from ludoteka.server.streams.news import NEWS, News
from ludoteka.server.whole_matches import build_referee
from ludoteka.store import Store
from ludoteka.store.uptime import Uptime

RefusalPage = Callable[[Request, Refused, int], Response]


class Foundation:
    """The parts that every house has.  A feature gets it, adds its services and calls, and joins in where it needs to."""

    referee = staticmethod(build_referee)
    process = BackgroundProcess

    owner_code = ""  # with which a user becomes the first owner; "" if there is one

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings
        self.services = Services()
        self.calls: list[Call] = []
        self.questions: list[str] = []  # functions in which workers answer the questions of features (`Thinker`)
        self.background: list[Callable[[], Coroutine[Any, Any, None]]] = []  # run from the opening on, until cancelled
        self.listeners: dict[str, Callable[[str], object]] = {}  # of messages from other servers, by subject
        self.opening: list[Callable[[], Awaitable[None]]] = []  # before anybody is served
        self.closing: list[Callable[[], Awaitable[None]]] = []  # the last one first
        self.expiring: list[Forget] = []  # delete what has expired at a time
        self.middleware: list[Callable[..., ASGIApp]] = []  # after the one that identifies guests; each takes `refuse`
        self.refusal_pages: dict[str, RefusalPage] = {}  # for people, by the beginning of the path
        self.previews: dict[str, Describe] = {}  # what pages say of themselves to other sites, by the kind of page
        self._tasks: list[asyncio.Task[None]] = []
        self.limits = RateLimits(counts_addresses=settings.sockets > 0)
        self._thinker = Thinker(more=self.questions)
        self.broker = _broker(settings.broker, self._thinker)
        self.time = HouseTime()
        self.now = self.time.now
        self._uptime = Uptime(store.engine, store.write, self.now, lambda: self.rooms.has_live_clock)
        self._processes = (self.process(), self.process())
        self.work, self.replays = WorkQueue(self._processes[0]), ReplayQueue(self._processes[1])
        self.news = News(self.broker.broadcast)
        context = RoomContext(
            store,
            self.broker,
            self.now,
            downtime_between=self._uptime.down_between,
            pause=settings.moment,
            grace=settings.grace,
            work=self.work,
            hints=Hints(self.broker),
            tell=self.news.tell,
        )
        self.rooms = Rooms(context, self.referee)
        self.open_tables = OpenTables(store, self.rooms, self.now)
        self.matches = Matches(store, self.time, self.work, self.open_tables, self.news)
        self.seating, self._chat = Seating(store), Chat(store, self.now, self.rooms, self.broker.broadcast)
        self.connections = OpenConnections(self.limits["connect"], ConnectionLimits(per_address=settings.sockets))
        limits = self.limits["message"], self.limits["hint"]
        sockets = MatchSockets(self.rooms, self._chat, self.seating, *limits, self.connections)
        self.services.add_all(sockets, Streams(self.connections))
        self.own_settings = LiveSettings(store, self.broker.broadcast)
        mail, address = settings.mail, settings.public_address
        self.mailer = Mailer(mail, address, lambda: self.own_settings.own.name or "Ludoteka") if mail else None
        self._offer()

    def _offer(self) -> None:
        """Offer the services of every house, and listen to what other servers say about them."""
        store = self.store
        self.services[Broker] = self.broker
        self.services.add_all(store, self.settings, self.limits, SlowRefusals(), self.time, self._uptime, self.work)
        self.services.add_all(self.replays, self.news, self.rooms, self.matches, self.seating, self._chat)
        self.services.add_all(self.own_settings, ReadinessCheck(store, self._uptime))
        rematches = Rematches(store, self.time, self.matches, self.rooms, self.seating, self.broker)
        self.services.add_all(Replays(store, self.replays, self.referee), rematches)
        keep = Retention(store, self.now, lambda: {room.id for room in self.rooms}, self.settings.keep, self.expiring)
        self.background += [self.rooms.poll_store, lambda: watch_clocks(store, self.rooms, self.now)]
        self.background += [self.open_tables.watch, keep.run, self.own_settings.run]
        self.opening.append(self.own_settings.reload)
        self.listeners |= {
            NEWS: self.news.hear,
            SETTINGS: lambda _: self.rooms.spawn(self.own_settings.reload),
            "rename": lambda text: self.rooms.spawn(self.rooms.rename, Person(*json.loads(text))),
            "rematch": self._announce_rematch,
            "chat": lambda text: self.rooms.spawn(self._chat.update, json.loads(text)),
            "words-removed": lambda text: self.rooms.spawn(self._chat.show_removed, json.loads(text)),
        }

    async def open(self) -> None:
        """Start the heartbeat, the broker and everything that runs in the background."""
        self.time.set(time.time() + await self.store.clock_offset())
        await self._uptime.start()
        await asyncio.gather(*(prepare() for prepare in self.opening))
        rooms = self.rooms
        await self.broker.start(BrokerListener(rooms.on_event, self._on_gap, rooms.on_presence, self._on_message))
        self._tasks = [asyncio.create_task(run()) for run in self.background]

    async def close(self) -> None:
        """Stop everything, and flush pending writes."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.rooms.close()
        for finish in reversed(self.closing):
            await finish()
        await self.broker.close()
        await asyncio.gather(self._thinker.close(), *(process.close() for process in self._processes))
        await self._uptime.close()
        await self.store.close()

    def _on_message(self, subject: str, text: str) -> None:
        if listener := self.listeners.get(subject):
            listener(text)

    def _announce_rematch(self, text: str) -> None:
        match, made = json.loads(text)
        if room := self.rooms.find(match):
            room.announce_rematch(made)

    def _on_gap(self, match: str) -> None:
        """Load the events and chat lines of a match that this server may have missed."""
        self.rooms.on_gap(match)
        self.rooms.spawn(self._chat.update, match)

    async def show_name(self, person: Person) -> None:
        """Show a person's new name and standing, which are stored already, in all open rooms of all servers."""
        await self.rooms.rename(person)
        self.broker.broadcast("rename", json.dumps(person))


class Feature(NamedTuple):
    """A part that a house may have or not."""

    add: Callable[[Foundation], None]  # adds its services
    calls: Sequence[Calls]


def _broker(url: str, thinker: Thinker) -> Broker:
    if not url:
        return Broker(thinker)
    from ludoteka.server.broker.redis_broker import RedisBroker  # noqa: PLC0415 - a house of one server starts without it

    return RedisBroker(url, thinker)
