"""Challenges: one user invites another, by name, to a match."""

import sqlite3
from contextlib import closing

import pytest
from houses import seated

TERMS = {"game": "tavlei", "clock": "5+3"}


def challenge(client, name, **more):
    answer = client.post("/api/challenges", json=TERMS | {"name": name} | more)
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


def listed(client):
    return client.get("/api/challenges").json()


def reply(client, match, what):
    return client.post(f"/api/challenges/{match}/{what}", json={})


def refused(answer, code, status):
    assert (answer.json().get("code"), answer.status_code) == (code, status)


def test_whoever_accepts_a_challenge_has_the_other_seat(resident):
    anna, boris = resident("Dares Anna"), resident("Dared Boris")
    match = challenge(anna, "dared  boris", seat="d")
    [to_boris], [of_anna] = listed(boris), listed(anna)

    assert (to_boris["id"], to_boris["is_yours"], of_anna["is_yours"]) == (match, False, True)
    assert (to_boris["challenger"]["name"], to_boris["challenged"]["name"]) == ("Dares Anna", "Dared Boris")
    assert [seat["name"] for seat in to_boris["seats"]] == ["", "Dares Anna"]
    refused(reply(anna, match, "accept"), "not-challenged", 403)
    assert reply(boris, match, "accept").status_code == 200
    with seated(boris, match) as player:
        assert (player.view["seat"], player.view["waiting"]) == ("a", False)
    assert (listed(anna), listed(boris)) == ([], [])
    refused(reply(boris, match, "accept"), "challenge-over", 409)


@pytest.mark.parametrize("who", ["challenged", "challenger"])
def test_a_challenge_that_is_declined_or_withdrawn_is_called_off(resident, who):
    anna, boris = resident(f"Off {who} a"), resident(f"Off {who} b")
    match = challenge(anna, f"Off {who} b")

    assert reply(boris if who == "challenged" else anna, match, "decline").status_code == 200
    with seated(anna, match) as player:
        assert player.view["result"] == {}
    assert (listed(anna), listed(boris)) == ([], [])


def test_a_challenge_whose_match_was_called_off_is_not_listed(resident):
    anna, boris = resident("Calls off"), resident("Is let off")
    match = challenge(anna, "Is let off")
    assert anna.post(f"/api/matches/{match}/abort", json={}).status_code == 200

    assert listed(boris) == []
    refused(reply(boris, match, "accept"), "challenge-over", 409)


def test_challenges_that_were_called_off_do_not_hide_later_ones(house, resident):
    anna, boris = resident("Calls off often"), resident("Is asked often")
    match = challenge(anna, "Is asked often")
    assert anna.post(f"/api/matches/{match}/abort", json={}).status_code == 200
    with closing(sqlite3.connect(house.folder / "ludoteka.sqlite", timeout=20)) as file:
        for number in range(50):
            again(file, "matches", "id", match, number)
            again(file, "challenges", "match", match, number)
        file.commit()
    last = challenge(anna, "Is asked often")

    assert [one["id"] for one in listed(boris)] == [last]


def again(file, table, name, match, number):
    """Copy the row of a match, for another match."""
    found = file.execute(f"select * from {table} where {name} = ?", [match])  # noqa: S608 - names of this test
    names = [column[0] for column in found.description]
    row = dict(zip(names, found.fetchone(), strict=True)) | {name: f"{match}-{number}"}
    file.execute(f"insert into {table} values ({', '.join('?' * len(row))})", [*row.values()])  # noqa: S608 - as above


def test_a_rated_challenge_draws_the_sides(resident):
    anna, boris = resident("Rated Dares"), resident("Rated Dared")
    match = challenge(anna, "Rated Dared", rated=True)
    assert reply(boris, match, "accept").status_code == 200
    with seated(anna, match) as player:
        assert player.view["rated"]


def test_nobody_challenges_themselves_nobody_or_the_same_one_twice(resident, guest):
    anna, _ = resident("Dares All"), resident("Dared Twice")
    hidden = resident("Hides Herself")
    hidden.post("/api/account/hide", json={"is_hidden": True})
    challenge(anna, "Dared Twice")

    for name, code, status in (
        ("Dares All", "yourself", 409),
        ("Nobody at all", "no-such-resident", 404),
        ("Hides Herself", "no-such-resident", 404),
        ("Dared Twice", "challenged-already", 409),
    ):
        refused(anna.post("/api/challenges", json=TERMS | {"name": name}), code, status)
    refused(guest.post("/api/challenges", json=TERMS | {"name": "Dares All"}), "not-signed-in", 401)


def test_a_challenge_to_no_match_of_two_is_refused(resident):
    anna, _ = resident("Wrong Anna"), resident("Right Boris")
    wrong = {"no-such-game": {"game": "chess"}, "bad-clock": {"clock": "?"}}
    for code, more in (*wrong.items(), ("bad-seats", {"seat": "x"}), ("bad-seats", {"game": "quagmire"})):
        answer = anna.post("/api/challenges", json=TERMS | {"name": "Right Boris"} | more)
        assert answer.json()["code"] == code


def test_others_can_neither_see_nor_answer_a_challenge(resident):
    anna, _, carl = resident("Between Anna"), resident("Between Boris"), resident("Beside Carl")
    match = challenge(anna, "Between Boris")

    assert listed(carl) == []
    refused(reply(carl, match, "accept"), "no-such-challenge", 404)
    refused(reply(carl, match, "decline"), "no-such-challenge", 404)
