"""Blocks: users whom other users keep from playing with them."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, Select, bindparam, func, select, union_all

from ludoteka.core.message import Message, Refusal
from ludoteka.features.accounts.store import DELETE_FOLLOW, EXISTS
from ludoteka.features.challenges.tables import challenges
from ludoteka.features.moderation.store import DELETE_BLOCK, INSERT_BLOCK
from ludoteka.features.moderation.tables import blocks
from ludoteka.referee.events import guest_number
from ludoteka.server.calls.answers import Answer, Whole
from ludoteka.store.people import accounts
from ludoteka.store.queries import is_seat_of
from ludoteka.store.schema import chat, seats
from ludoteka.store.store import Store

BLOCKED = Refusal("blocked", status=403)
# Made once: an alias contains reference cycles, and each seat taken would leave two of 15 kB
_BLOCKER, _BLOCKED = accounts.alias(), accounts.alias()
_BETWEEN: Select[Any] = (
    select(1)
    .join_from(blocks, _BLOCKER, _BLOCKER.c.id == blocks.c.blocker)
    .join(_BLOCKED, _BLOCKED.c.id == blocks.c.blocked)
    .where(_BLOCKER.c.holder.in_(bindparam("blockers", expanding=True)))
    .where(_BLOCKED.c.holder.in_(bindparam("blocked", expanding=True)))
)


class Blocked(Answer):
    """A user whom an account blocks."""

    name: str
    guest: Whole  # the number that stood in for their name


class BlockStore:
    """The blocks in a store.  Reads raise StoreRefused and writes NotStored, as in `Store`."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def block(self, account: str, other: str, at: float) -> None:
        """Store that one account blocks another; neither follows the other any more."""
        pair = {"whose": account, "of_whom": other}
        await self._store.write(
            [
                (DELETE_FOLLOW, pair),
                (DELETE_FOLLOW, {"whose": other, "of_whom": account}),
                (DELETE_BLOCK, pair),
                (INSERT_BLOCK, {"blocker": account, "blocked": other, "at": at}),
            ]
        )

    async def unblock(self, account: str, other: str) -> None:
        """Delete the block of one account against another."""
        await self._store.write([(DELETE_BLOCK, {"whose": account, "of_whom": other})])

    async def count(self, account: str) -> int:
        """Return the number of accounts that an account blocks."""
        wanted = select(func.count()).where(blocks.c.blocker == account)
        return await self._store.read(lambda connection: connection.execute(wanted).scalar_one())

    async def blocked(self, account: str) -> list[Blocked]:
        """Return the users whom an account blocks, sorted by name."""
        wanted = select(accounts.c.name, accounts.c.holder).join(blocks, blocks.c.blocked == accounts.c.id)
        found = await self._store.read(
            lambda connection: connection.execute(wanted.where(blocks.c.blocker == account, EXISTS)).all()
        )
        people = [Blocked(name, guest_number(holder)) for name, holder in found]
        return sorted(people, key=lambda one: one.name.casefold())

    async def has_blocked(self, account: str, other: str) -> bool:
        """Tell whether one account blocks another."""
        wanted = select(1).where(blocks.c.blocker == account, blocks.c.blocked == other)
        return await self._store.read(lambda connection: connection.execute(wanted).first() is not None)

    async def has_met(self, one: str, other: str) -> bool:
        """Tell whether a person knows another holder's name from a match, a chat or a challenge."""
        own_seats, their_seats = (select(seats.c.match).where(*is_seat_of(who)) for who in (one, other))
        own_words, their_words = (select(chat.c.match).where(chat.c.holder == who) for who in (one, other))
        theirs = their_seats.union_all(their_words)
        challenge = select(challenges.c.match).where(challenges.c.challenger == other, challenges.c.challenged == one)
        shared = (own_seats.where(seats.c.match.in_(theirs)), own_words.where(chat.c.match.in_(theirs)))
        wanted = union_all(*shared, challenge).limit(1)
        return await self._store.read(lambda connection: connection.execute(wanted).first() is not None)

    async def check(self, holder: str, others: Iterable[str]) -> None:
        """Check that no block keeps a person from joining others.  Raises Refused: "blocked"."""
        own, theirs = [holder], list(others)

        def query(connection: Connection) -> None:
            if connection.execute(_BETWEEN, {"blockers": theirs, "blocked": own}).first():
                raise BLOCKED(Message("Somebody at this table doesn't want to play with you."))
            if connection.execute(_BETWEEN, {"blockers": own, "blocked": theirs}).first():
                raise BLOCKED(Message("You have blocked somebody at this table."))

        await self._store.read(query)
