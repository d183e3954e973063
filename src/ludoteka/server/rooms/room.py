"""A room: a match in memory, while somebody plays or watches it.

Each room has one lock.  An event is decided, accepted, stored and then shown to everybody before the next command is
looked at.  If it cannot be stored, it is undone.  The log in the store is authoritative: if another server has written
first, the room takes over its events and decides the command again.
"""

import asyncio
import time
from collections.abc import Callable
from functools import partial
from typing import Final

from ludoteka.compilation import python_class
from ludoteka.core.match import replay_actions
from ludoteka.core.message import RefusedAloud
from ludoteka.core.rules import NOBODY
from ludoteka.referee.commands import Act, Command, Hint, RefereeContext, Throw
from ludoteka.referee.events import KEEPING_POSITION, Event, Person, Setup
from ludoteka.referee.projection import Roster
from ludoteka.referee.referee import Referee
from ludoteka.referee.views.details import EVERYBODY_PRESENT, Presence
from ludoteka.server.calls.answers import CreatedItem
from ludoteka.server.operations import metrics
from ludoteka.server.operations.work_queue import SHORT_LOG, WorkQueue
from ludoteka.server.protocol.messages import encode
from ludoteka.server.protocol.socket_messages import RematchMessage
from ludoteka.server.rooms.autoplay import PACES, Autoplay
from ludoteka.server.rooms.context import RoomContext
from ludoteka.server.rooms.subscribers import Subscriber, Subscribers
from ludoteka.store import MatchStatus, NotStored, NumberTaken
from ludoteka.store.short_turns import short_turns

SLOW_GRACE_FACTOR: Final = 15  # by which the grace period is longer in a match without a live clock
LONG_MATCH: Final = 1000  # events, of which a whole view takes ten milliseconds
MAX_SINGLE_STEPS: Final = 8  # events of another server that are shown one by one; more are shown at once


