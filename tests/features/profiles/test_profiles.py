"""Profiles, leaderboards and following in a running house."""

from houses import HOT_SEAT, PERSON, make, seated

FREE = {"kind": "free"}


def create(client, visibility="public"):
    body = {"game": "tavlei", "seats": {"a": PERSON, "d": FREE}, "visibility": visibility}
    return client.post("/api/matches", json=body).json()["id"]


def sit(host, other):
    [free] = [one["letter"] for one in host.view["seats"] if one["kind"] == "free"]
    assert other.command("sit", {"seat": free, "secret": host.view["invitation"]})["t"] == "done"


def matches_of(client, name, **wanted):
    return client.get(f"/api/residents/{name}/matches", params=wanted).json()


def test_others_see_the_public_matches_of_a_resident_and_only_they_themselves_the_private_ones(resident, guest):
    jana, karel = resident("Jana Nová"), resident("Karel Malý")
    public, private = create(jana), create(jana, "private")
    make(jana, seats=HOT_SEAT)
    with seated(jana, public) as host, seated(karel, public) as other:
        sit(host, other)
        assert other.command("resign")["t"] == "done"

    seen = matches_of(guest, "jananova")  # as names look
    assert [(one["id"], one["seat"], one["result"]) for one in seen["matches"]] == [(public, "a", {"a": 1, "d": -1})]
    assert seen["scores"] == [{"game": "tavlei", "side": "a", "won": 1, "drawn": 0, "lost": 0}]
    assert [one["id"] for one in matches_of(jana, "Jana Nová")["matches"]] == [private, public]
    assert [one["id"] for one in matches_of(guest, "Jana Nová", opponent="karel maly")["matches"]] == [public]
    assert matches_of(guest, "Jana Nová", opponent="nobody") == {
        "matches": [],
        "next": None,
        "scores": [],
        "played": [],
    }
    assert matches_of(guest, "Jana Nová", game="chess")["code"] == "bad-filter"
    assert matches_of(guest, "Jana Nová", before="yesterday")["code"] == "bad-filter"
    assert guest.get("/api/residents/Jana Nová/ratings/tavlei/blitz").json() == {"points": []}
    assert guest.get("/api/residents/Jana Nová/ratings/tavlei/slow").json()["code"] == "bad-filter"


def test_long_lists_come_in_parts(resident, guest):
    lenka = resident("Lenka")
    seats = {"a": PERSON, "d": {"kind": "computer", "level": 1}}
    made = [make(lenka, seats=seats) for _ in range(31)]
    first = matches_of(lenka, "Lenka")
    second = matches_of(lenka, "Lenka", before=first["next"])
    assert [one["id"] for one in first["matches"] + second["matches"]] == made[::-1]
    assert matches_of(guest, "Lenka")["matches"] == []
    assert second["next"] is None


def test_a_hidden_profile_is_there_for_nobody_else(resident, guest):
    marie = resident("Marie")
    assert guest.get("/api/residents/Marie").json()["is_hidden"] is False
    assert marie.post("/api/account/hide", json={"is_hidden": True}).status_code == 200
    for path in ("", "/matches", "/ratings/tavlei/blitz"):
        hidden, missing = guest.get(f"/api/residents/Marie{path}"), guest.get(f"/api/residents/Nobody{path}")
        assert (hidden.status_code, hidden.content) == (missing.status_code, missing.content)
        assert hidden.json()["code"] == "no-such-resident"
    own = marie.get("/api/residents/Marie").json()
    assert (own["is_own"], own["is_hidden"], own["is_followed"]) == (True, True, None)
    assert guest.post("/api/account/hide", json={"is_hidden": True}).json()["code"] == "not-signed-in"


def test_a_resident_follows_others_and_sees_who_plays(resident, guest):
    nina, olga = resident("Nina"), resident("Olga")
    follow = "/api/residents/Olga/follow"
    assert guest.post(follow, json={}).json()["code"] == "not-signed-in"
    assert nina.post("/api/residents/Nina/follow", json={}).json()["code"] == "yourself"
    assert nina.post("/api/residents/Nobody/follow", json={}).json()["code"] == "no-such-resident"
    assert nina.get("/api/residents/Olga").json()["is_followed"] is False
    for _ in range(2):
        assert nina.post(follow, json={}).status_code == 200
    seen = nina.get("/api/residents/Olga").json()
    assert (seen["is_followed"], seen["followers"]) == (True, 1)
    assert nina.get("/api/account/following").json() == [{"name": "Olga", "match": None, "game": None}]

    match = create(olga)
    olga.post("/api/account/hide", json={"is_hidden": True})
    assert nina.get("/api/account/following").json() == [{"name": "Olga", "match": match, "game": "tavlei"}]
    assert nina.post("/api/residents/Olga/unfollow", json={}).status_code == 200
    assert nina.get("/api/account/following").json() == []


def test_whom_somebody_follows_is_part_of_their_export(resident):
    petra = resident("Petra")
    resident("Radim")
    petra.post("/api/residents/Radim/follow", json={})
    assert petra.get("/api/account/export").json()["following"] == ["Radim"]
