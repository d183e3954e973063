"""Throws and forced passes over the WebSocket, in a small game of dice."""

from pathlib import Path

import pytest
import race
from houses import PERSON, RunningHouse, make, seated

COMPUTER = {"kind": "computer", "level": 1}
LONG = 60  # seconds; longer than any test waits


@pytest.fixture
def races(tmp_path, monkeypatch):
    monkeypatch.setenv("LUDOTEKA_GAMES", str(Path(race.__file__).parents[1]))
    with RunningHouse(tmp_path, moment=0) as running:
        yield running


def race_of(client, **others):
    return make(client, "race", {"r": PERSON, "g": PERSON, "b": PERSON} | others)


def play_until_pass(player):
    """Throw and move until a pass is forced; return whether one was."""
    while player.view["result"] is None:
        if "no move" in str(player.view["scene"]["status"]):
            return True
        asked = ("throw",) if player.view["can"]["throw"] else ("act", "step")
        assert player.command(*asked)["t"] == "done"
    return False


def test_a_throw_is_answered_and_shown(races):
    with races.guest() as guest, seated(guest, race_of(guest)) as player:
        assert (player.view["thrower"], player.view["can"]["throw"]) == ("r", True)
        assert player.command("throw")["t"] == "done"
        assert player.view["thrower"] is None
        assert player.view["moves"]["list"][0][0] == "chance"


def test_a_repeated_throw_command_throws_once(races):
    with races.guest() as guest, seated(guest, race_of(guest)) as player:
        number = player.number
        first = player.command("throw", name="once", number=number)
        again = player.command("throw", name="once", number=number)
        assert (first["t"], again["t"], again["n"]) == ("done", "done", first["n"])


def test_a_throw_that_is_not_due_is_refused(races):
    with races.guest() as guest, races.guest() as stranger:
        match = race_of(guest, r=COMPUTER)
        with seated(guest, match) as player, seated(stranger, match) as watcher:
            assert watcher.command("throw")["d"]["code"] == "not-your-seat"
            while not player.view["can"]["throw"]:
                player.next("view")
            assert player.command("throw")["t"] == "done"
            assert player.command("throw")["d"]["code"] == "no-throw-due"


def test_a_forced_pass_is_played_after_a_crash(races):
    races.close()
    races.moment = LONG
    races.open()
    with races.guest() as guest:
        must_pass = False
        while not must_pass:
            match = race_of(guest)
            with seated(guest, match) as player:
                must_pass = play_until_pass(player)
                number = player.number
        races.kill()
        races.moment = 0
        races.open()
        with seated(guest, match) as player:
            while player.number == number:
                player.next("view")
            assert player.view["moves"]["list"][-1][1] == "pass"
