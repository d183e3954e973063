"""The curtain: a game with a secret, played by two people at one screen."""

import json
import re

import pytest
from browsers.meetings import PERSON, make
from browsers.ways import RUSSIAN, ways
from playwright.sync_api import expect

FINGER = 44  # pixels; smaller targets are hard to hit


@pytest.fixture
def visitor(visit):
    return visit()


def button(visitor):
    return visitor.button("Show the board")


def hide(visitor, cup=2):
    """Hide the coin by typing, and wait for the seeker's curtain."""
    visitor.type_action(f"hide:{cup}")
    expect(visitor.curtain).to_contain_text("Seeker")


def assert_nothing_is_told(visitor, frames):
    """Check that neither the page nor later messages tell where the coin is."""
    assert [frame for frame in frames if "hide:" in frame or '"kind":"coin"' in frame] == []
    assert not re.search(r"hide:|coin, |, coin", visitor.page.content())
    expect(visitor.page.locator(".coin")).to_have_count(0)


def test_two_people_at_one_screen_play_to_the_end_with_a_curtain_between_their_turns_that_covers_what_is_read_and_typed(
    visitor,
):
    visitor.begin("cups")
    keyboard = visitor.page.keyboard
    expect(button(visitor)).to_be_focused()
    expect(button(visitor)).to_have_accessible_description("Hand the screen to Hider")
    assert visitor.names("can") == []
    try_what_is_covered(visitor)
    button(visitor).press("Enter")
    expect(visitor.place("cup1")).to_be_focused()
    keyboard.press("ArrowRight")
    keyboard.press("Enter")
    seen = len(visitor.frames)
    visitor.button("Hide the coin here").press("Enter")
    expect(visitor.curtain).to_contain_text("Hand the screen to Seeker")
    fell = next(index for index, one in enumerate(visitor.frames) if index >= seen and '"curtain":"s"' in one)
    expect(button(visitor)).to_be_focused()
    expect(visitor.moves.first).to_have_text("…")
    assert_nothing_is_told(visitor, visitor.frames[fell:])
    keyboard.press("Enter")
    expect(visitor.curtain).to_have_count(0)
    assert_nothing_is_told(visitor, visitor.frames[fell:])
    while not visitor.ending.is_visible():
        assert_nothing_is_told(visitor, visitor.frames[fell:])
        visitor.page.locator(".place.can").first.click()
        expect(visitor.page.locator(".place.can").first.or_(visitor.ending).first).to_be_visible()
    expect(visitor.curtain).to_have_count(0)
    expect(visitor.page.locator(".coin")).to_have_count(1)
    expect(visitor.moves.first).to_have_text("hide:2")


def try_what_is_covered(visitor):
    """Nothing of the board is read aloud or can be typed while it is covered."""
    tree = visitor.context.new_cdp_session(visitor.page).send("Accessibility.getFullAXTree")["nodes"]
    read = [one["name"].get("value", "") for one in tree if not one["ignored"] and "name" in one]
    assert {"Hand the screen to Hider", "Show the board"} <= set(read)
    assert [one for one in read if "cup1" in one or one == "Board"] == []
    visitor.page.locator("#text").fill("hide:1")
    visitor.page.locator("#text").press("Enter")
    expect(visitor.page.locator(".voice .note")).to_have_text("Show the board first.")
    expect(visitor.page.locator("#text")).to_have_value("")
    expect(visitor.curtain).to_be_visible()
    expect(visitor.moves).to_have_count(0)


def test_a_reload_or_a_lost_connection_brings_the_curtain_down(visitor, house):
    visitor.begin("cups")
    visitor.lift()
    visitor.context.set_offline(True)
    house.kill()
    expect(visitor.page.locator("#connection")).to_contain_text("lost")
    house.open()
    visitor.context.set_offline(False)
    expect(visitor.curtain).to_contain_text("Hider")
    assert visitor.names("can") == []
    visitor.lift()
    visitor.page.locator("#text").fill("hide:4")  # is cleared when the next seat comes
    visitor.place("cup3").click()
    visitor.button("Hide the coin here").click()
    expect(visitor.curtain).to_contain_text("Seeker")
    expect(visitor.page.locator("#text")).to_have_value("")
    visitor.lift()
    known = len(visitor.frames)
    visitor.page.reload()
    expect(visitor.curtain).to_contain_text("Seeker")
    assert visitor.names("can") == []
    assert_nothing_is_told(visitor, visitor.frames[known:])


