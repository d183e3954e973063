"""Tournaments with more than two at a table in a running house: seating, giving up, and tables that nobody has open."""

import csv

import pytest
from houses import until

QUAGMIRE = {"name": "Evening of the club", "kind": "swiss", "game": "quagmire", "clock": "5+3", "table_size": 3}
LABYRINTH = QUAGMIRE | {"game": "labyrinth", "options": {"maze": "small"}}


def begin(people, terms, **more):
    """Create and start a tournament of these people; return its address."""
    made = people[0].post("/api/tournaments", json=terms | more)
    assert made.status_code == 201, made.text
    address = f"/api/tournaments/{made.json()['id']}"
    for person in people:
        assert person.post(f"{address}/join", json={}).json()["is_in"]
    assert people[0].post(f"{address}/start", json={}).json()["status"] == "running"
    return address


def state_of(client, address, is_so):
    return until(lambda: client.get(address).json(), is_so)


def own_match(client, address):
    return state_of(client, address, lambda state: state["match"])["match"]


def resign(client, match):
    answer = client.post(f"/api/matches/{match}/resign", json={})
    assert answer.status_code == 200, answer.text


def listed(client, match):
    [found] = [one for one in client.get("/api/matches").json() if one["id"] == match]
    return found


def test_five_people_play_rated_at_tables_of_three_and_two_and_the_last_who_has_not_given_up_wins(resident, guest):
    people = [resident(name) for name in ("Rozálie", "Servác", "Teofil", "Ulrika", "Vavřinec")]
    address = begin(people, QUAGMIRE, rated=True, rounds=1)
    first = state_of(guest, address, lambda state: state["round"] == 1)
    assert [len(one["players"]) for one in first["pairings"]] == [3, 2]
    assert (first["table_size"], first["rounds"]) == (3, 1)
    matches = {person: own_match(person, address) for person in people}
    three, two = (one["match"] for one in first["pairings"])
    table = [person for person in people if matches[person] == three]
    seats = {seat["name"]: seat["letter"] for seat in listed(table[0], three)["seats"]}
    assert "".join(seats.values()) == "blt"
    starter = next(one for one in table if listed(one, three)["yours"])
    resign(starter, three)
    rest = [one for one in table if one is not starter]
    # Nobody has the table open; a computer plays for the player who has given up, until it is the next player's turn
    until(lambda: listed(rest[0], three), lambda found: found["to_act"] == "l")
    resign(rest[0], three)
    resign(next(person for person in people if matches[person] == two), two)

    over = state_of(guest, address, lambda state: state["status"] == "over")
    assert sorted(one["points"] for one in over["standings"]) == [0.0, 0.25, 0.25, 1.0, 1.0]
    assert [one["scores"] for one in over["pairings"]] != [None, None]
    changes = until(lambda: guest.get(f"/api/matches/{three}/rating").json()["changes"])
    assert sorted(change["after"] > change["before"] for change in changes) == [False, False, True]
    rows = list(csv.DictReader(guest.get(f"{address}/results.csv").text.splitlines()))
    assert sorted(float(row["points"]) for row in rows) == [0.0, 0.25, 0.25, 1.0, 1.0]


def test_a_labyrinth_party_whose_people_all_leave_or_resign_is_a_tie(resident, guest):
    people = [resident(name) for name in ("Alžběta", "Blahoslav", "Ctirad")]
    address = begin(people, LABYRINTH, visibility="private", rounds=1)
    match = own_match(people[0], address)
    assert {own_match(person, address) for person in people} == {match}
    for _ in range(2):
        # The players are placed, and seats that have given up leave, although nobody has the match open
        until(lambda: [listed(person, match)["yours"] for person in people], any)
        to_act = next(person for person in people if listed(person, match)["yours"])
        answer = to_act.post(f"/api/matches/{match}/act", json={"d": "leave"})
        assert answer.status_code == 200, answer.text
        people.remove(to_act)
    resign(people[0], match)

    over = state_of(guest, address, lambda state: state["status"] == "over")
    assert [one["points"] for one in over["standings"]] == [0.5, 0.5, 0.5]


def test_in_an_arena_a_computer_fills_a_table_and_leaves_it_to_people(resident):
    people = [resident(name) for name in ("Drahomíra", "Eliáš")]
    arena = QUAGMIRE | {"kind": "arena", "minutes": 5}
    address = begin(people, arena, computers=[1])
    state = state_of(people[0], address, lambda state: state["match"])
    [pairing] = state["pairings"]
    assert sorted(one["level"] for one in pairing["players"]) == [0, 0, 1]


@pytest.mark.parametrize("terms", [QUAGMIRE, LABYRINTH])
def test_what_says_who_sits_where_follows_from_the_size_of_the_table(resident, terms):
    host = resident(f"Host of {terms['game']}")
    options = {"guests": True, "players": ["Anna"], "maze": "small"} if terms is LABYRINTH else {"seats": "br"}
    made = host.post("/api/tournaments", json=terms | {"options": options})
    assert made.status_code == 201, made.text
    found = host.get(f"/api/tournaments/{made.json()['id']}").json()["options"]
    assert (found.get("players"), found.get("guests"), found.get("seats")) in ((3, False, None), (None, None, "blt"))
