"""What one address can do to a house: it is limited, and other people play on."""

import json
import re
import resource
import socket
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import httpx2
import pytest
from houses import PLAIN_HTTP, RunningHouse, make, seated
from houses.raw_websockets import HANDSHAKE, PING, frame
from websockets.sync.client import connect

from ludoteka.server.operations.limits import (
    CONNECTS,
    CREATION,
    MAX_REFUSALS,
    MESSAGES,
    NEW_GUEST_WEIGHT,
    READING,
    REQUESTS,
)

ATTACKER = {"X-Forwarded-For": "192.0.2.66"}  # a proxy tells the house this address
CLUB = {"X-Forwarded-For": "2001:db8::7"}
WISH = {"game": "tavlei", "seats": {"a": {"kind": "person"}, "d": {"kind": "person"}}}
PINGS = 64_000
HALF_OPEN = 200  # connections
FILES = 150  # that the attacked house can have open
MOST_LINES = 5  # in its log


def client_of(house, headers):
    return httpx2.Client(base_url=house.address, verify=PLAIN_HTTP, timeout=20, headers=headers)


@pytest.fixture
def attacker(house):
    with client_of(house, ATTACKER) as client:
        yield client


@contextmanager
def connected(house, match, headers):
    address = f"{house.address.replace('http', 'ws', 1)}/api/matches/{match}/socket"
    with connect(address, additional_headers=headers, compression=None, max_queue=None) as connection:
        yield connection


@contextmanager
def raw_socket(house, match, more=""):
    """Ask for the socket of a match, from the attacker's address."""
    with socket.create_connection(("127.0.0.1", house.port), timeout=20) as connection:
        head = HANDSHAKE.format(more=f"{': '.join(*ATTACKER.items())}\r\n{more}")
        connection.sendall(head.replace("/a%20path?x=1", f"/api/matches/{match}/socket").encode())
        yield connection


def read_until(connection, end):
    """Return what the house sends, up to some bytes or the end of the stream."""
    content = b""
    while end not in content and (part := connection.recv(1 << 16)):
        content += part
    return content


def test_many_cookies_of_one_address_create_no_more_matches_than_a_club_needs(guest, attacker):
    codes = []
    for _ in range(8):
        attacker.cookies.clear()
        attacker.get("/api/guest")
        codes += [attacker.post("/api/matches", json=WISH).status_code for _ in range(60)]

    assert set(codes) == {201, 429}
    assert codes.count(201) < 1.5 * CREATION.address.at_once
    assert make(guest), "others can create matches"


def test_cookies_of_one_address_are_limited(guest, attacker):
    def asked():
        attacker.cookies.clear()
        return attacker.get("/")  # costs nothing but the new cookie

    answers = [asked()]
    most = 2 * REQUESTS.address.at_once // NEW_GUEST_WEIGHT
    while answers[-1].status_code == 200 and len(answers) < most:
        answers.append(asked())

    assert answers[-1].status_code == 429
    assert int(answers[-1].headers["retry-after"]) >= 1
    assert answers[-1].json()["code"] == "too-often"
    assert guest.get("/").status_code == 200


def test_files_of_pages_cost_next_to_nothing(guest):
    guest.get("/")

    assert {guest.get("/web/start/start.js").status_code for _ in range(2 * READING.guest.at_once)} == {200}


