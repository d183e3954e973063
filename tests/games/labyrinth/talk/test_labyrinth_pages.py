"""The rules pages have the same clauses in every language, and their example quotes the moderator correctly."""

import re
from pathlib import Path

import pytest
from boards.labyrinth import GAME, Play

from ludoteka.core.game import Narration
from ludoteka.games import folders
from ludoteka.surfaces.page import rules_page
from ludoteka.surfaces.texts import LANGUAGES, texts_in

CLAUSES = list(range(1, 19))
ROW = re.compile(r"^\| ([PQ]) \| `([a-z:]+)` \|(.*)\|$", re.MULTILINE)
CITED = re.compile(r"clauses? ([\d, and]+)")


def written(language):
    return (GAME.folder / f"rules.{language}.md").read_text("utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_have_the_same_clauses(language):
    page = rules_page(GAME, texts_in(language, folders()))
    assert [int(number) for number in re.findall(r"^(\d+)\. ", written(language), re.MULTILINE)] == CLAUSES
    assert re.findall('id="clause-(\\d+)"', page) == [str(number) for number in CLAUSES]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_goes_as_the_page_says(language):
    play, reader = Play("P A1, Q B3"), texts_in(language, folders())
    rows = ROW.findall(written(language))
    assert len(rows) == 9
    for who, action, said in rows:
        assert play.to_act == who
        play(action)
        spoken = GAME.says(play.match.log_entries, len(play.match.log_entries) - 1, Narration())[0]
        assert " ".join(reader.say(message) for message in spoken) == said.strip()


def test_every_clause_that_a_refusal_names_is_there():
    source = Path(GAME.folder / "talk/refusals.py").read_text("utf-8")
    cited = {int(number) for found in CITED.findall(source) for number in re.findall(r"\d+", found)}
    assert cited
    assert cited <= set(CLAUSES)
