"""Money: interest, bank and shop (clauses 16, 17)."""

import pytest
from boards.labyrinth import GAME, Play

MORE = {"kind": "bank", "at": "B2"}


def shop(goods, items="a1 key", **options):
    return Play("P B1, Q A1", options, objects=[{"kind": "shop", "at": "B1", "goods": goods}, MORE], items=items)


def offered(play, *words):
    """What a player may try, with these words."""
    seen = play.match.seen()
    texts = [GAME.texts.action_text(seen, action) for action in GAME.attempts.offers(seen)]
    return [text for text in texts if text.startswith(words)]


def test_interest_is_paid_and_rounded_in_each_of_a_hundred_turns():
    play = Play("P A1")
    balances = [play("stay") or play.player("P")["balance"] for _ in range(100)]
    assert (balances[0], balances[1], balances[2], balances[99]) == ("10.05", "10.10025", "10.150751", "16.466621")


def test_all_banks_hold_the_same_account():
    banks = [{"kind": "bank", "at": "B1"}, MORE]
    play = Play("P B1", objects=banks)
    play("deposit:5", "east")
    assert play("withdraw:5") == "withdrew:5"


def test_amounts_have_no_trailing_zeros():
    play = Play("P B2")
    assert play("deposit:2.50") == "deposited:2.5"
    assert play("deposit:1.00") == "deposited:1"
    assert play("deposit:03.05") == "deposited:3.05"
    assert play("withdraw:6.10") == "withdrew:6.1"
    assert (play.player("P")["cash"], play.player("P")["balance"]) == ("9.55", "10.45")


def test_nobody_can_deposit_more_than_their_cash():
    play = Play("P B2")
    assert play.refused("deposit:10.01") == "bad-amount"
    assert play.refused("deposit:99999999999999999999") == "bad-amount"
    assert play("deposit:10") == "deposited:10"
    assert play.refused("deposit:0.01") == "bad-amount"


def test_the_first_ten_yuan_of_an_account_cannot_be_withdrawn():
    play = Play("P B2")
    assert play.refused("withdraw:0.01") == "not-withdrawable"
    play("deposit:3")
    assert play.refused("withdraw:3.01") == "not-withdrawable"
    assert play.refused(f"withdraw:{'9' * 5000}") == "not-withdrawable"
    assert play("withdraw:3") == "withdrew:3"


@pytest.mark.parametrize("amount", ["0", "0.00", "000"])
def test_an_amount_must_be_above_zero(amount):
    assert Play("P B2").refused(f"withdraw:{amount}") == "bad-amount"
    assert Play("P B2").refused(f"deposit:{amount}") == "bad-amount"


@pytest.mark.parametrize("amount", ["", ".5", "1.", "1.234", "-1", "+1", "1e3", "1,5", "1 ", "٣", "none"])
def test_a_malformed_amount_is_refused(amount):
    assert Play("P B2").refused(f"withdraw:{amount}") == "bad-text"


def test_away_from_a_bank_nothing_can_be_withdrawn_deposited_or_sold():
    play = Play("P A1", items="a1 key, A1 idol")
    play("take:idol")
    assert {play.refused(action) for action in ("withdraw:1", "deposit:0", "sell:idol")} == {"not-a-bank"}


def test_a_bank_buys_an_idol_for_fifteen_yuan():
    play = Play("P B2", items="a1 key, B2 idol")
    assert play.refused("sell:idol") == "not-carried"
    assert play("take:idol", "sell:idol") == "sold:idol"
    assert (play.player("P")["cash"], play.player("P")["items"]) == ("25", {})


def test_a_bank_offers_to_buy_the_idol_and_every_round_amount_up_to_the_last_hundredth():
    play = Play("P B3", items="a1 key, B2 idol")
    play("west", "deposit:0.01")
    assert offered(play, "sell", "withdraw") == ["sell:idol", "withdraw:0.01"]


def test_on_arrival_the_prices_of_a_shop_are_announced_in_alphabetical_order():
    play = Play(
        "P A1", objects=[{"kind": "shop", "at": "B1", "goods": {"vest": 6, "false-key": 2.5, "cartridge": 2.25}}]
    )
    assert play("south") == "passed shop price:cartridge:2.25 price:key:2.5 price:vest:6"


def test_a_shop_may_sell_nothing():
    play = Play("P A1", objects=[{"kind": "shop", "at": "B1", "goods": {}}])
    assert play("south") == "passed shop"
    assert offered(play, "buy") == []
    assert play.refused("buy:vest") == "not-sold-here"


def test_buying_costs_no_move_and_the_stock_is_unlimited():
    play = shop({"cartridge": 2.25})
    for _ in range(4):
        assert play("buy:cartridge") == "bought:cartridge"
    assert (play.player("P")["cash"], play.player("P")["items"]) == ("1", {"cartridge": 4})
    assert play.refused("buy:cartridge") == "too-expensive"


def test_a_refused_purchase_gives_the_first_reason_that_applies():
    play = shop({"key": 9, "idol": 2})
    assert Play("P A1").refused("buy:vest") == "not-a-shop"
    assert play.refused("buy:vest") == "not-sold-here"
    assert play.refused("buy:purse") == "not-sold-here"
    assert play("buy:key") == "bought:key"
    assert play.refused("buy:key") == "second-unique"
    assert play.refused("buy:idol") == "second-unique"
    play("drop:key")
    assert play.refused("buy:key") == "too-expensive"


def test_a_false_key_is_bought_as_a_key():
    play = shop({"false-key": 1})
    assert play("buy:key") == "bought:key"
    assert play.player("P")["items"] == {"false-key": 1}
    assert play.refused("buy:idol") == "not-sold-here"


def test_interest_stops_before_numbers_overflow():
    play = Play("P A1")
    for _ in range(5000):
        play("stay")
    balance = play.player("P")["balance"]
    assert 2_000_000_000 <= float(balance) < 2_010_000_001
    play("stay")
    assert play.player("P")["balance"] == balance
