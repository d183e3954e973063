"""How long a match can become, and what is possible then."""

import pytest
from houses.slow import CYCLE, HOST, long_match

from ludoteka.core.message import Refused
from ludoteka.games import games
from ludoteka.records.match_record import MOST_ACTIONS
from ludoteka.referee.commands import Abort, Accept, Act, Back, Offer, RefereeContext, Resign
from ludoteka.referee.events import Event, Occupant
from ludoteka.referee.referee import MOST_ASIDES, Referee

BORIS = "b" * 64
NOW = RefereeContext(1.0)


@pytest.fixture
def full():
    """A match between two people that has as many actions as it can have."""
    setup, log, _ = long_match("m", MOST_ACTIONS, is_over=False, d=Occupant("person", 0, BORIS))
    return Referee(games()["tavlei"], setup, log)


def do(match, holder, kind, *what):
    match.accept(match.decide(holder, kind(f"{match.number} {holder}", match.number, *what), NOW))


def refused(match, holder, kind, *what):
    with pytest.raises(Refused) as caught:
        do(match, holder, kind, *what)
    return caught.value.code


def test_a_full_match_takes_no_further_action_until_one_is_taken_back(full):
    assert refused(full, HOST, Act, CYCLE[0]) == "too-long"
    assert refused(full, BORIS, Act, CYCLE[0]) == "too-long"

    do(full, BORIS, Offer, "back")
    do(full, HOST, Accept, "back")
    do(full, BORIS, Act, CYCLE[3])
    assert refused(full, HOST, Act, CYCLE[0]) == "too-long"


@pytest.mark.parametrize(
    ("commands", "result"),
    [
        ([(HOST, Resign)], {"a": -1, "d": 1}),
        ([(HOST, Offer, "draw"), (BORIS, Accept, "draw")], {"a": 0, "d": 0}),
        ([(BORIS, Abort)], {}),
    ],
)
def test_a_full_match_can_be_ended(full, commands, result):
    for command in commands:
        do(full, *command)

    assert full.result == result


def test_a_full_match_is_called_off_when_no_person_is_to_act():
    setup, log, _ = long_match("m", MOST_ACTIONS, is_over=False, a=Occupant("computer", 1))
    match = Referee(games()["tavlei"], setup, log)
    match.accept(match.decide_automatically(1.0))

    assert (match.result, match.ending) == ({}, "abort")


def test_a_log_that_is_full_of_take_backs_takes_no_more_of_them_but_all_actions():
    setup, log, _ = long_match("m", 2, is_over=False, d=Occupant("person", 0, BORIS))
    offers = [("offer", "a", "back"), ("decline", "a", "back")] * (MOST_ASIDES // 2)
    log += [Event(number, *one) for number, one in enumerate(offers, 3)]
    match = Referee(games()["tavlei"], setup, log)

    assert refused(match, HOST, Offer, "back") == "too-long"
    do(match, HOST, Act, CYCLE[2])
    do(match, BORIS, Offer, "draw")
    do(match, HOST, Accept, "draw")


def test_a_person_alone_cannot_take_back_without_end():
    setup, *_ = long_match("m", 0, is_over=False)
    rounds = [("act", "a", CYCLE[0]), ("back", "a", "0")] * (MOST_ASIDES // 2)
    match = Referee(games()["tavlei"], setup, [Event(number, *one) for number, one in enumerate(rounds, 1)])
    do(match, HOST, Act, CYCLE[0])

    assert refused(match, HOST, Back) == "too-long"
    do(match, HOST, Act, CYCLE[1])
