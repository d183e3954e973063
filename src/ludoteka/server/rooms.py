"""Rooms: a match that is being played or watched, in memory.

One lock a room: what is decided is accepted, stored and only then shown, before the next command
is looked at; what cannot be stored is forgotten again.
"""

import asyncio
import logging
import time
from collections.abc import Callable

from ludoteka.core.message import Message, Refused
from ludoteka.core.rules import NOBODY
from ludoteka.players.thinker import Thinker
from ludoteka.players.turn import Turn
from ludoteka.referee.commands import Command
from ludoteka.referee.events import Event, Setup
from ludoteka.referee.referee import Referee
from ludoteka.referee.view import Views
from ludoteka.server.messages import encoded
from ludoteka.store import NotStored, NumberTaken, Standing, Store

logger = logging.getLogger(__name__)
RETRY_SECONDS = 2.0  # after dice or computer could not act; doubled each time
LONGEST_PAUSE = 60.0


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

    def __init__(
        self, referee: Referee, store: Store, thinker: Thinker, moment: float, rematch: str | None = None
    ) -> None:
        self.referee = referee
        self._rematch = rematch  # the id of the match that followed this one
        self._moment = moment  # seconds in which people see what was thrown, before the match goes on by itself
        self.audience: set[Audience] = set()
        self._views = Views(referee)
        self._store = store
        self._thinker = thinker
        self._lock = asyncio.Lock()
        self._acting: asyncio.Task[None] | None = None
        self._is_closed = False

    async def greet(self, audience: Audience) -> bool:
        """Show the whole match to a connection and keep it informed from now on; a closed room cannot."""
        async with self._lock:
            if self._is_closed:
                return False
            audience.known_moves = None
            has_come = audience.holder not in self.present and bool(self.referee.held_by(audience.holder))
            self.audience.add(audience)
            for one in self.audience if has_come else [audience]:
                self._show(one)
            self._wake()
            return True

    @property
    def present(self) -> set[str]:
        """The people who have the page of the match open."""
        return {one.holder for one in self.audience}

    async def command(self, holder: str, command: Command) -> int:
        """Do what a person asks; return the number of the event it made.

        Raises:
            Refused: as `Referee.decide`, or "not-stored".
        """
        return await asyncio.shield(self._command(holder, command))  # a lost connection stops nothing half-way

    async def _command(self, holder: str, command: Command) -> int:
        async with self._lock:
            done = self.referee.done_before(holder, command.id)
            if done is not None:
                return done
            number = await self._commit(self.referee.decide(holder, command, time.time()))
            self._wake()
            return number

    async def _commit(self, event: Event) -> int:
        """Accept, store, show: whatever cannot be stored has not happened."""
        setup = self.referee.setup
        self.referee.accept(event)
        try:
            await self._store.append(self.referee.setup.id, event, Standing(self.referee.result, self.referee.awaited))
        except NumberTaken as error:  # somebody else wrote first: his log is the truth
            await self._reload()
            raise Refused("stale", Message("The match has moved on. Look again before you act.")) from error
        except NotStored as error:
            self._rebuild(setup, self.referee.events[:-1])
            raise not_stored() from error
        self._show_all()
        return event.number

    async def _reload(self) -> None:
        stored = await self._store.load(self.referee.setup.id)
        self._rebuild(*(stored or (self.referee.setup, [])))
        self._show_all()

    def _rebuild(self, setup: Setup, events: list[Event]) -> None:
        self.referee = Referee(self.referee.game, setup, events)
        self._views = Views(self.referee)
        for one in self.audience:
            one.known_moves = None  # what was shown may have been another log's

    async def rename(self, holder: str, name: str) -> None:
        """Show everybody how somebody is called from now on; the store knows it already."""
        async with self._lock:
            if self.referee.rename(holder, name):
                self._show_all()

    def _show_all(self) -> None:
        for one in self.audience:
            self._show(one)

    def _show(self, audience: Audience) -> None:
        view = self._views.view(audience.holder, audience.known_moves, self.present, self._rematch)
        audience.known_moves = len(self.referee.moves)
        audience.post(encoded({"t": "view", "n": self.referee.number, "d": view}))

    def _wake(self) -> None:
        """Let the match go on by itself, if it can and does not already."""
        is_idle = self._acting is None or self._acting.done()
        if is_idle and not self._is_closed and self._goes_on():
            self._acting = asyncio.create_task(self._act())

    def _goes_on(self) -> bool:
        return self.referee.seat != NOBODY and not self.referee.awaits_person

    async def _act(self) -> None:
        """Throw, pass and think until a person is to act; what fails is tried again, for the match must go on."""
        pause = RETRY_SECONDS
        while self._goes_on():
            try:
                await self._act_once()
            except Exception:
                logger.exception("neither dice nor computer could act in match %s", self.referee.setup.id)
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    async def _act_once(self) -> None:
        number = self.referee.number
        await asyncio.sleep(self._pause())
        turn = self.referee.turn()
        if self.referee.number != number:
            return
        if turn is None or self.referee.decide_by_itself(0.0):
            await asyncio.shield(self._go_on(number))
        else:
            await asyncio.shield(self._answer(turn, number, await self._thinker.choose(turn)))

    def _pause(self) -> float:
        """Return for how many seconds people look before the next step: longest before a pass."""
        if self.referee.is_pass_due:
            return self._moment
        has_thrown = bool(self.referee.moves) and self.referee.moves[-1].seat == "chance"
        return self._moment / 2 if has_thrown or self.referee.thrower else 0.0

    async def _go_on(self, number: int) -> None:
        async with self._lock:
            event = self.referee.decide_by_itself(time.time())
            if self.referee.number == number and event:
                await self._commit(event)

    async def _answer(self, turn: Turn, number: int, action: int) -> None:
        async with self._lock:
            if self.referee.number == number and action in turn.legal:
                await self._commit(self.referee.decide_for_computer(action, time.time()))

    def follow(self, match: str) -> None:
        """Tell the whole audience of the rematch."""
        self._rematch = match
        text = encoded({"t": "rematch", "d": {"id": match}})
        for one in self.audience:
            one.post(text)

    async def leave(self, audience: Audience) -> None:
        """Forget a connection, and show the others that somebody has gone."""
        self.audience.discard(audience)
        async with self._lock:  # never show what is not stored yet
            if audience.holder not in self.present and self.referee.held_by(audience.holder):
                self._show_all()

    async def close(self) -> None:
        """Stop throwing and thinking."""
        self._is_closed = True
        if self._acting:
            self._acting.cancel()
            await asyncio.gather(self._acting, return_exceptions=True)


