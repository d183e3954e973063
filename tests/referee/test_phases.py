"""Details that are kept while people just play are those that a person who comes now is shown."""

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plugins.campaign import scaled

from ludoteka.core.message import Refused
from ludoteka.core.rules import NOBODY
from ludoteka.games import games
from ludoteka.referee.commands import Accept, Act, Back, Decline, Hint, Offer, RefereeContext, Resign
from ludoteka.referee.events import Occupant, Person, Setup
from ludoteka.referee.referee import Referee
from ludoteka.referee.views.details import Presence, phase_of_play
from ludoteka.referee.views.snapshots import Views

PLAY = RefereeContext(1.0)
AWAY = RefereeContext(100.0, absent=["anna"])
HERE, LEFT = Presence(), Presence({"anna": 1.0}, 2)
SEATS = {  # who sits where, for the first and the second seat
    "two people": (Occupant("person", 0, "anna"), Occupant("person", 0, "bert")),
    "one person": (Occupant("person", 0, "anna"), Occupant("person", 0, "anna")),
    "a computer": (Occupant("person", 0, "anna"), Occupant("computer", 1)),
}
CHANCES = st.lists(st.tuples(st.integers(0, 15), st.integers(0, 999)), max_size=30)


def new_referee(name, seats):
    game = games()[name]
    letters = [seat.letter for seat in game.seats(game.check_options({}))]
    occupants = dict(zip(letters, SEATS[seats], strict=True))
    return Referee(game, Setup("m", name, 1, game.check_options({}), bytes(32), occupants, 0.0, host="anna"))


def try_command(referee, holder, command):
    with contextlib.suppress(Refused):
        referee.accept(referee.decide(holder, command, PLAY))


def step(referee, kind, number):
    """Do something with a match: mostly an action of the seat to act, now and then something else."""
    last = referee.number
    asides = {
        0: ("anna", Back(f"b{last}", last)),
        1: ("bert", Offer(f"d{last}", last, "draw")),
        2: ("anna", Offer(f"o{last}", last, "back")),
        3: ("bert", Accept(f"y{last}", last, "back")),
        4: ("bert", Decline(f"n{last}", last, "back")),
        5: ("anna", Hint(f"h{last}", last)),
    }
    if kind == 6:
        referee.rename(Person("anna", f"Anna {number}"))
    elif kind in asides:
        try_command(referee, *asides[kind])
    elif referee.seat != NOBODY:
        legal = referee.match.legal()
        action = legal[number % len(legal)]
        occupant = referee.occupants[referee.match.letter(referee.seat)]
        if occupant.kind == "computer":
            referee.accept(referee.decide_for_computer(action, 1.0))
        else:
            try_command(referee, occupant.holder, Act(f"a{last}", last, referee.match.text_of(action)))


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("name", ["tavlei", "moksha"])
@given(chances=CHANCES, away=st.integers(0, 40), resigns=st.booleans())
@settings(max_examples=scaled(100, 5))
def test_whoever_follows_a_match_is_shown_the_same_as_a_person_who_comes_now(name, seats, chances, away, resigns):
    referee = new_referee(name, seats)
    views = Views(referee)
    for index, (kind, number) in enumerate([*chances, (0, 0)]):
        if index == len(chances) and resigns:
            try_command(referee, "anna", Resign("r", 0, next(iter(referee.occupants))))
        else:
            step(referee, kind, number)
        context, presence = (AWAY, LEFT) if index == away else (PLAY, HERE)
        for holder in ("anna", "bert", "spectator"):
            known = views.take_snapshot(holder, context, presence)
            fresh = Views(referee).take_snapshot(holder, context, presence)
            assert (known.viewpoint, known.details) == (fresh.viewpoint, fresh.details)


def test_two_people_who_just_play_are_in_two_phases_in_turn():
    referee = new_referee("tavlei", "two people")
    phases = []
    for _ in range(8):
        step(referee, 15, 0)
        phases.append(phase_of_play(referee, PLAY, HERE))
    assert phases[0] is None, "the second seat has not acted yet"
    assert phases[1:3] == phases[3:5] == phases[5:7]
    assert len({*phases[1:]}) == 2
