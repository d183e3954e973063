"""Hints on the page: the lamp shows what a strong player would do, or why there is no hint."""

import pytest
from browsers.visitor import NARROW
from playwright.sync_api import expect


@pytest.mark.parametrize("options", [{}, NARROW], ids=["wide", "narrow"])
def test_a_hint_is_shown_on_the_board_said_in_words_and_counted(visit, options):
    visitor = visit(**options)
    visitor.begin(side=0)
    button = visitor.page.get_by_role("button", name="Hint", exact=True)
    button.click()
    expect(visitor.page.locator(".mark.hinted")).to_have_count(2)
    expect(visitor.page.locator(".note")).to_contain_text("Hint:")
    expect(visitor.page.locator(".plate.seat0")).to_contain_text("1 hint")
    text = visitor.page.locator(".note").inner_text().removeprefix("Hint: ")
    visitor.play(text)
    expect(visitor.page.locator(".mark.hinted")).to_have_count(0)
    expect(button).to_have_attribute("aria-disabled", "false")  # when the computer has answered
    button.click()
    expect(visitor.page.locator(".mark.hinted")).to_have_count(2)
    expect(visitor.page.locator(".plate.seat0")).to_contain_text("2 hints")


def test_the_key_h_asks_for_a_hint_and_in_a_match_between_people_the_reason_is_given(visit):
    visitor = visit()
    visitor.begin()
    expect(visitor.page.get_by_role("button", name="Hint", exact=True)).to_be_hidden()
    visitor.place("e2").focus()
    visitor.page.keyboard.press("h")
    expect(visitor.page.locator(".note")).to_contain_text("against nobody but computers")
