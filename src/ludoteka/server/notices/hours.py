"""When notifications may be sent: quiet hours, the hour of the daily e-mail, and reminders."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from ludoteka.core.clock import TimeControl
from ludoteka.core.message import Message, Refused
from ludoteka.store.notices.models import NoticeSettings

MOST_LEFT = 12 * 3600.0  # seconds left on a clock when a reminder is due at the latest
PART_LEFT = 0.25  # the same, as a fraction of the time for a turn
MINUTES = 24 * 60  # of a day


def check_zone(zone: str) -> str:
    """Return the IANA name of a time zone.  Raises Refused: "bad-zone"."""
    try:
        ZoneInfo(zone)
    except (
        ValueError,
        OSError,
    ):  # a name with dots, or one that leads to a folder; `ZoneInfoNotFoundError` is a KeyError
        pass
    except KeyError:
        pass
    else:
        return zone
    raise Refused("bad-zone", Message("This server doesn't know the time zone {zone}.", zone=zone[:60]))


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
    before = _quiet_since(settings, wanted)
    return before - 60


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


def _is_quiet(settings: NoticeSettings, minutes: int) -> bool:
    if settings.quiet_from is None or settings.quiet_to is None:
        return False
    return (minutes - settings.quiet_from) % MINUTES < (settings.quiet_to - settings.quiet_from) % MINUTES


def _after_quiet_hours(settings: NoticeSettings, at: float) -> float:
    """Return a time, or the end of the quiet hours that contain it."""
    local = _local(settings, at)
    minutes = local.hour * 60 + local.minute
    if settings.quiet_to is None or not _is_quiet(settings, minutes):
        return at
    end = local if minutes < settings.quiet_to else local + timedelta(days=1)
    return max(at, _moment(end, settings.quiet_to))


def _quiet_since(settings: NoticeSettings, at: float) -> float:
    """Return the start of the quiet hours that contain a time."""
    local, begin = _local(settings, at), settings.quiet_from or 0
    is_today = local.hour * 60 + local.minute >= begin
    return _moment(local if is_today else local - timedelta(days=1), begin)
