"""Random mazes can be played, have the requested size, and are reproducible."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive.maze import verdict
from plugins.campaign import scaled

from ludoteka.core.match import Match
from ludoteka.core.message import Refused
from ludoteka.games import games
from ludoteka.games.labyrinth.generator import SIZES, Shape, scenario
from ludoteka.games.labyrinth.options import shape_of

GAME = games()["labyrinth"]
BLOCK = 4  # the fewest cells that a floor can have


@st.composite
def shapes(draw):
    floors, players = draw(st.integers(1, 8)), draw(st.integers(1, 12))
    least = max(floors * BLOCK, 2 * (floors - 1) + 1 + players)
    cells = draw(st.integers(least, 150))
    return Shape(floors, cells, draw(st.integers(0, 100)), draw(st.integers(0, cells)), players)


@given(shape=shapes(), seed=st.integers(0, 2**32))
@settings(max_examples=scaled(100, 25))
def test_every_maze_can_be_played_and_has_the_requested_size(shape, seed):
    maze = scenario(shape, seed)

    assert verdict(maze, shape.players) is None
    assert len(maze["cells"]) == shape.cells
    assert {floor for _, _, floor in maze["cells"]} == set(range(shape.floors))
    assert len(maze["objects"]) <= shape.objects


@given(shape=shapes(), seed=st.binary(max_size=40))
@settings(max_examples=scaled(20, 5))
def test_the_same_seed_makes_the_same_maze(shape, seed):
    assert scenario(shape, seed) == scenario(shape, seed)


def test_different_seeds_make_different_mazes():
    mazes = [str(scenario(SIZES["small"], seed)) for seed in range(scaled(50, 3))]
    assert len(set(mazes)) == len(mazes)


@pytest.mark.parametrize(
    "shape",
    [
        Shape(floors=0),
        Shape(floors=38),
        Shape(cells=151),
        Shape(cells=3),
        Shape(floors=3, cells=11),
        Shape(cells=20, players=20),
        Shape(players=0),
        Shape(players=33),
        Shape(loops=101),
        Shape(loops=-1),
        Shape(objects=-1),
    ],
)
def test_an_impossible_shape_is_refused(shape):
    with pytest.raises(Refused) as refused:
        scenario(shape, 1)
    assert refused.value.code == "bad-shape"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", [1, 8, [f"P{number}" for number in range(32)]])
def test_everybody_has_room_in_the_maze_of_a_match(size, players):
    options = GAME.generate(GAME.check_options({"maze": size, "players": players}), b"seed")
    assert Match(GAME, options).legal()
    assert len(options["scenario"]["cells"]) == shape_of(options).cells


def test_a_given_scenario_is_kept():
    options = GAME.check_options({"scenario": scenario(SIZES["small"], 5)})
    assert GAME.generate(options, b"seed") == options


@pytest.mark.parametrize("size", SIZES)
def test_in_a_maze_without_surprises_everything_is_what_the_moderator_calls_it(size):
    new = GAME.check_options({**GAME.suggested_options(), "maze": size})
    for seed in range(scaled(20, 5)):
        content = json.dumps(GAME.generate(new, b"%d" % seed)["scenario"])
        assert [one for one in ("spinner", "false-key", "compass") if one in content] == []


def test_a_match_or_record_that_does_not_say_what_its_maze_holds_may_have_surprises():
    mazes = [json.dumps(GAME.generate(GAME.check_options({}), b"%d" % seed)["scenario"]) for seed in range(40)]
    for surprise in ("spinner", "false-key", "compass"):
        assert any(surprise in maze for maze in mazes)
