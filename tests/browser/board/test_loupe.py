"""A finger that rests on a small board sees under it, and picks where it is lifted."""

import pytest
from browsers.visitor import NARROW
from playwright.sync_api import expect


@pytest.fixture
def visitor(visit):
    visitor = visit(**NARROW)
    visitor.begin()
    return visitor


class Finger:
    def __init__(self, visitor):
        self.visitor = visitor
        self.session = visitor.context.new_cdp_session(visitor.page)

    def put(self, kind, place):
        box = self.visitor.place(place).bounding_box()
        point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})

    def lift(self):
        self.session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_resting_finger_gets_a_loupe_and_picks_the_place_where_it_is_lifted(visitor):
    finger, loupe = Finger(visitor), visitor.page.locator(".loupe")
    finger.put("touchStart", "g2")
    expect(loupe).to_be_visible()
    finger.put("touchMove", "f2")
    finger.put("touchMove", "e2")
    finger.lift()
    expect(loupe).to_have_count(0)
    expect(visitor.place("e2")).to_have_attribute("aria-pressed", "true")


def test_a_tap_needs_no_loupe(visitor):
    visitor.place("e2").tap()
    expect(visitor.place("e2")).to_have_attribute("aria-pressed", "true")
    visitor.place("f2").tap()
    expect(visitor.moves).to_have_text(["e2-f2"])


def test_a_dragged_piece_is_seen_under_the_finger_too(visitor):
    finger, loupe = Finger(visitor), visitor.page.locator(".loupe")
    finger.put("touchStart", "e2")
    finger.put("touchMove", "f2")
    expect(loupe).to_be_visible()
    finger.put("touchMove", "g2")
    finger.lift()
    expect(loupe).to_have_count(0)
    expect(visitor.moves).to_have_text(["e2-g2"])
