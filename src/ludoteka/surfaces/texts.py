"""Messages in the reader's language, from merged gettext catalogues with English keys.

English needs no catalogue: it is the language of the sources, and the fallback.
"""

import re
from collections.abc import Container, Mapping, Sequence
from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

import polib

from ludoteka.core.message import VALUE, Message, Value
from ludoteka.core.visible_text import replace_controls

LANGUAGES = {"en": "English", "ru": "Русский", "cs": "Čeština"}  # each in its own language; the first is the default
HOUSE = Path(__file__).parents[1]
CLIENT = HOUSE / "web"
QUALITY = re.compile(r"\s*q\s*=\s*([01](?:\.[0-9]{0,3})?)\s*")


class Texts:
    """All texts in one language."""

    def __init__(self, language: str, catalogue: polib.POFile | None = None) -> None:
        self.language = language
        self._catalogue = polib.POFile() if catalogue is None else catalogue
        self._translations = GNUTranslations(BytesIO(self.compiled()))

    def say(self, message: Message) -> str:
        """Translate a message; a {name} without a value stays unchanged, and values contain no controls."""
        return VALUE.sub(lambda name: self._value(name, message.values), self._sentence(message))

    def catalogue(self) -> dict[str, str | list[str]]:
        """Return every translation by its English text; plural forms are a list."""
        return {
            one.msgid: [form for _, form in sorted(one.msgstr_plural.items())] if one.msgid_plural else str(one.msgstr)
            for one in self._catalogue
        }

    def compiled(self) -> bytes:
        """Return the catalogue as a .mo file, which gettext reads."""
        return bytes(self._catalogue.to_binary())

    def said_in(self, files: Container[str]) -> set[str]:
        """Return the English texts in `files`, which are paths in the folder of the browser client."""
        return {
            one.msgid
            for one in self._catalogue
            if any(path.partition("/web/")[2] in files for path, _ in one.occurrences)
        }

    def _sentence(self, message: Message) -> str:
        count = message.values.get("count")
        if not message.text:
            return ""  # gettext's key for the header of a catalogue
        if message.plural and isinstance(count, int):
            return self._translations.ngettext(message.text, message.plural, count)
        return self._translations.gettext(message.text)

    def _value(self, name: re.Match[str], values: Mapping[str, Value]) -> str:
        value = values.get(name[1], name[0])
        return self.say(value) if isinstance(value, Message) else replace_controls(str(value))


def texts_in(language: str, folders: tuple[Path, ...] = ()) -> Texts:
    """Return the texts of the house, of its browser client, and of the games in `folders`."""
    return _texts(language, (HOUSE, CLIENT, *folders))


def client_texts(language: str) -> Texts:
    """Return the texts of the browser client alone."""
    return _texts(language, (CLIENT,))


def catalogue_paths(language: str, folders: tuple[Path, ...] = ()) -> list[Path]:
    """Return the paths of the catalogues that `texts_in` merges."""
    return _paths(language, (HOUSE, CLIENT, *folders))


def _paths(language: str, folders: tuple[Path, ...]) -> list[Path]:
    paths = (folder / "locale" / f"{language}.po" for folder in folders)
    return [path for path in paths if path.is_file()]


@cache
def _texts(language: str, folders: tuple[Path, ...]) -> Texts:
    entries: dict[str, polib.POEntry] = {}
    catalogue = polib.POFile()
    for path in _paths(language, folders):
        read = polib.pofile(str(path), encoding="utf-8")
        catalogue.metadata = catalogue.metadata or read.metadata  # includes the plural rule
        for entry in read.translated_entries():
            if entry.msgid not in entries or (entry.msgid_plural and not entries[entry.msgid].msgid_plural):
                entries[entry.msgid] = entry
    catalogue.extend(entries.values())
    return Texts(language, catalogue)


def best_language(accepted: str, chosen: str = "", offered: Sequence[str] = tuple(LANGUAGES)) -> str:
    """Return the chosen language, or else the one among the offered ones that an Accept-Language header prefers.

    `accepted` may also be a locale from the environment, such as "cs_CZ.UTF-8".
    """
    if chosen in offered:
        return chosen
    likings: dict[str, float] = {}
    for wish in accepted.split(","):
        name, _, quality = wish.partition(";")
        number = QUALITY.fullmatch(quality)
        likings.setdefault(re.split("[-_.]", name.strip().lower())[0], float(number[1]) if number else 1.0)
    known = [language for language, liking in likings.items() if language in offered and liking]
    return max(known, key=lambda language: likings[language], default=offered[0])
