"""The review of a finished match: with buttons, keys, and the list of moves."""

import pytest
from browsers.visitor import ESCAPE, NARROW
from playwright.sync_api import expect


@pytest.fixture
def reader(visit):
    """A visitor at the end of a match of ten moves."""
    visitor = visit()
    visitor.begin()
    expect(visitor.page.locator(".review")).to_be_hidden()
    visitor.play(*ESCAPE)
    expect(visitor.ending).to_be_visible()
    return visitor


def caption(visitor):
    return visitor.page.locator(".caption")


def test_buttons_keys_and_the_list_of_moves_step_through_a_match_in_which_nothing_can_be_played(reader):
    reader.button("First position").click()
    expect(caption(reader)).to_have_text("Move 0 of 10 · Attackers to move")
    assert reader.names("can") == []
    reader.place("e2").click()
    expect(reader.page.locator(".note").first).to_have_text("This match is over.")
    expect(reader.place("e5")).to_have_accessible_name("e5, throne, king")
    reader.button("Next move").click()
    expect(reader.place("i3")).to_have_accessible_name("i3, attacker")
    expect(reader.page.locator(".move[aria-current]")).to_have_text("i4-i3")
    expect(reader.page.locator(".mark.to")).to_have_count(1)
    reader.button("Last position").click()
    expect(reader.place("a1")).to_have_accessible_name("a1, exit, king")
    reader.button("Previous move").click()
    expect(caption(reader)).to_have_text("Move 9 of 10 · Defenders to move")
    reader.page.get_by_role("button", name="e5-d5").click()
    expect(caption(reader)).to_have_text("Move 4 of 10 · Attackers to move")
    expect(reader.place("d5")).to_have_accessible_name("d5, king")
    reader.page.get_by_role("slider", name="Move").press("Home")
    expect(caption(reader)).to_have_text("Move 0 of 10 · Attackers to move")
    reader.page.keyboard.press("ArrowRight")
    expect(caption(reader)).to_have_text("Move 1 of 10 · Defenders to move")


def test_the_review_shows_the_dice(visit):
    visitor = visit(**NARROW)
    record = '[Game "quagmire"]\n[Option.seats "bt"]\n\nr6 s r1 *\n'
    made = visitor.request.post("/api/records", data=record, headers={"Content-Type": "text/plain"})
    visitor.open(f"/match/{made.json()['id']}")
    visitor.resign()
    visitor.button("First position").click()
    visitor.button("Next move").click()
    expect(caption(visitor)).to_contain_text("Move 1 of 3")
    expect(visitor.page.get_by_role("img", name="Die: 6")).to_be_visible()
    assert visitor.overflow() <= 0
