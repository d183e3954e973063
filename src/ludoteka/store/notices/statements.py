"""The write statements of notifications, in the order in which a batch executes them.

A pending notification is written in the transaction of its event, so that a killed server can't lose it.
"""

from typing import Any

from sqlalchemy import (
    ColumnElement,
    Executable,
    Float,
    String,
    bindparam,
    delete,
    exists,
    false,
    insert,
    literal,
    select,
    union_all,
    update,
)

from ludoteka.store.accounts.tables import accounts
from ludoteka.store.notices.models import CHANNELS
from ludoteka.store.notices.tables import notice_settings, push_subscriptions, waiting_notices
from ludoteka.store.queries import DAYS_MARK
from ludoteka.store.schema import keys, seats

WAIT_SECONDS = 60.0  # for which players who are present can act before they are notified

_NEW = bindparam("new_in", type_=String())
_ROW = waiting_notices.c
_THIS = (
    (_ROW.match == bindparam("in_match"))
    & (_ROW.holder == bindparam("of_whom"))
    & (_ROW.channel == bindparam("by_channel"))
    & (_ROW.kind == bindparam("of_kind"))
    & (_ROW.at == bindparam("noted_at"))  # not the next turn
)
_USES = {
    "push": exists().where(push_subscriptions.c.account == notice_settings.c.account),
    "mail": notice_settings.c.mail,
}


def _insertion(kind: str, is_wanted: ColumnElement[bool], is_for: ColumnElement[bool]) -> Executable:
    """Return the statement that inserts a pending notification for each channel that a user has enabled, unless it exists."""
    parts = []
    for channel in CHANNELS:
        key = (_ROW.match == _NEW, _ROW.holder == accounts.c.holder, _ROW.channel == channel, _ROW.kind == kind)
        values: list[Any] = [_NEW, accounts.c.holder, literal(channel), literal(kind)]
        values += [bindparam("at", type_=Float()), bindparam("tell_at", type_=Float()), false()]
        noted = select(*values).join_from(accounts, notice_settings, notice_settings.c.account == accounts.c.id)
        parts.append(noted.where(is_for, is_wanted, _USES[channel], ~exists().where(*key)))
    return insert(waiting_notices).from_select([one.name for one in waiting_notices.c], union_all(*parts))


def _is_seated(*conditions: ColumnElement[bool]) -> ColumnElement[bool]:
    seated = select(seats.c.holder).where(seats.c.match == _NEW, seats.c.kind == literal("person"), *conditions)
    return accounts.c.holder.in_(seated)


_AWAITED = bindparam("awaits", type_=String())
INSERT_TURN = _insertion("turn", notice_settings.c.turns, _is_seated(seats.c.letter == _AWAITED))
INSERT_ROUND = _insertion("round", notice_settings.c.rounds, _is_seated())
INSERT_CHALLENGED = _insertion(
    "challenge", notice_settings.c.challenges, accounts.c.holder == bindparam("of_whom", type_=String())
)
DELETE_PASSED_TURNS = delete(waiting_notices).where(
    _ROW.match == bindparam("passed_in"),
    _ROW.kind == literal("turn"),
    _ROW.holder.not_in(
        select(seats.c.holder).where(
            seats.c.match == bindparam("passed_in"),
            seats.c.letter == _AWAITED,
            seats.c.kind == literal("person"),
        )
    ),
)
REMIND = update(waiting_notices).where(_THIS).values(due=bindparam("tell_at"), is_reminder=True)
POSTPONE = update(waiting_notices).where(_THIS).values(due=bindparam("tell_at"))
DELETE_NOTICE = delete(waiting_notices).where(_THIS)

DELETE_NOTICE_SETTINGS = delete(notice_settings).where(notice_settings.c.account == bindparam("whose"))
INSERT_NOTICE_SETTINGS = insert(notice_settings)
END_MAIL = update(notice_settings).where(notice_settings.c.end_key == bindparam("with_key")).values(mail=False)
NO_MAIL = update(notice_settings).where(notice_settings.c.account == bindparam("whose")).values(mail=False)
DELETE_SUBSCRIPTION = delete(push_subscriptions).where(push_subscriptions.c.id == bindparam("which"))
DELETE_OWN_SUBSCRIPTION = delete(push_subscriptions).where(
    push_subscriptions.c.id == bindparam("which"), push_subscriptions.c.account == bindparam("whose")
)
DELETE_SUBSCRIPTIONS = delete(push_subscriptions).where(push_subscriptions.c.account == bindparam("whose"))
INSERT_SUBSCRIPTION = insert(push_subscriptions)
DELETE_NOTICES_OF = delete(waiting_notices).where(_ROW.holder == bindparam("whose"))
INSERT_KEY = insert(keys)

ORDER: tuple[Executable, ...] = (
    INSERT_KEY,
    DELETE_SUBSCRIPTION,
    DELETE_OWN_SUBSCRIPTION,
    DELETE_SUBSCRIPTIONS,
    DELETE_NOTICE_SETTINGS,
    INSERT_NOTICE_SETTINGS,
    INSERT_SUBSCRIPTION,
    END_MAIL,
    NO_MAIL,
    DELETE_PASSED_TURNS,  # before the next turn is inserted
    INSERT_TURN,
    INSERT_ROUND,
    INSERT_CHALLENGED,
    REMIND,
    POSTPONE,
    DELETE_NOTICE,
    DELETE_NOTICES_OF,
)


def next_turn(match: str, clock: str, awaited: str, at: float) -> list[tuple[Executable, dict[str, Any]]]:
    """Return the writes that replace the pending notification of a turn, in a match with days for each turn."""
    if not clock.endswith(DAYS_MARK):
        return []
    writes: list[tuple[Executable, dict[str, Any]]] = [(DELETE_PASSED_TURNS, {"passed_in": match, "awaits": awaited})]
    return writes + ([(INSERT_TURN, note(match, at, awaits=awaited))] if awaited else [])


def note(match: str, at: float, **more: str) -> dict[str, Any]:
    """Return the parameters of one of the insertions, for an event at a time."""
    return {"new_in": match, "at": at, "tell_at": at + WAIT_SECONDS, **more}
