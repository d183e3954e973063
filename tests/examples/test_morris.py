"""Nine Men's Morris: its rules, clause by clause, and its known perft counts."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive.morris import counted, outcomes, placed, winner

from ludoteka.commands.perft import count_sequences as perft
from ludoteka.core.game import Narration
from ludoteka.core.match import Match
from ludoteka.core.message import Refused
from ludoteka.games import games
from ludoteka.players.levels import highest_level
from ludoteka.search.search import Limits, Root
from ludoteka.search.searches import search_of

GAME = games()["morris"]
ROWS = "a7 d7 g7", "b6 d6 f6", "c5 d5 e5", "a4 b4 c4 e4 f4 g4", "c3 d3 e3", "b2 d2 f2", "a1 d1 g1"
POINTS = " ".join(ROWS).split()
PLIES = 150
COUNTS = [(1, 24), (2, 552), (3, 12144), (4, 255024), (5, 5140800)]  # depth, sequences of actions


def at(white, black, hands=(0, 0), turn="w", winner=-1):
    board = ["1" if point in white.split() else "2" if point in black.split() else "0" for point in POINTS]
    text = f"board={','.join(board)} hands={hands[0]},{hands[1]} turn={'wb'.index(turn)} winner={winner}"
    return Match(GAME, {}, text)


def men(match):
    """The points on which White's men stand, and those of Black's men."""
    board = dict(zip(POINTS, match.state.board, strict=True))
    return tuple({point for point, man in board.items() if man == seat} for seat in (1, 2))


def after(match, action):
    match.play(action)
    return men(match)


def refusal(match, text):
    with pytest.raises(Refused) as refused:
        match.find(tuple(text.split("-")))
    return refused.value.code, refused.value.places


def beginning(match, *picks):
    return [text for text in match.legal_texts() if text.split("-")[: len(picks)] == list(picks)]


def test_clause_1_white_begins_on_an_empty_board_with_nine_men_each():
    match = Match(GAME)
    assert match.letter(match.seat) == "w"
    assert men(match) == (set(), set())
    assert match.state.hands == [9, 9]
    match.play("d2")
    assert match.letter(match.seat) == "b"


def test_clause_2_a_man_from_the_hand_goes_to_any_free_point():
    assert at("d2", "f4", (8, 8)).legal_texts() == sorted(set(POINTS) - {"d2", "f4"})


def test_clause_2_men_on_the_board_cannot_move_while_their_player_has_men_in_the_hand():
    assert refusal(at("d2", "f4", (8, 8)), "d2-d3") == ("not-free", ("d2",))


def test_clause_3_a_man_goes_along_a_line_to_the_next_point():
    match = at("d2 a7 g7 c5", "f4 b2 e3 a1")
    assert beginning(match, "d2") == ["d2-d1", "d2-d3", "d2-f2"]
    assert refusal(match, "d2-d5") == ("too-far", ("d2", "d5"))
    assert refusal(match, "d2-b2") == ("not-free", ("b2",))


def test_clause_3_no_line_leads_across_the_middle():
    assert refusal(at("d3 a7 g7 f6", "f4 b2 e4 a1"), "d3-d5") == ("too-far", ("d3", "d5"))


def test_clause_4_three_men_fly():
    assert len(beginning(at("d2 a7 g1", "f4 b2 e3 a1"), "d2")) == 24 - 7


def test_clause_4_three_men_do_not_fly_while_more_men_are_in_the_hand_and_four_men_never_fly():
    assert refusal(at("d2 a7 g1", "f4 b2 e3 a1", (1, 1)), "d2-g4")[0] == "not-free"
    assert refusal(at("d2 a7 g1 c4", "f4 b2 e3 a1"), "d2-g4")[0] == "too-far"


def test_clause_5_a_player_who_closes_a_mill_takes_a_man_in_the_same_turn():
    match = at("a7 d7 g4 c3", "f4 b2 e3 a1")
    assert beginning(match, "g4", "g7") == [f"g4-g7-{point}" for point in ("a1", "b2", "e3", "f4")]
    assert after(match, "g4-g7-e3") == ({"a7", "d7", "g7", "c3"}, {"f4", "b2", "a1"})
    assert match.letter(match.seat) == "b"


def test_clause_5_a_man_can_be_taken_while_men_are_placed():
    assert after(at("a7 d7", "f4 b2", (7, 7)), "g7-b2") == ({"a7", "d7", "g7"}, {"f4"})


def test_clause_5_a_mill_is_not_closed_by_the_man_that_leaves_it():
    assert at("a7 d7 g7 c3", "f4 b2 e3 a1").check("g7-g4")


def test_clause_5_two_mills_at_once_take_one_man():
    match = at("a7 g7 d5 d6 c3 f2", "f4 b2 e3 a1", (1, 1))
    assert beginning(match, "d7") == [f"d7-{point}" for point in ("a1", "b2", "e3", "f4")]
    assert refusal(match, "d7-a1-b2") == ("too-much", ("d7", "a1", "b2"))


def test_clause_5_without_a_mill_nothing_is_taken():
    assert refusal(at("a7 d7", "f4 b2", (7, 7)), "g4-b2") == ("no-mill", ("g4",))


def test_clause_5_closing_a_mill_without_naming_a_man_to_take_is_not_an_action():
    assert refusal(at("a7 d7", "f4 b2", (7, 7)), "g7") == ("bad-text", ())


@pytest.mark.parametrize("taken", ["a7", "c4"])
def test_clause_5_only_the_enemys_men_are_taken(taken):
    assert refusal(at("a7 d7", "f4 b2", (7, 7)), f"g7-{taken}") == ("nothing-to-take", (taken,))


def test_clause_6_men_in_a_mill_are_safe_while_there_are_men_outside_mills():
    match = at("a7 d7", "b2 d2 f2 a1", (5, 5))
    assert beginning(match, "g7") == ["g7-a1"]
    assert refusal(match, "g7-d2") == ("safe", ("d2",))


def test_clause_6_if_all_men_are_in_mills_any_man_can_be_taken():
    assert beginning(at("a7 d7", "b2 d2 f2", (6, 6)), "g7") == ["g7-b2", "g7-d2", "g7-f2"]


def test_clause_7_a_player_with_two_men_has_lost():
    match = at("a7 d7 g4 c3", "f4 b2 a1")
    match.play("g4-g7-b2")
    assert match.returns() == {"w": 1, "b": -1}


def test_clause_7_men_in_the_hand_count():
    match = at("a7 d7 g4 c3", "f4 b2", (2, 2))
    match.play("g7-b2")
    assert match.returns() is None


def test_clause_7_a_player_who_cannot_move_has_lost():
    match = at("a4 d2 d7 g4", "a1 a7 g1 g7")
    match.play("d2-d1")
    assert match.returns() == {"w": 1, "b": -1}
    assert refusal(match, "a1-d1")[0] == "game-over"


def test_clause_8_the_third_repetition_is_a_draw():
    match = at("a7 g7 c3 d5", "a1 g1 d3 e5")
    for action in ("a7-a4", "a1-d1", "a4-a7", "d1-a1") * 2:
        match.play(action)
    assert match.draw_reason == "repetition"
    assert match.returns() == {"w": 0, "b": 0}


def test_each_pick_is_prompted():
    match = at("a7 d7", "f4 b2", (7, 7))
    assert {picks: one.text for picks, one in match.scene().prompts.items()} == {
        (): "Place a man",
        ("g7",): "Take one of Black's men",
    }
    prompts = at("f4 b2 e3 a1", "a7 d7 g4 c3", turn="b").scene().prompts
    assert prompts["g4", "g7"].text == "Take one of White's men"
    assert prompts["c3",].text == "Pick where it goes"
    assert prompts[()].text == "Move a man"


def said(match):
    return [" ".join(map(english, sentences)) for sentences in GAME.describe_log(match.log(), 0, Narration())]


def english(message):
    return message.text.format_map({name: getattr(one, "text", one) for name, one in message.values.items()})


def test_placing_moving_and_taking_men_is_described_in_sentences():
    match = at("a7 d7 g4 c3", "f4 b2 e3 a1 d1")
    for action in ("g4-g7-e3", "f4-g4", "d7-d6"):
        match.play(action)
    assert said(match) == [
        "White moves from g4 to g7. White takes the man on e3.",
        "Black moves from f4 to g4.",
        "White moves from d7 to d6.",
    ]
    match = at("a7 d7", "f4 b2", (7, 7))
    match.play("g7-f4")
    match.play("f4")
    assert said(match) == ["White places a man on g7. White takes the man on f4.", "Black places a man on f4."]


@pytest.mark.parametrize(
    "field",
    ["board=3", "hands=10,9", "hands=-1,9", "turn=2", "turn=-1", "winner=0"],
)
def test_an_impossible_position_is_refused(field):
    name, _, value = field.partition("=")
    fields = dict(pair.split("=") for pair in Match(GAME).position_text.split())
    fields[name] = value + fields[name][1:] if name == "board" else value
    with pytest.raises(Refused) as refused:
        Match(GAME, {}, " ".join(f"{one}={values}" for one, values in fields.items()))
    assert refused.value.code == "bad-position"


@pytest.mark.parametrize(("depth", "count"), COUNTS)
def test_the_rules_have_the_known_perft_counts(depth, count):
    assert perft("morris", depth) == count


@pytest.mark.parametrize(("depth", "count"), COUNTS[:4])
def test_the_naive_implementation_has_the_known_perft_counts(depth, count):
    assert counted(depth, {}, {"w": 9, "b": 9}, "w", {}) == count


@given(seed=st.integers(0, 2**32))
@settings(max_examples=50, deadline=None)
def test_random_games_agree_with_the_naive_implementation(seed):
    chance, match = Random(seed), Match(GAME, {"repetition": "off"})
    here, hands, side = {}, {"w": 9, "b": 9}, "w"
    for _ in range(PLIES):
        assert dict(zip(("w", "b"), match.state.hands, strict=True)) == hands
        won = winner(here, hands, side)
        assert match.returns() == (won and {one: 1 if one == won else -1 for one in "wb"})
        if won:
            break
        known = dict(outcomes(here, hands, side))
        assert match.legal_texts() == sorted(known)
        action = chance.choice(match.legal_texts())
        match.play(action)
        here, hands, side = known[action], placed(hands, side), "b" if side == "w" else "w"
        assert men(match) == tuple({point for point, owner in here.items() if owner == one} for one in "wb")


def chosen(match):
    """The best action by a search of three plies."""
    limits = Limits(3, 1_000_000)
    return match.text_of(search_of(GAME, is_compiled=False).best(Root(match.state, match.legal()), limits))


def test_the_computer_has_all_ten_levels():
    assert highest_level(GAME) == 10


def test_the_computer_closes_its_own_mill_and_blocks_a_mill_of_the_enemy():
    assert chosen(at("a7 d7 c3", "f4 b2 e3", (6, 6))).startswith("g7-")
    assert chosen(at("a7 c3 f6", "b2 d2 e5", (6, 6))) == "f2"


def test_the_computer_goes_for_the_win():
    assert chosen(at("a7 d7 g4 c3", "f4 b2 a1")).startswith("g4-g7-")
    assert chosen(at("a4 d2 d7 g4", "a1 a7 g1 g7")) == "d2-d1"


def test_the_evaluations_for_both_seats_sum_to_zero():
    match = Match(GAME)
    assert GAME.evaluation.evaluate(match.state, 0) == 0
    match = at("a7 d7 g7 c3", "f4 b2 e3 a1")
    assert GAME.evaluation.evaluate(match.state, 0) == -GAME.evaluation.evaluate(match.state, 1) > 0
