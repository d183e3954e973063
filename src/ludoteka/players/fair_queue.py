"""The order in which turns are thought about: everybody gets a fair share, and short thinking need not wait for long thinking.

The virtual time is that of start-time fair queueing (Goyal, Vin and Cheng, 1996); the packets are turns, and their
lengths are time limits.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

SHORTEST = 0.25  # seconds that every turn counts at least, so that nobody gets any number of turns for free


class _WaitingTurn:
    """A turn that waits for a slot."""

    def __init__(self, person: str, seconds: float, since: float) -> None:
        self.person = person
        self.seconds = max(seconds, SHORTEST)
        self.since = since  # the virtual time of its arrival
        self.is_admitted = asyncio.Event()


class FairQueue:
    """A number of slots for turns; the next free one goes to the turn that is due first.

    A turn is due when its person would have had enough time for it, if all people with turns here thought at the same
    time and equally fast.  One person never has all the slots, unless there is only one.
    """

    def __init__(self, slots: int) -> None:
        self._slots = slots
        self._waiting: list[_WaitingTurn] = []  # in order of arrival
        self._admitted: list[str] = []  # the person of each turn that has a slot
        self._used: dict[str, float] = {}  # the virtual time until which a person has used their share
        self._now = 0.0  # virtual time

    def resize(self, slots: int) -> None:
        """Change the number of slots."""
        self._slots = slots
        self._admit()

    @asynccontextmanager
    async def slot(self, person: str, seconds: float) -> AsyncIterator[None]:
        """Wait for a slot, and hold it; `seconds` is how long a person's turn may take."""
        turn = _WaitingTurn(person, seconds, self._now)
        self._waiting.append(turn)
        self._admit()
        try:
            await turn.is_admitted.wait()
            yield
        finally:
            if turn in self._waiting:
                self._waiting.remove(turn)
            else:
                self._admitted.remove(person)
                self._admit()

    def _admit(self) -> None:
        """Give the free slots to waiting turns."""
        most = max(1, self._slots - 1)  # slots of one person
        while len(self._admitted) < self._slots:
            ready = [turn for turn in self._waiting if self._admitted.count(turn.person) < most]
            if not ready:
                break
            turn = min(ready, key=self._due)  # of equal ones, the first to arrive
            due = self._used[turn.person] = self._due(turn)
            self._now = max(self._now, due - turn.seconds)
            self._waiting.remove(turn)
            self._admitted.append(turn.person)
            turn.is_admitted.set()
        if not self._waiting:  # what lies in the past no longer matters to anybody
            self._used = {person: until for person, until in self._used.items() if until > self._now}

    def _due(self, turn: _WaitingTurn) -> float:
        return max(turn.since, self._used.get(turn.person, 0.0)) + turn.seconds
