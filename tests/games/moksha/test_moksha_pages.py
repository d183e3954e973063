"""The rules pages of Moksha have the same clauses and diagrams in every language."""

import re

import pytest
from boards.moksha import GAME

from ludoteka.core.match import Match
from ludoteka.games import folders
from ludoteka.games.moksha import cubes, rules
from ludoteka.surfaces.page import rules_page
from ludoteka.surfaces.texts import LANGUAGES, texts_in

CLAUSES = list(range(1, 18))
REPETITION = 16  # held by the match, not by the game
CITED = re.compile(r"clauses? ([\d, and]+)")
FACE = re.compile(r"^ *\| \w+ \*(\w)\* \| [^|]+ \| (\d) \|", re.MULTILINE)


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
def test_the_pages_give_the_letter_and_range_of_every_level(language):
    assert FACE.findall(written(language)) == [("MDUTQO"[level], str(steps)) for level, steps in enumerate(cubes.RANGE)]
    assert page(language).count("<table>") == 1


def test_the_pages_differ_by_language():
    assert len({page(language) for language in LANGUAGES}) == len(LANGUAGES)


def test_every_clause_cited_by_the_rules_exists():
    sources = [path.read_text("utf-8") for path in GAME.folder.glob("*.py")]
    cited = {
        int(number) for source in sources for group in CITED.findall(source) for number in re.findall(r"\d+", group)
    }
    assert cited == {*CLAUSES} - {REPETITION}


@pytest.mark.parametrize(("before", "then"), [("turn", "turned"), ("spare", "given")])
def test_the_second_picture_of_a_pair_shows_the_result_of_the_first(before, then):
    played = Match(GAME, {}, GAME.diagrams[before].position)
    played.play(GAME.diagrams[before].actions[0])
    board, _ = played.position_text.split()
    assert GAME.diagrams[then].position.split()[0].replace("6mv1", "8") == board.replace("6mv1", "8")


def test_the_picture_of_the_levels_shows_a_cube_raised_repeatedly():
    state = GAME.texts.parse_position(GAME.diagrams["rolling"].position, {})
    for seat in (rules.WHITE, rules.BLACK):
        row = [piece for piece in state.board if cubes.owns(seat, piece)]
        assert len(row) == cubes.LEVELS
        assert [cubes.raise_cube(piece) for piece in row] == [*row[1:], cubes.EMPTY]
