"""The rules of XII Scripta, clause by clause."""

from itertools import combinations_with_replacement, permutations, product

import pytest
from boards.scripta import GAME, after, at, legal, match

from ludoteka.core.dice import make_dice
from ludoteka.core.rules import CHANCE


def test_clause_1_there_are_thirty_six_points_and_no_man_on_them_at_first():
    names = [place.name for place in GAME.scene(match().state, []).places]
    assert [name for name in names if name.isdigit()] == [str(point) for point in range(1, 37)]
    assert match().position_text.count(":-") == 2


@pytest.mark.parametrize("pieces", range(1, 16))
def test_clause_1_a_match_is_made_with_one_to_fifteen_men(pieces):
    assert match(pieces=pieces).position_text == f"y:{pieces}/0/0:- g:{pieces}/0/0:- y -"


def test_clause_2_yellow_begins_and_the_turns_alternate():
    played, throwers = match(), []
    for action in ("r111", "pass", "r111", "pass", "r111"):
        throwers.append(GAME.thrower(played.state) if played.seat == CHANCE else None)
        played.play(action)
    assert throwers == [0, None, 1, None, 0]


def test_clause_3_three_dice_fall_in_fifty_six_ways_that_count_as_216():
    thrown = match()
    faces = ["".join(throw) for throw in combinations_with_replacement("123456", 3)]
    assert thrown.legal_texts() == [f"r{throw}" for throw in faces]
    for action, throw in zip(thrown.legal(), faces, strict=True):
        assert GAME.rules.weight(thrown.state, action) == len(set(permutations(throw)))
    assert sum(GAME.rules.weight(thrown.state, action) for action in thrown.legal()) == 6**3


@pytest.mark.parametrize("drawn", list(product((1, 4, 6), repeat=3)))
def test_clause_3_a_throw_is_written_from_the_lowest_die_to_the_highest(drawn):
    faces = iter(drawn)
    action = GAME.throw(match().state, lambda seat, sides: next(faces))
    assert GAME.texts.action_text(match().state, action) == "r" + "".join(map(str, sorted(drawn)))


@pytest.mark.parametrize(("turn", "seat"), [("y", 0), ("g", 1)])
def test_clause_3_the_three_dice_are_drawn_for_the_seat_whose_turn_it_is(turn, seat):
    drawn = []
    GAME.throw(match(at(turn=turn)).state, lambda seat, faces: drawn.append((seat, faces)) or 1)
    assert drawn == [(seat, 6)] * 3


def test_clause_3_a_bag_gives_a_seat_every_face_ten_times_in_twenty_throws():
    bag, state, faces = make_dice("bag", b"seed"), match(dice="bag").state, []
    for _ in range(20):
        faces += GAME.texts.action_text(state, GAME.throw(state, bag.throw))[1:]
    assert sorted(faces) == sorted("123456" * 10)


def test_clause_4_each_die_is_used_once_and_equal_dice_offer_each_action_once():
    position = at("10", dice="333", off=(14, 0))
    assert legal(position) == ["10/13", "pass"]
    assert legal(position, "10/13", "13/16") == ["16/19", "pass"]
    assert after(position, "10/13", "13/16", "16/19").endswith("g -")


def test_clause_4_the_dice_are_used_in_any_order_by_any_men():
    for order in permutations(("1/2", "10/13", "20/25")):
        assert after(at("1,10,20", dice="135"), *order) == at("2,13,25", turn="g")


def test_clause_4_the_turn_ends_by_itself_with_the_last_die():
    position = at("10", dice="26")
    assert match(position, "10/12").letter(match(position, "10/12").seat) == "y"
    assert after(position, "10/12", "12/18") == at("18", turn="g")


def test_clause_5_waiting_men_enter_on_the_point_of_the_die():
    assert legal(at(dice="356")) == ["in/3", "in/5", "in/6", "pass"]


def test_clause_5_waiting_men_do_not_have_to_enter_first():
    assert legal(at("10", dice="2")) == ["10/12", "in/2", "pass"]


def test_clause_6_captured_men_enter_before_waiting_ones():
    assert after(at("10", dice="245", captured=(2, 0)), "in/2", "in/4") == at("2,4,10", dice="5")


def test_clause_6_while_a_man_is_captured_only_captured_men_can_move():
    position = at("10,31", dice="256", captured=(2, 0), pieces=4)
    assert legal(position, pieces=4) == ["in/2", "in/5", "in/6", "pass"]
    assert legal(position, "in/2", pieces=4) == ["in/5", "in/6", "pass"]
    assert "10/16" in legal(position, "in/2", "in/5", pieces=4)


def test_clause_7_a_man_goes_forward_by_the_points_of_the_die_around_both_bends():
    assert after(at("12", dice="14"), "12/16") == at("16", dice="1")
    assert after(at("24", dice="14"), "24/25") == at("25", dice="4")


