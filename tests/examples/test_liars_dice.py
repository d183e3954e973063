"""Liar's dice: its rules, clause by clause, and what each seat may know."""

from itertools import product
from random import Random

import pytest

from ludoteka.core.dice import FairDice
from ludoteka.core.game import Narration
from ludoteka.core.match import Match
from ludoteka.core.message import Refused
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.games import games
from ludoteka.surfaces.texts import Texts

GAME = games()["liars_dice"]
RED, BLUE, GREEN, WHITE = range(4)
ENGLISH = Texts("en")


def played(*actions, **options):
    match = Match(GAME, {"each": 2} | options)
    for action in actions:
        match.play(action)
    return match


def bidding(*bids, cups=("r:35", "b:55"), **options):
    """A match after one throw for each of these cups, and these bids."""
    return played(*cups, *bids, players=len(cups), **options)


def refusal(match, text):
    """The code and the places with which an action is refused."""
    with pytest.raises(Refused) as refused:
        match.find(tuple(text.split("-")))
    return refused.value.code, refused.value.places


def throw(match, faces):
    """The throw that gives the next cup these dice."""
    falling = iter(faces)
    return GAME.throw(match.state, lambda seat, count: next(falling))


def dice(match, seat, row):
    """What a seat sees in the row of a cup."""
    return "".join(piece.symbol for piece in match.scene(seat).pieces if piece.place[0] == row and piece.kind != "cup")


def said(match, seat):
    return [" ".join(map(ENGLISH.say, sentences)) for sentences in GAME.describe_log(match.log(seat), 0, Narration())]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("each", [2, 3, 4, 5])
def test_clause_1_everybody_begins_with_the_same_number_of_dice_and_red_opens(players, each):
    match = played(players=players, each=each)
    assert [ENGLISH.say(entry.value) for entry in match.scene().panel] == [f"{each} dice"] * players
    assert GAME.thrower(match.state) == RED
    for letter in "rbgw"[:players]:
        assert match.seat == CHANCE
        match.play(f"{letter}:{'1' * each}")
    assert match.seat == RED


def test_clause_2_all_cups_are_shaken_clockwise_from_the_seat_that_opens():
    match = bidding("3-fives", "challenge")
    assert [piece.seat for piece in match.scene().pieces if piece.kind == "cup"] == [RED, BLUE]
    assert match.legal_texts()[0].startswith("b:"), "Blue challenged, was wrong, and opens the next round"
    match.play("b:1")
    assert match.legal_texts()[0].startswith("r:")


def test_clause_2_the_seat_that_opens_throws_by_hand_and_the_other_seats_follow_automatically():
    match = played(players=3)
    assert GAME.thrower(match.state) == RED
    match.play("r:12")
    assert GAME.thrower(match.state) == NOBODY


@pytest.mark.parametrize("each", [2, 3, 4, 5])
def test_clause_2_every_throw_is_as_likely_as_with_real_dice(each):
    match = played(each=each)
    weights = {action: GAME.rules.weight(match.state, action) for action in match.legal()}
    ways = dict.fromkeys(weights, 0)
    for faces in product(range(1, 7), repeat=each):
        ways[throw(match, faces)] += 1
    assert weights == ways


def test_clause_2_what_lies_under_a_cup_is_known_to_its_own_seat_alone():
    match = bidding("1-ones")
    assert [dice(match, seat, "r") for seat in (RED, BLUE, NOBODY)] == ["35", "??", "??"]
    assert [dice(match, seat, "b") for seat in (RED, BLUE, NOBODY)] == ["??", "55", "??"]
    assert [told.text for told in match.log(RED)] == ["r:35", "b", "1-ones"]
    assert [told.text for told in match.log(BLUE)] == ["r", "b:55", "1-ones"]
    assert [told.text for told in match.log(NOBODY)] == ["r", "b", "1-ones"]


