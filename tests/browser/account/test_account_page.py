"""The account page: a guest registers, signs out and in, recovers the account, and deletes it."""

import sqlite3
from contextlib import closing
from hashlib import sha256

import pytest
from browsers.inspection import english, violations
from browsers.passkeys import Authenticators
from browsers.visitor import ESCAPE, NARROW
from houses import RunningHouse
from playwright.sync_api import expect
from plugins.campaign import IS_CAMPAIGN

READERS = [("ru", "ru-RU", "Людмила"), ("cs", "cs-CZ", "Vratislav")]
PASSWORD, NEW_PASSWORD = "seven brown kettles", "three quiet harbours"


@pytest.fixture
def arrive(visit, house):
    """Return a function that creates a visitor at an address at which browsers allow passkeys."""
    return lambda **context: visit(base_url=f"http://localhost:{house.port}", **context)


def register(visitor, name, password=""):
    """Create an account and return its recovery codes."""
    page = visitor.page if visitor.page.url.endswith("/account") else visitor.open("/account")
    form = page.locator("section", has=page.locator("#register"))
    form.locator("#register-name").fill(name)
    if password and form.get_by_role("radio").count():  # where there is a choice
        form.get_by_role("radio").nth(1).check()
    if password:
        form.locator("#register-password").fill(password)
    form.locator("button").click()
    expect(page.locator(".codes li")).to_have_count(10)
    return page.locator(".codes code").all_inner_texts()


def keep_codes(visitor, name):
    visitor.page.locator(".codes .primary").click()
    expect(visitor.page.locator("h1")).to_have_text(name)
    expect(visitor.page.locator(".resident")).to_have_text(name)


def sign_in(visitor, name, password):
    page = visitor.open("/account")
    page.locator("#sign-in-name").fill(name)
    page.locator("#sign-in-password").fill(password)
    visitor.button("Sign in with the password").click()


def test_a_guest_becomes_a_resident_with_a_passkey_keeps_the_match_and_changes_the_passkey(arrive):
    visitor = arrive()
    passkeys = Authenticators(visitor)
    visitor.begin()
    visitor.play(ESCAPE[0])
    match = visitor.page.url
    register(visitor, "Ludmila")
    keep_codes(visitor, "Ludmila")
    page = visitor.open()
    expect(page.get_by_label("Your name")).to_have_count(0)
    page.locator(".running li a").click()
    expect(page).to_have_url(match)
    visitor.play(ESCAPE[1])
    visitor.open("/account")
    visitor.button("Sign out").click()
    expect(page.locator(".resident")).to_have_text("Sign in")
    expect(visitor.open().locator(".continuing")).to_contain_text("None yet")
    visitor.open("/account")
    visitor.button("Sign in with a passkey").click()
    expect(page.locator("h1")).to_have_text("Ludmila")
    visitor.button("Sign out").click()
    expect(page.locator(".resident")).to_have_text("Sign in")
    passkeys.move_inside()
    visitor.open("/account")
    expect(page.locator("h1"), "the field for the name offers the passkey").to_have_text("Ludmila")
    change_passkey(visitor, passkeys)


def change_passkey(visitor, passkeys):
    """Remove the last passkey, which is possible after another is added."""
    page = visitor.page
    visitor.button("Remove Chrome · Linux").click()
    expect(page.locator("#passkeys ~ .refusal")).to_contain_text("your last way to sign in")
    passkeys.replace("usb")
    page.locator("#passkey-label").fill("telephone")
    visitor.button("Add a passkey").click()
    expect(page.locator("#passkeys ~ ul strong")).to_have_count(2)
    visitor.button("Remove Chrome · Linux").click()
    expect(page.locator("#passkeys ~ ul strong")).to_have_text(["telephone"])


def recover(visitor, name, code, axe):
    """Set a new password with a recovery code, after a try with a password that is too short."""
    visitor.page.get_by_text("Lost your password or passkey?").click()
    visitor.page.locator("#recovery-name").fill(name)
    visitor.page.locator("#recovery-code").fill(code)
    visitor.page.locator("#recovery-password").fill("x")
    visitor.button("Set the new password").click()
    expect(visitor.page.locator("#recovery-password")).to_have_attribute("aria-invalid", "true")
    expect(visitor.page.locator("#recovery-password-problem")).not_to_be_empty()
    assert violations(visitor.page, axe) == []
    visitor.page.locator("#recovery-password").fill(NEW_PASSWORD)
    visitor.button("Set the new password").click()
    expect(visitor.page.locator("h1")).to_have_text(name)


def delete(visitor, typed):
    visitor.page.locator("#delete-name").fill(typed)
    visitor.button("Delete my account").click()


