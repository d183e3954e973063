"""Positions that show how the rules of Quagmire are to be read."""

import pytest
from boards.quagmire import after, at, legal, match

from ludoteka.core.match import Match


def moved(die, pawns, action):
    """Return where the bottom seat's pawns are after one move."""
    return pawns_of(after(at("b", die, b=pawns), action), "b")


def pawns_of(position, seat):
    """Return the part of a position text for a seat, without the pawns at the start."""
    return next(word for word in position.split(" ") if word.startswith(f"{seat}:"))[2:].replace("s,", "")


def test_a_two_from_the_first_cell_ends_on_a_cut_and_comes_out_on_10():
    assert moved(2, "0", "0") == "10"


def test_a_one_from_9_ends_on_the_cut_and_goes_back_to_2():
    assert moved(1, "9", "9") == "2"


@pytest.mark.parametrize("own", ["0,2", "0,10"])
def test_your_own_pawn_at_either_end_of_a_cut_forbids_a_move_onto_the_cut(own):
    assert "0" not in legal(at("b", 2, b=own))


def test_enemies_on_both_ends_of_a_cut_sink_at_once():
    """The cells 8 and 16, counted from the bottom right corner, are the bottom seat's 2 and 10."""
    position = after(at("b", 2, b="0", l="38", t="34"), "0")
    assert pawns_of(position, "b") == "10"
    assert [pawns_of(position, seat) for seat in "lt"] == ["q", "q"]


def test_a_pawn_resting_on_an_end_of_a_cut_moves_on_by_ordinary_steps():
    assert moved(2, "10", "10") == "12"
    assert moved(2, "12", "12") == "22"


def test_a_three_from_the_first_cell_leads_into_the_fen_and_leaves_its_entrance_empty():
    assert after(at("b", 3, b="0"), "0") == "b:s,s,s,f1.1 l:s,s,s,s t:s,s,s,s r:s,s,s,s l -"


FULL_FEN = {"b": "0,f1.2", "l": "f4.1", "t": "f3.3"}  # the bottom seat's first fen is the left seat's fourth, and so on


def test_a_push_goes_through_a_full_fen_to_the_corner():
    position = after(at("b", 3, **FULL_FEN), "0")
    assert [pawns_of(position, seat) for seat in "blt"] == ["f1.1,f1.3", "f4.2", "30"]


def test_a_second_pawn_of_the_top_seat_in_the_corner_sinks():
    position = after(at("b", 3, **FULL_FEN | {"t": "30,f3.3"}), "0")
    assert [pawns_of(position, seat) for seat in "blt"] == ["f1.1,f1.3", "f4.2", "q,30"]


def test_your_own_pawn_in_the_corner_forbids_the_push():
    assert "0" not in legal(at("b", 3, **FULL_FEN | {"b": "0,6,f1.2"}))


def test_a_push_that_ends_on_a_free_tussock_leaves_the_corner_alone():
    position = after(at("b", 3, b="0,6,f1.2", l="f4.1"), "0")
    assert [pawns_of(position, seat) for seat in "bl"] == ["6,f1.1,f1.3", "f4.2"]


def test_a_five_from_47_reaches_h4_and_fixes_the_pawn():
    assert moved(5, "47", "47") == "h4"
    assert legal(at("b", 1, b="h4")) == ["pass"]


def test_a_six_from_47_goes_one_step_back_from_h4():
    assert moved(6, "47", "47") == "h3"


def test_with_h4_fixed_a_two_from_h2_ends_where_it_began():
    assert moved(2, "h2,h4", "h2") == "h2,h4"


def test_with_h4_fixed_a_three_from_h2_ends_on_h1():
    assert moved(3, "h2,h4", "h2") == "h1,h4"


def test_the_last_pawn_on_48_wins_with_a_one():
    played = match(at("b", 1, b="48,h2,h3,h4"), "48")
    assert played.returns() == {"b": 1, "l": -1, "t": -1, "r": -1}
    assert played.legal() == []


@pytest.mark.parametrize(("die", "place"), [(3, "47"), (4, "38"), (6, "44")])
def test_the_last_pawn_on_48_walks_back_from_h1_and_a_cut_carries_it_on(die, place):
    assert moved(die, "48,h2,h3,h4", "48") == f"{place},h2,h3,h4"


def test_a_six_brings_a_pawn_from_the_quagmire_to_the_start_and_the_next_six_lets_it_enter():
    position = at("b", 6, b="q,q,q,q")
    assert after(position, "q").startswith("b:s,q,q,q ")
    assert after(position, "q", *["r1", "pass"] * 3, "r6", "s").startswith("b:q,q,q,0 ")


@pytest.mark.parametrize("seats", ["bltr", "bt", "lr", "ltr"])
def test_the_usual_start_waits_for_the_first_seat_to_throw(seats):
    played = Match(match().game, {"seats": seats})
    assert played.position_text == f"{' '.join(f'{seat}:s,s,s,s' for seat in seats)} {seats[0]} -"
    assert played.legal_texts() == ["r1", "r2", "r3", "r4", "r5", "r6"]
