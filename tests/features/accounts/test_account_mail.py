"""E-mail addresses of accounts over HTTP, with a real mail server: confirming, changing and removing them, and account recovery."""

import sqlite3
from contextlib import closing

import pytest
from houses import make_token, program
from houses.inner import InnerHouse
from programs.authenticator import Authenticator
from programs.commands import done
from programs.mail_server import lines_of, link_in, token_in, words_of

PASSWORD, NEW_PASSWORD = "seven green herons wade", "nine blue cranes dance"
LANGUAGES = {  # the subjects of the two e-mails with links
    "en": ("Confirm your e-mail address", "Get back into your account"),
    "ru": ("Подтвердите адрес электронной почты", "Восстановление доступа к учётной записи"),
    "cs": ("Potvrďte e-mailovou adresu", "Obnovení přístupu k účtu"),
}


@pytest.fixture(scope="module")
def house(mailing_house):
    return mailing_house


def post(client, path, **body):
    return client.post(f"/api/account/{path}", json=body)


def refused(answer, code, status):
    assert (answer.json().get("code"), answer.status_code) == (code, status)


def mail_of(client):
    return client.get("/api/account").json()["account"]["mail"]


def confirm(client, post_office, address):
    """Give an account an address, and confirm it."""
    assert post(client, "mail", address=address).json() == {}
    answer = post(client, "mail/confirm", token=token_in(post_office.next_to(address)))
    assert answer.status_code == 200, answer.text


def change(client, post_office, former, address):
    """Request another address; return the token of the link that is sent there. The former address is notified."""
    assert post(client, "mail", address=address).json() == {}
    mails = {mail["To"]: mail for mail in (post_office.next_mail(), post_office.next_mail())}
    assert "Another e-mail address was given" in words_of(mails[former])
    return token_in(mails[address])


def lose(client, post_office, name, address):
    """Request a recovery link; return its token."""
    assert post(client, "lost", name=name).json() == {}
    return token_in(post_office.next_to(address))


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_address_counts_once_its_link_was_followed_in_any_browser(house, guest, resident, post_office, language):
    name, address = f"Adds {language}", f"adds.{language}@example.org"
    owner = resident(name)
    owner.headers["accept-language"] = language

    assert post(owner, "mail", address=f" {address.upper()} ".replace("ADDS", "adds")).json() == {}
    mail = post_office.next_mail()

    assert mail["To"].lower() == address
    assert (mail["From"], mail["Subject"]) == ("Ludoteka <house@games.example.org>", LANGUAGES[language][0])
    assert (mail["Auto-Submitted"], mail["Content-Language"]) == ("auto-generated", language)
    assert mail["Message-ID"].endswith("@localhost>")
    assert mail["Date"].datetime.tzinfo
    assert "List-Unsubscribe" not in mail
    assert name in words_of(mail)
    assert link_in(mail).startswith(f"http://localhost:{house.port}/account/mail#confirm=")
    assert lines_of(mail).endswith(f"\n\n-- \nLudoteka\nhttp://localhost:{house.port}/\n")
    assert mail_of(owner)["address"] is None
    assert mail_of(owner)["waiting"].lower() == address
    refused(post(guest, "mail/confirm", token=token_in(mail)[1:]), "bad-link", 403)
    assert post(guest, "mail/confirm", token=token_in(mail)).json() == {"name": name}
    assert mail_of(owner)["address"].lower() == address
    assert mail_of(owner)["waiting"] is None
    assert owner.get("/api/account/export").json()["mail"]["address"].lower() == address
    refused(post(guest, "mail/confirm", token=token_in(mail)), "bad-link", 403)

    assert post(guest, "lost", name=name).json() == {}
    assert post_office.next_mail()["Subject"] == LANGUAGES[language][1]


def test_no_answer_tells_whether_an_address_or_a_name_exists_and_the_mail_does(guest, resident, post_office):
    first, second = resident("Has It"), resident("Wants It")
    confirm(first, post_office, "shared@example.org")

    free, taken = post(first, "mail", address="free@example.org"), post(second, "mail", address="Shared@Example.org")
    mails = {mail["To"]: mail for mail in [post_office.next_mail() for _ in range(3)]}  # one to the former address
    known = [post(guest, "lost", name=name) for name in ("Has It", "nobody of this name", "no@example.org", "a@b", "")]

    assert (free.status_code, free.content) == (taken.status_code, taken.content)
    assert mail_of(second)["waiting"] == "Shared@example.org"
    letter = words_of(mails["Shared@example.org"])
    assert "belongs to the account Has It already" in letter
    assert "#" not in letter
    assert mail_of(first)["address"] == "shared@example.org"
    assert len({(answer.status_code, answer.content) for answer in known}) == 1
    assert "#recover=" in link_in(post_office.next_to("shared@example.org"))
    confirm(second, post_office, "own@example.org")  # and no e-mail came between


