"""The store: writes to and reads from the database of a house."""

import asyncio
import contextlib
import time
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import update_wrapper
from pathlib import Path
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from sqlalchemy import ColumnElement, Connection, Engine, Executable, Select, func, select
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

from ludoteka.referee.events import Event, Setup
from ludoteka.referee.seating import occupant_after
from ludoteka.store import queries
from ludoteka.store.backends.database import Database
from ludoteka.store.backends.dispatch import open_database
from ludoteka.store.metadata import load_features
from ludoteka.store.models import UNFINISHED, ChatLine, MatchStatus
from ludoteka.store.people import find_person
from ludoteka.store.refusals import NotStored, NumberTaken, StoreRefused, unreachable
from ludoteka.store.schema import chat, events
from ludoteka.store.short_turns import short_turns
from ludoteka.store.writing import statements
from ludoteka.store.writing.statements import Write
from ludoteka.store.writing.writer import Guard, Writer

READ_SECONDS = 6.0  # for one query, including its time in the queue
RETRY_SECONDS = 1.0  # after which a query is not retried: a database that takes so long to fail does not answer
READY_TIMEOUT = 1.0  # seconds
CLOSE_TIMEOUT = 5.0  # seconds for running queries to finish when the store closes
CHAT_TRIES = 20  # to get a number in a chat into which others write at the same time

Answer = TypeVar("Answer")
Given = ParamSpec("Given")
Row = TypeVar("Row", bound=NamedTuple)


def reads(
    query: Callable[Concatenate[Connection, Given], Answer],
) -> Callable[Concatenate[Any, Given], Coroutine[Any, Any, Answer]]:
    """Return the method of a store, or of a `StorePart`, that asks a query; it takes what the query takes after the connection."""

    async def read(self: Any, /, *given: Given.args, **named: Given.kwargs) -> Answer:
        answer: Answer = await self.read(lambda connection: query(connection, *given, **named))
        return answer

    update_wrapper(read, query)
    return read


