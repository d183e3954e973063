"""Joining and leaving, and how a match ends (clauses 7–9)."""

import pytest
from boards.labyrinth import GAME, Play, house

from ludoteka.core.dice import FairDice
from ludoteka.core.match import Match
from ludoteka.core.message import Refused
from ludoteka.core.rules import CHANCE

EMPTY = ["0,0,0", "2,0,0", "2,1,0"]  # A1, A3, B3


def hidden(players, **options):
    """A match whose players are placed at random."""
    return Match(GAME, {"scenario": house(), "players": players, **options})


def answered(match, action):
    match.play(action)
    return list(match.log_entries[-1].answers)


def refused(match, action):
    with pytest.raises(Refused) as caught:
        match.play(action)
    return caught.value.code


def test_players_are_placed_one_after_another_on_empty_cells():
    match = hidden(["P", "Q"])
    assert match.letter(match.seat) == "chance"
    assert match.legal_texts() == [f"join:P@{place}" for place in EMPTY]
    assert answered(match, "join:P@2,0,0") == []
    assert match.legal_texts() == ["join:Q@0,0,0", "join:Q@2,1,0"]
    match.play("join:Q@0,0,0")
    assert match.letter(match.seat) == "P"
    assert match.log(0)[0].text == "join:P", "nobody hears where P starts"
    assert match.log_entries[0].seat == "chance"


def test_while_players_are_placed_nobody_joins_and_nobody_acts():
    match = hidden(["P", "Q"])
    assert refused(match, "join:Q@0,0,0") == "not-your-turn"
    assert refused(match, "north") == "not-your-turn"
    for place in ("1,0,0", "0,1,0", "0,0,1", "5,5,5"):
        assert refused(match, f"join:P@{place}") == "not-here"


def test_a_throw_places_a_player_by_chance():
    dice = FairDice(b"a seed")
    places = set()
    for _ in range(50):
        match = hidden(["P"])
        action = GAME.throw(match.state, dice.throw)
        places.add(GAME.texts.action_text(match.seen(), action))
    assert places == {f"join:P@{place}" for place in EMPTY}


def test_a_late_player_joins_between_turns_and_is_last_in_the_order():
    play = Play("P B3, Q B3", {"players": ["P", "L", "Q"], "late": ["L"]})
    assert "L" not in play.truth["players"]
    play("stay", "join:L@0,0,0")
    assert play.to_act == "Q"
    play("stay")
    assert play.to_act == "L"
    assert (play.player("L")["cash"], play.player("L")["balance"]) == ("10", "10")
    assert not [text for text in play.legal if text.startswith("join")]


def test_nobody_joins_during_a_turn():
    play = Play("P B2, Q B3", {"players": ["P", "Q", "L"], "late": ["L"]})
    play("deposit:1")
    assert play.refused("join:L@0,0,0") == "not-your-turn"
    play("stay")
    assert play.refused("join:L@0,0,0") == "already-moved"
    play("end")
    assert play("join:L@0,0,0") == ""


def test_a_late_player_waits_for_a_free_empty_cell():
    match = hidden(["P", "Q", "R", "L"], late=["L"])
    for name, place in zip("PQR", EMPTY, strict=True):
        match.play(f"join:{name}@{place}")
    assert GAME.late.join(match.state, 3, FairDice(b"x").throw) == -1
    assert refused(match, "join:L@0,0,0") == "not-here"
    match.play("south")
    match.play("end")
    action = GAME.late.join(match.state, 3, FairDice(b"x").throw)
    assert GAME.texts.action_text(match.seen(), action) == "join:L@0,0,0"


def test_nobody_joins_before_a_pending_choice_is_made():
    play = Play("P A3, Q A1", {"players": ["P", "Q", "L"], "late": ["L"]}, items="a1 key, B3 key, B3 idol", objects=())
    play("south", "stay")
    assert play.refused("join:L@0,1,0") == "choice-pending"
    assert play.refused("leave") == "choice-pending"


def test_only_a_player_who_is_not_in_the_maze_can_join():
    play = Play("P B2, Q B3", {"players": ["P", "Q", "L"], "late": ["L"]})
    assert play.refused("join:P@0,0,0") == "not-your-turn"
    assert play.refused("join:Nobody@0,0,0") == "bad-text"
    play("join:L@0,0,0")
    assert play.refused("join:L@2,0,0") == "not-your-turn"


def test_a_player_who_leaves_is_out_and_leaves_everything():
    play = Play("P B3, Q A1", items="a1 key, B3 vest")
    play("take:vest", "stay", "end", "stay")
    assert play("leave") == ""
    assert play.player("P") == {"at": None, "balance": "0", "cash": "0", "items": {}, "skip": False, "state": "out"}
    assert play.floor("B3") == {"purse": "10", "vest": 1}
    assert play.to_act == "Q"
    assert "leave" not in play.legal


