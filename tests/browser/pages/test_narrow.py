"""The pages on a telephone: a window 360 pixels wide, used by touch."""

import pytest
from browsers.visitor import ESCAPE, NARROW
from playwright.sync_api import expect
from plugins.campaign import IS_CAMPAIGN

FINGER = 44  # pixels; smaller targets are hard to hit


@pytest.fixture
def visitor(visit):
    return visit(**NARROW)


def tap(visitor, action):
    count = visitor.moves.count()
    for name in action.split("-"):
        visitor.place(name).tap()
    expect(visitor.moves.nth(count)).to_have_text(action)


@pytest.mark.parametrize("locale", ["ru-RU", "cs-CZ"] if IS_CAMPAIGN else ["ru-RU"])
def test_long_words_fit_a_narrow_screen(visit, locale):
    visitor = visit(**NARROW, locale=locale)
    visitor.begin(side=0, level=1)
    assert visitor.overflow() <= 0
    visitor.open()
    assert visitor.overflow() <= 0
    visitor.open("/rules/tavlei")
    assert visitor.overflow() <= 0


@pytest.mark.parametrize("locale", ["ru-RU", "cs-CZ"])
def test_plates_show_the_player_their_hints_and_whose_turn_it_is_without_cutting_anything(visit, locale):
    visitor = visit(**NARROW, locale=locale)
    for game in ("tavlei", "labyrinth"):
        visitor.begin(game, side=0, level=1)
        lamp = visitor.page.locator(".hint-button[aria-disabled=false]")
        lamp.click()
        expect(visitor.page.locator(".plate.own .hints")).to_be_visible()
        plates = visitor.page.locator(".plate")
        assert plates.evaluate_all(CUT) == []


CUT = """
    (plates) => {
        const parts = plates.flatMap((plate) => [...plate.querySelectorAll(".who > *, .standing")].map((one) => [plate, one, one.getBoundingClientRect()]));
        const isCut = ([plate, one, box]) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline";
        const meets = (box, other) => box.left < other.right - 1 && other.left < box.right - 1 && box.top < other.bottom - 1 && other.top < box.bottom - 1;
        const covered = parts.filter(([plate, one, box]) => parts.some(([inPlate, other, around]) => other !== one && inPlate === plate && meets(box, around)));
        return [...parts.filter(isCut), ...covered].map(([plate, one]) => one.textContent);
    }
"""


def slide(visitor, origin, target):
    """Drag a finger over the board."""
    boxes = [visitor.place(name).bounding_box() for name in (origin, target)]
    start, end = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
    finger = visitor.context.new_cdp_session(visitor.page)
    for part in range(11):
        x, y = (one + (two - one) * part / 10 for one, two in zip(start, end, strict=True))
        kind = "touchMove" if part else "touchStart"
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_finger_drags_movable_pieces_and_scrolls_elsewhere(visitor):
    visitor.begin()
    slide(visitor, "d1", "d2")
    expect(visitor.moves).to_have_text(["d1-d2"])
    assert visitor.page.evaluate("scrollY") == 0
    slide(visitor, "b3", "b8")
    visitor.page.evaluate("new Promise(done => scrollY ? done() : addEventListener('scroll', done, {once: true}))")
    expect(visitor.moves).to_have_count(1)


def test_a_match_is_played_by_touch_on_a_board_that_fills_the_width_with_controls_large_enough_for_a_finger(visitor):
    visitor.begin()
    assert visitor.overflow() <= 0, "nobody scrolls sideways"
    box = visitor.page.locator(".stage svg").bounding_box()
    assert box["width"] >= 340
    assert box["y"] + box["height"] <= 740, "the whole board can be seen at once"
    sizes = visitor.page.locator("button, input, nav a").evaluate_all(
        "all => all.filter(one => one.checkVisibility()).map(one => [one.textContent, one.getBoundingClientRect().height])"
    )
    assert [text for text, height in sizes if height < FINGER] == []
    before = visitor.place("e5").bounding_box()
    visitor.place("e5").tap()
    expect(visitor.refusal).not_to_be_empty()
    assert visitor.place("e5").bounding_box() == before, "the board does not jump"
    expect(visitor.page.get_by_role("link", name="Sign in")).to_be_hidden()  # the top has no room for it
    visitor.button("Menu").click()
    expect(visitor.page.get_by_role("link", name="Sign in")).to_be_visible()
    visitor.page.keyboard.press("Escape")
    for action in ESCAPE:
        tap(visitor, action)
    expect(visitor.ending).to_be_visible()
    assert visitor.overflow() <= 0


def test_a_telephone_in_landscape_shows_the_whole_board(visit):
    visitor = visit(viewport={"width": 740, "height": 360}, has_touch=True, is_mobile=True)
    visitor.begin()
    assert visitor.overflow() <= 0
    assert visitor.page.locator(".stage svg").bounding_box()["height"] <= 360
