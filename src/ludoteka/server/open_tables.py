"""The public matches of a house: how many open tables a guest may have, and which of them are attended.

The store has for each match when one of its players was last there, and the lobby lists a match only for a while after
that (`store.queries`).  While players are there, this time is renewed every few minutes.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from ludoteka.core.message import Message, Refusal
from ludoteka.referee.events import Setup
from ludoteka.server.rooms.room import Room
from ludoteka.server.rooms.rooms import Rooms
from ludoteka.store import NotStored, Store

logger = logging.getLogger(__name__)
MOST_EACH = 3  # of one guest at a time: more people than can be played with at once, and far from a full lobby
CHECK_SECONDS = 2.0  # after which a table whose players have come back is listed again
RENEWAL_SECONDS = 300.0  # a third of the time for which the lobby lists a match without its players
TOO_MANY_TABLES = Refusal(
    "too-many-tables",
    Message(
        "You already have {count} open table. Wait until somebody joins it, or end it first.",
        plural="You already have {count} open tables. Wait until somebody joins one of them, or end one first.",
        count=MOST_EACH,
    ),
    409,
)


class OpenTables:
    """The public matches of a house, as this server knows them."""

    def __init__(self, store: Store, rooms: Rooms, now: Callable[[], float]) -> None:
        self._store = store
        self._rooms = rooms
        self._now = now
        self._opening: Counter[str] = Counter()  # host -> tables that are being stored
        self._written: dict[str, float] = {}  # matches that players attend -> when that was stored

    @asynccontextmanager
    async def admit(self, setup: Setup) -> AsyncIterator[None]:
        """Check that a guest may have one more open table, while the caller stores it.

        Raises:
            Refused: "too-many-tables".
        """
        if setup.visibility != "public" or setup.previous or all(one.kind != "free" for one in setup.seats.values()):
            yield
            return
        opening = self._opening[setup.host]  # these may not be in the store yet, so they count in advance
        self._opening[setup.host] += 1
        try:
            if opening + await self._store.open_table_count(self._now(), setup.host) >= MOST_EACH:
                raise TOO_MANY_TABLES()
            yield
        finally:
            self._opening[setup.host] -= 1
            self._opening += Counter()  # forget those at zero

    async def watch(self) -> None:
        """Keep the store informed about the players of public matches."""
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            try:
                await self.renew()
            except NotStored:
                pass  # other parts of the house report it; the next round tries again
            except Exception:
                logger.exception("the players of public matches could not be noted")

    async def renew(self) -> None:
        """Store that players are there, for the matches where they have come or that was last stored a while ago.

        Raises:
            NotStored: nothing was stored.
        """
        now = self._now()
        attended = [room.id for room in self._rooms if _is_attended(room)]
        self._written = {match: self._written[match] for match in attended if match in self._written}
        due = [match for match in attended if now - self._written.get(match, 0.0) >= RENEWAL_SECONDS]
        if due:
            await self._store.set_attended(due, now)
            self._written |= dict.fromkeys(due, now)


def _is_attended(room: Room) -> bool:
    """Tell whether a match belongs in the lobby, and its host or a player has it open on this server."""
    referee = room.referee
    if referee.setup.visibility != "public" or referee.result is not None:
        return False
    return not room.subscribers.holders.isdisjoint({*referee.roster.people, referee.setup.host})
