"""Things: picking up, choosing, dropping and taking, lantern and trumpet (clauses 13–15)."""

from boards.labyrinth import Play


def test_all_things_that_are_not_unique_are_picked_up_on_arrival_and_listed_alphabetically():
    play = Play("P A3", items="a1 key, B3 vest, B3 cartridge 2, B3 purse 7, B3 compass, B3 trumpet, B3 lantern")
    told = "found:cartridge found:cartridge found:compass found:lantern found:purse:7 found:trumpet found:vest"
    assert play("south") == f"passed {told}"
    assert (play.player("P")["cash"], play.floor("B3")) == ("17", {})


def test_a_single_unique_thing_is_picked_up_by_a_player_who_carries_none():
    play = Play("P A3", items="a1 key, B3 vest, B3 idol, B3 cartridge")
    assert play("south") == "passed found:cartridge found:idol found:vest"


def test_a_false_key_is_called_a_key_and_opens_nothing():
    play = Play("P B2, Q A1", items="a1 key, B3 false-key")
    assert play("east") == "passed found:key"
    play("end", "stay")
    assert play.legal[:1] == ["drop:key"]
    assert play("east") == "wall"
    assert play.player("P")["items"] == {"false-key": 1}


def test_two_unique_things_stay_on_the_floor_even_for_a_player_who_carries_none():
    play = Play("P A3, Q A1", items="a1 key, B3 key, B3 idol, B3 vest")
    assert play("south") == "passed found:vest choice lies:idol lies:key"
    play("end", "stay")
    assert play.legal == ["choose:idol", "choose:key", "choose:none"]
    assert play("choose:none") == "chosen"
    assert play.player("P")["items"] == {"vest": 1}
    assert play("take:idol") == "took:idol", "afterwards, taking is free again"
    assert play.refused("take:key") == "second-unique"


def test_each_unique_thing_on_the_floor_is_named():
    play = Play("P A3", items="a1 key, B3 key, B3 idol 2, B3 false-key")
    assert play("south") == "passed choice lies:idol lies:idol lies:key lies:key"


def test_in_the_turn_of_arrival_everything_can_be_done_except_taking_a_unique_thing():
    play = Play("P A3, Q A1", items="a1 key, B3 key, B3 idol, B3 vest")
    play("south")
    assert play.refused("take:key") == "choice-pending"
    assert play.refused("take:vest") == "not-here"
    assert play("drop:vest") == "dropped:vest"
    assert play("take:vest") == "took:vest"
    assert play.refused("choose:key") == "no-choice"


def test_another_player_may_take_the_things_before_the_choice():
    play = Play("P a2, Q a2", items="a1 key, a2 idol")
    play("take:idol", "west", "end")
    assert play("west") == "passed met found:key"
    assert play("end") == "nothing-to-choose"
    assert play.refused("choose:none") == "no-choice"
    assert play("drop:idol") == "dropped:idol"


def test_the_last_action_before_a_turn_announces_that_nothing_is_left_to_choose():
    play = Play("P a2, Q a2, R A1", items="a1 key, a2 idol")
    play("take:idol", "west", "end", "west", "end")
    assert play("stay") == "nothing-to-choose"


def test_the_choice_is_between_the_things_that_lie_there_when_it_is_made():
    play = Play("P a2, Q a1", items="a1 key, a2 idol, a1 idol")
    play("take:idol", "west", "end", "take:idol", "stay", "drop:idol", "take:key", "end")
    assert play.legal == ["choose:idol", "choose:none"]
    assert play.refused("choose:key") == "not-here"
    assert play.refused("choose:vest") == "not-here"
    assert play("choose:idol") == "chosen"
    assert play.player("P")["items"] == {"idol": 1}
    assert play.floor("a1") == {"idol": 1}


def test_of_equal_things_the_oldest_is_taken():
    play = Play("P B3, Q A1", items="a1 key, B3 false-key, B3 key 2")
    for item in ("false-key", "key", "key", "false-key"):
        play("take:key")
        assert play.player("P")["items"] == {item: 1}
        play("drop:key")


def test_choosing_takes_the_oldest_thing_and_puts_down_the_carried_one_as_the_newest():
    play = Play("P A3, Q A1", items="a1 key, B3 false-key, B3 key, A3 key", objects=())
    play("take:key", "south", "end", "stay", "choose:key")
    assert play.player("P")["items"] == {"false-key": 1}
    assert play.floor("B3") == {"key": 2}
    play("drop:key")
    for item in ("key", "key", "false-key"):
        play("take:key")
        assert play.player("P")["items"] == {item: 1}
        play("drop:key")


def test_dropped_things_wait_for_the_next_arrival():
    play = Play("P B3, Q A3, R B3", items="a1 key, B3 vest", objects=())
    play("take:vest", "stay", "drop:vest", "end")
    assert play.floor("B3") == {"vest": 1}
    assert play("south") == "passed met found:vest"
    assert play.player("R")["items"] == {}


def test_things_are_dropped_and_taken_one_at_a_time():
    play = Play("P B3, Q A1", items="a1 key, B3 cartridge 3")
    assert play("take:cartridge") == "took:cartridge"
    assert (play.player("P")["items"], play.floor("B3")) == ({"cartridge": 1}, {"cartridge": 2})
    assert play("drop:cartridge") == "dropped:cartridge"
    assert play.refused("drop:cartridge") == "not-carried"


def test_a_whole_purse_becomes_cash_at_once():
    play = Play("P B3, Q A1", items="a1 key, B3 purse 3, B3 purse 4")
    assert play.floor("B3") == {"purse": "7"}
    assert play("take:purse") == "took:purse:7"
    assert (play.player("P")["cash"], play.floor("B3")) == ("17", {})
    assert play.refused("drop:purse") == "not-carried"


def test_a_killed_player_without_cash_leaves_no_purse():
    play = Play("P B2, Q B2", items="a1 key, B2 cartridge 2")
    play("take:cartridge", "stay", "end", "deposit:10", "stay", "end", "shoot:south")
    assert play.floor("B2") == {"cartridge": 1}


def test_the_lantern_shows_the_four_sides_any_number_of_times():
    play = Play("P A3, Q B3", items="a1 key, A3 lantern")
    assert play.refused("use:lantern") == "not-carried"
    play("take:lantern")
    for _ in range(2):
        assert play("use:lantern") == "north:wall south:passage west:passage east:wall"


def test_a_lantern_shows_exits_as_walls_even_to_a_player_with_the_key():
    play = Play("P B3", items="a1 key, B3 lantern, B3 key")
    play("take:lantern", "take:key")
    assert play("use:lantern") == "north:wall south:wall west:passage east:wall"


def test_the_trumpet_reports_only_on_passable_sides():
    play = Play("P B2, Q B3, R A2", items="a1 key, B2 trumpet")
    play("take:trumpet")
    assert play("use:trumpet") == "north:somebody west:nobody east:somebody"


def test_lantern_and_trumpet_do_not_look_up_and_down():
    play = Play("P A2, Q a2", items="a1 key, A2 trumpet, A2 lantern")
    play("take:trumpet", "take:lantern")
    assert play("use:trumpet") == "south:nobody east:nobody"
    assert play("use:lantern") == "north:wall south:passage west:wall east:passage"


def test_a_trumpet_does_not_notice_players_who_are_out():
    play = Play("P B2, Q B3", items="a1 key, B2 trumpet, B2 cartridge")
    play("take:trumpet", "take:cartridge", "shoot:east")
    assert play("use:trumpet") == "north:nobody west:nobody east:nobody"
