"""People talk beside the board: in words where they invited each other, in phrases where they met by chance."""

import pytest
from browsers.meetings import meet
from browsers.visitor import NARROW
from playwright.sync_api import expect


@pytest.fixture
def two(visit):
    """Anna and Boris, who invited him."""
    anna, boris = visit(), visit()
    meet(anna, boris)
    return anna, boris


def log(visitor):
    return visitor.page.get_by_role("log").locator("li")


def speak(visitor, text):
    visitor.page.get_by_label("Your message").fill(text)
    visitor.button("Send").click()


def test_what_is_said_is_heard_by_the_other_and_marked_as_ones_own(two):
    anna, boris = two
    speak(anna, "Ahoj, Borisi!")
    expect(log(boris)).to_contain_text(["Anna Ahoj, Borisi!"])
    expect(log(anna)).to_contain_text(["You Ahoj, Borisi!"])
    expect(log(anna)).to_have_class("own")
    expect(anna.page.get_by_label("Your message")).to_have_value("")


def test_what_looks_like_a_page_is_only_text(two):
    anna, boris = two
    speak(anna, "<img src=x onerror=alert(1)> & <b>bold</b>")
    expect(log(boris)).to_contain_text(["<img src=x onerror=alert(1)> & <b>bold</b>"])
    expect(boris.page.locator(".log img, .log b, .log a")).to_have_count(0)


def test_a_phrase_is_said_with_one_click_and_read_in_the_readers_language(visit):
    anna, boris = visit(), visit(locale="cs-CZ")
    meet(anna, boris)
    anna.button("Good move!").click()
    expect(log(anna)).to_contain_text(["You Good move!"])
    expect(log(boris)).to_contain_text(["Anna Pěkný tah!"])


def test_those_who_met_by_chance_have_phrases_alone(visit):
    anna, boris = visit(), visit()
    meet(anna, boris, visibility="public")
    expect(anna.page.get_by_label("Your message")).to_be_hidden()
    anna.button("Hello!").click()
    expect(log(boris)).to_contain_text(["Anna Hello!"])


def test_why_something_cannot_be_said_stands_below_it_and_the_words_stay(two):
    anna, _ = two
    speak(anna, "look at http://example.com")
    expect(anna.page.locator(".chat .unsaid")).to_contain_text("links")
    expect(anna.page.locator(".voice .refusal")).to_be_empty()
    expect(anna.page.get_by_label("Your message")).to_have_value("look at http://example.com")
    speak(anna, "never mind")
    expect(log(anna)).to_have_count(1)
    expect(anna.page.locator(".chat .unsaid")).to_be_empty()


def test_no_more_can_be_typed_than_may_be_said(two):
    expect(two[0].page.get_by_label("Your message")).to_have_attribute("maxlength", "200")


def test_who_is_muted_is_not_heard_and_this_browser_remembers_it(two):
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


def test_what_was_said_is_there_after_a_reload_once(two):
    anna, boris = two
    speak(anna, "one")
    speak(boris, "two")
    expect(log(anna)).to_have_count(2)
    anna.page.reload()
    expect(log(anna)).to_contain_text(["one", "two"])
    expect(log(anna)).to_have_count(2)


def test_who_watches_hears_and_does_not_speak(two, visit):
    anna, _ = two
    speak(anna, "hello")
    watcher = visit()
    watcher.open(anna.page.url)
    expect(log(watcher)).to_contain_text(["Anna hello"])
    expect(watcher.page.get_by_role("group", name="Phrases")).to_be_hidden()
    expect(watcher.page.get_by_label("Your message")).to_be_hidden()


def test_who_is_alone_has_no_panel_to_talk_to(visit):
    visitor = visit()
    visitor.begin()
    expect(visitor.page.locator(".chat")).to_be_hidden()


def test_on_a_telephone_the_panel_is_folded_and_counts_what_was_not_read(visit):
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
def test_the_panel_can_be_used_by_everybody(visit, axe, color_scheme):
    anna, boris = visit(), visit(color_scheme=color_scheme)
    meet(anna, boris)
    speak(anna, "one")
    speak(boris, "two")
    expect(log(boris)).to_have_count(2)
    boris.page.evaluate(axe)
    found = boris.page.evaluate("axe.run('.chat')")
    assert [(one["id"], one["nodes"][0]["html"]) for one in found["violations"]] == []
