"""What Tavlei foresees of moves, compared with playing them."""

from hypothesis import example, given, settings
from hypothesis import strategies as st
from plugins.campaign import scaled

from ludoteka.core.match import Match
from ludoteka.games import games
from ludoteka.games.tavlei import rules
from ludoteka.games.tavlei.notation import NAMES
from ludoteka.testing import chooser
from ludoteka.testing.walks import random_walk

TAVLEI = games()["tavlei"]


def captured(state, action):
    """The cells from which a move takes a piece, found by playing it."""
    after = TAVLEI.state_after(state, [action])
    origin, target = divmod(action, rules.AREA)
    return {
        NAMES[place]
        for place in rules.CELLS
        if place not in (origin, target) and state.board[place] != after.board[place]
    }


def exits_from(state, place):
    """The exits to which the king can move from a place, found by putting him there."""
    moved = state.copy()
    moved.board[moved.board.index(rules.KING)] = rules.EMPTY
    moved.board[place] = rules.KING
    actions = [0] * rules.MAX_ACTIONS
    count = rules.add_king_moves(moved, place, actions, 0)
    return {NAMES[action % rules.AREA] for action in actions[:count] if action % rules.AREA in rules.EXITS}


def told(match, kind):
    """The marks of a kind that the scene foresees, as places by picks."""
    by_picks = {
        picks: {mark.place for mark in marks if mark.kind == kind} for picks, marks in match.scene().foreseen.items()
    }
    return {picks: places for picks, places in by_picks.items() if places}


def naive_escapes(match):
    state = match.state
    if state.turn != rules.DEFENDERS or state.winner >= 0:
        return {}
    king = state.board.index(rules.KING)
    goals = [action % rules.AREA for action in match.legal() if action // rules.AREA == king]
    found = {(NAMES[king], NAMES[goal]): exits_from(state, goal) for goal in goals if goal not in rules.EXITS}
    found[(NAMES[king],)] = exits_from(state, king).union(*found.values())
    return {picks: exits for picks, exits in found.items() if exits}


@given(seed=st.integers(0, 2**32), plies=st.integers(1, 150))
@example(seed=5841918, plies=43)  # the king captures where he sees an exit
@settings(max_examples=scaled(60, 15))
def test_the_captures_and_escapes_that_are_foreseen_are_all_that_there_are(seed, plies):
    for match in random_walk(Match(TAVLEI), chooser(seed), plies):
        captures = {TAVLEI.fixed_paths.paths[action]: captured(match.state, action) for action in match.legal()}
        assert told(match, "captured") == {path: cells for path, cells in captures.items() if cells}
        assert told(match, "escape") == naive_escapes(match)
