"""Clocks run out in open and in unwatched matches, and a win can be claimed from an absent player."""

from houses import seated, until

FREE, PERSON, COMPUTER = {"kind": "free"}, {"kind": "person"}, {"kind": "computer", "level": 1}
SHORTEST = "0.167+0"  # a clock of ten seconds


def begun(one, other, clock):
    """Start a match of two guests, make a move for each, and return its id."""
    one.get("/"), other.get("/")
    wish = {"game": "tavlei", "options": {}, "seats": {"a": PERSON, "d": FREE}, "clock": clock}
    match = one.post("/api/matches", json=wish).json()["id"]
    with seated(one, match) as host, seated(other, match) as guest:
        sitting = {"seat": "d", "kind": "person", "secret": host.view["invitation"]}
        assert guest.command("sit", sitting)["t"] == "done"
        host.until(lambda view: not view["waiting"])
        assert host.act("e2-c2")["t"] == "done"
        guest.until(lambda view: view["yours"])
        assert guest.act("e3-b3")["t"] == "done"
    return match


def test_a_clock_runs_out_whether_or_not_anybody_is_connected(quick_house):
    with quick_house.guest() as one, quick_house.guest() as other:
        unseen, seen = begun(one, other, SHORTEST), begun(one, other, SHORTEST)

        with seated(other, seen) as player:
            view = player.until(lambda view: view["result"])
        assert (view["ending"], view["result"], view["clock"]["left"]["a"]) == ("flag", {"a": -1, "d": 1}, 0)

        assert until(lambda: result_of(other, unseen)) == {"a": -1, "d": 1}


def result_of(client, match):
    return next(one["result"] for one in client.get("/api/matches").json() if one["id"] == match)


def test_the_win_can_be_claimed_from_an_absent_player(quick_house):
    with quick_house.guest() as one, quick_house.guest() as other:
        match = begun(one, other, "5+0")
        with seated(other, match) as player:
            with seated(one, match):
                assert player.until(lambda view: view["seats"][0]["present"])
                assert player.command("claim", "win")["d"]["code"] == "cannot-claim"
            assert player.until(lambda view: not view["seats"][0]["present"])

            player.until(lambda view: view["can"]["claim"])
            assert player.command("claim", "win")["t"] == "done"

            assert (player.view["ending"], player.view["result"]) == ("claim", {"a": -1, "d": 1})


def turn(player):
    """Wait for the player's turn, throw and move; a forced pass is played automatically."""
    player.until(lambda view: view["can"]["throw"])
    assert player.command("throw")["t"] == "done"
    if player.view["yours"]:
        assert player.act("step")["t"] == "done"


def test_a_match_of_three_continues_after_the_clock_of_one_player_runs_out(quick_house):
    with quick_house.guest() as one, quick_house.guest() as other:
        one.get("/"), other.get("/")
        wish = {"game": "race", "options": {}, "seats": {"r": PERSON, "g": COMPUTER, "b": FREE}, "clock": SHORTEST}
        match = one.post("/api/matches", json=wish).json()["id"]
        with seated(one, match) as slow, seated(other, match) as player:
            sitting = {"seat": "b", "kind": "person", "secret": slow.view["invitation"]}
            assert player.command("sit", sitting)["t"] == "done"
            turn(slow)
            turn(player)

            player.until(lambda view: view["seats"][0]["kind"] == "computer")
            assert player.view["clock"]["left"].get("r") in (None, 0)
            player.until(lambda view: view["can"]["throw"] or view["result"])
