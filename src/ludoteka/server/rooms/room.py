"""A room: a match that is being played or watched, in memory.

One lock a room: what is decided is accepted, stored and only then shown, before the next command
is looked at; what cannot be stored is forgotten again.  The log in the store is the truth: where another
server wrote first, its events are taken over and the command is decided again.
"""

import asyncio
from collections.abc import Callable

from ludoteka.core.message import Message, Refused
from ludoteka.core.rules import NOBODY
from ludoteka.referee.commands import Act, Command, Throw
from ludoteka.referee.context import RefereeContext
from ludoteka.referee.events import Event, Setup
from ludoteka.referee.referee import Referee
from ludoteka.referee.views.details import Presence
from ludoteka.server.operations import metrics
from ludoteka.server.protocol.messages import encode
from ludoteka.server.rooms.autoplay import Autoplay
from ludoteka.server.rooms.context import RoomContext
from ludoteka.server.rooms.subscribers import Subscriber, Subscribers
from ludoteka.store import MatchStatus, NotStored, NumberTaken

UNHURRIED = 15  # times the grace: so long may a person be away from a match without a clock
MOST_AT_ONCE = 8  # events of another server that are shown one by one


def storage_refusal() -> Refused:
    """Return the refusal of what the disk would not take."""
    return Refused("not-stored", Message("The house could not store that. Please try again."))


