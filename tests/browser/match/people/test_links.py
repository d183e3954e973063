"""Links to free seats: taking a seat, watching, coming too late, and the QR code."""

import pytest
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


def test_anyone_with_the_link_takes_the_seat_with_one_click(host, visit):
    guest = visit()
    guest.page.goto(link_of(host))
    guest.button("Take this seat").click()

    expect(host.page.locator(".waiting")).to_be_hidden()
    host.play("e2-f2")
    expect(guest.moves).to_have_text(["e2-f2"])


def test_in_a_public_match_a_guest_can_take_only_one_seat(visit):
    host, guest = visit(), visit()
    wish = {"game": "quagmire", "options": {"seats": "blr"}, "seats": {"b": PERSON, "l": FREE, "r": FREE}}
    made = host.request.post("/api/matches", data=wish | {"visibility": "public"})
    for visitor in (host, guest):
        visitor.open(f"/match/{made.json()['id']}")
        expect(visitor.button("Take this seat")).to_have_count(2)
    guest.button("Take this seat").first.click()

    expect(host.button("Take this seat")).to_have_count(1)
    expect(guest.page.locator(".free .row")).to_have_count(1)
    expect(guest.button("Take this seat")).to_have_count(0)


def test_a_guest_with_only_the_address_watches(host, visit):
    watcher = visit()
    watcher.open(link_of(host).partition("#")[0])

    expect(watcher.page.locator(".place").first).to_be_visible()
    expect(watcher.button("Take this seat")).to_have_count(0)


def test_a_guest_who_comes_too_late_cannot_take_the_seat(host, visit):
    first, second = visit(), visit()
    link = link_of(host)
    for visitor in (first, second):
        visitor.page.goto(link)
        expect(visitor.button("Take this seat")).to_be_visible()
    first.button("Take this seat").click()

    expect(second.button("Take this seat")).to_be_hidden()


def test_a_name_is_shown_as_it_is_written(host, visit):
    name, guest = '<b>&amp; "Žofie"</b>', visit()
    guest.request.post("/api/guest", data={"name": name})
    guest.page.goto(link_of(host))
    guest.button("Take this seat").click()

    expect(host.page.locator(".plate").nth(1)).to_contain_text(name)


def test_only_the_host_and_the_players_can_load_the_qr_code(host, visit):
    picture = f"{link_of(host).partition('#')[0]}/link.svg"

    assert "<svg" in host.request.get(picture).text()
    assert visit().request.get(picture).status == 403


def test_a_link_to_a_match_that_does_not_exist_leads_to_a_page_that_says_so(host, visit):
    guest = visit()
    guest.open(f"{link_of(host).partition('#')[0][:-1]}#x")

    expect(guest.page.get_by_role("heading", name="Match not found")).to_be_visible()


def test_a_truncated_link_leads_to_no_seat(host, visit):
    guest = visit()
    guest.open(link_of(host)[:-1])
    guest.button("Take this seat").click()

    expect(guest.refusal).to_contain_text("does not lead to a seat")
    expect(host.page.locator(".waiting")).to_be_visible()


def test_another_tab_of_the_same_browser_shows_the_seat_that_the_guest_took(host, visit):
    guest = visit()
    guest.open(link_of(host))
    tab = guest.context.new_page()
    tab.goto(link_of(host))
    guest.button("Take this seat").click()

    expect(tab.locator(".plate").nth(1)).to_contain_text("You")
    expect(tab.locator(".waiting")).to_be_hidden()


def test_a_waiting_host_can_enter_a_name(host, visit):
    host.page.get_by_label("Your name").fill("  Anna   the Great ")
    host.button("Save").click()
    expect(host.page.get_by_label("Your name")).to_have_value("Anna the Great")

    guest = visit()
    guest.open(link_of(host))
    expect(guest.page.locator(".plate").first).to_contain_text("Anna the Great")


