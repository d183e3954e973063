"""The WebSocket of a match: every command gets one answer, and nothing stops the match."""

import contextlib
import json
import threading
from itertools import cycle

import pytest
from houses import HOT_SEAT, PERSON, Player, make, seated
from plugins.campaign import scaled
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect


@pytest.fixture
def player(guest):
    with seated(guest, make(guest)) as one:
        yield one


def refused(answer):
    assert answer["t"] == "refused", answer
    return answer["d"]["code"]


def test_a_hello_message_is_answered_with_the_whole_match(player):
    view = player.hello()

    assert len(view["scene"]["places"]) == 81
    assert len(view["scene"]["pieces"]) == 25
    assert "d9-b9" in view["scene"]["paths"]
    assert view["to_act"] == "a"
    assert view["yours"]


def test_an_accepted_action_is_shown_and_answered(player):
    answer = player.act("d9-b9")

    assert answer["t"] == "done"
    assert answer["n"] == player.number == 1
    assert player.view["moves"] == {"from": 0, "list": [["a", "d9-b9"]]}
    assert player.view["to_act"] == "d"


def test_a_repeated_command_is_not_executed_twice(player):
    first = player.act("d9-b9", name="once")

    again = player.act("d9-b9", number=0, name="once")

    assert (again["t"], again["n"]) == ("done", first["n"])
    assert player.hello()["to_act"] == "d"


def test_a_refused_move_is_answered_with_the_reason_and_changes_nothing(player):
    answer = player.act(["e9", "e6"])

    assert answer["d"]["code"] == "path-blocked"
    assert answer["d"]["places"] == ["e8"]
    assert answer["d"]["message"] == ["The way is blocked on {cell} (clause 1).", {"cell": "e8"}]
    assert player.hello()["moves"]["list"] == []


def test_a_stale_command_is_refused_and_changes_nothing(player):
    player.act("d9-b9")

    answer = player.act("e7-c7", number=0)

    assert refused(answer) == "stale"
    assert player.number == 1


BAD = [
    "",
    "null",
    "[]",
    "{",
    "{}",
    '{"t":"act"}',
    '{"t":"act","id":"x","n":0}',
    '{"t":"dance","id":"x"}',
    '{"t":"act","id":"x","n":-1,"d":"d9-b9"}',
    '{"t":"act","id":"x","n":1e400,"d":"d9-b9"}',
    '{"t":"act","id":"x","n":0,"d":{"a":1}}',
    '{"t":"act","id":"x","n":0,"d":["' + "x" * 41 + '"]}',
    '{"t":"act","id":"' + "x" * 41 + '","n":0,"d":"d9-b9"}',
    '{"t":"act","id":"","n":0,"d":"d9-b9"}',
    '{"t":"hello","n":"one"}',
    '{"t":"hello","n":0,"d":{"rom":"x"}}',
    '{"t":"throw","id":"x","n":0,"to":"a"}',
    '{"t":"resign","id":"x","n":0,"d":["a"]}',
    "[" * 3000,
    '{"t":"act","id":"x","n":0,"d":"\\ud800"}',
    b"\xff\xfe\x00",
]


def test_malformed_and_oversized_messages_are_refused_and_the_match_goes_on(guest):
    turn = cycle(["d9-b9", "e7-c7", "b9-d9", "c7-e7"])
    with seated(guest, make(guest, repetition="off")) as player:
        for text in BAD:
            player.send(text)
            assert refused(player.next("refused", "done")) in ("bad-message", "bad-text"), text
            assert player.act(next(turn))["t"] == "done", text
        for length in (4_001, 900_000):
            player.send(json.dumps({"t": "act", "id": "x", "n": 0, "d": "x" * length}))
            assert refused(player.next("refused")) == "too-large"
            assert player.act(next(turn))["t"] == "done"


def test_a_match_survives_a_frame_that_is_too_large(guest):
    match = make(guest)
    with seated(guest, match) as player:
        player.act("d9-b9")
        with contextlib.suppress(ConnectionClosed):  # the house may close the connection before the whole frame is sent
            player.send("x" * (2 << 20))
        with pytest.raises(ConnectionClosed):
            player.next("done")
    with seated(guest, match) as player:
        assert player.view["moves"]["list"] == [["a", "d9-b9"]]


def test_an_unknown_match_is_refused_and_the_connection_closed(guest):
    player = Player(guest, "nowhere")

    assert refused(player.next("refused")) == "no-such-match"
    with pytest.raises(ConnectionClosed, match="4404"):
        player.socket.recv(timeout=20)
    player.close()


