"""Taking and leaving seats, and the beginning of a match."""

import pytest
from houses.shown import NOW, Seen
from msgspec.structs import replace

from ludoteka.core.message import Refused
from ludoteka.core.rules import CHANCE
from ludoteka.games import games
from ludoteka.referee.commands import Act, Back, Leave, Resign, Sit
from ludoteka.referee.events import FREE, Occupant, Person, Setup, guest_number
from ludoteka.referee.referee import Referee
from ludoteka.referee.seating import invitation_secret

ANNA, BORIS, CARLA = "anna", "boris", "carla"
MINE = Occupant("person", 0, ANNA, "Anna")


def table(name="tavlei", options=None, events=(), **seats):
    """Return a match created by Anna."""
    game = games()[name]
    people = seats or {"a": MINE, "d": FREE}
    checked = game.check_options(options or {})
    return Referee(game, Setup("m", name, game.rules_version, checked, b"seed", people, 0.0, "", ANNA), events)


def labyrinth():
    """Return a match of Labyrinth with P; Q and R may join later."""
    game = games()["labyrinth"]
    options = game.late.defer(game.check_options({"players": 3}), ["Q", "R"])
    return table("labyrinth", options, P=MINE, Q=FREE, R=FREE)


def do(match, holder, command):
    match.accept(match.decide(holder, command, NOW))


def invited(match, seat="d", holder=BORIS, **more):
    """Return the command of a person with the link."""
    return Sit(f"sit {holder}", match.number, seat, secret=invitation_secret(match.setup), **more)


def refused(match, holder, command):
    with pytest.raises(Refused) as caught:
        match.decide(holder, command, NOW)
    return caught.value.code


def public(**seats):
    match = table("quagmire", {"seats": "blr"}, **seats)
    return Referee(match.game, match.setup._replace(visibility="public"))


def test_in_a_public_match_only_the_host_may_have_several_seats():
    match = public(b=MINE, l=FREE, r=FREE)
    do(match, BORIS, Sit("1", 0, "l"))

    assert refused(match, BORIS, Sit("2", 1, "r")) == "seated-already"
    assert refused(match, BORIS, invited(match, "r")) == "seated-already", "not with the link either"
    do(match, BORIS, Leave("3", 1, "l"))
    do(match, BORIS, Sit("4", 2, "r"))
    do(match, ANNA, Sit("5", 3, "l"))


def test_in_a_private_match_a_guest_with_the_link_may_take_several_seats():
    match = table("quagmire", {"seats": "blr"}, b=MINE, l=FREE, r=FREE)
    for letter in "lr":
        do(match, BORIS, invited(match, letter))

    assert match.seats_of(BORIS) == ["l", "r"]


def test_a_match_waits_until_all_seats_are_taken():
    match = table()

    for command in (Act("c", 0, "d9-b9"), Back("c", 0), Resign("c", 0)):
        assert refused(match, ANNA, command) == "not-begun"
    assert match.is_waiting
    assert match.awaits_person
    assert match.decide_automatically(0.0) is None


def test_anyone_with_the_link_takes_the_seat_and_the_match_begins():
    match = table()

    do(match, BORIS, invited(match, person=Person(BORIS, "Boris the Bold", "resident")))

    assert match.setup.seats["d"] == Occupant("person", 0, BORIS, "Boris the Bold", "resident")
    assert match.seats_of(BORIS) == ["d"]
    do(match, ANNA, Act("c", 1, "d9-b9"))
    do(match, BORIS, Act("c", 2, "e7-c7"))


def test_a_taken_seat_is_refused():
    match = table()
    do(match, BORIS, invited(match))

    assert refused(match, CARLA, invited(match)) == "seat-taken"


def test_taking_a_seat_is_never_stale():
    match = table("quagmire", {"seats": "blt"}, b=MINE, l=FREE, t=FREE)
    do(match, BORIS, invited(match, "l"))

    do(match, CARLA, replace(invited(match, "t"), number=0))

    assert not match.is_waiting


@pytest.mark.parametrize("secret", ["", "x" * 20, "ж" * 20])
def test_taking_a_seat_without_the_link_is_refused(secret):
    match = table()

    assert refused(match, BORIS, Sit("c", 0, "d", secret=secret)) == "bad-invitation"


def test_the_link_of_one_match_is_invalid_for_another_match():
    other = Referee(games()["tavlei"], table().setup._replace(seed=b"other"))

    assert refused(table(), BORIS, invited(other)) == "bad-invitation"


def test_the_host_seats_a_computer_without_the_link():
    match = table()

    do(match, ANNA, Sit("c", 0, "d", "computer", 2))

    assert match.occupants["d"] == Occupant("computer", 2)
    assert match.event_number_of(ANNA, "c") == 1
    assert match.event_number_of(BORIS, "c") is None


