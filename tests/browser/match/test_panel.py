"""Beside the board: whose turn it is, captured pieces, the menu with its switches, zen mode, sounds and speech."""

import re

from browsers.meetings import meet
from browsers.visitor import NARROW
from playwright.sync_api import expect

CAPTURE = ("e2-c2", "e3-b3", "a4-a3", "e4-b4", "c2-c3")
LISTEN = """
    window.tones = [];
    window.spoken = [];
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) {
        tones.push(this.type);
        return start.apply(this, when);
    };
    SpeechSynthesis.prototype.speak = ({ text, lang }) => spoken.push(`${lang}: ${text}`);
"""


def status(visitor):
    return visitor.page.locator(".status")


def switch(visitor, name):
    """Switch something in the menu."""
    visitor.open_menu()
    visitor.page.get_by_role("switch", name=name).click()
    visitor.page.keyboard.press("Escape")


def test_a_player_reads_that_it_is_their_turn_and_what_the_other_has_done_and_several_at_one_screen_read_the_side(
    visit,
):
    visitor = visit()
    visitor.begin(side=0, level=1)
    own, other = visitor.page.locator(".plate").all()
    expect(status(visitor)).to_have_text("Your turn")
    expect(own).to_have_class(re.compile("acting"))
    expect(own).to_contain_text("You")
    expect(own).to_contain_text("to move")
    expect(other).not_to_contain_text("to move")
    visitor.play("e2-c2")
    expect(visitor.moves).to_have_count(2)
    expect(status(visitor)).to_have_text("Your turn")
    expect(visitor.page.locator(".last")).to_have_text(re.compile(r"Defenders: \w\d-\w\d"))
    visitor.page.reload()
    expect(visitor.page.locator(".last")).to_have_text(re.compile(r"Defenders: \w\d-\w\d"))
    visitor.begin()
    expect(status(visitor)).to_have_text("Attackers to move")
    visitor.play("e2-c2")
    expect(status(visitor)).to_have_text("Defenders to move")
    expect(visitor.page.locator(".last")).to_have_text("Attackers: e2-c2")


def test_captured_pieces_are_beside_the_name_of_the_captor_after_a_reload_too(visit):
    visitor = visit()
    visitor.begin()
    expect(visitor.page.locator(".tray")).to_have_count(0)
    visitor.play(*CAPTURE)
    for _ in range(2):
        expect(visitor.page.locator(".plate").first.locator(".tray")).to_have_text("Captured:defender ×1")
        expect(visitor.page.locator(".tray")).to_have_count(1)
        visitor.page.reload()


def test_zen_mode_leaves_the_board_the_plates_and_the_turn_and_the_letters_of_the_rim_can_be_hidden(visit):
    visitor = visit()
    visitor.begin(side=0, level=1)
    visitor.page.keyboard.press("z")
    for part in (".moves", ".typed", ".more", "#top"):
        expect(visitor.page.locator(part)).to_be_hidden()
    for part in (".stage .board", ".plate >> nth=1", ".status"):
        expect(visitor.page.locator(part)).to_be_visible()
    expect(visitor.page.get_by_role("status").filter(has_text="Zen mode")).to_have_count(1)
    visitor.place("e2").click()
    visitor.page.keyboard.press("Escape")
    assert visitor.names("picked") == []
    expect(visitor.button("Leave zen mode")).to_be_visible()
    visitor.page.keyboard.press("Escape")
    expect(visitor.button("Menu")).to_be_visible()
    rim = visitor.page.locator(".stage .rim").first
    expect(rim).to_be_visible()
    switch(visitor, "Coordinates")
    expect(rim).to_be_hidden()
    visitor.page.reload()
    expect(visitor.place("e2")).to_be_visible()
    expect(rim).to_be_hidden()


def test_the_wheel_steps_back_and_forth_over_the_board_and_does_nothing_where_there_is_no_step(visit):
    visitor = visit()
    visitor.begin()
    visitor.play(*CAPTURE[:2])
    caption = visitor.page.locator(".review .caption")
    visitor.place("e5").hover()
    visitor.page.mouse.wheel(0, 100)
    visitor.page.mouse.wheel(0, -100)
    expect(caption).to_contain_text("Move 1 of 2")
    visitor.page.mouse.wheel(0, 100)
    expect(caption).to_be_hidden()


def test_a_move_a_capture_and_the_end_sound_different_only_when_the_sound_is_on_and_never_at_volume_zero(visit):
    visitor = visit()
    visitor.page.add_init_script(LISTEN)
    visitor.begin()
    visitor.play(CAPTURE[0])
    assert visitor.page.evaluate("tones") == []
    visitor.button("Sound").click()
    visitor.page.wait_for_function("() => tones.length === 1")
    visitor.play(*CAPTURE[1:4])
    visitor.page.wait_for_function("() => tones.length === 4")
    visitor.play(CAPTURE[4])
    visitor.page.wait_for_function("() => tones.length === 6")
    assert visitor.page.evaluate("tones.slice(-2)") == ["triangle", "square"]
    visitor.open_menu()
    visitor.page.get_by_label("Volume").fill("0")
    visitor.page.keyboard.press("Escape")
    visitor.resign()
    visitor.page.reload()
    expect(visitor.ending).to_be_visible()
    assert visitor.page.evaluate("localStorage.getItem('volume')") == "0"
    assert visitor.page.evaluate("tones") == []


def test_moves_and_the_answers_of_the_moderator_are_read_aloud_in_the_language_of_the_page_if_the_reader_wants_it(
    visit,
):
    visitor = visit(locale="cs")
    visitor.page.add_init_script(LISTEN)
    visitor.begin()
    visitor.play(CAPTURE[0])
    assert visitor.page.evaluate("spoken") == []
    visitor.page.locator(".more").click()
    visitor.page.locator(".say-moves").click()
    expect(visitor.page.locator(".say-answers")).to_be_hidden()
    visitor.page.keyboard.press("Escape")
    visitor.play(CAPTURE[1])
    visitor.page.wait_for_function("() => spoken.length > 0")
    assert visitor.page.evaluate("spoken") == ["cs: Obránci: e3, b3"]


def test_unread_messages_are_counted_on_a_phone_until_the_chat_is_opened(visit):
    anna, boris = visit(), visit(**NARROW)
    meet(anna, boris)
    expect(boris.button("Chat")).to_be_visible()
    anna.page.locator(".phrase").first.click()
    mark = boris.page.get_by_role("button", name=re.compile("Chat. 1 unread"))
    expect(mark.locator(".unread")).to_have_text("1")
    mark.click()
    expect(boris.page.locator(".chat .log li")).to_be_visible()
    expect(boris.button("Chat")).to_be_visible()
    expect(boris.page.locator(".unread:visible")).to_have_count(0)
