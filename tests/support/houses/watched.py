"""A match in which everybody plays at random, and what a house keeps of it while people watch."""

import random

from ludoteka.core.rules import NOBODY
from ludoteka.referee.commands import Act, Throw
from ludoteka.referee.context import RefereeContext
from ludoteka.referee.events import Occupant
from ludoteka.referee.match_creation import create_setup
from ludoteka.referee.referee import Referee
from ludoteka.referee.views.details import EVERYBODY_PRESENT
from ludoteka.server.rooms.subscribers import Subscriber, Subscribers

NOW = RefereeContext(0.0)


def watched_match(game, plies, seed=1):
    """Play a match of people, each with a connection of their own, and a spectator; return what is kept of it."""
    chance = random.Random(seed)
    options = game.check_options({})
    people = {one.letter: Occupant("person", 0, f"guest {one.letter}") for one in game.seats(options)}
    referee = Referee(game, create_setup(game, options, people, "m"))
    subscribers = Subscribers(referee)
    for holder in (*(one.holder for one in people.values()), "spectator"):
        subscribers.all.add(Subscriber(holder, lambda message: None))
    while referee.number < plies and referee.seat != NOBODY:
        referee.accept(_next_event(referee, chance))
        subscribers.show(NOW, EVERYBODY_PRESENT)
    return referee, subscribers


def _next_event(referee, chance):
    letter = referee.thrower or referee.match.letter(referee.seat)
    return referee.decide_automatically(0.0) or referee.decide(f"guest {letter}", _command(referee, chance), NOW)


def _command(referee, chance):
    number = referee.number
    if referee.thrower:
        return Throw(f"command-{number}", number)
    offers = [action for action in referee.match.offers() if referee.match.accepts(action)]
    return Act(f"command-{number}", number, referee.match.text_of(chance.choice(offers)))