def test_clause_2_a_single_die_is_hidden_as_well():
    match = bidding("3-fives", "challenge")  # there are three fives, so Blue, the challenger, loses a die
    match.play("b:4")
    assert [dice(match, seat, "b") for seat in (RED, BLUE, NOBODY)] == ["?", "4", "?"]


def test_clause_3_a_bid_names_a_number_and_a_face():
    match = bidding()
    names = ("ones", "twos", "threes", "fours", "fives", "sixes")
    assert set(match.legal_texts()) == {f"{count}-{name}" for count in range(1, 5) for name in names}
    assert refusal(match, "5-ones") == refusal(match, "fives-3") == refusal(match, "r-b2") == ("not-a-bid", ())
    assert [ENGLISH.say(match.scene().prompts[picks]) for picks in ((), ("3",))] == [
        "How many dice are alike, at least?",
        "And which face do they show?",
    ]


def test_clause_3_no_bid_is_for_more_dice_than_are_on_the_table():
    match = bidding("3-fives", "challenge")
    for fallen in ("b:1", "r:12"):
        assert refusal(match, "3-ones")[0] == "throw-first"
        match.play(fallen)
    assert refusal(match, "4-ones") == ("too-many", ("4", "ones"))
    assert refusal(match, "4") == ("too-many", ("4",))


@pytest.mark.parametrize(
    ("bid", "is_higher"),
    [
        ("3-sixes", True),
        ("4-ones", True),
        ("4-threes", True),
        ("3-threes", False),
        ("3-twos", False),
        ("2-sixes", False),
    ],
)
def test_clause_4_every_bid_is_higher_than_the_last(bid, is_higher):
    match = bidding("3-threes")
    assert (bid in match.legal_texts()) == is_higher
    if not is_higher:
        assert refusal(match, bid) == ("too-low", tuple(bid.split("-")))


def test_clause_4_a_number_too_low_for_any_bid_is_refused_when_it_is_picked():
    match = bidding("3-sixes")
    with pytest.raises(Refused) as refused:
        match.find(("3",))
    assert (refused.value.code, refused.value.places) == ("too-low", ("3",))
    assert ENGLISH.say(refused.value.message) == "A bid must be higher than the last one, 3 sixes (clause 4)."


def test_clause_5_there_must_be_a_bid_to_be_challenged():
    match = bidding()
    assert refusal(match, "challenge") == ("no-bid", ())
    assert match.scene().choices == ()
    match.play("1-ones")
    assert [choice.name for choice in match.scene().choices] == ["challenge"]


@pytest.mark.parametrize(
    ("bid", "loser"),
    [("3-fives", BLUE), ("2-fives", BLUE), ("1-threes", BLUE), ("4-fives", RED), ("2-threes", RED), ("1-ones", RED)],
)
def test_clause_5_the_player_who_is_wrong_loses_a_die(bid, loser):
    match = bidding(bid, "challenge")
    assert match.state.left == [1 if seat == loser else 2 for seat in (RED, BLUE)] + [0, 0]
    assert match.log(NOBODY)[-1].answers[-1] == f"loses:{'rb'[loser]}"


def test_clause_5_a_player_who_cannot_bid_higher_must_challenge():
    assert bidding("4-sixes").legal_texts() == ["challenge"]


def test_clause_5_the_bid_challenged_is_the_last_one():
    match = bidding("1-twos", "1-fives", "2-fives", "challenge", cups=("r:35", "b:55", "g:11"))
    assert match.state.left == [1, 2, 2, 0], "Green bid two fives, there are three, and Red challenged the bid"


def test_clause_6_the_loser_opens_the_next_round():
    match = bidding("1-twos", "2-ones", "challenge", cups=("r:35", "b:55", "g:22"))
    assert GAME.thrower(match.state) == BLUE
    for fallen in ("b:1", "g:11", "r:11"):
        match.play(fallen)
    assert match.seat == BLUE


