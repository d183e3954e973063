"""Throws, forced passes, and resignations after which the other players play on."""

from dataclasses import replace

import pytest
from houses.shown import NOW, Seen
from race import RACE

from ludoteka.core.message import Refused
from ludoteka.core.rules import CHANCE
from ludoteka.games import games
from ludoteka.referee.commands import Act, Back, Resign, Throw
from ludoteka.referee.events import Occupant, Setup
from ludoteka.referee.referee import Referee

ANNA, BORIS = "anna", "boris"
COMPUTER = Occupant("computer", 2)


def race(red=ANNA, green=BORIS, blue=COMPUTER, events=(), game=RACE, seed=b"seed"):
    people = {"r": red, "g": green, "b": blue}
    seats = {letter: Occupant("person", 0, who) if isinstance(who, str) else who for letter, who in people.items()}
    return Referee(game, Setup("m1", "race", 1, {}, seed, seats, 0.0), events)


def do(match, holder, command):
    match.accept(match.decide(holder, command, NOW))


def refused(match, holder, command):
    with pytest.raises(Refused) as caught:
        match.decide(holder, command, NOW)
    return caught.value.code


def with_pass_due(**seats):
    """Return a match in which red has thrown more than it can step."""
    for number in range(100):
        match = race(**seats, seed=bytes([number]))
        while match.result is None:
            if match.is_pass_due and match.match.letter(match.seat) == "r":
                return match
            if match.seat == CHANCE:
                match.accept(match.decide_throw(0.0))
            else:
                match.accept(match.decide_for_computer(match.match.legal()[0], 0.0))
    pytest.fail("red never had to pass")


def test_the_person_of_the_throwing_seat_throws_the_die():
    match = race()

    assert match.thrower == "r"
    assert match.awaits_person
    do(match, ANNA, Throw("t", 0))
    assert [event.seat for event in match.moves] == ["chance"]
    assert match.thrower is None


def test_throwing_for_another_seat_is_refused():
    match = race()

    assert refused(match, BORIS, Throw("t", 0)) == "not-your-throw"
    assert refused(match, "carla", Throw("t", 0)) == "not-your-seat"


def test_a_second_throw_is_refused():
    match = race()
    do(match, ANNA, Throw("t", 0))

    assert refused(match, ANNA, Throw("t2", 1)) == "no-throw-due"


def test_automatic_dice_have_no_thrower():
    match = race(game=replace(RACE, thrower=None))

    assert match.thrower is None
    assert not match.awaits_person
    assert refused(match, ANNA, Throw("t", 0)) == "not-your-throw"


def test_a_computer_throws_automatically():
    match = race(red=COMPUTER)

    assert match.thrower == "r"
    assert not match.awaits_person
    assert match.decide_automatically(0.0).seat == "chance"


def test_a_repeated_throw_is_recognised_by_its_id():
    match = race()
    do(match, ANNA, Throw("once", 0))

    for known in (match, race(events=match.events)):
        assert known.event_number_of(ANNA, "once") == 1
        assert known.event_number_of(BORIS, "once") is None


def test_a_view_names_the_thrower_and_lets_them_throw():
    views = Seen(race())

    assert views.view(ANNA)["thrower"] == "r"
    assert views.view(ANNA)["can"]["throw"]
    assert not views.view(BORIS)["can"]["throw"]
    assert views.view(ANNA)["to_act"] == "chance"


def test_a_forced_pass_is_automatic():
    match = with_pass_due()

    assert not match.awaits_person
    event = match.decide_automatically(0.0)
    assert (event.seat, event.text) == ("r", "pass")
    assert Seen(match).view(BORIS)["scene"]["status"] == ["{seat} must pass: no move is possible", {"seat": "R"}]


def test_a_forced_pass_is_still_due_after_restoring_the_log():
    match = with_pass_due()

    assert race(events=match.events, seed=match.setup.seed).is_pass_due


def test_a_player_can_make_a_forced_pass_at_once():
    match = with_pass_due()

    do(match, ANNA, Act("p", match.number, "pass"))

    assert match.thrower == "g"


def test_a_forced_pass_is_not_an_action_that_can_be_taken_back():
    match = with_pass_due(green=ANNA)
    match.accept(match.decide_automatically(0.0))
    passed = len(match.moves) - 1

    assert match.forced_passes == {passed}
    assert refused(match, ANNA, Back("b", match.number)) == "nothing-to-take-back", "the dice have been thrown since"


def test_passes_one_after_the_other_are_counted_until_somebody_moves():
    match = with_pass_due()
    counts = []
    while match.result is None:
        match.accept(match.decide_automatically(0.0) or match.decide_for_computer(match.match.legal()[0], 0.0))
        if match.actors[-1] != "chance":
            texts = [event.text for event in match.moves if event.seat != "chance"]
            counts.append((match.count_last_passes(2), texts[-2:].count("pass") if texts[-1] == "pass" else 0))

    assert all(counted == last for counted, last in counts)
    assert {counted for counted, _ in counts} == {0, 1, 2}


