"""A house does not wait for clients that never finish a request, nor for any number of them from one address."""

import socket
from contextlib import ExitStack

import pytest
from houses import make
from houses.raw_websockets import is_let_in, raw_socket

from ludoteka.server.operations.limits import IDLE_PER_ADDRESS

ADDRESS = "127.0.0.2"  # of a client; 127.0.0.1 is that of a proxy
SOCKETS = 10  # WebSockets that an address may have open
HALF_A_HEAD = b"GET /api/health HTTP/1.1\r\nHost: x\r\n"
HALF_A_BODY = b"POST /api/records HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nhalf"


@pytest.mark.parametrize("half", [HALF_A_HEAD, HALF_A_BODY], ids=["head", "body"])
def test_a_house_disconnects_a_client_that_never_finishes_its_request(hooked_house, half):
    with socket.create_connection(("127.0.0.1", hooked_house.port), timeout=20) as connection:
        connection.sendall(half)

        assert connection.recv(1) == b""


def test_an_address_has_a_limited_number_of_connections_to_a_house(cramped_house):
    with ExitStack() as stack:
        most = SOCKETS + IDLE_PER_ADDRESS
        connections = [stack.enter_context(connected(cramped_house)) for _ in range(most + 1)]

        assert is_closed(connections[-1])
        connections[0].sendall(b"\r\n")
        assert connections[0].recv(4) == b"HTTP", "the others are served"


def test_the_number_of_websockets_of_an_address_can_be_configured(cramped_house):
    with cramped_house.guest() as guest, ExitStack() as stack:
        guest.get("/")
        match, address = make(guest), {"X-Forwarded-For": "192.0.2.99"}
        first = [stack.enter_context(raw_socket(cramped_house, match, **address)) for _ in range(SOCKETS + 3)]
        assert [is_let_in(one) for one in first] == [True] * SOCKETS + [False] * 3


def connected(house):
    connection = socket.create_connection(("127.0.0.1", house.port), source_address=(ADDRESS, 0), timeout=20)
    connection.sendall(HALF_A_HEAD)
    return connection


def is_closed(connection):
    """Wait for what the house does with a connection; tell whether it closes it."""
    try:
        return connection.recv(1) == b""
    except ConnectionError:
        return True
