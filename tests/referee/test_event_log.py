"""The log of a match in memory."""

import pickle

import pytest

from ludoteka.referee.events import Event, EventLog

EVENTS = [
    Event(number, "act", "ad"[number % 2], f"e{number}-f{number}", f"command-{number}", 1.5 * number, number / 7)
    for number in range(1, 101)
]


@pytest.fixture
def log():
    made = EventLog()
    for event in EVENTS:
        made.append(event)
    return made


def test_a_log_returns_the_events_that_were_added(log):
    assert list(log) == EVENTS


@pytest.mark.parametrize("number", [0, 3, 40, 87, 88, 89, 99])
def test_a_log_returns_the_events_after_a_number(log, number):
    assert list(log.after(number)) == EVENTS[number:]


def test_there_are_no_events_after_the_last(log):
    assert [*log.after(100), *log.after(1000)] == []


def test_an_event_is_found_by_the_whole_id_of_its_command(log):
    assert [log.made_by(command) for command in ("command-1", "command-100")] == [[EVENTS[0]], [EVENTS[99]]]
    assert [log.made_by(command) for command in ("command", "1", "ommand-1")] == [[], [], []]


def test_all_events_with_the_same_command_id_are_found():
    log = EventLog()
    for number, command in enumerate(("", "ä", "same", "", "same", "same"), start=1):
        log.append(Event(number, "act", "a", "pass", command))
    assert [event.number for event in log.made_by("same")] == [3, 5, 6]
    assert [event.number for event in log.made_by("ä")] == [2]
    assert log.made_by("") == [], "an event without a command has no id"


def test_a_log_travels_to_another_process(log):
    twin = pickle.loads(pickle.dumps(log))  # noqa: S301 - our own data
    assert list(twin) == EVENTS
    assert twin.made_by("command-50") == [EVENTS[49]]
