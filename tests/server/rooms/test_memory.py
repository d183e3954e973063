"""The memory that one more open match takes."""

import pytest
from houses.watched import watched_match
from houses.weighing import bytes_held_by

from ludoteka.games import games

PLIES = 100
KILOBYTES = {
    "labyrinth": 80,
    "liars_dice": 70,
    "morris": 55,
}  # with all players, a spectator and what each needs to reconnect
OTHERS = 50


@pytest.mark.parametrize("game", games().values(), ids=games().keys())
def test_an_open_match_of_a_hundred_plies_takes_little_memory(game):
    assert bytes_held_by(*watched_match(game, PLIES)) < KILOBYTES.get(game.name, OTHERS) * 1024
