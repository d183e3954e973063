"""The lobby: what it shows of public matches, and what it hides."""

import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from boards.labyrinth import house as maze
from houses import PERSON, seated, until
from houses.inner import InnerHouse

from ludoteka.records.match_record import MatchRecord
from ludoteka.server.matches import MOST_EACH
from ludoteka.store.queries import LISTED_SECONDS

FREE = {"kind": "free"}
COMPUTER = {"kind": "computer", "level": 2}


def made(client, second=FREE, **more):
    wish = {"game": "tavlei", "seats": {"a": PERSON, "d": second}, "visibility": "public"} | more
    answer = client.post("/api/matches", json=wish)
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


def told(client, **wish):
    found = client.get("/api/lobby", params=wish).json()
    return {kind: [one["id"] for one in found[kind]] for kind in ("open", "playing")}


def last_attended(house, match):
    with closing(sqlite3.connect(house.folder / "ludoteka.sqlite")) as file:
        return file.execute("select attended_at from matches where id = ?", (match,)).fetchone()[0]


def test_the_lobby_lists_open_tables_and_matches_to_watch(guest, other):
    waiting, playing = made(guest), made(guest, COMPUTER)

    found = told(other)

    assert waiting in found["open"]
    assert playing in found["playing"]
    assert not set(found["open"]) & set(found["playing"])


def test_a_private_match_is_not_listed(guest):
    private = made(guest, visibility="private")

    found = told(guest)

    assert private not in found["open"] + found["playing"]


def test_the_newest_match_comes_first(guest):
    first, second = made(guest), made(guest)

    found = told(guest)["open"]

    assert found.index(second) < found.index(first)


def test_a_table_shows_its_host_its_clock_and_its_players(guest, other):
    guest.post("/api/guest", json={"name": "Anna"})
    match = made(guest, clock="5+3")

    [seen] = [one for one in other.get("/api/lobby").json()["open"] if one["id"] == match]
    [own] = [one for one in guest.get("/api/lobby").json()["open"] if one["id"] == match]

    assert (seen["host"]["name"], seen["clock"], seen["options"]) == ("Anna", "5+3", {"repetition": "draw"})
    assert [seat["kind"] for seat in seen["seats"]] == ["person", "free"]
    assert [seat["yours"] for seat in seen["seats"]] == [False, False]
    assert own["seats"][0]["yours"]


def test_a_seat_of_a_public_match_needs_no_invitation(guest, other):
    match = made(guest)

    with seated(other, match) as late:
        assert late.view["invitation"] is None, "a spectator receives no invitation"
        assert late.command("sit", {"seat": "d"})["t"] == "done"

    assert match not in told(guest)["open"]
    assert match in told(guest)["playing"]


def test_a_finished_match_is_not_listed(guest):
    match = made(guest, COMPUTER)
    with seated(guest, match) as player:
        assert player.command("resign")["t"] == "done"

    assert match not in told(guest)["playing"]


def test_the_lobby_can_be_filtered(guest):
    quick, slow, calm = made(guest, clock="5+3"), made(guest, clock="3/day"), made(guest)
    strong = made(guest, COMPUTER)

    assert (quick in told(guest, clock="live")["open"], quick in told(guest, clock="days")["open"]) == (True, False)
    assert slow in told(guest, clock="days")["open"]
    assert set(told(guest, clock="none")["open"]) >= {calm}
    assert not set(told(guest, clock="none")["open"]) & {quick, slow}
    assert not set(told(guest, game="moksha")["open"]) & {quick, slow, calm}
    assert strong in told(guest, level="2")["playing"]
    assert strong not in told(guest, level="0")["playing"]
    assert calm in told(guest, game="tavlei", clock="none", level="0")["open"]


@pytest.mark.parametrize(
    "wish", [{"game": "chess"}, {"clock": "fast"}, {"level": "11"}, {"level": "12"}, {"level": "٣"}]
)
def test_an_unknown_filter_is_refused(guest, wish):
    answer = guest.get("/api/lobby", params=wish)

    assert (answer.status_code, answer.json()["code"]) == (400, "bad-filter")


def test_the_lobby_lists_a_limited_number_of_tables(tmp_path):
    with InnerHouse(tmp_path) as house:
        for _ in range(17):
            with house.guest() as client:
                client.get("/")
                for _ in range(MOST_EACH):
                    made(client)

        with house.guest() as client:
            assert len(told(client)["open"]) == 50


