"""Streams of lines: what happens to an account and in a match; and commands over HTTP."""

import asyncio
import socket
import time
from contextlib import ExitStack

import pytest
from houses import HOT_SEAT, PERSON, changed, make, registering, seated, streaming
from houses.inner import InnerHouse
from sqlalchemy import event

from ludoteka.features.programs.calls import PER_WEIGHT
from ludoteka.server.operations.connections import Connections, TrustedProxies
from ludoteka.server.operations.limits import RATES
from ludoteka.server.streams.line_stream import MOST_UNREAD, LineStream

FREE = {"kind": "free"}


def command(client, match, kind, content=None, **more):
    return client.post(f"/api/matches/{match}/{kind}", json={"d": content, **more})


def test_the_stream_of_a_match_has_the_same_messages_as_its_socket(guest):
    match = make(guest)
    with seated(guest, match) as player, streaming(guest, f"/api/matches/{match}/stream") as lines:
        first = next(lines)
        assert (first["t"], first["d"]["scene"]) == ("view", player.view["scene"])

        number = command(guest, match, "act", "i4-i3").json()["number"]
        event = next(line for line in lines if line["n"] == number)
        player.until(lambda view: view["moves"]["list"])
        assert changed(first["d"], event["d"])["scene"]["pieces"] == player.view["scene"]["pieces"]


def test_a_stream_goes_on_from_where_the_last_one_broke_off(guest):
    match = make(guest)
    path = f"/api/matches/{match}/stream"
    with seated(guest, match), streaming(guest, path) as lines:
        view = next(lines)
        with streaming(guest, f"{path}?number={view['n']}&room={view['d']['room']}") as again:
            assert next(again)["t"] == "event"


@pytest.mark.parametrize("query", ["number=x", "number=-1", "number=99999999999", "number=%D9%A3"])
def test_a_number_that_is_none_is_refused(guest, query):
    answer = guest.get(f"/api/matches/{make(guest)}/stream?{query}")
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-filter")


def test_there_is_no_stream_of_a_match_that_is_not_there(guest):
    assert guest.get("/api/matches/nothing/stream").json()["code"] == "no-such-match"


def test_the_head_of_a_stream_ends(guest):
    answer = guest.head(f"/api/matches/{make(guest)}/stream")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/x-ndjson")


def test_whoever_reads_the_stream_of_a_match_counts_as_present(guest):
    match = make(guest, seats={"a": PERSON, "d": FREE})
    with streaming(guest, f"/api/matches/{match}/stream") as lines:
        assert next(lines)["d"]["seats"][0]["present"]


def test_a_command_that_is_repeated_is_carried_out_once(guest):
    match = make(guest)
    answers = [command(guest, match, "act", "i4-i3", id="once", n=0).json() for _ in range(2)]
    assert answers == [{"number": 1}, {"number": 1}]


def test_a_command_about_an_earlier_event_is_stale(guest):
    match = make(guest)
    command(guest, match, "act", "i4-i3")
    answer = command(guest, match, "act", "e3-f3", n=0)
    assert (answer.status_code, answer.json()["code"]) == (409, "stale")


@pytest.mark.parametrize(
    ("kind", "content", "code"),
    [
        ("act", "nonsense", "bad-text"),
        ("act", 7, "bad-message"),
        ("throw", None, "no-throw-due"),
        ("chat", {"text": "hi"}, "no-chat"),
    ],
)
def test_what_is_not_possible_is_refused_as_over_the_socket(guest, kind, content, code):
    answer = command(guest, make(guest), kind, content)
    assert (answer.status_code, answer.json()["code"]) == (400, code)


def test_everything_that_can_be_said_over_the_socket_can_be_said_over_http(resident):
    anna, boris = resident("Talks Anna"), resident("Talks Boris")
    match = anna.post("/api/challenges", json={"name": "Talks Boris", "game": "tavlei", "seat": "a"}).json()["id"]
    boris.post(f"/api/challenges/{match}/accept", json={})
    for client, kind, content in (
        (anna, "chat", {"text": "Good luck!"}),
        (anna, "act", ["i4", "i3"]),
        (boris, "offer", "draw"),
        (anna, "decline", "draw"),
        (boris, "act", "d5-d8"),
        (anna, "offer", "draw"),
        (boris, "accept", "draw"),
    ):
        answer = command(client, match, kind, content)
        assert answer.status_code == 200, answer.text
    with streaming(boris, f"/api/matches/{match}/stream") as lines:
        view, chat = next(lines), next(lines)
    assert (view["d"]["result"], chat["d"][0]["text"]) == ({"a": 0, "d": 0}, "Good luck!")


