"""A match against the computer with a hint, its review, a retry and an analysis that is shared: in every language, on every screen."""

import re

import pytest
from browsers.journey import LOCALES, SCREENS, Journey
from playwright.sync_api import expect
from plugins.campaign import IS_CAMPAIGN

SUITE = [("ru", "narrow", "tavlei")]
ALL = [(language, width, game) for language in LOCALES for width, game in (("narrow", "scripta"), ("wide", "tavlei"))]
PATIENCE = 300_000  # milliseconds for a review, which waits for the compiler


@pytest.mark.parametrize(("language", "width", "game"), SUITE + ALL if IS_CAMPAIGN else SUITE)
def test_a_match_teaches_by_a_hint_a_review_a_retry_and_an_analysis(visit, axe, language, width, game):
    visitor = visit(locale=LOCALES[language], **SCREENS[width])
    lesson = Journey(visitor, language, axe)
    play_with_a_hint(lesson, game)
    match = resign(lesson)
    review(lesson)
    retry(lesson)
    visitor.open(match)
    link = analyse(lesson)

    other = visit(locale=LOCALES[language], **SCREENS[width])
    expect(other.open(link).locator(".tree .move[aria-current]")).to_be_visible()
    texts = visitor.page.locator(".tree .move").all_inner_texts()
    expect(other.page.locator(".tree .move")).to_have_text(texts)


def play_with_a_hint(lesson, game):
    visitor, page = lesson.visitor, lesson.page
    visitor.choose(game, side=0, level=1)
    wait_for_turn(lesson)
    page.locator(".hint-button").click()
    expect(page.locator(".mark.hinted, .choices .hinted").first).to_be_visible()  # a pass is a button, not a place
    lesson.inspect("hint")
    visitor.play_on(most=4)


def wait_for_turn(lesson):
    """Throw the dice if necessary, until a hint can be had."""
    throw = lesson.page.locator("button.throw:not([aria-disabled=true]):visible")
    ready = lesson.page.locator(".hint-button[aria-disabled=false]")
    expect(throw.or_(ready).first).to_be_visible()
    if throw.is_visible():
        throw.click()
        expect(ready).to_be_visible()


def resign(lesson):
    """Resign; return the address of the match."""
    lesson.choose("Resign")
    lesson.inspect("dialog before resigning")
    lesson.page.locator("dialog .danger").click()
    expect(lesson.visitor.ending).to_be_visible()
    lesson.inspect("end", is_known=True)
    return lesson.page.url


def review(lesson):
    lesson.page.locator(".ending a[href$=review]").click()
    expect(lesson.page.locator(".steps")).to_be_visible(timeout=PATIENCE)
    lesson.inspect("review", is_known=True)


def retry(lesson):
    lesson.page.locator(".retry button").click()
    lesson.page.wait_for_url(lambda url: "/review" not in url)
    expect(lesson.page.locator(".place").first).to_be_visible()
    lesson.inspect("retry", is_known=True)


def analyse(lesson):
    """Open the match on the analysis board; return the link to the analysis."""
    page = lesson.page
    lesson.button("Analyse").click()
    page.wait_for_url(re.compile("/analysis/"))
    expect(page.locator(".tree .move[aria-current]")).to_be_visible()
    lesson.inspect("analysis", is_known=True)
    lesson.button("Engine").click()
    expect(page.locator(".engine-note")).not_to_be_empty(timeout=PATIENCE)
    lesson.inspect("engine")
    lesson.button("Engine").click()  # it has thought enough
    for text in ("Set up a position", "Record", "Copy the link"):
        lesson.button(text).click()
        expect(page.locator("dialog[open]")).to_be_visible()
        lesson.inspect(text)
        if text != "Copy the link":
            lesson.close_dialog()
    link = page.locator("dialog textarea").input_value()
    lesson.close_dialog()
    return link
