"""Blocks: users who block each other don't meet."""

import pytest
from houses import PERSON, seated
from houses.moderation import FREE, refused

TERMS = {"game": "tavlei", "clock": "5+3"}


def block(client, name, what="block"):
    answer = client.post(f"/api/residents/{name}/{what}", json={})
    assert answer.status_code == 200, answer.text


@pytest.mark.parametrize("blocker", ["host", "person_to_seat"])
def test_residents_who_block_each_other_share_no_table(resident, blocker):
    anna, boris = resident(f"Hosts {blocker}"), resident(f"Sits {blocker}")
    body = {"game": "tavlei", "seats": {"a": PERSON, "d": FREE}, "visibility": "public"}
    match = anna.post("/api/matches", json=body).json()["id"]
    one, other = (anna, f"Sits {blocker}") if blocker == "host" else (boris, f"Hosts {blocker}")
    block(one, other)
    with seated(boris, match) as player:
        assert player.command("sit", {"seat": "d"})["d"]["code"] == "blocked"
        for name, client in ((f"Sits {blocker}", anna), (f"Hosts {blocker}", boris)):
            refused(client.post("/api/challenges", json=TERMS | {"name": name}), "blocked", 403)
        block(one, other, "unblock")
        assert player.command("sit", {"seat": "d"})["t"] == "done"


def test_a_challenge_from_before_a_block_is_not_accepted(resident):
    anna, boris = resident("Dares Too Early"), resident("Is Dared Too Early")
    match = anna.post("/api/challenges", json=TERMS | {"name": "Is Dared Too Early"}).json()["id"]
    block(anna, "Is Dared Too Early")
    refused(boris.post(f"/api/challenges/{match}/accept", json={}), "blocked", 403)
    assert boris.post(f"/api/challenges/{match}/decline", json={}).status_code == 200


def test_a_blocked_resident_follows_no_longer(resident):
    anna, boris = resident("Is Followed No More"), resident("Follows No More")
    follow = "/api/residents/Is Followed No More/follow"
    assert boris.post(follow, json={}).status_code == 200
    block(anna, "Follows No More")
    assert boris.get("/api/account/following").json() == []
    refused(boris.post(follow, json={}), "blocked", 403)
    assert anna.get("/api/residents/Follows No More").json()["is_blocked"] is True
    assert boris.get("/api/residents/Is Followed No More").json()["is_blocked"] is False


def test_residents_see_whom_they_have_blocked_and_nobody_blocks_themselves(resident, guest):
    anna, boris = resident("Blocks Somebody"), resident("Is Blocked")
    for _ in range(2):
        block(anna, "is blocked")
    number = boris.get("/api/guest").json()["guest"]
    assert anna.get("/api/account/blocked").json() == [{"name": "Is Blocked", "guest": number}]
    assert anna.get("/api/account/export").json()["blocked"] == ["Is Blocked"]
    refused(anna.post("/api/residents/Blocks Somebody/block", json={}), "yourself", 409)
    refused(anna.post("/api/residents/Nobody/block", json={}), "no-such-resident", 404)
    refused(guest.post("/api/residents/Is Blocked/block", json={}), "not-signed-in", 401)
    refused(guest.get("/api/account/blocked"), "not-signed-in", 401)
    boris.post("/api/account/delete", json={"name": "Is Blocked"})
    assert anna.get("/api/account/blocked").json() == []


def test_blocking_does_not_tell_a_hidden_profile_from_a_name_that_nobody_has(resident):
    anna, boris = resident("Would Block"), resident("Hides Well")
    assert boris.post("/api/account/hide", json={"is_hidden": True}).status_code == 200
    hidden, unknown = (anna.post(f"/api/residents/{name}/block", json={}) for name in ("Hides Well", "Nobody At All"))
    assert (hidden.status_code, hidden.json()) == (unknown.status_code, unknown.json())
    assert hidden.json()["code"] == "no-such-resident"


@pytest.mark.parametrize("way", ["seats", "chat", "challenge"])
def test_whoever_has_met_somebody_with_a_hidden_profile_can_block_them(resident, way):
    anna, boris = resident(f"Meets {way}"), resident(f"Hides {way}")
    body = {"game": "tavlei", "seats": {"a": PERSON, "d": FREE}, "visibility": "public"}
    match = anna.post("/api/matches", json=body).json()["id"]
    if way == "challenge":
        boris.post("/api/challenges", json=TERMS | {"name": f"Meets {way}"})
    with seated(boris, match) as player:
        deeds = {"seats": [("sit", {"seat": "d"})], "challenge": []}
        deeds["chat"] = [*deeds["seats"], ("chat", {"phrase": "hello"}), ("leave", None)]
        assert {player.command(*deed)["t"] for deed in deeds[way]} <= {"done"}
    assert boris.post("/api/account/hide", json={"is_hidden": True}).status_code == 200
    block(anna, f"Hides {way}")
