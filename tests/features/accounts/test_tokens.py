"""Tokens of programs: what they allow, and what they never allow."""

import json
import re
import sqlite3
from contextlib import closing
from types import SimpleNamespace

import pytest
from houses import make, make_token, program, registering, streaming
from houses.inner import InnerHouse
from programs.commands import done
from websockets.sync.client import connect

from ludoteka.house.house import CALLS
from ludoteka.server.operations import limits
from ludoteka.server.operations.limits import RateLimit
from ludoteka.server.people.tokens import SCOPES

ALLOWED = {call.line: call.scope for call in CALLS if call.scope is not None}
LINES = [call.line for call in CALLS]
FILLED = {"game": "tavlei", "language": "cs", "number": "0", "name": "Somebody", "speed": "blitz"}


def address(path):
    return re.sub(r"{(\w+)[^}]*}", lambda found: FILLED.get(found[1], "nothing"), path)


def code(answer):
    is_json = answer.headers.get("content-type") == "application/json"
    content = answer.json() if is_json else None
    return content.get("code") if isinstance(content, dict) else None


def test_each_scope_allows_some_calls():
    assert {*SCOPES, ""} == set(ALLOWED.values())


@pytest.fixture(scope="module")
def asked(tmp_path_factory):
    with InnerHouse(tmp_path_factory.mktemp("asked"), options=("--sockets", "0")) as running:
        yield running
    assert not running.complaints, running.complaints


@pytest.mark.parametrize("scopes", [*((scope,) for scope in SCOPES), ()])
def test_a_token_allows_the_calls_of_its_scopes_and_no_others(asked, scopes):
    with (
        registering(asked) as register,
        program(asked, make_token(register("Of " + " ".join(scopes).replace(":", " ")), *scopes)) as client,
    ):
        for call in LINES:
            method, _, path = call.partition(" ")
            with client.stream(method, address(path), json={}) as answer:
                is_refused = answer.status_code == 403 and "bad-scope" in answer.read().decode()
                assert answer.status_code < 500, call
            assert is_refused == (ALLOWED.get(call) not in ("", *scopes)), call


@pytest.mark.parametrize("scope", ["match:read", "match:play"])
def test_only_a_token_that_may_play_opens_a_socket(house, guest, resident, scope):
    match, token = make(guest), make_token(resident(f"Socket {scope[-4:]}"), scope)
    where = f"{house.address.replace('http', 'ws', 1)}/api/matches/{match}/socket"
    with connect(where, additional_headers={"Authorization": f"Bearer {token}"}, compression=None) as socket:
        if scope == "match:play":
            socket.send(json.dumps({"t": "hello", "n": 0}))
        first = json.loads(socket.recv(timeout=20))
    assert (first["t"], first["d"].get("code")) == (
        ("view", None) if scope == "match:play" else ("refused", "bad-scope")
    )


def test_a_token_acts_for_its_account_and_gets_no_cookies(house, resident):
    anna = resident("Token Anna")
    with program(house, make_token(anna)) as client:
        answer = client.get("/api/guest")

    assert answer.json()["name"] == "Token Anna"
    assert "set-cookie" not in answer.headers


def test_the_house_keeps_only_a_hash_of_a_token(tmp_path):
    with InnerHouse(tmp_path) as running, registering(running) as register:
        token = make_token(register("Anna"), "match:read")
    with closing(sqlite3.connect(tmp_path / "ludoteka.sqlite")) as database:
        written = "\n".join(database.iterdump())
    assert token.startswith("ludoteka_")
    assert "match:read" in written
    assert token not in written
    assert token.removeprefix("ludoteka_") not in written


def test_a_token_that_was_ended_opens_nothing_and_its_streams_end(house, resident):
    anna = resident("Token Ender")
    token = make_token(anna, "match:read")
    [listed] = anna.get("/api/account/tokens").json()
    assert (listed["label"], listed["scopes"]) == ("a program", ["match:read"])
    with program(house, token) as client, client.stream("GET", "/api/events") as stream:
        assert anna.post("/api/account/tokens/end", json={"id": listed["id"]}).status_code == 200
        assert [line for line in stream.iter_lines() if line] == []
        assert (client.get("/api/guest").status_code, code(client.get("/api/guest"))) == (401, "bad-token")
    assert anna.get("/api/account/tokens").json() == []


def test_nobody_ends_the_token_of_somebody_else(house, resident):
    anna, boris = resident("Token Owner"), resident("Token Thief")
    token = make_token(anna)
    [listed] = anna.get("/api/account/tokens").json()

    boris.post("/api/account/tokens/end", json={"id": listed["id"]})
    with program(house, token) as client:
        assert client.get("/api/guest").status_code == 200