def test_a_key_that_is_still_held_down_does_not_lift_the_curtain(visitor):
    sent = []
    visitor.page.on(
        "websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(json.loads(frame)["t"]))
    )
    visitor.begin("cups")
    visitor.lift()
    visitor.page.locator("#text").fill("hide:1")
    visitor.page.keyboard.down("Enter")
    expect(button(visitor)).to_be_focused()
    for _ in range(5):
        visitor.page.keyboard.down("Enter")  # the held key repeats
    visitor.page.keyboard.up("Enter")
    expect(visitor.curtain).to_contain_text("Seeker")
    assert sent.count("lift") == 1
    visitor.page.keyboard.press("Enter")
    expect(visitor.curtain).to_have_count(0)


def test_the_second_half_of_a_double_click_does_not_lift_the_curtain(visitor):
    visitor.begin("cups")
    visitor.lift()
    visitor.place("cup1").click()
    box = visitor.button("Hide the coin here").bounding_box()
    point = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    visitor.page.locator(".curtain button").evaluate(
        "(button, {x, y}) => Object.assign(button.style, {position: 'fixed', left: `${x}px`, top: `${y}px`})", box
    )
    visitor.page.mouse.move(*point)
    visitor.page.mouse.down()
    visitor.page.mouse.up()
    expect(visitor.curtain).to_contain_text("Seeker")
    visitor.page.mouse.down(click_count=2)
    visitor.page.mouse.up(click_count=2)
    expect(visitor.curtain).to_be_visible()
    button(visitor).click()
    expect(visitor.curtain).to_have_count(0)


def test_two_windows_of_one_person_have_separate_curtains(visitor):
    visitor.begin("cups")
    other = visitor.context.new_page()
    other.goto(visitor.page.url)
    visitor.lift()
    expect(other.locator(".curtain")).to_contain_text("Hider")
    hide(visitor)
    expect(other.locator(".curtain")).to_contain_text("Seeker")
    other.get_by_role("button", name="Show the board").click()
    expect(other.locator(".place.can")).to_have_count(4)
    expect(visitor.curtain).to_be_visible()
    assert visitor.names("can") == []


def test_there_is_no_curtain_between_two_browsers_while_a_seat_is_free_or_in_a_game_without_secrets(visit):
    host, guest = visit(), visit()
    host.open(make(host, "cups", {"h": PERSON, "s": {"kind": "free"}}))
    expect(host.place("cup1")).to_be_visible()
    expect(host.curtain).to_have_count(0)
    guest.open(host.page.locator("#link").input_value())
    guest.page.locator(".free .button.primary").click()
    expect(host.page.locator(".waiting")).to_be_hidden()
    host.type_action("hide:2")
    expect(guest.page.locator(".place.can")).to_have_count(4)
    for visitor in (host, guest):
        expect(visitor.curtain).to_have_count(0)
    assert_nothing_is_told(guest, guest.frames)
    host.begin("tavlei")
    expect(host.curtain).to_have_count(0)


@ways(RUSSIAN)
def test_the_curtain_covers_the_board_and_contains_its_own_text(visit, language, size):
    visitor = visit(**size, locale=language)
    visitor.begin("cups")
    board, cloth = [visitor.page.locator(one).bounding_box() for one in (".stage .board", ".curtain")]
    pressed = visitor.curtain.get_by_role("button").bounding_box()
    text = visitor.curtain.locator("p").bounding_box()

    assert visitor.overflow() <= 0
    assert covers(cloth, board)
    assert covers(cloth, pressed)
    assert covers(cloth, text)
    assert pressed["height"] >= FINGER
    assert visitor.page.evaluate("getComputedStyle(document.querySelector('.curtain')).backgroundImage") != "none"


def covers(outer, inner):
    return all(
        outer[start] <= inner[start] + 1 and outer[start] + outer[size] >= inner[start] + inner[size] - 1
        for start, size in (("x", "width"), ("y", "height"))
    )
