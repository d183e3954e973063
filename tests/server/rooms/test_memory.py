"""The memory that one more open match takes."""

import pytest
from houses.weighing import bytes_held_by, watched_match

from ludoteka.games import games

PLIES = 100
# With all players, a spectator and what each needs to reconnect.  A tenth more than measured: mazes differ, and tests
# that ran before may have filled the caches with other things, so that the match does not share them.
KILOBYTES = {"labyrinth": 88, "liars_dice": 75, "morris": 60}
OTHERS = 55


@pytest.mark.parametrize("game", games().values(), ids=games().keys())
def test_an_open_match_of_a_hundred_plies_takes_little_memory(game):
    assert bytes_held_by(*watched_match(game, PLIES)) < KILOBYTES.get(game.name, OTHERS) * 1024
