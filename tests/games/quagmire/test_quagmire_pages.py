"""The rules pages of Quagmire have the same clauses and diagrams in every language."""

import re

import pytest
from boards.quagmire import GAME

from ludoteka.games import folders
from ludoteka.surfaces.page import rules_page
from ludoteka.surfaces.texts import LANGUAGES, texts_in

CLAUSES = list(range(1, 9))
CITED = re.compile(r"clauses? ([\d, and]+)")


def written(language):
    return (GAME.folder / f"rules.{language}.md").read_text("utf-8")


def page(language):
    return rules_page(GAME, texts_in(language, folders()))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_have_the_same_clauses(language):
    assert [int(number) for number in re.findall(r"^(\d+)\. ", written(language), re.MULTILINE)] == CLAUSES
    assert re.findall('id="clause-(\\d+)"', page(language)) == [str(number) for number in CLAUSES]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_show_every_diagram_once_and_in_the_same_order(language):
    shown = re.findall(r"\(diagram:([a-z0-9-]+)\)", written(language))
    assert shown == re.findall(r"\(diagram:([a-z0-9-]+)\)", written("en"))
    assert sorted(shown) == sorted(GAME.diagrams)
    assert page(language).count('class="board"') == page(language).count("<figcaption>") == len(shown)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_name_every_number_of_the_board(language):
    numbers = set(re.findall(r"\d+", written(language)))
    assert {
        "48",
        "2",
        "10",
        "14",
        "22",
        "26",
        "34",
        "38",
        "46",
        "3",
        "15",
        "27",
        "39",
        "6",
        "18",
        "30",
        "42",
    } <= numbers


def test_the_pages_differ_by_language():
    assert len({page(language) for language in LANGUAGES}) == len(LANGUAGES)


def test_every_clause_cited_by_the_rules_exists():
    sources = [path.read_text("utf-8") for path in GAME.folder.glob("*.py")]
    cited = {
        int(number) for source in sources for group in CITED.findall(source) for number in re.findall(r"\d+", group)
    }
    assert cited == set(CLAUSES)
