"""The store: what the house asks to be kept, and gets back."""

import asyncio
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from filelock import FileLock
from sqlalchemy import Engine, Select, bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from ludoteka.referee.events import Event, Occupant, Setup
from ludoteka.referee.seating import seated
from ludoteka.store.opening import opened
from ludoteka.store.schema import events, guests, keys, matches, seats
from ludoteka.store.writer import NotStored, NumberTaken, Write, Writer

INSERT_MATCH, INSERT_SEAT, INSERT_EVENT = insert(matches), insert(seats), insert(events)
SET_STANDING = (
    update(matches)
    .where(matches.c.id == bindparam("match"))
    .values(result=bindparam("outcome"), awaited=bindparam("whom"))
)
SET_SEAT = (
    update(seats)
    .where(seats.c.match == bindparam("where"), seats.c.letter == bindparam("which"))
    .values({name: bindparam(f"new_{name}") for name in Occupant._fields})
)
FORGET_NAME = delete(guests).where(guests.c.holder == bindparam("whose"))
INSERT_NAME = insert(guests)
RENAME_SEATS = update(seats).where(seats.c.holder == bindparam("whose")).values(name=bindparam("called"))


class Standing(NamedTuple):
    """How a match stands, as lists tell it."""

    result: dict[str, int] | None = None
    awaited: str = ""  # the letter of the seat whose person is to act


class Kept(NamedTuple):
    """A match as it stands in a list."""

    id: str
    game: str
    options: dict[str, Any]
    made_at: float
    seats: dict[str, Occupant]
    standing: Standing


BEGUN = Standing()


class Store:
    """A database file in use.  Writes are durable when they return."""

    def __init__(self, engine: Engine, lock: FileLock) -> None:
        self._engine = engine
        self._lock = lock
        self._writer = Writer(engine)
        with engine.connect() as connection:
            found = connection.execute(select(keys.c.key).where(keys.c.name == "guests")).scalar()
        self.guest_key: bytes = found or secrets.token_bytes(32)  # the latter in a file that lost its own

    @classmethod
    def opened(cls, path: Path | str) -> "Store":
        """Open the file, making or migrating it where needed.  Raises StoreRefused, as `opening.opened`."""
        return cls(*opened(Path(path)))

    async def create(self, setup: Setup, log: Sequence[Event] = (), standing: Standing = BEGUN) -> None:
        """Keep a new match with all that was played in it so far, and what it has come to.

        Raises:
            NotStored: also if there is a match of this id.
        """
        match = setup._asdict() | standing._asdict()
        match.pop("seats")
        writes: list[Write] = [(INSERT_MATCH, match)]
        for place, (letter, one) in enumerate(setup.seats.items()):
            writes.append((INSERT_SEAT, {"match": setup.id, "letter": letter, "place": place, **one._asdict()}))
        writes += [(INSERT_EVENT, {"match": setup.id, **event._asdict()}) for event in log]
        await self._writer.write(writes)

    async def append(self, match: str, event: Event, standing: Standing = BEGUN) -> None:
        """Keep the next event of a match, who sits where after it, and how the match stands.

        Raises:
            NumberTaken: the match has an event of this number.
            NotStored: also if there is no such match.
        """
        writes: list[Write] = [(INSERT_EVENT, {"match": match, **event._asdict()})]
        writes.append((SET_STANDING, {"match": match, "outcome": standing.result, "whom": standing.awaited}))
        if event.kind in ("sit", "leave"):
            people = {f"new_{name}": value for name, value in seated(event)._asdict().items()}
            writes.append((SET_SEAT, {"where": match, "which": event.seat, **people}))
        try:
            await self._writer.write(writes)
        except NotStored as error:
            if isinstance(error.__cause__, IntegrityError) and await self._has(match, event.number):
                raise NumberTaken(f"match {match} has an event {event.number}") from error
            raise

    async def _has(self, match: str, number: int) -> bool:
        log = await self.load(match)
        return log is not None and any(one.number == number for one in log[1])

    async def load(self, match: str) -> tuple[Setup, list[Event]] | None:
        """Return a match and its log, or None if there is none of this id."""
        return await asyncio.to_thread(self._load, match)

    def _load(self, match: str) -> tuple[Setup, list[Event]] | None:
        with self._engine.connect() as connection:
            found = connection.execute(select(matches).where(matches.c.id == match)).mappings().first()
            if found is None:
                return None
            sitting = connection.execute(select(seats).where(seats.c.match == match).order_by(seats.c.place))
            people = {row.letter: Occupant(row.kind, row.level, row.holder, row.name) for row in sitting}
            log = connection.execute(select(events).where(events.c.match == match).order_by(events.c.number))
            known = {name: found[name] for name in Setup._fields if name != "seats"}
            return Setup(seats=people, **known), [
                Event(*(row[name] for name in Event._fields)) for row in log.mappings()
            ]

    async def matches_of(self, holder: str, limit: int = 20) -> list[Kept]:
        """Return the matches in which a person has a seat, newest first."""
        return await asyncio.to_thread(self._matches_of, holder, limit)

    def _matches_of(self, holder: str, limit: int) -> list[Kept]:
        own = select(seats.c.match).where(seats.c.holder == holder, seats.c.kind == "person")
        newest = select(matches).where(matches.c.id.in_(own)).order_by(matches.c.made_at.desc()).limit(limit)
        with self._engine.connect() as connection:
            found = connection.execute(newest).all()
            ids = [row.id for row in found]
            sitting: dict[str, dict[str, Occupant]] = {one: {} for one in ids}
            for row in connection.execute(select(seats).where(seats.c.match.in_(ids)).order_by(seats.c.place)):
                sitting[row.match][row.letter] = Occupant(row.kind, row.level, row.holder, row.name)
        return [
            Kept(one.id, one.game, one.options, one.made_at, sitting[one.id], Standing(one.result, one.awaited))
            for one in found
        ]

    async def rematch_of(self, match: str) -> str | None:
        """Return the id of the match that is the rematch of this one, or None."""
        return await asyncio.to_thread(self._first, select(matches.c.id).where(matches.c.previous == match))

    async def name_of(self, holder: str) -> str:
        """Return how a guest wishes to be called, or "" if he has not said."""
        return await asyncio.to_thread(self._first, select(guests.c.name).where(guests.c.holder == holder)) or ""

    async def rename(self, holder: str, name: str) -> None:
        """Keep how a guest wishes to be called, in all his matches.  Raises NotStored."""
        await self._writer.write(
            [
                (FORGET_NAME, {"whose": holder}),
                (INSERT_NAME, {"holder": holder, "name": name}),
                (RENAME_SEATS, {"whose": holder, "called": name}),
            ]
        )

    def _first(self, wanted: Select[str]) -> str | None:
        with self._engine.connect() as connection:
            return connection.execute(wanted.limit(1)).scalar()

    async def close(self) -> None:
        """Write what waits, and give the file back."""
        await asyncio.to_thread(self._writer.close)
        self._engine.dispose()
        self._lock.release()