class Rooms:
    """The rooms in use, by the id of the match; others are built from the store when asked for."""

    def __init__(
        self, store: Store, thinker: Thinker, referee_of: Callable[[Setup, list[Event]], Referee], moment: float
    ) -> None:
        self._store = store
        self._moment = moment
        self._thinker = thinker
        self._referee_of = referee_of
        self._rooms: dict[str, Room] = {}
        self._building: dict[str, asyncio.Lock] = {}

    async def room(self, match: str) -> Room:
        """Return the room of a match.

        Raises:
            Refused: "no-such-match", "no-such-game", "other-rules".
        """
        lock = self._building.setdefault(match, asyncio.Lock())
        try:
            async with lock:
                if match not in self._rooms:
                    stored = await self._store.load(match)
                    if stored is None:
                        raise Refused("no-such-match", Message("There is no such match here."))
                    rematch = await self._store.rematch_of(match)
                    referee = self._referee_of(*stored)
                    self._rooms[match] = Room(referee, self._store, self._thinker, self._moment, rematch)
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

    async def rename(self, holder: str, name: str) -> None:
        """Show how somebody is called from now on, wherever he sits."""
        for room in list(self._rooms.values()):
            await room.rename(holder, name)

    async def leave(self, match: str, audience: Audience | None = None) -> None:
        """Take a connection out of its room; an empty room is given up, its match rests in the store."""
        room = self._rooms.get(match)
        if room and audience:
            await room.leave(audience)
        if room and not room.audience and self._rooms.get(match) is room:
            del self._rooms[match]
            await room.close()

    async def close(self) -> None:
        """Give up every room."""
        rooms = list(self._rooms.values())
        self._rooms.clear()
        await asyncio.gather(*(room.close() for room in rooms))
