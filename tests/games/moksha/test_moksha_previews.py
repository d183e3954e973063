"""What Moksha previews of actions, compared with playing them."""

from boards.moksha import GAME, text_of, thronged
from hypothesis import given, settings
from hypothesis import strategies as st
from plugins.campaign import scaled

from ludoteka.core.board import touched_slots
from ludoteka.core.match import Match
from ludoteka.games.moksha import rules
from ludoteka.testing import chooser
from ludoteka.testing.walks import random_walk

SEEDS = st.integers(0, 2**32)


def played(state, action):
    """The pieces in the slots that an action touches, found by playing it."""
    after = GAME.state_after(state, [action])
    before, now = GAME.board.slots(state), GAME.board.slots(after)
    return tuple(piece for slot in touched_slots(before, now) for piece in GAME.board.stack(slot, now[slot]))


def expected(match):
    """Previews of moves that end without a turn, then of gifts."""
    actions = [action for action in match.legal() if action != rules.PASS]
    moves = [action for action in actions if action % rules.ENDINGS == rules.STAY]
    gifts = [action for action in actions if action % rules.ENDINGS >= rules.GIVE]
    return [(GAME.fixed_paths.paths[action], played(match.state, action)) for action in (*moves, *gifts)]


@given(seed=SEEDS, plies=st.integers(1, 150))
@settings(max_examples=scaled(60, 15))
def test_previews_are_what_the_actions_do_in_matches(seed, plies):
    for match in random_walk(Match(GAME), chooser(seed), plies):
        assert [*match.scene().previews.items()] == expected(match)


@given(seed=SEEDS, turn=st.sampled_from("wb"))
@settings(max_examples=scaled(1000, 200))
def test_previews_are_what_the_actions_do_where_cubes_are_close_together(seed, turn):
    match = Match(GAME, {}, text_of(thronged(chooser(seed)), turn))
    assert [*match.scene().previews.items()] == expected(match)
