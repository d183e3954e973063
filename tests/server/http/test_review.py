"""The positions of a match over HTTP."""

from houses import PERSON, make, seated

MOVES = ("e2-c2", "e3-d3")


def position(guest, match, number):
    return guest.get(f"/api/matches/{match}/positions/{number}")


def test_positions_are_shown_to_everybody_while_the_match_is_played_and_once_it_is_over(guest, house):
    match = make(guest, seats={"a": PERSON, "d": PERSON})
    with seated(guest, match) as player:
        for move in MOVES:
            assert player.command("act", move)["t"] == "done"
        with house.guest() as stranger:
            running = position(stranger, match, 1).json()["scene"]
        assert player.command("resign", "a")["t"] == "done"
        final = player.view["scene"]

    first, second, last = (position(guest, match, number).json()["scene"] for number in range(3))
    assert running == second
    assert {piece["place"] for piece in first["pieces"]} - {piece["place"] for piece in second["pieces"]} == {"e2"}
    assert [mark["place"] for mark in second["marks"]] == ["e2", "c2"]
    assert {piece["place"] for piece in last["pieces"]} == {piece["place"] for piece in final["pieces"]}
    assert last["status"] == final["status"]
    assert second["status"] == "Defenders to move"
    assert first["paths"] == second["paths"] == []


def test_a_position_is_turned_for_who_has_only_a_seat_that_sits_opposite(guest, house):
    opposite = make(guest, "scripta", {"y": {"kind": "computer", "level": 1}, "g": PERSON})
    both = make(guest, "scripta", {"y": PERSON, "g": PERSON})

    assert position(guest, opposite, 0).json()["turned"] is True
    assert position(guest, both, 0).json()["turned"] is False
    with house.guest() as stranger:
        assert position(stranger, opposite, 0).json()["turned"] is False


def test_a_position_after_the_last_one_of_a_match_is_not_found(guest):
    match = make(guest, seats={"a": PERSON, "d": PERSON})
    with seated(guest, match) as player:
        assert player.command("resign", "a")["t"] == "done"

    answer = position(guest, match, 1)
    assert (answer.status_code, answer.json()["code"]) == (404, "no-such-position")
    assert position(guest, "nowhere", 0).json()["code"] == "no-such-match"


def test_the_positions_of_a_finished_labyrinth_show_the_whole_maze(guest):
    match = make(guest, game="labyrinth", seats={"P": PERSON, "Q": PERSON})
    with seated(guest, match) as player:
        while not player.view["yours"]:
            player.next("view")
        known = player.view["scene"]["places"]
        assert player.command("resign", "P")["t"] == "done"
        assert player.command("resign", "Q")["t"] == "done"
        while player.view["result"] is None:
            player.next("view")

    first = position(guest, match, 0).json()["scene"]
    assert len(first["places"]) > len(known)
