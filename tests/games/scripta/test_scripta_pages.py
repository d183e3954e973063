"""The rules pages of XII Scripta have the same clauses and diagrams in every language, and cite existing clauses."""

import re

import pytest
from boards.scripta import GAME

from ludoteka.games import folders
from ludoteka.surfaces.page import rules_page
from ludoteka.surfaces.texts import LANGUAGES, texts_in

CLAUSES = [str(number) for number in range(1, 14)]
each_language = pytest.mark.parametrize("language", LANGUAGES)


def written(language):
    return (GAME.folder / f"rules.{language}.md").read_text("utf-8")


def page(language):
    return rules_page(GAME, texts_in(language, folders()))


@each_language
def test_the_clauses_are_numbered_alike(language):
    assert re.findall(r"^(\d+)\. ", written(language), re.MULTILINE) == CLAUSES
    assert re.findall('id="clause-(\\d+)"', page(language)) == CLAUSES


@each_language
def test_every_diagram_is_shown_once(language):
    shown = re.findall(r"\(diagram:([a-z-]+)\)", written(language))
    assert sorted(shown) == sorted(GAME.diagrams)
    assert page(language).count("<figcaption>") == len(shown)


@each_language
def test_the_pages_explain_the_commands_of_the_terminal(language):
    for command in ("place 3", "move 2 5", "take 3", "pass", "yield"):
        assert f"*{command}*" in written(language)


def test_the_pages_differ_by_language():
    assert len({page(language) for language in LANGUAGES}) == len(LANGUAGES)


@pytest.mark.parametrize("module", ["rules.py", "refusals.py", "notation.py", "diagrams.py"])
def test_only_existing_clauses_are_cited(module):
    source = (GAME.folder / module).read_text("utf-8")
    cited = [
        number for numbers in re.findall(r"clauses? ([\d, -]+\d)", source) for number in re.findall(r"\d+", numbers)
    ]
    assert cited
    assert set(cited) <= set(CLAUSES)
