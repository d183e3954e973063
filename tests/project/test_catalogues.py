"""Every text for people has exactly one translation into every language, with the same values."""

import io
import re
from itertools import combinations

import pytest
from babel.messages.pofile import read_po

import catalogues

HOMES = [home for home in catalogues.homes() if (home / "locale").is_dir()]  # a game may be in English only
EACH = [(home, language) for home in HOMES for language in catalogues.LANGUAGES]
VALUE = re.compile(r"\{\w+\}")


def each_catalogue(test):
    names = [f"{home.name}-{language}" for home, language in EACH]
    return pytest.mark.parametrize(("home", "language"), EACH, ids=names)(test)


def entries(home, language):
    return {english(one): one for one in catalogues.read_translations(home, language) if one.id}


def english(message):
    return message.id if isinstance(message.id, str) else message.id[0]


def forms(text):
    return (text,) if isinstance(text, str) else tuple(text)


@each_catalogue
def test_a_catalogue_translates_the_texts_of_the_sources_and_no_other_texts(home, language):
    said = {english(one): len(forms(one.id)) for one in catalogues.source_catalogue(home) if one.id}
    translated = {text: len(forms(one.id)) for text, one in entries(home, language).items() if all(forms(one.string))}
    lacking = [text for text in said if translated.get(text) != said[text]]
    assert not lacking, "\n".join(["to be translated (make catalogues):", *lacking])
    assert not translated.keys() - said.keys(), "no source contains these texts any more"


@each_catalogue
def test_a_translation_contains_the_same_values_as_the_english_text(home, language):
    for text, one in entries(home, language).items():
        for form in forms(one.string):
            named = set(VALUE.findall(form))
            assert named <= set(VALUE.findall("".join(forms(one.id)))), form
            assert named >= set(VALUE.findall(text)) - {"{count}"}, form


@each_catalogue
def test_a_catalogue_has_no_fuzzy_and_no_obsolete_entries(home, language):
    catalogue = catalogues.read_translations(home, language)
    assert not catalogue.obsolete
    assert not [one.id for one in catalogue if one.id and one.fuzzy]


@each_catalogue
def test_a_catalogue_is_well_formed(home, language):
    text = catalogues.catalogue_path(home, language).read_bytes()
    catalogue = read_po(io.BytesIO(text), abort_invalid=True)
    assert str(catalogue.locale) == language, "the header names the language"
    assert not [error for message in catalogue for error in message.check(catalogue)]


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_a_text_has_the_same_translation_in_all_catalogues(language):
    for one, other in combinations((entries(home, language) for home in HOMES), 2):
        for text in one.keys() & other.keys():
            assert one[text].string == other[text].string, text
