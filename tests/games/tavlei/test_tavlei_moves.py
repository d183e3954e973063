"""Movement in Tavlei: clauses 1 to 3."""

from boards.tavlei import GAME, may, pieces_in, reach

from ludoteka.core.match import Match

START = "3aaa3/4a4/4d4/a3d3a/aaddkddaa/a3d3a/4d4/4a4/3aaa3 a"
ATTACKERS = "d9 e9 f9 e8 d1 e1 f1 e2 a4 a5 a6 b5 i4 i5 i6 h5"
DEFENDERS = "e7 e6 e4 e3 c5 d5 f5 g5"


def test_a_match_starts_from_the_usual_position():
    match = Match(GAME)
    pieces, _ = pieces_in(START)
    assert match.position_text == START
    assert {cell for cell, piece in pieces.items() if piece == "a"} == set(ATTACKERS.split())
    assert {cell for cell, piece in pieces.items() if piece == "d"} == set(DEFENDERS.split())
    assert pieces["e5"] == "k"


def test_the_attackers_move_first_and_then_the_sides_take_turns():
    match = Match(GAME)
    movers = []
    for move in ("e2-f2", "e7-f7", "f2-e2"):
        movers.append(match.letter(match.seat))
        match.play(move)
    assert movers == ["a", "d", "a"]


def test_clause_1_a_piece_moves_over_any_number_of_free_cells_along_a_rank_or_file():
    assert reach("A d3, K h8", "d3") == "a3 b3 c3 d1 d2 d4 d5 d6 d7 d8 d9 e3 f3 g3 h3 i3"
    assert reach("D d3, K h8, A i6", "d3") == "a3 b3 c3 d1 d2 d4 d5 d6 d7 d8 d9 e3 f3 g3 h3 i3"


def test_clause_1_no_piece_jumps_over_another_piece():
    assert reach("A d3 f3, D d5, K b3", "d3") == "c3 d1 d2 d4 e3"


def test_clause_1_a_piece_that_is_shut_in_cannot_move():
    assert reach("A d3 d2 c3, D e3 d4, K h8", "d3") == ""


def test_clause_1_the_king_goes_three_cells_at_most():
    assert reach("K d3, A i6", "d3") == "a3 b3 c3 d1 d2 d4 d5 d6 e3 f3 g3"


def test_clause_1_the_king_is_stopped_like_any_piece():
    assert reach("K d3, A d5 f3, D c3", "d3") == "d1 d2 d4 e3"


def test_clause_2_only_the_king_stands_on_an_exit():
    assert reach("A a3, K h8", "a3") == "a2 a4 a5 a6 a7 a8 b3 c3 d3 e3 f3 g3 h3 i3"
    assert not may("D c9, K h8, A i6", "c9-a9")
    assert may("K c9, A i6", "c9-a9")


def test_clause_2_only_the_king_stands_on_the_throne():
    assert reach("D e6, K h8, A i6", "e6") == "a6 b6 c6 d6 e1 e2 e3 e4 e7 e8 e9 f6 g6 h6"
    assert may("K e6, A i6", "e6-e5")


def test_clause_2_anyone_crosses_the_empty_throne():
    assert may("A b5, K h8", "b5-i5")
    assert may("D b5, K h8, A i6", "b5-f5")
    assert may("K d5, A i6", "d5-f5")


def test_clause_2_nobody_crosses_the_throne_while_the_king_is_there():
    assert reach("A b5, K e5", "b5") == "a5 b1 b2 b3 b4 b6 b7 b8 b9 c5 d5"
    assert not may("D b5, K e5, A i6", "b5-f5")


def test_clause_2_a_piece_beside_the_throne_can_leave_across_it():
    assert reach("A d5 c5 d6 d4, K h8", "d5") == "f5 g5 h5 i5"


def test_clause_3_the_throne_is_one_of_the_kings_three_cells():
    assert reach("K c5, A i6", "c5") == "a5 b5 c2 c3 c4 c6 c7 c8 d5 e5 f5"


def test_clause_3_the_king_may_return_to_the_throne():
    match = Match(GAME, {}, "9/9/9/8a/4k4/9/9/9/9 d")
    for move in ("e5-e6", "i6-i7", "e6-e5"):
        match.play(move)
    assert pieces_in(match.position_text)[0]["e5"] == "k"
