"""What the moderator refuses aloud is answered to the player, heard by everybody, and kept."""

from boards.labyrinth import house as maze
from houses import PERSON, make, seated

FREE = {"kind": "free"}


def test_a_refusal_aloud_is_answered_to_the_player_and_heard_by_all_even_by_people_who_come_later(guest, house):
    options = {"scenario": maze("P A1, Q B3"), "players": ["P", "Q"]}
    match = make(guest, "labyrinth", {"P": PERSON, "Q": FREE}, **options)
    with house.guest() as other, seated(guest, match) as player:
        other.get("/")
        with seated(other, match) as opponent:
            opponent.command("sit", {"seat": "Q", "secret": player.view["invitation"]})
            player.until(lambda view: "Q" in str(view["moves"]["list"]))
            assert player.act("stay")["t"] == "done"
            opponent.until(lambda view: view["yours"])

            answer = opponent.act("take:key")

            assert (answer["t"], answer["d"]["code"]) == ("refused", "not-here")
            player.until(lambda view: "There is none here." in str(view["moves"]["list"]))
            assert len(player.view["moves"]["list"]) == 2
            assert opponent.act("take:idol")["d"]["code"] == "not-here"
            assert opponent.act("stay")["t"] == "done"
            player.until(lambda view: view["yours"])
    with seated(guest, match) as player:
        assert str(player.view["moves"]["list"]).count("wants to pick up") == 1
