"""Clocks in a match: charges and flags."""

import pytest
from houses.shown import Seen

from ludoteka.core.clock import DAY, LAG_CAP
from ludoteka.core.message import Refused
from ludoteka.games import games
from ludoteka.referee.commands import Accept, Act, Back, Offer, RefereeContext, Throw
from ludoteka.referee.events import Event, Occupant, Setup
from ludoteka.referee.referee import Referee

ANNA, BORIS = "anna", "boris"
PLIES = ("d9-b9", "e7-c7", "b9-c9", "c7-b7", "c9-b9", "b7-c7")


def match(clock, **people):
    game = games()["tavlei"]
    seats = {"a": Occupant("person", 0, ANNA), "d": Occupant("person", 0, BORIS)} | people
    return Referee(game, Setup("m1", "tavlei", 1, game.check_options({}), b"seed", seats, 1000.0, clock=clock))


def play(referee, text, at, **more):
    return play_for(referee, ANNA if referee.awaited == "a" else BORIS, text, at, **more)


def play_for(referee, holder, text, at, **more):
    event = referee.decide(holder, Act(f"c{referee.number}", referee.number, text), RefereeContext(at, **more))
    referee.accept(event)
    return event.spent


def left(referee, at, **more):
    return Seen(referee).view(ANNA, RefereeContext(at, **more))["clock"]["left"]


def begun(clock, **people):
    """Return a match in which the sides made their first turns at 1000 s and 1010 s."""
    referee = match(clock, **people)
    play(referee, PLIES[0], 1000.0)
    play_for(referee, referee.occupants["d"].holder, PLIES[1], 1010.0)
    return referee


def test_the_first_turn_of_each_side_is_free():
    referee = match("5+0")

    assert play(referee, PLIES[0], 1100.0) == 0
    assert play(referee, PLIES[1], 1200.0) == 0
    assert left(referee, 1200.0) == {"a": 300, "d": 300}


def test_thinking_time_is_charged_and_the_increment_added():
    referee = begun("5+3")

    assert play(referee, PLIES[2], 1030.0) == 20

    assert left(referee, 1030.0) == {"a": 286, "d": 303}
    assert left(referee, 1034.0) == {"a": 286, "d": 299}
    assert Seen(referee).view(ANNA, RefereeContext(1034.0))["clock"]["running"] == "d"


def test_downtime_is_charged_to_nobody():
    referee = begun("5+0")

    assert play(referee, PLIES[2], 1030.0, downtime=15.0) == 5


def test_lag_is_compensated_up_to_a_cap():
    assert play(begun("5+0"), PLIES[2], 1030.0, lag=0.1) == pytest.approx(19.9)
    assert play(begun("5+0"), PLIES[2], 1030.0, lag=5.0) == pytest.approx(20 - LAG_CAP)


def test_a_flag_falls_exactly_when_the_time_is_up():
    referee = begun("0.5+0")
    assert referee.decide_flag(RefereeContext(1040.0)) is None
    assert referee.decide_flag(RefereeContext(1045.0, downtime=10.0)) is None

    referee.accept(referee.decide_flag(RefereeContext(1041.0)))

    assert referee.result == {"a": -1, "d": 1}
    view = Seen(referee).view(ANNA, RefereeContext(1041.0))
    assert view["ending"] == "flag"
    assert view["scene"]["status"][0] == "{seat} ran out of time. Winner: {winner}"
    assert view["clock"]["running"] is None


def test_a_time_control_in_days_gives_each_turn_the_full_time():
    referee = match("1/day")
    assert play(referee, PLIES[0], 1000.0 + DAY / 2) == DAY / 2  # the first turn counts, too

    assert left(referee, 1000.0 + DAY / 2) == {"a": DAY, "d": DAY}
    assert referee.decide_flag(RefereeContext(1000.0 + 1.6 * DAY)) is not None


def test_a_computer_has_no_clock():
    referee = match("5+0", d=Occupant("computer", 1))
    play(referee, PLIES[0], 1000.0)

    assert left(referee, 9000.0) == {"a": 300}
    assert referee.decide_flag(RefereeContext(9000.0)) is None


def test_the_clock_follows_from_the_log_alone():
    referee = begun("5+3")
    play(referee, PLIES[2], 1030.0)
    play(referee, PLIES[3], 1037.5)

    again = Referee(referee.game, referee.setup, referee.events)

    assert left(again, 1040.0) == left(referee, 1040.0) == {"a": 283.5, "d": 298.5}


def test_a_take_back_does_not_change_the_clocks():
    referee = begun("5+0")
    play(referee, PLIES[2], 1030.0)
    referee.accept(referee.decide(ANNA, Offer("o", referee.number, "back"), RefereeContext(1031.0)))
    referee.accept(referee.decide(BORIS, Accept("y", referee.number, "back"), RefereeContext(1035.0)))

    assert left(referee, 1035.0) == {"a": 280, "d": 300}
    assert left(Referee(referee.game, referee.setup, referee.events), 1036.0) == {"a": 279, "d": 300}


def test_on_a_shared_screen_a_take_back_charges_the_seat_whose_clock_ran():
    referee = begun("5+3", d=Occupant("person", 0, ANNA))
    play_for(referee, ANNA, PLIES[2], 1030.0)  # 20 s of a, and 3 s more
    event = referee.decide(ANNA, Back("b", referee.number), RefereeContext(1040.0))
    shown = left(referee, 1040.0)
    referee.accept(event)
    again = Referee(referee.game, referee.setup, referee.events)

    assert (event.seat, event.spent) == ("d", 10)
    assert shown == {"a": 286, "d": 293}
    assert left(referee, 1040.0) == left(again, 1040.0) == {"a": 283, "d": 293}, "the turn of a goes on"
    for one in (referee, again):
        play_for(one, ANNA, PLIES[2], 1045.0)
        assert left(one, 1045.0) == {"a": 281, "d": 293}, "the increment is added once"


def test_a_take_back_of_an_older_house_charged_the_seat_that_took_back():
    referee = begun("5+0", d=Occupant("person", 0, ANNA))
    play_for(referee, ANNA, PLIES[2], 1030.0)
    referee.accept(Event(referee.number + 1, "back", "a", "2", "b", 1040.0, 10.0))

    assert left(referee, 1040.0) == {"a": 270, "d": 300}


def test_an_invalid_time_control_is_refused():
    with pytest.raises(Refused) as refused:
        match("soon")
    assert refused.value.code == "bad-clock"


def test_a_first_turn_is_free_up_to_its_last_action():
    """A turn may begin with a throw and have several actions."""
    game = games()["scripta"]
    seats = {"y": Occupant("person", 0, ANNA), "g": Occupant("person", 0, BORIS)}
    referee = Referee(game, Setup("m1", "scripta", 1, game.check_options({}), b"seed", seats, 1000.0, clock="5+0"))
    referee.accept(referee.decide(ANNA, Throw("t", 0), RefereeContext(1010.0)))

    assert play_for(referee, ANNA, referee.match.legal_texts()[0], 1040.0) == 0
    assert left(referee, 1050.0) == {"y": 300, "g": 300}
