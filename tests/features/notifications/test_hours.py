"""When notifications are sent: quiet hours, the hour of the daily e-mail, and reminders, also when clocks change."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from ludoteka.core.message import Refused
from ludoteka.features.notifications.choices import check_zone
from ludoteka.features.notifications.notifier import allowed_at, reminder_at
from ludoteka.features.notifications.store import NoticeSettings

PRAGUE = "Europe/Prague"


def moment(text, zone=PRAGUE):
    """Return a local time, such as "2026-01-15 23:00", in seconds since 1970."""
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()


def settings(quiet=None, digest=None, zone=PRAGUE):
    begin, end = quiet or (None, None)
    return NoticeSettings("anna", True, True, True, begin, end, zone, "en", True, digest, "key")


NIGHT, NOON = (22 * 60, 8 * 60), (12 * 60, 13 * 60 + 30)


@pytest.mark.parametrize(
    ("quiet", "wanted", "allowed"),
    [
        (None, "2026-01-15 23:00", "2026-01-15 23:00"),
        (NIGHT, "2026-01-15 21:59", "2026-01-15 21:59"),
        (NIGHT, "2026-01-15 22:00", "2026-01-16 08:00"),
        (NIGHT, "2026-01-16 07:59", "2026-01-16 08:00"),
        (NIGHT, "2026-01-16 08:00", "2026-01-16 08:00"),
        (NOON, "2026-01-15 12:10", "2026-01-15 13:30"),
        (NOON, "2026-01-15 14:00", "2026-01-15 14:00"),
        (NIGHT, "2026-03-28 23:00", "2026-03-29 08:00"),  # summer time begins
        (NIGHT, "2026-10-24 23:00", "2026-10-25 08:00"),  # and ends
    ],
)
def test_quiet_hours_hold_back_until_they_end(quiet, wanted, allowed):
    assert allowed_at(settings(quiet), "push", moment(wanted), 0.0) == moment(allowed)


def test_quiet_hours_are_those_of_the_time_zone():
    wanted = moment("2026-01-15 23:00", "Asia/Tokyo")
    assert allowed_at(settings(NIGHT, zone="Asia/Tokyo"), "push", wanted, 0.0) == moment(
        "2026-01-16 08:00", "Asia/Tokyo"
    )
    assert allowed_at(settings(NIGHT), "push", wanted, 0.0) == wanted


@pytest.mark.parametrize(
    ("wanted", "allowed"),
    [
        ("2026-01-15 10:00", "2026-01-15 18:00"),
        ("2026-01-15 18:00", "2026-01-15 18:00"),
        ("2026-01-15 18:01", "2026-01-16 18:00"),
    ],
)
def test_daily_mails_wait_for_their_hour_and_notices_to_browsers_do_not(wanted, allowed):
    assert allowed_at(settings(NIGHT, digest=18), "mail", moment(wanted), 0.0) == moment(allowed)
    assert allowed_at(settings(digest=18), "push", moment(wanted), 0.0) == moment(wanted)


@pytest.mark.parametrize(
    ("chosen", "clock", "deadline", "reminder"),
    [
        (settings(), "3/day", "2026-01-15 23:00", "2026-01-15 11:00"),  # twelve hours before
        (settings(), "1/day", "2026-01-15 23:00", "2026-01-15 17:00"),  # a quarter of the day before
        (settings(NIGHT), "1/day", "2026-01-16 12:00", "2026-01-16 08:00"),  # after the quiet hours
        (settings(NIGHT), "1/day", "2026-01-16 05:00", "2026-01-15 21:59"),  # before them, as they would end too late
        (settings(digest=18), "3/day", "2026-01-16 20:00", "2026-01-16 18:00"),
        (settings(digest=18), "3/day", "2026-01-16 17:00", "2026-01-15 18:00"),
    ],
)
def test_a_reminder_comes_when_little_time_is_left_and_before_it_is_over(chosen, clock, deadline, reminder):
    assert reminder_at(chosen, "mail", clock, moment(deadline)) == moment(reminder)


def test_there_is_no_reminder_without_a_deadline():
    assert reminder_at(settings(), "push", "3/day", None) is None


@pytest.mark.parametrize("zone", ["", "Europe/Nowhere", "../etc/passwd", "/etc/passwd", "Europe", "a\0b", "Ümlaut/X"])
def test_only_time_zones_of_the_iana_are_known(zone):
    with pytest.raises(Refused) as told:
        check_zone(zone)
    assert told.value.code == "bad-zone"
    assert check_zone(PRAGUE) == PRAGUE
