"""No clock is charged for time in which no server was up."""

import sqlite3
from contextlib import closing

import pytest
from houses import HOT_SEAT, RunningHouse, seated

HOUR = 3600  # seconds


def left(client, match):
    with seated(client, match) as player:
        return player.view["clock"]["left"]


def begin(client, clock):
    """A match in which the clock of the attackers runs."""
    wish = {"game": "tavlei", "options": {}, "seats": HOT_SEAT, "clock": clock}
    match = client.post("/api/matches", json=wish).json()["id"]
    with seated(client, match) as player:
        for action in ("e2-c2", "e3-b3"):
            assert player.act(action)["t"] == "done"
            player.hello()
        assert player.view["clock"]["running"] == "a"
    return match


def set_back(house, seconds):
    """Move everything that a closed house has stored into the past."""
    with closing(sqlite3.connect(house.folder / "ludoteka.sqlite")) as database, database:
        database.execute("update matches set made_at = made_at - ?, due = due - ?", [seconds, seconds])
        database.execute("update events set at = at - ?", [seconds])
        database.execute("update uptimes set since = since - ?, until = until - ?", [seconds, seconds])


@pytest.mark.parametrize("ends", [RunningHouse.kill, RunningHouse.close], ids=["killed", "closed"])
def test_a_day_without_a_server_is_charged_to_no_clock(mortal_house, ends):
    with mortal_house.guest() as client:
        match, in_days = begin(client, "5+0"), begin(client, "1/day")
        ends(mortal_house)
        set_back(mortal_house, 24 * HOUR)
        mortal_house.open()
        assert 0 < left(client, match)["a"] <= 300
        assert left(client, in_days)["a"] > 23 * HOUR
        with seated(client, match) as player:
            assert player.act("a4-a3")["t"] == "done"


def test_an_hour_with_a_server_is_charged_to_the_running_clock(mortal_house):
    """As above, but the house was up all the time, so the clock runs out."""
    with mortal_house.guest() as client:
        match = begin(client, "5+0")
        mortal_house.kill()
        set_back(mortal_house, HOUR)
        with closing(sqlite3.connect(mortal_house.folder / "ludoteka.sqlite")) as database, database:
            database.execute("update uptimes set until = until + ?", [HOUR])
        mortal_house.open()
        with seated(client, match) as player:
            while player.view["result"] is None:
                player.next("view", "event")
            assert player.view["ending"] == "flag"
            assert player.view["result"] == {"a": -1, "d": 1}
            assert player.view["clock"] == {"control": "5+0", "left": {"a": 0, "d": 300}, "running": None}
