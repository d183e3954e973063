"""Agreements: offered draws and take backs, aborted matches and claims."""

import pytest
from houses.shown import NOW, Seen

from ludoteka.core.dice import commitment
from ludoteka.core.message import Refused
from ludoteka.core.rules import NOBODY
from ludoteka.games import games
from ludoteka.referee.commands import (
    Abort,
    Accept,
    Act,
    Back,
    Claim,
    Decline,
    Offer,
    RefereeContext,
    Resign,
    Salt,
    Throw,
)
from ludoteka.referee.events import FREE, Occupant, Setup
from ludoteka.referee.match_creation import opening_events
from ludoteka.referee.referee import Referee

ANNA, BORIS, CARLA = "anna", "boris", "carla"
GONE = RefereeContext(0.0, absent=[BORIS])


def match(game="tavlei", options=None, **people):
    people = people or {"a": ANNA, "d": BORIS}
    one = games()[game]
    seats = {letter: who if isinstance(who, Occupant) else Occupant("person", 0, who) for letter, who in people.items()}
    setup = Setup("m1", game, 1, one.check_options(options or {}), b"seed", seats, 0.0, host=ANNA)
    return Referee(one, setup, opening_events(one, setup))


def do(referee, holder, kind, *what, moment=NOW):
    event = referee.decide(holder, kind(f"c{referee.number}", referee.number, *what), moment)
    referee.accept(event)
    return event


def refusal(referee, holder, kind, *what, moment=NOW):
    number = referee.number
    with pytest.raises(Refused) as refused:
        do(referee, holder, kind, *what, moment=moment)
    assert referee.number == number
    return refused.value.code


def can(referee, holder, moment=NOW):
    return {name for name, may in Seen(referee).view(holder, moment)["can"].items() if may}


def again(referee):
    """Return the same match, restored from its log."""
    return Referee(referee.game, referee.setup, referee.events)


def three_people():
    return match("quagmire", {"seats": "blr"}, b=ANNA, l=BORIS, r=CARLA)


def test_in_a_game_that_nobody_leaves_computers_never_play_on_alone():
    assert not match(a=ANNA, d=Occupant("computer", 1)).only_computers_play


def test_an_accepted_draw_offer_ends_the_match():
    played = match()
    do(played, ANNA, Offer, "draw")
    assert "accept" in can(played, BORIS)

    do(played, BORIS, Accept, "draw")

    assert played.result == again(played).result == {"a": 0, "d": 0}
    assert played.seat == NOBODY
    assert Seen(played).view(ANNA)["ending"] == "draw"


def test_an_offer_is_declined_by_a_command_or_by_playing_on():
    played = match()
    do(played, ANNA, Act, "d9-b9")
    do(played, ANNA, Offer, "draw")
    do(played, BORIS, Decline, "draw")
    assert refusal(played, BORIS, Accept, "draw") == "nothing-offered"
    do(played, BORIS, Offer, "draw")
    do(played, BORIS, Act, "e7-c7")
    assert played.offers.pending == {"d": "draw"}  # playing on doesn't withdraw the player's own offer

    do(played, ANNA, Act, "b9-d9")

    assert played.offers.pending == {}


def test_a_declined_offer_can_be_repeated_only_after_a_move():
    played = match()
    do(played, ANNA, Offer, "draw")
    do(played, BORIS, Decline, "draw")
    assert refusal(played, ANNA, Offer, "draw") == "offered-already"
    assert "offer_draw" not in can(played, ANNA)

    do(played, ANNA, Act, "d9-b9")

    assert "offer_draw" in can(played, ANNA)


def test_a_player_withdraws_their_own_offer():
    played = match()
    do(played, ANNA, Offer, "draw")
    do(played, ANNA, Decline, "draw")

    assert refusal(played, BORIS, Accept, "draw") == "nothing-offered"


def test_with_three_people_both_other_people_must_agree_to_a_draw():
    played = three_people()
    do(played, ANNA, Offer, "draw")
    do(played, BORIS, Accept, "draw")
    assert played.result is None
    assert "accept" not in can(played, BORIS)

    do(played, CARLA, Accept, "draw")

    assert again(played).result == {"b": 0, "l": 0, "r": 0}


