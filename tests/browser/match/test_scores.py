"""Scores on the pages: beside the board, at the end, and in the list of matches."""

import pytest
from houses import PERSON
from playwright.sync_api import expect

ALL = ("0", "1", "2", "3", "4", "5")
COMPUTER = {"kind": "computer", "level": 1}


@pytest.fixture
def house(quick_house):
    return quick_house


def give_up(visitor, **seats):
    """Start a match as Norma and resign at once."""
    wish = {"game": "coins", "options": {}, "seats": {"n": PERSON, "s": PERSON} | seats}
    made = visitor.request.post("/api/matches", data=wish)
    visitor.open(f"/match/{made.json()['id']}")
    visitor.resign()


def play_out(visitor):
    """Take the first coin every time."""
    for number, name in enumerate(ALL):
        visitor.place(name).click()
        expect(visitor.moves.nth(number)).to_have_text(name)


def plates(visitor):
    return visitor.page.locator(".plate .standing")


def test_a_player_of_one_seat_sees_whether_they_won(visit):
    visitor = visit()
    give_up(visitor, s=COMPUTER)
    expect(visitor.ending.get_by_role("heading")).to_have_text("You lost")
    expect(visitor.ending).to_contain_text("Norma resigned. Winner: Silas. Norma −20, Silas +20")
    expect(plates(visitor)).to_have_text(["−20", "+20"])
    visitor.open("/")
    expect(visitor.page.locator(".continuing .standing")).to_have_text("lost: −20")


def test_a_match_at_one_screen_ends_with_the_scores_of_both_seats_in_the_readers_language(visit):
    visitor = visit()
    visitor.begin("coins")
    match = visitor.page.url
    play_out(visitor)
    expect(visitor.ending.get_by_role("heading")).to_have_text("The match is over")
    for language, ending, word in (
        ("en", "All coins are taken. Norma −4, Silas +4", "over"),
        ("ru", "Norma: −4, Silas: +4", "окончена"),
        ("cs", "Norma: −4, Silas: +4", "dohrána"),
    ):
        if language != "en":
            visitor.speak(language, match)
        expect(visitor.ending).to_contain_text(ending)
        expect(plates(visitor)).to_have_text(["−4", "+4"])
        visitor.open("/")
        expect(visitor.page.locator(".continuing .standing")).to_have_text(f"{word}: −4, +4")
