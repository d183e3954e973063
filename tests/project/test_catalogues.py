"""Every text for people has exactly one translation into every language, with the same values."""

import gettext
import re
from functools import cache
from itertools import combinations

import polib
import pytest

import catalogues

HOMES = [home for home in catalogues.homes() if (home / "locale").is_dir()]  # a game may be in English only
EACH = [(home, language) for home in HOMES for language in catalogues.LANGUAGES]
VALUE = re.compile(r"\{\w+\}")


def wrong(check):
    """Return what a check finds in the catalogues, without those in which it finds nothing."""
    found = {f"{home.name}-{language}": check(home, language) for home, language in EACH}
    return {name: faults for name, faults in found.items() if faults}


@cache
def entries(home, language):
    return {translation.msgid: translation for translation in catalogues.read_translations(home, language)}


def originals(one):
    return [one.msgid, *filter(None, [one.msgid_plural])]


def translations(one):
    return [*one.msgstr_plural.values()] if one.msgid_plural else [one.msgstr]


def test_a_catalogue_translates_the_texts_of_the_sources_and_no_other_texts():
    def differences(home, language):
        said = {(one.msgid, one.msgid_plural) for one in catalogues.source_catalogue(home)}
        return said ^ {(text, one.msgid_plural) for text, one in entries(home, language).items() if one.translated()}

    assert wrong(differences) == {}, "to be translated (make catalogues), or no longer in any source"


def test_a_translation_contains_the_same_values_as_the_english_text():
    def faults(home, language):
        for text, one in entries(home, language).items():
            known, needed = set(VALUE.findall("".join(originals(one)))), set(VALUE.findall(text)) - {"{count}"}
            yield from (form for form in translations(one) if not needed <= set(VALUE.findall(form)) <= known)

    assert wrong(lambda *catalogue: [*faults(*catalogue)]) == {}


def test_a_catalogue_has_no_fuzzy_and_no_obsolete_entries():
    assert (
        wrong(lambda *catalogue: [text for text, one in entries(*catalogue).items() if one.obsolete or one.fuzzy]) == {}
    )


def test_a_catalogue_is_well_formed():
    for home, language in EACH:
        path = catalogues.catalogue_path(home, language)
        catalogue = polib.pofile(str(path), encoding="utf-8", check_for_duplicates=True)
        rule = catalogues.plural_rule(language)
        assert (catalogue.metadata["Language"], catalogue.metadata["Plural-Forms"]) == (language, rule), path
        forms = {tuple(one.msgstr_plural) for one in catalogue if one.msgid_plural}
        assert forms <= {tuple(range(catalogues.number_of_forms(rule)))}, path


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


def test_updating_a_catalogue_keeps_every_translation():
    for home, language in EACH:
        updated = {one.msgid: translations(one) for one in catalogues.updated_catalogue(home, language)}
        assert updated == {text: translations(one) for text, one in entries(home, language).items()}


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_a_text_has_the_same_translation_in_all_catalogues(language):
    for one, other in combinations((entries(home, language) for home in HOMES), 2):
        for text in one.keys() & other.keys():
            assert translations(one[text]) == translations(other[text]), text
