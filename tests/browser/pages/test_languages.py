"""Every page is in the reader's language."""

import pytest
from browsers.inspection import TRANSLATED, english
from browsers.visitor import ESCAPE, TEXTS
from playwright.sync_api import expect
from plugins.campaign import IS_CAMPAIGN, scaled

NAMES = {"en": "English", "ru": "Русский", "cs": "Čeština"}
QUICK = {"scripta": {"pieces": 1}, "quagmire": {"seats": "br"}, "labyrinth": {"stall": 3}}
LOOKS, PICKS = 20, 250  # how many times all texts are checked, and how many picks are made in between
WAYS = '"You picked {picked}. {count} option: {targets}", "You picked {picked}. {count} options: {targets}"'


@pytest.mark.parametrize(("language", "locale"), [("ru", "ru-RU"), ("cs", "cs-CZ")])
def test_every_text_of_a_match_at_one_screen_and_of_the_other_pages_is_translated(visit, language, locale):
    visitor = visit(locale=locale)
    visitor.set_up()
    assert english(visitor, language) == []
    visitor.begin()
    visitor.place("e2").click()
    assert english(visitor, language) == []
    visitor.place("e4").click()
    expect(visitor.refusal).to_be_visible()
    assert english(visitor, language) == []
    visitor.page.keyboard.press("Escape")
    for action in ESCAPE:
        visitor.play(action)
    assert english(visitor, language) == []
    visitor.open("/rules/tavlei")
    assert english(visitor, language) == []
    visitor.open("/nowhere")
    assert english(visitor, language) == []
    visitor.open()
    assert english(visitor, language) == []


@pytest.mark.parametrize(("language", "locale"), [("ru", "ru-RU"), ("cs", "cs-CZ")])
def test_every_text_of_a_match_against_the_computer_is_translated(visit, language, locale):
    visitor = visit(locale=locale)
    visitor.begin(side=0, level=1)
    visitor.play("e2-c2")
    assert english(visitor, language) == []
    visitor.page.locator(".actions .button:visible").nth(2).click()
    assert english(visitor, language) == []
    visitor.page.locator("dialog .danger").click()
    expect(visitor.ending).to_be_visible()
    assert english(visitor, language) == []


@pytest.mark.parametrize(("language", "locale"), [("ru", "ru-RU"), ("cs", "cs-CZ")])
@pytest.mark.parametrize("game", TRANSLATED)
def test_a_match_is_translated(visit, game, language, locale):
    """`make campaign` plays the match to its end, the suite only a part of it."""
    visitor = visit(locale=locale)
    visitor.begin(game, options=QUICK.get(game))
    for seed in range(scaled(LOOKS)):
        is_over = visitor.play_on(most=scaled(PICKS), seed=seed)
        assert english(visitor, language) == []
        if is_over:
            break
    assert is_over or not IS_CAMPAIGN


@pytest.mark.parametrize(("language", "locale"), [("en", "en-GB"), ("ru", "ru-RU"), ("cs", "cs-CZ")])
def test_the_page_uses_the_language_of_the_browser(visit, language, locale):
    page = visit(locale=locale).open()
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator(".languages [aria-pressed=true]")).to_have_text(NAMES[language])


def test_the_chosen_language_is_remembered(visit):
    visitor = visit()
    visitor.open()
    visitor.button("Čeština").click()
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("Dům deskových her")
    visitor.begin()
    expect(visitor.page.locator("html")).to_have_attribute("lang", "cs")


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        ("en-GB", ["1 option", "2 options", "5 options", "21 options"]),
        ("ru-RU", ["1 вариант", "2 варианта", "5 вариантов", "21 вариант"]),
        ("cs-CZ", ["1 možnost", "2 možnosti", "5 možností", "21 možností"]),
    ],
)
def test_plural_forms_follow_the_language(visit, locale, words):
    visitor = visit(locale=locale)
    visitor.begin()
    said = visitor.page.evaluate(f"{TEXTS}.then(texts => [1, 2, 5, 21].map(count => texts.plural({WAYS}, count)))")
    assert [told for text, told in zip(said, words, strict=True) if told not in text] == []
