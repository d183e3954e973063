"""The guide: tips beside the board in the first match against the computer."""

import pytest
from browsers.visitor import NARROW
from playwright.sync_api import expect


@pytest.fixture
def visitor(visit):
    return visit()


def test_a_first_match_shows_each_tip_once_and_at_most_one_a_turn(visitor):
    visitor.begin("tavlei", side=0, level=1)
    tip = visitor.page.locator(".tip")
    expect(tip).to_contain_text("You lead the attackers")
    visitor.button("Got it").click()
    expect(tip).to_have_count(0)
    visitor.play("e2-f2")
    expect(visitor.moves).to_have_count(2)
    expect(tip).to_contain_text("Every piece goes straight")
    visitor.page.reload()
    expect(tip).to_contain_text("You may step between two enemies")  # the others have been shown


def test_a_reader_who_wants_no_more_tips_gets_none(visitor):
    visitor.begin("tavlei", side=0, level=1)
    visitor.button("No more tips").click()
    visitor.play("e2-f2")
    expect(visitor.moves).to_have_count(2)
    expect(visitor.page.locator(".tip")).to_have_count(0)


def test_the_second_match_and_matches_of_several_people_have_no_tips(visitor):
    visitor.begin("moksha")
    expect(visitor.page.locator(".place.can").first).to_be_visible()
    expect(visitor.page.locator(".tip")).to_have_count(0)
    visitor.begin("moksha", side=0, level=1)
    expect(visitor.page.locator(".tip")).to_contain_text("You don't capture here")
    visitor.begin("moksha", side=0, level=1)
    expect(visitor.page.locator(".place.can").first).to_be_visible()
    expect(visitor.page.locator(".tip")).to_have_count(0)


def test_on_a_telephone_a_tip_stands_below_the_board_which_does_not_move(visit):
    visitor = visit(**NARROW)
    visitor.begin("tavlei", side=0, level=1)
    tip = visitor.page.locator(".tip")
    expect(tip).to_be_visible()
    before = visitor.page.locator(".stage").bounding_box()
    assert tip.bounding_box()["y"] > before["y"] + before["height"]
    visitor.button("Got it").tap()
    expect(tip).to_have_count(0)
    assert visitor.page.locator(".stage").bounding_box() == before
    assert visitor.overflow() <= 0
