"""Print every byte that people receive while a random match of a game is played; always the same for a game."""

import sys

from ludoteka.compilation import compiled_modules
from ludoteka.core.message import Refused
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.games import games
from ludoteka.referee.commands import Act, Back, Offer, RefereeContext, Resign
from ludoteka.referee.events import Occupant, Setup
from ludoteka.referee.match_creation import opening_events
from ludoteka.referee.referee import Referee
from ludoteka.referee.views.details import Presence
from ludoteka.server.protocol.messages import encode, encode_refusal
from ludoteka.server.rooms.subscribers import Subscriber, Subscribers
from ludoteka.testing import chooser

PLIES = 60
SEED = bytes(32)
PING = b'{"t":"ping"'  # depends on the time that the match takes


def commands(referee, choose):
    """Yield for the seat to act an illegal action, sometimes an offer or a take back, and a legal action."""
    number, texts = referee.number, referee.match.legal_texts()
    yield Act(f"x{number}", number, ("e5", "a1"))
    yield Act(f"y{number}", number, texts[0][::-1])
    if choose(9) == 0:
        yield Offer(f"o{number}", number, "draw")
        yield Back(f"b{number}", number + 1)
    yield Act(f"a{number}", number, texts[choose(len(texts))])


def step(referee, choose, moment):
    """Do what comes next in a match; yield the refusals."""
    event = referee.decide_automatically(moment.at)
    if event:
        referee.accept(event)
        return
    holder = referee.occupants[referee.thrower or referee.match.letter(referee.seat)].holder
    for command in commands(referee, choose):
        try:
            referee.accept(referee.decide(holder, command, moment))
        except Refused as refused:
            yield encode_refusal(refused)


def transcript(game):
    """Return what each person receives, the players and a spectator; one of the players is away now and then."""
    seats = {seat.letter: Occupant("person", 0, f"holder-{seat.letter}") for seat in game.seats(game.check_options({}))}
    setup = Setup("m", game.name, 1, game.check_options({}), SEED, seats, 0.0, clock="5+3")
    referee = Referee(game, setup, opening_events(game, setup))
    watching = Subscribers(referee)
    watching.views.run = "known"
    people, refusals, choose = [*(seat.holder for seat in seats.values()), "spectator"], [], chooser(1)
    sent = {holder: [] for holder in people}
    for holder, frames in sent.items():
        one = Subscriber(holder, frames.append)
        watching.all.add(one)
        one.post(watching.greeting(one, 0, "", RefereeContext(0.0), Presence()))
    for ply in range(PLIES):
        moment = RefereeContext(float(ply))
        refusals += map(encode, step(referee, choose, moment))
        if ply == PLIES - 1 and referee.seat not in (CHANCE, NOBODY):
            referee.accept(referee.decide(people[0], Resign("end", 0, next(iter(seats))), moment))
        watching.show(moment, Presence({people[0]: 1.0} if ply % 10 == 5 else {}, 1))
        if referee.seat == NOBODY:
            break
    return sent | {"refusals": refusals}


if __name__ == "__main__":
    print(len(compiled_modules()) > 0)  # noqa: T201 - its output is what it is for
    for name in sys.argv[1:]:
        for receiver, frames in transcript(games()[name]).items():
            for frame in frames:
                if not frame.startswith(PING):
                    print(name, receiver, frame.decode())  # noqa: T201 - as above
