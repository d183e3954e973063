"""What a house keeps of a match while people watch, and the memory that only some objects hold."""

import functools
import gc
import random
import sys
import types

import msgspec

from ludoteka.core.rules import NOBODY
from ludoteka.referee.commands import Act, RefereeContext, Throw
from ludoteka.referee.events import Occupant
from ludoteka.referee.match_creation import create_setup
from ludoteka.referee.referee import Referee
from ludoteka.referee.views.details import EVERYBODY_PRESENT
from ludoteka.server.rooms.subscribers import Subscriber, Subscribers

NOW = RefereeContext(0.0)
SHARED = (types.ModuleType, types.FunctionType, functools._lru_cache_wrapper, type)

RAW = 48  # bytes of msgspec's Raw itself; its own answer is wrong


def bytes_held_by_each(groups):
    """Return how many bytes would be free if nobody had the objects of a group any more, for each group."""
    shared = [
        one for one in gc.get_objects() if issubclass(type(one), SHARED)
    ]  # isinstance would ask dead weak proxies
    known = _reachable(shared, {id(root) for roots in groups for root in roots})
    return [sum(_size(one) for one in _reachable(roots, known).values()) for roots in groups]


def _reachable(roots, known):
    found, near = {}, roots
    while near:
        new = {id(one): one for one in near if id(one) not in found and id(one) not in known}
        found |= new
        near = gc.get_referents(*new.values())
        for one in new.values():
            if issubclass(type(one), dict):
                near += one  # the collector skips keys that are texts
            elif type(one) is types.CodeType:
                near += one.co_consts + one.co_names  # nor does it see constants
    return found


def _size(one):
    kind = type(one)
    if kind is msgspec.Raw:
        return len(bytes(one)) + sys.getsizeof(b"") + RAW
    is_single = (kind is int and -6 < one < 257) or (kind is str and len(one) < 2)
    return 0 if is_single else sys.getsizeof(one)


def watched_match(game, plies, seed=1):
    """Play a match of people, each with a connection of their own, and a spectator; return what is kept of it."""
    chance = random.Random(seed)
    options = game.check_options({})
    people = {seat.letter: Occupant("person", 0, f"guest {seat.letter}") for seat in game.seats(options)}
    referee = Referee(game, create_setup(game, options, people, "m"))
    subscribers = Subscribers(referee)
    for holder in (*(person.holder for person in people.values()), "spectator"):
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
