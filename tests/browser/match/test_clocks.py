"""Clocks on the page: the time of each seat, which runs in the page and is decided by the house."""

import re

import pytest
from browsers.visitor import NARROW
from houses import RunningHouse
from playwright.sync_api import expect

PERSON, FREE = {"kind": "person"}, {"kind": "free"}
HOT_SEAT = {"a": PERSON, "d": PERSON}
WIDE = {"viewport": {"width": 1280, "height": 800}}
FLAG = 60_000  # milliseconds within which a clock of ten seconds must have run out


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    with RunningHouse(tmp_path_factory.mktemp("house")) as running:
        yield running


def make(visitor, clock, seats=HOT_SEAT):
    wish = {"game": "tavlei", "options": {}, "seats": seats, "clock": clock}
    made = visitor.request.post("/api/matches", data=wish)
    assert made.ok, made.text()
    visitor.open(f"/match/{made.json()['id']}")
    expect(visitor.page.locator(".place").first).to_be_visible()


def clocks(visitor):
    return visitor.page.locator(".plate .clock")


def of(visitor, seat):
    return visitor.page.locator(".plate", has_text=seat).locator(".clock")


def begin(visitor):
    """Play the first turn of each seat, for which no time is charged."""
    visitor.play("e2-c2")
    visitor.play("e3-b3")


def test_each_seat_shows_its_time(visit):
    visitor = visit()
    make(visitor, "5+3")
    expect(clocks(visitor)).to_have_text(["5:00", "5:00"])
    expect(visitor.page.locator(".clock.running")).to_have_count(0)
    expect(of(visitor, "Attackers")).to_have_accessible_name("Time left, Attackers")


def test_a_match_without_a_time_control_shows_no_clocks(visit):
    visitor = visit()
    make(visitor, "")
    expect(clocks(visitor)).to_have_count(0)


def test_the_clock_of_the_player_to_move_runs_in_the_page(visit):
    visitor = visit()
    make(visitor, "5+0")
    begin(visitor)
    expect(of(visitor, "Attackers")).to_have_class(re.compile("running"))
    expect(of(visitor, "Attackers")).to_have_text(re.compile("^4:"))  # nothing but time has passed
    expect(of(visitor, "Defenders")).to_have_text("5:00")
    visitor.play("a4-a3")
    expect(of(visitor, "Defenders")).to_have_class(re.compile("running"))
    expect(of(visitor, "Attackers")).not_to_have_class(re.compile("running"))


def test_an_increment_is_shown_when_the_turn_is_over(visit):
    visitor = visit()
    make(visitor, "5+180")
    begin(visitor)
    visitor.play("a4-a3")
    expect(of(visitor, "Attackers")).to_have_text(re.compile("^1[01]:"))  # 5:00, and 3:00 for each of two turns


def test_a_clock_keeps_its_full_time_during_a_simple_delay(visit):
    visitor = visit()
    make(visitor, "1d180")
    begin(visitor)
    expect(of(visitor, "Attackers")).to_have_class(re.compile("running"))
    visitor.page.reload()
    expect(clocks(visitor)).to_have_text(["1:00", "1:00"])
    assert 0 < visitor.views[-1]["clock"]["delay"] < 180


def test_a_clock_continues_after_a_reload(visit):
    visitor = visit()
    make(visitor, "5+0")
    begin(visitor)
    expect(of(visitor, "Attackers")).to_have_text(re.compile("^4:([0-4].|5[0-7])"))
    visitor.page.reload()
    expect(of(visitor, "Attackers")).to_have_text(re.compile("^4:([0-4].|5[0-7])"))


def test_a_low_clock_warns_with_more_than_colour_and_the_match_ends_when_it_runs_out(visit):
    visitor = visit()
    make(visitor, "0.2+0")
    begin(visitor)
    low = of(visitor, "Attackers")
    expect(low).to_have_class(re.compile("low"))
    assert low.evaluate("clock => getComputedStyle(clock, '::before').content") == '"! "'
    expect(visitor.page.locator(".voice [role=status]", has_text="10 seconds left")).to_have_text(
        "Attackers: 10 seconds left"
    )
    expect(low).to_have_text(re.compile(r"0:0\d\.\d"))
    expect(visitor.ending).to_be_visible(timeout=FLAG)
    expect(visitor.ending).to_contain_text("time")
    expect(visitor.page.locator(".clock.running")).to_have_count(0)
    expect(low).to_have_text("0:00.0")


def test_a_page_announces_only_the_clock_of_its_reader(visit):
    host, guest = visit(), visit()
    make(host, "0.2+0", {"a": PERSON, "d": FREE})
    guest.open(host.page.locator("#link").input_value())
    guest.button("Take this seat").click()
    host.play("e2-c2")
    expect(guest.moves).to_have_count(1)
    guest.play("e3-b3")
    expect(host.page.locator(".voice [role=status]", has_text="left")).to_have_text("10 seconds left")
    expect(guest.page.locator(".voice [role=status]", has_text="left")).to_have_count(0)


@pytest.mark.parametrize(("locale", "text"), [("en-GB", "2 d 23 h"), ("ru-RU", "2 д 23 ч"), ("cs-CZ", "2 d 23 h")])
def test_days_are_shown_as_days_and_hours(visit, locale, text):
    visitor = visit(locale=locale)
    make(visitor, "3/day")
    expect(clocks(visitor).first).to_have_text(text)


@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["narrow", "wide"])
@pytest.mark.parametrize("control", ["180+0", "30/day"])
def test_the_longest_clock_fits_its_plate(visit, size, control):
    visitor = visit(**size)
    make(visitor, control)
    assert visitor.overflow() <= 0
    inside = """
        clocks => clocks.every(clock => {
            const [own, plate] = [clock, clock.closest(".plate")].map(one => one.getBoundingClientRect());
            const title = clock.closest(".plate").querySelector("strong");
            return own.left >= plate.left && own.right <= plate.right && own.top >= plate.top
                && own.bottom <= plate.bottom && title.scrollWidth <= title.clientWidth;
        })
    """
    assert clocks(visitor).evaluate_all(inside)


@pytest.mark.parametrize("color_scheme", ["light", "dark"])
def test_clocks_are_accessible(visit, axe, color_scheme):
    visitor = visit(color_scheme=color_scheme)
    make(visitor, "0.333+0")
    begin(visitor)
    expect(visitor.page.locator(".clock.low.running")).to_be_visible()
    visitor.page.evaluate(axe)
    found = visitor.page.evaluate("axe.run('.seats')")
    assert [(one["id"], one["nodes"][0]["html"]) for one in found["violations"]] == []
