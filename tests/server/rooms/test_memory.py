"""The memory that one more open match takes."""

import random

import pytest
from houses.weighing import bytes_held_by

from ludoteka.core.rules import NOBODY
from ludoteka.games import games
from ludoteka.referee.commands import Act, Throw
from ludoteka.referee.context import RefereeContext
from ludoteka.referee.events import Occupant
from ludoteka.referee.match_creation import create_setup
from ludoteka.referee.referee import Referee
from ludoteka.referee.views.details import EVERYBODY_PRESENT
from ludoteka.server.rooms.subscribers import Subscriber, Subscribers

PLIES = 100
NOW = RefereeContext(0.0)
KILOBYTES = {"labyrinth": 130, "liars_dice": 105}  # with all players, a spectator and what each needs to reconnect
OTHERS = 80


def command(referee, chance):
    number = referee.number
    if referee.thrower:
        return Throw(f"command-{number}", number)
    offers = [action for action in referee.match.offers() if referee.match.accepts(action)]
    return Act(f"command-{number}", number, referee.match.text_of(chance.choice(offers)))


def next_event(referee, chance):
    letter = referee.thrower or referee.match.letter(referee.seat)
    return referee.decide_automatically(0.0) or referee.decide(f"guest {letter}", command(referee, chance), NOW)


@pytest.mark.parametrize("game", games().values(), ids=games().keys())
def test_an_open_match_of_a_hundred_plies_takes_little_memory(game):
    chance = random.Random(1)
    options = game.check_options({})
    people = {one.letter: Occupant("person", 0, f"guest {one.letter}") for one in game.seats(options)}
    referee = Referee(game, create_setup(game, options, people, "m"))
    subscribers = Subscribers(referee)
    for holder in (*(one.holder for one in people.values()), "spectator"):
        subscribers.all.add(Subscriber(holder, lambda message: None))
    while referee.number < PLIES and referee.seat != NOBODY:
        referee.accept(next_event(referee, chance))
        subscribers.show(NOW, EVERYBODY_PRESENT)
    assert bytes_held_by(referee, subscribers) < KILOBYTES.get(game.name, OTHERS) * 1024
