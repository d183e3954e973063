"""Hints on the page: the lamp shows what a strong player would do, or why there is no hint."""

import json

from browsers.visitor import NARROW
from playwright.sync_api import expect

PLACES_OF_MARKS = """
    marks => marks.map((mark) => {
        const at = (one) => one.getAttribute("transform");
        return [...document.querySelectorAll(".place")].find((place) => at(place) === at(mark)).dataset.name;
    })
"""


def test_a_hint_is_shown_on_the_board_said_in_words_and_counted(visit):
    visitor = visit(**NARROW)
    visitor.begin(side=0, level=1)
    button = visitor.page.get_by_role("button", name="Hint", exact=True)
    button.click()
    expect(visitor.page.locator(".mark.hinted")).to_have_count(2)
    expect(visitor.page.locator(".note")).to_contain_text("Hint:")
    expect(visitor.page.locator(".plate.seat0")).to_contain_text("1 hint")
    expect(visitor.page.locator(".arrow.hinted")).to_have_count(1)
    start, end = visitor.page.locator(".mark.hinted").evaluate_all(PLACES_OF_MARKS)
    visitor.play(f"{start}-{end}")
    expect(visitor.page.locator(".mark.hinted")).to_have_count(0)
    expect(button).to_have_attribute("aria-disabled", "false")  # when the computer has answered
    button.click()
    expect(visitor.page.locator(".mark.hinted")).to_have_count(2)
    expect(visitor.page.locator(".plate.seat0")).to_contain_text("2 hints")


def test_a_hint_to_pass_is_said_in_words_and_marks_the_button(visit):
    visitor = visit()
    visitor.page.route_web_socket("**/socket*", hint_to_pass)
    visitor.begin("scripta", side=0, level=1)
    throw = visitor.page.locator("button.throw:visible")
    lamp = visitor.page.locator(".hint-button[aria-disabled=false]")
    expect(throw.or_(lamp).first).to_be_visible()
    if throw.is_visible():
        throw.click()
    lamp.click()
    expect(visitor.page.locator(".note")).to_have_text("Hint: Pass and give up the dice. It is the only move.")
    expect(visitor.page.locator(".choices .hinted")).to_have_text("Pass and give up the dice")


def hint_to_pass(socket):
    """Let a pass be the best in every hint of the house, which is rare."""
    house = socket.connect_to_server()

    def forward(text):
        message = json.loads(text)
        if message["t"] == "hint":
            message["d"] = {"text": "pass", "path": ["pass"], "says": [], "reasons": ["It is the only move."]}
        socket.send(json.dumps(message))

    house.on_message(forward)


def test_the_key_h_asks_for_a_hint_and_in_a_match_between_people_the_reason_is_given(visit):
    visitor = visit()
    visitor.begin()
    expect(visitor.page.get_by_role("button", name="Hint", exact=True)).to_be_hidden()
    visitor.place("e2").focus()
    visitor.page.keyboard.press("h")
    expect(visitor.page.locator(".note")).to_contain_text("all your opponents are computers")
