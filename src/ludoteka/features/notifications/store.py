"""Reading and writing notifications.

A notification is sent by the server that claims it.  Before anything is sent, one transaction writes the claim, as a
one-time digest, and the next reminder of the turn.
"""

import hashlib
from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
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

from ludoteka.features.accounts.store import REMOVE_WITH_ADDRESS, SPEND
from ludoteka.features.notifications.tables import notice_settings, push_subscriptions, waiting_notices
from ludoteka.store import queries
from ludoteka.store.metadata import columns_of
from ludoteka.store.models import StoredMatch
from ludoteka.store.people import accounts, sessions
from ludoteka.store.queries import DAYS_MARK
from ludoteka.store.schema import keys, matches, seats
from ludoteka.store.store import StorePart, reads
from ludoteka.store.writing.owners import delete_with_accounts
from ludoteka.store.writing.statements import (
    HOLDER,
    ID,
    Statements,
    Write,
    add_event_writes,
    delete_rows,
    delete_with_matches,
    update_rows,
)


class NoticeSettings(NamedTuple):
    """A user's notification settings."""

    account: str  # the id
    turns: bool
    challenges: bool
    rounds: bool
    quiet_from: int | None  # minutes after midnight in their time zone; None without quiet hours
    quiet_to: int | None
    zone: str  # the IANA name of the time zone
    language: str
    mail: bool  # whether notifications are also sent by e-mail
    digest_hour: int | None  # of the daily e-mail; None if e-mails are sent at once
    end_key: str  # in the links to unsubscribe from these e-mails

    def wants(self, kind: str) -> bool:
        return {"turn": self.turns, "challenge": self.challenges, "round": self.rounds}[kind]


class PushSubscription(NamedTuple):
    """A browser that receives a user's notifications."""

    id: str  # the digest of the endpoint
    account: str  # the id
    session: str  # the digest
    endpoint: str  # the address at the push service of the browser
    public_key: bytes  # of the browser: an uncompressed point of P-256
    secret: bytes  # with which the browser authenticates messages to it
    made_at: float  # house time


class WaitingNotice(NamedTuple):
    """A pending notification."""

    match: str
    holder: str
    channel: str  # "push" or "mail"
    kind: str  # "turn", "challenge" or "round"
    at: float  # when it happened, in house time
    due: float | None  # when to send it; None if nothing more is to be sent about this turn
    is_reminder: bool = False  # the turn was notified already


class DueNotice(NamedTuple):
    """A notification that is due, with the data needed to send it."""

    waiting: WaitingNotice
    settings: NoticeSettings | None  # None if the user has no settings any more
    kept: StoredMatch
    tournament: str  # the name; "" if the match belongs to none


WAIT_SECONDS = 60.0  # for which players who are present can act before they are notified

_NEW = bindparam("new_in", type_=String())
_ROW = waiting_notices.c
# How statements find a notification; the time tells it from that of the next turn
_KEY = {"match": "in_match", "holder": "of_whom", "channel": "by_channel", "kind": "of_kind", "at": "noted_at"}
_USES = {
    "push": exists().where(push_subscriptions.c.account == notice_settings.c.account),
    "mail": notice_settings.c.mail,
}


def _insertion(kind: str, is_wanted: ColumnElement[bool], is_for: ColumnElement[bool]) -> Executable:
    """Return the statement that inserts a pending notification for each channel that a user has enabled, unless it exists."""
    parts = []
    for channel, is_used in _USES.items():
        key = (_ROW.match == _NEW, _ROW.holder == accounts.c.holder, _ROW.channel == channel, _ROW.kind == kind)
        values: list[Any] = [_NEW, accounts.c.holder, literal(channel), literal(kind)]
        values += [bindparam("at", type_=Float()), bindparam("tell_at", type_=Float()), false()]
        noted = select(*values).join_from(accounts, notice_settings, notice_settings.c.account == accounts.c.id)
        parts.append(noted.where(is_for, is_wanted, is_used, ~exists().where(*key)))
    return insert(waiting_notices).from_select([one.name for one in waiting_notices.c], union_all(*parts))


def _is_seated(*conditions: ColumnElement[bool]) -> ColumnElement[bool]:
    seated = select(seats.c.holder).where(seats.c.match == _NEW, seats.c.kind == literal("person"), *conditions)
    return accounts.c.holder.in_(seated)


