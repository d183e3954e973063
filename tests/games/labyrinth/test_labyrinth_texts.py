"""The texts of actions in Labyrinth, the order of reasons for a refusal, and the options."""

import json

import pytest
from boards.labyrinth import GAME, Play, house

from ludoteka.core.game import LogEntry
from ludoteka.core.match import Match
from ludoteka.core.message import Refused
from ludoteka.games.labyrinth.attempts import offered_texts
from ludoteka.games.labyrinth.options import admit, generate, names_of
from ludoteka.games.labyrinth.rules import JOIN, LEAVE, NUM_ACTIONS, TOO_MUCH, WITHDRAW


@pytest.mark.parametrize(
    "text",
    ["", " ", "North", "north ", "shoot", "shoot:left", "drop:false-key", "take:none", "choose:", "buy:sword", "sell:key",
     "use:key", "use:compass", "end:", "join", "join:P", "join:P@", "join:P@1,2", "join:P@1,2,3,4", "join:P@1.0,2,0",
     "join:P@99999,0,0", "join:P@00,0,0", "join:P@-0,0,0", "join:@0,0,0", "withdraw", "north\n", "stay\x00"],
)  # fmt: skip
def test_an_unknown_action_is_refused(text):
    assert Play("P A1").refused(text) == "bad-text"


def test_a_bad_text_is_refused_as_bad_text_even_while_a_choice_is_pending():
    play = Play("P A3, Q A1", items="a1 key, B3 key, B3 idol", objects=())
    play("south", "stay")
    assert play.refused("dance") == "bad-text"


def test_actions_are_read_back_from_their_texts():
    seen = Play("P A1, Q B3").match.seen()
    numbers = [*range(LEAVE + 1), WITHDRAW + 1, WITHDRAW + 1050, NUM_ACTIONS // 100, JOIN + 5]
    for number in numbers:
        text = GAME.texts.action_text(seen, number)
        assert GAME.attempts.action(seen, GAME.texts.read(seen, text)) == number, text
    assert GAME.attempts.action(seen, ("withdraw", "withdraw:10000000")) == WITHDRAW + TOO_MUCH


def test_everything_that_is_offered_is_an_action():
    play = Play("P B1, Q A1", items="B1 key, B1 purse 5, B1 false-key, B1 cartridge 3")  # the shop
    play("take:key", "take:cartridge")
    seen = play.match.seen()
    assert [GAME.texts.action_text(seen, action) for action in GAME.attempts.offers(seen)] == offered_texts(seen)


def test_amounts_in_the_log_have_one_form():
    play = Play("P B2")
    play("deposit:002.50")
    assert play.match.log_entries[-1] == LogEntry("P", "deposit:2.5", ("deposited:2.5",))


def test_a_position_text_is_the_complete_position_as_json():
    play = Play("P B1, Q A2", items="a1 key, a1 cartridge 3, B3 false-key, B3 purse 5")
    player = {"cash": "10", "balance": "10", "items": {}, "state": "in", "skip": False}
    assert json.loads(play.match.position_text) == {
        "players": {"P": player | {"at": [0, 1, 0]}, "Q": player | {"at": [1, 0, 0]}},
        "floor": [[[0, 0, 1], {"cartridge": 3, "key": 1}], [[2, 1, 0], {"false-key": 1, "purse": "5"}]],
    }


def test_a_match_cannot_begin_from_a_given_position():
    with pytest.raises(Refused) as caught:
        Match(GAME, {"scenario": house()}, Play("P A1").match.position_text)
    assert caught.value.code == "bad-position"


def test_the_first_reason_that_applies_is_given():
    play = Play("P A3, Q A1", items="a1 key, B3 key, B3 idol, A3 cartridge", objects=())
    assert play.refused("shoot:up") == "no-cartridge"
    play("take:cartridge")
    assert play.refused("shoot:up") == "no-ladder"
    play("south")
    assert play.refused("shoot:up") == "shot-after-move"
    assert play.refused("up") == "already-moved"
    assert play.refused("take:vest") == "not-here"
    assert play.refused("take:key") == "choice-pending"
    assert play.refused("use:trumpet") == "not-carried"
    play("end", "stay")
    for action in ("up", "end", "shoot:up", "take:vest", "withdraw:0", "leave"):
        assert play.refused(action) == "choice-pending"


BAD_PLAYERS = [0, 9, -1, True, 2.0, "PQ", None, [], [""], ["P", "P"], ["a b"], ["a:b"], ["a@b"], ["x" * 21], ["\t"], ["\u200b"],
               ["\u3164"], ["P\u115f"], ["\u2800"], ["P\ufe00"], ["P" + "\u0301" * 4], ["chance"], [1], [None], {"P": 1}, [f"P{index}" for index in range(33)]]  # fmt: skip


@pytest.mark.parametrize("players", BAD_PLAYERS)
def test_players_are_a_number_or_distinct_names(players):
    with pytest.raises(Refused) as caught:
        Match(GAME, {"scenario": house(), "players": players})
    assert caught.value.code == "bad-option"


def test_players_given_as_a_number_are_named_by_letters():
    assert names_of({"players": 3}) == ("P", "Q", "R")


@pytest.mark.parametrize("players", [["Анна", "Jiří"], ["p", "P"], ["x" * 20]])
def test_names_may_contain_letters_of_any_script(players):
    match = Match(GAME, {"scenario": house(), "players": players})
    assert [seat.letter for seat in GAME.seats(match.options)] == players
    match.play(f"join:{players[0]}@0,0,0")
    assert list(json.loads(match.position_text)["players"]) == players[:1]


@pytest.mark.parametrize("late", [["X"], ["P", "Q"], "P", [1], None])
def test_late_players_must_be_among_the_players(late):
    with pytest.raises(Refused) as caught:
        Match(GAME, {"scenario": house(), "players": ["P", "Q"], "late": late})
    assert caught.value.code == "bad-option"


@pytest.mark.parametrize("stall", [0, -1, 1.5, "2", [], 10**9])
def test_stall_must_be_a_number_of_rounds(stall):
    with pytest.raises(Refused) as caught:
        Match(GAME, {"scenario": house(), "stall": stall})
    assert caught.value.code == "bad-option"


def test_equal_cells_of_all_mazes_are_the_same_object():
    one, other = (GAME.check_options({"scenario": json.loads(json.dumps(house()))})["scenario"] for _ in range(2))
    assert one == house()
    assert [*map(id, one["cells"])] == [*map(id, other["cells"])]
    assert one["exits"][0][0] is next(cell for cell in other["cells"] if cell == one["exits"][0][0])


def test_a_player_who_joins_in_a_record_is_added_to_the_options():
    options = GAME.check_options({"scenario": house("P A1"), "players": ["P"]})
    actions = ["north", "join:L@0,0,0", "join:M@bad", "join:a b@0,0,0", "join:P@0,0,0"]
    late = admit(options, actions)
    assert (late["players"], late["late"]) == (["P", "L", "M"], ["L", "M"])
    assert admit(options, ["north"]) is options
    placed = GAME.check_options({"scenario": house(), "players": ["P", "Q"]})
    assert admit(placed, ["join:P@0,0,0", "join:Q@2,0,0"]) is placed


def test_the_seed_determines_the_maze_if_no_scenario_is_given():
    options = GAME.check_options({"maze": "small"})
    assert generate(options, b"1")["scenario"] == generate(options, b"1")["scenario"]
    assert generate(options, b"1")["scenario"] != generate(options, b"2")["scenario"]
    named = GAME.check_options({"scenario": house()})
    assert generate(named, b"1") is named
