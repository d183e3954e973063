"""When somebody may be told something: quiet hours, the hour of the daily mail, and reminders."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from ludoteka.core.clock import TimeControl
from ludoteka.core.message import Message, Refused
from ludoteka.store.notices.models import NoticeSettings

MOST_LEFT = 12 * 3600.0  # seconds on a clock, with which somebody is reminded at the latest
PART_LEFT = 0.25  # the same, of the time for a turn
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
    """Return when something that is to be told at a time may be told: then, or later.

    It is told after quiet hours, and by e-mail at the hour of the daily mail, if somebody has chosen one.  All times are
    in seconds since 1970, UTC.
    """
    if channel == "mail" and settings.digest_hour is not None:
        return _at_hour(settings, wanted)
    return _after_quiet_hours(settings, max(wanted, now))


def reminder_at(settings: NoticeSettings, channel: str, clock: str, deadline: float | None) -> float | None:
    """Return when to remind somebody whose time for a turn ends at a deadline; None without one.

    If that may be told only after the deadline, they are reminded earlier, before their quiet hours or by the daily mail.
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
    """Return the seconds on a clock with which somebody is reminded, for a time control with days for each turn."""
    return min(MOST_LEFT, PART_LEFT * TimeControl.parse(clock).base)


def _local(settings: NoticeSettings, at: float) -> datetime:
    return datetime.fromtimestamp(at, ZoneInfo(settings.zone))


def _moment(day: datetime, minutes: int) -> float:
    """Return a time of a local day."""
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
    """Return a time, or the end of the quiet hours in which it is."""
    local = _local(settings, at)
    minutes = local.hour * 60 + local.minute
    if settings.quiet_to is None or not _is_quiet(settings, minutes):
        return at
    end = local if minutes < settings.quiet_to else local + timedelta(days=1)
    return max(at, _moment(end, settings.quiet_to))


def _quiet_since(settings: NoticeSettings, at: float) -> float:
    """Return the beginning of the quiet hours in which a time is."""
    local, begin = _local(settings, at), settings.quiet_from or 0
    is_today = local.hour * 60 + local.minute >= begin
    return _moment(local if is_today else local - timedelta(days=1), begin)
