"""Captures in Tavlei: clauses 4 to 8.  A king on h8 takes no part in them."""

from boards.tavlei import Outcome, line, taken


def test_clause_4_the_moved_piece_closes_the_capture():
    assert taken("A b4 d8, D c4, K h8", "d8-d4") == {"c4"}
    assert taken("D b4 d8, A c4 i2, K h8", "d8-d4") == {"c4"}


def test_clause_4_a_piece_between_two_enemies_is_safe_while_other_pieces_move():
    assert taken("A b4 d4, D c8, K h8, A i2", "c8-c4", "i2-i3") == set()


def test_clause_4_a_piece_that_steps_between_two_enemies_may_capture_one_of_them():
    assert taken("A b4 d4, D c8 e4, K h8, A i2", "c8-c4") == {"d4"}


def test_clause_4_a_jaw_that_opened_and_closes_again_captures():
    assert taken("A b4 d4, D c8, K h8", "c8-c4", "b4-b5", "h8-h7", "b5-b4") == {"c4"}


def test_clause_4_a_third_piece_that_is_not_a_jaw_captures_nothing():
    """The jaws stand at b4 and d4 when another attacker comes to c5."""
    assert taken("A b4 d4 g5, D c8, K h8", "c8-c4", "g5-c5") == set()


def test_clause_5_an_attacker_between_two_defenders_is_captured():
    assert taken("D c4 e8, A d4 i2, K h8", "e8-e4") == {"d4"}


def test_clause_5_an_attacker_between_a_defender_and_the_king_is_captured():
    assert taken("D c8, A d4 i2, K e4", "c8-c4") == {"d4"}
    assert taken("D c4, A d4 i2, K e3", "e3-e4") == {"d4"}


def test_clause_5_an_attacker_between_a_defender_and_an_exit_is_captured():
    assert taken("D c8, A b9 i2, K h8", "c8-c9") == {"b9"}
    assert taken("D h4, A i8 a2, K e2", "h4-h8") == set(), "the exit is not on the other side"


def test_clause_5_an_attacker_between_the_king_and_an_exit_is_captured():
    assert taken("A h1 a2, K g3", "g3-g1") == {"h1"}


def test_clause_5_an_attacker_against_the_empty_throne_is_captured():
    assert taken("D f8, A e6 a2, K h8", "f8-f6") == set(), "the throne is not on the other side"
    assert taken("D d7, A e6 a2, K h8", "d7-e7") == {"e6"}


def test_clause_5_an_attacker_against_the_throne_with_the_king_on_it_is_captured():
    assert taken("D d7, A e6 a2, K e5", "d7-e7") == {"e6"}


def test_clause_5_two_attackers_do_not_capture_an_attacker():
    assert taken("A c4 d4 e8, K h8", "e8-e4") == set()


def test_clause_5_a_defender_between_two_attackers_is_captured():
    assert taken("A c4 e8, D d4, K h8", "e8-e4") == {"d4"}


def test_clause_5_a_defender_between_an_attacker_and_an_exit_is_captured():
    assert taken("A i4, D i2, K e2", "i4-i3") == {"i2"}


def test_clause_5_a_defender_against_the_empty_throne_is_captured():
    assert taken("A g8, D f5, K h8", "g8-g5") == {"f5"}


def test_clause_5_a_defender_beside_the_king_on_the_throne_is_safe():
    assert taken("A g8, D f5, K e5", "g8-g5") == set()


def test_clause_5_a_defender_between_an_attacker_and_the_king_is_safe():
    assert taken("A c8, D d4, K e4", "c8-c4") == set()


def test_clause_5_the_king_in_the_field_between_two_attackers_is_captured():
    assert line("A c7 e2, K d7", "e2-e7") == Outcome({"d7"}, "a")


def test_clause_5_the_king_in_the_field_between_an_attacker_and_an_exit_is_captured():
    assert line("A b4, K a2", "b4-b3") == Outcome(set(), None)
    assert line("A b3, K a2", "b3-a3") == Outcome({"a2"}, "a")


def test_clause_5_an_attacker_and_a_defender_together_do_not_capture_the_king():
    assert line("A e2, D c7, K d7", "e2-e7") == Outcome(set(), None)


def test_clause_6_four_attackers_capture_the_king_on_the_throne():
    assert line("A d5 f5 e4 e9, K e5", "e9-e6") == Outcome({"e5"}, "a")


def test_clause_6_fewer_than_four_attackers_do_not_capture_the_king_on_the_throne():
    assert line("A d5 f8, K e5", "f8-f5") == Outcome(set(), None), "two"
    assert line("A d5 f5 e9, K e5", "e9-e6") == Outcome(set(), None), "three"
    assert line("A d5 f5 e9, D e4, K e5", "e9-e6") == Outcome(set(), None), "three attackers and a defender"