def test_only_the_player_to_move_receives_previews():
    match = race()
    do(match, ANNA, Throw("t", 0))
    views = Seen(match)

    target = str(match.match.state.thrown)
    [[pieces, paths]] = views.view(ANNA)["scene"]["previews"]
    assert ([piece["place"] for piece in pieces], paths) == ([target], [["step"]])
    assert views.view(BORIS)["scene"]["previews"] == []


def test_with_three_players_a_weak_computer_replaces_a_player_who_resigns():
    match = race()
    do(match, ANNA, Resign("q", 0))

    assert match.result is None
    assert match.occupants["r"] == Occupant("computer", 1, ANNA)
    assert not match.awaits_person
    assert refused(match, ANNA, Throw("t", 1)) == "not-your-seat"
    assert match.event_number_of(ANNA, "q") == 1
    view = Seen(match).view(BORIS)
    assert (view["seats"][0]["kind"], view["seats"][0]["level"]) == ("computer", 1)
    assert view["result"] is None


def test_a_player_who_resigned_has_lost_even_if_the_computer_wins():
    match = race()
    do(match, ANNA, Resign("q", 0))
    while match.result is None:
        match.accept(
            match.decide_automatically(0.0) or match.decide_for_computer(match.match.legal()[0], 0.0),
        )

    assert match.result["r"] == -1
    assert race(events=match.events).result == match.result


def test_in_a_tournament_the_last_who_has_not_given_up_has_won():
    match = race(blue="cyril")
    cup = Referee(RACE, match.setup._replace(tournament="cup"))
    for one in (match, cup):
        do(one, ANNA, Resign("q", 0))
        assert one.result is None
        do(one, BORIS, Resign("q", 1))

    assert match.result is None
    assert cup.result == {"r": -1, "g": -1, "b": 1}
    assert status(cup) == ["{seat} resigned. Winner: {winner}", {"seat": "G", "winner": "B"}]


def status(match):
    return Seen(match).view(BORIS)["scene"]["status"]


def test_a_match_that_several_have_won_names_no_winner():
    match = race(blue=COMPUTER, green=COMPUTER)
    do(match, ANNA, Resign("q", 0))
    assert match.result == {"r": -1, "g": 1, "b": 1}
    assert status(match) == ["{seat} resigned", {"seat": "R"}]


def test_when_no_person_is_left_the_match_is_over():
    match = race()
    do(match, ANNA, Resign("q", 0))
    do(match, BORIS, Resign("q", 1))

    assert match.result == {"r": -1, "g": -1, "b": 1}
    assert status(match) == ["{seat} resigned. Winner: {winner}", {"seat": "G", "winner": "B"}]
    assert Seen(match).view(ANNA)["can"]["rematch"]


def test_in_games_with_late_seats_a_player_who_resigned_leaves_as_soon_as_possible():
    game = games()["labyrinth"]
    people = {"P": Occupant("person", 0, ANNA), "Q": Occupant("person", 0, BORIS)}
    options = game.generate(game.check_options({"players": 2}), b"seed")
    match = Referee(game, Setup("m1", "labyrinth", 1, options, b"seed", people, 0.0))
    while match.seat == CHANCE:
        match.accept(match.decide_automatically(0.0))
    do(match, BORIS, Resign("q", match.number))

    assert match.awaits_person, "it is the turn of the other player"
    assert match.result is None
    while match.match.letter(match.seat) == "P":
        text = "stay" if "stay" in match.match.legal_texts() else "end"
        do(match, ANNA, Act(text, match.number, text))
    while match.result is None and not match.awaits_person:
        match.accept(match.decide_automatically(0.0))
    assert "leave" in [event.text for event in match.moves if event.seat == "Q"]


def test_in_games_with_late_seats_those_who_resigned_keep_their_names_and_become_no_computers():
    game = games()["labyrinth"]
    people = {"P": Occupant("person", 0, ANNA), "Q": Occupant("person", 0, ANNA)}
    options = game.generate(game.check_options({"players": 2}), b"seed")
    match = Referee(game, Setup("m1", "labyrinth", 1, options, b"seed", people, 0.0))
    while match.seat == CHANCE:
        match.accept(match.decide_automatically(0.0))
    for letter in "PQ":
        do(match, ANNA, Resign("q", match.number, letter))

    view = Seen(match).view(ANNA)
    assert view["scene"]["status"] == ["{name} to move", {"name": "P"}]
    assert [(one["kind"], one["level"], one["yours"]) for one in view["seats"]] == [("person", 0, False)] * 2
    while match.result is None:
        match.accept(match.decide_automatically(0.0))
    over = Seen(match).view(ANNA)
    assert [one["kind"] for one in over["seats"]] == ["person"] * 2
    assert "Computer" not in str(over)
