"""The rules of Quagmire clause by clause."""

import pytest
from boards.quagmire import GAME, after, at, legal, match


def sides(position):
    """Return the places of the pawns by seat, without pawns at the start."""
    return {word[0]: word[2:].replace("s,", "") for word in position.split(" ")[:-2] if word[2:] != "s,s,s,s"}


def then(die, action, turn="b", **pawns):
    return sides(after(at(turn, die, **pawns), action))


# Clause 1: turns


def test_clause_1_the_turn_goes_clockwise_and_skips_absent_seats():
    assert [after(None, *["r1", "pass"] * turns).split(" ")[-2] for turns in range(5)] == ["b", "l", "t", "r", "b"]
    assert [after(None, *["r1", "pass"] * turns, seats="lr").split(" ")[-2] for turns in range(3)] == ["l", "r", "l"]


def test_clause_1_moving_is_forced_even_if_it_hurts():
    assert legal(at("b", 4, b="48,h2,h3,h4")) == ["48"]


def test_clause_1_a_seat_without_a_move_must_pass():
    assert legal(at("b", 5)) == ["pass"]
    assert after(at("b", 5), "pass").endswith(" l -")


def test_clause_1_a_six_gives_no_extra_turn():
    assert after(at("b", 6), "s").endswith(" l -")


def test_clause_1_any_pawn_may_move_and_pawns_in_the_same_place_are_one_choice():
    assert legal(at("b", 6, b="s,q,q,17")) == ["17", "q", "s"]


# Clause 2: start and quagmire


def test_clause_2_a_six_brings_a_pawn_to_the_first_cell_of_its_seat():
    assert [then(6, "s", turn=seat) for seat in "bltr"] == [{seat: "0"} for seat in "bltr"]


def test_clause_2_an_enemy_on_the_first_cell_sinks():
    assert then(6, "s", b="s", l="36") == {"b": "0", "l": "q"}


def test_clause_2_your_own_pawn_on_the_first_cell_keeps_other_pawns_from_entering():
    assert "s" not in legal(at("b", 6, b="0"))
    assert "s" not in legal(at("b", 6, b="48")), "it is the same cell after a lap"


@pytest.mark.parametrize("die", [1, 2, 3, 4, 5])
def test_clause_2_no_pawn_leaves_the_start_or_the_quagmire_without_a_six(die):
    assert legal(at("b", die, b="q,q")) == ["pass"]


def test_clause_2_a_pawn_may_always_leave_the_quagmire_with_a_six():
    assert legal(at("b", 6, b="s,q,0,h4")) == ["0", "q"]


# Clause 3: on the circle


def test_clause_3_a_pawn_moves_by_exactly_the_number_that_is_thrown():
    assert [then(die, "16", b="16") for die in range(1, 6)] == [{"b": f"{16 + die}"} for die in range(1, 6)]


@pytest.mark.parametrize("others", [{"b": "16,18"}, {"l": "6"}, {"t": "42"}, {"r": "30"}])
def test_clause_3_pawns_cannot_be_overtaken(others):
    pawns = {"b": "16"} | others
    assert "16" not in legal(at("b", 4, **pawns))
    assert "16" in legal(at("b", 1, **pawns))


def test_clause_3_an_enemy_on_the_last_cell_sinks():
    assert then(4, "16", b="16", l="8") == {"b": "20", "l": "q"}


def test_clause_3_your_own_pawn_on_the_last_cell_forbids_the_move():
    assert legal(at("b", 4, b="16,20")) == ["20"]


def test_clause_3_a_pawn_back_on_its_first_cell_cannot_be_overtaken():
    assert "44" not in legal(at("b", 6, b="0,44"))
    assert "47" not in legal(at("b", 5, b="47", l="36"))


def test_clause_3_an_enemy_that_completed_its_lap_sinks_like_any_other():
    assert then(1, "11", b="11", l="48") == {"b": "12", "l": "q"}
    assert then(1, "11", b="11", l="0") == {"b": "12", "l": "q"}


# Clause 4: the homes of other seats


def test_clause_4_a_pawn_walks_on_past_the_home_of_another_seat():
    assert then(6, "8", b="8") == {"b": "22"}
    assert then(5, "8", b="8") == {"b": "13"}


def test_clause_4_a_capture_gives_no_extra_turn():
    assert after(at("b", 4, b="16", l="8"), "16").endswith(" l -")


# Clause 5: home


def test_clause_5_the_pawns_of_an_unbroken_run_from_h4_are_fixed():
    assert legal(at("b", 1, b="h3,h4")) == ["pass"]
    assert legal(at("b", 1, b="h2,h4")) == ["h2"]
    assert legal(at("b", 1, b="h1,h3")) == ["h1", "h3"]


