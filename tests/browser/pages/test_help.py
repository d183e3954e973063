"""The help for players: its pages on wide and narrow screens, and the links that lead there."""

import re

import pytest
from browsers.inspection import violations_in_both_modes
from browsers.visitor import NARROW
from playwright.sync_api import expect

from ludoteka.features.help.articles import address, article, article_names

SCREENS = {"360": NARROW, "1280": {"viewport": {"width": 1280, "height": 800}}}


@pytest.mark.parametrize("locale", ["en-GB", "ru-RU", "cs-CZ"])
@pytest.mark.parametrize("screen", SCREENS)
def test_every_page_fits_the_screen_and_shows_its_pictures(visit, screen, locale):
    visitor = visit(**SCREENS[screen], locale=locale)
    for name in article_names():
        page = visitor.open(address(name))
        expect(page.get_by_role("heading", level=1)).to_have_text(article(name, locale[:2]).title)
        assert visitor.overflow() <= 0, name
        for picture in page.locator("article img").all():
            expect(picture).to_have_js_property("complete", value=True)
            assert picture.evaluate("image => image.naturalWidth") > 0, name


@pytest.mark.parametrize("screen", SCREENS)
def test_the_help_is_accessible(visit, axe, screen):
    visitor = visit(**SCREENS[screen])
    for name in ("index", "tavlei", "clocks", "terminal"):
        page = visitor.open(address(name))
        expect(page.locator("#foot a").first).to_be_visible()
        assert violations_in_both_modes(page, axe) == [], name


def test_the_list_of_pages_stands_beside_the_page_on_a_wide_screen_and_is_folded_on_a_narrow_one(visit):
    wide = visit(**SCREENS["1280"]).open("/help/tavlei")
    expect(wide.locator(".contents a")).to_have_count(len(article_names()))
    expect(wide.locator(".contents [aria-current]")).to_be_in_viewport()
    narrow = visit(**NARROW).open("/help/tavlei")
    entry = narrow.locator(".contents a", has_text="Moksha")
    expect(entry).to_be_hidden()
    narrow.locator(".contents summary").tap()
    entry.tap()
    expect(narrow).to_have_url(re.compile("/help/moksha$"))


def test_the_foot_of_a_page_leads_to_the_help_and_another_language_shows_the_same_page(visit):
    page = visit().open("/puzzles")
    page.locator("#foot").get_by_role("link", name="Help", exact=True).click()
    expect(page).to_have_url(re.compile("/help$"))
    page.get_by_role("link", name="Clocks").first.click()
    page.get_by_role("button", name="Čeština").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Hodiny")


@pytest.mark.parametrize("screen", SCREENS)
def test_the_menu_of_a_match_leads_to_the_help_for_its_game(visit, screen):
    visitor = visit(**SCREENS[screen])
    visitor.begin("moksha")
    visitor.page.get_by_role("button", name="Menu").click()
    with visitor.page.expect_popup() as opened:
        visitor.page.locator(".menu").get_by_role("link", name="Help", exact=True).click()
    expect(opened.value.get_by_role("heading", level=1)).to_have_text("Moksha")


def test_the_diagrams_of_every_rules_page_have_the_colours_of_their_board(visit):
    """Gradients that all diagrams share find the colours of the board."""
    visitor = visit()
    page = visitor.open("/rules/tavlei")
    shades = "stops => stops.map(stop => getComputedStyle(stop).stopColor)"
    expect(page.locator("svg stop.frame-light").first).to_have_css("stop-color", "rgb(122, 81, 48)")
    assert "rgb(0, 0, 0)" not in page.locator("svg stop[class]").evaluate_all(shades)
