"""Salts sent between other commands."""

import pytest
from houses.shown import Onlooker, Seen

from ludoteka.core.dice import commitment
from ludoteka.core.message import Refused
from ludoteka.games import games
from ludoteka.referee.commands import Act, RefereeContext, Salt, Throw
from ludoteka.referee.events import Event, Occupant, Setup
from ludoteka.referee.referee import Referee
from ludoteka.referee.views.snapshots import Views

ANNA, BORIS = "a" * 64, "b" * 64
NOW = RefereeContext(0.0)


@pytest.fixture
def played():
    game = games()["quagmire"]
    people = {"b": Occupant("person", 0, ANNA), "t": Occupant("person", 0, BORIS)}
    setup = Setup("m", game.name, game.rules_version, game.check_options({"seats": "bt"}), b"seed", people, 0.0)
    return Referee(game, setup, [Event(1, "commit", "", commitment(b"seed"))])


def do(referee, holder, command):
    referee.accept(referee.decide(holder, command, NOW))


def test_a_throw_is_not_stale_after_another_seats_salt(played):
    do(played, BORIS, Salt("", 1, "t", "pepper"))
    do(played, ANNA, Salt("", 1, "b", "5417"))
    do(played, ANNA, Throw("", 1))

    assert [event.kind for event in played.events] == ["commit", "salt", "salt", "act"]


@pytest.mark.parametrize("number", [-1, 0, 1, 2, 5])
def test_after_a_salt_a_command_is_stale_unless_it_names_the_number_of_the_last_throw(played, number):
    do(played, ANNA, Throw("", 1))
    do(played, BORIS, Salt("", 2, "t", "pepper"))
    if number == 2:
        do(played, ANNA, Act("", number, "pass"))
        return
    with pytest.raises(Refused) as caught:
        played.decide(ANNA, Act("", number, "pass"), NOW)
    assert caught.value.code == "stale"


def test_after_a_salt_nobody_is_told_again_what_they_may_do(played):
    do(played, ANNA, Throw("", 1))
    while not Seen(played).view(ANNA)["scene"]["paths"]:  # a throw that can't be used passes by itself
        event = played.decide_automatically(0.0)
        played.accept(event or played.decide(ANNA if played.thrower == "b" else BORIS, Throw("", played.number), NOW))
    mover = Onlooker(Views(played), ANNA)
    do(played, BORIS, Salt("", played.number, "t", "pepper"))
    assert mover.look().keys() == {"dice"}
    do(played, ANNA, Salt("", played.number, "b", "5417"))
    assert mover.look().keys() == {"dice"}
    assert mover.view == Seen(played, mover.views.run).view(ANNA)
