"""Reviews of finished matches in the house: computed once, in parts, beside the event loop, and kept."""

import json
import time

from houses import PERSON, make, seated

RECORD = '[Game "tavlei"]\n\n1. e2-c2 e4-c4\n2. c2-c3 resign:d 1-0\n'


def imported(guest, record):
    return guest.post("/api/records", content=record).json()["id"]


def address(match):
    return f"/api/matches/{match}/review"


def reviewed(guest, match):
    """Return the review of a match, once it is complete."""
    state = guest.post(address(match)).json()
    while state["review"] is None:  # another process sends no notice
        time.sleep(0.2)
        state = guest.get(address(match)).json()
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


def test_games_in_which_no_position_can_be_judged_are_not_reviewed(guest):
    match = make(guest, "cups", {"h": PERSON, "s": PERSON})
    with seated(guest, match) as player:
        player.command("resign", "h")
        player.until(lambda view: view["result"] is not None)

    answer = guest.post(address(match))
    assert (answer.status_code, answer.json()["code"]) == (409, "not-reviewable")


def test_reviews_are_limited_by_what_they_cost(house):
    with house.guest() as guest:
        guest.get("/")
        matches = [imported(guest, RECORD.replace("c2-c3", f"c2-{cell}")) for cell in ("b2", "a2") * 6]
        answers = [guest.post(address(match)) for match in matches]

        assert answers[0].status_code == 200
        assert answers[-1].json()["code"] == "too-often"
        assert guest.post(address(matches[0])).status_code == 200, "to ask again costs little"
        assert json.loads(answers[0].content)["total"] == 3
