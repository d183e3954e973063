"""Matches stored by an older house; older/matches.sql is a text dump of its database.

It was written by a house from the time before decision 0021, when an action was defined by a number and not yet by a
sequence of names. It has three matches of each of the five games: one that has just begun, one in the middle, and one in
which a player resigned; the key of its cookies was replaced by zeros. older/matches.json contains that house's answers about them.
"""

import asyncio
import json
import sqlite3
from pathlib import Path

import pytest
from houses.stores import opened

from ludoteka.core.rules import NOBODY
from ludoteka.games import games
from ludoteka.referee.commands import RefereeContext
from ludoteka.referee.record_conversion import build_record
from ludoteka.referee.referee import Referee
from ludoteka.referee.views.snapshots import Views

OLDER = Path(__file__).parent / "older"
SAID = json.loads((OLDER / "matches.json").read_text("utf-8"))
LATER = 1_700_100_000.0  # house time, seconds since 1970


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    """Return the setup and the log of every match in the dump, by id."""
    place = tmp_path_factory.mktemp("older") / "matches.db"
    connection = sqlite3.connect(place)
    connection.executescript((OLDER / "matches.sql").read_text("utf-8"))
    connection.close()

    async def load():
        async with opened(place) as store:
            return {name: await store.load(name) for name in SAID}

    return asyncio.run(load())


@pytest.mark.parametrize("name", SAID)
def test_a_match_of_an_older_house_has_the_same_position(stored, name):
    setup, log = stored[name]
    game = games()[setup.game]
    referee, said = Referee(game, setup, log), SAID[name]
    assert setup.rules_version == game.rules_version
    assert referee.number == said["number"]
    assert referee.match.position_text == said["position"]
    assert referee.match.legal_texts() == said["legal"]
    assert referee.result == said["result"]
    if said["told"]:
        assert [[one.seat, one.text, list(one.answers)] for one in referee.match.log(NOBODY)] == said["told"]


@pytest.mark.parametrize("name", SAID)
def test_a_match_of_an_older_house_is_shown_and_continues(stored, name):
    referee = Referee(games()[stored[name][0].game], *stored[name])
    views = Views(referee)
    for holder in ("", *(occupant.holder for occupant in referee.occupants.values())):
        view = views.build_view(views.take_snapshot(holder, RefereeContext(LATER)))
        assert len(view["moves"]["list"]) == len(referee.moves)
    if referee.result is not None:
        assert build_record(referee).text()
    else:
        referee.match.play(referee.match.text_of(next(one for one in referee.match.legal())))