def test_clause_6_the_king_may_step_into_a_ring_and_is_safe_until_it_is_closed_again():
    ring = "A d6 f6 e7 i2, D a2, K e5"
    assert line(ring, "e5-e6", "i2-i3") == Outcome(set(), None)
    assert line(ring, "e5-e6", "f6-g6", "a2-a3", "g6-f6") == Outcome({"e6"}, "a")


def test_clause_6_the_fourth_attacker_captures_a_king_who_has_returned_to_the_throne():
    assert line("A d5 f5 e4 h6, K e6", "e6-e5", "h6-e6") == Outcome({"e5"}, "a")


def test_clause_6_three_attackers_capture_the_king_beside_the_throne():
    assert line("A d6 f6 e9, K e6", "e9-e7") == Outcome({"e6"}, "a")
    assert line("A d6 d4 c7, K d5", "c7-c5") == Outcome({"d5"}, "a")
    assert line("A f6 f4 g7, K f5", "g7-g5") == Outcome({"f5"}, "a")


def test_clause_6_two_attackers_do_not_capture_the_king_beside_the_throne():
    assert line("A d6 f8, K e6", "f8-f6") == Outcome(set(), None), "on both sides"
    assert line("A e9, K e6", "e9-e7") == Outcome(set(), None), "against the throne"
    assert line("A d6 f6 e9, D e7, K e6", "e9-e8") == Outcome(set(), None), "attackers and a defender"


def test_clause_6_any_of_the_three_attackers_may_make_the_last_move():
    for move in ("d9-d6", "f9-f6", "e9-e7"):
        ring = {"d6", "f6", "e7"} - {move[3:]}
        assert line(f"A {' '.join(sorted(ring))} {move[:2]}, K e6", move).winner == "a"


def test_clause_6_a_cell_diagonal_to_the_throne_is_in_the_field():
    assert line("A c6 e9, K d6", "e9-e6") == Outcome({"d6"}, "a")


def test_clause_7_the_edge_is_never_a_jaw():
    assert taken("A b4, D a4, K h8", "b4-b5", "h8-h7", "b5-b4") == set()
    assert taken("D d2, A d1 i2, K h8", "d2-d3", "i2-i3", "d3-d2") == set()
    assert line("A b8, K a4", "b8-b4") == Outcome(set(), None)


def test_clause_7_exits_are_hostile_to_everyone():
    assert taken("A c9, D b9, K e2", "c9-d9", "e2-e1", "d9-c9") == {"b9"}
    assert taken("D a3, A a2 i2, K h8", "a3-a4", "i2-i3", "a4-a3") == {"a2"}
    assert line("A b2, K b1", "b2-b3", "b1-a1") == Outcome(set(), "d"), "but the king may go there"
    assert line("A c5, K b9", "c5-c9") == Outcome({"b9"}, "a")


def test_clause_7_the_king_captures_like_any_other_piece():
    assert taken("D d4, A c4 i2, K b6", "b6-b4") == {"c4"}
    assert taken("A b6 i2, D a6, K c4", "c4-c6") == {"b6"}


def test_clause_7_the_king_captures_an_attacker_against_an_exit_and_against_the_throne():
    assert taken("A a8 i2, K b7", "b7-a7") == {"a8"}
    assert taken("A e4 i2, K f3", "f3-e3") == {"e4"}


def test_clause_8_one_move_can_capture_three_pieces():
    assert taken("D d6 b4 f4 d1, A d5 c4 e4 i2, K h8", "d1-d4") == {"d5", "c4", "e4"}
    assert taken("A d6 b4 f4 d1, D d5 c4 e4, K h8", "d1-d4") == {"d5", "c4", "e4"}


def test_clause_8_all_directions_are_judged_before_any_piece_is_removed():
    """One move captures the king, around whom it closes the ring, and the defender beside the piece that moved."""
    assert line("A d6 f6 e9 g7, D f7, K e6", "e9-e7") == Outcome({"e6", "f7"}, "a")


def test_clause_8_no_piece_is_captured_round_a_corner():
    assert taken("A d4 c8, D c4, K h8", "c8-c5") == set()
    assert taken("D d4 c8, A c4 i2, K h8", "c8-c5") == set()
    assert taken("A b8, D a2, K h8", "b8-b2") == set(), "nor round an exit"


def test_clause_8_no_piece_is_captured_at_a_distance():
    assert taken("A b4 e8, D c4, K h8", "e8-e4") == set()
