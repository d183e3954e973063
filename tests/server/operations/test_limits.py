"""Limits on requests and connections."""

from itertools import count, repeat

import pytest
from houses import make

from ludoteka.core.message import Refused
from ludoteka.house.house import CALLS
from ludoteka.server.operations.limits import (
    MAX_TRACKED_GUESTS,
    RATES,
    ConnectionLimits,
    LimitKey,
    Rate,
    RateLimit,
    Rates,
    RateWindow,
    counted_address,
)

[RECORD_WEIGHT] = [call.costs["creation"] for call in CALLS if call.line == "post /api/records"]

SMALL_RATES = Rates(guest=Rate(6, 2.0), address=Rate(10, 0.5))
ANNA, BORIS, CARLA = (LimitKey(name, "home") for name in ("anna", "boris", "carla"))
NOBODY_KNOWN = LimitKey("", "home")


@pytest.fixture
def limit():
    """A limit that Anna has used up."""
    made = RateLimit(SMALL_RATES)
    for _ in range(6):
        made.count(ANNA, now=1000.0)
    return made


def test_a_guest_at_the_limit_is_told_how_long_to_wait(limit):
    with pytest.raises(Refused) as caught:
        limit.count(ANNA, now=1000.0)

    assert caught.value.code == "too-often"
    assert caught.value.seconds == 2


def test_a_guest_who_waits_is_served_again(limit):
    limit.count(ANNA, now=1002.0)

    with pytest.raises(Refused):
        limit.count(ANNA, now=1002.0)


def test_refused_requests_do_not_extend_the_wait(limit):
    for _ in range(20):
        with pytest.raises(Refused):
            limit.count(ANNA, now=1000.0)

    limit.count(ANNA, now=1002.0)
    limit.count(BORIS, now=1002.0, weight=6)


def test_limits_of_different_guests_are_independent(limit):
    limit.count(BORIS, now=1000.0)


def test_guests_of_one_address_share_its_limit(limit):
    limit.count(BORIS, now=1000.0, weight=4)

    with pytest.raises(Refused):
        limit.count(CARLA, now=1000.0)
    limit.count(LimitKey("dana", "elsewhere"), now=1000.0)


def test_a_client_without_a_cookie_is_counted_by_its_address_alone(limit):
    limit.count(NOBODY_KNOWN, now=1000.0, weight=4)

    with pytest.raises(Refused) as caught:
        limit.count(NOBODY_KNOWN, now=1000.0)
    assert caught.value.seconds == 1


def test_limits_on_addresses_can_be_lifted():
    limit = RateLimit(SMALL_RATES, counts_addresses=False)

    for number in range(100):
        limit.count(LimitKey(str(number), "home"), weight=6, now=1000.0)


def test_a_limited_number_of_guests_is_remembered(limit):
    for number in range(MAX_TRACKED_GUESTS):
        limit.count(LimitKey(str(number), str(number)), now=1000.0)

    limit.count(ANNA, now=1000.0)


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:bbbb::2", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("somewhere", "somewhere"),
    ],
)
def test_a_home_with_ipv6_counts_as_one_address(address, counted):
    assert counted_address(address) == counted


def press(client):
    """Send requests until the house refuses one; return its answer."""
    for _ in range(4 * RATES["creation"].address.at_once):
        answer = client.post("/api/guest", json={"name": "Anna"})
        if answer.status_code != 200:
            return answer
    raise AssertionError("the house never refused a request")


def test_a_guest_who_asks_too_often_is_told_how_long_to_wait(house, guest):
    answer = press(guest)

    assert (answer.status_code, answer.json()["code"]) == (429, "too-often")
    assert answer.json()["seconds"] == int(answer.headers["retry-after"]) >= 1
    assert guest.get("/api/guest").json()["name"] == "Anna", "this limit does not apply to reading"
    with house.guest() as other:
        other.get("/")
        assert make(other)


def is_limited(client, addresses):
    """Tell whether the house refuses one of many requests without cookies, each of which counts as several."""
    for _, one in zip(range(2 * RATES["creation"].address.at_once // RECORD_WEIGHT), addresses, strict=False):
        if send_nothing(client, one) == 429:
            return True
    return False


def send_nothing(client, address):
    client.cookies.clear()
    return client.post("/api/records", content=b"nothing", headers={"x-forwarded-for": address}).status_code


def test_clients_without_cookies_behind_a_proxy_are_counted_by_their_forwarded_address(house):
    with house.guest() as client:
        assert is_limited(client, repeat("203.0.113.1"))
        assert send_nothing(client, "203.0.113.2") == 400
        assert is_limited(client, (f"2001:db8:1::{number:x}" for number in count())), "a home has many addresses"
        assert send_nothing(client, "2001:db8:1:1::1") == 400


def test_a_heavy_request_counts_as_several_requests():
    limit = RateLimit(Rates(guest=Rate(10, 1.0), address=None))
    limit.count(ANNA, weight=5, now=1000.0)
    limit.count(ANNA, weight=5, now=1000.0)

    with pytest.raises(Refused) as caught:
        limit.count(ANNA, weight=5, now=1000.0)

    assert caught.value.seconds == 5
    limit.count(ANNA, weight=5, now=1005.0)


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


def test_an_imported_record_counts_as_several_requests(guest):
    answers = [
        guest.post("/api/records", content=b"nothing").status_code
        for _ in range(RATES["creation"].guest.at_once // RECORD_WEIGHT + 3)
    ]

    assert answers[-1] == 429
    assert answers[0] == 400
