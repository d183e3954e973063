"""Every page is in the reader's language."""

import pytest
from browsers.inspection import english
from browsers.visitor import ESCAPE, TEXTS
from playwright.sync_api import expect
from plugins.campaign import IS_CAMPAIGN

NAMES = {"en": "English", "ru": "Русский", "cs": "Čeština"}
SENTENCES = {
    "Q enters the labyrinth. P to move": ["Q enters the labyrinth.", "P to move"],
    "Attackers: e2-c2. Defenders to move": ["Attackers: e2-c2", "Defenders to move"],
    "Who is there? Nobody.": ["Who is there?", "", "Nobody."],
    "": [],
}
WAYS = '"You picked {picked}. {count} option: {targets}", "You picked {picked}. {count} options: {targets}"'


@pytest.mark.parametrize(
    ("language", "locale"), [("ru", "ru-RU"), ("cs", "cs-CZ")] if IS_CAMPAIGN else [("cs", "cs-CZ")]
)
def test_every_text_of_matches_and_of_the_other_pages_is_translated(visit, language, locale):
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
    visitor.play(*ESCAPE)
    expect(visitor.ending).to_be_visible()
    assert english(visitor, language) == []
    visitor.begin(side=0, level=1)
    visitor.play("e2-c2")
    assert english(visitor, language) == []
    visitor.page.locator(".actions .resign").click()
    assert english(visitor, language) == []
    visitor.page.locator("dialog .danger").click()
    expect(visitor.ending).to_be_visible()
    assert english(visitor, language) == []
    for address in ("/rules/tavlei", "/nowhere", "/"):
        visitor.open(address)
        assert english(visitor, language) == []


def test_the_page_uses_the_language_of_the_browser_and_its_plural_forms_until_another_is_chosen(visit):
    for language, locale, words in (
        ("en", "en-GB", ["1 option", "2 options", "5 options", "21 options"]),
        ("ru", "ru-RU", ["1 вариант", "2 варианта", "5 вариантов", "21 вариант"]),
        ("cs", "cs-CZ", ["1 možnost", "2 možnosti", "5 možností", "21 možností"]),
    ):
        visitor = visit(locale=locale)
        page = visitor.page
        visitor.begin()
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.locator(".languages [aria-pressed=true]")).to_have_text(NAMES[language])
        said = page.evaluate(f"{TEXTS}.then(texts => [1, 2, 5, 21].map(count => texts.plural({WAYS}, count)))")
        assert [told for text, told in zip(said, words, strict=True) if told not in text] == []
    joined = page.evaluate(f"all => {TEXTS}.then(texts => all.map(texts.joinSentences))", list(SENTENCES.values()))
    assert joined == list(SENTENCES), "a full stop is added only between sentences that lack punctuation"
    visitor.open()
    visitor.button("English").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("A house of board games")
    visitor.begin()
    expect(page.locator("html")).to_have_attribute("lang", "en")
