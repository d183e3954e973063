"""Kuhn poker: its rules, clause by clause, and its value under optimal play."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from ludoteka.core.game import Narration
from ludoteka.core.match import Match
from ludoteka.core.message import Refused
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.games import games

GAME = games()["kuhn"]
FIRST, SECOND = 0, 1
VALUE = Fraction(-1, 18)  # to the first player: H. W. Kuhn, 1950
DEALS = [(one, other) for one, other in product(("jack", "queen", "king"), repeat=2) if one != other]


def played(*actions):
    match = Match(GAME)
    for action in actions:
        match.play(action)
    return match


def dealt(first, second, *deeds):
    return played(f"f:{first}", f"s:{second}", *deeds)


def refusal(match, text):
    with pytest.raises(Refused) as refused:
        match.check(text)
    return refused.value.code


def shown(match, seat):
    return {piece.place: piece.kind for piece in match.scene(seat).pieces if piece.place in "fs"}


def said(match, seat):
    return [" ".join(map(english, sentences)) for sentences in GAME.describe_log(match.log(seat), 0, Narration())]


def english(message):
    return message.text.format_map({name: getattr(one, "text", one) for name, one in message.values.items()})


def test_clause_1_each_seat_puts_a_chip_into_the_pot():
    assert [piece.seat for piece in played().scene(FIRST).pieces if piece.place == "p"] == [FIRST, SECOND]


def test_clause_2_each_seat_is_dealt_one_of_the_three_cards():
    assert played().seat == played("f:king").seat == CHANCE
    assert played().legal_texts() == ["f:jack", "f:king", "f:queen"]
    assert played("f:king").legal_texts() == ["s:jack", "s:queen"]


def test_clause_2_the_cards_that_are_left_are_equally_likely():
    drawn = []

    def deal(match, number):
        return GAME.throw(match.state, lambda seat, faces: drawn.append((seat, faces)) or number)

    assert sorted(deal(played(), number) for number in (1, 2, 3)) == sorted(played().legal())
    assert sorted(deal(played("f:queen"), number) for number in (1, 2)) == sorted(played("f:queen").legal())
    assert drawn == [(FIRST, 3)] * 3 + [(SECOND, 2)] * 2


def test_clause_3_each_player_may_check_or_bet_while_there_is_no_bet():
    assert dealt("jack", "king").legal_texts() == ["bet", "check"]
    assert dealt("jack", "king", "check").legal_texts() == ["bet", "check"]


@pytest.mark.parametrize("deeds", [("bet",), ("check", "bet")])
def test_clause_4_a_player_who_faces_a_bet_must_fold_or_call(deeds):
    match = dealt("jack", "king", *deeds)
    assert match.legal_texts() == ["call", "fold"]
    assert refusal(match, "bet") == refusal(match, "check") == "bet-stands"


@pytest.mark.parametrize("deeds", [(), ("check",)])
def test_clause_4_without_a_bet_there_is_nothing_to_fold_or_call(deeds):
    match = dealt("jack", "king", *deeds)
    assert refusal(match, "fold") == refusal(match, "call") == "no-bet"


@pytest.mark.parametrize(("first", "second"), DEALS)
@pytest.mark.parametrize(
    ("deeds", "chips"), [(("check", "check"), 1), (("bet", "call"), 2), (("check", "bet", "call"), 2)]
)
def test_clauses_5_and_6_at_a_showdown_the_higher_card_wins_the_pot(first, second, deeds, chips):
    order = ["jack", "queen", "king"]
    won = chips if order.index(first) > order.index(second) else -chips
    assert dealt(first, second, *deeds).returns() == {"f": won, "s": -won}


@pytest.mark.parametrize(("first", "second"), DEALS)
def test_clauses_5_and_6_a_player_who_folds_loses_a_chip_whatever_the_cards(first, second):
    assert dealt(first, second, "bet", "fold").returns() == {"f": 1, "s": -1}
    assert dealt(first, second, "check", "bet", "fold").returns() == {"f": -1, "s": 1}


def test_clause_6_a_player_who_resigns_loses_the_maximum():
    assert GAME.scores.resigned == min(dealt(*deal, "bet", "call").returns()["f"] for deal in DEALS)
    assert GAME.scores.resigned + GAME.scores.others == 0


def test_clause_7_nobody_sees_another_players_card():
    match = dealt("king", "queen", "bet")
    assert shown(match, FIRST) == {"f": "king", "s": "back"}
    assert shown(match, SECOND) == {"f": "back", "s": "queen"}
    assert shown(match, NOBODY) == {"f": "back", "s": "back"}


def test_clause_7_nobody_hears_which_card_another_player_is_dealt():
    match = dealt("king", "queen", "bet")
    assert [told.text for told in match.log(FIRST)] == ["f:king", "s:card", "bet"]
    assert [told.text for told in match.log(SECOND)] == ["f:card", "s:queen", "bet"]
    assert [told.text for told in match.log(NOBODY)] == ["f:card", "s:card", "bet"]


@pytest.mark.parametrize("deeds", [("check", "check"), ("bet", "fold"), ("bet", "call")])
def test_clause_7_when_the_match_is_over_both_cards_are_revealed(deeds):
    match = dealt("king", "queen", *deeds)
    assert shown(match, FIRST) == shown(match, SECOND) == shown(match, NOBODY) == {"f": "king", "s": "queen"}


def test_a_showdown_announces_both_cards_and_a_fold_announces_none():
    assert [told.answers for told in dealt("king", "queen", "bet", "call").log(NOBODY)][-1] == ("f:king", "s:queen")
    assert {told.answers for told in dealt("king", "queen", "bet", "fold").log(NOBODY)} == {()}


def test_the_game_tells_each_seat_what_it_may_know():
    match = dealt("king", "queen", "check", "bet", "call")
    assert said(match, FIRST) == [
        "First is dealt the King.",
        "Second is dealt a card.",
        "First checks.",
        "Second bets.",
        "First calls. First shows the King. Second shows the Queen.",
    ]
    assert said(match, SECOND)[:2] == ["First is dealt a card.", "Second is dealt the Queen."]
    assert said(dealt("king", "queen", "bet", "fold"), NOBODY)[2:] == ["First bets.", "Second folds."]


def test_each_action_is_prompted():
    assert dealt("king", "queen").scene().prompts[()].text == "Check or bet?"
    assert dealt("king", "queen", "bet").scene().prompts[()].text == "Fold or call?"


@pytest.mark.parametrize(
    "position",
    [
        "cards=0,1 pot=1,1 acted=0 folded=-1",
        "cards=2,2 pot=1,1 acted=0 folded=-1",
        "cards=2,4 pot=1,1 acted=0 folded=-1",
        "cards=1,0 pot=1,1 acted=1 folded=-1",
        "cards=1,2 pot=2,1 acted=0 folded=-1",
        "cards=1,2 pot=2,1 acted=1 folded=0",
        "cards=1,2 pot=2,2 acted=2 folded=0",
    ],
)
def test_an_impossible_position_is_refused(position):
    with pytest.raises(Refused) as refused:
        Match(GAME, {}, position)
    assert refused.value.code == "bad-position"


@cache
def node(actions):
    """A summary of a position: the seat, what it knows, what it can do, and the result for First."""
    match = played(*actions)
    known = repr((match.seen(), match.log(match.seat))) if match.seat in (FIRST, SECOND) else ""
    return match.seat, known, match.legal_texts(), (match.returns() or {}).get("f")


def worth(profile, actions=()):
    """The expected value for First if the seats follow these mixed strategies."""
    seat, known, texts, result = node(actions)
    if seat == NOBODY:
        return Fraction(result)
    shares = dict.fromkeys(texts, Fraction(1, len(texts))) if seat == CHANCE else profile[known]
    return sum(share * worth(profile, (*actions, text)) for text, share in shares.items() if share)


def situations(actions=()):
    """All information sets by seat, with the actions possible in each."""
    seat, known, texts, _ = node(actions)
    found = {FIRST: {}, SECOND: {}}
    if seat in found:
        found[seat][known] = texts
    for text in texts:
        for owner, more in situations((*actions, text)).items():
            found[owner] |= more
    return found


def plans(seat):
    """Every pure strategy of a seat."""
    known = situations()[seat]
    return [
        {one: {text: Fraction(1)} for one, text in zip(known, choice, strict=True)}
        for choice in product(*known.values())
    ]


def walked(actions=()):
    """Every position in which a seat is to act, with the actions that led there."""
    seat, _, texts, _ = node(actions)
    if seat in (FIRST, SECOND):
        yield actions
    for text in texts:
        yield from walked((*actions, text))


def of_the_computer():
    """The computer's mixed strategy, found by trying all draws."""
    profile = {}
    for actions in walked():
        match = played(*actions)
        texts = [
            match.text_of(GAME.decide(match.seen(), lambda bound, face=face: face % bound, 1)) for face in range(3)
        ]
        shares = {text: Fraction(count, 3) for text, count in Counter(texts).items()}
        assert profile.setdefault(node(actions)[1], shares) == shares, (
            "the action of the computer depends on what its seat cannot know"
        )
    return profile


