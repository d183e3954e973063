"""A client that reconnects receives what it missed, or the whole view if the house no longer knows what that was."""

from contextlib import contextmanager

from houses import Player, make, seated

FREE, PERSON = {"kind": "free"}, {"kind": "person"}
PLIES = ("d9-b9", "e7-c7", "b9-c9", "c7-b7", "c9-b9", "b7-c7")


@contextmanager
def two(house):
    """Yield a match, its host, the HTTP client of a second guest, and that guest's connection, which is already closed."""
    with house.guest() as one, house.guest() as other:
        one.get("/"), other.get("/")
        match = make(one, seats={"a": PERSON, "d": FREE})
        with seated(one, match) as host:
            with seated(other, match) as guest:
                assert guest.command("sit", {"seat": "d", "secret": host.view["invitation"]})["t"] == "done"
                host.until(lambda view: not view["waiting"])
            yield match, host, other, guest


def come_back(client, match, left):
    """Reconnect with the last known view; return the new connection and the first view or change from the house."""
    player = Player(client, match)
    player.view, player.number = left.view, left.number
    player.send({"t": "hello", "n": left.number, "d": {"room": left.view["room"]}})
    return player, player.next("view")


def test_a_client_that_reconnects_receives_only_what_it_missed(house):
    with two(house) as (match, host, other, left):
        assert host.act(PLIES[0])["t"] == "done"

        player, first = come_back(other, match, left)

        assert set(first["change"]) >= {"moves", "scene"}
        assert "places" not in first["change"]["scene"]
        assert first["change"]["moves"]["list"] == [["a", PLIES[0]]]
        assert player.act(PLIES[1])["t"] == "done"
        told = player.view
        assert player.hello()["scene"]["paths"] == told["scene"]["paths"]
        assert {piece["id"]: piece for piece in told["scene"]["pieces"]} == {
            piece["id"]: piece for piece in player.view["scene"]["pieces"]
        }
        player.close()


def test_a_client_that_has_missed_many_actions_receives_the_whole_view(house):
    with two(house) as (match, host, other, left):
        player, _ = come_back(other, match, left)
        for ply in PLIES:
            mover = host if PLIES.index(ply) % 2 == 0 else player
            mover.until(lambda view: view["yours"])
            assert mover.act(ply)["t"] == "done"
        player.close()

        again, first = come_back(other, match, left)

        assert "change" not in first
        assert [entry[1] for entry in first["d"]["moves"]["list"]] == list(PLIES)
        again.close()


def test_a_client_receives_the_whole_view_after_a_restart(mortal_house):
    with two(mortal_house) as (match, host, other, left):
        assert host.act(PLIES[0])["t"] == "done"
        mortal_house.kill()
        mortal_house.open()

        player, first = come_back(other, match, left)

        assert "change" not in first
        assert first["d"]["room"] != left.view["room"]
        assert player.act(PLIES[1])["t"] == "done"
        player.close()
