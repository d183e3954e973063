"""The store: what the house asks to be kept, and gets back."""

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

from ludoteka.referee.events import Event, Setup
from ludoteka.referee.seating import occupant_after
from ludoteka.store import queries
from ludoteka.store.backends.database import Database
from ludoteka.store.backends.dispatch import open_database
from ludoteka.store.models import UNFINISHED, ChatLine, MatchStatus, StoredMatch
from ludoteka.store.refusals import NotStored, NumberTaken, StoreRefused, away
from ludoteka.store.throw_counts import ThrowCount, count_throws
from ludoteka.store.writing import statements
from ludoteka.store.writing.statements import Write
from ludoteka.store.writing.writer import Writer

READERS = 8  # who read at the same time; the others wait for them
SECONDS_TO_ANSWER = 1.0
LAST_READ = 5.0  # seconds that what is still read may take when the store is closed
OVERDUE = 500  # matches told at once
TRIES = 20  # for a number in the chat of a match, if others always get it first

Answer = TypeVar("Answer")


class Store:
    """A database in use.  Writes are durable when they return.

    Whatever asks raises StoreRefused, "store-unreachable", while the database cannot be reached.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._writer = Writer(database.engine, database.batches)
        self._readers = ThreadPoolExecutor(READERS, "store-reader")
        self._probe: Future[bool] | None = None
        found = self._answer(queries.guest_key)
        self.guest_key: bytes = found or secrets.token_bytes(32)  # the latter in a database that lost its own

    @classmethod
    def open(cls, place: Path | str) -> "Store":
        """Open a database by its URL or the path of its file, making or migrating it where needed.

        Raises:
            StoreRefused: as `backends.dispatch.open_database`.
        """
        return cls(open_database(place))

    @property
    def engine(self) -> Engine:
        """The way to the database, for those who keep tables of their own in it."""
        return self._database.engine

    async def write(self, writes: Sequence[Write]) -> None:
        """Write together, for those who keep tables of their own.  Raises NotStored."""
        await self._writer.write(writes)

    async def create(self, setup: Setup, log: Sequence[Event] = (), status: MatchStatus = UNFINISHED) -> None:
        """Keep a new match with all that was played in it so far, and what it has come to.

        Raises:
            NotStored: also if there is a match of this id.
        """
        match = setup._asdict() | status._asdict()
        match.pop("seats")
        writes: list[Write] = [(statements.INSERT_MATCH, match)]
        for place, (letter, one) in enumerate(setup.seats.items()):
            row = {"match": setup.id, "letter": letter, "place": place, **one._asdict()}
            writes.append((statements.INSERT_SEAT, row))
        writes += [(statements.INSERT_EVENT, {"match": setup.id, **event._asdict()}) for event in log]
        await self._writer.write(writes)

    async def append(self, match: str, event: Event, status: MatchStatus = UNFINISHED) -> None:
        """Keep the next event of a match, who sits where after it, and how the match stands.

        Raises:
            NumberTaken: the match has an event of this number.
            NotStored: also if there is no such match.
        """
        stands = {"match": match, "outcome": status.result, "whom": status.awaited, "when": status.due}
        writes: list[Write] = [
            (statements.INSERT_EVENT, {"match": match, **event._asdict()}),
            (statements.SET_STATUS, stands),
        ]
        if event.kind in ("sit", "leave"):
            people = {f"new_{name}": value for name, value in occupant_after(event)._asdict().items()}
            writes.append((statements.SET_SEAT, {"where": match, "which": event.seat, **people}))
        try:
            await self._writer.write(writes)
        except NotStored as error:
            if isinstance(error.__cause__, IntegrityError) and await self._has_event(match, event.number):
                raise NumberTaken(f"match {match} has an event {event.number}") from error
            raise

    async def _has_event(self, match: str, number: int) -> bool:
        """Tell whether a number is taken; not, if the database has just gone away: then nothing was stored either."""
        with contextlib.suppress(StoreRefused):
            return await self._ask(lambda connection: queries.has_event(connection, match, number))
        return False

    async def load(self, match: str) -> tuple[Setup, list[Event]] | None:
        """Return a match and its log, or None if there is none of this id."""
        return await self._ask(lambda connection: queries.find_match(connection, match))

    async def events_after(self, match: str, number: int) -> list[Event]:
        """Return the events of a match after a number."""
        return await self._ask(lambda connection: queries.events_after(connection, match, number))

    async def last_numbers(self, matches: Sequence[str]) -> dict[str, int]:
        """Return the number of the last event of matches, 0 where there is none yet; unknown ones are left out."""
        return await self._ask(lambda connection: queries.last_numbers(connection, matches))

    async def overdue_matches(self, now: float) -> list[str]:
        """Return the unfinished matches in which somebody's time has ended, the longest ago first."""
        return await self._ask(lambda connection: queries.overdue_matches(connection, now, OVERDUE))

    async def set_due(self, match: str, due: float | None) -> None:
        """Keep that the time of the seat to act ends later than was thought, or not at all.  Raises NotStored."""
        await self._writer.write([(statements.SET_DUE, {"match": match, "when": due})])

    async def matches_of(self, holder: str, limit: int = 20) -> list[StoredMatch]:
        """Return the matches in which a person has a seat, newest first."""
        return await self._ask(lambda connection: queries.matches_of(connection, holder, limit))

    async def lobby(self, game: str = "", is_open: bool | None = None, limit: int = 50) -> list[StoredMatch]:
        """Return public matches that go on, newest first; of one game, with or without free seats, or all."""
        return await self._ask(lambda connection: queries.lobby(connection, game, is_open, limit))

    async def count_throws(self, games: Sequence[str], private: Sequence[str] = ()) -> list[ThrowCount]:
        """Return what fell in all matches of these games, counted; that takes seconds where there are many.

        Matches of `private` games count when they are over.
        """
        return await self._ask(partial(count_throws, games=games, private=private))

    async def rematch_of(self, match: str) -> str | None:
        """Return the id of the match that is the rematch of this one, or None."""
        return await self._ask(lambda connection: queries.rematch_of(connection, match))

    async def name_of(self, holder: str) -> str:
        """Return how a guest wishes to be called, or "" if he has not said."""
        return await self._ask(lambda connection: queries.name_of(connection, holder))

    async def rename(self, holder: str, name: str) -> None:
        """Keep how a guest wishes to be called, in all his matches.  Raises NotStored."""
        await self._writer.write(
            [
                (statements.FORGET_NAME, {"whose": holder}),
                (statements.INSERT_NAME, {"holder": holder, "name": name}),
                (statements.RENAME_SEATS, {"whose": holder, "called": name}),
            ]
        )

    async def add_chat_line(self, match: str, said: ChatLine) -> ChatLine:
        """Keep what somebody said at a match, and return it with its number.

        Raises:
            NotStored: also if there is no such match.
        """
        for left in reversed(range(TRIES)):
            last = await self._ask(lambda connection: queries.last_chat_number(connection, match))
            numbered = said._replace(number=last + 1)
            try:
                await self._writer.write([(statements.INSERT_CHAT_LINE, {"match": match, **numbered._asdict()})])
            except NotStored as error:
                if not left or not isinstance(error.__cause__, IntegrityError):
                    raise
            else:
                return numbered
        raise AssertionError  # the last attempt returns or raises

    async def chat_lines(self, match: str, after: int = 0, limit: int = 100) -> list[ChatLine]:
        """Return the last that was said at a match after a number, oldest first."""
        return await self._ask(lambda connection: queries.chat_lines(connection, match, after, limit))

    async def clock_offset(self) -> float:
        """Return by how many seconds the clock of the database is ahead of ours; 0.0 for a file."""
        return await self._ask(queries.clock_offset) if self.engine.dialect.name == "postgresql" else 0.0

    async def is_ready(self) -> bool:
        """Tell whether the database answers within a second."""
        try:
            if self._probe is None or self._probe.done():  # one that hangs is not joined by another
                self._probe = self._readers.submit(self._answer, queries.ping)
            return await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(self._probe)), SECONDS_TO_ANSWER)
        except Exception:  # noqa: BLE001 - whatever keeps it from answering
            return False

    async def _ask(self, question: Callable[[Connection], Answer]) -> Answer:
        try:
            asked = asyncio.get_running_loop().run_in_executor(self._readers, self._answer, question)
        except RuntimeError as error:  # the store is closed
            raise away() from error
        return await asked

    def _answer(self, question: Callable[[Connection], Answer]) -> Answer:
        """Ask; once more where the connection turns out to be lost."""
        try:
            return self._asked(question)
        except (OperationalError, NoConnection) as error:
            if not (isinstance(error, DBAPIError) and error.connection_invalidated):
                raise away() from error
        try:
            return self._asked(question)
        except (OperationalError, NoConnection) as error:
            raise away() from error

    def _asked(self, question: Callable[[Connection], Answer]) -> Answer:
        with self._database.reader.connect() as connection:
            return question(connection)

    async def close(self) -> None:
        """Write what waits, and give the database back."""
        await asyncio.to_thread(self._writer.close)
        with contextlib.suppress(
            TimeoutError
        ):  # what is still read gives its connection back first, or else it would stay open
            await asyncio.wait_for(asyncio.to_thread(self._readers.shutdown), LAST_READ)
        self.engine.dispose()
        self._database.release()