def test_a_seat_has_six_information_sets():
    assert [len(known) for known in situations().values()] == [6, 6]
    assert [len(plans(seat)) for seat in (FIRST, SECOND)] == [64, 64]


def test_optimal_play_costs_the_first_player_a_chip_in_eighteen_deals():
    computer = of_the_computer()
    assert max(worth(computer | plan) for plan in plans(FIRST)) == VALUE, "First cannot win more against the computer"
    assert min(worth(computer | plan) for plan in plans(SECOND)) == VALUE, "Second cannot make the computer lose more"
    assert worth(computer) == VALUE


@pytest.mark.parametrize("often", [Fraction(0), Fraction(1, 6), Fraction(1, 3)])
def test_no_strategy_gains_against_any_of_kuhns_solutions(often):
    """First bluffs with the jack with the probability `often`, bets three times as often with the king, and calls with the queen accordingly."""
    bold = {
        ("jack", False): often,
        ("queen", False): Fraction(0),
        ("king", False): 3 * often,
        ("jack", True): Fraction(0),
        ("queen", True): often + Fraction(1, 3),
        ("king", True): Fraction(1),
    }
    computer = of_the_computer()
    for actions in walked():
        seat, known, texts, _ = node(actions)
        if seat == FIRST:
            share = bold[actions[0].removeprefix("f:"), "call" in texts]
            meek, keen = ("fold", "call") if "call" in texts else ("check", "bet")
            computer[known] = {meek: 1 - share, keen: share}
    assert min(worth(computer | plan) for plan in plans(SECOND)) == VALUE


def test_a_second_player_who_never_bluffs_with_the_jack_can_be_exploited():
    honest = of_the_computer()
    for actions in walked():
        seat, known, texts, _ = node(actions)
        if seat == SECOND and actions[1] == "s:jack" and "check" in texts:
            honest[known] = {"check": Fraction(1)}
    assert max(worth(honest | plan) for plan in plans(FIRST)) > VALUE
