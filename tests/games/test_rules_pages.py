"""The rules pages of every game agree in all languages, and the clauses that the game cites exist."""

import re

import pytest

from ludoteka.games import folders, games
from ludoteka.surfaces.page import rules_page
from ludoteka.surfaces.texts import LANGUAGES, texts_in

GAMES = {name: game for name, game in games().items() if (game.folder / "locale").is_dir()}
CLAUSES = {"tavlei": 10, "moksha": 17, "quagmire": 8, "scripta": 13, "labyrinth": 18}
UNCITED = {
    "moksha": {"16"},
    "quagmire": set(),
}  # clauses that the code need not cite, because `Match` implements them
NUMBERED = re.compile(r"^(\d+)\. ", re.MULTILINE)
SHOWN = re.compile(r"\(diagram:([a-z0-9-]+)\)")
CITED = re.compile(r"clauses? ((?:\d+(?:, | and |-)?)+)")

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
each_language = pytest.mark.parametrize("language", LANGUAGES)


def written(game, language):
    return (game.folder / f"rules.{language}.md").read_text("utf-8")


def page(game, language):
    return rules_page(game, texts_in(language, folders()))


def clauses(game):
    """The numbers of the clauses on the English page."""
    return NUMBERED.findall(written(game, "en"))


@each_game
def test_the_clauses_are_numbered_from_one(game):
    assert clauses(game) == [str(number) for number in range(1, len(clauses(game)) + 1)]
    assert len(clauses(game)) == CLAUSES.get(game.name, len(clauses(game)))


@each_game
@each_language
def test_the_pages_have_the_same_clauses(game, language):
    assert NUMBERED.findall(written(game, language)) == clauses(game)
    assert re.findall(r'id="clause-(\d+)"', page(game, language)) == clauses(game)


@each_game
@each_language
def test_the_pages_show_every_diagram_once_and_in_the_same_order(game, language):
    shown = SHOWN.findall(written(game, language))
    assert shown == SHOWN.findall(written(game, "en"))
    assert sorted(shown) == sorted(game.diagrams)
    assert page(game, language).count('class="board"') == page(game, language).count("<figcaption>") == len(shown)


@each_game
def test_the_pages_differ_by_language(game):
    assert len({page(game, language) for language in LANGUAGES}) == len(LANGUAGES)


@each_game
def test_every_clause_that_is_cited_exists(game):
    sources = [path.read_text("utf-8") for path in game.folder.rglob("*.py")]
    cited = {number for text in sources for group in CITED.findall(text) for number in re.findall(r"\d+", group)}
    assert cited <= set(clauses(game))
    assert cited or game.name not in CLAUSES
    assert set(clauses(game)) - cited == UNCITED.get(game.name, set(clauses(game)) - cited)
