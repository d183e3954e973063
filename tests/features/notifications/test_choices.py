"""Notification settings over HTTP: everything is off by default, and only known push services are accepted."""

import sqlite3
from contextlib import closing
from types import SimpleNamespace

import pytest
from houses import registering
from houses.inner import InnerHouse
from programs.commands import refused as refusal
from programs.push_service import Browser

from ludoteka.core.message import Refused
from ludoteka.features.notifications.push_sender import check_endpoint

PATH = "/api/account/notices"
GOOGLE = SimpleNamespace(origin="https://fcm.googleapis.com")  # no notification is sent there
ZONE = {"zone": "Europe/Prague"}


def add(client, name, **more):
    return client.post(f"{PATH}/browsers", json=Browser(GOOGLE, name).subscription | ZONE | more)


def refused(answer, code, status=400):
    assert (answer.json().get("code"), answer.status_code) == (code, status)


def test_nothing_is_on_until_somebody_switches_it_on(resident, guest):
    anna = resident("Asks Nothing")
    before = anna.get(PATH).json()
    assert (before["settings"], before["browsers"], before["mail"]) == (None, [], "none")
    refused(guest.get(PATH), "not-signed-in", 401)
    refused(guest.post(PATH, json={}), "not-signed-in", 401)

    now = add(anna, "nothing").json()
    assert now["public_key"] == before["public_key"]
    assert [one["is_this"] for one in now["browsers"]] == [True]
    chosen = {"turns": True, "challenges": True, "rounds": True, "quiet_from": None, "quiet_to": None}
    assert now["settings"] == chosen | ZONE | {"language": "en", "mail": False, "digest_hour": None}
    wish = {"turns": False, "quiet_from": 1320, "quiet_to": 480} | ZONE
    assert anna.post(PATH, json=wish).json()["settings"] == now["settings"] | wish
    assert add(anna, "nothing").json()["settings"] == now["settings"] | wish
    assert anna.post(f"{PATH}/browsers/remove", json={"id": now["browsers"][0]["id"]}).json()["browsers"] == []


def test_bad_choices_are_refused(resident):
    anna = resident("Chooses Badly")
    refused(anna.post(PATH, json={"quiet_from": 60}), "bad-hours")
    refused(anna.post(PATH, json={"quiet_from": 60, "quiet_to": 60}), "bad-hours")
    refused(anna.post(PATH, json={"quiet_from": 1440, "quiet_to": 0}), "bad-message")
    refused(anna.post(PATH, json={"digest_hour": 24}), "bad-message")
    refused(anna.post(PATH, json={"zone": "Nowhere/At all"}), "bad-zone")
    refused(anna.post(PATH, json={"mail": True}), "no-address", 409)
    refused(anna.post(PATH, json={}, headers={"origin": "https://evil.example"}), "bad-origin", 403)
    refused(add(anna, "key", public_key="AAAA"), "bad-subscription")
    refused(add(anna, "key", public_key="B" + "A" * 86), "bad-subscription")
    refused(add(anna, "secret", secret="!"), "bad-subscription")  # noqa: S106 - that of a browser
    refused(add(anna, "elsewhere", endpoint="https://evil.example/push"), "unknown-push-service")
    assert anna.get(PATH).json()["settings"] is None


