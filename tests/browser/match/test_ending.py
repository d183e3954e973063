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


def test_who_has_resigned_in_a_maze_sees_that_only_computers_play_on_and_ends_the_match(visit):
    visitor = visit(**NARROW)
    seats = {"P": {"kind": "person"}, "Q": {"kind": "computer", "level": 1}}
    wish = {"game": "labyrinth", "options": {"players": 2, "maze": "large"}, "seats": seats}
    visitor.open(f"/match/{visitor.request.post('/api/matches', data=wish).json()['id']}")
    left = visitor.page.get_by_role("group", name="Only computers are left.")
    expect(left).to_be_hidden()
    visitor.button("Menu").click()
    visitor.button("Resign").click()
    visitor.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(left).to_be_visible()
    assert visitor.overflow() <= 0
    left.get_by_role("button", name="End the match").click()
    expect(visitor.ending).to_contain_text("The match was ended while only computers were playing")
    expect(visitor.ending.get_by_role("heading")).to_have_text("You lost")
    expect(visitor.page.locator(".plate .standing")).to_have_text(["lost"])
    expect(left).to_be_hidden()
