"""The chat: invited people write freely, strangers send phrases."""

import pytest
from browsers.meetings import meet
from browsers.visitor import NARROW
from playwright.sync_api import expect


@pytest.fixture
def two(visit):
    """Anna, and Boris, whom she invited."""
    anna, boris = visit(), visit()
    meet(anna, boris)
    return anna, boris


def log(visitor):
    return visitor.page.get_by_role("log").locator("li")


def speak(visitor, text):
    visitor.page.get_by_label("Your message").fill(text)
    visitor.button("Send").click()


def test_a_message_reaches_the_other_player_and_is_marked_as_the_senders_own(two):
    anna, boris = two
    speak(anna, "Ahoj, Borisi!")
    expect(log(boris)).to_contain_text(["Anna Ahoj, Borisi!"])
    expect(log(anna)).to_contain_text(["You Ahoj, Borisi!"])
    expect(log(anna)).to_have_class("own")
    expect(anna.page.get_by_label("Your message")).to_have_value("")


def test_markup_in_a_message_is_shown_as_plain_text(two):
    anna, boris = two
    speak(anna, "<img src=x onerror=alert(1)> & <b>bold</b>")
    expect(log(boris)).to_contain_text(["<img src=x onerror=alert(1)> & <b>bold</b>"])
    expect(boris.page.locator(".log img, .log b, .log a")).to_have_count(0)


def test_a_phrase_is_sent_with_one_click_and_translated_for_its_reader(visit):
    anna, boris = visit(), visit(locale="cs-CZ")
    meet(anna, boris)
    anna.button("Good move!").click()
    expect(log(anna)).to_contain_text(["You Good move!"])
    expect(log(boris)).to_contain_text(["Anna Pěkný tah!"])


def test_strangers_can_send_only_phrases(visit):
    anna, boris = visit(), visit()
    meet(anna, boris, visibility="public")
    expect(anna.page.get_by_label("Your message")).to_be_hidden()
    anna.button("Hello!").click()
    expect(log(boris)).to_contain_text(["Anna Hello!"])


def test_a_refused_message_stays_in_the_field_with_the_reason_below(two):
    anna, _ = two
    speak(anna, "look at http://example.com")
    expect(anna.page.locator(".chat .unsaid")).to_contain_text("links")
    expect(anna.page.locator(".voice .refusal")).to_be_empty()
    expect(anna.page.get_by_label("Your message")).to_have_value("look at http://example.com")
    speak(anna, "never mind")
    expect(log(anna)).to_have_count(1)
    expect(anna.page.locator(".chat .unsaid")).to_be_empty()


def test_the_input_field_limits_the_length_of_a_message(two):
    expect(two[0].page.get_by_label("Your message")).to_have_attribute("maxlength", "200")


def test_muting_hides_messages_and_is_remembered(two):
    anna, boris = two
    speak(anna, "one")
    expect(log(boris)).to_have_count(1)
    boris.button("Mute Anna").click()
    expect(log(boris)).to_have_count(0)
    speak(anna, "two")
    speak(boris, "three")
    expect(log(boris)).to_contain_text(["You three"])
    boris.page.reload()
    expect(log(boris)).to_contain_text(["You three"])
    boris.button("Mute Anna").click()
    expect(log(boris)).to_contain_text(["one", "two", "three"])


def test_messages_appear_once_after_a_reload(two):
    anna, boris = two
    speak(anna, "one")
    speak(boris, "two")
    expect(log(anna)).to_have_count(2)
    anna.page.reload()
    expect(log(anna)).to_contain_text(["one", "two"])
    expect(log(anna)).to_have_count(2)


def test_spectators_read_the_chat_and_cannot_write(two, visit):
    anna, _ = two
    speak(anna, "hello")
    watcher = visit()
    watcher.open(anna.page.url)
    expect(log(watcher)).to_contain_text(["Anna hello"])
    expect(watcher.page.get_by_role("group", name="Phrases")).to_be_hidden()
    expect(watcher.page.get_by_label("Your message")).to_be_hidden()


def test_a_single_player_has_no_chat(visit):
    visitor = visit()
    visitor.begin()
    expect(visitor.page.locator(".chat")).to_be_hidden()


def test_on_a_narrow_screen_the_chat_is_folded_and_counts_unread_messages(visit):
    anna, boris = visit(), visit(**NARROW)
    meet(anna, boris)
    panel = boris.page.locator(".chat")
    expect(panel).not_to_have_attribute("open", "")
    speak(anna, "one")
    expect(panel.locator(".unread [aria-hidden]")).to_have_text("1")
    anna.button("Thank you!").click()
    expect(panel.locator(".unread [aria-hidden]")).to_have_text("2")
    panel.get_by_role("heading", name="Chat").click()
    expect(panel.locator(".unread")).to_be_hidden()
    expect(log(boris)).to_have_count(2)
    assert boris.overflow() <= 0
    boris.page.reload()
    expect(boris.page.locator(".place").first).to_be_visible()
    expect(panel).to_be_visible()
    expect(panel.locator(".unread")).to_be_hidden()


def test_a_long_word_does_not_make_the_page_wider(visit):
    anna, boris = visit(), visit(**NARROW)
    meet(anna, boris)
    speak(anna, "W" * 200)
    boris.page.get_by_role("heading", name="Chat").click()
    expect(log(boris)).to_be_visible()
    assert boris.overflow() <= 0


@pytest.mark.parametrize("color_scheme", ["light", "dark"])
def test_the_chat_is_accessible(visit, axe, color_scheme):
    anna, boris = visit(), visit(color_scheme=color_scheme)
    meet(anna, boris)
    speak(anna, "one")
    speak(boris, "two")
    expect(log(boris)).to_have_count(2)
    boris.page.evaluate(axe)
    found = boris.page.evaluate("axe.run('.chat')")
    assert [(one["id"], one["nodes"][0]["html"]) for one in found["violations"]] == []