def test_an_action_is_taken_back_when_the_other_side_agrees():
    played = match()
    do(played, ANNA, Act, "d9-b9")
    assert refusal(played, ANNA, Back) == "nothing-to-take-back"
    do(played, ANNA, Offer, "back")

    event = do(played, BORIS, Accept, "back")

    assert (event.kind, event.text) == ("back", "0")
    assert played.moves == again(played).moves == []
    assert played.offers.pending == {}


def test_a_take_back_cannot_be_requested_after_a_throw():
    played = match("quagmire", {"seats": "bt"}, b=ANNA, t=BORIS)
    do(played, ANNA, Throw)
    if played.is_pass_due:
        do(played, ANNA, Act, "pass")

    assert refusal(played, ANNA, Offer, "back") == "nothing-to-take-back"


def test_an_offer_needs_somebody_who_can_answer():
    alone = match(a=ANNA, d=ANNA)
    against_computer = match(a=ANNA, d=Occupant("computer", 1))

    for played in (alone, against_computer):
        assert refusal(played, ANNA, Offer, "draw") == "nobody-to-ask"
    assert refusal(match(), ANNA, Offer, "peace") == "bad-offer"
    assert refusal(match(), CARLA, Offer, "draw") == "not-your-seat"


def test_a_match_can_be_aborted_until_everybody_has_acted():
    played = match()
    do(played, ANNA, Act, "d9-b9")
    assert "abort" in can(played, BORIS)
    assert refusal(played, CARLA, Abort) == "cannot-abort"
    do(played, BORIS, Abort)
    assert played.result == again(played).result == {}
    assert "rematch" not in can(played, ANNA)

    other = match()
    do(other, ANNA, Act, "d9-b9")
    do(other, BORIS, Act, "e7-c7")
    assert refusal(other, ANNA, Abort) == "cannot-abort"


@pytest.mark.parametrize("people", [{"b": ANNA, "t": BORIS}, {"b": ANNA, "t": ANNA}])
def test_a_match_cannot_be_aborted_after_a_throw(people):
    """A player who dislikes the first throw could otherwise call the match off and begin another."""
    played = match("quagmire", {"seats": "bt"}, **people)
    assert "abort" in can(played, ANNA)

    do(played, ANNA, Throw)

    for holder in set(people.values()):
        assert "abort" not in can(played, holder)
        assert refusal(played, holder, Abort) == "cannot-abort"
    do(played, ANNA, Resign)


def test_the_host_aborts_a_match_that_nobody_joins():
    played = match(a=FREE, d=FREE)
    assert refusal(played, BORIS, Abort) == "cannot-abort"

    do(played, ANNA, Abort)

    assert played.result == {}


@pytest.mark.parametrize(("what", "result"), [("win", {"a": 1, "d": -1}), ("draw", {"a": 0, "d": 0})])
def test_a_result_can_be_claimed_while_an_absent_player_is_to_move(what, result):
    played = match()
    assert refusal(played, ANNA, Claim, what, moment=GONE) == "cannot-claim"  # it is her own turn
    do(played, ANNA, Act, "d9-b9")
    do(played, BORIS, Act, "e7-c7")
    do(played, ANNA, Act, "b9-d9")
    assert refusal(played, ANNA, Claim, what) == "cannot-claim"  # Boris is present
    assert "claim" in can(played, ANNA, GONE)
    assert "claim" not in can(played, CARLA, GONE)

    do(played, ANNA, Claim, what, moment=GONE)

    assert played.result == again(played).result == result
    assert Seen(played).view(ANNA)["ending"] == "claim"


def test_nothing_can_be_claimed_from_somebody_who_has_never_acted_but_the_match_can_be_called_off():
    played = match()
    do(played, ANNA, Act, "d9-b9")
    assert refusal(played, ANNA, Claim, "win", moment=GONE) == "cannot-claim"
    assert {"claim", "abort"} & can(played, ANNA, GONE) == {"abort"}
    do(played, ANNA, Abort, moment=GONE)
    assert played.result == again(played).result == {}


