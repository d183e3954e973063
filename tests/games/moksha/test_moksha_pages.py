"""The rules pages of Moksha give the letter and range of every level, and the diagrams agree with the rules."""

import re

import pytest
from boards.moksha import GAME

from ludoteka.core.match import Match
from ludoteka.games import folders
from ludoteka.games.moksha import rules
from ludoteka.surfaces.page import rules_page
from ludoteka.surfaces.texts import LANGUAGES, texts_in

FACE = re.compile(r"^ *\| \w+ \*(\w)\* \| [^|]+ \| (\d) \|", re.MULTILINE)


def written(language):
    return (GAME.folder / f"rules.{language}.md").read_text("utf-8")


def page(language):
    return rules_page(GAME, texts_in(language, folders()))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_give_the_letter_and_range_of_every_level(language):
    assert FACE.findall(written(language)) == [("MDUTQO"[level], str(steps)) for level, steps in enumerate(rules.RANGE)]
    assert page(language).count("<table>") == 1


@pytest.mark.parametrize(("before", "then"), [("turn", "turned"), ("spare", "given")])
def test_the_second_diagram_of_a_pair_shows_the_result_of_the_action_in_the_first(before, then):
    played = Match(GAME, {}, GAME.diagrams[before].position)
    played.play(GAME.diagrams[before].actions[0])
    board, _ = played.position_text.split()
    assert GAME.diagrams[then].position.split()[0].replace("6mv1", "8") == board.replace("6mv1", "8")


def test_the_diagram_of_the_levels_shows_a_cube_raised_repeatedly():
    state = GAME.texts.parse_position(GAME.diagrams["rolling"].position, {})
    for seat in (rules.WHITE, rules.BLACK):
        row = [piece for piece in state.board if rules.owns(seat, piece)]
        assert len(row) == rules.LEVELS
        assert [rules.raise_cube(piece) for piece in row] == [*row[1:], rules.EMPTY]
