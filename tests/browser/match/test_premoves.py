"""Premoves: a move that is picked while others are to move, and played as soon as it is possible."""

import pytest
from browsers.visitor import NARROW
from playwright.sync_api import expect

SEATS = {"a": {"kind": "person"}, "d": {"kind": "free"}}


@pytest.fixture
def table(visit):
    """Two visitors at one table, of whom the first is to move, and the second has a touch screen."""
    first, second = visit(), visit(**NARROW)
    first.open()
    match = first.request.post("/api/matches", data={"game": "tavlei", "options": {}, "seats": SEATS}).json()["id"]
    first.open(f"/match/{match}")
    second.open(first.page.locator(".invitation input, input[readonly]").first.input_value())
    second.page.get_by_role("button", name="Take this seat").first.click()
    expect(first.page.locator(".place.can").first).to_be_visible()
    return first, second


def planned(visitor):
    return visitor.page.locator(".mark.premove")


def plan(visitor, start, end):
    visitor.place(start).tap()
    visitor.place(end).tap()
    expect(planned(visitor)).to_have_count(2)
    expect(visitor.page.locator(".arrow.premove")).to_have_count(1)


def test_a_premove_is_played_as_soon_as_it_is_the_readers_turn_or_dropped_if_it_is_not_possible_then(table):
    first, second = table
    plan(second, "e6", "b6")
    expect(second.page.locator(".note")).to_have_text("Premove: e6–b6")
    first.play("e2-c2")
    expect(second.moves).to_have_text(["e2-c2", "e6-b6"])
    expect(planned(second)).to_have_count(0)
    plan(second, "b6", "b1")
    first.play("i4-i3")
    expect(second.page.locator(".note")).to_have_text("The premove b6–b1 is no longer possible.")
    expect(planned(second)).to_have_count(0)
    expect(second.moves).to_have_count(3)


def test_another_pick_and_escape_cancel_a_premove_and_it_can_be_switched_off(table):
    _, second = table
    plan(second, "e6", "b6")
    second.place("c3").tap()
    expect(planned(second)).to_have_count(0)
    plan(second, "e6", "b6")
    second.place("e6").press("Escape")
    expect(planned(second)).to_have_count(0)
    plan(second, "e6", "b6")
    second.open_menu()
    second.page.get_by_role("switch", name="Premoves").tap()
    expect(planned(second)).to_have_count(0)
    second.page.keyboard.press("Escape")
    second.place("e6").tap()
    expect(second.page.locator(".note")).to_have_text("It isn't your turn yet.")


def test_a_piece_that_was_picked_too_early_is_picked_when_the_turn_comes(table):
    first, second = table
    second.place("e6").tap()
    first.play("e2-c2")
    expect(second.page.locator(".place.picked[data-name=e6]")).to_have_count(1)
    second.place("b6").tap()
    expect(second.moves).to_have_text(["e2-c2", "e6-b6"])


def test_no_premoves_are_offered_where_dice_decide_what_can_be_played(visit):
    visitor = visit()
    visitor.begin("scripta", side=0, level=1)
    visitor.open_menu()
    expect(visitor.page.get_by_role("switch", name="Throw the dice automatically")).to_be_visible()
    expect(visitor.page.get_by_role("switch", name="Premoves")).to_be_hidden()