def test_clause_6_a_player_without_dice_is_out_and_the_next_player_opens():
    first, second = ("1-twos", "2-ones", "challenge", "b:1", "g:11", "r:12"), ("5-sixes", "challenge")
    match = bidding(*first, *second, cups=("r:35", "b:55", "g:22"))
    assert match.state.left == [2, 0, 2, 0]
    assert GAME.thrower(match.state) == GREEN
    for fallen in ("g:11", "r:12"):
        match.play(fallen)
    assert [dice(match, NOBODY, row) for row in "rbg"] == ["??", "1", "??"]
    match.play("1-ones")
    assert match.seat == RED


def test_clause_6_the_dice_lie_open_until_their_cups_are_shaken_again():
    match = bidding("4-fives", "challenge")
    for seat in (RED, BLUE, NOBODY):
        assert (dice(match, seat, "r"), dice(match, seat, "b")) == ("35", "55")
    match.play("r:6")
    assert (dice(match, BLUE, "r"), dice(match, BLUE, "b")) == ("?", "55")


def test_clause_7_the_last_player_with_dice_wins():
    match = bidding("4-fives", "challenge", "r:3", "b:12", "3-sixes", "challenge")
    assert match.seat == NOBODY
    assert match.returns() == {"r": -1, "b": 1}
    assert ENGLISH.say(match.scene(RED).status) == "Blue has the last dice and wins"


def test_the_game_tells_each_seat_what_it_may_know():
    match = bidding("1-fives", "2-fives", "challenge")
    assert said(match, RED) == [
        "Red shakes the cup: 3 5.",
        "Blue shakes the cup.",
        "Red bids 1 five.",
        "Blue bids 2 fives.",
        "Red challenges. Red shows 3 5. Blue shows 5 5. In all: 3 fives. Red loses a die.",
    ]
    assert said(match, BLUE)[:2] == ["Red shakes the cup.", "Blue shakes the cup: 5 5."]
    assert said(match, NOBODY)[:2] == ["Red shakes the cup.", "Blue shakes the cup."]


def test_the_current_bid_is_on_the_track_in_the_colour_of_its_bidder():
    pieces = bidding("1-twos", "2-fives", cups=("r:35", "b:55", "g:11")).scene(NOBODY).pieces
    assert [(piece.seat, piece.kind) for piece in pieces if piece.place == "2"] == [(BLUE, "face5")]
    assert [piece for piece in pieces if piece.place == "1"] == []


@pytest.mark.parametrize("options", [{"players": 2, "each": 5}, {"players": 3, "each": 3}, {"players": 4, "each": 2}])
def test_every_challenge_removes_one_die_until_one_player_has_won(options):
    chance, fall, match = Random(1), FairDice(b"liar"), Match(GAME, options)
    while match.seat != NOBODY:
        left, text = sum(match.state.left), match.text_of(one(match, chance, fall))
        match.play(text)
        assert sum(match.state.left) == left - (text == "challenge")
    assert sorted(match.returns().values()) == [-1] * (options["players"] - 1) + [1]


def one(match, chance, fall):
    """A random throw, or the computer's action."""
    return (
        GAME.throw(match.state, fall.throw) if match.seat == CHANCE else GAME.decide(match.seen(), chance.randrange, 1)
    )


def test_the_computer_beats_a_player_who_acts_at_random():
    wins = 0
    for seed in range(20):
        chance, fall, match = Random(seed), FairDice(bytes([seed])), Match(GAME, {"each": 3})
        while match.seat != NOBODY:
            blind = match.seat == RED
            match.play(match.text_of(chance.choice(match.legal()) if blind else one(match, chance, fall)))
        wins += match.returns()["b"] == 1
    assert wins > 15


def test_the_computer_decides_only_by_its_own_dice():
    one, other = bidding("1-twos", cups=("r:35", "b:55")), bidding("1-twos", cups=("r:22", "b:55"))
    assert GAME.decide(one.seen(), Random(1).randrange, 1) == GAME.decide(other.seen(), Random(1).randrange, 1)


def test_a_match_cannot_begin_from_a_given_position():
    with pytest.raises(Refused) as refused:
        Match(GAME, {}, bidding().position_text)
    assert refused.value.code == "bad-position"
