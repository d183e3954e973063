"""What one address can do to a house: it is limited, and other people play on."""

import re
import resource
import socket
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from time import monotonic
from types import SimpleNamespace

import httpx2
import pytest
from houses import PLAIN_HTTP, RunningHouse, make, seated, until
from houses.raw_websockets import PING, frame, raw_socket, read_until

from ludoteka.house.house import CALLS
from ludoteka.server.operations import limits
from ludoteka.server.operations.limits import MAX_REFUSALS, NEW_GUEST_WEIGHT, RATES
from ludoteka.server.protocol.messages import MAX_CHARACTERS

[RECORD_WEIGHT] = [call.costs["creation"] for call in CALLS if call.line == "post /api/records"]

CLUB = {"X-Forwarded-For": "2001:db8::7"}
WISH = {"game": "tavlei", "seats": {"a": {"kind": "person"}, "d": {"kind": "person"}}}
PINGS = 64_000
HALF_OPEN = 200  # connections
FILES = 150  # that the attacked house can have open
MOST_LINES = 5  # in its log
LARGE = 900_000  # bytes of a message
AT_ONCE = 100  # requests


def client_of(house, headers):
    return httpx2.Client(base_url=house.address, verify=PLAIN_HTTP, timeout=20, headers=headers)


@pytest.fixture
def guest(house):
    """Somebody who comes from another address than the attacker."""
    with house.guest() as client:
        client.get("/")
        yield client


@pytest.fixture
def attacker(house, address):
    with client_of(house, address) as client:
        yield client


def answers(house, *paths, **headers):
    """Send requests in one packet; return the answers, from status to content."""
    heads = [f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n" for path in paths]
    more = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    with socket.create_connection(("127.0.0.1", house.port), timeout=60) as connection:
        connection.sendall("".join(f"{head}{more}\r\n" for head in heads[:-1]).encode())
        connection.sendall(f"{heads[-1]}{more}Connection: close\r\n\r\n".encode())
        found = read_until(connection, b"no end but that of the connection").split(b"HTTP/1.1 ")[1:]
    assert len(found) == len(paths)
    return found


def statuses(*found):
    return {int(answer[:3]) for answer in found}


def test_many_cookies_of_one_address_create_no_more_than_a_club_needs(guest, attacker):
    codes = []
    most = 2 * RATES["creation"].address.at_once // RECORD_WEIGHT
    while 429 not in codes and len(codes) < most:
        attacker.cookies.clear()
        attacker.get("/api/guest")
        codes += [attacker.post("/api/records", content=b"nothing").status_code for _ in range(8)]

    assert set(codes) == {400, 429}
    assert codes.count(400) >= RATES["creation"].address.at_once // RECORD_WEIGHT
    while attacker.post("/api/matches", json=WISH).status_code != 429:
        pass  # what is left for less than a record
    assert make(guest), "others can create matches"


def test_cookies_of_one_address_are_limited(house, guest, address, monkeypatch):
    now = monotonic()
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: now))  # no time passes
    most, found = 2 * RATES["request"].address.at_once // NEW_GUEST_WEIGHT, []
    while 429 not in statuses(*found) and len(found) < most:
        found += answers(house, *["/"] * AT_ONCE, **address)  # costs nothing but the new cookies

    assert statuses(*found) == {200, 429}
    for refused in (answer for answer in found if answer.startswith(b"429")):
        assert int(re.search(rb"retry-after: (\d+)", refused)[1]) >= 1
        assert b'"code":"too-often"' in refused
    assert guest.get("/").status_code == 200


def test_files_of_pages_cost_next_to_nothing(house, guest):
    guest.get("/")
    paths = ["/web/start/start.js"] * (2 * RATES["read"].guest.at_once)

    assert statuses(*answers(house, *paths, Cookie=f"guest={guest.cookies['guest']}")) == {200}


def test_sockets_without_a_cookie_share_the_messages_of_their_address(guest, house, address):
    match, codes, each = make(guest), [], 5  # messages of a connection; alone, they are few
    with seated(guest, match) as player:
        while b"too-often" not in codes and len(codes) < 2 * RATES["message"].address.at_once * MAX_CHARACTERS // LARGE:
            with raw_socket(house, match, **address) as flooding:
                read_until(flooding, b"\r\n\r\n")
                for _ in range(each):
                    flooding.sendall(frame(b"x" * LARGE))
                    codes += re.findall(b"too-often|too-large", read_until(flooding, b'"message"'))

        assert set(codes) == {b"too-large", b"too-often"}
        assert len(codes) > each
        assert player.act("d9-b9")["t"] == "done"


def test_a_flood_of_pings_ends_the_connection(guest, house, attacker, address):
    attacker.get("/")
    match, other_cookie = make(guest), attacker.cookies["guest"]
    with (
        seated(guest, match) as player,
        raw_socket(house, match, Cookie=f"guest={other_cookie}", **address) as flooding,
    ):
        read_until(flooding, b"\r\n\r\n")
        pongs, answers = 0, b"-"
        try:
            flooding.sendall(frame(b"", PING) * PINGS)
            while answers:
                answers = flooding.recv(1 << 16)
                pongs += answers.count(b"\x8a\x00")
        except ConnectionError:
            pass  # the house does not wait for the flood to end
        assert RATES["message"].guest.at_once + MAX_REFUSALS <= pongs < PINGS / 10

        assert player.act("d9-b9")["t"] == "done"


