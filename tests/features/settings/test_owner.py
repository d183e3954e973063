"""The owner of a house: becoming it, and its settings."""

import re
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from houses import RunningHouse, registering
from houses.inner import InnerHouse
from houses.moderation import give_role, refused
from programs.commands import done as command_done

FORWARDED = {"X-Forwarded-For": "198.51.100.1"}


def printed_code(house):
    """Read the second line that the house has printed."""
    return re.search(r"/settings#(\w+) ", house.process.stdout.readline())[1]


@pytest.fixture
def fresh(tmp_path):
    with InnerHouse(tmp_path) as running:
        yield running
    assert not running.complaints, running.complaints


@pytest.fixture
def owned(fresh):
    """A house, and an HTTP client of its owner."""
    with registering(fresh) as register:
        owner = register("Owner Olga")
        give_role(fresh, "Owner Olga", "owner")
        yield fresh, owner


def test_whoever_reads_the_code_on_the_machine_itself_becomes_the_owner(fresh):
    code = fresh.owner_code
    with registering(fresh) as register, fresh.guest() as guest:
        anna, boris = register("First Anna"), register("Second Boris")
        assert guest.get("/api/owner").json() == {"has_owner": False, "is_local": True}
        refused(guest.post("/api/owner", json={"code": code}), "not-signed-in", 401)
        refused(anna.post("/api/owner", json={"code": code}, headers=FORWARDED), "not-local", 403)
        refused(anna.post("/api/owner", json={"code": "AAAA"}), "bad-code", 403)
        refused(anna.get("/api/settings"), "not-owner", 403)
        assert anna.post("/api/owner", json={"code": code.lower()}).status_code == 200
        assert anna.get("/api/account").json()["account"]["role"] == "owner"
        refused(boris.post("/api/owner", json={"code": code}), "has-owner", 409)
        [entry] = anna.get("/api/order/acts").json()["acts"]
        assert (entry["kind"], entry["by"], entry["detail"]) == ("role", None, "resident → owner")


def test_of_many_who_use_the_code_at_once_one_becomes_the_owner(fresh):
    with registering(fresh) as register, ThreadPoolExecutor(8) as threads:
        people = [register(f"Hurries {letter}") for letter in "abcdefgh"]
        asked = [threads.submit(person.post, "/api/owner", json={"code": fresh.owner_code}) for person in people]
        assert sorted(one.result().status_code for one in asked) == [200, *7 * [409]]


def test_the_code_is_the_same_after_a_restart_and_is_printed_until_there_is_an_owner(fresh):
    code = fresh.owner_code
    fresh.close()
    with RunningHouse(fresh.folder) as again, registering(again) as register:
        assert printed_code(again) == code
        owner = register("Only Anna")
        assert owner.post("/api/owner", json={"code": code}).status_code == 200
        assert owner.post("/api/settings", json={"name": "Klub Žižkov"}).status_code == 200
        again.kill()
        again.open()
        owner.base_url = again.address
        assert owner.get("/api/settings").json()["settings"]["name"] == "Klub Žižkov"
        again.process.terminate()
        assert again.process.stdout.read() == ""


def test_the_owner_names_the_house_welcomes_its_visitors_and_chooses_its_languages(owned):
    house, owner = owned
    wish = {"name": " Klub  Žižkov ", "welcome": "Každé úterý od sedmi.", "languages": ["cs", "ru"]}
    assert owner.post("/api/settings", json=wish).status_code == 200
    with house.guest() as guest:
        page = guest.get("/", headers={"Accept-Language": "en"}).text
        assert '<html lang="ru">' in page
        assert "<title>Klub Žižkov</title>" in page
        assert 'data-house="Klub Žižkov" data-languages="ru cs"' in page
        assert guest.get("/api/house").json()["welcome"] == "Každé úterý od sedmi."
        assert guest.get("/manifest.webmanifest").json()["name"] == "Klub Žižkov"
    house.close()
    house.open()
    settings = owner.get("/api/settings").json()["settings"]
    assert (settings["name"], settings["languages"]) == ("Klub Žižkov", ["ru", "cs"])
    assert owner.post("/api/settings", json={"name": ""}).status_code == 200
    assert owner.get("/api/settings").json()["settings"]["welcome"] == "Každé úterý od sedmi."
    assert owner.get("/api/order/acts").json()["acts"][0]["detail"] == "name"


def test_who_can_register_is_set_without_a_restart(owned):
    house, owner = owned
    for setting, code in (("closed", "registration-closed"), ("invitation", "bad-invitation"), ("", None)):
        assert owner.post("/api/settings", json={"registration": setting}).status_code == 200
        with house.guest() as guest:
            assert guest.get("/api/account").json()["registration"] == (setting or "open")
            answer = guest.post("/api/account/register", json={"name": "Newcomer", "password": "seven green herons"})
            assert answer.json().get("code") == code


def test_the_owner_reads_versions_and_when_the_last_backup_was_made(owned, tmp_path):
    house, owner = owned
    facts = owner.get("/api/settings").json()
    assert facts["settings"]["backed_up_at"] is None
    assert facts["facts"]["database"].startswith("SQLite 3")
    assert facts["facts"]["files"]["size"] > 0
    assert (facts["facts"]["accounts"], facts["facts"]["broker"]) == (1, None)
    command_done("backup", tmp_path / "copy.sqlite", "--data", house.folder)
    assert owner.get("/api/settings").json()["settings"]["backed_up_at"] > 1.7e9


def test_settings_that_make_no_sense_are_refused(owned):
    _, owner = owned
    for wish, code in (
        ({"name": "x" * 41}, "bad-words"),
        ({"welcome": "x" * 501}, "bad-words"),
        ({"languages": []}, "bad-words"),
        ({"languages": ["la"]}, "bad-message"),
        ({"registration": "maybe"}, "bad-message"),
    ):
        refused(owner.post("/api/settings", json=wish), code, 400)


def test_only_an_owner_sees_or_changes_the_settings(owned):
    house, _ = owned
    with registering(house) as register, house.guest() as guest:
        keeper = register("Mere Keeper")
        give_role(house, "Mere Keeper", "moderator")
        for client, code, status in ((keeper, "not-owner", 403), (guest, "not-signed-in", 401)):
            refused(client.get("/api/settings"), code, status)
            refused(client.post("/api/settings", json={"name": "Mine"}), code, status)


def test_an_owner_who_signed_in_long_ago_confirms_before_a_role_or_a_setting_changes(owned):
    house, owner = owned
    with closing(sqlite3.connect(house.folder / "ludoteka.sqlite", timeout=20)) as file:  # before the house looks
        file.execute("update sessions set confirmed_at = confirmed_at - 3600")
        file.commit()
    refused(owner.post("/api/settings", json={"name": "Mine"}), "confirm-first", 403)
    role = {"kind": "role", "reason": "Because", "name": "Owner Olga", "role": "resident"}
    refused(owner.post("/api/order/acts", json=role), "confirm-first", 403)
    assert owner.get("/api/settings").json()["settings"]["name"] == ""