def test_clause_7_men_never_go_past_the_last_point():
    assert legal(at("30,34", dice="356")) == ["30/33", "30/35", "30/36", "in/3", "in/5", "in/6", "pass"]


def test_clause_7_men_of_one_colour_stand_together_without_limit():
    assert after(at("10,13*14", dice="3"), "10/13") == at("13*15", turn="g")


def test_clause_8_two_enemies_hold_a_point_and_can_be_passed_over():
    assert legal(at("10", "12*2,13*9", "256", off=(14, 0))) == ["10/15", "10/16", "pass"]


def test_clause_8_green_holds_points_in_the_same_way():
    assert legal(at("12*2", "10", "25", "g", off=(0, 14))) == ["10/15", "pass"]


@pytest.mark.parametrize("turn", "yg")
def test_clause_9_a_single_enemy_is_captured_and_must_enter_again(turn):
    men, caught = ("10", "12"), {"y": ("12", "-"), "g": ("-", "12")}[turn]
    yellow, green = men if turn == "y" else men[::-1]
    captured = (0, 1) if turn == "y" else (1, 0)
    assert after(at(yellow, green, "26", turn), "10/12") == at(*caught, "6", turn, captured)


def test_clause_9_a_man_can_capture_with_each_die():
    position = at("10", "12,15,21", "236")
    assert after(position, "10/12", "12/15", "15/21") == at("21", turn="g", captured=(0, 3))


def test_clause_9_men_at_home_are_captured_too_and_must_enter_before_other_men_move():
    position = at("31*2,34", "30", "444", "g", off=(12, 0))
    assert after(position, "30/34") == at("31*2", "34", "44", "g", (1, 0), (12, 0))
    assert legal(at("31*2", "34", "146", "y", (1, 0), (12, 0))) == ["in/1", "in/4", "in/6", "pass"]


@pytest.mark.parametrize(("point", "die"), [(31, 6), (32, 5), (33, 4), (34, 3), (35, 2), (36, 1)])
def test_clause_10_men_are_borne_off_by_the_number_of_their_point(point, die):
    position = at(f"{point}*2", dice=str(die), off=(13, 0))
    assert f"{point}/off" in legal(position)
    assert after(position, f"{point}/off") == at(f"{point}", turn="g", off=(14, 0))


def test_clause_10_a_higher_die_bears_no_man_off():
    assert legal(at("34*3", dice="456", off=(12, 0))) == ["pass"]


@pytest.mark.parametrize(
    "position",
    [
        at("33*14", dice="4"),
        at("33*14", dice="4", captured=(1, 0)),
        at("30,33*14", dice="4"),
        at("1,33*2", dice="4", off=(12, 0)),
    ],
    ids=["a man waits", "a man is captured", "a man has a step to go", "a man is at the start"],
)
def test_clause_10_no_man_is_borne_off_before_all_are_home(position):
    assert "33/off" not in legal(position)


def test_clause_10_whether_all_men_are_home_is_checked_before_each_die():
    position = at("30,33*14", dice="14")
    assert "33/off" not in legal(position)
    assert "33/off" in legal(position, "30/31")


def test_clause_10_enemies_on_the_home_points_do_not_prevent_bearing_off():
    assert "33/off" in legal(at("33*14", "31*2,36*4", "4", off=(1, 0)))


def test_clause_11_passing_is_always_allowed_and_gives_up_the_dice():
    assert "pass" in legal(at("10", dice="256"))
    assert after(at("10", dice="256"), "10/12", "pass") == at("12", turn="g")


def test_clause_11_with_the_option_must_move_a_player_passes_only_without_a_usable_die():
    assert legal(at("10", dice="25"), must_move=True) == ["10/12", "10/15", "in/2", "in/5"]
    assert legal(at("36*15", dice="25"), must_move=True) == ["pass"]
    assert after(at("36*15", dice="25"), "pass", must_move=True) == at("36*15", turn="g")


def test_clause_11_with_the_option_must_move_a_single_usable_die_must_be_used():
    position = at("10", "12*2", "25", off=(14, 0))
    assert legal(position, must_move=True) == ["10/15"]


@pytest.mark.parametrize(("turn", "returns"), [("y", {"y": 1, "g": -1}), ("g", {"y": -1, "g": 1})])
def test_clause_12_bearing_off_the_last_man_wins_at_once(turn, returns):
    over = match(_last(turn), "36/off")
    assert over.returns() == returns
    assert over.position_text.endswith(f"{turn} 12")


def _last(turn):
    return at("36", "-", "112", "y", off=(14, 0)) if turn == "y" else at("-", "36", "112", "g", off=(0, 14))


def test_clause_12_the_short_game_is_won_with_three_men():
    over = match(at("36", "1", "1", off=(2, 0), pieces=3), "36/off", pieces=3)
    assert over.returns() == {"y": 1, "g": -1}
    assert over.position_text == "y:0/0/3:- g:2/0/0:1 y -"