def test_a_guest_can_have_only_a_few_open_tables_at_once_even_if_they_ask_for_all_at_the_same_time(guest):
    wish = {"game": "tavlei", "seats": {"a": PERSON, "d": FREE}, "visibility": "public"}
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda _: guest.post("/api/matches", json=wish), range(8)))

    opened = [answer.json()["id"] for answer in answers if answer.status_code == 201]
    refused = [answer for answer in answers if answer.status_code != 201]
    assert 1 <= len(opened) <= MOST_EACH
    assert {(one.status_code, one.json()["code"]) for one in refused} == {(409, "too-many-tables")}
    assert made(guest, visibility="private"), "private matches are not limited"
    assert made(guest, COMPUTER), "nor are those without free seats"


def test_a_guest_can_open_another_table_when_one_of_theirs_has_found_its_players_or_ended(guest, other):
    first, second, _ = [made(guest) for _ in range(MOST_EACH)]
    wish = {"game": "tavlei", "seats": {"a": PERSON, "d": FREE}, "visibility": "public"}
    refused = guest.post("/api/matches", json=wish).json()
    assert refused["message"][2].startswith("You already have {count} open tables.")

    with seated(other, first) as late:
        assert late.command("sit", {"seat": "d"})["t"] == "done"
    assert made(guest)
    with seated(guest, second) as host:
        assert host.command("abort")["t"] == "done"
    assert made(guest)


def test_a_table_that_nobody_attends_leaves_the_lobby_until_its_host_comes_back(house, guest, other):
    match = made(guest)
    with closing(sqlite3.connect(house.folder / "ludoteka.sqlite")) as file:
        file.execute("update matches set attended_at = attended_at - ? where id = ?", (LISTED_SECONDS, match))
        file.commit()
    assert match not in told(other)["open"]
    with seated(other, match):
        assert match not in told(other)["open"], "a spectator is nobody to play with"

    with seated(guest, match):
        until(lambda: last_attended(house, match) >= time.time() - LISTED_SECONDS)  # the house looks at its tables
        assert match in told(other)["open"]


def test_the_lobby_does_not_reveal_a_labyrinth(guest):
    scenario = maze("P A1, Q B3", items="a1 key")
    wish = {
        "game": "labyrinth",
        "seats": {"P": PERSON, "Q": FREE},
        "options": {"scenario": scenario, "players": ["P", "Q"]},
    }
    match = made(guest, **wish)

    answer = guest.get("/api/lobby")

    assert match in answer.text
    assert "scenario" not in answer.text
    assert "cells" not in answer.text


def test_everybody_sees_that_the_host_knows_the_maze(guest, other):
    seats = {"P": PERSON, "Q": FREE}
    known = {"scenario": maze("P A1, Q B3", items="a1 key"), "players": ["P", "Q"]}
    own = made(guest, game="labyrinth", seats=seats, options=known)
    random = made(guest, game="labyrinth", seats=seats, options={"players": ["P", "Q"]})

    told_of = {one["id"]: one["host_knows_secrets"] for one in other.get("/api/lobby").json()["open"]}

    assert (told_of[own], told_of[random]) == (True, False)
    for match, is_known in ((own, True), (random, False)):
        with seated(other, match) as watcher, seated(guest, match) as host:
            assert watcher.view["host_knows_secrets"] is host.view["host_knows_secrets"] is is_known
            assert watcher.command("sit", {"seat": "Q"})["t"] == "done"
            for player, letter in ((watcher, "Q"), (host, "P")):
                player.command("resign", letter)
            host.until(lambda view: view["result"] is not None)
        assert ('[Secrets "host"]' in guest.get(f"/match/{match}/record").text) is is_known


def test_whoever_imports_a_maze_knows_it(guest):
    known = {"scenario": maze("P A1, Q B3", items="a1 key"), "players": ["P", "Q"]}
    answer = guest.post("/api/records", content=MatchRecord("labyrinth", options=known).text())
    with seated(guest, answer.json()["id"]) as host:
        assert host.view["host_knows_secrets"]


def test_a_rematch_has_a_maze_that_nobody_knows(guest):
    known = {"scenario": maze("P A1, Q B3", items="a1 key"), "players": ["P", "Q"]}
    match = made(guest, game="labyrinth", seats={"P": PERSON, "Q": PERSON}, options=known)
    with seated(guest, match) as player:
        for letter in "PQ":
            player.command("resign", letter)
        player.until(lambda view: view["can"]["rematch"])

    again = guest.post(f"/api/matches/{match}/rematch").json()["id"]

    with seated(guest, again) as player:
        assert player.view["host_knows_secrets"] is False