def test_a_link_from_a_mail_lets_its_reader_back_in_once_and_ends_sessions_and_tokens(
    house, guest, resident, post_office
):
    owner = resident("Lost It")
    confirm(owner, post_office, "lost@example.org")
    token = make_token(owner, "match:read")
    first = lose(guest, post_office, "lost it", "lost@example.org")
    second = lose(guest, post_office, "LOST@example.org", "lost@example.org")

    refused(post(guest, "lost/link", token=first), "bad-link", 403)  # a newer one was sent
    assert post(guest, "lost/link", token=second).json() == {"name": "Lost It"}
    refused(post(guest, "lost/recover", token=second, password="short"), "weak-password", 400)  # noqa: S106 - of nobody
    refused(post(guest, "lost/recover", token=second), "bad-message", 400)
    assert post(guest, "lost/recover", token=second, password=NEW_PASSWORD).json() == {"name": "Lost It"}

    assert guest.get("/api/account").json()["account"]["name"] == "Lost It"
    assert owner.get("/api/account").json()["account"] is None
    with program(house, token) as bot:
        assert bot.get("/api/matches").status_code == 401
    refused(post(owner, "lost/recover", token=second, password=NEW_PASSWORD), "bad-link", 403)
    refused(post(owner, "sign-in", name="Lost It", password=PASSWORD), "bad-sign-in", 403)
    assert "with a link from an e-mail" in words_of(post_office.next_to("lost@example.org"))


def test_a_link_from_a_mail_lets_somebody_set_a_passkey(house, guest, resident, post_office):
    owner = resident("Key Lost")
    confirm(owner, post_office, "key@example.org")
    guest.base_url = origin = house.address.replace("127.0.0.1", "localhost").rstrip("/")
    guest.get("/")
    token, key = lose(guest, post_office, "Key Lost", "key@example.org"), Authenticator(origin)
    options = post(guest, "lost/passkey-options", token=token).json()["publicKey"]

    assert post(guest, "lost/recover", token=token, credential=key.make(options)).json() == {"name": "Key Lost"}

    account = guest.get("/api/account").json()["account"]
    assert (len(account["passkeys"]), account["has_password"]) == (1, False)
    post_office.next_to("key@example.org")
    post(guest, "sign-out")
    asked = post(guest, "passkey-options", purpose="sign-in").json()["publicKey"]
    assert post(guest, "sign-in", credential=key.sign(asked)).json() == {"name": "Key Lost"}


def test_what_changes_about_signing_in_is_told_by_mail_also_to_the_former_address(house, guest, resident, post_office):
    owner = resident("Told All")
    confirm(owner, post_office, "old@example.org")

    def letter(address):
        mail = post_office.next_to(address)
        assert mail["Subject"] == "Your account was changed"
        return words_of(mail)

    post(owner, "password", password=NEW_PASSWORD)
    assert "The password of your account was changed." in letter("old@example.org")
    codes = post(owner, "recovery-codes").json()["recovery_codes"]
    assert "new recovery codes" in letter("old@example.org")
    assert post(guest, "recover", name="Told All", code=codes[0], password=PASSWORD).status_code == 200
    assert "with a recovery code" in letter("old@example.org")
    token = change(guest, post_office, "old@example.org", "new@example.org")
    assert post(owner, "mail/confirm", token=token).status_code == 200
    both = [post_office.next_mail(), post_office.next_mail()]
    assert {mail["To"] for mail in both} == {"old@example.org", "new@example.org"}
    assert all("e-mail address of your account was changed" in words_of(mail) for mail in both)
    assert post(guest, "mail/remove").json() == {}
    assert "was removed" in letter("new@example.org")
    assert mail_of(guest) == {"address": None, "confirmed_at": None, "waiting": None}


def test_an_address_that_waits_can_be_cancelled_and_the_confirmed_one_stays(resident, guest, post_office):
    owner = resident("Mistypes")
    confirm(owner, post_office, "right@example.org")
    token = change(owner, post_office, "right@example.org", "wrong@example.org")
    assert mail_of(owner)["waiting"] == "wrong@example.org"
    assert post(owner, "mail/cancel").json() == {}
    assert (mail_of(owner)["address"], mail_of(owner)["waiting"]) == ("right@example.org", None)
    refused(post(guest, "mail/confirm", token=token), "bad-link", 403)
    refused(post(guest, "mail/cancel"), "not-signed-in", 401)


