"""The notifier of a house: finds due notifications and has them sent.

Every server has one.  Notifications wait in the database, where a server claims them before it sends them.  So nothing
is sent twice; if a server is killed after it has claimed a notification, that one is not sent at all.
"""

import logging
import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from ludoteka.core.clock import TimeControl
from ludoteka.core.message import Message, Refused
from ludoteka.features.notifications.messenger import Messenger
from ludoteka.features.notifications.store import DueNotice, NoticeSettings, NotificationStore, WaitingNotice
from ludoteka.server.http.door import parse_host
from ludoteka.server.operations.repetition import repeat
from ludoteka.server.rooms.rooms import Rooms
from ludoteka.server.settings import Settings
from ludoteka.store import NotStored, StoreRefused

logger = logging.getLogger(__name__)
PAUSE_SECONDS = 3.0  # between two queries for due notifications
AHEAD_SECONDS = 15.0  # before an event is notified; players who have the match open by then, on any server, are skipped
AT_ONCE = 500  # notifications
FAILED_SECONDS = 3600.0  # after an error, before another attempt
EARLY_SECONDS = 60.0  # a reminder this early need not wait
MOST_LEFT = 12 * 3600.0  # seconds left on a clock when a reminder is due at the latest
PART_LEFT = 0.25  # the same, as a fraction of the time for a turn
MINUTES = 24 * 60  # of a day

Told = list[tuple[WaitingNotice, float | None]]


@dataclass
class Notifier:
    """Finds due notifications, sharing the work with the other servers."""

    store: NotificationStore
    messenger: Messenger
    now: Callable[[], float]
    is_present: Callable[[str, str], bool]  # whether a player has a match open, by its id and their holder

    async def run(self) -> None:
        """Send due notifications until cancelled."""
        await repeat(self.look, PAUSE_SECONDS, "notices could not be sent")

    async def look(self) -> None:
        """Send the notifications that are due now."""
        now = self.now()
        by_reader: defaultdict[tuple[str, str], list[DueNotice]] = defaultdict(list)
        found = await self.store.due(now + AHEAD_SECONDS, AT_ONCE)
        for one in found:
            by_reader[one.waiting.holder, one.waiting.channel].append(one)
        if len(found) == AT_ONCE and len(by_reader) > 1:  # the last user may have more: all of them in the next round
            by_reader.pop((found[-1].waiting.holder, found[-1].waiting.channel))
        for theirs in by_reader.values():
            try:
                await self._tell(theirs, now)
            except (NotStored, StoreRefused):
                raise
            except Exception:  # one user's failure doesn't hold up others
                logger.exception("somebody could not be told what waits for them; tried again later")
                await self.store.postpone([(one.waiting, now + FAILED_SECONDS) for one in theirs])

    async def _tell(self, found: Sequence[DueNotice], now: float) -> None:
        """Send a user's due notifications by one channel; postpone or skip the rest."""
        passed: Told = []
        later: list[tuple[WaitingNotice, float]] = []
        ready: list[DueNotice] = []
        for one in found:
            may_be_seen = one.waiting.kind != "challenge" and not one.waiting.is_reminder
            if not _is_wanted(one):
                passed.append((one.waiting, None))
            elif may_be_seen and self.is_present(one.waiting.match, one.waiting.holder):
                passed.append((one.waiting, _again(one, now)))
            elif (at := _tell_at(one, now)) > now:
                later += [(one.waiting, at)] if at != one.waiting.due else []
            else:
                ready.append(one)
        if passed:
            await self.store.pass_over(passed)
        if later:
            await self.store.postpone(later)
        has_room = bool(ready) and self.messenger.has_room(ready[0].waiting.channel)
        if has_room and await self.store.claim([(one.waiting, _again(one, now)) for one in ready], now):
            try:
                await self.messenger.send(ready, now)
            except Exception:  # it is not claimed again: nothing is sent twice
                logger.exception("notices that were claimed could not be sent")


def _is_wanted(one: DueNotice) -> bool:
    kept, kind = one.kept, one.waiting.kind
    if one.settings is None or not one.settings.wants(kind) or kept.status.result is not None:
        return False
    if one.waiting.channel == "mail" and not one.settings.mail:
        return False
    if kind == "challenge":
        return kept.is_open
    awaited = kept.seats.get(kept.status.awaited)
    return kind == "round" or (awaited is not None and awaited.holder == one.waiting.holder)


