"""Two people who meet at a match, each in their own browser."""

from playwright.sync_api import expect

PERSON, FREE = {"kind": "person"}, {"kind": "free"}


def make(visitor, game="tavlei", seats=None, **wish):
    """Make a match with a free seat without using the dialog; return its address."""
    seats = seats or {"a": PERSON, "d": FREE}
    made = visitor.request.post("/api/matches", data={"game": game, "options": {}, "seats": seats} | wish)
    assert made.ok, made.text()
    return f"/match/{made.json()['id']}"


def call(visitor, name):
    """Set a visitor's name."""
    assert visitor.request.post("/api/guest", data={"name": name}).ok


def meet(host, guest, **wish):
    """Let Anna create a match and move first, and Boris join it.  Return its address."""
    call(host, "Anna")
    call(guest, "Boris")
    host.open(make(host, **wish))
    guest.open(host.page.locator("#link").input_value())
    guest.page.locator(".free .button.primary").click()
    for visitor in (host, guest):
        expect(visitor.page.locator(".waiting")).to_be_hidden()
        expect(visitor.page.locator(".place").first).to_be_visible()
    return host.page.url
