"""Accounts over HTTP: registering, signing in and out, recovery, sessions, export and deletion."""

import sqlite3
from contextlib import closing

import pytest
from houses import PERSON, make, seated
from houses.inner import InnerHouse
from programs.authenticator import Authenticator
from websockets.exceptions import ConnectionClosed

PASSWORD = "seven green herons wade"  # noqa: S105 - of nobody
FREE = {"kind": "free"}


def post(client, path, **body):
    return client.post(f"/api/account/{path}", json=body)


def refused(answer, code, status):
    assert (answer.json().get("code"), answer.status_code) == (code, status)


def account(client):
    return client.get("/api/account").json()["account"]


def registered(client, name, **more):
    answer = post(client, "register", **({"name": name, "password": PASSWORD} | more))
    assert answer.status_code == 201, answer.text
    return answer.json()["recovery_codes"]


def passkey_options(client, purpose, **more):
    answer = post(client, "passkey-options", purpose=purpose, **more)
    assert answer.status_code == 200, answer.text
    return answer.json()["publicKey"]


def test_a_guest_who_registers_keeps_matches_and_seats(house, guest, other):
    guest.post("/api/guest", json={"name": "somebody"})
    match = make(guest, seats={"a": PERSON, "d": FREE})
    with seated(guest, match) as host:
        codes = registered(guest, "Žofie Keeps")

        while host.view["seats"][0]["name"] != "Žofie Keeps":
            host.next("view", "change")
        assert host.view["seats"][0]["standing"] == "resident"
    assert len(set(codes)) == 10
    assert [one["id"] for one in guest.get("/api/matches").json()] == [match]
    assert guest.get("/api/guest").json()["standing"] == "resident"
    refused(guest.post("/api/guest", json={"name": "else"}), "named-already", 409)
    guest.cookies.delete("session")  # what another person at this browser would have
    assert guest.get("/api/matches").json() == []
    assert post(other, "sign-in", name="zofie keeps", password=PASSWORD).json() == {"name": "Žofie Keeps"}
    assert [one["id"] for one in other.get("/api/matches").json()] == [match]
    with seated(other, match) as again:
        assert again.view["seats"][0]["yours"] is True


def test_the_guest_cookie_from_before_the_registration_opens_nothing(house, guest, other):
    match = make(guest)
    before = guest.cookies["guest"]
    registered(guest, "Former Cookie")

    answer = other.get("/api/matches", headers={"cookie": f"guest={before}"})

    assert answer.json() == []
    assert answer.cookies["guest"].split(".")[0] != before.split(".")[0]
    assert [one["id"] for one in guest.get("/api/matches").json()] == [match]


def test_after_signing_out_the_browser_is_a_guest_and_its_connections_are_closed(guest):
    match = make(guest)
    with seated(guest, match) as from_before:
        registered(guest, "Signs Out")
        with seated(guest, match) as open_page:
            session = guest.cookies["session"]
            assert post(guest, "sign-out").status_code == 200

            for page in (open_page, from_before):
                with pytest.raises(ConnectionClosed):
                    read_on(page)
    assert account(guest) is None
    assert account_with(guest, session) is None


def read_on(page):
    while True:
        page.next()


def account_with(client, session):
    return client.get("/api/account", headers={"cookie": f"session={session}"}).json()["account"]


@pytest.mark.parametrize(
    ("name", "password"),
    [("Wrong Word", "seven green herons walk"), ("Nobody Here", PASSWORD), ("", ""), ("\x1b", "x")],
)
def test_a_wrong_name_and_a_wrong_password_get_the_same_answer(house, guest, name, password):
    with house.guest() as first:
        if not first.get("/api/account").json()["account"] and name == "Wrong Word":
            registered(first, name)

    answer = post(guest, "sign-in", name=name, password=password)

    refused(answer, "bad-sign-in", 403)
    assert answer.json()["message"] == "Wrong name or password."


def test_names_that_look_alike_belong_to_one_account_and_not_to_guests(guest, other):
    registered(guest, "Anna Lee")

    refused(post(other, "register", name="Аnna  Lee", password=PASSWORD), "bad-name", 400)  # with a Cyrillic А
    refused(post(other, "register", name="ANNA_LEE", password=PASSWORD), "name-taken", 409)
    refused(other.post("/api/guest", json={"name": "anna lee"}), "name-taken", 409)


