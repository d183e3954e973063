"""Who is here: people who watch, and people who have left their seats."""

from houses import PERSON, seated

OPEN = {"game": "tavlei", "seats": {"a": PERSON, "d": {"kind": "free"}}, "visibility": "public"}


def test_a_watcher_is_counted_until_they_leave_or_take_a_seat(house, guest, other):
    match = guest.post("/api/matches", json=OPEN).json()["id"]
    with house.guest() as third, seated(guest, match) as host:
        assert host.view["watching"] == 0
        third.get("/")
        with seated(third, match):
            host.until(lambda view: view["watching"] == 1)
            with seated(other, match) as player:
                host.until(lambda view: view["watching"] == 2)
                assert player.command("sit", {"seat": "d"})["t"] == "done"
                host.until(lambda view: view["watching"] == 1)
                assert host.act("e2-c2")["t"] == "done"
                assert player.until(lambda view: view["to_act"] == "d")["watching"] == 1
        host.until(lambda view: view["watching"] == 0)
