"""Who may take a seat in a match."""

from collections.abc import Awaitable, Callable, Iterable

from ludoteka.referee.events import Person
from ludoteka.server.rooms.room import Room
from ludoteka.store import Store

SeatCheck = Callable[[str, Iterable[str]], Awaitable[None]]  # of a person and the others; raises Refused


class Seating:
    """Finds the person who takes a seat, if no feature has an objection."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._checks: list[SeatCheck] = []

    def add_check(self, check: SeatCheck) -> None:
        """Ask this, too, before somebody takes a seat."""
        self._checks.append(check)

    async def check(self, holder: str, others: Iterable[str]) -> None:
        """Check that a person may play with others.  Raises Refused: as the checks."""
        for check in self._checks:
            await check(holder, others)

    async def person_to_seat(self, room: Room, holder: str) -> Person:
        """Return the person who takes a seat in a match.  Raises Refused: as the checks."""
        host = room.referee.setup.host
        if holder != host:  # the host invited the others
            await self.check(holder, {host, *room.referee.roster.holders} - {"", holder})
        return await self._store.person(holder)
