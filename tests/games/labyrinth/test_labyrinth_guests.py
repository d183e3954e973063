"""Guests who join at any moment, and matches in which only computers are left."""

import json

import pytest
from boards.labyrinth import GAME, house
from houses.shown import NOW, Seen

from ludoteka.core.message import Refused
from ludoteka.games.labyrinth import notation
from ludoteka.referee.commands import Abort, Act, Resign, Sit
from ludoteka.referee.events import FREE, Occupant
from ludoteka.referee.match_creation import create_setup
from ludoteka.referee.referee import Referee
from ludoteka.referee.seating import invitation_secret

ANNA, BORIS = Occupant("person", 0, "anna", "Anna"), Occupant("person", 0, "boris", "Boris")
COMPUTER = Occupant("computer", 1)


def begin(options, **people):
    """A match hosted by Anna, in which the seats of guests are free."""
    checked = GAME.check_options(options)
    seats = {seat.letter: people.get(seat.letter, FREE) for seat in GAME.seats(checked)}
    match = Referee(GAME, create_setup(GAME, checked, seats, "m", host="anna"))
    go_on(match)
    return match


def go_on(match):
    """Play all automatic events."""
    while event := match.decide_automatically(0.0):
        match.accept(event)


def do(match, holder, command):
    match.accept(match.decide(holder, command, NOW))
    go_on(match)


def test_new_matches_offer_two_floors_with_a_ladder_and_seats_for_guests():
    options = GAME.check_options(GAME.suggested_options())
    maze = GAME.generate(options, b"seed")["scenario"]
    assert {cell[2] for cell in maze["cells"]} == {0, 1}
    assert maze["ladders"]
    assert [seat.letter for seat in GAME.seats(options) if seat.is_guest] == list("RSTUVW")


def test_a_match_or_record_without_options_still_has_two_seats_and_one_floor():
    options = GAME.check_options({})
    assert [seat.letter for seat in GAME.seats(options)] == ["P", "Q"]
    assert {cell[2] for cell in GAME.generate(options, b"seed")["scenario"]["cells"]} == {0}


def test_a_third_player_joins_a_running_match_with_the_link():
    match = begin({"guests": True}, P=ANNA, Q=COMPUTER)
    assert not match.is_waiting
    do(match, "anna", Act("c1", match.number, "stay"))
    do(match, "boris", Sit("c2", match.number, "R", secret=invitation_secret(match.setup)))
    while not match.moves[-1].text.startswith("join:R@"):
        match.accept(match.decide_for_computer(match.match.legal()[0], 0.0))
        go_on(match)
    assert match.seats_of("boris") == ["R"]
    assert match.match.state.joined == 3


def test_every_free_seat_can_be_joined():
    match = begin({"guests": True, "players": 1, "maze": "large"}, P=ANNA)  # a small maze may have too few empty cells
    for letter in "QRSTUVW":
        do(match, letter, Sit(f"sit {letter}", match.number, letter, secret=invitation_secret(match.setup)))
    assert match.match.state.joined == 8
    assert not match.free_seats


def test_the_host_may_close_the_match_to_guests():
    match = begin({"guests": False}, P=ANNA, Q=COMPUTER)
    assert list(match.occupants) == ["P", "Q"]
    assert not match.free_seats


def test_seats_that_nobody_has_taken_are_not_listed_among_the_players():
    match = begin({"guests": True}, P=ANNA, Q=COMPUTER)
    assert notation.order(match.match.seen(0)) == ["P", "Q"]


def test_named_players_leave_seats_for_guests():
    options = GAME.check_options({"players": ["Anna", "P"], "guests": True})
    assert [seat.letter for seat in GAME.seats(options)] == ["Anna", "P", "Q", "R", "S", "T", "U", "V"]


def shown(match, holder):
    """The moderator's words, the status and the panel that a person sees."""
    view = Seen(match).view(holder)
    return json.dumps([view["moves"]["list"], view["scene"]["status"], view["scene"]["panel"], view["scene"]["pieces"]])


def test_people_are_called_by_their_names():
    match = begin({"players": 3}, P=ANNA, Q=BORIS, R=COMPUTER)
    do(match, "anna", Act("c1", match.number, "stay"))
    texts = shown(match, "boris")
    assert '["{player} {does}.", {"player": "Anna", "does": "stays put"}]' in texts
    assert '["{name} to move", {"name": "Boris"}]' in texts
    assert {'{"name": "Anna"}' in texts, '{"name": "P"}' in texts, '{"name": "R"}' in texts} == {True, False}


def test_a_name_that_two_people_share_is_not_used_for_them():
    match = begin({}, P=ANNA, Q=ANNA._replace(holder="other"))
    assert "Anna" not in shown(match, "anna")


def after_a_death(rejoin=False):
    """Anna stands in a shop and is shot there by a computer."""
    maze = house("P B1, Q B3", items="a1 key, B3 cartridge 2", objects=())
    options = {"scenario": maze, "players": ["P", "Q"], "rejoin": rejoin}
    match = begin(options, P=ANNA, Q=COMPUTER)
    do(match, "anna", Act("c1", match.number, "stay"))
    for text in ("take:cartridge", "shoot:west"):
        match.accept(match.decide_for_computer(match.match.check(text), 0.0))
    return match


def test_when_only_computers_are_left_a_person_may_end_the_match():
    match = after_a_death()
    assert match.only_computers_play
    assert Seen(match).view("anna")["can"]["abort"]
    do(match, "anna", Abort("c2", match.number))
    assert match.result == {"P": -1, "Q": 0}, "whoever is out has lost; the others have not won"
    assert match.agreement == "abort"
    again = Referee(GAME, match.setup, match.events)
    assert again.result == match.result


def test_who_has_resigned_has_lost_although_the_match_is_ended_before_their_turn_to_leave_comes():
    match = begin({}, P=ANNA, Q=COMPUTER)
    do(match, "anna", Act("c1", match.number, "stay"))
    match.accept(match.decide("anna", Resign("c2", match.number, "P"), NOW))
    match.accept(match.decide("anna", Abort("c3", match.number), NOW))
    assert match.result == {"P": -1, "Q": 0}


def test_spectators_cannot_end_the_match():
    match = after_a_death()
    with pytest.raises(Refused):
        match.decide("boris", Abort("c2", match.number), NOW)


def test_nobody_can_end_the_match_while_a_person_plays():
    match = begin({}, P=ANNA, Q=COMPUTER)
    assert not match.only_computers_play
    assert not Seen(match).view("anna")["can"]["abort"]


def test_a_killed_person_who_may_rejoin_still_counts_as_playing():
    assert not after_a_death(rejoin=True).only_computers_play
