"""What happens in a room without a person: throws, forced passes, computers and clocks that run out."""

import asyncio
import logging
import weakref
from collections.abc import Awaitable, Callable
from typing import Final, Protocol

from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.players.turn import Turn
from ludoteka.referee.commands import RefereeContext
from ludoteka.referee.events import Event
from ludoteka.referee.referee import Referee
from ludoteka.server.operations import metrics
from ludoteka.server.rooms.context import RoomContext

logger = logging.getLogger(__name__)
RETRY_SECONDS = 2.0  # after a failure; doubled each time
MAX_RETRY_SECONDS = 60.0
MAX_ALARM_SECONDS = 3600.0  # a timer for a later time is set again after this
# How long the pauses last at each speed of computers, the slowest first
PACES: Final = {"slow": 2.0, "normal": 1.0, "fast": 0.25, "instant": 0.0}
MOST_PASSES: Final = 4  # in a row, with each of which the next one comes sooner


class AutoplayedRoom(Protocol):
    """What `Autoplay` needs of a room."""

    referee: Referee
    left_at: dict[str, float]  # holder of a seat -> when they left, in house time

    @property
    def id(self) -> str: ...

    @property
    def grace(self) -> float: ...

    @property
    def is_watched(self) -> bool: ...

    @property
    def pace(self) -> str: ...

    def flag_at(self) -> float | None: ...

    def decide_flag(self, context: RefereeContext) -> Event | None: ...

    def do(self, decide: Callable[[RefereeContext], Event | None]) -> Awaitable[bool]: ...

    def refresh(self) -> Awaitable[None]: ...


class Autoplay:
    """Continues one match whenever no person has to act."""

    def __init__(self, room: AutoplayedRoom, context: RoomContext) -> None:
        # The room owns this object, so a strong reference to the room would make a cycle
        self._room: AutoplayedRoom = weakref.proxy(room)
        self._context = context
        self._task: asyncio.Task[None] | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._clock_check: asyncio.Task[None] | None = None
        self._is_closed = False

    def wake(self) -> None:
        """Continue the match if it can continue and is not doing so already."""
        if self._is_closed:
            return
        self._set_alarm()
        if (self._task is None or self._task.done()) and self._can_continue():
            self._task = asyncio.create_task(self._act())

    async def finish(self) -> None:
        """Continue the match, if it can continue, until a person has to act."""
        self.wake()
        if self._task:
            await asyncio.wait([self._task])

    async def close(self) -> None:
        """Stop."""
        self._is_closed = True
        if self._alarm:
            self._alarm.cancel()
        tasks = [one for one in (self._task, self._clock_check) if one]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _can_continue(self) -> bool:
        """Tell whether there is anything to do.

        Computers that play among themselves wait until somebody watches, except in tournaments, where others wait.
        """
        referee = self._room.referee
        if referee.seat == NOBODY or referee.awaits_person:
            return False
        return self._room.is_watched or bool(referee.setup.tournament) or not referee.only_computers_play

    async def _act(self) -> None:
        """Throw, pass and think until a person has to act; retry after failures."""
        pause = RETRY_SECONDS
        while self._can_continue():
            if await self._try_once():
                pause = RETRY_SECONDS
            else:
                await asyncio.sleep(pause)
                pause = min(2 * pause, MAX_RETRY_SECONDS)
        self._set_alarm()

    async def _try_once(self) -> bool:
        try:
            await self._act_once()
        except Exception:
            logger.exception("match %s could not continue; retrying", self._room.id)
            return False
        return True

    async def _act_once(self) -> None:
        number = self._room.referee.number
        await asyncio.sleep(self._pause())
        turn = self._room.referee.computer_turn()
        if self._room.referee.number != number:
            return
        if turn is None or self._room.referee.decide_automatically(0.0):
            await asyncio.shield(self._room.do(lambda context: self._decide(number, context)))
        else:
            with metrics.THINKING.labels(turn.game).time():
                person = self._room.referee.setup.host or self._room.id  # old matches have no host
                action = await self._context.broker.choose(self._room.id, number, turn, person)
            await asyncio.shield(
                self._room.do(lambda context: self._decide_for_computer(turn, number, action, context))
            )

    def _pause(self) -> float:
        """Return the pause in seconds before the next step, at the speed that the player wants."""
        return self._usual_pause() * PACES[self._room.pace]

    def _usual_pause(self) -> float:
        """Return the pause before the next step: after a throw and before the next one, people see what has happened.

        A person's forced pass has the longest.  One pass after the other gets quicker, and the next throw follows at once.
        People who are out see each action of the computers that play on.
        """
        referee, moment = self._room.referee, self._context.pause
        if referee.only_computers_play:
            return moment / 2
        passes = referee.count_last_passes(MOST_PASSES)
        if referee.is_pass_due:
            occupant = referee.occupants.get(referee.match.letter(referee.seat) or "")
            is_computers = occupant is not None and occupant.kind == "computer"
            return (moment / 2 if is_computers or passes else moment) / (1 + passes)
        has_thrown = bool(referee.actors) and referee.actors[-1] == "chance"
        if has_thrown or (referee.thrower and not passes):
            return moment / 2
        is_slow = self._room.pace == "slow" and referee.seat != CHANCE
        return moment / 2 if is_slow else 0.0

    def _decide(self, number: int, context: RefereeContext) -> Event | None:
        referee = self._room.referee
        return referee.decide_automatically(context.at) if referee.number == number else None

    def _decide_for_computer(self, turn: Turn, number: int, action: int, context: RefereeContext) -> Event | None:
        referee = self._room.referee
        is_asked = referee.number == number and action in turn.legal
        return referee.decide_for_computer(action, context.at) if is_asked else None

    def _set_alarm(self) -> None:
        """Set a timer for the moment when a clock runs out or the opponent of an absent player can claim."""
        if self._alarm:
            self._alarm.cancel()
        now = self._context.now()
        times = [time for time in (self._room.flag_at(), self._claimable_after(now)) if time is not None]
        if times and not self._is_closed:
            seconds = min(max(0.01, min(times) - now), MAX_ALARM_SECONDS)
            self._alarm = asyncio.get_running_loop().call_later(seconds, self._on_alarm)

    def _claimable_after(self, now: float) -> float | None:
        """Return the future time from which the opponent of an absent player can claim; None if there is none."""
        awaited = self._room.referee.occupants.get(self._room.referee.awaited)
        left_at = self._room.left_at.get(awaited.holder) if awaited else None
        when = None if left_at is None else left_at + self._room.grace
        return when if when and when > now else None

    def _on_alarm(self) -> None:
        self._clock_check = asyncio.create_task(self._check_clock())

    async def _check_clock(self) -> None:
        try:
            await asyncio.shield(self._room.do(self._room.decide_flag))
            await self._room.refresh()
            self.wake()
        except Exception:
            logger.exception("the clock of match %s could not be checked", self._room.id)
