"""Bans: visitors from banned addresses are refused for a time."""

import json
from contextlib import contextmanager

import pytest
from houses import PERSON, RunningHouse, make, registering, seated
from houses.moderation import FREE, act, done, give_role, refused, table
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

PASSWORD = "seven green herons wade"  # noqa: S105 - of everybody here
HOME, CLUB, ELSEWHERE = "198.51.100.1", "198.51.100.2", "2001:db8:1:2::7"


@pytest.fixture(scope="module")
def own_house(tmp_path_factory):
    with RunningHouse(tmp_path_factory.mktemp("house")) as running:
        yield running
    assert not running.complaints, running.complaints


@pytest.fixture
def people(own_house):
    """A function that returns an HTTP client at an address, with an account if a name is given."""
    with registering(own_house) as register:
        clients = []

        def come(address, name=""):
            client = register(name) if name else own_house.guest()
            client.headers["X-Forwarded-For"] = address
            client.get("/")
            clients.append(client)
            return client

        yield come
        for client in clients:
            client.close()


@pytest.fixture
def order(own_house, people):
    def make_keeper(name, role="moderator"):
        client = people(ELSEWHERE, name)
        give_role(own_house, name, role)
        return client

    return make_keeper


def lift(client):
    for one in client.get("/api/order/shut-outs").json():
        done(client, "let-in", act=one["id"])


def test_a_guest_who_is_shut_out_stays_outside_also_as_another_guest(people, order):
    keeper, rude, neighbour = order("Shuts Out"), people(HOME), people(CLUB)
    match = table(neighbour, rude)
    done(keeper, "shut-out", match=match, seat="d", hours=2)

    refused(rude.get("/api/lobby"), "shut-out", 403)
    page = rude.get("/")
    assert (page.status_code, "closed.js" in page.text) == (403, True)
    assert rude.get("/web/common/page.js").status_code != 403
    refused(people(HOME).get("/api/lobby"), "shut-out", 403)
    refused(people(HOME).post("/api/account/register", json={"name": "x", "password": "y"}), "shut-out", 403)
    assert neighbour.get("/api/lobby").status_code == 200
    [shut] = keeper.get("/api/order/shut-outs").json()
    assert (shut["reason"], shut["detail"], shut["address"]) == ("Because", "2", "")
    assert HOME not in keeper.get("/api/order/acts").text
    lift(keeper)
    assert rude.get("/api/lobby").status_code == 200
    assert keeper.get("/api/order/acts").json()["acts"][0]["kind"] == "let-in"
    refused(act(keeper, "let-in", act=shut["id"]), "no-such-act", 404)


def test_residents_who_are_signed_in_come_in_from_an_address_that_is_shut_out(people, order):
    keeper, anna = order("Shuts The Club"), people(CLUB, "Plays In The Club")
    done(keeper, "shut-out", address=CLUB)
    try:
        assert anna.get("/api/lobby").status_code == 200
        refused(people(CLUB).get("/api/lobby"), "shut-out", 403)
        [shut] = keeper.get("/api/order/shut-outs").json()
        assert shut["address"] == CLUB
        outside = people(CLUB)
        assert outside.get("/account").status_code == 200
        assert "account" in outside.get("/api/account").json()
        wish = {"name": "Registers Outside", "password": PASSWORD}
        refused(outside.post("/api/account/register", json=wish), "shut-out", 403)
        wish = {"name": "Plays In The Club", "password": PASSWORD}
        assert outside.post("/api/account/sign-in", json=wish).status_code == 200
        assert outside.get("/api/lobby").status_code == 200
    finally:
        lift(keeper)


def test_a_resident_who_is_shut_out_is_recognised_wherever_they_come_from(people, order):
    keeper, rude = order("Shuts A Resident"), people(HOME, "Is Shut Out")
    done(keeper, "shut-out", name="Is Shut Out")
    refused(rude.get("/api/account"), "shut-out", 403)
    rude.headers["X-Forwarded-For"] = "2001:db8:aa:bb::1"
    refused(rude.get("/api/account"), "shut-out", 403)
    refused(people("2001:db8:aa:bb::2").get("/api/lobby"), "shut-out", 403)  # the same home
    assert people("2001:db8:aa:bc::2").get("/api/lobby").status_code == 200
    lift(keeper)
    assert rude.get("/api/account").json()["account"]["name"] == "Is Shut Out"


def test_who_is_shut_out_is_told_so_over_a_socket_and_stays_out_after_a_restart(people, order, own_house):
    keeper, rude, other = order("Shuts For Long"), people(HOME), people(CLUB)
    match = table(other, rude)
    done(keeper, "shut-out", match=match, seat="d")
    own_house.kill()
    own_house.open()
    address = own_house.address.replace("http", "ws", 1)
    with connect(f"{address}/api/matches/{match}/socket", additional_headers={"X-Forwarded-For": HOME}) as socket:
        assert '"shut-out"' in socket.recv(timeout=20)
    refused(people(HOME).get("/api/lobby"), "shut-out", 403)
    lift(keeper)
    with seated(other, match) as player:
        assert player.view["seat"] == "a"


def test_a_ban_ends_what_is_open_at_once(people, order):
    keeper, rude, near, other = order("Ends It"), people(HOME, "Is Connected"), people(HOME), people(CLUB)
    match = table(other, rude)
    with (
        watching(rude, match) as own,
        watching(near, match) as neighbours,
        watching(other, match) as others,
        rude.stream("GET", "/api/events") as events,
    ):
        done(keeper, "shut-out", name="Is Connected")
        for socket in (own, neighbours):
            with pytest.raises(ConnectionClosed) as closed:
                read_on(socket)
            assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (4403, "shut-out")
        assert [*events.iter_lines()], "the stream ends"
        others.send(json.dumps({"t": "chat", "id": "1", "n": 0, "d": {"text": "Is anybody left?"}}))
        assert any('"done"' in message for message in others)
    lift(keeper)


def read_on(socket):
    while True:
        socket.recv(timeout=20)


@contextmanager
def watching(client, match):
    """A WebSocket over which the house has sent the match."""
    cookies = "; ".join(f"{one.name}={one.value}" for one in client.cookies.jar)
    headers = {"X-Forwarded-For": client.headers["X-Forwarded-For"], "Cookie": cookies}
    address = f"{str(client.base_url).replace('http', 'ws', 1)}/api/matches/{match}/socket"
    with connect(address, additional_headers=headers) as socket:
        socket.send('{"t": "hello", "n": 0}')
        assert any('"view"' in message for message in socket)
        yield socket


def test_whom_an_owner_has_shut_out_only_an_owner_lets_in(people, order):
    owner, keeper, rude = order("Owns The Door", "owner"), order("Opens The Door"), people(HOME, "Stays Outside")
    done(owner, "shut-out", name="Stays Outside")
    [shut] = keeper.get("/api/order/shut-outs").json()
    refused(act(keeper, "let-in", act=shut["id"]), "not-allowed", 403)
    refused(rude.get("/api/lobby"), "shut-out", 403)
    lift(owner)
    done(keeper, "shut-out", name="Stays Outside")
    lift(owner)
    assert rude.get("/api/lobby").status_code == 200


def test_an_address_that_is_none_is_refused(people, order):
    keeper = order("Types Badly")
    for address in ("here", "300.1.1.1", "198.51.100.0/24"):
        refused(act(keeper, "shut-out", address=address), "bad-address", 400)
    assert keeper.get("/api/order/shut-outs").json() == []
    assert make(keeper, seats={"a": PERSON, "d": FREE})
