"""Matches in which only computers are left: they play on only while somebody watches."""

from contextlib import closing

from houses import PERSON, Player, make, seated

SEATS = {"P": PERSON, "Q": {"kind": "computer", "level": 1}}
ON_THE_WAY = 3  # actions that a computer may finish after the last spectator has left
LONG = 30  # actions; in a large maze hardly any computer is out after so few
SEVEN = {letter: {"kind": "computer", "level": 1} for letter in "PQRSTUV"}  # the eighth seat stays free for a guest


def leave(client, match):
    """Let the only person leave a match of Labyrinth and disconnect; return how many moves they saw."""
    with seated(client, match) as player:
        player.until(lambda view: view["yours"])
        assert player.act("leave")["t"] == "done"
        return count(player.view)


def count(view):
    return view["moves"]["from"] + len(view["moves"]["list"])


def has_played_on(view, start):
    """Tell whether many actions, or all that were left, have been played since there were `start` of them."""
    return count(view) > start + LONG or view["result"] is not None


def test_computers_that_play_alone_wait_until_somebody_watches(quick_house):
    with quick_house.guest() as guest:
        guest.get("/")
        watched, unwatched = (make(guest, "labyrinth", SEATS, players=2, maze="large") for _ in range(2))
        with closing(Player(guest, unwatched)):  # it never asks for the match, but keeps it open
            begun, before = leave(guest, watched), leave(guest, unwatched)
            with seated(guest, watched) as spectator:
                spectator.until(lambda view: has_played_on(view, begun))
        with seated(guest, unwatched) as spectator:
            assert count(spectator.view) <= before + ON_THE_WAY
            spectator.until(lambda view: has_played_on(view, before))


def test_seven_computers_and_a_free_seat_wait_until_somebody_watches(quick_house):
    with quick_house.guest() as guest:
        guest.get("/")
        match = make(guest, "labyrinth", SEVEN, players=7, guests=True, maze="large")
        with seated(guest, match) as spectator:
            spectator.until(lambda view: has_played_on(view, 0))
            before = count(spectator.view)
        guest.get("/api/matches")  # takes the house some time, in which computers could act
        with seated(guest, match) as spectator:
            assert count(spectator.view) <= before + ON_THE_WAY