def test_players_leave_only_at_the_start_of_their_turn():
    play = Play("P B2, Q A1")
    play("deposit:1")
    assert play.refused("leave") == "not-your-turn"
    play("stay")
    assert play.refused("leave") == "already-moved"


def test_when_the_last_player_leaves_all_have_lost():
    play = Play("P B3, Q A1")
    play("leave", "leave")
    assert play.match.returns() == {"P": -1, "Q": -1}
    assert (play.to_act, play.legal) == (None, [])


def killed(**options):
    play = Play("P B1, Q B3, R A1", options, items="a1 key, B1 cartridge", objects=())
    play("take:cartridge", "shoot:east", "stay")
    return play


def test_without_the_option_rejoin_a_killed_player_cannot_come_back():
    play = killed()
    assert play.to_act == "R"
    assert play.refused("join:Q@2,0,0") == "not-your-turn"


def test_with_the_option_rejoin_a_killed_player_comes_back_as_a_late_player():
    play = killed(rejoin=True)
    play("join:Q@2,0,0")
    assert (play.player("Q")["state"], play.player("Q")["cash"], play.at("Q")) == ("in", "10", "A3")
    play("stay", "stay")
    assert play.to_act == "P", "Q came back behind R and has had their turn"


def test_a_player_who_left_does_not_come_back():
    play = Play("P B3, Q A1", {"rejoin": True})
    play("leave")
    assert play.refused("join:P@2,0,0") == "not-your-turn"


def test_a_dead_players_choice_is_void():
    play = Play("P a2, Q a2", {"rejoin": True}, items="a1 key, a2 idol, a2 cartridge", objects=())
    play("take:idol", "west", "end", "take:cartridge", "shoot:west", "stay")
    play("join:P@0,0,0", "stay")
    assert play.to_act == "P"
    assert "stay" in play.legal


def stalled(stall, items="a1 key", starts="P A1, Q B3"):
    return Play(starts, {"stall": stall}, items=items)


def test_the_given_number_of_quiet_rounds_is_a_draw():
    play = stalled(2)
    play("stay", "stay", "stay")
    assert play.match.returns() is None
    assert play("stay") == ""
    assert play.match.returns() == {"P": 0, "Q": 0}


def test_stall_true_means_as_many_rounds_as_cells():
    play = stalled(True)
    for _ in range(8):
        assert play.match.returns() is None
        play("stay", "stay")
    assert play.match.returns() == {"P": 0, "Q": 0}


@pytest.mark.parametrize("stall", [None, False])
def test_without_the_option_stall_matches_go_on(stall):
    play = stalled(stall)
    play(*["stay"] * 100)
    assert play.match.returns() is None


def test_a_round_with_a_find_is_not_quiet():
    play = stalled(1, items="a1 key, A2 vest", starts="P A3, Q B3")
    assert play("west") == "passed ladder found:vest"
    play("end", "stay")
    assert play.match.returns() is None, "there was a find in the round"
    play("stay", "end", "stay")
    assert play.match.returns() == {"P": 0, "Q": 0}


def test_a_round_of_taking_and_dropping_is_quiet_but_one_of_buying_is_not():
    play = stalled(1, items="a1 key, A1 vest")
    play("take:vest", "stay", "end")
    assert play("stay") == ""
    assert play.match.returns() == {"P": 0, "Q": 0}
    shop = stalled(1, starts="P B1, Q B3")
    shop("buy:vest", "stay", "end", "stay")
    assert shop.match.returns() is None


def test_a_round_in_which_a_player_chooses_none_of_the_things_is_quiet():
    for choice, result in (("choose:key", None), ("choose:none", {"P": 0})):
        play = Play("P A3", {"stall": 2}, items="a1 key, B3 key, B3 idol", objects=())
        play("south", choice, "stay", "end")
        assert play.match.returns() == result


def test_a_round_ends_even_if_the_last_player_in_the_order_is_dead():
    play = Play("P B1, Q B3", {"stall": 1}, items="a1 key, B1 cartridge", objects=())
    play("take:cartridge", "shoot:east", "stay")
    assert play.match.returns() is None
    play("stay")
    assert play.match.returns() == {"P": 0, "Q": 0}


def test_observations_contain_nothing_that_was_not_announced():
    left, right = Play("P A1, Q B3"), Play("P A3, Q B2")
    for seat in (0, 1, -1, CHANCE):
        assert left.match.seen(seat) == right.match.seen(seat)
    assert left("stay") == right("stay")
    assert left.match.seen(0) == right.match.seen(0)
