"""The write statements of matches and people's names, and the order in which a batch executes all statements.

A feature adds statements of its own with `Statements`, and what else is written when a match changes: `add_event_writes`,
`delete_with_matches`.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from sqlalchemy import Column, Executable, Table, Update, bindparam, delete, exists, func, insert, select, update

from ludoteka.referee.events import Event, Occupant, Setup
from ludoteka.store.models import MatchStatus
from ludoteka.store.people import accounts, guests
from ludoteka.store.schema import chat, events, matches, seats

# A statement and its parameters, the first of which identifies the owner of the row
Write = tuple[Executable, dict[str, Any]]
Grouped = list[tuple[Executable, list[dict[str, Any]]]]  # rows by statement
Owners = dict[str, Column[Any]]  # by parameters that name accounts: the column that they are looked up in
SomeStatement = TypeVar("SomeStatement", bound=Executable)

ID, HOLDER = accounts.c.id, accounts.c.holder  # how rows name accounts
PEOPLE, MATCHES, FEATURES, DELETIONS = range(4)  # groups of statements, in the order in which they are executed
ORDER: dict[Executable, tuple[int, str, int]] = {}
OWNERS: dict[Executable, Owners] = {}  # statements that are refused if an account is deleted
HELD: dict[Executable, Owners] = {}  # statements that wait for others about the same accounts
LAST = (DELETIONS + 1, "", 0)  # the order of statements that are used alone


class Statements:
    """The write statements of one part of the house, in the order in which a batch executes them."""

    def __init__(self, name: str, group: int = FEATURES) -> None:
        self._name, self._group = name, group

    def add(self, statement: SomeStatement, **owners: Column[Any]) -> SomeStatement:
        """Add the next statement; `owners` are the parameters that name accounts, none of which may be deleted."""
        ORDER[statement] = self._group, self._name, len(ORDER)
        if owners:
            OWNERS[statement] = owners
            HELD[statement] = owners
        return statement

    def hold(self, statement: SomeStatement, **owners: Column[Any]) -> SomeStatement:
        """Add the next statement, which may be about accounts that are being deleted."""
        HELD[statement] = owners
        return self.add(statement)


def update_rows(table: Table, where: Mapping[str, str], /, **values: str) -> Update:
    """Return the statement that changes `values` in the rows `where` columns have values; both name the parameters."""
    changed = update(table).where(*(table.c[column] == bindparam(name) for column, name in where.items()))
    return changed.values({column: bindparam(name) for column, name in values.items()})


def delete_rows(table: Table, /, **where: str) -> Executable:
    """Return the statement that deletes the rows `where` columns have the values of these parameters."""
    return delete(table).where(*(table.c[column] == bindparam(name) for column, name in where.items()))


_event_writes: dict[str, list[Callable[..., list[Write]]]] = {}
_deletions: list[Executable] = []


def add_event_writes(kind: str, make: Callable[..., list[Write]]) -> None:
    """Write what `make` returns whenever something of a kind happens; it takes what is passed to `event_writes`.

    A "turn" (of a match, its clock and the awaited seat, at a time) comes with the creation of a match and each of its
    events, a "round" (match, time) with a tournament's match, a "challenge" (match, time, challenged) with a challenge.
    """
    _event_writes.setdefault(kind, []).append(make)


def event_writes(kind: str, *details: Any) -> list[Write]:
    """Return what features write when something of a kind happens."""
    return [write for make in _event_writes.get(kind, ()) for write in make(*details)]


_matches = Statements("matches", MATCHES)
INSERT_MATCH = _matches.add(insert(matches))
INSERT_SEAT = _matches.add(insert(seats))
INSERT_EVENT = _matches.add(insert(events))
SET_STATUS = _matches.add(update_rows(matches, {"id": "match"}, result="outcome", awaited="whom", due="when"))
SET_ENDED = _matches.add(
    update(matches).where(matches.c.id == bindparam("which"), matches.c.rated).values(ended_at=bindparam("at"))
)
ANNUL_MATCH = _matches.add(
    update(matches)
    .where(matches.c.id == bindparam("which"), matches.c.annulled_at.is_(None))
    .values(annulled_at=bindparam("at"), rated_at=None)
)
SET_DUE = _matches.add(update_rows(matches, {"id": "match"}, due="when"))
SET_ATTENDED = _matches.add(update_rows(matches, {"id": "match"}, attended_at="when"))
SET_SEAT = _matches.add(
    update_rows(seats, {"match": "where", "letter": "which"}, **{name: f"new_{name}" for name in Occupant._fields})
)
FORGET_NAME = _matches.add(delete_rows(guests, holder="whose"))
INSERT_NAME = _matches.add(insert(guests))
RENAME_SEATS = _matches.add(update_rows(seats, {"holder": "whose"}, name="called", standing="as_what"))
INSERT_CHAT_LINE = _matches.add(insert(chat))
REMOVE_WORDS = _matches.add(
    update(chat).where(chat.c.holder == bindparam("whose"), chat.c.text != "").values(kind="words", text="")
)
REMOVE_WORDS_IN = _matches.add(
    update(chat)
    .where(chat.c.match == bindparam("where"), chat.c.holder == bindparam("whose"))
    .values(kind="words", text="")
)

# Deleting a match, unless it has an event after `last`.  The first statement makes other writers of the match wait
_later = events.alias()
_GONE: Any = bindparam("gone")
_LAST_IS_KNOWN = bindparam("last") == (
    select(func.coalesce(func.max(_later.c.number), 0)).where(_later.c.match == _GONE).scalar_subquery()
)
_deleting = Statements("deletions", DELETIONS)
LOCK_MATCH = _deleting.add(update(matches).where(matches.c.id == _GONE).values(due=matches.c.due))


def delete_with_matches(column: Column[Any]) -> None:
    """Delete the rows of a table with the match that this column names."""
    statement: Executable = delete(column.table).where(column == _GONE, _LAST_IS_KNOWN)
    _deletions.append(_deleting.add(statement))


delete_with_matches(chat.c.match)
_last = Statements("match", DELETIONS)  # after the features, whose statements look for the last event
DELETE_SEATS = _last.add(delete(seats).where(seats.c.match == _GONE, _LAST_IS_KNOWN))
DELETE_EVENTS = _last.add(delete(events).where(events.c.match == _GONE, _LAST_IS_KNOWN))
DELETE_MATCH = _last.add(delete(matches).where(matches.c.id == _GONE, ~exists().where(seats.c.match == _GONE)))


def creation(setup: Setup, status: MatchStatus, log: Iterable[Event]) -> list[Write]:
    """Return the writes that create a match with its log and status."""
    match = setup._asdict() | status._asdict() | {"attended_at": setup.made_at}
    match.pop("seats")
    writes: list[Write] = [(INSERT_MATCH, match)]
    for place, (letter, one) in enumerate(setup.seats.items()):
        seat = {"match": setup.id, "letter": letter, "place": place, "made_at": setup.made_at}
        writes.append((INSERT_SEAT, seat | one._asdict()))
    writes += [(INSERT_EVENT, {"match": setup.id, **event._asdict()}) for event in log]
    return writes + event_writes("turn", setup.id, setup.clock, status.awaited, setup.made_at)


def deletion(match: str, last: int) -> list[Write]:
    """Return the writes that delete a match whose last event has the number `last`, and nothing if it has a later one."""
    whose: dict[str, Any] = {"gone": match}
    known = whose | {"last": last}
    deleting: list[Write] = [(statement, known) for statement in _deletions]
    return [(LOCK_MATCH, whose), *deleting, (DELETE_SEATS, known), (DELETE_EVENTS, known), (DELETE_MATCH, whose)]


def group_writes(writes: list[Write]) -> Grouped:
    """Group the writes by statement, and sort statements and rows.

    All servers of a house lock rows in the same order, so that two batches rarely deadlock.
    """
    grouped: dict[Executable, list[dict[str, Any]]] = {}
    for statement, values in writes:
        grouped.setdefault(statement, []).append(values)
    for rows in grouped.values():
        rows.sort(key=lambda row: str(next(iter(row.values()), "")))
    return sorted(grouped.items(), key=lambda one: ORDER.get(one[0], LAST))
