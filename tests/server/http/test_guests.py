"""Guests: their names, seats and rematches, and answers to requests that are forbidden or fail."""

import asyncio
import re
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
import segno
from houses import HOT_SEAT, PERSON, Player, make, seated
from houses.inner import InnerHouse
from houses.slow import slow_house
from sqlalchemy import event
from websockets.exceptions import ConnectionClosed

FREE = {"kind": "free"}


@pytest.fixture
def third(house):
    """A third browser, which already has a cookie."""
    with house.guest() as client:
        client.get("/")
        yield client


def database(house):
    """A connection to the database file of a house; the caller closes it."""
    return closing(sqlite3.connect(house.folder / "ludoteka.sqlite"))


def test_a_guest_is_recognised_after_a_restart(tmp_path):
    with InnerHouse(tmp_path) as house, house.guest() as client:
        client.get("/")
        client.post("/api/guest", json={"name": "  Anna \n the\tGreat "})
        house.close()
        house.open()
        client.base_url = house.address

        assert client.get("/api/guest").json()["name"] == "Anna the Great"


@pytest.mark.parametrize("name", ['<b>&amp; "Žofie"</b>', "Ж" * 40], ids=["marked up", "long"])
def test_a_name_is_shown_to_other_players_as_it_was_entered(guest, other, name):
    match = make(guest, seats={"a": PERSON, "d": FREE})
    with seated(guest, match) as host, seated(other, match) as late:
        sit(late, "d", host.view["invitation"])
        other.post("/api/guest", json={"name": name})

        while host.view["seats"][1]["name"] != name:
            host.next("view")


def test_a_name_of_the_house_is_refused_and_the_guest_keeps_the_one_before(guest):
    guest.post("/api/guest", json={"name": "Anna"})

    answer = guest.post("/api/guest", json={"name": "Computer 3"})

    assert (answer.status_code, answer.json()["code"]) == (400, "reserved-name")
    assert guest.get("/api/guest").json()["name"] == "Anna"


def sit(player, seat, secret, **more):
    return player.command("sit", {"seat": seat, "secret": secret, **more})


def test_another_tab_of_a_guest_has_the_same_seat(guest, other):
    match = make(guest, seats={"a": PERSON, "d": FREE})
    with seated(guest, match) as host, seated(other, match) as first:
        with seated(other, match) as second:
            sit(first, "d", host.view["invitation"])

            second.until(lambda view: view["seat"] == "d")
        first.hello()
        host.command("back")  # answered after the second connection has ended
        assert host.view["seats"][1]["present"], "one page of the other guest is still open"


def test_a_player_sees_when_the_other_player_comes_and_goes(guest, other):
    match = make(guest, seats={"a": PERSON, "d": FREE})
    with seated(guest, match) as host:
        with seated(other, match) as late:
            sit(late, "d", host.view["invitation"])
            host.until(lambda view: view["seats"][1]["present"])
        host.until(lambda view: not view["seats"][1]["present"])
        with seated(other, match):
            host.until(lambda view: view["seats"][1]["present"])


def test_a_seat_that_is_already_taken_is_refused(guest, other, third):
    match = make(guest, seats={"a": PERSON, "d": FREE})
    with seated(guest, match) as host, seated(other, match) as first, seated(third, match) as second:
        assert sit(first, "d", host.view["invitation"])["t"] == "done"
        assert sit(second, "d", host.view["invitation"])["d"]["code"] == "seat-taken"


def test_a_rematch_waits_until_everybody_has_agreed(guest, other):
    match = make(guest, seats={"a": PERSON, "d": FREE})
    with seated(guest, match) as host, seated(other, match) as second:
        sit(second, "d", host.view["invitation"])
        host.until(lambda view: not view["waiting"])
        host.command("resign")
        again = guest.post(f"/api/matches/{match}/rematch").json()["id"]
        assert second.next("rematch")["d"]["id"] == again
    with seated(guest, again) as waiting, seated(other, again) as invited:
        assert [(one["kind"], one["yours"]) for one in waiting.view["seats"]] == [("free", False), ("person", True)]
        assert waiting.view["waiting"]
        assert not invited.view["yours"]
        assert invited.view["invitation"] is None
        assert again not in [one["id"] for one in other.get("/api/matches").json()]

        assert other.post(f"/api/matches/{match}/rematch").json()["id"] == again
        waiting.until(lambda view: not view["waiting"])
        invited.until(lambda view: view["seats"][0]["yours"])
        assert guest.post(f"/api/matches/{match}/rematch").json()["id"] == again
        assert invited.act("e2-f2")["t"] == "done"


