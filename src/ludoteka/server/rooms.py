"""Rooms: a match that is being played or watched, in memory.

One lock a room: what is decided is stored, then accepted by the referee, then shown, before
the next command is looked at.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any

from ludoteka.core.message import Message, Refused
from ludoteka.core.rules import CHANCE
from ludoteka.players.thinker import Thinker
from ludoteka.players.turn import Turn
from ludoteka.referee.commands import Command
from ludoteka.referee.events import Event, Setup
from ludoteka.referee.referee import Referee
from ludoteka.referee.view import Views
from ludoteka.server.messages import encoded
from ludoteka.store import NotStored, NumberTaken, Store

logger = logging.getLogger(__name__)
RETRY_SECONDS = 2.0  # after a computer could not decide or its move could not be stored


def not_stored() -> Refused:
    """Return the refusal of what the disk would not take."""
    return Refused("not-stored", Message("The house could not store that. Please try again."))


class Audience:
    """A connection that watches a room: whose it is, and how to send to it."""

    def __init__(self, holder: str, post: Callable[[bytes], None]) -> None:
        self.holder = holder
        self.post = post
        self.known_moves: int | None = None  # None before the first view


class Room:
    """One match, its audience, and the computer that may be thinking."""

    def __init__(self, referee: Referee, store: Store, thinker: Thinker) -> None:
        self.referee = referee
        self.audience: set[Audience] = set()
        self._views = Views(referee)
        self._store = store
        self._thinker = thinker
        self._lock = asyncio.Lock()
        self._thinking: asyncio.Task[None] | None = None
        self._is_closed = False

    async def greet(self, audience: Audience) -> bool:
        """Show the whole match to a connection and keep it informed from now on; a closed room cannot."""
        async with self._lock:
            if self._is_closed:
                return False
            await self._throw_if_due()
            audience.known_moves = None
            self._show(audience)
            self.audience.add(audience)
            self._wake()
            return True

    async def command(self, holder: str, command: Command) -> int:
        """Do what a person asks; return the number of the event it made.

        Raises:
            Refused: as `Referee.decide`, or "not-stored".
        """
        return await asyncio.shield(self._command(holder, command))  # a lost connection stops nothing half-way

    async def _command(self, holder: str, command: Command) -> int:
        async with self._lock:
            done = self.referee.done_before(command.id)
            if done is not None:
                return done
            number = await self._commit(self.referee.decide(holder, command, time.time()))
            await self._throw_if_due()
            self._wake()
            return number

    async def _commit(self, event: Event) -> int:
        """Accept, store, show: whatever cannot be stored has not happened."""
        self.referee.accept(event)
        try:
            await self._store.append(self.referee.setup.id, event, self.referee.result)
        except NumberTaken as error:  # somebody else wrote first: his log is the truth
            await self._reload()
            raise Refused("stale", Message("The match has moved on. Look again before you act.")) from error
        except NotStored as error:
            self._rebuild(self.referee.events[:-1])
            raise not_stored() from error
        for one in self.audience:
            self._show(one)
        return event.number

    async def _reload(self) -> None:
        stored = await self._store.load(self.referee.setup.id)
        self._rebuild(stored[1] if stored else [])
        for one in self.audience:
            self._show(one)

    def _rebuild(self, events: list[Event]) -> None:
        self.referee = Referee(self.referee.game, self.referee.setup, events)
        self._views = Views(self.referee)

    def _show(self, audience: Audience) -> None:
        view = self._views.view(audience.holder, audience.known_moves)
        audience.known_moves = len(self.referee.moves)
        audience.post(encoded({"t": "view", "n": self.referee.number, "d": view}))

    async def _throw_if_due(self) -> None:
        while self.referee.seat == CHANCE:
            await self._commit(self.referee.decide_throw(time.time()))

    def _wake(self) -> None:
        """Let the computer think, if it is to act and does not think yet."""
        if self.referee.turn() is not None and (self._thinking is None or self._thinking.done()):
            self._thinking = asyncio.create_task(self._think())

    async def _think(self) -> None:
        while (turn := self.referee.turn()) is not None:
            number = self.referee.number
            try:
                action = await self._thinker.choose(turn)
                await asyncio.shield(self._answer(turn, number, action))
            except Exception:  # whatever it was, the match must go on
                logger.exception("the computer could not move in match %s", self.referee.setup.id)
                await asyncio.sleep(RETRY_SECONDS)

    async def _answer(self, turn: Turn, number: int, action: int) -> None:
        async with self._lock:
            if self.referee.number == number and action in turn.legal:
                await self._commit(self.referee.decide_for_computer(action, time.time()))
                await self._throw_if_due()

    def tell(self, message: dict[str, Any]) -> None:
        """Send the same to the whole audience."""
        text = encoded(message)
        for one in self.audience:
            one.post(text)

    def leave(self, audience: Audience) -> bool:
        """Forget a connection; tell whether nobody is left."""
        self.audience.discard(audience)
        return not self.audience

    async def close(self) -> None:
        """Stop thinking."""
        self._is_closed = True
        if self._thinking:
            self._thinking.cancel()
            await asyncio.gather(self._thinking, return_exceptions=True)


class Rooms:
    """The rooms in use, by the id of the match; others are built from the store when asked for."""

    def __init__(self, store: Store, thinker: Thinker, referee_of: Callable[[Setup, list[Event]], Referee]) -> None:
        self._store = store
        self._thinker = thinker
        self._referee_of = referee_of
        self._rooms: dict[str, Room] = {}
        self._building: dict[str, asyncio.Lock] = {}

    async def room(self, match: str) -> Room:
        """Return the room of a match.

        Raises:
            Refused: "no-such-match".
        """
        lock = self._building.setdefault(match, asyncio.Lock())
        try:
            async with lock:
                if match not in self._rooms:
                    stored = await self._store.load(match)
                    if stored is None:
                        raise Refused("no-such-match", Message("There is no such match here."))
                    self._rooms[match] = Room(self._referee_of(*stored), self._store, self._thinker)
                return self._rooms[match]
        finally:
            if not lock.locked():
                self._building.pop(match, None)

    async def enter(self, match: str, audience: Audience) -> Room:
        """Show a match to a connection and keep it informed; return the room.  Raises as `room`."""
        while True:
            room = await self.room(match)
            if await room.greet(audience):
                return room

    async def leave(self, match: str, audience: Audience) -> None:
        """Take a connection out of its room; an empty room is given up, its match rests in the store."""
        room = self._rooms.get(match)
        if room and room.leave(audience):
            del self._rooms[match]
            await room.close()

    async def close(self) -> None:
        """Give up every room."""
        rooms = list(self._rooms.values())
        self._rooms.clear()
        await asyncio.gather(*(room.close() for room in rooms))