def test_a_resident_recovers_the_account_ends_sessions_and_deletes_it(arrive, axe):
    visitor, other = arrive(), arrive(**NARROW)
    visitor.begin()
    match = visitor.page.url
    visitor.open("/account")
    assert violations(visitor.page, axe) == []
    code = register(visitor, "Bohumil", PASSWORD)[0]
    keep_codes(visitor, "Bohumil")
    sign_in(other, "Bohumil", NEW_PASSWORD)
    expect(other.page.locator(".refusal:not(:empty)")).to_have_count(1)
    recover(other, "Bohumil", code, axe)
    expect(other.page.get_by_text("9 codes are left.")).to_be_visible()
    assert violations(other.page, axe) == []
    assert other.overflow() <= 0
    sign_in(visitor, "Bohumil", NEW_PASSWORD)  # the recovery has signed this browser out
    expect(visitor.page.locator("#sessions ~ ul li")).to_have_count(2)
    visitor.button("Sign out everywhere else").click()
    expect(visitor.page.locator("#sessions ~ ul li")).to_have_count(1)
    other.button("Make new codes").click()
    expect(other.page.locator("#sign-in")).to_be_visible()
    with visitor.page.expect_download() as saved:
        visitor.button("Download my data").click()
    assert "Bohumil" in saved.value.path().read_text("utf-8")
    delete(visitor, "Bohumila")
    expect(visitor.page.locator("#delete-name-problem")).not_to_be_empty()
    delete(visitor, "Bohumil")
    expect(visitor.page.get_by_role("status")).to_have_text("Your account is deleted. You are a guest again.")
    expect(visitor.open().locator(".resident")).to_have_text("Sign in")
    expect(other.open(match).locator("main")).to_contain_text("a former user")


@pytest.mark.parametrize(("language", "locale", "name"), READERS if IS_CAMPAIGN else READERS[:1])
def test_the_page_of_the_account_is_translated_and_whoever_signs_in_comes_back_to_the_page_before(
    arrive, language, locale, name
):
    visitor = arrive(locale=locale, **NARROW)
    visitor.open("/account")
    assert english(visitor, language) == []
    assert visitor.overflow() <= 0
    codes = register(visitor, name, PASSWORD)
    assert set(english(visitor, language)) <= set(codes)
    assert visitor.overflow() <= 0
    keep_codes(visitor, name)
    devices = visitor.page.locator("#sessions ~ ul strong").all_inner_texts()
    assert set(english(visitor, language)) <= set(devices)
    assert visitor.overflow() <= 0
    visitor.request.post("/api/account/sign-out", data={})
    page = visitor.open("/puzzles")
    page.locator(".resident").click()
    page.locator("#sign-in-name").fill(name)
    page.locator("#sign-in-password").fill(PASSWORD)
    page.locator("#sign-in-password").press("Enter")
    page.wait_for_url("**/puzzles")
    expect(page.locator(".resident")).to_have_text(name)


def test_who_types_too_long_a_name_is_told_how_long_it_may_be_and_can_shorten_it(visit, house):
    visitor = visit(house)
    page = visitor.open("/account")
    page.locator("#register-name").fill("n" * 45)
    page.locator("#register-password").fill(PASSWORD)
    visitor.button("Create the account").click()
    expect(page.locator("#register-name-problem")).to_have_text("Choose a name of 2 to 30 characters.")
    expect(page.locator("#register-name")).to_have_value("n" * 45)


def test_who_has_an_invitation_registers_and_a_change_after_a_while_asks_who_it_is_and_is_then_made(visit, tmp_path):
    with RunningHouse(tmp_path, options=("--registration", "invitation")) as house:
        change(house, "INSERT INTO invitations VALUES (?, 0)", sha256(b"welcome").hexdigest())
        change(house, "INSERT INTO invitations VALUES (?, 0)", sha256(b"welcome too").hexdigest())
        visitor = visit(base_url=f"http://localhost:{house.port}")
        passkeys = Authenticators(visitor)
        page = visitor.open("/account#wrong")
        page.locator("#register-name").fill("Kvido")
        visitor.button("Create the account").click()
        expect(page.locator("#register-invitation-problem")).to_contain_text("not valid")
        page.locator("#register-invitation").fill("welcome")
        visitor.button("Create the account").click()
        keep_codes(visitor, "Kvido")
        assert len(passkeys.all()) == 1

        visitor = visit(house)  # at an address without passkeys
        visitor.request.get("/")
        account = {"name": "Vlastimil", "password": PASSWORD, "invitation": "welcome too"}
        assert visitor.request.post("/api/account/register", data=account).ok
        visitor.open("/account")
        change_password_after_a_while(visitor, house)


def change_password_after_a_while(visitor, house):
    house.close()
    change(house, "UPDATE sessions SET confirmed_at = 0")
    house.open()
    visitor.page.locator("#new-password").fill(NEW_PASSWORD)
    visitor.button("Change the password").click()
    visitor.page.locator("#confirm-password").fill(NEW_PASSWORD)
    visitor.button("Confirm").click()
    expect(visitor.page.locator("dialog .refusal:not(:empty)")).to_be_visible()
    visitor.page.locator("#confirm-password").fill(PASSWORD)
    visitor.button("Confirm").click()
    expect(visitor.page.get_by_role("status")).to_have_text("Your new password is set.")


def change(house, statement, *values):
    """Change the database of a house."""
    with closing(sqlite3.connect(house.folder / "ludoteka.sqlite")) as database, database:
        database.execute(statement, values)
