"""Addresses with ids that no match can have are answered like unknown ones, null characters are refused, and nothing is logged."""

import re

import pytest
from houses import Player, make, seated
from houses.inner import InnerHouse
from websockets.exceptions import ConnectionClosed

from ludoteka.house.house import CALLS

IMPOSSIBLE = ["%F0%9F%98%80", "a%20b", "x" * 41, "%D9%A3", "a.b", "%27;--"]


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def house(request, tmp_path_factory):
    """A house on each kind of database, which must not complain."""
    database = request.getfixturevalue("postgres").fresh_database() if request.param == "postgresql" else None
    with InnerHouse(tmp_path_factory.mktemp("house"), database=database) as running:
        yield running
    assert not running.complaints, running.complaints


@pytest.mark.parametrize(
    "path", ["/match/{}/record", "/match/{}/dice", "/match/{}/link.svg", "/api/matches/{}/positions/0"]
)
def test_an_impossible_id_is_answered_like_an_unknown_one(guest, path):
    for written in ("unknown", *IMPOSSIBLE):
        answer = guest.get(path.format(written))

        assert answer.status_code == 404, written


def test_a_rematch_of_an_impossible_match_is_refused(guest):
    for written in ("unknown", *IMPOSSIBLE):
        assert guest.post(f"/api/matches/{written}/rematch").status_code == 404, written


@pytest.mark.parametrize("written", ["unknown", "%00", "a%00b", *IMPOSSIBLE])
def test_a_socket_to_an_impossible_match_is_closed_as_one_to_an_unknown_match(guest, written):
    player = Player(guest, written)

    assert player.next("refused")["d"]["code"] == "no-such-match"
    with pytest.raises(ConnectionClosed, match="4404"):
        player.next("view")
    player.close()


@pytest.mark.parametrize("number", ["9" * 5000, "9" * 10, "-1", "1.0", "%D9%A3"])
def test_an_impossible_position_is_answered_like_an_unknown_one(guest, number):
    match = make(guest)
    with seated(guest, match) as player:
        player.command("resign", "a")

    answer = guest.get(f"/api/matches/{match}/positions/{number}")

    assert (answer.status_code, answer.json()["code"]) == (404, "no-such-position")


def test_a_command_id_that_cannot_be_stored_is_refused(guest):
    with seated(guest, make(guest)) as player:
        player.send({"t": "act", "id": "a\0b", "n": player.number, "d": "e2-f2"})

        assert player.next("done", "refused")["d"]["code"] == "bad-message"


def test_a_null_character_is_refused_in_every_path_query_and_body(guest):
    match = make(guest)
    paths = {re.sub(r"\{[^}]*\}", "a%00b", route.path) for route in CALLS if "{" in route.path}
    reads = {*paths, *(f"{path}?before=%00" for path in ("/", "/api/order/acts", "/api/residents/x/matches"))}
    asked = {path: guest.get(path) for path in reads}
    asked |= {f"POST {path}": guest.post(path, json={}) for path in paths}
    command = f"/api/matches/{match}/chat"
    bodies = {"escaped": rb'{"id": "1", "d": {"text": "a\u0000b"}}', "as it is": b'{"id": "1", "d": {"text": "a\0b"}}'}
    asked |= {name: guest.post(command, content=body) for name, body in bodies.items()}
    asked |= {"record": guest.post("/api/records", content=b'[Game "tavlei"]\0')}

    assert {path: answer.status_code for path, answer in asked.items() if answer.status_code != 400} == {}
    coded = [answer.json()["code"] for answer in asked.values() if answer.headers["content-type"] == "application/json"]
    assert {*coded} == {"bad-message"}
    spelt = rb'{"id": "2", "d": {"text": "a\\u0000b"}}'  # a backslash, and what follows it
    assert guest.post(command, content=spelt).json()["code"] == "no-chat", "it was read"


@pytest.mark.parametrize("part", ["path", "query", "cookie"])
def test_a_head_that_is_too_long_is_refused(guest, part):
    long = "x" * 17_000
    path = {"path": f"/api/residents/{long}", "query": f"/api/lobby?game={long}", "cookie": "/api/lobby"}[part]
    answer = guest.get(path, headers={"cookie": f"a={long}"} if part == "cookie" else {})
    assert (answer.status_code, answer.json()["code"]) == (431, "head-too-long")
    assert "set-cookie" not in answer.headers
    assert answer.headers["x-content-type-options"] == "nosniff"
