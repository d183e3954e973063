"""Reading and writing notifications.

A notification is sent by the server that claims it.  Before anything is sent, one transaction writes the claim, as a
one-time digest, and the next reminder of the turn.
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
    """The notifications in a store.  Reads raise StoreRefused and writes NotStored, as in `Store`."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def settings(self, account: str) -> NoticeSettings | None:
        """Return a user's settings, or None if they have never enabled notifications."""
        return await self._store.read(lambda connection: _settings(connection, notice_settings.c.account == account))

    async def settings_of_key(self, end_key: str) -> NoticeSettings | None:
        """Return the settings that an unsubscribe link belongs to, or None."""
        return await self._store.read(lambda connection: _settings(connection, notice_settings.c.end_key == end_key))

    async def save(self, settings: NoticeSettings) -> None:
        """Store a user's settings."""
        row = settings._asdict()
        write = (statements.DELETE_NOTICE_SETTINGS, {"whose": settings.account})
        await self._store.write([write, (statements.INSERT_NOTICE_SETTINGS, row)])

    async def end_mail(self, end_key: str) -> None:
        """Turn off a user's e-mail notifications."""
        await self._store.write([(statements.END_MAIL, {"with_key": end_key})])

    async def browsers(self, account: str) -> list[tuple[PushSubscription, str]]:
        """Return a user's subscribed browsers, each with its device, oldest first."""
        wanted = select(*SUBSCRIPTION, sessions.c.device).join(
            sessions, sessions.c.digest == push_subscriptions.c.session
        )
        wanted = wanted.where(push_subscriptions.c.account == account).order_by(push_subscriptions.c.made_at)
        return await self._store.read(
            lambda connection: [(PushSubscription(*row[:-1]), row[-1]) for row in connection.execute(wanted)]
        )

    async def subscribe(self, subscription: PushSubscription) -> None:
        """Store a browser's subscription, which replaces its previous one."""
        write = (statements.DELETE_SUBSCRIPTION, {"which": subscription.id})
        await self._store.write([write, (statements.INSERT_SUBSCRIPTION, subscription._asdict())])

    async def unsubscribe(self, account: str, name: str) -> None:
        """Delete the subscription of one of a user's browsers."""
        await self._store.write([(statements.DELETE_OWN_SUBSCRIPTION, {"which": name, "whose": account})])

    async def forget(self, name: str) -> None:
        """Delete a subscription that its push service no longer knows."""
        await self._store.write([(statements.DELETE_SUBSCRIPTION, {"which": name})])

    async def due(self, until: float, limit: int) -> list[DueNotice]:
        """Return the notifications that are due by a time, the earliest first."""
        return await self._store.read(lambda connection: _due(connection, until, limit))

    async def claim(self, told: Sequence[tuple[WaitingNotice, float | None]], now: float) -> bool:
        """Claim notifications for sending; return False if another server was faster.

        Each comes with the time of the reminder of its turn; None for no reminder.

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
        """Skip notifications; turns have their reminders as in `claim`."""
        await self._store.write([_next(one, again) for one, again in passed])

    async def postpone(self, later: Sequence[tuple[WaitingNotice, float]]) -> None:
        """Change when notifications are due."""
        await self._store.write([(statements.POSTPONE, _key(one) | {"tell_at": at}) for one, at in later])

    async def vapid_key(self, new: bytes) -> bytes:
        """Return the key with which the house identifies itself to push services; store the `new` one if it has none yet."""
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
    """Return the write after which a notification is no longer due; a turn's row stays until the turn ends, so it is sent once."""
    if one.kind == "turn":
        return statements.REMIND, _key(one) | {"tell_at": again}
    return statements.DELETE_NOTICE, _key(one)
