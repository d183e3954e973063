"""The cookie that identifies a guest: its signature, its age and its names."""

import base64
import hashlib
import hmac
import sqlite3
import time
from contextlib import closing

import pytest
from houses import make
from houses.inner import InnerHouse

DAY = 24 * 3600  # seconds


def key_of(house):
    with closing(sqlite3.connect(house.folder / "ludoteka.sqlite")) as file:
        [[key]] = file.execute("select key from keys")
    return key


def signed(key, token, day):
    """A cookie as a house with this key signs it."""
    digest = hmac.digest(key, f"{token}.{day}".encode(), hashlib.sha256)
    return f"{token}.{day}.{base64.urlsafe_b64encode(digest[:18]).decode()}"


def matches(house, cookie):
    """The ids of the matches that a house lists for a cookie, and the cookie that its answer sets."""
    with house.guest() as client:
        answer = client.get("/api/matches", headers={"cookie": f"guest={cookie}"})
    return [one["id"] for one in answer.json()], answer.cookies.get("guest")


@pytest.mark.parametrize("part", [0, 1, 2])
def test_a_browser_with_a_changed_cookie_is_a_new_guest(house, guest, part):
    make(guest)
    parts = guest.cookies["guest"].split(".")
    parts[part] = {"1": "2"}.get(parts[part][0], "1") + parts[part][1:]

    theirs, new = matches(house, ".".join(parts))

    assert theirs == []
    assert new.split(".")[0] not in (parts[0], guest.cookies["guest"].split(".")[0])


@pytest.mark.parametrize(
    "cookie", ["", "..", "x", "a" * 64, signed(b"guessed", "a" * 32, 20000), "a" * 32 + ".٣." + "b" * 24]
)
def test_a_cookie_without_the_signature_of_the_house_is_ignored(house, cookie):
    theirs, new = matches(house, cookie.encode())

    assert theirs == []
    assert new


def test_the_cookie_of_another_house_is_ignored(tmp_path, house, guest):
    make(guest)
    cookie = guest.cookies["guest"]
    with InnerHouse(tmp_path) as other:
        assert matches(other, cookie)[1] != cookie

    assert matches(house, cookie)[1] is None


def test_an_old_cookie_is_renewed_and_a_recent_one_is_kept(house, guest):
    match, today = make(guest), int(time.time() // DAY)
    token, key = guest.cookies["guest"].split(".")[0], key_of(house)

    theirs, new = matches(house, signed(key, token, today - 31))

    assert (theirs, new) == ([match], signed(key, token, today))
    assert matches(house, signed(key, token, today - 7)) == ([match], None)


@pytest.mark.parametrize(("age", "is_known"), [(-2, False), (-1, True), (0, True), (365, True), (366, False)])
def test_a_cookie_is_valid_for_a_year_and_not_before_its_date(house, guest, age, is_known):
    """Another server of the house, whose clock is ahead, may have dated it a day later."""
    match, today = make(guest), int(time.time() // DAY)
    token = guest.cookies["guest"].split(".")[0]

    theirs, new = matches(house, signed(key_of(house), token, today - age))

    assert theirs == ([match] if is_known else [])
    assert (new or token).startswith(token) == is_known


def test_guests_keep_their_seats_when_the_house_moves_to_https(house, guest):
    """The old cookie is accepted, and replaced by one that only this host can set, and only over HTTPS."""
    match, https = make(guest), {"x-forwarded-proto": "https"}
    cookie = guest.cookies["guest"]
    with house.guest() as moved:
        answer = moved.get("/api/matches", headers=https | {"cookie": f"guest={cookie}"})
        new, deleted = answer.headers.get_list("set-cookie")
        again = moved.get("/api/matches", headers=https | {"cookie": new.split(";")[0]})

    assert [one["id"] for one in answer.json()] == [one["id"] for one in again.json()] == [match]
    assert new.startswith(f"__Host-guest={cookie}; ")
    assert deleted.startswith('guest=""; ')
    assert "Max-Age=0" in deleted
    assert "set-cookie" not in again.headers


def test_over_https_the_cookie_that_only_the_house_can_set_wins(house, guest):
    """A page of a neighbouring host may set a cookie "guest" of its own for this one."""
    match, cookie = make(guest), guest.cookies["guest"]
    with house.guest() as other:
        planted = other.get("/").cookies["guest"]
        both = f"guest={planted}; __Host-guest={cookie}"
        answer = other.get("/api/matches", headers={"x-forwarded-proto": "https", "cookie": both})

    assert [one["id"] for one in answer.json()] == [match]
