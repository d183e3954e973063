"""Clocks on the page: the time of each seat, which runs in the page and is decided by the house."""

import re

import pytest
from browsers.inspection import violations_in_both_modes
from browsers.visitor import NARROW
from playwright.sync_api import expect

PERSON, FREE = {"kind": "person"}, {"kind": "free"}
HOT_SEAT = {"a": PERSON, "d": PERSON}
INSIDE = """
    clocks => clocks.every(clock => {
        const [own, plate] = [clock, clock.closest(".plate")].map(one => one.getBoundingClientRect());
        const title = clock.closest(".plate").querySelector("strong");
        return own.left >= plate.left && own.right <= plate.right && own.top >= plate.top
            && own.bottom <= plate.bottom && title.scrollWidth <= title.clientWidth;
    })
"""
FLAG = 60_000  # milliseconds within which a clock of ten seconds must have run out


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
    visitor.play("e2-c2", "e3-b3")


def test_the_clock_of_the_player_to_move_runs_in_the_page_and_continues_after_a_reload(visit):
    visitor = visit()
    make(visitor, "5+180")
    expect(clocks(visitor)).to_have_text(["5:00", "5:00"])
    expect(visitor.page.locator(".clock.running")).to_have_count(0)
    expect(of(visitor, "Attackers")).to_have_accessible_name("Time left, Attackers")
    begin(visitor)
    expect(of(visitor, "Attackers")).to_have_class(re.compile("running"))
    expect(of(visitor, "Attackers")).to_have_text(re.compile("^7:"))  # 5:00 and 3:00, and nothing but time has passed
    expect(of(visitor, "Defenders")).to_have_text("8:00")
    visitor.page.reload()
    expect(of(visitor, "Attackers")).to_have_text(re.compile("^7:"))
    visitor.play("a4-a3")
    expect(of(visitor, "Attackers")).to_have_text(re.compile("^10:"))  # with the increment of this turn
    expect(of(visitor, "Defenders")).to_have_class(re.compile("running"))
    expect(of(visitor, "Attackers")).not_to_have_class(re.compile("running"))


def test_a_clock_keeps_its_full_time_during_a_simple_delay(visit):
    visitor = visit()
    make(visitor, "1d180")
    begin(visitor)
    expect(of(visitor, "Attackers")).to_have_class(re.compile("running"))
    visitor.page.reload()
    expect(clocks(visitor)).to_have_text(["1:00", "1:00"])
    assert 0 < visitor.views[-1]["clock"]["delay"] < 180


def test_a_low_clock_warns_with_more_than_colour_and_the_match_ends_when_it_runs_out(visit, axe):
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
    assert violations_in_both_modes(visitor.page, axe, ".seats") == []
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


@pytest.mark.parametrize(("locale", "text"), [("ru-RU", "2 д 23 ч"), ("en-GB", "2 d 23 h")])
def test_days_are_shown_as_days_and_hours_and_the_longest_clock_fits_its_plate(visit, locale, text):
    visitor = visit(locale=locale, **(NARROW if locale == "ru-RU" else {}))
    make(visitor, "3/day")
    expect(clocks(visitor).first).to_have_text(text)
    for control in ("180+0", "30/day"):
        make(visitor, control)
        assert visitor.overflow() <= 0
        assert clocks(visitor).evaluate_all(INSIDE)
    make(visitor, "")
    expect(clocks(visitor)).to_have_count(0)
