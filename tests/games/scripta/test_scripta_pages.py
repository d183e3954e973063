"""The rules pages of XII Scripta explain what can be typed."""

import pytest
from boards.scripta import GAME

from ludoteka.games import folders
from ludoteka.surfaces.page import rules_page
from ludoteka.surfaces.texts import LANGUAGES, texts_in

each_language = pytest.mark.parametrize("language", LANGUAGES)


def written(language):
    return (GAME.folder / f"rules.{language}.md").read_text("utf-8")


def page(language):
    return rules_page(GAME, texts_in(language, folders()))


@each_language
def test_the_pages_explain_the_commands_of_the_terminal(language):
    for command in ("place 3", "move 2 5", "take 3", "pass", "yield"):
        assert f"*{command}*" in written(language)
