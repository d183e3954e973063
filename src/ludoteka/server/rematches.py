"""Rematches: the first player to ask gets a seat in the new match, and the others get theirs when they accept.

Until then it waits for them, so that nobody plays, or loses, a match to which they have not agreed.
"""

import base64
import hashlib
import hmac
import json
from asyncio import Lock
from functools import partial
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from ludoteka.core.message import Message, Refused
from ludoteka.referee.commands import Sit
from ludoteka.referee.events import Setup
from ludoteka.referee.match_creation import create_rematch, moved_on
from ludoteka.referee.seating import invitation_secret
from ludoteka.server.rooms.subscribers import without_page
from ludoteka.server.whole_matches import game_of

if TYPE_CHECKING:
    from ludoteka.house.house import House

ID_BYTES = 9
_asking: WeakValueDictionary[str, Lock] = WeakValueDictionary()  # by match, so that two requests at once create one


async def agree_to_rematch(house: "House", match: str, holder: str, address: str) -> str:
    """Create the rematch of a match, or take a seat in it if somebody else has; return its id.

    It has the same settings, and everybody moves on by one seat.

    Raises:
        Refused: "no-such-match", "no-such-game", "other-rules", "not-your-seat", "not-over", "too-many-tables",
            "not-stored", "blocked", and as `Room.command`.
    """
    async with _asking.setdefault(match, Lock()):
        header = await house.store.header(match)
        if header is None:
            raise Refused("no-such-match", Message("There is no such match here."))
        if holder not in [one.holder for one in header.setup.seats.values()]:
            raise Refused("not-your-seat", Message("You are watching: none of the seats is yours."))
        if not header.status.result:
            raise Refused("not-over", Message("The match isn't over yet."))
        made = await house.store.rematch_of(match)
        if not made:
            made = await _create(house, header.setup, holder, address)
            if room := house.rooms.find(match):
                room.announce_rematch(made)
            house.broker.broadcast("rematch", json.dumps([match, made]))
    await _take_seats(house, header.setup, made, holder)
    return made


async def _create(house: "House", setup: Setup, holder: str, address: str) -> str:
    """Create a rematch; if another server creates it at the same time, return that one."""
    game = game_of(setup)
    create = partial(create_rematch, game, setup, rematch_id(setup), holder, house.now())
    try:
        return await house.matches.create(address, game, create)
    except Refused:
        earlier = await house.store.rematch_of(setup.id)
        if not earlier:
            raise
        return earlier


async def _take_seats(house: "House", setup: Setup, made: str, holder: str) -> None:
    """Give a person their reserved seats in a rematch."""
    own = [letter for letter, one in moved_on(setup).items() if one.holder == holder]
    async with house.rooms.room_of(made) as room:
        for seat in own if room.referee.result is None else ():
            if seat in room.referee.free_seats:
                who = await house.seating.person_to_seat(room, holder)
                sit = Sit(f"rematch-{seat}", 0, seat, "person", 0, invitation_secret(room.referee.setup), who)
                await room.command(without_page(holder), sit)


def rematch_id(setup: Setup) -> str:
    """Return the id of the rematch of a match, which is the same on every server.

    The seed is published in the record, so the id also depends on the holders of the seats, which stay secret.
    """
    people = " ".join([setup.host, *(one.holder for one in setup.seats.values())])
    digest = hmac.digest(setup.seed, f"rematch of {setup.id}, {people}".encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(digest[:ID_BYTES]).decode()
