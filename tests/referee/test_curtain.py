"""The curtain: who plays several seats with secrets is shown one only after the screen was handed over to it."""

import json
from dataclasses import replace

import pytest
from houses.shown import NOW, Onlooker
from toys.whispers import GAME, LETTERS

from ludoteka.games import games
from ludoteka.referee.commands import Act, Leave, Resign, Sit
from ludoteka.referee.events import Occupant, Setup
from ludoteka.referee.referee import Referee
from ludoteka.referee.views.curtain import curtained_seat, is_turn_hidden, lifted_seat
from ludoteka.referee.views.snapshots import Views
from ludoteka.server.protocol.messages import encode

ANNA, BORIS = "anna", "boris"
COMPUTER = Occupant("computer", 1, "")
WHISPERED = '"whisper"'


def match(game=GAME, **people):
    """A match of people, of computers, and of seats that are free, by letter."""
    usual = {"computer": COMPUTER, "free": Occupant("free", 0, "")}
    seats = {letter: usual.get(who, Occupant("person", 0, who)) for letter, who in people.items()}
    return Referee(game, Setup("m1", game.name, 1, game.check_options({}), b"seed", seats, 0.0, host=ANNA))


def act(referee, holder, text):
    referee.accept(referee.decide(holder, Act(f"c{referee.number}", referee.number, text), NOW))


def let_computer_act(referee, action=0):
    referee.accept(referee.decide_for_computer(action, 0.0))


def look(referee, holder=ANNA):
    return Onlooker(Views(referee), holder)


def test_at_the_start_it_is_down():
    view = look(match(n=ANNA, e=ANNA, s=BORIS)).view

    assert (view["curtain"], view["seat"], view["yours"], view["scene"]["paths"]) == ("n", None, False, {})


def test_once_it_is_lifted_the_seat_is_shown_and_may_act():
    onlooker = look(match(n=ANNA, e=ANNA, s=BORIS))
    onlooker.lift()

    view = onlooker.view
    assert (view["curtain"], view["seat"], view["yours"]) == (None, "n", True)
    assert set(view["scene"]["paths"]) == {"one", "two", "three"}


def test_it_falls_when_another_seat_of_the_same_person_is_awaited():
    referee = match(n=ANNA, e=ANNA, s=BORIS)
    onlooker = look(referee)
    onlooker.lift()
    act(referee, ANNA, "two")
    told = onlooker.look()

    assert (onlooker.view["curtain"], onlooker.view["seat"], onlooker.view["yours"]) == ("e", None, False)
    assert onlooker.view["moves"]["list"] == [["n", None]]
    assert WHISPERED not in json.dumps([told, onlooker.view])
    onlooker.lift()
    assert onlooker.view["moves"]["list"] == [["n", None]]
    assert WHISPERED not in json.dumps(onlooker.view)


def test_what_the_seat_knows_comes_back_when_it_is_lifted_again():
    referee = match(n=ANNA, e=BORIS, s=ANNA)
    onlooker = look(referee)
    onlooker.lift()
    for holder, text in ((ANNA, "two"), (BORIS, "one")):
        act(referee, holder, text)
        onlooker.look()
    onlooker.lift()
    act(referee, ANNA, "three")
    onlooker.look()
    assert onlooker.view["curtain"] == "n"
    onlooker.lift()

    assert [piece["place"] for piece in onlooker.view["scene"]["pieces"]] == ["two"]
    assert onlooker.view["moves"]["list"] == [["n", "two"], ["e", None], ["s", None]]


def test_while_another_person_is_awaited_it_stays_lifted():
    referee = match(n=ANNA, e=BORIS, s=ANNA)
    onlooker = look(referee)
    onlooker.lift()
    act(referee, ANNA, "two")
    onlooker.look()

    assert (onlooker.view["curtain"], onlooker.view["seat"], onlooker.view["yours"]) == (None, "n", False)
    act(referee, BORIS, "one")
    onlooker.look()
    assert (onlooker.view["curtain"], onlooker.view["seat"]) == ("s", None)


def test_beside_a_computer_it_stays_lifted_as_well():
    referee = match(n="computer", e=ANNA, s=ANNA)
    onlooker = look(referee)
    assert (onlooker.view["curtain"], onlooker.view["seat"]) == (None, None), "none of her seats is awaited yet"
    let_computer_act(referee)
    onlooker.look()
    onlooker.lift()
    act(referee, ANNA, "two")
    onlooker.look()
    onlooker.lift()
    act(referee, ANNA, "three")
    onlooker.look()

    assert (onlooker.view["seat"], onlooker.view["to_act"]) == ("s", "n")
    let_computer_act(referee)
    onlooker.look()
    assert onlooker.view["curtain"] == "e"


