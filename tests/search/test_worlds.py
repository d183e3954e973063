"""The search over worlds: near the equilibrium of Kuhn poker, legal everywhere, and blind to what its seat can't know."""

from dataclasses import replace
from itertools import permutations, product
from random import Random

import pytest

from ludoteka.core.match import Match
from ludoteka.core.rules import CHANCE
from ludoteka.games import games
from ludoteka.players.computer import choose_action
from ludoteka.players.levels import highest_level
from ludoteka.players.turn import Turn
from ludoteka.search.regret_search import RegretSearch, View
from ludoteka.search.search import Limits

KUHN, DICE = (replace(games()[name], decide=None) for name in ("kuhn", "liars_dice"))
CARDS = ("jack", "queen", "king")  # the weakest first
OPTIMUM = -1 / 18  # the value of Kuhn poker to the first player


def played(game, *actions, **options):
    match = Match(game, options)
    for action in actions:
        match.play(action)
    return match


def shares(match, nodes, seed=1):
    view = View(match.seat, match.seen(), match.log(match.seat))
    return RegretSearch(match.game, match.options).shares(view, Limits(0, nodes), seed)


def boldness(seat, *deeds):
    """How often the search bets or calls with each card."""
    bold = {}
    for card in CARDS:
        other = next(one for one in CARDS if one != card)
        cards = (card, other) if seat == 0 else (other, card)
        bold[card] = shares(played(KUHN, f"f:{cards[0]}", f"s:{cards[1]}", *deeds), 6_000, seed=3)
    return {card: share[max(share)] for card, share in bold.items()}  # the action with the higher number


def value(opens, calls_late, bets, calls):
    """What the first player of Kuhn poker wins on average; each part is how often a card bets or calls."""
    total = 0.0
    for one, other in permutations(CARDS, 2):
        sign = 1 if CARDS.index(one) > CARDS.index(other) else -1
        called = calls[other] * 2 * sign + 1 - calls[other]
        answered = calls_late[one] * 2 * sign - (1 - calls_late[one])
        checked = bets[other] * answered + (1 - bets[other]) * sign
        total += opens[one] * called + (1 - opens[one]) * checked
    return total / 6


def pure():
    """Every way to be bold with some cards and meek with the others."""
    return [dict(zip(CARDS, bold, strict=True)) for bold in product((0, 1), repeat=3)]


def test_nobody_can_win_a_twentieth_of_a_chip_more_from_it_in_kuhn_poker_than_from_a_perfect_player():
    first, second = (boldness(0), boldness(0, "check", "bet")), (boldness(1, "check"), boldness(1, "bet"))
    assert min(value(*first, *reply) for reply in product(pure(), repeat=2)) > OPTIMUM - 0.05
    assert max(value(*reply, *second) for reply in product(pure(), repeat=2)) < OPTIMUM + 0.05


def test_the_hidden_dice_of_others_change_nothing():
    one, other = (played(DICE, f"r:{cup}", "b:2246", "2-fives", each=4) for cup in ("1125", "5566"))
    assert shares(one, 40) == shares(other, 40)
    assert shares(one, 40) != shares(one, 40, seed=2)


def test_the_dice_of_its_own_matter():
    few, many = (played(DICE, "r:12", f"b:{cup}", "2-fives", each=2) for cup in ("12", "55"))
    assert shares(few, 300)[0] > shares(many, 300)[0]  # the challenge


@pytest.mark.parametrize("game", [KUHN, DICE, games()["liars_dice"]])
def test_it_weighs_exactly_the_legal_actions_of_any_position(game):
    chance = Random(1)
    match = Match(game, {"each": 2, "players": 3} if "players" in game.check_options({}) else {})
    while match.returns() is None:
        if match.seat != CHANCE:
            assert sorted(shares(match, 3)) == sorted(match.legal())
        match.play(match.text_of(chance.choice(match.legal())))


def test_a_game_with_secrets_and_imagined_worlds_has_a_computer_with_ten_levels(monkeypatch):
    monkeypatch.setitem(games(), "kuhn", KUHN)
    match = played(KUHN, "f:jack", "s:king", "bet")
    turn = Turn("kuhn", match.options, match.seen().values(), match.legal(), [], 8, 1, match.log(1), None, 1)
    assert highest_level(KUHN) == 10
    assert match.text_of(choose_action(turn)) == "call"
