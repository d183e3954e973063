"""Properties of every match of Quagmire."""

from boards.quagmire import GAME
from hypothesis import given, settings
from hypothesis import strategies as st
from plugins.campaign import scaled

from ludoteka.core.match import Match
from ludoteka.core.message import Refused
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.games.quagmire.rules import CIRCLE, ENTRANCE, QUARTER, START, cell_of
from ludoteka.testing import chooser
from ludoteka.testing.walks import random_walk

WRITTEN = "b:q,35,48,f4.2 l:38,f2.1,h3,h4 t:s,q,37,f4.1 r:9,f1.3,f2.3,f3.3 b 1"
LETTERS = "bltrsqfh0123456789.,: -\n\u0663"
CODES = {
    *("not-your-turn", "no-such-pawn", "needs-six", "needs-one", "needs-three"),
    *("path-blocked", "own-pawn-there", "fixed-at-home", "must-move", "bad-text"),
}
seeds = st.integers(0, 2**32)
seats = st.sampled_from([value for value, _ in GAME.options[0].choices])


def matches(seed, letters):
    return random_walk(Match(GAME, {"seats": letters}), chooser(seed), 400)


def code_of(asked, *arguments):
    """Make a call and return the code with which it is refused, or "" if it is accepted."""
    try:
        asked(*arguments)
    except Refused as refused:
        return refused.code
    return ""


@given(seed=seeds, letters=seats)
@settings(max_examples=15, deadline=None)
def test_the_state_stores_whose_pawn_stands_on_each_cell(seed, letters):
    for match in matches(seed, letters):
        state, ground = match.state, [NOBODY] * len(match.state.ground)
        for seat in GAME.seats(match.options):
            for place in state.pawns[seat.number * 4 : seat.number * 4 + 4]:
                if place < START:
                    assert ground[cell_of(seat.number, place)] == NOBODY, "two pawns on one cell"
                    ground[cell_of(seat.number, place)] = seat.number
        assert state.ground == ground


@given(seed=seeds, letters=seats)
@settings(max_examples=15, deadline=None)
def test_no_pawn_stays_on_the_entrance_of_a_fen_and_the_places_of_the_pawns_stay_sorted(seed, letters):
    for match in matches(seed, letters):
        for seat in range(4):
            places = match.state.pawns[seat * 4 : seat * 4 + 4]
            assert places == sorted(places)
            assert not [place for place in places if place < CIRCLE and place % QUARTER == ENTRANCE]


@given(seed=seeds, letters=seats)
@settings(max_examples=15, deadline=None)
def test_seats_that_are_not_in_the_game_never_act_or_move(seed, letters):
    for match in matches(seed, letters):
        assert "bltr"[match.state.turn] in letters
        for seat in range(4):
            if "bltr"[seat] not in letters:
                assert match.state.pawns[seat * 4 : seat * 4 + 4] == [START] * 4


@given(seed=seeds, letters=seats)
@settings(max_examples=15, deadline=None)
def test_every_position_is_restored_from_its_text_and_from_its_packed_form(seed, letters):
    for match in matches(seed, letters):
        state = match.state
        assert GAME.texts.parse_position(match.position_text, match.options) == state
        assert type(state).unpack(state.pack()) == state
        for action in match.legal():
            written = GAME.texts.action_text(state, action)
            assert GAME.texts.read(state, written) == GAME.texts.path(state, action)


@given(seed=seeds, letters=seats)
@settings(max_examples=15, deadline=None)
def test_a_seat_throws_and_acts_once_a_turn_and_passes_only_when_it_must(seed, letters):
    order, turns = list(letters), 0
    for match in matches(seed, letters):
        if match.returns():
            return
        assert "bltr"[match.state.turn] == order[turns % len(order)]
        if match.seat != CHANCE:
            turns += 1
            legal = match.legal_texts()
            assert "pass" not in legal or legal == ["pass"]


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
