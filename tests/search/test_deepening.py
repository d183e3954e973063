"""The interpreted and the compiled search find forced wins, avoid blunders and keep to their limits."""

import subprocess
import sys
from random import Random

import pytest

from ludoteka.games import games
from ludoteka.search.search import Limits, Root
from ludoteka.search.searches import search_of

TAVLEI = games()["tavlei"]
COMPILED, INTERPRETED = (search_of(TAVLEI, is_compiled=is_compiled) for is_compiled in (True, False))
ENOUGH = 100_000  # positions

WINS = {  # position, plies, first move
    "the king is one move from an exit": ("9/9/9/9/a8/9/9/9/3k5 d", 1, "d1-a1"),
    "the king can be captured between two attackers": ("3a5/9/9/9/9/9/1ak6/9/9 a", 1, "d9-d3"),
    "the king can reach an exit that nobody can close": ("9/a8/3a2da1/9/3a5/3a1d3/9/3k1a3/9 d", 3, "d2-d1"),
    "the king cannot leave the edge": ("4k1a2/9/4a4/3a3a1/3a5/9/a5d2/9/7d1 a", 3, "d6-d9"),
}
BEHIND = "3aaa3/4a4/9/a7a/aa2k2aa/a7a/9/4a4/3aaa3 d"  # the king has no defenders
TREACHEROUS = (115, 119, 133, 153, 237)  # seeds of positions in which a search of one ply blunders

both_ways = pytest.mark.parametrize("search", [COMPILED, INTERPRETED], ids=["compiled", "interpreted"])


def position(text):
    return TAVLEI.begin(TAVLEI.check_options({}), text)


def best(search, state, limits, past=(), **more):
    return search.best(Root(state, TAVLEI.legal(state), past=past), limits, **more)


def after(state, action):
    result = state.copy()
    TAVLEI.rules.apply(result, action)
    return result


def wins_at_once(state):
    """Whether the seat to act can win at once, found by trying every action."""
    seat = TAVLEI.rules.current_seat(state)
    return any(TAVLEI.rules.returns(after(state, action), seat) == 1 for action in TAVLEI.legal(state))


def walked(seed):
    """A position in which nobody has won, after some random actions."""
    chance = Random(seed)
    state = TAVLEI.begin(TAVLEI.check_options({}))
    for _ in range(chance.randrange(60)):
        going_on = [one for one in (after(state, action) for action in TAVLEI.legal(state)) if TAVLEI.legal(one)]
        state = chance.choice(going_on) if going_on else state
    return state


@both_ways
@pytest.mark.parametrize(("text", "plies", "action"), WINS.values(), ids=WINS.keys())
def test_a_forced_win_is_found(search, text, plies, action):
    state = position(text)
    chosen = best(search, state, Limits(plies, ENOUGH))
    assert TAVLEI.texts.action_text(state, chosen) == action


@both_ways
def test_a_search_of_six_plies_chooses_the_win_in_one_ply(search):
    state = position("9/9/9/9/a8/9/9/9/3k5 d")
    assert TAVLEI.rules.returns(after(state, best(search, state, Limits(6, ENOUGH))), 1) == 1


@pytest.mark.parametrize("seed", [*range(30), *TREACHEROUS])
def test_wins_and_losses_in_one_move_are_seen_even_without_any_time(seed):
    state = walked(seed)
    seat = TAVLEI.rules.current_seat(state)
    result = after(state, best(INTERPRETED, state, Limits(9, 1, seconds=0.0)))
    if wins_at_once(state):
        assert TAVLEI.rules.returns(result, seat) == 1
    elif wins_at_once(result):
        assert all(wins_at_once(after(state, action)) for action in TAVLEI.legal(state)), (
            "another action avoids the loss"
        )


@pytest.mark.parametrize("seed", range(30))
def test_interpreted_and_compiled_searches_choose_the_same_action(seed):
    state, limits = walked(seed), Limits(5, 4_000)
    chance = Random(seed)
    offsets = {action: chance.randint(-50, 50) for action in TAVLEI.legal(state)}
    assert best(INTERPRETED, state, limits, offsets=offsets) == best(COMPILED, state, limits, offsets=offsets)


@pytest.mark.parametrize("seconds", [0.1, 0.0])
def test_a_search_without_a_limit_of_positions_ends_when_its_time_is_over(seconds):
    state = position(None)
    assert best(COMPILED, state, Limits(50, 10**15, seconds)) in TAVLEI.legal(state)


@both_ways
def test_the_better_side_does_not_let_the_other_side_repeat_a_position(search):
    state = position(BEHIND.replace(" d", " a"))
    favourite = best(search, state, Limits(3, ENOUGH))
    then = after(state, favourite)
    answers = [after(then, action).digest(0) for action in TAVLEI.legal(then)]
    assert best(search, state, Limits(3, ENOUGH), past=answers) != favourite


@both_ways
def test_the_better_side_does_not_repeat_a_position(search):
    state = position(BEHIND.replace(" d", " a"))
    favourite = best(search, state, Limits(2, ENOUGH))
    assert best(search, state, Limits(2, ENOUGH), past=[after(state, favourite).digest(0)]) != favourite


@both_ways
def test_the_worse_side_repeats_a_position(search):
    state = position(BEHIND)
    favourite = best(search, state, Limits(2, ENOUGH))
    others = [action for action in TAVLEI.legal(state) if action != favourite]
    other = next(action for action in others if not wins_at_once(after(state, action)))
    assert best(search, state, Limits(2, ENOUGH), past=[after(state, other).digest(0)]) == other


@both_ways
def test_a_draw_by_repetition_saves_from_a_reply_that_would_win(search):
    state = position(BEHIND)
    losing = next(action for action in TAVLEI.legal(state) if wins_at_once(after(state, action)))
    assert best(search, state, Limits(2, ENOUGH)) != losing
    assert best(search, state, Limits(2, ENOUGH), past=[after(state, losing).digest(0)]) == losing


def test_another_process_finds_the_machine_code_on_disk():
    assert best(COMPILED, position(None), Limits(2, ENOUGH)) in TAVLEI.legal(position(None))
    program = """
from ludoteka.games import games
from ludoteka.search.search import Limits, Root
from ludoteka.search.searches import search_of
game = games()["tavlei"]
state, search = game.begin(game.check_options({})), search_of(game, is_compiled=True)
search.best(Root(state, game.legal(state)), Limits(2, 100_000))
stats = [one.stats for one in vars(search.twin).values() if hasattr(one, "stats")]
print(sum(sum(one.cache_hits.values()) for one in stats) > 0, sum(sum(one.cache_misses.values()) for one in stats))
"""
    done = subprocess.run([sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "True 0\n"


def test_a_prompt_search_that_runs_interpreted_has_an_answer_after_one_position_for_each_action():
    state = position(None)
    done = INTERPRETED.analyse(Root(state, TAVLEI.legal(state)), Limits(2, ENOUGH, 0.0, is_prompt=True))
    assert done.depth == 1
    assert len(TAVLEI.legal(state)) <= done.nodes <= len(TAVLEI.legal(state)) + 1


def test_a_prompt_search_that_runs_compiled_looks_for_all_threats():
    state = position(None)
    assert COMPILED.analyse(Root(state, TAVLEI.legal(state)), Limits(2, ENOUGH, 0.0, is_prompt=True)).depth == 2
