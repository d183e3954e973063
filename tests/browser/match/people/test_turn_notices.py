"""Turn notices for readers in another tab: the title, the icon, and a notification if they asked for it."""

import re

import pytest
from playwright.sync_api import expect

PERSON, FREE, COMPUTER = {"kind": "person"}, {"kind": "free"}, {"kind": "computer", "level": 1}
ICON, TURN_ICON = re.compile("/emblem.svg$"), re.compile("/emblem-turn.svg$")
TELL = "Notify me on my turn"
KEEP_NOTICES = """
    window.notices = [];
    window.Notification = class extends Notification {
        static permission = %s ? "granted" : super.permission;  // the headless shell says "denied" in any case
        constructor(title, options) {
            super(title, options);
            window.notices.push([title, options.body]);
        }
    };
"""
LOOK_AWAY = """
    isAway => {
        Object.defineProperty(document, "hidden", { value: isAway, configurable: true });
        Object.defineProperty(document, "visibilityState", { value: isAway ? "hidden" : "visible", configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
    }
"""  # a headless browser reports every page as visible


@pytest.fixture
def come(visit):
    def come(**context):
        visitor = visit(**context)
        is_granted = "notifications" in context.get("permissions", [])
        visitor.page.add_init_script(KEEP_NOTICES % str(is_granted).lower())
        return visitor

    return come


def make(visitor, opponent):
    wish = {"game": "tavlei", "options": {}, "seats": {"a": PERSON, "d": opponent}}
    made = visitor.request.post("/api/matches", data=wish)
    visitor.open(f"/match/{made.json()['id']}")


def meet(host, guest):
    """Two browsers at one board; the host moves first."""
    make(host, FREE)
    guest.open(host.page.locator("#link").input_value())
    guest.button("Take this seat").click()
    expect(host.page.locator(".place.can").first).to_be_visible()


def icon(visitor):
    return visitor.page.locator("link[rel=icon]")


def test_title_and_icon_show_whose_turn_it_is(come):
    host, guest = come(), come()
    meet(host, guest)
    expect(host.page).to_have_title("● Your turn · Tavlei · Ludoteka")
    expect(icon(host)).to_have_attribute("href", TURN_ICON)
    expect(guest.page).to_have_title("Tavlei · Ludoteka")
    expect(icon(guest)).to_have_attribute("href", ICON)
    host.play("e2-f2")
    expect(guest.page).to_have_title("● Your turn · Tavlei · Ludoteka")
    expect(icon(guest)).to_have_attribute("href", TURN_ICON)
    expect(host.page).to_have_title("Tavlei · Ludoteka")
    expect(icon(host)).to_have_attribute("href", ICON)


def test_both_icons_are_served(come):
    visitor = come()
    for name in ("emblem", "emblem-turn"):
        answer = visitor.request.get(f"/web/common/{name}.svg")
        assert answer.ok
        assert answer.headers["content-type"].startswith("image/svg+xml")


def test_a_hidden_page_notifies_its_reader_of_their_turn_if_they_asked(come):
    host, guest = come(), come(permissions=["notifications"])
    meet(host, guest)
    guest.button(TELL).click()
    expect(guest.button(TELL)).to_have_attribute("aria-pressed", "true")
    guest.page.evaluate(LOOK_AWAY, True)
    host.play("e2-f2")
    guest.page.wait_for_function("() => notices.length > 0")
    assert guest.page.evaluate("notices") == [["Your turn", "Tavlei"]]
    assert host.page.evaluate("notices") == []


def test_a_visible_page_or_a_reader_who_did_not_ask_gets_no_notification(come):
    host, guest = come(), come(permissions=["notifications"])
    meet(host, guest)
    guest.page.evaluate(LOOK_AWAY, True)
    host.play("e2-f2")
    expect(guest.page).to_have_title(re.compile("Your turn"))
    guest.page.evaluate(LOOK_AWAY, False)
    guest.play("e3-d3")
    guest.button(TELL).click()
    expect(guest.button(TELL)).to_have_attribute("aria-pressed", "true")
    host.play("f2-e2")
    expect(guest.page).to_have_title(re.compile("Your turn"))
    assert guest.page.evaluate("notices") == []


def test_notifications_can_be_switched_on_and_off(come):
    visitor = come(permissions=["notifications"])
    make(visitor, COMPUTER)
    expect(visitor.button(TELL)).to_have_attribute("aria-pressed", "false")
    visitor.button(TELL).click()
    expect(visitor.button(TELL)).to_have_attribute("aria-pressed", "true")
    visitor.page.reload()
    expect(visitor.button(TELL)).to_have_attribute("aria-pressed", "true")
    visitor.button(TELL).click()
    expect(visitor.button(TELL)).to_have_attribute("aria-pressed", "false")


def test_a_browser_that_blocks_notifications_is_reported(come):
    visitor = come()
    make(visitor, COMPUTER)
    visitor.button(TELL).click()
    expect(visitor.page.locator(".note")).to_contain_text("allow notifications from this page")
    expect(visitor.button(TELL)).to_have_attribute("aria-pressed", "false")


def test_notifications_are_not_offered_where_they_are_unsupported(visit):
    visitor = visit()
    visitor.page.add_init_script("delete window.Notification")
    make(visitor, COMPUTER)
    expect(visitor.button("Sound")).to_be_visible()
    expect(visitor.button(TELL)).to_be_hidden()


def test_a_single_player_gets_no_turn_notices(come):
    visitor = come()
    make(visitor, PERSON)
    expect(visitor.page.locator(".place.can").first).to_be_visible()
    expect(visitor.page).to_have_title("Tavlei · Ludoteka")
    expect(icon(visitor)).to_have_attribute("href", ICON)
    expect(visitor.button(TELL)).to_be_hidden()