def test_clause_5_a_pawn_that_joins_the_run_is_fixed():
    assert then(1, "h2", b="h2,h4") == {"b": "h3,h4"}
    assert legal(at("b", 1, b="h3,h4")) == ["pass"]
    assert then(1, "h3", b="h2,h3") == {"b": "h2,h4"}


def test_clause_5_pawns_at_home_block_cells_like_pawns_on_the_circle():
    assert "48" not in legal(at("b", 3, b="48,h2")), "h2 is in the way"
    assert "48" not in legal(at("b", 2, b="48,h2")), "h2 is taken"
    assert then(1, "48", b="48,h2") == {"b": "h1,h2"}


@pytest.mark.parametrize(
    ("die", "before", "place", "then_there"),
    [
        (6, "46", "46", "h4"),
        (6, "47,h4", "47", "h1,h4"),
        (5, "47,h4", "47", "h2,h4"),
        (3, "h1,h4", "h1", "h2,h4"),
        (6, "h1,h3,h4", "h1", "45,h3,h4"),
        (5, "48,h3,h4", "48", "47,h3,h4"),
        (4, "h3", "h3", "h1"),
        (6, "h3", "h3", "47"),
        (4, "h2", "h2", "h2"),
    ],
)
def test_clause_5_steps_beyond_the_edge_go_backwards(die, before, place, then_there):
    assert then(die, place, b=before) == {"b": then_there}


def test_clause_5_pawns_cannot_be_overtaken_on_the_way_back():
    assert "h2" not in legal(at("b", 5, b="h1,h2,h4")), "h1 is in the way"
    assert "h1" not in legal(at("b", 6, b="h1,h3,h4", l="36")), "an enemy on 48 is in the way"
    assert "h2" in legal(at("b", 4, b="h1,h2")), "h1 lies beyond the last step"


def test_clause_5_your_own_pawn_where_the_way_back_ends_forbids_the_move():
    assert "h2" not in legal(at("b", 3, b="h1,h2,h4"))


def test_clause_5_enemies_sink_on_the_way_back_too():
    assert then(3, "48", b="48,h2,h3,h4", l="35") == {"b": "47,h2,h3,h4", "l": "q"}


# Clause 6: cuts


@pytest.mark.parametrize(("near", "far"), [(2, 10), (14, 22), (26, 34), (38, 46)])
@pytest.mark.parametrize("seat", "bltr")
def test_clause_6_every_cut_leads_both_ways_for_everyone(near, far, seat):
    assert then(1, f"{near - 1}", turn=seat, **{seat: f"{near - 1}"}) == {seat: f"{far}"}
    assert then(1, f"{far - 1}", turn=seat, **{seat: f"{far - 1}"}) == {seat: f"{near}"}


def test_clause_6_a_cut_carries_a_pawn_over_whatever_lies_between():
    assert then(2, "0", b="0", l="41,42") == {"b": "10", "l": "41,42"}


def test_clause_6_only_the_last_cell_of_a_move_counts():
    assert then(4, "0", b="0") == {"b": "4"}


def test_clause_6_a_pawn_whose_way_back_ends_on_a_cut_is_carried_on():
    assert then(6, "48", b="48,h3,h4") == {"b": "38,h3,h4"}
    assert then(6, "46", b="46,h2,h3,h4") == {"b": "38,h2,h3,h4"}, "even where the move began"


def test_clause_6_your_own_pawn_at_the_other_end_of_a_cut_also_forbids_a_way_back_onto_the_cut():
    assert legal(at("b", 4, b="38,48,h3,h4")) == ["38", "48"]
    assert legal(at("b", 6, b="38,48,h3,h4")) == ["38"]


@pytest.mark.parametrize(("enemies", "left"), [("38", "q"), ("46", "q"), ("38,46", "q,q")])
def test_clause_6_enemies_at_either_end_of_a_cut_sink(enemies, left):
    """The bottom seat's 2 and 10 are the left seat's 38 and 46."""
    assert then(1, "1", b="1", l=enemies) == {"b": "10", "l": left}


# Clause 7: fens


@pytest.mark.parametrize(("fen", "entrance"), [(1, 3), (2, 15), (3, 27), (4, 39)])
@pytest.mark.parametrize("seat", "bltr")
def test_clause_7_every_fen_is_entered_and_waded_by_everyone(fen, entrance, seat):
    assert then(2, f"{entrance - 2}", turn=seat, **{seat: f"{entrance - 2}"}) == {seat: f"f{fen}.1"}
    assert then(1, f"f{fen}.1", turn=seat, **{seat: f"f{fen}.1"}) == {seat: f"f{fen}.2"}
    assert then(3, f"f{fen}.2", turn=seat, **{seat: f"f{fen}.2"}) == {seat: f"f{fen}.3"}
    assert then(6, f"f{fen}.3", turn=seat, **{seat: f"f{fen}.3"}) == {seat: f"{entrance + 3}"}


