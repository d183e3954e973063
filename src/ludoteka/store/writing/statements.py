"""The write statements of the store, in the order in which a batch executes them."""

from typing import Any

from sqlalchemy import BindParameter, Executable, bindparam, delete, exists, func, insert, select, update

from ludoteka.referee.events import Occupant, Setup
from ludoteka.store.accounts import statements as account_statements
from ludoteka.store.models import MatchStatus
from ludoteka.store.moderation import statements as moderation_statements
from ludoteka.store.notices import statements as notice_statements
from ludoteka.store.schema import challenges, chat, events, guests, house_settings, matches, seats, waiting_notices
from ludoteka.store.tournaments import statements as tournament_statements

# A statement and its parameters, the first of which identifies the owner of the row
Write = tuple[Executable, dict[str, Any]]
Grouped = list[tuple[Executable, list[dict[str, Any]]]]  # rows by statement

INSERT_MATCH, INSERT_SEAT, INSERT_EVENT = insert(matches), insert(seats), insert(events)
SET_STATUS = (
    update(matches)
    .where(matches.c.id == bindparam("match"))
    .values(result=bindparam("outcome"), awaited=bindparam("whom"), due=bindparam("when"))
)
SET_ENDED = update(matches).where(matches.c.id == bindparam("which"), matches.c.rated).values(ended_at=bindparam("at"))
ANNUL_MATCH = (  # its ratings follow when it is rated again
    update(matches)
    .where(matches.c.id == bindparam("which"), matches.c.annulled_at.is_(None))
    .values(annulled_at=bindparam("at"), rated_at=None)
)
SET_DUE = update(matches).where(matches.c.id == bindparam("match")).values(due=bindparam("when"))
SET_ATTENDED = update(matches).where(matches.c.id == bindparam("match")).values(attended_at=bindparam("when"))
SET_SEAT = (
    update(seats)
    .where(seats.c.match == bindparam("where"), seats.c.letter == bindparam("which"))
    .values({name: bindparam(f"new_{name}") for name in Occupant._fields})
)
FORGET_NAME = delete(guests).where(guests.c.holder == bindparam("whose"))
INSERT_NAME = insert(guests)
RENAME_SEATS = (
    update(seats)
    .where(seats.c.holder == bindparam("whose"))
    .values(name=bindparam("called"), standing=bindparam("as_what"))
)
INSERT_CHAT_LINE = insert(chat)
REMOVE_WORDS = update(chat).where(chat.c.holder == bindparam("whose"), chat.c.text != "").values(kind="words", text="")
REMOVE_WORDS_IN = (
    update(chat)
    .where(chat.c.match == bindparam("where"), chat.c.holder == bindparam("whose"))
    .values(kind="words", text="")
)
DELETE_SETTING = delete(house_settings).where(house_settings.c.name == bindparam("which"))
INSERT_SETTING = insert(house_settings)
INSERT_CHALLENGE = insert(challenges)
ANSWER_CHALLENGE = (
    update(challenges)
    .where(challenges.c.match == bindparam("which"), challenges.c.answer == "")
    .values(answer=bindparam("how"))
)

# Deleting a match, unless it has an event after `last`.  The first statement makes other writers of the match wait
_later = events.alias()
_GONE: BindParameter[str] = bindparam("gone")
_LAST_IS_KNOWN = bindparam("last") == (
    select(func.coalesce(func.max(_later.c.number), 0)).where(_later.c.match == _GONE).scalar_subquery()
)
LOCK_MATCH = update(matches).where(matches.c.id == _GONE).values(due=matches.c.due)
DELETE_CHAT = delete(chat).where(chat.c.match == _GONE, _LAST_IS_KNOWN)
DELETE_CHALLENGE = delete(challenges).where(challenges.c.match == _GONE, _LAST_IS_KNOWN)
DELETE_NOTICES = delete(waiting_notices).where(waiting_notices.c.match == _GONE, _LAST_IS_KNOWN)
DELETE_SEATS = delete(seats).where(seats.c.match == _GONE, _LAST_IS_KNOWN)
DELETE_EVENTS = delete(events).where(events.c.match == _GONE, _LAST_IS_KNOWN)
DELETE_MATCH = delete(matches).where(matches.c.id == _GONE, ~exists().where(seats.c.match == _GONE))


def creation(setup: Setup, status: MatchStatus) -> list[Write]:
    """Return the writes that create a match, without its log."""
    match = setup._asdict() | status._asdict() | {"attended_at": setup.made_at}
    match.pop("seats")
    writes: list[Write] = [(INSERT_MATCH, match)]
    for place, (letter, one) in enumerate(setup.seats.items()):
        seat = {"match": setup.id, "letter": letter, "place": place, "made_at": setup.made_at}
        writes.append((INSERT_SEAT, seat | one._asdict()))
    return writes + notice_statements.next_turn(setup.id, setup.clock, status.awaited, setup.made_at)


ORDER: dict[Executable, int] = {
    statement: place
    for place, statement in enumerate(
        (
            *account_statements.ORDER,
            *moderation_statements.ORDER,
            INSERT_MATCH,  # before the rows that refer to it
            INSERT_SEAT,
            INSERT_EVENT,
            SET_STATUS,
            SET_ENDED,
            ANNUL_MATCH,
            SET_DUE,
            SET_ATTENDED,
            SET_SEAT,
            FORGET_NAME,
            INSERT_NAME,
            RENAME_SEATS,
            INSERT_CHAT_LINE,
            REMOVE_WORDS,
            REMOVE_WORDS_IN,
            DELETE_SETTING,
            INSERT_SETTING,
            *notice_statements.ORDER,
            LOCK_MATCH,
            INSERT_CHALLENGE,
            ANSWER_CHALLENGE,
            DELETE_CHAT,
            DELETE_CHALLENGE,
            DELETE_NOTICES,
            DELETE_SEATS,
            DELETE_EVENTS,
            DELETE_MATCH,  # after the rows that refer to it
            *tournament_statements.ORDER,
        )
    )
}


def deletion(match: str, last: int) -> list[Write]:
    """Return the writes that delete a match whose last event has the number `last`, and nothing if it has a later one."""
    whose: dict[str, Any] = {"gone": match}
    known = whose | {"last": last}
    return [
        (LOCK_MATCH, whose),
        (DELETE_CHAT, known),
        (DELETE_CHALLENGE, known),
        (DELETE_NOTICES, known),
        (DELETE_SEATS, known),
        (DELETE_EVENTS, known),
        (DELETE_MATCH, whose),
    ]


def group_writes(writes: list[Write]) -> Grouped:
    """Group the writes by statement, and sort statements and rows.

    All servers of a house lock rows in the same order, so that two batches rarely deadlock.
    """
    grouped: dict[Executable, list[dict[str, Any]]] = {}
    for statement, values in writes:
        grouped.setdefault(statement, []).append(values)
    for rows in grouped.values():
        rows.sort(key=lambda row: str(next(iter(row.values()), "")))
    return sorted(grouped.items(), key=lambda one: ORDER.get(one[0], len(ORDER)))