def test_recovery_and_deletion_end_all_tokens(house, resident):
    anna = resident("Token Lost")
    [code_of_anna, *_] = anna.post("/api/account/recovery-codes", json={}).json()["recovery_codes"]
    with program(house, make_token(anna)) as client:
        assert client.get("/api/guest").status_code == 200
        recovery = {"name": "Token Lost", "code": code_of_anna, "password": "nine tin whistles hum"}
        assert anna.post("/api/account/recover", json=recovery).status_code == 200
        assert client.get("/api/guest").status_code == 401
    with program(house, make_token(anna)) as client:
        assert client.get("/api/guest").status_code == 200
        assert anna.post("/api/account/delete", json={"name": "Token Lost"}).status_code == 200
        assert client.get("/api/guest").status_code == 401


def test_a_token_needs_a_label(resident):
    anna = resident("Labels Nothing")
    for label in ("", " ", "x" * 61, "a\nb\x1bc"):
        answer = anna.post("/api/account/tokens", json={"label": label, "scopes": []})
        assert (answer.status_code, code(answer)) == (400, "bad-label"), label


def test_a_scope_that_does_not_exist_is_refused(resident):
    answer = resident("Token Scope").post("/api/account/tokens", json={"label": "x", "scopes": ["everything"]})
    assert (answer.status_code, code(answer)) == (400, "bad-message")


def test_an_account_has_at_most_twenty_tokens(resident):
    anna = resident("Token Many")
    for _ in range(20):
        make_token(anna)
    answer = anna.post("/api/account/tokens", json={"label": "one more", "scopes": []})
    assert (answer.status_code, code(answer)) == (409, "too-many-tokens")


def test_the_requests_of_all_programs_of_an_account_are_limited_together(house, resident, monkeypatch):
    anna, boris = resident("Token Hurry"), resident("Token Patient")
    counted, count = [], RateLimit.count
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: 1e6))  # no time passes
    monkeypatch.setattr(RateLimit, "count", lambda *what: count(*what) or counted.append(what))
    with program(house, make_token(anna)) as one, program(house, make_token(anna)) as other:
        assert one.get("/api/guest").status_code == 200
        [key] = [what[1] for what in counted if what[0] is house.server.house.limits["token"]]
        count(house.server.house.limits["token"], key, 590)
        codes = [client.get("/api/guest").status_code for _ in range(5) for client in (other, one)]
        refused = other.get("/api/guest")
    assert (codes[:8], codes[-1]) == ([200] * 8, 429)
    assert (refused.status_code, refused.headers["retry-after"]) == (429, "1")
    with program(house, make_token(boris)) as client:
        assert client.get("/api/guest").status_code == 200


def test_the_token_of_an_account_that_was_closed_opens_nothing(tmp_path):
    with InnerHouse(tmp_path) as running, registering(running) as register:
        token = make_token(register("Anna"))
        assert done("account", "close", "Anna", "--data", tmp_path)
        with program(running, token) as client:
            assert code(client.get("/api/guest")) == "bad-token"


def test_guests_have_no_tokens(guest):
    for answer in (
        guest.get("/api/account/tokens"),
        guest.post("/api/account/tokens", json={"label": "x", "scopes": []}),
    ):
        assert (answer.status_code, code(answer)) == (401, "not-signed-in")


def test_an_account_that_has_played_does_not_become_a_bot(resident):
    anna, robot = resident("Played Already"), resident("Never Played")
    anna.post("/api/matches", json={"game": "tavlei", "seats": {"a": {"kind": "person"}, "d": {"kind": "free"}}})
    answer = anna.post("/api/account/bot", json={})

    assert (answer.status_code, code(answer)) == (409, "has-played")
    assert robot.post("/api/account/bot", json={}).status_code == 200
    assert robot.get("/api/guest").json()["standing"] == "bot"
    assert robot.get("/api/residents/Never Played").json()["is_bot"]


def test_a_bot_meets_only_those_who_want_it(resident):
    anna, robot = resident("Wants People"), resident("Wants Anybody")
    robot.post("/api/account/bot", json={})
    seats = {"a": {"kind": "person"}, "d": {"kind": "free"}}
    terms = {"game": "tavlei", "seats": seats, "visibility": "public"}
    match = anna.post("/api/matches", json=terms).json()["id"]
    sitting = {"seat": "d", "secret": ""}
    evening = {"name": "For people", "kind": "arena", "game": "tavlei", "clock": "5+3", "visibility": "public"}
    opened = anna.post("/api/tournaments", json=evening).json()["id"]
    by_link = anna.post("/api/tournaments", json=evening | {"visibility": "private"}).json()["id"]

    assert code(robot.post(f"/api/matches/{match}/sit", json={"d": sitting})) == "no-bots"
    with streaming(anna, f"/api/matches/{match}/stream") as lines:
        invited = sitting | {"secret": next(lines)["d"]["invitation"]}
    assert robot.post(f"/api/matches/{match}/sit", json={"d": invited}).status_code == 200
    assert code(robot.post(f"/api/tournaments/{opened}/join", json={})) == "no-bots"
    assert robot.post(f"/api/tournaments/{by_link}/join", json={}).status_code == 200