def test_only_the_host_seats_computers():
    match = table()

    assert refused(match, BORIS, replace(invited(match), kind="computer", level=1)) == "bad-invitation"


@pytest.mark.parametrize(
    "wish", [Sit("c", 0, "x"), Sit("c", 0, "d", "computer", 99), Sit("c", 0, "d", "computer"), Sit("c", 0, "d", "cat")]
)
def test_an_unknown_seat_or_level_is_refused(wish):
    assert refused(table(), ANNA, wish) == "bad-seats"


def test_a_seat_is_given_back_before_the_first_action():
    match = table()
    do(match, BORIS, invited(match))
    do(match, BORIS, Leave("leave", 1))

    assert match.free_seats == ["d"]
    assert match.event_number_of(BORIS, "leave") == 2
    do(match, CARLA, invited(match))
    do(match, ANNA, Act("c", 3, "d9-b9"))
    assert refused(match, CARLA, Leave("c", 4)) == "has-begun"


def test_giving_back_another_persons_seat_is_refused():
    match = table()
    do(match, BORIS, invited(match))

    assert refused(match, BORIS, Leave("c", 1, "a")) == "not-your-seat"
    assert refused(match, CARLA, Leave("c", 1)) == "not-your-seat"


def test_a_match_restored_from_its_log_has_the_same_occupants():
    match = table()
    for holder in (BORIS, CARLA):
        do(match, holder, invited(match, holder=holder))
        do(match, holder, Leave(f"leave {holder}", match.number))
    do(match, BORIS, invited(match, person=Person(BORIS, "B", "resident")))
    do(match, ANNA, Act("c", match.number, "d9-b9"))
    do(match, BORIS, Resign("r", match.number))

    again = Referee(match.game, match.setup, match.events)

    assert again.occupants == match.occupants
    assert again.setup == match.setup
    assert again.result == {"a": 1, "d": -1}


def test_only_seated_people_receive_the_invitation():
    match = table("quagmire", {"seats": "blt"}, b=MINE, l=FREE, t=FREE)
    do(match, BORIS, invited(match, "l"))
    views = Seen(match)

    assert views.view(ANNA)["invitation"] == views.view(BORIS)["invitation"] == invitation_secret(match.setup)
    assert views.view(CARLA)["invitation"] is None
    do(match, CARLA, invited(match, "t"))
    assert views.view(ANNA)["invitation"] is None, "there is no free seat any more"


def test_a_view_shows_free_seats_and_present_players():
    match = table()
    view = Seen(match).view(ANNA, present=[ANNA])

    assert view["waiting"]
    assert not view["yours"]
    assert view["scene"]["paths"] == []
    assert view["scene"]["status"] == [
        "Waiting: {count} seat is free",
        {"count": 1},
        "Waiting: {count} seats are free",
    ]
    told = [(seat["kind"], seat["name"], seat["present"]) for seat in view["seats"]]
    assert told == [("person", "Anna", True), ("free", "", False)]


def test_a_guest_without_a_name_is_called_by_a_number():
    match = table()
    do(match, BORIS, invited(match))

    seat = Seen(match).view(ANNA)["seats"][1]

    assert (seat["name"], seat["guest"]) == ("", guest_number(BORIS))
    assert 1000 <= seat["guest"] <= 9999


def test_a_secret_option_is_revealed_at_the_end():
    game = games()["labyrinth"]
    match = table("labyrinth", game.generate(game.check_options({}), b"seed"), P=MINE, Q=MINE)
    go_on(match)

    assert "scenario" not in Seen(match).view(ANNA)["options"]
    while match.result is None:
        if not go_on(match):
            do(match, ANNA, Act(f"c{match.number}", match.number, "leave"))
    assert Seen(match).view(ANNA)["options"]["scenario"]["cells"]


def go_on(match):
    """Play all automatic events that are due; tell whether there was any."""
    event = match.decide_automatically(0.0)
    if event:
        match.accept(event)
        go_on(match)
    return event is not None


def test_a_game_with_late_seats_begins_at_once_and_other_players_join_later():
    match = labyrinth()
    go_on(match)
    assert not match.is_waiting
    assert [move.text.partition("@")[0] for move in match.moves] == ["join:P"]

    do(match, BORIS, invited(match, "R"))
    go_on(match)

    assert match.moves[-1].text.startswith("join:R@")
    assert match.arrival is None
    again = Referee(match.game, match.setup, match.events)
    assert again.match.position_text == match.match.position_text


def test_players_cannot_choose_where_a_late_player_starts():
    match = labyrinth()
    go_on(match)
    do(match, BORIS, invited(match, "Q"))

    codes = {
        refused(match, ANNA, Act("c", match.number, f"join:Q@{x},{y},0")) for x in range(-3, 4) for y in range(-3, 4)
    }

    assert codes == {"not-your-turn"}, "different answers would reveal where cells are"
    assert match.match.seat != CHANCE