def test_an_account_hears_of_challenges_and_of_its_matches(resident):
    anna, boris = resident("Hears Anna"), resident("Hears Boris")
    with streaming(boris, "/api/events") as heard:
        match = anna.post("/api/challenges", json={"name": "Hears Boris", "game": "tavlei"}).json()["id"]
        challenge = next(heard)
        assert (challenge["t"], challenge["d"]["id"], challenge["d"]["is_yours"]) == ("challenge", match, False)
        boris.post(f"/api/challenges/{match}/accept", json={})
        told = [next(heard), next(heard)]
        assert {(one["t"], one["d"]["id"]) for one in told} == {("begun", match), ("answer", match)}
        with streaming(anna, "/api/events") as late:
            assert next(late)["t"] == "begun"
        command(anna, match, "resign")
        over = next(line for line in heard if line["t"] == "over")
        assert (over["d"]["id"], sorted(over["d"]["result"].values())) == (match, [-1, 1])


def test_a_declined_challenge_is_told(resident):
    anna, boris = resident("Asks Anna"), resident("Says No")
    with streaming(anna, "/api/events") as heard:
        match = anna.post("/api/challenges", json={"name": "Says No", "game": "moksha"}).json()["id"]
        assert next(heard)["d"]["is_yours"]
        boris.post(f"/api/challenges/{match}/decline", json={})
        assert next(heard) == {"t": "answer", "d": {"id": match, "answer": "declined"}}


def test_a_house_that_stops_ends_its_streams_at_once(tmp_path):
    with InnerHouse(tmp_path) as running, registering(running) as register:
        anna = register("Anna")
        with anna.stream("GET", "/api/events") as stream:
            began = time.monotonic()
            running.close()
            assert [line for line in stream.iter_lines() if line] == []
    assert time.monotonic() - began < 10
    assert not running.complaints


def test_a_stream_is_no_slow_request_but_its_client_can_be_dropped():
    connections, peer = Connections(10, 10, TrustedProxies("")), ("127.0.0.1", 1)
    theirs, ours = socket.socketpair()
    with theirs, ours:
        connections.admit(peer, ours)
        connections.begin_request(peer)
        drop = connections.begin_stream(peer)
        connections.drop_slow(-1.0, -1.0)
        ours.send(b"still there")
        assert theirs.recv(100) == b"still there"
        drop()
        assert theirs.recv(100) == b""
        connections.release(peer, ours)
        drop()  # the client has left meanwhile


def test_a_client_that_does_not_read_is_dropped_with_what_it_has_not_read():
    async def overflow():
        counts, dropped = [], []
        stream = LineStream(lambda: dropped.append(True))
        for _ in range(5):
            stream.post(b"x" * (MOST_UNREAD // 4))
            counts.append(len(dropped))
        return counts, [line async for line in stream.lines() if line.strip()]

    assert asyncio.run(overflow()) == ([0, 0, 0, 0, 1], [])


def test_a_match_may_be_longer_than_what_a_client_may_leave_unread():
    async def read():
        stream = LineStream(pytest.fail)
        stream.post(b"x" * (MOST_UNREAD + 1))
        stream.end()
        return [len(line) async for line in stream.lines() if line.strip()]

    assert asyncio.run(read()) == [MOST_UNREAD + 2]


def test_hot_seats_are_played_over_http_too(guest):
    match = make(guest, seats=HOT_SEAT)
    assert command(guest, match, "act", "i4-i3").status_code == 200
    assert command(guest, match, "act", "e3-f3").status_code == 200


def test_all_streams_of_an_account_look_together_at_what_has_changed(house, resident):
    anna, boris = resident("Many Streams"), resident("Calls Many")
    asked = []

    def note(connection, cursor, statement, *rest):
        asked.append(statement)

    def challenged(heard):
        """Count the database queries until every stream has sent a challenge."""
        asked.clear()
        match = boris.post("/api/challenges", json={"name": "Many Streams", "game": "tavlei"}).json()["id"]
        assert {next(lines)["d"]["id"] for lines in heard} == {match}
        many = sum("FROM challenges" in one for one in asked)
        boris.post(f"/api/challenges/{match}/decline", json={})
        assert {next(lines)["t"] for lines in heard} == {"answer"}
        return many

    event.listen(house.server.house.store.engine, "before_cursor_execute", note)
    try:
        with ExitStack() as streams:
            heard = [streams.enter_context(streaming(anna, "/api/events"))]
            alone = challenged(heard)
            heard += [streams.enter_context(streaming(anna, "/api/events")) for _ in range(9)]
            assert challenged(heard) < alone + 9, "each of nine more streams would ask at least once"
    finally:
        event.remove(house.server.house.store.engine, "before_cursor_execute", note)


def test_opening_a_stream_costs_what_it_shows(resident):
    anna = resident("Plays Much")
    for _ in range(50):
        make(anna)

    opened = 0
    while anna.head("/api/events").status_code == 200:
        opened += 1
    assert opened <= RATES["read"].guest.at_once // (50 // PER_WEIGHT)
