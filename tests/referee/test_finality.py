"""A match that is over stays over: its seed is public, so nothing that anybody chooses may follow."""

import pytest
from boards.scripta import at
from houses.shown import NOW, Seen
from hypothesis import given, settings
from hypothesis import strategies as st
from plugins.campaign import scaled

from ludoteka.core.message import Refused
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.games import games
from ludoteka.referee.commands import (
    Abort,
    Accept,
    Act,
    Back,
    Claim,
    Decline,
    Leave,
    Offer,
    RefereeContext,
    Resign,
    Salt,
    Sit,
    Throw,
)
from ludoteka.referee.events import FREE, Event, Occupant, Setup
from ludoteka.referee.match_creation import opening_events
from ludoteka.referee.record_conversion import build_record
from ludoteka.referee.referee import Referee
from ludoteka.referee.seating import invitation_secret

ANNA, BORIS, CARLA = PEOPLE = ("anna", "boris", "carla")
LATER = RefereeContext(1e6, absent=PEOPLE)  # everybody's time has run out, and nobody is there
COMPUTER = Occupant("computer", 1)
LAST_MEN = at("36", "35", pieces=1)  # each leaves the board with one die
MOST_STEPS = 30
PLAYED = 0.9  # the share of steps that are actions or throws


def one(holder):
    return Occupant("person", 0, holder)


TABLES = [
    ("scripta", {"pieces": 1}, LAST_MEN, {"y": one(ANNA), "g": one(ANNA)}),
    ("scripta", {"pieces": 1}, LAST_MEN, {"y": one(ANNA), "g": one(BORIS)}),
    ("scripta", {"pieces": 1}, LAST_MEN, {"y": one(ANNA), "g": COMPUTER}),
    ("quagmire", {"seats": "blr"}, None, {"b": one(ANNA), "l": one(BORIS), "r": one(BORIS)}),
    ("quagmire", {"seats": "bt"}, None, {"b": one(ANNA), "t": FREE}),
    ("cups", {}, None, {"h": one(ANNA), "s": one(BORIS)}),
    ("labyrinth", {"maze": "small"}, None, {"P": one(ANNA), "Q": FREE}),
]


def begun(table, seed=b"seed"):
    name, options, position, seats = table
    game = games()[name]
    options = game.check_options(options)
    if game.late:
        options = game.late.defer(options, [letter for letter, one in seats.items() if one == FREE])
        options = game.generate(options, seed)
    setup = Setup("m", name, game.rules_version, options, seed, seats, 0.0, "", ANNA, position, "1+0", "public")
    return Referee(game, setup, opening_events(game, setup))


def commands(referee):
    """Return every kind of command, with every content that could matter."""
    number, letters = referee.number, list(referee.occupants)
    texts = [*referee.match.legal_texts()[:3], *(move.text for move in referee.moves[-2:]), "pass"]
    secret = invitation_secret(referee.setup)
    return [
        *(Act("", number, text) for text in texts),
        *(kind("", number) for kind in (Throw, Back, Abort, Leave, Resign)),
        *(kind("", number, matter) for kind in (Offer, Accept, Decline) for matter in ("draw", "back")),
        *(Claim("", number, what) for what in ("win", "draw")),
        *(Resign("", number, letter) for letter in letters),
        *(Salt("", number, letter, "0f") for letter in letters),
        *(Sit("", number, letter, kind, 1, secret) for letter in letters for kind in ("person", "computer")),
    ]


def steps_of_the_house(referee, moment):
    """Return the events that need no person."""
    turn = referee.computer_turn()
    throw = referee.decide_throw(0.0) if referee.seat == CHANCE else None
    found = [throw, referee.decide_automatically(0.0), referee.decide_flag(moment)]
    return [event for event in found if event] + ([referee.decide_for_computer(turn.legal[0], 0.0)] if turn else [])


def accepted(referee, holder, command, moment):
    """Return the event of a command, or None if it is refused."""
    try:
        return referee.decide(holder, command, moment)
    except Refused:
        return None


def is_seed_public(referee):
    """Tell whether a view or the record shows the seed; the page of the dice shows what the record does."""
    shown = Seen(referee).view(CARLA)["dice"]
    try:
        recorded = build_record(referee).seed
    except Refused:
        recorded = ""
    assert bool(recorded) == bool(shown and shown["seed"])
    return bool(recorded)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table[0]}-{'-'.join(table[3])}")
@given(st.binary(min_size=1, max_size=4), st.randoms(use_true_random=False))
@settings(max_examples=scaled(250, 50))
def test_once_the_seed_is_public_nothing_is_accepted(table, seed, chance):
    referee = begun(table, seed)
    for _ in range(MOST_STEPS):
        moment = chance.choice((NOW, NOW, NOW, LATER))
        given = [accepted(referee, holder, command, moment) for holder in PEOPLE for command in commands(referee)]
        events = [*steps_of_the_house(referee, moment), *filter(None, given)]
        if is_seed_public(referee):
            assert events == []
            break
        actions = [event for event in events if event.kind == "act"]  # or people give up before the rules end the match
        referee.accept(chance.choice(actions if actions and chance.random() < PLAYED else events))
    assert is_seed_public(referee) == (referee.seat == NOBODY)


def won_alone():
    """Return a match of one person at both sides, who has just won, and so knows the seed."""
    referee = begun(TABLES[0])
    while referee.seat != NOBODY:
        referee.accept(referee.decide(ANNA, Throw("", referee.number), NOW))
        while referee.seat not in (CHANCE, NOBODY):
            text = max(referee.match.legal_texts(), key=lambda one: one.endswith("off"))
            referee.accept(referee.decide(ANNA, Act("", referee.number, text), NOW))
    return referee


def test_a_player_alone_cannot_take_back_the_winning_move():
    referee = won_alone()
    view = Seen(referee).view(ANNA)

    assert view["dice"]["seed"] == referee.setup.seed.hex()
    assert not view["can"]["back"]
    assert not view["can"]["offer_back"]
    with pytest.raises(Refused) as caught:
        referee.decide(ANNA, Back("", referee.number), NOW)
    assert caught.value.code == "game-over"


def test_a_stored_match_whose_end_an_older_house_let_a_player_take_back_goes_on():
    referee = won_alone()
    back = Event(referee.number + 1, "back", "y", str(len(referee.moves) - 1))
    again = Referee(referee.game, referee.setup, [*referee.events, back])
    referee.accept(back)

    assert again.result is referee.result is None
    assert again.match.actions == referee.match.actions


def test_a_match_without_chance_ends_for_good_as_well():
    game = games()["tavlei"]
    seats = {"a": one(ANNA), "d": one(ANNA)}
    referee = Referee(game, Setup("m", "tavlei", 1, game.check_options({}), b"seed", seats, 0.0))
    for text in ("d9-c9", "e7-d7", "c9-d9", "d7-e7") * 2:
        referee.accept(referee.decide(ANNA, Act("", referee.number, text), NOW))
    assert referee.result == {"a": 0, "d": 0}

    assert [command for command in commands(referee) if accepted(referee, ANNA, command, NOW)] == []
