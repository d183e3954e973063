"""The curtain between people who share a screen, in a game with secrets."""

import json
from dataclasses import replace

import pytest
from houses.shown import NOW, Onlooker
from toys.whispers import GAME, LETTERS

from ludoteka.core.paths import read_paths
from ludoteka.games import games
from ludoteka.referee.commands import Act, Leave, Resign, Sit
from ludoteka.referee.events import Occupant, Setup
from ludoteka.referee.referee import Referee
from ludoteka.referee.views.details import curtained_seat, is_turn_hidden, lifted_seat
from ludoteka.referee.views.snapshots import Views
from ludoteka.server.protocol.messages import encode

ANNA, BORIS = "anna", "boris"
COMPUTER = Occupant("computer", 1, "")
WHISPERED = '"whisper"'


def match(game=GAME, **people):
    """Return a match; occupants are given by letter."""
    usual = {"computer": COMPUTER, "free": Occupant("free", 0, "")}
    seats = {letter: usual.get(who, Occupant("person", 0, who)) for letter, who in people.items()}
    return Referee(game, Setup("m1", game.name, 1, game.check_options({}), b"seed", seats, 0.0, host=ANNA))


def act(referee, holder, text):
    referee.accept(referee.decide(holder, Act(f"c{referee.number}", referee.number, text), NOW))


def let_computer_act(referee, action=0):
    referee.accept(referee.decide_for_computer(action, 0.0))


def look(referee, holder=ANNA):
    return Onlooker(Views(referee), holder)


def test_the_curtain_is_down_at_the_start():
    view = look(match(n=ANNA, e=ANNA, s=BORIS)).view

    assert (view["curtain"], view["seat"], view["yours"], view["scene"]["paths"]) == ("n", None, False, [])


def test_lifting_the_curtain_shows_the_seat_its_view_and_lets_it_act():
    onlooker = look(match(n=ANNA, e=ANNA, s=BORIS))
    onlooker.lift()

    view = onlooker.view
    assert (view["curtain"], view["seat"], view["yours"]) == (None, "n", True)
    assert {path[0] for path in read_paths(view["scene"]["paths"])} == {"one", "two", "three"}


def test_the_curtain_falls_when_another_seat_of_the_same_person_must_act():
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


def test_a_seat_sees_what_it_knew_when_the_curtain_is_lifted_again():
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


def test_the_curtain_stays_lifted_while_another_person_must_act():
    referee = match(n=ANNA, e=BORIS, s=ANNA)
    onlooker = look(referee)
    onlooker.lift()
    act(referee, ANNA, "two")
    onlooker.look()

    assert (onlooker.view["curtain"], onlooker.view["seat"], onlooker.view["yours"]) == (None, "n", False)
    act(referee, BORIS, "one")
    onlooker.look()
    assert (onlooker.view["curtain"], onlooker.view["seat"]) == ("s", None)


def test_the_curtain_stays_lifted_while_a_computer_must_act():
    referee = match(n="computer", e=ANNA, s=ANNA)
    onlooker = look(referee)
    assert (onlooker.view["curtain"], onlooker.view["seat"]) == (None, None), "none of her seats is to act yet"
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


def test_a_person_with_one_seat_or_none_has_no_curtain():
    referee = match(n=ANNA, e=ANNA, s=BORIS)

    assert look(referee, BORIS).view["seat"] == "s"
    assert look(referee, "carla").view["seat"] is None
    assert {look(referee, one).view["curtain"] for one in (BORIS, "carla")} == {None}


@pytest.mark.parametrize("game", ["tavlei", "labyrinth"])
def test_a_game_without_private_views_has_no_curtain(game):
    one = games()[game]
    referee = match(one, **{seat.letter: ANNA for seat in one.seats(one.check_options({}))})

    assert look(referee).view["curtain"] is None
    assert look(referee).view["seat"] is not None


def test_a_waiting_match_has_no_curtain_and_shows_no_secrets():
    view = look(match(n=ANNA, e=ANNA, s="free")).view

    assert (view["curtain"], view["seat"], view["yours"]) == (None, None, False)


def test_taking_a_second_seat_lowers_the_curtain():
    referee = match(n=ANNA, e="free", s=BORIS)
    onlooker = look(referee)
    assert onlooker.view["seat"] == "n"
    referee.accept(referee.decide(ANNA, Sit("sit", 0, "e", "person", 0, "", None), NOW))
    onlooker.look()
    assert (onlooker.view["curtain"], onlooker.view["seat"]) == ("n", None)
    referee.accept(referee.decide(ANNA, Leave("leave", 1, "e"), NOW))
    onlooker.look()
    assert (onlooker.view["curtain"], onlooker.view["seat"]) == (None, "n")


def test_the_end_of_a_match_reveals_everything():
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


def test_after_one_seat_of_a_person_resigns_their_other_seat_is_behind_a_curtain():
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


def test_a_whisper_is_in_no_view_before_the_next_turn_of_its_seat():
    """Matches that differ only in one whisper look the same until the curtain is lifted for that seat again."""
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


def test_a_throw_is_offered_only_after_the_throwing_seat_lifted_the_curtain():
    """The seeker of this match of Cups throws the die by hand."""
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
    """Return the game Cups in a variant in which the seeker throws the die by hand."""
    return replace(games()["cups"], thrower=lambda state: 1)


def test_the_curtain_is_down_only_for_the_seat_to_act():
    referee = match(n=ANNA, e=ANNA, s=BORIS)

    assert curtained_seat(referee, ANNA) == "n"
    assert curtained_seat(referee, ANNA, "n") is None
    assert curtained_seat(referee, BORIS) is None
    assert [lifted_seat(referee, ANNA, letter) for letter in LETTERS] == ["n", "", ""]
    assert [is_turn_hidden(referee, ANNA, one) for one in ("", "n", "e")] == [True, False, True]
