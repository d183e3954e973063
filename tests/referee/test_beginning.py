"""How a match comes about: what chance makes before the start, and what a rematch makes anew."""

from ludoteka.games import games
from ludoteka.games.labyrinth.maze.generator import SIZES, scenario
from ludoteka.referee.beginning import new_match, options_again
from ludoteka.referee.events import FREE, Occupant
from ludoteka.referee.referee import Referee

GAME = games()["labyrinth"]
PEOPLE = {"P": Occupant("person", 0, "anna"), "Q": Occupant("computer", 1)}


def test_every_match_has_a_maze_of_its_own():
    first, second = (new_match(GAME, GAME.check_options({}), PEOPLE) for _ in range(2))
    assert len(first.options["scenario"]["cells"]) == SIZES["small"].cells
    assert first.seed != second.seed
    assert first.options["scenario"] != second.options["scenario"]


def test_a_maze_that_was_given_is_kept():
    given = GAME.check_options({"scenario": scenario(SIZES["small"], 1)})
    assert new_match(GAME, given, PEOPLE).options == given


def test_a_rematch_is_played_in_another_maze_under_the_same_other_options():
    first = new_match(GAME, GAME.check_options({"maze": "medium", "rejoin": True}), PEOPLE)
    second = new_match(GAME, options_again(GAME, first.options), PEOPLE)
    assert second.options["scenario"] != first.options["scenario"]
    assert second.options | {"scenario": None} == first.options | {"scenario": None}


def test_free_seats_are_those_of_players_who_come_late():
    assert new_match(GAME, GAME.check_options({}), PEOPLE | {"Q": FREE}).options["late"] == ["Q"]


def test_a_game_without_a_moderator_keeps_its_options():
    tavlei = games()["tavlei"]
    assert new_match(tavlei, tavlei.check_options({}), {}).options == tavlei.check_options({})


def test_a_computer_is_not_told_the_maze():
    setup = new_match(GAME, GAME.check_options({}), dict.fromkeys("PQ", Occupant("computer", 8)))
    referee = Referee(GAME, setup)
    while referee.turn() is None:
        referee.accept(referee.decide_by_itself(0.0))
    assert "scenario" not in referee.turn().options
    assert "cells" not in str(referee.turn())