def test_after_a_throw_a_match_can_be_called_off_only_if_somebody_is_away_who_has_never_acted():
    played = match("quagmire", {"seats": "bt"}, b=ANNA, t=BORIS)
    play_until(played, "t")
    assert refusal(played, ANNA, Abort) == "cannot-abort"
    assert refusal(played, BORIS, Abort, moment=GONE) == "cannot-abort"
    assert refusal(played, ANNA, Claim, "win", moment=GONE) == "cannot-claim"
    do(played, ANNA, Abort, moment=GONE)
    assert played.result == {}


def test_in_a_tournament_a_win_can_be_claimed_from_somebody_who_has_never_acted():
    played = match()
    played.setup = played.setup._replace(tournament="t1")
    do(played, ANNA, Act, "d9-b9")
    do(played, ANNA, Claim, "win", moment=GONE)
    assert played.result == {"a": 1, "d": -1}


def play_until(played, letter, acted=0):
    """Throw and act for everybody until a seat is to act that has acted so often."""
    while played.awaited != letter or played.acts_of(letter) < acted:
        if played.is_pass_due:
            played.accept(played.decide_automatically(0.0))
        elif played.thrower:
            do(played, played.occupants[played.thrower].holder, Throw)
        else:
            do(played, played.occupants[played.awaited].holder, Act, played.match.legal_texts()[0])


def test_with_three_players_the_other_two_play_on_after_a_claim():
    played = three_people()
    play_until(played, "l", acted=1)
    assert refusal(played, ANNA, Claim, "draw", moment=GONE) == "cannot-claim"

    do(played, ANNA, Claim, "win", moment=GONE)

    assert played.result is None
    assert played.occupants["l"].kind == again(played).occupants["l"].kind == "computer"
    assert played.forfeits == {"l": "claim"}


def test_the_commitment_to_the_seed_precedes_every_throw():
    played = match("quagmire", {"seats": "bt"}, b=ANNA, t=BORIS)

    assert [(event.number, event.kind, event.text) for event in played.events] == [(1, "commit", commitment(b"seed"))]
    assert Seen(played).view(ANNA)["dice"] == {"commitment": commitment(b"seed"), "salts": [], "seed": None}
    assert match().events == []  # a game without chance


def test_every_seat_adds_one_salt_to_the_following_throws():
    played = match("quagmire", {"seats": "bt"}, b=ANNA, t=BORIS)
    unsalted = played.decide_throw(0.0)
    do(played, ANNA, Salt, "b", "5417")
    assert refusal(played, ANNA, Salt, "b", "5418") == "salted-already"
    assert refusal(played, ANNA, Salt, "t", "5418") == "not-your-seat"
    assert refusal(played, BORIS, Salt, "t", "no blanks") == "bad-salt"
    do(played, BORIS, Salt, "t", "pepper")

    throws = set()
    for _ in range(6):
        do(played, ANNA if played.thrower == "b" else BORIS, Throw)
        throws.add(played.moves[-1].text)
        while played.thrower is None and played.seat >= 0:
            played.accept(played.decide_automatically(0.0))
    assert [move.text for move in again(played).moves] == [move.text for move in played.moves]
    assert played.salts == [("b", "5417"), ("t", "pepper")]
    assert unsalted.text in {f"r{face}" for face in range(1, 7)}
    do(played, ANNA, Resign)
    assert Seen(played).view(ANNA)["dice"]["seed"] == b"seed".hex()
    assert refusal(match(), ANNA, Salt, "a", "5417") == "bad-salt"


def test_an_action_is_taken_back_without_consent_while_the_turn_lasts():
    """A turn may have several actions, as with three dice; after the turn or a throw, consent is needed."""
    played = match("scripta", y=ANNA, g=BORIS)
    do(played, ANNA, Throw)
    first = do(played, ANNA, Act, played.match.legal_texts()[0])
    assert played.awaited == "y"
    assert "back" in can(played, ANNA)
    assert "offer_back" not in can(played, ANNA)
    assert refusal(played, BORIS, Back) == "nothing-to-take-back"

    do(played, ANNA, Back)

    assert first.text in played.match.legal_texts()
    assert again(played).match.position_text == played.match.position_text
    assert refusal(played, ANNA, Back) == "nothing-to-take-back"
