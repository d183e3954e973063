"""Properties of every match of XII Scripta."""

from boards.scripta import GAME
from hypothesis import given, settings
from hypothesis import strategies as st
from plugins.campaign import scaled

from ludoteka.core.match import Match
from ludoteka.core.message import Refused
from ludoteka.core.rules import CHANCE
from ludoteka.testing import chooser
from ludoteka.testing.walks import random_walk

WRITTEN = "y:0/1/0:1*7,2*4,3,8*2 g:3/0/6:5*2,7*2,9,14 g 144"
LETTERS = "ygb0123456789*,:/ -\n\u0663"
CODES = {
    *("not-your-turn", "no-such-die", "nobody-to-enter", "captured-first", "no-such-piece"),
    *("point-held", "past-the-end", "not-all-home", "not-exact", "must-move", "bad-text"),
}
seeds = st.integers(0, 2**32)
options = st.fixed_dictionaries({"pieces": st.integers(1, 15), "must_move": st.booleans()})


def men_of(state, seat):
    """Return the number of all men of a seat, on the board and beside it."""
    on_points = sum(max(0, count if seat == 0 else -count) for count in state.men)
    return on_points + state.waiting[seat] + state.captured[seat] + state.off[seat]


def code_of(asked, *arguments):
    """Return the code of the refusal, or "" if nothing is refused."""
    try:
        asked(*arguments)
    except Refused as refused:
        return refused.code
    return ""


@given(seed=seeds, chosen=options)
@settings(max_examples=15, deadline=None)
def test_the_number_of_men_never_changes(seed, chosen):
    for match in random_walk(Match(GAME, chosen), chooser(seed), 300):
        assert [men_of(match.state, seat) for seat in (0, 1)] == [chosen["pieces"]] * 2
        assert match.state.men[0] == 0


@given(seed=seeds, chosen=options)
@settings(max_examples=15, deadline=None)
def test_every_position_is_restored_from_its_text_and_from_its_packed_form(seed, chosen):
    for match in random_walk(Match(GAME, chosen), chooser(seed), 300):
        state, text = match.state, match.position_text
        assert GAME.texts.parse_position(text, match.options) == state
        assert type(state).unpack(state.pack()) == state
        for action in match.legal():
            written = GAME.texts.action_text(state, action)
            assert GAME.texts.read(state, written) == GAME.texts.path(state, action)


@given(seed=seeds, chosen=options)
@settings(max_examples=15, deadline=None)
def test_a_turn_uses_three_dice_at_most_and_then_the_other_seat_has_its_turn(seed, chosen):
    used, turn = 0, 0
    for match in random_walk(Match(GAME, chosen), chooser(seed), 300):
        if match.seat == CHANCE:
            assert match.state.turn == turn
            used, turn = 0, 1 - turn
        else:
            assert match.state.dice_left == 3 - used or match.returns()
            used += 1


@given(seed=seeds, chosen=options)
@settings(max_examples=15, deadline=None)
def test_passing_is_always_legal_or_with_the_option_must_move_only_if_nothing_else_is(seed, chosen):
    for match in random_walk(Match(GAME, chosen), chooser(seed), 300):
        if match.seat != CHANCE and not match.returns():
            legal = match.legal_texts()
            assert ("pass" in legal) == (not chosen["must_move"] or legal == ["pass"])


@given(place=st.integers(0, len(WRITTEN)), cut=st.integers(0, 3), put=st.text(LETTERS, max_size=3))
@settings(max_examples=scaled(1000, 25), deadline=None)
def test_a_position_with_a_typo_is_read_literally_or_refused(place, cut, put):
    text = WRITTEN[:place] + put + WRITTEN[place + cut :]
    code = code_of(Match, GAME, {}, text)
    if code:
        assert code == "bad-position"
        return
    match = Match(GAME, {}, text)
    assert match.position_text == text
    assert match.legal_texts() or match.returns()


@given(text=st.text(max_size=8) | st.text("infoprasqh0123456789/.-", max_size=6))
@settings(max_examples=scaled(1000, 25), deadline=None)
def test_whatever_is_typed_is_legal_or_refused_with_a_code(text):
    match = Match(GAME, {}, WRITTEN)
    assert (code_of(match.check, text) in CODES) != (text in match.legal_texts())
