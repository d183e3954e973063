"""Rematches: the first player to ask gets a seat in the new match, and the others get theirs when they accept.

Until then it waits for them, so that nobody plays, or loses, a match to which they have not agreed.
"""

import base64
import hashlib
import hmac
import json
from asyncio import Lock
from functools import partial
from weakref import WeakValueDictionary

from ludoteka.core.message import Message, Refused
from ludoteka.referee.commands import Sit
from ludoteka.referee.events import Setup
from ludoteka.referee.match_creation import create_rematch, moved_on
from ludoteka.referee.record_conversion import NOT_OVER
from ludoteka.referee.referee import NOT_YOUR_SEAT
from ludoteka.referee.seating import invitation_secret
from ludoteka.server.broker.broker import Broker
from ludoteka.server.matches import TOO_MANY_TABLES, Matches
from ludoteka.server.operations.house_time import HouseTime
from ludoteka.server.protocol.messages import NO_SUCH_MATCH
from ludoteka.server.rooms.rooms import Rooms
from ludoteka.server.rooms.seating import Seating
from ludoteka.server.rooms.subscribers import without_page
from ludoteka.server.whole_matches import NO_SUCH_GAME, OTHER_RULES, game_of
from ludoteka.store import Store

ID_BYTES = 9
REMATCH_REFUSALS = (NO_SUCH_MATCH, NO_SUCH_GAME, OTHER_RULES, NOT_YOUR_SEAT, NOT_OVER, TOO_MANY_TABLES, "seat-taken")


class Rematches:
    """The rematches of a house."""

    def __init__(
        self, store: Store, time: HouseTime, matches: Matches, rooms: Rooms, seating: Seating, broker: Broker
    ) -> None:
        self._store = store
        self._time = time
        self._matches = matches
        self._rooms = rooms
        self._seating = seating
        self._broker = broker
        # By match, so that two requests at once create one
        self._asking: WeakValueDictionary[str, Lock] = WeakValueDictionary()

    async def agree(self, match: str, holder: str, address: str) -> str:
        """Create the rematch of a match, or take a seat in it if somebody else has; return its id.

        It has the same settings, and everybody moves on by one seat.

        Raises:
            Refused: any of `REMATCH_REFUSALS`, "not-stored", "blocked", and as `Room.command`.
        """
        async with self._asking.setdefault(match, Lock()):
            header = await self._store.header(match)
            if header is None:
                raise NO_SUCH_MATCH()
            if holder not in [seat.holder for seat in header.setup.seats.values()]:
                raise NOT_YOUR_SEAT()
            if not header.status.result:
                raise NOT_OVER(Message("The match isn't over yet."))
            made = await self._store.rematch_of(match)
            if not made:
                made = await self._create(header.setup, holder, address)
                if room := self._rooms.find(match):
                    room.announce_rematch(made)
                self._broker.broadcast("rematch", json.dumps([match, made]))
        await self._take_seats(header.setup, made, holder)
        return made

    async def _create(self, setup: Setup, holder: str, address: str) -> str:
        """Create a rematch; if another server creates it at the same time, return that one."""
        game = game_of(setup)
        create = partial(create_rematch, game, setup, rematch_id(setup), holder, self._time.now())
        try:
            return await self._matches.create(address, game, create)
        except Refused:
            earlier = await self._store.rematch_of(setup.id)
            if not earlier:
                raise
            return earlier

    async def _take_seats(self, setup: Setup, made: str, holder: str) -> None:
        own = [letter for letter, one in moved_on(setup).items() if one.holder == holder]
        async with self._rooms.room_of(made) as room:
            for seat in own if room.referee.result is None else ():
                if seat in room.referee.free_seats:
                    who = await self._seating.person_to_seat(room, holder)
                    sit = Sit(f"rematch-{seat}", 0, seat, "person", 0, invitation_secret(room.referee.setup), who)
                    await room.command(without_page(holder), sit)


def rematch_id(setup: Setup) -> str:
    """Return the id of the rematch of a match, which is the same on every server.

    The seed is published in the record, so the id also depends on the holders of the seats, which stay secret.
    """
    people = " ".join([setup.host, *(seat.holder for seat in setup.seats.values())])
    digest = hmac.digest(setup.seed, f"rematch of {setup.id}, {people}".encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(digest[:ID_BYTES]).decode()
