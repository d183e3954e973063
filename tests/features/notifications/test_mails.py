"""Notifications by e-mail: only to a confirmed address, and unsubscribed by one request without cookies."""

import httpx2
import pytest
from houses import PLAIN_HTTP, seated
from houses.inner import InnerHouse
from programs.mail_server import mail_host, mail_options, token_in, words_of
from programs.servers import free_port

ADDRESS = "anna@example.org"
PATH = "/api/account/notices"
ONE_CLICK = {"List-Unsubscribe": "One-Click"}


@pytest.fixture(scope="module")
def post_office():
    with mail_host() as host:
        yield host


@pytest.fixture(scope="module")
def house(tmp_path_factory, post_office, pushes):
    port = free_port()
    options = (
        "--sockets",
        "0",
        *mail_options(post_office, f"http://localhost:{port}"),
        "--push-service",
        pushes.origin,
    )
    with InnerHouse(tmp_path_factory.mktemp("house"), port=port, options=options) as running:
        yield running
    assert not running.complaints, running.complaints


def begin_turn(anna, boris, name):
    """Start a correspondence match in which it is Anna's turn; return its id."""
    wish = {"name": name, "game": "tavlei", "clock": "1/day", "seat": "d"}
    match = anna.post("/api/challenges", json=wish).json()["id"]
    assert boris.post(f"/api/challenges/{match}/accept", json={}).status_code == 200
    with seated(boris, match) as player:
        assert player.act("e2-c2")["t"] == "done"
    return match


def test_a_turn_is_told_by_mail_until_one_request_ends_the_mails(resident, post_office, pushes, hurry):
    anna, boris = resident("Mail Anna"), resident("Mail Boris")
    assert anna.get(PATH).json()["mail"] == "unconfirmed"
    assert anna.post(PATH, json={"mail": True}).json()["code"] == "no-address"
    assert anna.post("/api/account/mail", json={"address": ADDRESS}).status_code == 200
    token = token_in(post_office.next_to(ADDRESS))
    assert anna.post("/api/account/mail/confirm", json={"token": token}).status_code == 200
    assert anna.post(PATH, json={"mail": True}).json()["settings"]["mail"]

    hurry(begin_turn(anna, boris, "Mail Boris"))
    mail = post_office.next_to(ADDRESS)
    assert mail["Subject"] == "It is your turn"
    assert "Tavlei, with Mail Boris http://localhost" in words_of(mail)
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = mail["List-Unsubscribe"].strip(" <>")
    assert link in words_of(mail)
    with httpx2.Client(verify=PLAIN_HTTP) as program:
        assert program.get(link).status_code == 200  # as a virus scanner does
        assert anna.get(PATH).json()["settings"]["mail"]
        assert program.post(link, data=ONE_CLICK).status_code == 200
        assert program.post(f"{link}x", data=ONE_CLICK).status_code == 200  # and nothing reveals whether a key exists
    assert not anna.get(PATH).json()["settings"]["mail"]

    browser = pushes.browser("after-mails").subscription
    assert anna.post(f"{PATH}/browsers", json=browser).status_code == 200
    hurry(begin_turn(anna, boris, "Mail Boris"))
    assert pushes.next().content["title"] == "It is your turn"
    assert post_office.is_empty
