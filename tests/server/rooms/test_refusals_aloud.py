"""What the moderator refuses aloud is answered to the player, heard by everybody, and kept."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from threading import Barrier

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


def test_refusals_aloud_in_many_matches_at_once_are_each_answered_to_the_player_of_the_match(guest):
    options = {"scenario": maze("P A1, Q B3"), "players": ["P", "Q"]}
    computer = {"kind": "computer", "level": 1}
    matches = [make(guest, "labyrinth", {"P": PERSON, "Q": computer}, **options) for _ in range(12)]
    start = Barrier(len(matches))

    def try_twice(player, thing):
        start.wait()
        aloud, again = player.act(f"take:{thing}"), player.act(f"take:{thing}")
        return [(answer["t"], answer["id"], answer["d"]["code"]) for answer in (aloud, again)]

    with ExitStack() as open_now, ThreadPoolExecutor(len(matches)) as threads:
        players = [open_now.enter_context(seated(guest, match)) for match in matches]
        for player in players:
            player.hello()
            player.until(lambda view: view["yours"])
        answers = [*threads.map(try_twice, players, ["key", "idol", "vest"] * 4)]

    assert [[(kind, code) for kind, _, code in each] for each in answers] == [[("refused", "not-here")] * 2] * 12
    assert all(len({name for _, name, _ in each}) == 2 for each in answers)
