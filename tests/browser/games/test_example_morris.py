"""Nine Men's Morris, from the examples: an action of up to three picks, each asked for in words."""

import pytest
from browsers.visitor import NARROW
from playwright.sync_api import expect
from plugins.campaign import IS_CAMPAIGN

WHITE = 0
OPENING = (
    "d6",
    "d2",
    "f4",
    "b4",
    "a7",
    "g7",
    "a4",
    "d3",
)  # White can close a mill on a1 or on d7, and then take any man


@pytest.fixture
def visitor(visit):
    visitor = visit()
    visitor.begin("morris")
    return visitor


def place(visitor, *points):
    for point in points:
        count = visitor.moves.count()
        visitor.place(point).dispatch_event("click")
        expect(visitor.moves).to_have_count(count + 1)


def prompt(visitor):
    return visitor.page.locator(".prompt")


def test_a_mill_takes_an_enemy_man_in_the_same_turn_unless_the_pick_is_cancelled(visitor):
    expect(prompt(visitor)).to_have_text("Place a man")
    place(visitor, *OPENING)
    fill = "one => getComputedStyle(one).fill"
    colours = [visitor.page.locator(f".man .{kind} .body").first.evaluate(fill) for kind in ("white", "black")]
    assert len({*colours, visitor.page.locator(".board .frame").evaluate(fill)}) == 3
    white, black = (sum(map(int, colour.removeprefix("rgb(").rstrip(")").split(","))) for colour in colours)
    assert white > black, "White is the lighter one"
    visitor.place("a1").click()
    expect(prompt(visitor)).to_have_text("Take one of Black's men")
    visitor.place("a1").click()
    expect(prompt(visitor)).to_have_text("Place a man")
    visitor.place("a1").click()
    assert sorted(visitor.names("target")) == ["b4", "d2", "d3", "g7"]
    visitor.place("f4").click()
    expect(visitor.refusal).to_have_text("There is no man to take on f4.")
    visitor.place("d2").click()
    expect(visitor.moves.last).to_have_text("White places a man on a1. White takes the man on d2.")
    expect(visitor.page.locator(".man .black")).to_have_count(3)
    expect(visitor.page.locator(".man .white")).to_have_count(5)
    expect(prompt(visitor)).to_have_text("Place a man")


def test_prompts_and_sentences_are_in_the_readers_language(visitor):
    visitor.speak("ru")
    expect(prompt(visitor)).to_have_text("Поставьте фишку")
    place(visitor, "d2")
    expect(visitor.moves).to_have_text(["Белые ставят фишку на d2."])
    visitor.speak("cs")
    expect(prompt(visitor)).to_have_text("Položte kámen")
    expect(visitor.moves).to_have_text(["Bílý klade kámen na d2."])


def test_the_computer_answers_every_man_with_one_of_its_own_on_a_telephone(visit):
    """`make campaign` plays the match to its end."""
    visitor = visit(**NARROW)
    visitor.begin("morris", side=WHITE, level=1)
    assert visitor.overflow() <= 0
    for others in (1, 2, 3):
        expect(visitor.page.locator(".place.can").first).to_be_visible()
        scattered = [name for name in ("a1", "b6", "c4", "e3", "f2", "g7") if name in visitor.names("can")]
        visitor.place(scattered[0]).click()
        expect(visitor.page.locator(".man .black")).to_have_count(others)
    assert visitor.overflow() <= 0
    if IS_CAMPAIGN:
        assert visitor.play_on(), "the match has not ended"
        assert visitor.overflow() <= 0