_AWAITED = bindparam("awaits", type_=String())


delete_with_accounts(notice_settings.c.account, push_subscriptions.c.account)
delete_with_accounts(waiting_notices.c.holder, names=HOLDER)
delete_with_matches(waiting_notices.c.match)
_writes = Statements("notifications")
INSERT_KEY = _writes.add(insert(keys))
DELETE_SUBSCRIPTION = _writes.add(delete_rows(push_subscriptions, id="which"))
DELETE_OWN_SUBSCRIPTION = _writes.add(delete_rows(push_subscriptions, id="which", account="whose"))
DELETE_NOTICE_SETTINGS = _writes.add(delete_rows(notice_settings, account="whose"))
INSERT_NOTICE_SETTINGS = _writes.add(insert(notice_settings), account=ID)
INSERT_SUBSCRIPTION = _writes.add(insert(push_subscriptions), account=ID)
_NO_MAIL = update(notice_settings).values(mail=False)
END_MAIL = _writes.add(_NO_MAIL.where(notice_settings.c.end_key == bindparam("with_key")))
REMOVE_WITH_ADDRESS.append(_writes.add(_NO_MAIL.where(notice_settings.c.account == bindparam("whose"))))
# before the next turn is inserted
DELETE_PASSED_TURNS = _writes.add(
    delete(waiting_notices).where(
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
)
INSERT_TURN = _writes.add(_insertion("turn", notice_settings.c.turns, _is_seated(seats.c.letter == _AWAITED)))
INSERT_ROUND = _writes.add(_insertion("round", notice_settings.c.rounds, _is_seated()))
INSERT_CHALLENGED = _writes.add(
    _insertion("challenge", notice_settings.c.challenges, accounts.c.holder == bindparam("of_whom", type_=String()))
)
POSTPONE = _writes.add(update_rows(waiting_notices, _KEY, due="tell_at"))
REMIND = _writes.add(POSTPONE.values(is_reminder=True))
DELETE_NOTICE = _writes.add(delete_rows(waiting_notices, **_KEY))


def _next_turn(match: str, clock: str, awaited: str, at: float) -> list[Write]:
    """Return the writes that replace the pending notification of a turn, in a match with days for each turn."""
    if not clock.endswith(DAYS_MARK):
        return []
    writes: list[Write] = [(DELETE_PASSED_TURNS, {"passed_in": match, "awaits": awaited})]
    return writes + ([(INSERT_TURN, _note(match, at, awaits=awaited))] if awaited else [])


def _note(match: str, at: float, **more: str) -> dict[str, Any]:
    return {"new_in": match, "at": at, "tell_at": at + WAIT_SECONDS, **more}


add_event_writes("turn", _next_turn)
add_event_writes("round", lambda match, at: [(INSERT_ROUND, _note(match, at))])
add_event_writes("challenge", lambda match, at, whom: [(INSERT_CHALLENGED, _note(match, at, of_whom=whom))])


VAPID = "vapid"  # the name of the key with which the house identifies itself to push services
SETTINGS = columns_of(notice_settings, NoticeSettings)
WAITING = columns_of(waiting_notices, WaitingNotice)


def _vapid_key(connection: Connection) -> bytes:
    return bytes(connection.execute(select(keys.c.key).where(keys.c.name == VAPID)).scalar() or b"")


def _due(connection: Connection, until: float, limit: int) -> list[DueNotice]:
    is_theirs = (notice_settings.c.account == accounts.c.id) & accounts.c.closed_at.is_(None)
    wanted = (
        select(*WAITING, queries.title_of_match(), *SETTINGS)
        .join_from(waiting_notices, matches, matches.c.id == waiting_notices.c.match)
        .join(accounts, accounts.c.holder == waiting_notices.c.holder, isouter=True)
        .join(notice_settings, is_theirs, isouter=True)
        .where(waiting_notices.c.due <= until)
        .order_by(waiting_notices.c.due, waiting_notices.c.holder, waiting_notices.c.channel)
        .limit(limit)
    )
    rows = connection.execute(wanted).fetchall()
    kept = {match.id: match for match in queries.stored_matches(connection, list({row[0] for row in rows}))}
    found, first = [], len(WAITING) + 1
    for row in rows:
        settings = NoticeSettings(*row[first:]) if row[first] is not None else None
        waiting = WaitingNotice(*row[: len(WAITING)])
        found.append(DueNotice(waiting, settings, kept[waiting.match], row[len(WAITING)]))
    return found


class NotificationStore(StorePart):
    """The notifications in a store."""

    due = reads(_due)

    async def settings(self, account: str) -> NoticeSettings | None:
        """Return a user's settings, or None if they have never enabled notifications."""
        return await self._first(NoticeSettings, select(*SETTINGS).where(notice_settings.c.account == account))

    async def save(self, settings: NoticeSettings) -> None:
        deletion = (DELETE_NOTICE_SETTINGS, {"whose": settings.account})
        await self._store.write([deletion, (INSERT_NOTICE_SETTINGS, settings._asdict())])

    async def end_mail(self, end_key: str) -> None:
        """Turn off the e-mail notifications of the user whom an unsubscribe link identifies, if any."""
        await self._store.write([(END_MAIL, {"with_key": end_key})])

    async def browsers(self, account: str) -> list[tuple[PushSubscription, str]]:
        """Return a user's subscribed browsers, each with its device, oldest first."""
        wanted = (
            select(*columns_of(push_subscriptions, PushSubscription), sessions.c.device)
            .join(sessions, sessions.c.digest == push_subscriptions.c.session)
            .where(push_subscriptions.c.account == account)
            .order_by(push_subscriptions.c.made_at)
        )
        return await self.read(
            lambda connection: [(PushSubscription(*row[:-1]), row[-1]) for row in connection.execute(wanted)]
        )

    async def subscribe(self, subscription: PushSubscription) -> None:
        """Store a browser's subscription, which replaces its previous one."""
        write = (DELETE_SUBSCRIPTION, {"which": subscription.id})
        await self._store.write([write, (INSERT_SUBSCRIPTION, subscription._asdict())])

    async def unsubscribe(self, account: str, name: str) -> None:
        await self._store.write([(DELETE_OWN_SUBSCRIPTION, {"which": name, "whose": account})])

    async def forget(self, name: str) -> None:
        """Delete a subscription that its push service no longer knows."""
        await self._store.write([(DELETE_SUBSCRIPTION, {"which": name})])

    async def claim(self, told: Sequence[tuple[WaitingNotice, float | None]], now: float) -> bool:
        """Claim notifications for sending; return False if another server was faster.

        Each comes with the time of the reminder of its turn; None for no reminder.

        Raises:
            NotStored: nothing may be sent.
        """
        writes: list[Write] = [(SPEND, {"digest": _digest(one), "at": now}) for one, _ in told]
        return await self._write_once(writes + [_next(one, again) for one, again in told])

    async def pass_over(self, passed: Sequence[tuple[WaitingNotice, float | None]]) -> None:
        """Skip notifications; turns have their reminders as in `claim`."""
        await self._store.write([_next(one, again) for one, again in passed])

    async def postpone(self, later: Sequence[tuple[WaitingNotice, float]]) -> None:
        """Change when notifications are due."""
        await self._store.write([(POSTPONE, _key(one) | {"tell_at": at}) for one, at in later])

    async def vapid_key(self, new: bytes) -> bytes:
        """Return the key with which the house identifies itself to push services; store the `new` one if it has none yet."""
        if known := await self.read(_vapid_key):
            return known
        await self._write_once([(INSERT_KEY, {"name": VAPID, "key": new})])  # or another server has stored one
        return await self.read(_vapid_key)


def _digest(one: WaitingNotice) -> str:
    return hashlib.sha256("\n".join(["notice", *map(str, one)]).encode()).hexdigest()


def _key(one: WaitingNotice) -> dict[str, Any]:
    return {name: getattr(one, field) for field, name in _KEY.items()}


def _next(one: WaitingNotice, again: float | None) -> Write:
    """Return the write after which a notification is no longer due; a turn's row stays until the turn ends, so it is sent once."""
    if one.kind == "turn":
        return REMIND, _key(one) | {"tell_at": again}
    return DELETE_NOTICE, _key(one)
