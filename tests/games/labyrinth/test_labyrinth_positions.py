"""Positions that show how the rules of Labyrinth are to be read, in the maze of the rules page."""

from boards.labyrinth import GAME, Play

KEY = "a1 key, B3 key"  # a second key, which a player takes at the start


def test_a1_east_is_a_wall_and_the_turn_is_spent():
    play = Play("P A1, Q B3")
    assert play("east") == "wall"
    assert (play.at("P"), play.player("P")["balance"], play.to_act) == ("A1", "10.05", "Q")


def test_a3_south_is_passed_and_b3_north_a_wall():
    play = Play("P A3, Q B3")
    assert play("south") == "passed met"
    assert play("north") == "wall"
    assert play.at("P") == play.at("Q") == "B3"


def test_a2_down_is_a_wall():
    play = Play("P A2")
    assert play("down") == "wall"
    assert play.player("P")["balance"] == "10.05"


def test_only_on_a_ladder_up_and_down_are_offered():
    play = Play("P A3")
    for way, offered in (("west", {"up", "down"}), ("east", set())):
        play(way)
        seen = play.match.seen()
        texts = {GAME.texts.action_text(seen, action) for action in GAME.attempts.offers(seen)}
        assert texts & {"up", "down"} == offered


def test_a1_up_is_refused_and_nothing_is_spent():
    play = Play("P A1, Q B3")
    assert play.refused("up") == "no-ladder"
    assert (play.to_act, play.player("P")["balance"]) == ("P", "10")


def test_without_the_key_the_exits_are_walls():
    assert Play("P B3")("east") == "wall"
    assert Play("P a2")("up") == "wall"


def test_a_player_with_the_key_goes_out_and_wins():
    door = Play("P B3, Q A1", items=KEY)
    assert door("take:key", "east") == "out"
    assert door.match.returns() == {"P": 1, "Q": -1}
    hatch = Play("P a2, Q A1", items="a1 key, a2 key")
    assert hatch("take:key", "up") == "out"
    assert hatch.match.returns() == {"P": 1, "Q": -1}


def test_b2_south_is_a_wall_even_with_the_key():
    assert Play("P B2", items="a1 key, B2 key")("take:key", "south") == "wall"


def test_a_bullet_kills_and_everything_that_the_player_carried_stays_on_the_cell():
    play = Play("P B1, Q B3", items="a1 key, B1 cartridge 1, B3 trumpet, B3 cartridge 2")
    play("take:cartridge", "stay", "end", "take:trumpet", "take:cartridge", "take:cartridge", "stay", "end")
    assert play("shoot:east") == "killed:Q"
    assert play.floor("B3") == {"cartridge": 2, "purse": "10", "trumpet": 1}
    assert play.player("Q") == {"at": None, "balance": "0", "cash": "0", "items": {}, "skip": False, "state": "dead"}
    assert play("east") == "passed bank"


def test_a_vest_protects_once():
    play = Play("P B1, Q B3", items="a1 key, B1 cartridge 2, B3 vest")
    play("take:cartridge", "take:cartridge", "stay", "end", "take:vest", "stay", "end")
    assert play("shoot:east") == "protected"
    assert play.player("Q")["items"] == {}
    assert play("shoot:east") == "killed:Q"


def test_a_player_on_the_shooters_cell_is_hit_even_by_a_shot_at_a_wall():
    play = Play("P B2, Q B2", items="a1 key, B2 cartridge")
    assert play("take:cartridge", "shoot:south") == "killed:Q"


def test_bullets_pass_a_one_way_wall_in_one_direction():
    down = Play("P A3, Q B3", items="a1 key, A3 cartridge")
    assert down("take:cartridge", "shoot:south") == "killed:Q"
    up = Play("P B3, Q A3", items="a1 key, B3 cartridge")
    assert up("take:cartridge", "shoot:north") == "missed"


def carry_the_idol_onto_the_key():
    play = Play("P a2, Q B3", items="a1 key, a1 cartridge 3, a2 idol")
    found = "found:cartridge found:cartridge found:cartridge"
    assert play("take:idol", "west") == f"passed {found} choice lies:key"
    return play


def test_a_player_who_carries_the_idol_onto_the_key_chooses_in_the_next_turn():
    play = carry_the_idol_onto_the_key()
    assert play.floor("a1") == {"key": 1}
    play("end", "stay")
    assert play.legal == ["choose:key", "choose:none"]
    for action in ("east", "drop:idol", "shoot:east", "end", "take:key"):
        assert play.refused(action) == "choice-pending"
    assert play("choose:key") == "chosen"
    assert play.floor("a1") == {"idol": 1}
    assert play.player("P")["items"] == {"cartridge": 3, "key": 1}


def test_a_player_shot_before_choosing_leaves_everything():
    play = Play("P a2, Q a2", items="a1 key, a1 cartridge 3, a2 idol, a2 cartridge")
    play("take:idol", "west", "end", "take:cartridge")
    assert play("shoot:west") == "killed:P"
    assert play.floor("a1") == {"cartridge": 3, "idol": 1, "key": 1, "purse": "10"}


def test_the_interest_of_three_turns_can_be_withdrawn_and_no_more():
    play = Play("P B2")
    for balance in ("10.05", "10.10025", "10.150751"):
        play("stay", "end")
        assert play.player("P")["balance"] == balance
    assert play.refused("withdraw:0.16") == "not-withdrawable"
    assert play("withdraw:0.15") == "withdrew:0.15"
    assert (play.player("P")["balance"], play.player("P")["cash"]) == ("10.000751", "10.15")