def test_another_browser_can_watch_but_not_act(house, guest):
    match = make(guest)
    with house.guest() as other, seated(guest, match) as player, seated(other, match) as watcher:
        assert refused(watcher.act("d9-b9")) == "not-your-seat"

        player.act("d9-b9")

        seen = watcher.next("view")["d"]
        assert seen["moves"]["list"] == [["a", "d9-b9"]]
        assert seen["seat"] is None
        assert seen["scene"]["paths"] == []


def test_a_page_of_another_site_cannot_connect(guest):
    match = make(guest)
    address = f"{str(guest.base_url).replace('http', 'ws', 1).rstrip('/')}/api/matches/{match}/socket"
    with connect(address, origin="http://evil.example") as socket:
        assert json.loads(socket.recv(timeout=20))["d"]["code"] == "bad-origin"


def test_a_player_can_take_back_a_move_and_resign(player):
    player.act("d9-b9")

    assert player.command("back")["t"] == "done"
    assert player.view["moves"] == {"from": 0, "list": []}
    assert player.command("resign", "d")["t"] == "done"
    assert player.view["result"] == {"a": 1, "d": -1}
    assert refused(player.act("d9-b9")) == "game-over"


def test_two_windows_of_a_player_that_act_at_once_make_one_move(guest):
    match = make(guest)
    with seated(guest, match) as one, seated(guest, match) as other:
        answers = []
        both = threading.Barrier(2)

        def move(player, text):
            both.wait()
            answers.append(player.act(text)["t"])

        threads = [threading.Thread(target=move, args=pair) for pair in ((one, "d9-b9"), (other, "f9-h9"))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        assert sorted(answers) == ["done", "refused"]
        assert one.hello()["moves"] == other.hello()["moves"]
        assert len(one.view["moves"]["list"]) == 1


def test_taking_back_a_move_also_takes_back_the_answer_of_the_computer(guest):
    seats = {"a": PERSON, "d": {"kind": "computer", "level": 1}}
    with seated(guest, make(guest, seats=seats)) as player:
        player.act("d9-b9")
        while player.view["to_act"] != "a":
            player.next("view")
        assert [move[0] for move in player.view["moves"]["list"]] in (["a", "d"], ["d"])

        player.command("back")

        assert player.hello()["moves"]["list"] == []


def test_a_computer_that_has_the_first_move_plays_it_by_itself(guest):
    seats = {"a": {"kind": "computer", "level": 1}, "d": PERSON}
    with seated(guest, make(guest, seats=seats)) as player:
        while player.view["to_act"] != "d":
            player.next("view")

        assert player.view["yours"]


def test_a_rematch_swaps_the_seats_and_is_announced(house, guest):
    seats = {"a": PERSON, "d": {"kind": "computer", "level": 1}}
    match = make(guest, seats=seats)
    with seated(guest, match) as player, house.guest() as other, seated(other, match) as watcher:
        assert guest.post(f"/api/matches/{match}/rematch").json()["code"] == "not-over"
        player.command("resign")

        made = guest.post(f"/api/matches/{match}/rematch")

        assert made.status_code == 201
        assert watcher.next("rematch")["d"] == made.json()
        assert other.post(f"/api/matches/{match}/rematch").json()["code"] == "not-your-seat"
        with seated(guest, made.json()["id"]) as again:
            assert [seat["kind"] for seat in again.view["seats"]] == ["computer", "person"]


def test_a_secret_never_reaches_another_browser(house, guest):
    """In matches that differ only in the secret, another browser is shown the same pieces."""
    sent = set()
    for action in ("hide:1", "hide:4"):
        match = make(guest, game="cups", seats={"h": PERSON, "s": PERSON})
        with seated(guest, match) as hider, house.guest() as other, seated(other, match) as watcher:
            hider.lift()
            hider.act(action)
            views = [watcher.next("view")["d"]["scene"]["pieces"]]
            while watcher.view["to_act"] == "chance":
                views.append(watcher.next("view")["d"]["scene"]["pieces"])
            assert watcher.view["moves"]["list"][0][1] is None or watcher.view["moves"]["from"] > 0
            assert action not in json.dumps(watcher.view)
            sent.add(json.dumps(views))

    assert len(sent) == 1


def test_one_person_can_play_both_seats(guest):
    with seated(guest, make(guest, seats=HOT_SEAT)) as player:
        for text in ("d9-b9", "e7-c7", "b9-b7"):
            assert player.act(text)["t"] == "done"


def test_windows_that_come_and_go_all_stay_up_to_date(guest):
    """A room closes when its last client leaves; a client that comes at that moment gets a new room."""
    match = make(guest)
    for _ in range(scaled(15, 3)):
        with seated(guest, match):
            pass
        with seated(guest, match) as one, seated(guest, match) as other:
            number = one.act(one.view["scene"]["paths"][0], number=one.number)["n"]
            while other.number < number:
                other.next("view")
