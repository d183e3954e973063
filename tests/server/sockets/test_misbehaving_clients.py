"""Clients that send garbage, flood, don't read, repeat commands or come by the thousand don't affect other clients."""

import contextlib
import json
import random
import socket
import threading
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from houses import HOT_SEAT, PERSON, Player, make, seated
from houses.raw_websockets import CLOSE, frame, is_let_in, raw_socket, read_until
from websockets.exceptions import ConnectionClosed

from ludoteka.core.paths import read_paths
from ludoteka.server.operations.limits import MAX_REFUSALS, RATES, SOCKETS_PER_ADDRESS, SOCKETS_PER_GUEST

FREE = {"kind": "free"}
BATCH = 50  # messages; few enough that the client does not count as too slow
MEGABYTES = 60  # by which the memory of a house may grow during the test


def close(connection):
    """Close a WebSocket; return once the house has taken note."""
    connection.sendall(frame(code=CLOSE))
    while connection.recv(1 << 16):
        pass


def test_the_connections_of_a_guest_are_limited_without_affecting_other_guests(house, guest):
    with house.guest() as other, ExitStack() as stack:
        other.get("/")
        match = make(guest)

        def connect(client):
            return stack.enter_context(raw_socket(house, match, Cookie=f"guest={client.cookies['guest']}"))

        first = [connect(guest) for _ in range(SOCKETS_PER_GUEST + 3)]
        assert [is_let_in(one) for one in first] == [True] * SOCKETS_PER_GUEST + [False] * 3
        with closing(Player(guest, match)) as refused:
            assert refused.next("refused")["d"]["code"] == "too-many"
            with pytest.raises(ConnectionClosed, match="4029"):
                refused.next("done")
        assert all(is_let_in(connect(other)) for _ in range(2)), "another guest can connect"
        close(first[0])
        assert is_let_in(connect(guest)), "so can this one after closing a connection"


def test_the_connections_of_an_address_are_limited(limited_house, address):
    with limited_house.guest() as guest, ExitStack() as stack:
        guest.get("/")
        match = make(guest)
        first = [
            stack.enter_context(raw_socket(limited_house, match, **address)) for _ in range(SOCKETS_PER_ADDRESS + 10)
        ]
        assert [is_let_in(one) for one in first] == [True] * SOCKETS_PER_ADDRESS + [False] * 10
        close(first[0])
        assert is_let_in(stack.enter_context(raw_socket(limited_house, match, **address)))
        assert guest.get("/api/health").json()["status"] == "ok"


def test_a_client_that_floods_is_told_to_wait_and_then_disconnected(house, guest):
    match = make(guest)
    with seated(guest, match) as player:
        with pytest.raises(ConnectionClosed) as caught:
            flood(player)
        assert caught.value.rcvd.code == 4029
        codes = [json.loads(frame) for frame in player.frames]
    refused = [code["d"] for code in codes if code["t"] == "refused" and code["d"]["code"] == "too-often"]
    assert len(refused) >= MAX_REFUSALS
    assert all(one["seconds"] >= 1 for one in refused)
    with house.guest() as other:
        other.get("/")
        with seated(other, make(other)) as calm:
            assert calm.act("d9-b9")["t"] == "done"