@pytest.mark.parametrize(
    ("name", "password", "code"),
    [
        ("x", PASSWORD, "bad-name"),
        ("moderator", PASSWORD, "reserved-name"),
        ("Weak One", "password12345", "weak-password"),
        ("Weak Two", "short", "weak-password"),
        ("Named Again", "named again 1", "weak-password"),
    ],
)
def test_a_bad_name_or_password_is_refused_with_the_reason(guest, name, password, code):
    refused(post(guest, "register", name=name, password=password), code, 400)


def test_a_recovery_code_works_once_and_ends_all_sessions(house, guest, other):
    codes = registered(guest, "Forgets")
    new = "nine blue cranes dance"

    refused(post(other, "recover", name="Forgets", code="0000-0000-0000-0000", password=new), "bad-recovery", 403)
    refused(post(other, "recover", name="Nobody", code=codes[0], password=new), "bad-recovery", 403)
    refused(post(other, "recover", name="Forgets", code="0", password="short"), "bad-recovery", 403)  # noqa: S106 - of nobody
    refused(post(other, "recover", name="Forgets", code=codes[0], password="short"), "weak-password", 400)  # noqa: S106 - of nobody
    assert post(other, "recover", name="forgets", code=codes[0].upper(), password=new).status_code == 200

    assert account(other)["recovery_codes"] == 9
    assert account(guest) is None
    refused(post(guest, "recover", name="Forgets", code=codes[0], password=new), "bad-recovery", 403)
    refused(post(guest, "sign-in", name="Forgets", password=PASSWORD), "bad-sign-in", 403)
    assert post(guest, "sign-in", name="Forgets", password=new).status_code == 200


def test_a_session_of_another_browser_can_be_ended(guest, other):
    registered(guest, "Two Browsers")
    post(other, "sign-in", name="Two Browsers", password=PASSWORD)

    [theirs] = [one for one in guest.get("/api/account/sessions").json() if not one["is_this"]]
    post(guest, "sessions/end", id=theirs["id"])

    assert account(other) is None
    assert account(guest)["name"] == "Two Browsers"


def test_a_passkey_registers_signs_in_and_confirms(house, guest, other):
    origin = house.address.replace("127.0.0.1", "localhost").rstrip("/")
    guest.base_url = other.base_url = origin
    key = Authenticator(origin)
    made = key.make(passkey_options(guest, "register", name="Key Holder"))
    assert post(guest, "register", name="Key Holder", credential=made, label="Blue key").status_code == 201
    assert [one["label"] for one in account(guest)["passkeys"]] == ["Blue key"]
    assert account(guest)["has_password"] is False

    signed = key.sign(passkey_options(other, "sign-in"))
    assert post(other, "sign-in", credential=signed).json() == {"name": "Key Holder"}
    refused(post(guest, "passkeys/remove", id=made["id"]), "last-way-in", 409)
    assert post(guest, "password", password=PASSWORD).status_code == 200
    assert post(guest, "confirm", credential=key.sign(passkey_options(guest, "confirm"))).status_code == 200
    assert post(guest, "passkeys/remove", id=made["id"]).status_code == 200
    assert account(guest)["passkeys"] == []


def test_an_answer_of_a_passkey_works_once_at_the_browser_and_the_site_that_asked(house, guest, other):
    origin = house.address.replace("127.0.0.1", "localhost").rstrip("/")
    guest.base_url = other.base_url = origin
    key, elsewhere = Authenticator(origin), Authenticator("https://evil.example")
    made = key.make(passkey_options(guest, "register", name="Once Only"))
    post(guest, "register", name="Once Only", credential=made)
    post(guest, "sign-out")

    signed = key.sign(passkey_options(guest, "sign-in"))
    refused(post(other, "sign-in", credential=signed), "bad-credential", 400)
    assert post(guest, "sign-in", credential=signed).status_code == 200
    post(guest, "sign-out")
    refused(post(guest, "sign-in", credential=signed), "bad-credential", 400)
    elsewhere.key, elsewhere.id, elsewhere.uses = key.key, key.id, 9
    refused(post(guest, "sign-in", credential=elsewhere.sign(passkey_options(guest, "sign-in"))), "bad-credential", 400)
    odd = key.sign(passkey_options(guest, "sign-in"))
    for response in ({}, {"clientDataJSON": "!"}, {**odd["response"], "signature": "AAAA"}):
        refused(post(guest, "sign-in", credential={**odd, "response": response}), "bad-credential", 400)