def test_nobody_else_takes_a_seat_of_a_public_rematch_which_the_lobby_lists_once_it_has_begun(guest, other, house):
    body = {"game": "tavlei", "seats": {"a": PERSON, "d": FREE}, "visibility": "public", "options": {}}
    match = guest.post("/api/matches", json=body).json()["id"]

    def listed():
        return [one["id"] for matches in guest.get("/api/lobby").json().values() for one in matches]

    with seated(guest, match) as host, seated(other, match) as second:
        sit(second, "d", "")
        host.until(lambda view: not view["waiting"])
        host.command("resign")
    again = guest.post(f"/api/matches/{match}/rematch").json()["id"]
    with house.guest() as stranger, seated(guest, again), seated(stranger, again) as thief:
        assert again not in listed()
        assert sit(thief, "a", "")["d"]["code"] == "bad-invitation"
        other.post(f"/api/matches/{match}/rematch")
        assert again in listed()


def test_two_simultaneous_requests_for_a_rematch_create_one_match(guest, other):
    match = make(guest, seats={"a": PERSON, "d": FREE})
    with seated(guest, match) as host, seated(other, match) as second:
        sit(second, "d", host.view["invitation"])
        host.until(lambda view: not view["waiting"])
        assert host.command("resign")["t"] == "done"
    ready = threading.Barrier(2)

    def ask(client):
        ready.wait()
        return client.post(f"/api/matches/{match}/rematch").json()["id"]

    with ThreadPoolExecutor(2) as threads:
        made = list(threads.map(ask, [guest, other]))

    assert made[0] == made[1]
    with seated(other, match) as late:
        assert late.next("rematch")["d"]["id"] == made[0]


def test_the_qr_code_of_a_match_contains_its_invitation_link(guest):
    match = make(guest, seats={"a": PERSON, "d": FREE})
    with seated(guest, match) as host:
        link = f"{guest.base_url}/match/{match}#{host.view['invitation']}"

    drawn = guest.get(f"/match/{match}/link.svg")

    assert drawn.headers["content-type"].startswith("image/svg+xml")
    assert dark_squares(drawn.text) == {
        (x, y)
        for y, row in enumerate(segno.make(link, micro=False).matrix_iter(border=4))
        for x, dark in enumerate(row)
        if dark
    }


async def queries_for_a_link(folder):
    """Draw the link of a match with a long log; return what the house asked of its database meanwhile."""
    queries = []
    async with slow_house(folder) as house, house.browser() as client:
        await client.get("/")
        wish = {"game": "tavlei", "seats": {"a": PERSON, "d": FREE}, "options": {}}
        match = (await client.post("/api/matches", json=wish)).json()["id"]
        event.listen(house.store.engine, "before_cursor_execute", lambda *told: queries.append(told[2]))
        assert (await client.get(f"/match/{match}/link.svg")).status_code == 200
    return queries


def test_the_qr_code_is_drawn_without_reading_the_log_of_the_match(tmp_path):
    assert not [query for query in asyncio.run(queries_for_a_link(tmp_path)) if "events.text" in query]


def dark_squares(drawing):
    """The dark squares of a QR code, which segno draws as one path of horizontal strokes."""
    x, y, squares = 0, 0.0, set()
    path = re.search(r'stroke="#000" d="([^"]*)"', drawing)
    for kind, numbers in re.findall(r"([Mmh])([-\d. ]+)", path[1]):
        values = [float(one) for one in numbers.split()]
        if kind == "h":
            squares |= {(int(x) + step, int(y)) for step in range(int(values[0]))}
            x += values[0]
        else:
            x, y = (x * (kind == "m") + values[0], y * (kind == "m") + values[1])
    return squares


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("DELETE", "/api/matches", {"GET", "HEAD", "POST"}),
        ("GET", "/api/records", {"POST"}),
        ("GET", "/api/matches/x/rematch", {"POST"}),
        ("POST", "/", {"GET", "HEAD"}),
    ],
)
def test_a_forbidden_method_is_answered_with_the_allowed_methods(guest, method, path, allowed):
    answer = guest.request(method, path)

    assert answer.status_code == 405
    assert {one.strip() for one in answer.headers["allow"].split(",")} == allowed


def test_an_internal_error_has_the_security_headers(tmp_path):
    with InnerHouse(tmp_path) as house, house.guest() as client:
        policy = client.get("/").headers["content-security-policy"]
        match = make(client)
        with database(house) as file:
            file.execute("update matches set options = 'guests'")
            file.commit()

        answer = client.get(f"/match/{match}/record")

        assert (answer.status_code, answer.json()["code"]) == (500, "broken")
        assert answer.headers["content-security-policy"] == policy
        assert "guests" not in answer.text, "the cause of an internal error is not revealed"


def test_a_match_played_under_another_version_of_the_rules_is_refused(tmp_path):
    with InnerHouse(tmp_path) as house, house.guest() as client:
        client.get("/")
        match = make(client, seats=HOT_SEAT)
        house.close()
        with database(house) as file:
            file.execute("update matches set rules_version = 99")
            file.commit()
        house.open()
        client.base_url = house.address
        player = Player(client, match)

        assert player.next("refused")["d"]["code"] == "other-rules"
        with pytest.raises(ConnectionClosed, match="4403"):
            player.next("view")
        player.close()
        assert client.get(f"/match/{match}/record").json()["code"] == "other-rules"
        assert [one["id"] for one in client.get("/api/matches").json()] == [match]
