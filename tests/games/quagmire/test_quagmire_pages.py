"""The rules pages of Quagmire name the numbers of the board."""

import re

import pytest
from boards.quagmire import GAME

from ludoteka.games import folders
from ludoteka.surfaces.page import rules_page
from ludoteka.surfaces.texts import LANGUAGES, texts_in


def written(language):
    return (GAME.folder / f"rules.{language}.md").read_text("utf-8")


def page(language):
    return rules_page(GAME, texts_in(language, folders()))


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


def test_the_gradients_that_all_diagrams_share_are_on_the_page_once():
    assert page("en").count("<defs>") == 1
