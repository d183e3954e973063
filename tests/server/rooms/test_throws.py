"""Throws and forced passes over the WebSocket, in a small game of dice."""

from contextlib import closing

from houses import PERSON, Player, make, seated

COMPUTER = {"kind": "computer", "level": 1}


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


def test_a_throw_is_answered_and_shown(quick_house):
    with quick_house.guest() as guest, seated(guest, race_of(guest)) as player:
        assert (player.view["thrower"], player.view["can"]["throw"]) == ("r", True)
        assert player.command("throw")["t"] == "done"
        assert player.view["thrower"] is None
        assert player.view["moves"]["list"][0][0] == "chance"


def test_a_repeated_throw_command_throws_once(quick_house):
    with quick_house.guest() as guest, seated(guest, race_of(guest)) as player:
        number = player.number
        first = player.command("throw", name="once", number=number)
        again = player.command("throw", name="once", number=number)
        assert (first["t"], again["t"], again["n"]) == ("done", "done", first["n"])


def test_a_throw_that_is_not_due_is_refused(quick_house):
    with quick_house.guest() as guest, quick_house.guest() as stranger:
        match = race_of(guest, r=COMPUTER)
        with seated(guest, match) as player, seated(stranger, match) as watcher:
            assert watcher.command("throw")["d"]["code"] == "not-your-seat"
            while not player.view["can"]["throw"]:
                player.next("view")
            assert player.command("throw")["t"] == "done"
            assert player.command("throw")["d"]["code"] == "no-throw-due"


def test_computers_play_at_once_if_their_only_opponent_wants_it(mortal_house):
    with mortal_house.guest() as guest:
        guest.get("/")
        with closing(Player(guest, race_of(guest, r=COMPUTER, b=COMPUTER))) as player:
            player.send({"t": "hello", "n": 0, "d": {"pace": "instant"}})
            player.next("view")
            player.until(lambda view: view["can"]["throw"])
            assert player.command("throw")["t"] == "done"
            player.until(lambda view: view["thrower"] == "g" or view["yours"])


def test_a_forced_pass_is_played_after_a_crash(mortal_house):
    with mortal_house.guest() as guest:
        must_pass = False
        while not must_pass:
            match = race_of(guest)
            with seated(guest, match) as player:
                must_pass = play_until_pass(player)
                number = player.number
        mortal_house.kill()
        usual, mortal_house.moment = mortal_house.moment, 0
        mortal_house.open()
        mortal_house.moment = usual
        with seated(guest, match) as player:
            while player.number == number:
                player.next("view")
            assert player.view["moves"]["list"][-1][1] == "pass"
        mortal_house.close()
