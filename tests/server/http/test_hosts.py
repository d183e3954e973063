"""The names by which a house can be reached: a page whose name was made to lead to the house learns nothing."""

import socket
from itertools import product

import pytest
from houses import make
from houses.inner import InnerHouse
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

FOREIGN = [
    "evil.example",
    "evil.example:8642",
    "127.0.0.1.evil.example",
    "localhost.evil.example",
    "evil.local.example",
]
OWN = [
    "127.0.0.1",
    "127.0.0.1:1",
    "[::1]:8642",
    "192.168.178.20:8642",
    "[fe80::1]",
    "203.0.113.7",
    "LOCALHOST",
    "localhost.",
]
OWN += ["house.localhost", "club.local:8642", "server-1:8642", socket.gethostname()]
PATHS = ["/", "/metrics", "/api/guest", "/api/house", "/match/x", "/nowhere"]


def test_a_request_for_another_name_is_refused_and_gets_no_cookie(house):
    with house.guest() as new:
        for path, host in product(PATHS, FOREIGN):
            answer = new.get(path, headers={"host": host, "origin": f"http://{host}"})

            assert answer.status_code == 421, (path, host)
            assert "set-cookie" not in answer.headers
            assert "default-src 'self'" in answer.headers["content-security-policy"]
            assert answer.headers["cache-control"] == "no-store"


def test_the_refusal_is_a_code_for_programs_and_a_sentence_for_people_and_names_the_option(guest):
    program = guest.get("/api/house", headers={"host": "games.example"}).json()
    person = guest.get("/", headers={"host": "games.example", "accept-language": "cs"})

    assert program["code"] == "misdirected"
    assert program["message"][1] == {"name": "games.example"}
    assert person.headers["content-type"].startswith("text/plain")
    assert "--name games.example" in person.text


def test_another_site_cannot_change_anything_by_a_name_that_it_made_lead_here(guest):
    for host in FOREIGN:
        answer = guest.post("/api/guest", json={"name": "Eve"}, headers={"host": host, "origin": f"http://{host}"})

        assert (answer.status_code, answer.json()["code"]) == (421, "misdirected"), host


def test_the_handshake_of_a_websocket_for_another_name_is_rejected(house, guest):
    match = make(guest)

    with pytest.raises(InvalidStatus) as caught, socket.create_connection(("127.0.0.1", house.port)) as direct:
        connect(f"ws://evil.example:{house.port}/api/matches/{match}/socket", sock=direct)

    assert caught.value.response.status_code == 403


def test_addresses_and_names_of_the_local_network_need_no_setting(guest):
    for host in OWN:
        assert guest.get("/api/guest", headers={"host": host}).status_code == 200, host


def test_health_checks_may_call_the_house_by_any_name(guest):
    for path in ("/api/health", "/api/ready"):
        assert guest.get(path, headers={"host": "probe.example"}).status_code == 200, path


@pytest.mark.parametrize(
    ("options", "environment"),
    [
        (["--name", "games.example.org", "--name", "https://www.example.org/"], {}),
        ([], {"LUDOTEKA_NAME": "games.example.org http:// www.example.org"}),
    ],
    ids=["options", "environment"],
)
def test_a_house_answers_to_the_names_in_its_settings(tmp_path, options, environment):
    with InnerHouse(tmp_path, options=options, environment=environment) as house, house.guest() as guest:
        for host in ("games.example.org", "GAMES.example.org:443", "www.example.org"):
            assert guest.get("/", headers={"host": host}).status_code == 200
        for host in ("example.org", "games.example.org.example", ""):
            assert guest.get("/", headers={"host": host}).status_code == 421


def test_a_house_behind_a_proxy_that_checks_names_can_answer_to_all(tmp_path):
    with InnerHouse(tmp_path, options=["--name", "*"]) as house, house.guest() as guest:
        assert guest.get("/", headers={"host": "anything.example"}).status_code == 200
