"""Every board on one small screen: it fits, the focus can be seen, nothing is in another language, and all can use it."""

import pytest
from browsers.inspection import TRANSLATED, english, violations_in_both_modes
from playwright.sync_api import expect
from plugins.campaign import IS_CAMPAIGN, scaled

from ludoteka.games import games

SMALL = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
BOTTOM = "element => element.getBoundingClientRect().bottom"
QUICK = {"scripta": {"pieces": 1}, "quagmire": {"seats": "br"}, "labyrinth": {"stall": 3}}
LOOKS, PICKS = 20, 250  # how many times all texts are checked, and how many picks are made in between
COLOURS = "one => ['.ring', '.halo'].map(part => getComputedStyle(one.querySelector(part)).stroke)"


@pytest.mark.parametrize("language", ["en", "ru", "cs"] if IS_CAMPAIGN else ["ru"])  # Russian has the longest words
@pytest.mark.parametrize("game", games())
def test_every_board_fits_a_small_screen_shows_the_focus_is_translated_and_accessible(visit, axe, game, language):
    """`make campaign` plays the match to its end, the suite only a part of it."""
    visitor = visit(**SMALL, locale=language)
    visitor.begin(game, options=QUICK.get(game))
    assert_fits(visitor)
    if visitor.curtain.is_visible():
        visitor.page.locator(".curtain button").press("Enter")
        expect(visitor.curtain).to_have_count(0)
    assert_focus_is_seen(visitor)
    for seed in range(scaled(LOOKS)):
        is_over = visitor.play_on(most=scaled(PICKS), seed=seed)
        assert language == "en" or game not in TRANSLATED or english(visitor, language) == []
        if is_over:
            break
    assert is_over or not IS_CAMPAIGN
    assert violations_in_both_modes(visitor.page, axe) == []


def assert_fits(visitor):
    """Check that the board, the status and the controls are on one screen."""
    expect(visitor.page.locator(".status")).to_be_in_viewport(ratio=1)
    assert visitor.page.locator(".stage").evaluate(BOTTOM) <= SMALL["viewport"]["height"]
    assert visitor.page.locator(".hand").evaluate(BOTTOM) <= SMALL["viewport"]["height"]
    assert visitor.overflow() <= 0


def assert_focus_is_seen(visitor):
    for _ in range(20):
        if visitor.page.evaluate("Boolean(document.activeElement.closest('.place'))"):
            break
        visitor.page.keyboard.press("Tab")
    place = visitor.page.locator(".place:focus-visible")
    expect(place.locator(".ring")).to_have_css("stroke-dasharray", "none")
    colours = place.evaluate(COLOURS)
    assert len(set(colours)) == 2, "one of the two colours stands out against any background"
    assert "none" not in colours
