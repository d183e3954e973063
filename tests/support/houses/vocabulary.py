"""The words by which a text gives away that it was not translated."""

import re

from ludoteka.surfaces.texts import texts_in

WORD = re.compile(r"[^\W\d_]{2,}")
VALUE = re.compile(r"\{\w+\}")


class Vocabulary:
    """The English words of the house and a game that their translations don't use."""

    def __init__(self, game, language):
        self.language = language
        catalogue = texts_in(language, (game.folder,)).catalogue()
        translated = words(str(text) for text in catalogue.values())
        self._english = words(catalogue) - translated
        self._known = translated

    def english(self, text, allowed=()):
        """Return the English words in a text; in Russian, all Latin words that no translation has."""
        found = words([text]) - {word.lower() for word in allowed}
        if self.language == "ru":
            return {word for word in found - self._known if word.isascii()}
        return found & self._english


def words(texts):
    """Return the words of texts, in lower case and without the names of values."""
    return {word.lower() for text in texts for word in WORD.findall(VALUE.sub("", text))}
