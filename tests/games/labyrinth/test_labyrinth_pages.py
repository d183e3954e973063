"""The example on the rules pages quotes the moderator correctly in every language."""

import re

import pytest
from boards.labyrinth import GAME, Play

from ludoteka.core.game import Narration
from ludoteka.games import folders
from ludoteka.surfaces.texts import LANGUAGES, texts_in

ROW = re.compile(r"^\| ([PQ]) \| `([a-z:]+)` \|(.*)\|$", re.MULTILINE)


def written(language):
    return (GAME.folder / f"rules.{language}.md").read_text("utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_moderator_answers_the_example_as_the_page_says(language):
    play, reader = Play("P A1, Q B3"), texts_in(language, folders())
    rows = ROW.findall(written(language))
    assert len(rows) == 9
    for who, action, said in rows:
        assert play.to_act == who
        play(action)
        spoken = GAME.describe_log(play.match.log_entries, len(play.match.log_entries) - 1, Narration())[0]
        assert " ".join(reader.say(message) for message in spoken) == said.strip()
