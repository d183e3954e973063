"""Moderation in the browser: a user is reported, and dealt with on the moderators' page."""

import pytest
from browsers.inspection import english, violations
from browsers.ways import RUSSIAN, ways
from houses import PERSON, make, seated
from houses.moderation import FREE, done, give_role, table
from playwright.sync_api import expect
from plugins.campaign import IS_CAMPAIGN

SAID = "You play like a boot"
NAMES = {  # of a moderator, of a rude user, of the reporter, and a better name
    "en": ("Orderly Olive", "Rude Rupert", "Offended Oscar", "Gentle Rupert"),
    "ru": ("Порядочная Ольга", "Грубый Роман", "Обиженный Олег", "Вежливый Роман"),
    "cs": ("Pořádný Oldřich", "Hrubý Radim", "Uražená Olga", "Zdvořilý Radim"),
}
BROWSER = "Chrome · Linux"  # as the list of sessions names it


@pytest.fixture
def house(orderly_house):
    return orderly_house


def inspect(visitor, axe, language, *, is_known=False):
    """Check a page; one that is known is shown to the accessibility checker with all pages, in a campaign also here."""
    assert (is_known and not IS_CAMPAIGN) or violations(visitor.page, axe) == []
    assert visitor.overflow() <= 0
    assert language == "en" or set(english(visitor, language)) <= {SAID, BROWSER, "Because"}


def enter(visit, name, language, **size):
    return visit(locale=language, **size).register(name)


@ways(RUSSIAN)
def test_somebody_is_reported_renamed_and_loses_their_words(visit, house, resident, axe, language, size):
    keeper_name, rude, reporter, _ = NAMES[language]
    with house.guest() as host:
        host.get("/")
        match = table(host, resident(rude))
    witness = enter(visit, reporter, language, **size)
    page = witness.open(f"/match/{match}")
    expect(page.locator(".chat")).to_contain_text(SAID)
    page.locator(".more").click()
    page.locator(".menu .report").click()
    dialog = page.get_by_role("dialog")
    dialog.locator("#report-whom").select_option("d")
    dialog.locator("#report-text").fill("Ω")
    inspect(witness, axe, language)
    dialog.locator("form button").first.click()
    expect(dialog.get_by_role("status")).to_be_visible()
    inspect(witness, axe, language)
    dialog.get_by_role("button").click()
    deal_with_it(enter_as_keeper(visit, house, keeper_name, language, **size), page, axe, language)


def enter_as_keeper(visit, house, name, language, **size):
    keeper = enter(visit, name, language, **size)
    give_role(house, name, "moderator")
    keeper.open("/account").locator("a[href='/order']").click()
    keeper.page.wait_for_url("**/order")
    return keeper


def deal_with_it(keeper, page, axe, language):
    """Remove words, rename, and close the report, while another person has the page of the match open."""
    _, rude, _, better = NAMES[language]
    row = keeper.page.locator("section[aria-labelledby=reports] li").filter(has_text=rude)
    expect(row).to_contain_text("Ω")
    row.locator("summary").click()
    expect(row).to_contain_text(SAID)
    inspect(keeper, axe, language)
    row.get_by_role("button").click()
    panel = keeper.page.locator("section[aria-labelledby=person]")
    expect(panel.locator("h2")).to_be_focused()
    panel.locator("#reason").fill("…")
    panel.locator(".deeds > p:has(#new-name) ~ p button").first.click()
    expect(page.locator(".chat em")).to_have_count(1)
    expect(page.locator(".chat")).not_to_contain_text(SAID)
    expect(keeper.page.locator(".announcement")).not_to_be_empty()
    panel.locator("#reason").fill("…")
    panel.locator("#new-name").fill(better)
    panel.locator("#new-name + button").click()
    expect(panel.locator("h2")).to_have_text(better)
    expect(page.locator(".seats")).to_contain_text(better)
    inspect(keeper, axe, language)
    panel.locator("#reason").fill("…")
    panel.locator(".deeds > p:last-child button").click()
    expect(keeper.page.locator("section[aria-labelledby=reports] li").filter(has_text=better)).to_have_count(0)
    log = keeper.page.locator("section[aria-labelledby=log] li").filter(has_text=better)
    expect(log).to_have_count(3)
    expect(log.nth(1)).to_contain_text(f"{rude} → {better}")


