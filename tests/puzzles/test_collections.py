"""Every puzzle has one play that is clearly the best, and the solution begins with it."""

from datetime import date, timedelta
from itertools import islice

import pytest
from plugins.campaign import IS_CAMPAIGN

from ludoteka.core.match import Match
from ludoteka.games import games
from ludoteka.players.computer import prepared_search
from ludoteka.puzzles.finder import Finder, comparer_of
from ludoteka.puzzles.puzzle import SOLVED, WIN, attempt_puzzle, daily_puzzle, find_motifs, puzzles_of, solution_steps
from ludoteka.search.control import UNLIMITED

EVERY = [puzzle for game in games().values() for puzzle in puzzles_of(game)]
WITH_PUZZLES = sorted({puzzle.game for puzzle in EVERY})
NAMES = ("moksha", "quagmire", "scripta", "tavlei")
LEAST = 60  # puzzles in a collection
DEEPER = 1  # plies or throws more than the search that found the puzzle


def name_of(puzzle):
    return f"{puzzle.game}-{puzzle.number}"


@pytest.mark.parametrize("name", NAMES)
def test_a_collection_has_enough_puzzles_all_different_and_sorted_by_level(name):
    puzzles = puzzles_of(games()[name])
    assert len({puzzle.position for puzzle in puzzles}) == len(puzzles) >= LEAST
    assert [puzzle.level for puzzle in puzzles] == sorted(puzzle.level for puzzle in puzzles)


@pytest.mark.parametrize("name", NAMES)
def test_the_motifs_of_puzzles_are_those_of_their_solutions(name):
    game = games()[name]
    assert [puzzle for puzzle in puzzles_of(game) if puzzle.motifs != find_motifs(game, puzzle)] == []


@pytest.mark.parametrize("name", NAMES)
def test_no_other_play_wins_at_once_before_the_end_of_a_solution(name):
    game = games()[name]
    for puzzle in puzzles_of(game):
        match = Match(game, puzzle.options, puzzle.position)
        solver = match.seat
        for text in puzzle.solution[:-1]:
            if match.seat == solver:
                assert not [action for action in game.legal(match.state) if wins(match, action)], puzzle
            match.play(text)


def wins(match, action):
    after = match.state.copy()
    match.game.rules.apply(after, action)
    return match.game.rules.is_terminal(after)


def test_the_same_seed_finds_the_same_puzzles_again():
    game, options = games()["scripta"], {"pieces": 3}
    finders = [Finder(game, prepared_search(game), options).search_match("scripta 1 0") for _ in range(2)]
    first, second = ([*islice(finder, None if IS_CAMPAIGN else 1)] for finder in finders)
    assert first == second != []


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_solutions_are_legal_and_solve_their_puzzles(name):
    game = games()[name]
    for puzzle in puzzles_of(game):
        match = Match(game, puzzle.options, puzzle.position)
        solver = match.seat
        for text in puzzle.solution:
            match.play(text)
        assert (game.rules.returns(match.state, solver) > 0) == (puzzle.theme == WIN), puzzle
        actions = [text for step in solution_steps(game, puzzle) for text in step.actions]
        assert attempt_puzzle(game, puzzle, actions).verdict == SOLVED, puzzle


@pytest.mark.parametrize("name", ["moksha", "tavlei"])
def test_a_solution_without_dice_never_comes_back_to_a_position(name):
    for puzzle in puzzles_of(games()[name]):
        match = Match(games()[name], puzzle.options, puzzle.position)
        positions = [match.position_text]
        for text in puzzle.solution:
            match.play(text)
            positions.append(match.position_text)
        assert len(set(positions)) == len(positions), puzzle


@pytest.mark.parametrize("puzzle", EVERY if IS_CAMPAIGN else EVERY[::33], ids=name_of)
def test_a_deeper_search_sees_the_first_play_of_the_solution_as_clearly_the_best(puzzle):
    """In the suite, a few puzzles are searched as deeply as when they were found."""
    game = games()[puzzle.game]
    comparer = comparer_of(game, prepared_search(game), game.check_options(puzzle.options))
    match = Match(game, puzzle.options, puzzle.position)
    found = comparer.compare_at(match.state.copy(), puzzle.depth + (DEEPER if IS_CAMPAIGN else 0), UNLIMITED // 2)
    for action in found.play:
        game.rules.apply(match.state, action)
    assert match.position_text == solution_steps(game, puzzle)[0].position
    assert found.theme(comparer.won, comparer.clear // 2) == puzzle.theme


def test_the_puzzle_of_the_day_is_the_same_everywhere_and_comes_again_only_after_all_others():
    days = [date(2026, 11, 23) + timedelta(days=count) for count in range(len(EVERY))]
    assert len({name_of(daily_puzzle(EVERY, day)) for day in days}) == len(EVERY)
    assert [daily_puzzle(EVERY[::-1], day) for day in days[:9]] == [daily_puzzle(EVERY, day) for day in days[:9]]