def _tell_at(one: DueNotice, now: float) -> float:
    due, settings, channel = one.waiting.due or now, one.settings, one.waiting.channel
    if settings is None or due > now:
        return due
    deadline = one.kept.status.due
    if one.waiting.is_reminder and deadline is not None:
        has_much_time = deadline - now > little_time(one.kept.clock) + EARLY_SECONDS  # the clock was stopped meanwhile
        planned = reminder_at(settings, channel, one.kept.clock, deadline) if has_much_time else None
        due = max(due, planned or due)
    return allowed_at(settings, channel, due, now)


def _again(one: DueNotice, now: float) -> float | None:
    """Return when to remind a user of a turn; None if they were reminded or that time has passed."""
    if one.waiting.kind != "turn" or one.settings is None or one.waiting.is_reminder:
        return None
    at = reminder_at(one.settings, one.waiting.channel, one.kept.clock, one.kept.status.due)
    return None if at is None or at <= now + EARLY_SECONDS else at


def allowed_at(settings: NoticeSettings, channel: str, wanted: float, now: float) -> float:
    """Return the time at which a notification wanted at a time may be sent: then or later.

    It waits for the end of quiet hours, and an e-mail for the hour of the daily e-mail, if the user has chosen one.  All
    times are in seconds since 1970, UTC.
    """
    if channel == "mail" and settings.digest_hour is not None:
        return _at_hour(settings, wanted)
    return _after_quiet_hours(settings, max(wanted, now))


def reminder_at(settings: NoticeSettings, channel: str, clock: str, deadline: float | None) -> float | None:
    """Return when to remind a player whose turn ends at a deadline; None without a deadline.

    If the reminder could be sent only after the deadline, it is sent earlier: before quiet hours or with the daily e-mail.
    """
    if deadline is None:
        return None
    wanted = deadline - little_time(clock)
    allowed = allowed_at(settings, channel, wanted, wanted)
    if allowed < deadline:
        return allowed
    if channel == "mail" and settings.digest_hour is not None:
        return _at_hour(settings, wanted - MINUTES * 60)
    return _quiet_since(settings, wanted) - 60


def little_time(clock: str) -> float:
    """Return the seconds left on a clock when a reminder is due, for a time control with days for each turn."""
    return min(MOST_LEFT, PART_LEFT * TimeControl.parse(clock).base)


def _local(settings: NoticeSettings, at: float) -> datetime:
    return datetime.fromtimestamp(at, ZoneInfo(settings.zone))


def _moment(day: datetime, minutes: int) -> float:
    """Return the time so many minutes after the start of a local day."""
    return datetime.combine(day.date(), time(minutes // 60, minutes % 60), day.tzinfo).timestamp()


def _at_hour(settings: NoticeSettings, wanted: float) -> float:
    day, hour = _local(settings, wanted), (settings.digest_hour or 0) * 60
    found = _moment(day, hour)
    return found if found >= wanted else _moment(day + timedelta(days=1), hour)


def _after_quiet_hours(settings: NoticeSettings, at: float) -> float:
    """Return a time, or the end of the quiet hours that contain it."""
    local, begin, end = _local(settings, at), settings.quiet_from, settings.quiet_to
    minutes = local.hour * 60 + local.minute
    if begin is None or end is None or (minutes - begin) % MINUTES >= (end - begin) % MINUTES:
        return at
    return max(at, _moment(local if minutes < end else local + timedelta(days=1), end))


def _quiet_since(settings: NoticeSettings, at: float) -> float:
    """Return the start of the quiet hours that contain a time."""
    local, begin = _local(settings, at), settings.quiet_from or 0
    is_today = local.hour * 60 + local.minute >= begin
    return _moment(local if is_today else local - timedelta(days=1), begin)


DOMAIN = re.compile(r"[\w-]+(\.[\w-]+)+", re.ASCII)
CONTACT = re.compile(rf"(mailto:[^\s@/]+@|https://){DOMAIN.pattern}", re.ASCII)


def is_present(rooms: Rooms, match: str, holder: str) -> bool:
    """Tell whether a player has the match open, as far as this server knows."""
    room = rooms.find(match)
    return room is not None and holder in room.referee.roster.people and holder not in room.left_at


def push_subject(settings: Settings) -> str:
    """Return the contact for push services: the one in the settings, or one derived from the house's address.

    Raises:
        Refused: "bad-contact".
    """
    if settings.contact:
        if not CONTACT.fullmatch(settings.contact):
            text = Message("The contact for push services looks like mailto:house@example.org or https://example.org.")
            raise Refused("bad-contact", text)
        return settings.contact
    if settings.mail:
        return f"mailto:{settings.mail.sender}"
    found = [parse_host(name) for name in (settings.public_address, *settings.names)]
    return f"https://{next((name for name in found if DOMAIN.fullmatch(name)), 'localhost')}"
