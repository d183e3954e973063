"""The end of a match: the plaque over the board, and what can be played next."""

import re

from browsers.visitor import ESCAPE, NARROW
from playwright.sync_api import expect


def plaque(visitor):
    return visitor.page.locator(".result-overlay")


def test_a_plaque_says_who_has_won_and_by_what_until_a_key_is_pressed_and_not_again_on_a_page_opened_later(visit):
    visitor = visit(**NARROW)
    visitor.begin()
    visitor.play(*ESCAPE)
    expect(plaque(visitor)).to_be_visible()
    expect(plaque(visitor).locator("p")).to_have_text(
        ["Winner: Defenders", re.compile("The king has escaped"), "Defenders: a2-a1"]
    )
    assert visitor.overflow() <= 0
    visitor.page.keyboard.press("Escape")
    expect(plaque(visitor)).to_have_count(0)
    visitor.open(visitor.page.url)
    expect(visitor.ending).to_be_visible()
    expect(plaque(visitor)).to_have_count(0)


def test_a_player_sees_whether_they_have_won_and_plays_the_same_match_at_another_level(visit):
    visitor = visit()
    wish = {"game": "tavlei", "options": {"repetition": "off"}, "clock": "10+5"}
    seats = {"a": {"kind": "computer", "level": 2}, "d": {"kind": "person"}}
    first = f"/match/{visitor.request.post('/api/matches', data=wish | {'seats': seats}).json()['id']}"
    visitor.open(first)
    visitor.resign()
    expect(plaque(visitor).locator("p")).to_have_text(["You lost", "Defenders resigned. Winner: Attackers"])
    plaque(visitor).click()
    expect(plaque(visitor)).to_have_count(0)
    visitor.button("Level 1").click()
    visitor.page.wait_for_url(lambda url: first not in url)
    expect(visitor.page.locator(".plate")).to_have_text([re.compile("Computer 1"), re.compile("You")])
    assert visitor.views[-1]["options"]["repetition"] == "off"
    assert visitor.views[-1]["clock"]["control"] == "10+5"
    visitor.resign()
    expect(visitor.button("Rematch")).to_be_visible()
    expect(visitor.button("Level 0")).to_have_count(0)