class Store:
    """A database in use.  Writes are durable when they return.

    Reads raise StoreRefused, "store-unreachable", while the database cannot be reached.
    """

    # These methods take what the queries take after the connection
    abandoned_matches = reads(queries.abandoned_matches)
    chat_lines = reads(queries.chat_lines)
    events_after = reads(queries.events_after)
    header = reads(queries.find_header)
    last_numbers = reads(queries.last_numbers)
    load = reads(queries.find_match)
    lobby = reads(queries.lobby_matches)
    match_ids_of = reads(queries.match_ids_of)
    matches = reads(queries.stored_matches)
    matches_of = reads(queries.matches_of)
    open_table_count = reads(queries.open_table_count)
    overdue_matches = reads(queries.overdue_matches)
    person = reads(find_person)
    rematch_of = reads(queries.rematch_of)

    def __init__(self, database: Database) -> None:
        load_features("store")  # what they write when a match changes or an account is deleted
        self._database = database
        self._writer = Writer(database.engine, database.batches)
        self._readers = ThreadPoolExecutor(database.readers, "store-reader")
        self._long_reader = ThreadPoolExecutor(1, "store-long-reader")  # so that it holds up no other
        self._probe: Future[bool] | None = None
        self.guest_key = self._answer(queries.guest_key)

    @classmethod
    def open(cls, place: Path | str) -> "Store":
        """Open a database by its URL or the path of its file.  Raises StoreRefused: as `open_database`."""
        return cls(open_database(place))

    @property
    def engine(self) -> Engine:
        """The engine, for modules with tables of their own in the database."""
        return self._database.engine

    async def write(self, writes: Sequence[Write], guard: Guard | None = None) -> None:
        """Write in one transaction, for modules with tables of their own.  Raises NotStored, Refused: as the guard."""
        await self._writer.write(writes, guard)

    async def read(self, query: Callable[[Connection], Answer]) -> Answer:
        """Return the answer to a query, for modules with tables of their own."""
        try:
            async with asyncio.timeout(READ_SECONDS):
                return await self._answered(self._readers, query)
        except TimeoutError as error:
            raise unreachable() from error

    async def read_long(self, query: Callable[[Connection], Answer]) -> Answer:
        """Return the answer to queries that take seconds in a large database."""
        return await self._answered(self._long_reader, query)

    async def create(self, setup: Setup, log: Iterable[Event] = (), status: MatchStatus = UNFINISHED) -> None:
        """Store a new match; its log is read in a thread, as it may be long.  Raises NotStored: also if its id is taken."""
        await self._writer.write(await asyncio.to_thread(short_turns()(statements.creation), setup, status, log))

    async def append(self, match: str, event: Event, status: MatchStatus = UNFINISHED, clock: str = "") -> None:
        """Store the next event of a match, together with the occupants and the status after it, and the notification of the next player.

        `clock` is the time control of the match.

        Raises:
            NumberTaken: the match already has an event with this number.
            NotStored: also if there is no such match.
        """
        stands = {"match": match, "outcome": status.result, "whom": status.awaited, "when": status.due}
        writes: list[Write] = [
            (statements.INSERT_EVENT, {"match": match, **event._asdict()}),
            (statements.SET_STATUS, stands),
        ]
        if status.result is not None:
            writes.append((statements.SET_ENDED, {"which": match, "at": event.at}))
        if event.kind in ("sit", "leave"):
            people = {f"new_{name}": value for name, value in occupant_after(event)._asdict().items()}
            writes.append((statements.SET_SEAT, {"where": match, "which": event.seat, **people}))
        writes += statements.event_writes("turn", match, clock, status.awaited, event.at)
        try:
            await self._writer.write(writes)
        except NotStored as error:
            if error.is_conflict and await self._has_event(match, event.number):
                raise NumberTaken(f"match {match} already has an event {event.number}") from error
            raise

    async def _has_event(self, match: str, number: int) -> bool:
        """Tell whether a match has an event of this number; False if the database has just become unreachable."""
        wanted = select(events.c.number).where(events.c.match == match, events.c.number == number)
        with contextlib.suppress(StoreRefused):
            return await self.read(lambda connection: connection.execute(wanted).first() is not None)
        return False

    async def set_due(self, match: str, due: float | None) -> None:
        """Correct the time at which the clock of the seat to act runs out; None for never.  Raises NotStored."""
        await self._writer.write([(statements.SET_DUE, {"match": match, "when": due})])

    async def delete(self, numbers: Mapping[str, int]) -> None:
        """Delete matches, each only if its last event still has this number.  Raises NotStored."""
        await self._writer.write(
            [write for match, number in numbers.items() for write in statements.deletion(match, number)]
        )

    async def set_attended(self, matches: Iterable[str], at: float) -> None:
        """Record that players of these matches are present.  Raises NotStored."""
        await self._writer.write([(statements.SET_ATTENDED, {"match": match, "when": at}) for match in matches])

    async def rename(self, holder: str, name: str) -> None:
        """Change the name of a guest, also in all their matches.  Raises NotStored."""
        await self._writer.write(
            [
                (statements.FORGET_NAME, {"whose": holder}),
                (statements.INSERT_NAME, {"holder": holder, "name": name}),
                (statements.RENAME_SEATS, {"whose": holder, "called": name, "as_what": "guest"}),
            ]
        )

    async def add_chat_line(self, match: str, line: ChatLine) -> ChatLine:
        """Store a chat line and return it with its number.  Raises NotStored: also if there is no such match."""
        wanted = select(func.coalesce(func.max(chat.c.number), 0)).where(chat.c.match == match)
        for left in reversed(range(CHAT_TRIES)):
            last = await self.read(lambda connection: connection.execute(wanted).scalar_one())
            numbered = line._replace(number=last + 1)
            try:
                await self._writer.write([(statements.INSERT_CHAT_LINE, {"match": match, **numbered._asdict()})])
            except NotStored as error:
                if not left or not error.is_conflict:
                    raise
            else:
                return numbered
        raise AssertionError  # unreachable: the last attempt returns or raises

    async def clock_offset(self) -> float:
        """Return by how many seconds the clock of a database server is ahead of ours; 0.0 for a file."""
        return await self.read(queries.clock_offset) if self.engine.dialect.name == "postgresql" else 0.0

    async def is_ready(self) -> bool:
        """Tell whether the database answers before the timeout."""
        try:
            if self._probe is None or self._probe.done():  # start no second query while one hangs
                self._probe = self._readers.submit(self._answer, queries.ping)
            return await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(self._probe)), READY_TIMEOUT)
        except Exception:  # noqa: BLE001 - whatever the reason, it is not ready
            return False

    async def _answered(self, readers: ThreadPoolExecutor, query: Callable[[Connection], Answer]) -> Answer:
        try:
            answer = asyncio.get_running_loop().run_in_executor(readers, self._answer, query)
        except RuntimeError as error:  # the thread pool has shut down
            raise unreachable() from error
        return await answer

    def _answer(self, query: Callable[[Connection], Answer]) -> Answer:
        """Run a query; retry once if its connection turns out to be lost."""
        until = time.monotonic() + RETRY_SECONDS
        try:
            return self._run(query)
        except (OperationalError, NoConnection) as error:
            is_lost = isinstance(error, DBAPIError) and error.connection_invalidated
            if not is_lost or time.monotonic() > until:
                raise unreachable() from error
        try:
            return self._run(query)
        except (OperationalError, NoConnection) as error:
            raise unreachable() from error

    def _run(self, query: Callable[[Connection], Answer]) -> Answer:
        with self._database.reader.connect() as connection, short_turns():
            return query(connection)

    async def close(self) -> None:
        """Finish pending writes and close the database."""
        await asyncio.to_thread(self._writer.close)
        with contextlib.suppress(TimeoutError):  # running queries must return their connections, or these would leak
            async with asyncio.timeout(CLOSE_TIMEOUT):
                await asyncio.to_thread(self._readers.shutdown)
                await asyncio.to_thread(self._long_reader.shutdown)
        self._database.close()


class StorePart:
    """What a feature keeps in a store.  Reads raise StoreRefused and writes NotStored, as in `Store`."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.read = store.read

    async def write(self, *writes: Write, guard: Guard | None = None) -> None:
        """Write in one transaction.  Raises Refused: as the guard."""
        await self._store.write(writes, guard)

    async def _write_once(self, writes: list[Write]) -> bool:
        """Write, unless that contradicts what is stored; return whether it was written."""
        try:
            await self._store.write(writes)
        except NotStored as error:
            if not error.is_conflict:
                raise
            return False
        return True

    async def _rows(self, kind: type[Row], wanted: Select[Any]) -> list[Row]:
        return await self.read(lambda connection: [kind(*row) for row in connection.execute(wanted)])

    async def _first(self, kind: type[Row], wanted: Select[Any]) -> Row | None:
        return next(iter(await self._rows(kind, wanted)), None)

    async def _values(self, wanted: Executable) -> list[Any]:
        return await self.read(lambda connection: list(connection.execute(wanted).scalars()))

    async def _count(self, *conditions: ColumnElement[bool]) -> int:
        wanted = select(func.count()).where(*conditions)
        return await self.read(lambda connection: connection.execute(wanted).scalar_one())

    async def _has(self, wanted: Executable) -> bool:
        return await self.read(lambda connection: connection.execute(wanted).first() is not None)
