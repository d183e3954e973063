"""The page for students says how large the games are."""

import re
from pathlib import Path

import pytest

from ludoteka.games import games
from ludoteka.research.choices import Choices
from ludoteka.research.observations import observe
from ludoteka.research.position import Position, usual_options

PAGE = (Path(__file__).parents[2] / "docs" / "research" / "index.md").read_text("utf-8")
ROW = re.compile(r"^\| `(\w+)` \| ([\d–]+) \| (\d+) \| ([\d ×]+) \| (.+?) \| (.+?) \| .+ \|$", re.MULTILINE)
ROWS = {name: rest for name, *rest in ROW.findall(PAGE)}


def test_every_game_is_in_the_table():
    assert set(ROWS) == {name for name, game in games().items() if "tests" not in game.folder.parts}


@pytest.mark.parametrize("name", ROWS)
def test_the_table_says_how_large_a_game_is(name):
    game = games()[name]
    position = Position(game, usual_options(game))
    position.settle(lambda below: 0)
    seats, choices, shape, chance, secrets = ROWS[name]
    most = max(map(int, seats.split("–")))
    assert len(position.seats) in range(min(map(int, seats.split("–"))), most + 1)
    assert int(choices) == Choices(game).count
    assert tuple(map(int, shape.split(" × "))) == observe(position, position.seats[0]).shape
    assert (chance == "no", secrets == "no") == (game.throw is None, not game.has_secrets)