@ways(RUSSIAN)
def test_an_account_is_closed_a_match_annulled_and_an_address_shut_out(visit, house, resident, axe, language, size):
    names = {"en": ("Closes Carol", "Closed Carl"), "ru": ("Закрывает Зоя", "Закрыт Захар")}
    keeper_name, wrong = names.get(language, ("Zavírá Zora", "Zavřený Zdeněk"))
    culprit = resident(wrong)
    match = make(culprit, seats={"a": PERSON, "d": PERSON})
    with seated(culprit, match) as player:
        assert player.command("resign")["t"] == "done"
    keeper = enter(visit, keeper_name, language, **size)
    give_role(house, keeper_name, "owner")
    page = keeper.open(f"/order?name={wrong}")
    panel = page.locator("section[aria-labelledby=person]")
    panel.locator(".deeds p button").nth(2).click()
    expect(panel.locator(".deeds > .refusal")).not_to_be_empty()
    panel.locator("#reason").fill("…")
    panel.locator(".deeds p button").nth(2).click()
    expect(page.locator("section[aria-labelledby=log] li").first).to_contain_text(wrong)
    assert culprit.get("/api/account").json()["account"] is None
    give_role_on_page(page)
    annul_on_page(page, f"{house.address}/match/{match}")
    shut_out_on_page(keeper, axe, language)


def give_role_on_page(page):
    panel = page.locator("section[aria-labelledby=person]")
    panel.locator("#reason").fill("…")
    panel.locator("#role").select_option("moderator")
    panel.locator("#role + button").click()
    expect(page.locator("section[aria-labelledby=log] li").first).to_contain_text("→")


def annul_on_page(page, address):
    annulment = page.locator("section[aria-labelledby=annulment]")
    annulment.locator("#annulled").fill("nowhere")
    annulment.locator("#annulled-reason").fill("…")
    annulment.locator("form button").click()
    expect(annulment.locator("#annulled-problem")).not_to_be_empty()
    annulment.locator("#annulled").fill(f"{address}#x")
    annulment.locator("form button").click()
    expect(
        page.locator("section[aria-labelledby=log] li").first.locator(f"a[href='{address[address.index('/match') :]}']")
    ).to_be_visible()


def shut_out_on_page(keeper, axe, language):
    page = keeper.page
    shut = page.locator("section[aria-labelledby=shut-outs]")
    shut.locator("summary").click()
    shut.locator("#address").fill("203.0.113.77")
    shut.locator("#address-reason").fill("…")
    inspect(keeper, axe, language)
    shut.locator("form button").click()
    row = shut.locator("li").filter(has_text="203.0.113.77")
    expect(row).to_be_visible()
    page.locator("section[aria-labelledby=play] summary").click()
    expect(page.locator(".figures .hint")).to_be_visible()
    inspect(keeper, axe, language)
    row.get_by_role("button").click()
    expect(row).to_have_count(0)


@ways(RUSSIAN)
def test_whoever_is_shut_out_reads_so(visit, house, resident, axe, language, size):
    visitor = visit(locale=language, extra_http_headers={"X-Forwarded-For": "198.51.100.77"}, **size)
    body = {"game": "tavlei", "seats": {"a": PERSON, "d": FREE}}
    match = visitor.request.post("/api/matches", data=body).json()["id"]
    name = f"{NAMES[language][0]} 2"
    keeper = resident(name)
    give_role(house, name, "moderator")
    done(keeper, "shut-out", match=match, seat="a", hours=1)
    page = visitor.open("/")
    expect(page.locator(".notice h1")).to_be_visible()
    inspect(visitor, axe, language, is_known=True)
    [shut] = keeper.get("/api/order/shut-outs").json()
    done(keeper, "let-in", act=shut["id"])
    visitor.open("/")
    expect(page.locator(".notice")).to_have_count(0)


@ways(RUSSIAN)
def test_a_resident_blocks_another_and_ends_it_on_their_own_page(visit, house, resident, axe, language, size):
    names = {"en": ("Blocks Beth", "Blocked Bill"), "ru": ("Блокирует Белла", "Блокирован Борис")}
    her, him = names.get(language, ("Blokuje Blanka", "Blokovaný Bohuš"))
    with house.guest() as host:
        host.get("/")
        match = table(host, resident(him))
    visitor = enter(visit, her, language, **size)
    page = visitor.open(f"/resident/{him}")
    button = page.locator(".deeds > div").last.locator("button")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    inspect(visitor, axe, language)
    page = visitor.open(f"/match/{match}")
    expect(page.locator(".chat .muting button")).to_have_count(1)
    expect(page.locator(".chat")).not_to_contain_text(SAID)
    page = visitor.open("/account")
    row = page.locator("section[aria-labelledby=blocked] li")
    expect(row).to_contain_text(him)
    inspect(visitor, axe, language)
    row.get_by_role("button").click()
    expect(page.locator("section[aria-labelledby=blocked]")).to_have_count(0)
    expect(visitor.open(f"/match/{match}").locator(".chat")).to_contain_text(SAID)
    page = visitor.open(f"/resident/{him}")
    page.locator(".deeds > button").last.click()
    page.get_by_role("dialog").locator("form button").first.click()
    expect(page.get_by_role("dialog").get_by_role("status")).to_be_visible()
