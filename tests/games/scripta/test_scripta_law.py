"""The positions that every implementation of XII Scripta must get right."""

from boards.scripta import after, at, legal, match, refusal

START = "y:15/0/0:- g:15/0/0:- y -"


def test_a_match_starts_with_all_men_waiting_and_a_throw():
    assert match().position_text == START
    assert match().letter(match().seat) == "chance"


def test_with_dice_1_1_6_three_men_can_enter():
    assert legal(START, "r116") == ["in/1", "in/6", "pass"]
    assert after(START, "r116", "in/1", "in/1", "in/6") == at("1*2,6", turn="g")


def test_with_dice_1_2_3_one_man_can_use_all_three_dice():
    assert after(START, "r123", "in/1", "1/3", "3/6") == at("6", turn="g")
    assert match(START, "r123", "in/1", "1/3", "3/6").position_text == "y:14/0/0:6 g:15/0/0:- g -"


def test_two_enemies_hold_an_entry_point():
    assert refusal(at(green="4*2", dice="445"), "in/4") == ("point-held", ("4",))


def test_one_enemy_on_an_entry_point_is_captured():
    assert after(at(green="4", dice="445"), "in/4") == at("4", dice="45", captured=(0, 1))


def test_two_stacks_stop_a_man_whatever_the_order_of_the_dice():
    position = at("10", "13*2,14*2", "34", off=(14, 0))
    assert legal(position) == ["pass"]
    assert refusal(position, "10/13") == ("point-held", ("13",))
    assert refusal(position, "10/14") == ("point-held", ("14",))


def test_a_capture_on_the_way_clears_the_way():
    position = at("10", "13,14*2", "34", off=(14, 0))
    assert legal(position) == ["10/13", "pass"]
    assert legal(position, "10/13") == ["13/17", "pass"]
    assert after(position, "10/13", "13/17") == at("17", "14*2", turn="g", captured=(0, 1), off=(14, 0))


def test_a_captured_man_enters_first_and_then_any_man_can_move():
    position = at("9,20*10", "2*2,5", "255", captured=(1, 0))
    assert position.startswith("y:3/1/0:")
    assert legal(position) == ["in/5", "pass"]
    assert legal(position, "in/5") == ["20/22", "20/25", "5/10", "5/7", "9/11", "9/14", "in/5", "pass"]


def test_dice_that_are_too_high_do_not_move_men_on_the_last_point():
    assert legal(at("36*15", dice="456")) == ["pass"]


def test_a_die_may_move_a_man_at_home_or_bear_one_off_but_not_carry_a_man_past_the_end():
    position = at("31*3,35*12", dice="2")
    assert legal(position) == ["31/33", "35/off", "pass"]
    assert refusal(position, "35/37") == ("past-the-end", ("35",))


def test_fourteen_men_at_home_wait_for_the_last_man():
    position = at("30,31*7,36*7", dice="16")
    assert legal(position) == ["30/31", "30/36", "31/32", "pass"]
    assert refusal(position, "31/off") == ("not-all-home", ("30",))
    assert "31/off" in legal(position, "30/31")


def test_the_last_man_off_ends_the_game_though_dice_are_left():
    over = match(at("36", "3", "126", off=(14, 0)), "36/off")
    assert over.position_text == at("-", "3", "26", off=(15, 0))
    assert (over.legal_texts(), over.letter(over.seat), over.returns()) == ([], None, {"y": 1, "g": -1})