def test_clause_7_passing_an_entrance_does_not_enter_the_fen():
    assert then(4, "1", b="1", r="f2.1") == {"b": "5", "r": "f2.1"}


@pytest.mark.parametrize(("tussock", "number"), [("f1.1", 1), ("f1.2", 3), ("f1.3", 6)])
def test_clause_7_a_pawn_leaves_a_tussock_only_with_its_number(tussock, number):
    assert [die for die in range(1, 7) if tussock in legal(at("b", die, b=tussock))] == [number]


def test_clause_7_each_seat_gives_the_same_fen_a_different_number():
    """All these pawns stand on the tussocks of the bottom left corner."""
    places = {"b": "f1.1", "l": "f4.2", "t": "f3.3"}
    assert then(1, "f1.1", **places) == {"b": "f1.2", "l": "f4.3", "t": "30"}
    assert then(1, "f2.1", turn="r", r="f2.1", l="f4.2") == {"r": "f2.2", "l": "f4.3"}


def test_clause_7_a_wading_pawn_pushes_on_the_pawns_ahead_of_it():
    assert then(3, "f1.2", b="f1.1,f1.2", l="f4.3") == {"b": "f1.1,f1.3", "l": "42"}
    assert then(3, "f1.2", b="f1.2,f1.3") == {"b": "6,f1.3"}


def test_clause_7_the_way_out_of_the_last_tussock_is_like_a_push_to_the_corner():
    assert then(6, "f1.3", b="f1.3", l="42") == {"b": "6", "l": "q"}
    assert "f1.3" not in legal(at("b", 6, b="6,f1.3"))


def test_clause_7_pawns_on_tussocks_are_never_captured():
    assert then(3, "0", b="0", l="f4.1") == {"b": "f1.1", "l": "f4.2"}


def test_clause_7_your_own_pawn_may_be_pushed_to_the_corner_where_an_enemy_sinks():
    assert then(3, "0", b="0,f1.1,f1.2,f1.3", t="30") == {"b": "6,f1.1,f1.2,f1.3", "t": "q"}


def test_clause_7_a_pawn_in_the_corner_sinks_even_if_the_pushed_pawn_is_of_the_same_seat():
    assert then(3, "f1.2", b="f1.2", l="42,f4.3") == {"b": "f1.3", "l": "q,42"}


def test_clause_7_your_own_pawn_in_the_corner_forbids_the_push_of_an_enemy():
    assert legal(at("b", 3, b="6,f1.2", l="f4.3")) == ["6"]


def test_clause_7_a_pawn_that_is_blocked_beyond_the_entrance_cannot_stop_at_the_entrance():
    assert "2" not in legal(at("b", 4, b="2", l="40")), "the bottom seat's 4 is taken"
    assert "2" in legal(at("b", 1, b="2", l="40"))


# Clause 8: the end


def test_clause_8_the_first_seat_with_four_pawns_at_home_wins():
    played = match(at("r", 2, r="47,h2,h3,h4", b="48,h2,h3,h4"), "47")
    assert played.returns() == {"b": -1, "l": -1, "t": -1, "r": 1}
    assert (played.letter(played.seat), played.legal()) == (None, [])
    assert played.position_text == at("b", "-", r="h1,h2,h3,h4", b="48,h2,h3,h4")


def test_a_finished_position_is_recognised():
    assert match(at("l", 3, b="h1,h2,h3,h4")).returns() == {"b": 1, "l": -1, "t": -1, "r": -1}


def test_two_seats_can_play_without_the_other_two():
    assert match(None, seats="tr").returns() is None
    assert [seat.letter for seat in GAME.seats({"seats": "tr"})] == ["t", "r"]
    assert [seat.number for seat in GAME.seats({"seats": "tr"})] == [2, 3]
    played = match("t:48,h2,h3,h4 r:s,s,s,s t 1", "48", seats="tr")
    assert played.returns() == {"t": 1, "r": -1}


def test_the_die_is_thrown_for_the_seat_whose_turn_it_is():
    drawn = []

    def draw(seat, faces):
        drawn.append((seat, faces))
        return 4

    state = match(at("t")).state
    assert GAME.texts.action_text(state, GAME.throw(state, draw)) == "r4"
    assert (GAME.thrower(state), drawn) == (2, [(2, 6)])
    assert not hasattr(GAME.rules, "weight")  # all throws are equally likely
