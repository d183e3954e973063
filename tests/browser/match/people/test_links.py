"""Links to free seats: taking a seat, watching, coming too late, and the QR code."""

import pytest
from browsers.inspection import violations_in_both_modes
from playwright.sync_api import expect

PERSON, FREE = {"kind": "person"}, {"kind": "free"}


@pytest.fixture
def host(visit):
    """A host on the page of a match with a free seat."""
    visitor = visit()
    wish = {"game": "tavlei", "options": {}, "seats": {"a": PERSON, "d": FREE}}
    made = visitor.request.post("/api/matches", data=wish)
    visitor.open(f"/match/{made.json()['id']}")
    return visitor


def link_of(visitor):
    return visitor.page.get_by_label("Link", exact=True).input_value()


def test_anyone_with_the_link_takes_the_seat_in_every_tab_of_their_browser_and_is_too_late_when_it_is_taken(
    host, visit
):
    guest, late, watcher = visit(), visit(), visit()
    name, link = '<b>&amp; "Žofie"</b>', link_of(host)
    guest.request.post("/api/guest", data={"name": name})
    guest.page.goto(link)
    tab = guest.context.new_page()
    for page in (late.page, tab):
        page.goto(link)
    expect(late.button("Take this seat")).to_be_visible()
    watcher.open(link.partition("#")[0])  # with only the address
    expect(watcher.page.locator(".place").first).to_be_visible()
    expect(watcher.button("Take this seat")).to_have_count(0)
    expect(watcher.page.get_by_text("This address is only for watching.")).to_be_visible()
    expect(late.page.get_by_text("is only for watching.")).to_be_hidden()
    guest.button("Take this seat").click()

    expect(late.button("Take this seat")).to_be_hidden()
    expect(watcher.page.get_by_text("is only for watching.")).to_be_hidden()
    expect(tab.locator(".plate").nth(1)).to_contain_text("You")
    expect(tab.locator(".waiting")).to_be_hidden()
    expect(host.page.locator(".waiting")).to_be_hidden()
    expect(host.page.locator(".plate").nth(1)).to_contain_text(name)
    host.play("e2-f2")
    expect(guest.moves).to_have_text(["e2-f2"])
    tab.close()
    assert_seen_away_and_back(guest, host.page.locator(".plate").nth(1))


def assert_seen_away_and_back(guest, plate):
    """Let a guest leave the page and come back, and look at their plate on another page."""
    expect(plate.locator(".away")).to_have_count(0)
    address = guest.page.url
    guest.page.goto("about:blank")
    expect(plate).to_contain_text("away")
    guest.page.goto(address)
    expect(plate.locator(".away")).to_have_count(0)


def test_in_a_public_match_a_guest_can_take_only_one_seat(visit):
    host, guest = visit(), visit()
    wish = {"game": "quagmire", "options": {"seats": "blr"}, "seats": {"b": PERSON, "l": FREE, "r": FREE}}
    made = host.request.post("/api/matches", data=wish | {"visibility": "public"})
    for visitor, wish in ((host, "Play this seat here, too"), (guest, "Take this seat")):
        visitor.open(f"/match/{made.json()['id']}")
        expect(visitor.button(wish)).to_have_count(2)
    guest.button("Take this seat").first.click()

    expect(host.button("Play this seat here, too")).to_have_count(1)
    expect(guest.page.locator(".free .row")).to_have_count(1)
    expect(guest.button("Take this seat")).to_have_count(0)


def test_damaged_links_lead_to_no_seat_which_the_host_gives_to_a_computer_and_only_who_plays_can_load_the_qr_code(
    host, visit
):
    guest, link = visit(), link_of(host)
    picture = f"{link.partition('#')[0]}/link.svg"
    assert "<svg" in host.request.get(picture).text()
    assert guest.request.get(picture).status == 403
    guest.open(f"{link.partition('#')[0][:-1]}#x")
    expect(guest.page.get_by_role("heading", name="Match not found")).to_be_visible()
    guest.open(link[:-1])
    expect(guest.button("Let the computer play")).to_have_count(0)  # only the host can
    guest.button("Take this seat").click()
    expect(guest.refusal).to_contain_text("does not lead to a seat")
    expect(host.page.locator(".waiting")).to_be_visible()
    host.page.get_by_label("Level of the computer").select_option("3")
    host.button("Let the computer play").click()

    expect(host.page.locator(".plate").nth(1)).to_contain_text("Computer 3")
    expect(host.page.locator("h1")).to_be_focused()
    host.play("e2-f2")


def test_a_waiting_host_enters_a_name_which_stays_in_its_field_while_a_guest_comes_who_can_give_the_seat_back(
    host, visit, axe
):
    field, guest = host.page.get_by_label("Your name"), visit(viewport={"width": 360, "height": 740})
    field.fill("  Anna   the Great ")
    host.button("Save").click()
    expect(field).to_have_value("Anna the Great")
    field.fill("An")
    guest.request.post("/api/guest", data={"name": "W" * 40})
    guest.open(link_of(host))
    expect(guest.page.locator(".plate").first).to_contain_text("Anna the Great")
    for visitor, wish in ((guest, "Take this seat"), (host, "Copy the invitation")):
        expect(visitor.page.locator(".waiting .primary")).to_have_text(wish)
        assert violations_in_both_modes(visitor.page, axe, ".waiting") == []
    expect(field).to_have_value("An")
    expect(field).to_be_focused()
    guest.button("Take this seat").click()
    expect(guest.page.locator(".waiting")).to_be_hidden()
    assert guest.overflow() <= 0, "a long name does not make the page wider"
    give_back_and_play_again(host, guest)


def give_back_and_play_again(host, guest):
    """A seat can be given back until the first action, and a rematch waits until the other one accepts it."""
    guest.page.set_viewport_size({"width": 1280, "height": 720})
    expect(host.page.locator(".plate").nth(1)).to_contain_text("WWW")
    guest.choose_action("Give my seat back")
    expect(host.page.locator(".waiting")).to_be_visible()

    guest.button("Take this seat").click()
    expect(host.page.locator(".waiting")).to_be_hidden()
    host.play("e2-f2")
    expect(guest.menu_item("Give my seat back")).to_have_count(0)
    expect(guest.button("Resign")).to_be_visible()
    guest.resign()
    host.button("Rematch").click()
    host.page.wait_for_url(lambda url: guest.page.url.partition("#")[0] not in url)
    expect(host.page.locator(".waiting")).to_be_visible()
    guest.page.reload()
    guest.button("Accept the rematch").click()
    guest.page.wait_for_url(host.page.url)
    expect(host.page.locator(".waiting")).to_be_hidden()
    expect(guest.page.locator(".plate").first).to_contain_text("You")


def test_a_host_copies_the_invitation_with_the_first_button_or_also_plays_the_free_seat(host, visit):
    expect(host.page.locator(".waiting button").first).to_have_text("Copy the invitation")
    host.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    host.button("Copy the invitation").click()
    expect(host.page.locator(".waiting [role=status]").first).to_have_text("Copied")
    visit().open(host.page.evaluate("navigator.clipboard.readText()"))

    host.button("Play this seat here, too").click()
    expect(host.page.locator(".waiting")).to_be_hidden()
    expect(host.page.locator(".plate", has_text="At this screen")).to_have_count(2)
    expect(host.page.get_by_text("is only for watching.")).to_be_hidden()
