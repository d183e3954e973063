"""A house in this process in which replaying a long match takes as long as a test wants, and long matches for it."""

import asyncio
import threading
from contextlib import asynccontextmanager

import httpx2

from houses.stores import new_file
from ludoteka.house.app import create_application
from ludoteka.house.house import House
from ludoteka.referee.events import Event, Occupant, Setup
from ludoteka.server.operations.work_queue import SHORT_LOG
from ludoteka.server.settings import Settings
from ludoteka.store import MatchStatus, Store

CYCLE = ("e8-f8", "e7-d7", "f8-e8", "d7-e7")
HOST = "h" * 64


class Threads:
    """What does in threads of this process what a house else does in another one, so that a test can hold it up."""

    async def call(self, function, *rest, **named):
        return await asyncio.to_thread(function, *rest, **named)

    async def close(self):
        pass


class SlowHouse(House):
    """A house that remembers which matches it replayed; a long one is not replayed before `may_replay` is set."""

    process = Threads

    def __init__(self, place):
        super().__init__(Store.open(place), Settings("127.0.0.1", 0, place))
        self.replayed = []
        self.has_begun, self.may_replay = asyncio.Event(), threading.Event()
        self._loop = asyncio.get_running_loop()
        self.application = create_application(self)

    def referee(self, setup, events):
        self.replayed.append(setup.id)
        self._loop.call_soon_threadsafe(self.has_begun.set)
        if len(events) > SHORT_LOG:
            assert self.may_replay.wait(60), "the event loop waits for the replay"
        return super().referee(setup, events)

    def browser(self, address="192.0.2.1"):
        """Return an HTTP client at an address."""
        transport = httpx2.ASGITransport(app=self.application, client=(address, 1))
        return httpx2.AsyncClient(transport=transport, base_url="http://house")


@asynccontextmanager
async def slow_house(folder):
    house = SlowHouse(new_file(folder / "house.sqlite"))
    await house.open()
    try:
        yield house
    finally:
        house.may_replay.set()
        await house.close()


def long_match(name, length=SHORT_LOG + 20, is_over=True, **seats):
    """Return the setup, the log and the status of a match of Tavlei, to be stored."""
    people = {"a": Occupant("person", 0, HOST), "d": Occupant("person", 0, HOST)} | seats
    setup = Setup(name, "tavlei", 1, {"repetition": "off"}, b"seed" * 8, people, 0.0, host=HOST)
    log = [Event(number, "act", "ad"[(number - 1) % 2], CYCLE[(number - 1) % 4]) for number in range(1, length + 1)]
    if not is_over:
        return setup, log, MatchStatus()
    return setup, [*log, Event(length + 1, "resign", "a", "")], MatchStatus({"a": -1, "d": 1})


async def until_queued(queue, length, task=None):
    """Wait until so many pieces of work wait or run, or until a task that may add one of them is done."""
    while len(queue) < length and not (task and task.done()):  # noqa: ASYNC110 - only tests want to know, so there is no event for it
        await asyncio.sleep(0)