def test_at_a_number_there_are_no_passkeys(guest):
    assert guest.get("/api/account").json()["has_passkeys"] is False
    refused(post(guest, "passkey-options", purpose="sign-in"), "no-passkeys", 409)


def test_the_export_has_everything_and_deletion_leaves_a_former_resident(house, guest, other):
    registered(guest, "Leaves Soon")
    match = make(guest, seats={"a": PERSON, "d": FREE})
    with seated(guest, match) as host, seated(other, match) as friend:
        friend.command("sit", {"seat": "d", "secret": host.view["invitation"]})
        assert host.command("chat", {"text": "see you"})["t"] == "done"
        exported = guest.get("/api/account/export").json()
        refused(post(guest, "delete", name="leaves"), "bad-name", 400)
        assert post(guest, "delete", name="Leaves Soon").status_code == 200
        while friend.view["seats"][0]["standing"] != "former":
            friend.next("view")
        assert friend.view["seats"][0]["name"] == ""

    assert [one["id"] for one in exported["matches"]] == [match]
    assert exported["account"]["name"] == "Leaves Soon"
    assert [one["words"] for one in exported["chat"]] == ["see you"]
    refused(post(other, "sign-in", name="Leaves Soon", password=PASSWORD), "bad-sign-in", 403)
    with closing(sqlite3.connect(house.folder / "ludoteka.sqlite")) as file:
        assert "Leaves Soon" not in "\n".join(line for line in file.iterdump() if "'sit'" not in line)


def test_what_needs_an_account_is_refused_to_guests(guest):
    for path in ("sessions/end", "passkeys/remove"):
        refused(post(guest, path, id="x"), "not-signed-in", 401)
    for path, body in (("password", {"password": PASSWORD}), ("recovery-codes", {}), ("delete", {"name": "x"})):
        refused(post(guest, path, **body), "not-signed-in", 401)
    for path in ("sessions", "export"):
        refused(guest.get(f"/api/account/{path}"), "not-signed-in", 401)


@pytest.mark.parametrize("registration", ["closed", "invitation"])
def test_a_house_that_is_not_open_makes_accounts_only_by_invitation(tmp_path, registration):
    with InnerHouse(tmp_path, options=("--registration", registration)) as house, house.guest() as client:
        client.get("/")
        assert client.get("/api/account").json()["registration"] == registration
        code = "registration-closed" if registration == "closed" else "bad-invitation"
        refused(post(client, "register", name="Uninvited", password=PASSWORD, invitation="guessed"), code, 403)
        asked = {"purpose": "register", "name": "Uninvited", "invitation": "guessed"}
        refused(client.post(f"http://localhost:{house.port}/api/account/passkey-options", json=asked), code, 403)


def test_a_password_manager_finds_the_page_where_a_password_is_changed(guest):
    answer = guest.get("/.well-known/change-password")
    assert (answer.status_code, answer.headers["location"]) == (302, "/account")


def test_somebody_who_is_still_signed_in_much_later_confirms_first(house, guest):
    registered(guest, "Hours Later")
    with closing(sqlite3.connect(house.folder / "ludoteka.sqlite", timeout=20)) as file:  # before the house looks
        file.execute("update sessions set confirmed_at = confirmed_at - 3600")
        file.commit()
    changes = {
        "password": {"password": "nine blue cranes dance"},
        "recovery-codes": {},
        "delete": {"name": "Hours Later"},
    }

    assert account(guest)["is_confirmed"] is False
    for path, body in changes.items():
        refused(post(guest, path, **body), "confirm-first", 403)
    refused(guest.get("/api/account/export"), "confirm-first", 403)
    refused(post(guest, "confirm", password="seven green herons walk"), "bad-sign-in", 403)  # noqa: S106 - of nobody
    assert post(guest, "confirm", password=PASSWORD).status_code == 200
    for path, body in changes.items():
        assert post(guest, path, **body).status_code == 200