def test_reconnecting_again_and_again_is_limited(guest, house, address):
    codes = []
    while len(codes) < 2 * RATES["connect"].address.at_once and b'"too-often"' not in codes[-1:]:
        with raw_socket(house, "nowhere", **address) as connection:
            codes += re.findall(b'"no-such-match"|"too-often"', read_until(connection, b'"message"'))

    assert codes[-1] == b'"too-often"'
    with seated(guest, make(guest)) as player:
        assert player.act("d9-b9")["t"] == "done"


def test_thirty_people_behind_one_address_play_reload_and_watch_without_meeting_a_limit(house):
    with ExitStack() as stack:
        people = [stack.enter_context(client_of(house, CLUB)) for _ in range(30)]
        for _ in range(2):
            for person in people:
                load(house, person, "/")
        matches = [make(person) for person in people]
        sockets = []
        for number, person in enumerate(people):
            load(house, person, f"/match/{matches[number]}")
            cookie = f"guest={person.cookies['guest']}"
            for match in (matches[number], matches[number - 1], matches[0]):
                sockets.append(stack.enter_context(raw_socket(house, match, Cookie=cookie, **CLUB)))
                read_until(sockets[-1], b"\r\n\r\n")
                sockets[-1].sendall(frame(b'{"t": "hello"}'))
        for player in sockets[::3]:
            player.sendall(frame(b'{"t": "act", "id": "mine", "n": 0, "d": "d9-b9"}'))
            assert b'"t":"done","id":"mine"' in read_until(player, b'"mine"')


def load(house, person, page):
    """Load a page and what it needs, as a browser with an empty cache does."""
    assert person.get(page).status_code == 200
    files = [f"/web/start/start.js?{number}" for number in range(2)]  # the rest costs the same, and takes time to test
    paths = ("/api/house", "/api/guest", "/api/matches", "/api/lobby", "/api/catalogue/en", *files)
    assert statuses(*answers(house, *paths, Cookie=f"guest={person.cookies['guest']}", **CLUB)) == {200}


@contextmanager
def few_files(most):
    """Let programs that are started meanwhile have only so many files open."""
    usual = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, usual[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, usual)


@pytest.fixture(scope="module")
def narrow_house(tmp_path_factory):
    """A house that can have few files open, one of which is its log."""
    folder = tmp_path_factory.mktemp("narrow")
    with (folder / "log").open("w") as log:
        with few_files(FILES):
            house = RunningHouse(folder, log=log)
        with house:
            yield house


@contextmanager
def logged(house):
    """Provide the lines that a house writes into its log from now on; they are there in the end."""
    lines, log = [], house.folder / "log"
    before = len(log.read_text())
    yield lines
    lines += log.read_text()[before:].splitlines()


def half_open(stack, house, source):
    """Connect, and send half the head of a request."""
    address = ("127.0.0.1", house.port)
    connection = stack.enter_context(socket.create_connection(address, source_address=(source, 0), timeout=20))
    connection.setblocking(False)
    with suppress(ConnectionError):  # refused
        connection.send(b"GET / HTTP/1.1\r\nHost: x\r\n")


@pytest.mark.parametrize("source", ["127.0.0.1", "127.0.0.2"], ids=["proxy", "client"])
def test_half_open_connections_keep_nobody_out(narrow_house, source):
    house = narrow_house
    with logged(house) as lines, house.guest() as one, house.guest() as two, ExitStack() as stack:
        one.get("/")
        match = make(one)
        with seated(one, match) as player, seated(two, match) as watcher:
            for _ in range(HALF_OPEN):
                half_open(stack, house, source)

            assert player.act("d9-b9")["t"] == "done"
            assert watcher.until(lambda view: len(view["moves"]["list"]) == 1)
            with house.guest() as late:
                late.get("/")
                assert make(late)
    assert len(lines) <= MOST_LINES


def test_a_house_without_free_file_descriptors_says_so_once_and_recovers(narrow_house):
    house = narrow_house
    with house.guest() as guest:
        guest.get("/")
        with logged(house) as lines, seated(guest, make(guest)) as player, ExitStack() as stack:
            files = max(int(one.name) for one in Path(f"/proc/{house.process.pid}/fd").iterdir()) + 5
            usual = resource.prlimit(house.process.pid, resource.RLIMIT_NOFILE)
            resource.prlimit(house.process.pid, resource.RLIMIT_NOFILE, (files, usual[1]))
            for _ in range(HALF_OPEN):
                half_open(stack, house, "127.0.0.1")
            assert player.act("d9-b9")["t"] == "done"
            with socket.create_connection(("127.0.0.1", house.port), timeout=20) as refused:
                assert ended(refused)

            resource.prlimit(house.process.pid, resource.RLIMIT_NOFILE, usual)
            until(lambda: is_answered(house))  # once those who wait are refused, as they are more than have room here
    assert len(lines) <= MOST_LINES
    assert len([line for line in lines if "no file descriptor is free" in line]) == 1


def is_answered(house):
    with suppress(httpx2.TransportError), house.guest() as client:
        return client.get("/").status_code == 200


def ended(connection):
    """Wait until the house closes a connection."""
    try:
        return connection.recv(1) == b""
    except ConnectionError:
        return True
