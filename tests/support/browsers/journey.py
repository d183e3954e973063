"""A visitor who goes from page to page in one language, and what is wrong with the pages that they see."""

from playwright.sync_api import expect
from plugins.campaign import IS_CAMPAIGN

from browsers.inspection import catalogue_of, english, violations
from browsers.visitor import NARROW

LOCALES = {"en": "en-GB", "ru": "ru-RU", "cs": "cs-CZ"}
SCREENS = {"narrow": NARROW, "wide": {"viewport": {"width": 1280, "height": 800}}}


class Journey:
    """A visitor in a language, for whom every page and dialog has to be right.

    `same` are texts that are the same in every language, beside names of people in the letters of the language.
    """

    def __init__(self, visitor, language, axe, same=()):
        self.visitor, self.page, self.language, self._axe = visitor, visitor.page, language, axe
        self.same = set(same)
        self.page.on("console", lambda message: message.type == "error" and visitor.failures.append(message.text))
        self._catalogue = catalogue_of(visitor, language) if language != "en" else {}

    def say(self, text):
        """Return a text in the language of the visitor."""
        return self._catalogue.get(text, text)

    def button(self, text):
        return self.visitor.button(self.say(text))

    def inspect(self, step, *, is_known=False):
        """Check everything that holds for every page and dialog; what other tests of the suite show to the checker is known."""
        assert self.page.evaluate("document.documentElement.lang") == self.language, step
        found = violations(self.page, self._axe) if IS_CAMPAIGN or not is_known else ()
        assert not found, (step, found)
        assert self.visitor.overflow() <= 0, step
        texts = english(self.visitor, self.language) if self.language != "en" else ()
        left = set(texts) - self.same
        assert not left, (step, left)

    def choose(self, text):
        """Press a button that may be in the menu beside the board."""
        if not self.button(text).is_visible():
            self.button("Menu").click()
        self.button(text).click()

    def close_dialog(self):
        self.page.keyboard.press("Escape")
        expect(self.page.locator("dialog[open]")).to_have_count(0)
