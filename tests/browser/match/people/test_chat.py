"""The chat: invited people write freely, strangers send phrases; that a single player has none is tested with the offers."""

from browsers.inspection import violations_in_both_modes
from browsers.meetings import meet
from browsers.visitor import NARROW
from playwright.sync_api import expect


def log(visitor):
    return visitor.page.get_by_role("log").locator("li")


def speak(visitor, text):
    visitor.page.get_by_label("Your message").fill(text)
    visitor.button("Send").click()


def test_a_message_reaches_the_other_player_as_plain_text_a_refused_one_stays_in_the_field_and_muting_hides_them(visit):
    """Anna has invited Boris."""
    anna, boris = visit(), visit()
    meet(anna, boris)
    field = anna.page.get_by_label("Your message")
    expect(field).to_have_attribute("maxlength", "200")
    speak(anna, "Ahoj, Borisi!")
    expect(log(boris)).to_contain_text(["Anna Ahoj, Borisi!"])
    expect(log(anna)).to_contain_text(["You Ahoj, Borisi!"])
    expect(log(anna)).to_have_class("own")
    expect(field).to_have_value("")
    speak(boris, "<img src=x onerror=alert(1)> & <b>bold</b>")
    expect(log(anna)).to_contain_text(["Ahoj", "<img src=x onerror=alert(1)> & <b>bold</b>"])
    expect(anna.page.locator(".log img, .log b, .log a")).to_have_count(0)
    speak(anna, "look at http://example.com")
    expect(anna.page.locator(".chat .unsaid")).to_contain_text("links")
    expect(anna.page.locator(".voice .refusal")).to_be_empty()
    expect(field).to_have_value("look at http://example.com")
    speak(anna, "never mind")
    expect(log(anna)).to_have_count(3)
    expect(anna.page.locator(".chat .unsaid")).to_be_empty()
    anna.page.reload()
    expect(log(anna)).to_contain_text(["Ahoj", "bold", "never mind"])
    expect(log(anna)).to_have_count(3)
    watcher = visit()
    watcher.open(anna.page.url)
    expect(log(watcher)).to_contain_text(["Anna Ahoj, Borisi!", "bold", "never mind"])
    expect(watcher.page.get_by_role("group", name="Phrases")).to_be_hidden()
    expect(watcher.page.get_by_label("Your message")).to_be_hidden()
    mute(anna, boris)


def mute(anna, boris):
    """Mute somebody who has sent two messages; it is remembered."""
    boris.button("Mute Anna").click()
    expect(log(boris)).to_have_count(1)
    speak(anna, "two")
    speak(boris, "three")
    expect(log(boris)).to_contain_text(["bold", "You three"])
    expect(log(boris)).to_have_count(2)
    boris.page.reload()
    expect(log(boris)).to_contain_text(["bold", "You three"])
    expect(log(boris)).to_have_count(2)
    boris.button("Mute Anna").click()
    expect(log(boris)).to_contain_text(["Ahoj", "bold", "never mind", "two", "three"])


def test_strangers_can_send_only_phrases_which_are_translated_for_their_readers(visit):
    anna, boris = visit(), visit(locale="cs-CZ")
    meet(anna, boris, visibility="public")
    expect(anna.page.get_by_label("Your message")).to_be_hidden()
    anna.button("Good move!").click()
    expect(log(anna)).to_contain_text(["You Good move!"])
    expect(log(boris)).to_contain_text(["Anna Pěkný tah!"])


def test_on_a_narrow_screen_the_chat_is_folded_and_counts_unread_messages(visit, axe):
    anna, boris = visit(), visit(**NARROW)
    meet(anna, boris)
    panel = boris.page.locator(".chat")
    expect(panel).not_to_have_attribute("open", "")
    speak(anna, "W" * 200)
    expect(panel.locator(".unread [aria-hidden]")).to_have_text("1")
    anna.button("Thank you!").click()
    expect(panel.locator(".unread [aria-hidden]")).to_have_text("2")
    panel.get_by_role("heading", name="Chat").click()
    expect(panel.locator(".unread")).to_be_hidden()
    expect(log(boris)).to_have_count(2)
    assert boris.overflow() <= 0, "a long word does not make the page wider"
    assert violations_in_both_modes(boris.page, axe, ".chat") == []
    boris.page.reload()
    expect(boris.page.locator(".place").first).to_be_visible()
    expect(panel).to_be_visible()
    expect(panel.locator(".unread")).to_be_hidden()