@python_class
class Room:
    """One match, its subscribers, and what happens in it without a person."""

    def __init__(self, referee: Referee, context: RoomContext, rematch: str | None = None) -> None:
        self.referee = referee
        self.subscribers = Subscribers(referee)
        self.borrowers = 0  # how many callers keep the room open besides its subscribers
        self._context = context
        self._rematch = rematch  # the id of the rematch
        self._lock = asyncio.Lock()
        self.left_at: dict[str, float] = {}  # holder of a seat -> when they left
        self.autoplay = Autoplay(self, context)
        self._is_closed = False
        self._watching = 0
        self._counted: tuple[Roster | None, Presence] = None, EVERYBODY_PRESENT  # who was here, and for which seats
        self._update_presence()

    @property
    def id(self) -> str:
        return self.referee.setup.id

    @property
    def is_watched(self) -> bool:
        """Whether anybody has the match open here."""
        return bool(self.subscribers.all)

    async def greet(self, subscriber: Subscriber, last: int = 0, token: str = "") -> bool:
        """Send the match to a connection and keep it up to date; return False if the room is closed.

        `last` is the number of the last event that the client has seen, and `token` names the run of views to which the
        client's last view belongs.
        """
        async with self._lock:
            if self._is_closed:
                return False
            if subscriber.holder not in self.subscribers.holders:
                self._context.broker.enter(self.id, subscriber.holder)
            self.subscribers.all.add(subscriber)
            has_changed = self._update_presence()
            greeting = partial(
                self.subscribers.greeting, subscriber, last, token, self._referee_context(), self._presence()
            )
            subscriber.post(await self._build(greeting, subscriber.holder))
            if self._rematch:
                subscriber.post(_encode_rematch(self._rematch))
            if has_changed:
                self._show()
            self.autoplay.wake()
            return True

    async def _build(self, message: Callable[[], bytes], holder: str) -> bytes:
        """Return a message about the whole match; a long one is built in a thread, when it is the person's turn."""
        if self.referee.number <= LONG_MATCH:
            return message()
        async with self._context.work.turn(holder):
            return await asyncio.to_thread(short_turns()(message))

    async def command(self, subscriber: Subscriber, command: Command) -> int:
        """Carry out a person's command; return the number of its event.

        Raises:
            Refused: as `Referee.decide`, "not-stored", or "curtain-down".
        """
        async with self._lock:
            while True:
                done = self.referee.event_number_of(subscriber.holder, command.id)
                if done is not None:
                    return done
                if isinstance(command, Act | Throw | Hint):
                    self.subscribers.check_lifted(subscriber)
                if isinstance(command, Hint):
                    self._context.hints.check_free(subscriber.holder)
                context = self._referee_context(subscriber.lag)
                late = self.referee.decide_flag(context)
                aloud: RefusedAloud | None = None
                try:
                    event = late or self.referee.decide(subscriber.holder, command, context)
                except RefusedAloud as refused:
                    event, aloud = self.referee.decide_refusal(refused, context.at), refused
                if await self._commit(event) and not late:
                    if aloud:
                        raise aloud
                    if isinstance(command, Hint):
                        self._context.hints.search(self.referee, subscriber)
                    return event.number

    async def lift(self, subscriber: Subscriber, seat: str) -> int:
        """Lift the curtain for a seat; return the number of the last event.  Raises Refused: "no-curtain"."""
        async with self._lock:
            self.subscribers.lift(subscriber, seat, self._referee_context(), self._presence())
            return self.referee.number

    async def do(self, decide: Callable[[RefereeContext], Event | None]) -> bool:
        """Commit an event that no person asked for, if `decide` returns one; return whether it did.

        Raises:
            Refused: "not-stored".
        """
        async with self._lock:
            event = None if self._is_closed else decide(self._referee_context())
            return event is not None and await self._commit(event)

    def decide_flag(self, context: RefereeContext) -> Event | None:
        return self.referee.decide_flag(context)

    @property
    def pace(self) -> str:
        """The speed that the only person, who plays against computers or is out, wants of them; else "normal"."""
        people = self.referee.roster.people or self.referee.roster.holders  # of whom nobody plays any more
        if len(people) != 1 or all(one.kind != "computer" for one in self.referee.occupants.values()):
            return "normal"
        wanted = {one.pace for one in self.subscribers.all if one.holder in people}
        return next((pace for pace in PACES if pace in wanted), "normal")

    def flag_at(self) -> float | None:
        """Return the house time at which the running clock runs out; None while no clock runs."""
        timing = self.referee.clock
        due = timing.due(self.referee.awaited) if self.referee.awaited else None
        return None if due is None else due + self._context.downtime_between(timing.since, self._context.now())

    async def _commit(self, event: Event) -> bool:
        """Accept, store and show an event.  An event that cannot be stored is undone.

        Returns False if another server wrote first; the match is then as the log says.
        """
        setup = self.referee.setup
        await self._accept(event)
        failure: NumberTaken | NotStored | None = None
        try:
            await self._store(event)
        except (NumberTaken, NotStored) as error:
            failure = error
        if failure:
            await self._rebuild(setup)
            if not isinstance(failure, NumberTaken):
                self._show()
                raise failure
            await self._catch_up()
            return False
        metrics.count_event(setup.game, event.kind, self.referee.result is not None)
        self._context.broker.announce(self.id, event)
        if event.kind in ("sit", "leave") or self.referee.result is not None:
            self._context.tell(self.referee.roster.people)
        self._show()
        self.autoplay.wake()
        return True

    async def _store(self, event: Event) -> None:
        """Store an event, and measure how long that takes, whatever comes of it."""
        began = time.perf_counter()
        try:
            await self._context.store.append(self.id, event, match_status(self.referee), self.referee.setup.clock)
        finally:
            metrics.APPENDS.observe(time.perf_counter() - began)

    def may_lack(self, number: int) -> bool:
        """Tell whether the room may not have the event of this number that was stored; its own may still be undone."""
        return number > self.referee.number or (number == self.referee.number and self._lock.locked())

    async def catch_up(self, number: int, last: Event | None = None) -> None:
        """Take over the events of other servers, at least up to `number`; without asking the database if `last` is next."""
        async with self._lock:
            if self._is_closed or self.referee.number >= number:
                return
            if last and last.number == self.referee.number + 1:
                await self._take_over([last])
            else:
                await self._catch_up()

    async def _catch_up(self) -> None:
        await self._take_over(await self._context.store.events_after(self.id, self.referee.number))

    async def _take_over(self, events: list[Event]) -> None:
        are_few = 0 < len(events) <= MAX_SINGLE_STEPS
        for event in events:
            await self._accept(event)
            if are_few:
                self._show()
        if not are_few:
            self._show()
        self.autoplay.wake()

    async def _accept(self, event: Event) -> None:
        if event.kind not in KEEPING_POSITION:
            self._context.hints.cancel(self.id)
        await accept_event(self.referee, event, self._context.work)

    async def _rebuild(self, setup: Setup) -> None:
        rebuild = partial(Referee, self.referee.game, setup, self.referee.events[:-1])
        is_short = self.referee.number <= SHORT_LOG
        self.referee = rebuild() if is_short else await self._context.work.run(setup.host, rebuild)
        self.subscribers.restart(self.referee)

    async def rename(self, person: Person) -> None:
        """Show a person's new name and standing; the store knows them already."""
        async with self._lock:
            if self.referee.rename(person):
                self._show()

    async def people_changed(self) -> None:
        async with self._lock:
            if self._update_presence():
                self._show()
            self.autoplay.wake()

    async def refresh(self) -> None:
        """Show what has changed only because time has passed, such as a win that can be claimed."""
        async with self._lock:
            self._show()

    def announce_rematch(self, match: str) -> None:
        self._rematch = match
        self.subscribers.broadcast(_encode_rematch(match))

    async def leave(self, subscriber: Subscriber) -> None:
        """Remove a connection, and show the others that somebody has left."""
        async with self._lock:  # so that nothing is shown before it is stored
            self.subscribers.all.discard(subscriber)
            if subscriber.holder not in self.subscribers.holders:
                self._context.broker.leave(self.id, subscriber.holder)
            if self._update_presence():
                self._show()
            self.autoplay.wake()

    async def close(self) -> None:
        self._is_closed = True
        self._context.hints.cancel(self.id)
        await self.autoplay.close()

    async def final_referee(self) -> Referee:
        """Return the referee of a closed room, after the last event has been stored or undone."""
        async with self._lock:
            return self.referee

    def _show(self) -> None:
        self.subscribers.show(self._referee_context(), self._presence())

    def _referee_context(self, lag: float = 0.0) -> RefereeContext:
        now, timing = self._context.now(), self.referee.clock
        idle = 0.0 if timing.control.kind == "none" else self._context.downtime_between(timing.since, now)
        if not self.left_at:
            return RefereeContext(now, idle, lag)
        gone = [holder for holder, left_at in self.left_at.items() if now - left_at >= self.grace]
        return RefereeContext(now, idle, lag, gone)

    @property
    def grace(self) -> float:
        """The seconds for which a person may be away before they count as gone."""
        return self._context.grace * (1 if self.referee.clock.control.is_live else SLOW_GRACE_FACTOR)

    def _presence(self) -> Presence:
        """Return who is here: counted again when people have come or gone or seats have changed hands, not at every move."""
        roster = self.referee.roster
        if self._counted[0] is not roster:
            watching = len(self._present() - roster.holders)
            self._counted = roster, Presence(self.left_at, watching, self.grace)
        return self._counted[1]

    def _present(self) -> set[str]:
        return self.subscribers.holders | self._context.broker.present(self.id)

    def _update_presence(self) -> bool:
        """Update who is away; return whether anything has changed for the people who are here."""
        now, present, before = self._context.now(), self._present(), dict(self.left_at)
        seated = self.referee.roster.people
        self.left_at = {one: before.get(one, now) for one in seated if one not in present}
        watching = len(present - seated)
        has_changed = set(before) != set(self.left_at) or watching != self._watching
        self._watching, self._counted = watching, (None, EVERYBODY_PRESENT)
        return has_changed


async def accept_event(referee: Referee, event: Event, work: WorkQueue) -> None:
    """Apply an event; a take back replays the actions that remain, in a long match beside the event loop."""
    if event.kind != "back" or referee.number <= SHORT_LOG:
        referee.accept(event)
        return
    rewound = await work.run(referee.setup.host, replay_actions, *referee.rewinding(int(event.text)))
    referee.accept(event, rewound)


def match_status(referee: Referee) -> MatchStatus:
    """Return the status of a match for the list of matches."""
    due = referee.clock.due(referee.awaited) if referee.awaited and referee.seat != NOBODY else None
    return MatchStatus(referee.result, referee.awaited, due)


def _encode_rematch(match: str) -> bytes:
    return encode(RematchMessage(CreatedItem(match)))