class Room:
    """One match, who watches it, and what goes on in it by itself."""

    def __init__(self, referee: Referee, context: RoomContext, rematch: str | None = None) -> None:
        self.referee = referee
        self.subscribers = Subscribers(referee)
        self.borrowers = 0  # who need it open, beside its audience
        self._context = context
        self._rematch = rematch  # the id of the match that followed this one
        self._lock = asyncio.Lock()
        self.left_at: dict[str, float] = {}  # holder of a seat -> when he left
        self._autoplay = Autoplay(self, context)
        self._is_closed = False
        self._watching = 0
        self._notice_people()

    @property
    def id(self) -> str:
        """The id of the match."""
        return self.referee.setup.id

    @property
    def is_watched(self) -> bool:
        """Whether anybody has the match open here."""
        return bool(self.subscribers.all)

    async def greet(self, subscriber: Subscriber, last: int = 0, token: str = "") -> bool:
        """Show the match to a connection and keep it informed from now on; a closed room cannot.

        `last` is the event that it has seen last, and `token` of which run of scenes that was.
        """
        async with self._lock:
            if self._is_closed:
                return False
            if subscriber.holder not in self.subscribers.holders:
                self._context.broker.enter(self.id, subscriber.holder)
            self.subscribers.all.add(subscriber)
            has_changed = self._notice_people()
            self.subscribers.greet(subscriber, last, token, self._moment(), self._presence())
            if self._rematch:
                subscriber.post(_rematch(self._rematch))
            if has_changed:
                self._show()
            self._autoplay.wake()
            return True

    async def command(self, subscriber: Subscriber, command: Command) -> int:
        """Do what a person asks; return the number of the event it made.

        Raises:
            Refused: as `Referee.decide`, "not-stored", or "curtain-down".
        """
        async with self._lock:
            while True:
                done = self.referee.event_number_of(subscriber.holder, command.id)
                if done is not None:
                    return done
                if isinstance(command, Act | Throw):
                    self.subscribers.check_lifted(subscriber)
                moment = self._moment(subscriber.lag)
                late = self.referee.decide_flag(moment)
                event = late or self.referee.decide(subscriber.holder, command, moment)
                if await self._commit(event) and not late:
                    return event.number

    async def lift(self, subscriber: Subscriber, seat: str) -> int:
        """Lift the curtain for a seat; return the number of the last event.  Raises Refused: "no-curtain"."""
        async with self._lock:
            self.subscribers.lift(subscriber, seat, self._moment(), self._presence())
            return self.referee.number

    async def do(self, decide: Callable[[RefereeContext], Event | None]) -> bool:
        """Let something happen that no person asked for; tell whether it did.  Raises Refused: "not-stored"."""
        async with self._lock:
            event = None if self._is_closed else decide(self._moment())
            return event is not None and await self._commit(event)

    def decide_flag(self, moment: RefereeContext) -> Event | None:
        """Return the event of the seat whose time is over, if one's is."""
        return self.referee.decide_flag(moment)

    def flag_at(self) -> float | None:
        """Return when the time of the seat that is awaited ends, in house time; None while no clock runs."""
        timing = self.referee.clock
        due = timing.due(self.referee.awaited) if self.referee.awaited else None
        return None if due is None else due + self._context.downtime_between(timing.since, self._context.now())

    async def _commit(self, event: Event) -> bool:
        """Accept, store, show: whatever cannot be stored has not happened.

        False: another server wrote first, and the match is now as its log says.
        """
        setup = self.referee.setup
        self.referee.accept(event)
        try:
            with metrics.APPENDS.time():
                await self._context.store.append(self.id, event, match_status(self.referee))
        except NumberTaken:
            self._rebuild(setup, self.referee.events[:-1])
            await self._catch_up()
            return False
        except NotStored as error:
            self._rebuild(setup, self.referee.events[:-1])
            self._show()
            raise storage_refusal() from error
        metrics.count_event(setup.game, event.kind, self.referee.result is not None)
        self._context.broker.announce(self.id, event.number)
        self._show()
        self._autoplay.wake()
        return True

    async def catch_up(self, number: int) -> None:
        """Take over what other servers have written, up to event `number` at least."""
        async with self._lock:
            if not self._is_closed and self.referee.number < number:
                await self._catch_up()

    async def _catch_up(self) -> None:
        events = await self._context.store.events_after(self.id, self.referee.number)
        for event in events:
            self.referee.accept(event)
            if len(events) <= MOST_AT_ONCE:
                self._show()
        self._show()
        self._autoplay.wake()

    def _rebuild(self, setup: Setup, events: list[Event]) -> None:
        self.referee = Referee(self.referee.game, setup, events)
        self.subscribers.restart(self.referee)

    async def rename(self, holder: str, name: str) -> None:
        """Show everybody how somebody is called from now on; the store knows it already."""
        async with self._lock:
            if self.referee.rename(holder, name):
                self._show()

    async def people_changed(self) -> None:
        """Show who has come and gone on other servers."""
        async with self._lock:
            if self._notice_people():
                self._show()
            self._autoplay.wake()

    async def refresh(self) -> None:
        """Show what time has changed: what can be claimed now."""
        async with self._lock:
            self._show()

    def follow(self, match: str) -> None:
        """Tell the whole audience of the rematch."""
        self._rematch = match
        self.subscribers.tell(_rematch(match))

    async def leave(self, subscriber: Subscriber) -> None:
        """Forget a connection, and show the others that somebody has gone."""
        async with self._lock:  # never show what is not stored yet
            self.subscribers.all.discard(subscriber)
            if subscriber.holder not in self.subscribers.holders:
                self._context.broker.leave(self.id, subscriber.holder)
            if self._notice_people():
                self._show()
            self._autoplay.wake()

    async def close(self) -> None:
        """Stop throwing and thinking."""
        self._is_closed = True
        await self._autoplay.close()

    def _show(self) -> None:
        self.subscribers.show(self._moment(), self._presence())

    def _moment(self, lag: float = 0.0) -> RefereeContext:
        now, timing = self._context.now(), self.referee.clock
        idle = 0.0 if timing.control.kind == "none" else self._context.downtime_between(timing.since, now)
        gone = [holder for holder, left_at in self.left_at.items() if now - left_at >= self.grace]
        return RefereeContext(now, idle, lag, gone)

    @property
    def grace(self) -> float:
        """For how many seconds a person may be away before he counts as gone."""
        return self._context.grace * (1 if self.referee.clock.control.is_live else UNHURRIED)

    def _presence(self) -> Presence:
        present = self._present()
        seated = {one.holder for one in self.referee.occupants.values()}
        return Presence(self.left_at, len(present - seated), self.grace)

    def _present(self) -> set[str]:
        return self.subscribers.holders | self._context.broker.present(self.id)

    def _notice_people(self) -> bool:
        """Keep who has come and gone; tell whether anything has changed for those who are here."""
        now, present, before = self._context.now(), self._present(), dict(self.left_at)
        seated = {one.holder for one in self.referee.occupants.values() if one.kind == "person"}
        self.left_at = {one: before.get(one, now) for one in seated if one not in present}
        watching = len(present - seated)
        has_changed = set(before) != set(self.left_at) or watching != self._watching
        self._watching = watching
        return has_changed


def match_status(referee: Referee) -> MatchStatus:
    """Return how a match stands, for lists."""
    due = referee.clock.due(referee.awaited) if referee.awaited and referee.seat != NOBODY else None
    return MatchStatus(referee.result, referee.awaited, due)


def _rematch(match: str) -> bytes:
    return encode({"t": "rematch", "d": {"id": match}})
