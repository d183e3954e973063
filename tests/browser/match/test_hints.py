"""Hints on the page: the lamp shows what a strong player would do, or why there is no hint."""

import json
import re

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
    answer_hints(visitor, text="pass", path=["pass"], reasons=["It is the only move."])
    visitor.begin("scripta", side=0, level=1)
    throw = visitor.page.locator("button.throw:visible")
    lamp = visitor.page.locator(".hint-button[aria-disabled=false]")
    expect(throw.or_(lamp).first).to_be_visible()
    if throw.is_visible():
        throw.click()
    lamp.click()
    expect(visitor.page.locator(".note")).to_have_text("Hint: Pass and give up the dice. It is the only move.")
    expect(visitor.page.locator(".choices .hinted")).to_have_text("Pass and give up the dice")


def answer_hints(visitor, **found):
    """Let every hint of the house find this, which is rare."""

    def answer(socket):
        house = socket.connect_to_server()

        def forward(text):
            message = json.loads(text)
            if message["t"] == "hint":
                message["d"] = {"says": [], **found}
            socket.send(json.dumps(message))

        house.on_message(forward)

    visitor.page.route_web_socket("**/socket*", answer)


def test_the_longest_reason_can_be_read_to_its_end_in_a_narrow_window_and_covers_nothing(visit):
    visitor = visit(locale="ru-RU", **NARROW)
    chances = {"chance": 63, "other": "e2-f2", "following": 51}
    compared = "The chance to win is {chance}%; with the next best move, {other}, it is {following}%."
    prepared = ["It prepares one of the next moves. {remark}", {"remark": [compared, chances]}]
    answer_hints(visitor, text="f9-f7", path=["f9", "f7"], reasons=[prepared, [compared, chances]])
    visitor.begin(side=0, level=1)
    visitor.page.locator(".hint-button[aria-disabled=false]").click()
    note = visitor.page.locator(".note")
    expect(note).to_have_text(re.compile(r"^Подсказка: f9-f7\..* она 51\s%\.$"))
    assert note.evaluate("one => one.scrollHeight <= one.clientHeight && one.scrollWidth <= one.clientWidth")
    told = note.bounding_box()
    for other in (".plate", ".stage > .board"):
        for box in [one.bounding_box() for one in visitor.page.locator(other).all()]:
            assert told["y"] + told["height"] <= box["y"] or box["y"] + box["height"] <= told["y"], other
    assert visitor.overflow() <= 0


def test_the_key_h_asks_for_a_hint_and_in_a_match_between_people_the_reason_is_given(visit):
    visitor = visit()
    visitor.begin()
    expect(visitor.page.get_by_role("button", name="Hint", exact=True)).to_be_hidden()
    visitor.place("e2").focus()
    visitor.page.keyboard.press("h")
    expect(visitor.page.locator(".note")).to_contain_text("all your opponents are computers")
