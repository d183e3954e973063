"""A match of each game on its page, played by picking what is offered and throwing when a throw is due.

`make campaign` plays all of them to their ends, the suite one; the others are resigned after a few picks.
"""

from random import Random

import pytest
from browsers.visitor import NARROW
from playwright.sync_api import expect
from plugins.campaign import IS_CAMPAIGN

MATCHES = [  # of two seats
    ("tavlei", {}),
    ("moksha", {}),
    ("scripta", {"pieces": 1}),
    ("scripta", {"pieces": 3, "dice": "bag", "must_move": True}),
    ("quagmire", {"seats": "br", "dice": "bag"}),
    ("labyrinth", {"players": 2, "stall": 3}),  # is over soon
]
ENDS = (["lost", "won"], ["draw", "draw"])
SHORT = {"tavlei": 13, "moksha": 13}  # seeds that make the random match of these games a short one
ALL = 4000  # picks, more than any match takes
MOST = ALL if IS_CAMPAIGN else 8  # picks, after which somebody resigns
LEVEL = 5 if IS_CAMPAIGN else 1  # the fifth beats random picks soon; the lowest may shuffle cubes for hundreds of turns
TO_THE_END = MATCHES if IS_CAMPAIGN else [("scripta", {"pieces": 1})]


HANDS = [*("mouse", "touch", "keys"), *("mouse", "touch", "keys")]
BY_HAND = (
    [(way, *match) for way in HANDS[:3] for match in MATCHES]
    if IS_CAMPAIGN
    else [(way, *match) for way, match in zip(HANDS, MATCHES, strict=True)]
)
MOST_BY_HAND = 60  # picks, after which somebody resigns
AGAINST_COMPUTER = (
    {"moksha": 0} if IS_CAMPAIGN else {}
)  # the seat of the person, where random picks of both take too long
OFFERED = """
    () => {
        if (document.querySelector(".ending:not([hidden])")) return "over";
        for (const one of document.querySelectorAll("[data-offered]")) one.removeAttribute("data-offered");
        const ways = [...document.querySelectorAll(
            ".place.target, .knob, .choices button:not(.quiet), button.throw:not([hidden], [aria-disabled]), .curtain:not([hidden]) button")];
        if (document.querySelector(".place.target") === null) ways.push(...document.querySelectorAll(".place.can"));
        for (const one of ways) one.setAttribute("data-offered", "");
        return ways.length > 0 && "offered";
    }
"""


@pytest.fixture
def house(quick_house):
    return quick_house


@pytest.fixture
def visitor(visit):
    return visit()


def results(visitor):
    """Return the result of each seat, as the plates show it."""
    expect(visitor.ending).to_be_visible()
    return visitor.page.locator(".plate .standing").all_inner_texts()


@pytest.mark.parametrize(("way", "game", "options"), BY_HAND)
def test_a_match_is_played_with_mouse_touch_or_keys(visit, way, game, options):
    visitor = visit(**NARROW) if way == "touch" else visit()
    visitor.begin(game, side=AGAINST_COMPUTER.get(game), level=LEVEL, options=options)
    for count in play_by_hand(visitor, way):
        if count == MOST_BY_HAND and not IS_CAMPAIGN:
            visitor.resign()
            break
    assert sorted(results(visitor)) in ENDS


def play_by_hand(visitor, way):
    """Make picks that are offered, one after the other, until the match is over; yield the number of picks before each."""
    page, choose, count = visitor.page, Random(7), 0
    while page.wait_for_function(OFFERED).json_value() != "over":
        yield count
        offered = page.locator("[data-offered]")
        number = offered.count()
        if not number:  # a new view came in between, and drew them again
            continue
        one = offered.nth(choose.randrange(number))
        if way == "mouse":
            one.click()
        elif way == "touch":
            one.tap()
        else:
            one.focus()
            page.keyboard.press("Enter")
        count += 1


@pytest.mark.parametrize(("game", "options"), TO_THE_END)
def test_a_match_is_played_at_one_screen(visitor, game, options):
    visitor.begin(game, options=options)
    assert visitor.play_on(seed=SHORT.get(game, 0)), "the match has not ended"
    assert sorted(results(visitor)) in ENDS


def test_a_match_of_four_is_played_at_one_screen(visitor):
    visitor.begin("quagmire", options={"seats": "bltr"})
    expect(visitor.page.locator(".plate")).to_have_count(4)
    if visitor.play_on(most=MOST):
        assert sorted(results(visitor)) == ["lost", "lost", "lost", "won"]
    else:
        assert not IS_CAMPAIGN


@pytest.mark.parametrize(("game", "options"), MATCHES)
def test_a_match_is_played_against_the_computer(visitor, game, options):
    visitor.begin(game, side=0, level=LEVEL, options=options)
    is_whole = IS_CAMPAIGN or game == "labyrinth"
    if not visitor.play_on(most=ALL if is_whole else MOST):
        assert not is_whole, "the match has not ended"
        visitor.resign()
    ends = results(visitor)
    assert sorted(ends) in ENDS
    expect(visitor.page.locator(".ending h2")).to_have_text(
        {"won": "You won", "lost": "You lost", "draw": "A draw"}[ends[0]]
    )
