"""How the computer decides: its levels, what a choice depends on, and its behaviour while the compiler runs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import ludoteka
from ludoteka.core.match import Match
from ludoteka.games import games
from ludoteka.players.computer import choose_action, prepared_search, ready_search, search_action
from ludoteka.players.levels import highest_level, search_level
from ludoteka.players.turn import Turn
from ludoteka.search.searches import search_of

TAVLEI, CUPS = games()["tavlei"], games()["cups"]
COMPILED, INTERPRETED = (search_of(TAVLEI, is_compiled=is_compiled) for is_compiled in (True, False))
SEEDS = range(12)

WARM = """
import threading
from ludoteka.core.match import Match
from ludoteka.games import games
from ludoteka.players.computer import choose_action
from ludoteka.players.turn import Turn
match = Match(games()["tavlei"])
turn = Turn("tavlei", match.options, match.seen().values(), match.legal(), match.past, 2, 1)
first = choose_action(turn)
for thread in threading.enumerate():
    if thread is not threading.current_thread():
        thread.join()
print(first == choose_action(turn))
"""
COMPILE = """
from ludoteka.core.twins import compiled_twin
from ludoteka.games import games
rules = games()["cups"].rules
state = rules.start({})
print(compiled_twin(rules).current_seat(state.pack()) == rules.current_seat(state))
"""


def turn_of(match, level, seed):
    return Turn(match.game.name, match.options, match.seen().values(), match.legal(), match.past, level, seed)


def choices(level, search=INTERPRETED):
    match = Match(TAVLEI)
    return [search_action(turn_of(match, level, seed), TAVLEI, search) for seed in SEEDS]


def test_a_game_with_an_evaluation_has_ten_levels_and_any_other_game_has_one():
    assert (highest_level(TAVLEI), highest_level(CUPS)) == (10, 1)


def test_a_choice_depends_only_on_the_turn():
    assert choices(2) == choices(2)


def test_different_seeds_may_lead_to_different_choices():
    assert len(set(choices(2))) > 1


@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_choice_is_the_same_before_and_after_the_compiler_is_done(level):
    assert choices(level) == choices(level, COMPILED)


def test_levels_that_no_depth_limits_judge_by_the_network_as_the_analysis_board_does_once_it_is_compiled():
    """All other levels, and interpreted searches, keep the evaluation made by hand."""
    evaluations, state = TAVLEI.evaluations, Match(TAVLEI).state
    by_hand, by_network = ([one.evaluate(state, seat) for seat in (0, 1)] for one in evaluations)
    assert by_hand != by_network
    searches = {level: prepared_search(TAVLEI, search_level(TAVLEI, level)) for level in range(1, 11)}
    said = {
        level: [int(search.twin.evaluate(state.pack(), seat)) for seat in (0, 1)] for level, search in searches.items()
    }
    assert said == {level: by_network if level > 8 else by_hand for level in searches}
    assert searches[10] is prepared_search(TAVLEI) is ready_search(TAVLEI)
    assert [INTERPRETED.twin.evaluate(state, seat) for seat in (0, 1)] == by_hand


def test_a_choice_avoids_earlier_positions():
    match = Match(TAVLEI)  # an even position: who stands worse may repeat
    turn = turn_of(match, 5, seed=5)
    favourite = search_action(turn, TAVLEI, INTERPRETED)
    TAVLEI.rules.apply(match.state, favourite)
    again = turn._replace(past=[*turn.past, match.position_text])
    assert search_action(again, TAVLEI, INTERPRETED) != favourite


def test_a_computer_without_a_search_plays_a_game_with_dice_and_a_secret_to_its_end():
    match = Match(CUPS)
    throws = iter(range(100))
    while match.legal():
        if match.seat < 0:
            legal = match.legal()
            action = legal[next(throws) % len(legal)]
        else:
            turn = turn_of(match, 1, seed=len(match.actions))
            action = choose_action(turn)
            assert action == choose_action(turn), "the choice follows from the turn alone"
            assert action in match.legal()
        match.play(CUPS.texts.action_text(match.seen(), action))
    assert match.returns() is not None


def answers(program, **environment):
    """What a process prints, without a complaint."""
    command = [sys.executable, "-W", "error", "-c", program]
    answer = subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, check=True)
    assert answer.stderr == ""
    return answer.stdout


def test_the_search_is_compiled_in_the_background():
    assert answers(WARM) == "True\n"


def test_code_is_compiled_but_not_stored_beside_the_sources_if_no_cache_is_writable():
    assert answers(COMPILE, XDG_CACHE_HOME=os.devnull, HOME=os.devnull) == "True\n"
    assert not list(Path(ludoteka.__file__).parent.rglob("*.nb?"))


def test_a_program_can_end_while_the_compiler_runs(tmp_path):
    assert answers(WARM.replace("thread.join()", "pass"), XDG_CACHE_HOME=str(tmp_path)) == "True\n"
