"""Creating a match: generated options, late seats and rematches."""

from ludoteka.games import games
from ludoteka.games.labyrinth.generator import SIZES, scenario
from ludoteka.referee.events import FREE, Occupant
from ludoteka.referee.match_creation import create_setup, rematch_options
from ludoteka.referee.referee import Referee

GAME = games()["labyrinth"]
PEOPLE = {"P": Occupant("person", 0, "anna"), "Q": Occupant("computer", 1)}


def test_every_match_generates_its_own_maze():
    first, second = (create_setup(GAME, GAME.check_options({}), PEOPLE) for _ in range(2))
    assert len(first.options["scenario"]["cells"]) == SIZES["small"].cells
    assert first.seed != second.seed
    assert first.options["scenario"] != second.options["scenario"]


def test_a_given_maze_is_not_replaced():
    given = GAME.check_options({"scenario": scenario(SIZES["small"], 1)})
    assert create_setup(GAME, given, PEOPLE).options == given


def test_a_rematch_generates_another_maze_and_copies_the_other_options():
    first = create_setup(GAME, GAME.check_options({"maze": "medium", "rejoin": True}), PEOPLE)
    second = create_setup(GAME, rematch_options(GAME, first.options), PEOPLE)
    assert second.options["scenario"] != first.options["scenario"]
    assert second.options | {"scenario": None} == first.options | {"scenario": None}


def test_free_seats_of_a_new_match_are_open_to_late_players():
    assert create_setup(GAME, GAME.check_options({}), PEOPLE | {"Q": FREE}).options["late"] == ["Q"]


def test_a_game_without_generated_options_keeps_the_given_options():
    tavlei = games()["tavlei"]
    assert create_setup(tavlei, tavlei.check_options({}), {}).options == tavlei.check_options({})


def test_a_computer_does_not_receive_secret_options():
    setup = create_setup(GAME, GAME.check_options({}), dict.fromkeys("PQ", Occupant("computer", 8)))
    referee = Referee(GAME, setup)
    while referee.computer_turn() is None:
        referee.accept(referee.decide_automatically(0.0))
    assert "scenario" not in referee.computer_turn().options
    assert "cells" not in str(referee.computer_turn())