def test_a_name_being_typed_stays_while_a_guest_opens_the_link(host, visit):
    host.page.get_by_label("Your name").fill("An")
    guest = visit()
    guest.open(link_of(host))
    expect(guest.button("Take this seat")).to_be_visible()

    expect(host.page.get_by_label("Your name")).to_have_value("An")
    expect(host.page.get_by_label("Your name")).to_be_focused()


def test_a_long_name_does_not_make_the_page_wider(host, visit):
    guest = visit(viewport={"width": 360, "height": 740})
    guest.request.post("/api/guest", data={"name": "W" * 40})
    guest.open(link_of(host))
    guest.button("Take this seat").click()

    expect(guest.page.locator(".waiting")).to_be_hidden()
    assert guest.overflow() <= 0


def test_the_plates_show_who_is_away(host, visit):
    guest = visit()
    guest.open(link_of(host))
    guest.button("Take this seat").click()
    plate = host.page.locator(".plate").nth(1)
    expect(plate).to_contain_text("Guest")
    expect(plate.locator(".away")).to_have_count(0)

    link = guest.page.url
    guest.page.goto("about:blank")
    expect(plate).to_contain_text("away")
    guest.page.goto(link)
    expect(plate.locator(".away")).to_have_count(0)


def test_the_host_gives_a_free_seat_to_a_computer_of_the_chosen_level(host):
    host.page.get_by_label("Level of the computer").select_option("3")
    host.button("Let the computer play").click()

    expect(host.page.locator(".plate").nth(1)).to_contain_text("Computer 3")
    expect(host.page.locator("h1")).to_be_focused()
    host.play("e2-f2")


def test_only_the_host_can_give_a_seat_to_a_computer(host, visit):
    guest = visit()
    guest.open(link_of(host))

    expect(guest.button("Take this seat")).to_be_visible()
    expect(guest.button("Let the computer play")).to_have_count(0)


def test_a_seat_can_be_given_back_until_the_first_action(host, visit):
    guest = visit()
    guest.open(link_of(host))
    guest.button("Take this seat").click()
    guest.button("Give my seat back").click()
    expect(host.page.locator(".waiting")).to_be_visible()

    guest.button("Take this seat").click()
    expect(host.page.locator(".waiting")).to_be_hidden()
    host.play("e2-f2")
    expect(guest.button("Give my seat back")).to_be_hidden()
    expect(guest.button("Resign")).to_be_visible()


def test_the_link_to_the_rematch_is_there_after_a_reload(host, visit):
    guest = visit()
    guest.open(link_of(host))
    guest.button("Take this seat").click()
    host.play("e2-f2")
    guest.resign()
    host.button("Rematch").click()
    host.page.wait_for_url(lambda url: guest.page.url.partition("#")[0] not in url)

    guest.page.reload()

    guest.page.get_by_role("link", name="Go to the rematch").click()
    guest.page.wait_for_url(host.page.url)
    expect(guest.page.locator(".plate").first).to_contain_text("You")


@pytest.mark.parametrize("color_scheme", ["light", "dark"])
def test_the_free_seats_are_accessible(host, visit, axe, color_scheme):
    guest = visit(color_scheme=color_scheme)
    guest.open(link_of(host))
    host.page.emulate_media(color_scheme=color_scheme)
    for visitor in (guest, host):
        expect(visitor.button("Take this seat")).to_be_visible()
        visitor.page.evaluate(axe)
        found = visitor.page.evaluate("axe.run('.waiting')")
        assert [(one["id"], one["nodes"][0]["html"]) for one in found["violations"]] == []


def test_a_name_saved_on_the_start_page_is_still_there_after_a_reload(visit):
    visitor = visit()
    visitor.open()
    visitor.page.get_by_label("Your name").fill("Žofie")
    visitor.button("Save").click()
    expect(visitor.page.get_by_text("Saved")).to_be_visible()
    visitor.page.reload()

    expect(visitor.page.get_by_label("Your name")).to_have_value("Žofie")