def flood(player):
    """Request the whole match again and again, as fast as the house answers."""
    for _ in range(20 * RATES["message"].guest.at_once // BATCH):
        with contextlib.suppress(ConnectionClosed):  # earlier messages can still be read
            for _ in range(BATCH):
                player.send({"t": "hello", "n": 0})
        for _ in range(BATCH):
            player.next("view", "refused")


def test_garbage_is_refused_and_the_match_goes_on(guest):
    with seated(guest, make(guest)) as player:
        for garbage in (b"\x00" * 3000, "Ж" * 2000, b"GET / HTTP/1.1\r\n\r\n", "{" * 2000, '{"t":' * 500):
            player.send(garbage)
            assert player.next("refused")["d"]["code"] in ("bad-message", "too-large")

        assert player.act("d9-b9")["t"] == "done"


def memory(house):
    """The memory that a house uses, in megabytes."""
    [line] = [one for one in Path(f"/proc/{house.process.pid}/status").read_text().splitlines() if "VmRSS" in one]
    return int(line.split()[1]) / 1024


def deaf(house, guest, match, stack):
    """Connect, request the whole match again and again, and read nothing."""
    connection = stack.enter_context(raw_socket(house, match, Cookie=f"guest={guest.cookies['guest']}"))
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    read_until(connection, b"\r\n\r\n")  # messages that are sent before this answer are lost
    connection.sendall(frame(b'{"t":"hello"}') * 50)


def test_clients_that_read_nothing_neither_fill_the_memory_of_the_house_nor_affect_other_clients(mortal_house):
    with mortal_house.guest() as guest, ExitStack() as stack:
        read_nothing(mortal_house, guest, stack)


def read_nothing(house, guest, stack):
    guest.get("/")
    match = make(guest)
    with seated(guest, match) as player:
        before, chance = memory(house), random.Random(2)
        for _ in range(40):
            client = stack.enter_context(house.guest())
            client.get("/api/guest")
            deaf(house, client, match, stack)
        for _ in range(60):
            acted = player.act(chance.choice([*read_paths(player.view["scene"]["paths"]).values()]))
            assert acted["t"] == "done"
            while player.number < acted["n"]:
                player.next("view")
        assert memory(house) - before < MEGABYTES
        assert guest.get("/api/health").json()["status"] == "ok"


def test_repeated_commands_get_the_same_answer_and_change_nothing(guest):
    with seated(guest, make(guest)) as player:
        commands = [
            {"t": "act", "id": f"old {number}", "n": number, "d": text}
            for number, text in enumerate(["d9-b9", "e7-c7", "b9-b7"])
        ]
        first = [sent(player, command) for command in commands]
        again = [sent(player, one) for one in [*commands, *reversed(commands)]]
        number = player.number

        assert [one["n"] for one in first] == [1, 2, 3]
        assert [one["n"] for one in again] == [1, 2, 3, 3, 2, 1]
        assert len(player.hello() and player.view["moves"]["list"]) == number == 3


def sent(player, message):
    player.send(message)
    return player.next("done")


def test_command_ids_of_different_guests_are_independent(house, guest):
    """Knowing the id of another guest's command reveals nothing and does nothing."""
    match = make(guest)
    with house.guest() as other, seated(guest, match) as player, seated(other, match) as watcher:
        player.act("d9-b9", name="mine")

        assert watcher.act("d9-b9", name="mine")["d"]["code"] == "not-your-seat"


def at_once(*deeds):
    """Call these functions simultaneously; return their results."""
    ready, answers = threading.Barrier(len(deeds)), [None] * len(deeds)

    def do(index, deed):
        ready.wait()
        answers[index] = deed()

    threads = [threading.Thread(target=do, args=pair) for pair in enumerate(deeds)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def test_two_devices_of_a_player_that_move_at_once_make_one_move_and_show_the_same_match(house, guest):
    match = make(guest, seats=HOT_SEAT)
    with seated(guest, match) as phone, seated(guest, match) as desk:
        answers = at_once(lambda: phone.act("d9-b9"), lambda: desk.act("f9-h9"))
        for player in (phone, desk):
            player.hello()

        assert sorted(answer["t"] for answer in answers) == ["done", "refused"]
        assert phone.view["moves"] == desk.view["moves"]


def test_simultaneous_commands_are_handled_one_after_the_other(house, guest):
    with house.guest() as other:
        other.get("/")
        match = make(guest, seats={"a": PERSON, "d": FREE})
        with seated(guest, match) as one, seated(other, match) as two:
            assert two.command("sit", {"seat": "d", "secret": one.view["invitation"]})["t"] == "done"
            for player in (one, two):
                while player.number < 1:
                    player.next("view")
            answers = at_once(lambda: one.act("d9-b9"), lambda: two.act("e7-c7"))
            for player in (one, two):
                while player.number < answers[0]["n"]:
                    player.next("view")

            assert answers[0]["t"] == "done", answers
            assert answers[1]["d"]["code"] in ("not-your-turn", "stale")
            assert one.view["moves"]["list"] == two.view["moves"]["list"] == [["a", "d9-b9"]]


def test_a_long_message_counts_as_several(guest):
    with seated(guest, make(guest)) as player:
        codes = []
        while "too-often" not in codes and len(codes) < 5:
            player.send("x" * 1_000_000)
            codes.append(player.next("refused")["d"]["code"])
        assert codes[0] == "too-large"
        assert codes[-1] == "too-often"
