"""The search considers draws by actions without progress."""

import pytest
from boards.moksha import AHEAD, BEHIND, GAME

from ludoteka.core.match import Match
from ludoteka.players.computer import search_action
from ludoteka.players.turn import Turn
from ludoteka.search.search import Limits, Root
from ludoteka.search.searches import search_of

SEARCHES = [search_of(GAME, is_compiled=is_compiled) for is_compiled in (True, False)]

both_ways = pytest.mark.parametrize("search", SEARCHES, ids=["compiled", "interpreted"])


def is_progress(search, text, quiet_left):
    state = GAME.begin(GAME.check_options({}), text)
    action = search.best(Root(state, GAME.legal(state), quiet_left=quiet_left), Limits(2, 3000))
    return GAME.rules.makes_progress(state, action)


@both_ways
def test_the_side_that_is_ahead_avoids_a_draw_by_quiet_play(search):
    assert not is_progress(search, AHEAD, None)
    assert is_progress(search, AHEAD, 1)


@both_ways
def test_the_side_that_is_behind_takes_a_draw_by_quiet_play(search):
    assert is_progress(search, BEHIND, None)
    assert not is_progress(search, BEHIND, 1)


def test_a_computer_considers_how_many_quiet_actions_are_left():
    match = Match(GAME, {"repetition": "off", "quiet": "draw"}, AHEAD)
    turn = Turn("moksha", match.options, match.seen().values(), match.legal(), match.past, 8, seed=1)
    assert match.quiet_actions_left == 100
    action = search_action(turn._replace(quiet_left=1), GAME, SEARCHES[0])
    assert GAME.rules.makes_progress(match.state, action)