def test_sockets_without_a_cookie_share_the_messages_of_their_address(guest, house):
    match, codes, hellos = make(guest), set(), 50  # of a connection; alone, they are few
    with seated(guest, match) as player:
        for _ in range(10 * MESSAGES.address.at_once // hellos // 5):
            with connected(house, match, ATTACKER) as flooding:
                for _ in range(hellos):
                    flooding.send('{"t": "hello"}')
                answers = [json.loads(flooding.recv()) for _ in range(hellos)]
            codes |= {one["d"]["code"] for one in answers if one["t"] == "refused"}
            if codes:
                break

        assert codes == {"too-often"}
        assert player.act("d9-b9")["t"] == "done"


def test_a_flood_of_pings_ends_the_connection(guest, house, attacker):
    attacker.get("/")
    match, other_cookie = make(guest), attacker.cookies["guest"]
    with seated(guest, match) as player, raw_socket(house, match, f"Cookie: guest={other_cookie}\r\n") as flooding:
        read_until(flooding, b"\r\n\r\n")
        pongs, answers = 0, b"-"
        try:
            flooding.sendall(frame(b"", PING) * PINGS)
            while answers:
                answers = flooding.recv(1 << 16)
                pongs += answers.count(b"\x8a\x00")
        except ConnectionError:
            pass  # the house does not wait for the flood to end
        assert MESSAGES.guest.at_once + MAX_REFUSALS <= pongs < PINGS / 10

        assert player.act("d9-b9")["t"] == "done"


def test_reconnecting_again_and_again_is_limited(guest, house):
    codes = []
    while len(codes) < 2 * CONNECTS.address.at_once and '"too-often"' not in codes[-1:]:
        with raw_socket(house, "nowhere") as connection:
            codes += re.findall('"no-such-match"|"too-often"', read_until(connection, b'"message"').decode("latin-1"))

    assert codes[-1] == '"too-often"'
    with seated(guest, make(guest)) as player:
        assert player.act("d9-b9")["t"] == "done"


def test_thirty_people_behind_one_address_play_reload_and_watch_without_meeting_a_limit(house):
    with ExitStack() as stack:
        people = [stack.enter_context(client_of(house, CLUB)) for _ in range(30)]
        for _ in range(2):
            for person in people:
                load(person, "/")
        matches = [make(person) for person in people]
        sockets = []
        for number, person in enumerate(people):
            load(person, f"/match/{matches[number]}")
            cookie = {"Cookie": f"guest={person.cookies['guest']}"}
            for match in (matches[number], matches[number - 1], matches[0]):
                sockets.append(stack.enter_context(connected(house, match, CLUB | cookie)))
                sockets[-1].send('{"t": "hello"}')
        for player in sockets[::3]:
            player.send('{"t": "act", "id": "mine", "n": 0, "d": "d9-b9"}')
            while (answer := json.loads(player.recv(timeout=20))).get("id") != "mine":
                pass
            assert answer["t"] == "done"


def load(person, page):
    """Load a page and what it needs, as a browser with an empty cache does."""
    files = [f"/web/start/start.js?{number}" for number in range(2)]  # the rest costs the same, and takes time to test
    for path in (page, "/api/house", "/api/guest", "/api/matches", "/api/lobby", "/api/catalogue/en", *files):
        assert person.get(path).status_code == 200


@contextmanager
def few_files(most):
    """Let programs that are started meanwhile have only so many files open."""
    usual = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, usual[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, usual)


def half_open(stack, house, source):
    """Connect, and send half the head of a request."""
    address = ("127.0.0.1", house.port)
    connection = stack.enter_context(socket.create_connection(address, source_address=(source, 0), timeout=20))
    connection.setblocking(False)
    with suppress(ConnectionError):  # refused
        connection.send(b"GET / HTTP/1.1\r\nHost: x\r\n")


@pytest.mark.parametrize("source", ["127.0.0.1", "127.0.0.2"], ids=["proxy", "client"])
def test_half_open_connections_keep_nobody_out(tmp_path, source):
    with few_files(FILES):
        house = RunningHouse(tmp_path)
    with house, house.guest() as one, house.guest() as two, ExitStack() as stack:
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
        house.close()
    assert len(house.complaints.splitlines()) <= MOST_LINES


def test_a_house_without_free_file_descriptors_says_so_once_and_recovers(tmp_path):
    with RunningHouse(tmp_path) as house, house.guest() as guest:
        guest.get("/")
        with seated(guest, make(guest)) as player, ExitStack() as stack:
            files = max(int(one.name) for one in Path(f"/proc/{house.process.pid}/fd").iterdir()) + 5
            usual = resource.prlimit(house.process.pid, resource.RLIMIT_NOFILE)
            resource.prlimit(house.process.pid, resource.RLIMIT_NOFILE, (files, usual[1]))
            for _ in range(HALF_OPEN):
                half_open(stack, house, "127.0.0.1")
            assert player.act("d9-b9")["t"] == "done"
            with socket.create_connection(("127.0.0.1", house.port), timeout=20) as refused:
                assert ended(refused)

            resource.prlimit(house.process.pid, resource.RLIMIT_NOFILE, usual)
            with house.guest() as late:
                assert late.get("/").status_code == 200
        house.close()
    assert len(house.complaints.splitlines()) == 1
    assert "no file descriptor is free" in house.complaints


def ended(connection):
    """Wait until the house closes a connection."""
    try:
        return connection.recv(1) == b""
    except ConnectionError:
        return True


def test_an_aborted_upload_is_no_fault_of_the_house(tmp_path):
    with RunningHouse(tmp_path, options=["--log", "json"]) as house, house.guest() as guest:
        with socket.create_connection(("127.0.0.1", house.port), timeout=20) as upload:
            upload.sendall(b"POST /api/records HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nhalf")
        counted = 'ludoteka_http_requests_total{method="POST",route="/api/records",status='
        while counted not in (metrics := guest.get("/metrics").text):
            pass
        assert f'{counted}"499"}} 1.0' in metrics
        house.close()
    assert "Traceback" not in house.complaints
