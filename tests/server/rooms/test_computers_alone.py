"""Matches in which only computers are left: they play on only while somebody watches."""

import sqlite3
from contextlib import closing

from houses import PERSON, Player, make, seated, until
from prometheus_client.parser import text_string_to_metric_families

SEATS = {"P": PERSON, "Q": {"kind": "computer", "level": 1}}
ON_THE_WAY = 3  # actions that a computer may finish after the last spectator has left
LONG = 30  # actions; in a large maze hardly any computer is out after so few
SEVEN = {letter: {"kind": "computer", "level": 1} for letter in "PQRSTUV"}  # the eighth seat stays free for a guest


def give_up(client, match):
    """Let the only person leave a match of Labyrinth and disconnect."""
    with seated(client, match) as player:
        player.until(lambda view: view["yours"])
        assert player.act("leave")["t"] == "done"


def watch(spectator, start):
    """Watch until many actions, or all that were left, have been played since the event with the number `start`."""
    spectator.until(lambda view: spectator.number > start + LONG or view["result"] is not None)


def open_sockets(client):
    families = text_string_to_metric_families(client.get("/metrics").text)
    return next(one.samples[0].value for one in families if one.name == "ludoteka_sockets")


def number_when_left(house, client, match, others):
    """Return the number of the last event, once the house knows that all but `others` sockets are closed."""
    until(lambda: open_sockets(client), lambda count: count == others)
    with closing(sqlite3.connect(house.folder / "ludoteka.sqlite")) as file:
        return file.execute("select max(number) from events where match = ?", [match]).fetchone()[0]


def look_in(client, match):
    """Watch many actions of a match, and disconnect."""
    with seated(client, match) as spectator:
        watch(spectator, 0)


def progress_unwatched(house, client, leave, seats, **options):
    """Leave two matches, watch one of them, and return the number of the other's last event before and after that."""
    watched, unwatched = (make(client, "labyrinth", seats, maze="large", **options) for _ in range(2))
    with closing(Player(client, unwatched)):  # it never asks for the match, but keeps it open
        leave(client, watched)
        leave(client, unwatched)
        before = number_when_left(house, client, unwatched, others=1)
        with seated(client, watched) as spectator:
            watch(spectator, spectator.number)
    with seated(client, unwatched) as spectator:
        after = spectator.number
        watch(spectator, after)
    return before, after


def test_computers_that_play_alone_wait_until_somebody_watches(quick_house):
    with quick_house.guest() as guest:
        guest.get("/")
        before, after = progress_unwatched(quick_house, guest, give_up, SEATS, players=2)
        assert after <= before + ON_THE_WAY


def test_seven_computers_and_a_free_seat_wait_until_somebody_watches(quick_house):
    with quick_house.guest() as guest:
        guest.get("/")
        before, after = progress_unwatched(quick_house, guest, look_in, SEVEN, players=7, guests=True)
        assert after <= before + ON_THE_WAY
