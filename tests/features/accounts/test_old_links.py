"""E-mail links that are used after the account has changed, or by another person."""

import pytest
from programs.mail_server import token_in, words_of

NEW = "nine blue cranes dance"


@pytest.fixture(scope="module")
def house(mailing_house):
    return mailing_house


def post(client, path, **body):
    return client.post(f"/api/account/{path}", json=body)


def refused(answer, code="bad-link", status=403):
    assert (answer.json().get("code"), answer.status_code) == (code, status)


def account(client):
    return client.get("/api/account").json()["account"]


def ask(client, post_office, path, to, mails=1, **body):
    """Request a link, which is in one of so many e-mails; return its token."""
    assert post(client, path, **body).status_code == 200
    [link] = [mail for mail in [post_office.next_mail() for _ in range(mails)] if mail["To"] == to]
    return token_in(link)


def confirm(client, post_office, address, mails=1):
    token = ask(client, post_office, "mail", address, mails, address=address)
    assert post(client, "mail/confirm", token=token).status_code == 200


def test_a_link_to_the_address_before_leads_nowhere_once_the_address_has_changed(guest, resident, post_office):
    owner = resident("Moves House")
    confirm(owner, post_office, "before@example.org")
    back = ask(guest, post_office, "lost", "before@example.org", name="Moves House")
    confirm(owner, post_office, "after@example.org", mails=2)
    told = [post_office.next_mail()["To"] for _ in range(2)]

    assert sorted(told) == ["after@example.org", "before@example.org"]
    refused(post(guest, "lost/link", token=back))
    refused(post(guest, "lost/recover", token=back, password=NEW))
    assert account(owner)["mail"]["address"] == "after@example.org"


def test_links_of_an_account_that_was_deleted_lead_nowhere_also_for_whoever_has_its_name_next(
    guest, resident, post_office
):
    owner = resident("Comes And Goes")
    confirm(owner, post_office, "goes@example.org")
    back = ask(guest, post_office, "lost", "goes@example.org", name="Comes And Goes")
    new = ask(owner, post_office, "mail", "new@example.org", mails=2, address="new@example.org")
    assert post(owner, "delete", name="Comes And Goes").status_code == 200
    heir = resident("Comes And Goes")

    refused(post(guest, "lost/link", token=back))
    refused(post(guest, "lost/recover", token=back, password=NEW))
    for client in (guest, heir):
        refused(post(client, "mail/confirm", token=new))
    assert account(heir)["mail"]["address"] is None


def test_a_link_that_somebody_else_uses_at_their_own_account_changes_nothing_there(guest, resident, post_office):
    owner, other = resident("Sends A Link"), resident("Is Sent A Link")
    theirs = account(other)
    address = ask(owner, post_office, "mail", "sends@example.org", address="sends@example.org")

    assert post(other, "mail/confirm", token=address).json() == {"name": "Sends A Link"}
    assert (account(other), account(owner)["mail"]["address"]) == (theirs, "sends@example.org")
    back = ask(other, post_office, "lost", "sends@example.org", name="Sends A Link")
    refused(post(other, "mail/confirm", token=back))
    refused(post(other, "lost/recover", token=address, password=NEW))
    session = other.cookies["session"]
    assert post(other, "lost/recover", token=back, password=NEW).json() == {"name": "Sends A Link"}
    assert account(other)["name"] == "Sends A Link"
    assert guest.get("/api/account", headers={"cookie": f"session={session}"}).json()["account"] == theirs
    assert "with a link" in words_of(post_office.next_to("sends@example.org"))
