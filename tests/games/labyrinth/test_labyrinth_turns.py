"""A turn: choice, free actions, one move, free actions again, end."""

from boards.labyrinth import Play


def test_free_actions_come_in_any_order_before_the_move():
    play = Play("P B2, Q A1", items="a1 key, B2 cartridge, B2 lantern")
    play("take:lantern", "deposit:1", "take:cartridge", "use:lantern", "shoot:south", "withdraw:1", "drop:lantern")
    assert play.to_act == "P"
    assert play("stay", "take:lantern", "end") == ""
    assert play.to_act == "Q"


def test_a_turn_in_which_nothing_else_can_be_done_ends_by_itself():
    play = Play("P A1, Q B3")
    play("stay")
    assert play.to_act == "Q"


def test_a_turn_in_which_something_can_still_be_done_does_not_end_by_itself():
    play = Play("P A1, Q B3", items="a1 key, A1 cartridge")
    play("stay")
    assert (play.to_act, play.legal) == ("P", ["end", "take:cartridge"])
    play("end")
    assert play.to_act == "Q"


def test_a_turn_goes_on_while_money_can_be_withdrawn_or_a_thing_dropped():
    play = Play("P B2, Q A1")
    assert play("stay", "deposit:10") == "deposited:10"
    assert play.to_act == "P", "what is in the account can be withdrawn again"
    shop = Play("P B1, Q A1", objects=[{"kind": "shop", "at": "B1", "goods": {"key": 10}}])
    shop("stay", "buy:key")
    assert shop.to_act == "P", "the key can be dropped"


def test_a_turn_has_one_move_and_no_shot_after_it():
    play = Play("P B2, Q A1", items="a1 key, B2 cartridge")
    assert play.refused("end") == "move-first"
    play("take:cartridge", "stay")
    assert play.refused("north") == "already-moved"
    assert play.refused("stay") == "already-moved"
    assert play.refused("shoot:south") == "shot-after-move"


def test_free_actions_remain_possible_after_walking_into_a_wall():
    play = Play("P B2, Q A1")
    play("south")
    assert play.legal == ["deposit", "end"]


def test_staying_has_no_answer_and_is_not_an_arrival():
    play = Play("P A2, Q B3", items="a1 key, A2 vest")
    assert play("stay", "end") == ""
    assert play.floor("A2") == {"vest": 1}


def test_walking_into_a_wall_is_not_an_arrival():
    play = Play("P A1, Q A1", items="a1 key, A1 vest")
    assert play("east") == "wall"
    assert play.floor("A1") == {"vest": 1}


def test_up_and_down_are_legal_on_ladders_only():
    assert {"up", "down"} <= set(Play("P A2").legal)
    assert not {"up", "down"} & set(Play("P A1").legal)


def test_the_legal_moves_do_not_reveal_walls():
    assert Play("P A1").legal == Play("P A3").legal == ["east", "north", "south", "stay", "west"]


def test_the_legal_actions_list_deposit_and_withdraw_without_amounts():
    play = Play("P B2")
    assert play.legal == ["deposit", "east", "north", "south", "stay", "west"]
    play("stay", "end")
    assert "withdraw" in play.legal
    assert play.refused("withdraw") == play.refused("deposit") == "bad-text"


def test_interest_is_paid_at_the_end_of_a_players_own_turn():
    play = Play("P B2, Q A1")
    play("stay")
    assert play.player("P")["balance"] == "10"
    play("end")
    assert (play.player("P")["balance"], play.player("Q")["balance"]) == ("10.05", "10")


def test_when_the_match_is_over_nothing_is_legal():
    play = Play("P B3, Q A1", items="a1 key, B3 key")
    play("take:key", "east")
    assert (play.to_act, play.legal) == (None, [])
    assert play.refused("stay") == "game-over"


def test_the_winner_keeps_everything_and_gets_no_interest():
    play = Play("P B3, Q A1", items="a1 key, B3 key, B3 vest")
    play("take:vest", "take:key", "east")
    assert play.player("P") == {
        "at": None,
        "balance": "10",
        "cash": "10",
        "items": {"key": 1, "vest": 1},
        "skip": False,
        "state": "out",
    }
