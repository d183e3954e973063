"""Whole matches between browsers: anyone with the link takes a seat, and everybody sees only what their seat may see."""

import re

import pytest
from boards.labyrinth import house as maze
from playwright.sync_api import expect
from plugins.campaign import IS_CAMPAIGN

PERSON, FREE, COMPUTER = {"kind": "person"}, {"kind": "free"}, {"kind": "computer", "level": 1}
LONG = 240_000  # milliseconds: a generous timeout for a whole match on a busy machine
MOVES = 8  # on the way of a match that only a campaign plays to its end
OVER = {"won", "lost", "draw"}
MATCHES = [
    ("tavlei", {}, "ad", 0),
    ("moksha", {}, "wb", 26),  # a short match
    ("scripta", {"pieces": 1}, "yg", 0),
]
SMALLEST = {"players": 3, "stall": 3}


@pytest.fixture
def house(quick_house):
    return quick_house


@pytest.fixture
def come(visit):
    return visit


def make(visitor, game, options, occupants):
    """Make a match with free seats; return the link to them."""
    wish = {"game": game, "options": options, "seats": occupants}
    made = visitor.request.post("/api/matches", data=wish)
    assert made.ok, made.text()
    visitor.open(f"/match/{made.json()['id']}")
    expect(visitor.page.locator(".plate").first).to_be_visible()
    return visitor.page.locator("#link").input_value()


def sit(visitor, link, seat):
    """Open the link and take a seat."""
    visitor.open(link)
    visitor.page.locator(f".free [data-seat={seat}]").get_by_role("button", name="Take this seat").click()
    expect(visitor.page.locator(f".free [data-seat={seat}]")).to_be_hidden()


def play_to_the_end(*visitors, seed=0):
    """Let everybody play to the end; return the result for each seat, which all browsers show alike."""
    for number, visitor in enumerate(visitors):
        visitor.begin_playing_on(seed + number)
    for visitor in visitors:
        expect(visitor.ending).to_be_visible(timeout=LONG)
    ends = [visitor.page.locator(".plate .standing").all_inner_texts() for visitor in visitors]
    assert all(end == ends[0] for end in ends)
    assert set(ends[0]) <= OVER
    return ends[0]


def assert_sees_only(visitor, letter):
    """Check that the visitor's browser received nothing meant for another seat."""
    views = visitor.views
    mine = [view for view in views if view["seat"] == letter]
    assert mine[-1] == views[-1]
    assert {view["seat"] for view in views} <= {letter, None}, "a visitor without a seat watches"
    for view in views:
        assert [seat["letter"] for seat in view["seats"] if seat["yours"]] == [letter] * (view["seat"] == letter)
        if view["to_act"] != letter:
            assert not view["yours"]
            assert not view["scene"]["paths"]
            assert not view["scene"]["previews"]
        if view["thrower"] != letter:
            assert not view["can"]["throw"]


@pytest.mark.parametrize(
    ("game", "options", "letters", "seed"),
    MATCHES if IS_CAMPAIGN else MATCHES[-1:],
)
def test_two_browsers_play_a_match_through_a_link(come, game, options, letters, seed):
    host, guest = come(), come()
    sit(guest, make(host, game, options, {letters[0]: PERSON, letters[1]: FREE}), letters[1])
    ends = play_to_the_end(host, guest, seed=seed)
    assert len(ends) == len(letters)
    for visitor, letter in zip((host, guest), letters, strict=True):
        assert_sees_only(visitor, letter)


def test_two_browsers_and_two_computers_play_quagmire(come):
    """`make campaign` plays the match to its end, the suite only a part of it."""
    host, guest = come(), come()
    occupants = {"b": PERSON, "l": COMPUTER, "t": FREE, "r": COMPUTER}
    sit(guest, make(host, "quagmire", {"seats": "bltr"}, occupants), "t")
    if IS_CAMPAIGN:
        assert len(play_to_the_end(host, guest)) == len(occupants)
    else:
        for visitor in (host, guest):
            visitor.begin_playing_on()
        for visitor in (host, guest):
            expect(visitor.moves.nth(MOVES)).to_be_attached(timeout=LONG)
            expect(visitor.page.locator(".plate")).to_have_count(len(occupants))
    assert_sees_only(host, "b")
    assert_sees_only(guest, "t")


def test_three_browsers_play_labyrinth_and_one_joins_late(come):
    host, second, late = come(), come(), come()
    link = make(host, "labyrinth", SMALLEST, {"P": PERSON, "Q": FREE, "R": FREE})
    sit(second, link, "Q")
    expect(second.page.locator(".place")).to_have_count(2)
    host.play_on(most=1)
    sit(late, link, "R")
    expect(late.moves.first).to_be_visible()
    expect(late.page.locator(".plate strong")).to_have_text([re.compile("Guest"), re.compile("Guest"), "You"])
    play_to_the_end(host, second, late)
    for visitor, letter in ((host, "P"), (second, "Q"), (late, "R")):
        assert_sees_only(visitor, letter)
        for view in visitor.views:
            assert ("scenario" in view["options"]) == (view["result"] is not None)


def test_a_killed_player_of_labyrinth_watches(come):
    """All cells but two are full, so the second player must start in the first one's line of fire."""
    host, guest = come(), come()
    scenario = maze("P A1", items="a1 key, A3 purse 5")
    link = make(host, "labyrinth", {"scenario": scenario, "players": ["P", "Q"]}, {"P": PERSON, "Q": FREE})
    sit(guest, link, "Q")
    expect(host.moves).to_have_count(1)  # a player enters
    for visitor, action in (
        (host, "south"),
        (host, "buy:cartridge"),
        (host, "end"),
        (guest, "stay"),
        (host, "shoot:east"),
    ):
        say(visitor, action)
    expect(guest.moves.last).to_contain_text(re.compile("Q (is killed|dies|is dead)"))
    say(host, "north")
    expect(guest.moves.last).to_contain_text("P goes north")
    expect(guest.page.locator(".place.can")).to_have_count(0)
    expect(guest.page.locator(".choices button")).to_have_count(0)
    expect(guest.page.locator(".panel")).to_contain_text("out of the labyrinth")
    assert_sees_only(guest, "Q")


def say(visitor, action):
    expect(visitor.page.locator(".plate.acting")).to_contain_text("You")
    count = visitor.moves.count()
    visitor.type_action(action)
    if action != "end":  # which is not announced
        expect(visitor.moves).to_have_count(count + 1)
