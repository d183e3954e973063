"""Reading and writing notices.

A notice is sent by whichever server claims it: the claim, as a digest that can be used once, and what comes next for the
turn are written in one transaction, before anything is sent.
"""

import hashlib
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, select

from ludoteka.store import queries
from ludoteka.store.accounts.statements import SPEND
from ludoteka.store.notices import statements
from ludoteka.store.notices.models import DueNotice, NoticeSettings, PushSubscription, WaitingNotice
from ludoteka.store.notices.tables import notice_settings, push_subscriptions, waiting_notices
from ludoteka.store.refusals import NotStored
from ludoteka.store.schema import accounts, keys, matches, sessions, tournaments
from ludoteka.store.store import Store
from ludoteka.store.writing.statements import Write

VAPID = "vapid"  # the name of the key with which the house identifies itself to push services
SETTINGS = [notice_settings.c[name] for name in NoticeSettings._fields]
SUBSCRIPTION = [push_subscriptions.c[name] for name in PushSubscription._fields]
WAITING = [waiting_notices.c[name] for name in WaitingNotice._fields]


class NoticeStore:
    """The notices in a store.  Reads raise StoreRefused and writes NotStored, as in `Store`."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def settings(self, account: str) -> NoticeSettings | None:
        """Return what a resident wants to be told, or None if they have never asked for notices."""
        return await self._store.read(lambda connection: _settings(connection, notice_settings.c.account == account))

    async def settings_of_key(self, end_key: str) -> NoticeSettings | None:
        """Return the settings to which a link that ends mails belongs, or None."""
        return await self._store.read(lambda connection: _settings(connection, notice_settings.c.end_key == end_key))

    async def save(self, settings: NoticeSettings) -> None:
        """Store what a resident wants to be told."""
        row = settings._asdict()
        write = (statements.DELETE_NOTICE_SETTINGS, {"whose": settings.account})
        await self._store.write([write, (statements.INSERT_NOTICE_SETTINGS, row)])

    async def end_mail(self, end_key: str) -> None:
        """Store that a resident wants no more notices by e-mail."""
        await self._store.write([(statements.END_MAIL, {"with_key": end_key})])

    async def browsers(self, account: str) -> list[tuple[PushSubscription, str]]:
        """Return the browsers in which a resident wants notices, each with its device, the oldest first."""
        wanted = select(*SUBSCRIPTION, sessions.c.device).join(
            sessions, sessions.c.digest == push_subscriptions.c.session
        )
        wanted = wanted.where(push_subscriptions.c.account == account).order_by(push_subscriptions.c.made_at)
        return await self._store.read(
            lambda connection: [(PushSubscription(*row[:-1]), row[-1]) for row in connection.execute(wanted)]
        )

    async def subscribe(self, subscription: PushSubscription) -> None:
        """Store that a browser wants notices, in place of what it has wanted before."""
        write = (statements.DELETE_SUBSCRIPTION, {"which": subscription.id})
        await self._store.write([write, (statements.INSERT_SUBSCRIPTION, subscription._asdict())])

    async def unsubscribe(self, account: str, name: str) -> None:
        """Forget a browser of a resident."""
        await self._store.write([(statements.DELETE_OWN_SUBSCRIPTION, {"which": name, "whose": account})])

    async def forget(self, name: str) -> None:
        """Forget a browser that its push service does not know any more."""
        await self._store.write([(statements.DELETE_SUBSCRIPTION, {"which": name})])

    async def due(self, until: float, limit: int) -> list[DueNotice]:
        """Return the notices that are due until a time, the first ones first."""
        return await self._store.read(lambda connection: _due(connection, until, limit))

    async def claim(self, told: Sequence[tuple[WaitingNotice, float | None]], now: float) -> bool:
        """Take over the sending of notices; return False if another server was faster.

        Turns are told again, as a reminder, at the time that is given with them; None for never.

        Raises:
            NotStored: nothing may be sent.
        """
        writes: list[Write] = [(SPEND, {"digest": _digest(one), "at": now}) for one, _ in told]
        try:
            await self._store.write(writes + [_next(one, again) for one, again in told])
        except NotStored as error:
            if error.is_conflict:
                return False
            raise
        return True

    async def pass_over(self, passed: Sequence[tuple[WaitingNotice, float | None]]) -> None:
        """Store that notices need not be told; turns have their reminders as in `claim`."""
        await self._store.write([_next(one, again) for one, again in passed])

    async def postpone(self, later: Sequence[tuple[WaitingNotice, float]]) -> None:
        """Store when notices are to be told instead."""
        await self._store.write([(statements.POSTPONE, _key(one) | {"tell_at": at}) for one, at in later])

    async def vapid_key(self, new: bytes) -> bytes:
        """Return the key with which the house identifies itself to push services; the `new` one if it has none yet."""
        if known := await self._store.read(_vapid_key):
            return known
        try:
            await self._store.write([(statements.INSERT_KEY, {"name": VAPID, "key": new})])
        except NotStored as error:
            if not error.is_conflict:
                raise
        return await self._store.read(_vapid_key)


def _vapid_key(connection: Connection) -> bytes:
    return bytes(connection.execute(select(keys.c.key).where(keys.c.name == VAPID)).scalar() or b"")


def _settings(connection: Connection, condition: Any) -> NoticeSettings | None:
    row = connection.execute(select(*SETTINGS).where(condition)).first()
    return NoticeSettings(*row) if row else None


def _due(connection: Connection, until: float, limit: int) -> list[DueNotice]:
    is_theirs = (notice_settings.c.account == accounts.c.id) & accounts.c.closed_at.is_(None)
    wanted = (
        select(*WAITING, tournaments.c.name, *SETTINGS)
        .join_from(waiting_notices, matches, matches.c.id == waiting_notices.c.match)
        .join(tournaments, tournaments.c.id == matches.c.tournament, isouter=True)
        .join(accounts, accounts.c.holder == waiting_notices.c.holder, isouter=True)
        .join(notice_settings, is_theirs, isouter=True)
        .where(waiting_notices.c.due <= until)
        .order_by(waiting_notices.c.due, waiting_notices.c.holder, waiting_notices.c.channel)
        .limit(limit)
    )
    rows = connection.execute(wanted).fetchall()
    kept = {one.id: one for one in queries.stored_matches(connection, list({row[0] for row in rows}))}
    found, first = [], len(WAITING) + 1
    for row in rows:
        settings = NoticeSettings(*row[first:]) if row[first] is not None else None
        waiting = WaitingNotice(*row[: len(WAITING)])
        found.append(DueNotice(waiting, settings, kept[waiting.match], row[len(WAITING)] or ""))
    return found


def _digest(one: WaitingNotice) -> str:
    return hashlib.sha256("\n".join(["notice", *map(str, one)]).encode()).hexdigest()


def _key(one: WaitingNotice) -> dict[str, Any]:
    key = {"in_match": one.match, "of_whom": one.holder, "by_channel": one.channel, "of_kind": one.kind}
    return key | {"noted_at": one.at}


def _next(one: WaitingNotice, again: float | None) -> Write:
    """Return the write after which a notice is not due any more; a turn stays until it passes, so that it is told once."""
    if one.kind == "turn":
        return statements.REMIND, _key(one) | {"tell_at": again}
    return statements.DELETE_NOTICE, _key(one)
