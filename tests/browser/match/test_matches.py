"""Whole matches, from the set-up to the end."""

import random
import re

import pytest
from browsers.visitor import ESCAPE
from playwright.sync_api import expect
from plugins.campaign import IS_CAMPAIGN

CHECKED_MOVES = 10 if IS_CAMPAIGN else 3
IN_WORDS = {
    "en-GB": "The king has escaped",
    "ru-RU": "[А-Яа-яё]",
    "cs-CZ": "[Kk]níže",
}


def test_a_match_against_level_2_is_played(visit):
    """`make campaign` plays the match to its end, the suite resigns it."""
    visitor, chance = visit(), random.Random(7)
    visitor.choose(side=0, level=2)
    your_move = visitor.page.locator(".place.can").first
    for number in range(CHECKED_MOVES):
        expect(your_move).to_be_visible()
        visitor.place(chance.choice(visitor.names("can"))).click()
        visitor.place(chance.choice(visitor.names("target"))).click()
        expect(visitor.moves).to_have_count(2 * number + 2)  # the computer answers
    if IS_CAMPAIGN:
        assert visitor.play_on(), "the match has not ended"
    else:
        visitor.resign()
    expect(visitor.ending.get_by_role("heading")).to_have_text(re.compile("You won|You lost|A draw"))
    expect(visitor.ending.locator("p").first).to_have_text(re.compile(r"\w+"))


@pytest.mark.parametrize("locale", IN_WORDS if IS_CAMPAIGN else ["cs-CZ"])
def test_a_hot_seat_match_is_played_to_its_end_in_each_language(visit, locale):
    visitor = visit(locale=locale)
    visitor.choose()
    visitor.play(*ESCAPE)
    expect(visitor.ending).to_contain_text(re.compile(IN_WORDS[locale]))
    expect(visitor.page.locator(".place.can")).to_have_count(0)
    expect(visitor.moves).to_have_text(list(ESCAPE))


def test_the_last_move_and_its_captures_are_marked(visit):
    visitor = visit(reduced_motion="no-preference")
    visitor.begin()
    visitor.play("e2-c2", "e3-b3", "a4-a3", "e4-b4", "c2-c3")
    expect(visitor.page.locator(".mark.to")).to_have_count(1)
    expect(visitor.page.locator(".mark.from")).to_have_count(1)
    expect(visitor.page.locator(".mark.captured")).to_have_count(1)
    expect(visitor.page.locator(".panel")).to_contain_text("7")
    expect(visitor.place("b3")).to_have_accessible_name(re.compile("empty"))
