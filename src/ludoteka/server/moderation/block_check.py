"""Keep people who block each other from meeting in a match or tournament."""

from collections.abc import Iterable

from ludoteka.core.message import Message, Refused
from ludoteka.referee.events import Person
from ludoteka.server.house import House
from ludoteka.server.rooms.room import Room
from ludoteka.store.moderation.block_store import BlockStore


async def check_blocks(blocks: BlockStore, holder: str, others: Iterable[str]) -> None:
    """Check that no block keeps a person from joining others.  Raises Refused: "blocked"."""
    found = await blocks.block_between(holder, others)
    if found == "by":
        raise Refused("blocked", Message("Somebody at this table doesn't want to play with you."))
    if found == "of":
        raise Refused("blocked", Message("You have blocked somebody at this table."))


async def person_to_seat(house: House, room: Room, holder: str) -> Person:
    """Return the person who takes a seat in a match.  Raises Refused: "blocked"."""
    host = room.referee.setup.host
    if holder != host:  # the host invited the others
        await check_blocks(house.blocks, holder, {host, *room.referee.roster.holders} - {"", holder})
    return await house.store.person(holder)
