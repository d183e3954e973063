"""Turn notices for readers in another tab: the title, the icon, and a notification if they asked for it."""

import re

import pytest
from playwright.sync_api import expect

PERSON, FREE = {"kind": "person"}, {"kind": "free"}
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


def assert_turn_is_shown(to_move, other):
    """Look at the titles and icons of two pages."""
    expect(to_move.page).to_have_title("● Your turn · Tavlei · Ludoteka")
    expect(icon(to_move)).to_have_attribute("href", TURN_ICON)
    expect(other.page).to_have_title("Tavlei · Ludoteka")
    expect(icon(other)).to_have_attribute("href", ICON)


def test_a_hidden_page_notifies_its_reader_of_their_turn_if_they_asked_and_title_and_icon_show_it(come):
    host, guest = come(), come(permissions=["notifications"])
    meet(host, guest)
    for one in (ICON, TURN_ICON):
        answer = host.request.get(f"/web/common/{one.pattern.strip('/$')}")
        assert answer.headers["content-type"].startswith("image/svg+xml")
    assert_turn_is_shown(host, guest)
    guest.page.evaluate(LOOK_AWAY, True)
    host.play("e2-f2")
    assert_turn_is_shown(guest, host)
    guest.page.evaluate(LOOK_AWAY, False)
    expect(guest.menu_item(TELL)).to_have_attribute("aria-pressed", "false")
    guest.choose_action(TELL)
    expect(guest.menu_item(TELL)).to_have_attribute("aria-pressed", "true")
    guest.play("e3-d3")
    host.play("f2-e2")
    expect(guest.page).to_have_title(re.compile("Your turn"))
    guest.play("d3-e3")
    expect(host.page).to_have_title(re.compile("Your turn"))
    assert guest.page.evaluate("notices") == []  # neither when they had not asked nor while they looked
    guest.page.evaluate(LOOK_AWAY, True)
    host.play("e2-f2")
    guest.page.wait_for_function("() => notices.length > 0")
    assert guest.page.evaluate("notices") == [["Your turn", "Tavlei"]]
    assert host.page.evaluate("notices") == []
    guest.page.reload()
    expect(guest.menu_item(TELL)).to_have_attribute("aria-pressed", "true")
    guest.choose_action(TELL)
    expect(guest.menu_item(TELL)).to_have_attribute("aria-pressed", "false")
    assert_forbidden_notices_are_explained(host)


def assert_forbidden_notices_are_explained(visitor):
    """Ask for notices in a browser that forbids them."""
    visitor.choose_action(TELL)
    expect(visitor.page.locator(".note")).to_contain_text("allow notifications from this page")
    expect(visitor.menu_item(TELL)).to_have_attribute("aria-pressed", "false")


def test_notifications_are_not_offered_where_they_are_unsupported(visit):
    visitor = visit()
    visitor.page.add_init_script("delete window.Notification")
    make(visitor, FREE)
    expect(visitor.button("Sound")).to_be_visible()
    expect(visitor.menu_item(TELL)).to_have_count(0)


def test_a_single_player_gets_no_turn_notices(come):
    visitor = come()
    make(visitor, PERSON)
    expect(visitor.page.locator(".place.can").first).to_be_visible()
    expect(visitor.page).to_have_title("Tavlei · Ludoteka")
    expect(icon(visitor)).to_have_attribute("href", ICON)
    expect(visitor.menu_item(TELL)).to_have_count(0)
