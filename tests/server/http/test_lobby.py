"""The lobby: what it shows of public matches, and what it hides."""

import pytest
from boards.labyrinth import house as maze
from houses import PERSON, RunningHouse, seated

FREE = {"kind": "free"}
COMPUTER = {"kind": "computer", "level": 2}


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A house without matches from other tests."""
    with RunningHouse(tmp_path_factory.mktemp("lobby")) as running:
        yield running


@pytest.fixture
def guest(house):
    with house.guest() as client:
        client.get("/")
        yield client


@pytest.fixture
def other(house):
    with house.guest() as client:
        client.get("/")
        yield client


def made(client, second=FREE, **more):
    wish = {"game": "tavlei", "seats": {"a": PERSON, "d": second}, "visibility": "public"} | more
    answer = client.post("/api/matches", json=wish)
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


def told(client, **wish):
    found = client.get("/api/lobby", params=wish).json()
    return {kind: [one["id"] for one in found[kind]] for kind in ("open", "playing")}


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
    assert told(guest, game="moksha") == {"open": [], "playing": []}
    assert strong in told(guest, level="2")["playing"]
    assert strong not in told(guest, level="0")["playing"]
    assert calm in told(guest, game="tavlei", clock="none", level="0")["open"]


@pytest.mark.parametrize(
    "wish", [{"game": "chess"}, {"clock": "fast"}, {"level": "9"}, {"level": "12"}, {"level": "٣"}]
)
def test_an_unknown_filter_is_refused(guest, wish):
    answer = guest.get("/api/lobby", params=wish)

    assert (answer.status_code, answer.json()["code"]) == (400, "bad-filter")


def test_the_lobby_lists_a_limited_number_of_tables(house):
    for _ in range(2):
        with house.guest() as client:
            client.get("/")
            for _ in range(30):
                made(client)

    with house.guest() as client:
        assert len(told(client)["open"]) == 50


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
