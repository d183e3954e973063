"""Links to free seats: taking one, watching, coming too late, and what the picture says."""

import pytest
from playwright.sync_api import expect

PERSON, FREE = {"kind": "person"}, {"kind": "free"}


@pytest.fixture
def host(visit):
    """Somebody who has made a match with a free seat, and has its page open."""
    visitor = visit()
    wish = {"game": "tavlei", "options": {}, "seats": {"a": PERSON, "d": FREE}}
    made = visitor.context.request.post("/api/matches", data=wish)
    visitor.open(f"/match/{made.json()['id']}")
    return visitor


def link_of(visitor):
    return visitor.page.get_by_label("Link", exact=True).input_value()


def test_who_opens_the_link_takes_the_seat_with_one_click_more(host, visit):
    guest = visit()
    guest.page.goto(link_of(host))
    guest.button("Take this seat").click()

    expect(host.page.locator(".waiting")).to_be_hidden()
    host.play("e2-f2")
    expect(guest.moves).to_have_text(["e2-f2"])


def test_who_has_only_the_address_watches(host, visit):
    watcher = visit()
    watcher.open(link_of(host).partition("#")[0])

    expect(watcher.page.locator(".place").first).to_be_visible()
    expect(watcher.button("Take this seat")).to_have_count(0)


def test_who_comes_too_late_watches(host, visit):
    first, second = visit(), visit()
    link = link_of(host)
    for visitor in (first, second):
        visitor.page.goto(link)
        expect(visitor.button("Take this seat")).to_be_visible()
    first.button("Take this seat").click()

    expect(second.button("Take this seat")).to_be_hidden()


def test_a_name_is_shown_as_it_is_written(host, visit):
    name, guest = '<b>&amp; "Žofie"</b>', visit()
    guest.context.request.post("/api/guest", data={"name": name})
    guest.page.goto(link_of(host))
    guest.button("Take this seat").click()

    expect(host.page.locator(".plate").nth(1)).to_contain_text(name)


def test_the_picture_is_for_those_at_the_table(host, visit):
    picture = f"{link_of(host).partition('#')[0]}/link.svg"

    assert "<svg" in host.context.request.get(picture).text()
    assert visit().context.request.get(picture).status == 403