def test_an_address_needs_a_fresh_proof_and_a_link_in_time(house, guest, resident, post_office):
    owner = resident("Late")
    confirm(owner, post_office, "late@example.org")
    token = lose(guest, post_office, "Late", "late@example.org")
    waiting = change(owner, post_office, "late@example.org", "later@example.org")
    with closing(sqlite3.connect(house.folder / "ludoteka.sqlite", timeout=20)) as file:
        file.execute("update sessions set confirmed_at = confirmed_at - 3600")
        file.execute("update mail_links set until = until - 3601 where purpose = 'recovery'")
        file.execute("update mail_links set until = until - 24 * 3600 where purpose = 'address'")
        file.commit()
    house.close()
    house.open()  # it remembers no sessions

    refused(post(owner, "mail", address="other@example.org"), "confirm-first", 403)
    refused(post(owner, "mail/remove"), "confirm-first", 403)
    refused(post(guest, "lost/recover", token=token, password=NEW_PASSWORD), "bad-link", 403)
    refused(post(guest, "mail/confirm", token=waiting), "bad-link", 403)


def test_an_account_that_is_deleted_or_closed_gets_no_mails(house, guest, resident, post_office):
    leaver, closed = resident("Leaver"), resident("Shut")
    confirm(leaver, post_office, "leaver@example.org")
    confirm(closed, post_office, "shut@example.org")
    token = lose(guest, post_office, "Shut", "shut@example.org")
    shown = done("account", "show", "Leaver", "--data", house.folder)
    assert done("account", "close", "Shut", "--data", house.folder)

    assert "Confirmed e-mail address: yes" in shown
    assert "example.org" not in shown
    assert post(leaver, "delete", name="Leaver").status_code == 200
    for name in ("Leaver", "leaver@example.org", "Shut", "shut@example.org"):
        assert post(guest, "lost", name=name).status_code == 200
    refused(post(guest, "lost/recover", token=token, password=NEW_PASSWORD), "account-closed", 403)
    with closing(sqlite3.connect(house.folder / "ludoteka.sqlite")) as file:
        assert "leaver@example.org" not in "\n".join(file.iterdump())
    confirm(resident("Stays"), post_office, "leaver@example.org")  # and no e-mail came between


def test_links_lead_to_the_public_address_whatever_a_request_claims(house, guest, resident, post_office):
    owner = resident("Poisoned")
    confirm(owner, post_office, "poisoned@example.org")

    claims = {"host": "192.0.2.66", "x-forwarded-host": "evil.example", "origin": "http://192.0.2.66"}
    assert guest.post("/api/account/lost", json={"name": "Poisoned"}, headers=claims).status_code == 200

    assert link_in(post_office.next_to("poisoned@example.org")).startswith(f"http://localhost:{house.port}/")


def test_what_is_no_address_is_refused(resident):
    owner = resident("Wrong Address")
    wrong = ("", "nobody", "a@b", "a b@example.org", "a@example.org\r\nBcc: b@example.org", "ж@example.org")
    for address in (*wrong, f"a@{'x' * 250}.org"):
        refused(post(owner, "mail", address=address), "bad-address", 400)


def test_links_to_new_addresses_are_limited_for_each_account(resident, post_office):
    owner = resident("Eager")
    answers = [post(owner, "mail", address=f"eager{number}@example.org") for number in range(5)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 200, 429]
    assert {post_office.next_mail()["To"] for _ in range(4)} == {f"eager{number}@example.org" for number in range(4)}


def test_a_house_without_a_mail_server_says_nothing_about_mail(tmp_path):
    with InnerHouse(tmp_path) as running, running.guest() as client:
        client.get("/")
        post(client, "register", name="No Mail", password=PASSWORD)
        assert client.get("/api/account").json()["has_mail"] is False
        refused(post(client, "mail", address="a@example.org"), "no-mail", 409)
        refused(post(client, "lost", name="No Mail"), "no-mail", 409)


@pytest.mark.parametrize("way", ["code", "password", "sessions"])
def test_an_address_that_a_thief_has_named_never_counts_once_the_owner_is_back(resident, guest, post_office, way):
    name, address = f"Robbed {way}", f"thief.{way}@example.org"
    owner = resident(name)
    confirm(owner, post_office, f"owner.{way}@example.org")
    codes = post(owner, "recovery-codes").json()["recovery_codes"]
    post_office.next_to(f"owner.{way}@example.org")

    link = change(owner, post_office, f"owner.{way}@example.org", address)
    if way == "code":
        assert post(guest, "recover", name=name, code=codes[0], password=NEW_PASSWORD).status_code == 200
    elif way == "password":
        assert post(owner, "password", password=NEW_PASSWORD).status_code == 200
    else:
        assert post(owner, "sessions/end", id="others").status_code == 200
    if way != "sessions":
        post_office.next_to(f"owner.{way}@example.org")

    refused(post(guest, "mail/confirm", token=link), "bad-link", 403)
