"""Kuhn poker, from the examples: cards that are sent to one browser only, and a showdown."""

import re

import pytest
from browsers.visitor import NARROW
from playwright.sync_api import expect
from plugins.campaign import IS_CAMPAIGN

FIRST, SECOND = 0, 1
PERSON, FREE = {"kind": "person"}, {"kind": "free"}
CARDS = ("jack", "queen", "king")


def cards(visitor):
    """The cards as they lie on the table, by place."""
    return {one["place"]: one["kind"] for one in visitor.views[-1]["scene"]["pieces"] if one["place"] in "fs"}


def assert_was_sent_no_card_but(visitor, own):
    for frame in visitor.frames:
        told = {card for card in CARDS if re.search(rf"\b{card}\b", frame, re.IGNORECASE)}
        assert told <= {own}, frame


@pytest.fixture
def two(visit):
    """First and Second, each at a browser of their own, with their cards."""
    first, second = visit(), visit()
    wish = {"game": "kuhn", "options": {}, "seats": {"f": PERSON, "s": FREE}}
    made = first.request.post("/api/matches", data=wish)
    first.open(f"/match/{made.json()['id']}")
    second.open(first.page.locator("#link").input_value())
    second.page.locator(".free [data-seat=s]").get_by_role("button", name="Take this seat").click()
    expect(first.button("Bet a chip")).to_be_visible()
    expect(second.page.locator(".last")).to_have_text(re.compile("^Second is dealt the (Jack|Queen|King)[.]$"))
    return first, second


def test_neither_of_two_browsers_is_sent_the_card_of_the_other_player_and_a_spectator_none(two, visit):
    first, second = two
    watcher = visit()
    watcher.open(first.page.url)
    expect(watcher.moves).to_have_text(["First is dealt a card.", "Second is dealt a card."])
    assert_was_sent_no_card_but(watcher, "none")
    expect(watcher.page.locator(".man .back")).to_have_count(3)
    mine, theirs = cards(first)["f"], cards(second)["s"]
    assert cards(first) == {"f": mine, "s": "back"}
    assert cards(second) == {"f": "back", "s": theirs}
    expect(first.moves).to_have_text([f"First is dealt the {mine.title()}.", "Second is dealt a card."])
    expect(second.moves).to_have_text(["First is dealt a card.", f"Second is dealt the {theirs.title()}."])
    first.button("Bet a chip").click()
    expect(second.page.locator(".prompt")).to_have_text("Fold or call?")
    assert_was_sent_no_card_but(first, mine)
    assert_was_sent_no_card_but(second, theirs)
    second.button("Call with a chip").click()
    for visitor in two:
        expect(visitor.ending).to_contain_text("wins 2 chips")
        expect(visitor.moves.last).to_have_text(
            f"Second calls. First shows the {mine.title()}. Second shows the {theirs.title()}."
        )
        assert cards(visitor) == {"f": mine, "s": theirs}


def test_both_cards_are_revealed_after_a_fold(two):
    first, second = two
    mine, theirs = cards(first)["f"], cards(second)["s"]
    first.button("Check").click()
    second.button("Bet a chip").click()
    first.button("Fold").click()
    for visitor in two:
        expect(visitor.ending).to_contain_text("Second wins 1 chip")
        expect(visitor.ending.get_by_role("button", name="Rematch")).to_be_visible()
        expect(visitor.ending.get_by_role("link", name="Review")).to_have_count(0)  # a game of bluff has none
        expect(visitor.moves.last).to_have_text("First folds.")
        assert cards(visitor) == {"f": mine, "s": theirs}


@pytest.mark.parametrize("side", [FIRST, SECOND] if IS_CAMPAIGN else [SECOND])
def test_a_match_against_the_computer_is_played_to_the_end(visit, side):
    visitor = visit(reduced_motion="reduce")
    visitor.begin("kuhn", side=side, level=1)
    assert visitor.play_on(), "the match has not ended"
    expect(visitor.ending).to_contain_text(re.compile("wins [12] chip"))


def test_prompts_are_in_the_readers_language_on_a_narrow_screen(visit):
    visitor = visit(**NARROW, locale="ru-RU")
    visitor.begin("kuhn", side=FIRST, level=1)
    expect(visitor.page.locator(".prompt")).to_have_text("Чек или ставка?")
    assert visitor.overflow() <= 0
    visitor.speak("cs")
    expect(visitor.page.locator(".prompt")).to_have_text("Čekat, nebo vsadit?")
    assert visitor.overflow() <= 0
