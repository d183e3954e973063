"""Every sentence for people is there in every language, once, and says the same with the same values."""

import io
import re
from itertools import combinations

import pytest
from babel.messages.pofile import read_po

import catalogues

HOMES = [home for home in catalogues.homes() if (home / "locale").is_dir()]  # a game may speak English alone
EACH = [(home, language) for home in HOMES for language in catalogues.LANGUAGES]
VALUE = re.compile(r"\{\w+\}")


def each_catalogue(test):
    names = [f"{home.name}-{language}" for home, language in EACH]
    return pytest.mark.parametrize(("home", "language"), EACH, ids=names)(test)


def entries(home, language):
    return {english(one): one for one in catalogues.translated(home, language) if one.id}


def english(message):
    return message.id if isinstance(message.id, str) else message.id[0]


def forms(text):
    return (text,) if isinstance(text, str) else tuple(text)


@each_catalogue
def test_what_is_said_is_translated_and_nothing_else(home, language):
    said = {english(one): len(forms(one.id)) for one in catalogues.said(home) if one.id}
    translated = {text: len(forms(one.id)) for text, one in entries(home, language).items() if all(forms(one.string))}
    lacking = [text for text in said if translated.get(text) != said[text]]
    assert not lacking, "\n".join(["to be translated (make catalogues):", *lacking])
    assert not translated.keys() - said.keys(), "nobody says this any more"


@each_catalogue
def test_a_translation_names_the_same_values(home, language):
    for text, one in entries(home, language).items():
        for form in forms(one.string):
            named = set(VALUE.findall(form))
            assert named <= set(VALUE.findall("".join(forms(one.id)))), form
            assert named >= set(VALUE.findall(text)) - {"{count}"}, form


@each_catalogue
def test_a_catalogue_holds_no_guesses_and_no_leftovers(home, language):
    catalogue = catalogues.translated(home, language)
    assert not catalogue.obsolete
    assert not [one.id for one in catalogue if one.id and one.fuzzy]


@each_catalogue
def test_a_catalogue_can_be_read_without_complaint(home, language):
    text = catalogues.catalogue_path(home, language).read_bytes()
    catalogue = read_po(io.BytesIO(text), abort_invalid=True)
    assert str(catalogue.locale) == language, "the header names the language"
    assert not [error for message in catalogue for error in message.check(catalogue)]


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_no_text_is_translated_in_two_ways(language):
    for one, other in combinations((entries(home, language) for home in HOMES), 2):
        for text in one.keys() & other.keys():
            assert one[text].string == other[text].string, text
