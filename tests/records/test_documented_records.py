"""The example records in docs/records.md can be replayed, and are written as the house writes records."""

import re
from pathlib import Path

import pytest

from ludoteka.games import games
from ludoteka.records.match_record import LONGEST, MOST_ACTIONS, MOST_TAGS, MatchRecord
from ludoteka.records.replay import replay

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "records.md").read_text("utf-8")
EXAMPLES = re.findall(r"^```record\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
SHOWN = ("labyrinth", "moksha", "quagmire", "scripta", "tavlei")  # the games of the example records


@pytest.mark.parametrize("text", EXAMPLES, ids=lambda text: MatchRecord.parse(text).game)
def test_an_example_can_be_played_and_is_written_as_the_house_writes_it(text):
    record = MatchRecord.parse(text)

    assert record.text() == text
    assert replay(record, games()[record.game]).actions == [ply.text for ply in record.plies if not ply.resigns]


@pytest.mark.parametrize("game", SHOWN)
def test_the_page_has_an_example_of_a_record_of_each_listed_game(game):
    assert game in {MatchRecord.parse(text).game for text in EXAMPLES}


@pytest.mark.parametrize("limit", [LONGEST, MOST_TAGS, MOST_ACTIONS])
def test_the_page_states_the_limits(limit):
    assert f"{limit:,}" in PAGE
