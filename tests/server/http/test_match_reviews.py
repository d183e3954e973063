"""Reviews of finished matches in the house: computed once, in parts, beside the event loop, and kept."""

import json

from houses import PERSON, make, seated, until

RECORD = '[Game "tavlei"]\n\n1. e2-c2 e4-c4\n2. c2-c3 resign:d 1-0\n'
AT_ONCE = '[Game "tavlei"]\n\nresign:d 1-0\n'  # reviewed at once


def imported(guest, record):
    return guest.post("/api/records", content=record).json()["id"]


def address(match):
    return f"/api/matches/{match}/review"


def reviewed(guest, match):
    """Return the review of a match, once it is complete."""
    guest.post(address(match)).raise_for_status()
    state = until(lambda: guest.get(address(match)).json(), lambda state: state["review"])
    assert state["done"] == state["total"]
    return state["review"]


def test_a_match_is_reviewed_once_and_the_review_is_kept(guest, house):
    match = imported(guest, RECORD)
    assert guest.get(address(match)).json()["code"] == "no-review"

    review = reviewed(guest, match)

    assert [step["text"] for step in review["steps"]] == ["e2-c2", "e4-c4", "c2-c3"]
    assert all(sum(step["chances"]) in range(998, 1003) for step in review["steps"])
    assert review["steps"][0]["path"] == review["steps"][0]["best"][0].split("-")
    with house.guest() as other:
        other.get("/")
        assert other.post(address(match)).json()["review"] == review


def test_a_running_match_is_not_reviewed(guest):
    match = make(guest, seats={"a": PERSON, "d": PERSON})

    for answer in (guest.post(address(match)), guest.get(address(match))):
        assert (answer.status_code, answer.json()["code"]) == (409, "not-over")
    assert guest.post(address("nowhere")).json()["code"] == "no-such-match"


def test_a_running_match_with_secrets_is_not_reviewed_and_tells_nothing(guest):
    match = make(guest, "labyrinth", {"P": PERSON, "Q": PERSON})

    for answer in (guest.post(address(match)), guest.get(address(match))):
        assert answer.status_code == 409
        assert set(answer.json()) == {"code", "message", "places"}


def test_the_map_that_each_player_could_have_drawn_is_shown_once_a_labyrinth_is_over(guest):
    match = make(guest, "labyrinth", {"P": PERSON, "Q": PERSON})

    def position(number, seat):
        return guest.get(f"/api/matches/{match}/positions/{number}", params={"seat": seat}).json()

    with seated(guest, match) as player:
        player.until(lambda view: view["yours"])
        player.act("stay")
        assert position(2, "P")["code"] == "not-over", "nothing of a running match is told"
        player.act("stay")
        drawn = player.view["scene"]["places"]
        player.command("resign", "P")
        player.command("resign", "Q")
        player.until(lambda view: view["result"] is not None)

    assert position(4, "P")["scene"]["places"] == drawn
    assert [place["sheet"] for place in position(1, "P")["scene"]["places"]] == ["P"], "Q was not there yet"
    assert position(4, "Z")["code"] == "bad-seats"


def test_the_review_of_a_finished_labyrinth_tells_where_everybody_was(guest):
    match = make(guest, "labyrinth", {"P": PERSON, "Q": PERSON})
    with seated(guest, match) as player:
        player.until(lambda view: view["yours"])
        player.command("resign", "P")
        player.command("resign", "Q")
        player.until(lambda view: view["result"] is not None)

    review = reviewed(guest, match)

    places = guest.get(f"/api/matches/{match}/positions/2").json()["scene"]["places"]
    assert set(review["hindsight"][1]["places"].values()) <= {place["name"] for place in places}
    assert review["seats"] == ["P", "Q"]
    assert [one["says"][0][0] for one in review["hindsight"]] == ["{player} {does}."] * len(review["hindsight"])
    assert {one["says"][0][1]["player"] for one in review["hindsight"]} == {"P", "Q"}


def test_games_in_which_no_position_can_be_judged_are_not_reviewed(guest):
    match = make(guest, "cups", {"h": PERSON, "s": PERSON})
    with seated(guest, match) as player:
        player.command("resign", "h")
        player.until(lambda view: view["result"] is not None)

    answer = guest.post(address(match))
    assert (answer.status_code, answer.json()["code"]) == (409, "not-reviewable")
    offered = {one["name"]: one["review"] for one in guest.get("/api/house").json()["games"]}
    assert (offered["cups"], offered["tavlei"], offered["labyrinth"]) == (False, True, True)


def test_reviews_are_limited_by_what_they_cost(house):
    with house.guest() as guest:
        guest.get("/")
        matches = [imported(guest, record) for record in (RECORD, *[AT_ONCE] * 11)]
        answers = [guest.post(address(match)) for match in matches]

        assert answers[0].status_code == 200
        assert answers[-1].json()["code"] == "too-often"
        assert guest.post(address(matches[0])).status_code == 200, "to ask again costs little"
        assert json.loads(answers[0].content)["total"] == 3


def test_a_line_that_was_not_played_is_shown_after_a_position(guest):
    match = imported(guest, RECORD)

    scene = guest.get(f"/api/matches/{match}/positions/1", params={"line": ["e4-d4", "c2-c4"]}).json()["scene"]
    assert {"d4", "c4"} <= {piece["place"] for piece in scene["pieces"]}
    assert [mark["place"] for mark in scene["marks"]] == ["c2", "c4"]
    assert guest.get(f"/api/matches/{match}/positions/1", params={"line": "e4-e9"}).status_code == 400


def test_a_finished_match_is_retried_from_any_of_its_positions(guest):
    match = imported(guest, RECORD)

    made = guest.post(f"/api/matches/{match}/retry", json={"number": 1, "seat": "d", "level": 1})

    assert made.status_code == 201
    with seated(guest, made.json()["id"]) as player:
        assert [text for _, text, *_ in player.view["moves"]["list"]] == ["e2-c2"]
        assert [(one["kind"], one["yours"]) for one in player.view["seats"]] == [("computer", False), ("person", True)]
        assert player.act("e4-d4")["t"] == "done"


def test_what_can_not_be_retried_is_refused(guest):
    def refusal(match, **wish):
        answer = guest.post(f"/api/matches/{match}/retry", json={"number": 0, "seat": "a", "level": 1} | wish)
        return answer.status_code, answer.json()["code"]

    match = imported(guest, RECORD)
    assert refusal(match, number=3) == (404, "no-such-position")
    assert refusal(match, seat="x") == refusal(match, level=99) == (400, "bad-seats")
    assert refusal(make(guest, seats={"a": PERSON, "d": PERSON})) == (409, "not-over")
    labyrinth = make(guest, "labyrinth", {"P": PERSON, "Q": PERSON})
    with seated(guest, labyrinth) as player:
        player.command("resign", "P")
        player.command("resign", "Q")
        player.until(lambda view: view["result"] is not None)
    assert refusal(labyrinth, seat="P") == (409, "no-retry")
