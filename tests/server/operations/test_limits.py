"""Limits on requests and connections."""

import pytest
from houses import RunningHouse, make

from ludoteka.core.message import Refused
from ludoteka.server.operations.limits import (
    BURST,
    MAX_TRACKED_GUESTS,
    RECORD_WEIGHT,
    REFILL_SECONDS,
    ConnectionLimits,
    RateLimit,
    RateWindow,
)


@pytest.fixture
def limit():
    """A limit that Anna has used up."""
    made = RateLimit()
    for _ in range(BURST):
        made.count("anna", 1000.0)
    return made


def test_a_guest_at_the_limit_is_told_how_long_to_wait(limit):
    with pytest.raises(Refused) as caught:
        limit.count("anna", 1000.0)

    assert caught.value.code == "too-often"
    assert caught.value.seconds == REFILL_SECONDS


def test_a_guest_who_waits_is_served_again(limit):
    limit.count("anna", 1000.0 + REFILL_SECONDS)

    with pytest.raises(Refused):
        limit.count("anna", 1000.0 + REFILL_SECONDS)


def test_refused_requests_do_not_extend_the_wait(limit):
    for _ in range(BURST):
        with pytest.raises(Refused):
            limit.count("anna", 1000.0)

    limit.count("anna", 1000.0 + REFILL_SECONDS)


def test_limits_of_different_guests_are_independent(limit):
    limit.count("boris", 1000.0)


def test_a_limited_number_of_guests_is_remembered(limit):
    for number in range(MAX_TRACKED_GUESTS):
        limit.count(str(number), 1000.0)

    limit.count("anna", 1000.0)


def press(client):
    """Send requests until the house refuses one; return its answer."""
    for _ in range(4 * BURST):
        answer = client.post("/api/guest", json={"name": "Anna"})
        if answer.status_code != 200:
            return answer
    raise AssertionError("the house never refused a request")


def test_a_guest_who_asks_too_often_receives_retry_after(house, guest):
    answer = press(guest)

    assert (answer.status_code, answer.json()["code"]) == (429, "too-often")
    assert int(answer.headers["retry-after"]) >= 1
    assert guest.get("/api/guest").json()["name"] == "Anna", "this limit does not apply to reading"
    with house.guest() as other:
        other.get("/")
        assert make(other)


def test_a_client_without_a_cookie_is_counted_by_address(tmp_path):
    class Forgetful:
        def __init__(self, client):
            self.client = client

        def post(self, *what, **more):
            self.client.cookies.clear()
            return self.client.post(*what, **more)

    with RunningHouse(tmp_path) as house, house.guest() as client:
        assert press(Forgetful(client)).status_code == 429


def test_a_heavy_request_counts_as_several_requests():
    limit = RateLimit(at_once=10, seconds_each=1.0)
    limit.count("anna", 1000.0, weight=5)
    limit.count("anna", 1000.0, weight=5)

    with pytest.raises(Refused) as caught:
        limit.count("anna", 1000.0, weight=5)

    assert caught.value.seconds == 5
    limit.count("anna", 1005.0, weight=5)


def test_a_rate_window_slides():
    window = RateWindow(2, 10.0)
    for moment in (0.0, 4.0):
        assert window.wait("anna", moment) == 0.0
        window.count("anna", moment)

    assert window.wait("anna", 4.0) == 6.0
    assert window.wait("boris", 4.0) == 0.0
    assert window.wait("anna", 10.0) == 0.0


def test_connections_are_counted_by_guest_and_address():
    limits = ConnectionLimits(per_guest=2, per_address=3)
    assert [limits.admit("anna", "here"), limits.admit("anna", "here"), limits.admit("anna", "here")] == [
        True,
        True,
        False,
    ]
    assert [limits.admit("boris", "here"), limits.admit("carla", "here")] == [True, False]
    assert limits.admit("carla", "there")

    limits.release("anna", "here")

    assert limits.admit("carla", "here")


def test_a_limit_of_zero_means_no_limit():
    limits = ConnectionLimits(per_guest=9, per_address=0)

    assert all(limits.admit(f"guest {number}", "here") for number in range(1000))


def test_the_refusal_tells_a_program_how_long_to_wait(guest):
    answer = press(guest)

    assert answer.json()["seconds"] == int(answer.headers["retry-after"])


def test_clients_behind_a_proxy_are_counted_by_their_forwarded_address(tmp_path):
    def asked(client, address):
        client.cookies.clear()
        return client.post("/api/guest", json={"name": "Anna"}, headers={"x-forwarded-for": address}).status_code

    with RunningHouse(tmp_path) as house, house.guest() as client:
        answers = [asked(client, "192.0.2.1") for _ in range(2 * BURST)]

        assert 429 in answers
        assert asked(client, "192.0.2.2") == 200


def test_an_imported_record_counts_as_several_requests(guest):
    answers = [guest.post("/api/records", content=b"nothing").status_code for _ in range(BURST // RECORD_WEIGHT + 3)]

    assert answers[-1] == 429
    assert answers[0] == 400