@pytest.mark.parametrize(
    "endpoint",
    [
        *(
            "http://fcm.googleapis.com/fcm/send/a",
            "https://fcm.googleapis.com:8443/a",
            "https://fcm.googleapis.com.evil/a",
        ),
        *("https://evil@fcm.googleapis.com/a", "https://fcm.googleapis.com@evil.example/a", "https://127.0.0.1/a"),
        *(
            "https://[::1]/a",
            "https://notify.windows.com/a",
            "https://xn--.notify.windows.com/",
            "https://a..notify.windows.com/",
            "https://evilnotify.windows.com/a",
            "ftp://web.push.apple.com",
        ),
        *(
            "https://web.push.apple.com\\@evil.example/",
            "https://web.push.apple.com /a",
            "https://wéb.push.apple.com/a",
        ),
        *(
            "https:///a",
            "",
            "//fcm.googleapis.com/a",
            "https://fcm.googleapis.com:0/a",
            "https://[fcm.googleapis.com/a",
        ),
        *("http://127.0.0.1:81/a", "http://127.0.0.1:8030.evil.example/a", "http://push.example.org/a"),
    ],
)
def test_notices_are_sent_nowhere_but_to_known_push_services(endpoint):
    with pytest.raises(Refused) as told:
        check_endpoint(endpoint, ("push.example.org", "http://127.0.0.1:8030"))
    assert told.value.code == "unknown-push-service"


@pytest.mark.parametrize(
    "endpoint",
    [
        *("https://fcm.googleapis.com/fcm/send/a:b", "https://updates.push.services.mozilla.com/wpush/v2/a"),
        *("https://web.push.apple.com/a", "https://db5.notify.windows.com/w/?token=a"),
        *("https://push.example.org/a", "http://127.0.0.1:8030/a"),
    ],
)
def test_the_push_services_of_browsers_and_those_of_the_operator_are_known(endpoint):
    assert check_endpoint(endpoint, ("push.example.org", "http://127.0.0.1:8030")) == endpoint


def test_somebody_has_notices_in_ten_browsers_at_most(resident):
    anna = resident("Ten Browsers")
    for number in range(10):
        assert add(anna, f"ten-{number}").status_code == 200
    refused(add(anna, "eleventh"), "too-many-browsers", 409)


def test_a_browser_is_forgotten_when_its_session_ends_and_all_when_the_account_is_deleted(house, resident):
    anna = resident("Ends Sessions")
    add(anna, "first")
    with house.guest() as other:
        other.get("/")
        other.post("/api/account/sign-in", json={"name": "Ends Sessions", "password": "seven green herons wade"})
        add(other, "second")
        exported = anna.get("/api/account/export").json()["notices"]
        assert [one["endpoint"][-6:] for one in exported["browsers"]] == ["/first", "second"]
        assert "end_key" not in exported["settings"]
        assert anna.post("/api/account/sessions/end", json={"id": "others"}).status_code == 200
        assert [one["is_this"] for one in anna.get(PATH).json()["browsers"]] == [True]
    assert anna.post("/api/account/delete", json={"name": "Ends Sessions"}).status_code == 200
    with closing(sqlite3.connect(house.folder / "ludoteka.sqlite", timeout=30)) as database:
        kept = "SELECT count(*) FROM push_subscriptions WHERE endpoint LIKE '%/first' OR endpoint LIKE '%/second'"
        assert database.execute(kept).fetchone() == (0,)


def test_a_browser_belongs_to_whoever_has_switched_notices_on_there_last(resident):
    anna, boris = resident("Shares First"), resident("Shares Last")
    browser = Browser(GOOGLE, "shared").subscription
    for one in (anna, boris):
        assert one.post(f"{PATH}/browsers", json=browser).status_code == 200
    assert anna.get(PATH).json()["browsers"] == []
    [known] = boris.get(PATH).json()["browsers"]
    anna.post(f"{PATH}/browsers/remove", json={"id": known["id"]})
    assert boris.get(PATH).json()["browsers"] == [known]


def test_the_key_of_the_house_stays_the_same_and_is_in_no_log(tmp_path):
    with InnerHouse(tmp_path) as house, registering(house) as register:
        anna = register("Key Anna")
        key = anna.get(PATH).json()["public_key"]
        house.close()
        house.open()
        anna.base_url = house.address
        assert anna.get(PATH).json()["public_key"] == key
    assert len(key) == 87
    assert not house.complaints


def test_a_contact_that_push_services_could_not_use_is_refused(tmp_path):
    assert "mailto:house@example.org" in refusal("serve", "--port", 0, "--data", tmp_path, "--contact", "call me")
