"""How often somebody may have something made."""

import pytest
from houses import RunningHouse, make

from ludoteka.core.message import Refused
from ludoteka.server.limits import AT_ONCE, MOST_KNOWN, SECONDS_EACH, Limit


@pytest.fixture
def limit():
    """A limit with which Anna has had as much made as she may."""
    made = Limit()
    for _ in range(AT_ONCE):
        made.count("anna", 1000.0)
    return made


def test_who_has_had_very_much_made_is_told_how_long_to_wait(limit):
    with pytest.raises(Refused) as caught:
        limit.count("anna", 1000.0)

    assert caught.value.code == "too-often"
    assert caught.value.seconds == SECONDS_EACH


def test_who_waits_as_long_as_he_was_told_is_served(limit):
    limit.count("anna", 1000.0 + SECONDS_EACH)

    with pytest.raises(Refused):
        limit.count("anna", 1000.0 + SECONDS_EACH)


def test_asking_again_and_again_makes_nobody_wait_longer(limit):
    for _ in range(AT_ONCE):
        with pytest.raises(Refused):
            limit.count("anna", 1000.0)

    limit.count("anna", 1000.0 + SECONDS_EACH)


def test_nobody_waits_for_what_others_had_made(limit):
    limit.count("boris", 1000.0)


def test_only_so_many_guests_are_remembered(limit):
    for number in range(MOST_KNOWN):
        limit.count(str(number), 1000.0)

    limit.count("anna", 1000.0)


def press(client):
    """Ask for something to be made until the house has had enough; return its answer."""
    for _ in range(4 * AT_ONCE):
        answer = client.post("/api/guest", json={"name": "Anna"})
        if answer.status_code != 200:
            return answer
    raise AssertionError("the house never had enough")


def test_a_guest_who_asks_too_often_is_answered_with_the_time_to_wait(house, guest):
    answer = press(guest)

    assert (answer.status_code, answer.json()["code"]) == (429, "too-often")
    assert int(answer.headers["retry-after"]) >= 1
    assert guest.get("/api/guest").json()["name"] == "Anna", "asking is not making"
    with house.guest() as other:
        other.get("/")
        assert make(other)


def test_who_throws_his_cookies_away_is_counted_by_his_address(tmp_path):
    class Forgetful:
        def __init__(self, client):
            self.client = client

        def post(self, *what, **more):
            self.client.cookies.clear()
            return self.client.post(*what, **more)

    with RunningHouse(tmp_path) as house, house.guest() as client:
        assert press(Forgetful(client)).status_code == 429
