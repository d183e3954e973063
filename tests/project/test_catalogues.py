"""Every text for people has exactly one translation into every language, with the same values."""

import gettext
import re
from itertools import combinations

import polib
import pytest

import catalogues

HOMES = [home for home in catalogues.homes() if (home / "locale").is_dir()]  # a game may be in English only
EACH = [(home, language) for home in HOMES for language in catalogues.LANGUAGES]
VALUE = re.compile(r"\{\w+\}")


def each_catalogue(test):
    names = [f"{home.name}-{language}" for home, language in EACH]
    return pytest.mark.parametrize(("home", "language"), EACH, ids=names)(test)


def entries(home, language):
    return {one.msgid: one for one in catalogues.read_translations(home, language)}


def originals(one):
    return [one.msgid, *filter(None, [one.msgid_plural])]


def translations(one):
    return [*one.msgstr_plural.values()] if one.msgid_plural else [one.msgstr]


@each_catalogue
def test_a_catalogue_translates_the_texts_of_the_sources_and_no_other_texts(home, language):
    said = {one.msgid: one.msgid_plural for one in catalogues.source_catalogue(home)}
    translated = {text: one.msgid_plural for text, one in entries(home, language).items() if one.translated()}
    lacking = [text for text in said if translated.get(text) != said[text]]
    assert not lacking, "\n".join(["to be translated (make catalogues):", *lacking])
    assert not translated.keys() - said.keys(), "no source contains these texts any more"


@each_catalogue
def test_a_translation_contains_the_same_values_as_the_english_text(home, language):
    for text, one in entries(home, language).items():
        for form in translations(one):
            named = set(VALUE.findall(form))
            assert named <= set(VALUE.findall("".join(originals(one)))), form
            assert named >= set(VALUE.findall(text)) - {"{count}"}, form


@each_catalogue
def test_a_catalogue_has_no_fuzzy_and_no_obsolete_entries(home, language):
    assert not [one.msgid for one in catalogues.read_translations(home, language) if one.obsolete or one.fuzzy]


@each_catalogue
def test_a_catalogue_is_well_formed(home, language):
    path = catalogues.catalogue_path(home, language)
    catalogue = polib.pofile(str(path), encoding="utf-8", check_for_duplicates=True)
    assert catalogue.metadata["Language"] == language
    assert catalogue.metadata["Plural-Forms"] == catalogues.plural_rule(language)
    forms = {tuple(one.msgstr_plural) for one in catalogue if one.msgid_plural}
    assert forms <= {tuple(range(catalogues.number_of_forms(catalogues.plural_rule(language))))}


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_the_rule_of_a_language_uses_all_its_plural_forms(language):
    rule = catalogues.plural_rule(language)
    form = gettext.c2py(rule.partition(" plural=")[2].rstrip(";"))
    assert {form(count) for count in range(1000)} == set(range(catalogues.number_of_forms(rule)))


def test_the_catalogue_of_a_new_language_has_every_text_untranslated_with_the_plural_forms_of_english():
    catalogue = catalogues.updated_catalogue(HOMES[0], "xx")
    assert {one.msgid for one in catalogue} == entries(HOMES[0], "ru").keys()
    assert not [one.msgid for one in catalogue if one.translated()]
    assert {len(one.msgstr_plural) for one in catalogue if one.msgid_plural} == {2}


@each_catalogue
def test_updating_a_catalogue_keeps_every_translation(home, language):
    updated = catalogues.updated_catalogue(home, language)
    assert {one.msgid: translations(one) for one in updated} == {
        text: translations(one) for text, one in entries(home, language).items()
    }


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_a_text_has_the_same_translation_in_all_catalogues(language):
    for one, other in combinations((entries(home, language) for home in HOMES), 2):
        for text in one.keys() & other.keys():
            assert translations(one[text]) == translations(other[text]), text
