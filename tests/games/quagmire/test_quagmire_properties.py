"""What holds in every match of Quagmire, whatever is thrown and moved."""

from hypothesis import given, settings
from hypothesis import strategies as st
from quagmire_board import GAME

from ludoteka.core.match import Match
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.games.quagmire.rules import CIRCLE, ENTRANCE, QUARTER, START, cell_of
from ludoteka.testing import chooser
from ludoteka.testing.walks import walk

seeds = st.integers(0, 2**32)
seats = st.sampled_from([value for value, _ in GAME.options[0].choices])


def matches(seed, letters):
    return walk(Match(GAME, {"seats": letters}), chooser(seed), 400)


@given(seed=seeds, letters=seats)
@settings(max_examples=15, deadline=None)
def test_the_ground_shows_every_pawn_that_stands_on_it_and_nobody_else(seed, letters):
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
def test_nobody_ever_rests_on_an_entrance_and_places_keep_rising(seed, letters):
    for match in matches(seed, letters):
        for seat in range(4):
            places = match.state.pawns[seat * 4 : seat * 4 + 4]
            assert places == sorted(places)
            assert not [place for place in places if place < CIRCLE and place % QUARTER == ENTRANCE]


@given(seed=seeds, letters=seats)
@settings(max_examples=15, deadline=None)
def test_seats_that_are_not_in_the_game_never_act_or_stir(seed, letters):
    for match in matches(seed, letters):
        assert "bltr"[match.state.turn] in letters
        for seat in range(4):
            if "bltr"[seat] not in letters:
                assert match.state.pawns[seat * 4 : seat * 4 + 4] == [START] * 4


@given(seed=seeds, letters=seats)
@settings(max_examples=15, deadline=None)
def test_every_position_comes_back_from_its_text_and_from_its_packed_form(seed, letters):
    for match in matches(seed, letters):
        state = match.state
        assert GAME.notation.parse_position(match.position_text, match.options) == state
        assert type(state).unpack(state.pack()) == state
        for action in match.legal():
            written = GAME.notation.action_text(state, action)
            assert GAME.notation.parse_action(state, written) == action


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
