"""Pits, rivers, swamps (clause 18) and meetings (clause 8)."""

from boards.labyrinth import Play

FIELD = """
+--+--+--+--+--+
|A1 A2 A3 A4 A5|
+  +  +  +  +vv+
|B1 B2 B3 B4 B5#
+--+--+--+--+--+
"""
RIVER = {"kind": "river", "course": ["A2", "A3", "A4", "A5"]}


def field(starts, *objects, items="", **options):
    return Play(starts, options, floors=(FIELD,), ladders=(), objects=objects, items=f"B3 key, {items}")


def test_a_pit_leads_to_the_next_pit_of_its_loop_at_once():
    pit = {"kind": "pit", "loop": ["A2", "B4", "B1"]}
    play = field("P A1, Q A2, R B4", pit, items="A2 vest, B4 lantern")
    assert play("east") == "passed pit met found:lantern"
    assert play.at("P") == "B4"
    assert field("P A4", pit)("south") == "passed pit"
    last = field("P A1", pit)
    assert last("south") == "passed pit"
    assert last.at("P") == "A2", "after the last pit of a loop comes the first"


def test_a_river_carries_two_cells_at_most_and_only_its_last_cell_counts():
    play = field("P A1, Q A2, R A3", RIVER, items="A2 vest, A3 vest, A4 lantern")
    assert play("east") == "passed river found:lantern"
    assert play.at("P") == "A4"


def test_a_river_stops_at_its_mouth():
    assert field("P B4", RIVER)("north") == "passed river mouth"
    play = field("P B3", RIVER)
    assert play("north") == "passed river mouth"
    assert play.at("P") == "A5"


def test_a_step_onto_the_mouth_carries_nobody():
    short = {"kind": "river", "course": ["A3", "A2"]}
    assert field("P A1", short)("east") == "passed mouth"


def test_every_step_onto_a_river_cell_carries_the_player_and_staying_there_does_not():
    play = field("P A2", RIVER)
    assert play("stay") == ""
    assert play.at("P") == "A2"
    assert play("east") == "passed river mouth"


def test_being_carried_back_to_the_same_cell_is_an_arrival():
    play = field("P A4, Q A4", RIVER, items="A4 vest")
    assert play("west") == "passed river mouth"
    back = field("P A3, Q A3", {"kind": "river", "course": ["A2", "A3"]}, items="A3 vest")
    assert back("west") == "passed river mouth met found:vest"
    assert back.at("P") == "A3"


def test_a_player_carried_back_to_a_cell_counts_as_its_newest_arrival():
    back = field("P A3, Q A3, R A1", {"kind": "river", "course": ["A2", "A3"]}, items="A1 cartridge")
    back("west", "stay", "take:cartridge")
    assert back("shoot:east") == "killed:Q"


def test_a_swamp_costs_the_next_turn_and_interest_is_paid():
    swamp = {"kind": "swamp", "at": "A2"}
    play = field("P A1, Q B5", swamp)
    assert play("east") == "passed swamp"
    assert play.player("P")["skip"] is True
    assert play("stay") == "skipped:P"
    assert (play.to_act, play.player("P")["skip"]) == ("Q", False)
    assert play.player("P")["balance"] == "10.10025"


def test_a_single_player_in_a_swamp_is_skipped_in_the_same_action():
    play = field("P A1", {"kind": "swamp", "at": "A2"})
    assert play("east") == "passed swamp skipped:P"
    assert (play.to_act, play.player("P")["balance"]) == ("P", "10.10025")


def test_all_players_stuck_in_swamps_are_skipped_in_order():
    swamps = [{"kind": "swamp", "at": at} for at in ("A2", "B2")]
    play = field("P A1, Q B1, R B5", *swamps)
    play("east", "east")
    assert play("stay") == "skipped:P skipped:Q"
    assert play.to_act == "R"


def test_staying_in_a_swamp_costs_no_further_turn():
    play = field("P A2, Q B5", {"kind": "swamp", "at": "A2"})
    play("stay")
    assert play.player("P")["skip"] is False


def test_a_pending_choice_waits_for_the_next_real_turn():
    swamp = {"kind": "swamp", "at": "A2"}
    play = field("P A1, Q B5", swamp, items="A2 idol, A2 key")
    assert play("east") == "passed swamp choice lies:idol lies:key"
    assert play("stay") == "skipped:P"
    play("stay")
    assert play.legal == ["choose:idol", "choose:key", "choose:none"]


def test_a_choice_is_void_if_nothing_is_left_after_a_skipped_turn():
    swamp = {"kind": "swamp", "at": "A2"}
    play = field("P A1, Q A3", swamp, items="A2 idol, A1 key")
    play("take:key", "east", "end")
    assert play("west") == "passed swamp met found:idol"
    assert play("end") == "skipped:P skipped:Q nothing-to-choose"


def test_a_meeting_is_announced_once_and_only_on_arrival():
    play = field("P A1, Q A2, R B2")
    assert play("east") == "passed met"
    assert play("stay") == ""
    assert play("north") == "passed met"


def test_a_ladder_is_announced_without_its_directions():
    play = Play("P A3, Q a2")
    assert play("west") == "passed ladder"
    assert play("stay") == ""
    assert play("up") == "passed ladder met"


def test_the_bank_is_announced():
    assert Play("P B3")("west") == "passed bank"


def test_a_mirror_is_announced():
    assert field("P A1", {"kind": "mirror", "at": "A2", "face": "/"})("east") == "passed mirror"
