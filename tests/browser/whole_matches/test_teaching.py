"""A match against the computer with a hint, its review, a retry and an analysis that is shared: in every language, on every screen."""

import re

import pytest
from browsers.inspection import catalogue_of, english, violations
from browsers.visitor import NARROW
from playwright.sync_api import expect
from plugins.campaign import IS_CAMPAIGN

LOCALES = {"en": "en-GB", "ru": "ru-RU", "cs": "cs-CZ"}
WIDE = {"viewport": {"width": 1280, "height": 800}}
GAMES = {"narrow": "scripta", "wide": "tavlei"}
SUITE = [("ru", "narrow"), ("cs", "wide")]
ALL = [(language, width) for language in LOCALES for width in GAMES]
PATIENCE = 300_000  # milliseconds for a review, which waits for the compiler


class Lesson:
    """A visitor who learns from a match, and what is wrong with the pages that they see."""

    def __init__(self, visitor, language, axe):
        self.visitor, self.page, self.language, self._axe = visitor, visitor.page, language, axe
        self.page.on("console", lambda message: message.type == "error" and visitor.failures.append(message.text))
        self._catalogue = catalogue_of(visitor, language) if language != "en" else {}

    def button(self, text):
        return self.visitor.button(self._catalogue.get(text, text))

    def inspect(self, step):
        """Check everything that holds for every page and dialog."""
        assert violations(self.page, self._axe) == [], step
        assert self.visitor.overflow() <= 0, step
        assert self.language == "en" or english(self.visitor, self.language) == [], step

    def choose(self, text):
        """Press a button that is in the menu of narrow screens."""
        menu = self.button("More")
        if menu.is_visible():
            menu.click()
        self.button(text).click()

    def close_dialog(self):
        self.page.keyboard.press("Escape")
        expect(self.page.locator("dialog[open]")).to_have_count(0)


@pytest.mark.parametrize(("language", "width"), ALL if IS_CAMPAIGN else SUITE)
def test_a_match_teaches_by_a_hint_a_review_a_retry_and_an_analysis(visit, axe, language, width):
    screen = NARROW if width == "narrow" else WIDE
    visitor = visit(locale=LOCALES[language], reduced_motion="reduce", **screen)
    lesson = Lesson(visitor, language, axe)
    play_with_a_hint(lesson, GAMES[width])
    match = resign(lesson)
    review(lesson)
    retry(lesson)
    visitor.open(match)
    link = analyse(lesson)

    other = visit(locale=LOCALES[language], reduced_motion="reduce", **screen)
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
    visitor.play_on(most=9)


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
    lesson.inspect("end")
    return lesson.page.url


def review(lesson):
    lesson.page.locator(".ending a[href$=review]").click()
    expect(lesson.page.locator(".steps")).to_be_visible(timeout=PATIENCE)
    lesson.inspect("review")


def retry(lesson):
    lesson.page.locator(".retry button").click()
    lesson.page.wait_for_url(lambda url: "/review" not in url)
    expect(lesson.page.locator(".place").first).to_be_visible()
    lesson.inspect("retry")


def analyse(lesson):
    """Open the match on the analysis board; return the link to the analysis."""
    page = lesson.page
    lesson.button("Analyse").click()
    page.wait_for_url(re.compile("/analysis/"))
    expect(page.locator(".tree .move[aria-current]")).to_be_visible()
    lesson.inspect("analysis")
    lesson.button("Engine").click()
    expect(page.locator(".engine-note")).not_to_be_empty(timeout=PATIENCE)
    lesson.inspect("engine")
    for text in ("Set up a position", "Record", "Copy the link"):
        lesson.button(text).click()
        expect(page.locator("dialog[open]")).to_be_visible()
        lesson.inspect(text)
        if text != "Copy the link":
            lesson.close_dialog()
    link = page.locator("dialog textarea").input_value()
    lesson.close_dialog()
    return link
