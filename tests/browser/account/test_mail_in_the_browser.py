"""E-mail addresses in the browser: adding and confirming one, and getting back in with a link, in every language and width."""

import pytest
from browsers.inspection import english, violations
from houses import RunningHouse
from playwright.sync_api import expect
from programs.mail_server import link_in, mail_host, mail_options
from programs.servers import free_port

PASSWORD, NEW_PASSWORD = "seven brown kettles", "three quiet harbours"
SIZES = ({"width": 1280, "height": 800}, {"width": 360, "height": 740})
DEVICE = {"protocol": "ctap2", "hasResidentKey": True, "hasUserVerification": True, "isUserVerified": True}


@pytest.fixture(scope="module")
def post_office():
    with mail_host() as host:
        yield host


@pytest.fixture(scope="module")
def mailing_house(tmp_path_factory, post_office):
    port = free_port()
    options = mail_options(post_office, f"http://localhost:{port}/")
    with RunningHouse(tmp_path_factory.mktemp("mailing"), port=port, options=options) as running:
        yield running


@pytest.mark.parametrize(
    ("language", "locale", "name"), [("en", "en-GB", "Ema"), ("ru", "ru-RU", "Матрёна"), ("cs", "cs-CZ", "Emílie")]
)
def test_an_address_is_confirmed_and_lets_its_owner_back_in(  # the same in every language
    visit, mailing_house, post_office, axe, language, locale, name
):
    owner, other = (visit(base_url=f"http://localhost:{mailing_house.port}", locale=locale) for _ in range(2))
    address = f"{language}@example.org"

    def check(visitor, *values):
        for size in SIZES:
            visitor.page.set_viewport_size(size)
            assert visitor.overflow() <= 0
            assert violations(visitor.page, axe) == []
        assert [text for text in english(visitor, language) if text not in values] == []

    page = owner.open("/account")
    registered = {"name": name, "password": PASSWORD}
    assert owner.context.request.post("/api/account/register", data=registered).status == 201
    owner.open("/account")
    devices = page.locator("#sessions ~ ul strong").all_inner_texts()
    page.locator("#mail-address").fill(f"not@{language}")
    page.locator("#mail-address").press("Enter")
    expect(page.locator("#mail-address-problem")).not_to_be_empty()
    page.locator("#mail-address").fill(address)
    page.locator("#mail-address").press("Enter")
    expect(page.locator(".addresses dd")).to_contain_text(address)
    check(owner, address, *devices)

    confirming = other.open(link_in(post_office.next_to(address)))
    check(other)
    confirming.locator("main button").click()
    expect(confirming.locator("main p").first).to_contain_text(name)
    expect(confirming).to_have_url(f"http://localhost:{mailing_house.port}/account/mail")
    check(other)
    owner.open("/account")
    expect(page.locator(".addresses dd")).to_have_text(address)
    check(owner, address, *devices)

    lost = other.open("/account")
    lost.locator("summary").click()
    lost.locator("#lost-name").fill(address)
    lost.locator("#lost-name").press("Enter")
    expect(lost.locator("details [role=status]")).not_to_be_empty()
    check(other)
    mail = post_office.next_to(address)
    back = other.open(link_in(mail))
    check(other)
    back.locator("#recovery-password").fill("x")
    back.locator("#recovery-password").press("Enter")
    expect(back.locator("#recovery-password-problem")).not_to_be_empty()
    back.locator("#recovery-password").fill(NEW_PASSWORD)
    back.locator("#recovery-password").press("Enter")
    expect(back.locator(".resident")).to_have_text(name)
    post_office.next_to(address)
    expect(owner.open("/account").locator("#sign-in")).to_be_visible()
    used = owner.open(link_in(mail))
    expect(used.locator(".notice")).to_be_visible()
    check(owner)


def test_a_link_lets_somebody_set_a_passkey(visit, mailing_house, post_office):
    visitor = visit(base_url=f"http://localhost:{mailing_house.port}")
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("WebAuthn.enable")
    device = session.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE | {"transport": "usb"}})
    page = visitor.open("/account")
    visitor.context.request.post("/api/account/register", data={"name": "Klára", "password": PASSWORD})
    visitor.context.request.post("/api/account/mail", data={"address": "klara@example.org"})
    visitor.open(link_in(post_office.next_to("klara@example.org")))
    visitor.button("Confirm the address").click()
    expect(page.locator(".notice")).to_contain_text("Klára")
    visitor.context.request.post("/api/account/sign-out", data={})
    visitor.context.request.post("/api/account/lost", data={"name": "klara"})

    visitor.open(link_in(post_office.next_to("klara@example.org")))
    visitor.button("Set a new passkey").click()
    expect(page.locator(".resident")).to_have_text("Klára")

    post_office.next_to("klara@example.org")
    keys = session.send("WebAuthn.getCredentials", {"authenticatorId": device["authenticatorId"]})["credentials"]
    assert len(keys) == 1
