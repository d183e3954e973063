"""A match ends after a hundred actions without progress, whether played, restored or partly taken back."""

import pytest
from houses.shown import NOW

from ludoteka.games import games
from ludoteka.referee.commands import Act, Back
from ludoteka.referee.events import Occupant, Setup
from ludoteka.referee.referee import Referee

ANNA = "anna"
SHUFFLE = ("b1-b2", "g8-g7", "b2-b1", "g7-g8")  # neither gifts nor pushes
LIMIT = 100


def referee(events=(), **options):
    game = games()["moksha"]
    seats = {letter: Occupant("person", 0, ANNA) for letter in "wb"}
    checked = game.check_options({"repetition": "off", "quiet": "draw"} | options)
    return Referee(game, Setup("m1", "moksha", 1, checked, b"seed", seats, 0.0), events)


def do(match, command):
    event = match.decide(ANNA, command, NOW)
    match.accept(event)
    return event


def shuffled(match, count):
    """Play quiet actions and return their events."""
    first = len(match.match.actions)
    return [
        do(match, Act(f"c{index}-{match.number}", match.number, SHUFFLE[index % len(SHUFFLE)]))
        for index in range(first, first + count)
    ]


def test_a_hundred_quiet_actions_make_the_match_a_draw_with_the_reason_quiet():
    match = referee()
    shuffled(match, LIMIT - 1)
    assert match.result is None
    shuffled(match, 1)
    assert (match.result, match.match.draw_reason) == ({"w": 0, "b": 0}, "quiet")


@pytest.mark.parametrize("cut", [0, 1, 59, 60, 99, 100])
def test_the_count_of_quiet_actions_is_the_same_when_the_match_is_restored_from_any_event(cut):
    first = referee()
    events = shuffled(first, LIMIT)
    again = referee(events[:cut])
    assert again.match.quiet_actions == cut
    shuffled(again, LIMIT - cut)
    assert again.result == first.result == {"w": 0, "b": 0}


def test_a_take_back_also_reverts_the_count_of_quiet_actions():
    match = referee()
    shuffled(match, LIMIT - 1)
    do(match, Back("b", match.number))
    assert (match.result, match.match.quiet_actions) == (None, LIMIT - 2)
    shuffled(match, 2)
    assert match.result == {"w": 0, "b": 0}


def test_an_old_match_without_the_option_quiet_goes_on():
    game = games()["moksha"]
    seats = {letter: Occupant("person", 0, ANNA) for letter in "wb"}
    match = Referee(game, Setup("m1", "moksha", 1, {"repetition": "off"}, b"seed", seats, 0.0))
    shuffled(match, LIMIT + 20)
    assert match.result is None
