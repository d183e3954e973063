"""Rated matches in a running house: who may play them, what is refused in them, and their rating changes."""

from contextlib import ExitStack

import pytest
from houses import PERSON, make, seated, until
from programs.commands import ludoteka

from ludoteka.features.ratings.glicko2 import Rating
from ludoteka.features.ratings.rater import encode_ratings
from ludoteka.features.ratings.store import RatingState

FREE, COMPUTER = {"kind": "free"}, {"kind": "computer", "level": 1}
FOUR = "bltr"  # the seats of Quagmire
RATED = {"rated": True, "clock": "5+3"}


def create(client, seats, **more):
    body = {"game": "tavlei", "seats": seats} | RATED | more
    return client.post("/api/matches", json=body)


def worth(client, match):
    """The rating changes of a match, as soon as it has been rated."""
    return until(lambda: client.get(f"/api/matches/{match}/rating").json(), lambda answer: answer["changes"])


@pytest.mark.parametrize(
    ("seats", "more", "code"),
    [
        ({"a": PERSON, "d": FREE}, {"clock": ""}, "not-rated"),
        ({"a": PERSON, "d": PERSON}, {}, "not-rated"),
        ({"P": PERSON, "Q": FREE}, {"game": "labyrinth"}, "not-rated"),
    ],
)
def test_what_cannot_be_rated_is_refused(resident, guest, seats, more, code):
    name = f"Plays {len(str(seats) + str(more))}"

    assert create(resident(name), seats, **more).json()["code"] == code
    assert create(guest, {"a": PERSON, "d": FREE}).json()["code"] == "residents-only"


def test_residents_play_a_rated_match_and_see_what_it_was_worth(house, resident, guest):
    anna, boris = resident("Rated Anna"), resident("Rated Boris")
    match = create(anna, {"a": PERSON, "d": FREE}).json()["id"]
    with seated(anna, match) as host, seated(boris, match) as other, seated(guest, match) as stranger:
        [free] = [one["letter"] for one in host.view["seats"] if one["kind"] == "free"]
        wish = {"seat": free, "secret": host.view["invitation"]}
        assert host.view["rated"] is True
        assert stranger.command("sit", wish)["d"]["code"] == "residents-only"
        assert host.command("sit", wish)["d"]["code"] == "seated-already"
        assert host.command("leave")["d"]["code"] == "drawn-seat"
        assert other.command("sit", wish)["t"] == "done"
        assert worth_now(anna, match) == {"rated": True, "is_annulled": False, "changes": []}
        assert other.command("resign")["t"] == "done"

        changes = {one["seat"]: one for one in worth(guest, match)["changes"]}
        export = boris.get("/api/account/export").json()
    assert changes[free]["after"] < changes[free]["before"] == 1500
    assert all(change["is_provisional"] and change["speed"] == "blitz" for change in changes.values())
    assert [(one["match"], one["after"]) for one in export["rated_matches"]] == [(match, changes[free]["after"])]
    assert [(one["game"], one["rating"]) for one in export["ratings"]] == [("tavlei", changes[free]["after"])]
    [rating] = anna.get("/api/account").json()["account"]["ratings"]
    assert (rating["game"], rating["speed"], rating["number"]) == ("tavlei", "blitz", 1)
    assert rating["rating"] > 1500
    assert recomputed(house) == (0, "All ratings are as they were.\n")


def worth_now(client, match):
    return client.get(f"/api/matches/{match}/rating").json()


def recomputed(house):
    ended = ludoteka("ratings", "recompute", "--check", "--data", house.folder)
    return ended.returncode, ended.stdout


def test_in_a_rated_match_with_the_computer_there_are_no_hints_and_no_taking_back(resident):
    carla = resident("Rated Carla")
    match = create(carla, {"a": PERSON, "d": COMPUTER}).json()["id"]
    with seated(carla, match) as player:
        player.until(lambda view: view["yours"])
        assert player.command("hint")["d"]["code"] == "no-hints"
        assert player.command("back")["d"]["code"] == "nothing-to-take-back"
        assert player.command("resign")["t"] == "done"

        [change] = worth(carla, match)["changes"]
    assert change["after"] < 1000 < change["before"]


def test_an_aborted_match_and_one_that_is_not_rated_are_worth_nothing(resident, guest):
    dora = resident("Rated Dora")
    aborted = create(dora, {"a": PERSON, "d": FREE}).json()["id"]
    with seated(dora, aborted) as player:
        assert player.command("abort")["t"] == "done"
    friendly = make(guest)
    with seated(guest, friendly) as player:
        assert player.command("resign", player.view["seats"][0]["letter"])["t"] == "done"

    assert worth_now(guest, friendly) == {"rated": False, "is_annulled": False, "changes": []}
    assert dora.get("/api/account").json()["account"]["ratings"] == []


def test_a_match_that_does_not_exist_was_worth_nothing_that_could_be_told(guest):
    answer = guest.get("/api/matches/nowhere/rating")
    assert (answer.status_code, answer.json()["code"]) == (404, "no-such-match")


def test_the_rating_of_a_pair_is_provisional_up_to_a_smaller_deviation_than_that_of_a_party():
    state = RatingState(Rating(1500.0, 150.0))
    [party, blitz] = encode_ratings({("quagmire", "party"): state, ("tavlei", "blitz"): state}, 0.0)
    assert (party.is_provisional, blitz.is_provisional) == (False, True)


def test_three_people_and_a_computer_play_a_rated_match_of_four(resident, guest):
    people = [resident(f"Party {letter}") for letter in "abc"]
    seats = dict.fromkeys(FOUR, FREE) | {FOUR[0]: PERSON, FOUR[3]: COMPUTER}
    match = create(people[0], seats, game="quagmire").json()["id"]
    with ExitStack() as table:
        players = [table.enter_context(seated(client, match)) for client in people]
        for player in players[1:]:
            seat = free_seats(players[0].view)[0]
            assert player.command("sit", {"seat": seat, "secret": players[0].view["invitation"]})["t"] == "done"
            players[0].until(lambda view, taken=seat: taken not in free_seats(view))
        for player in players:
            player.command("resign")
        worth(guest, match)

    [rating] = people[0].get("/api/account").json()["account"]["ratings"]
    assert (rating["game"], rating["speed"], rating["number"], rating["is_provisional"]) == (
        "quagmire",
        "party",
        1,
        True,
    )
    assert rating["rating"] < 1500
    assert guest.get("/api/leaderboards/quagmire/party").json() == []


def free_seats(view):
    return [one["letter"] for one in view["seats"] if one["kind"] == "free"]
