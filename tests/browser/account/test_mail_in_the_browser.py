"""E-mail addresses in the browser: adding and confirming one, and account recovery with a link, in every language and width."""

import pytest
from browsers.inspection import english, violations
from houses import RunningHouse
from playwright.sync_api import expect
from plugins.campaign import IS_CAMPAIGN
from programs.mail_server import link_in, mail_host, mail_options
from programs.servers import free_port

NEW_PASSWORD = "three quiet harbours"  # noqa: S105 - of nobody
ZONE = "GMT+00:00"  # as a browser in UTC names its time zone in Russian
SIZES = ({"width": 1280, "height": 800}, {"width": 360, "height": 740})
NAMES = {"en": ("Ema", "Dana", "Ada"), "ru": ("Матрёна", "Фёкла", "Агата"), "cs": ("Emílie", "Dáša", "Adéla")}
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


class Reader:
    """A visitor who reads a language."""

    def __init__(self, visitor, language, axe):
        self.visitor, self.page = visitor, visitor.page
        self.language = language
        self.axe = axe

    def check(self, *values):
        """Check that a page is accessible, fits windows of every size, and is translated except for some values."""
        for size in SIZES:
            self.page.set_viewport_size(size)
            assert self.visitor.overflow() <= 0
        assert violations(self.page, self.axe) == []
        assert [text for text in english(self.visitor, self.language) if text not in (*values, ZONE)] == []

    def fill(self, field, text):
        self.page.locator(field).fill(text)
        self.page.locator(field).press("Enter")


@pytest.fixture(params=[("en", "en-GB"), ("ru", "ru-RU"), ("cs", "cs-CZ")] if IS_CAMPAIGN else [("ru", "ru-RU")])
def readers(request, visit, mailing_house, axe):
    """Two browsers of a user with a language."""
    language, locale = request.param
    address = f"http://localhost:{mailing_house.port}"
    return [Reader(visit(base_url=address, locale=locale), language, axe) for _ in range(2)]


def register(reader, name):
    reader.visitor.register(name).open("/account")
    return reader.page.locator("#sessions ~ ul strong").all_inner_texts()


def test_an_address_is_confirmed_in_another_browser(readers, mailing_house, post_office):
    owner, other = readers
    name, address = NAMES[owner.language][0], f"ema.{owner.language}@example.org"
    devices = register(owner, name)
    owner.fill("#mail-address", f"not@{owner.language}")
    expect(owner.page.locator("#mail-address-problem")).not_to_be_empty()
    owner.fill("#mail-address", address)
    expect(owner.page.locator(".addresses dd")).to_contain_text(address)
    owner.check(address, *devices)

    other.visitor.open(link_in(post_office.next_to(address)))
    other.check()
    other.page.locator("main button").click()
    expect(other.page.locator("main p").first).to_contain_text(name)
    expect(other.page).to_have_url(f"http://localhost:{mailing_house.port}/account/mail")
    other.check()

    owner.visitor.open("/account")
    expect(owner.page.locator(".addresses dd")).to_have_text(address)
    owner.check(address, *devices)


def test_an_address_that_waits_is_cancelled_and_the_confirmed_one_stays(readers, post_office):
    owner, _ = readers
    name, address = NAMES[owner.language][2], f"ada.{owner.language}@example.org"
    mistyped = f"aad.{owner.language}@example.org"
    devices = register(owner, name)
    owner.fill("#mail-address", address)
    confirm(owner, post_office.next_to(address))
    owner.visitor.open("/account")
    owner.fill("#mail-address", mistyped)
    addresses, buttons = (
        owner.page.locator(f"section:has(#mail) {part}") for part in (".addresses dd", "div > button")
    )
    expect(addresses).to_contain_text([address, mistyped])
    owner.check(address, mistyped, *devices)
    assert {post_office.next_mail()["To"] for _ in range(2)} == {address, mistyped}
    buttons.first.click()  # cancels it; the other one removes the address
    expect(addresses).to_have_text([address])


def test_a_link_lets_its_owner_back_in_and_works_once(readers, post_office):
    owner, other = readers
    name, address = NAMES[owner.language][1], f"dana.{owner.language}@example.org"
    register(owner, name)
    owner.fill("#mail-address", address)
    confirm(owner, post_office.next_to(address))
    other.visitor.open("/account")
    other.page.locator("summary").click()
    other.fill("#lost-name", address)
    expect(other.page.locator("details [role=status]")).not_to_be_empty()
    other.check()

    mail = post_office.next_to(address)
    other.visitor.open(link_in(mail))
    other.check()
    other.fill("#recovery-password", "x")
    expect(other.page.locator("#recovery-password-problem")).not_to_be_empty()
    other.fill("#recovery-password", NEW_PASSWORD)
    expect(other.page.locator(".resident")).to_have_text(name)
    post_office.next_to(address)

    expect(owner.visitor.open("/account").locator("#sign-in")).to_be_visible()
    owner.visitor.open(link_in(mail))
    expect(owner.page.locator(".notice")).to_be_visible()
    owner.check()


def confirm(reader, mail):
    reader.visitor.open(link_in(mail))
    reader.page.locator("main button").click()
    expect(reader.page.locator("main .row a")).to_have_count(2)


def test_a_link_lets_somebody_set_a_passkey(visit, mailing_house, post_office):
    visitor = visit(base_url=f"http://localhost:{mailing_house.port}")
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("WebAuthn.enable")
    device = session.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE | {"transport": "usb"}})
    page = visitor.register("Klára").page
    visitor.request.post("/api/account/mail", data={"address": "klara@example.org"})
    visitor.open(link_in(post_office.next_to("klara@example.org")))
    visitor.button("Confirm the address").click()
    expect(page.locator("main")).to_contain_text("Klára")
    visitor.request.post("/api/account/sign-out", data={})
    visitor.request.post("/api/account/lost", data={"name": "klara"})

    visitor.open(link_in(post_office.next_to("klara@example.org")))
    visitor.button("Set a new passkey").click()
    expect(page.locator(".resident")).to_have_text("Klára")

    post_office.next_to("klara@example.org")
    keys = session.send("WebAuthn.getCredentials", {"authenticatorId": device["authenticatorId"]})["credentials"]
    assert len(keys) == 1
