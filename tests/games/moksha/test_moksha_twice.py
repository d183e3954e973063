"""The rules of Moksha compared with a naive second implementation, in every action of many positions."""

from boards.moksha import GAME, cubes_in, scattered, text_of, thronged
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import moksha as naive
from plugins.campaign import scaled

from ludoteka.core.match import Match
from ludoteka.testing import chooser
from ludoteka.testing.walks import random_walk

WON_BY = {-1: None, 0: "w", 1: "b", 2: "draw"}

seeds = st.integers(0, 2**32)


def assert_read_alike(cubes, side):
    """Compare the position, its actions and their results with the second implementation."""
    match = Match(GAME, {"repetition": "off"}, text_of(cubes, side))
    won = naive.winner(cubes)
    assert WON_BY[match.state.winner] == won, match.position_text
    expected = {} if won else naive.actions(cubes, side) or {"pass": (cubes, False)}
    assert match.legal_texts() == sorted(expected), match.position_text
    for action in match.legal():
        text = GAME.texts.action_text(match.state, action)
        after = match.state.copy()
        GAME.rules.apply(after, action)
        read, opens = expected[text]
        assert cubes_in(GAME.texts.position_text(after)) == (read, naive.other(side)), f"{match.position_text}: {text}"
        assert WON_BY[after.winner] == (side if opens else naive.winner(read)), f"{match.position_text}: {text}"


@given(seed=seeds, set_up=st.sampled_from([scattered, thronged, thronged]), side=st.sampled_from("wb"))
@settings(max_examples=scaled(300, 30))
def test_both_implementations_agree_on_random_positions(seed, set_up, side):
    assert_read_alike(set_up(chooser(seed)), side)


@given(seed=seeds, plies=st.integers(0, 300))
@settings(max_examples=scaled(30, 4))
def test_both_implementations_agree_after_a_random_number_of_random_moves(seed, plies):
    *_, match = random_walk(Match(GAME, {"repetition": "off"}), chooser(seed), plies)
    if not match.state.moksha:
        assert_read_alike(*cubes_in(match.position_text))


@given(seed=seeds)
@settings(max_examples=scaled(5, 2))
def test_both_implementations_agree_throughout_random_games(seed):
    for match in random_walk(Match(GAME, {"repetition": "off"}), chooser(seed), 60):
        cubes, side = cubes_in(match.position_text)
        expected = naive.actions(cubes, side) or {"pass"}
        assert match.legal_texts() == sorted(expected if match.legal() else [])


@given(seed=seeds, plies=st.integers(0, 150))
@settings(max_examples=scaled(30, 4))
def test_the_count_of_quiet_actions_agrees_with_a_count_from_the_boards_alone(seed, plies):
    """The naive count compares the boards before and after, and does not look at actions."""
    before, count = None, 0
    for match in random_walk(Match(GAME, {"repetition": "off", "quiet": "draw"}), chooser(seed), plies):
        cubes, side = cubes_in(match.position_text)
        if before is not None:
            count = count + 1 if naive.is_quiet(before, cubes, naive.other(side)) else 0
        assert match.quiet_actions == count
        assert (match.draw_reason == "quiet") == (count >= 100 and not match.state.winner >= 0)
        before = cubes