def test_there_is_none_for_who_has_one_seat_or_none():
    referee = match(n=ANNA, e=ANNA, s=BORIS)

    assert look(referee, BORIS).view["seat"] == "s"
    assert look(referee, "carla").view["seat"] is None
    assert {look(referee, one).view["curtain"] for one in (BORIS, "carla")} == {None}


@pytest.mark.parametrize("game", ["tavlei", "labyrinth"])
def test_there_is_none_where_no_seat_knows_what_another_must_not(game):
    one = games()[game]
    referee = match(one, **{seat.letter: ANNA for seat in one.seats(one.check_options({}))})

    assert look(referee).view["curtain"] is None
    assert look(referee).view["seat"] is not None


def test_there_is_none_while_seats_are_free_and_nobodys_secrets_are_shown():
    view = look(match(n=ANNA, e=ANNA, s="free")).view

    assert (view["curtain"], view["seat"], view["yours"]) == (None, None, False)


def test_who_takes_a_second_seat_comes_before_a_curtain():
    referee = match(n=ANNA, e="free", s=BORIS)
    onlooker = look(referee)
    assert onlooker.view["seat"] == "n"
    referee.accept(referee.decide(ANNA, Sit("sit", 0, "e", "person", 0, "", ""), NOW))
    onlooker.look()
    assert (onlooker.view["curtain"], onlooker.view["seat"]) == ("n", None)
    referee.accept(referee.decide(ANNA, Leave("leave", 1, "e"), NOW))
    onlooker.look()
    assert (onlooker.view["curtain"], onlooker.view["seat"]) == (None, "n")


def test_at_the_end_all_is_shown():
    referee = match(n=ANNA, e=ANNA, s=ANNA)
    onlooker = look(referee)
    for text in ("one", "two", "three") * 2:
        onlooker.lift()
        act(referee, ANNA, text)
        onlooker.look()

    for view in (onlooker.view, look(referee).view):
        assert view["curtain"] is None
        assert [text for _, text in view["moves"]["list"]] == ["one", "two", "three"] * 2
        assert len(view["scene"]["pieces"]) == 6


def test_the_seat_that_is_left_is_behind_a_curtain_when_another_gives_up():
    referee = match(n=ANNA, e=ANNA, s=BORIS)
    onlooker = look(referee)
    onlooker.lift()
    referee.accept(referee.decide(ANNA, Resign("r", 0, "n"), NOW))
    onlooker.look()
    let_computer_act(referee)
    onlooker.look()

    assert (onlooker.view["curtain"], onlooker.view["seat"]) == ("e", None)
    onlooker.lift()
    act(referee, ANNA, "two")
    onlooker.look()
    assert onlooker.view["seat"] == "e"


def test_what_one_seat_whispers_is_in_nothing_that_is_shown_before_its_next_turn():
    """Matches that differ in one whisper alone look the same after it, until the same seat is lifted again."""
    told = set()
    for whisper in ("one", "two", "three"):
        referee = match(n=ANNA, e=ANNA, s=ANNA)
        views = Views(referee)
        views.run = "known"
        onlooker = Onlooker(views, ANNA)
        onlooker.lift()
        act(referee, ANNA, whisper)
        shown = [onlooker.look(), onlooker.lift()]
        act(referee, ANNA, "two")
        shown += [onlooker.look(), onlooker.lift()]
        act(referee, ANNA, "three")
        told.add(encode([*shown, onlooker.look()]))

    assert len(told) == 1


def test_no_throw_is_offered_before_the_seat_whose_hand_throws_has_come():
    """The seeker's die, in its own hand."""
    referee = Referee(
        by_hand(),
        Setup("m1", "cups", 1, {}, b"seed", dict.fromkeys("hs", Occupant("person", 0, ANNA)), 0.0),
    )
    onlooker = look(referee)
    onlooker.lift()
    act(referee, ANNA, "hide:2")
    onlooker.look()

    assert (onlooker.view["curtain"], onlooker.view["can"]["throw"]) == ("s", False)
    onlooker.lift()
    assert onlooker.view["can"]["throw"]


def by_hand():
    """Cups, where the seeker throws."""
    return replace(games()["cups"], thrower=lambda state: 1)


def test_by_letters_alone():
    referee = match(n=ANNA, e=ANNA, s=BORIS)

    assert curtained_seat(referee, ANNA) == "n"
    assert curtained_seat(referee, ANNA, "n") is None
    assert curtained_seat(referee, BORIS) is None
    assert [lifted_seat(referee, ANNA, one) for one in LETTERS] == ["n", "", ""]
    assert [is_turn_hidden(referee, ANNA, one) for one in ("", "n", "e")] == [True, False, True]
